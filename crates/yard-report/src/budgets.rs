//! The same agent at several budgets: what a curve of strength over budget is made of.

use yard_arena::Share;
use yard_plot::{Caption, Plot};
use yard_roster::{AgentSpec, Unit};

/// Curves of one agent over its budget, one for each opponent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Curves {
    /// The agent without its budget.
    pub(crate) agent: String,
    /// What the budget counts.
    pub(crate) unit: Unit,
    series: Vec<(String, Vec<(f64, Share)>)>,
}

impl Curves {
    /// Finds every agent that met an opponent with more than one budget.
    ///
    /// A point is an agent with its budget, the name of a curve (the opponent, say) and a share.
    pub(crate) fn find<'a>(points: impl Iterator<Item = (&'a str, String, Share)>) -> Vec<Curves> {
        let mut all: Vec<Curves> = Vec::new();
        for (spec, opponent, share) in points {
            let spec = spec.parse::<AgentSpec>().ok();
            let Some((agent, unit, amount)) = spec.and_then(|spec| spec.without_budget()) else {
                continue;
            };
            let known = all.iter().position(|one| one.agent == agent && one.unit == unit);
            let at = known.unwrap_or_else(|| {
                all.push(Curves { agent, unit, series: Vec::new() });
                all.len() - 1
            });
            let series = &mut all[at].series;
            match series.iter_mut().find(|(name, _)| *name == opponent) {
                Some((_, points)) => points.push((amount as f64, share)),
                None => series.push((opponent, vec![(amount as f64, share)])),
            }
        }
        for curves in &mut all {
            curves.series.retain(|(_, points)| points.iter().any(|point| point.0 != points[0].0));
        }
        all.retain(|curves| !curves.series.is_empty());
        all
    }

    pub(crate) fn plot(&self, caption: Caption<'_>) -> Plot {
        Plot::rate_over_budget(caption, self.unit.words(), &self.series)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            curves,
            [Curves { agent: "mcts-sova".to_owned(), unit: Unit::Playouts, series }]
        );
    }
}
