//! The task of one game: commands in, views out, and agents woken when it is their turn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};
use yard_core::Move;
use yard_service::bodies::{Asked, Changed};
use yard_tabletop::{Change, Decision, GameState, Intent, Role, Tabletop, Undo, move_text};

use super::command::{Attention, Command, Handle, Message};
use super::keeping::status;
use super::move_clock::RunningClock;
use super::thinking::{Thinking, Underway};
use super::visitors::Visitors;
use crate::error::ApiError;
use crate::keys::{Key, Keys};
use crate::lobby::Lobby;
use crate::store::{GameKey, QueryError};
use crate::web::Client;
use crate::work_pool::Lane;
use yard_service::agent_task::{AgentFault, Room, SeatedAgents, Thought};

/// A table that stays although nobody looks is looked at again after this time.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// The JSON of a game with more plies than this is made in the pool.
const LONG_GAME: usize = 200;
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
    pub(super) frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
    agents: SeatedAgents,
    /// Counts what makes a thought stale.
    epoch: u64,
    /// The pace of the game, for moves that are being waited for.
    pub(super) pace: watch::Sender<u32>,
    /// Who made or opened the game; its agents think on his account.
    pub(super) client: Client,
    /// When people were last here. Agents are no people: they may play for days.
    attention: Arc<Attention>,
    seen: Option<Instant>,
    /// The thought of an agent.
    thought: Option<Underway>,
    /// What seats see, until something changes.
    rendered: BTreeMap<Role, Utf8Bytes>,
    /// Who comes and goes, and what they say.
    pub(super) visitors: Visitors,
    /// The clock of this move, while it runs.
    pub(super) clock: Option<RunningClock>,
}

/// How a move comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Played {
    ByItself,
    /// The time of its agent was over.
    CutShort,
    /// The time of a person was over.
    ForTheLate,
}

/// Starts the task of a game. Of a game that the server opens by itself the agents wait until somebody looks.
pub(crate) fn open(
    lobby: &Arc<Lobby>,
    game: Tabletop,
    key: GameKey,
    keys: Vec<Key>,
    client: Client,
) -> Handle {
    let (send, receive) = mpsc::channel(QUEUE);
    let frame = |role: Role| (role, watch::Sender::new(Utf8Bytes::default()));
    let frames: BTreeMap<_, _> = keys.iter().map(|key| frame(key.role)).collect();
    let (frames, keys) = (Arc::new(frames), Arc::new(Keys::new(keys)));
    let attention = Arc::<Attention>::default();
    attention.note();
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
        client,
        attention: Arc::clone(&attention),
        seen: (client != Client::NOBODY).then(Instant::now),
        thought: None,
        rendered: BTreeMap::new(),
        visitors: Visitors::default(),
        clock: None,
    };
    tokio::spawn(table.run(receive));
    Handle { key, messages: send, keys, frames, attention }
}

