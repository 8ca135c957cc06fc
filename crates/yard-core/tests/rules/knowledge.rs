//! Section 7. What the sides know.

use super::*;

#[test]
fn r7_1_the_public_part_of_two_truths_is_the_same() {
    let rules = rules(6, &path(6), "surfaces = [2]; start = {cards = [1, 3, 5, 6]}");
    let left = play(new_game(&rules, 3, &[6]), "T4");
    let right = play(new_game(&rules, 5, &[6]), "T4");
    assert_eq!(left.detective_view(), right.detective_view(), "hidden start");
    let other = play(new_game(&rules, 3, &[6]), "T2");
    assert_eq!(left.detective_view(), other.detective_view(), "hidden step");
    assert_ne!(left.mr_x_view(), other.mr_x_view());
    let (left, other) = (play(left, "T5 T3"), play(other, "T5 T3"));
    assert_eq!(left.detective_view(), other.detective_view(), "seen at 3");
    let debug = format!("{:?}", left.state());
    assert!(debug.contains("Hidden"), "printing a state hides Mr X");
}

#[test]
fn r7_1_the_log_tells_tickets_double_moves_and_surfacing() {
    let rules = rules(5, &path(5), "surfaces = [3]");
    let game = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,9,1");
    let game = play(game, "2T5K4 T2 T5 T1");
    let log: Vec<String> = game
        .detective_view()
        .log()
        .plies()
        .iter()
        .map(|ply| match ply {
            PublicPly::MrX(mv) => mv.to_string(),
            PublicPly::Detective(mv) => mv.to_string(),
        })
        .collect();
    assert_eq!(log.join(" "), "2T?K? 1:T2 T5 1:T1");
}

#[test]
fn r7_2_mr_x_knows_everything() {
    let rules = rules(5, &path(5), "surfaces = []");
    let game = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,9,1");
    let game = play(game, "2T5K4 T2 T3");
    let view = game.mr_x_view();
    assert_eq!(view.station(), at(3));
    assert_eq!(view.path(), [at(4), at(5), at(4), at(3)]);
    assert_eq!(view.state(), game.state());
    assert_eq!(view.detective_view(), game.detective_view());
    assert_eq!(view.candidates(), game.detective_view().candidates());
}

#[test]
fn r7_3_candidates_at_the_start() {
    for (start, expected) in [
        ("start = {anywhere = true}", "1 2 4 5 6"),
        ("start = {cards = [2, 3, 5]}", "2 5"),
        ("start = {mr_x_cards = [3, 4, 5], detective_cards = [3, 6]}", "4 5"),
        ("start = {mr_x = 5, detectives = [3]}", "5"),
        ("start = {anywhere = true}; start_known = true", "5"),
    ] {
        let rules = rules(6, &path(6), start);
        assert_eq!(candidates(&new_game(&rules, 5, &[3])), expected, "{start}");
    }
    let text = "x 5 detectives 3 candidates 2,5,6";
    let rules = rules(6, &path(6), "");
    assert_eq!(candidates(&setup(&rules, text)), "2 5 6");
    assert_eq!(candidates(&setup(&rules, "x 5 detectives 3")), "5");
    for bad in ["x 5 detectives 3 candidates 2,6", "x 5 detectives 3 candidates 3,5"] {
        let setup: Setup = format!("test {bad}").parse().unwrap();
        assert!(Game::from_setup(Arc::clone(&rules), &setup).is_err());
    }
}

#[test]
fn r7_8_candidates_at_a_setup() {
    let rules = rules(6, &path(6), "");
    for (text, expected) in [
        ("x 5 detectives 3 candidates 2,5,6", "2 5 6"),
        ("x 5 detectives 3", "5"),
        ("x ? detectives 3 candidates 2,5", "2 5"),
        ("x ? detectives 3", "1 2 4 5 6"),
        // At his turn he is not where he could not move, by 7.6; at the detectives' turn he can be.
        ("x ? detectives 2", "3 4 5 6"),
        ("x ? detectives 2 turn 1", "1 3 4 5 6"),
        ("x 5 detectives 2 candidates 1,5", "5"),
    ] {
        let setup: Setup = format!("test {text}").parse().unwrap();
        let view = setup.view(Arc::clone(&rules)).unwrap();
        assert_eq!(view.candidates().to_string(), expected, "{text}");
    }
}

