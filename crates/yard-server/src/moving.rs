//! The codes under which a person's games move to another device.
//!
//! The bundle has tokens of seats, and the store keeps no tokens. So it is kept covered by a stream that follows from
//! the code (SHA-256 in counter mode), and under another hash of the code: whoever reads the database or a backup
//! learns neither. A code is drawn for one bundle and never used again, which such a stream needs.

use sha2::{Digest, Sha256};

use crate::secret::{Chance, NoChance, TokenHash};

/// Letters that nobody mistakes for others.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";
/// Letters of a code: 100 bits.
const LENGTH: usize = 20;

/// A code.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct MovingCode(String);

impl MovingCode {
    /// Draws a code.
    pub(crate) fn draw(chance: &dyn Chance) -> Result<MovingCode, NoChance> {
        let mut bytes = [0; LENGTH];
        chance.fill(&mut bytes)?;
        Ok(MovingCode(
            bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect(),
        ))
    }

    /// Reads a code as people type it: in small letters, with spaces, O for 0, I and L for 1.
    pub(crate) fn read(text: &str) -> Option<MovingCode> {
        let plain = text.chars().filter(|letter| !matches!(letter, ' ' | '-'));
        let plain: String = plain
            .map(|letter| match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                'U' => 'V',
                letter => letter,
            })
            .take(LENGTH + 1)
            .collect();
        let known = plain.bytes().all(|letter| LETTERS.contains(&letter));
        (known && plain.len() == LENGTH).then_some(MovingCode(plain))
    }

    /// The code in groups of four.
    pub(crate) fn shown(&self) -> String {
        let groups: Vec<&str> =
            (0..LENGTH).step_by(4).filter_map(|at| self.0.get(at..at + 4)).collect();
        groups.join("-")
    }

    /// What it is kept under.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&format!("yard moving: find {}", self.0))
    }
}

/// Covers a bundle, or uncovers it again.
pub(crate) fn cover(code: &MovingCode, mut bundle: Vec<u8>) -> Vec<u8> {
    for (number, block) in bundle.chunks_mut(32).enumerate() {
        let key = Sha256::digest(format!("yard moving: cover {} {number}", code.0).as_bytes());
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::SystemChance;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = MovingCode::draw(&SystemChance).unwrap();
        let shown = code.shown();
        assert_eq!(shown.len(), 24);
        for text in [
            shown.clone(),
            shown.to_lowercase(),
            shown.replace('-', " "),
            shown.replace('0', "O"),
            shown.replace('1', "l"),
        ] {
            assert!(MovingCode::read(&text) == Some(code.clone()), "{text}");
        }
        for text in ["", "ABCD", &"A".repeat(21), &"ä".repeat(10), &"!".repeat(20)] {
            assert!(MovingCode::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn only_the_code_uncovers() {
        let [code, other] = [(); 2].map(|()| MovingCode::draw(&SystemChance).unwrap());
        let bundle = b"tokens of seats, longer than one block of the stream".to_vec();
        let covered = cover(&code, bundle.clone());
        assert!(!covered.windows(6).any(|part| part == b"tokens"));
        assert_eq!(cover(&code, covered.clone()), bundle);
        assert_ne!(cover(&other, covered), bundle);
    }
}
