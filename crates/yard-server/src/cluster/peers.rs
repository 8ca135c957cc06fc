//! The door for other processes: what they hand on was checked and counted at their own door.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use super::{CLIENT, HandedOn, SECRET};
use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::secret::TokenHash;

/// How long to wait when the system has no more sockets to give.
const NO_SOCKETS: Duration = Duration::from_secs(1);
/// Another process is quick.
const PATIENCE: Duration = Duration::from_secs(30);

/// Serves the other processes, until the task is dropped. `host` is a name that the server answers to.
pub(crate) async fn serve_peers(
    listener: TcpListener,
    router: Router,
    lobby: Arc<Lobby>,
    host: HeaderValue,
) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let (router, lobby, host) = (router.clone(), Arc::clone(&lobby), host.clone());
                tokio::spawn(attend(stream, router, lobby, host));
            }
            Err(_) => tokio::time::sleep(NO_SOCKETS).await,
        }
    }
}

/// Looks at the secret without telling by time how much of it is right, and returns the client's address.
fn checked(headers: &HeaderMap, secret: &str) -> Option<IpAddr> {
    let given = headers.get(SECRET)?.to_str().ok()?;
    let right = !secret.is_empty() && TokenHash::of(given) == TokenHash::of(secret);
    let client = headers.get(CLIENT)?.to_str().ok()?.parse().ok()?;
    right.then_some(client)
}

async fn attend(stream: TcpStream, router: Router, lobby: Arc<Lobby>, host: HeaderValue) {
    let _ = stream.set_nodelay(true);
    let served = {
        let for_service = Arc::clone(&lobby);
        let service = service_fn(move |request: Request<Incoming>| {
            answer(request, router.clone(), Arc::clone(&for_service), host.clone())
        });
        let _busy = lobby.ops.stop.busy();
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        tokio::select! {
            served = connection.as_mut() => served,
            () = lobby.ops.stop.wait() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        }
    };
    drop(served);
}

async fn answer(
    request: Request<Incoming>,
    router: Router,
    lobby: Arc<Lobby>,
    host: HeaderValue,
) -> Result<Response, std::convert::Infallible> {
    let mut request = request.map(Body::new);
    let secret = lobby.ops.cluster.secret.get().map_or("", String::as_str);
    let Some(client) = checked(request.headers(), secret) else {
        return Ok(
            ApiError::forbidden("this door is for other processes of this server").into_response()
        );
    };
    let headers = request.headers_mut();
    // The other process has looked at these.
    for name in ["origin", "sec-fetch-site", "sec-fetch-mode", SECRET, CLIENT] {
        headers.remove(name);
    }
    headers.insert(header::HOST, host);
    let extensions = request.extensions_mut();
    extensions.insert(ConnectInfo(SocketAddr::new(client, 0)));
    extensions.insert(HandedOn);
    router.oneshot(request).await
}
