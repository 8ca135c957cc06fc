//! Records as text: reads what somebody brings, and names the line where something is wrong.

use std::fmt;
use std::sync::Arc;

use yard_core::{DetectiveView, Faults, Record, RecordError, Rules};

use crate::catalog::{Catalog, with_detectives};
use crate::error::RecordTextError;

/// A line of a text, where it is known: `line 7: `, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line(Option<usize>);

impl Line {
    /// The first line that begins with a word.
    fn of(text: &str, word: &str) -> Line {
        let begins = |line: &str| line.split_whitespace().next() == Some(word);
        Line(text.lines().position(begins).map(|at| at + 1))
    }

    /// Its number, counted from 1.
    pub fn number(self) -> Option<usize> {
        self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "line {number}: "),
            None => Ok(()),
        }
    }
}

/// Reads a record from outside; the rules must be on offer. Its moves are not looked at.
///
/// # Errors
/// When it is no record; names the line where something is wrong.
pub fn read_record(text: &str, catalog: &Catalog) -> Result<(Record, Arc<Rules>), RecordTextError> {
    let text = text.trim_start_matches('\u{feff}');
    let record: Record = match text.trim_start().starts_with('{') {
        true => serde_json::from_str(text)?,
        false => text.parse::<Record>()?,
    };
    let rules = catalog
        .rules(&record.rules)
        .map_err(|cause| RecordTextError::Rules { line: Line::of(text, "rules"), cause })?;
    let rules =
        with_detectives(rules, record.detectives.len() as u32).map_err(|cause: Faults| {
            RecordTextError::Detectives { line: Line::of(text, "start"), cause }
        })?;
    Ok((record, rules))
}

/// Reads a record from outside and replays it as the detectives saw it.
///
/// # Errors
/// When it is no record or does not replay; names the line where something is wrong.
pub fn read_view(
    text: &str,
    catalog: &Catalog,
) -> Result<(Record, DetectiveView), RecordTextError> {
    let (record, rules) = read_record(text, catalog)?;
    let view = record
        .replay_view(rules)
        .map_err(|cause| RecordTextError::Replay { line: line_of(text, &cause), cause })?;
    Ok((record, view))
}

fn line_of(text: &str, error: &RecordError) -> Line {
    match error {
        RecordError::Start(_) => Line::of(text, "start"),
        RecordError::Move { turn, .. } | RecordError::Text { turn, .. } => {
            Line::of(text, &turn.to_string())
        }
        RecordError::Result { .. } => Line::of(text, "result"),
        RecordError::Hidden => Line(None),
    }
}

/// A record as text, with comments after its first line.
pub(crate) fn commented(record: &Record, comments: &[String]) -> String {
    let text = record.to_string();
    let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let comments: String = comments.iter().map(|line| format!("# {line}\n")).collect();
    format!("{head}\n{comments}{rest}")
}
