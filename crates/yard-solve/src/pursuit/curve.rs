//! How fast the solver learns: bounds of the value by the number of iterations.

use yard_core::Rules;

use super::build::{Bounds, Builder};
use super::layers::positions;
use super::size::estimate;
use super::solver::Effort;
use super::start::{first_segments, openings};
use super::values::Values;
use crate::cfr::{Stop, solve};
use crate::game::Room;

/// Bounds of the value from the plans after so many iterations, for each of some numbers.
///
/// `None` for games that are too large, and for those that have more than one segment, where a number of
/// iterations says little: Mr X is seen before their end.
pub fn learning_curve(rules: &Rules, iterations: &[u32]) -> Option<Vec<Bounds>> {
    let effort = Effort::default();
    if estimate(rules).payoffs > effort.most_work {
        return None;
    }
    let values = Values::new(rules)?;
    let openings = openings(rules);
    let most = effort.most_positions;
    let layers = positions(rules, &values.layout, &values.maps, &openings, most).ok()?;
    if !layers.is_empty() {
        return None;
    }
    let mut curve = vec![[0.0; 2]; iterations.len()];
    for opening in first_segments(rules, &values, &openings) {
        let segment = Builder::build(rules, &values, &opening.root, effort.most_payoffs).ok()?;
        let (game, payoffs, mut room) = (&segment.game, segment.middle(), Room::new(&segment.game));
        for (bounds, &iterations) in curve.iter_mut().zip(iterations) {
            // No gap is below 0, so that none ends it early.
            let plans = solve(game, &payoffs, Stop { gap: -1.0, iterations });
            bounds[0] += opening.chance * game.floor(&segment.lower, &plans.max, &mut room);
            bounds[1] += opening.chance * game.ceiling(&segment.upper, &plans.min, &mut room);
        }
    }
    Some(curve)
}

#[cfg(test)]
mod tests {
    use yard_core::presets;

    use super::*;

    /// Glasses is worth 8/9 to the detectives; every plan bounds it, and later ones do so more closely.
    #[test]
    fn bounds_close_in_on_the_value() {
        let rules = presets::rules("glasses").unwrap();
        let curve = learning_curve(&rules, &[10, 100, 1000]).unwrap();
        let gaps: Vec<f64> = curve.iter().map(|[lower, upper]| upper - lower).collect();
        for [lower, upper] in &curve {
            assert!(lower - 1e-9 <= 8.0 / 9.0 && 8.0 / 9.0 <= upper + 1e-9, "{lower} to {upper}");
        }
        assert!(gaps.is_sorted_by(|a, b| a > b) && gaps[2] < 0.001, "{gaps:?}");
    }

    #[test]
    fn a_game_with_sightings_has_no_curve() {
        assert_eq!(learning_curve(&presets::rules("grid:3,1,4").unwrap(), &[1]), None);
        assert_eq!(learning_curve(&presets::rules("classic").unwrap(), &[1]), None);
    }
}
