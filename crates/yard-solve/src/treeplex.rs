//! What one side can do, in sequence form: decisions and what they lead to.

/// A point at which a side chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The outcome after which the side decides here.
    pub parent: u32,
    /// The first of its actions.
    pub first: u32,
    /// How many actions it has; at least 1.
    pub actions: u32,
}

impl Decision {
    /// Its actions as indices.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }
}

/// One side's plans: decisions, their actions, and the outcomes to which actions lead.
///
/// It is the sequence form of Koller, Megiddo and von Stengel (1996) with one liberty: several
/// actions may lead to one *outcome*, where what a side did before no longer matters to anybody.
/// An outcome may be followed by several decisions, one for each thing the other side may show.
/// The first outcomes are the *roots*; each is there from the beginning with a given weight.
///
/// Parents come before children: a decision is added after the actions that lead to its parent.
#[derive(Clone, Debug, Default)]
pub struct Treeplex {
    decisions: Vec<Decision>,
    targets: Vec<u32>,
    roots: Vec<f64>,
    outcomes: u32,
}

impl Treeplex {
    /// Begins with roots of the given weights; a side without private chance has one of weight 1.
    pub fn new(roots: &[f64]) -> Treeplex {
        Treeplex { roots: roots.to_vec(), outcomes: roots.len() as u32, ..Treeplex::default() }
    }

    /// Adds so many outcomes and returns the first.
    pub fn add_outcomes(&mut self, count: u32) -> u32 {
        let first = self.outcomes;
        self.outcomes += count;
        first
    }

    /// Adds a decision after an outcome. Its actions lead to the given outcomes, which must be later
    /// ones.
    pub fn add_decision(&mut self, parent: u32, targets: impl IntoIterator<Item = u32>) -> usize {
        let first = self.targets.len() as u32;
        self.targets.extend(targets);
        let actions = self.targets.len() as u32 - first;
        debug_assert!(actions > 0, "a decision needs an action");
        debug_assert!(
            self.targets[first as usize..]
                .iter()
                .all(|to| (parent + 1..self.outcomes).contains(to))
        );
        self.decisions.push(Decision { parent, first, actions });
        self.decisions.len() - 1
    }

    /// The decisions, parents first.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The number of actions of all decisions.
    pub fn actions(&self) -> usize {
        self.targets.len()
    }

    /// The number of roots, which are the first outcomes.
    pub fn roots(&self) -> usize {
        self.roots.len()
    }

    /// The number of outcomes, roots included.
    pub fn outcomes(&self) -> usize {
        self.outcomes as usize
    }

    /// The plan that takes every action of a decision with the same chance.
    pub fn even(&self) -> Vec<f64> {
        let mut plan = vec![0.0; self.actions()];
        for decision in &self.decisions {
            plan[decision.range()].fill(1.0 / f64::from(decision.actions));
        }
        plan
    }

    /// How likely a plan comes to each outcome, as far as it lies with this side.
    pub fn reach(&self, plan: &[f64], reach: &mut [f64]) {
        reach[..self.roots.len()].copy_from_slice(&self.roots);
        reach[self.roots.len()..].fill(0.0);
        for decision in &self.decisions {
            let here = reach[decision.parent as usize];
            let range = decision.range();
            for (target, chance) in self.targets[range.clone()].iter().zip(&plan[range]) {
                reach[*target as usize] += here * chance;
            }
        }
    }

    /// The value of the best plan, when `values` has what each outcome is worth by itself.
    ///
    /// Afterwards `values` has what each outcome is worth with all that follows.
    pub fn best(&self, values: &mut [f64]) -> f64 {
        for decision in self.decisions.iter().rev() {
            let worth = self.targets[decision.range()].iter().map(|to| values[*to as usize]);
            values[decision.parent as usize] += worth.fold(f64::NEG_INFINITY, f64::max);
        }
        self.at_roots(values)
    }

    /// The value at the roots, each with its weight.
    pub fn at_roots(&self, values: &[f64]) -> f64 {
        self.roots.iter().zip(values).map(|(weight, value)| weight * value).sum()
    }

    #[inline]
    pub(crate) fn targets(&self, decision: Decision) -> &[u32] {
        &self.targets[decision.range()]
    }
}
