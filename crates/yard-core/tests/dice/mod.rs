//! Chance for tests: a few lines that will never change, so neither will the games named by a seed.

use yard_core::Draw;

/// A small generator (splitmix64).
pub struct Dice(pub u64);

impl Draw for Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * u128::from(n)) >> 64) as u32
    }
}
