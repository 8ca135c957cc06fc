//! The lab and the solved boards.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yard_core::{DetectiveMove, DetectiveText, DetectiveView, Rules};
use yard_roster::{PolicyLoadError, nash_table, policy_path};

use super::App;
use super::extract::{Body, Named, Params, Work};
use crate::error::{ApiError, Code};
use crate::lab::Wanted;
use crate::thinkers::Room;
use crate::{study, wire};

pub(super) async fn add(
    State(app): State<App>,
    _: Work,
    Body(wanted): Body<Wanted>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let id = app.lab.add(wanted, &app.lobby.catalogue)?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

pub(super) async fn list(State(app): State<App>) -> Response {
    Json(json!({ "jobs": app.lab.list() })).into_response()
}

/// The number of a job in a path.
fn number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::new(Code::NotFound, "there is no such job"))
}

pub(super) async fn job(State(app): State<App>, Named(id): Named) -> Result<Response, ApiError> {
    Ok(Json(app.lab.job(number(&id)?)?).into_response())
}

pub(super) async fn cancel(
    State(app): State<App>,
    Named(id): Named,
) -> Result<Json<Value>, ApiError> {
    app.lab.cancel(number(&id)?)?;
    Ok(Json(json!({ "ok": true })))
}

pub(super) async fn plot(
    State(app): State<App>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
) -> Result<Response, ApiError> {
    let Path((id, file)) = path.map_err(|_| ApiError::bad("the path cannot be read"))?;
    let name = file.strip_suffix(".svg").unwrap_or(&file);
    let svg = app.lab.plot(number(&id)?, name)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The published values; docs/SOLUTIONS.md tells how they were made.
const PUBLISHED: [&str; 2] = [
    include_str!("../../../../research/results/solutions/presets.jsonl"),
    include_str!("../../../../research/results/solutions/grids.jsonl"),
];

/// The value of a solved board.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Solution {
    rules: String,
    detective_value: [f64; 2],
    exploitability: f64,
}

/// What `yard solve --json` prints of a board, with the shorter games of `--shorter`.
#[derive(Debug, Deserialize)]
struct PublishedLine {
    #[serde(flatten)]
    longest: Solution,
    #[serde(default)]
    shorter: Vec<ShorterLine>,
}

#[derive(Debug, Deserialize)]
struct ShorterLine {
    rounds: u8,
    detective_value: [f64; 2],
}

impl PublishedLine {
    /// All games of the line, shortest first.
    fn solutions(self) -> Vec<Solution> {
        let PublishedLine { longest, shorter } = self;
        let shorten = |game: ShorterLine| {
            // grid:SIZE,DETECTIVES,ROUNDS
            let (board, _) = longest.rules.rsplit_once(',')?;
            let [lower, upper] = game.detective_value;
            Some(Solution {
                rules: format!("{board},{}", game.rounds),
                detective_value: game.detective_value,
                exploitability: 0.5 * (upper - lower),
            })
        };
        let mut all: Vec<Solution> = shorter.into_iter().filter_map(shorten).collect();
        all.push(longest);
        all
    }
}

static SOLUTIONS: LazyLock<Vec<Solution>> = LazyLock::new(|| {
    let lines = PUBLISHED.iter().flat_map(|text| text.lines());
    let lines = lines.filter_map(|line| serde_json::from_str(line).ok());
    lines.flat_map(PublishedLine::solutions).collect()
});

pub(super) async fn solutions() -> Response {
    Json(json!({ "solutions": &*SOLUTIONS })).into_response()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShowParams {
    record: String,
}

/// How close the bounds must be: as `nash` plays.
const PRECISION: f64 = 0.001;

pub(super) async fn show(
    State(app): State<App>,
    Named(name): Named,
    _: Work,
    Params(ShowParams { record }): Params<ShowParams>,
) -> Result<Json<Value>, ApiError> {
    let known = app.lobby.catalogue.rules(&name)?;
    let (read, rules) = study::read(&record, &app.lobby.catalogue)?;
    if known.name() != rules.name() {
        return Err(ApiError::bad("the record is of other rules"));
    }
    let view = read.replay_view(rules).map_err(|error| study::fault(&record, &error))?;
    let shown = app.lobby.thinkers.run(Room::Study, move || solved(&view)).await;
    shown.unwrap_or_else(|| Err(ApiError::unavailable("the solver broke down"))).map(Json)
}

/// Tells whether a board is solved in seconds, or has been: by its estimated size, measured against the
/// times in `research/results/solutions`.
fn is_small(rules: &Rules) -> bool {
    let size = yard_solve::estimate(rules);
    let kept = policy_path(rules, PRECISION).is_some_and(|path| path.exists());
    kept || (size.payoffs <= 3e7 && size.positions * size.largest <= 3.2e7)
}

fn solved(view: &DetectiveView) -> Result<Value, ApiError> {
    if !is_small(view.rules()) {
        let name = view.rules().name();
        let text =
            format!("{name} is too large to be solved here; yard solve --rules {name} may do it");
        return Err(ApiError::bad(text));
    }
    let table = nash_table(view.rules_arc(), None, PRECISION).map_err(|error| match error {
        PolicyLoadError::Solve(cause) => ApiError::bad(cause),
        PolicyLoadError::File { .. } => ApiError::unavailable(error.to_string()),
    })?;
    let shown = table.show(view).ok_or_else(|| ApiError::bad("the match is over"))?;
    let order = view.rules().order();
    let mut moves = Vec::new();
    for (mv, chance) in &shown.moves {
        let from = view.public().detective(mv.by()).map(|station| station.number());
        let to = match mv {
            DetectiveMove::Ride { step, .. } => Some(step.to.number()),
            DetectiveMove::Pass { .. } => None,
        };
        let text = DetectiveText::new(*mv, order).to_string();
        moves.push(json!({ "move": text, "from": from, "to": to, "probability": chance }));
    }
    for place in &shown.places {
        for (mv, chance) in &place.moves {
            moves.push(json!({
                "move": mv.to_string(),
                "from": place.station,
                "to": mv.target(),
                "probability": chance * place.chance,
            }));
        }
    }
    let place = |place: &yard_solve::ShownPlace| json!({ "station": place.station, "probability": place.chance, "value": place.value });
    let value: f64 = shown.places.iter().map(|place| place.chance * place.value).sum();
    Ok(json!({
        "rules": view.rules().name(),
        "turn": wire::turn_name(view.turn()),
        "detectives": view.public().detectives().collect::<Vec<_>>(),
        "value": value,
        "places": shown.places.iter().map(place).collect::<Vec<_>>(),
        "moves": moves,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_game_is_one_that_can_be_played() {
        for solution in &*SOLUTIONS {
            assert!(yard_core::presets::rules(&solution.rules).is_ok(), "{}", solution.rules);
        }
        let lines: usize = PUBLISHED.iter().map(|text| text.lines().count()).sum();
        assert!(SOLUTIONS.len() > lines, "the shorter games are missing");
        for name in ["grid5", "glasses", "grid:5,2,6", "grid:7,2,24"] {
            assert!(SOLUTIONS.iter().any(|solution| solution.rules == name), "{name}");
        }
    }
}
