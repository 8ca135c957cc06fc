//! The task of one game: commands in, views out, and agents woken when it is their turn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};
use yard_core::Move;
use yard_tabletop::{GameState, Intent, Role, Tabletop, Undo, move_text};

use super::agent_task::{AgentFault, SeatedAgents, Thought};
use super::command::{Attention, Command, Handle, Message};
use super::thinking::{Thinking, Underway};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::secret::TokenHash;
use crate::store::GameStatus;
use crate::web::Client;
use crate::work_pool::Lane;

/// A table that stays although nobody looks is looked at again after this time.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// The JSON of a game with more plies than this is made in the pool.
const LONG_GAME: usize = 200;
/// So many commands may wait at one table.
const QUEUE: usize = 64;

/// The task of one game.
struct Table {
    game: Tabletop,
    lobby: Arc<Lobby>,
    messages: mpsc::WeakSender<Message>,
    frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
    agents: SeatedAgents,
    /// Counts what makes a thought stale.
    epoch: u64,
    /// The pace of the game, for moves that are being waited for.
    pace: watch::Sender<u32>,
    /// Who made or opened the game; its agents think on his account.
    client: Client,
    /// When people were last here. Agents are no people: they may play for days.
    attention: Arc<Attention>,
    seen: Option<Instant>,
    /// The thought of an agent.
    thought: Option<Underway>,
    /// What seats see, until something changes.
    rendered: BTreeMap<Role, Utf8Bytes>,
}

/// Starts the task of a game. Of a game that the server opens by itself the agents wait until somebody looks.
pub(crate) fn open(
    lobby: &Arc<Lobby>,
    game: Tabletop,
    links: Vec<(TokenHash, Role)>,
    client: Client,
) -> Handle {
    let (send, receive) = mpsc::channel(QUEUE);
    let frame = |role: Role| (role, watch::Sender::new(Utf8Bytes::default()));
    let frames: BTreeMap<_, _> = links.iter().map(|(_, role)| frame(*role)).collect();
    let frames = Arc::new(frames);
    let attention = Arc::<Attention>::default();
    attention.note();
    let table = Table {
        pace: watch::Sender::new(game.pace_ms()),
        game,
        lobby: Arc::clone(lobby),
        messages: send.downgrade(),
        frames: Arc::clone(&frames),
        agents: SeatedAgents::default(),
        epoch: 0,
        client,
        attention: Arc::clone(&attention),
        seen: (client != Client::NOBODY).then(Instant::now),
        thought: None,
        rendered: BTreeMap::new(),
    };
    tokio::spawn(table.run(receive));
    Handle { messages: send, links: links.into(), frames, attention }
}

