//! A puzzle: a position, what is to be done, how hard it is, and the one move that does it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;
use yard_coach::{Message, Say};
use yard_core::{
    Checksum, DetectiveText, DetectiveView, Game, Move, MrXView, Order, Record, RecordResult,
    Rules, Setup, SetupTurn, Side, Station, presets,
};

use crate::solve::{CatchValue, SlipValue, catch_values, slip_values};

/// A move as it is written; all puzzles have rules in which the detectives move in a fixed order.
pub(crate) fn written(mv: Move) -> String {
    match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, Order::Fixed).to_string(),
    }
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The detectives are to catch Mr X within two rounds.
    Catch,
    /// Mr X is to slip away for two rounds.
    Slip,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Catch, Kind::Slip];

    /// Who is to move.
    pub fn side(self) -> Side {
        match self {
            Kind::Catch => Side::Detectives,
            Kind::Slip => Side::MrX,
        }
    }

    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Catch => "catch",
            Kind::Slip => "slip",
        }
    }
}

/// How hard it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// One ride, or hardly a choice.
    Easy,
    /// Two or three things to see at once.
    Medium,
    /// More than that.
    Hard,
}

impl Grade {
    /// From easy to hard.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
    }
}

/// Why a puzzle cannot be read, or an answer not be looked at.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The line of a file is none.
    #[error("\"{0}\" is no puzzle")]
    Line(String),
    /// The position does not fit the rules.
    #[error("the position does not fit: {0}")]
    Position(String),
    /// A move that cannot be made there.
    #[error("{0} is not a legal move here")]
    Move(String),
    /// A day that there is not.
    #[error("\"{0}\" is no day; write it as 2026-11-18")]
    Date(String),
}

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// How it is asked for; it follows from the position.
    pub id: String,
    /// What is to be done.
    pub kind: Kind,
    /// How hard it is.
    pub grade: Grade,
    /// The position; it hides Mr X where the detectives are to move.
    pub setup: Setup,
    /// The best move.
    pub solution: String,
}

/// The second-best move of a puzzle is worse by as much.
pub const LEAST_GAP: f64 = 0.15;

/// A move of a puzzle and what it is worth to the side that is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The move.
    pub mv: Move,
    /// The chance to win.
    pub chance: f64,
    /// What comes of it, for people.
    pub because: Option<Say>,
}

impl From<CatchValue> for Worth {
    fn from(one: CatchValue) -> Worth {
        let because = one
            .way_out
            .map(|(from, to)| Say::PuzzleEscape { station: from.number(), to: to.number() });
        Worth { mv: one.mv.into(), chance: one.chance, because }
    }
}

impl From<SlipValue> for Worth {
    fn from(one: SlipValue) -> Worth {
        let because = match one.plan {
            Some(plan) => Some(Say::PuzzlePlan {
                moves: plan.iter().map(|mv| written((*mv).into())).collect(),
            }),
            None => one.certain.then_some(Say::PuzzleSafe {}),
        };
        Worth { mv: one.mv.into(), chance: one.chance, because }
    }
}

impl Puzzle {
    /// Makes a puzzle of a position.
    pub fn new(kind: Kind, grade: Grade, setup: Setup, solution: String) -> Puzzle {
        let sum = Checksum::of(format!("{} {setup}", kind.name()).as_bytes()).value();
        Puzzle {
            id: format!("{}-{:06x}", kind.name(), sum & 0xff_ffff),
            kind,
            grade,
            setup,
            solution,
        }
    }

    /// The rules.
    ///
    /// # Errors
    /// When there are none of that name.
    pub fn rules(&self) -> Result<Arc<Rules>, PuzzleError> {
        let rules = presets::rules(&self.setup.rules);
        Ok(Arc::new(rules.map_err(|faults| PuzzleError::Position(faults.to_string()))?))
    }

    /// What the detectives know of the position.
    ///
    /// # Errors
    /// When it does not fit the rules.
    pub fn detective_view(&self) -> Result<DetectiveView, PuzzleError> {
        self.setup.view(self.rules()?).map_err(|faults| PuzzleError::Position(faults.to_string()))
    }

    /// What Mr X knows; only where he is to move.
    ///
    /// # Errors
    /// When the position does not fit the rules, or hides him.
    pub fn mr_x_view(&self) -> Result<MrXView, PuzzleError> {
        Ok(self.game()?.mr_x_view().clone())
    }

    /// The game from the position on; only where Mr X is to move.
    pub(crate) fn game(&self) -> Result<Game, PuzzleError> {
        self.setup.game(self.rules()?).map_err(|faults| PuzzleError::Position(faults.to_string()))
    }

    /// The position as a record.
    pub fn record(&self) -> Record {
        let station = |number: &u32| u8::try_from(*number).ok().and_then(Station::new);
        Record {
            rules: self.setup.rules.clone(),
            mr_x: self.setup.x.as_ref().and_then(station),
            detectives: self.setup.detectives.iter().filter_map(station).collect(),
            setup: Some(self.setup.clone()),
            first: Vec::new(),
            turns: Vec::new(),
            result: RecordResult::Open,
            cornered: false,
        }
    }

    /// What is to be done, for people.
    pub fn goal(&self) -> Message {
        match (self.kind, self.setup.turn) {
            (Kind::Catch, SetupTurn::Detective(id)) => Say::PuzzleCatch { detective: id.number() },
            (Kind::Catch, SetupTurn::MrX | SetupTurn::Team) => Say::PuzzleCatch { detective: 1 },
            (Kind::Slip, _) => Say::PuzzleSlip {},
        }
        .into()
    }

    /// What every move is worth, the best first.
    ///
    /// # Errors
    /// When the position does not fit the rules.
    pub fn values(&self) -> Result<Vec<Worth>, PuzzleError> {
        let mut values: Vec<Worth> = match self.kind {
            Kind::Catch => {
                catch_values(&self.detective_view()?).into_iter().map(Worth::from).collect()
            }
            Kind::Slip => slip_values(&self.mr_x_view()?).into_iter().map(Worth::from).collect(),
        };
        values.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        Ok(values)
    }
}

/// One line of a file: kind, grade, solution, position.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.kind.name(), self.grade.name(), self.solution, self.setup)
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let wrong = || PuzzleError::Line(line.chars().take(60).collect());
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().ok_or_else(wrong);
        let (kind, grade, solution, setup) = (word()?, word()?, word()?, word()?);
        let kind = Kind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(wrong)?;
        let grade = Grade::ALL.into_iter().find(|known| known.name() == grade).ok_or_else(wrong)?;
        let setup: Setup = setup.parse().map_err(|_| wrong())?;
        Ok(Puzzle::new(kind, grade, setup, solution.to_owned()))
    }
}
