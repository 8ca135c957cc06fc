//! Learns location tables from games of `pimbot` against itself.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use yard_agents::Seed;
use yard_agents::pimbot::LocationTables;
use yard_core::Rules;

use crate::location_file::LocationFile;
use crate::roster::AgentSpec;
use crate::series::{Series, SeriesError};

/// What is played to learn location tables.
#[derive(Clone, Debug)]
pub struct LocationTraining {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who plays both sides.
    pub agent: AgentSpec,
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: Seed,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

impl LocationTraining {
    /// Plays the games and counts one situation after each turn of Mr X.
    ///
    /// Counts are added up, so the number of threads does not matter. When `stop` is set, the file
    /// has the games that were finished.
    ///
    /// # Errors
    /// When the agent cannot play both sides.
    pub fn run(
        &self,
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<LocationFile, SeriesError> {
        let series = Series {
            rules: Arc::clone(&self.rules),
            mr_x: self.agent.clone(),
            detectives: self.agent.clone(),
            games: self.games,
            seed: self.seed,
            threads: self.threads,
        };
        let tables = Mutex::new(LocationTables::EMPTY);
        let tally = series.play(stop, &|_, bout| {
            let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
            // A match that was played replays.
            let replayed = tables.observe_match(bout);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
            drop(tables);
            each();
        })?;
        Ok(LocationFile {
            rules: self.rules.name().to_owned(),
            agent: self.agent.to_string(),
            games: tally.games,
            seed: self.seed.0,
            tables: tables.into_inner().unwrap_or_else(PoisonError::into_inner),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location_file::general_table;

    fn train(threads: usize) -> LocationFile {
        let training = LocationTraining {
            rules: Arc::new(yard_core::presets::rules("classic").unwrap()),
            agent: "pimbot:playouts=5,locations=none".parse().unwrap(),
            games: 12,
            seed: Seed(3),
            threads: Some(threads),
        };
        training.run(&AtomicBool::new(false), &|| {}).unwrap()
    }

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let one = train(1);
        assert_eq!(one, train(2));
        assert_eq!(LocationFile::from_toml(&one.to_toml()).unwrap(), one);
        let LocationTables { min, mean, station } = &one.tables;
        let situations = |table| general_table(table).iter().map(|count| count.a).sum::<u64>();
        assert_eq!(situations(min), situations(mean), "each situation counts once in each table");
        assert_eq!(situations(min), situations(station));
        assert!(situations(min) >= 12);
    }
}
