//! What the decisions of a game for London were worth (Dash et al. 2018).

use yard_core::{DetectiveId, Game, Rules, Side, Station};

use super::learning_agent::Decision;
use super::plan::{Models, QnetPlan};

/// The reward for a game (equation 1).
const REWARD: f32 = 100.0;

/// The reward of a decision: that of the game, discounted by the rounds that followed (equation 6).
pub(super) fn reward(plan: &QnetPlan, game: &Game, winner: Side, decision: &Decision) -> f32 {
    let rounds = game.state().public().slots_used();
    let later = rounds.saturating_sub(decision.round);
    let of_game = |side: Side| if winner == side { REWARD } else { -REWARD };
    let whole = match decision.by {
        None => of_game(Side::MrX),
        Some(_) if !plan.learner.distance_rewards => of_game(Side::Detectives),
        Some(id) => match plan.detectives.models {
            Models::Single | Models::Each => of_detective(game, winner, id),
            // The team has one reward: the mean of the detectives' own ones.
            Models::Team => {
                let rewards = DetectiveId::ALL.map(|id| of_detective(game, winner, id));
                rewards.iter().sum::<f32>() / rewards.len() as f32
            }
        },
    };
    (0..later).fold(whole, |reward, _| reward * plan.learner.discount)
}

/// A detective's reward at the end of a game.
fn of_detective(game: &Game, winner: Side, id: DetectiveId) -> f32 {
    let won = winner == Side::Detectives;
    let at = game.state().public().detective(id);
    at.map_or(0.0, |at| corrected_reward(game.rules(), won, at, game.state().mr_x()))
}

/// A detective's reward by his distance from Mr X when the game ended (equation 3, and appendix 1).
///
/// As printed, the equation punishes the nearest detective most after a loss; the text and the
/// appendix say the opposite. So a win gives 100 · (Δmax − Δ) / Δmax and a loss −100 · Δ / Δmax, with
/// Δmax the greatest distance from Mr X's station on the board.
pub fn corrected_reward(rules: &Rules, won: bool, detective: Station, mr_x: Station) -> f32 {
    let row = rules.board().detective_distances_from(mr_x);
    let distance = |station: Station| f32::from(row[usize::from(station.number())]);
    let most = rules.board().stations().iter().map(distance).fold(1.0, f32::max);
    let share = distance(detective) / most;
    if won { REWARD * (1.0 - share) } else { -REWARD * share }
}
