//! Charts as SVG and PNG, the same bytes on every machine.
//!
//! A chart is a value that says what to draw, words included; [`Plot`] is what was drawn. It is laid out
//! once, with the compiled-in font, as a list of shapes, and plotters' backends write them. So both
//! forms look alike, and the same data gives the same bytes on every machine.
//!
//! ```
//! use yard_plot::{Caption, Curve, Curves};
//!
//! let curve = Curve { name: "pulse".to_owned(), points: vec![(0.0, 62.0), (10.0, 140.0)] };
//! let chart = Curves {
//!     caption: Caption::new("A run", &["beats per minute"]),
//!     x_title: "minutes".to_owned(),
//!     curves: vec![curve],
//! };
//! assert!(chart.plot().svg().contains("minutes"));
//! ```

mod bar_matrix;
mod canvas;
mod curves;
mod estimate_curves;
mod font;
mod grid;
mod heat_map;
mod histogram;
mod input;
pub mod markup;
mod number;
mod output;
pub mod palette;
mod picture;
mod plot;
mod side_by_side;

pub use bar_matrix::BarMatrix;
pub use curves::Curves;
pub use estimate_curves::EstimateCurves;
pub use heat_map::{HeatCell, HeatMap};
pub use histogram::{Histogram, Panel};
pub use input::{Bars, Caption, Columns, Curve, Estimate, Matrix};
pub use number::grouped;
pub use plot::{Plot, PlotError};
pub use side_by_side::{SideBySide, SideBySideRow};

/// Room around every plot, in pixels.
const MARGIN: f64 = 28.0;

#[cfg(test)]
mod tests;
