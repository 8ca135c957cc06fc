//! The messages between Yard and a program that plays; docs/reference/protocol.md describes them.
//!
//! A message is one JSON object on one line. What a side may not know cannot get into a message: those
//! for the detectives are made from a `DetectiveView`, which has no place for it. Only when a game is over does the
//! referee tell them Mr X's way.

use serde::{Deserialize, Serialize};
use yard_core::{
    DetectiveTickets, DetectiveView, Length, MrXTickets, MrXView, Order, Outcome, PublicMrXMove,
    PublicPly, PublicStep, Record, Rules, Setup, Side, Station, StationSet, Transport, Turn,
};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that either side may send, in bytes and with its end.
pub const MOST_LINE: usize = 1 << 20;

/// From Yard to the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToProgram {
    /// The first message; asks for a hello.
    Hello(Hello),
    /// A game begins.
    Begin(Box<Begin>),
    /// Asks for a move.
    Choose(Box<Choose>),
    /// The game is over.
    End(End),
    /// The program is to end.
    Quit {},
}

/// From the program to Yard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromProgram {
    /// The answer to a hello.
    Hello(Hello),
    /// The answer to a choose.
    Move {
        /// The move as text.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The program gives up.
    Error {
        /// Why.
        message: String,
    },
}

/// Who speaks, and in which version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    pub yard: u32,
    /// The name of the program.
    pub name: String,
}

/// A game begins: all that does not change in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Begin {
    /// The side that the program plays.
    pub side: Side,
    /// A random number for the program alone.
    #[serde(default)]
    pub seed: Option<u32>,
    /// The time for each answer in milliseconds.
    #[serde(default)]
    pub ms: Option<u64>,
    /// The processor time for each answer in milliseconds, where that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ms: Option<u64>,
    /// The rules.
    pub rules: RulesData,
    /// Where everybody starts.
    pub start: StartData,
}

/// Where everybody starts, as far as the side knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartData {
    /// Mr X's station; for the detectives only where the rules make it known.
    #[serde(default)]
    pub mr_x: Option<Station>,
    /// The detectives' stations.
    pub detectives: Vec<Station>,
    /// The whole position, where the game begins in the middle; `x ?` for the detectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
}

/// The rules as data, for a program that has no Yard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RulesData {
    /// A preset, `grid:..` or a path.
    pub name: String,
    /// Number of detectives.
    pub detectives: u8,
    /// Slots of the travel log.
    pub log_slots: u8,
    /// Turns of Mr X, in a game that is limited by them.
    pub turns: Option<u8>,
    /// The slots after which Mr X shows himself.
    pub surfaces: Vec<u8>,
    /// Order of the detectives.
    pub order: Order,
    /// Whether spent detective tickets go to Mr X.
    pub hand_over: bool,
    /// Whether Mr X may step onto a detective (rule 4.9).
    pub mr_x_may_enter_detective: bool,
    /// Whether Mr X's start is known to all.
    pub start_known: bool,
    /// Each detective's tickets at the start.
    pub detective_tickets: DetectiveTickets,
    /// Mr X's tickets at the start.
    pub mr_x_tickets: MrXTickets,
    /// The stations that Mr X may draw.
    pub mr_x_starts: Vec<Station>,
    /// The map.
    pub board: BoardData,
}

/// The map as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardData {
    /// The short name.
    pub name: String,
    /// Stations are numbered from 1 to this.
    pub stations: u8,
    /// Side of the square, when it is a grid.
    pub grid: Option<u8>,
    /// Taxi lines.
    pub taxi: Vec<[Station; 2]>,
    /// Bus lines.
    pub bus: Vec<[Station; 2]>,
    /// Underground lines.
    pub underground: Vec<[Station; 2]>,
    /// Ferry lines.
    pub ferry: Vec<[Station; 2]>,
}

/// Asks for a move: the whole view of the side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choose {
    /// `x`, the number of a detective, or `d`.
    pub turn: String,
    /// Log slots already used.
    pub slot: u8,
    /// Turns that Mr X has had.
    pub turns: u8,
    /// Where `log` begins, when the question is not about the game that was begun: a position as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// All plies so far, as this side knows them: Mr X's own stations are hidden from the detectives alone.
    pub log: Vec<String>,
    /// The detectives' stations now.
    pub detectives: Vec<Station>,
    /// The detectives' tickets now.
    pub detective_tickets: Vec<DetectiveTickets>,
    /// Mr X's tickets now.
    pub mr_x_tickets: MrXTickets,
    /// Detectives who have moved in this round; in any order only.
    #[serde(default)]
    pub moved: Vec<u8>,
    /// Where Mr X can be by what is public.
    pub candidates: Vec<Station>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// Mr X's station; for Mr X only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<Station>,
    /// Mr X's start and his station after each log slot; for Mr X only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Station>,
}

/// The game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// Who won.
    pub winner: Side,
    /// How.
    pub outcome: OutcomeName,
    /// All plies, as everybody saw them.
    #[serde(default)]
    pub log: Vec<String>,
    /// Mr X's start and his station after each log slot: now everybody may know. Empty where the referee does not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Station>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeName {
    /// A detective met Mr X.
    Captured,
    /// Mr X had no legal move.
    Cornered,
    /// The last slot or turn was used.
    Escaped,
    /// No detective could move.
    Stranded,
    /// The loser gave no legal move.
    Foul,
}

fn list(set: &StationSet) -> Vec<Station> {
    set.iter().collect()
}

