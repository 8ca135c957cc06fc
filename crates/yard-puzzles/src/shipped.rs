//! The puzzles that come with the program, and the one of the day.

use std::sync::LazyLock;

use crate::puzzle::{Puzzle, PuzzleError};

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let lines = include_str!("../data/puzzles.txt").lines();
    // A test reads every line, so none is left out here.
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.parse().ok()).collect()
});

/// All puzzles that come with the program.
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}

/// A puzzle by its id.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    shipped().iter().find(|puzzle| puzzle.id == id)
}

/// Puzzles between those of two days. It is prime, so that all come before one comes again.
const STRIDE: u64 = 101;

/// The puzzle of a day, written as 2026-11-18. It follows from the date alone.
///
/// # Errors
/// When there is no such day.
pub fn daily(date: &str) -> Result<&'static Puzzle, PuzzleError> {
    let day = day_number(date).ok_or_else(|| PuzzleError::Date(date.chars().take(20).collect()))?;
    let count = shipped().len() as u64;
    let at = (day * STRIDE).checked_rem(count).unwrap_or(0);
    shipped().get(at as usize).ok_or_else(|| PuzzleError::Date(date.to_owned()))
}

/// Days since the first of March of year 0, after the calendar of today.
fn day_number(date: &str) -> Option<u64> {
    let mut parts = date.splitn(3, '-');
    let mut number = |length: usize| {
        let part = parts.next().filter(|part| part.len() == length)?;
        if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse::<u64>().ok() } else { None }
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if day == 0 || day > days {
        return None;
    }
    // The year begins in March, so that the leap day is its last; 400 years are a whole round of leap days.
    let year = year + 400 - u64::from(month < 3);
    let since_march = (month + 9) % 12;
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * since_march + 2) / 5 + day)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn days_follow_each_other() {
        for (a, b) in [
            ("2026-11-30", "2026-12-01"),
            ("2024-02-28", "2024-02-29"),
            ("2024-02-29", "2024-03-01"),
            ("2025-02-28", "2025-03-01"),
            ("2026-12-31", "2027-01-01"),
        ] {
            assert_eq!(day_number(a).unwrap() + 1, day_number(b).unwrap(), "{a}");
        }
        for wrong in
            ["2025-02-29", "2026-13-01", "2026-1-1", "today", "", "2026-11-31", "+026-11-18"]
        {
            assert!(daily(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        let mut seen = BTreeSet::new();
        let start = day_number("2026-01-01").unwrap();
        let count = shipped().len() as u64;
        for day in start..start + count {
            seen.insert((day * STRIDE) % count);
        }
        assert_eq!(seen.len() as u64, count);
        assert_eq!(daily("2026-11-18"), daily("2026-11-18"));
        assert_ne!(daily("2026-11-18"), daily("2026-11-19"));
    }
}
