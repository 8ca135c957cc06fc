//! One game from one side: the view, rebuilt from the log that each question carries.

use std::sync::Arc;

use yard_agents::{Agent, AgentFactory, Detectives, MrX, Rng, Seed};
use yard_core::{
    DetectiveMove, DetectiveText, DetectiveView, Faults, Game, MrXMove, PublicMrXMove, Record,
    RecordResult, Rules, Setup, Side, Station, Turn,
};

use crate::engine::{EngineError, LogError, StartError, refused};
use crate::messages::{Choose, StartData};

/// One game from one side.
pub(crate) struct Seat {
    player: Player,
    rng: Rng,
    /// The plies that `now` has seen.
    log: Vec<String>,
    /// Where the last question began, if not where the game did.
    setup: Option<String>,
}

enum Player {
    MrX { agent: Box<dyn Agent<MrX>>, start: Game, now: Game },
    Detectives { agent: Box<dyn Agent<Detectives>>, start: DetectiveView, now: DetectiveView },
}

impl Seat {
    /// Sits down for a game; the agent of the last one is taken over if it fits.
    pub(crate) fn new(
        agent: &dyn AgentFactory,
        rules: &Arc<Rules>,
        side: Side,
        start: &StartData,
        seed: Seed,
        old: Option<Seat>,
    ) -> Result<Seat, EngineError> {
        let record = record_of(rules, start)?;
        let old = old.map(|seat| seat.player);
        let player = match side {
            Side::MrX => {
                let mut agent = match old {
                    Some(Player::MrX { agent, .. }) => agent,
                    Some(Player::Detectives { .. }) | None => {
                        agent.mr_x(rules).map_err(refused(agent))?
                    }
                };
                agent.begin();
                let start = record.replay(Arc::clone(rules)).map_err(wrong_start)?;
                Player::MrX { agent, now: start.clone(), start }
            }
            Side::Detectives => {
                let mut agent = match old {
                    Some(Player::Detectives { agent, .. }) => agent,
                    Some(Player::MrX { .. }) | None => {
                        agent.detectives(rules).map_err(refused(agent))?
                    }
                };
                agent.begin();
                let start = record.replay_view(Arc::clone(rules)).map_err(wrong_start)?;
                Player::Detectives { agent, now: start.clone(), start }
            }
        };
        Ok(Seat { player, rng: seed.stream("engine"), log: Vec::new(), setup: None })
    }

    /// Answers a question with a move as text.
    pub(crate) fn choose(&mut self, question: &Choose) -> Result<String, EngineError> {
        if question.setup != self.setup {
            self.move_to(question.setup.as_deref())?;
        }
        // Mostly the log has grown at its end; otherwise it is played from the start again.
        let mut seen = self.log.len();
        if !question.log.starts_with(&self.log) {
            seen = 0;
            self.move_to(question.setup.as_deref())?;
        }
        // Should a ply be refused, nothing counts as seen and the next question starts over.
        self.log = vec![String::new()];
        let news = &question.log[seen..];
        let answer = match &mut self.player {
            Player::MrX { agent, now, .. } => {
                replay_mr_x(now, news, &question.path)?;
                let view = now.mr_x_view();
                let moves = view.legal_moves().map(|mv| mv.to_string()).collect();
                agree(view.turn() == Turn::MrX, moves, question)?;
                agent.choose(view, &mut self.rng).map(|mv| mv.to_string())
            }
            Player::Detectives { agent, now, .. } => {
                replay_detectives(now, news)?;
                let moves = now.legal_moves().map(|mv| mv.to_string()).collect();
                let asked = matches!(now.turn(), Turn::Detective(_) | Turn::Team);
                agree(asked, moves, question)?;
                agent.choose(now, &mut self.rng).map(|mv| mv.to_string())
            }
        };
        let answer = answer?;
        self.log.clone_from(&question.log);
        Ok(answer)
    }
}

impl Seat {
    /// Goes to where the plies of a question begin: a position, or the start of the game.
    fn move_to(&mut self, setup: Option<&str>) -> Result<(), EngineError> {
        // Should the position be refused, the next question begins anew.
        (self.log, self.setup) = (vec![String::new()], None);
        match &mut self.player {
            Player::MrX { start, now, .. } => {
                *now = match setup {
                    None => start.clone(),
                    Some(text) => {
                        let rules = start.detective_view().rules_arc();
                        let record = record_of(rules, &start_of(rules, text)?)?;
                        record.replay(Arc::clone(rules)).map_err(wrong_start)?
                    }
                };
            }
            Player::Detectives { start, now, .. } => {
                *now = match setup {
                    None => start.clone(),
                    Some(text) => {
                        let rules = start.rules_arc();
                        let record = record_of(rules, &start_of(rules, text)?)?;
                        record.replay_view(Arc::clone(rules)).map_err(wrong_start)?
                    }
                };
            }
        }
        (self.log, self.setup) = (Vec::new(), setup.map(str::to_owned));
        Ok(())
    }
}

