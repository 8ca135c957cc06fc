//! Section 4. Mr X's turn.

use super::*;

#[test]
fn r4_1_a_round_is_mr_x_and_then_the_detectives() {
    for (name, expected) in
        [("classic", "x 1 2 3 4 5 x 1 2 3 4 5 x"), ("modern", "x d d d d d x d d d d d x")]
    {
        let mut game = preset(&format!("{name} x 46 detectives 26,29,50,53,91"));
        let mut turns = Vec::new();
        for _ in 0..13 {
            turns.push(turn(&game));
            let mv = game.state().moves(game.rules()).next().unwrap();
            game.play(mv).unwrap();
        }
        assert_eq!(turns.join(" "), expected);
    }
}

#[test]
fn r4_2_a_single_move_ends_on_a_free_station_and_needs_a_ticket() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 3-5", "detectives = 2");
    let game = setup(&rules, "x 3 detectives 1,4 x-tickets 1,0,0,0,0");
    assert_eq!(moves(&game), "T2");
    let station = at(4);
    assert_eq!(refused(&game, "T4"), PlayError::Occupied { station });
    let ticket = Ticket::Bus;
    assert_eq!(refused(&game, "B5"), PlayError::NoTicket { ticket });
    let (ticket, to) = (Ticket::Taxi, at(1));
    assert_eq!(refused(&game, "T1"), PlayError::NoLine { ticket, to });
    let to = at(3);
    assert_eq!(refused(&game, "T3"), PlayError::NoLine { ticket, to }, "he cannot stay");
}

#[test]
fn r4_2_a_single_move_needs_a_slot_and_a_turn() {
    let by_slots = rules(5, &path(5), "log_slots = 3");
    let by_turns = rules(5, &path(5), "turns = 3; mr_x_tickets = {taxi = 9, double = 2}");
    for (rules, text, expected) in [
        (&by_slots, "slot 2", "T4"),
        (&by_slots, "slot 3", ""),
        // Both double moves are spent: slots less 2 are the turns.
        (&by_turns, "slot 4 x-tickets 9,0,0,0,0", "T4"),
        (&by_turns, "slot 5 x-tickets 9,0,0,0,0", ""),
        // One is left, so 4 slots are 3 turns.
        (&by_turns, "slot 3 x-tickets 1,0,0,0,1", "T4"),
        (&by_turns, "slot 4 x-tickets 9,0,0,0,1", ""),
    ] {
        let game = setup(rules, &format!("x 5 detectives 1 {text}"));
        assert_eq!(moves(&game), expected, "{text}");
        if expected.is_empty() {
            assert_eq!(refused(&game, "T4"), PlayError::NoSlot);
        }
    }
}

#[test]
fn r4_3_moves_are_told_apart_by_ticket_and_target() {
    let lines = "taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2";
    let rules = rules(3, lines, "");
    let game = setup(&rules, "x 1 detectives 3 x-tickets 1,1,1,1,0");
    assert_eq!(moves(&game), "T2 B2 U2 K2", "four lines, but black is one move");
    let london = preset("classic x 13 detectives 26,29,50,53,91");
    let singles: Vec<String> =
        moves(&london).split(' ').filter(|mv| !mv.starts_with('2')).map(str::to_owned).collect();
    assert_eq!(
        singles.join(" "),
        "T4 T14 T23 T24 B14 B23 B52 U46 U67 U89 K4 K14 K23 K24 K46 K52 K67 K89"
    );
}

#[test]
fn r4_4_mr_x_never_passes() {
    assert!("pass".parse::<MrXMove>().is_err());
    let rules = rules(3, &path(3), "");
    let game = setup(&rules, "x 1 detectives 2");
    assert_eq!(moves(&game), "", "set up by hand without a move: not even a pass");
    for presets::Preset { name, .. } in presets::RULES {
        let rules = Arc::new(presets::rules(name).unwrap());
        let game = Game::new(Arc::clone(&rules), &rules.deal(&mut Dice(1)));
        assert!(game.mr_x_view().legal_moves().all(|mv| {
            let to = mv.steps().next().map(|step| step.to);
            to != Some(game.mr_x_view().station())
        }));
    }
}

#[test]
fn r4_5_double_move_lists_both_steps_and_may_lead_back() {
    let rules = rules(5, &path(5), "");
    let game = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,0,1");
    assert_eq!(moves(&game), "T3 T5 2T3T2 2T3T4 2T5T4");
    let game = play(game, "2T5T4");
    assert_eq!(game.state().mr_x(), at(4), "back where he came from");
    assert_eq!(turn(&game), "1", "one turn");
}

