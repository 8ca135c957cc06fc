//! Records that people brought, read once and kept while they are looked at.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use axum::body::Bytes;
use yard_tabletop::Replay;

use crate::lock::lock;
use crate::secret::TokenHash;

/// So many are kept; the one that nobody has asked for longest goes.
const MOST_KEPT: usize = 32;

/// A record that was read.
pub(crate) struct Imported {
    pub(crate) replay: Arc<Replay>,
    /// Its last view as JSON, once somebody has asked for it.
    pub(crate) last: OnceLock<Bytes>,
}

/// Imported records in memory, by id and token.
#[derive(Default)]
pub(crate) struct Replays {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    by_link: BTreeMap<(String, TokenHash), (u64, Arc<Imported>)>,
    asked: u64,
}

impl Replays {
    /// A record that was read before.
    pub(crate) fn find(&self, id: &str, token: TokenHash) -> Option<Arc<Imported>> {
        let mut known = lock(&self.known);
        known.asked += 1;
        let now = known.asked;
        let (asked, replay) = known.by_link.get_mut(&(id.to_owned(), token))?;
        *asked = now;
        Some(Arc::clone(replay))
    }

    /// Keeps a record; if somebody was quicker, his is the one that all share.
    pub(crate) fn keep(&self, id: String, token: TokenHash, replay: Replay) -> Arc<Imported> {
        let mut known = lock(&self.known);
        if known.by_link.len() >= MOST_KEPT {
            let oldest = known.by_link.iter().min_by_key(|(_, (asked, _))| *asked);
            if let Some(link) = oldest.map(|(link, _)| link.clone()) {
                known.by_link.remove(&link);
            }
        }
        let now = known.asked;
        let entry = known.by_link.entry((id, token));
        let imported = || Imported { replay: Arc::new(replay), last: OnceLock::new() };
        Arc::clone(&entry.or_insert_with(|| (now, Arc::new(imported()))).1)
    }
}

#[cfg(test)]
mod tests {
    use yard_tabletop::{Catalog, read_record};

    use super::*;

    #[test]
    fn a_record_is_kept_once_and_the_oldest_goes() {
        let text = "yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T2 T24\n";
        let (record, rules) = read_record(text, &Catalog::new(Vec::new())).unwrap();
        let replay = |id: &str| Replay::imported(id.to_owned(), record.clone(), rules.clone());
        let (replays, token) = (Replays::default(), TokenHash::of("a"));
        let first = replays.keep("0".to_owned(), token, replay("0"));
        for number in 1..100 {
            let id = number.to_string();
            replays.keep(id.clone(), token, replay(&id));
            let again = replays.find("0", token).unwrap();
            assert!(Arc::ptr_eq(&again, &first), "it is asked for all the time");
            assert!(replays.find("0", TokenHash::of("b")).is_none(), "another token");
        }
        assert_eq!(lock(&replays.known).by_link.len(), MOST_KEPT);
        assert!(replays.find("1", token).is_none() && replays.find("99", token).is_some());
    }
}
