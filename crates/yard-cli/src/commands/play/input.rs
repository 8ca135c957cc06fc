//! What people type: commands and moves.

use yard_core::{
    DetectiveId, DetectiveMove, DetectiveText, DetectiveView, MrXMove, MrXView, Station, Turn,
    did_you_mean,
};

use crate::screen::{Key, mr_x_singles};

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Nothing,
    Help,
    Log,
    Candidates,
    /// How likely Mr X is where.
    Belief,
    Hint,
    Board,
    /// Light marks on or off; grids only.
    Marks,
    Doubles,
    /// Save, with the name of the file.
    Save(String),
    Quit,
    /// Perhaps a move.
    Move(String),
}

/// Full names of the commands.
const COMMANDS: [&str; 9] =
    ["help", "hint", "log", "candidates", "probabilities", "board", "doubles", "save", "quit"];

impl Input {
    /// Reads a line; on a grid some letters are keys.
    pub(super) fn read(line: &str, grid: bool) -> Input {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Input::Nothing,
            ("help" | "h" | "?", "") => Input::Help,
            ("log" | "l", "") => Input::Log,
            ("c", "") if grid => Input::Marks,
            ("candidates" | "c", "") => Input::Candidates,
            ("probabilities" | "p", "") => Input::Belief,
            ("hint" | "i", "") => Input::Hint,
            ("board" | "b", "") => Input::Board,
            ("doubles", "") => Input::Doubles,
            ("d", "") if !grid => Input::Doubles,
            ("save", file) => Input::Save(file.to_owned()),
            ("quit" | "q" | "exit", "") => Input::Quit,
            _ => Input::Move(line.to_owned()),
        }
    }
}

/// The move of Mr X that a text means; whether it is legal is for the game to say.
pub(super) fn mr_x_move(view: &MrXView, text: &str) -> Result<MrXMove, String> {
    let singles = mr_x_singles(view);
    if let Some(number) = number(text)? {
        return pick(&singles, number);
    }
    let closed = close_up(text);
    if let Some(to) = key_target(view.rules().board(), &closed, view.station())? {
        let there: Vec<MrXMove> = singles.into_iter().filter(|mv| mv.target() == to).collect();
        return only(&there, |mv| mv.to_string());
    }
    closed.parse().map_err(|_| no_move(text, "T46 or 2T46K58"))
}

/// The detectives' move that a text means; whether it is legal is for the game to say.
pub(super) fn detective_move(view: &DetectiveView, text: &str) -> Result<DetectiveMove, String> {
    let moves: Vec<DetectiveMove> = view.legal_moves().collect();
    if let Some(number) = number(text)? {
        return pick(&moves, number);
    }
    let closed = close_up(text);
    if let Some(found) = by_key(view, &moves, &closed)? {
        return Ok(found);
    }
    let example = match view.turn() {
        Turn::Team => "3:T46",
        Turn::Detective(_) | Turn::MrX | Turn::Over(_) => "T46",
    };
    let typed: DetectiveText = closed.parse().map_err(|_| no_move(text, example))?;
    let movers = |mv: &&DetectiveMove| match (typed.step, **mv) {
        (Some(wanted), DetectiveMove::Ride { step, .. }) => wanted == step,
        (None, DetectiveMove::Pass { .. }) => true,
        (Some(_), DetectiveMove::Pass { .. }) | (None, DetectiveMove::Ride { .. }) => false,
    };
    match (typed.by, view.turn()) {
        // In any order the number can be left out where only one detective can go there.
        (None, Turn::Team) => {
            let fitting: Vec<DetectiveMove> = moves.iter().filter(movers).copied().collect();
            match typed.step {
                Some(step) if fitting.is_empty() => {
                    Err(format!("No detective who is to move can go {step}."))
                }
                None => Err("Passing is for those who cannot move.".to_owned()),
                Some(_) => only(&fitting, |mv| mv.to_string()),
            }
        }
        (Some(by), Turn::Detective(next)) if by != next => {
            Err(format!("It is detective {next}'s turn."))
        }
        (_, turn) => typed.in_turn(turn).map_err(|error| format!("{error}.")),
    }
}

