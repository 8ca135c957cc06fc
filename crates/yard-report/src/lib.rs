//! Pictures and pages of what was played and trained.
//!
//! `yard-arena` has the numbers and `yard-plot` draws charts that know nothing of games; here the one
//! becomes the other.

mod budgets;
mod capture_plots;
mod page;
mod reproduction_plots;
mod tournament_plots;
mod training_plots;

pub use capture_plots::{NamedPlot, capture_plot};
pub use page::report_html;
pub use reproduction_plots::{rate_plots, reproduction_plots};
pub use tournament_plots::tournament_plots;
pub use training_plots::{phase_plot, phases_plot, training_plots};
