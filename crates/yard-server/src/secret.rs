//! What must not be guessed: ids, tokens of seats, and seeds.

use std::fmt;

use sha2::{Digest, Sha256};
use yard_agents::Seed;

/// Where ids, tokens and seeds come from.
///
/// The server draws them from the operating system. A test gives its own, so that two games can be
/// compared byte by byte.
pub trait Chance: Send + Sync {
    /// Fills the bytes.
    ///
    /// # Errors
    /// When the system has no random numbers.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance>;
}

/// The system gave no random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoChance;

/// The generator of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        getrandom::fill(bytes).map_err(|_| NoChance)
    }
}

/// Draws a token: 144 random bits as 24 letters.
pub(crate) fn token(chance: &dyn Chance) -> Result<String, NoChance> {
    let mut bytes = [0; 18];
    chance.fill(&mut bytes)?;
    Ok(base64url(&bytes))
}

/// Draws the id of a game. It is no secret, but tells nothing either.
pub(crate) fn id(chance: &dyn Chance) -> Result<String, NoChance> {
    let mut bytes = [0; 9];
    chance.fill(&mut bytes)?;
    Ok(base64url(&bytes))
}

/// Draws the seed of a game.
pub(crate) fn seed(chance: &dyn Chance) -> Result<Seed, NoChance> {
    let mut bytes = [0; 8];
    chance.fill(&mut bytes)?;
    // JavaScript keeps 53 bits of a number.
    Ok(Seed(u64::from_le_bytes(bytes) >> 11))
}

/// Base64 for URLs (RFC 4648, section 5) of whole groups of three bytes.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    debug_assert_eq!(bytes.len() % 3, 0, "nothing is padded");
    let group = |three: &[u8]| {
        let word = three.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[(word >> shift & 63) as usize]))
    };
    bytes.chunks_exact(3).flat_map(group).collect()
}

/// What is kept of a token: its SHA-256. Looking it up tells nothing about the token by its time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    pub(crate) fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_standard() {
        assert_eq!(base64url(b"foobar"), "Zm9vYmFy");
        assert_eq!(base64url(&[0xfb, 0xff, 0xfe]), "-__-");
    }

    #[test]
    fn tokens_differ_and_are_long() {
        let [a, b] = [token(&SystemChance).unwrap(), token(&SystemChance).unwrap()];
        assert_eq!((a.len(), b.len()), (24, 24));
        assert_ne!(a, b);
        assert_ne!(TokenHash::of(&a), TokenHash::of(&b));
    }
}
