//! The same agent at several budgets: what a curve of strength over budget is made of.

use yard_arena::Share;
use yard_files::file_part;
use yard_plot::{Caption, Curve, Estimate, EstimateCurves, Plot};
use yard_roster::{AgentSpec, Unit};

use crate::NamedPlot;
use crate::shares::{PLAYED, estimate};

/// How an agent with its budget did.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BudgetPoint<'a> {
    /// The agent, as it was asked for.
    pub(crate) agent: &'a str,
    /// The name of the curve on which the point lies; the opponent, say.
    pub(crate) curve: String,
    /// The detectives' share of games.
    pub(crate) share: Share,
}

/// Curves of one agent over its budget, one for each opponent.
#[derive(Clone, PartialEq, Debug)]
struct BudgetCurves {
    /// The agent without its budget.
    agent: String,
    /// What the budget counts.
    unit: Unit,
    curves: Vec<Curve<Estimate>>,
}

impl BudgetCurves {
    /// Finds every agent that met an opponent with more than one budget.
    fn find(points: Vec<BudgetPoint<'_>>) -> Vec<BudgetCurves> {
        let mut all: Vec<BudgetCurves> = Vec::new();
        for BudgetPoint { agent: spec, curve: name, share } in points {
            let spec = spec.parse::<AgentSpec>().ok();
            let Some((agent, unit, amount)) = spec.and_then(|spec| spec.without_budget()) else {
                continue;
            };
            let known = all.iter().position(|one| one.agent == agent && one.unit == unit);
            let at = known.unwrap_or_else(|| {
                all.push(BudgetCurves { agent, unit, curves: Vec::new() });
                all.len() - 1
            });
            let point = (amount as f64, estimate(share));
            let curves = &mut all[at].curves;
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name, points: vec![point] }),
            }
        }
        for one in &mut all {
            one.curves
                .retain(|Curve { points, .. }| points.iter().any(|point| point.0 != points[0].0));
        }
        all.retain(|one| !one.curves.is_empty());
        all
    }
}

/// The detectives' share of wins over a budget, on a logarithmic axis, with 95 % intervals.
pub fn rate_over_budget(title: &str, note: &str, unit: &str, curves: Vec<Curve<Estimate>>) -> Plot {
    let caption = Caption::new(title, &[PLAYED, note]);
    EstimateCurves { caption, x_title: unit.to_owned(), curves }.plot()
}

/// Win rates over budgets, for each agent that has several on its side.
pub(crate) fn budget_plots(
    note: &str,
    as_detectives: Vec<BudgetPoint<'_>>,
    as_mr_x: Vec<BudgetPoint<'_>>,
) -> Vec<NamedPlot> {
    let sides = [("detectives", "the detectives", as_detectives), ("mr-x", "Mr X", as_mr_x)];
    let mut plots = Vec::new();
    for (word, side, points) in sides {
        for found in BudgetCurves::find(points) {
            let name = format!("rate-over-{}-{word}-{}", found.unit.key(), file_part(&found.agent));
            let title = format!("{} as {side}, by its budget", found.agent);
            plots.push((name, rate_over_budget(&title, note, found.unit.words(), found.curves)));
        }
    }
    plots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_need_two_budgets_against_the_same_opponent() {
        let share = Share::new(1, 2);
        let point = |agent, opponent: &str| {
            let curve = opponent.to_owned();
            BudgetPoint { agent, curve, share }
        };
        let points = vec![
            point("mcts-sova", "random"),
            point("mcts-sova:playouts=50", "random"),
            point("mcts-sova:playouts=50", "alphabeta"),
            point("mcts-sova:nodes=50", "random"),
            point("mcts-gerza", "random"),
            point("mcts-gerza:playouts=250", "random"),
        ];
        let found = BudgetCurves::find(points);
        let points = [3000.0, 50.0].map(|amount| (amount, estimate(share))).to_vec();
        let curves = vec![Curve { name: "random".to_owned(), points }];
        assert_eq!(
            found,
            [BudgetCurves { agent: "mcts-sova".to_owned(), unit: Unit::Playouts, curves }]
        );
    }

    #[test]
    fn a_curve_has_its_words() {
        let points = vec![(3000.0, estimate(Share::new(5, 10)))];
        let curves = vec![Curve { name: "agent".to_owned(), points }];
        let svg = rate_over_budget("Wins", "grid5, seed 1", "playouts", curves).svg();
        for text in ["agent", "3,000", "playouts", "50 %", PLAYED] {
            assert!(svg.contains(text), "{text} is missing");
        }
    }
}
