//! Published tables, played again and printed beside the published figures.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::did_you_mean;

use crate::catalog::load_rules;
use crate::roster::AgentSpec;
use crate::series::{Series, SeriesReport};
use crate::stats::standard_errors_apart;

/// Names and texts of the compiled-in experiments.
pub const PUBLISHED: [(&str, &str); 8] = [
    ("sova-5.1", include_str!("../../../data/experiments/sova-5.1.toml")),
    ("sova-5.2", include_str!("../../../data/experiments/sova-5.2.toml")),
    ("sova-5.3", include_str!("../../../data/experiments/sova-5.3.toml")),
    ("sova-5.4", include_str!("../../../data/experiments/sova-5.4.toml")),
    ("sova-5.5", include_str!("../../../data/experiments/sova-5.5.toml")),
    ("sova-5.6", include_str!("../../../data/experiments/sova-5.6.toml")),
    ("mortimer-1", include_str!("../../../data/experiments/mortimer-1.toml")),
    ("hrklova-6.6", include_str!("../../../data/experiments/hrklova-6.6.toml")),
];

/// One published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    version: u32,
    /// Its name, as in `yard reproduce NAME`.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where it was published.
    pub document: String,
    /// Games of a cell, as published.
    pub games: u64,
    /// The seed of the whole.
    pub seed: u64,
    /// How budgets were converted, and the like.
    pub note: String,
    /// The cells.
    pub cells: Vec<PublishedCell>,
}

/// One figure of a published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedCell {
    /// The rules.
    pub rules: String,
    /// Who plays Mr X.
    pub x: String,
    /// Who plays the detectives.
    pub detectives: String,
    /// The detectives' wins in per cent, as published.
    pub published: f64,
    /// Games, where they are not those of the table.
    pub games: Option<u64>,
    /// Games behind the published figure, where we play another number.
    pub published_games: Option<u64>,
    /// Whether Mr X may step onto a detective (rule 4.9).
    #[serde(default)]
    pub mr_x_may_enter_detective: bool,
    /// Why ours is known to differ.
    pub reason: Option<String>,
}

/// Why an experiment cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReproduceError {
    /// There is none of that name.
    #[error("unknown table \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// Rules or agents of a cell do not load.
    #[error("cell {cell}: {text}")]
    Cell {
        /// Number of the cell, counted from 1.
        cell: usize,
        /// What is wrong.
        text: String,
    },
    /// The file is not as it should be.
    #[error("{0}")]
    File(String),
}

/// A published figure and ours.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The rules.
    pub rules: String,
    /// Whether Mr X may step onto a detective.
    pub mr_x_may_enter_detective: bool,
    /// Who plays Mr X.
    pub x: String,
    /// Who plays the detectives.
    pub detectives: String,
    /// Published rate of the detectives in per cent.
    pub published: f64,
    /// Games behind it.
    pub published_games: u64,
    /// Ours.
    pub ours: SeriesReport,
    /// Whether the two agree at the 95 % level.
    pub agrees: bool,
    /// The known reason where they differ.
    pub reason: Option<String>,
}

impl PublishedTable {
    /// A compiled-in table.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn named(name: &str) -> Result<PublishedTable, ReproduceError> {
        match PUBLISHED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => PublishedTable::from_toml(text),
            None => {
                let names = PUBLISHED.iter().map(|(name, _)| *name);
                let hint = match did_you_mean(name, names.clone()) {
                    Some(near) => format!(", did you mean \"{near}\"?"),
                    None => format!(" (known: {})", names.collect::<Vec<_>>().join(", ")),
                };
                Err(ReproduceError::Unknown { name: name.chars().take(40).collect(), hint })
            }
        }
    }

    fn from_toml(text: &str) -> Result<PublishedTable, ReproduceError> {
        let table: PublishedTable = toml::from_str(text)
            .map_err(|error| ReproduceError::File(error.message().to_owned()))?;
        match table.version {
            1 => Ok(table),
            version => {
                Err(ReproduceError::File(format!("version {version} is not known, only 1 is")))
            }
        }
    }

    /// Games of a cell, or fewer when scaled down.
    pub fn games_of(&self, cell: usize, most: Option<u64>) -> u64 {
        let published = self.cells[cell].games.unwrap_or(self.games);
        most.map_or(published, |most| most.min(published))
    }

    /// Makes the series of a cell. Its seed follows from the experiment's and its place.
    ///
    /// # Errors
    /// When the rules or an agent do not load.
    pub fn series(
        &self,
        cell: usize,
        most: Option<u64>,
        threads: Option<usize>,
    ) -> Result<Series, ReproduceError> {
        let wrong = |text: String| ReproduceError::Cell { cell: cell + 1, text };
        let published = &self.cells[cell];
        let rules = load_rules(&published.rules).map_err(|error| wrong(error.to_string()))?;
        let rules = rules.with_mr_x_may_enter_detective(published.mr_x_may_enter_detective);
        let agent = |spec: &str| -> Result<AgentSpec, ReproduceError> {
            spec.parse().map_err(|error: crate::roster::SpecError| wrong(error.to_string()))
        };
        Ok(Series {
            rules: Arc::new(rules),
            mr_x: agent(&published.x)?,
            detectives: agent(&published.detectives)?,
            games: self.games_of(cell, most),
            seed: Seed(self.seed).of_match(cell as u64),
            threads,
        })
    }

    /// Plays one cell; `None` when it was stopped before the end.
    ///
    /// # Errors
    /// When the cell cannot be played.
    pub fn play(
        &self,
        cell: usize,
        most: Option<u64>,
        threads: Option<usize>,
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<Option<Comparison>, ReproduceError> {
        let series = self.series(cell, most, threads)?;
        let wrong = |text: String| ReproduceError::Cell { cell: cell + 1, text };
        let tally = series.play(stop, &|_, _| each()).map_err(|error| wrong(error.to_string()))?;
        if stop.load(Ordering::Relaxed) && tally.games < series.games {
            return Ok(None);
        }
        let published = &self.cells[cell];
        let games = published.published_games.or(published.games).unwrap_or(self.games);
        let wins = (published.published / 100.0 * games as f64).round() as u64;
        let apart = standard_errors_apart((tally.detective_wins, tally.games), (wins, games));
        Ok(Some(Comparison {
            rules: published.rules.clone(),
            mr_x_may_enter_detective: published.mr_x_may_enter_detective,
            x: series.mr_x.to_string(),
            detectives: series.detectives.to_string(),
            published: published.published,
            published_games: games,
            ours: tally.report(),
            agrees: apart.abs() <= 1.96,
            reason: published.reason.clone(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_can_be_played() {
        for (name, _) in PUBLISHED {
            let table = PublishedTable::named(name).unwrap();
            assert_eq!(table.name, name);
            for cell in 0..table.cells.len() {
                let played = table.play(cell, Some(1), Some(1), &AtomicBool::new(false), &|| {});
                assert_eq!(played.unwrap().unwrap().ours.games, 1, "{name}, cell {cell}");
            }
        }
    }

    #[test]
    fn an_unknown_name_gets_a_hint() {
        let error = PublishedTable::named("sova-5.7").unwrap_err();
        assert!(error.to_string().contains("did you mean \"sova-5."), "{error}");
    }
}
