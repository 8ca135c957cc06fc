//! Boards and rules that are compiled in.

use std::sync::Arc;

use crate::board::Board;
use crate::fault::{Fault, Faults, hint};
use crate::rules::{LengthPart, Order, Rules, RulesParts, Start};
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};

/// Rules or a board that is compiled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name by which it is loaded.
    pub name: &'static str,
    /// Its TOML text.
    pub text: &'static str,
}

/// A preset by its name and the file that holds it.
macro_rules! preset {
    ($folder:literal, $name:literal) => {
        Preset {
            name: $name,
            text: include_str!(concat!("../data/", $folder, "/", $name, ".toml")),
        }
    };
}

/// The compiled-in boards, but for grids, which are made.
pub const BOARDS: [Preset; 3] =
    [preset!("boards", "london"), preset!("boards", "london-2013"), preset!("boards", "glasses")];

/// The compiled-in rules.
pub const RULES: [Preset; 9] = [
    preset!("rules", "classic"),
    preset!("rules", "modern"),
    preset!("rules", "bristol"),
    preset!("rules", "dash"),
    preset!("rules", "grid5"),
    preset!("rules", "grid5-30"),
    preset!("rules", "grid7"),
    preset!("rules", "grid15"),
    preset!("rules", "glasses"),
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
    match BOARDS.iter().find(|preset| preset.name == name) {
        Some(preset) => Ok(Arc::new(Board::from_toml(preset.text, &board)?)),
        None => Err(unknown("board", name, BOARDS.iter().map(|preset| preset.name)).into()),
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
    match RULES.iter().find(|preset| preset.name == name) {
        Some(preset) => Rules::from_toml(preset.text, &board),
        None => Err(unknown("rules", name, RULES.iter().map(|preset| preset.name)).into()),
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Fault {
    Fault::new(format!("unknown {what} \"{name}\"{}", hint(name, known)))
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
    Rules::new(RulesParts {
        name: name.to_owned(),
        board: Arc::new(Board::grid(size)?),
        detectives,
        length: LengthPart::Slots(rounds),
        surfaces: (1..=rounds.min(255)).filter(|slot| slot % every == 0).collect(),
        order: Order::Fixed,
        hand_over: false,
        mr_x_may_enter_detective: false,
        start_known: false,
        detective_tickets: DetectiveTickets::new([Stock::UNLIMITED, Stock::NONE, Stock::NONE]),
        mr_x_tickets: MrXTickets::new(taxi),
        black_per_detective: false,
        start: Start::Anywhere,
    })
}
