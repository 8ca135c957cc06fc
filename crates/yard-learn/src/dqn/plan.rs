//! What a training by deep Q-learning is to do: a TOML file.

use serde::{Deserialize, Serialize};
use yard_core::toml_file::Section;
use yard_core::{DetectiveId, DetectiveView, Side};

use super::observe::mover;
use super::plan_parts::{ExplorationPlan, GatePlan, LearnerPlan, NetworkPlan, RewardPlan};
use crate::model::{IllegalChoice, Observation};
use crate::plan_faults::{PlanFault, PlanFaults, Shared, texts};
use crate::plan_file::{texts_of, written};

/// A training of one side by deep Q-learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DqnPlan {
    /// Which side learns.
    pub side: Side,
    /// The rules: a grid, or any board without black and double tickets.
    pub rules: String,
    /// Whether Mr X may step onto a detective, and loses by it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub mr_x_may_enter_detective: bool,
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
    /// Whether illegal moves are left out; otherwise one is replaced by a legal move.
    #[serde(default)]
    pub mask: bool,
    /// Which legal move replaces an illegal choice.
    #[serde(default, skip_serializing_if = "IllegalChoice::is_random")]
    pub illegal: IllegalChoice,
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

fn is_no(no: &bool) -> bool {
    !no
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

/// The keys of a file, beside those that every plan has.
pub(crate) const KEYS: [&str; 21] = [
    "side",
    "rules",
    "mr_x_may_enter_detective",
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
    "illegal",
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
        let may_enter = root.optional("mr_x_may_enter_detective").switch();
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
        let illegal = root.optional("illegal").choice(&IllegalChoice::ALL, written);
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
            mr_x_may_enter_detective: may_enter.unwrap_or(false),
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
            illegal: illegal.unwrap_or_default(),
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
            // Without games it is a network that has learned nothing: a control.
            games: self.games.max(1),
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
        check(
            !learner.during_game || self.games_at_once == 1 && learner.steps == 1,
            "learner.during_game",
            "learner.during_game goes with one game at once and one step",
        );
        let known = match self.observation {
            Observation::Hrklova
            | Observation::HrklovaProgram
            | Observation::Planes
            | Observation::Sighting
            | Observation::Tickets
            | Observation::Stations => true,
            Observation::Dash | Observation::DashEach | Observation::DashTeam => false,
        };
        check(
            known,
            "observation",
            "observation must be hrklova, hrklova-program, planes, sighting, tickets or stations",
        );
        let gate = self.gate.is_none_or(|gate| gate.every > 0 && gate.games > 0);
        check(gate, "gate", "gate.every and gate.games must be at least 1");
        faults.into_vec()
    }
}
