//! Series of games: the catalog of rules, the roster of agents, statistics and the benchmark.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use yard_arena::{load_rules, Series};
//!
//! let series = Series {
//!     rules: Arc::new(load_rules("grid5").unwrap()),
//!     mr_x: "random".parse().unwrap(),
//!     detectives: "random".parse().unwrap(),
//!     games: 100,
//!     seed: yard_agents::Seed(1),
//!     threads: Some(2),
//! };
//! let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
//! assert_eq!(tally.report().games, 100);
//! ```

mod bench;
mod budgets;
mod capture_plots;
mod catalog;
pub mod coach;
mod cross_table;
mod duel;
mod experiment;
mod exploit;
mod file_names;
mod kept_table;
mod location_file;
mod location_training;
mod model_training;
mod models;
mod move_model_file;
mod played;
mod plots;
mod policies;
mod process;
pub mod protocol;
mod report;
mod reproduce;
mod reproduction;
mod reproduction_plots;
mod results;
mod results_header;
mod roster;
mod scenes;
mod self_play;
mod series;
mod soak;
mod sprt;
mod stats;
mod table_text;
mod tournament;
mod tournament_file;
mod tournament_plots;
mod training_plots;
mod trainings;

pub use bench::{
    AgentSignature, BenchCase, BenchReport, CASES, CaseReport, Pace, Signature, Target, Work,
    bench, peak_mib, signature,
};
pub use capture_plots::NamedPlot;
pub use catalog::{LoadError, load_board, load_rules, read_limited, read_text};
pub use cross_table::{CrossTable, Standing};
pub use duel::{Duel, DuelMode, DuelReport, EachGame, PairLedger};
pub use experiment::{Cell, Each, Experiment, Ledger, in_pool};
pub use exploit::{Exploit, ExploitError, ExploitKind, ExploitReport};
pub use kept_table::KeptTable;
pub use location_file::{CategoryCount, LocationFile, general_table};
pub use model_training::LearnedModel;
pub use models::RosterPlayers;
pub use move_model_file::MoveModelFile;
pub use played::Played;
pub use plots::{Caption, Plot, PlotError, SideBySide, ValueCurve};
pub use policies::{
    PolicyHome, PolicyLoadError, keep_policy, nash_table, policy_path, read_policy,
    set_policy_home, write_policy,
};
pub use report::report_html;
pub use reproduce::{PUBLISHED, PublishedCell, PublishedTable, ReproduceError, TablePlay};
pub use reproduction::{Comparison, Reproduction};
pub use reproduction_plots::rate_plots;
pub use results::{Enter, Results, ResultsError};
pub use results_header::{ResultsHeader, ResultsKind};
pub use roster::{AGENTS, AgentInfo, AgentSpec, Parameter, SpecError};
pub use scenes::{Answer, Goal, SCENES, Scene, SceneError, forced_moves, load_scenes, plays_alone};
pub use self_play::{Learned, LearnedFileError, SelfPlay};
pub use series::{Series, SeriesError, SeriesReport, Tally};
pub use soak::soak;
pub use sprt::{PairCounts, PairScore, Sprt, Verdict, score_of_elo, score_of_points};
pub use stats::{Share, difference, standard_errors_apart};
pub use tournament::Tournament;
pub use tournament_file::MOST_GAMES;
pub use training_plots::training_plots;
pub use trainings::{Phase, PublishedPhases, TableTraining, Wins, phases_plot};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