/// The start that a position is.
fn start_of(rules: &Rules, text: &str) -> Result<StartData, EngineError> {
    let setup: Setup = text.parse().map_err(wrong_setup)?;
    let station = |number: &u32| {
        let none = || StartError::Station(*number);
        rules.board().station(*number).ok_or_else(none).map_err(EngineError::Start)
    };
    Ok(StartData {
        mr_x: setup.x.as_ref().map(station).transpose()?,
        detectives: setup.detectives.iter().map(station).collect::<Result<_, EngineError>>()?,
        setup: Some(text.to_owned()),
    })
}

/// A start as a record without moves, which checks the stations, too.
fn record_of(rules: &Rules, start: &StartData) -> Result<Record, EngineError> {
    let record = Record {
        rules: rules.name().to_owned(),
        mr_x: start.mr_x,
        detectives: start.detectives.clone(),
        setup: start.setup.as_deref().map(str::parse).transpose().map_err(wrong_setup)?,
        first: Vec::new(),
        turns: Vec::new(),
        result: RecordResult::Open,
        cornered: false,
    };
    if record.detectives.len() != usize::from(rules.detectives()) {
        let found = record.detectives.len();
        return Err(EngineError::Start(StartError::Detectives(found)));
    }
    Ok(record)
}

/// The log and the question must speak of the same position.
fn agree(our_turn: bool, moves: Vec<String>, question: &Choose) -> Result<(), EngineError> {
    if !our_turn {
        return Err(EngineError::Question("by the log it is the other side's turn"));
    }
    if moves != question.moves {
        return Err(EngineError::Question(
            "the legal moves are not those that follow from the log",
        ));
    }
    Ok(())
}

fn wrong_ply<E: Into<LogError>>(ply: &str) -> impl Fn(E) -> EngineError {
    move |cause| EngineError::Log { ply: ply.to_owned(), cause: cause.into() }
}

fn wrong_setup(faults: Faults) -> EngineError {
    wrong_start(yard_core::RecordError::Start(faults))
}

fn wrong_start(error: yard_core::RecordError) -> EngineError {
    EngineError::Start(error.into())
}

fn detective_move(text: &str, turn: Turn) -> Result<DetectiveMove, EngineError> {
    let written: DetectiveText = text.parse().map_err(wrong_ply(text))?;
    written.in_turn(turn).map_err(wrong_ply(text))
}

/// Mr X knows where he went: the log has his tickets, the path his stations.
fn replay_mr_x(game: &mut Game, news: &[String], path: &[Station]) -> Result<(), EngineError> {
    for text in news {
        match game.turn() {
            Turn::MrX => {
                let public: PublicMrXMove = text.parse().map_err(wrong_ply(text))?;
                // Slots that were used before a setup are not on the path.
                let steps = game.mr_x_view().path().len();
                let ways = path.get(steps..).unwrap_or_default();
                let mv = with_stations(public, ways)
                    .ok_or(LogError::ShortPath)
                    .map_err(wrong_ply(text))?;
                game.play(mv.into()).map_err(wrong_ply(text))?;
            }
            Turn::Detective(_) | Turn::Team => {
                let mv = detective_move(text, game.turn())?;
                game.play(mv.into()).map_err(wrong_ply(text))?;
            }
            Turn::Over(_) => return Err(wrong_ply(text)(LogError::Over)),
        }
    }
    Ok(())
}

fn with_stations(public: PublicMrXMove, stations: &[Station]) -> Option<MrXMove> {
    let mut stations = stations.iter().copied();
    let mut show = |step: yard_core::PublicStep| {
        stations.next().map(|to| yard_core::Step { ticket: step.ticket, to })
    };
    Some(match public {
        PublicMrXMove::Single(step) => MrXMove::Single(show(step)?),
        PublicMrXMove::Double(first, second) => {
            let first = show(first)?;
            MrXMove::Double(first, show(second)?)
        }
    })
}

/// A question comes only while the game goes on, so no ply of its log was the end.
fn replay_detectives(view: &mut DetectiveView, news: &[String]) -> Result<(), EngineError> {
    for text in news {
        match view.turn() {
            Turn::MrX => {
                let mv = text.parse().map_err(wrong_ply(text))?;
                view.mr_x_moved(mv, None).map_err(wrong_ply(text))?;
            }
            Turn::Detective(_) | Turn::Team => {
                let mv = detective_move(text, view.turn())?;
                view.detective_moved(mv, None).map_err(wrong_ply(text))?;
            }
            Turn::Over(_) => return Err(wrong_ply(text)(LogError::Over)),
        }
    }
    Ok(())
}
