//! One game from its deal to this moment: playing, stopping, and what each seat sees of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use yard_core::{Game, Move, PlayError, Record, Side, Turn};

use crate::claims::Claims;
use crate::company::Company;
use crate::error::{RenameError, SeatsError};
use crate::game_json::{GameInfo, Kinds, Levels, Names};
use crate::move_json::side_name;
use crate::record_text::commented;
use crate::rematch::NextGame;
use crate::replay::Replay;
use crate::role::Role;
use crate::seat_json::{self, SeatJson};
use crate::setup::GameSetup;
use crate::vote::Proposal;

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// It goes on.
    Open,
    /// It has a result.
    Over,
    /// It was ended without a result.
    Cancelled,
}

impl GameState {
    /// All states.
    pub const ALL: [GameState; 3] = [GameState::Open, GameState::Over, GameState::Cancelled];

    /// The word for it in JSON, in lists and in the store.
    pub fn word(self) -> &'static str {
        match self {
            GameState::Open => "open",
            GameState::Over => "over",
            GameState::Cancelled => "cancelled",
        }
    }

    /// The state of a word; `None` when there is no such state.
    pub fn from_word(word: &str) -> Option<GameState> {
        GameState::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A game from its deal to this moment.
#[derive(Clone, Debug)]
pub struct Tabletop {
    pub(crate) setup: GameSetup,
    pub(crate) game: Game,
    pub(crate) moves: Vec<Move>,
    pub(crate) pace_ms: u32,
    pub(crate) paused: bool,
    pub(crate) cancelled: bool,
    pub(crate) thinking: bool,
    pub(crate) unwatched: bool,
    pub(crate) cut_short: bool,
    pub(crate) fault: Option<String>,
    pub(crate) taken_back: u32,
    /// How often a finished game was taken back: somebody went on who had seen where Mr X was.
    pub(crate) reopened: u32,
    /// The seat that asks to take back.
    pub(crate) undo_asked: Option<Role>,
    /// Who has sat down where.
    pub(crate) claims: Claims,
    /// What the table decides on. It is forgotten with the process.
    pub(crate) proposal: Option<Proposal>,
    /// The seat whose wish to take back was turned down, and after how many plies.
    pub(crate) undo_declined: Option<(Role, usize)>,
    /// Who is around, and what they say.
    pub(crate) company: Company,
    /// How often each seat was too late.
    pub(crate) late: BTreeMap<Role, u32>,
    /// What is left of the time for this move, in milliseconds, while the clock runs.
    pub(crate) clock_left_ms: Option<u64>,
    /// The next game of this table.
    pub(crate) next: Option<NextGame>,
    /// The name of the rules as this game keeps them, where others are on offer under their name, or none.
    pub(crate) rules_kept: Option<String>,
}

impl Tabletop {
    /// A game before its first move.
    ///
    /// # Errors
    /// When there is not a seat for each detective.
    pub fn new(setup: GameSetup) -> Result<Tabletop, SeatsError> {
        setup.seats.check_count(&setup.rules)?;
        let game = Game::new(Arc::clone(&setup.rules), &setup.deal);
        Ok(Tabletop {
            pace_ms: setup.pace_ms,
            setup,
            game,
            moves: Vec::new(),
            paused: false,
            cancelled: false,
            thinking: false,
            unwatched: false,
            cut_short: false,
            fault: None,
            taken_back: 0,
            reopened: 0,
            undo_asked: None,
            claims: Claims::default(),
            proposal: None,
            undo_declined: None,
            company: Company::default(),
            late: BTreeMap::new(),
            clock_left_ms: None,
            next: None,
            rules_kept: None,
        })
    }

    /// What was fixed when the game began, and the names that people have now.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// How many plies are played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// How many slots of the travel log are used.
    pub fn slots_used(&self) -> u8 {
        self.game.detective_view().public().slots_used()
    }

    /// How often moves were taken back.
    pub fn taken_back(&self) -> u32 {
        self.taken_back
    }

    /// How often of these the game was over.
    pub fn reopened(&self) -> u32 {
        self.reopened
    }

    /// How long an agent's move takes at least, in milliseconds.
    pub fn pace_ms(&self) -> u32 {
        self.pace_ms
    }

    /// Whether the agents wait.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the game has a result.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether the game was ended without a result.
    pub fn is_cancelled(&self) -> bool {
        self.state() == GameState::Cancelled
    }

    /// Whether the game goes on.
    pub fn state(&self) -> GameState {
        match (self.is_over(), self.cancelled) {
            (true, _) => GameState::Over,
            (false, true) => GameState::Cancelled,
            (false, false) => GameState::Open,
        }
    }

    /// Who won.
    pub fn winner(&self) -> Option<Side> {
        self.game.outcome().map(|outcome| outcome.winner())
    }

    /// Who won, as lists write it: `mr_x` or `detectives`.
    pub fn result(&self) -> Option<&'static str> {
        self.winner().map(side_name)
    }

    /// Plays a move of anybody.
    ///
    /// # Errors
    /// When it is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.game.play(mv)?;
        self.moves.push(mv);
        // A person who goes on declines; an agent knows nothing of the request.
        if self.by_person(mv) {
            self.undo_asked = None;
        }
        self.fault = None;
        if self.is_over() {
            self.proposal = None;
        }
        self.unwatched = false;
        self.cut_short = false;
        Ok(())
    }

    /// Notes whether the agents wait, or have waited, because nobody looks. The next move ends it.
    pub fn set_unwatched(&mut self, unwatched: bool) {
        self.unwatched = unwatched;
    }

    /// Whether the agents wait, or have waited, because nobody looks.
    pub fn is_unwatched(&self) -> bool {
        self.unwatched
    }

    /// Notes that the agent of the last move had to end its search early.
    pub fn set_cut_short(&mut self) {
        self.cut_short = true;
    }

    /// Whether an agent is thinking now.
    pub fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Notes that an agent has begun or ended to think.
    pub fn set_thinking(&mut self, thinking: bool) {
        self.thinking = thinking;
    }

    /// Notes that the agent whose turn it is has no move. No agent is asked until somebody resumes the game.
    ///
    /// What went wrong with Mr X's agent may tell where he is, so it is kept from all. The detectives' agents know no
    /// more than what is public.
    pub fn set_fault(&mut self, cause: &dyn std::fmt::Display) {
        self.fault = Some(match self.game.turn() {
            Turn::MrX => "Mr X's agent has no move".to_owned(),
            Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                format!("the detectives' agent has no move: {cause}")
            }
        });
    }

    /// Notes that no agent is asked for now, and why, in words for everybody.
    pub fn hold(&mut self, why: &str) {
        self.fault = Some(why.to_owned());
    }

    /// Asks agents again after [`hold`](Tabletop::hold), or after a fault.
    pub fn go_on(&mut self) {
        self.fault = None;
    }

    /// Gives the people of a seat a name.
    ///
    /// # Errors
    /// When the name cannot be shown, or the role has no seat.
    pub fn rename(&mut self, role: Role, name: &str) -> Result<(), RenameError> {
        self.setup.seats.rename(role, name)
    }

    /// What a seat sees. Only roles that see Mr X, and everybody after the end, get more than the detectives' view.
    pub fn seat_json(&self, role: Role) -> SeatJson {
        let mut info = self.info();
        info.may_agree = self.undo_asked.is_some_and(|asker| self.may_agree(asker, role));
        info.proposal = self.proposal_json(role);
        let id = &self.setup.id;
        let mut shown = match role.sees_mr_x() {
            true => seat_json::own(id, self.game.mr_x_view(), role, info),
            false => seat_json::public(id, self.game.detective_view(), role, info),
        };
        if self.is_over() {
            seat_json::reveal(&mut shown, self.game.mr_x_view());
        }
        if self.is_cancelled() || self.holds_people() {
            seat_json::stop(&mut shown);
        }
        shown
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            rules_kept: self.rules_kept.clone(),
            state: self.state(),
            thinking: self.thinking,
            paused: self.paused,
            unwatched: self.unwatched,
            cut_short: self.cut_short,
            pace_ms: self.pace_ms,
            taken_back: self.taken_back,
            reopened: self.reopened,
            undo_asked: self.undo_asked.map(Role::name),
            may_agree: false,
            fault: self.fault.clone(),
            names: Names::new(&self.setup.seats, &self.setup.rules),
            kinds: Kinds::new(&self.setup.seats, &self.setup.rules),
            levels: Levels::new(&self.setup.seats, &self.setup.rules),
            help: self.setup.help,
            claims: self.claims_json(),
            both_sides: self.claims.both_sides(),
            proposal: None,
            present: self.company.present(),
            watching: self.company.watching(),
            reactions: self.company.reactions(),
            clock: self.clock_json(),
            rematch: self.next.clone(),
            seed_chosen: self.setup.seed.chosen().is_some(),
            seed: self.shown_seed(),
        }
    }

    /// The seed, if somebody chose it and the game is over.
    fn shown_seed(&self) -> Option<u64> {
        self.setup.seed.chosen().filter(|_| self.is_over()).map(|seed| seed.0)
    }

    /// The whole game to look back at, once it is over.
    pub fn replay(&self) -> Option<Replay> {
        self.is_over().then(|| Replay {
            id: self.setup.id.clone(),
            record: Record::of(&self.game),
            rules: Arc::clone(&self.setup.rules),
            info: self.info().alone(),
        })
    }

    /// The record as a role may know it, with comments that tell who played, whether somebody chose the seed or held
    /// both sides, and whether moves were taken back.
    pub fn record_text(&self, role: Role) -> String {
        let record = match role.sees_mr_x() || self.is_over() {
            true => Record::of(&self.game),
            false => Record::of_view(self.game.detective_view()),
        };
        let mut comments = vec![self.setup.seats.summary(&self.setup.rules)];
        match self.shown_seed() {
            Some(seed) => comments.push(format!("seed chosen: {seed}")),
            None if self.setup.seed.chosen().is_some() => comments.push("seed chosen".to_owned()),
            None => {}
        }
        if self.claims.both_sides() {
            comments.push("one person held seats of both sides".to_owned());
        }
        for (seat, times) in self.late_names() {
            comments.push(format!("too late, so that the server moved for {seat}: {times}"));
        }
        if self.taken_back > 0 {
            comments.push(format!("taken back: {}", self.taken_back));
        }
        if self.reopened > 0 {
            comments.push(format!("taken back after the end: {}", self.reopened));
        }
        commented(&record, &comments)
    }
}
