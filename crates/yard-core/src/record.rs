//! Saved matches as text and JSON, with or without Mr X's hidden stations.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bout::Match;
use crate::error::PlayError;
use crate::fault::{Fault, Faults, shorten};
use crate::moves::{DetectiveMove, Move, PublicMrXMove, PublicStep};
use crate::notation::{DetectiveText, NotationError};
use crate::rules::{Deal, Order, Rules};
use crate::station::Station;
use crate::table::{Outcome, Turn, Winner};
use crate::view::{DetectiveView, PublicPly};

/// How a record ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordResult {
    /// The match goes on.
    #[default]
    Open,
    /// The detectives won.
    Detectives,
    /// Mr X won.
    MrX,
}

impl RecordResult {
    fn of(turn: Turn) -> RecordResult {
        match turn {
            Turn::Over(outcome) => match outcome.winner() {
                Winner::Detectives => RecordResult::Detectives,
                Winner::MrX => RecordResult::MrX,
            },
            Turn::MrX | Turn::Detective(_) | Turn::Team => RecordResult::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            RecordResult::Open => "open",
            RecordResult::Detectives => "detectives",
            RecordResult::MrX => "mr-x",
        }
    }
}

/// One round: Mr X's turn and what the detectives did after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordTurn {
    /// Mr X's move; a station is `?` where it is not known.
    pub mr_x: PublicMrXMove,
    /// The detectives' moves in the order in which they were made.
    #[serde(default)]
    pub detectives: Vec<DetectiveText>,
}

/// A saved match; docs/RECORD.md describes the format.
///
/// A *full* record has every station and replays to a [`Match`]. A record with `?` in it, such as
/// the log kept at a real table, replays to a [`DetectiveView`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "JsonRecord", into = "JsonRecord")]
pub struct Record {
    /// Name of the rules.
    pub rules: String,
    /// Mr X's start station, where known.
    pub mr_x: Option<Station>,
    /// The detectives' start stations.
    pub detectives: Vec<Station>,
    /// The rounds.
    pub turns: Vec<RecordTurn>,
    /// How it ended.
    pub result: RecordResult,
    /// Whether the detectives won by leaving Mr X without a move. A hidden record needs to be told;
    /// without this, a last move onto a candidate counts as the capture.
    pub cornered: bool,
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The start does not fit the rules.
    #[error("start: {0}")]
    Start(Faults),
    /// A move that cannot be made.
    #[error("turn {turn}, {who}: {mv}: {cause}")]
    Move {
        /// The turn, counted from 1.
        turn: usize,
        /// Who made it.
        who: String,
        /// The move as written.
        mv: String,
        /// Why not.
        cause: PlayError,
    },
    /// A move whose owner is unclear.
    #[error("turn {turn}: {cause}")]
    Text {
        /// The turn, counted from 1.
        turn: usize,
        /// Why not.
        cause: NotationError,
    },
    /// A station is needed that the record hides.
    #[error("the record hides stations of Mr X, so only the detectives' view can be replayed")]
    Hidden,
    /// The result does not follow from the moves.
    #[error("the result is \"{said}\", but by the moves it is \"{found}\"")]
    Result {
        /// What the record says.
        said: &'static str,
        /// What the moves say.
        found: &'static str,
    },
}

/// The version written into every record.
const VERSION: u32 = 1;

impl Record {
    /// A record of a match from its deal to this moment, with every station.
    ///
    /// A match that began in the middle cannot be recorded from the start; its record begins where
    /// it began.
    pub fn of(bout: &Match) -> Record {
        let path = bout.mr_x_view().path();
        let view = bout.detective_view();
        let mut record = Record {
            rules: bout.rules().name().to_owned(),
            mr_x: path.first().copied(),
            detectives: view.log().start().to_vec(),
            turns: Vec::new(),
            result: RecordResult::of(bout.turn()),
            cornered: bout.turn() == Turn::Over(Outcome::Cornered),
        };
        let mut stations = path.iter().copied().skip(1);
        let mut show = |step: PublicStep| PublicStep { seen: stations.next(), ..step };
        for ply in view.log().plies() {
            match *ply {
                PublicPly::MrX(mv) => {
                    let mr_x = match mv {
                        PublicMrXMove::Single(step) => PublicMrXMove::Single(show(step)),
                        PublicMrXMove::Double(first, second) => {
                            let first = show(first);
                            PublicMrXMove::Double(first, show(second))
                        }
                    };
                    record.turns.push(RecordTurn { mr_x, detectives: Vec::new() });
                }
                PublicPly::Detective(mv) => record.push(mv, bout.rules().order()),
            }
        }
        record
    }

