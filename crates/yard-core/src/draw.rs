//! Chance from outside: the rules hold no generator.

/// A source of chance.
///
/// The rules are pure, so whoever wants a random deal or move brings the numbers.
pub trait Draw {
    /// A number in `0..n`, each equally likely; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}
