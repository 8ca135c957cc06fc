//! Random numbers: one portable generator for what is stored, a faster one for playouts.
//!
//! A series has one seed. Game `i` and each seat derive a named stream from it, so adding an agent
//! or a thread shifts nobody else's numbers. The derivation is fixed by a golden test.

use std::fmt;

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use yard_core::{Checksum, Draw};

/// The one number from which everything random in a series follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of game `index` of a series.
    #[must_use]
    pub fn of_game(self, index: u64) -> Seed {
        Seed(mix(self.0 ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// A seed of its own for a named part of a series, such as one pairing of a tournament.
    #[must_use]
    pub fn of_name(self, name: &str) -> Seed {
        Seed(self.named(name))
    }

    /// A stream of its own for a named purpose, such as `"deal"` or `"mr-x"`.
    pub fn stream(self, name: &str) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(self.named(name)))
    }

    /// A number that stands for this seed and a name.
    fn named(self, name: &str) -> u64 {
        mix(self.0 ^ Checksum::of(name.as_bytes()).value())
    }
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014): every bit depends on every bit.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The portable generator (xoshiro256++), for deals, agents and all that is stored.
///
/// Its `Debug` text hides the state: whoever knows it knows what an agent draws next.
#[derive(Clone, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng(..)")
    }
}

impl Rng {
    /// Begins from 256 bits, which make the whole state: for streams that nobody shall guess.
    pub fn from_bytes(bytes: [u8; 32]) -> Rng {
        Rng(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A fast generator for playouts, begun from this one.
    pub fn fork(&mut self) -> FastRng {
        FastRng::new(self.bits())
    }
}

impl Draw for Rng {
    /// Lemire's method (2019), which draws again where a remainder would be favoured.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing can be drawn from nothing");
        let mut wide = (self.bits() >> 32) * u64::from(n);
        if (wide as u32) < n {
            let bias = n.wrapping_neg() % n;
            while (wide as u32) < bias {
                wide = (self.bits() >> 32) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }
}

/// A small fast generator for playouts (the wyrand step of Wang Yi's wyhash).
///
/// [`below`](FastRng::below) does not draw again, so a remainder is favoured by at most n / 2³²,
/// far below what any playout can show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastRng(u64);

impl FastRng {
    /// Begins from a number.
    pub fn new(seed: u64) -> FastRng {
        FastRng(seed)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }
}

impl Draw for FastRng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
}
