//! One game as pure data: the game, who sits where, and what each seat may do and see.
//!
//! No tasks, no clock, no files: the task of the table drives it, and the store
//! keeps what it needs to be made again.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{Deal, DetectiveId, DetectiveText, Game, Move, MrXMove, Record, Rules, Turn};

use crate::error::{ApiError, Code};
use crate::seats::{Role, Seats, parse};
use crate::specs;
use crate::study::Study;
use crate::thinkers::Room;
use crate::wire::{self, About, Help, Kinds, Names, View};

/// What is fixed when a game is made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) id: String,
    pub(crate) rules: Arc<Rules>,
    pub(crate) deal: Deal,
    pub(crate) seed: Seed,
    pub(crate) seats: Seats,
    pub(crate) help: Help,
    pub(crate) pace_ms: u32,
}

/// A game from its deal to this moment.
#[derive(Clone, Debug)]
pub(crate) struct Tabletop {
    plan: Plan,
    game: Game,
    moves: Vec<Move>,
    pub(crate) pace_ms: u32,
    pub(crate) paused: bool,
    pub(crate) cancelled: bool,
    pub(crate) thinking: bool,
    pub(crate) fault: Option<String>,
    pub(crate) taken_back: u32,
    /// How often a finished game was taken back: somebody went on who had seen where Mr X was.
    pub(crate) reopened: u32,
    /// The seat that asks to take back.
    undo_asked: Option<Role>,
}

/// What becomes of a move that a client sends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Intent {
    /// It is legal now.
    Play(Move),
    /// It was played before at this ply by the same seat: the answer got lost.
    Done,
}

/// What becomes of a wish to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undo {
    /// Back to so many plies.
    To(usize),
    /// Others are asked.
    Asked,
}

/// Which agent is to think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Thinker {
    MrX(String),
    Detectives(String),
}

impl Thinker {
    /// Where it thinks.
    pub(crate) fn room(&self) -> Room {
        let (Thinker::MrX(spec) | Thinker::Detectives(spec)) = self;
        // A text that is no agent fails at once.
        parse(spec).map_or(Room::Quick, |spec| specs::room(&spec))
    }
}

impl Tabletop {
    pub(crate) fn new(plan: Plan) -> Tabletop {
        let game = Game::new(Arc::clone(&plan.rules), &plan.deal);
        Tabletop {
            pace_ms: plan.pace_ms,
            plan,
            game,
            moves: Vec::new(),
            paused: false,
            cancelled: false,
            thinking: false,
            fault: None,
            taken_back: 0,
            reopened: 0,
            undo_asked: None,
        }
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Ended without a result.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled && !self.is_over()
    }

