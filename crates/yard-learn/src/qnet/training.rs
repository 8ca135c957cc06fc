//! The loop of a training for London: a training phase and a testing phase (Dash et al. 2018, 4.1).

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::{Rules, Side};

use super::episode::{Episode, OtherPlayers};
use super::learner::QueryLearner;
use super::observe::supports;
use super::plan::{QnetPlan, QueryLearnerPlan, TestsPlan};
use super::shapes::shapes;
use crate::metrics::{METRICS_ROWS, Metrics};
use crate::model::{IllegalChoice, Model, ModelInfo, Observation};
use crate::net::{Architecture, Network};
use crate::players::Players;
use crate::tensors::{EncodeError, TensorReader, TensorWriter};
use crate::training::{Status, TrainError, Training, crosses, falling, foul};

/// The version of checkpoints.
const VERSION: u32 = 1;

/// What a checkpoint says beside its lists of numbers.
#[derive(Serialize, Deserialize)]
struct Progress {
    version: u32,
    plan: QnetPlan,
    games: u64,
    metrics: Metrics,
    tests: Metrics,
}

/// A training with query networks.
pub struct QnetTraining {
    name: String,
    plan: QnetPlan,
    rules: Arc<Rules>,
    /// Mr X's, if he learns, then the detectives'.
    learners: Vec<QueryLearner>,
    /// The networks as they were before the games at hand.
    networks: Vec<Network>,
    /// For each of the games at once.
    others: Vec<OtherPlayers>,
    games: u64,
    metrics: Metrics,
    tests: Metrics,
}

impl QnetTraining {
    /// Begins a training; `name` is that of its preset or file.
    ///
    /// # Errors
    /// When the plan makes no sense, or a player cannot be had.
    pub fn new(
        name: &str,
        plan: QnetPlan,
        players: &dyn Players,
    ) -> Result<QnetTraining, TrainError> {
        let mut faults = plan.faults();
        let rules = players.find_rules(&plan.rules)?;
        let rules = Arc::new(rules.with_mr_x_may_enter_detective(plan.mr_x_may_enter_detective));
        if !supports(&rules) {
            faults.push(format!("{} is not `dash` or rules like it", plan.rules));
        }
        let shapes = shapes(&plan).unwrap_or_else(|error| {
            faults.push(error.to_string());
            Vec::new()
        });
        if !faults.is_empty() {
            return Err(TrainError::Plan(faults));
        }
        let seed = Seed(plan.seed).of_name("weights");
        let random = |(at, shape): (u64, Architecture)| {
            let mut rng = seed.of_game(at).stream("weights");
            Network::random(shape, plan.learner.init, &mut rng)
        };
        let networks: Vec<Network> = (0..).zip(shapes).map(random).collect();
        let learner = |network: &Network| QueryLearner::new(&plan.learner, network.clone());
        let others = OtherPlayers::find(&plan, &rules, players)?;
        Ok(QnetTraining {
            name: name.to_owned(),
            rules,
            learners: networks.iter().map(learner).collect(),
            networks,
            others,
            games: 0,
            metrics: Metrics::default(),
            tests: Metrics::default(),
            plan,
        })
    }

    fn all(&self) -> u64 {
        self.plan.games + self.plan.test_games
    }

    fn tests_now(&self) -> bool {
        self.games >= self.plan.games
    }

    /// Takes the networks as they are now for the games to come.
    fn keep_networks(&mut self) {
        for (kept, now) in self.networks.iter_mut().zip(&self.learners) {
            kept.copy_from(now.network());
        }
    }

    /// The learner's share of wins in the test games, which are the same ones each time. Where both sides
    /// learn, it is the detectives'.
    fn test(&mut self, tests: TestsPlan) -> Result<f64, TrainError> {
        self.keep_networks();
        let (plan, rules, networks) = (&self.plan, &self.rules, self.networks.as_slice());
        let seed = Seed(plan.seed).of_name("test");
        let step = self.others.len();
        let wins = self.others.par_iter_mut().enumerate().map(|(first, others)| {
            let mut wins = 0_u64;
            for game in (first as u64..tests.games).step_by(step) {
                // No game of the training phase has this number: nobody explores, and nothing is kept.
                let played = others.play(plan, rules, networks, u64::MAX, seed.of_game(game));
                let winner = played.map_err(foul(game))?.winner;
                wins += u64::from(winner == Side::Detectives);
            }
            Ok(wins)
        });
        let wins = wins.collect::<Result<Vec<u64>, TrainError>>()?.into_iter().sum::<u64>();
        let share = wins as f64 / tests.games as f64;
        Ok(if plan.detectives.learns() { share } else { 1.0 - share })
    }

    /// Plays the next games of one phase on all cores.
    fn play(&mut self) -> Result<Vec<Episode>, TrainError> {
        self.keep_networks();
        let end = if self.tests_now() { self.all() } else { self.plan.games };
        let count = (end - self.games).min(self.others.len() as u64) as usize;
        let (first, plan, rules) = (self.games, &self.plan, &self.rules);
        let networks = self.networks.as_slice();
        let seed = Seed(plan.seed).of_name("game");
        let games = self.others[..count].par_iter_mut().enumerate().map(|(at, others)| {
            let game = first + at as u64;
            let played = others.play(plan, rules, networks, game, seed.of_game(game));
            played.map_err(foul(game))
        });
        games.collect()
    }

