//! `process:CMD` and `process[ms=..,stderr=..]:CMD`, and the words of CMD.

use std::time::Duration;

/// How to start a program and how to treat it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramSpec {
    /// The command as it was written.
    pub command: String,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// Time for each move.
    pub limit: Duration,
    /// Processor time for each move, of the program and all that it starts; no limit when `None`.
    pub cpu: Option<Duration>,
    /// Whether what it writes to standard error is shown; otherwise it is thrown away.
    pub shows_errors: bool,
}

impl Default for ProgramSpec {
    /// No program yet: ten seconds for a move, and what it complains of is shown.
    fn default() -> ProgramSpec {
        ProgramSpec {
            command: String::new(),
            words: Vec::new(),
            limit: Duration::from_secs(10),
            cpu: None,
            shows_errors: true,
        }
    }
}

/// Why a text is no command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// Nothing follows `process`.
    #[error("there is no command; {HINT}")]
    Missing,
    /// A bracket of parameters has no end.
    #[error("\"[\" is not closed; {HINT}")]
    OpenBracket,
    /// The command has no word.
    #[error("there is no command")]
    Empty,
    /// The first word is empty.
    #[error("the program has no name")]
    NoName,
    /// A quote has no end.
    #[error("a quote {0} is not closed")]
    OpenQuote(char),
    /// A backslash stands at the end.
    #[error("a backslash at the end protects nothing")]
    LastBackslash,
}

const HINT: &str = "write process:COMMAND or process[ms=2000]:COMMAND";

/// Splits what follows the word `process` into parameters and command.
///
/// A command may hold commas, colons and blanks, so it reaches to the end of the text, and
/// parameters come before it, in brackets.
///
/// # Errors
/// When there is no command, or a bracket is left open.
pub fn split_spec(rest: &str) -> Result<(&str, &str), CommandError> {
    let (parameters, command) = match rest.strip_prefix('[') {
        None => ("", rest),
        Some(inside) => inside.split_once(']').ok_or(CommandError::OpenBracket)?,
    };
    match command.strip_prefix(':').map(str::trim) {
        None | Some("") => Err(CommandError::Missing),
        Some(command) => Ok((parameters, command)),
    }
}

/// The words of a command, split as a shell splits them, without anything else that a shell does.
///
/// White space parts words. Between single quotes everything stands for itself; between double
/// quotes a backslash protects `"` and `\`; elsewhere it protects any character.
///
/// # Errors
/// When there is no word, or a quote is left open.
pub fn split_words(command: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let quoted = word.get_or_insert_default();
                read_quoted(letter, &mut letters, quoted)?;
            }
            '\\' => {
                let next = letters.next().ok_or(CommandError::LastBackslash)?;
                word.get_or_insert_default().push(next);
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    match words.first() {
        None => Err(CommandError::Empty),
        Some(program) if program.is_empty() => Err(CommandError::NoName),
        Some(_) => Ok(words),
    }
}

fn read_quoted(
    quote: char,
    letters: &mut std::str::Chars<'_>,
    word: &mut String,
) -> Result<(), CommandError> {
    while let Some(letter) = letters.next() {
        if letter == quote {
            return Ok(());
        }
        let mut ahead = letters.clone();
        match (quote, letter, ahead.next()) {
            ('"', '\\', Some(next @ ('"' | '\\'))) => {
                word.push(next);
                *letters = ahead;
            }
            _ => word.push(letter),
        }
    }
    Err(CommandError::OpenQuote(quote))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        split_words(command).unwrap()
    }

    #[test]
    fn commands_are_split_as_a_shell_splits_them() {
        assert_eq!(words("  python3   bot.py "), ["python3", "bot.py"]);
        assert_eq!(words("a 'b c' \"d e\"f g\\ h"), ["a", "b c", "d ef", "g h"]);
        assert_eq!(words(r#"a "x\"y\\z\n" '\' ''"#), ["a", "x\"y\\z\\n", "\\", ""]);
        assert_eq!(
            words("yard engine --agent uct:ms=5,c=1"),
            ["yard", "engine", "--agent", "uct:ms=5,c=1"]
        );
        assert_eq!(words("a $HOME * | b; c"), ["a", "$HOME", "*", "|", "b;", "c"]);
    }

    #[test]
    fn commands_that_are_none_are_refused() {
        assert_eq!(split_words("a 'b"), Err(CommandError::OpenQuote('\'')));
        assert_eq!(split_words("a \"b"), Err(CommandError::OpenQuote('"')));
        assert_eq!(split_words("a \\"), Err(CommandError::LastBackslash));
        assert_eq!(split_words(" "), Err(CommandError::Empty));
        assert_eq!(split_words("'' a"), Err(CommandError::NoName));
    }

    #[test]
    fn parameters_come_before_the_command() {
        assert_eq!(split_spec(":a:b,c=d [x]"), Ok(("", "a:b,c=d [x]")));
        assert_eq!(split_spec("[ms=5,stderr=drop]: a"), Ok(("ms=5,stderr=drop", "a")));
        assert!(split_spec("[ms=5:a").is_err());
        assert!(split_spec("[ms=5]").is_err());
        assert!(split_spec("").is_err());
        assert!(split_spec(": ").is_err());
    }
}
