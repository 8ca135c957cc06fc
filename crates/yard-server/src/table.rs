//! One task for each game: the only place where a game changes.
//!
//! Clients send intentions. The task checks them, waits until the store has a move on disk, plays it,
//! answers, and shows every seat what it may see. Agents think elsewhere and send their moves like
//! everybody else.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot, watch};
use yard_core::{DetectiveText, Move, Order, Turn};

use crate::clock::now_ms;
use crate::error::{ApiError, Code};
use crate::lobby::Lobby;
use crate::pace::hold;
use crate::seats::{Role, parse};
use crate::secret::TokenHash;
use crate::store::Standing;
use crate::tabletop::{Intent, Tabletop, Thinker, Undo};
use crate::thinkers::{Knowledge, Mind};
use crate::veil::Veil;

/// A table without visitors is put away after this time; the store has it all.
const IDLE: Duration = Duration::from_secs(600);
/// So many wishes may wait at one table.
const QUEUE: usize = 64;

type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What can be asked of a table.
pub(crate) enum Wish {
    /// What a seat sees, as JSON.
    View(Role, Reply<Utf8Bytes>),
    /// A move; the answer is the number of plies after it.
    Move { role: Role, text: String, ply: usize, reply: Reply<usize> },
    /// Take back; the answer tells whether it was done at once.
    Undo(Role, Reply<bool>),
    /// End the game without a result; the answer is the state of the game.
    Cancel(Role, Reply<&'static str>),
    /// Let a cancelled or broken game go on; the answer is the state of the game.
    Resume(Role, Reply<&'static str>),
    /// Hurry or hold the agents.
    Pace { role: Role, pace_ms: Option<u32>, paused: Option<bool>, reply: Reply<()> },
    /// Give the people of the seat a name.
    Name { role: Role, name: String, reply: Reply<()> },
    /// A copy of the game, for the server's own eyes.
    Copy(Reply<Box<Tabletop>>),
}

/// What the task hears.
enum Message {
    Wish(Wish),
    Thought { epoch: u64, thinker: Thinker, mind: Option<Mind>, choice: Result<Move, String> },
}

/// How others reach a table.
#[derive(Clone)]
pub(crate) struct Handle {
    messages: mpsc::Sender<Message>,
    links: Arc<[(TokenHash, Role)]>,
    frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
}

impl Handle {
    /// The role of a token at this table.
    pub(crate) fn role(&self, token: &str) -> Option<Role> {
        let hash = TokenHash::of(token);
        self.links.iter().find(|(known, _)| *known == hash).map(|(_, role)| *role)
    }

    /// Sends a wish and waits for the answer; `None` when the table was put away meanwhile.
    pub(crate) async fn ask<T>(
        &self,
        wish: impl FnOnce(Reply<T>) -> Wish,
    ) -> Option<Result<T, ApiError>> {
        let (reply, answer) = oneshot::channel();
        self.messages.send(Message::Wish(wish(reply))).await.ok()?;
        answer.await.ok()
    }

    /// All later messages for a role; each is a whole view, so one may be skipped.
    pub(crate) fn subscribe(&self, role: Role) -> Option<watch::Receiver<Utf8Bytes>> {
        self.frames.get(&role).map(watch::Sender::subscribe)
    }
}

/// The task of one game.
struct Table {
    game: Tabletop,
    lobby: Arc<Lobby>,
    messages: mpsc::WeakSender<Message>,
    frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
    /// Agents between their moves.
    minds: Vec<(Thinker, Mind)>,
    /// Counts what makes a thought stale.
    epoch: u64,
    /// The pace of the game, for moves that are being waited for.
    pace: watch::Sender<u32>,
}

/// Starts the task of a game.
pub(crate) fn open(lobby: &Arc<Lobby>, game: Tabletop, links: Vec<(TokenHash, Role)>) -> Handle {
    let (send, receive) = mpsc::channel(QUEUE);
    let frame = |role: Role| (role, watch::Sender::new(Utf8Bytes::default()));
    let frames: BTreeMap<_, _> = links.iter().map(|(_, role)| frame(*role)).collect();
    let frames = Arc::new(frames);
    let table = Table {
        pace: watch::Sender::new(game.pace_ms),
        game,
        lobby: Arc::clone(lobby),
        messages: send.downgrade(),
        frames: Arc::clone(&frames),
        minds: Vec::new(),
        epoch: 0,
    };
    tokio::spawn(table.run(receive));
    Handle { messages: send, links: links.into(), frames }
}

/// A move as it is kept: always with the detective's number.
fn text_of(mv: Move) -> String {
    match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, Order::Any).to_string(),
    }
}

/// What everybody is told of an agent that has no move. What went wrong with Mr X's may tell where he is, so it is kept from
/// all; the detectives' agents know no more than what is public.
fn fault_text(turn: Turn, cause: &str) -> String {
    match turn {
        Turn::MrX => "Mr X's agent has no move".to_owned(),
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
            format!("the detectives' agent has no move: {cause}")
        }
    }
}

