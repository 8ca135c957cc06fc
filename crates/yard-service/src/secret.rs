//! What must not be guessed: ids, tokens of seats, recovery codes, and the secrets of games.

use std::fmt;

use sha2::{Digest, Sha256};
use yard_tabletop::Holder;

/// Where ids, tokens and secrets come from.
///
/// A server draws them from the operating system, a page from the browser. A test gives its own, so that two games can be
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

/// Draws a token: 144 random bits as 24 letters.
///
/// # Errors
/// When there are no random numbers.
pub fn token(chance: &dyn Chance) -> Result<String, NoChance> {
    let mut bytes = [0; 18];
    chance.fill(&mut bytes)?;
    Ok(base64url(&bytes))
}

/// Draws the id of a game. It is no secret, but tells nothing either.
///
/// # Errors
/// When there are no random numbers.
pub fn id(chance: &dyn Chance) -> Result<String, NoChance> {
    let mut bytes = [0; 9];
    chance.fill(&mut bytes)?;
    Ok(base64url(&bytes))
}

/// Draws the secret of a game, from which its deal and the random numbers of its agents follow.
///
/// # Errors
/// When there are no random numbers.
pub fn game_secret(chance: &dyn Chance) -> Result<[u8; 16], NoChance> {
    let mut bytes = [0; 16];
    chance.fill(&mut bytes)?;
    Ok(bytes)
}

/// A mark for a holder of whom nothing is known: it equals no other.
///
/// # Errors
/// When there are no random numbers.
pub fn nobody(chance: &dyn Chance) -> Result<TokenHash, NoChance> {
    let mut bytes = [0; 32];
    chance.fill(&mut bytes)?;
    Ok(TokenHash(bytes))
}

/// Letters and digits that nobody mistakes for each other (those of Crockford's base 32).
const CODE_LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Draws a recovery code: 125 random bits as five groups of five letters, which a person can write down.
///
/// # Errors
/// When there are no random numbers.
pub fn code(chance: &dyn Chance) -> Result<String, NoChance> {
    let mut bytes = [0; 25];
    chance.fill(&mut bytes)?;
    let letters = bytes.map(|byte| char::from(CODE_LETTERS[usize::from(byte & 31)]));
    let groups: Vec<String> = letters.chunks(5).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
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
pub struct TokenHash(
    /// The hash.
    pub [u8; 32],
);

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }

    /// The hash of a recovery code, however somebody has typed it: blanks, lines between the groups and small letters
    /// do not matter.
    pub fn of_code(code: &str) -> TokenHash {
        let letter = |letter: char| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).map(letter).collect();
        TokenHash::of(&format!("recovery {plain}"))
    }

    /// The mark of a holder of seats.
    pub fn holder(self) -> Holder {
        Holder(self.0)
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
    use crate::test_chance::TestChance;

    #[test]
    fn letters_are_those_of_the_standard() {
        assert_eq!(base64url(b"foobar"), "Zm9vYmFy");
        assert_eq!(base64url(&[0xfb, 0xff, 0xfe]), "-__-");
    }

    #[test]
    fn a_code_is_the_same_however_it_is_typed() {
        let code = code(&TestChance::default()).unwrap();
        let groups: Vec<&str> = code.split('-').collect();
        assert!(groups.len() == 5 && groups.iter().all(|group| group.len() == 5), "{code}");
        let kept = TokenHash::of_code("7KD0M-1XQ2P-00000-ZZZZZ-11111");
        for typed in ["7kd0m1xq2p00000zzzzz11111", " 7KDOM-IXQ2P-OOOOO-zzzzz-lllll\n"] {
            assert_eq!(TokenHash::of_code(typed), kept, "{typed}");
        }
        assert_ne!(TokenHash::of_code("7KD0M-1XQ2P-00000-ZZZZZ-11112"), kept);
        assert_ne!(TokenHash::of("7KD0M1XQ2P00000ZZZZZ11111"), kept, "a code is no token");
    }

    #[test]
    fn tokens_differ_and_are_long() {
        let chance = TestChance::default();
        let [a, b] = [token(&chance).unwrap(), token(&chance).unwrap()];
        assert_eq!((a.len(), b.len()), (24, 24));
        assert_ne!(a, b);
        assert_ne!(TokenHash::of(&a), TokenHash::of(&b));
    }
}
