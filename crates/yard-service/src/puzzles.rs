//! Puzzles: the list, one position, the one of the day, and what comes of an answer.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yard_coach::Message;
use yard_core::Side;
use yard_puzzles::{Grade, Kind, Puzzle, PuzzleError};
use yard_tabletop::PositionJson;

use crate::error::{ApiError, Code};

/// A puzzle in the list.
#[derive(Serialize)]
struct Listed {
    id: &'static str,
    kind: Kind,
    side: &'static str,
    grade: Grade,
}

fn side(kind: Kind) -> &'static str {
    match kind.side() {
        Side::MrX => "mr_x",
        Side::Detectives => "detectives",
    }
}

/// All puzzles.
pub fn list() -> Value {
    let listed = |puzzle: &'static Puzzle| {
        let Puzzle { id, kind, grade, .. } = puzzle;
        Listed { id, kind: *kind, side: side(*kind), grade: *grade }
    };
    let all: Vec<Listed> = yard_puzzles::shipped().iter().map(listed).collect();
    json!({ "puzzles": all })
}

/// A puzzle as somebody sees it who is to solve it. The solution is not in it.
#[derive(Serialize)]
struct PuzzleJson {
    id: &'static str,
    kind: Kind,
    side: &'static str,
    grade: Grade,
    rules: &'static str,
    goal: Message,
    record: String,
    view: PositionJson,
}

impl PuzzleJson {
    fn new(puzzle: &'static Puzzle) -> Result<PuzzleJson, PuzzleError> {
        let view = match puzzle.kind {
            Kind::Catch => PositionJson::of_detectives(&puzzle.detective_view()?),
            Kind::Slip => PositionJson::of_mr_x(&puzzle.mr_x_view()?),
        };
        Ok(PuzzleJson {
            id: &puzzle.id,
            kind: puzzle.kind,
            side: side(puzzle.kind),
            grade: puzzle.grade,
            rules: &puzzle.setup.rules,
            goal: puzzle.goal(),
            record: puzzle.record().to_string(),
            view,
        })
    }
}

fn refused(error: PuzzleError) -> ApiError {
    let code = match error {
        PuzzleError::Move(_) => Code::BadMove,
        PuzzleError::Date(_) => Code::BadRequest,
        PuzzleError::Line(_) | PuzzleError::Position(_) => Code::Unavailable,
    };
    ApiError::new(code, error.to_string())
}

fn find(id: &str) -> Result<&'static Puzzle, ApiError> {
    yard_puzzles::find(id).ok_or_else(|| ApiError::new(Code::NotFound, "there is no such puzzle"))
}

/// A puzzle as somebody sees it who is to solve it.
///
/// # Errors
/// When there is none of this id.
pub fn one(id: &str) -> Result<Value, ApiError> {
    shown(find(id)?)
}

/// The puzzle of a day.
///
/// # Errors
/// When there is no such day.
pub fn daily(date: &str) -> Result<Value, ApiError> {
    shown(yard_puzzles::daily(date).map_err(refused)?)
}

fn shown(puzzle: &'static Puzzle) -> Result<Value, ApiError> {
    Ok(serde_json::to_value(PuzzleJson::new(puzzle).map_err(refused)?)?)
}

/// Somebody's move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerBody {
    #[serde(rename = "move")]
    mv: String,
}

/// What comes of an answer.
///
/// # Errors
/// When there is no such puzzle, or the move is not legal.
pub fn answer(id: &str, AnswerBody { mv }: &AnswerBody) -> Result<Value, ApiError> {
    Ok(serde_json::to_value(find(id)?.answer(mv).map_err(refused)?)?)
}
