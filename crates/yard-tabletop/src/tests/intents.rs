//! What becomes of moves that clients send.

use yard_core::Turn;

use super::table::{agent, detective, each, first_move, human, one, play, table};
use crate::error::MoveError;
use crate::intent::Intent;
use crate::role::Role;
use crate::vote::Change;

#[test]
fn a_move_is_for_the_seat_whose_turn_it_is() {
    let mut game = table("grid5", each(human(), vec![human(), human()]));
    let text = first_move(&game, Role::MrX);
    assert!(matches!(game.intent(Role::MrX, &text, 0), Ok(Intent::Play(_))));
    assert_eq!(game.plies(), 0, "looking at a move does not play it");
    let waits = MoveError::NotYourTurn { turn: Turn::MrX };
    assert_eq!(game.intent(detective(1), "T1", 0), Err(waits));
    for watching in [Role::Watch, Role::WatchAll] {
        assert_eq!(game.intent(watching, &text, 0), Err(MoveError::Watching));
    }
    assert!(matches!(game.intent(Role::MrX, "fly", 0), Err(MoveError::Notation(_))));
    play(&mut game, Role::MrX);
    let next = first_move(&game, detective(1));
    let turn = game.public_view().turn();
    assert_eq!(game.intent(detective(2), &next, 1), Err(MoveError::NotYourTurn { turn }));
    assert!(matches!(game.intent(detective(1), "T25", 1), Err(MoveError::Illegal(_))));
    assert!(matches!(game.intent(detective(1), &next, 1), Ok(Intent::Play(_))));
}

#[test]
fn a_repeated_move_is_done_and_another_is_stale() {
    let mut game = table("grid5", one(human(), human()));
    let team = Role::team(&game.setup().rules.clone());
    let first = first_move(&game, Role::MrX);
    play(&mut game, Role::MrX);
    assert_eq!(game.intent(Role::MrX, &first, 0), Ok(Intent::Done));
    assert_eq!(game.intent(Role::MrX, "T1", 0), Err(MoveError::Stale));
    assert_eq!(game.intent(Role::MrX, &first, 5), Err(MoveError::Stale));
    // The detectives may not even ask whether Mr X made this move.
    assert_eq!(game.intent(team, &first, 0), Err(MoveError::Stale));
}

#[test]
fn in_any_order_a_seat_moves_its_own_detectives_only() {
    let mut game = table("modern", each(human(), vec![human(); 5]));
    play(&mut game, Role::MrX);
    let own = first_move(&game, detective(3));
    assert!(own.starts_with("3:"), "{own}");
    let by = yard_core::DetectiveId::ALL[2];
    assert_eq!(game.intent(detective(1), &own, 1), Err(MoveError::OtherSeat { by }));
    assert!(matches!(game.intent(detective(3), &own, 1), Ok(Intent::Play(_))));
}

#[test]
fn a_cancelled_game_takes_no_moves() {
    let mut game = table("grid5", one(human(), agent()));
    let text = first_move(&game, Role::MrX);
    game.ask(Role::MrX, Change::End).unwrap();
    assert_eq!(game.intent(Role::MrX, &text, 0), Err(MoveError::Cancelled));
    game.ask(Role::MrX, Change::GoOn).unwrap();
    assert!(game.intent(Role::MrX, &text, 0).is_ok());
}
