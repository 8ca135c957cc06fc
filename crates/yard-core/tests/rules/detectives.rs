//! Section 5. The detectives' turns.

use super::*;

#[test]
fn r5_1_detectives_ride_one_line_onto_stations_without_colleagues() {
    let lines = "taxi 1-2 1-3 bus 1-4 underground 1-5 ferry 1-6 2-6";
    let rules = rules(6, lines, "detectives = 2");
    let game = setup(&rules, "x 6 detectives 1,3 turn 1");
    assert_eq!(moves(&game), "T2 B4 U5");
    let station = at(3);
    assert_eq!(refused(&game, "T3"), PlayError::Occupied { station });
    let (ticket, to) = (Ticket::Taxi, at(6));
    assert_eq!(refused(&game, "T6"), PlayError::NoLine { ticket, to });
    let game = setup(&rules, "x 6 detectives 1,3 turn 1 detective-tickets 1,0,0/0,0,0");
    assert_eq!(moves(&game), "T2");
    let ticket = Ticket::Bus;
    assert_eq!(refused(&game, "B4"), PlayError::NoTicket { ticket });
    let game = setup(&rules, "x 4 detectives 1,3 turn 1");
    assert_eq!(moves(&game), "T2 B4 U5", "Mr X's station is open to them");
}

#[test]
fn r5_1_he_pays_with_his_own_ticket() {
    let rules = rules(5, &path(5), "detectives = 2; detective_tickets = {taxi = 3}");
    let game = play(new_game(&rules, 5, &[1, 3]), "T4 T2");
    assert_eq!(
        (tickets_of(&game, 1), tickets_of(&game, 2)),
        ("2,0,0".to_owned(), "3,0,0".to_owned())
    );
}

#[test]
fn r5_2_one_who_can_move_must() {
    let fixed = rules(5, &path(5), "detectives = 2");
    let any = rules(5, &path(5), "detectives = 2; order = 'any'");
    let by = DetectiveId::D1;
    let game = play(new_game(&fixed, 5, &[1, 3]), "T4");
    assert_eq!(refused(&game, "pass"), PlayError::MustMove { by });
    let game = play(new_game(&any, 5, &[1, 3]), "T4");
    assert_eq!(refused(&game, "1:pass"), PlayError::MustMove { by });
    // Blocking by colleagues counts, at that moment.
    let game = play(new_game(&fixed, 5, &[1, 2]), "T4");
    assert_eq!(moves(&game), "pass");
    let game = play(new_game(&fixed, 5, &[2, 1]), "T4");
    assert_eq!(moves(&game), "T3");
    assert_eq!(moves(&play(game, "T3")), "T2");
}

#[test]
fn r5_3_fixed_order_passes_take_a_ply_and_he_may_move_again_later() {
    let rules = rules(6, &path(6), "detectives = 2");
    let game = play(new_game(&rules, 5, &[1, 2]), "T6");
    assert_eq!((turn(&game).as_str(), moves(&game).as_str()), ("1", "pass"));
    let by = DetectiveId::D1;
    let game = play(game, "pass");
    assert_eq!((turn(&game).as_str(), moves(&game).as_str()), ("2", "T3"));
    assert!(
        matches!(
            game.clone().play(yard_core::DetectiveMove::Pass { by }.into()),
            Err(PlayError::OutOfTurn { .. })
        ),
        "the order is fixed"
    );
    let game = play(game, "T3 T5");
    assert_eq!((turn(&game).as_str(), moves(&game).as_str()), ("1", "T2"));
    let game = play(game, "T2");
    assert_eq!(tickets_of(&game, 1), "-,-,-");
    let log = game.detective_view().log().plies().len();
    assert_eq!(log, 5, "the pass is a ply of the log");
}

#[test]
fn r5_4_any_order_lets_the_team_choose() {
    let rules = rules(7, &path(7), "detectives = 3; order = 'any'");
    let game = play(new_game(&rules, 6, &[1, 3, 5]), "T7");
    assert_eq!(moves(&game), "1:T2 2:T2 2:T4 3:T4 3:T6");
    let game = play(game, "2:T4");
    assert_eq!(moves(&game), "1:T2 3:T6");
    let by = DetectiveId::D2;
    assert_eq!(refused(&game, "2:T3"), PlayError::MovedAlready { by });
    let game = play(game, "3:T6");
    assert_eq!(moves(&game), "1:T2");
    let game = play(game, "1:T2");
    assert_eq!(turn(&game), "cornered");
}

#[test]
fn r5_4_any_order_leaves_out_those_who_cannot_move_until_they_can() {
    let rules = rules(6, &path(6), "detectives = 2; order = 'any'");
    let game = play(new_game(&rules, 5, &[1, 2]), "T6");
    assert_eq!(moves(&game), "2:T3", "detective 1 is walled in");
    let station = at(2);
    assert_eq!(refused(&game, "1:T2"), PlayError::Occupied { station });
    let game = play(game, "2:T3");
    assert_eq!(moves(&game), "1:T2", "and now he is not");
    // One without a ticket is left out without a ply.
    let game = setup(&rules, "x 6 detectives 1,3 turn d detective-tickets 0,0,0/9,0,0");
    let game = play(game, "2:T4");
    assert_eq!(turn(&game), "x");
    assert_eq!(game.detective_view().log().plies().len(), 1);
    // He who has moved and is in the way ends the round for the other.
    let game =
        play(setup(&rules, "x 6 detectives 1,3 turn d detective-tickets 1,0,0/2,0,0"), "2:T2");
    assert_eq!(turn(&game), "x");
    assert!(!game.state().public().has_moved(DetectiveId::D2));
}

#[test]
fn r5_4_any_order_round_may_end_at_once() {
    let rules = rules(6, &path(6), "detectives = 2; order = 'any'; detective_tickets = {}");
    let game = setup(&rules, "x 6 detectives 1,3");
    assert_eq!(turn(&play(game, "T5")), "stranded");
    let game = setup(&rules, "x 6 detectives 1,3 slot 9");
    assert_eq!(turn(&play(game, "T5")), "escaped", "6.2 is asked first");
}

#[test]
fn r5_4_a_setup_may_say_who_has_moved() {
    let game = preset("modern x 46 detectives 26,29,50,53,91 turn d moved 1,2,4,5");
    assert_eq!(moves(&game), "3:T37 3:T38 3:T49");
}

#[test]
fn r5_5_detective_moves_are_told_apart_by_ticket_and_target() {
    let rules = rules(3, "taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2", "");
    assert_eq!(moves(&setup(&rules, "x 3 detectives 1 turn 1")), "T2 B2 U2");
}
