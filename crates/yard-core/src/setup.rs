//! States described by hand: `classic x 46 detectives 26,29,50,53,91 slot 7`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::fault::{Fault, Faults, hint, shorten};
use crate::game::Game;
use crate::moves::DetectiveId;
use crate::public_state::{PublicState, Turn};
use crate::rules::{Order, Rules};
use crate::state::State;
use crate::station::{Station, StationSet};
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};

/// Why a word of a [`Setup`] cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A word that nobody knows.
    #[error("unknown word \"{word}\"{hint}")]
    NoWord {
        /// What was written.
        word: String,
        /// What may have been meant.
        hint: String,
    },
    /// Not a whole number.
    #[error("\"{0}\" is no whole number")]
    NoNumber(String),
    /// Nobody's turn.
    #[error("a turn is x, 1 to 5, or d, not \"{0}\"")]
    NoTurn(String),
    /// Not numbers of tickets.
    #[error("\"{0}\": tickets are numbers from 0 to 254, or - for no limit")]
    NoTickets(String),
    /// Too few or too many numbers of tickets.
    #[error("\"{text}\": give {wanted}")]
    Count {
        /// What was written.
        text: String,
        /// What is needed.
        wanted: &'static str,
    },
}

/// Whose turn it is in a [`Setup`]: `x`, the number of a detective, or `d` for the team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum SetupTurn {
    /// Mr X.
    #[default]
    MrX,
    /// A detective, in fixed order.
    Detective(DetectiveId),
    /// The team, in any order.
    Team,
}

impl FromStr for SetupTurn {
    type Err = SetupError;
    fn from_str(text: &str) -> Result<SetupTurn, SetupError> {
        match text {
            "x" | "X" => Ok(SetupTurn::MrX),
            "d" | "D" => Ok(SetupTurn::Team),
            number => number
                .parse()
                .ok()
                .and_then(DetectiveId::from_number)
                .map(SetupTurn::Detective)
                .ok_or_else(|| SetupError::NoTurn(shorten(number))),
        }
    }
}

impl fmt::Display for SetupTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupTurn::MrX => f.write_str("x"),
            SetupTurn::Detective(id) => id.fmt(f),
            SetupTurn::Team => f.write_str("d"),
        }
    }
}

impl TryFrom<String> for SetupTurn {
    type Error = SetupError;
    fn try_from(text: String) -> Result<SetupTurn, SetupError> {
        text.parse()
    }
}

impl From<SetupTurn> for String {
    fn from(turn: SetupTurn) -> String {
        turn.to_string()
    }
}

/// An unchecked description of a state; [`State::from_setup`] accepts it or lists its faults.
///
/// The words of the text form are those of the command line:
///
/// ```
/// let text = "classic x 46 detectives 26,29,50,53,91 turn 2 slot 7 x-tickets 4,3,3,5,0";
/// let setup: yard_core::Setup = text.parse().unwrap();
/// assert_eq!(setup.slot, 7);
/// assert_eq!(setup.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename_all = "kebab-case"))]
pub struct Setup {
    /// Name of the rules.
    pub rules: String,
    /// Mr X's station.
    pub x: u32,
    /// The detectives' stations, detective 1 first.
    pub detectives: Vec<u32>,
    /// Whose turn it is.
    #[cfg_attr(feature = "serde", serde(default))]
    pub turn: SetupTurn,
    /// Detectives who have moved in this round; in any order only.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub moved: Vec<u32>,
    /// Log slots already used.
    #[cfg_attr(feature = "serde", serde(default))]
    pub slot: u32,
    /// Mr X's tickets; as at the start when left out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub x_tickets: Option<MrXTickets>,
    /// The detectives' tickets: none (as at the start), one for all, or one each.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub detective_tickets: Vec<DetectiveTickets>,
    /// Where the detectives think Mr X can be; empty means that they see him.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub candidates: Vec<u32>,
}

const WORDS: [&str; 8] =
    ["x", "detectives", "turn", "moved", "slot", "x-tickets", "detective-tickets", "candidates"];

