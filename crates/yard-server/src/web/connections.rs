//! Connections: taken one by one, counted for each address, and closed where a client is too slow.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use super::client::{Client, TrustedProxies};
use super::door::DoorLine;
use super::limits::{Line as LineKind, Meters, Open};
use super::timed_stream::TimedStream;
use crate::operations::Stop;

/// How long to wait when the system has no more sockets to give.
pub(super) const NO_SOCKETS: Duration = Duration::from_secs(1);

/// The head of a request is not longer, and no more of a body is kept before somebody reads it.
const MOST_HEAD: usize = 64 << 10;

/// Serves whoever connects, until the task is dropped.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    meters: Arc<Meters>,
    proxies: Arc<TrustedProxies>,
    stop: Stop,
) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                // A proxy brings the connections of many; it has limits of its own for them.
                let open = match proxies.trusts(from.ip()) {
                    true => Ok(None),
                    false => meters.line(Client::of(from.ip()), LineKind::Plain).map(Some),
                };
                // Whoever has too many open finds the new one closed.
                if let Ok(open) = open {
                    let line = Line { stream, from, counted: open, door: None };
                    tokio::spawn(attend(line, router.clone(), meters.patience(), stop.clone()));
                }
            }
            Err(error) if is_the_clients(&error) => {}
            Err(_) => tokio::time::sleep(NO_SOCKETS).await,
        }
    }
}

/// Tells whether a connection broke before it was taken; the next one may be well.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection, with what counts it.
pub(super) struct Line {
    pub(super) stream: TcpStream,
    pub(super) from: SocketAddr,
    pub(super) counted: Option<Open>,
    /// The door that it came through, if that was not the server's own.
    pub(super) door: Option<DoorLine>,
}

/// Serves one connection. A web socket leaves it: from then on it is counted as a socket.
pub(super) async fn attend(line: Line, router: Router, patience: Duration, stop: Stop) {
    let Line { stream, from, counted: _counted, door } = line;
    let _busy = stop.busy();
    // Moves are small and must not wait for more; a socket that cannot be told so works all the same.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(from));
        router.clone().oneshot(request)
    });
    // The time for a head begins when a head may come, so that it also ends connections on which nobody asks.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(TimedStream::new(stream, patience, door)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        // A request under way is answered; then the connection closes.
        () = stop.wait() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // Whatever went wrong, the client has gone or is told to.
    drop(served);
}
