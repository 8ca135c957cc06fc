//! The loop of a training: play, keep, learn.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::{Draw, Rules, Side};

use super::actions::ActionSpace;
use super::agent::DqnError;
use super::cells::Cells;
use super::during_game::{InPlay, Lesson};
use super::episode::{Episode, EpisodePlan, OtherPlayers};
use super::first_networks::{architecture, first_networks};
use super::learner::Learner;
use super::plan::{DqnPlan, Seats};
use super::plan_parts::{GatePlan, LearnerPlan};
use super::policy::Policy;
use super::replay::Replay;
use crate::metrics::{METRICS_ROWS, Metrics};
use crate::model::{Model, ModelInfo};
use crate::net::Network;
use crate::players::Players;
use crate::tensors::{EncodeError, Precision, TensorReader, TensorWriter};
use crate::training::{Status, TrainError, Training, crosses, falling, foul};

/// What a checkpoint says beside its lists of numbers.
#[derive(Serialize, Deserialize)]
struct Progress {
    version: u32,
    plan: DqnPlan,
    games: u64,
    carry: usize,
    best_rate: Option<f64>,
    metrics: Metrics,
}

/// The version of checkpoints.
const VERSION: u32 = 1;

/// A training by deep Q-learning.
pub struct DqnTraining {
    name: String,
    plan: DqnPlan,
    rules: Arc<Rules>,
    policy: Policy,
    learner: Learner,
    /// The online networks as they were before the games at hand.
    networks: Vec<Network>,
    replay: Replay,
    /// For each of the games at once.
    others: Vec<OtherPlayers>,
    games: u64,
    /// Decisions that no update has been made for.
    carry: usize,
    /// The network that did best in a test, and how well.
    best: Option<(f64, Vec<Network>)>,
    metrics: Metrics,
}

impl DqnTraining {
    /// Begins a training; `name` is that of its preset or file.
    ///
    /// # Errors
    /// When the plan makes no sense, or a player cannot be had.
    pub fn new(
        name: &str,
        plan: DqnPlan,
        players: &dyn Players,
    ) -> Result<DqnTraining, TrainError> {
        let mut faults = plan.faults();
        let rules = players.find_rules(&plan.rules)?;
        let rules = Arc::new(rules.with_mr_x_may_enter_detective(plan.mr_x_may_enter_detective));
        let Some(space) = ActionSpace::of(&rules) else {
            let refused = DqnError::Rules(plan.rules.clone());
            faults.push(format!("rules: {refused}"));
            return Err(TrainError::Plan(faults));
        };
        if plan.symmetry && !space.cells().is_some_and(Cells::is_symmetric) {
            faults.push(
                "symmetry goes with a board that the square's symmetries leave as it is".to_owned(),
            );
        }
        let shape = architecture(&plan, &space).map_err(|error| faults.push(error.to_string()));
        let Some(shape) = shape.ok().filter(|_| faults.is_empty()) else {
            return Err(TrainError::Plan(faults));
        };
        let networks = first_networks(&plan, &shape, players)?;
        let policy = Policy::new(plan.observation, (plan.mask, plan.illegal), space.clone());
        let learner = Learner::new(
            &plan.learner,
            (&shape, networks.clone()),
            plan.mask,
            space.cells().filter(|_| plan.symmetry).cloned(),
        );
        let others = OtherPlayers::find(&plan, &rules, players)?;
        Ok(DqnTraining {
            name: name.to_owned(),
            replay: Replay::new(plan.learner.replay),
            rules,
            policy,
            learner,
            networks,
            others,
            games: 0,
            carry: 0,
            best: None,
            metrics: Metrics::default(),
            plan,
        })
    }

    fn epsilon(&self, game: u64) -> f64 {
        self.plan.exploration.epsilon(game, self.plan.schedule())
    }

    /// Plays the next games on all cores; which thread plays which changes nothing.
    fn play(&mut self) -> Result<Vec<Episode>, TrainError> {
        for (kept, now) in self.networks.iter_mut().zip(self.learner.networks()) {
            kept.copy_from(now);
        }
        if self.plan.learner.during_game {
            return Ok(vec![self.play_and_learn()?]);
        }
        let left = (self.plan.games - self.games).min(self.others.len() as u64) as usize;
        let (first, plan) = (self.games, &self.plan);
        let (rules, policy, networks) = (&self.rules, &self.policy, self.networks.as_slice());
        let seed = Seed(plan.seed).of_name("game");
        let games = self.others[..left].par_iter_mut().enumerate().map(|(at, others)| {
            let game = first + at as u64;
            let epsilon = plan.exploration.epsilon(game, plan.schedule());
            let seats = plan.seats;
            let episode = EpisodePlan { plan, rules, policy, epsilon, seats };
            let seed = seed.of_game(game);
            let opponent = draw_opponent(plan, seed);
            let networks = InPlay::still(networks);
            others.play(episode, networks, seed, opponent).map_err(foul(game))
        });
        games.collect()
    }

    /// Plays the next game, and learns between its decisions.
    fn play_and_learn(&mut self) -> Result<Episode, TrainError> {
        let (game, plan) = (self.games, &self.plan);
        let (rules, policy, seats) = (&self.rules, &self.policy, plan.seats);
        let epsilon = plan.exploration.epsilon(game, plan.games);
        let episode = EpisodePlan { plan, rules, policy, epsilon, seats };
        let seed = Seed(plan.seed).of_name("game").of_game(game);
        let networks = InPlay::Learning(Lesson {
            learner: &mut self.learner,
            replay: &mut self.replay,
            networks: &mut self.networks,
            seed: Seed(plan.seed).of_name("update"),
            decisions_per_update: plan.learner.decisions_per_update,
            carry: &mut self.carry,
            losses: Vec::new(),
        });
        let opponent = draw_opponent(plan, seed);
        self.others[0].play(episode, networks, seed, opponent).map_err(foul(game))
    }

