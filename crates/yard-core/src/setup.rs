//! States described by hand: `classic x 46 detectives 26,29,50,53,91 slot 7`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::fault::{Fault, Faults, hint, shorten};
use crate::game::Game;
use crate::moves::DetectiveId;
use crate::public_state::{PublicState, Turn};
use crate::rules::{Order, Rules};
use crate::state::State;
use crate::station::{Station, StationSet};
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};
use crate::view::DetectiveView;

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
    /// Mr X's station; `?` in the text where it is hidden.
    #[cfg_attr(feature = "serde", serde(default))]
    pub x: Option<u32>,
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
    /// Where the detectives think Mr X can be; empty means that they see him, or know nothing where
    /// his station is hidden (rule 7.8).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub candidates: Vec<u32>,
}

const WORDS: [&str; 8] =
    ["x", "detectives", "turn", "moved", "slot", "x-tickets", "detective-tickets", "candidates"];

impl FromStr for Setup {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Setup, Faults> {
        let mut words = text.split_whitespace();
        match words.next() {
            Some(rules) => Setup::of_words(rules, words),
            None => Err(Fault::new("an empty setup; it begins with the name of the rules").into()),
        }
    }
}

impl Setup {
    /// Reads what follows the name of the rules.
    pub(crate) fn of_words<'t>(
        rules: &str,
        mut words: impl Iterator<Item = &'t str>,
    ) -> Result<Setup, Faults> {
        let mut faults = Vec::new();
        let mut setup = Setup { rules: rules.to_owned(), ..Setup::default() };
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
            if !seen.contains(&needed) {
                faults.push(Fault::new(format!("\"{needed}\" is missing")));
            }
        }
        if faults.is_empty() { Ok(setup) } else { Err(Faults(faults)) }
    }

    fn read(&mut self, word: &str, value: &str) -> Result<(), SetupError> {
        match word {
            "x" if value == "?" => self.x = None,
            "x" => self.x = Some(number(value)?),
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
        write!(f, "{} {}", self.rules, self.words())
    }
}

impl Setup {
    /// The text without the name of the rules.
    pub(crate) fn words(&self) -> impl fmt::Display + '_ {
        Words(self)
    }
}

/// The words of a setup.
struct Words<'a>(&'a Setup);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Words(setup) = *self;
        let join = |list: &[u32]| list.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        match setup.x {
            Some(station) => write!(f, "x {station}")?,
            None => write!(f, "x ?")?,
        }
        write!(f, " detectives {}", join(&setup.detectives))?;
        if setup.turn != SetupTurn::MrX {
            write!(f, " turn {}", setup.turn)?;
        }
        if !setup.moved.is_empty() {
            write!(f, " moved {}", join(&setup.moved))?;
        }
        if setup.slot != 0 {
            write!(f, " slot {}", setup.slot)?;
        }
        if let Some(tickets) = setup.x_tickets {
            write!(f, " x-tickets {tickets}")?;
        }
        for (i, tickets) in setup.detective_tickets.iter().enumerate() {
            write!(f, "{}{tickets}", if i == 0 { " detective-tickets " } else { "/" })?;
        }
        if !setup.candidates.is_empty() {
            write!(f, " candidates {}", join(&setup.candidates))?;
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
        let (public, mr_x) = read_table(rules, setup, &mut faults);
        match mr_x {
            Some(mr_x) if faults.is_empty() => Ok(State { public, mr_x }),
            Some(_) | None => Err(with_hidden(setup, faults)),
        }
    }
}

/// Adds that Mr X's station is hidden where it is needed.
fn with_hidden(setup: &Setup, mut faults: Vec<Fault>) -> Faults {
    if setup.x.is_none() {
        faults.push(Fault::new("Mr X: his station is hidden, but needed here"));
    }
    Faults(faults)
}