impl FromStr for Setup {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Setup, Faults> {
        let mut words = text.split_whitespace();
        let mut faults = Vec::new();
        let mut setup = Setup::default();
        match words.next() {
            Some(rules) => setup.rules = rules.to_owned(),
            None => faults.push(Fault::new("an empty setup; it begins with the name of the rules")),
        }
        let mut seen = Vec::new();
        while let Some(word) = words.next() {
            let Some(value) = words.next() else {
                faults.push(Fault::new(format!("\"{word}\" has no value")));
                break;
            };
            if seen.contains(&word) {
                faults.push(Fault::new(format!("\"{word}\" is given twice")));
            }
            seen.push(word);
            if let Err(error) = setup.read(word, value) {
                faults.push(Fault::new(error.to_string()));
            }
        }
        for needed in ["x", "detectives"] {
            if !seen.contains(&needed) && !setup.rules.is_empty() {
                faults.push(Fault::new(format!("\"{needed}\" is missing")));
            }
        }
        if faults.is_empty() { Ok(setup) } else { Err(Faults(faults)) }
    }
}

impl Setup {
    fn read(&mut self, word: &str, value: &str) -> Result<(), SetupError> {
        match word {
            "x" => self.x = number(value)?,
            "detectives" => self.detectives = numbers(value)?,
            "turn" => self.turn = value.parse()?,
            "moved" => self.moved = numbers(value)?,
            "slot" => self.slot = number(value)?,
            "x-tickets" => self.x_tickets = Some(value.parse()?),
            "detective-tickets" => {
                self.detective_tickets =
                    value.split('/').map(str::parse).collect::<Result<_, _>>()?;
            }
            "candidates" => self.candidates = numbers(value)?,
            other => {
                return Err(SetupError::NoWord { word: shorten(other), hint: hint(other, WORDS) });
            }
        }
        Ok(())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |list: &[u32]| list.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        write!(f, "{} x {} detectives {}", self.rules, self.x, join(&self.detectives))?;
        if self.turn != SetupTurn::MrX {
            write!(f, " turn {}", self.turn)?;
        }
        if !self.moved.is_empty() {
            write!(f, " moved {}", join(&self.moved))?;
        }
        if self.slot != 0 {
            write!(f, " slot {}", self.slot)?;
        }
        if let Some(tickets) = self.x_tickets {
            write!(f, " x-tickets {tickets}")?;
        }
        for (i, tickets) in self.detective_tickets.iter().enumerate() {
            write!(f, "{}{tickets}", if i == 0 { " detective-tickets " } else { "/" })?;
        }
        if !self.candidates.is_empty() {
            write!(f, " candidates {}", join(&self.candidates))?;
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<u32, SetupError> {
    text.parse().map_err(|_| SetupError::NoNumber(shorten(text)))
}

fn numbers(text: &str) -> Result<Vec<u32>, SetupError> {
    text.split(',').map(|part| number(part.trim())).collect()
}

fn stocks<const N: usize>(text: &str, wanted: &'static str) -> Result<[Stock; N], SetupError> {
    let list: Vec<Stock> = text
        .split(',')
        .map(|part| match part.trim() {
            "-" => Some(Stock::UNLIMITED),
            number => number.parse().ok().and_then(Stock::count),
        })
        .collect::<Option<_>>()
        .ok_or_else(|| SetupError::NoTickets(shorten(text)))?;
    list.try_into().map_err(|_| SetupError::Count { text: shorten(text), wanted })
}

impl FromStr for MrXTickets {
    type Err = SetupError;
    fn from_str(text: &str) -> Result<MrXTickets, SetupError> {
        let wanted = "five numbers: taxi, bus, underground, black, double";
        stocks::<5>(text, wanted).map(MrXTickets::new)
    }
}

impl FromStr for DetectiveTickets {
    type Err = SetupError;
    fn from_str(text: &str) -> Result<DetectiveTickets, SetupError> {
        let wanted = "three numbers: taxi, bus, underground";
        stocks::<3>(text, wanted).map(DetectiveTickets::new)
    }
}

impl State {
    /// Checks a setup against the rules and makes the state it describes.
    ///
    /// No end-of-round checks are made (rule 6.6). The turns used are the slots less the double
    /// moves spent.
    ///
    /// # Errors
    /// Lists every fault at once.
    pub fn from_setup(rules: &Rules, setup: &Setup) -> Result<State, Faults> {
        let mut faults = Vec::new();
        let mut fault = |text: String| faults.push(Fault::new(text));
        let board = rules.board();
        let mr_x = board.station(setup.x);
        if mr_x.is_none() {
            fault(format!("Mr X: unknown station {}", setup.x));
        }
        let mut stations: Vec<Station> = Vec::new();
        for (i, &number) in setup.detectives.iter().enumerate() {
            let who = format!("detective {}", i + 1);
            match board.station(number) {
                None => fault(format!("{who}: unknown station {number}")),
                Some(station) if Some(station) == mr_x => {
                    fault(format!("{who} stands on Mr X's station {station}"));
                }
                Some(station) if stations.contains(&station) => {
                    fault(format!("{who} shares station {station} with a colleague"));
                }
                Some(station) => stations.push(station),
            }
        }
        if setup.detectives.len() != usize::from(rules.detectives()) {
            let (have, want) = (setup.detectives.len(), rules.detectives());
            fault(format!("{have} detectives are placed, the rules have {want}"));
        }
        let mut public = PublicState::new(rules, &stations);
        if setup.slot > rules.slots().into() {
            fault(format!("slot {}; the log has {}", setup.slot, rules.slots()));
        }
        public.slots_used = setup.slot.min(rules.slots().into()) as u8;
        read_turn(rules, setup, &mut public, &mut fault);
        if let Some(tickets) = setup.x_tickets {
            public.mr_x_tickets = tickets;
        }
        let doubles = |tickets: MrXTickets| tickets.doubles().tickets();
        let spent = match (doubles(rules.mr_x_tickets()), doubles(public.mr_x_tickets)) {
            (Some(before), Some(now)) => before.saturating_sub(now),
            (None, _) | (_, None) => 0,
        };
        public.turns_used = public.slots_used.saturating_sub(spent);
        match setup.detective_tickets[..] {
            [] => {}
            [all] => public.detective_tickets[..rules.detectives().into()].fill(all),
            ref each if each.len() == usize::from(rules.detectives()) => {
                public.detective_tickets[..each.len()].copy_from_slice(each);
            }
            ref each => fault(format!(
                "tickets for {} detectives; give one set for all or one for each of {}",
                each.len(),
                rules.detectives()
            )),
        }
        match (mr_x, faults.is_empty()) {
            (Some(mr_x), true) => Ok(State { public, mr_x }),
            _ => Err(Faults(faults)),
        }
    }
}

fn read_turn(
    rules: &Rules,
    setup: &Setup,
    public: &mut PublicState,
    fault: &mut impl FnMut(String),
) {
    let name = rules.name();
    public.turn = match (setup.turn, rules.order()) {
        (SetupTurn::MrX, _) => Turn::MrX,
        (SetupTurn::Detective(id), Order::Fixed) => {
            if id.number() > rules.detectives() {
                fault(format!("turn {id}; there are {} detectives", rules.detectives()));
            }
            Turn::Detective(id)
        }
        (SetupTurn::Team, Order::Any) => Turn::Team,
        (SetupTurn::Team, Order::Fixed) => {
            fault(format!("turn d; {name} has a fixed order, so name the detective, as in turn 1"));
            Turn::MrX
        }
        (SetupTurn::Detective(_), Order::Any) => {
            fault(format!("{name} lets detectives move in any order: use turn d, with moved"));
            Turn::MrX
        }
    };
    if !setup.moved.is_empty() && public.turn != Turn::Team {
        fault("moved is for turn d, where detectives move in any order".to_owned());
    }
    for &number in &setup.moved {
        match DetectiveId::from_number(number).filter(|id| id.number() <= rules.detectives()) {
            Some(id) => public.moved |= id.bit(),
            None => fault(format!("moved: there is no detective {number}")),
        }
    }
}

impl Game {
    /// Goes on from a setup; what happened before is unknown, so the log is empty.
    ///
    /// # Errors
    /// As [`State::from_setup`]; the candidates must exist and contain Mr X.
    pub fn from_setup(rules: Arc<Rules>, setup: &Setup) -> Result<Game, Faults> {
        let state = State::from_setup(&rules, setup)?;
        let mut faults = Vec::new();
        let mut candidates = StationSet::EMPTY;
        for &number in &setup.candidates {
            match rules.board().station(number) {
                Some(station) => candidates.insert(station),
                None => faults.push(Fault::new(format!("candidates: unknown station {number}"))),
            }
        }
        if candidates.is_empty() {
            candidates.insert(state.mr_x());
        } else if !candidates.contains(state.mr_x()) {
            faults.push(Fault::new("candidates: Mr X's own station is missing"));
        }
        if !candidates.intersection(&state.public().occupied_set()).is_empty() {
            faults.push(Fault::new("candidates: a detective stands on one of them"));
        }
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        Ok(Game::from_middle(rules, state, candidates))
    }
}