/// On grids, `w`, or `2:w` where detectives move in any order.
fn by_key(
    view: &DetectiveView,
    moves: &[DetectiveMove],
    text: &str,
) -> Result<Option<DetectiveMove>, String> {
    let board = view.rules().board();
    let (id, key) = match text.split_once(':') {
        Some((number, key)) => (number.parse().ok().and_then(DetectiveId::from_number), key),
        None => (None, text),
    };
    if board.grid_size().is_none() || Key::from_letter(key).is_none() {
        return Ok(None);
    }
    let by = match (id, view.turn()) {
        (None, Turn::Detective(next)) => next,
        (Some(by), Turn::Detective(next)) if by != next => {
            return Err(format!("It is detective {next}'s turn."));
        }
        (Some(by), _) => by,
        (None, Turn::Team | Turn::MrX | Turn::Over(_)) => {
            return Err(format!("Say whose step it is, as in 1:{key}."));
        }
    };
    let Some(from) = view.public().detective(by) else {
        return Err(format!("There is no detective {by}."));
    };
    let Some(to) = key_target(board, key, from)? else {
        return Ok(None);
    };
    let there: Vec<DetectiveMove> = moves
        .iter()
        .filter(
            |mv| matches!(mv, DetectiveMove::Ride { by: who, step } if *who == by && step.to == to),
        )
        .copied()
        .collect();
    only(&there, |mv| mv.to_string()).map(Some)
}

/// Where a key leads; `None` if the text is no key.
fn key_target(
    board: &yard_core::Board,
    text: &str,
    from: Station,
) -> Result<Option<Station>, String> {
    match (board.grid_size(), Key::from_letter(text)) {
        (Some(_), Some(key)) => match key.target(board, from) {
            Some(to) => Ok(Some(to)),
            None => Err(format!("There is no cell {}: that is the edge.", beyond(key))),
        },
        _ => Ok(None),
    }
}

fn beyond(key: Key) -> &'static str {
    match key {
        Key::Up => "above",
        Key::Left => "to the left",
        Key::Down => "below",
        Key::Right => "to the right",
    }
}

/// The number of a listed move; `None` if the text is no number.
fn number(text: &str) -> Result<Option<usize>, String> {
    if !text.chars().all(|letter| letter.is_ascii_digit() || letter.is_whitespace()) {
        return Ok(None);
    }
    match text.parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(format!("\"{}\" is no number of a move.", shorten(text))),
    }
}

fn pick<T: Copy>(moves: &[T], number: usize) -> Result<T, String> {
    let index = number.checked_sub(1);
    index.and_then(|index| moves.get(index)).copied().ok_or_else(|| {
        format!(
            "There is no move {number}; the list goes from 1 to {}. A station needs its ticket, as in T46.",
            moves.len()
        )
    })
}

fn only<T: Copy>(fitting: &[T], name: impl Fn(&T) -> String) -> Result<T, String> {
    match fitting {
        [] => Err("A detective stands there, or no ticket leads there.".to_owned()),
        [one] => Ok(*one),
        more => {
            let names: Vec<String> = more.iter().map(name).collect();
            Err(format!("Which one: {}?", names.join(" or ")))
        }
    }
}

/// Takes white space out, as in `T 46`.
fn close_up(text: &str) -> String {
    text.split_whitespace().collect()
}