/// The table of a setup, and Mr X's station if it is given; faults are added to the list.
fn read_table(
    rules: &Rules,
    setup: &Setup,
    faults: &mut Vec<Fault>,
) -> (PublicState, Option<Station>) {
    let mut fault = |text: String| faults.push(Fault::new(text));
    let board = rules.board();
    let mr_x = setup.x.and_then(|number| board.station(number));
    if let (Some(number), None) = (setup.x, mr_x) {
        fault(format!("Mr X: unknown station {number}"));
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
    (public, mr_x)
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

/// Where the detectives think Mr X can be (rule 7.8); faults are added to the list.
fn read_candidates(
    rules: &Rules,
    setup: &Setup,
    public: &PublicState,
    mr_x: Option<Station>,
    faults: &mut Vec<Fault>,
) -> StationSet {
    let mut candidates = StationSet::EMPTY;
    for &number in &setup.candidates {
        match rules.board().station(number) {
            Some(station) => candidates.insert(station),
            None => faults.push(Fault::new(format!("candidates: unknown station {number}"))),
        }
    }
    let occupied = public.occupied_set();
    if setup.candidates.is_empty() {
        return match (setup.x, mr_x) {
            (None, _) => rules.board().stations().without(&occupied),
            (Some(_), Some(station)) => StationSet::of(station),
            (Some(_), None) => candidates,
        };
    }
    if mr_x.is_some_and(|station| !candidates.contains(station)) {
        faults.push(Fault::new("candidates: Mr X's own station is missing"));
    }
    if !candidates.intersection(&occupied).is_empty() {
        faults.push(Fault::new("candidates: a detective stands on one of them"));
    }
    candidates
}

impl Game {
    /// Goes on from a setup; what happened before is unknown, so the log is empty. Nobody needs to
    /// have a move (rule 6.6): [`Setup::game`] begins a game that is to be played.
    ///
    /// # Errors
    /// As [`State::from_setup`]; the candidates must exist and contain Mr X.
    pub fn from_setup(rules: Arc<Rules>, setup: &Setup) -> Result<Game, Faults> {
        let mut faults = Vec::new();
        let (public, mr_x) = read_table(&rules, setup, &mut faults);
        let candidates = read_candidates(&rules, setup, &public, mr_x, &mut faults);
        match mr_x {
            Some(mr_x) if faults.is_empty() => {
                Ok(Game::from_middle(rules, State { public, mr_x }, candidates))
            }
            Some(_) | None => Err(with_hidden(setup, faults)),
        }
    }
}

impl Setup {
    /// What the detectives know of a game that begins here (rules 3.4 and 7.8). Whether the setup tells
    /// Mr X's station makes no difference to it where candidates are given.
    ///
    /// ```
    /// use std::sync::Arc;
    /// let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
    /// let setup: yard_core::Setup = "grid5 x ? detectives 1,25 slot 7".parse().unwrap();
    /// assert_eq!(setup.view(rules).unwrap().candidates().len(), 23);
    /// ```
    ///
    /// # Errors
    /// Lists every fault at once: also when nobody can move, or Mr X can be nowhere.
    pub fn view(&self, rules: Arc<Rules>) -> Result<DetectiveView, Faults> {
        let mut faults = Vec::new();
        let (public, mr_x) = read_table(&rules, self, &mut faults);
        let listed = read_candidates(&rules, self, &public, mr_x, &mut faults);
        let mut candidates = Candidates::new(listed);
        let nobody = match public.turn {
            Turn::MrX => {
                candidates.strike_stuck(&rules, &public);
                mr_x.is_some_and(|at| !public.mr_x_could_move_from(&rules, at))
                    || candidates.is_empty()
            }
            Turn::Detective(_) | Turn::Team => public.detective_moves(&rules).next().is_none(),
            Turn::Over(_) => false,
        };
        if nobody && faults.is_empty() {
            faults.push(Fault::new(match public.turn {
                Turn::MrX => "Mr X has no move, so no game can begin here",
                Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                    "no detective has a move, so no game can begin here"
                }
            }));
        }
        match faults.is_empty() {
            true => Ok(DetectiveView::of_setup(rules, public, candidates)),
            false => Err(Faults(faults)),
        }
    }

    /// A game that begins here, with Mr X where the setup says, or on the station that `choose` takes of
    /// the candidates where it is hidden (rule 3.4).
    ///
    /// # Errors
    /// As [`Setup::view`].
    pub fn game_with(
        &self,
        rules: Arc<Rules>,
        choose: impl FnOnce(&Candidates) -> Station,
    ) -> Result<Game, Faults> {
        match self.x {
            Some(_) => self.game(rules),
            None => {
                let view = self.view(rules)?;
                let mr_x = choose(view.candidates());
                Ok(Game::of_setup(view, mr_x))
            }
        }
    }

    /// A game that begins here, with Mr X where the setup says (rule 3.4).
    ///
    /// # Errors
    /// As [`Setup::view`], and when Mr X's station is hidden.
    pub fn game(&self, rules: Arc<Rules>) -> Result<Game, Faults> {
        let view = self.view(rules);
        let station = |number| view.as_ref().ok()?.rules().board().station(number);
        let mr_x = self.x.and_then(station);
        match (view, mr_x) {
            (Ok(view), Some(mr_x)) => Ok(Game::of_setup(view, mr_x)),
            (Ok(_), None) => Err(with_hidden(self, Vec::new())),
            (Err(faults), _) => Err(with_hidden(self, faults.0)),
        }
    }

    /// The rules for as many detectives as are placed.
    ///
    /// # Errors
    /// When there cannot be so many.
    pub fn fit(&self, rules: Rules) -> Result<Rules, Faults> {
        match u32::try_from(self.detectives.len()) {
            Ok(count) if count != u32::from(rules.detectives()) => rules.with_detectives(count),
            Ok(_) | Err(_) => Ok(rules),
        }
    }

    /// The setup of a table, with all that it can tell. Mr X's station is told by whoever knows it.
    pub(crate) fn of(
        rules: &Rules,
        public: &PublicState,
        candidates: &StationSet,
        mr_x: Option<Station>,
    ) -> Setup {
        let number = |station: Station| u32::from(station.number());
        let moved = rules.detective_ids().filter(|id| public.has_moved(*id));
        Setup {
            rules: rules.name().to_owned(),
            x: mr_x.map(number),
            detectives: public.detectives().map(number).collect(),
            turn: match public.turn {
                Turn::MrX | Turn::Over(_) => SetupTurn::MrX,
                Turn::Detective(id) => SetupTurn::Detective(id),
                Turn::Team => SetupTurn::Team,
            },
            moved: moved.map(|id| id.number().into()).collect(),
            slot: public.slots_used.into(),
            x_tickets: Some(public.mr_x_tickets),
            detective_tickets: rules
                .detective_ids()
                .map(|id| public.detective_tickets(id))
                .collect(),
            candidates: candidates.iter().map(number).collect(),
        }
    }
}
