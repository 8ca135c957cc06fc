//! One finished game in the few facts that tables are made of.

use serde::{Deserialize, Serialize};
use yard_agents::Foul;
use yard_core::{Game, Outcome, Side, Turn};

/// A finished game: who won, how, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Who won.
    pub winner: Side,
    /// How it ended; nothing after a foul.
    pub outcome: Option<Outcome>,
    /// Log slots used.
    pub slots: u8,
    /// What the foul was, if one ended it; the loser committed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fouled: Option<String>,
}

impl Played {
    /// The facts of what the referee returned. A foul loses.
    pub fn of(result: &Result<Game, Foul>) -> Played {
        let slots = |game: &Game| game.detective_view().public().slots_used();
        match result {
            Ok(game) => {
                let outcome = game.outcome();
                Played {
                    // The referee returns ended games only; an open one would not be a capture.
                    winner: outcome.map_or(Side::MrX, Outcome::winner),
                    outcome,
                    slots: slots(game),
                    fouled: None,
                }
            }
            Err(foul) => Played {
                winner: match foul.turn {
                    Turn::MrX => Side::Detectives,
                    Turn::Detective(_) | Turn::Team | Turn::Over(_) => Side::MrX,
                },
                outcome: None,
                slots: slots(&foul.game),
                fouled: Some(foul.to_string()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use yard_agents::{Agent, AgentError, Detectives, RandomAgent, Rng, Seed, referee};
    use yard_core::{DetectiveMove, DetectiveView};

    /// Never moves, allowed or not.
    struct Lazy;

    impl Agent<Detectives> for Lazy {
        fn choose(&mut self, _: &DetectiveView, _: &mut Rng) -> Result<DetectiveMove, AgentError> {
            Ok(DetectiveMove::Pass { by: yard_core::DetectiveId::D1 })
        }
    }

    #[test]
    fn a_foul_loses_and_is_told() {
        let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
        let result = referee(&rules, Seed(1), &mut RandomAgent, &mut Lazy);
        let played = Played::of(&result);
        assert_eq!((played.winner, played.outcome), (Side::MrX, None));
        assert!(played.fouled.as_deref().is_some_and(|text| text.starts_with("the detectives")));
        let text = serde_json::to_string(&played).unwrap();
        assert!(
            text.starts_with(r#"{"winner":"mr-x","outcome":null,"slots":1,"fouled":"#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Played>(&text).unwrap(), played);
    }
}
