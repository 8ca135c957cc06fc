//! What comes of an answer: whether it is right, what it is worth, why, and how the puzzle goes on.

use serde::Serialize;
use yard_coach::{Message, Say};
use yard_tabletop::PositionJson;

use crate::line::{After, Reply, Stage};
use crate::puzzle::{Puzzle, PuzzleError, Worth, written};

/// What comes of an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Whether it is as good as the best move.
    pub correct: bool,
    /// Whether it was the last move of the puzzle.
    pub done: bool,
    /// The move that was sent, the last one of a line.
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
    /// What the other side does then.
    pub replies: Vec<Reply>,
    /// What is to be decided after that.
    pub next: Option<PositionJson>,
}

/// Chances that differ by less are alike.
const ALIKE: f64 = 1e-9;

/// One move of a line, judged.
struct Judged {
    values: Vec<Worth>,
    at: usize,
    after: After,
}

impl Judged {
    fn is_right(&self) -> bool {
        self.values[0].chance - self.values[self.at].chance < ALIKE
    }
}

impl Puzzle {
    /// Looks at an answer: a move, or a line of moves with a space between them, of which the last one is judged.
    ///
    /// # Errors
    /// When a move is not legal in its position, or one before the last is not good enough for the puzzle to go on.
    pub fn answer(&self, text: &str) -> Result<Answer, PuzzleError> {
        let mut stage = self.first_stage()?;
        let mut words = text.split_whitespace().peekable();
        loop {
            let word = words.next().unwrap_or_default();
            let judged = self.judge(&stage, word)?;
            if words.peek().is_none() {
                return Ok(judged.into_answer());
            }
            let Judged { after: After { next: Some(next), .. }, .. } = judged else {
                return Err(PuzzleError::Move(
                    words.next().unwrap_or_default().chars().take(20).collect(),
                ));
            };
            stage = next;
        }
    }

    fn judge(&self, stage: &Stage, word: &str) -> Result<Judged, PuzzleError> {
        let values = self.values_at(stage)?;
        let at = values.iter().position(|one| written(one.mv).eq_ignore_ascii_case(word));
        let at = at.ok_or_else(|| PuzzleError::Move(word.chars().take(20).collect()))?;
        let mut judged = Judged { values, at, after: After { replies: Vec::new(), next: None } };
        if judged.is_right() {
            judged.after = self.after(stage, judged.values[at].mv);
        }
        Ok(judged)
    }
}

impl Judged {
    fn into_answer(self) -> Answer {
        let correct = self.is_right();
        let (answer, best) = (&self.values[self.at], &self.values[0]);
        let rounded = |chance: f64| (chance * 1e3).round() / 1e3;
        let (chance, best_chance) = (rounded(answer.chance), rounded(best.chance));
        let mv = written(answer.mv);
        let solution = if correct { mv.clone() } else { written(best.mv) };
        let verdict = match correct {
            true => Say::PuzzleRight { mv: mv.clone(), chance },
            false => Say::PuzzleWrong { mv: mv.clone(), chance, best_chance },
        };
        let messages = std::iter::once(verdict).chain(answer.because.clone()).map(Message::from);
        Answer {
            correct,
            done: self.after.next.is_none(),
            mv,
            chance,
            solution,
            solution_chance: best_chance,
            messages: messages.collect(),
            next: self.after.next.as_ref().map(Stage::position),
            replies: self.after.replies,
        }
    }
}
