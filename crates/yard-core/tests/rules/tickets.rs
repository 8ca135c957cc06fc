//! Section 2. Tickets.

use super::*;

#[test]
fn r2_1_each_ticket_pays_its_lines_and_black_pays_all() {
    let rules = rules(6, STAR, "");
    for (tickets, expected) in [
        ("9,0,0,0,0", "T2"),
        ("0,9,0,0,0", "B3"),
        ("0,0,9,0,0", "U4"),
        ("0,0,0,9,0", "K2 K3 K4 K5"),
        ("1,1,1,1,0", "T2 B3 U4 K2 K3 K4 K5"),
        ("9,9,9,0,0", "T2 B3 U4"),
        ("0,0,0,0,9", ""),
    ] {
        let game = setup(&rules, &format!("x 1 detectives 6 x-tickets {tickets}"));
        assert_eq!(moves(&game), expected, "{tickets}");
    }
}

#[test]
fn r2_1_a_step_costs_one_ticket() {
    let rules = rules(6, STAR, "");
    for (mv, left) in [
        ("T2", "4,5,5,5,0"),
        ("B3", "5,4,5,5,0"),
        ("U4", "5,5,4,5,0"),
        ("K4", "5,5,5,4,0"),
        ("K5", "5,5,5,4,0"),
    ] {
        let game = setup(&rules, "x 1 detectives 6 x-tickets 5,5,5,5,0");
        assert_eq!(x_tickets(&play(game, mv)), left, "{mv}");
    }
}

#[test]
fn r2_2_detectives_hold_no_black_tickets() {
    let text = "detective_tickets = {taxi = 1, black = 1}";
    assert!(read_rules(6, STAR, text).is_err());
    let rules = rules(6, STAR, "");
    assert!(!rules.detective_tickets().of(Ticket::Black).has(1));
    let game = setup(&rules, "x 6 detectives 1 turn 1");
    assert_eq!(moves(&game), "T2 B3 U4", "the ferry is not for him");
    assert!("K5".parse::<DetectiveText>().is_err());
}

#[test]
fn r2_2_each_detective_has_his_own_tickets() {
    let game = preset(
        "classic x 1 detectives 89,67,185,46,108 turn 1 \
         detective-tickets 0,0,1/0,1,0/1,0,0/0,0,0/2,2,2",
    );
    assert_eq!(moves(&game), "U13 U128 U140");
    let game = play(game, "U140");
    assert_eq!(moves(&game), "B23 B52 B65 B82 B102");
    let game = play(game, "B23");
    assert_eq!(moves(&game), "T170 T184 T186");
    let game = play(game, "T184");
    assert_eq!(moves(&game), "pass");
    let game = play(game, "pass B135");
    let left: Vec<String> = (1..=5).map(|id| tickets_of(&game, id)).collect();
    assert_eq!(left, ["0,0,0", "0,0,0", "0,0,0", "0,0,0", "2,1,2"]);
}

#[test]
fn r2_2_mr_x_holds_all_kinds_and_double_moves() {
    let rules = rules(
        6,
        STAR,
        "mr_x_tickets = {taxi = 1, bus = 2, underground = 3, black = 4, double = 5}",
    );
    assert_eq!(rules.mr_x_tickets().to_string(), "1,2,3,4,5");
}

#[test]
fn r2_3_an_unlimited_stock_never_changes() {
    let rules = rules(5, &path(5), "hand_over = true; surfaces = [1]");
    let game = setup(&rules, "x 4 detectives 1 x-tickets -,0,0,-,-");
    let game = play(game, "2T5K4 T2 K5 T1");
    assert_eq!(x_tickets(&game), "-,0,0,-,-");
    assert_eq!(tickets_of(&game, 1), "-,-,-");
    assert_eq!(turn(&game), "x");
}

#[test]
fn r2_4_hand_over_gives_the_spent_ticket_to_mr_x() {
    for (hand_over, tickets, expected) in [(true, "1,0,0,0,0", "T4"), (false, "0,0,0,0,0", "")] {
        let change = format!("hand_over = {hand_over}; detective_tickets = {{taxi = 2}}");
        let rules = rules(5, &path(5), &change);
        let game = setup(&rules, "x 4 detectives 1 x-tickets 1,0,0,0,0");
        let game = play(game, "T5");
        assert_eq!(x_tickets(&game), "0,0,0,0,0", "his own ticket is gone");
        let game = play(game, "T2");
        assert_eq!(x_tickets(&game), tickets);
        assert_eq!(tickets_of(&game, 1), "1,0,0");
        assert_eq!(moves(&game), expected);
        assert_eq!(turn(&game), if hand_over { "x" } else { "cornered" });
    }
}

#[test]
fn r2_4_the_ticket_of_the_capture_is_handed_over_too() {
    let rules = rules(4, &path(4), "hand_over = true");
    for (mr_x, end) in [(4, "x"), (2, "captured")] {
        let text = format!("x {mr_x} detectives 1 turn 1 x-tickets 0,0,0,0,0");
        let game = play(setup(&rules, &text), "T2");
        assert_eq!(turn(&game), end);
        assert_eq!(x_tickets(&game), "1,0,0,0,0");
    }
}

#[test]
fn r2_5_one_black_ticket_per_detective() {
    for detectives in 1..=5 {
        let rules = presets::rules("classic").unwrap();
        let rules = rules.with_detectives(detectives).unwrap();
        assert_eq!(rules.mr_x_tickets().to_string(), format!("4,3,3,{detectives},2"));
        let bristol = presets::rules("bristol").unwrap();
        let bristol = bristol.with_detectives(detectives).unwrap();
        assert_eq!(bristol.mr_x_tickets().to_string(), "4,3,3,5,2");
    }
}

#[test]
fn r2_6_all_ticket_counts_are_public() {
    let game = preset("classic x 46 detectives 26,29,50,53,91");
    let game = play(game, "2K1T8 T15");
    let seen = game.detective_view().public();
    assert_eq!(seen.mr_x_tickets().to_string(), "4,3,3,4,1");
    assert_eq!(seen.detective_tickets(DetectiveId::D1).to_string(), "9,8,4");
}
