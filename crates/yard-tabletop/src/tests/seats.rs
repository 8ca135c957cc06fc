//! Who sits where: names, links, and seats that do not fit.

use super::table::{agent, each, human, json, one, rules, setup, table};
use crate::error::{ControlError, RenameError, SeatsError};
use crate::game_seed::GameSeed;
use crate::role::Role;
use crate::seats::Seat;
use crate::setup::deal;
use crate::tabletop::{GameState, Tabletop};
use crate::vote::{Change, Decision};

#[test]
fn names_are_short_plain_and_ones_own() {
    let mut seats = each(human(), vec![human(), agent(), human()]);
    assert_eq!(seats.people(), 3);
    assert!(seats.rename(super::table::detective(3), " Ann ").is_ok());
    assert!(seats.rename(Role::MrX, "Max <b>").is_ok());
    let names: Vec<&str> = seats.team().iter().map(Seat::name).collect();
    assert_eq!((seats.mr_x.name(), names), ("Max <b>", vec!["", "random", "Ann"]));
    // An agent keeps its name, whoever holds its link.
    assert!(seats.rename(super::table::detective(2), "Eve").is_ok());
    assert_eq!(seats.team()[1], agent());
    for bad in ["a\nb", "a\u{202e}b", "\u{feff}", "x".repeat(41).as_str()] {
        assert!(seats.rename(Role::MrX, bad).is_err(), "{bad:?}");
    }
    assert_eq!(seats.rename(Role::Watch, "Eve"), Err(RenameError::Watching));
    assert!(seats.rename(Role::MrX, "  ").is_ok());
    assert_eq!(seats.mr_x, human());
}

/// A detective without a seat must not be played by whoever has one.
#[test]
fn a_game_has_a_seat_for_each_detective() {
    let rules = rules("grid5");
    let begin = |seats| {
        let deal = deal(&rules, &GameSeed::Secret([1; 16]));
        Tabletop::new(setup(&rules, deal, seats)).map(|_| ())
    };
    assert_eq!(begin(each(human(), vec![human(), agent()])), Ok(()));
    for count in [0, 1, 3] {
        let wrong = SeatsError::Count { detectives: 2, seats: count };
        assert_eq!(begin(each(human(), vec![agent(); count])), Err(wrong));
    }
}

#[test]
fn there_is_a_link_for_each_person_and_one_to_watch() {
    let rules = rules("grid5");
    let [first, second] = [1, 2].map(super::table::detective);
    for (seats, wanted) in [
        (one(human(), human()), vec![Role::MrX, Role::team(&rules), Role::Watch]),
        (one(agent(), human()), vec![Role::team(&rules), Role::Watch]),
        (one(agent(), agent()), vec![Role::Watch, Role::WatchAll]),
        (each(human(), vec![human(), human()]), vec![Role::MrX, first, second, Role::Watch]),
        (each(agent(), vec![agent(), human()]), vec![second, Role::Watch]),
    ] {
        assert_eq!(seats.roles(&rules), wanted);
    }
}

#[test]
fn those_who_watch_control_nothing() {
    let mut table = table("grid5", one(human(), human()));
    assert_eq!(table.ask(Role::Watch, Change::End), Err(ControlError::Watching));
    assert_eq!(
        table.ask(Role::Watch, Change::Pace { pace_ms: Some(5), paused: None }),
        Err(ControlError::Watching)
    );
    assert_eq!(table.ask(Role::MrX, Change::End), Ok(Decision::Done));
    assert_eq!(table.state(), GameState::Cancelled);
    let shown = json(&table, Role::MrX);
    assert_eq!((&shown["state"], &shown["legal"]), (&"cancelled".into(), &serde_json::json!([])));
    assert_eq!(table.ask(Role::Watch, Change::GoOn), Err(ControlError::Watching));
    assert_eq!(table.ask(Role::MrX, Change::GoOn), Ok(Decision::Done));
    assert_eq!(table.state(), GameState::Open);
    super::table::play_to_the_end(&mut table);
    assert_eq!(table.ask(Role::MrX, Change::End), Err(ControlError::Over));
}
