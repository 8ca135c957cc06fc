//! What makes no sense in a plan.

use crate::dqn::ExplorationPlan;

/// The numbers that every plan has.
pub(crate) struct Shared {
    pub(crate) games: u64,
    pub(crate) checkpoint: u64,
    pub(crate) games_at_once: usize,
    pub(crate) batch: usize,
    pub(crate) replay: usize,
    pub(crate) rate: f32,
    pub(crate) last_rate: Option<f32>,
    pub(crate) discount: f32,
    pub(crate) exploration: ExplorationPlan,
}

/// One thing that makes no sense, and the value it is about.
pub(crate) struct PlanFault {
    /// Where the value stands in a file, such as `learner.batch`.
    pub(crate) path: &'static str,
    pub(crate) text: &'static str,
}

/// Gathers the faults of a plan.
pub(crate) struct PlanFaults(Vec<PlanFault>);

impl PlanFaults {
    /// Those of the numbers that every plan has.
    pub(crate) fn new(shared: &Shared) -> PlanFaults {
        let Shared { games, checkpoint, games_at_once, batch, replay, .. } = *shared;
        let Shared { rate, last_rate, discount, exploration, .. } = *shared;
        let mut faults = PlanFaults(Vec::new());
        faults.check(games > 0, "games", "games must be at least 1");
        faults.check(checkpoint > 0, "checkpoint", "checkpoint must be at least 1");
        let at_once = (1..=10_000).contains(&games_at_once);
        faults.check(at_once, "games_at_once", "games_at_once must be from 1 to 10000");
        let batches = (1..=1 << 16).contains(&batch);
        faults.check(batches, "learner.batch", "learner.batch must be from 1 to 65536");
        faults.check(
            replay >= batch && replay <= 10_000_000,
            "learner.replay",
            "learner.replay must be at least learner.batch, and at most 10000000",
        );
        // At 0 nothing is learned: a control.
        let good = |rate: f32| (0.0..=1.0).contains(&rate);
        faults.check(good(rate), "learner.rate", "learner.rate must lie between 0 and 1");
        let last = last_rate.is_none_or(good);
        faults.check(last, "learner.last_rate", "learner.last_rate must lie between 0 and 1");
        let discounts = (0.0..=1.0).contains(&discount);
        faults.check(discounts, "learner.discount", "learner.discount must lie between 0 and 1");
        let odds = 0.0..=1.0;
        let ExplorationPlan { from, to } = exploration;
        let explores = odds.contains(&from) && odds.contains(&to);
        faults.check(explores, "exploration", "exploration must lie between 0 and 1");
        faults
    }

    /// Adds a fault where something does not hold.
    pub(crate) fn check(&mut self, holds: bool, path: &'static str, text: &'static str) {
        if !holds {
            self.0.push(PlanFault { path, text });
        }
    }

    /// All of them.
    pub(crate) fn into_vec(self) -> Vec<PlanFault> {
        self.0
    }
}

/// The faults as text alone.
pub(crate) fn texts(faults: Vec<PlanFault>) -> Vec<String> {
    faults.into_iter().map(|fault| fault.text.to_owned()).collect()
}