#[test]
fn r7_4_candidates_spread_with_the_ticket() {
    let rules = rules(6, STAR, "surfaces = [5]");
    for (mv, slot, expected) in [
        ("T2", 0, "2"),
        ("B3", 0, "1 3"),
        ("U4", 0, "4"),
        ("K4", 0, "1 2 3 4 5"),
        ("K4", 4, "4"),
        ("2B3B1", 0, "1 3"),
        ("2K4U1", 0, "1 4"),
        ("2U4K1", 0, "1"),
        ("2U4K1", 4, "1"),
    ] {
        let text = format!("x 1 detectives 6 slot {slot} x-tickets 9,9,9,9,1 candidates 1,3");
        let game = play(setup(&rules, &text), mv);
        assert_eq!(candidates(&game), expected, "{mv} in slot {slot}");
    }
    // Where a detective stands he is not.
    let game = setup(&rules, "x 1 detectives 4 x-tickets 9,9,9,9,0");
    assert_eq!(candidates(&play(game, "K2")), "2 3 5");
}

#[test]
fn r7_4_worked_example() {
    let start = "classic x 86 detectives 85,115,89,116,127 slot 8 candidates 86";
    let truth = preset(start);
    let mut view = truth.detective_view().clone();

    let truth = play(truth, "K69");
    view.mr_x_moved("K?".parse().unwrap(), None).unwrap();
    assert_eq!(candidates(&truth), "52 69 87 102 103 104");
    assert_eq!(&view, truth.detective_view());

    let rides = ["T103", "T102", "T88", "B108", "B116"];
    let truth = play(truth, &rides.join(" "));
    for ride in rides {
        let mv: DetectiveText = ride.parse().unwrap();
        let mv = mv.in_turn(view.turn()).unwrap();
        view.detective_moved(mv, None).unwrap();
    }
    assert_eq!(candidates(&truth), "52 69 87 104");
    assert_eq!(&view, truth.detective_view());

    let truth = play(truth, "T53");
    view.mr_x_moved("T?".parse().unwrap(), None).unwrap();
    assert_eq!(candidates(&truth), "39 40 51 52 53 68 69 70 86");
    assert_eq!(&view, truth.detective_view());
}

#[test]
fn r7_4_a_view_refuses_what_cannot_have_been() {
    let rules = rules(6, STAR, "surfaces = [2]");
    let text = "x 2 detectives 6 x-tickets 9,9,0,9,0 candidates 2,3";
    let view = setup(&rules, text).detective_view().clone();
    for (mv, error) in [
        ("U?", PlayError::NoTicket { ticket: Ticket::Underground }),
        ("2T?T?", PlayError::NoDouble),
        ("T1", PlayError::MustHide { slot: 1 }),
    ] {
        let mut view = view.clone();
        let before = view.clone();
        let told = view.mr_x_moved(mv.parse().unwrap(), None);
        assert_eq!(told, Err(error), "{mv}");
        assert_eq!(view, before);
    }
    let text = "x 2 detectives 6 slot 1 candidates 2,3";
    let mut view = setup(&rules, text).detective_view().clone();
    let hidden = view.mr_x_moved("T?".parse().unwrap(), None);
    assert_eq!(hidden, Err(PlayError::MustSurface { slot: 2 }));
    let elsewhere = view.mr_x_moved("T4".parse().unwrap(), None);
    assert_eq!(elsewhere, Err(PlayError::NoLine { ticket: Ticket::Taxi, to: at(4) }));
    let text = "x 2 detectives 6 candidates 2";
    let mut view = setup(&rules, text).detective_view().clone();
    let bus = view.mr_x_moved("B?".parse().unwrap(), None);
    assert_eq!(bus, Err(PlayError::NoCandidate));
}

