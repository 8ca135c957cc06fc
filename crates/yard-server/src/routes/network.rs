//! The door to the local network, for whoever sits at this machine.

use axum::Json;
use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::net::SocketAddr;

use super::App;
use super::extract::Body;
use crate::cluster::HandedOn;
use crate::error::ApiError;

/// Whoever sits at this machine. Headers of proxies mean that it may be anybody.
pub(super) struct AtThisMachine;

const OF_PROXIES: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

impl FromRequestParts<App> for AtThisMachine {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AtThisMachine, ApiError> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let here = from.is_some_and(|ConnectInfo(from)| from.ip().to_canonical().is_loopback());
        let proxied = OF_PROXIES.iter().any(|name| parts.headers.contains_key(*name))
            || parts.extensions.get::<HandedOn>().is_some()
            || !app.proxies.ranges.is_empty();
        match here && !proxied {
            true => Ok(AtThisMachine),
            false => Err(ApiError::forbidden(
                "only whoever sits at the machine of this server opens it to the network",
            )),
        }
    }
}

pub(super) async fn look(State(app): State<App>, _: AtThisMachine) -> Response {
    Json(app.door.look()).into_response()
}

/// Whether others may come in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DoorBody {
    open: bool,
}

pub(super) async fn open(
    State(app): State<App>,
    _: AtThisMachine,
    Body(DoorBody { open }): Body<DoorBody>,
) -> Result<Response, ApiError> {
    Ok(Json(app.door.set(open).await?).into_response())
}