    /// A record of what the detectives have seen.
    pub fn of_view(view: &DetectiveView) -> Record {
        let rules = view.rules();
        let mut record = Record {
            rules: rules.name().to_owned(),
            mr_x: view.log().mr_x_start(),
            detectives: view.log().start().to_vec(),
            turns: Vec::new(),
            result: RecordResult::of(view.turn()),
            cornered: view.turn() == Turn::Over(Outcome::Cornered),
        };
        for ply in view.log().plies() {
            match *ply {
                PublicPly::MrX(mr_x) => {
                    record.turns.push(RecordTurn { mr_x, detectives: Vec::new() });
                }
                PublicPly::Detective(mv) => record.push(mv, rules.order()),
            }
        }
        record
    }

    fn push(&mut self, mv: DetectiveMove, order: Order) {
        if let Some(turn) = self.turns.last_mut() {
            turn.detectives.push(DetectiveText::new(mv, order));
        }
    }

    /// Tells whether every station of Mr X is there.
    pub fn is_full(&self) -> bool {
        self.mr_x.is_some() && self.turns.iter().all(|turn| turn.mr_x.known().is_some())
    }

    /// The same match as the detectives saw it: hidden stations become `?`.
    ///
    /// # Errors
    /// When the record does not replay.
    pub fn hide(&self, rules: Arc<Rules>) -> Result<Record, RecordError> {
        Ok(Record::of_view(&self.replay_view(rules)?))
    }

    /// Plays a full record again.
    ///
    /// # Errors
    /// When a station is missing, a move is not legal or the result is wrong.
    pub fn replay(&self, rules: Arc<Rules>) -> Result<Match, RecordError> {
        self.replay_each(rules, |_, _| {})
    }

