//! Query networks for London (Dash et al. 2018): an observation and a contemplated move give a value.

mod agent;
mod asker;
mod episode;
mod learner;
mod observe;
mod plan;
mod training;

pub use agent::{QnetAgent, QnetError};
pub use episode::{Decision, QuerySide};
pub use learner::{QueryLearner, Sample};
pub use observe::{
    DETECTIVE_INPUTS, DETECTIVES, MR_X_INPUTS, QUERY_INPUTS, SINGLE_INPUTS, STATIONS,
    detective_entries, mr_x_entries, query_entries, supports,
};
pub(crate) use plan::KEYS as PLAN_KEYS;
pub use plan::{Models, QnetPlan, QueryLearnerPlan, SidePlan};
pub use training::{QnetTraining, corrected_reward};
