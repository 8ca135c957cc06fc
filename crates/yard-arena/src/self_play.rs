//! Games of one agent against itself, from which location tables and the move model are learned.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::experiment::Contender;
use crate::series::{Series, SeriesError};
use yard_agents::Seed;
use yard_agents::pimbot::LocationTables;
use yard_core::{Game, Rules};
use yard_learn::from_games::{FittedModel, Learned, LocationFile, MoveModelFile, fit_move_model};

/// Games that an agent plays against itself so that something is learned from them.
#[derive(Clone)]
pub struct SelfPlay {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who plays both sides.
    pub agent: Contender,
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: Seed,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

/// A learned move model as it goes into a file, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedModel {
    /// The model and where it comes from.
    pub file: MoveModelFile,
    /// The same model with its test.
    pub fitted: FittedModel,
}

impl SelfPlay {
    /// The games as a series.
    fn series(&self) -> Series {
        Series {
            rules: Arc::clone(&self.rules),
            mr_x: Arc::clone(&self.agent),
            detectives: Arc::clone(&self.agent),
            games: self.games,
            seed: self.seed,
            threads: self.threads,
        }
    }

    /// What was learned from so many of the games.
    fn learned<T>(&self, games: u64, what: T) -> Learned<T> {
        let rules = self.rules.name().to_owned();
        Learned { rules, agent: self.agent.name(), games, seed: self.seed.0, what }
    }

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

    /// Plays the games and fits the model of how Mr X moves to all but the last tenth, which tests
    /// it; `None` when stopped before the end.
    ///
    /// # Errors
    /// When the agents cannot play the rules.
    pub fn move_model(
        &self,
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<Option<LearnedModel>, SeriesError> {
        let games = played_in_order(&self.series(), stop, each)?;
        Ok(games.map(|games| self.move_model_of(&games)))
    }

    /// The same for several Mr Xs at once, each of whom plays so many games against the agent: a model of none of
    /// them in particular.
    ///
    /// # Errors
    /// When the agents cannot play the rules.
    pub fn move_model_of_many(
        &self,
        mr_x: &[Contender],
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<Option<LearnedModel>, SeriesError> {
        let mut played = Vec::new();
        for one in mr_x {
            let series = Series { mr_x: Arc::clone(one), ..self.series() };
            let Some(games) = played_in_order(&series, stop, each)? else { return Ok(None) };
            played.push(games.into_iter());
        }
        // In turn, so that the last tenth, which tests the model, has games of all of them.
        let mut games = Vec::new();
        for _ in 0..self.games {
            games.extend(played.iter_mut().filter_map(Iterator::next));
        }
        let LearnedModel { mut file, fitted } = self.move_model_of(&games);
        let names: Vec<String> = mr_x.iter().map(|one| one.name()).collect();
        file.agent = format!("{} against {}", names.join(" and "), file.agent);
        Ok(Some(LearnedModel { file, fitted }))
    }

    /// What the tables count in these games of the agent, wherever they were played.
    pub fn location_tables_of(&self, games: &[Game]) -> LocationFile {
        let mut tables = LocationTables::EMPTY;
        for game in games {
            // A game that was played replays.
            let replayed = tables.observe_game(game);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
        self.learned(games.len() as u64, tables)
    }

    /// The model of how Mr X moves in these games of the agent, in their order, wherever they were played.
    pub fn move_model_of(&self, games: &[Game]) -> LearnedModel {
        let fitted = fit_move_model(games);
        let file = self.learned(games.len() as u64, fitted.model.clone());
        LearnedModel { file, fitted }
    }
}

/// All games of a series in their order; `None` when stopped before the end.
fn played_in_order(
    series: &Series,
    stop: &AtomicBool,
    each: &(dyn Fn() + Sync),
) -> Result<Option<Vec<Game>>, SeriesError> {
    let games = Mutex::new(Vec::new());
    let tally = series.play(stop, &|number, game| {
        games.lock().unwrap_or_else(PoisonError::into_inner).push((number, game.clone()));
        each();
    })?;
    if tally.games < series.games {
        return Ok(None);
    }
    let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_unstable_by_key(|(number, _)| *number);
    Ok(Some(games.into_iter().map(|(_, game)| game).collect()))
}

#[cfg(test)]
mod tests {
    use yard_learn::from_games::general_table;

    use super::*;
    use crate::samples::contender;

    fn training(agent: &str, games: u64, threads: usize) -> SelfPlay {
        SelfPlay {
            rules: Arc::new(yard_core::presets::rules("classic").unwrap()),
            agent: contender(agent),
            games,
            seed: Seed(3),
            threads: Some(threads),
        }
    }

    #[test]
    fn any_number_of_threads_counts_the_same_tables() {
        let count = |threads| {
            let training = training("pimbot:playouts=5,locations=none", 12, threads);
            training.location_tables(&AtomicBool::new(false), &|| {}).unwrap()
        };
        let one = count(1);
        assert_eq!(one, count(2));
        assert_eq!(LocationFile::from_toml(&one.to_toml()).unwrap(), one);
        let LocationTables { min, mean, station } = &one.what;
        let situations = |table| general_table(table).iter().map(|count| count.a).sum::<u64>();
        assert_eq!(situations(min), situations(mean), "each situation counts once in each table");
        assert_eq!(situations(min), situations(station));
        assert!(situations(min) >= 12);
    }

    /// A Mr X who keeps away from the detectives is found by the model on games it has not seen.
    #[test]
    fn it_learns_how_mr_x_moves_on_any_number_of_threads() {
        let learn = |threads| {
            let training = training("lookahead", 60, threads);
            training.move_model(&AtomicBool::new(false), &|| {}).unwrap().unwrap()
        };
        let one = learn(1);
        assert_eq!(one, learn(2));
        let FittedModel { samples, even, learned, .. } = one.fitted;
        assert!(samples > 60, "{samples}");
        assert!(learned > even + 0.1, "{learned} and {even}");
        assert_eq!(MoveModelFile::from_toml(&one.file.to_toml()).unwrap(), one.file);
    }
}
