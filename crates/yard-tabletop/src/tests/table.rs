//! Tables to test with.

use std::sync::Arc;

use serde_json::Value;
use yard_agents::Seed;
use yard_core::{Deal, DetectiveId, Rules, presets};

use crate::game_seed::GameSeed;
use crate::help::AllowedHelp;
use crate::intent::Intent;
use crate::role::Role;
use crate::seats::{Seat, Seats, TeamSeats};
use crate::setup::{GameSetup, deal};
use crate::tabletop::Tabletop;

pub(super) fn human() -> Seat {
    Seat::Human { name: None }
}

pub(super) fn agent() -> Seat {
    Seat::of_agent("random")
}

/// One seat for all detectives.
pub(super) fn one(mr_x: Seat, team: Seat) -> Seats {
    Seats { mr_x, detectives: TeamSeats::One(team) }
}

/// A seat for each detective.
pub(super) fn each(mr_x: Seat, team: Vec<Seat>) -> Seats {
    Seats { mr_x, detectives: TeamSeats::Each(team) }
}

pub(super) fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

pub(super) fn setup(rules: &Arc<Rules>, deal: Deal, seats: Seats) -> GameSetup {
    GameSetup {
        id: "game".to_owned(),
        rules: Arc::clone(rules),
        deal,
        seed: GameSeed::Chosen(Seed(7)),
        seats,
        help: AllowedHelp::default(),
        pace_ms: 0,
        clock_s: None,
    }
}

/// A game before its first move.
pub(super) fn table(name: &str, seats: Seats) -> Tabletop {
    let rules = rules(name);
    let deal = deal(&rules, &GameSeed::Chosen(Seed(7)));
    Tabletop::new(setup(&rules, deal, seats)).unwrap()
}

pub(super) fn detective(number: u8) -> Role {
    Role::detective(DetectiveId::ALL[usize::from(number) - 1])
}

/// The first legal move of a role, as its JSON has it.
pub(super) fn first_move(table: &Tabletop, role: Role) -> String {
    let seen = serde_json::to_value(table.seat_json(role)).unwrap();
    seen["legal"][0]["move"].as_str().unwrap().to_owned()
}

/// Plays the first legal move of a role.
pub(super) fn play(table: &mut Tabletop, role: Role) {
    let text = first_move(table, role);
    match table.intent(role, &text, table.plies()) {
        Ok(Intent::Play(mv)) => table.play(mv).unwrap(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Plays first moves with both sides until the game is over.
pub(super) fn play_to_the_end(table: &mut Tabletop) {
    let team = Role::team(&table.setup().rules.clone());
    while !table.is_over() {
        let role = if json(table, Role::MrX)["your_turn"] == true { Role::MrX } else { team };
        play(table, role);
    }
}

/// What a role sees.
pub(super) fn json(table: &Tabletop, role: Role) -> Value {
    serde_json::to_value(table.seat_json(role)).unwrap()
}