#[test]
fn r7_5_a_detective_strikes_out_the_station_he_enters() {
    let rules = rules(7, &path(7), "detectives = 2");
    let mut game = new_game(&rules, 6, &[1, 4]);
    for (mv, expected) in [
        ("T7", "2 3 5 6 7"),
        ("T2", "3 5 6 7"),
        ("T5", "3 6 7"),
        ("T6", "4 6 7"),
        ("T1", "4 6 7"),
        ("T4", "6 7"), // the station that he left, 5, does not come back
    ] {
        game = play(game, mv);
        assert_eq!(candidates(&game), expected, "{mv}");
    }
}

#[test]
fn r7_6_candidates_without_a_move_are_struck_out_when_mr_x_is_to_move() {
    let plain = rules(5, &path(5), "");
    assert_eq!(candidates(&new_game(&plain, 2, &[4])), "1 2 3", "first turn");
    let game = play(new_game(&plain, 4, &[3]), "T5");
    assert_eq!(candidates(&game), "1 2 4 5");
    assert_eq!(candidates(&play(game, "T2")), "4 5", "1 is walled in");
    let tickets = rules(5, "taxi 1-2 2-3 bus 3-4 4-5", "mr_x_tickets = {taxi = 0, bus = 9}");
    assert_eq!(candidates(&new_game(&tickets, 4, &[1])), "3 4 5", "no taxi ticket");
    let enter = rules(5, &path(5), "mr_x_may_enter_detective = true");
    assert_eq!(candidates(&new_game(&enter, 2, &[4])), "1 2 3 5", "a move by 4.9");
}

#[test]
fn r7_7_candidates_after_the_end() {
    // Hidden on 1, 4 or 5, of which 1 is walled in.
    let ending = |changes: &str, mr_x: u8, plies: &str| {
        let game = play(new_game(&rules(5, &path(5), changes), mr_x, &[3]), plies);
        format!("{}: {}", turn(&game), candidates(&game))
    };
    assert_eq!(ending("", 4, "T5 T2"), "x: 4 5");
    assert_eq!(ending("", 2, "T1 T2"), "cornered: 1");
    assert_eq!(ending("", 1, "T2 T2"), "captured: 2");
    assert_eq!(ending("log_slots = 1", 4, "T5 T2"), "escaped: 1 4 5");
    assert_eq!(ending("log_slots = 1", 2, "T1 T2"), "escaped: 1 4 5");
    let last_ticket = "detective_tickets = {taxi = 1}";
    assert_eq!(ending(last_ticket, 4, "T5 T2"), "stranded: 1 4 5");
    let nobody = "order = 'any'; detective_tickets = {}";
    assert_eq!(ending(nobody, 4, "T5"), "stranded: 1 2 4 5");
}

#[test]
fn r7_7_candidates_after_an_end_at_the_first_turn() {
    let anywhere = rules(5, "taxi 1-2 2-3 2-4 4-5", "");
    let game = new_game(&anywhere, 1, &[2]);
    assert_eq!((turn(&game), candidates(&game)), ("cornered".into(), "1 3".into()));
}

#[test]
fn r7_7_candidates_after_an_end_at_the_first_turn_where_his_start_is_known() {
    for start in ["anywhere = true", "mr_x = 1, detectives = [2]"] {
        let changes = format!("start = {{{start}}}; start_known = true");
        let rules = rules(5, "taxi 1-2 2-3 2-4 4-5", &changes);
        let game = new_game(&rules, 1, &[2]);
        assert_eq!(turn(&game), "cornered");
        assert_eq!(candidates(&game), "1", "{start}");
    }
}

#[test]
fn r7_7_a_view_is_told_how_it_ended() {
    for (mr_x, first, plies, end) in
        [(2, "T?", "T1 T2", "cornered"), (1, "T?", "T2 T2", "captured")]
    {
        let rules = rules(5, &path(5), "");
        let truth = play(new_game(&rules, mr_x, &[3]), plies);
        assert_eq!(turn(&truth), end);
        let mut view = DetectiveView::new(Arc::clone(&rules), &[at(3)], None);
        view.mr_x_moved(first.parse().unwrap(), None).unwrap();
        let mv: DetectiveText = "T2".parse().unwrap();
        let mv = mv.in_turn(view.turn()).unwrap();
        view.detective_moved(mv, truth.outcome()).unwrap();
        assert_eq!(&view, truth.detective_view());
    }
}
