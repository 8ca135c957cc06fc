//! Every agent meets every other under every preset, and nobody fouls.
//!
//! Here once for each pair; `cargo run --profile test -p yard-arena --example soak -- 10000` plays
//! more of the same.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_arena::Contender;
use yard_arena::{Experiment, Ledger};
use yard_bench::soak;
use yard_core::presets;
use yard_roster::{AGENTS, AgentInfo};

fn experiments() -> impl Iterator<Item = Experiment> {
    presets::RULES.iter().map(|preset| soak(presets::rules(preset.name).unwrap(), 1, Seed(1)))
}

/// Positions in the middle, with a Mr X who is hidden, seen, or anywhere.
const SETUPS: [&str; 6] = [
    "classic x ? detectives 26,29,50,53,91 turn 3 slot 15 x-tickets 6,4,3,2,1 detective-tickets 6,5,2",
    "modern x ? detectives 26,29,50,53,91 turn d moved 2,4 slot 20 candidates 105,106,107,108",
    "dash x 67 detectives 26,29,50,53,91 slot 18",
    "grid5 x ? detectives 1,25 turn 2 slot 4 candidates 7,9,13",
    "grid7 x 25 detectives 1,7,49 slot 6 candidates 17,23,24,25",
    "glasses x ? detectives 2,10 turn 1 slot 1 candidates 5,7",
];

/// Every agent can be asked in a game that did not begin with a deal.
#[test]
fn every_pair_ends_a_game_that_begins_from_a_setup() {
    for text in SETUPS {
        let setup: yard_core::Setup = text.parse().unwrap();
        let experiment = soak(presets::rules(&setup.rules).unwrap(), 1, Seed(1));
        check(&Experiment { setup: Some(setup), ..experiment });
    }
}

#[test]
fn every_pair_ends_its_game_by_the_rules() {
    experiments().for_each(|experiment| check(&experiment));
}

fn check(experiment: &Experiment) {
    let ledger = Ledger::new(experiment.cells.len());
    let tallies = experiment.play(&ledger, &AtomicBool::new(false), &|_, _, _, _| {}).unwrap();
    for (cell, tally) in experiment.cells.iter().zip(&tallies) {
        let x = experiment.mr_x[cell.column].name();
        let team = experiment.detectives[cell.row].name();
        let pair = format!("{}: {x} against {team}", experiment.rules.name());
        assert_eq!((tally.games, &tally.first_foul), (1, &None), "{pair}");
    }
}

/// Every agent of ours plays each of its sides on some board, and nobody is left out by a
/// parameter that went wrong.
#[test]
fn nobody_is_left_out() {
    let name = |one: &Contender| one.name().split(':').next().unwrap_or_default().to_owned();
    let names = |agents: &[Contender]| agents.iter().map(name).collect::<Vec<_>>();
    let (mut mr_x, mut detectives) = (BTreeSet::new(), BTreeSet::new());
    for experiment in experiments() {
        mr_x.extend(names(&experiment.mr_x));
        detectives.extend(names(&experiment.detectives));
        let pairs = experiment.mr_x.len() * experiment.detectives.len();
        assert_eq!(experiment.cells.len(), pairs);
    }
    let on_roster = |plays: fn(&AgentInfo) -> bool| {
        let ours = AGENTS.iter().filter(|info| info.name != "process" && plays(info));
        ours.map(|info| info.name.to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!(mr_x, on_roster(|info| info.mr_x));
    assert_eq!(detectives, on_roster(|info| info.detectives));
}
