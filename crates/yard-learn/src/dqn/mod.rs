//! Deep Q-learning on grids (Hrkľová 2023), and what she proposes beyond it: other boards, London among them.

mod actions;
mod agent;
mod belief;
mod cells;
mod chances;
mod during_game;
mod episode;
mod first_networks;
mod learner;
mod learning_agents;
mod observe;
mod plan;
mod plan_parts;
mod policy;
mod replay;
mod training;

pub use actions::{ActionNumber, ActionSet, ActionSpace};
pub use agent::{DqnAgent, DqnBeside, DqnError};
pub use belief::Belief;
pub use cells::{Action, Cells};
pub use learner::{Learner, LearnerKind};
pub use observe::{detective_entries, inputs, mr_x_entries, planes};
pub(crate) use plan::KEYS as PLAN_KEYS;
pub use plan::{DqnPlan, Seats};
pub use plan_parts::{ExplorationPlan, GatePlan, LearnerPlan, NetworkPlan, RewardPlan};
pub use policy::Policy;
pub use replay::{Replay, Transition};
pub use training::DqnTraining;
