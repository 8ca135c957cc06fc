//! What the table decides together.

use serde_json::{Value, json};

use super::table::{agent, detective, each, human, json, one, play, play_to_the_end, table};
use crate::claims::Holder;
use crate::error::ControlError;
use crate::role::Role;
use crate::seats::Seats;
use crate::tabletop::{GameState, Tabletop};
use crate::vote::{Change, Decision};

const PAUSE: Change = Change::Pace { pace_ms: None, paused: Some(true) };

/// A table at which a person of its own sits on each of these seats.
fn seated(rules: &str, seats: Seats, roles: &[Role]) -> Tabletop {
    let mut game = table(rules, seats);
    for (number, role) in roles.iter().enumerate() {
        game.claim(*role, Holder([number as u8; 32])).unwrap();
    }
    game
}

fn five_detectives() -> Tabletop {
    let team = [1, 2, 3, 4, 5].map(detective);
    seated("classic", each(agent(), vec![human(); 5]), &team)
}

#[test]
fn one_detective_of_five_ends_nothing() {
    let mut game = five_detectives();
    assert_eq!(game.ask(detective(2), Change::End), Ok(Decision::Asked));
    assert_eq!(game.ask(detective(2), Change::End), Ok(Decision::Asked), "nobody votes twice");
    assert_eq!(game.state(), GameState::Open);
    let shown = json(&game, detective(4))["proposal"].clone();
    let wanted = json!({ "what": "end", "pace_ms": null, "by": "detective-2", "agreed": 1, "needed": 3, "may_vote": true });
    assert_eq!(shown, wanted);
    assert_eq!(json(&game, detective(2))["proposal"]["may_vote"], false);
    assert_eq!(json(&game, Role::Watch)["proposal"]["may_vote"], false);
    assert_eq!(game.ask(detective(1), Change::End), Ok(Decision::Asked));
    assert_eq!(game.ask(detective(5), Change::End), Ok(Decision::Done));
    assert_eq!(game.state(), GameState::Cancelled);
    assert_eq!(json(&game, detective(2))["proposal"], Value::Null);
    // Going on is decided in the same way.
    assert_eq!(game.ask(detective(3), Change::GoOn), Ok(Decision::Asked));
    assert_eq!(game.state(), GameState::Cancelled);
}

#[test]
fn a_proposal_falls_when_it_can_no_longer_pass() {
    let mut game = five_detectives();
    assert_eq!(game.decline(detective(1)), Err(ControlError::NothingAsked));
    game.ask(detective(1), PAUSE).unwrap();
    assert_eq!(game.ask(detective(2), Change::End), Err(ControlError::Deciding));
    assert_eq!(game.decline(Role::Watch), Err(ControlError::Watching));
    for number in [2, 3] {
        assert_eq!(game.decline(detective(number)), Ok(()));
        assert_eq!(json(&game, detective(1))["proposal"]["agreed"], 1, "three may still agree");
    }
    // Whoever was against may change his mind.
    assert_eq!(game.ask(detective(3), PAUSE), Ok(Decision::Asked));
    assert_eq!(game.decline(detective(3)), Ok(()));
    assert_eq!(game.decline(detective(4)), Ok(()));
    assert_eq!(json(&game, detective(1))["proposal"], Value::Null);
    assert!(!game.is_paused());
    // Whoever asked may think better of it.
    game.ask(detective(1), PAUSE).unwrap();
    assert_eq!(game.decline(detective(1)), Ok(()));
    assert_eq!(json(&game, detective(1))["proposal"], Value::Null);
}

