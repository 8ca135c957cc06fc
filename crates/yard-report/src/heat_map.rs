//! A cross table as colours.

use yard_arena::{CrossTable, SeriesReport};
use yard_plot::{Caption, Estimate, HeatCell, HeatMap, Matrix, Plot, grouped};

use crate::tournament_plots::played_text;

/// What a pair says that has not met.
pub(crate) const NOT_PLAYED: &str = "not played";

/// A table of a tournament whose cells are made of its series: rows are detectives, columns are Mr X.
pub(crate) fn matrix<C>(
    table: &CrossTable,
    caption: Caption,
    cell: impl Fn(&SeriesReport) -> C,
) -> Matrix<C> {
    let row = |row: &Vec<Option<SeriesReport>>| {
        row.iter().map(|report| report.as_ref().map(&cell)).collect()
    };
    Matrix {
        caption,
        row_title: "detectives".to_owned(),
        column_title: "Mr X".to_owned(),
        rows: table.detectives.clone(),
        columns: table.mr_x.clone(),
        cells: table.cells.iter().map(row).collect(),
        missing: NOT_PLAYED.to_owned(),
    }
}

/// Who won how often, as colours.
pub fn heat_map(table: &CrossTable) -> Plot {
    let played = played_text(table);
    let note = format!("Games won by the detectives, with 95 % interval; {played}");
    let cell = |report: &SeriesReport| HeatCell {
        share: Estimate { value: report.detective_rate, interval: report.ci95 },
        note: short_text(report, table.games),
    };
    HeatMap {
        matrix: matrix(table, Caption::new(&table.name, &[&note]), cell),
        ends: ["Mr X wins", "detectives win"].map(str::to_owned),
    }
    .plot()
}

/// How many games a series has, where that is not what was planned.
pub(crate) fn short_text(report: &SeriesReport, planned: u64) -> String {
    match report.games == planned {
        true => String::new(),
        false => format!("{} games", grouped(report.games)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_arena::samples::{cross_table, series};

    #[test]
    fn names_and_shares_are_all_there() {
        let mut table = cross_table();
        table.cells[0][1] = Some(series(0, 50));
        let svg = heat_map(&table).svg();
        for text in [
            "random",
            "a|b",
            "20.0 %",
            "± 7.8",
            "0.0 %",
            "90.0 %",
            "not played",
            "50 %",
            "50 games",
            "detectives ↓",
            "Mr X →",
            "Mr X wins",
            "detectives win",
            "100 games each",
            "seed 7",
        ] {
            assert!(svg.contains(text), "{text} is missing");
        }
        assert!(!svg.contains("\n100 games"), "only an unplanned number is told");
    }
}
