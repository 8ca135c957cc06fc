//! What a training for London is to do: a TOML file.

use serde::{Deserialize, Serialize};
use yard_core::toml_file::Section;

use crate::dqn::ExplorationPlan;
use crate::net::{Init, Loss};
use crate::plan_faults::{PlanFault, PlanFaults, Shared, texts};
use crate::plan_file::{small_number, wholes, written};

/// A training of one or both sides with query networks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QnetPlan {
    /// The rules: `dash`, or rules like it.
    pub rules: String,
    /// Whether Mr X may step onto a detective and be caught, as in the published program.
    #[serde(default)]
    pub mr_x_may_enter_detective: bool,
    /// The only source of chance.
    pub seed: u64,
    /// Games of the training phase.
    pub games: u64,
    /// Games over which exploration and learning rate fall, where a run was made longer; all of them when
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<u64>,
    /// Games of the testing phase that follows: nobody explores or learns.
    #[serde(default)]
    pub test_games: u64,
    /// Games between two checkpoints.
    pub checkpoint: u64,
    /// Games that are played before the updates for them are made.
    pub games_at_once: usize,
    /// How the networks learn.
    pub learner: QueryLearnerPlan,
    /// How often they try a random move.
    pub exploration: ExplorationPlan,
    /// Mr X.
    pub mr_x: SidePlan,
    /// The detectives.
    pub detectives: SidePlan,
    /// Tests while the networks learn; none when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsPlan>,
}

/// How the networks learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryLearnerPlan {
    /// The learning rate of Adam.
    pub rate: f32,
    /// What the rate falls to in a straight line over the games; it stays when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_rate: Option<f32>,
    /// What the reward is worth a round earlier (equation 6).
    pub discount: f32,
    /// Decisions of one update.
    pub batch: usize,
    /// Decisions that are kept.
    pub replay: usize,
    /// Updates of each network for a game.
    pub updates_per_game: usize,
    /// What is made small; the text has a regression on the reward.
    #[serde(default = "mse")]
    pub loss: Loss,
    /// How the first weights are drawn.
    #[serde(default)]
    pub init: Init,
    /// Whether detectives' rewards depend on their distance (equation 3).
    #[serde(default = "yes")]
    pub distance_rewards: bool,
}

fn mse() -> Loss {
    Loss::Mse
}

fn yes() -> bool {
    true
}

/// One network for all detectives, one for each, or one for what they do together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Models {
    /// One for all; five inputs tell who moves.
    #[default]
    Single,
    /// One for each.
    Each,
    /// One for the joint move of all.
    Team,
}

/// Tests while the networks learn: games without exploration, the same ones each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestsPlan {
    /// Games of the training phase between two tests.
    pub every: u64,
    /// Games of a test.
    pub games: u64,
}

impl Models {
    /// All of them.
    pub const ALL: [Models; 3] = [Models::Single, Models::Each, Models::Team];
}

/// One side: an agent, or networks that learn.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePlan {
    /// An agent that plays the side; empty when it learns.
    #[serde(default)]
    pub agent: String,
    /// Sizes of the hidden layers of its networks.
    #[serde(default)]
    pub hidden: Vec<usize>,
    /// Detectives: which networks they have.
    #[serde(default)]
    pub models: Models,
}

impl SidePlan {
    /// Tells whether the side learns.
    pub fn learns(&self) -> bool {
        self.agent.is_empty()
    }
}

/// The keys of a file, beside those that every plan has.
pub(crate) const KEYS: [&str; 13] = [
    "rules",
    "mr_x_may_enter_detective",
    "seed",
    "games",
    "schedule",
    "test_games",
    "checkpoint",
    "games_at_once",
    "learner",
    "exploration",
    "mr_x",
    "detectives",
    "tests",
];

impl QnetPlan {
    /// Reads what follows the version and the method of a file.
    pub(crate) fn read(root: &Section<'_, '_>) -> Option<QnetPlan> {
        let rules = root.required("rules").text();
        let may_enter = root.optional("mr_x_may_enter_detective").switch();
        let seed = root.required("seed").whole(0..);
        let games = root.required("games").whole(0..);
        let schedule = root.optional("schedule").whole(1..);
        let test_games = root.optional("test_games").whole(0..);
        let checkpoint = root.required("checkpoint").whole(0..);
        let games_at_once = root.required("games_at_once").whole(0..);
        let learner = QueryLearnerPlan::read(root);
        let exploration = ExplorationPlan::read(root);
        let [mr_x, detectives] = ["mr_x", "detectives"].map(|key| SidePlan::read(root, key));
        let tests = root.optional("tests");
        Some(QnetPlan {
            tests: if tests.exists() { Some(TestsPlan::read(root)?) } else { None },
            rules: rules?.to_owned(),
            mr_x_may_enter_detective: may_enter.unwrap_or(false),
            seed: seed?,
            games: games?,
            schedule,
            test_games: test_games.unwrap_or(0),
            checkpoint: checkpoint?,
            games_at_once: games_at_once?,
            learner: learner?,
            exploration: exploration?,
            mr_x: mr_x?,
            detectives: detectives?,
        })
    }

