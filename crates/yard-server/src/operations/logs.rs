//! What the server writes about itself: one line for each request and event, as text or JSON, without secrets.
//!
//! A line names the route, never the path as it was sent, since somebody may put the token of a seat there. Moves,
//! stations, seeds, tokens and names of people are never written, at no level.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::clock::moment;
use crate::lobby::Lobby;
use crate::secret::{self, SystemChance};

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// What went wrong and needs somebody.
    Error,
    /// And what looks wrong.
    Warn,
    /// And every request.
    Info,
    /// And every step of a game, without its moves.
    Debug,
}

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Begins to write to standard error; later calls change nothing.
pub fn start_logs(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Error => tracing::Level::ERROR,
        LogLevel::Warn => tracing::Level::WARN,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Debug => tracing::Level::DEBUG,
    };
    let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.with_ansi(false).try_init().unwrap_or_default(),
        LogFormat::Json => lines.json().flatten_event(true).try_init().unwrap_or_default(),
    }
}

/// The name of a request in the log, from whoever sent it or drawn here. Numbers that count up would tell everybody how
/// busy the others are.
struct RequestId {
    text: String,
    was_sent: bool,
}

impl RequestId {
    fn of(headers: &HeaderMap) -> RequestId {
        let sent = headers.get(HEADER).and_then(|id| id.to_str().ok());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        match sent.filter(|id| (1..=64).contains(&id.len()) && id.bytes().all(plain)) {
            Some(id) => RequestId { text: id.to_owned(), was_sent: true },
            None => {
                RequestId { text: secret::id(&SystemChance).unwrap_or_default(), was_sent: false }
            }
        }
    }
}

const HEADER: &str = "x-request-id";

/// Letters of the id of a game. A token has more.
const ID_LETTERS: usize = 12;

/// The game that a request is for, if it is one: anything else may be a secret in the wrong place.
fn game_of(route: &str, path: &str) -> Option<String> {
    let id = route.starts_with("/api/games/{id}").then(|| path.split('/').nth(3)).flatten()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (id.len() == ID_LETTERS && id.bytes().all(plain)).then(|| id.to_owned())
}

/// Writes a line for each request, and counts it.
pub(crate) async fn log_requests(
    State(lobby): State<Arc<Lobby>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let id = RequestId::of(request.headers());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = route.unwrap_or_else(|| "none".to_owned());
    let game = game_of(&route, request.uri().path()).unwrap_or_default();
    let method = request.method().as_str().to_owned();
    let begun = moment();
    let span = tracing::info_span!("request", id = %id.text);
    let mut response = next.run(request).instrument(span.clone()).await;
    let time = moment().saturating_duration_since(begun);
    let status = response.status().as_u16();
    lobby.ops.metrics.request_time.add(time);
    if let Some(counter) = lobby.ops.metrics.answers.get(usize::from(status / 100).wrapping_sub(1))
    {
        counter.add(1);
    }
    let (client, ms) = (from.ip().to_string(), time.as_millis() as u64);
    let _in = span.enter();
    match status >= 500 {
        true => tracing::warn!(%method, %route, %game, status, ms, %client, "answered"),
        false => tracing::info!(%method, %route, %game, status, ms, %client, "answered"),
    }
    // Whoever sent an id gets it back; whoever meets a fault of the server gets one to report.
    if (id.was_sent || status >= 500)
        && let Ok(value) = HeaderValue::from_str(&id.text)
    {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_of_games_are_written() {
        let game = |path: &str| game_of("/api/games/{id}/moves", path);
        assert_eq!(game("/api/games/AbC-_1234567/moves").as_deref(), Some("AbC-_1234567"));
        assert_eq!(game("/api/games/AbC-_1234567890123456789/moves"), None, "a token");
        assert_eq!(game("/api/games/AbC-_12345%0a/moves"), None);
        assert_eq!(game_of("/api/rules/{name}", "/api/rules/AbC-_1234567"), None);
    }
}