    /// Plays a full record again and shows the match after each move.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_each(
        &self,
        rules: Arc<Rules>,
        mut each: impl FnMut(&Match, Move),
    ) -> Result<Match, RecordError> {
        let rules = self.check_start(rules)?;
        let mr_x = self.mr_x.ok_or(RecordError::Hidden)?;
        let deal = Deal { mr_x, detectives: self.detectives.iter().copied().collect() };
        let mut bout = Match::new(rules, &deal);
        for (turn, round) in (1..).zip(&self.turns) {
            let mv = round.mr_x.known().ok_or(RecordError::Hidden)?;
            bout.play(mv.into()).map_err(|cause| refused(turn, "Mr X", &round.mr_x, cause))?;
            each(&bout, mv.into());
            for text in &round.detectives {
                let mv = in_turn(*text, bout.turn(), turn)?;
                bout.play(mv.into()).map_err(|cause| detective_refused(turn, mv, cause))?;
                each(&bout, mv.into());
            }
        }
        self.check_result(bout.turn())?;
        Ok(bout)
    }

    /// Plays the record again as the detectives saw it, whether or not it hides stations.
    ///
    /// Stations in hidden slots are left out of account: the view knows what the detectives knew.
    ///
    /// # Errors
    /// When a move is not possible by what is public, or the result is wrong.
    pub fn replay_view(&self, rules: Arc<Rules>) -> Result<DetectiveView, RecordError> {
        self.replay_view_each(rules, |_, _| {})
    }

    /// As [`Record::replay_view`], and shows the view after each move.
    ///
    /// # Errors
    /// As [`Record::replay_view`].
    pub fn replay_view_each(
        &self,
        rules: Arc<Rules>,
        mut each: impl FnMut(&DetectiveView, PublicPly),
    ) -> Result<DetectiveView, RecordError> {
        if self.is_full() {
            // The truth knows how it ended; a public log has to be told.
            let bout = self.replay_each(rules, |bout, _| {
                if let Some(ply) = bout.detective_view().log().plies().last() {
                    each(bout.detective_view(), *ply);
                }
            })?;
            return Ok(bout.detective_view().clone());
        }
        let rules = self.check_start(rules)?;
        let won = self.result == RecordResult::Detectives;
        let mut view = DetectiveView::new(rules, &self.detectives, self.mr_x);
        if won && self.turns.is_empty() {
            view.cornered_at_start(self.mr_x);
        }
        if view.candidates().is_empty() {
            let text = if won { "Mr X is cornered nowhere" } else { "Mr X can start nowhere" };
            return Err(RecordError::Start(Fault::new(text).into()));
        }
        for (turn, round) in (1..).zip(&self.turns) {
            let last_turn = turn == self.turns.len();
            let caught = won
                && last_turn
                && round.detectives.is_empty()
                && view.rules().mr_x_may_enter_detective();
            let mv = self.public(round.mr_x, &view, caught);
            view.mr_x_moved(mv, caught)
                .map_err(|cause| refused(turn, "Mr X", &round.mr_x, cause))?;
            each(&view, PublicPly::MrX(mv));
            for (i, text) in (1..).zip(&round.detectives) {
                let mv = in_turn(*text, view.turn(), turn)?;
                let last = won && last_turn && i == round.detectives.len();
                let end = last.then(|| self.hidden_end(&view, mv));
                view.detective_moved(mv, end)
                    .map_err(|cause| detective_refused(turn, mv, cause))?;
                each(&view, PublicPly::Detective(mv));
            }
        }
        self.check_result(view.turn())?;
        Ok(view)
    }

    /// What was public of a turn: stations of hidden slots are dropped.
    fn public(&self, mv: PublicMrXMove, view: &DetectiveView, caught: bool) -> PublicMrXMove {
        let used = view.table().slots_used();
        let hide = |step: PublicStep, slot: u8| PublicStep {
            seen: step.seen.filter(|_| caught || view.rules().surfaces_after(slot)),
            ..step
        };
        match mv {
            PublicMrXMove::Single(step) => {
                PublicMrXMove::Single(hide(step, used.saturating_add(1)))
            }
            PublicMrXMove::Double(first, second) => PublicMrXMove::Double(
                hide(first, used.saturating_add(1)),
                hide(second, used.saturating_add(2)),
            ),
        }
    }

    /// The detectives have won with this move: by capture if he can have been there, unless the
    /// record says otherwise.
    fn hidden_end(&self, view: &DetectiveView, mv: DetectiveMove) -> Outcome {
        match mv {
            DetectiveMove::Ride { step, .. }
                if !self.cornered && view.candidates().contains(step.to) =>
            {
                Outcome::Captured
            }
            DetectiveMove::Ride { .. } | DetectiveMove::Pass { .. } => Outcome::Cornered,
        }
    }

    fn check_start(&self, rules: Arc<Rules>) -> Result<Arc<Rules>, RecordError> {
        let mut faults = Vec::new();
        let mut fault = |text: String| faults.push(Fault::new(text));
        let stations = rules.board().stations();
        for (i, station) in self.detectives.iter().enumerate() {
            if !stations.contains(*station) {
                fault(format!("detective {}: unknown station {station}", i + 1));
            }
            if self.detectives[..i].contains(station) || self.mr_x == Some(*station) {
                fault(format!("detective {}: station {station} is taken", i + 1));
            }
        }
        if let Some(mr_x) = self.mr_x
            && !rules.mr_x_starts().contains(mr_x)
        {
            fault(format!("Mr X cannot start on {mr_x} in {}", rules.name()));
        }
        if self.mr_x.is_none() && rules.start_known() {
            fault(format!("Mr X's start is known in {}, so it must be given", rules.name()));
        }
        let count = self.detectives.len() as u32;
        let adjusted = if count == u32::from(rules.detectives()) {
            Some(rules)
        } else {
            match rules.with_detectives(count) {
                Ok(rules) => Some(Arc::new(rules)),
                Err(more) => {
                    faults.extend(more);
                    None
                }
            }
        };
        match adjusted {
            Some(rules) if faults.is_empty() => Ok(rules),
            _ => Err(RecordError::Start(Faults(faults))),
        }
    }

    fn check_result(&self, end: Turn) -> Result<(), RecordError> {
        let found = RecordResult::of(end);
        if self.cornered && end != Turn::Over(Outcome::Cornered) {
            return Err(RecordError::Result {
                said: "detectives cornered",
                found: if end == Turn::Over(Outcome::Captured) {
                    "detectives"
                } else {
                    found.name()
                },
            });
        }
        if self.result != found {
            return Err(RecordError::Result { said: self.result.name(), found: found.name() });
        }
        Ok(())
    }
}

