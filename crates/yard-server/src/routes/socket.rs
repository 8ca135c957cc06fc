//! The socket of a seat: moves in, views out.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::watch;
use yard_service::messages::{self, Message as ClientMessage, PONG};
use yard_tabletop::Role;

use super::App;
use super::extract::{Caller, Named};
use crate::error::{ApiError, Code};
use crate::keys::Keys;
use crate::table::Command;
use crate::web::{Bucket, Client, Line};

/// How often the client's browser is asked whether it is still there, which it answers by itself.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// Whoever has not answered so often has gone.
const MISSED: u32 = 4;
/// Time to say hello.
const HELLO: Duration = Duration::from_secs(20);
/// Messages a second.
const RATE: f64 = 20.0;
/// What everybody is told when the server stops.
const STOPPING: &str = "{\"type\":\"stopping\"}";
/// No message of a client is longer, and no frame of one: a frame is read as a whole before anything looks at it.
const LONGEST: usize = 4 << 10;
/// What a socket keeps for reading and writing; every socket has both all the time.
const BUFFER: usize = 4 << 10;

pub(super) async fn open(
    State(app): State<App>,
    Named(id): Named,
    Caller(client): Caller,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return ApiError::bad("this path is for web sockets").into_response();
    };
    let counted = match app.meters.line(client, Line::Socket) {
        Ok(counted) => counted,
        Err(error) => return error.into_response(),
    };
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.on_upgrade(move |mut socket| async move {
        let _counted = counted;
        let _busy = app.lobby.ops.stop.busy();
        let visit = Visit { app: &app, id: &id, client, address: from.ip() };
        // What goes wrong is told where it can be; then the socket is closed.
        if let Err(error) = talk(visit, &mut socket).await {
            let _ = send(&app, &mut socket, error_message(&error, None)).await;
        }
        let _ = send(&app, &mut socket, Message::Close(None)).await;
    })
}

fn error_message(error: &ApiError, id: Option<&Value>) -> Message {
    Message::Text(messages::refused(error, id).into())
}

fn accepted(id: Option<&Value>, ply: Option<usize>) -> Message {
    Message::Text(messages::accepted(id, ply).into())
}

/// Sends a message; `None` when the client has gone or does not read.
async fn send(app: &App, socket: &mut WebSocket, message: Message) -> Option<()> {
    let sent = tokio::time::timeout(app.meters.patience(), socket.send(message)).await;
    sent.ok()?.ok()
}

/// What came over the socket.
enum Incoming {
    Message(Result<ClientMessage, ApiError>),
    /// A sign of life below the messages.
    Alive,
}

/// Reads what comes next; `None` when the client has gone. Nothing is lost when this is dropped.
async fn receive(socket: &mut WebSocket) -> Option<Incoming> {
    match socket.recv().await?.ok()? {
        Message::Text(text) => Some(Incoming::Message(ClientMessage::read(&text))),
        Message::Binary(_) => Some(Incoming::Message(Err(ApiError::bad("messages are text")))),
        Message::Close(_) => None,
        Message::Ping(_) | Message::Pong(_) => Some(Incoming::Alive),
    }
}

/// Waits for the first message, which must be hello; `None` when the client has gone.
async fn greeting(socket: &mut WebSocket, bucket: &mut Bucket) -> Result<Option<String>, ApiError> {
    let first = async {
        loop {
            match receive(socket).await {
                Some(Incoming::Alive) if bucket.take(RATE) => {}
                Some(Incoming::Alive) => return Some(Err(too_many())),
                Some(Incoming::Message(message)) => return Some(message),
                None => return None,
            }
        }
    };
    match tokio::time::timeout(HELLO, first).await {
        Ok(Some(Ok(ClientMessage::Hello { token }))) => Ok(Some(token)),
        Ok(Some(Ok(
            ClientMessage::Move { .. } | ClientMessage::React { .. } | ClientMessage::Ping,
        ))) => Err(messages::hello_first()),
        Ok(Some(Err(error))) => Err(error),
        Ok(None) => Ok(None),
        Err(_) => Err(ApiError::bad("nobody said hello")),
    }
}

fn too_many() -> ApiError {
    ApiError::new(Code::TooMany, "too many messages")
}

/// Who is at the socket, and of which game.
#[derive(Clone, Copy)]
struct Visit<'a> {
    app: &'a App,
    id: &'a str,
    client: Client,
    address: IpAddr,
}

