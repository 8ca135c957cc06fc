//! Pictures and pages of what was played and trained.
//!
//! `yard-arena` has the numbers and `yard-plot` draws charts that know nothing of games; here the one
//! becomes the other, and all words about games are written here.

mod budgets;
mod capture_plots;
mod heat_map;
mod learning_curves;
mod page;
mod reproduction_plots;
mod shares;
mod solution_plots;
mod table_files;
mod tournament_plots;
mod training_plots;

pub use budgets::rate_over_budget;
pub use capture_plots::{capture_grid, capture_histogram, capture_plot, captures, log_slots};
pub use heat_map::heat_map;
pub use learning_curves::{by_form, learning_plot};
pub use page::report_html;
pub use reproduction_plots::{rate_plots, reproduction_plots};
pub use shares::{beside_published, estimate};
pub use solution_plots::value_over_rounds;
pub use table_files::{reproduction_tables, tournament_tables};
pub use tournament_plots::tournament_plots;
pub use training_plots::{phase_plot, phases_plot, training_plots};

/// A picture and its name: a path without an ending, folders parted by `/`.
pub type NamedPlot = (String, yard_plot::Plot);
