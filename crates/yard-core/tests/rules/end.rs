//! Section 6. The end.

use super::*;

#[test]
fn r6_1_a_capture_ends_the_game_at_once() {
    for (order, capture) in [("fixed", "T3"), ("any", "1:T3")] {
        let changes = format!("detectives = 2; order = '{order}'");
        let rules = rules(5, &path(5), &changes);
        let game = play(new_game(&rules, 4, &[2, 5]), "T3");
        let game = play(game, capture);
        assert_eq!(turn(&game), "captured");
        assert_eq!(moves(&game), "", "detective 2 has no turn");
        assert_eq!(game.outcome().map(|o| o.winner()), Some(Side::Detectives));
        let mut over = game.clone();
        let late = Move::MrX("T4".parse().unwrap());
        assert!(matches!(over.play(late), Err(PlayError::OutOfTurn { .. })));
    }
}

#[test]
fn r6_1_a_capture_in_the_last_round_counts() {
    let rules = rules(5, &path(5), "log_slots = 1; detectives = 2");
    let game = play(new_game(&rules, 4, &[2, 5]), "T3");
    assert_eq!(turn(&play(game.clone(), "T1 T4")), "escaped");
    assert_eq!(turn(&play(game, "T3")), "captured");
}

#[test]
fn r6_2_mr_x_wins_after_the_last_slot_or_turn() {
    for limit in ["log_slots = 2", "turns = 2"] {
        let rules = rules(6, &path(6), &format!("{limit}; detectives = 2"));
        let game = play(new_game(&rules, 6, &[1, 3]), "T5 T2 T4");
        assert_eq!(turn(&game), "x");
        let game = play(game, "T6 T1");
        assert_eq!(turn(&game), "2");
        let game = play(game, "T3");
        assert_eq!(turn(&game), "escaped");
        assert_eq!(game.outcome().map(|o| o.winner()), Some(Side::MrX));
        assert_eq!(moves(&game), "");
    }
}

#[test]
fn r6_2_comes_before_6_3_and_6_4() {
    for (slots, tickets, end) in
        [(1, 9, "escaped"), (2, 9, "cornered"), (1, 1, "escaped"), (2, 1, "stranded")]
    {
        let changes = format!("log_slots = {slots}; detective_tickets = {{taxi = {tickets}}}");
        let rules = rules(3, &path(3), &changes);
        let game = play(new_game(&rules, 2, &[3]), "T1 T2");
        assert_eq!(turn(&game), end, "{changes}");
    }
}

#[test]
fn r6_3_mr_x_wins_when_no_detective_can_move() {
    let rules = rules(6, &path(6), "detectives = 2; detective_tickets = {taxi = 1}");
    let game = play(new_game(&rules, 6, &[1, 3]), "T5 T2");
    assert_eq!(turn(&game), "2", "judged at the end of the round");
    let game = play(game, "T4");
    assert_eq!(turn(&game), "stranded");
    assert_eq!(game.outcome().map(|o| o.winner()), Some(Side::MrX));
    // One who can move is enough.
    let game = setup(&rules, "x 6 detectives 1,3 turn 1 detective-tickets 1,0,0/2,0,0");
    assert_eq!(turn(&play(game, "T2 T4")), "x");
}

#[test]
fn r6_4_the_detectives_win_when_mr_x_has_no_move() {
    let walled_in = rules(6, &path(6), "detectives = 2");
    let game = play(new_game(&walled_in, 2, &[3, 6]), "T1 T2");
    assert_eq!(turn(&game), "2", "judged at the end of the round");
    let game = play(game, "T5");
    assert_eq!(turn(&game), "cornered");
    assert_eq!(game.outcome().map(|o| o.winner()), Some(Side::Detectives));
    let broke = rules(6, &path(6), "mr_x_tickets = {taxi = 1, bus = 9, double = 9}");
    assert_eq!(turn(&play(new_game(&broke, 5, &[1]), "T6 T2")), "cornered");
    let ferry = "taxi 1-2 2-3 3-4 ferry 1-4";
    for (black, end) in [(0, "cornered"), (1, "x")] {
        let tickets = format!("mr_x_tickets = {{taxi = 9, black = {black}}}");
        let rules = rules(4, ferry, &tickets);
        assert_eq!(turn(&play(new_game(&rules, 2, &[3]), "T1 T2")), end, "{tickets}");
    }
}

#[test]
fn r6_5_the_detectives_always_have_their_turns_after_the_last_move() {
    for (order, first, second) in [("fixed", "T2", "T4"), ("any", "1:T2", "2:T4")] {
        let changes = format!("log_slots = 1; detectives = 2; order = '{order}'");
        let rules = rules(5, &path(5), &changes);
        let game = play(new_game(&rules, 4, &[1, 3]), "T5");
        assert_eq!(turn(&game), if order == "any" { "d" } else { "1" });
        let game = play(game, first);
        assert_eq!(turn(&game), if order == "any" { "d" } else { "2" });
        assert_eq!(turn(&play(game, second)), "escaped");
    }
    // Not even when none of them can move, if the order is fixed.
    let rules = rules(5, &path(5), "log_slots = 1; detective_tickets = {}");
    let game = play(new_game(&rules, 4, &[1]), "T5");
    assert_eq!((turn(&game), moves(&game)), ("1".into(), "pass".into()));
    assert_eq!(turn(&play(game, "pass")), "escaped");
}

#[test]
fn r6_6_a_position_set_up_by_hand_is_not_ended() {
    let rules = rules(4, &path(4), "log_slots = 3");
    for text in [
        "x 1 detectives 2",                            // cornered
        "x 4 detectives 1 slot 3",                     // escaped
        "x 4 detectives 1 slot 3 x-tickets 9,0,0,0,2", // the same
        "x 3 detectives 1 x-tickets 0,0,0,0,0",        // no ticket
    ] {
        let game = setup(&rules, text);
        assert_eq!(turn(&game), "x", "{text}");
        assert_eq!(moves(&game), "", "{text}");
        assert_eq!(perft(game.rules(), &game.state(), 1), 0);
    }
    let stranded = setup(&rules, "x 3 detectives 1 detective-tickets 0,0,0");
    assert_eq!((turn(&stranded), moves(&stranded)), ("x".into(), "T2 T4".into()));
    let game = play(stranded, "T4 pass");
    assert_eq!(turn(&game), "stranded", "at the end of the round");
}