    /// All updates for so many games; the networks learn side by side.
    fn learn(&mut self, games: usize) {
        let (plan, seed) = (&self.plan, Seed(self.plan.seed).of_name("update"));
        let updates = games * plan.learner.updates_per_game;
        let QueryLearnerPlan { rate, last_rate, .. } = plan.learner;
        if rate == 0.0 && last_rate.is_none_or(|last| last == 0.0) {
            // A control: updates would change nothing.
            return;
        }
        let rate = falling(rate, last_rate, (self.games, plan.schedule()));
        let losses: Vec<(f32, u32)> = self
            .learners
            .par_iter_mut()
            .enumerate()
            .map(|(at, learner)| {
                let seed = seed.of_game(at as u64);
                learner.set_rate(rate);
                let losses = (0..updates).filter_map(|_| learner.learn(&plan.learner, seed));
                losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1))
            })
            .collect();
        for (sum, count) in losses {
            if count > 0 {
                self.metrics.loss(sum / count as f32);
            }
        }
    }
}

impl Training for QnetTraining {
    fn advance(&mut self) -> Result<(), TrainError> {
        if self.games >= self.all() {
            return Ok(());
        }
        let (before, tests) = (self.games, self.tests_now());
        let episodes = self.play()?;
        let count = episodes.len();
        for episode in episodes {
            self.games += 1;
            let metrics = if tests { &mut self.tests } else { &mut self.metrics };
            metrics.game(episode.winner == Side::Detectives);
            for (learner, sample) in episode.samples {
                self.learners[learner].push(&self.plan.learner, sample);
            }
        }
        if !tests {
            self.learn(count);
            if let Some(tests) =
                self.plan.tests.filter(|tests| crosses(before, self.games, tests.every))
            {
                self.metrics.window.gate = Some(self.test(tests)?);
            }
        }
        let updates = self.learners.iter().map(QueryLearner::steps).sum();
        let epsilon = self.plan.epsilon(self.games - 1);
        let (metrics, start, length) = match tests {
            true => (&mut self.tests, self.plan.games, self.plan.test_games),
            false => (&mut self.metrics, 0, self.plan.games),
        };
        let (before, after) = (before - start, self.games - start);
        if crosses(before, after, length.div_ceil(METRICS_ROWS)) || after == length {
            metrics.close(after, updates, epsilon);
        }
        Ok(())
    }

    fn status(&self) -> Status {
        let metrics = if self.games > self.plan.games { &self.tests } else { &self.metrics };
        let (loss, detective_rate) = metrics.recent();
        let (games, all) = (self.games, self.all());
        Status {
            games,
            all,
            epsilon: self.plan.epsilon(games.saturating_sub(1)),
            loss,
            detective_rate,
        }
    }

    fn checkpoint_every(&self) -> u64 {
        self.plan.checkpoint
    }

    fn checkpoint(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = TensorWriter::default();
        for (at, learner) in self.learners.iter().enumerate() {
            learner.write(&format!("learner.{at}"), &mut out);
        }
        let progress = Progress {
            version: VERSION,
            plan: self.plan.clone(),
            games: self.games,
            metrics: self.metrics.clone(),
            tests: self.tests.clone(),
        };
        out.finish(&progress)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let file = TensorReader::new(bytes)?;
        let progress: Progress =
            serde_json::from_str(file.about()).map_err(|_| TrainError::OtherPlan)?;
        if progress.version != VERSION || !progress.plan.leads_to(&self.plan) {
            return Err(TrainError::OtherPlan);
        }
        if progress.games > progress.plan.games && progress.plan.games < self.plan.games {
            return Err(TrainError::Tested);
        }
        for (at, learner) in self.learners.iter_mut().enumerate() {
            learner.read(&self.plan.learner, &format!("learner.{at}"), &file)?;
        }
        self.games = progress.games;
        self.metrics = progress.metrics;
        self.tests = progress.tests;
        Ok(())
    }

    fn models(&self) -> Vec<(&'static str, Model)> {
        let network = |learner: &QueryLearner| learner.network().clone();
        let (mr_x, team) = self.learners.split_at(usize::from(self.plan.mr_x.learns()));
        let observation = self.plan.detectives.models.observation();
        let sides = [
            ("mr-x", Side::MrX, Observation::Dash, mr_x),
            ("detectives", Side::Detectives, observation, team),
        ];
        let model = |(name, side, observation, learners): (_, _, _, &[QueryLearner])| {
            let info = ModelInfo {
                version: Model::VERSION,
                side,
                rules: self.plan.rules.clone(),
                observation,
                mask: true,
                illegal: IllegalChoice::Random,
                networks: Vec::new(),
                preset: self.name.clone(),
                games: self.games.min(self.plan.games),
                seed: self.plan.seed,
            };
            (name, Model::new(info, learners.iter().map(network).collect()))
        };
        sides.into_iter().filter(|side| !side.3.is_empty()).map(model).collect()
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn test_metrics(&self) -> Option<&Metrics> {
        Some(&self.tests)
    }
}
