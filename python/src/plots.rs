//! Charts of numbers that Python has.

use pyo3::prelude::*;
use yard_plot::{Caption, Curve, Curves};

/// Draws curves as SVG; Python's half of the package documents it as `yard.curves`.
#[pyfunction]
pub(crate) fn curves_svg(
    title: &str,
    note: &str,
    x_title: String,
    curves: Vec<(String, Vec<(f64, f64)>)>,
) -> String {
    let curves = curves.into_iter().map(|(name, points)| Curve { name, points }).collect();
    Curves { caption: Caption::new(title, &[note]), x_title, curves }.plot().svg()
}
