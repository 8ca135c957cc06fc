//! Hands a request to the process that has the game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::{CLIENT, HandedOn, SECRET};
use crate::error::ApiError;
use crate::lobby::Lobby;

/// A process that does not take a connection for so long has gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// The game that a path is about.
fn game_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/games/")?;
    rest.split('/').next().filter(|id| !id.is_empty() && id.len() <= 100)
}

/// Answers here, or has the process answer that plays the game.
pub(crate) async fn forward(
    State(lobby): State<Arc<Lobby>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let id = game_of(request.uri().path()).filter(|_| lobby.store.is_shared());
    let Some(id) = id else {
        return next.run(request).await;
    };
    let here = match lobby.in_memory(id) {
        Some(table) => lobby.still_has(&table).await,
        None => false,
    };
    if here || request.extensions().get::<HandedOn>().is_some() {
        return next.run(request).await;
    }
    match lobby.store.holder(id).await {
        Ok(None) => next.run(request).await,
        Ok(Some(address)) => {
            lobby.ops.metrics.forwarded.add(1);
            let handed = tokio::select! {
                handed = hand_on(request, &address, from, &lobby) => handed,
                () = lobby.ops.cluster.gone(&address) => Err(gone()),
            };
            handed.unwrap_or_else(IntoResponse::into_response)
        }
        Err(error) => ApiError::from(error).into_response(),
    }
}

fn gone() -> ApiError {
    ApiError::unavailable("the process that has this game does not answer; try again")
}

async fn hand_on(
    mut request: Request,
    address: &str,
    from: SocketAddr,
    lobby: &Arc<Lobby>,
) -> Result<Response, ApiError> {
    let secret = lobby.ops.cluster.secret.get().map_or("", String::as_str);
    let connected = tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await;
    let stream = connected.map_err(|_| gone())?.map_err(|_| gone())?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) =
        http1::handshake::<_, Body>(TokioIo::new(stream)).await.map_err(|_| gone())?;
    tokio::spawn(async move { connection.with_upgrades().await.is_ok() });
    let upgrade =
        request.headers().contains_key(header::UPGRADE).then(|| hyper::upgrade::on(&mut request));
    let headers = request.headers_mut();
    let value = |text: &str| HeaderValue::from_str(text).map_err(|_| gone());
    headers.insert(SECRET, value(secret)?);
    headers.insert(CLIENT, value(&from.ip().to_string())?);
    let mut response = sender.send_request(request).await.map_err(|_| gone())?;
    if let (Some(ours), StatusCode::SWITCHING_PROTOCOLS) = (upgrade, response.status()) {
        let theirs = hyper::upgrade::on(&mut response);
        tokio::spawn(carry(ours, theirs, Arc::clone(lobby), address.to_owned()));
    }
    Ok(response.map(Body::new))
}

/// Carries the bytes of a socket both ways until one side closes it, this process stops, or the other has gone.
async fn carry(ours: OnUpgrade, theirs: OnUpgrade, lobby: Arc<Lobby>, address: String) {
    let (Ok(ours), Ok(theirs)) = (ours.await, theirs.await) else {
        return;
    };
    let (mut ours, mut theirs) = (TokioIo::new(ours), TokioIo::new(theirs));
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs) => {}
        () = lobby.ops.stop.wait() => {}
        () = lobby.ops.cluster.gone(&address) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_a_path() {
        assert_eq!(game_of("/api/games/abc/socket"), Some("abc"));
        assert_eq!(game_of("/api/games/abc"), Some("abc"));
        for path in ["/api/games", "/api/games/", "/api/rules/abc", "/"] {
            assert_eq!(game_of(path), None, "{path}");
        }
    }
}
