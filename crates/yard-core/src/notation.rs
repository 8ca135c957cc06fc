//! Moves as text: `T46`, `K108`, `2T46K58`, `3:T46`, `pass`, and `?` for a hidden station.

use std::fmt;
use std::str::FromStr;

use crate::fault::shorten;
use crate::moves::{DetectiveId, DetectiveMove, MrXMove, PublicMrXMove, PublicStep, Step};
use crate::public_state::Turn;
use crate::rules::Order;
use crate::station::Station;
use crate::ticket::Ticket;

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// Nothing like a move.
    #[error("\"{0}\" is no move; write a ticket letter (T, B, U or K) and a station, such as T46")]
    NoMove(String),
    /// A station that cannot be.
    #[error("\"{0}\" has no station from 1 to 255")]
    NoStation(String),
    /// A hidden station where it must be known.
    #[error("\"{0}\" hides the station, which must be known here")]
    Hidden(String),
    /// A black ticket or a double move for a detective.
    #[error("\"{0}\" is no detective's move")]
    NotForDetectives(String),
    /// No such detective.
    #[error("\"{0}\": detectives are numbered 1 to 5")]
    NoDetective(String),
    /// In any order a move must say whose it is.
    #[error("\"{0}\" does not say whose move it is; write it as in 3:{0}")]
    Whose(String),
    /// The number is not that of the detective whose turn it is.
    #[error("\"{0}\" is out of turn")]
    OutOfTurn(String),
}

/// Reads one step at the start of a text and returns what follows it.
fn step<'t>(all: &str, text: &'t str) -> Result<(PublicStep, &'t str), NotationError> {
    let mut letters = text.chars();
    let ticket = letters
        .next()
        .and_then(Ticket::from_letter)
        .ok_or_else(|| NotationError::NoMove(shorten(all)))?;
    let rest = letters.as_str();
    if let Some(rest) = rest.strip_prefix('?') {
        return Ok((PublicStep { ticket, seen: None }, rest));
    }
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = rest.split_at(digits);
    let station = number.parse().ok().and_then(Station::new);
    match station {
        Some(station) => Ok((PublicStep { ticket, seen: Some(station) }, rest)),
        None if number.is_empty() => Err(NotationError::NoMove(shorten(all))),
        None => Err(NotationError::NoStation(shorten(all))),
    }
}

impl FromStr for PublicMrXMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<PublicMrXMove, NotationError> {
        let (mv, rest) = match text.strip_prefix('2') {
            Some(steps) => {
                let (first, rest) = step(text, steps)?;
                let (second, rest) = step(text, rest)?;
                (PublicMrXMove::Double(first, second), rest)
            }
            None => {
                let (only, rest) = step(text, text)?;
                (PublicMrXMove::Single(only), rest)
            }
        };
        if rest.is_empty() { Ok(mv) } else { Err(NotationError::NoMove(shorten(text))) }
    }
}

impl FromStr for MrXMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<MrXMove, NotationError> {
        let mv: PublicMrXMove = text.parse()?;
        mv.known().ok_or_else(|| NotationError::Hidden(shorten(text)))
    }
}

impl PublicMrXMove {
    /// The move itself, when every station is known.
    #[must_use]
    pub fn known(self) -> Option<MrXMove> {
        let step = |step: PublicStep| Some(Step { ticket: step.ticket, to: step.seen? });
        Some(match self {
            PublicMrXMove::Single(only) => MrXMove::Single(step(only)?),
            PublicMrXMove::Double(first, second) => MrXMove::Double(step(first)?, step(second)?),
        })
    }
}

impl From<MrXMove> for PublicMrXMove {
    /// Shows every station.
    fn from(mv: MrXMove) -> PublicMrXMove {
        let show = |step: Step| PublicStep { ticket: step.ticket, seen: Some(step.to) };
        match mv {
            MrXMove::Single(step) => PublicMrXMove::Single(show(step)),
            MrXMove::Double(first, second) => PublicMrXMove::Double(show(first), show(second)),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.ticket.letter(), self.to)
    }
}

impl fmt::Display for MrXMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MrXMove::Single(step) => step.fmt(f),
            MrXMove::Double(first, second) => write!(f, "2{first}{second}"),
        }
    }
}

impl fmt::Display for PublicStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seen {
            Some(station) => write!(f, "{}{station}", self.ticket.letter()),
            None => write!(f, "{}?", self.ticket.letter()),
        }
    }
}

impl fmt::Display for PublicMrXMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PublicMrXMove::Single(step) => step.fmt(f),
            PublicMrXMove::Double(first, second) => write!(f, "2{first}{second}"),
        }
    }
}

/// A detective's move as written: it may leave out whose it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DetectiveText {
    /// Whose move, where that is written.
    pub by: Option<DetectiveId>,
    /// The ride; `None` for a pass.
    pub step: Option<Step>,
}

impl DetectiveText {
    /// Writes a move as the order of the detectives asks: with the number only in any order.
    #[must_use]
    pub fn new(mv: DetectiveMove, order: Order) -> DetectiveText {
        let by = match order {
            Order::Fixed => None,
            Order::Any => Some(mv.by()),
        };
        let step = match mv {
            DetectiveMove::Ride { step, .. } => Some(step),
            DetectiveMove::Pass { .. } => None,
        };
        DetectiveText { by, step }
    }

    /// The move this text means when it is this turn.
    ///
    /// # Errors
    /// When the text does not say whose move it is and the turn does not either.
    pub fn in_turn(self, turn: Turn) -> Result<DetectiveMove, NotationError> {
        let by = match (self.by, turn) {
            (None, Turn::Detective(next)) => next,
            (Some(by), Turn::Detective(next)) if by != next => {
                return Err(NotationError::OutOfTurn(self.to_string()));
            }
            (Some(by), _) => by,
            (None, Turn::Team) => return Err(NotationError::Whose(self.to_string())),
            (None, Turn::MrX | Turn::Over(_)) => {
                return Err(NotationError::OutOfTurn(self.to_string()));
            }
        };
        Ok(match self.step {
            Some(step) => DetectiveMove::Ride { by, step },
            None => DetectiveMove::Pass { by },
        })
    }
}

impl FromStr for DetectiveText {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<DetectiveText, NotationError> {
        let (by, what) = match text.split_once(':') {
            None => (None, text),
            Some((number, what)) => {
                let id = number.parse().ok().and_then(DetectiveId::from_number);
                (Some(id.ok_or_else(|| NotationError::NoDetective(shorten(text)))?), what)
            }
        };
        if what.eq_ignore_ascii_case("pass") {
            return Ok(DetectiveText { by, step: None });
        }
        match what.parse::<MrXMove>()? {
            MrXMove::Single(step) if step.ticket != Ticket::Black => {
                Ok(DetectiveText { by, step: Some(step) })
            }
            MrXMove::Single(_) | MrXMove::Double(..) => {
                Err(NotationError::NotForDetectives(shorten(text)))
            }
        }
    }
}

impl fmt::Display for DetectiveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(by) = self.by {
            write!(f, "{by}:")?;
        }
        match self.step {
            Some(step) => step.fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Display for DetectiveMove {
    /// Always with the number of the detective; see [`DetectiveText`] for the short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DetectiveText::new(*self, Order::Any).fmt(f)
    }
}

#[cfg(feature = "serde")]
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(input)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
#[cfg(feature = "serde")]
serde_as_text!(MrXMove, PublicMrXMove, DetectiveText);
