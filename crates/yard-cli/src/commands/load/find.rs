//! Looks for the most tables that a server holds, and says what ended the search.

use std::fmt;

use serde::Serialize;

use super::tables::TablesReport;
use super::{Failure, LoadArgs, Told, measure_tables, too_many_files};

/// The most tables that were fast enough, all that were tried, and why there were no more.
#[derive(Serialize)]
pub(super) struct Found {
    below_ms: f64,
    most: Option<usize>,
    tried: Vec<TablesReport>,
    ended_by: Ended,
}

/// Why the search went no further.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Ended {
    /// Moves were too slow at so many tables.
    Slow(usize),
    /// No more were asked for.
    MostTables,
    /// The machine has no more to give at so many tables: open files, memory, or a table that could not be filled.
    Resource { tables: usize, reason: String },
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Slow(tables) => write!(f, "{tables} are slower"),
            Ended::MostTables => write!(f, "no more were asked for"),
            Ended::Resource { tables, reason } => write!(f, "{tables} were not measured: {reason}"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { below_ms, most, ended_by, .. } = self;
        match most {
            Some(most) => {
                writeln!(f, "p99 stays below {below_ms} ms up to {most} tables; {ended_by}")
            }
            None => writeln!(f, "p99 is nowhere below {below_ms} ms"),
        }
    }
}

/// Doubles the tables while they are fast enough, then halves the gap.
pub(super) async fn find(
    args: &LoadArgs,
    first: &TablesReport,
    below: f64,
    told: &mut Told<'_>,
) -> Result<Found, Failure> {
    let mut search = Search::new(first.tables, first.p99_ms < below, args.most_tables);
    let mut tried = Vec::new();
    while let Some(next) = search.next() {
        if let Some(reason) = too_many_files(args, next).or_else(no_memory) {
            search.cannot(next, reason);
            continue;
        }
        match measure_tables(args, next).await {
            Ok(report) => {
                told.tell(&report)?;
                search.saw(next, report.p99_ms < below);
                tried.push(report);
            }
            Err(error) => search.cannot(next, error.to_string()),
        }
    }
    let found = Found { below_ms: below, most: search.good, tried, ended_by: search.ended() };
    told.tell(&found)?;
    Ok(found)
}

/// Says so when less than a tenth of the memory is left, where the system tells it.
fn no_memory() -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let of = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    };
    let (all, left) = (of("MemTotal:")?, of("MemAvailable:")?);
    (left < all / 10).then(|| format!("{} MiB of memory are left", left / 1024))
}

/// Where the search stands.
struct Search {
    good: Option<usize>,
    bad: Option<usize>,
    most: Option<usize>,
    /// Set when `bad` could not be measured.
    reason: Option<String>,
}

impl Search {
    fn new(first: usize, fast: bool, most: Option<usize>) -> Search {
        let mut search = Search { good: None, bad: None, most, reason: None };
        search.saw(first, fast);
        search
    }

    /// The next number of tables to try.
    fn next(&self) -> Option<usize> {
        match (self.good, self.bad) {
            (Some(good), None) if self.most.is_some_and(|most| good >= most) => None,
            (Some(good), None) => Some(self.most.map_or(2 * good, |most| most.min(2 * good))),
            (None, Some(bad)) if bad < 50 => None,
            (None, Some(bad)) => Some(bad / 2),
            (Some(good), Some(bad)) if bad - good <= good / 10 => None,
            (Some(good), Some(bad)) => Some(good.midpoint(bad)),
            (None, None) => None,
        }
    }

    fn saw(&mut self, tables: usize, fast: bool) {
        match fast {
            true => self.good = Some(tables),
            false => (self.bad, self.reason) = (Some(tables), None),
        }
    }

    fn cannot(&mut self, tables: usize, reason: String) {
        (self.bad, self.reason) = (Some(tables), Some(reason));
    }

    fn ended(&self) -> Ended {
        match (self.bad, &self.reason) {
            (Some(tables), Some(reason)) => Ended::Resource { tables, reason: reason.clone() },
            (Some(tables), None) => Ended::Slow(tables),
            (None, _) => Ended::MostTables,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that is fast up to so many tables, and has files for so many.
    fn search(fast: usize, files: usize, most: Option<usize>) -> (Option<usize>, Ended, usize) {
        let mut search = Search::new(500, 500 <= fast, most);
        let mut steps = 0;
        while let Some(next) = search.next() {
            steps += 1;
            match next <= files {
                true => search.saw(next, next <= fast),
                false => search.cannot(next, "files".to_owned()),
            }
        }
        (search.good, search.ended(), steps)
    }

    #[test]
    fn the_search_goes_on_until_moves_are_slow_or_a_resource_ends() {
        let (most, ended, steps) = search(7_300, usize::MAX, None);
        assert_eq!((most, ended), (Some(7_000), Ended::Slow(7_500)));
        assert!(steps <= 8, "{steps}");
        let (most, ended, _) = search(7_300, 4_950, None);
        assert!(most.is_some_and(|most| (4_500..=4_950).contains(&most)), "{most:?}");
        assert!(matches!(ended, Ended::Resource { tables, .. } if tables > 4_950), "{ended:?}");
        assert_eq!(search(7_300, usize::MAX, Some(2_000)).0, Some(2_000));
        assert_eq!(search(7_300, usize::MAX, Some(2_000)).1, Ended::MostTables);
        assert_eq!(search(0, usize::MAX, None).0, None);
        let (most, _, _) = search(130, usize::MAX, None);
        assert!(most.is_some_and(|most| (110..=130).contains(&most)), "{most:?}");
    }
}
