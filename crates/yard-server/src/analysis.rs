//! Analyses of finished games, move by move: worked out in the background, and kept for a while.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use yard_service::study::{self, Progress};
use yard_tabletop::Replay;

use crate::clock::moment;
use crate::error::{ApiError, Code};
use crate::lock::lock;
use crate::web::Client;
use crate::work_pool::{Lane, WorkPool};

/// An analysis that is under way or done.
struct Analysis {
    progress: Progress,
    client: Client,
    /// When somebody last asked how far it is.
    asked: Instant,
}

type Shared = Arc<Mutex<Analysis>>;

/// Analyses that were asked for.
#[derive(Clone)]
pub(crate) struct Analyses {
    known: Arc<Mutex<BTreeMap<String, Shared>>>,
    /// So many of one client are under way.
    most_of_one: usize,
}

/// So many analyses are kept or under way; a finished one that is forgotten is worked out again when it is asked for.
const MOST_KEPT: usize = 200;
/// One that nobody has asked after for so many seconds is given up.
const GIVEN_UP: u64 = 120;

impl Analyses {
    /// No analyses yet; one client may have so many under way.
    pub(crate) fn new(most_of_one: usize) -> Analyses {
        Analyses { known: Arc::default(), most_of_one }
    }

    /// How far the analysis of a game is; it is begun if nobody has asked before.
    pub(crate) async fn ask(
        &self,
        replay: Arc<Replay>,
        pool: &WorkPool,
        client: Client,
    ) -> Result<Progress, ApiError> {
        if let Some(progress) = self.find(&replay.key()) {
            return Ok(progress);
        }
        let looked = Arc::clone(&replay);
        let first = pool.run(Lane::Read, client, move || Progress::new(&looked)).await??;
        let analysis = self.begin(replay.key(), first.clone(), client)?;
        tokio::spawn(judge_all(replay, analysis, pool.clone(), self.clone()));
        Ok(first)
    }

    fn find(&self, key: &str) -> Option<Progress> {
        let known = lock(&self.known);
        let mut analysis = lock(known.get(key)?);
        analysis.asked = moment();
        Some(analysis.progress.clone())
    }

    fn begin(&self, key: String, progress: Progress, client: Client) -> Result<Shared, ApiError> {
        let mut known = lock(&self.known);
        let is_under_way = |analysis: &Analysis| !analysis.progress.is_done();
        let own = known.values().filter(|analysis| {
            let analysis = lock(analysis);
            analysis.client == client && is_under_way(&analysis)
        });
        if own.count() >= self.most_of_one {
            return Err(ApiError::new(
                Code::TooMany,
                "you look back at several games already; wait until one of them is done",
            ));
        }
        if known.len() >= MOST_KEPT {
            known.retain(|_, analysis| is_under_way(&lock(analysis)));
        }
        if known.len() >= MOST_KEPT {
            return Err(ApiError::unavailable(
                "too many games are looked back at; try again later",
            ));
        }
        let analysis = Arc::new(Mutex::new(Analysis { progress, client, asked: moment() }));
        known.insert(key, Arc::clone(&analysis));
        Ok(analysis)
    }
}

async fn judge_all(replay: Arc<Replay>, analysis: Shared, pool: WorkPool, all: Analyses) {
    let (of, client) = {
        let analysis = lock(&analysis);
        (analysis.progress.of, analysis.client)
    };
    for ply in 0..of {
        let looked = Arc::clone(&replay);
        let judge = move || study::judge(&looked, ply);
        // Each move takes a turn of its own, so that others come in between.
        let Ok(place) = pool.place_in_line(Lane::Study, client).await else { return };
        let judged = pool.work_at(Lane::Study, place, judge).await;
        let mut analysis = lock(&analysis);
        analysis.progress.add(judged.ok().and_then(|done| done.value));
        if analysis.asked.elapsed().as_secs() > GIVEN_UP && !analysis.progress.is_done() {
            drop(analysis);
            lock(&all.known).remove(&replay.key());
            return;
        }
    }
}
