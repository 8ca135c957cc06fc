//! The loop of a training for London: a training phase and a testing phase (Dash et al. 2018, 4.1).

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use yard_agents::{Agent, Detectives, MrX, Seed, referee};
use yard_core::{Game, Rules, Side, Station};

use super::episode::{Decision, QuerySide};
use super::learner::{QueryLearner, Sample};
use super::observe::{
    DETECTIVE_INPUTS, DETECTIVES, MR_X_INPUTS, QUERY_INPUTS, SINGLE_INPUTS, supports,
};
use super::plan::{Models, QnetPlan, QueryLearnerPlan, SidePlan};
use crate::model::{Model, ModelInfo, Observation};
use crate::net::{Architecture, Network};
use crate::tensors::{TensorReader, TensorWriter};
use crate::training::{
    METRICS_ROWS, Metrics, Players, Status, TrainError, Training, crosses, falling,
};

/// The reward for a game (equation 1).
const REWARD: f32 = 100.0;
/// The version of checkpoints.
const VERSION: u32 = 1;

/// Agents of the sides that do not learn.
struct Table {
    mr_x: Option<Box<dyn Agent<MrX>>>,
    detectives: Option<Box<dyn Agent<Detectives>>>,
}

/// A finished game with the rewards of its decisions.
struct Episode {
    winner: Side,
    /// Samples, each with the number of the learner it is for.
    samples: Vec<(usize, Sample)>,
}

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
    tables: Vec<Table>,
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
        let rules = players.rules(&plan.rules).map_err(TrainError::Players)?;
        let rules = Arc::new(rules.with_mr_x_may_enter_detective(plan.mr_x_may_enter_detective));
        if !supports(&rules) {
            faults.push(format!("{} is not `dash` or rules like it", plan.rules));
        }
        let shapes = shapes(&plan).unwrap_or_else(|text| {
            faults.push(text);
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
        let tables = (0..plan.games_at_once)
            .map(|_| Table::new(&plan, &rules, players).map_err(TrainError::Players))
            .collect::<Result<_, _>>()?;
        Ok(QnetTraining {
            name: name.to_owned(),
            rules,
            learners: networks.iter().map(learner).collect(),
            networks,
            tables,
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

    fn epsilon(&self, game: u64) -> f64 {
        epsilon(&self.plan, game)
    }

    /// Plays the next games of one phase on all cores.
    fn play(&mut self) -> Result<Vec<Episode>, TrainError> {
        for (kept, now) in self.networks.iter_mut().zip(&self.learners) {
            kept.copy_from(now.network());
        }
        let end = if self.tests_now() { self.all() } else { self.plan.games };
        let count = (end - self.games).min(self.tables.len() as u64) as usize;
        let (first, plan, rules) = (self.games, &self.plan, &self.rules);
        let networks = self.networks.as_slice();
        let seed = Seed(plan.seed).of_name("game");
        let games = self.tables[..count].par_iter_mut().enumerate().map(|(at, table)| {
            let game = first + at as u64;
            let played = table.play(plan, rules, networks, game, seed.of_game(game));
            played.map_err(|text| TrainError::Foul { game, text })
        });
        games.collect()
    }

    /// All updates for so many games; the networks learn side by side.
    fn learn(&mut self, games: usize) {
        let (plan, seed) = (&self.plan, Seed(self.plan.seed).of_name("update"));
        let updates = games * plan.learner.updates_per_game;
        let QueryLearnerPlan { rate, last_rate, .. } = plan.learner;
        let rate = falling(rate, last_rate, (self.games, plan.games));
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

/// The chance of a random move in a game; 0 in the testing phase.
fn epsilon(plan: &QnetPlan, game: u64) -> f64 {
    if game >= plan.games { 0.0 } else { plan.exploration.epsilon(game, plan.games) }
}

impl Training for QnetTraining {
    fn advance(&mut self) -> Result<(), TrainError> {
        if self.games >= self.all() {
            return Ok(());
        }
        let (before, tests) = (self.games, self.tests_now());
        let games = self.play()?;
        let count = games.len();
        for game in games {
            self.games += 1;
            let metrics = if tests { &mut self.tests } else { &mut self.metrics };
            metrics.game(game.winner == Side::Detectives);
            for (learner, sample) in game.samples {
                self.learners[learner].push(&self.plan.learner, sample);
            }
        }
        if !tests {
            self.learn(count);
        }
        let updates = self.learners.iter().map(QueryLearner::steps).sum();
        let epsilon = self.epsilon(self.games - 1);
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
        Status { games, all, epsilon: self.epsilon(games.saturating_sub(1)), loss, detective_rate }
    }

    fn checkpoint_every(&self) -> u64 {
        self.plan.checkpoint
    }

    fn checkpoint(&self) -> Vec<u8> {
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
        out.finish(&serde_json::to_string(&progress).unwrap_or_default())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let file = TensorReader::new(bytes)?;
        let progress: Progress =
            serde_json::from_str(file.about()).map_err(|_| TrainError::OtherPlan)?;
        if progress.version != VERSION || progress.plan != self.plan {
            return Err(TrainError::OtherPlan);
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
        let observation = match self.plan.detectives.models {
            Models::Single => Observation::Dash,
            Models::Each => Observation::DashEach,
        };
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

impl Table {
    fn new(plan: &QnetPlan, rules: &Rules, players: &dyn Players) -> Result<Table, String> {
        let mr_x = match plan.mr_x.learns() {
            true => None,
            false => Some(players.mr_x(&plan.mr_x.agent, rules)?),
        };
        let detectives = match plan.detectives.learns() {
            true => None,
            false => Some(players.detectives(&plan.detectives.agent, rules)?),
        };
        Ok(Table { mr_x, detectives })
    }

    /// Plays one game through the referee and hands out the rewards.
    fn play(
        &mut self,
        plan: &QnetPlan,
        rules: &Arc<Rules>,
        networks: &[Network],
        game: u64,
        seed: Seed,
    ) -> Result<Episode, String> {
        let learns = usize::from(plan.mr_x.learns());
        let (of_mr_x, of_team) = networks.split_at(learns);
        let (epsilon, keeps) = (epsilon(plan, game), game < plan.games);
        let mut mr_x = QuerySide::new(of_mr_x, Models::Single, epsilon, keeps);
        let mut team = QuerySide::new(of_team, plan.detectives.models, epsilon, keeps);
        let player_x: &mut dyn Agent<MrX> = match &mut self.mr_x {
            Some(agent) => agent.as_mut(),
            None => &mut mr_x,
        };
        let player_team: &mut dyn Agent<Detectives> = match &mut self.detectives {
            Some(agent) => agent.as_mut(),
            None => &mut team,
        };
        let game = referee(rules, seed, player_x, player_team).map_err(|foul| foul.to_string())?;
        let winner = game.outcome().map(|outcome| outcome.winner());
        let winner = winner.ok_or_else(|| "the match has no end".to_owned())?;
        let decisions = mr_x.into_decisions().into_iter().chain(team.into_decisions());
        let samples = decisions.map(|decision| {
            let reward = reward(plan, &game, winner, &decision);
            let learner = match (decision.by, plan.detectives.models) {
                (None, _) => 0,
                (Some(_), Models::Single) => learns,
                (Some(id), Models::Each) => learns + id.index(),
            };
            (learner, Sample { row: decision.row, reward })
        });
        Ok(Episode { winner, samples: samples.collect() })
    }
}

/// The reward of a decision: that of the game, discounted by the rounds that followed (equation 6).
fn reward(plan: &QnetPlan, game: &Game, winner: Side, decision: &Decision) -> f32 {
    let rounds = game.state().public().slots_used();
    let later = rounds.saturating_sub(decision.round);
    let won = |side: Side| winner == side;
    let whole = match decision.by {
        None => {
            if won(Side::MrX) {
                REWARD
            } else {
                -REWARD
            }
        }
        Some(id) => {
            let at = game.state().public().detective(id);
            let mr_x = game.state().mr_x();
            match at.filter(|_| plan.learner.distance_rewards) {
                Some(at) => corrected_reward(game.rules(), won(Side::Detectives), at, mr_x),
                None => {
                    if won(Side::Detectives) {
                        REWARD
                    } else {
                        -REWARD
                    }
                }
            }
        }
    };
    (0..later).fold(whole, |reward, _| reward * plan.learner.discount)
}

/// A detective's reward by his distance from Mr X when the game ended (equation 3, and appendix 1).
///
/// As printed, the equation punishes the nearest detective most after a loss; the text and the
/// appendix say the opposite. So a win gives 100 · (Δmax − Δ) / Δmax and a loss −100 · Δ / Δmax, with
/// Δmax the greatest distance from Mr X's station on the board.
pub fn corrected_reward(rules: &Rules, won: bool, detective: Station, mr_x: Station) -> f32 {
    let row = rules.board().detective_distances_from(mr_x);
    let distance = |station: Station| f32::from(row[usize::from(station.number())]);
    let most = rules.board().stations().iter().map(distance).fold(1.0, f32::max);
    let share = distance(detective) / most;
    if won { REWARD * (1.0 - share) } else { -REWARD * share }
}

/// The shapes of all networks that learn: Mr X's first.
fn shapes(plan: &QnetPlan) -> Result<Vec<Architecture>, String> {
    let mut shapes = Vec::new();
    let mut add = |side: &SidePlan, name: &str, inputs: usize, count: usize| {
        let shape = Architecture::dense(inputs + QUERY_INPUTS, &side.hidden, 1);
        let shape = shape.map_err(|error| format!("{name}.hidden: {error}"))?;
        shapes.extend(std::iter::repeat_n(shape, count));
        Ok::<(), String>(())
    };
    if plan.mr_x.learns() {
        add(&plan.mr_x, "mr_x", MR_X_INPUTS, 1)?;
    }
    if plan.detectives.learns() {
        match plan.detectives.models {
            Models::Single => add(&plan.detectives, "detectives", SINGLE_INPUTS, 1)?,
            Models::Each => add(&plan.detectives, "detectives", DETECTIVE_INPUTS, DETECTIVES)?,
        }
    }
    Ok(shapes)
}
