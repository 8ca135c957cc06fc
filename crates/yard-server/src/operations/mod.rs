//! What keeps the server running well: stopping, the health of the store, bans and quotas, figures, logs.

mod admin;
mod bans;
mod health;
mod logs;
mod metrics;
mod quotas;
mod ready;
mod retention;
mod stop;
mod watch_operator;

pub use admin::{Admin, AdminError};
pub(crate) use bans::{Bans, ban, banned};
pub(crate) use health::Health;
pub(crate) use logs::log_requests;
pub use logs::{LogFormat, LogLevel, start_logs};
pub(crate) use metrics::{Metrics, serve_metrics};
pub(crate) use ready::Readiness;
pub use retention::Keep;
pub(crate) use retention::keep_tidy;
pub(crate) use stop::Stop;
pub use stop::Stopper;
#[cfg(test)]
pub(crate) use watch_operator::look;
pub(crate) use watch_operator::watch_operator;

/// All of it, for the lobby to hold.
#[derive(Default)]
pub(crate) struct Operations {
    pub(crate) stop: Stop,
    pub(crate) health: Health,
    pub(crate) bans: Bans,
    pub(crate) metrics: Metrics,
    pub(crate) ready: Readiness,
    pub(crate) cluster: crate::cluster::Cluster,
}
