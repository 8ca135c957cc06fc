//! Boards that were drawn, for the route that shows them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use yard_core::Board;
use yard_tabletop::BoardJson;

use crate::lock::lock;

/// Maps that were drawn, as JSON, by the name of the rules under which they were asked for.
#[derive(Default)]
pub(crate) struct BoardMaps {
    drawn: Mutex<BTreeMap<String, Arc<str>>>,
}

/// So many drawn boards are kept; whoever asks for more pays again.
const MOST_MAPS: usize = 64;

impl BoardMaps {
    /// A map that was drawn before. It costs nothing, so nobody has to wait for his turn.
    pub(crate) fn find(&self, rules: &str) -> Option<Arc<str>> {
        lock(&self.drawn).get(rules).cloned()
    }

    /// The map of a board. Takes a moment.
    ///
    /// # Errors
    /// When the map cannot be written as JSON.
    pub(crate) fn map(&self, rules: &str, board: &Board) -> serde_json::Result<Arc<str>> {
        let text: Arc<str> = serde_json::to_string(&BoardJson::new(board))?.into();
        let mut drawn = lock(&self.drawn);
        if drawn.len() >= MOST_MAPS {
            drawn.clear();
        }
        drawn.insert(rules.to_owned(), Arc::clone(&text));
        Ok(text)
    }
}
