//! Which path leads to which function, and what all of them share.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::{
    assist, catalog, friends, games, help, lab, moving, network, puzzles, records, replay, seats,
    socket, solutions,
};
use crate::analysis::Analyses;
use crate::cluster::forward;
use crate::error::{ApiError, Code};
use crate::lab::Lab;
use crate::lobby::Lobby;
use crate::operations::{ban, log_requests};
use crate::replays::Replays;
use crate::web::{
    Door, Guard, Meters, TrustedProxies, asset, docs, docs_index, guard, index, limit, name_client,
    read_unread, to_docs,
};

/// No request is larger.
const MOST_BYTES: usize = 256 << 10;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) guard: Arc<Guard>,
    /// The door to the local network.
    pub(crate) door: Arc<Door>,
    pub(crate) meters: Arc<Meters>,
    pub(crate) proxies: Arc<TrustedProxies>,
    pub(crate) analyses: Analyses,
    pub(crate) replays: Arc<Replays>,
    pub(crate) lab: Arc<Lab>,
}

impl App {
    pub(crate) fn new(lobby: Arc<Lobby>, guard: Guard, door: Door, proxies: TrustedProxies) -> App {
        App {
            guard: Arc::new(guard),
            door: Arc::new(door),
            meters: Arc::new(Meters::new(lobby.limits)),
            proxies: Arc::new(proxies),
            analyses: Analyses::new(lobby.limits.jobs),
            replays: Arc::default(),
            lab: Arc::new(Lab::new(lobby.limits)),
            lobby,
        }
    }
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let (watch, meters) = (Arc::clone(&app.guard), Arc::clone(&app.meters));
    let lobby = || Arc::clone(&app.lobby);
    let (for_forward, for_ban, for_logs) = (lobby(), lobby(), lobby());
    let proxies = Arc::clone(&app.proxies);
    let for_unread = (Arc::clone(&app.meters), MOST_BYTES);
    Router::new()
        .route("/", get(index))
        .route("/assets/{*path}", get(asset))
        .route("/docs", get(to_docs))
        .route("/docs/", get(docs_index))
        .route("/docs/{*path}", get(docs))
        .route("/healthz", get(catalog::health))
        .route("/readyz", get(catalog::ready))
        .route("/api/openapi.json", get(catalog::openapi))
        .route("/api/rules", get(catalog::rules))
        .route("/api/rules/{name}", get(catalog::one_rules))
        .route("/api/rules/{name}/board", get(catalog::board))
        .route("/api/agents", get(catalog::agents))
        .route("/api/levels/suggest", post(catalog::suggest_level))
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/puzzles/daily", get(puzzles::daily))
        .route("/api/puzzles/{id}", get(puzzles::one))
        .route("/api/puzzles/{id}/answer", post(puzzles::answer))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(records::view))
        .route("/api/games/{id}/moves", post(games::play))
        .route("/api/games/{id}/undo", post(games::undo))
        .route("/api/games/{id}/cancel", post(games::cancel))
        .route("/api/games/{id}/resume", post(games::resume))
        .route("/api/games/{id}/decline", post(games::decline))
        .route("/api/games/{id}/pace", post(games::pace))
        .route("/api/games/{id}/name", post(games::name))
        .route("/api/games/{id}/claim", post(seats::claim))
        .route("/api/games/{id}/recover", post(seats::recover))
        .route("/api/games/{id}/token", post(seats::new_keys))
        .route("/api/games/{id}/invite", post(seats::invite))
        .route("/api/games/{id}/react", post(friends::react))
        .route("/api/games/{id}/spectators", post(friends::spectators))
        .route("/api/games/{id}/rematch", post(friends::rematch))
        .route("/api/games/{id}/share", post(friends::share))
        .route("/api/games/{id}/record", get(records::record))
        .route("/api/games/{id}/help", get(help::help))
        .route("/api/games/{id}/replay", get(replay::replay))
        .route("/api/games/{id}/analysis", get(records::analysis))
        .route("/api/games/{id}/facts", get(records::facts))
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/api/import", post(records::import))
        .route("/api/assist", post(assist::assist))
        .route("/api/assist/check", post(assist::check))
        .route("/api/assist/mr-x", post(assist::assist_mr_x))
        .route("/api/assist/saved", get(assist::saved).put(assist::save).delete(assist::drop_saved))
        .route("/api/network", get(network::look).put(network::open))
        .route("/api/moving", post(moving::put))
        .route("/api/moving/take", post(moving::take))
        .route("/api/moving/merge", post(moving::merge))
        .route("/api/lab/jobs", get(lab::list).post(lab::add))
        .route("/api/lab/jobs/{id}", get(lab::job).delete(lab::cancel))
        .route("/api/lab/jobs/{id}/plots/{name}", get(lab::plot))
        .route("/api/solutions", get(solutions::list))
        .route("/api/solutions/{rules}/show", get(solutions::show))
        .fallback(nothing)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(for_forward, forward))
        .layer(from_fn_with_state(meters, limit))
        .layer(from_fn_with_state(for_ban, ban))
        .layer(from_fn_with_state(watch, guard))
        .layer(from_fn_with_state(for_logs, log_requests))
        // First of all: bans, limits, logs and other processes go by the address of the client, not of a proxy.
        .layer(from_fn_with_state(proxies, name_client))
        .layer(from_fn_with_state(for_unread, read_unread))
        .with_state(app)
}

async fn nothing() -> ApiError {
    ApiError::new(Code::NotFound, "there is nothing here")
}

async fn no_method() -> ApiError {
    ApiError::new(Code::BadMethod, "this path does not know that method")
}
