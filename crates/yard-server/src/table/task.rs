//! The task of one game: commands in, views out, and agents woken when it is their turn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use yard_core::Move;
use yard_tabletop::{Change, Decision, Intent, Role, Tabletop, Undo, move_text};

use super::agent_task::{AgentFault, AgentTask, SeatedAgents, Thought};
use super::command::{Asked, Changed, Command, Handle, Message};
use super::keeping::status;
use crate::error::ApiError;
use crate::keys::{Key, Keys};
use crate::lobby::Lobby;
use crate::pace::hold;
use crate::response_delay::ResponseDelay;
use crate::store::{GameKey, QueryError};
use crate::work_pool::WorkPool;

/// A table without visitors is put away after this time; the store has it all.
const IDLE: Duration = Duration::from_secs(600);
/// So many commands may wait at one table.
const QUEUE: usize = 64;
/// What people read while the disk is full or the database away.
const WAITS_FOR_THE_STORE: &str =
    "moves cannot be kept at the moment; the agents go on by themselves when they can";

/// The task of one game.
pub(super) struct Table {
    pub(super) game: Tabletop,
    /// The right to change the game in the store.
    pub(super) key: GameKey,
    /// What opens the table.
    pub(super) keys: Arc<Keys>,
    /// What the store said to the change that was tried last, if it was not kept.
    pub(super) trouble: Option<QueryError>,
    /// Somebody else has the game, or it cannot be read: this task ends.
    pub(super) gone: bool,
    pub(super) lobby: Arc<Lobby>,
    messages: mpsc::WeakSender<Message>,
    frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
    agents: SeatedAgents,
    /// Counts what makes a thought stale.
    epoch: u64,
    /// The pace of the game, for moves that are being waited for.
    pub(super) pace: watch::Sender<u32>,
}

/// Starts the task of a game.
pub(crate) fn open(lobby: &Arc<Lobby>, game: Tabletop, key: GameKey, keys: Vec<Key>) -> Handle {
    let (send, receive) = mpsc::channel(QUEUE);
    let frame = |role: Role| (role, watch::Sender::new(Utf8Bytes::default()));
    let frames: BTreeMap<_, _> = keys.iter().map(|key| frame(key.role)).collect();
    let (frames, keys) = (Arc::new(frames), Arc::new(Keys::new(keys)));
    let table = Table {
        pace: watch::Sender::new(game.pace_ms()),
        game,
        key: key.clone(),
        trouble: None,
        gone: false,
        lobby: Arc::clone(lobby),
        keys: Arc::clone(&keys),
        messages: send.downgrade(),
        frames: Arc::clone(&frames),
        agents: SeatedAgents::default(),
        epoch: 0,
    };
    tokio::spawn(table.run(receive));
    Handle { key, messages: send, keys, frames }
}

