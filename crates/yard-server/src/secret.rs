//! What must not be guessed, drawn from the operating system.

pub(crate) use yard_service::secret::{TokenHash, game_secret, id, nobody, token};
pub use yard_service::{Chance, NoChance};

/// The generator of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        getrandom::fill(bytes).map_err(|_| NoChance)
    }
}
