//! Who takes back what, and who is asked.

use super::table::{agent, detective, each, human, json, one, play, play_to_the_end, table};
use crate::error::UndoError;
use crate::role::Role;
use crate::undo::Undo;
use crate::vote::Change;

#[test]
fn whoever_plays_alone_takes_back_at_once() {
    let mut game = table("grid5", one(human(), agent()));
    assert_eq!(game.undo(Role::MrX), Err(UndoError::Nothing));
    let before = json(&game, Role::MrX);
    play(&mut game, Role::MrX);
    assert_eq!(game.undo(Role::Watch), Err(UndoError::Watching));
    assert_eq!(game.undo(Role::MrX), Ok(Undo::To(0)));
    game.take_back(0);
    let mut after = json(&game, Role::MrX);
    assert_eq!(after["taken_back"], 1);
    after["taken_back"] = 0.into();
    assert_eq!(after, before);
    game.ask(Role::MrX, Change::End).unwrap();
    assert_eq!(game.undo(Role::MrX), Err(UndoError::Cancelled));
}

#[test]
fn people_of_the_other_side_are_asked() {
    let mut game = table("grid5", one(human(), human()));
    let team = Role::team(&game.setup().rules.clone());
    play(&mut game, Role::MrX);
    play(&mut game, team);
    assert_eq!(game.undo(Role::MrX), Ok(Undo::Asked));
    game.ask_undo(Role::MrX);
    let shown = json(&game, team);
    assert_eq!((&shown["undo_asked"], &shown["may_agree"]), (&"mr_x".into(), &true.into()));
    assert_eq!(json(&game, Role::MrX)["may_agree"], false, "nobody agrees with himself");
    assert_eq!(game.undo(Role::MrX), Ok(Undo::Asked));
    assert_eq!(game.undo(team), Ok(Undo::To(0)), "to the decision of the one who asked");
    // Whoever goes on declines.
    play(&mut game, team);
    assert_eq!(json(&game, team)["undo_asked"], serde_json::Value::Null);
}

#[test]
fn colleagues_are_asked_when_their_moves_would_be_lost() {
    let mut game = table("classic", each(agent(), vec![human(); 5]));
    let mr_x = json(&game, Role::WatchAll);
    assert_eq!(mr_x["your_turn"], false);
    let turn = game.public_view().turn();
    assert_eq!(turn, yard_core::Turn::MrX);
    // The agent's move, as whoever drives the table would play it.
    let Some(crate::AgentTurn::MrX(mut next)) = game.agent_turn() else { panic!("his turn") };
    game.play(next.view.draw_move(&mut next.rng).into()).unwrap();
    for number in 1..=4 {
        play(&mut game, detective(number));
    }
    assert_eq!(game.undo(detective(4)), Ok(Undo::To(4)), "it costs nobody else a move");
    assert_eq!(game.undo(detective(1)), Ok(Undo::Asked));
    game.ask_undo(detective(1));
    let agrees: Vec<bool> =
        (1..=5).map(|n| json(&game, detective(n))["may_agree"] == true).collect();
    assert_eq!(agrees, [false, true, true, true, false], "the fifth has lost nothing");
    assert_eq!(game.undo(detective(3)), Ok(Undo::To(1)));
}

#[test]
fn an_end_that_several_people_saw_stays() {
    let mut game = table("grid:5,2,3", one(human(), human()));
    let team = Role::team(&game.setup().rules.clone());
    play_to_the_end(&mut game);
    for role in [Role::MrX, team] {
        assert_eq!(game.undo(role), Err(UndoError::SeenByAll));
    }
    let mut alone = table("grid:5,2,3", one(human(), agent()));
    play_to_the_end(&mut alone);
    let Ok(Undo::To(plies)) = alone.undo(Role::MrX) else { panic!("he is alone") };
    assert!(json(&alone, Role::Watch)["way"].is_array());
    alone.take_back(plies);
    let shown = json(&alone, Role::Watch);
    assert_eq!((&shown["reopened"], &shown["way"]), (&1.into(), &serde_json::Value::Null));
    assert!(alone.record_text(Role::Watch).contains("\n# taken back after the end: 1\n"));
}
