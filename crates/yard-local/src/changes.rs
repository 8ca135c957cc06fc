//! What the page must do after it has asked something: keep documents, show views, let agents think.

use serde::Serialize;

/// A document to be kept, or to be forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Write {
    /// The name of the document: `game/ID`, `rules/KEY`, `import/ID` or `log/NAME`.
    pub key: String,
    /// What is in it; `None` forgets it.
    pub text: Option<String>,
    /// The revision after this change. Whoever finds another one than the one before it in the store has been
    /// overtaken by another tab.
    pub revision: Option<u64>,
}

/// A message for an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Frame {
    /// Which socket.
    pub socket: u32,
    /// The message.
    pub text: String,
}

/// An agent is to think.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thought {
    /// The id of the game.
    pub game: String,
    /// Which turn this is; an answer with another number is stale.
    pub epoch: u64,
    /// How long its move takes at least, in milliseconds.
    pub pace_ms: u32,
    /// Whether its move is shown at whole multiples of one time only, which hides how long it thought.
    pub covered: bool,
}

/// Everything that is to be done. Writes come first: nobody sees a move that is not kept.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Changes {
    /// Documents to be kept, all or none.
    pub writes: Vec<Write>,
    /// What seats are shown then.
    pub frames: Vec<Frame>,
    /// Agents that are to think then.
    pub thoughts: Vec<Thought>,
    /// Games whose thoughts under way lead nowhere.
    pub stopped: Vec<String>,
    /// When [`tick`](crate::Engine::tick) is to be called, in milliseconds since 1970.
    pub timer: Option<i64>,
}