    /// The chance of a random move in a game; 0 in the testing phase.
    pub(super) fn epsilon(&self, game: u64) -> f64 {
        if game >= self.games { 0.0 } else { self.exploration.epsilon(game, self.schedule()) }
    }

    /// Games over which exploration and learning rate fall.
    pub fn schedule(&self) -> u64 {
        self.schedule.unwrap_or(self.games)
    }

    /// The plan of a run that goes on beyond its end: what fell over its games stays where it ended.
    #[must_use]
    pub fn lengthened(&self, games: u64) -> QnetPlan {
        QnetPlan { games, schedule: Some(self.schedule()), ..self.clone() }
    }

    /// Tells whether a checkpoint of this plan can go on under another: the same one, or a longer one.
    pub(crate) fn leads_to(&self, other: &QnetPlan) -> bool {
        *self == *other || self.games < other.games && self.lengthened(other.games) == *other
    }

    /// Everything that makes no sense.
    pub fn faults(&self) -> Vec<String> {
        texts(self.check())
    }

    pub(crate) fn check(&self) -> Vec<PlanFault> {
        let learner = &self.learner;
        let mut faults = PlanFaults::new(&Shared {
            games: self.games,
            checkpoint: self.checkpoint,
            games_at_once: self.games_at_once,
            batch: learner.batch,
            replay: learner.replay,
            rate: learner.rate,
            last_rate: learner.last_rate,
            discount: learner.discount,
            exploration: self.exploration,
        });
        let updates = learner.updates_per_game <= 10_000;
        let text = "learner.updates_per_game must be at most 10000";
        faults.check(updates, "learner.updates_per_game", text);
        let learns = self.mr_x.learns() || self.detectives.learns();
        faults.check(learns, "mr_x", "neither side learns");
        let tests = self.tests.is_none_or(|tests| tests.every > 0 && tests.games > 0);
        faults.check(tests, "tests", "tests.every and tests.games must be at least 1");
        faults.into_vec()
    }
}

impl QueryLearnerPlan {
    fn read(root: &Section<'_, '_>) -> Option<QueryLearnerPlan> {
        let section = root.required("learner").section(&[
            "rate",
            "last_rate",
            "discount",
            "batch",
            "replay",
            "updates_per_game",
            "loss",
            "init",
            "distance_rewards",
        ])?;
        let rate = small_number(&section.required("rate"));
        let last_rate = small_number(&section.optional("last_rate"));
        let discount = small_number(&section.required("discount"));
        let batch = section.required("batch").whole(0..);
        let replay = section.required("replay").whole(0..);
        let updates_per_game = section.required("updates_per_game").whole(0..);
        let loss = section.optional("loss").choice(&Loss::ALL, written);
        let init = section.optional("init").choice(&Init::ALL, written);
        let distance_rewards = section.optional("distance_rewards").switch();
        Some(QueryLearnerPlan {
            rate: rate?,
            last_rate,
            discount: discount?,
            batch: batch?,
            replay: replay?,
            updates_per_game: updates_per_game?,
            loss: loss.unwrap_or_else(mse),
            init: init.unwrap_or_default(),
            distance_rewards: distance_rewards.unwrap_or_else(yes),
        })
    }
}

impl TestsPlan {
    fn read(root: &Section<'_, '_>) -> Option<TestsPlan> {
        let section = root.required("tests").section(&["every", "games"])?;
        let (every, games) =
            (section.required("every").whole(0..), section.required("games").whole(0..));
        Some(TestsPlan { every: every?, games: games? })
    }
}

impl SidePlan {
    fn read<'f>(root: &Section<'f, '_>, key: &'f str) -> Option<SidePlan> {
        let section = root.required(key).section(&["agent", "hidden", "models"])?;
        let models = section.optional("models").choice(&Models::ALL, written);
        Some(SidePlan {
            agent: section.optional("agent").text().unwrap_or_default().to_owned(),
            hidden: wholes(&section.optional("hidden")),
            models: models.unwrap_or_default(),
        })
    }
}
