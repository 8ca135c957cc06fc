//! Plots of series and cross tables, as SVG and PNG.
//!
//! A plot is laid out once, with the compiled-in font, as a list of shapes; plotters' backends draw
//! it. So both forms look alike, and the same data gives the same bytes on every machine.

mod beside;
mod canvas;
mod curves;
mod font;
mod heat;
mod histogram;
mod matrix;
mod multiples;
mod output;
pub mod palette;
mod picture;
mod rates;

use std::collections::BTreeMap;

pub use beside::SideBySide;
use canvas::Canvas;

use yard_arena::CrossTable;
use yard_arena::Share;

/// Room around every plot, in pixels.
const MARGIN: f64 = 28.0;

/// Lengths of games in rounds, and bounds of their values.
pub type ValueCurve = Vec<(f64, [f64; 2])>;

/// A plot, ready to be written as SVG or PNG.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    title: String,
    size: (u32, u32),
    canvas: Canvas,
}

/// What stands above a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caption<'a> {
    /// What it shows.
    pub title: &'a str,
    /// What was played: rules, games, seed. May be empty.
    pub note: &'a str,
}

/// Why a plot could not be made into a picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// It is larger than a picture may be.
    #[error("a picture of {0} by {1} pixels is too large")]
    Size(u32, u32),
    /// The backend refused.
    #[error("cannot draw: {0}")]
    Draw(String),
    /// The encoder refused.
    #[error("cannot encode the picture: {0}")]
    Encode(#[from] png::EncodingError),
}

impl Plot {
    fn new(title: &str, (width, height): (f64, f64), canvas: Canvas) -> Plot {
        Plot { title: title.to_owned(), size: (width.ceil() as u32, height.ceil() as u32), canvas }
    }

    /// Detective wins by the log slot in which they came, one panel for each series.
    ///
    /// `slots` is the length of the log; `surfacing` are the slots after which Mr X shows himself.
    pub fn capture_histogram(
        caption: Caption<'_>,
        series: &[(String, BTreeMap<u8, u64>)],
        slots: u8,
        surfacing: &[u8],
    ) -> Plot {
        histogram::plot(caption, series, slots, surfacing)
    }

    /// The detectives' share of wins over a budget, on a logarithmic axis, with 95 % intervals.
    ///
    /// Points whose budget is not a positive number have no place on that axis and are left out.
    pub fn rate_over_budget(
        caption: Caption<'_>,
        x_label: &str,
        series: &[(String, Vec<(f64, Share)>)],
    ) -> Plot {
        rates::plot(caption, rates::PLAYED, x_label, series)
    }

    /// Values of solved games over their length, each with its bounds.
    pub fn value_over_rounds(caption: Caption<'_>, series: &[(String, ValueCurve)]) -> Plot {
        let share =
            |[lower, upper]: [f64; 2]| Share { rate: 0.5 * (lower + upper), ci95: [lower, upper] };
        let curve = |(name, points): &(String, ValueCurve)| {
            (name.clone(), points.iter().map(|(at, bounds)| (*at, share(*bounds))).collect())
        };
        let series: Vec<_> = series.iter().map(curve).collect();
        let meaning = "How often the detectives win when both sides play perfectly";
        rates::plot(caption, meaning, "rounds", &series)
    }

    /// Detective wins by log slot for every pair of a cross table, laid out like it; small, to be
    /// compared at a glance.
    pub fn capture_grid(title: &str, table: &CrossTable, slots: u8, surfacing: &[u8]) -> Plot {
        multiples::plot(title, table, slots, surfacing)
    }

    /// Published shares beside ours, both with 95 % intervals.
    pub fn side_by_side(caption: Caption<'_>, rows: &[SideBySide]) -> Plot {
        beside::plot(caption, rows)
    }

    /// A cross table as colours: rows are detectives, columns are Mr X.
    pub fn heat_map(title: &str, table: &CrossTable) -> Plot {
        heat::plot(title, table)
    }

    /// Numbers over games, with 0 on the axis; points that are no numbers are left out.
    pub fn curves(
        caption: Caption<'_>,
        y_label: &str,
        curves: &[(String, Vec<(f64, f64)>)],
    ) -> Plot {
        curves::plot(caption, y_label, curves)
    }

    /// Width and height in pixels, as the SVG has them.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }
}

/// A text without the characters that XML does not allow.
fn plain(text: &str) -> String {
    let odd = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if odd(c) { ' ' } else { c }).collect()
}

/// A text as it stands in XML and HTML, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A round step that cuts `span` into at most `parts` parts: 1, 2 or 5 times a power of ten.
fn round_step(span: u64, parts: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if span.div_ceil(step) <= parts || power > u64::MAX / 100 {
                return step;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
pub(crate) mod tests;