#[test]
fn r4_5_double_move_costs_a_double_ticket_and_both_steps() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 4-5", "");
    for (mv, left) in [
        ("2T3T2", "7,9,9,9,1"),
        ("2T3K4", "8,9,9,8,1"),
        ("2B5K4", "9,8,9,8,1"),
        ("2K5K4", "9,9,9,7,1"),
        ("T3", "8,9,9,9,2"),
    ] {
        let game = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,2");
        assert_eq!(x_tickets(&play(game, mv)), left, "{mv}");
    }
    let game = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,0");
    assert_eq!(refused(&game, "2T3T2"), PlayError::NoDouble);
}

#[test]
fn r4_5_double_move_with_one_kind_needs_two_tickets() {
    let rules = rules(5, &path(5), "");
    for (tickets, expected) in [
        ("1,0,0,0,1", "T4"),
        ("2,0,0,0,1", "T4 2T4T3 2T4T5"),
        ("0,0,0,1,1", "K4"),
        ("1,0,0,1,1", "T4 K4 2T4K3 2T4K5 2K4T3 2K4T5"),
        ("0,0,0,2,1", "K4 2K4K3 2K4K5"),
        ("-,0,0,0,-", "T4 2T4T3 2T4T5"),
    ] {
        let game = setup(&rules, &format!("x 5 detectives 1 x-tickets {tickets}"));
        assert_eq!(moves(&game), expected, "{tickets}");
    }
    let game = setup(&rules, "x 5 detectives 1 x-tickets 1,0,0,0,1");
    let ticket = Ticket::Taxi;
    assert_eq!(refused(&game, "2T4T3"), PlayError::NoTicket { ticket });
}

#[test]
fn r4_5_double_move_steps_end_on_free_stations() {
    // From 1 over 2 to 3, or over 4 to 3; a detective on 2 or on 3.
    let rules = rules(5, "taxi 1-2 2-3 1-4 3-4 4-5", "");
    for (detective, expected) in [
        (2, "T4 2T4T1 2T4T3 2T4T5"),
        (3, "T2 T4 2T2T1 2T4T1 2T4T5"),
        (5, "T2 T4 2T2T1 2T2T3 2T4T1 2T4T3"),
    ] {
        let text = format!("x 1 detectives {detective} x-tickets 9,0,0,0,1");
        assert_eq!(moves(&setup(&rules, &text)), expected);
    }
    let game = setup(&rules, "x 1 detectives 2 x-tickets 9,0,0,0,1");
    let station = at(2);
    assert_eq!(refused(&game, "2T2T3"), PlayError::Occupied { station });
}

#[test]
fn r4_5_double_move_needs_two_slots_or_a_turn() {
    let slots = rules(5, &path(5), "log_slots = 4");
    let turns = rules(5, &path(5), "turns = 3; mr_x_tickets = {taxi = 9, double = 1}");
    for (rules, slot, doubles) in
        [(&slots, 2, true), (&slots, 3, false), (&turns, 2, true), (&turns, 3, false)]
    {
        let game = setup(rules, &format!("x 5 detectives 1 slot {slot} x-tickets 9,0,0,0,1"));
        assert_eq!(moves(&game).contains("2T4T3"), doubles, "slot {slot}");
        if !doubles {
            assert_eq!(refused(&game, "2T4T3"), PlayError::NoSlot);
        }
    }
}

#[test]
fn r4_6_each_step_fills_a_slot_and_a_double_move_is_one_turn() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 4-5", "surfaces = [3]");
    let game = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,2");
    let game = play(game, "T3 T2 2T4B5 T1 K4 T2");
    assert_eq!(slots_and_turns(&game), (4, 3));
    let log: Vec<String> = game
        .detective_view()
        .log()
        .slots()
        .map(|slot| format!("{}{}{}", slot.slot, if slot.second { "+" } else { ":" }, slot.step))
        .collect();
    assert_eq!(log.join(" "), "1:T? 2:T? 3+B5 4:K?");
}

#[test]
fn r4_7_surfacing_shows_the_station() {
    let rules = rules(5, &path(5), "surfaces = [2]");
    let game = play(new_game(&rules, 4, &[1]), "T3");
    assert_eq!(candidates(&game), "2 3 4 5", "from anywhere by taxi");
    let game = play(game, "T2 T4");
    assert_eq!(candidates(&game), "4");
    assert_eq!(game.detective_view().log().last_seen(), Some(Sighting { slot: 2, station: at(4) }));
    let game = play(game, "T1 T3");
    assert_eq!(candidates(&game), "3 5");
}

#[test]
fn r4_7_either_step_of_a_double_move_may_surface() {
    for (slots, log, expected) in [
        ("[]", "2T?T?", "1 3 5 7 9"),
        ("[1]", "2T6T?", "3 5 9"),
        ("[2]", "2T?T9", "9"),
        ("[1, 2]", "2T6T9", "9"),
    ] {
        let grid = "taxi 1-2 2-3 4-5 5-6 7-8 8-9 1-4 2-5 3-6 4-7 5-8 6-9 9-10";
        let rules = rules(10, grid, &format!("surfaces = {slots}"));
        let game = setup(&rules, "x 5 detectives 10 x-tickets 9,0,0,0,1");
        let game = play(game, "2T6T9");
        assert_eq!(candidates(&game), expected, "{slots}");
        let [PublicPly::MrX(seen)] = game.detective_view().log().plies() else {
            panic!("one ply was made");
        };
        assert_eq!(seen.to_string(), log);
    }
}

