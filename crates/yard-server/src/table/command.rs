//! What can be asked of a table, and the handle through which others ask.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot, watch};
use yard_tabletop::{GameState, Role, Tabletop};

use super::agent_task::{AgentFault, Thought};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::secret::TokenHash;
use crate::web::Client;

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What can be asked of a table.
pub(crate) enum Command {
    /// What a seat sees, as JSON.
    View(Role, Reply<Utf8Bytes>),
    /// A move; the answer is the number of plies after it.
    Move { role: Role, text: String, ply: usize, reply: Reply<usize> },
    /// Take back; the answer tells whether it was done at once.
    Undo(Role, Reply<bool>),
    /// End the game without a result; the answer is the state of the game.
    Cancel(Role, Reply<GameState>),
    /// Let a cancelled or broken game go on; the answer is the state of the game.
    Resume(Role, Reply<GameState>),
    /// Hurry or hold the agents.
    Pace { role: Role, pace_ms: Option<u32>, paused: Option<bool>, reply: Reply<()> },
    /// Give the people of the seat a name.
    Name { role: Role, name: String, reply: Reply<()> },
    /// A copy of the game, for the server's own use.
    Copy(Reply<Box<Tabletop>>),
}

/// What the task receives.
pub(super) enum Message {
    /// Somebody looks or acts.
    Command(Client, Command),
    /// Others need the room; the table goes if nobody looks.
    Leave,
    /// An agent has thought about the position of this epoch.
    Thought { epoch: u64, thought: Box<Result<Thought, AgentFault>> },
}

/// How others reach a table.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(super) messages: mpsc::Sender<Message>,
    pub(super) links: Arc<[(TokenHash, Role)]>,
    pub(super) frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
    pub(super) attention: Arc<Attention>,
}

/// When people were last here.
#[derive(Default)]
pub(super) struct Attention {
    /// In milliseconds, for comparisons between tables only.
    seen: AtomicI64,
    leaving: AtomicBool,
}

impl Attention {
    /// Somebody is here.
    pub(super) fn note(&self) {
        self.seen.store(now_ms(), Ordering::Relaxed);
    }

    /// The table stays after all.
    pub(super) fn stay(&self) {
        self.leaving.store(false, Ordering::Relaxed);
    }
}

impl Handle {
    /// When somebody last asked for something here.
    pub(crate) fn seen(&self) -> i64 {
        self.attention.seen.load(Ordering::Relaxed)
    }

    /// Whether nobody looks, and the table was not asked to go already.
    pub(crate) fn may_leave(&self) -> bool {
        let watched = self.frames.values().any(|frame| frame.receiver_count() > 0);
        !watched && !self.attention.leaving.load(Ordering::Relaxed)
    }

    /// Asks the table to go; tells whether it has heard it.
    pub(crate) fn ask_to_leave(&self) -> bool {
        let heard = self.messages.try_send(Message::Leave).is_ok();
        if heard {
            self.attention.leaving.store(true, Ordering::Relaxed);
        }
        heard
    }

    /// The role of a token at this table.
    pub(crate) fn role(&self, token: &str) -> Option<Role> {
        let hash = TokenHash::of(token);
        self.links.iter().find(|(known, _)| *known == hash).map(|(_, role)| *role)
    }

    /// Sends a command and waits for the answer; `None` when the table was put away meanwhile.
    pub(crate) async fn ask<T>(
        &self,
        client: Client,
        command: impl FnOnce(Reply<T>) -> Command,
    ) -> Option<Result<T, ApiError>> {
        let (reply, answer) = oneshot::channel();
        self.attention.note();
        self.messages.send(Message::Command(client, command(reply))).await.ok()?;
        answer.await.ok()
    }

    /// All later messages for a role; each is a whole view, so one may be skipped.
    pub(crate) fn subscribe(&self, role: Role) -> Option<watch::Receiver<Utf8Bytes>> {
        self.frames.get(&role).map(watch::Sender::subscribe)
    }
}
