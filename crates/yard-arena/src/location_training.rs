//! Learns location tables from games of `pimbot` against itself.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use yard_agents::pimbot::LocationTables;

use crate::location_file::LocationFile;
use crate::self_play::SelfPlay;
use crate::series::SeriesError;

impl SelfPlay {
    /// Plays the games and counts one situation after each turn of Mr X.
    ///
    /// Counts are added up, so the number of threads does not matter. When `stop` is set, the file
    /// has the games that were finished.
    ///
    /// # Errors
    /// When the agent cannot play both sides.
    pub fn location_tables(
        &self,
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<LocationFile, SeriesError> {
        let tables = Mutex::new(LocationTables::EMPTY);
        let tally = self.series().play(stop, &|_, game| {
            let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
            // A game that was played replays.
            let replayed = tables.observe_game(game);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
            drop(tables);
            each();
        })?;
        let tables = tables.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(self.learned(tally.games, tables))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_agents::Seed;

    use super::*;
    use crate::location_file::general_table;

    fn train(threads: usize) -> LocationFile {
        let training = SelfPlay {
            rules: Arc::new(yard_core::presets::rules("classic").unwrap()),
            agent: "pimbot:playouts=5,locations=none".parse().unwrap(),
            games: 12,
            seed: Seed(3),
            threads: Some(threads),
        };
        training.location_tables(&AtomicBool::new(false), &|| {}).unwrap()
    }

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let one = train(1);
        assert_eq!(one, train(2));
        assert_eq!(LocationFile::from_toml(&one.to_toml()).unwrap(), one);
        let LocationTables { min, mean, station } = &one.what;
        let situations = |table| general_table(table).iter().map(|count| count.a).sum::<u64>();
        assert_eq!(situations(min), situations(mean), "each situation counts once in each table");
        assert_eq!(situations(min), situations(station));
        assert!(situations(min) >= 12);
    }
}