#[test]
fn r4_8_a_game_of_turns_has_more_slots_for_its_double_moves() {
    let doubles = |n| format!("turns = 3; mr_x_tickets = {{taxi = 9, double = {n}}}");
    for (changes, length, slots) in [
        (doubles(0), Length::Turns(3), 3),
        (doubles(2), Length::Turns(3), 5),
        ("log_slots = 3".to_owned(), Length::Slots(3), 3),
        ("log_slots = 3; mr_x_tickets = {taxi = 9, double = 2}".to_owned(), Length::Slots(3), 3),
    ] {
        let rules = rules(5, &path(5), &changes);
        assert_eq!((rules.length(), rules.slots()), (length, slots), "{changes}");
    }
    assert!(read_rules(5, &path(5), "turns = 3; log_slots = 4").is_err());
    let unlimited = "turns = 3; mr_x_tickets = {taxi = 9, double = 'unlimited'}";
    assert!(read_rules(5, &path(5), unlimited).is_err(), "no end of slots");
}

#[test]
fn r4_8_turns_or_slots_end_the_game() {
    let tickets = "mr_x_tickets = {taxi = 9, double = 1}";
    let turns = rules(6, &path(6), &format!("turns = 2; {tickets}"));
    let slots = rules(6, &path(6), &format!("log_slots = 2; {tickets}"));
    // A double move is one turn, but two slots.
    let game = play(new_game(&turns, 5, &[1]), "2T6T5 T2");
    assert_eq!(turn(&game), "x");
    let game = play(game, "T6 T1");
    assert_eq!(turn(&game), "escaped");
    assert_eq!(slots_and_turns(&game), (3, 2));
    let game = play(new_game(&slots, 5, &[1]), "2T6T5 T2");
    assert_eq!(turn(&game), "escaped");
    let game = play(new_game(&turns, 5, &[1]), "T6 T2 T5 T1");
    assert_eq!(turn(&game), "escaped", "the slots of unused double moves stay empty");
    assert_eq!(slots_and_turns(&game), (2, 2));
}

#[test]
fn r4_9_mr_x_may_enter_a_detective_by_a_single_move_if_the_rules_say_so() {
    let text = "x 2 detectives 1 x-tickets 9,0,0,0,1";
    let no = rules(4, &path(4), "");
    assert_eq!(moves(&setup(&no, text)), "T3 2T3T2 2T3T4");
    let yes = rules(4, &path(4), "mr_x_may_enter_detective = true");
    let game = setup(&yes, text);
    assert_eq!(moves(&game), "T1 T3 2T3T2 2T3T4", "never by a double move");
    let station = at(1);
    assert_eq!(refused(&game, "2T1T2"), PlayError::Occupied { station });
    let game = play(game, "T1");
    assert_eq!(turn(&game), "captured");
    assert_eq!(candidates(&game), "1");
    assert_eq!(game.outcome().map(|o| o.winner()), Some(Side::Detectives));
    assert_eq!(moves(&game), "");
    let any = rules(
        4,
        &path(4),
        "mr_x_may_enter_detective = true; order = 'any'; detective_tickets = {}",
    );
    let game = play(setup(&any, text), "T1");
    assert_eq!(turn(&game), "captured", "even where nobody could move");
}

#[test]
fn r4_9_a_view_is_told_of_the_step_onto_a_detective() {
    let yes = rules(4, &path(4), "mr_x_may_enter_detective = true");
    let mut view = setup(&yes, "x 2 detectives 1").detective_view().clone();
    let onto: PublicMrXMove = "T1".parse().unwrap();
    assert!(view.mr_x_moved(onto, None).is_err(), "he would be captured");
    view.mr_x_moved(onto, Some(Outcome::Captured)).unwrap();
    let truth = play(setup(&yes, "x 2 detectives 1"), "T1");
    assert_eq!(&view, truth.detective_view());
}

#[test]
fn r4_9_a_view_refuses_a_capture_that_cannot_be() {
    for (enter, mv) in [
        (true, "T3"),    // nobody stands there
        (true, "2T1T2"), // not by a double move
        (true, "2T3T2"),
        (false, "T1"), // not by these rules
    ] {
        let rules = rules(4, &path(4), &format!("mr_x_may_enter_detective = {enter}"));
        let text = "x 2 detectives 1 x-tickets 9,0,0,0,1";
        let mut view = setup(&rules, text).detective_view().clone();
        let told = view.mr_x_moved(mv.parse().unwrap(), Some(Outcome::Captured));
        assert!(told.is_err(), "{mv} as a capture, with the key {enter}");
    }
}
