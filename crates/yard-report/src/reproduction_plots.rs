//! The pictures that belong to published tables played again.

use yard_arena::{Comparison, Reproduction, Share};
use yard_files::file_part;
use yard_plot::grouped;
use yard_roster::load_rules;

use crate::NamedPlot;
use crate::budgets::{BudgetPoint, budget_plots};
use crate::capture_plots::Pair;
use crate::shares::{beside_published, compared};

/// Both figures of every cell side by side, and the figures of the document that show capture
/// rounds; each picture's name begins with that of the table.
pub fn reproduction_plots(table: &Reproduction) -> Vec<NamedPlot> {
    if table.cells.is_empty() {
        return Vec::new();
    }
    let row = |cell: &Comparison| {
        let name = format!("{}: {} against {}", cell.rules_text(), cell.detectives, cell.x);
        compared(name, cell.published_share(), our_share(cell))
    };
    let rows = table.cells.iter().map(row).collect();
    let note = format!("detectives against Mr X; {}; seed {}", games_text(table), table.seed);
    let mut plots = vec![(table.name.clone(), beside_published(&table.title, &note, rows))];
    plots.extend(table.cells.iter().filter_map(|cell| figure(table, cell)));
    plots
}

fn our_share(cell: &Comparison) -> Share {
    Share { rate: cell.ours.detective_rate, ci95: cell.ours.ci95 }
}

fn games_text(table: &Reproduction) -> String {
    let games = |cell: &Comparison| cell.ours.games;
    let least = table.cells.iter().map(games).min().unwrap_or(0);
    let most = table.cells.iter().map(games).max().unwrap_or(0);
    match least == most {
        true => format!("{} games of ours for each", grouped(most)),
        false => format!("{} to {} games of ours for each", grouped(least), grouped(most)),
    }
}

/// A figure of the document, drawn from our games.
fn figure(table: &Reproduction, cell: &Comparison) -> Option<NamedPlot> {
    let figure = cell.figure.as_ref()?;
    let rules = load_rules(&cell.rules).ok()?;
    let pair = Pair {
        rules: &rules,
        rules_name: &cell.rules_text(),
        seed: table.seed,
        mr_x: &cell.x,
        detectives: &cell.detectives,
    };
    let title = format!("{}, figure {figure}, from our games", table.document);
    let name = format!("{}-figure-{}", table.name, file_part(figure));
    Some((name, pair.capture_plot(&title, &cell.ours)))
}

/// Win rates over budgets, published and ours, for each agent that several tables have at more than
/// one budget on a side, against the same opponent and under the same rules.
pub fn rate_plots(tables: &[Reproduction]) -> Vec<NamedPlot> {
    let cells = || tables.iter().flat_map(|table| &table.cells);
    let [mut as_detectives, mut as_mr_x] = [Vec::new(), Vec::new()];
    for cell in cells() {
        let shares = [("ours", Some(our_share(cell))), ("published", cell.published_share())];
        for (whose, share) in shares.into_iter().filter_map(|(whose, share)| Some((whose, share?)))
        {
            let point = |agent, opponent: &str| {
                let curve = format!("against {opponent}, {}, {whose}", cell.rules_text());
                BudgetPoint { agent, curve, share }
            };
            as_detectives.push(point(cell.detectives.as_str(), &cell.x));
            as_mr_x.push(point(cell.x.as_str(), &cell.detectives));
        }
    }
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let note = format!("from the tables {}", names.join(", "));
    budget_plots(&note, as_detectives, as_mr_x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_arena::samples::{comparison, reproduction};

    #[test]
    fn a_cell_with_a_figure_gets_it() {
        let figure = Comparison { figure: Some("5.4".to_owned()), ..comparison("random", 5.0, 6) };
        let plots = reproduction_plots(&reproduction(vec![figure, comparison("random", 5.0, 6)]));
        let names: Vec<&str> = plots.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["sova-5.1", "sova-5.1-figure-5.4"]);
        assert!(plots[1].1.svg().contains("Sova 2021, figure 5.4, from our games"));
        assert!(reproduction_plots(&reproduction(Vec::new())).is_empty());
    }

    #[test]
    fn tables_with_two_budgets_give_curves() {
        let cells = |playouts: u32| {
            reproduction(vec![
                comparison(&format!("mcts-sova:playouts={playouts}"), 5.0, 6),
                comparison("random", 5.0, 6),
            ])
        };
        assert!(rate_plots(&[cells(30)]).is_empty());
        let plots = rate_plots(&[cells(30), cells(300)]);
        assert_eq!(plots.len(), 1);
        assert_eq!(plots[0].0, "rate-over-playouts-detectives-mcts-sova");
        let svg = plots[0].1.svg();
        assert!(svg.contains("against alphabeta, grid5, published"), "{svg}");
    }
}