/// The public log as texts; a detective's move always has his number, so that nobody needs to
/// count whose it was.
pub fn log_texts(view: &DetectiveView) -> Vec<String> {
    let text = |ply: &PublicPly| match ply {
        PublicPly::MrX(mv) => mv.to_string(),
        PublicPly::Detective(mv) => mv.to_string(),
    };
    view.log().plies().iter().map(text).collect()
}

/// The log as Mr X knows it: with his own stations.
pub fn own_log_texts(view: &MrXView) -> Vec<String> {
    let public = view.detective_view();
    let mut way = view.path().iter().skip(1).copied();
    let mut known = |step: PublicStep| PublicStep { seen: way.next().or(step.seen), ..step };
    let text = |ply: &PublicPly| match *ply {
        PublicPly::MrX(PublicMrXMove::Single(step)) => {
            PublicMrXMove::Single(known(step)).to_string()
        }
        PublicPly::MrX(PublicMrXMove::Double(first, second)) => {
            PublicMrXMove::Double(known(first), known(second)).to_string()
        }
        PublicPly::Detective(mv) => mv.to_string(),
    };
    public.log().plies().iter().map(text).collect()
}

impl RulesData {
    /// The rules as data.
    pub fn new(rules: &Rules) -> RulesData {
        let board = rules.board();
        let lines = |transport: Transport| {
            let of = board.lines().iter().filter(move |line| line.transport == transport);
            of.map(|line| [line.a, line.b]).collect()
        };
        RulesData {
            name: rules.name().to_owned(),
            detectives: rules.detectives(),
            log_slots: rules.slots(),
            turns: match rules.length() {
                Length::Slots(_) => None,
                Length::Turns(turns) => Some(turns),
            },
            surfaces: rules.surfacings().collect(),
            order: rules.order(),
            hand_over: rules.hand_over(),
            mr_x_may_enter_detective: rules.mr_x_may_enter_detective(),
            start_known: rules.start_known(),
            detective_tickets: rules.detective_tickets(),
            mr_x_tickets: rules.mr_x_tickets(),
            mr_x_starts: list(&rules.mr_x_starts()),
            board: BoardData {
                name: board.name().to_owned(),
                stations: board.stations().len() as u8,
                grid: board.grid_size(),
                taxi: lines(Transport::Taxi),
                bus: lines(Transport::Bus),
                underground: lines(Transport::Underground),
                ferry: lines(Transport::Ferry),
            },
        }
    }
}

impl StartData {
    /// What the detectives know of the start.
    pub fn of_detectives(view: &DetectiveView) -> StartData {
        let record = Record::of_view(view);
        let setup = record.setup.map(|setup| setup.to_string());
        StartData { mr_x: record.mr_x, detectives: record.detectives, setup }
    }

    /// What Mr X knows of the start.
    pub fn of_mr_x(view: &MrXView) -> StartData {
        let public = StartData::of_detectives(view.detective_view());
        let mr_x = view.path().first().copied();
        let setup = public.setup.and_then(|text| {
            let setup: Setup = text.parse().ok()?;
            Some(Setup { x: mr_x.map(|at| at.number().into()), ..setup }.to_string())
        });
        StartData { mr_x, setup, ..public }
    }
}

impl Choose {
    /// The detectives' question.
    pub fn of_detectives(view: &DetectiveView) -> Choose {
        let moves = view.legal_moves().map(|mv| mv.to_string()).collect();
        Choose::public(view, moves)
    }

    /// Mr X's question.
    pub fn of_mr_x(view: &MrXView) -> Choose {
        let moves = view.legal_moves().map(|mv| mv.to_string()).collect();
        Choose {
            station: Some(view.station()),
            path: view.path().to_vec(),
            log: own_log_texts(view),
            ..Choose::public(view.detective_view(), moves)
        }
    }

    fn public(view: &DetectiveView, moves: Vec<String>) -> Choose {
        let (rules, table) = (view.rules(), view.public());
        Choose {
            turn: match view.turn() {
                Turn::MrX => "x".to_owned(),
                Turn::Detective(id) => id.to_string(),
                Turn::Team => "d".to_owned(),
                Turn::Over(_) => "over".to_owned(),
            },
            slot: table.slots_used(),
            turns: table.turns_used(),
            setup: None,
            log: log_texts(view),
            detectives: table.detectives().collect(),
            detective_tickets: rules
                .detective_ids()
                .map(|id| table.detective_tickets(id))
                .collect(),
            mr_x_tickets: table.mr_x_tickets(),
            moved: rules
                .detective_ids()
                .filter(|id| table.has_moved(*id))
                .map(yard_core::DetectiveId::number)
                .collect(),
            candidates: view.candidates().iter().collect(),
            moves,
            station: None,
            path: Vec::new(),
        }
    }
}

impl End {
    /// How a game ended, and Mr X's way in it; one that is not over was lost by a foul of the side on turn.
    pub fn new(view: &DetectiveView, way: Vec<Station>) -> End {
        let (winner, outcome) = match view.turn() {
            Turn::MrX => (Side::Detectives, OutcomeName::Foul),
            Turn::Detective(_) | Turn::Team => (Side::MrX, OutcomeName::Foul),
            Turn::Over(outcome) => (outcome.winner(), OutcomeName::from(outcome)),
        };
        End { winner, outcome, log: log_texts(view), way }
    }
}

impl From<Outcome> for OutcomeName {
    fn from(outcome: Outcome) -> OutcomeName {
        match outcome {
            Outcome::Captured => OutcomeName::Captured,
            Outcome::Cornered => OutcomeName::Cornered,
            Outcome::Escaped => OutcomeName::Escaped,
            Outcome::Stranded => OutcomeName::Stranded,
        }
    }
}