fn in_turn(text: DetectiveText, now: Turn, turn: usize) -> Result<DetectiveMove, RecordError> {
    if let Turn::MrX | Turn::Over(_) = now {
        let cause = PlayError::OutOfTurn { turn: now };
        return Err(refused(turn, "detectives", &text, cause));
    }
    text.in_turn(now).map_err(|cause| RecordError::Text { turn, cause })
}

fn detective_refused(turn: usize, mv: DetectiveMove, cause: PlayError) -> RecordError {
    let text = DetectiveText::new(mv, Order::Fixed);
    refused(turn, &format!("detective {}", mv.by()), &text, cause)
}

fn refused(turn: usize, who: &str, mv: &dyn fmt::Display, cause: PlayError) -> RecordError {
    RecordError::Move { turn, who: who.to_owned(), mv: mv.to_string(), cause }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "yard-record {VERSION}")?;
        writeln!(f, "rules {}", self.rules)?;
        match self.mr_x {
            Some(station) => write!(f, "start {station}")?,
            None => write!(f, "start ?")?,
        }
        for station in &self.detectives {
            write!(f, " {station}")?;
        }
        writeln!(f)?;
        for (number, turn) in (1..).zip(&self.turns) {
            write!(f, "{number} {}", turn.mr_x)?;
            for (i, mv) in turn.detectives.iter().enumerate() {
                write!(f, "{}{mv}", if i == 0 { " | " } else { " " })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "result {}{}", self.result.name(), if self.cornered { " cornered" } else { "" })
    }
}

impl FromStr for Record {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Record, Faults> {
        let mut parser = Parser::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = without_comment(line);
            if !line.is_empty()
                && let Err(text) = parser.line(line)
            {
                parser.faults.push(Fault::at(number, text));
            }
            if parser.faults.len() >= 20 {
                parser.faults.push(Fault::new("and perhaps more"));
                break;
            }
        }
        parser.finish()
    }
}

/// A `#` begins a comment at the start of a line or after white space.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return line[..at].trim();
        }
        before = letter;
    }
    line.trim()
}

/// Tells whether a name of rules can stand on its line of a record.
pub(crate) fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && without_comment(name) == name && !name.contains(char::is_control)
}