#[test]
fn two_people_must_both_agree_and_one_can_decline() {
    let team = |game: &Tabletop| Role::team(&game.setup().rules);
    let mut game = table("grid5", one(human(), human()));
    let roles = [Role::MrX, team(&game)];
    game = seated("grid5", one(human(), human()), &roles);
    assert_eq!(game.ask(roles[0], PAUSE), Ok(Decision::Asked));
    assert_eq!(game.decline(roles[1]), Ok(()));
    assert_eq!((json(&game, roles[0])["proposal"].clone(), game.is_paused()), (Value::Null, false));
    game.ask(roles[1], PAUSE).unwrap();
    assert_eq!(game.ask(roles[0], PAUSE), Ok(Decision::Done));
    assert!(game.is_paused());
    assert_eq!(game.ask(roles[0], PAUSE), Ok(Decision::Done), "it is paused already");
    let pace = Change::Pace { pace_ms: Some(5), paused: None };
    assert_eq!(game.ask(roles[0], pace), Ok(Decision::Asked));
    let shown = json(&game, roles[1])["proposal"].clone();
    assert_eq!((&shown["what"], &shown["pace_ms"]), (&json!("pace"), &json!(5)));
}

/// Free seats have no vote, and whoever holds all of them is alone.
#[test]
fn those_who_are_alone_decide_at_once() {
    let mut first = seated("classic", each(human(), vec![human(); 5]), &[Role::MrX]);
    assert_eq!(first.ask(Role::MrX, Change::End), Ok(Decision::Done));
    let mut screen = table("grid5", each(human(), vec![human(); 2]));
    for role in [Role::MrX, detective(1), detective(2)] {
        screen.claim(role, Holder([7; 32])).unwrap();
    }
    assert_eq!(screen.ask(detective(2), Change::End), Ok(Decision::Done));
    assert_eq!(screen.ask(Role::MrX, Change::GoOn), Ok(Decision::Done));
    // Somebody with two of three seats outvotes the third, who cannot outvote him.
    let mut game = seated("grid5", each(human(), vec![human(); 2]), &[Role::MrX]);
    for role in [detective(1), detective(2)] {
        game.claim(role, Holder([7; 32])).unwrap();
    }
    assert_eq!(game.ask(Role::MrX, PAUSE), Ok(Decision::Asked));
    game.decline(detective(1)).unwrap();
    assert_eq!(json(&game, Role::MrX)["proposal"], Value::Null);
    assert_eq!(game.ask(detective(1), PAUSE), Ok(Decision::Done));
}

#[test]
fn an_agent_without_a_move_is_asked_again_by_anybody() {
    let mut game = five_detectives();
    game.set_fault(&"no answer");
    assert_eq!(game.ask(detective(1), Change::GoOn), Ok(Decision::Done));
    assert!(game.agent_turn().is_some());
}

#[test]
fn the_end_of_the_game_ends_the_vote() {
    let team = Role::team(&table("grid:5,2,3", one(human(), human())).setup().rules);
    let mut game = seated("grid:5,2,3", one(human(), human()), &[Role::MrX, team]);
    game.ask(Role::MrX, Change::End).unwrap();
    play_to_the_end(&mut game);
    assert_eq!(json(&game, team)["proposal"], Value::Null);
    assert_eq!(game.ask(team, Change::End), Err(ControlError::Over));
}

#[test]
fn a_request_to_take_back_is_declined_by_those_who_are_asked() {
    let team = Role::team(&table("grid5", one(human(), human())).setup().rules);
    let mut game = seated("grid5", one(human(), human()), &[Role::MrX, team]);
    play(&mut game, Role::MrX);
    assert_eq!(game.decline_undo(team), Err(ControlError::NothingAsked));
    game.ask_undo(Role::MrX);
    assert_eq!(game.decline_undo(Role::Watch), Err(ControlError::Watching));
    assert_eq!(game.decline_undo(team), Ok(()));
    assert_eq!(json(&game, Role::MrX)["undo_asked"], Value::Null);
    game.ask_undo(Role::MrX);
    assert_eq!(game.decline_undo(Role::MrX), Ok(()), "he thinks better of it");
    let mut colleagues = five_detectives();
    colleagues.ask_undo(detective(1));
    assert_eq!(colleagues.decline_undo(detective(5)), Err(ControlError::NotAsked));
}
