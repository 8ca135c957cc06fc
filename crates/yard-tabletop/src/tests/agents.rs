//! Which agent is to move, what it gets, and what is told when it has no move.

use yard_core::Turn;

use super::table::{agent, detective, each, human, json, one, play, table};
use crate::agent_turn::AgentTurn;
use crate::error::HelpError;
use crate::help::{HelpKind, HintFor};
use crate::role::Role;
use crate::tabletop::Tabletop;
use crate::vote::Change;

/// The spec and the side of the agent to move.
fn to_move(table: &Tabletop) -> Option<(String, bool)> {
    let turn = table.agent_turn()?;
    Some((turn.spec().to_owned(), matches!(turn, AgentTurn::MrX(_))))
}

#[test]
fn the_agent_of_the_seat_is_asked_and_never_another() {
    let spec = |name: &str| crate::seats::Seat::of_agent(name);
    let mut game = table("grid5", each(spec("x"), vec![human(), spec("two")]));
    assert_eq!(to_move(&game), Some(("x".to_owned(), true)));
    game.ask(Role::WatchAll, Change::Pace { pace_ms: None, paused: Some(true) }).unwrap();
    assert_eq!(to_move(&game), None, "the agents wait");
    game.ask(Role::WatchAll, Change::Pace { pace_ms: None, paused: Some(false) }).unwrap();
    let Some(AgentTurn::MrX(mut turn)) = game.agent_turn() else { panic!("his turn") };
    game.play(turn.view.draw_move(&mut turn.rng).into()).unwrap();
    assert_eq!(to_move(&game), None, "the first detective is a person");
    play(&mut game, detective(1));
    assert_eq!(to_move(&game), Some(("two".to_owned(), false)));
}

#[test]
fn in_any_order_people_move_before_agents() {
    let seats = vec![agent(), human(), agent(), human(), agent()];
    let mut game = table("modern", each(human(), seats));
    play(&mut game, Role::MrX);
    assert_eq!(to_move(&game), None);
    play(&mut game, detective(4));
    assert_eq!(to_move(&game), None);
    play(&mut game, detective(2));
    assert_eq!(to_move(&game), Some(("random".to_owned(), false)));
}

#[test]
fn an_agents_random_numbers_change_after_an_undo() {
    let mut game = table("grid5", one(human(), agent()));
    play(&mut game, Role::MrX);
    let bits = |game: &Tabletop| match game.agent_turn() {
        Some(AgentTurn::Detectives(mut turn)) => turn.rng.bits(),
        Some(AgentTurn::MrX(_)) | None => panic!("the detectives' turn"),
    };
    let first = bits(&game);
    assert_eq!(bits(&game), first);
    game.take_back(0);
    play(&mut game, Role::MrX);
    assert_ne!(bits(&game), first);
}

/// The error of a refused move names stations.
#[test]
fn a_fault_of_mr_x_tells_nothing_of_him() {
    let mut game = table("grid5", one(agent(), agent()));
    game.set_fault(&"not possible: no taxi from 82 to 46");
    let told = json(&game, Role::Watch)["fault"].as_str().unwrap().to_owned();
    assert!(!told.contains(|letter: char| letter.is_ascii_digit()), "{told}");
    assert!(game.agent_turn().is_none(), "nobody is asked until the game is resumed");
    game.ask(Role::WatchAll, Change::GoOn).unwrap();
    let Some(AgentTurn::MrX(mut turn)) = game.agent_turn() else { panic!("his turn") };
    game.play(turn.view.draw_move(&mut turn.rng).into()).unwrap();
    game.set_fault(&"no answer in 300 ms");
    let told = json(&game, Role::Watch)["fault"].as_str().unwrap().to_owned();
    assert!(told.ends_with("no answer in 300 ms"), "{told}");
}

#[test]
fn a_hint_is_worked_out_from_the_view_of_the_seat_that_moves() {
    let mut game = table("modern", each(human(), vec![human(); 5]));
    assert!(matches!(game.hint_for(Role::MrX), Ok(HintFor::MrX(_))));
    assert_eq!(game.hint_for(detective(1)).err(), Some(HelpError::NotYourTurn));
    assert_eq!(game.check_help(Role::Watch, HelpKind::Hint), Err(HelpError::Watching));
    assert_eq!(game.check_help(Role::Watch, HelpKind::Belief), Ok(()));
    play(&mut game, Role::MrX);
    assert_eq!(game.public_view().turn(), Turn::Team);
    assert_eq!(game.hint_for(Role::MrX).err(), Some(HelpError::NotYourTurn));
    assert!(matches!(game.hint_for(detective(1)), Ok(HintFor::Some { .. })));
    let team = Role::team(&game.setup().rules.clone());
    assert!(matches!(game.hint_for(team), Ok(HintFor::Team(_))));
    play(&mut game, detective(1));
    assert_eq!(game.hint_for(detective(1)).err(), Some(HelpError::NotYourTurn));
}
