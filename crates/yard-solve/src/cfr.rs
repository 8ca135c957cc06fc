//! Predictive CFR⁺: regrets at every decision, averages of the plans, and when to stop.

use crate::game::{ExtensiveGame, Room};
use crate::regret;
use crate::treeplex::Treeplex;

/// When a solver stops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop {
    /// As soon as best responses to the average plans are this close.
    pub gap: f64,
    /// After so many iterations at the latest.
    pub iterations: u32,
}

/// Plans of both sides and what best responses leave of them.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The chance of each action of `max`.
    pub max: Vec<f64>,
    /// The chance of each action of `min`.
    pub min: Vec<f64>,
    /// What `max` wins at least with its plan.
    pub floor: f64,
    /// What `min` gives at most with its plan.
    pub ceiling: f64,
    /// Iterations done.
    pub iterations: u32,
}

/// What one side has learned.
#[derive(Clone, Debug)]
struct Learner {
    /// Positive parts of the sums of regrets, by action.
    regrets: Vec<f64>,
    /// The plan to be played next, by action.
    plan: Vec<f64>,
    /// Sums of the plans in sequence form, by action.
    sums: Vec<f64>,
    /// How likely the plan comes to each outcome.
    reach: Vec<f64>,
    /// What each outcome is worth.
    worth: Vec<f64>,
}

impl Learner {
    fn new(tree: &Treeplex) -> Learner {
        let mut reach = vec![0.0; tree.outcomes()];
        let plan = tree.even();
        tree.reach(&plan, &mut reach);
        Learner {
            regrets: vec![0.0; tree.actions()],
            plan,
            sums: vec![0.0; tree.actions()],
            reach,
            worth: vec![0.0; tree.outcomes()],
        }
    }

    /// Adds the regrets of the plan that was played and makes the next one.
    fn learn(&mut self, tree: &Treeplex) {
        for decision in tree.decisions().iter().rev() {
            let range = decision.range();
            let targets = tree.targets(*decision);
            let plan = &mut self.plan[range.clone()];
            let regrets = &mut self.regrets[range];
            let worth = &self.worth;
            let here = regret::learn(plan, regrets, |action| worth[targets[action] as usize]);
            self.worth[decision.parent as usize] += here;
        }
    }

    /// Works out the reach of the plan and adds it to the sums with a weight.
    fn spread(&mut self, tree: &Treeplex, weight: f64) {
        tree.reach(&self.plan, &mut self.reach);
        for decision in tree.decisions() {
            let here = weight * self.reach[decision.parent as usize];
            let range = decision.range();
            for (sum, chance) in self.sums[range.clone()].iter_mut().zip(&self.plan[range]) {
                *sum += here * chance;
            }
        }
    }

    /// The average plan; even where the side never came.
    fn average(&self, tree: &Treeplex, plan: &mut [f64]) {
        for decision in tree.decisions() {
            regret::average(&self.sums[decision.range()], &mut plan[decision.range()]);
        }
    }
}

/// Finds plans of both sides that are nearly optimal.
///
/// The sides learn in turn, and a plan counts in the average with the square of its iteration: both
/// as in the experiments of Farina, Kroer and Sandholm 2021. The same game gives the same bits.
/// Nothing is allocated in an iteration.
pub fn solve(game: &ExtensiveGame, payoffs: &[f64], stop: Stop) -> Solution {
    let mut max = Learner::new(&game.max);
    let mut min = Learner::new(&game.min);
    let mut room = Room::new(game);
    let mut solution = Solution {
        max: game.max.even(),
        min: game.min.even(),
        floor: f64::NEG_INFINITY,
        ceiling: f64::INFINITY,
        iterations: 0,
    };
    let mut check = FIRST_CHECK;
    loop {
        solution.iterations += 1;
        let weight = f64::from(solution.iterations).powi(2);
        game.worth_to_max(payoffs, &min.reach, &mut max.worth);
        max.learn(&game.max);
        max.spread(&game.max, weight);
        game.worth_to_min(payoffs, &max.reach, &mut min.worth);
        min.learn(&game.min);
        min.spread(&game.min, weight);
        let last = solution.iterations >= stop.iterations;
        if solution.iterations < check && !last {
            continue;
        }
        check += (check / 4).max(2);
        max.average(&game.max, &mut solution.max);
        min.average(&game.min, &mut solution.min);
        solution.floor = game.floor(payoffs, &solution.max, &mut room);
        solution.ceiling = game.ceiling(payoffs, &solution.min, &mut room);
        if last || solution.ceiling - solution.floor <= stop.gap {
            return solution;
        }
    }
}

/// Iterations before the first look at the gap; many segments are decided, and need no more. Later
/// looks come in steps of a quarter.
const FIRST_CHECK: u32 = 2;
