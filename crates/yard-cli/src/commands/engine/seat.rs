//! One game from one side: the view, rebuilt from the log that each question carries.

use std::sync::Arc;

use yard_agents::{Agent, Detectives, MrX, Rng, Seed};
use yard_arena::AgentSpec;
use yard_arena::protocol::{Choose, StartData};
use yard_core::{
    DetectiveMove, DetectiveText, DetectiveView, Game, MrXMove, PublicMrXMove, Record,
    RecordResult, Rules, Side, Station, Turn,
};

/// One game from one side.
pub(super) struct Seat {
    player: Player,
    rng: Rng,
    /// The plies that `now` has seen.
    log: Vec<String>,
}

enum Player {
    MrX { agent: Box<dyn Agent<MrX>>, start: Game, now: Game },
    Detectives { agent: Box<dyn Agent<Detectives>>, start: DetectiveView, now: DetectiveView },
}

impl Seat {
    /// Sits down for a game; the agent of the last one is taken over if it fits.
    pub(super) fn new(
        spec: &AgentSpec,
        rules: &Arc<Rules>,
        side: Side,
        start: &StartData,
        seed: Seed,
        old: Option<Seat>,
    ) -> Result<Seat, String> {
        // A record checks the stations, too.
        let record = Record {
            rules: rules.name().to_owned(),
            mr_x: start.mr_x,
            detectives: start.detectives.clone(),
            turns: Vec::new(),
            result: RecordResult::Open,
            cornered: false,
        };
        if record.detectives.len() != usize::from(rules.detectives()) {
            return Err(format!("{} start stations of detectives", record.detectives.len()));
        }
        let old = old.map(|seat| seat.player);
        let player = match side {
            Side::MrX => {
                let mut agent = match old {
                    Some(Player::MrX { agent, .. }) => agent,
                    Some(Player::Detectives { .. }) | None => {
                        spec.mr_x(rules).map_err(|error| error.to_string())?
                    }
                };
                agent.begin();
                let start = record.replay(Arc::clone(rules)).map_err(|error| error.to_string())?;
                Player::MrX { agent, now: start.clone(), start }
            }
            Side::Detectives => {
                let mut agent = match old {
                    Some(Player::Detectives { agent, .. }) => agent,
                    Some(Player::MrX { .. }) | None => {
                        spec.detectives(rules).map_err(|error| error.to_string())?
                    }
                };
                agent.begin();
                let start =
                    record.replay_view(Arc::clone(rules)).map_err(|error| error.to_string())?;
                Player::Detectives { agent, now: start.clone(), start }
            }
        };
        Ok(Seat { player, rng: seed.stream("engine"), log: Vec::new() })
    }

    /// Answers a question with a move as text.
    pub(super) fn choose(&mut self, question: &Choose) -> Result<String, String> {
        // Mostly the log has grown at its end; otherwise it is played from the start again.
        let mut seen = self.log.len();
        if !question.log.starts_with(&self.log) {
            seen = 0;
            match &mut self.player {
                Player::MrX { start, now, .. } => *now = start.clone(),
                Player::Detectives { start, now, .. } => *now = start.clone(),
            }
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
                let mv = agent.choose(view, &mut self.rng);
                agent.failed().map_or(Ok(mv.to_string()), Err)
            }
            Player::Detectives { agent, now, .. } => {
                replay_detectives(now, news)?;
                let moves = now.legal_moves().map(|mv| mv.to_string()).collect();
                let asked = matches!(now.turn(), Turn::Detective(_) | Turn::Team);
                agree(asked, moves, question)?;
                let mv = agent.choose(now, &mut self.rng);
                agent.failed().map_or(Ok(mv.to_string()), Err)
            }
        }?;
        self.log.clone_from(&question.log);
        Ok(answer)
    }
}

/// The log and the question must speak of the same position.
fn agree(our_turn: bool, moves: Vec<String>, question: &Choose) -> Result<(), String> {
    if !our_turn {
        return Err("by the log it is the other side's turn".to_owned());
    }
    if moves != question.moves {
        return Err("the legal moves are not those that follow from the log".to_owned());
    }
    Ok(())
}

fn refused(text: &str, cause: &dyn std::fmt::Display) -> String {
    format!("log: {text}: {cause}")
}

fn detective_move(text: &str, turn: Turn) -> Result<DetectiveMove, String> {
    let written: DetectiveText = text.parse().map_err(|error| refused(text, &error))?;
    written.in_turn(turn).map_err(|error| refused(text, &error))
}

/// Mr X knows where he went: the log has his tickets, the path his stations.
fn replay_mr_x(game: &mut Game, news: &[String], path: &[Station]) -> Result<(), String> {
    for text in news {
        match game.turn() {
            Turn::MrX => {
                let public: PublicMrXMove = text.parse().map_err(|error| refused(text, &error))?;
                let slots = usize::from(game.mr_x_view().public().slots_used());
                let ways = path.get(slots + 1..).unwrap_or_default();
                let mv = with_stations(public, ways)
                    .ok_or_else(|| refused(text, &"the path is too short for this"))?;
                game.play(mv.into()).map_err(|cause| refused(text, &cause))?;
            }
            Turn::Detective(_) | Turn::Team => {
                let mv = detective_move(text, game.turn())?;
                game.play(mv.into()).map_err(|cause| refused(text, &cause))?;
            }
            Turn::Over(_) => return Err(refused(text, &"the match is over")),
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
fn replay_detectives(view: &mut DetectiveView, news: &[String]) -> Result<(), String> {
    for text in news {
        match view.turn() {
            Turn::MrX => {
                let mv = text
                    .parse()
                    .map_err(|error: yard_core::NotationError| refused(text, &error))?;
                view.mr_x_moved(mv, None).map_err(|cause| refused(text, &cause))?;
            }
            Turn::Detective(_) | Turn::Team => {
                let mv = detective_move(text, view.turn())?;
                view.detective_moved(mv, None).map_err(|cause| refused(text, &cause))?;
            }
            Turn::Over(_) => return Err(refused(text, &"the match is over")),
        }
    }
    Ok(())
}
