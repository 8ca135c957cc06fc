//! Where the random numbers of a game come from: a seed that somebody chose, or a secret.
//!
//! Whoever knows a seed can work out the deal and every move of an agent. So a chosen seed is told to everybody at the
//! table, and all other games draw from 128 secret bits that are told to nobody and kept nowhere.

use std::fmt;

use sha2::{Digest, Sha256};
use yard_agents::{Rng, Seed};

/// Where the random numbers of a game come from. The `Debug` text names no number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GameSeed {
    /// A number that somebody chose, so somebody can repeat the game.
    Chosen(Seed),
    /// Bits that the driver drew. They never leave the process: a game that is brought back draws new ones.
    Secret([u8; 16]),
}

impl GameSeed {
    /// A stream of its own for a named purpose, such as `"deal"`.
    ///
    /// A secret gives each stream the SHA-256 of secret and name: nobody who learns one stream, however, learns
    /// anything of another.
    pub fn stream(&self, name: &str) -> Rng {
        match self {
            GameSeed::Chosen(seed) => seed.stream(name),
            GameSeed::Secret(secret) => {
                let hash = Sha256::new().chain_update(secret).chain_update(name.as_bytes());
                Rng::from_bytes(hash.finalize().into())
            }
        }
    }

    /// The number that somebody chose.
    pub fn chosen(&self) -> Option<Seed> {
        match self {
            GameSeed::Chosen(seed) => Some(*seed),
            GameSeed::Secret(_) => None,
        }
    }
}

impl fmt::Debug for GameSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameSeed::Chosen(_) => "Chosen(..)",
            GameSeed::Secret(_) => "Secret(..)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_seed_has_the_streams_that_it_always_had() {
        for name in ["deal", "mr-x-0-0"] {
            assert_eq!(GameSeed::Chosen(Seed(7)).stream(name), Seed(7).stream(name));
        }
        assert_eq!(GameSeed::Chosen(Seed(7)).chosen(), Some(Seed(7)));
    }

    /// The derivation is fixed: SHA-256 of the 16 bytes and the name is the state of the generator.
    #[test]
    fn every_bit_of_a_secret_and_of_a_name_counts() {
        let bits = |secret: [u8; 16], name: &str| GameSeed::Secret(secret).stream(name).bits();
        let first = bits([0; 16], "deal");
        assert_eq!(first, 15_645_005_847_633_294_771);
        for bit in 0..128 {
            let mut other = [0; 16];
            other[bit / 8] = 1 << (bit % 8);
            assert_ne!(bits(other, "deal"), first, "bit {bit}");
        }
        assert_ne!(bits([0; 16], "deal2"), first);
        assert_eq!(GameSeed::Secret([0; 16]).chosen(), None);
    }

    #[test]
    fn nothing_of_a_seed_is_printed() {
        let secret = GameSeed::Secret([171; 16]);
        let shown = format!("{secret:?} {:?} {secret:#?}", secret.stream("deal"));
        assert_eq!(shown, "Secret(..) Rng(..) Secret(..)");
        assert_eq!(format!("{:?}", GameSeed::Chosen(Seed(171))), "Chosen(..)");
    }
}