    /// The learner's share of wins in the test games, which are the same ones each time.
    fn test(&mut self, gate: GatePlan) -> Result<f64, TrainError> {
        for (kept, now) in self.networks.iter_mut().zip(self.learner.networks()) {
            kept.copy_from(now);
        }
        let (plan, rules, policy) = (&self.plan, &self.rules, &self.policy);
        let networks = self.networks.as_slice();
        let (epsilon, seats) = (0.0, Seats::All);
        let episode = EpisodePlan { plan, rules, policy, epsilon, seats };
        let seed = Seed(plan.seed).of_name("gate");
        let (at_once, opponents) = (self.others.len(), plan.opponents.len());
        let all = gate.games * opponents as u64;
        let wins = self.others.par_iter_mut().enumerate().map(|(first, others)| {
            let mut wins = 0_u64;
            for game in (first as u64..all).step_by(at_once) {
                let opponent = (game % opponents as u64) as usize;
                let networks = InPlay::still(networks);
                let played = others.play(episode, networks, seed.of_game(game), opponent);
                wins += u64::from(played.map_err(foul(game))?.winner == plan.side);
            }
            Ok(wins)
        });
        let wins: u64 = wins.collect::<Result<Vec<u64>, TrainError>>()?.into_iter().sum();
        Ok(wins as f64 / all as f64)
    }

    /// Tests the network, and keeps it if none was better.
    fn gate(&mut self, gate: GatePlan) -> Result<(), TrainError> {
        let rate = self.test(gate)?;
        self.metrics.window.gate = Some(rate);
        if self.best.as_ref().is_none_or(|(best, _)| rate > *best) {
            self.best = Some((rate, self.learner.networks().cloned().collect()));
        }
        Ok(())
    }
}

/// The number of the opponent of a game.
fn draw_opponent(plan: &DqnPlan, seed: Seed) -> usize {
    seed.stream("opponent").below(plan.opponents.len() as u32) as usize
}

impl Training for DqnTraining {
    fn advance(&mut self) -> Result<(), TrainError> {
        if self.games >= self.plan.games {
            return Ok(());
        }
        let before = self.games;
        let seed = Seed(self.plan.seed).of_name("update");
        for episode in self.play()? {
            self.games += 1;
            self.metrics.game(episode.winner == Side::Detectives);
            episode.losses.into_iter().for_each(|loss| self.metrics.loss(loss));
            self.carry += episode.transitions.len();
            episode.transitions.into_iter().for_each(|kept| self.replay.push(kept));
        }
        let LearnerPlan { rate, last_rate, .. } = self.plan.learner;
        self.learner.set_rate(falling(rate, last_rate, (self.games, self.plan.schedule())));
        while self.carry >= self.plan.learner.decisions_per_update {
            self.carry -= self.plan.learner.decisions_per_update;
            if let Some(loss) = self.learner.learn(&self.replay, seed) {
                self.metrics.loss(loss);
            }
        }
        if let Some(gate) = self.plan.gate
            && (crosses(before, self.games, gate.every) || self.games == self.plan.games)
        {
            self.gate(gate)?;
        }
        let every = self.plan.games.div_ceil(METRICS_ROWS);
        if crosses(before, self.games, every) || self.games == self.plan.games {
            let epsilon = self.epsilon(self.games - 1);
            self.metrics.close(self.games, self.learner.steps(), epsilon);
        }
        Ok(())
    }

    fn status(&self) -> Status {
        let (loss, detective_rate) = self.metrics.recent();
        let (games, all) = (self.games, self.plan.games);
        Status { games, all, epsilon: self.epsilon(games.saturating_sub(1)), loss, detective_rate }
    }

    fn checkpoint_every(&self) -> u64 {
        self.plan.checkpoint
    }

    fn checkpoint(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = TensorWriter::default();
        self.learner.write(&mut out);
        self.replay.write(&mut out);
        for (at, network) in self.best.iter().flat_map(|(_, networks)| networks).enumerate() {
            let numbers = network.parameters();
            out.floats(&format!("best.{at}"), &[numbers.len()], numbers, Precision::Single);
        }
        let progress = Progress {
            version: VERSION,
            plan: self.plan.clone(),
            games: self.games,
            carry: self.carry,
            best_rate: self.best.as_ref().map(|(rate, _)| *rate),
            metrics: self.metrics.clone(),
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
        self.learner.read(&file)?;
        self.replay = Replay::read(self.plan.learner.replay, &file)?;
        self.best = None;
        if let Some(rate) = progress.best_rate {
            let mut networks = self.networks.clone();
            for (at, network) in networks.iter_mut().enumerate() {
                let numbers = file.floats(&format!("best.{at}"), network.parameters().len())?;
                network.parameters_mut().copy_from_slice(&numbers);
            }
            self.best = Some((rate, networks));
        }
        self.games = progress.games;
        self.carry = progress.carry;
        self.metrics = progress.metrics;
        Ok(())
    }

    fn models(&self) -> Vec<(&'static str, Model)> {
        let networks = match &self.best {
            Some((_, networks)) => networks.clone(),
            None => self.learner.networks().cloned().collect(),
        };
        let info = ModelInfo {
            version: Model::VERSION,
            side: self.plan.side,
            rules: self.plan.rules.clone(),
            observation: self.plan.observation,
            mask: self.plan.mask,
            illegal: self.plan.illegal,
            networks: Vec::new(),
            preset: self.name.clone(),
            games: self.games,
            seed: self.plan.seed,
        };
        vec![("model", Model::new(info, networks))]
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
