//! How deep Mr X's paranoid search sees, and what each part of its order of moves saves.
//!
//! Both are measured on positions of real games: the paranoid Mr X of Mortimer & Colfer against their hard
//! detectives.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use yard_agents::paranoid::{Aids, OmittedMoves, Thought};
use yard_agents::{Agent, AgentError, Budget, MrX, Paranoid, ParanoidConfig, Rng, Seed, referee};
use yard_core::{MrXMove, MrXView, Rules};
use yard_roster::Roster;

use crate::error::BenchError;
use crate::median;

/// Who leads Mr X into the positions, quickly.
const GUIDE_NODES: u64 = 2000;
/// The detectives there.
const TEAM: &str = "lookahead:places=forgetful";

/// Keeps what the agent within is shown.
struct Watched {
    agent: Paranoid,
    views: Vec<MrXView>,
}

impl Agent<MrX> for Watched {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        self.views.push(view.clone());
        self.agent.choose(view, rng)
    }
}

/// Positions in which Mr X has a choice, spread evenly over some games.
///
/// # Errors
/// When the detectives cannot play these rules.
pub fn paranoid_positions(
    rules: &Arc<Rules>,
    seed: Seed,
    count: usize,
) -> Result<Vec<MrXView>, BenchError> {
    let budget = Budget::Nodes(GUIDE_NODES);
    let agent = Paranoid::new(ParanoidConfig { budget, ..ParanoidConfig::mortimer() });
    let mut watched = Watched { agent, views: Vec::new() };
    let team = Roster::default().agent(&TEAM.parse()?);
    let mut team =
        yard_agents::AgentFactory::detectives(&team, rules).map_err(BenchError::of(&team))?;
    let mut index = 0;
    while watched.views.len() < count * 4 {
        referee(rules, seed.of_game(index), &mut watched, &mut *team).map_err(Box::new)?;
        index += 1;
    }
    watched.views.retain(|view| view.legal_moves().nth(1).is_some());
    let step = (watched.views.len() / count).max(1);
    Ok(watched.views.into_iter().step_by(step).take(count).collect())
}

/// How deep one form of the search came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DepthRow {
    /// Which form.
    pub name: &'static str,
    /// Searches that used all their time; the others were decided before.
    pub searches: usize,
    /// Searches that proved a win or a loss, or saw the end of the game.
    pub decided: usize,
    /// Plies searched to the end: the least, the median and the most of those that used their time.
    pub plies: [u8; 3],
    /// Moves made in a second.
    pub nodes_per_second: f64,
}

/// Lets forms of the search think for a time on each position.
pub fn paranoid_depth(positions: &[MrXView], time: Duration) -> Vec<DepthRow> {
    let published = Aids::PUBLISHED;
    let forms = [
        ("as it plays", ParanoidConfig::mortimer()),
        (
            "order as published alone",
            ParanoidConfig { aids: published, ..ParanoidConfig::mortimer() },
        ),
        (
            "the same, no move left out",
            ParanoidConfig {
                aids: published,
                omitted: OmittedMoves::None,
                ..ParanoidConfig::mortimer()
            },
        ),
    ];
    forms.map(|(name, config)| depth_row(name, config, positions, time)).into()
}

#[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn depth_row(
    name: &'static str,
    config: ParanoidConfig,
    positions: &[MrXView],
    time: Duration,
) -> DepthRow {
    let mut agent = Paranoid::new(ParanoidConfig { budget: Budget::Time(time), ..config });
    let (mut plies, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    for view in positions {
        let begin = Instant::now();
        let thought = think(&mut agent, view);
        let spent = begin.elapsed();
        nodes += thought.nodes;
        seconds += spent.as_secs_f64();
        if spent >= time {
            plies.push(thought.depth);
        }
    }
    let middle = median(plies.iter().map(|plies| f64::from(*plies))) as u8;
    let [least, most] =
        [plies.iter().min(), plies.iter().max()].map(|end| end.copied().unwrap_or(0));
    DepthRow {
        name,
        searches: plies.len(),
        decided: positions.len() - plies.len(),
        plies: [least, middle, most],
        nodes_per_second: nodes as f64 / f64::max(seconds, 1e-9),
    }
}

/// Mortimer & Colfer's leaf has no random part, so nothing is drawn.
fn think(agent: &mut Paranoid, view: &MrXView) -> Thought {
    agent.think(view, &mut Seed(0).stream("unused"))
}

/// What one form of the order of moves costs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderRow {
    /// Which form.
    pub name: &'static str,
    /// Moves made on all positions.
    pub nodes: u64,
    /// The same in units of the first form's.
    pub ratio: f64,
}

/// Counts the moves made until all positions are searched to a depth, without parts of the order.
///
/// Every form finds the same values; that is asserted.
pub fn paranoid_ordering(positions: &[MrXView], plies: u8) -> Vec<OrderRow> {
    let published = Aids::PUBLISHED;
    let forms = [
        ("order as published", published),
        ("without the principal variation", Aids { principal: false, ..published }),
        ("without killers", Aids { killers: false, ..published }),
        ("without killers of the last iteration", Aids { old_killers: false, ..published }),
        ("without the history", Aids { history: false, ..published }),
        ("without the leaf among equals", Aids { leaf: false, ..published }),
        ("by the leaf alone", Aids { leaf: true, ..Aids::NONE }),
        ("in the order of the list", Aids::NONE),
        ("as published, and positions remembered", Aids { table: true, ..published }),
        ("as published, and bounds of a round", Aids { bounds: true, ..published }),
        ("all of it, as it plays", Aids::ALL),
    ];
    let mut rows: Vec<OrderRow> = Vec::new();
    let mut values = Vec::new();
    for (name, aids) in forms {
        let budget = Budget::Nodes(u64::MAX);
        let config = ParanoidConfig { aids, budget, depth: plies, ..ParanoidConfig::mortimer() };
        let mut agent = Paranoid::new(config);
        let thoughts: Vec<Thought> = positions.iter().map(|view| think(&mut agent, view)).collect();
        let found: Vec<i32> = thoughts.iter().map(|thought| thought.value).collect();
        if values.is_empty() {
            values.clone_from(&found);
        }
        assert_eq!(values, found, "the order of moves changes no value");
        let nodes = thoughts.iter().map(|thought| thought.nodes).sum();
        let first = rows.first().map_or(nodes, |first| first.nodes);
        rows.push(OrderRow { name, nodes, ratio: nodes as f64 / first.max(1) as f64 });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_roster::load_rules;

    #[test]
    fn each_part_of_the_order_is_measured_on_the_same_positions() {
        let rules = Arc::new(load_rules("bristol").unwrap());
        let positions = paranoid_positions(&rules, Seed(1), 4).unwrap();
        assert_eq!(positions.len(), 4);
        let rows = paranoid_ordering(&positions, 4);
        assert_eq!(rows, paranoid_ordering(&positions, 4));
        assert!(rows[0].ratio == 1.0 && rows.iter().all(|row| row.nodes > 0));
        let all = rows.last().unwrap();
        assert!(all.nodes < rows[7].nodes, "{rows:?}");
    }

    #[test]
    fn searches_that_are_decided_are_told_apart() {
        let rules = Arc::new(load_rules("bristol").unwrap());
        let positions = paranoid_positions(&rules, Seed(2), 3).unwrap();
        for row in paranoid_depth(&positions, Duration::from_millis(2)) {
            assert_eq!(row.searches + row.decided, 3, "{row:?}");
            assert!(row.plies[0] <= row.plies[1] && row.plies[1] <= row.plies[2], "{row:?}");
        }
    }
}
