//! What can be asked of a table, and the handle through which others ask.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};
use yard_tabletop::{Change, GameState, Role, Tabletop};

use super::agent_task::{AgentFault, Thought};
use crate::error::ApiError;
use crate::keys::Keys;
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
    /// End the game, go on with it, hurry or hold the agents: done at once or put to the vote.
    Change { role: Role, change: Change, reply: Reply<Changed> },
    /// Turn down what somebody asks for.
    Decline { role: Role, what: Asked, reply: Reply<()> },
    /// Sit down with an invitation.
    Claim { invitation: TokenHash, owner: Option<TokenHash>, reply: Reply<Seated> },
    /// Get a seat back with a recovery code.
    Recover { code: TokenHash, owner: Option<TokenHash>, reply: Reply<Seated> },
    /// Give the holder of a seat new keys.
    NewKeys(Role, Reply<Seated>),
    /// Make a new invitation to a free seat.
    Invite { seat: String, reply: Reply<Invited> },
    /// Give the people of the seat a name.
    Name { role: Role, name: String, reply: Reply<()> },
    /// A copy of the game, for the server's own use.
    Copy(Reply<Box<Tabletop>>),
}

/// Whether a change was made, and the state of the game after it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Changed {
    pub(crate) done: bool,
    pub(crate) state: GameState,
}

/// What can be turned down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Asked {
    /// The open proposal.
    Proposal,
    /// The request to take back.
    Undo,
}

/// The keys of one who has sat down, told once. It has no `Debug` text.
#[derive(Serialize)]
pub(crate) struct Seated {
    pub(crate) seat: String,
    pub(crate) token: String,
    pub(crate) recovery: String,
}

/// A new invitation. It has no `Debug` text.
#[derive(Serialize)]
pub(crate) struct Invited {
    pub(crate) seat: String,
    pub(crate) invitation: String,
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
    pub(crate) keys: Arc<Keys>,
    pub(super) frames: Arc<BTreeMap<Role, watch::Sender<Utf8Bytes>>>,
}

impl Handle {
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
