//! What can be asked of a table, and the handle through which others ask.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot, watch};
use yard_tabletop::{GameState, Role, Tabletop};

use super::agent_task::{AgentFault, Thought};
use crate::error::ApiError;
use crate::secret::TokenHash;
use crate::store::GameKey;

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
    Command(Command),
    /// An agent has thought about the position of this epoch.
    Thought {
        epoch: u64,
        thought: Result<Thought, AgentFault>,
    },
    /// What held the agents up is over.
    GoOn,
    /// Somebody else has the game now, or it was changed elsewhere.
    End,
}

/// How others reach a table.
#[derive(Clone)]
pub(crate) struct Handle {
    /// The game, and the right under which it is played here.
    pub(super) key: GameKey,
    pub(super) messages: mpsc::Sender<Message>,
    pub(super) links: Arc<[(TokenHash, Role)]>,
    pub(super) frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
}

impl Handle {
    /// The role of a token at this table.
    pub(crate) fn role(&self, token: &str) -> Option<Role> {
        let hash = TokenHash::of(token);
        self.links.iter().find(|(known, _)| *known == hash).map(|(_, role)| *role)
    }

    /// Sends a command and waits for the answer; `None` when the table was put away meanwhile.
    pub(crate) async fn ask<T>(
        &self,
        command: impl FnOnce(Reply<T>) -> Command,
    ) -> Option<Result<T, ApiError>> {
        let (reply, answer) = oneshot::channel();
        self.messages.send(Message::Command(command(reply))).await.ok()?;
        answer.await.ok()
    }

    /// The game, and the right under which it is played here.
    pub(crate) fn key(&self) -> &GameKey {
        &self.key
    }

    /// Lets agents go on that were held up.
    pub(crate) async fn go_on(&self) {
        let _ = self.messages.send(Message::GoOn).await;
    }

    /// Ends the task of the table; whoever asks for the game next finds it as the store has it.
    pub(crate) async fn end(&self) {
        let _ = self.messages.send(Message::End).await;
    }

    /// All later messages for a role; each is a whole view, so one may be skipped.
    pub(crate) fn subscribe(&self, role: Role) -> Option<watch::Receiver<Utf8Bytes>> {
        self.frames.get(&role).map(watch::Sender::subscribe)
    }
}
