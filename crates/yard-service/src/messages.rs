//! Messages of an open seat, and their answers, as both engines read and write them.

use serde::Deserialize;
use serde_json::{Value, json};
use yard_tabletop::{Reaction, read_object};

use crate::error::ApiError;

/// A message of an open seat. It has no `Debug` text, since hello has a token.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// The first message: what opens the seat.
    Hello {
        /// The token of the seat.
        token: String,
    },
    /// A move of the seat.
    Move {
        /// The move, as in records.
        #[serde(rename = "move")]
        text: String,
        /// The plies before it, as the sender sees them.
        ply: usize,
        /// What the answer is to be called.
        #[serde(default)]
        id: Option<Value>,
    },
    /// A reaction that all others see.
    React {
        /// The reaction.
        reaction: Reaction,
        /// What the answer is to be called.
        #[serde(default)]
        id: Option<Value>,
    },
    /// A sign of life.
    Ping,
}

/// The answer to a sign of life.
pub const PONG: &str = "{\"type\":\"pong\"}";

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(text: &str) -> Result<Message, ApiError> {
        read_object(text).map_err(|error| ApiError::bad(format!("no message: {error}")))
    }
}

/// Says that a move was made or a reaction shown; after a move with the plies so far.
pub fn accepted(id: Option<&Value>, ply: Option<usize>) -> String {
    let mut told = json!({ "type": "accepted", "id": id });
    if let Some(ply) = ply {
        told["ply"] = json!(ply);
    }
    told.to_string()
}

/// Says what is wrong, and with which message.
pub fn refused(error: &ApiError, id: Option<&Value>) -> String {
    let mut told = json!({ "type": "error", "error": error.error, "code": error.code });
    if let Some(id) = id {
        told["id"] = id.clone();
    }
    told.to_string()
}

/// Who says something else before hello hears this.
pub fn hello_first() -> ApiError {
    ApiError::bad("say hello with a token first")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let read = |text| Message::read(text).ok();
        assert!(matches!(read(r#"{"type":"ping"}"#), Some(Message::Ping)));
        assert!(matches!(
            read(r#"{"type":"move","move":"T46","ply":3,"id":7}"#),
            Some(Message::Move { text, ply: 3, id: Some(id) }) if text == "T46" && id == 7
        ));
        assert!(matches!(
            read(r#"{"type":"hello","token":"x"}"#),
            Some(Message::Hello { token }) if token == "x"
        ));
        for bad in ["", "7", "[]", "{}", r#"{"type":"shout"}"#, r#"{"type":"move","move":"T46"}"#] {
            let error = Message::read(bad).err().unwrap();
            assert!(error.error.starts_with("no message: "), "{bad}: {}", error.error);
        }
    }

    #[test]
    fn answers_name_the_message() {
        let read = |text: String| serde_json::from_str::<Value>(&text).unwrap();
        let id = json!("a");
        assert_eq!(
            read(accepted(Some(&id), Some(4))),
            json!({ "type": "accepted", "id": "a", "ply": 4 })
        );
        assert_eq!(read(accepted(None, None)), json!({ "type": "accepted", "id": null }));
        let error = hello_first();
        assert_eq!(
            read(refused(&error, Some(&id))),
            json!({ "type": "error", "error": error.error, "code": error.code, "id": "a" })
        );
        assert!(read(refused(&error, None)).get("id").is_none());
    }
}
