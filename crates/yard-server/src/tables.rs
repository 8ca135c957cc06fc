//! The tables in memory: whose they are, and which of them people left longest ago.

use std::collections::BTreeMap;

use crate::table::Handle;
use crate::web::Client;

/// All tables in memory.
#[derive(Default)]
pub(crate) struct Tables {
    by_id: BTreeMap<String, Entry>,
    /// How many each client has.
    counts: BTreeMap<Client, usize>,
}

struct Entry {
    handle: Handle,
    /// Who made or opened the game.
    client: Client,
}

impl Tables {
    pub(crate) fn len(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Handle> {
        self.by_id.get(id).map(|entry| &entry.handle)
    }

    /// How many tables a client has.
    pub(crate) fn count(&self, client: Client) -> usize {
        self.counts.get(&client).copied().unwrap_or(0)
    }

    pub(crate) fn insert(&mut self, id: String, handle: Handle, client: Client) {
        self.remove(&id);
        self.by_id.insert(id, Entry { handle, client });
        *self.counts.entry(client).or_default() += 1;
    }

    pub(crate) fn remove(&mut self, id: &str) {
        let Some(Entry { client, .. }) = self.by_id.remove(id) else { return };
        if let Some(count) = self.counts.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&client);
            }
        }
    }

    /// Asks tables to go at which nobody looks, those first that people left longest ago; of one client, or of all.
    /// Tells how many were asked.
    pub(crate) fn ask_to_leave(&self, most: usize, of: Option<Client>) -> usize {
        let may = |entry: &&Entry| of.is_none_or(|client| client == entry.client);
        let mut idle: Vec<&Handle> = self
            .by_id
            .values()
            .filter(may)
            .map(|entry| &entry.handle)
            .filter(|handle| handle.may_leave())
            .collect();
        idle.sort_by_key(|handle| handle.seen());
        idle.into_iter().take(most).filter(|handle| handle.ask_to_leave()).count()
    }

    /// All of them.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &Handle> {
        self.by_id.values().map(|entry| &entry.handle)
    }

    pub(crate) fn clear(&mut self) {
        *self = Tables::default();
    }
}
