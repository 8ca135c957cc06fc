//! Capture rounds of one pair of agents as a picture.

use yard_core::Rules;

use yard_arena::{Series, SeriesReport};
use yard_plot::{Caption, Plot, grouped};

/// A picture and its name: a path without an ending, folders parted by `/`.
pub type NamedPlot = (String, Plot);

/// The slots after which Mr X shows himself.
pub(crate) fn surfacing(rules: &Rules) -> Vec<u8> {
    rules.surfacings().collect()
}

/// Who met whom under which rules.
pub(crate) struct Pair<'a> {
    pub(crate) rules: &'a Rules,
    /// What the rules are called, where something of them was changed.
    pub(crate) rules_name: &'a str,
    pub(crate) seed: u64,
    pub(crate) mr_x: &'a str,
    pub(crate) detectives: &'a str,
}

impl Pair<'_> {
    /// When these detectives caught this Mr X.
    pub(crate) fn capture_plot(&self, title: &str, report: &SeriesReport) -> Plot {
        let Pair { rules, rules_name, seed, mr_x, detectives } = self;
        let note = format!("{rules_name}, {} games, seed {seed}", grouped(report.games));
        let series = format!("{detectives} (detectives) against {mr_x} (Mr X)");
        let wins = [(series, report.capture_rounds.clone())];
        let caption = Caption { title, note: &note };
        Plot::capture_histogram(caption, &wins, rules.slots(), &surfacing(rules))
    }
}

/// When the detectives of a series won.
pub fn capture_plot(series: &Series, report: &SeriesReport) -> Plot {
    let (mr_x, detectives) = (series.mr_x.name(), series.detectives.name());
    let pair = Pair {
        rules: &series.rules,
        rules_name: series.rules.name(),
        seed: series.seed.0,
        mr_x: &mr_x,
        detectives: &detectives,
    };
    pair.capture_plot("When the detectives won", report)
}
