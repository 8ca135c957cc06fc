//! What a training on a grid is to do: a TOML file.

use serde::{Deserialize, Serialize};
use yard_core::toml_file::Section;
use yard_core::{DetectiveId, DetectiveView, Side};

use super::learner::LearnerKind;
use super::observe::mover;
use crate::model::Observation;
use crate::net::{Init, Loss};
use crate::plan_faults::{PlanFault, PlanFaults, Shared, texts};
use crate::plan_file::{small_number, texts_of, wholes, written};

/// A training of one side by deep Q-learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DqnPlan {
    /// Which side learns.
    pub side: Side,
    /// The grid.
    pub rules: String,
    /// The only source of chance.
    pub seed: u64,
    /// Games to learn from.
    pub games: u64,
    /// Games over which exploration and learning rate fall, where a run was made longer; all of them when
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<u64>,
    /// Games between two checkpoints.
    pub checkpoint: u64,
    /// Games that are played before the updates for their steps are made.
    #[serde(default = "one")]
    pub games_at_once: usize,
    /// Who plays the other side; one of them is drawn before each game.
    pub opponents: Vec<String>,
    /// Who plays the detectives that do not learn.
    #[serde(default = "alphabeta")]
    pub partner: String,
    /// Which detectives learn.
    #[serde(default)]
    pub seats: Seats,
    /// A model to go on from; random weights when left out.
    #[serde(default)]
    pub start: Option<String>,
    /// What the network sees.
    #[serde(default)]
    pub observation: Observation,
    /// Whether illegal moves are left out; otherwise one is replaced by a random legal move.
    #[serde(default)]
    pub mask: bool,
    /// Whether every drawn transition is turned by one of the square's eight symmetries.
    #[serde(default)]
    pub symmetry: bool,
    /// The network.
    pub network: NetworkPlan,
    /// How it learns.
    pub learner: LearnerPlan,
    /// How often it tries a random action.
    pub exploration: ExplorationPlan,
    /// What it gets.
    pub rewards: RewardPlan,
    /// Test games that decide which network is kept; the last one when left out.
    #[serde(default)]
    pub gate: Option<GatePlan>,
}

fn one() -> usize {
    1
}

fn one_step() -> u8 {
    1
}

fn alphabeta() -> String {
    "alphabeta".to_owned()
}

/// Which detectives learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// The last one; the partner plays the others (Hrkľová 2023, 5.2).
    #[default]
    Last,
    /// All of them, as one player who moves several times.
    All,
}

impl Seats {
    /// Tells whether the network plays the detective whose turn it is.
    pub(super) fn plays(self, view: &DetectiveView) -> bool {
        let mover = mover(view.public()).map(DetectiveId::number);
        match self {
            Seats::Last => mover == Some(view.rules().detectives()),
            Seats::All => mover.is_some(),
        }
    }
}

/// The shape of the network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkPlan {
    /// Planes of each convolution, in front of the dense layers.
    #[serde(default)]
    pub convolutions: Vec<usize>,
    /// Sizes of the hidden layers as multiples of n² (Hrkľová 2023, 5.3).
    pub hidden_per_cell: Vec<usize>,
    /// How the first weights are drawn.
    #[serde(default)]
    pub init: Init,
}

/// How the network learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnerPlan {
    /// Which form of Q-learning.
    #[serde(default)]
    pub kind: LearnerKind,
    /// What is made small.
    #[serde(default)]
    pub loss: Loss,
    /// The learning rate of Adam.
    pub rate: f32,
    /// What the rate falls to in a straight line over the games; it stays when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_rate: Option<f32>,
    /// Transitions of one update.
    pub batch: usize,
    /// Transitions that are kept.
    pub replay: usize,
    /// What a reward of the next step is worth now.
    pub discount: f32,
    /// Decisions whose rewards are added up before the value of the next state counts: n-step returns
    /// (Sutton 1988; in Q-learning Hessel et al. 2018). 1 is plain Q-learning.
    #[serde(default = "one_step")]
    pub steps: u8,
    /// Updates between two copies into the target network.
    pub target_every: u64,
    /// Decisions of the learner for one update.
    #[serde(default = "one")]
    pub decisions_per_update: usize,
}