impl Table {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        self.wake();
        loop {
            match tokio::time::timeout(IDLE, messages.recv()).await {
                Ok(Some(message)) => self.hear(message).await,
                Ok(None) => return,
                Err(_) => {
                    let watched = self.frames.values().any(|frame| frame.receiver_count() > 0);
                    if !watched && !self.game.thinking && self.put_away(&mut messages) {
                        return;
                    }
                }
            }
        }
    }

    /// Leaves the lobby. Whoever still holds the handle finds it closed and asks the lobby again.
    fn put_away(&self, messages: &mut mpsc::Receiver<Message>) -> bool {
        self.lobby.forget_if(&self.game.plan().id, || {
            let idle = messages.is_empty();
            if idle {
                messages.close();
            }
            idle
        })
    }

    async fn hear(&mut self, message: Message) {
        match message {
            Message::Wish(wish) => self.grant(wish).await,
            Message::Thought { epoch, thinker, mind, choice } => {
                if epoch == self.epoch {
                    self.game.thinking = false;
                    self.minds.extend(mind.map(|mind| (thinker, mind)));
                    self.play_thought(choice).await;
                }
            }
        }
    }

    async fn grant(&mut self, wish: Wish) {
        // Nobody minds an answer that is no longer wanted.
        match wish {
            Wish::View(role, reply) => {
                let _ = reply.send(self.render(role));
            }
            Wish::Copy(reply) => {
                let _ = reply.send(Ok(Box::new(self.game.clone())));
            }
            Wish::Move { role, text, ply, reply } => {
                let answer = self.try_move(role, &text, ply).await;
                let _ = reply.send(answer);
            }
            Wish::Undo(role, reply) => {
                let answer = self.undo(role).await;
                let _ = reply.send(answer);
            }
            Wish::Cancel(role, reply) => {
                let answer = self.cancel(role, true).await;
                let _ = reply.send(answer);
            }
            Wish::Resume(role, reply) => {
                let answer = self.cancel(role, false).await;
                let _ = reply.send(answer);
            }
            Wish::Pace { role, pace_ms, paused, reply } => {
                let answer = self.set_pace(role, pace_ms, paused).await;
                let _ = reply.send(answer);
            }
            Wish::Name { role, name, reply } => {
                let answer = self.rename(role, &name).await;
                let _ = reply.send(answer);
            }
        }
    }

    async fn try_move(&mut self, role: Role, text: &str, ply: usize) -> Result<usize, ApiError> {
        match self.game.intent(role, text, ply)? {
            Intent::Done => Ok(ply + 1),
            Intent::Play(mv) => {
                self.play(mv).await?;
                Ok(self.game.plies())
            }
        }
    }

    /// Plays a legal move: first on disk, then for everybody.
    async fn play(&mut self, mv: Move) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.play(mv).map_err(|error| ApiError::new(Code::BadMove, error.to_string()))?;
        let (id, ply) = (&self.game.plan().id, self.game.plies());
        let standing = standing(&after);
        self.lobby.store.add_ply(id, ply, text_of(mv), standing).await?;
        self.game = after;
        self.changed();
        Ok(())
    }

    async fn play_thought(&mut self, choice: Result<Move, String>) {
        let played = match choice {
            Ok(mv) => self.play(mv).await.map_err(|error| error.error),
            Err(cause) => Err(cause),
        };
        if let Err(cause) = played {
            // The next try begins with a fresh agent.
            self.minds.clear();
            self.game.fault = Some(fault_text(self.game.game().turn(), &cause));
            self.changed();
        }
    }

    async fn undo(&mut self, role: Role) -> Result<bool, ApiError> {
        match self.game.undo(role)? {
            Undo::Asked => {
                self.game.ask_undo(role);
                self.show();
                Ok(false)
            }
            Undo::To(plies) => {
                let mut after = self.game.clone();
                after.take_back(plies);
                let id = &self.game.plan().id;
                self.lobby.store.cut_plies(id, plies, standing(&after)).await?;
                self.game = after;
                self.forget_thoughts();
                self.changed();
                Ok(true)
            }
        }
    }

    async fn cancel(&mut self, role: Role, cancelled: bool) -> Result<&'static str, ApiError> {
        if !self.game.may_control(role) {
            return Err(ApiError::forbidden("this link is for watching"));
        }
        if cancelled && self.game.is_over() {
            return Err(ApiError::new(Code::NotYourTurn, "the game is over already"));
        }
        let mut after = self.game.clone();
        after.cancelled = cancelled;
        after.fault = None;
        self.lobby.store.set_standing(&self.game.plan().id, standing(&after)).await?;
        self.game = after;
        if cancelled {
            self.forget_thoughts();
        }
        self.changed();
        Ok(self.game.state())
    }

    async fn rename(&mut self, role: Role, name: &str) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.rename(role, name)?;
        let plan = after.plan();
        let seats = serde_json::to_string(&plan.seats).map_err(ApiError::bad)?;
        let names = plan.seats.summary(&plan.rules);
        self.lobby.store.set_names(&plan.id, seats, names).await?;
        self.game = after;
        self.show();
        Ok(())
    }

    async fn set_pace(
        &mut self,
        role: Role,
        pace_ms: Option<u32>,
        paused: Option<bool>,
    ) -> Result<(), ApiError> {
        if !self.game.may_control(role) {
            return Err(ApiError::forbidden("this link is for watching"));
        }
        let pace_ms = pace_ms.unwrap_or(self.game.pace_ms);
        let pauses = paused.unwrap_or(self.game.paused);
        self.lobby.store.set_pace(&self.game.plan().id, pace_ms, pauses).await?;
        self.game.pace_ms = pace_ms;
        self.pace.send_replace(pace_ms);
        if let Some(paused) = paused {
            self.game.paused = paused;
            if paused {
                self.forget_thoughts();
            }
        }
        self.changed();
        Ok(())
    }

    /// Thoughts under way lead nowhere from now on; the table is free at once.
    fn forget_thoughts(&mut self) {
        self.epoch += 1;
        self.game.thinking = false;
        self.minds.clear();
    }

    /// After every change: the next agent begins to think, and everybody sees the new view.
    fn changed(&mut self) {
        self.wake();
        self.show();
    }

    fn show(&self) {
        for (role, frame) in self.frames.iter().filter(|(_, frame)| frame.receiver_count() > 0) {
            if let Ok(view) = self.render(*role) {
                let text = format!("{{\"type\":\"view\",\"view\":{view}}}");
                frame.send_replace(text.into());
            }
        }
    }

    fn render(&self, role: Role) -> Result<Utf8Bytes, ApiError> {
        let text = serde_json::to_string(&self.game.view(role));
        text.map(Utf8Bytes::from).map_err(|error| ApiError::unavailable(error.to_string()))
    }

    /// The veil over a thought, with the time that the agent may take: for Mr X's, where people hunt him.
    fn veil(&self, thinker: &Thinker) -> Option<(Veil, Option<Duration>)> {
        match thinker {
            Thinker::MrX(spec) if self.game.plan().seats.any_human_detective() => {
                let limit = parse(spec).ok().and_then(|spec| spec.time());
                Some((self.lobby.veil, limit))
            }
            Thinker::MrX(_) | Thinker::Detectives(_) => None,
        }
    }

    /// Lets the agent think whose turn it is, if it does not already.
    fn wake(&mut self) {
        if self.game.thinking {
            return;
        }
        let (Some(thinker), Some(send)) = (self.game.thinker(), self.messages.upgrade()) else {
            return;
        };
        self.game.thinking = true;
        self.epoch += 1;
        let epoch = self.epoch;
        let ready = self.minds.iter().position(|(known, _)| *known == thinker);
        let ready = ready.map(|at| self.minds.swap_remove(at).1);
        let game = self.game.game();
        let (known, side) = match &thinker {
            Thinker::MrX(_) => (Knowledge::MrX(game.mr_x_view().clone()), "mr-x"),
            Thinker::Detectives(_) => {
                (Knowledge::Detectives(game.detective_view().clone()), "detectives")
            }
        };
        let plan = self.game.plan();
        let (ply, tries) = (self.game.plies(), self.game.taken_back);
        let mut rng = plan.seed.stream(&format!("{side}-{ply}-{tries}"));
        let rules = Arc::clone(&plan.rules);
        let pace = self.pace.subscribe();
        let veil = self.veil(&thinker);
        let room = thinker.room();
        let begun = tokio::time::Instant::now();
        let thinkers = self.lobby.thinkers.clone();
        tokio::spawn(async move {
            let asked = thinker.clone();
            let think = move || {
                let mut mind = match ready {
                    Some(mind) => mind,
                    None => Mind::new(&asked, &rules)?,
                };
                let mv = mind.choose(&known, &mut rng)?;
                Ok((mind, mv))
            };
            let thought = async {
                let thought = thinkers.hold(room, think).await;
                if let Some((veil, limit)) = veil {
                    let shown = begun + veil.shown_after(begun.elapsed(), limit);
                    tokio::time::sleep_until(shown).await;
                }
                // Until now the place was taken: whoever waited for it has learned nothing of the search.
                thought.map(|(thought, _place)| thought)
            };
            let (thought, ()) = tokio::join!(thought, hold(begun, pace));
            let (mind, choice) = match thought {
                Some(Ok((mind, mv))) => (Some(mind), Ok(mv)),
                Some(Err(cause)) => (None, Err(cause)),
                None => (None, Err("it broke down".to_owned())),
            };
            let _ = send.send(Message::Thought { epoch, thinker, mind, choice }).await;
        });
    }
}

fn standing(game: &Tabletop) -> Standing {
    Standing {
        state: game.state(),
        result: game.result(),
        slots: game.game().detective_view().public().slots_used(),
        taken_back: game.taken_back,
        reopened: game.reopened,
        touched: now_ms(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of a refused move names stations.
    #[test]
    fn a_fault_of_mr_x_tells_nothing_of_him() {
        let told = fault_text(Turn::MrX, "not possible: no taxi from 82 to 46");
        assert!(!told.contains(|letter: char| letter.is_ascii_digit()), "{told}");
        assert!(fault_text(Turn::Team, "no answer in 300 ms").ends_with("no answer in 300 ms"));
    }
}