impl Table {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        self.wake();
        let mut idle_at = Instant::now() + self.lobby.limits.idle;
        loop {
            match timeout_at(idle_at, messages.recv()).await {
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
                Ok(None) => return,
                Err(_) => {
                    if !self.is_watched() && self.put_away(&mut messages) {
                        return;
                    }
                    idle_at = Instant::now() + LOOK_AGAIN.max(self.lobby.limits.idle / 10);
                }
            }
        }
    }

    fn is_watched(&self) -> bool {
        self.frames.values().any(|frame| frame.receiver_count() > 0)
    }

    /// Whether somebody looks, or did a moment ago. If not, the agents wait.
    fn is_attended(&self) -> bool {
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
                let _ = reply.send(self.render(role).await);
            }
            Command::Copy(reply) => {
                let _ = reply.send(Ok(Box::new(self.game.clone())));
            }
            Command::Move { role, text, ply, reply } => {
                let _ = reply.send(self.try_move(role, &text, ply).await);
            }
            Command::Undo(role, reply) => {
                let _ = reply.send(self.undo(role).await);
            }
            Command::Cancel(role, reply) => {
                let _ = reply.send(self.cancel(role).await);
            }
            Command::Resume(role, reply) => {
                let _ = reply.send(self.resume(role).await);
            }
            Command::Pace { role, pace_ms, paused, reply } => {
                let _ = reply.send(self.set_pace(role, pace_ms, paused).await);
            }
            Command::Name { role, name, reply } => {
                let _ = reply.send(self.rename(role, &name).await);
            }
        }
    }

    async fn try_move(&mut self, role: Role, text: &str, ply: usize) -> Result<usize, ApiError> {
        match self.game.intent(role, text, ply)? {
            Intent::Done => Ok(ply + 1),
            Intent::Play(mv) => {
                self.play(mv, false).await?;
                Ok(self.game.plies())
            }
        }
    }

    /// Plays a legal move: first on disk, then for everybody.
    async fn play(&mut self, mv: Move, cut_short: bool) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.play(mv)?;
        if cut_short {
            after.set_cut_short();
        }
        let (id, ply) = (&self.game.setup().id, self.game.plies());
        self.lobby.store.add_ply(id, ply, move_text(mv), status(&after)).await?;
        self.game = after;
        self.changed().await;
        Ok(())
    }

    async fn play_thought(&mut self, thought: Result<Thought, AgentFault>) {
        let played = match thought {
            Ok(Thought { mv, agent, cut_short }) => {
                self.agents.seat(agent);
                self.play(mv, cut_short).await.map_err(AgentFault::NotPlayed)
            }
            Err(fault) => Err(fault),
        };
        if let Err(fault) = played {
            // The next try begins with a fresh agent.
            self.agents.clear();
            self.game.set_fault(&fault);
            self.changed().await;
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
                let id = &self.game.setup().id;
                self.lobby.store.cut_plies(id, plies, status(&after)).await?;
                self.game = after;
                self.forget_thoughts();
                self.changed().await;
                Ok(true)
            }
        }
    }

    async fn cancel(&mut self, role: Role) -> Result<GameState, ApiError> {
        let mut after = self.game.clone();
        after.cancel(role)?;
        self.set_status(after).await?;
        self.forget_thoughts();
        self.changed().await;
        Ok(self.game.state())
    }

    async fn resume(&mut self, role: Role) -> Result<GameState, ApiError> {
        let mut after = self.game.clone();
        after.resume(role)?;
        self.set_status(after).await?;
        self.changed().await;
        Ok(self.game.state())
    }

    async fn set_status(&mut self, after: Tabletop) -> Result<(), ApiError> {
        self.lobby.store.set_status(&after.setup().id, status(&after)).await?;
        self.game = after;
        Ok(())
    }

    async fn rename(&mut self, role: Role, name: &str) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.rename(role, name)?;
        let setup = after.setup();
        let seats = serde_json::to_string(&setup.seats)?;
        let names = setup.seats.summary(&setup.rules);
        self.lobby.store.set_names(&setup.id, seats, names).await?;
        self.game = after;
        self.show().await;
        Ok(())
    }

    async fn set_pace(
        &mut self,
        role: Role,
        pace_ms: Option<u32>,
        paused: Option<bool>,
    ) -> Result<(), ApiError> {
        let mut after = self.game.clone();
        after.set_pace(role, pace_ms, paused)?;
        let (id, pace_ms) = (&after.setup().id, after.pace_ms());
        self.lobby.store.set_pace(id, pace_ms, after.is_paused()).await?;
        self.game = after;
        self.pace.send_replace(pace_ms);
        if paused == Some(true) {
            self.forget_thoughts();
        }
        self.changed().await;
        Ok(())
    }

    /// Thoughts under way end, and lead nowhere; the table is free at once.
    fn forget_thoughts(&mut self) {
        self.epoch += 1;
        self.thought = None;
        self.game.set_thinking(false);
        self.agents.clear();
    }

    /// After every change: the next agent begins to think, and everybody sees the new view.
    async fn changed(&mut self) {
        self.wake();
        self.show().await;
    }

    async fn show(&mut self) {
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

fn status(game: &Tabletop) -> GameStatus {
    GameStatus {
        state: game.state().word(),
        result: game.result(),
        slots: game.slots_used(),
        taken_back: game.taken_back(),
        reopened: game.reopened(),
        touched: now_ms(),
    }
}
