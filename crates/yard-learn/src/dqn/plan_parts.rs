//! The parts of a plan: network, learner, exploration, rewards, gate.

use serde::{Deserialize, Serialize};
use yard_core::toml_file::Section;

use super::learner::LearnerKind;
use crate::net::{Init, Loss};
use crate::plan_file::{small_number, wholes, written};

fn one() -> usize {
    1
}

fn one_step() -> u8 {
    1
}

fn yes() -> bool {
    true
}

fn is_no(no: &bool) -> bool {
    !no
}

fn is_yes(yes: &bool) -> bool {
    *yes
}

fn is_none_at_all(count: &usize) -> bool {
    *count == 0
}

fn is_nothing(number: &f32) -> bool {
    *number == 0.0
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
    /// Whether updates are made between the decisions of a game, not after it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub during_game: bool,
    /// Whether the transitions of a batch are all different.
    #[serde(default, skip_serializing_if = "is_no")]
    pub distinct: bool,
    /// Nothing is learned until the memory holds more transitions than this.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub begins_above: usize,
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
    /// Detectives: whether a capture earns `win`; otherwise it earns what its step does.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub captures: bool,
    /// Detectives: for ending next to Mr X in a round in which he is seen.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub beside: f32,
    /// Whether the step that replaces an illegal choice earns what it would earn as a choice.
    #[serde(default, skip_serializing_if = "is_no")]
    pub replacements: bool,
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

impl NetworkPlan {
    pub(super) fn read(root: &Section<'_, '_>) -> Option<NetworkPlan> {
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
    pub(super) fn read(root: &Section<'_, '_>) -> Option<LearnerPlan> {
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
            "during_game",
            "distinct",
            "begins_above",
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
        let during_game = section.optional("during_game").switch();
        let distinct = section.optional("distinct").switch();
        let begins_above = section.optional("begins_above").whole(0..);
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
            during_game: during_game.unwrap_or(false),
            distinct: distinct.unwrap_or(false),
            begins_above: begins_above.unwrap_or(0),
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
    /// What the text of the thesis describes (5.4): a round or a possible cell, a win, a loss.
    pub const fn of_text(step: f32, win: f32, loss: f32, own_wins_only: bool) -> RewardPlan {
        let (captures, beside, replacements) = (true, 0.0, false);
        RewardPlan { step, win, loss, own_wins_only, captures, beside, replacements }
    }

    pub(super) fn read(root: &Section<'_, '_>) -> Option<RewardPlan> {
        let keys = ["step", "win", "loss", "own_wins_only", "captures", "beside", "replacements"];
        let section = root.required("rewards").section(&keys)?;
        let [step, win, loss] =
            ["step", "win", "loss"].map(|key| small_number(&section.required(key)));
        let own_wins_only = section.optional("own_wins_only").switch();
        let captures = section.optional("captures").switch();
        let beside = small_number(&section.optional("beside"));
        let replacements = section.optional("replacements").switch();
        Some(RewardPlan {
            step: step?,
            win: win?,
            loss: loss?,
            own_wins_only: own_wins_only.unwrap_or(false),
            captures: captures.unwrap_or(true),
            beside: beside.unwrap_or(0.0),
            replacements: replacements.unwrap_or(false),
        })
    }
}

impl GatePlan {
    pub(super) fn read(root: &Section<'_, '_>) -> Option<GatePlan> {
        let section = root.required("gate").section(&["every", "games"])?;
        let (every, games) =
            (section.required("every").whole(0..), section.required("games").whole(0..));
        Some(GatePlan { every: every?, games: games? })
    }
}
