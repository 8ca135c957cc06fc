//! The loop of a training on a grid: play, keep, learn.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use yard_agents::{Agent, Detectives, MrX, Seed, referee};
use yard_core::{Draw, Order, Rules, Side};

use super::cells::Cells;
use super::episode::{DetectiveLearner, MrXLearner, Policy};
use super::learner::{Learner, LearnerKind};
use super::observe::planes;
use super::plan::{DqnPlan, GatePlan, LearnerPlan, Seats};
use super::replay::{Replay, Transition, look_ahead};
use crate::model::{Model, ModelInfo};
use crate::net::{Architecture, Network};
use crate::tensors::{Precision, TensorReader, TensorWriter};
use crate::training::{
    METRICS_ROWS, Metrics, Players, Status, TrainError, Training, crosses, falling,
};

/// A table at which games are played, with its own opponents.
enum Table {
    MrX { opponents: Vec<Box<dyn Agent<Detectives>>> },
    Detectives { opponents: Vec<Box<dyn Agent<MrX>>>, partner: Box<dyn Agent<Detectives>> },
}

/// A finished game.
struct Episode {
    transitions: Vec<Transition>,
    winner: Side,
}

/// How a game is played.
#[derive(Clone, Copy)]
struct Play<'a> {
    plan: &'a DqnPlan,
    rules: &'a Arc<Rules>,
    policy: &'a Policy,
    networks: &'a [Network],
    epsilon: f64,
    seats: Seats,
}

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
    tables: Vec<Table>,
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
        let rules = Arc::new(players.rules(&plan.rules).map_err(TrainError::Players)?);
        let cells = Cells::of(&rules).filter(|_| rules.order() == Order::Fixed);
        let Some(cells) = cells else {
            faults.push(format!("{} is no grid with detectives in fixed order", plan.rules));
            return Err(TrainError::Plan(faults));
        };
        let shape = architecture(&plan, &cells).map_err(|text| faults.push(text)).ok();
        let Some(shape) = shape.filter(|_| faults.is_empty()) else {
            return Err(TrainError::Plan(faults));
        };
        let networks = first_networks(&plan, &shape, players)?;
        let policy = Policy::new(plan.observation, plan.mask, cells.clone());
        let learner = Learner::new(
            &plan.learner,
            (&shape, networks.clone()),
            plan.mask,
            plan.symmetry.then_some(cells),
        );
        let tables = (0..plan.games_at_once)
            .map(|_| Table::new(&plan, &rules, players).map_err(TrainError::Players))
            .collect::<Result<_, _>>()?;
        Ok(DqnTraining {
            name: name.to_owned(),
            replay: Replay::new(plan.learner.replay),
            rules,
            policy,
            learner,
            networks,
            tables,
            games: 0,
            carry: 0,
            best: None,
            metrics: Metrics::default(),
            plan,
        })
    }

    fn epsilon(&self, game: u64) -> f64 {
        self.plan.exploration.epsilon(game, self.plan.games)
    }

    /// Plays the next games on all cores; which thread plays which changes nothing.
    fn play(&mut self) -> Result<Vec<Episode>, TrainError> {
        for (kept, now) in self.networks.iter_mut().zip(self.learner.networks()) {
            kept.copy_from(now);
        }
        let left = (self.plan.games - self.games).min(self.tables.len() as u64) as usize;
        let (first, plan) = (self.games, &self.plan);
        let (rules, policy, networks) = (&self.rules, &self.policy, self.networks.as_slice());
        let seed = Seed(plan.seed).of_name("game");
        let games = self.tables[..left].par_iter_mut().enumerate().map(|(at, table)| {
            let game = first + at as u64;
            let epsilon = plan.exploration.epsilon(game, plan.games);
            let play = Play { plan, rules, policy, networks, epsilon, seats: plan.seats };
            let seed = seed.of_game(game);
            let count = plan.opponents.len() as u32;
            let opponent = seed.stream("opponent").below(count) as usize;
            table.play(play, seed, opponent).map_err(|text| TrainError::Foul { game, text })
        });
        games.collect()
    }

    /// The learner's share of wins in the test games, which are the same ones each time.
    fn test(&mut self, gate: GatePlan) -> Result<f64, TrainError> {
        for (kept, now) in self.networks.iter_mut().zip(self.learner.networks()) {
            kept.copy_from(now);
        }
        let (plan, rules, policy) = (&self.plan, &self.rules, &self.policy);
        let networks = self.networks.as_slice();
        let play = Play { plan, rules, policy, networks, epsilon: 0.0, seats: Seats::All };
        let seed = Seed(plan.seed).of_name("gate");
        let (tables, opponents) = (self.tables.len(), plan.opponents.len());
        let all = gate.games * opponents as u64;
        let wins = self.tables.par_iter_mut().enumerate().map(|(first, table)| {
            let mut wins = 0_u64;
            for game in (first as u64..all).step_by(tables) {
                let opponent = (game % opponents as u64) as usize;
                let played = table.play(play, seed.of_game(game), opponent);
                let played = played.map_err(|text| TrainError::Foul { game, text })?;
                wins += u64::from(played.winner == learner_of(plan.side));
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

impl Training for DqnTraining {
    fn advance(&mut self) -> Result<(), TrainError> {
        if self.games >= self.plan.games {
            return Ok(());
        }
        let before = self.games;
        let seed = Seed(self.plan.seed).of_name("update");
        for game in self.play()? {
            self.games += 1;
            self.metrics.game(game.winner == Side::Detectives);
            self.carry += game.transitions.len();
            game.transitions.into_iter().for_each(|kept| self.replay.push(kept));
        }
        let LearnerPlan { rate, last_rate, .. } = self.plan.learner;
        self.learner.set_rate(falling(rate, last_rate, (self.games, self.plan.games)));
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

    fn checkpoint(&self) -> Vec<u8> {
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
        out.finish(&serde_json::to_string(&progress).unwrap_or_default())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let file = TensorReader::new(bytes)?;
        let progress: Progress =
            serde_json::from_str(file.about()).map_err(|_| TrainError::OtherPlan)?;
        if progress.version != VERSION || progress.plan != self.plan {
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

impl Table {
    fn new(plan: &DqnPlan, rules: &Rules, players: &dyn Players) -> Result<Table, String> {
        let specs = plan.opponents.iter();
        match plan.side {
            Side::MrX => {
                let opponents = specs.map(|spec| players.detectives(spec, rules));
                Ok(Table::MrX { opponents: opponents.collect::<Result<_, _>>()? })
            }
            Side::Detectives => {
                let opponents = specs.map(|spec| players.mr_x(spec, rules));
                let opponents = opponents.collect::<Result<_, _>>()?;
                let partner = players.detectives(&plan.partner, rules)?;
                Ok(Table::Detectives { opponents, partner })
            }
        }
    }

    /// Plays one game through the referee.
    fn play(&mut self, play: Play<'_>, seed: Seed, opponent: usize) -> Result<Episode, String> {
        let Play { plan, rules, policy, networks, epsilon, seats } = play;
        let (policy, rewards) = (policy.clone(), plan.rewards);
        let (game, mut transitions) = match self {
            Table::MrX { opponents } => {
                let mut learner = MrXLearner::new(networks, policy, epsilon, rewards);
                let team = opponents[opponent].as_mut();
                (referee(rules, seed, &mut learner, team), learner.into_transitions())
            }
            Table::Detectives { opponents, partner } => {
                let partner: &mut dyn Agent<Detectives> = partner.as_mut();
                let others = (seats, partner);
                let mut learner = DetectiveLearner::new(networks, policy, epsilon, rewards, others);
                let mr_x = opponents[opponent].as_mut();
                (referee(rules, seed, mr_x, &mut learner), learner.into_transitions())
            }
        };
        let game = game.map_err(|foul| foul.to_string())?;
        let winner = game.outcome().map(|outcome| outcome.winner());
        let winner = winner.ok_or_else(|| "the match has no end".to_owned())?;
        look_ahead(&mut transitions, plan.learner.steps, plan.learner.discount);
        Ok(Episode { transitions, winner })
    }
}

fn learner_of(side: Side) -> Side {
    match side {
        Side::MrX => Side::MrX,
        Side::Detectives => Side::Detectives,
    }
}

/// The shape that a plan asks for.
fn architecture(plan: &DqnPlan, cells: &Cells) -> Result<Architecture, String> {
    let planes = planes(plan.observation, plan.side).ok_or("observation is not of grids")?;
    let network = &plan.network;
    let hidden = network.hidden_per_cell.iter().map(|factor| factor.saturating_mul(cells.count()));
    let hidden: Vec<usize> = hidden.collect();
    let inputs = if network.convolutions.is_empty() { planes * cells.count() } else { planes };
    Architecture::convolutional(cells.side(), inputs, &network.convolutions, &hidden, 4)
        .map_err(|error| format!("network: {error}"))
}

/// The networks with which a training begins: random ones, or those of a model.
fn first_networks(
    plan: &DqnPlan,
    shape: &Architecture,
    players: &dyn Players,
) -> Result<Vec<Network>, TrainError> {
    let count = match plan.learner.kind {
        LearnerKind::Dqn | LearnerKind::Double => 1,
        LearnerKind::TwoNetworks => 2,
    };
    let Some(name) = &plan.start else {
        let seed = Seed(plan.seed).of_name("weights");
        let random = |at: u64| {
            let mut rng = seed.of_game(at).stream("weights");
            Network::random(shape.clone(), plan.network.init, &mut rng)
        };
        return Ok((0..count).map(random).collect());
    };
    let wrong = |text: String| TrainError::Plan(vec![format!("start: {name}: {text}")]);
    let bytes = players.model(name).map_err(wrong)?;
    let model = Model::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    let fits = model.networks.iter().all(|network| network.architecture() == shape);
    if !fits || model.networks.len() as u64 != count || model.info.side != plan.side {
        return Err(wrong("it has another shape or plays another side".to_owned()));
    }
    Ok(model.networks)
}
