//! Solved boards: their published values, and how they are played from a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use yard_service::solutions;

use super::App;
use super::extract::{Named, Params, Work};
use crate::error::ApiError;
use crate::work_pool::Lane;

pub(super) async fn list() -> Json<Value> {
    Json(solutions::list())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShowParams {
    record: String,
}

pub(super) async fn show(
    State(app): State<App>,
    Named(name): Named,
    Work(client): Work,
    Params(ShowParams { record }): Params<ShowParams>,
) -> Result<Json<Value>, ApiError> {
    let lobby = Arc::clone(&app.lobby);
    let work = move || solutions::show(&lobby.catalog, &lobby.roster, &name, &record);
    app.lobby.pool.run(Lane::Study, client, work).await?.map(Json)
}