impl Table {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        self.wake();
        loop {
            match tokio::time::timeout(IDLE, messages.recv()).await {
                Ok(Some(message)) => {
                    self.receive(message).await;
                    if self.gone {
                        return self.lobby.forget(&self.key);
                    }
                }
                Ok(None) => return,
                Err(_) => {
                    let watched = self.frames.values().any(|frame| frame.receiver_count() > 0);
                    if !watched && !self.game.is_thinking() && self.put_away(&mut messages) {
                        return;
                    }
                }
            }
        }
    }

    /// Leaves the lobby. Whoever still holds the handle finds it closed and asks the lobby again.
    fn put_away(&self, messages: &mut mpsc::Receiver<Message>) -> bool {
        self.lobby.forget_if(&self.game.setup().id, || {
            let idle = messages.is_empty();
            if idle {
                messages.close();
            }
            idle
        })
    }

    async fn receive(&mut self, message: Message) {
        match message {
            Message::Command(command) => self.execute(command).await,
            Message::Thought { epoch, thought } => {
                if epoch == self.epoch {
                    self.game.set_thinking(false);
                    self.play_thought(thought).await;
                }
            }
            Message::GoOn => {
                self.game.go_on();
                self.changed();
            }
            Message::End => self.gone = true,
        }
    }

    async fn execute(&mut self, command: Command) {
        // Nobody minds an answer that is no longer wanted.
        match command {
            Command::View(role, reply) => {
                let _ = reply.send(self.render(role));
            }
            Command::Copy(reply) => {
                let _ = reply.send(Ok(Box::new(self.game.clone())));
            }
            Command::Move { role, text, ply, reply } => {
                let done = self.try_move(role, &text, ply).await;
                self.answer(reply, done).await;
            }
            Command::Undo(role, reply) => {
                let done = self.undo(role).await;
                self.answer(reply, done).await;
            }
            Command::Change { role, change, reply } => {
                let done = self.change(role, change).await;
                self.answer(reply, done).await;
            }
            Command::Decline { role, what, reply } => {
                let _ = reply.send(self.decline(role, what));
            }
            Command::Claim { invitation, owner, reply } => {
                let done = self.claim(invitation, owner).await;
                self.answer(reply, done).await;
            }
            Command::Recover { code, owner, reply } => {
                let done = self.recover(code, owner).await;
                self.answer(reply, done).await;
            }
            Command::NewKeys(role, reply) => {
                let done = self.new_keys(role).await;
                self.answer(reply, done).await;
            }
            Command::Invite { seat, reply } => {
                let done = self.invite(&seat).await;
                self.answer(reply, done).await;
            }
            Command::Name { role, name, reply } => {
                let done = self.rename(role, &name).await;
                self.answer(reply, done).await;
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
        after.play(mv)?;
        let ply = self.game.plies();
        let kept = self.lobby.store.add_ply(&self.key, ply, move_text(mv), status(&after)).await;
        self.kept(kept)?;
        self.lobby.ops.metrics.moves.add(1);
        tracing::debug!(game = self.key.id, ply, "kept a move");
        self.game = after;
        self.changed();
        Ok(())
    }

    async fn play_thought(&mut self, thought: Result<Thought, AgentFault>) {
        let played = match thought {
            Ok(thought) => {
                let mv = self.agents.seat(thought);
                self.play(mv).await.map_err(AgentFault::NotPlayed)
            }
            Err(fault) => Err(fault),
        };
        let Err(fault) = played else {
            return;
        };
        // The next try begins with a fresh agent.
        self.agents.clear();
        match self.trouble.take() {
            Some(QueryError::Fenced) => self.gone = true,
            // It is tried again when the store works.
            Some(_) => {
                self.reload().await;
                self.changed();
            }
            None => {
                self.game.set_fault(&fault);
                self.changed();
            }
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
                let kept = self.lobby.store.cut_plies(&self.key, plies, status(&after)).await;
                self.kept(kept)?;
                self.game = after;
                self.forget_thoughts();
                self.changed();
                Ok(true)
            }
        }
    }

    /// Makes a change at once, or puts it to the vote.
    async fn change(&mut self, role: Role, change: Change) -> Result<Changed, ApiError> {
        let mut after = self.game.clone();
        let done = match after.ask(role, change)? {
            Decision::Asked => {
                self.game = after;
                self.show();
                false
            }
            Decision::Done => {
                self.keep_change(change, &after).await?;
                self.game = after;
                if let Change::End | Change::Pace { paused: Some(true), .. } = change {
                    self.forget_thoughts();
                }
                self.changed();
                true
            }
        };
        Ok(Changed { done, state: self.game.state() })
    }

    async fn keep_change(&mut self, change: Change, after: &Tabletop) -> Result<(), ApiError> {
        let store = &self.lobby.store;
        let kept = match change {
            Change::End | Change::GoOn => store.set_status(&self.key, status(after)).await,
            Change::Pace { .. } => {
                store.set_pace(&self.key, after.pace_ms(), after.is_paused()).await
            }
        };
        self.kept(kept)?;
        self.pace.send_replace(after.pace_ms());
        Ok(())
    }

    fn decline(&mut self, role: Role, what: Asked) -> Result<(), ApiError> {
        match what {
            Asked::Proposal => self.game.decline(role)?,
            Asked::Undo => self.game.decline_undo(role)?,
        }
        self.show();
        Ok(())
    }

    async fn rename(&mut self, role: Role, name: &str) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.rename(role, name)?;
        let setup = after.setup();
        let seats = serde_json::to_string(&setup.seats)?;
        let names = setup.seats.summary(&setup.rules);
        let kept = self.lobby.store.set_names(&self.key, seats, names).await;
        self.kept(kept)?;
        self.game = after;
        self.show();
        Ok(())
    }

    /// Thoughts under way lead nowhere from now on; the table is free at once.
    pub(super) fn forget_thoughts(&mut self) {
        self.epoch += 1;
        self.game.set_thinking(false);
        self.agents.clear();
    }

    /// After every change: the next agent begins to think, and everybody sees the new view.
    pub(super) fn changed(&mut self) {
        self.wake();
        self.show();
    }

    pub(super) fn show(&self) {
        for (role, frame) in self.frames.iter().filter(|(_, frame)| frame.receiver_count() > 0) {
            if let Ok(view) = self.render(*role) {
                let text = format!("{{\"type\":\"view\",\"view\":{view}}}");
                frame.send_replace(text.into());
            }
        }
    }

    fn render(&self, role: Role) -> Result<Utf8Bytes, ApiError> {
        Ok(serde_json::to_string(&self.game.seat_json(role))?.into())
    }

    /// Lets the agent think whose turn it is, if it does not already.
    fn wake(&mut self) {
        if self.game.is_thinking() {
            return;
        }
        let (Some(turn), Some(send)) = (self.game.agent_turn(), self.messages.upgrade()) else {
            return;
        };
        if !self.lobby.store_works(&self.key.id) {
            self.game.hold(WAITS_FOR_THE_STORE);
            return;
        }
        self.game.set_thinking(true);
        self.epoch += 1;
        let epoch = self.epoch;
        let task = self.agents.task(turn, &self.game.setup().rules, &self.lobby.roster);
        let thinking = Thinking {
            begun: Instant::now(),
            // People who hunt Mr X must not learn from a watch how hard his agent had to think.
            delay: (task.is_mr_x() && self.game.setup().seats.any_human_detective())
                .then_some(self.lobby.delay),
            pace: self.pace.subscribe(),
            pool: self.lobby.pool.clone(),
            task,
        };
        tokio::spawn(async move {
            let thought = thinking.finish().await;
            let _ = send.send(Message::Thought { epoch, thought }).await;
        });
    }
}

/// An agent that thinks, and what its move waits for.
struct Thinking {
    task: AgentTask,
    begun: Instant,
    delay: Option<ResponseDelay>,
    pace: watch::Receiver<u32>,
    pool: WorkPool,
}

impl Thinking {
    /// Waits for the move and for the moment when it may be shown.
    async fn finish(self) -> Result<Thought, AgentFault> {
        let Thinking { task, begun, delay, pace, pool } = self;
        let limit = task.time();
        let thought = async {
            let thought = pool.hold(task.lane(), move || task.run()).await;
            if let Some(delay) = delay {
                sleep_until(begun + delay.shown_after(begun.elapsed(), limit)).await;
            }
            // Until now the place was taken: whoever waited for it has learned nothing of the search.
            thought.map(|(thought, _place)| thought)
        };
        let (thought, ()) = tokio::join!(thought, hold(begun, pace));
        thought.unwrap_or(Err(AgentFault::BrokeDown))
    }
}
