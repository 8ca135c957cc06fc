//! Where an agent thinks that a client may ask for.

use std::time::Duration;

use yard_agents::Budget;
use yard_roster::{AgentConfig, AgentSpec};
pub(crate) use yard_service::allowed_agents::check;

use crate::work_pool::Lane;

/// A search that takes longer than this, or more, is slow.
const USUAL_TIME: Duration = Duration::from_secs(2);
const USUAL_PLAYOUTS: u32 = 30_000;
const USUAL_NODES: u64 = 3_000_000;
const USUAL_EXPANSIONS: u32 = 2000;

/// Where an agent thinks.
pub(crate) fn lane(spec: &AgentSpec) -> Lane {
    match spec.config() {
        // They answer without a search.
        AgentConfig::Random
        | AgentConfig::Lookahead(_)
        | AgentConfig::Dqn(_)
        | AgentConfig::Qnet(_) => Lane::Quick,
        // Perfect play may first have to be worked out.
        AgentConfig::Nash(_) => Lane::Slow,
        AgentConfig::Resolve(config) if config.expansions > USUAL_EXPANSIONS => Lane::Slow,
        AgentConfig::Resolve(_) => Lane::Usual,
        AgentConfig::Paranoid(_)
        | AgentConfig::ParanoidNw(_)
        | AgentConfig::Expectimax(_)
        | AgentConfig::AlphaBeta(_)
        | AgentConfig::MctsSova(_)
        | AgentConfig::MctsSovaDistance(_)
        | AgentConfig::MctsGerza(_)
        | AgentConfig::PimBot(_)
        | AgentConfig::Best(_)
        | AgentConfig::Person(_)
        | AgentConfig::Process(_) => match spec.budget() {
            Some(Budget::Time(time)) if time > USUAL_TIME => Lane::Slow,
            Some(Budget::Playouts(playouts)) if playouts > USUAL_PLAYOUTS => Lane::Slow,
            Some(Budget::Nodes(nodes)) if nodes > USUAL_NODES => Lane::Slow,
            Some(Budget::Time(_) | Budget::Playouts(_) | Budget::Nodes(_)) | None => Lane::Usual,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_think_where_others_are_as_slow() {
        for (text, wanted) in [
            ("random", Lane::Quick),
            ("lookahead:p=0.5", Lane::Quick),
            ("best:ms=1000", Lane::Usual),
            ("pimbot:playouts=3000", Lane::Usual),
            ("paranoid", Lane::Usual),
            ("best:ms=8000", Lane::Slow),
            ("pimbot:trees=vote,playouts=300000", Lane::Slow),
            ("nash", Lane::Slow),
            ("resolve", Lane::Usual),
            ("resolve:expansions=5000", Lane::Slow),
        ] {
            assert_eq!(lane(&text.parse().unwrap()), wanted, "{text}");
        }
    }
}
