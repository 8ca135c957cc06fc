//! The scenes are what they say, and every agent finds what is forced.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use yard_agents::Seed;
use yard_bench::{Goal, SCENES, Scene, forced_moves, load_scenes, plays_alone};
use yard_core::{Move, Side};
use yard_roster::{AGENTS, Roster};

/// One roster for all tests: what `nash` needs is solved once.
static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::default);

fn scenes() -> Vec<Scene> {
    load_scenes().unwrap()
}

fn texts(moves: &[Move]) -> Vec<String> {
    let text = |mv: &Move| match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => mv.to_string(),
    };
    moves.iter().map(text).collect()
}

#[test]
fn every_file_is_compiled_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scenes");
    let files: BTreeSet<String> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let known: BTreeSet<String> = SCENES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, known);
}

/// The expected moves are just those that an exhaustive search of the round proves.
#[test]
fn what_is_said_to_be_forced_is_forced() {
    for scene in scenes().iter().filter(|scene| scene.goal != Goal::Open) {
        let forced = forced_moves(&scene.game);
        assert_eq!(texts(&scene.moves), texts(&forced), "{}: {}", scene.name, scene.why);
        let legal = scene.game.state().moves(scene.game.rules()).count();
        assert!(forced.len() < legal, "{}: nothing is to be found", scene.name);
    }
}

#[test]
fn a_reason_is_a_sentence() {
    for scene in scenes() {
        assert!(scene.why.ends_with('.') && scene.why.len() > 20, "{}", scene.name);
    }
}

/// At its normal budget, and not by luck: with several seeds.
#[test]
fn every_agent_finds_the_forced_move() {
    let mut missed = Vec::new();
    for scene in scenes() {
        for spec in scene.contestants() {
            for seed in 0..5 {
                let answer = scene.ask(&ROSTER.agent(&spec), Seed(seed)).unwrap();
                if !answer.found {
                    let mv = texts(&[answer.mv]);
                    missed.push(format!("{}: {spec} chose {mv:?} with seed {seed}", scene.name));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// An agent that thinks must be shown to, with its default parameters, on every side it plays.
#[test]
fn every_agent_has_a_scene_for_each_side() {
    let scenes = scenes();
    let has = |name: &str, side: Side| {
        scenes.iter().any(|scene| {
            scene.side() == side && scene.contestants().iter().any(|spec| spec.to_string() == name)
        })
    };
    for info in AGENTS.iter().filter(|info| plays_alone(info)) {
        assert!(!info.mr_x || has(info.name, Side::MrX), "{}: no escape", info.name);
        let team = !info.detectives || has(info.name, Side::Detectives);
        assert!(team, "{}: no capture", info.name);
    }
}

#[test]
fn an_agent_that_only_guesses_is_caught() {
    let scenes = scenes();
    let random = ROSTER.agent(&"random".parse().unwrap());
    let found = scenes
        .iter()
        .filter(|scene| scene.goal != Goal::Open)
        .filter(|scene| scene.ask(&random, Seed(1)).unwrap().found)
        .count();
    let forced = scenes.iter().filter(|scene| scene.goal != Goal::Open).count();
    assert!(found * 2 < forced, "random finds {found} of {forced}");
}
