//! The soak: every pair of agents under every preset, with budgets so tiny that thousands of games
//! take minutes. Nobody's strength is seen in it; fouls and panics are.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::Rules;

use yard_arena::{Cell, Experiment, Shard};
use yard_roster::{AGENTS, AgentInfo, AgentSpec, HASTE_PLAYOUTS, Roster};

/// Playouts, for agents that simulate games.
const PLAYOUTS: u32 = 20;
/// Nodes, for those that only search.
const NODES: u32 = 200;

/// The agent with a budget for a moment's thought; `None` for `process`, which is another's
/// program.
///
/// Rounds are all that `alphabeta` counts. On grids its own three are quick enough.
pub fn tiny_spec(info: &AgentInfo, rules: &Rules) -> Option<AgentSpec> {
    let is_grid = rules.board().grid_size().is_some();
    let text = match info.name {
        "process" => return None,
        // The solver's precision is its budget.
        "nash" => "nash:precision=0.2".to_owned(),
        "resolve" => "resolve:expansions=4".to_owned(),
        // With less, its detectives on London are `expectimax`, who is there anyway.
        "best" if !is_grid => format!("best:playouts={HASTE_PLAYOUTS}"),
        name if info.has("playouts") => format!("{name}:playouts={PLAYOUTS}"),
        name if info.has("nodes") => format!("{name}:nodes={NODES}"),
        name if info.has("depth") && !is_grid => format!("{name}:depth=1"),
        name => name.to_owned(),
    };
    text.parse().ok()
}

/// All pairs of agents that can play under these rules, so many games each.
///
/// The seed of a pair follows from the rules' name and the two agents', so another agent on the
/// roster changes nobody's games.
pub fn soak(rules: Rules, games: u64, seed: Seed) -> Experiment {
    let roster = Roster::default();
    let specs = || AGENTS.iter().filter_map(|info| tiny_spec(info, &rules));
    let mr_x: Vec<AgentSpec> = specs().filter(|spec| roster.mr_x(spec, &rules).is_ok()).collect();
    let detectives: Vec<AgentSpec> =
        specs().filter(|spec| roster.detectives(spec, &rules).is_ok()).collect();
    let mut cells = Vec::new();
    for (row, team) in detectives.iter().enumerate() {
        for (column, x) in mr_x.iter().enumerate() {
            let name = format!("{} {} {}", rules.name(), x.name(), team.name());
            let (seed, part) = (seed.of_name(&name), Shard::WHOLE);
            cells.push(Cell { row, column, seed, part });
        }
    }
    let contenders =
        |specs: Vec<AgentSpec>| specs.iter().map(|spec| roster.factory(spec)).collect();
    Experiment {
        rules: Arc::new(rules),
        setup: None,
        mr_x: contenders(mr_x),
        detectives: contenders(detectives),
        cells,
        games,
        shard: Shard::WHOLE,
        threads: None,
    }
}
