//! Playing many games: series, results files, tournaments, sequential tests, published tables and
//! exploitability.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use yard_arena::Series;
//! use yard_roster::{Roster, load_rules};
//!
//! let roster = Roster::default();
//! let series = Series {
//!     rules: Arc::new(load_rules("grid5").unwrap()),
//!     mr_x: roster.factory(&"random".parse().unwrap()),
//!     detectives: roster.factory(&"lookahead".parse().unwrap()),
//!     games: 100,
//!     seed: yard_agents::Seed(1),
//!     threads: Some(2),
//! };
//! let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
//! assert_eq!(tally.report().games, 100);
//! ```

mod cross_table;
mod duel;
mod experiment;
mod exploit;
mod habits;
mod planned_run;
mod played;
mod published;
mod results;
#[doc(hidden)]
pub mod samples;
mod self_play;
mod series;
mod shard;
mod sprt;
mod stats;
mod table_text;
mod tournament;
mod tournament_file;

pub use cross_table::{CrossTable, Standing};
pub use duel::{Duel, DuelMode, DuelReport, EachGame, PairLedger};
pub use experiment::{Cell, Contender, Each, Experiment, Ledger, in_pool};
pub use exploit::{Exploit, ExploitError, ExploitKind, ExploitReport};
pub use habits::Habits;
pub use planned_run::{PlannedRun, RunWorker};
pub use played::Played;
pub use published::{
    CellPlace, CellTally, CellVerdict, Comparison, DocumentTally, Evidence, KeptTable, PUBLISHED,
    Phase, PlaceError, PublishedCell, PublishedMean, PublishedPhases, PublishedTable,
    ReproduceError, Reproduction, Role, SeatMean, Summary, TablePlay, TableTally, TableTraining,
    Trainings, Wins, WrittenTable,
};
pub use results::{
    Enter, MergeError, Merged, Results, ResultsError, ResultsHeader, ResultsKind, ResultsLine,
    in_order, merge,
};
pub use self_play::{LearnedModel, SelfPlay};
pub use series::{Series, SeriesError, SeriesReport, Tally};
pub use shard::{Shard, ShardError};
pub use sprt::{PairCounts, PairScore, Sprt, Verdict, score_of_elo, score_of_points};
pub use stats::{Share, difference, standard_errors_apart};
pub use tournament::{FinishedError, Tournament};
pub use tournament_file::MOST_GAMES;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
