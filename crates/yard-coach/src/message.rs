//! What people read: a code with its parameters, for a page in any language, and the same as an English sentence.

use serde::Serialize;

/// Defines [`Say`] and the list of its codes.
macro_rules! say {
    ($($(#[$doc:meta])* $code:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty),* $(,)? },)*) => {
        /// What can be said to people, by code.
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[serde(tag = "code")]
        #[expect(missing_docs, reason = "docs/reference/api.md lists every code with its parameters and an example")]
        pub enum Say {
            $($(#[$doc])* #[serde(rename = $code)] $name { $($(#[$field_doc])* $field: $kind),* },)*
        }

        impl Say {
            /// All codes; docs/reference/api.md has them, too.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// The code of this one.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Say::$name { .. } => $code,)*
                }
            }
        }
    };
}

say! {
    "no_ride" NoRide { detective: u8 },
    "catch" Catch { detective: u8, station: u8, chance: f64 },
    "catch_certain" CatchCertain { detective: u8, station: u8 },
    "cover" Cover { detective: u8, candidates: usize, of: usize },
    "cover_known" CoverKnown { detective: u8, station: u8 },
    "last_ticket" LastTicket { detective: u8, ticket: &'static str },
    "last_ride" LastRide { detective: u8 },
    "nearer" Nearer { detective: u8, before: f64, after: f64 },
    "wait" Wait { detective: u8, rides: f64 },
    "block" Block { ticket: &'static str, station: u8 },
    "be_seen" BeSeen { station: u8 },
    "hide" Hide { stations: usize },
    "nearest" Nearest { rides: u8 },
    "nearest_never" NearestNever {},
    "fast_lines" FastLines { station: u8 },
    "use_black" UseBlack { stations: usize, instead: usize },
    "use_double" UseDouble { stations: usize, instead: usize },
    "double_escape" DoubleEscape { rides: u8 },
    "danger" Danger { detectives: usize },
    "only_move" OnlyMove {},
    "result_captured" ResultCaptured { detective: u8, station: u8, round: u8 },
    "result_ran_into" ResultRanInto { round: u8 },
    "result_cornered" ResultCornered { round: u8 },
    "result_escaped" ResultEscaped { rounds: u8 },
    "result_stranded" ResultStranded { round: u8 },
    "turned" Turned { round: u8, side: &'static str, before: f64, after: f64 },
    "escape_few" EscapeFew { round: u8, candidates: usize },
    "escape_close" EscapeClose { round: u8, detectives: usize },
    "near_miss" NearMiss { round: u8, detective: u8, station: u8, mr_x: u8 },
    "blunder" Blunder { round: u8, side: &'static str, detective: Option<u8>, #[serde(rename = "move")] mv: String, best: String, loss: f64 },
    "inaccuracy" Inaccuracy { round: u8, side: &'static str, detective: Option<u8>, #[serde(rename = "move")] mv: String, best: String, loss: f64 },
    "puzzle_catch" PuzzleCatch { detective: u8 },
    "puzzle_slip" PuzzleSlip {},
    "puzzle_right" PuzzleRight { #[serde(rename = "move")] mv: String, chance: f64 },
    "puzzle_wrong" PuzzleWrong { #[serde(rename = "move")] mv: String, chance: f64, best_chance: f64 },
    "puzzle_escape" PuzzleEscape { station: u8, to: u8 },
    "puzzle_plan" PuzzlePlan { moves: Vec<String> },
    "puzzle_safe" PuzzleSafe {},
    "level_first" LevelFirst { level: &'static str },
    "level_up" LevelUp { level: &'static str, wins: u32, games: u32 },
    "level_down" LevelDown { level: &'static str, wins: u32, games: u32 },
    "level_stay" LevelStay { level: &'static str, wins: u32, games: u32 },
    "level_top" LevelTop { level: &'static str, wins: u32, games: u32 },
    "log_unreadable" LogUnreadable { line: usize },
    "log_impossible_ticket" LogImpossibleTicket { turn: usize, slot: u8, ticket: &'static str },
    "log_no_ticket" LogNoTicket { turn: usize, ticket: &'static str, by: Option<u8> },
    "log_impossible_place" LogImpossiblePlace { turn: usize, slot: u8, station: u8 },
    "log_must_surface" LogMustSurface { turn: usize, slot: u8 },
    "log_impossible_ride" LogImpossibleRide { turn: usize, detective: u8, #[serde(rename = "move")] mv: String },
    "log_wrong_turn" LogWrongTurn { turn: usize },
    "log_start" LogStart {},
    "log_no_place_left" LogNoPlaceLeft { turn: usize },
    "log_other" LogOther { turn: usize },
    "correct_ticket" CorrectTicket { turn: usize, slot: u8, was: &'static str, instead: &'static str },
    "correct_place" CorrectPlace { turn: usize, slot: u8, was: u8, instead: u8 },
    "correct_ride" CorrectRide { turn: usize, detective: u8, was: String, instead: String },
    "correct_start" CorrectStart { detective: u8, was: u8, instead: u8 },
}

/// Something that people read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Message {
    /// The code and its parameters.
    #[serde(flatten)]
    pub say: Say,
    /// The same as an English sentence.
    pub text: String,
}

impl From<Say> for Message {
    fn from(say: Say) -> Message {
        Message { text: say.text(), say }
    }
}

/// A chance as people read it.
fn percent(chance: f64) -> String {
    match chance * 100.0 {
        small if small < 0.5 => "under 1 %".to_owned(),
        large if large > 99.5 && large < 100.0 => "over 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// A number of things: `1 ride`, `3 rides`.
fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A side in the middle of a sentence.
fn whose(side: &str) -> &'static str {
    if side == "mr_x" { "Mr X's" } else { "the detectives'" }
}

/// A ticket with its article.
fn a_ticket(ticket: &str) -> String {
    let article = if ticket.starts_with('u') { "an" } else { "a" };
    format!("{article} {ticket} ticket")
}

/// Somebody in the middle of a sentence; Mr X has no number.
fn who(detective: Option<u8>) -> String {
    detective.map_or("Mr X".to_owned(), |number| format!("detective {number}"))
}

impl Say {
    /// The English sentence.
    pub fn text(&self) -> String {
        self.told(&|station| station.to_string())
    }

    /// The English sentence, where people call stations otherwise.
    pub fn told(&self, name: &dyn Fn(u8) -> String) -> String {
        use Say::*;
        match self {
            // Reasons of hints.
            NoRide { detective } => format!("Detective {detective} has no ride and must wait."),
            Catch { detective, station, chance } => format!(
                "Go to {} with detective {detective}: Mr X is there with a chance of {}.",
                name(*station),
                percent(*chance)
            ),
            CatchCertain { detective, station } => {
                format!("Go to {} with detective {detective} and catch Mr X.", name(*station))
            }
            Cover { detective, candidates, of } => format!(
                "From there detective {detective} reaches {candidates} of the {} where Mr X can be.",
                count(*of, "station")
            ),
            CoverKnown { detective, station } => {
                format!(
                    "From there detective {detective} is one ride from Mr X at {}.",
                    name(*station)
                )
            }
            LastTicket { detective, ticket } => {
                format!("Mind that it is the last {ticket} ticket of detective {detective}.")
            }
            LastRide { detective } => {
                format!("Mind that detective {detective} has no ticket to go on from there.")
            }
            Nearer { detective, before, after } => format!(
                "It brings detective {detective} nearer: {after:.1} rides to Mr X on average instead of {before:.1}."
            ),
            Wait { detective, rides } => format!(
                "Detective {detective} guards another part of town, {rides:.1} rides away from Mr X on average."
            ),
            Block { ticket, station } => format!("Block the {ticket} at {}.", name(*station)),
            BeSeen { station } => format!("You will be seen at {}.", name(*station)),
            Hide { stations } => {
                format!("You leave the detectives {} to search.", count(*stations, "station"))
            }
            Nearest { rides } => {
                format!("The nearest detective is {} away.", count((*rides).into(), "ride"))
            }
            NearestNever {} => "No detective can get there.".to_owned(),
            FastLines { station } => format!("{} has fast lines to get away.", name(*station)),
            UseBlack { stations, instead } => format!(
                "Pay with a black ticket: they must search {} instead of {instead}.",
                count(*stations, "station")
            ),
            UseDouble { stations, instead } => format!(
                "Make a double move: they must search {} instead of {instead}.",
                count(*stations, "station")
            ),
            DoubleEscape { rides } => format!(
                "Make a double move: it takes you {} away from the nearest detective.",
                count((*rides).into(), "ride")
            ),
            Danger { detectives: 1 } => "Careful: a detective is one ride away.".to_owned(),
            Danger { detectives } => format!("Careful: {detectives} detectives are one ride away."),
            OnlyMove {} => "It is your only move.".to_owned(),
            // What is told of a finished game.
            ResultCaptured { detective, station, round } => {
                format!("Detective {detective} caught Mr X at {station} in round {round}.")
            }
            ResultRanInto { round } => format!("Mr X ran into a detective in round {round}."),
            ResultCornered { round } => format!("Mr X could not move any more in round {round}."),
            ResultEscaped { rounds } => {
                format!("Mr X escaped: the travel log of {rounds} rounds is full.")
            }
            ResultStranded { round } => {
                format!("Mr X escaped: no detective could move any more after round {round}.")
            }
            Turned { round, side, before, after } => format!(
                "The game turned in round {round}: {} chance to win rose from {} to {}.",
                whose(side),
                percent(*before),
                percent(*after)
            ),
            EscapeFew { round, candidates: 1 } => format!(
                "In round {round} the detectives knew where Mr X was, and he still got away."
            ),
            EscapeFew { round, candidates } => format!(
                "In round {round} only {candidates} stations were left to search, and Mr X still got away."
            ),
            EscapeClose { round, detectives: 1 } => format!(
                "A detective stood one ride away in round {round}, and Mr X still got away."
            ),
            EscapeClose { round, detectives } => format!(
                "{detectives} detectives stood one ride away in round {round}, and Mr X still got away."
            ),
            NearMiss { round, detective, station, mr_x } => format!(
                "In round {round} detective {detective} at {station} was one ride from Mr X at {mr_x}."
            ),
            Blunder { round, mv, best, loss, .. } | Inaccuracy { round, mv, best, loss, .. } => {
                format!(
                    "Round {round}: {mv} gave away {} of the chance to win; {best} was better.",
                    percent(*loss)
                )
            }
            // Puzzles and levels.
            PuzzleCatch { detective } => {
                format!("Detective {detective} is to move. Catch Mr X within two rounds.")
            }
            PuzzleSlip {} => "You are Mr X. Slip away for two more rounds.".to_owned(),
            PuzzleRight { mv, chance } => {
                format!("{mv} is right: it wins in {} of the cases.", percent(*chance))
            }
            PuzzleWrong { mv, chance, best_chance } => format!(
                "{mv} wins in {} of the cases; there is a move that wins in {}.",
                percent(*chance),
                percent(*best_chance)
            ),
            PuzzleEscape { station, to } => {
                format!("If Mr X is at {}, he gets away to {}.", name(*station), name(*to))
            }
            PuzzlePlan { moves } => {
                format!("The detectives answer {}, and no way out is left.", moves.join(", "))
            }
            PuzzleSafe {} => "Whatever the detectives do, you get away.".to_owned(),
            LevelFirst { .. } => "Begin here and find your feet.".to_owned(),
            LevelUp { wins, games, .. } => {
                format!("You won {wins} of {games}: try somebody stronger.")
            }
            LevelDown { wins, games, .. } => {
                format!("You won {wins} of {games}: take somebody easier for a while.")
            }
            LevelStay { wins, games, .. } => {
                format!("You won {wins} of {games}: this is a fair match.")
            }
            LevelTop { wins, games, .. } => {
                format!("You won {wins} of {games} against the strongest. There is nobody above.")
            }
            // What does not fit in a log, and what may be meant.
            LogUnreadable { line } => format!("Line {line} of the log cannot be read."),
            LogImpossibleTicket { turn, ticket, .. } => format!(
                "In turn {turn} Mr X cannot have paid with {} from any place where he can be.",
                a_ticket(ticket)
            ),
            LogNoTicket { turn, ticket, by: None } => {
                format!("In turn {turn} Mr X has no {ticket} ticket left.")
            }
            LogNoTicket { turn, ticket, by } => {
                format!("In turn {turn} {} has no {ticket} ticket left.", who(*by))
            }
            LogImpossiblePlace { turn, station, .. } => {
                format!("In turn {turn} Mr X cannot have shown himself at {station}.")
            }
            LogMustSurface { slot, .. } => {
                format!("Mr X shows himself in slot {slot}: the station is missing.")
            }
            LogImpossibleRide { turn, detective, mv } => {
                format!("In turn {turn} detective {detective} cannot ride {mv}.")
            }
            LogWrongTurn { turn } => format!("Turn {turn} has too many or too few moves."),
            LogStart {} => "The start does not fit the rules.".to_owned(),
            LogNoPlaceLeft { turn } => {
                format!("After turn {turn} there is no station left where Mr X could be.")
            }
            LogOther { turn } => format!("Turn {turn} does not fit."),
            CorrectTicket { turn, was, instead, .. } => {
                format!(
                    "Perhaps Mr X paid with {} in turn {turn}, not with {}.",
                    a_ticket(instead),
                    a_ticket(was)
                )
            }
            CorrectPlace { turn, was, instead, .. } => {
                format!("Perhaps Mr X showed himself at {instead} in turn {turn}, not at {was}.")
            }
            CorrectRide { turn, detective, was, instead } => {
                format!("Perhaps detective {detective} rode {instead} in turn {turn}, not {was}.")
            }
            CorrectStart { detective, was, instead } => {
                format!("Perhaps detective {detective} started at {instead}, not at {was}.")
            }
        }
    }
}
