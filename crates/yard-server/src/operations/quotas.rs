//! What one owner may keep; `yard admin quota` changes it.

use crate::error::{ApiError, Code};
use crate::lobby::Lobby;
use crate::secret::TokenHash;

impl Lobby {
    /// Looks whether an owner may keep one more thing of so many bytes; 0 bytes are a game.
    pub(crate) async fn check_quota(
        &self,
        owner: Option<TokenHash>,
        bytes: usize,
    ) -> Result<(), ApiError> {
        // Whoever names no owner has no list either; addresses are limited by themselves.
        let Some(owner) = owner else {
            return Ok(());
        };
        let (quota, used) = (self.store.quota().await?, self.store.usage(owner).await?);
        let full = match bytes {
            0 => used.games >= quota.games,
            bytes => used.bytes + bytes as u64 > quota.bytes,
        };
        match full {
            true => Err(ApiError::new(
                Code::TooMany,
                "you keep as much here as one person may; ask the operator of this server",
            )),
            false => Ok(()),
        }
    }
}
