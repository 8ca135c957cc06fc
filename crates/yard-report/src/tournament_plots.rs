//! The pictures that belong to a tournament.

use yard_arena::{CrossTable, Share, Tournament};
use yard_files::{file_part, unique};
use yard_plot::grouped;

use crate::NamedPlot;
use crate::budgets::{BudgetPoint, budget_plots};
use crate::capture_plots::{Pair, capture_grid, log_slots};
use crate::heat_map::heat_map;

/// Up to so many pairs of agents each gets a picture of its own; of more, one picture has them all.
const OWN_PICTURES: usize = 40;

/// The pictures of a table of a tournament: the heat map, capture rounds of all pairs at a
/// glance and of each one, and win rates over budgets where an agent has several.
pub fn tournament_plots(tournament: &Tournament, table: &CrossTable) -> Vec<NamedPlot> {
    let mut plots = vec![("heat-map".to_owned(), heat_map(table))];
    let pairs = table.played().count();
    if pairs > 1 {
        let title = format!("{}: when the detectives won", table.name);
        let grid = capture_grid(&title, table, log_slots(&tournament.rules));
        plots.push(("capture-rounds".to_owned(), grid));
    }
    let mut own = table_rate_plots(table);
    if pairs <= OWN_PICTURES {
        own.extend(table.played().map(|(mr_x, detectives, report)| {
            let (rules, rules_name, seed) = (&*tournament.rules, &*table.rules, table.seed);
            let pair = Pair { rules, rules_name, seed, mr_x, detectives };
            let name = format!("{}-against-{}", file_part(detectives), file_part(mr_x));
            (name, pair.capture_plot("When the detectives won", report))
        }));
    }
    let mut names: Vec<String> = own.iter().map(|(name, _)| name.clone()).collect();
    unique(&mut names);
    let in_folder = names.into_iter().zip(own);
    plots.extend(in_folder.map(|(name, (_, plot))| (format!("plots/{name}"), plot)));
    plots
}

/// Win rates over budgets, for each agent that has several on its side.
pub(crate) fn table_rate_plots(table: &CrossTable) -> Vec<NamedPlot> {
    let [mut as_detectives, mut as_mr_x] = [Vec::new(), Vec::new()];
    for (mr_x, detectives, report) in table.played() {
        let share = Share::new(report.detective_wins, report.games);
        let point = |agent, opponent: &str| {
            let curve = format!("against {opponent}");
            BudgetPoint { agent, curve, share }
        };
        as_detectives.push(point(detectives, mr_x));
        as_mr_x.push(point(mr_x, detectives));
    }
    budget_plots(&played_text(table), as_detectives, as_mr_x)
}

/// What was played, in a line.
pub(crate) fn played_text(table: &CrossTable) -> String {
    let CrossTable { rules, seed, games, .. } = table;
    format!("{rules}, {} games each, seed {seed}", grouped(*games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_arena::samples::series;

    fn tournament(detectives: &str) -> Tournament {
        let text = format!(
            "version = 1\nname = 't'\nrules = 'grid5'\ngames = 100\nmr_x = ['random', 'alphabeta']\n\
             detectives = {detectives}\n"
        );
        Tournament::from_toml(&text, None, &yard_roster::Roster::default()).unwrap()
    }

    fn names(tournament: &Tournament) -> Vec<String> {
        let mut table = tournament.table(&[]);
        for row in &mut table.cells {
            row.fill(Some(series(30, 100)));
        }
        tournament_plots(tournament, &table).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_pair_has_its_picture() {
        assert_eq!(
            names(&tournament("['random']")),
            [
                "heat-map",
                "capture-rounds",
                "plots/random-against-random",
                "plots/random-against-alphabeta",
            ]
        );
    }

    #[test]
    fn budgets_become_curves() {
        let names = names(&tournament("['mcts-sova', 'mcts-sova:playouts=30']"));
        assert_eq!(names[2], "plots/rate-over-playouts-detectives-mcts-sova");
        assert_eq!(names.len(), 7);
    }

    #[test]
    fn nothing_played_has_a_heat_map_only() {
        let tournament = tournament("['random']");
        let plots = tournament_plots(&tournament, &tournament.table(&[]));
        assert_eq!(plots.len(), 1);
    }
}
