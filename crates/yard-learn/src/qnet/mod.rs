//! Query networks for London (Dash et al. 2018): an observation and a contemplated move give a value.

mod agent;
mod asker;
mod episode;
mod learner;
mod learning_agent;
mod observe;
mod plan;
mod rewards;
mod shapes;
mod team;
mod training;

pub use agent::{QnetAgent, QnetError};
pub use learner::{QueryLearner, Sample};
pub use learning_agent::{Decision, QuerySide};
pub use observe::{
    DETECTIVE_INPUTS, DETECTIVES, MR_X_INPUTS, QUERY_INPUTS, SINGLE_INPUTS, STATIONS, TEAM_INPUTS,
    detective_entries, joint_entries, mr_x_entries, query_entries, supports,
};
pub(crate) use plan::KEYS as PLAN_KEYS;
pub use plan::{Models, QnetPlan, QueryLearnerPlan, SidePlan, TestsPlan};
pub use rewards::corrected_reward;
pub use team::JointMove;
pub use training::QnetTraining;
