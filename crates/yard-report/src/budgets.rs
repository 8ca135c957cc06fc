//! The same agent at several budgets: what a curve of strength over budget is made of.

use yard_arena::Share;
use yard_plot::{Caption, Plot};
use yard_roster::AGENTS;

/// The parameters that are budgets, and what they count.
const UNITS: [(&str, &str); 3] = [
    ("playouts", "playouts for each move"),
    ("nodes", "nodes for each move"),
    ("ms", "milliseconds for each move"),
];

/// An agent taken apart into its budget and the rest.
#[derive(Clone, PartialEq, Debug)]
struct Budgeted {
    /// The agent's name and its other parameters.
    agent: String,
    /// Which parameter the budget is.
    key: &'static str,
    amount: f64,
}

impl Budgeted {
    /// Takes a spec apart; nothing where the agent has no budget.
    fn of(spec: &str) -> Option<Budgeted> {
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        // A program's time limit, `process[ms=..]`, is no part of a name that is known.
        let info = AGENTS.iter().find(|info| info.name == name && name != "process")?;
        let parts = || rest.split(',').filter(|part| !part.is_empty());
        let given = parts().find_map(|part| {
            let (key, amount) = part.split_once('=')?;
            UNITS.iter().find(|(unit, _)| *unit == key).map(|(unit, _)| (*unit, amount))
        });
        let default = || {
            let budgets = info.parameters.iter().filter_map(|parameter| {
                let (unit, _) = UNITS.iter().find(|(unit, _)| *unit == parameter.key)?;
                Some((*unit, parameter.default))
            });
            budgets.into_iter().find(|(_, amount)| amount.parse::<f64>().is_ok())
        };
        let (key, amount) = given.or_else(default)?;
        let others: Vec<&str> = parts()
            .filter(|part| part.split_once('=').is_none_or(|(other, _)| other != key))
            .collect();
        let agent = match others.is_empty() {
            true => name.to_owned(),
            false => format!("{name}:{}", others.join(",")),
        };
        Some(Budgeted { agent, key, amount: amount.parse().ok()? })
    }
}

/// Curves of one agent over its budget, one for each opponent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Curves {
    /// The agent without its budget.
    pub(crate) agent: String,
    /// Which budget: `playouts`, `nodes` or `ms`.
    pub(crate) key: &'static str,
    series: Vec<(String, Vec<(f64, Share)>)>,
}

impl Curves {
    /// Finds every agent that met an opponent with more than one budget.
    ///
    /// A point is an agent with its budget, the name of a curve (the opponent, say) and a share.
    pub(crate) fn find<'a>(points: impl Iterator<Item = (&'a str, String, Share)>) -> Vec<Curves> {
        let mut all: Vec<Curves> = Vec::new();
        for (spec, opponent, share) in points {
            let Some(Budgeted { agent, key, amount }) = Budgeted::of(spec) else { continue };
            let known = all.iter().position(|one| one.agent == agent && one.key == key);
            let at = known.unwrap_or_else(|| {
                all.push(Curves { agent, key, series: Vec::new() });
                all.len() - 1
            });
            let series = &mut all[at].series;
            match series.iter_mut().find(|(name, _)| *name == opponent) {
                Some((_, points)) => points.push((amount, share)),
                None => series.push((opponent, vec![(amount, share)])),
            }
        }
        for curves in &mut all {
            curves.series.retain(|(_, points)| points.iter().any(|point| point.0 != points[0].0));
        }
        all.retain(|curves| !curves.series.is_empty());
        all
    }

    /// What the budget counts, in words.
    fn unit(&self) -> &'static str {
        UNITS.iter().find(|(key, _)| *key == self.key).map_or("", |(_, words)| words)
    }

    pub(crate) fn plot(&self, caption: Caption<'_>) -> Plot {
        Plot::rate_over_budget(caption, self.unit(), &self.series)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_taken_off_and_defaults_count() {
        let of = |spec: &str| Budgeted::of(spec).map(|b| (b.agent, b.key, b.amount));
        assert_eq!(of("mcts-sova"), Some(("mcts-sova".to_owned(), "playouts", 3000.0)));
        assert_eq!(of("mcts-sova:playouts=50"), Some(("mcts-sova".to_owned(), "playouts", 50.0)));
        let other = "mcts-sova:exploration=1";
        assert_eq!(of("mcts-sova:nodes=9,exploration=1"), Some((other.to_owned(), "nodes", 9.0)));
        assert_eq!(of("random"), None);
        assert_eq!(of("process:bot playouts=3"), None);
        assert_eq!(of("process[ms=30]:bot"), None);
    }

    #[test]
    fn curves_need_two_budgets_against_the_same_opponent() {
        let share = Share::new(1, 2);
        let point = |spec, opponent: &str| (spec, opponent.to_owned(), share);
        let points = [
            point("mcts-sova", "random"),
            point("mcts-sova:playouts=50", "random"),
            point("mcts-sova:playouts=50", "alphabeta"),
            point("mcts-sova:nodes=50", "random"),
            point("mcts-gerza", "random"),
            point("mcts-gerza:playouts=250", "random"),
        ];
        let curves = Curves::find(points.into_iter());
        let series = vec![("random".to_owned(), vec![(3000.0, share), (50.0, share)])];
        assert_eq!(curves, [Curves { agent: "mcts-sova".to_owned(), key: "playouts", series }]);
    }
}
