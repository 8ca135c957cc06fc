//! What everybody may know of a game besides the play: who sits where, whether it goes on, what is asked.

use serde::Serialize;
use yard_core::{DetectiveId, Rules};

use crate::claims::ClaimJson;
use crate::company::ReactionJson;
use crate::help::AllowedHelp;
use crate::move_clock::ClockJson;
use crate::rematch::NextGame;
use crate::seats::Seats;
use crate::tabletop::GameState;
use crate::vote::ProposalJson;

/// What a seat's JSON tells of the game besides the play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameInfo {
    /// The name by which the rules and the board of this game are asked for, where `rules` no longer leads to them.
    pub(crate) rules_kept: Option<String>,
    pub(crate) state: GameState,
    pub(crate) thinking: bool,
    pub(crate) paused: bool,
    /// The agents have waited, since nobody was looking; they go on now.
    pub(crate) unwatched: bool,
    /// The last move is what an agent had found when its time was over.
    pub(crate) cut_short: bool,
    pub(crate) pace_ms: u32,
    pub(crate) taken_back: u32,
    /// How often of these the game was over.
    pub(crate) reopened: u32,
    /// The seat that asks to take back.
    pub(crate) undo_asked: Option<String>,
    /// Whether this seat may agree to that.
    pub(crate) may_agree: bool,
    pub(crate) fault: Option<String>,
    pub(crate) names: Names,
    pub(crate) kinds: Kinds,
    /// The levels of strength of those agents that are one.
    pub(crate) levels: Levels,
    pub(crate) help: AllowedHelp,
    /// The seats of people, and which of them are taken.
    pub(crate) claims: Vec<ClaimJson>,
    /// Whether one person has seats of both sides.
    pub(crate) both_sides: bool,
    /// What the table decides on.
    pub(crate) proposal: Option<ProposalJson>,
    /// The seats of people who are here now.
    pub(crate) present: Vec<String>,
    /// How many watch.
    pub(crate) watching: usize,
    pub(crate) reactions: Vec<ReactionJson>,
    pub(crate) clock: Option<ClockJson>,
    /// The next game of the table.
    pub(crate) rematch: Option<NextGame>,
    /// Whether somebody chose the seed, and so can work out what is hidden.
    pub(crate) seed_chosen: bool,
    /// The seed that somebody chose; only when the game is over.
    pub(crate) seed: Option<u64>,
}

impl GameInfo {
    /// The same without the people around, for those who look back.
    pub(crate) fn alone(self) -> GameInfo {
        GameInfo { present: Vec::new(), watching: 0, reactions: Vec::new(), ..self }
    }
}

/// What everybody is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Names {
    mr_x: String,
    detectives: Vec<String>,
}

/// Who is a person and who an agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Kinds {
    mr_x: &'static str,
    detectives: Vec<&'static str>,
}

impl Names {
    /// The names at a table.
    pub(crate) fn new(seats: &Seats, rules: &Rules) -> Names {
        let name = |id: DetectiveId| seats.detective(id).name().to_owned();
        Names {
            mr_x: seats.mr_x.name().to_owned(),
            detectives: rules.detective_ids().map(name).collect(),
        }
    }

    /// One line for lists: Mr X against the detectives, each name once.
    pub(crate) fn summary(&self) -> String {
        let shown =
            |name: &str| if name.is_empty() { "somebody".to_owned() } else { name.to_owned() };
        let mut team: Vec<String> = self.detectives.iter().map(|name| shown(name)).collect();
        team.dedup();
        format!("{} – {}", shown(&self.mr_x), team.join(", "))
    }
}

/// Which level of strength each agent is, if it is one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Levels {
    mr_x: Option<String>,
    detectives: Vec<Option<String>>,
}

impl Levels {
    /// The levels at a table.
    pub(crate) fn new(seats: &Seats, rules: &Rules) -> Levels {
        let level = |id: DetectiveId| seats.detective(id).level().map(str::to_owned);
        Levels {
            mr_x: seats.mr_x.level().map(str::to_owned),
            detectives: rules.detective_ids().map(level).collect(),
        }
    }
}

impl Kinds {
    /// The kinds of seats at a table.
    pub(crate) fn new(seats: &Seats, rules: &Rules) -> Kinds {
        let word = |human: bool| if human { "human" } else { "agent" };
        let kind = |id: DetectiveId| word(seats.detective(id).is_human());
        Kinds {
            mr_x: word(seats.mr_x.is_human()),
            detectives: rules.detective_ids().map(kind).collect(),
        }
    }
}
