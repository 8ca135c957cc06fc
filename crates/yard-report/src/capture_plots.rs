//! When the detectives won: their wins by slot of the travel log.

use std::collections::BTreeMap;

use yard_arena::{CrossTable, Series, SeriesReport};
use yard_core::Rules;
use yard_plot::{BarMatrix, Bars, Caption, Columns, Histogram, Panel, Plot, grouped};

use crate::heat_map::matrix;
use crate::tournament_plots::played_text;

/// The slots of the travel log, with those marked after which Mr X shows himself.
pub fn log_slots(rules: &Rules) -> Columns {
    let marked = rules.surfacings().collect();
    Columns { last: rules.slots(), marked, mark: "Mr X surfaces in this slot".to_owned() }
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
        let name = format!("{detectives} (detectives) against {mr_x} (Mr X)");
        let panels = vec![captures(&name, &report.capture_rounds)];
        capture_histogram(title, &note, panels, log_slots(rules))
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

/// Detective wins by slot as a panel of a histogram.
pub fn captures(name: &str, wins: &BTreeMap<u8, u64>) -> Panel {
    let bars = Bars { counts: wins.clone(), label: summary(wins) };
    Panel { name: name.to_owned(), bars }
}

/// Detective wins by slot, one panel for each series.
pub fn capture_histogram(title: &str, note: &str, panels: Vec<Panel>, slots: Columns) -> Plot {
    let own = if panels.len() > 1 { "; every panel has a scale of its own" } else { "" };
    let meaning = format!("Detective wins by the log slot in which they came{own}");
    Histogram {
        caption: Caption::new(title, &[&meaning, note]),
        panels,
        columns: slots,
        x_title: "log slot".to_owned(),
        nothing: "the detectives never won".to_owned(),
    }
    .plot()
}

/// Detective wins by slot for every pair of a cross table, laid out like it; small, to be compared at a
/// glance.
pub fn capture_grid(title: &str, table: &CrossTable, slots: Columns) -> Plot {
    let meaning = "Detective wins by the log slot in which they came; the highest bar is the fullest \
                   slot of its drawing";
    let caption = Caption::new(title, &[meaning, &played_text(table)]);
    let bars = |report: &SeriesReport| Bars {
        counts: report.capture_rounds.clone(),
        label: wins_text(report.detective_wins),
    };
    BarMatrix { matrix: matrix(table, caption, bars), columns: slots }.plot()
}

/// So many wins, in words.
pub(crate) fn wins_text(wins: u64) -> String {
    match wins {
        0 => "no win".to_owned(),
        1 => "1 win".to_owned(),
        wins => format!("{} wins", grouped(wins)),
    }
}

/// How many wins, and by which slot half of them had come.
fn summary(wins: &BTreeMap<u8, u64>) -> String {
    let total: u64 = wins.values().sum();
    let mut sum = 0;
    let median = wins.iter().find(|&(_, count)| {
        sum += count;
        2 * sum >= total && total > 0
    });
    match median {
        Some((slot, _)) if total > 1 => {
            format!("{} wins, half of them by slot {slot}", grouped(total))
        }
        _ => format!("{} win{}", grouped(total), if total == 1 { "" } else { "s" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_arena::samples::cross_table;

    /// Twelve slots, Mr X surfaces in the third.
    fn slots() -> Columns {
        Columns { last: 12, marked: vec![3], mark: "Mr X surfaces in this slot".to_owned() }
    }

    #[test]
    fn wins_are_summed_up() {
        let panels = vec![captures("agent", &BTreeMap::from([(2, 30), (9, 70)]))];
        let svg = capture_histogram("Wins", "grid5, seed 1", panels, slots()).svg();
        for text in [
            "agent",
            "grid5, seed 1",
            "100 wins, half of them by slot 9",
            "\n12\n",
            "Mr X surfaces",
        ] {
            assert!(svg.contains(text), "{text} is missing");
        }
        assert_eq!(summary(&BTreeMap::from([(4, 1)])), "1 win");
        assert_eq!(summary(&BTreeMap::new()), "0 wins");
    }

    #[test]
    fn every_pair_has_its_drawing() {
        let svg = capture_grid("Grid", &cross_table(), slots()).svg();
        for text in ["random", "a|b", "20 wins", "no win", "90 wins", "not played", "seed 7"] {
            assert!(svg.contains(text), "{text} is missing");
        }
    }

    #[test]
    fn rules_say_where_mr_x_surfaces() {
        let classic = log_slots(&yard_core::presets::rules("classic").unwrap());
        assert_eq!((classic.last, classic.marked), (24, vec![3, 8, 13, 18, 24]));
    }
}
