//! What comes of an answer: whether it is right, what it is worth, and why.

use serde::Serialize;
use yard_coach::{Message, Say};

use crate::puzzle::{Puzzle, PuzzleError, written};

/// What comes of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Whether it is the solution.
    pub correct: bool,
    /// The move that was sent.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chance to win after it.
    pub chance: f64,
    /// The best move.
    pub solution: String,
    /// The chance to win after that.
    pub solution_chance: f64,
    /// Why.
    pub messages: Vec<Message>,
}

impl Puzzle {
    /// Looks at an answer.
    ///
    /// # Errors
    /// When the move is not legal in the position.
    pub fn answer(&self, text: &str) -> Result<Answer, PuzzleError> {
        let values = self.values()?;
        let wanted = text.trim();
        let found = values.iter().find(|one| written(one.mv).eq_ignore_ascii_case(wanted));
        let short = || PuzzleError::Move(wanted.chars().take(20).collect());
        let (answer, best) = (found.ok_or_else(short)?, values.first().ok_or_else(short)?);
        let rounded = |chance: f64| (chance * 1e3).round() / 1e3;
        let (chance, best_chance) = (rounded(answer.chance), rounded(best.chance));
        let (mv, solution) = (written(answer.mv), written(best.mv));
        let correct = mv == solution;
        let verdict = match correct {
            true => Say::PuzzleRight { mv: mv.clone(), chance },
            false => Say::PuzzleWrong { mv: mv.clone(), chance, best_chance },
        };
        let messages = std::iter::once(verdict).chain(answer.because.clone()).map(Message::from);
        Ok(Answer {
            correct,
            mv,
            chance,
            solution,
            solution_chance: best_chance,
            messages: messages.collect(),
        })
    }
}