#[derive(Default)]
struct Parser {
    header: bool,
    rules: Option<String>,
    start: Option<(Option<Station>, Vec<Station>)>,
    turns: Vec<RecordTurn>,
    result: Option<RecordResult>,
    cornered: bool,
    faults: Vec<Fault>,
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if !self.header {
            self.header = true;
            return match (word, rest) {
                ("yard-record", "1") => Ok(()),
                ("yard-record", version) => {
                    Err(format!("version \"{}\" is not known, only {VERSION} is", shorten(version)))
                }
                _ => Err(format!("a record begins with \"yard-record {VERSION}\"")),
            };
        }
        if self.result.is_some() {
            return Err("nothing may follow the result".to_owned());
        }
        match word {
            "rules" if rest.is_empty() => Err("the rules have no name".to_owned()),
            "rules" if self.rules.is_some() => Err("rules are given twice".to_owned()),
            "rules" if !is_plain_name(rest) => Err("the rules have no plain name".to_owned()),
            "rules" => {
                self.rules = Some(rest.to_owned());
                Ok(())
            }
            "start" if self.start.is_some() => Err("the start is given twice".to_owned()),
            "start" => {
                let mut stations = rest.split_whitespace();
                let mr_x = match stations.next() {
                    None => return Err("the start has no stations".to_owned()),
                    Some("?") => None,
                    Some(number) => Some(station(number)?),
                };
                self.start = Some((mr_x, stations.map(station).collect::<Result<_, _>>()?));
                Ok(())
            }
            "result" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                self.cornered = words[..] == ["detectives", "cornered"];
                self.result = Some(match rest {
                    _ if self.cornered => RecordResult::Detectives,
                    "open" => RecordResult::Open,
                    "detectives" => RecordResult::Detectives,
                    "mr-x" => RecordResult::MrX,
                    other => {
                        return Err(format!(
                            "a result is open, detectives or mr-x, not \"{}\"",
                            shorten(other)
                        ));
                    }
                });
                Ok(())
            }
            number => self.turn(number, rest),
        }
    }

    fn turn(&mut self, number: &str, rest: &str) -> Result<(), String> {
        let expected = self.turns.len() + 1;
        if number.parse() != Ok(expected) {
            let word = shorten(number);
            return Err(format!("\"{word}\" where turn {expected} was expected"));
        }
        if self.start.is_none() {
            return Err("a turn before the start".to_owned());
        }
        let (mr_x, detectives) = rest.split_once('|').unwrap_or((rest, ""));
        // A turn that cannot be read still counts, so that one slip is one fault.
        let mr_x = mr_x.trim().parse::<PublicMrXMove>();
        let detectives: Result<Vec<DetectiveText>, _> =
            detectives.split_whitespace().map(str::parse).collect();
        let filler = PublicMrXMove::Single(PublicStep { ticket: crate::Ticket::Taxi, seen: None });
        self.turns.push(RecordTurn {
            mr_x: *mr_x.as_ref().unwrap_or(&filler),
            detectives: detectives.clone().unwrap_or_default(),
        });
        mr_x.map_err(|error| error.to_string())?;
        detectives.map(drop).map_err(|error| error.to_string())
    }

    fn finish(mut self) -> Result<Record, Faults> {
        if !self.header {
            return Err(Fault::new("an empty record").into());
        }
        if self.rules.is_none() {
            self.faults.push(Fault::new("there is no line \"rules NAME\""));
        }
        if self.start.is_none() {
            self.faults.push(Fault::new("there is no line \"start MR-X DETECTIVE..\""));
        }
        match (self.rules, self.start) {
            (Some(rules), Some((mr_x, detectives))) if self.faults.is_empty() => Ok(Record {
                rules,
                mr_x,
                detectives,
                turns: self.turns,
                result: self.result.unwrap_or_default(),
                cornered: self.cornered,
            }),
            _ => Err(Faults(self.faults)),
        }
    }
}

fn station(text: &str) -> Result<Station, String> {
    let station = text.parse().ok().and_then(Station::new);
    station.ok_or_else(|| format!("\"{}\" is no station", shorten(text)))
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRecord {
    version: u32,
    rules: String,
    start: JsonStart,
    turns: Vec<RecordTurn>,
    #[serde(default)]
    result: RecordResult,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cornered: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonStart {
    mr_x: Option<Station>,
    detectives: Vec<Station>,
}

impl From<Record> for JsonRecord {
    fn from(record: Record) -> JsonRecord {
        JsonRecord {
            version: VERSION,
            rules: record.rules,
            start: JsonStart { mr_x: record.mr_x, detectives: record.detectives },
            turns: record.turns,
            result: record.result,
            cornered: record.cornered,
        }
    }
}

impl TryFrom<JsonRecord> for Record {
    type Error = String;
    fn try_from(json: JsonRecord) -> Result<Record, String> {
        if json.version != VERSION {
            return Err(format!("version {} is not known, only {VERSION} is", json.version));
        }
        // What the text form could not hold is refused here too.
        if json.cornered && json.result != RecordResult::Detectives {
            return Err("only detectives win by cornering".to_owned());
        }
        if !is_plain_name(&json.rules) {
            return Err("the name of the rules must be one plain line".to_owned());
        }
        Ok(Record {
            rules: json.rules,
            mr_x: json.start.mr_x,
            detectives: json.start.detectives,
            turns: json.turns,
            result: json.result,
            cornered: json.cornered,
        })
    }
}
