//! The textbook games of equilibrium finding, through the same core as boards.

mod cards;

use cards::{kuhn, leduc};
use yard_solve::{Room, Stop, solve};

/// Kuhn 1950: the first player loses 1/18 of an ante.
#[test]
fn kuhn_poker_is_worth_minus_one_eighteenth() {
    let (game, payoffs) = kuhn();
    let solution = solve(&game, &payoffs, Stop { gap: 1e-7, iterations: 100_000 });
    assert!(solution.floor <= -1.0 / 18.0 + 1e-12 && -1.0 / 18.0 - 1e-12 <= solution.ceiling);
    assert!(solution.ceiling - solution.floor <= 1e-7, "{solution:?}");
}

/// The value of the first player in Leduc hold'em (Southey et al. 2005) is -0.0856064 (as computed,
/// for example, by the linear program of OpenSpiel, Lanctot et al. 2019).
#[test]
fn leduc_poker_has_its_known_value() {
    let (game, payoffs) = leduc();
    let solution = solve(&game, &payoffs, Stop { gap: 1e-4, iterations: 20_000 });
    assert!(solution.ceiling - solution.floor <= 1e-4, "after {} iterations", solution.iterations);
    let known = -0.085_606_4;
    assert!(solution.floor <= known + 1e-6 && known - 1e-6 <= solution.ceiling, "{solution:?}");
}

/// Best responses alone: against even plans they win what is known.
#[test]
fn best_responses_to_even_plans_in_kuhn_poker() {
    let (game, payoffs) = kuhn();
    let mut room = Room::new(&game);
    // Both sides together can win 11/12 from even plans (OpenSpiel, Lanctot et al. 2019, the test of
    // its exploitability).
    let floor = game.floor(&payoffs, &game.max.even(), &mut room);
    let ceiling = game.ceiling(&payoffs, &game.min.even(), &mut room);
    assert!((ceiling - floor - 11.0 / 12.0).abs() < 1e-12, "{floor} {ceiling}");
}

#[test]
fn the_same_game_gives_the_same_bits() {
    let (game, payoffs) = leduc();
    let stop = Stop { gap: 0.0, iterations: 50 };
    let (one, two) = (solve(&game, &payoffs, stop), solve(&game, &payoffs, stop));
    assert_eq!((one.max, one.min), (two.max, two.min));
}
