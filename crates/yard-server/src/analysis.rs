//! Analyses of finished games, move by move: worked out in the background, and kept for a while.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use yard_coach::{self as coach, Judged};
use yard_core::{Game, Move};
use yard_tabletop::Replay;

use crate::error::ApiError;
use crate::lock::lock;
use crate::work_pool::{Lane, WorkPool};

/// How far an analysis is.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Progress {
    plies: Vec<Judged>,
    done: usize,
    of: usize,
}

impl Progress {
    fn is_done(&self) -> bool {
        self.done == self.of
    }
}

/// Analyses that were asked for.
#[derive(Default)]
pub(crate) struct Analyses {
    known: Mutex<BTreeMap<String, Arc<Mutex<Progress>>>>,
}

/// So many analyses are kept or under way; a finished one that is forgotten is worked out again when it is asked for.
const MOST_KEPT: usize = 200;

impl Analyses {
    /// How far the analysis of a game is; it is begun if nobody has asked before.
    pub(crate) fn ask(&self, replay: &Replay, pool: &WorkPool) -> Result<Progress, ApiError> {
        let mut known = lock(&self.known);
        let key = replay.key();
        if let Some(progress) = known.get(&key) {
            return Ok(lock(progress).clone());
        }
        let steps = coach::plies(replay.record(), replay.rules())
            .map_err(|_| ApiError::forbidden("only a record with every station is analysed"))?;
        if known.len() >= MOST_KEPT {
            known.retain(|_, progress| !lock(progress).is_done());
        }
        if known.len() >= MOST_KEPT {
            return Err(ApiError::unavailable(
                "too many games are looked back at; try again later",
            ));
        }
        let first = Progress { plies: Vec::new(), done: 0, of: steps.len() };
        let progress = Arc::new(Mutex::new(first.clone()));
        known.insert(key, Arc::clone(&progress));
        tokio::spawn(judge_all(steps, progress, pool.clone()));
        Ok(first)
    }
}

async fn judge_all(steps: Vec<(Game, Move)>, progress: Arc<Mutex<Progress>>, pool: WorkPool) {
    for (ply, (before, mv)) in steps.into_iter().enumerate() {
        // Each move takes a place of its own, so that tables come in between.
        let judged = pool.run(Lane::Study, move || coach::judge(ply, &before, mv)).await;
        let mut progress = lock(&progress);
        // A move that cannot be judged is left out, whatever the cause; the others are still worth a look.
        progress.plies.extend(judged.and_then(Result::ok));
        progress.done += 1;
    }
}