/// How often the learner tries a random action: ε falls by 1 / games after each game (Hrkľová 2023,
/// 5.5).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplorationPlan {
    /// ε in the first game.
    pub from: f64,
    /// The lowest ε.
    pub to: f64,
}

impl ExplorationPlan {
    /// ε of a game, counted from 0.
    pub fn epsilon(&self, game: u64, games: u64) -> f64 {
        (self.from - game as f64 / games.max(1) as f64).max(self.to)
    }
}

/// What the learner gets (Hrkľová 2023, 5.4 and 6.2).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RewardPlan {
    /// Mr X: for each round survived. Detectives: for entering a cell where he can be.
    pub step: f32,
    /// At the end of a game that was won.
    pub win: f32,
    /// At the end of a game that was lost.
    pub loss: f32,
    /// Detectives: whether a capture by the partner counts as a win (her first system), or only one's
    /// own capture and a cornered Mr X (her second).
    #[serde(default)]
    pub own_wins_only: bool,
}

/// Early stopping: the network that does best in test games is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatePlan {
    /// Games of training between two tests.
    pub every: u64,
    /// Games of a test against each opponent, always the same ones.
    pub games: u64,
}

/// The keys of a file, beside those that every plan has.
pub(crate) const KEYS: [&str; 19] = [
    "side",
    "rules",
    "seed",
    "games",
    "schedule",
    "checkpoint",
    "games_at_once",
    "opponents",
    "partner",
    "seats",
    "start",
    "observation",
    "mask",
    "symmetry",
    "network",
    "learner",
    "exploration",
    "rewards",
    "gate",
];

impl DqnPlan {
    /// Reads what follows the version and the method of a file.
    pub(crate) fn read(root: &Section<'_, '_>) -> Option<DqnPlan> {
        let side = root.required("side").choice(&Side::BOTH, |side| side.key());
        let rules = root.required("rules").text();
        let seed = root.required("seed").whole(0..);
        let games = root.required("games").whole(0..);
        let schedule = root.optional("schedule").whole(1..);
        let checkpoint = root.required("checkpoint").whole(0..);
        let games_at_once = root.optional("games_at_once").whole(0..);
        let opponents = root.required("opponents");
        let partner = root.optional("partner").text();
        let seats = root.optional("seats").choice(&[Seats::Last, Seats::All], written);
        let start = root.optional("start").text();
        let observation = root.optional("observation").choice(&Observation::ALL, written);
        let mask = root.optional("mask").switch();
        let symmetry = root.optional("symmetry").switch();
        let network = NetworkPlan::read(root);
        let learner = LearnerPlan::read(root);
        let exploration = ExplorationPlan::read(root);
        let rewards = RewardPlan::read(root);
        let gate = root.optional("gate");
        Some(DqnPlan {
            opponents: texts_of(&opponents),
            gate: if gate.exists() { Some(GatePlan::read(root)?) } else { None },
            side: side?,
            rules: rules?.to_owned(),
            seed: seed?,
            games: games?,
            schedule,
            checkpoint: checkpoint?,
            games_at_once: games_at_once.unwrap_or_else(one),
            partner: partner.map_or_else(alphabeta, str::to_owned),
            seats: seats.unwrap_or_default(),
            start: start.map(str::to_owned),
            observation: observation.unwrap_or_default(),
            mask: mask.unwrap_or(false),
            symmetry: symmetry.unwrap_or(false),
            network: network?,
            learner: learner?,
            exploration: exploration?,
            rewards: rewards?,
        })
    }

    /// Games over which exploration and learning rate fall.
    pub fn schedule(&self) -> u64 {
        self.schedule.unwrap_or(self.games)
    }

    /// The plan of a run that goes on beyond its end: what fell over its games stays where it ended.
    #[must_use]
    pub fn lengthened(&self, games: u64) -> DqnPlan {
        DqnPlan { games, schedule: Some(self.schedule()), ..self.clone() }
    }

