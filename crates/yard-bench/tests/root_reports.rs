//! What agents tell of their searches is what they did.

use std::sync::LazyLock;

use yard_agents::{RootReport, Seed};
use yard_bench::{Goal, Scene, load_scenes, plays_alone};
use yard_core::{Side, Turn};
use yard_roster::{AGENTS, AgentInfo, AgentSpec, Roster};

/// One roster for all tests: what `nash` needs is solved once.
static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::default);

/// The reports of one agent, with this budget, in all open scenes that it can play and that leave
/// it a choice.
fn reports(scenes: &[Scene], info: &AgentInfo, budget: &str) -> Vec<RootReport> {
    let spec: AgentSpec = format!("{}:{budget}", info.name).parse().unwrap();
    let agent = ROSTER.agent(&spec);
    scenes
        .iter()
        .filter(|scene| scene.goal == Goal::Open && scene.is_for(&agent))
        .filter(|scene| scene.game.state().moves(scene.game.rules()).count() > 1)
        .filter(|scene| has_budget(scene, &spec, budget))
        .map(|scene| {
            let report = scene.ask(&agent, Seed(1)).unwrap().report;
            report.unwrap_or_else(|| panic!("{spec} reports nothing in {}", scene.name))
        })
        .collect()
}

/// Tells whether the agent, or what `best` is here, has this budget.
fn has_budget(scene: &Scene, spec: &AgentSpec, budget: &str) -> bool {
    let side = match scene.game.turn() {
        Turn::MrX => Side::MrX,
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => Side::Detectives,
    };
    spec.stands_for(side, scene.game.rules()).to_string().contains(budget)
}

fn thinkers(key: &'static str) -> impl Iterator<Item = &'static AgentInfo> {
    AGENTS.iter().filter(move |info| plays_alone(info) && info.has(key))
}

fn scenes() -> Vec<Scene> {
    load_scenes().unwrap()
}

/// Nothing is forced in an open scene, so whoever thinks has to search.
#[test]
fn every_thinking_agent_reports_its_search() {
    let scenes = scenes();
    for info in AGENTS.iter().filter(|info| plays_alone(info)) {
        let all = reports(&scenes, info, "");
        assert!(!all.is_empty(), "{}", info.name);
        for report in all {
            assert!(report.nodes > 0 && report.value.is_finite(), "{}: {report:?}", info.name);
        }
    }
}

/// Only the playout that was begun may go over a budget of nodes. Mr X may search twice as `pimbot` or `best`.
#[test]
fn a_budget_of_nodes_is_kept() {
    let scenes = scenes();
    for info in thinkers("nodes") {
        let searches = if ["pimbot", "best"].contains(&info.name) { 2 } else { 1 };
        for report in reports(&scenes, info, "nodes=2000") {
            assert!(
                report.nodes < searches * (2000 + 400),
                "{}: {} nodes",
                info.name,
                report.nodes
            );
        }
    }
}

/// Where games are simulated, all of them are told, and each is a visit of some move at the root;
/// an agent may spend one on the root itself. `pimbot` stops when its choice is settled, which takes more
/// than half of them.
#[test]
fn playouts_are_visits() {
    let scenes = scenes();
    for info in thinkers("playouts") {
        for report in reports(&scenes, info, "playouts=100") {
            let settles = ["pimbot", "best"].contains(&info.name);
            let (least, searches) = if settles { (51, 2) } else { (99, 1) };
            let visits: u32 = report.visits.iter().sum();
            assert!((least..=100).contains(&visits), "{}: {visits} visits", info.name);
            let all = u64::from(visits)..=100 * searches;
            assert!(all.contains(&report.playouts), "{}: {report:?}", info.name);
        }
    }
}
