//! Small made-up results, for the tests of whatever prints and draws them.

use std::sync::LazyLock;

use yard_roster::Roster;

use crate::cross_table::CrossTable;
use crate::experiment::Contender;
use crate::published::PublishedTable;
use crate::published::{self, CellVerdict, Comparison, Reproduction, Role};
use crate::series::SeriesReport;
use crate::stats::{Share, difference};

/// A series of which the detectives won so many.
pub fn series(wins: u64, games: u64) -> SeriesReport {
    let share = Share::new(wins, games);
    SeriesReport {
        games,
        detective_wins: wins,
        mr_x_wins: games - wins,
        detective_rate: share.rate,
        ci95: share.ci95,
        mean_rounds: 18.5,
        capture_rounds: [(3, wins / 3), (8, wins - wins / 3)].into(),
        fouls: 0,
    }
}

/// Two by two, with names that need escaping and one cell not played.
pub fn cross_table() -> CrossTable {
    CrossTable {
        name: "A <test> & \"more\"".to_owned(),
        rules: "classic".to_owned(),
        seed: 7,
        games: 100,
        mr_x: vec!["random".to_owned(), "mcts:playouts=3000,c=0.4".to_owned()],
        detectives: vec!["a|b".to_owned(), "say \"<hi>\"".to_owned()],
        cells: vec![
            vec![Some(series(20, 100)), Some(series(0, 100))],
            vec![Some(series(90, 100)), None],
        ],
    }
}

/// A cell in which the detectives won so many of 100 games.
pub fn comparison(detectives: &str, published: f64, wins: u64) -> Comparison {
    let apart = difference((wins, 100), (published::wins(published, 100), 100));
    let apart = apart.map(|end| 100.0 * end);
    let agrees = Some(published::has_zero(apart));
    Comparison {
        cell: 1,
        rules: "grid5".to_owned(),
        mr_x_may_enter_detective: false,
        x: "alphabeta".to_owned(),
        detectives: detectives.to_owned(),
        published: Some(published),
        published_games: Some(100),
        ours: series(wins, 100),
        difference: Some(apart),
        agrees,
        reading_of: None,
        control_of: None,
        verdict: CellVerdict::of(&Role::Judged, agrees, false),
        reason: None,
        tested: None,
        figure: None,
    }
}

/// A table with these cells.
///
/// # Panics
/// Never: the table is compiled in.
pub fn reproduction(cells: Vec<Comparison>) -> Reproduction {
    let table = PublishedTable::named("sova-5.1", &Roster::default()).expect("it is compiled in");
    Reproduction { cells, ..Reproduction::new(&table) }
}

/// An agent of the roster that keeps nothing.
///
/// # Panics
/// When there is no such agent.
pub fn contender(spec: &str) -> Contender {
    // One for all, so that what `nash` needs is solved once.
    static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::default);
    ROSTER.factory(&spec.parse().expect("an agent of the roster"))
}