    /// Tells whether a checkpoint of this plan can go on under another: the same one, or a longer one.
    pub(crate) fn leads_to(&self, other: &DqnPlan) -> bool {
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
        let mut check = |holds, path, text| faults.check(holds, path, text);
        let named = !self.opponents.is_empty();
        check(named, "opponents", "opponents must name at least one agent");
        check(learner.steps > 0, "learner.steps", "learner.steps must be at least 1");
        let copies = learner.target_every > 0;
        check(copies, "learner.target_every", "learner.target_every must be at least 1");
        check(
            learner.decisions_per_update > 0,
            "learner.decisions_per_update",
            "learner.decisions_per_update must be at least 1",
        );
        let grid = match self.observation {
            Observation::Hrklova | Observation::Planes | Observation::Sighting => true,
            Observation::Dash | Observation::DashEach | Observation::DashTeam => false,
        };
        check(grid, "observation", "observation must be hrklova, planes or sighting");
        let gate = self.gate.is_none_or(|gate| gate.every > 0 && gate.games > 0);
        check(gate, "gate", "gate.every and gate.games must be at least 1");
        faults.into_vec()
    }
}

impl NetworkPlan {
    fn read(root: &Section<'_, '_>) -> Option<NetworkPlan> {
        let keys = ["convolutions", "hidden_per_cell", "init"];
        let section = root.required("network").section(&keys)?;
        let hidden = section.required("hidden_per_cell");
        let init = section.optional("init").choice(&Init::ALL, written);
        Some(NetworkPlan {
            convolutions: wholes(&section.optional("convolutions")),
            hidden_per_cell: wholes(&hidden),
            init: init.unwrap_or_default(),
        })
    }
}

impl LearnerPlan {
    fn read(root: &Section<'_, '_>) -> Option<LearnerPlan> {
        let section = root.required("learner").section(&[
            "kind",
            "loss",
            "rate",
            "last_rate",
            "batch",
            "replay",
            "discount",
            "steps",
            "target_every",
            "decisions_per_update",
        ])?;
        let kind = section.optional("kind").choice(&LearnerKind::ALL, written);
        let loss = section.optional("loss").choice(&Loss::ALL, written);
        let rate = small_number(&section.required("rate"));
        let last_rate = small_number(&section.optional("last_rate"));
        let batch = section.required("batch").whole(0..);
        let replay = section.required("replay").whole(0..);
        let discount = small_number(&section.required("discount"));
        let steps = section.optional("steps").whole(0..);
        let target_every = section.required("target_every").whole(0..);
        let decisions = section.optional("decisions_per_update").whole(0..);
        Some(LearnerPlan {
            kind: kind.unwrap_or_default(),
            loss: loss.unwrap_or_default(),
            rate: rate?,
            last_rate,
            batch: batch?,
            replay: replay?,
            discount: discount?,
            steps: steps.unwrap_or_else(one_step),
            target_every: target_every?,
            decisions_per_update: decisions.unwrap_or_else(one),
        })
    }
}

impl ExplorationPlan {
    pub(crate) fn read(root: &Section<'_, '_>) -> Option<ExplorationPlan> {
        let section = root.required("exploration").section(&["from", "to"])?;
        let (from, to) = (section.required("from").number(..), section.required("to").number(..));
        Some(ExplorationPlan { from: from?, to: to? })
    }
}

impl RewardPlan {
    fn read(root: &Section<'_, '_>) -> Option<RewardPlan> {
        let keys = ["step", "win", "loss", "own_wins_only"];
        let section = root.required("rewards").section(&keys)?;
        let [step, win, loss] =
            ["step", "win", "loss"].map(|key| small_number(&section.required(key)));
        let own_wins_only = section.optional("own_wins_only").switch();
        Some(RewardPlan {
            step: step?,
            win: win?,
            loss: loss?,
            own_wins_only: own_wins_only.unwrap_or(false),
        })
    }
}

impl GatePlan {
    fn read(root: &Section<'_, '_>) -> Option<GatePlan> {
        let section = root.required("gate").section(&["every", "games"])?;
        let (every, games) =
            (section.required("every").whole(0..), section.required("games").whole(0..));
        Some(GatePlan { every: every?, games: games? })
    }
}