    /// Whether it goes on, for lists and views.
    pub(crate) fn state(&self) -> &'static str {
        match (self.is_over(), self.cancelled) {
            (true, _) => "over",
            (false, true) => "cancelled",
            (false, false) => "open",
        }
    }

    /// Who won, for lists.
    pub(crate) fn result(&self) -> Option<&'static str> {
        self.game.outcome().map(wire::winner)
    }

    /// Looks at a move from a client, without playing it.
    ///
    /// Every answer to a seat of the detectives follows from what is public: whose turn it is, the
    /// plies so far and the rules. Their moves do not depend on where Mr X is.
    pub(crate) fn intent(&self, role: Role, text: &str, ply: usize) -> Result<Intent, ApiError> {
        match role {
            Role::MrX | Role::Detectives(_) => {}
            Role::Watch | Role::WatchAll => {
                return Err(ApiError::forbidden("this link is for watching"));
            }
        }
        if ply < self.moves.len() {
            return match self.repeats(role, text, ply) {
                true => Ok(Intent::Done),
                false => Err(stale()),
            };
        }
        if ply > self.moves.len() {
            return Err(stale());
        }
        if self.is_cancelled() {
            return Err(cancelled());
        }
        let mv = self.read(role, text)?;
        // A copy is asked; the game itself stays as it is until the move is on disk.
        match self.game.clone().play(mv) {
            Ok(()) => Ok(Intent::Play(mv)),
            Err(error) => Err(ApiError::new(Code::BadMove, format!("not possible: {error}"))),
        }
    }

    /// Reads a move of the seat whose turn it must be.
    fn read(&self, role: Role, text: &str) -> Result<Move, ApiError> {
        let bad = |error: &dyn std::fmt::Display| ApiError::new(Code::BadMove, error.to_string());
        let turn = self.game.turn();
        let not_yours = || {
            let text = match turn {
                Turn::MrX => "it is Mr X's turn".to_owned(),
                Turn::Detective(id) => format!("it is detective {id}'s turn"),
                Turn::Team => "it is the detectives' turn".to_owned(),
                Turn::Over(_) => "the game is over".to_owned(),
            };
            ApiError::new(Code::NotYourTurn, text)
        };
        match (turn, role) {
            (Turn::MrX, Role::MrX) => {
                text.parse::<MrXMove>().map(Move::from).map_err(|error| bad(&error))
            }
            (Turn::Detective(_) | Turn::Team, Role::Detectives(_)) => {
                let written: DetectiveText = text.parse().map_err(|error| bad(&error))?;
                if let Turn::Detective(next) = turn
                    && !role.moves(next)
                {
                    return Err(not_yours());
                }
                let mv = written.in_turn(turn).map_err(|error| bad(&error))?;
                match role.moves(mv.by()) {
                    true => Ok(mv.into()),
                    false => {
                        let text = format!("detective {} is moved by another seat", mv.by());
                        Err(ApiError::new(Code::NotYourTurn, text))
                    }
                }
            }
            (
                Turn::MrX | Turn::Detective(_) | Turn::Team | Turn::Over(_),
                Role::MrX | Role::Detectives(_) | Role::Watch | Role::WatchAll,
            ) => Err(not_yours()),
        }
    }

    /// Tells whether this seat made this very move at that ply.
    fn repeats(&self, role: Role, text: &str, ply: usize) -> bool {
        match (self.moves.get(ply), role) {
            (Some(Move::MrX(mv)), Role::MrX) => {
                text.parse::<MrXMove>().is_ok_and(|said| said == *mv)
            }
            (Some(Move::Detective(mv)), Role::Detectives(_)) if role.moves(mv.by()) => {
                let order = self.game.rules().order();
                let same = |said: DetectiveText| {
                    said.step == DetectiveText::new(*mv, order).step
                        && said.by.is_none_or(|by| by == mv.by())
                };
                text.parse::<DetectiveText>().is_ok_and(same)
            }
            _ => false,
        }
    }

    /// Plays a move of anybody.
    ///
    /// # Errors
    /// When it is not legal; the game is then unchanged.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), yard_core::PlayError> {
        self.game.play(mv)?;
        self.moves.push(mv);
        // A person who goes on declines; an agent knows nothing of the wish.
        if self.by_person(mv) {
            self.undo_asked = None;
        }
        self.fault = None;
        Ok(())
    }

    /// Plays moves that were kept as text.
    ///
    /// # Errors
    /// When one of them does not fit: the file was changed by somebody else.
    pub(crate) fn play_text(&mut self, text: &str) -> Result<(), String> {
        let turn = self.game.turn();
        let mv = match turn {
            Turn::MrX => text.parse::<MrXMove>().map(Move::from),
            Turn::Detective(_) | Turn::Team | Turn::Over(_) => text
                .parse::<DetectiveText>()
                .and_then(|written| written.in_turn(turn))
                .map(Move::from),
        };
        let mv = mv.map_err(|error| error.to_string())?;
        self.play(mv).map_err(|error| error.to_string())
    }

    /// Gives the people of a seat a name.
    ///
    /// # Errors
    /// When the name is not fit to be shown, or the role has no seat.
    pub(crate) fn rename(&mut self, role: Role, name: &str) -> Result<(), ApiError> {
        self.plan.seats.rename(role, name)
    }

    /// Where a wish to take back leads: to the last decision of the seat, or of the seat that asked for it before if
    /// this one may agree.
    pub(crate) fn undo(&self, role: Role) -> Result<Undo, ApiError> {
        if let Role::Watch | Role::WatchAll = role {
            return Err(ApiError::forbidden("this link is for watching"));
        }
        // The end shows where Mr X was. Whoever is alone may go on and learn; others would be cheated.
        if self.is_over() && self.plan.seats.people() > 1 {
            return Err(ApiError::forbidden(
                "the game is over and everybody has seen Mr X's way, so nothing is taken back",
            ));
        }
        if self.is_cancelled() {
            return Err(cancelled());
        }
        let asker = self.undo_asked.filter(|asker| self.may_agree(*asker, role));
        let Some(to) = self.last_decision(asker.unwrap_or(role)) else {
            return Err(ApiError::new(Code::BadMove, "there is nothing to take back"));
        };
        match asker.is_none() && self.needs_consent(role, to) {
            true => Ok(Undo::Asked),
            false => Ok(Undo::To(to)),
        }
    }

    /// The ply of the last decision of a seat.
    fn last_decision(&self, role: Role) -> Option<usize> {
        self.moves.iter().rposition(|mv| is_by(*mv, role))
    }

    /// Whether somebody has to agree before a seat goes back to so many plies: people of the other side, or else people of
    /// its own side whose moves would be lost.
    fn needs_consent(&self, asker: Role, to: usize) -> bool {
        let lost = |mv: &Move| !is_by(*mv, asker) && self.by_person(*mv);
        self.is_opposed(asker) || self.moves.iter().skip(to).any(lost)
    }

    /// Whether a seat may agree to what another one asks for.
    fn may_agree(&self, asker: Role, role: Role) -> bool {
        let of_detectives = |role: Role| matches!(role, Role::Detectives(_));
        match (role, self.is_opposed(asker)) {
            (Role::Watch | Role::WatchAll, _) => false,
            (Role::MrX | Role::Detectives(_), true) => of_detectives(role) != of_detectives(asker),
            (Role::MrX | Role::Detectives(_), false) => {
                let to = self.last_decision(asker).unwrap_or(self.moves.len());
                role != asker && self.moves.iter().skip(to).any(|mv| is_by(*mv, role))
            }
        }
    }

    /// Whether people play the other side.
    fn is_opposed(&self, role: Role) -> bool {
        match role {
            Role::MrX => self.plan.seats.any_human_detective(),
            Role::Detectives(_) => self.plan.seats.mr_x.is_human(),
            Role::Watch | Role::WatchAll => false,
        }
    }

    /// Whether a person made a move.
    fn by_person(&self, mv: Move) -> bool {
        match mv {
            Move::MrX(_) => self.plan.seats.mr_x.is_human(),
            Move::Detective(mv) => self.plan.seats.detective(mv.by()).is_human(),
        }
    }

    /// Notes that a seat wants to take back; the latest wish counts.
    pub(crate) fn ask_undo(&mut self, role: Role) {
        self.undo_asked = Some(role);
    }

    /// Goes back to so many plies.
    pub(crate) fn take_back(&mut self, plies: usize) {
        self.reopened += u32::from(self.is_over());
        let mut game = Game::new(Arc::clone(&self.plan.rules), &self.plan.deal);
        self.moves.truncate(plies);
        for mv in &self.moves {
            let played = game.play(*mv);
            debug_assert!(played.is_ok(), "these moves were legal before");
        }
        self.game = game;
        self.taken_back += 1;
        self.undo_asked = None;
        self.fault = None;
    }

    /// The agent whose turn it is.
    ///
    /// In any order people move first: an agent waits until no person's detective can move, and may
    /// then move any of the rest.
    pub(crate) fn thinker(&self) -> Option<Thinker> {
        if self.cancelled || self.paused || self.fault.is_some() {
            return None;
        }
        let seats = &self.plan.seats;
        let team = |id: DetectiveId| {
            seats.detective_agent(id).map(|spec| Thinker::Detectives(spec.to_owned()))
        };
        match self.game.turn() {
            Turn::MrX => seats.mr_x_agent().map(|spec| Thinker::MrX(spec.to_owned())),
            Turn::Detective(id) => team(id),
            Turn::Team => {
                let waiting = wire::may_move(self.game.detective_view());
                match waiting.iter().any(|id| seats.detective(*id).is_human()) {
                    true => None,
                    false => waiting.first().and_then(|id| team(*id)),
                }
            }
            Turn::Over(_) => None,
        }
    }

    /// Who may stop, pause and hurry the game.
    pub(crate) fn may_control(&self, role: Role) -> bool {
        role != Role::Watch
    }

    /// What a seat sees.
    pub(crate) fn view(&self, role: Role) -> View {
        let mut about = self.about();
        about.may_agree = self.undo_asked.is_some_and(|asker| self.may_agree(asker, role));
        let id = &self.plan.id;
        let mut shown = match role.sees_mr_x() {
            true => wire::own(id, self.game.mr_x_view(), role, about),
            false => wire::public(id, self.game.detective_view(), role, about),
        };
        if self.is_over() {
            wire::reveal(&mut shown, self.game.mr_x_view());
        }
        if self.is_cancelled() {
            wire::stop(&mut shown);
        }
        shown
    }

    fn about(&self) -> About {
        let detectives = self.plan.rules.detectives();
        About {
            state: self.state(),
            thinking: self.thinking,
            paused: self.paused,
            pace_ms: self.pace_ms,
            taken_back: self.taken_back,
            reopened: self.reopened,
            undo_asked: self.undo_asked.map(Role::name),
            may_agree: false,
            fault: self.fault.clone(),
            names: Names::new(&self.plan.seats, detectives),
            kinds: Kinds::new(&self.plan.seats, detectives),
            help: self.plan.help,
            seed: self.is_over().then_some(self.plan.seed.0),
        }
    }

    /// The whole game to look back at, once it is over.
    pub(crate) fn study(&self) -> Option<Study> {
        self.is_over().then(|| Study {
            id: self.plan.id.clone(),
            record: Record::of(&self.game),
            rules: Arc::clone(&self.plan.rules),
            about: self.about(),
        })
    }

    /// The record as a seat may know it, with comments that tell who played and whether moves were taken back.
    pub(crate) fn record(&self, role: Role) -> String {
        let record = match role.sees_mr_x() || self.is_over() {
            true => Record::of(&self.game),
            false => Record::of_view(self.game.detective_view()),
        };
        let mut comments = vec![self.plan.seats.summary(&self.plan.rules)];
        if self.taken_back > 0 {
            comments.push(format!("taken back: {}", self.taken_back));
        }
        if self.reopened > 0 {
            comments.push(format!("taken back after the end: {}", self.reopened));
        }
        wire::commented(&record, &comments)
    }
}

/// Whether a move was made by the holder of a seat.
fn is_by(mv: Move, role: Role) -> bool {
    match mv {
        Move::MrX(_) => role == Role::MrX,
        Move::Detective(mv) => role.moves(mv.by()),
    }
}

pub(crate) fn cancelled() -> ApiError {
    ApiError::new(Code::NotYourTurn, "the game is cancelled")
}

fn stale() -> ApiError {
    ApiError::new(Code::Stale, "the game has gone on since; look at it again")
}
