//! Agents between their moves. Searches keep tables of megabytes, so only so many agents are kept; the others are made
//! anew for each move, which costs them what they had learned of the game.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::web::Client;

/// So many agents are kept in all.
const ALL: usize = 64;

/// Where agents are kept.
pub(crate) struct AgentShelf {
    each: usize,
    held: Mutex<BTreeMap<Client, usize>>,
}

/// Room for one agent, until it is dropped.
pub(super) struct Shelved {
    shelf: Arc<AgentShelf>,
    client: Client,
}

impl AgentShelf {
    /// A shelf for so many agents of one client.
    pub(crate) fn new(each: usize) -> Arc<AgentShelf> {
        Arc::new(AgentShelf { each, held: Mutex::default() })
    }

    /// Room for an agent of a client, if there is some.
    pub(super) fn room(self: &Arc<AgentShelf>, client: Client) -> Option<Shelved> {
        let mut held = lock(&self.held);
        if held.values().sum::<usize>() >= ALL {
            return None;
        }
        let own = held.entry(client).or_default();
        if *own >= self.each {
            return None;
        }
        *own += 1;
        Some(Shelved { shelf: Arc::clone(self), client })
    }

    /// Agents that are kept.
    pub(crate) fn len(&self) -> usize {
        lock(&self.held).values().sum()
    }
}

impl Drop for Shelved {
    fn drop(&mut self) {
        let mut held = lock(&self.shelf.held);
        if let Some(own) = held.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                held.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn nobody_fills_the_shelf_alone_and_all_together_fill_it_once() {
        let client = |number: u8| Client::of(IpAddr::from([192, 0, 2, number]));
        let shelf = AgentShelf::new(8);
        let mut kept: Vec<Shelved> = (0..99).filter_map(|_| shelf.room(client(1))).collect();
        assert_eq!((kept.len(), shelf.len()), (8, 8));
        kept.extend(
            (2..99)
                .flat_map(|number| [shelf.room(client(number)), shelf.room(client(number))])
                .flatten(),
        );
        assert_eq!((kept.len(), shelf.len()), (ALL, ALL));
        kept.truncate(3);
        assert_eq!(shelf.len(), 3);
        kept.clear();
        assert!(shelf.len() == 0 && lock(&shelf.held).is_empty());
    }
}
