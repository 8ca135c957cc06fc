//! The pictures that belong to published tables played again.

use crate::budgets::Curves;
use crate::capture_plots::{NamedPlot, Pair};
use yard_arena::Share;
use yard_arena::{Comparison, Reproduction};
use yard_files::file_part;
use yard_plot::{Caption, Plot, SideBySide, grouped};
use yard_roster::load_rules;

/// Both figures of every cell side by side, and the figures of the document that show capture
/// rounds; each picture's name begins with that of the table.
pub fn reproduction_plots(table: &Reproduction) -> Vec<NamedPlot> {
    if table.cells.is_empty() {
        return Vec::new();
    }
    let row = |cell: &Comparison| SideBySide {
        name: format!("{}: {} against {}", cell.rules_text(), cell.detectives, cell.x),
        published: cell.published_share(),
        ours: Share { rate: cell.ours.detective_rate, ci95: cell.ours.ci95 },
    };
    let rows: Vec<SideBySide> = table.cells.iter().map(row).collect();
    let note = format!("detectives against Mr X; {}; seed {}", games_text(table), table.seed);
    let caption = Caption { title: &table.title, note: &note };
    let mut plots = vec![(table.name.clone(), Plot::side_by_side(caption, &rows))];
    plots.extend(table.cells.iter().filter_map(|cell| figure(table, cell)));
    plots
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
        let ours = Share { rate: cell.ours.detective_rate, ci95: cell.ours.ci95 };
        let shares = [("ours", Some(ours)), ("published", cell.published_share())];
        for (whose, share) in shares.into_iter().filter_map(|(whose, share)| Some((whose, share?)))
        {
            let name =
                |opponent: &str| format!("against {opponent}, {}, {whose}", cell.rules_text());
            as_detectives.push((cell.detectives.as_str(), name(&cell.x), share));
            as_mr_x.push((cell.x.as_str(), name(&cell.detectives), share));
        }
    }
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let note = format!("from the tables {}", names.join(", "));
    let mut plots = Vec::new();
    let sides = [("detectives", "the detectives", as_detectives), ("mr-x", "Mr X", as_mr_x)];
    for (word, side, points) in sides {
        for curves in Curves::find(points.into_iter()) {
            let name =
                format!("rate-over-{}-{word}-{}", curves.unit.key(), file_part(&curves.agent));
            let title = format!("{} as {side}, by its budget", curves.agent);
            plots.push((name, curves.plot(Caption { title: &title, note: &note })));
        }
    }
    plots
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
