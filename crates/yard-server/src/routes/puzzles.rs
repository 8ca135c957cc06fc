//! Puzzles: the list, one position, the one of the day, and what comes of an answer.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use yard_coach::Message;
use yard_core::Side;
use yard_puzzles::{Grade, Kind, Puzzle, PuzzleError};
use yard_tabletop::PositionJson;

use super::App;
use super::extract::{Body, Caller, Named, Params, Work};
use crate::error::{ApiError, Code};
use crate::work_pool::Lane;

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

pub(super) async fn list() -> Response {
    let listed = |puzzle: &'static Puzzle| {
        let Puzzle { id, kind, grade, .. } = puzzle;
        Listed { id, kind: *kind, side: side(*kind), grade: *grade }
    };
    let all: Vec<Listed> = yard_puzzles::shipped().iter().map(listed).collect();
    Json(json!({ "puzzles": all })).into_response()
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

pub(super) async fn one(
    State(app): State<App>,
    Named(id): Named,
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let puzzle = find(&id)?;
    let shown = app.lobby.pool.run(Lane::Read, client, move || PuzzleJson::new(puzzle)).await?;
    Ok(Json(shown.map_err(refused)?).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyParams {
    date: String,
}

pub(super) async fn daily(
    State(app): State<App>,
    Params(DailyParams { date }): Params<DailyParams>,
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let puzzle = yard_puzzles::daily(&date).map_err(refused)?;
    let shown = app.lobby.pool.run(Lane::Read, client, move || PuzzleJson::new(puzzle)).await?;
    Ok(Json(shown.map_err(refused)?).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerBody {
    #[serde(rename = "move")]
    mv: String,
}

pub(super) async fn answer(
    State(app): State<App>,
    Named(id): Named,
    Work(client): Work,
    Body(AnswerBody { mv }): Body<AnswerBody>,
) -> Result<Response, ApiError> {
    let puzzle = find(&id)?;
    let answer = app.lobby.pool.run(Lane::Study, client, move || puzzle.answer(&mv)).await?;
    Ok(Json(answer.map_err(refused)?).into_response())
}
