//! Boards and rules that are compiled in.

use std::sync::Arc;

use crate::board::Board;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::rules::{Order, Rules, RulesParts, Start};
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};

/// Names and texts of the compiled-in boards, but for grids, which are made.
pub const BOARDS: [(&str, &str); 3] = [
    ("london", include_str!("../data/boards/london.toml")),
    ("london-2013", include_str!("../data/boards/london-2013.toml")),
    ("glasses", include_str!("../data/boards/glasses.toml")),
];

/// Names and texts of the compiled-in rules.
pub const RULES: [(&str, &str); 9] = [
    ("classic", include_str!("../data/rules/classic.toml")),
    ("modern", include_str!("../data/rules/modern.toml")),
    ("bristol", include_str!("../data/rules/bristol.toml")),
    ("dash", include_str!("../data/rules/dash.toml")),
    ("grid5", include_str!("../data/rules/grid5.toml")),
    ("grid5-30", include_str!("../data/rules/grid5-30.toml")),
    ("grid7", include_str!("../data/rules/grid7.toml")),
    ("grid15", include_str!("../data/rules/grid15.toml")),
    ("glasses", include_str!("../data/rules/glasses.toml")),
];

/// A compiled-in board, or `grid:SIZE`.
///
/// # Errors
/// When there is no board of that name.
pub fn board(name: &str) -> Result<Arc<Board>, Faults> {
    if let Some(size) = name.strip_prefix("grid:") {
        let size = size.parse().map_err(|_| {
            Fault::new(format!("\"{name}\" is no grid; write grid:SIZE, such as grid:5"))
        })?;
        return Ok(Arc::new(Board::grid(size)?));
    }
    match BOARDS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok(Arc::new(Board::from_toml(text, &board)?)),
        None => Err(unknown("board", name, BOARDS.iter().map(|(name, _)| *name)).into()),
    }
}

/// Compiled-in rules, or `grid:SIZE,DETECTIVES,ROUNDS[,EVERY]`.
///
/// # Errors
/// When there are no rules of that name, or the numbers of a grid make no game.
pub fn rules(name: &str) -> Result<Rules, Faults> {
    if let Some(numbers) = name.strip_prefix("grid:") {
        return grid_rules(name, numbers);
    }
    match RULES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Rules::from_toml(text, &board),
        None => Err(unknown("rules", name, RULES.iter().map(|(name, _)| *name)).into()),
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Fault {
    let hint = match did_you_mean(name, known.clone()) {
        Some(near) => format!(", did you mean \"{near}\"?"),
        None => format!(" (known: {})", known.collect::<Vec<_>>().join(", ")),
    };
    Fault::new(format!("unknown {what} \"{name}\"{hint}"))
}

fn grid_rules(name: &str, numbers: &str) -> Result<Rules, Faults> {
    let form = || {
        let text = format!(
            "\"{name}\" is no grid; write grid:SIZE,DETECTIVES,ROUNDS[,EVERY], such as grid:5,2,15"
        );
        Faults::from(Fault::new(text))
    };
    let numbers: Vec<u32> = numbers
        .split(',')
        .map(|number| number.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(|_| form())?;
    let (size, detectives, rounds, every) = match numbers[..] {
        [size, detectives, rounds] => (size, detectives, rounds, 3),
        [size, detectives, rounds, every] => (size, detectives, rounds, every),
        _ => return Err(form()),
    };
    if every == 0 {
        return Err(
            Fault::new("EVERY must be at least 1 in grid:SIZE,DETECTIVES,ROUNDS,EVERY").into()
        );
    }
    let taxi = [Stock::UNLIMITED, Stock::NONE, Stock::NONE, Stock::NONE, Stock::NONE];
    Ok(Rules::new(RulesParts {
        name: name.to_owned(),
        board: Arc::new(Board::grid(size)?),
        detectives,
        length: (rounds, false),
        surfaces: (1..=rounds.min(255)).filter(|slot| slot % every == 0).collect(),
        order: Order::Fixed,
        hand_over: false,
        mr_x_may_enter_detective: false,
        start_known: false,
        detective_tickets: DetectiveTickets::new(Stock::UNLIMITED, Stock::NONE, Stock::NONE),
        mr_x_tickets: MrXTickets::new(taxi),
        black_per_detective: false,
        start: Start::Anywhere,
    })?)
}
