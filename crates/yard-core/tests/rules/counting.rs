//! Section 8. Counting.

use super::*;

#[test]
fn r8_1_a_ply_is_a_turn_of_mr_x_or_one_move_or_pass_of_a_detective() {
    let rules = rules(6, &path(6), "detectives = 2");
    let game = setup(&rules, "x 5 detectives 1,2 x-tickets 9,0,0,0,1");
    let game = play(game, "2T6T5 pass T3");
    assert_eq!(game.detective_view().log().plies().len(), 3);
}

#[test]
fn r8_2_perft_counts_sequences_and_an_end_only_at_its_own_depth() {
    let counts = |game: &Game, depths: u32| {
        let state = game.state();
        (0..=depths).map(|depth| perft(game.rules(), &state, depth)).collect::<Vec<u64>>()
    };
    let rules = rules(5, &path(5), "log_slots = 4");
    // 3-2 is captured; 3-4 goes on to 3 or 5, with the detective on 1 or 3; and so on.
    let game = new_game(&rules, 3, &[1]);
    assert_eq!(counts(&game, 5), [1, 2, 2, 2, 4, 4]);
    // A double move and a pass are one ply each.
    let game = setup(&rules, "x 5 detectives 1 x-tickets 2,0,0,0,1");
    assert_eq!(counts(&game, 2), [1, 3, 3]);
    let game = setup(&rules, "x 5 detectives 1 detective-tickets 0,0,0");
    assert_eq!(counts(&game, 3), [1, 1, 1, 0]);
    assert_eq!(counts(&play(game, "T4 pass"), 2), [1, 0, 0]);
}

#[test]
fn r8_3_distances_count_lines() {
    let map = board(6, "taxi 1-2 2-3 bus 3-4 underground 4-5 ferry 1-5 5-6").unwrap();
    for (a, b, by_detectives, by_mr_x) in [
        (1, 1, Some(0), 0),
        (1, 2, Some(1), 1),
        (1, 5, Some(4), 1),
        (5, 2, Some(3), 2),
        (1, 6, None, 2),
        (6, 6, Some(0), 0),
    ] {
        let (a, b) = (at(a), at(b));
        assert_eq!(map.detective_distance(a, b), by_detectives, "{a}-{b}");
        assert_eq!(map.mr_x_distance(a, b), Some(by_mr_x), "{a}-{b}");
    }
    let london = presets::board("london").unwrap();
    assert_eq!(london.mr_x_distance(at(108), at(115)), Some(1));
    assert_eq!(london.detective_distance(at(108), at(115)), Some(3));
}
