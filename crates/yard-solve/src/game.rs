//! A two-player zero-sum game in flat arrays; it knows nothing of boards and cards.

use crate::treeplex::Treeplex;

/// Payoffs where one outcome of `max` meets a run of outcomes of `min`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    max: u32,
    min: u32,
    len: u32,
}

/// A two-player zero-sum game with perfect recall of all that matters.
///
/// Each side has a [`Treeplex`]. Where an outcome of `max` and an outcome of `min` meet, `max` wins
/// a payoff times both reaches, so the value of two plans is bilinear in them. Chance is a part of
/// the payoffs, or of the weights of the roots. Payoffs lie in *blocks*: one outcome of `max` with
/// consecutive outcomes of `min`, which are the hands or stations that `max` cannot tell apart.
///
/// The payoffs themselves stand apart, so that one game can be looked at with several.
#[derive(Clone, Debug)]
pub struct ExtensiveGame {
    /// The side that wants much.
    pub max: Treeplex,
    /// The side that wants little.
    pub min: Treeplex,
    blocks: Vec<Block>,
    payoffs: usize,
}

impl ExtensiveGame {
    /// Begins a game with the roots of both sides.
    pub fn new(max: Treeplex, min: Treeplex) -> ExtensiveGame {
        ExtensiveGame { max, min, blocks: Vec::new(), payoffs: 0 }
    }

    /// Adds a block of so many payoffs; they follow those of earlier blocks.
    pub fn add_block(&mut self, max: u32, min: u32, len: usize) {
        debug_assert!((max as usize) < self.max.outcomes());
        debug_assert!(min as usize + len <= self.min.outcomes());
        self.blocks.push(Block { max, min, len: len as u32 });
        self.payoffs += len;
    }

    /// The number of payoffs of all blocks.
    pub fn payoffs(&self) -> usize {
        self.payoffs
    }

    /// What each outcome of `max` is worth against a reach of `min`.
    pub fn worth_to_max(&self, payoffs: &[f64], min_reach: &[f64], worth: &mut [f64]) {
        worth.fill(0.0);
        let mut rest = payoffs;
        for block in &self.blocks {
            let (here, later) = rest.split_at(block.len as usize);
            rest = later;
            let reach = &min_reach[block.min as usize..][..here.len()];
            worth[block.max as usize] += dot(here, reach);
        }
    }

    /// What each outcome of `min` is worth *to `min`* against a reach of `max`: less is more.
    pub fn worth_to_min(&self, payoffs: &[f64], max_reach: &[f64], worth: &mut [f64]) {
        worth.fill(0.0);
        let mut rest = payoffs;
        for block in &self.blocks {
            let (here, later) = rest.split_at(block.len as usize);
            rest = later;
            let reach = max_reach[block.max as usize];
            let worth = &mut worth[block.min as usize..][..here.len()];
            for (worth, payoff) in worth.iter_mut().zip(here) {
                *worth -= reach * payoff;
            }
        }
    }

    /// What a best response of `min` leaves to a plan of `max`.
    pub fn floor(&self, payoffs: &[f64], max_plan: &[f64], room: &mut Room) -> f64 {
        self.max.reach(max_plan, &mut room.max);
        self.worth_to_min(payoffs, &room.max, &mut room.min);
        -self.min.best(&mut room.min)
    }

    /// What a best response of `max` wins against a plan of `min`.
    pub fn ceiling(&self, payoffs: &[f64], min_plan: &[f64], room: &mut Room) -> f64 {
        self.min.reach(min_plan, &mut room.min);
        self.worth_to_max(payoffs, &room.min, &mut room.max);
        self.max.best(&mut room.max)
    }
}

/// Room for one number at each outcome of both sides.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// At the outcomes of `max`.
    pub max: Vec<f64>,
    /// At the outcomes of `min`.
    pub min: Vec<f64>,
}

impl Room {
    /// Room for a game.
    pub fn new(game: &ExtensiveGame) -> Room {
        Room { max: vec![0.0; game.max.outcomes()], min: vec![0.0; game.min.outcomes()] }
    }
}

/// A sum in four parts, which the processor can do at once and every machine in the same order.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut parts = [0.0; 4];
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    for (a, b) in a4.iter().zip(b4) {
        for i in 0..4 {
            parts[i] += a[i] * b[i];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    (parts[0] + parts[1]) + (parts[2] + parts[3]) + rest
}