async fn talk(visit: Visit<'_>, socket: &mut WebSocket) -> Result<(), ApiError> {
    let Visit { app, id, client, .. } = visit;
    let mut bucket = Bucket::new(RATE);
    let Some(token) = greeting(socket, &mut bucket).await? else {
        return Ok(());
    };
    loop {
        let (handle, role) = app.lobby.seat(id, &token, client).await?;
        let Some(mut visitor) = handle.visit(role) else {
            return Err(ApiError::no_game());
        };
        visitor.frames.mark_unchanged();
        let view = app.lobby.ask(id, &token, client, Command::View).await?;
        let text = format!("{{\"type\":\"view\",\"view\":{view}}}");
        let seat = HeldSeat { token: &token, role, keys: Arc::clone(&handle.keys) };
        drop(handle);
        if send(app, socket, Message::Text(text.into())).await.is_none() {
            return Ok(());
        }
        match exchange(visit, &seat, socket, &mut visitor.frames, &mut bucket).await? {
            Disconnect::ClientGone => return Ok(()),
            Disconnect::Stopping => {
                // The client comes back by itself, here or to another process.
                let _ = send(app, socket, Message::Text(STOPPING.into())).await;
                return Ok(());
            }
            // The table was put away; it comes back.
            Disconnect::TableClosed => {}
        }
    }
}

/// The seat of a socket: its token may die while the socket is open.
struct HeldSeat<'a> {
    token: &'a str,
    role: Role,
    keys: Arc<Keys>,
}

/// Why an exchange of messages has ended.
enum Disconnect {
    ClientGone,
    TableClosed,
    Stopping,
}

async fn exchange(
    visit: Visit<'_>,
    seat: &HeldSeat<'_>,
    socket: &mut WebSocket,
    frames: &mut watch::Receiver<Utf8Bytes>,
    bucket: &mut Bucket,
) -> Result<Disconnect, ApiError> {
    let begin = tokio::time::Instant::now() + HEARTBEAT;
    let mut heartbeat = tokio::time::interval_at(begin, HEARTBEAT);
    let mut unanswered = 0;
    let ops = &visit.app.lobby.ops;
    let mut banned = std::pin::pin!(ops.bans.reach(visit.address));
    loop {
        let message = tokio::select! {
            changed = frames.changed() => {
                if changed.is_err() {
                    return Ok(Disconnect::TableClosed);
                }
                if !seat.keys.opens(seat.token, seat.role) {
                    return Err(ApiError::no_game());
                }
                Message::Text(frames.borrow_and_update().clone())
            }
            () = ops.stop.wait() => return Ok(Disconnect::Stopping),
            () = &mut banned => return Err(crate::operations::banned()),
            _ = heartbeat.tick() => {
                if unanswered >= MISSED {
                    return Ok(Disconnect::ClientGone);
                }
                unanswered += 1;
                Message::Ping(axum::body::Bytes::new())
            }
            incoming = receive(socket) => {
                unanswered = 0;
                let Some(incoming) = incoming else {
                    return Ok(Disconnect::ClientGone);
                };
                // Signs of life count as well: each is answered. And all sockets of a client together send no more than
                // he may ask.
                if !bucket.take(RATE) || !visit.app.meters.request(visit.client) {
                    return Err(too_many());
                }
                let message = match incoming {
                    Incoming::Alive => continue,
                    Incoming::Message(message) => message,
                };
                answer(visit, seat.token, message).await
            }
        };
        if send(visit.app, socket, message).await.is_none() {
            return Ok(Disconnect::ClientGone);
        }
    }
}

async fn answer(
    visit: Visit<'_>,
    token: &str,
    message: Result<ClientMessage, ApiError>,
) -> Message {
    let Visit { app, id, client, .. } = visit;
    match message {
        Ok(ClientMessage::Ping) => Message::Text(PONG.into()),
        Ok(ClientMessage::Hello { .. }) => {
            error_message(&ApiError::bad("hello was said already"), None)
        }
        Ok(ClientMessage::Move { text, ply, id: number }) => {
            let command = |role, reply| Command::Move { role, text: text.clone(), ply, reply };
            match app.lobby.ask(id, token, client, command).await {
                Ok(ply) => accepted(number.as_ref(), Some(ply)),
                Err(error) => error_message(&error, number.as_ref()),
            }
        }
        Ok(ClientMessage::React { reaction, id: number }) => {
            let command = |role, reply| Command::React { role, reaction, reply };
            match app.lobby.ask(id, token, client, command).await {
                Ok(()) => accepted(number.as_ref(), None),
                Err(error) => error_message(&error, number.as_ref()),
            }
        }
        Err(error) => error_message(&error, None),
    }
}