fn no_move(text: &str, example: &str) -> String {
    let hint = match did_you_mean(text, COMMANDS) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("type a number of the list, a move such as {example}, or help."),
    };
    format!("\"{}\" is no move: {hint}", shorten(text))
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_core::{Game, Record, presets};

    use super::*;

    fn game(rules: &str, rest: &str) -> Game {
        let record: Record = format!("yard-record 1\nrules {rules}\n{rest}").parse().unwrap();
        let rules = Arc::new(presets::rules(rules).unwrap());
        record.replay(rules).unwrap()
    }

    fn mr_x(game: &Game, text: &str) -> Result<String, String> {
        mr_x_move(game.mr_x_view(), text).map(|mv| mv.to_string())
    }

    fn detective(game: &Game, text: &str) -> Result<String, String> {
        detective_move(game.detective_view(), text).map(|mv| mv.to_string())
    }

    #[test]
    fn commands_and_keys_are_told_apart() {
        assert_eq!(Input::read("  HELP ", false), Input::Help);
        assert_eq!(Input::read("?", true), Input::Help);
        assert_eq!(Input::read("d", false), Input::Doubles);
        assert_eq!(Input::read("d", true), Input::Move("d".to_owned()));
        assert_eq!(Input::read("doubles", true), Input::Doubles);
        assert_eq!(Input::read("c", true), Input::Marks);
        assert_eq!(Input::read("c", false), Input::Candidates);
        assert_eq!(Input::read("Hint", false), Input::Hint);
        assert_eq!(Input::read("p", true), Input::Belief);
        assert_eq!(Input::read("save a b", true), Input::Save("a b".to_owned()));
        assert_eq!(Input::read("T 46", true), Input::Move("T 46".to_owned()));
        assert_eq!(Input::read(" ", true), Input::Nothing);
    }

    #[test]
    fn mr_x_types_numbers_moves_and_double_moves() {
        let game = game("classic", "start 112 26 138 132 91 13");
        assert_eq!(mr_x(&game, "1").unwrap(), "T99");
        assert_eq!(mr_x(&game, "k 99").unwrap(), "K99");
        assert_eq!(mr_x(&game, "2t99k80").unwrap(), "2T99K80");
        for wrong in ["0", "9", "1 2", "999999999999999999999", "w", "3:T46", "K?", "hlep"] {
            let error = mr_x(&game, wrong).unwrap_err();
            assert!(!error.contains('\n'), "{wrong}: {error}");
        }
        assert!(mr_x(&game, "hlep").unwrap_err().contains("did you mean help?"));
        assert!(mr_x(&game, "foo bar").unwrap_err().starts_with("\"foo bar\" is no move"));
    }

    #[test]
    fn detectives_in_fixed_order_need_no_number() {
        let game = game("classic", "start 112 26 138 132 91 13\n1 T99");
        assert_eq!(detective(&game, "2").unwrap(), "1:T27");
        assert_eq!(detective(&game, "t27").unwrap(), "1:T27");
        assert_eq!(detective(&game, "1:T27").unwrap(), "1:T27");
        assert_eq!(detective(&game, "3:T114").unwrap_err(), "It is detective 1's turn.");
        assert!(detective(&game, "K27").is_err());
        assert!(detective(&game, "foo bar").unwrap_err().starts_with("\"foo bar\" is no move"));
    }

    #[test]
    fn detectives_in_any_order_need_a_number_only_where_two_fit() {
        let game = game("modern", "start 104 26 123 112 53 13\n1 T86");
        assert_eq!(detective(&game, "T27").unwrap(), "1:T27");
        assert_eq!(detective(&game, "3:t99").unwrap(), "3:T99");
        let error = detective(&game, "T1").unwrap_err();
        assert_eq!(error, "No detective who is to move can go T1.");
        assert!(detective(&game, "pass").is_err());
    }

    #[test]
    fn keys_steer_on_grids() {
        let game = game("grid5", "start 13 1 25\n1 T12");
        assert_eq!(detective(&game, "d").unwrap(), "1:T2");
        assert_eq!(detective(&game, "1:S").unwrap(), "1:T6");
        assert!(detective(&game, "w").unwrap_err().contains("edge"));
        assert!(detective(&game, "2:w").unwrap_err().contains("detective 1"));
    }
}