impl Table {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        self.wake();
        let mut idle_at = Instant::now() + self.lobby.limits.idle;
        loop {
            let next = [Some(idle_at), self.rest_at(), self.visitors.show_at(), self.clock_ends()];
            let next = next.into_iter().flatten().min().unwrap_or(idle_at);
            match timeout_at(next, messages.recv()).await {
                Ok(Some(Message::Leave)) => {
                    if !self.is_watched() && self.put_away(&mut messages) {
                        return;
                    }
                    self.attention.stay();
                }
                Ok(Some(Message::Command(client, command))) => {
                    idle_at = Instant::now() + self.lobby.limits.idle;
                    self.look(client);
                    self.execute(command).await;
                }
                Ok(Some(Message::Thought { epoch, thought })) => {
                    if epoch == self.epoch {
                        self.game.set_thinking(false);
                        self.play_thought(*thought).await;
                    }
                }
                Ok(Some(Message::Visitors)) => {
                    // Whoever goes was here until now.
                    self.seen = Some(Instant::now());
                    self.visitors.changed();
                }
                Ok(Some(Message::GoOn)) => {
                    self.game.go_on();
                    self.changed().await;
                }
                Ok(Some(Message::End)) => self.gone = true,
                Ok(None) => return,
                Err(_) if idle_at <= Instant::now() => {
                    if !self.is_watched() && self.put_away(&mut messages) {
                        return;
                    }
                    idle_at = Instant::now() + LOOK_AGAIN.max(self.lobby.limits.idle / 10);
                }
                Err(_) => self.in_time().await,
            }
            if self.gone {
                return self.lobby.forget(&self.key);
            }
        }
    }

    /// Does what was to be done at this time.
    async fn in_time(&mut self) {
        let now = Instant::now();
        if self.visitors.show_at().is_some_and(|at| at <= now) {
            self.show_visitors().await;
        }
        if self.clock_ends().is_some_and(|at| at <= now) {
            self.time_is_over().await;
        }
        if self.rest_at().is_some_and(|at| at <= now) {
            self.rest().await;
        }
    }

    /// When the agents rest, as long as nobody comes: those who think for nobody, and those who keep memory for nobody.
    fn rest_at(&self) -> Option<Instant> {
        let idle = self.thought.is_none() && self.agents.is_empty();
        match idle || self.is_watched() {
            true => None,
            false => {
                // A thought under way may come to its end.
                let after = self.lobby.limits.attention.max(self.lobby.limits.thought);
                Some(self.seen.map_or_else(Instant::now, |at| at + after))
            }
        }
    }

    /// Nobody is here any more: agents stop thinking, and give back their memory. When somebody comes they begin anew.
    async fn rest(&mut self) {
        let thought = self.thought.is_some();
        self.forget_thoughts();
        if thought {
            self.game.set_unwatched(true);
        }
        self.show().await;
    }

    pub(super) fn is_watched(&self) -> bool {
        self.frames.values().any(|frame| frame.receiver_count() > 0)
    }

    /// Whether somebody looks, or did a moment ago. If not, the agents wait.
    pub(super) fn is_attended(&self) -> bool {
        let lately = |seen: Instant| seen.elapsed() < self.lobby.limits.attention;
        self.is_watched() || self.seen.is_some_and(lately)
    }

    /// Somebody is here; agents that have waited for that go on.
    fn look(&mut self, client: Client) {
        self.seen = Some(Instant::now());
        if self.client == Client::NOBODY {
            self.client = client;
        }
        if self.game.is_unwatched() {
            self.wake();
        }
        self.set_clock();
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

    async fn execute(&mut self, command: Command) {
        // Nobody minds an answer that is no longer wanted.
        match command {
            Command::View(role, reply) => {
                if self.clock.is_some() {
                    self.rendered.clear();
                }
                let _ = reply.send(self.render(role).await);
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
                let _ = reply.send(self.decline(role, what).await);
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
            Command::React { role, reaction, reply } => {
                let _ = reply.send(self.react(role, reaction).await);
            }
            Command::AddWatch(role, reply) => {
                let done = self.add_watch(role).await;
                self.answer(reply, done).await;
            }
            Command::Rematch { role, seats, owner, reply } => {
                let done = self.rematch(role, seats, owner).await;
                self.answer(reply, done).await;
            }
            Command::SitDown { role, owner, reply } => {
                let done = self.sit_down(role, owner).await;
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
                self.play(mv, Played::ByItself).await?;
                Ok(self.game.plies())
            }
        }
    }

    /// Plays a legal move: first on disk, then for everybody.
    pub(super) async fn play(&mut self, mv: Move, played: Played) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        match played {
            Played::ByItself => after.play(mv)?,
            Played::CutShort => {
                after.play(mv)?;
                after.set_cut_short();
            }
            Played::ForTheLate => after.play_late(mv)?,
        }
        let ply = self.game.plies();
        let kept = self.lobby.store.add_ply(&self.key, ply, move_text(mv), status(&after)).await;
        self.kept(kept)?;
        self.lobby.ops.metrics.moves.add(1);
        tracing::debug!(game = self.key.id, ply, "kept a move");
        self.game = after;
        self.changed().await;
        Ok(())
    }

    async fn play_thought(&mut self, thought: Result<Thought, AgentFault>) {
        let played = match thought {
            Ok(Thought { mv, agent, cut_short }) => {
                let (shelf, client) = (&self.lobby.shelf, self.client);
                self.agents.seat(agent, || shelf.room(client).map(|room| Box::new(room) as Room));
                let played = if cut_short { Played::CutShort } else { Played::ByItself };
                self.play(mv, played).await.map_err(AgentFault::NotPlayed)
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
                self.changed().await;
            }
            None => {
                self.game.set_fault(&fault);
                self.changed().await;
            }
        }
    }

    async fn undo(&mut self, role: Role) -> Result<bool, ApiError> {
        match self.game.undo(role)? {
            Undo::Asked => {
                self.game.ask_undo(role);
                self.show().await;
                Ok(false)
            }
            Undo::To(plies) => {
                let mut after = self.game.clone();
                after.take_back(plies);
                let kept = self.lobby.store.cut_plies(&self.key, plies, status(&after)).await;
                self.kept(kept)?;
                self.game = after;
                self.forget_thoughts();
                self.changed().await;
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
                self.show().await;
                false
            }
            Decision::Done => {
                self.keep_change(change, &after).await?;
                self.game = after;
                if let Change::End | Change::Pace { paused: Some(true), .. } = change {
                    self.forget_thoughts();
                }
                self.changed().await;
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

    async fn decline(&mut self, role: Role, what: Asked) -> Result<(), ApiError> {
        match what {
            Asked::Proposal => self.game.decline(role)?,
            Asked::Undo => self.game.decline_undo(role)?,
        }
        self.show().await;
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
        self.show().await;
        Ok(())
    }

    /// Thoughts under way end, and lead nowhere; the table is free at once.
    pub(super) fn forget_thoughts(&mut self) {
        self.epoch += 1;
        self.thought = None;
        self.game.set_thinking(false);
        self.agents.clear();
    }

    /// After every change: the next agent begins to think, and everybody sees the new view.
    pub(super) async fn changed(&mut self) {
        self.wake();
        self.set_clock();
        self.show().await;
    }

    pub(super) async fn show(&mut self) {
        self.rendered.clear();
        let frames = Arc::clone(&self.frames);
        for (role, frame) in frames.iter().filter(|(_, frame)| frame.receiver_count() > 0) {
            if let Ok(view) = self.render(*role).await {
                let text = format!("{{\"type\":\"view\",\"view\":{view}}}");
                frame.send_replace(text.into());
            }
        }
    }

    /// What a seat sees. Whoever asks again gets the same bytes until something changes.
    async fn render(&mut self, role: Role) -> Result<Utf8Bytes, ApiError> {
        if let Some(known) = self.rendered.get(&role) {
            return Ok(known.clone());
        }
        self.game.set_clock_left(self.clock_left());
        let text = match self.game.plies() > LONG_GAME {
            false => serde_json::to_string(&self.game.seat_json(role))?,
            true => {
                let game = self.game.clone();
                let work = move || serde_json::to_string(&game.seat_json(role));
                self.lobby.pool.run(Lane::Read, self.client, work).await??
            }
        };
        let text = Utf8Bytes::from(text);
        self.rendered.insert(role, text.clone());
        Ok(text)
    }

    /// Lets the agent think whose turn it is, if it does not already. It waits while nobody looks.
    fn wake(&mut self) {
        if self.game.is_thinking() {
            return;
        }
        if self.game.state() != GameState::Open {
            self.agents.clear();
        }
        let (Some(turn), Some(send)) = (self.game.agent_turn(), self.messages.upgrade()) else {
            return;
        };
        self.rendered.clear();
        if !self.is_attended() {
            self.game.set_unwatched(true);
            // Searches keep tables of megabytes between moves; they are made anew when somebody comes.
            self.agents.clear();
            return;
        }
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
            client: self.client,
            most: self.lobby.limits.thought,
            task,
        };
        self.thought = Some(Underway(tokio::spawn(async move {
            let thought = Box::new(thinking.finish().await);
            let _ = send.send(Message::Thought { epoch, thought }).await;
        })));
    }
}
