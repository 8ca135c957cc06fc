//! What can be asked of a table, and the handle through which others ask.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};
use yard_service::agent_task::{AgentFault, Thought};
use yard_service::bodies::{Asked, Changed};
use yard_tabletop::{Change, Reaction, Role, SeatChange, Tabletop};

use crate::clock::now_ms;
use crate::error::ApiError;
use crate::keys::Keys;
use crate::new_game::Created;
use crate::secret::TokenHash;
use crate::store::GameKey;
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
    /// Say something to the table.
    React { role: Role, reaction: Reaction, reply: Reply<()> },
    /// Make a link for watching; the answer is its token.
    AddWatch(Role, Reply<String>),
    /// Find or make the next game of the table.
    Rematch { role: Role, seats: SeatChange, owner: Option<TokenHash>, reply: Reply<NextSeat> },
    /// Sit down on a seat that one has by right.
    SitDown { role: Role, owner: Option<TokenHash>, reply: Reply<Seated> },
    /// A copy of the game, for the server's own use.
    Copy(Reply<Box<Tabletop>>),
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

/// A seat in the next game of a table.
pub(crate) enum NextSeat {
    /// The game was made for the one who asks, who sits there now.
    Made { seat: String, made: Box<Created> },
    /// The game is there, and the seat waits for him.
    Waits { id: String, role: Role },
}

/// What the task receives.
pub(super) enum Message {
    /// Somebody looks or acts.
    Command(Client, Command),
    /// Others need the room; the table goes if nobody looks.
    Leave,
    /// An agent has thought about the position of this epoch.
    Thought { epoch: u64, thought: Box<Result<Thought, AgentFault>> },
    /// Somebody has come or gone.
    Visitors,
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

    /// All later messages for a role.
    #[cfg(test)]
    pub(crate) fn subscribe(&self, role: Role) -> Option<watch::Receiver<Utf8Bytes>> {
        self.frames.get(&role).map(watch::Sender::subscribe)
    }

    /// Sits somebody down who looks on: all later messages for a role come to him, and the others learn that he is here.
    pub(crate) fn visit(&self, role: Role) -> Option<Visitor> {
        let frames = self.frames.get(&role)?.subscribe();
        let visitor = Visitor { frames, table: self.messages.downgrade() };
        visitor.tell();
        Some(visitor)
    }
}

/// Somebody with an open socket, until it is dropped.
pub(crate) struct Visitor {
    /// Each message is a whole view, so one may be skipped.
    pub(crate) frames: watch::Receiver<Utf8Bytes>,
    table: mpsc::WeakSender<Message>,
}

impl Visitor {
    /// Tells the table. One that has too much to do looks by itself at its next change.
    fn tell(&self) {
        if let Some(table) = self.table.upgrade() {
            let _ = table.try_send(Message::Visitors);
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        // The table must not count him any more when it looks.
        self.frames = watch::Sender::new(Utf8Bytes::default()).subscribe();
        self.tell();
    }
}
