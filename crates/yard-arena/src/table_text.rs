//! A cross table as Markdown and as comma-separated values.

use std::fmt::Write as _;

use crate::cross_table::CrossTable;
use crate::series::SeriesReport;

impl CrossTable {
    /// A Markdown table of the detectives' shares with their 95 % intervals (Wilson).
    pub fn to_markdown(&self) -> String {
        let mut text = format!(
            "# {}\n\nShare of games won by the detectives in %, with the 95 % interval (Wilson). \
             Rules {}, {} games a cell, seed {}.\n\n",
            self.name, self.rules, self.games, self.seed
        );
        // Writing to a string cannot fail.
        let _ = write!(text, "| detectives ↓, Mr X → |");
        for name in &self.mr_x {
            let _ = write!(text, " {} |", cell_text(name));
        }
        let _ = write!(text, "\n|---|{}\n", "---|".repeat(self.mr_x.len()));
        for (name, row) in self.detectives.iter().zip(&self.cells) {
            let _ = write!(text, "| {} |", cell_text(name));
            for cell in row {
                let _ =
                    write!(text, " {} |", cell.as_ref().map_or("–".to_owned(), |c| self.share(c)));
            }
            text.push('\n');
        }
        let fouls: u64 = self.cells.iter().flatten().flatten().map(|cell| cell.fouls).sum();
        if fouls > 0 {
            let _ = write!(text, "\n{fouls} games ended by a foul, which loses.\n");
        }
        text
    }

    fn share(&self, cell: &SeriesReport) -> String {
        if cell.games == 0 {
            return "not played".to_owned();
        }
        let [lo, hi] = cell.ci95.map(|bound| bound * 100.0);
        let short = match cell.games < self.games {
            true => format!(", {} games", cell.games),
            false => String::new(),
        };
        format!("{:.1} ({lo:.1} to {hi:.1}{short})", cell.detective_rate * 100.0)
    }

    /// One line for each cell that was to be played, after a line of names.
    pub fn to_csv(&self) -> String {
        let mut text = "detectives,mr_x,games,detective_wins,mr_x_wins,detective_rate,\
                        ci95_low,ci95_high,mean_rounds,fouls\n"
            .to_owned();
        for (detectives, row) in self.detectives.iter().zip(&self.cells) {
            for (mr_x, cell) in self.mr_x.iter().zip(row) {
                let Some(cell) = cell else { continue };
                let _ = writeln!(
                    text,
                    "{},{},{},{},{},{:.6},{:.6},{:.6},{:.4},{}",
                    quoted(detectives),
                    quoted(mr_x),
                    cell.games,
                    cell.detective_wins,
                    cell.mr_x_wins,
                    cell.detective_rate,
                    cell.ci95[0],
                    cell.ci95[1],
                    cell.mean_rounds,
                    cell.fouls
                );
            }
        }
        text
    }
}

/// A bar would end the cell.
pub(crate) fn cell_text(text: &str) -> String {
    text.replace('|', "\\|")
}

/// RFC 4180: fields with commas or quotes are quoted, quotes within doubled.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Played, Tally};
    use yard_core::Side;

    fn table() -> CrossTable {
        let mut tally = Tally::default();
        for (index, winner) in [Side::Detectives, Side::MrX].into_iter().enumerate() {
            tally.count(index as u64, &Played { winner, outcome: None, slots: 5, fouled: None });
        }
        CrossTable {
            name: "small".to_owned(),
            rules: "grid5".to_owned(),
            seed: 3,
            games: 4,
            mr_x: vec!["a:k=1,l=2".to_owned(), "b|c".to_owned()],
            detectives: vec!["d".to_owned()],
            cells: vec![vec![Some(tally.report()), None]],
        }
    }

    #[test]
    fn markdown_has_intervals_gaps_and_escapes() {
        let text = table().to_markdown();
        let rows: Vec<&str> = text.lines().skip(4).collect();
        assert_eq!(
            rows,
            [
                "| detectives ↓, Mr X → | a:k=1,l=2 | b\\|c |",
                "|---|---|---|",
                "| d | 50.0 (9.5 to 90.5, 2 games) | – |",
            ]
        );
    }

    #[test]
    fn csv_has_a_line_for_each_cell() {
        let text = table().to_csv();
        assert_eq!(
            text.lines().nth(1),
            Some("d,\"a:k=1,l=2\",2,1,1,0.500000,0.094531,0.905469,5.0000,0")
        );
        assert_eq!(text.lines().count(), 2);
    }
}
