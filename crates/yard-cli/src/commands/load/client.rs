//! A client that stands for an address.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::Failure;

pub(super) type Socket = WebSocketStream<TcpStream>;

/// Somebody at an address, and the server that he asks.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) server: String,
    /// The address that he stands for.
    pub(super) from: String,
    /// The address of this machine that he connects from: 127.0.0.1 and those after it.
    local: Ipv4Addr,
}

impl Client {
    pub(super) fn new(server: &str, from: &str) -> Client {
        Client { server: server.to_owned(), from: from.to_owned(), local: Ipv4Addr::LOCALHOST }
    }

    /// The same one at another address of this machine, where the system has more than one for itself.
    pub(super) fn at(self, number: usize) -> Client {
        let number = if cfg!(target_os = "linux") { number } else { 0 };
        let local = Ipv4Addr::LOCALHOST.to_bits() + u32::try_from(number).unwrap_or_default();
        Client { local: Ipv4Addr::from_bits(local), ..self }
    }

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let socket = TcpSocket::new_v4()?;
        if self.local != Ipv4Addr::LOCALHOST {
            socket.bind(SocketAddr::from((self.local, 0)))?;
        }
        let stream = socket.connect(self.server.parse()?).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Opens a connection and sends a request; the answer is there to be read.
    pub(super) async fn send(
        &self,
        line: &str,
        token: &str,
        kind: &str,
        body: &str,
    ) -> Result<TcpStream, Failure> {
        let Client { server, from, .. } = self;
        let mut stream = self.connect().await?;
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {server}\r\nx-forwarded-for: {from}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-type: {kind}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        Ok(stream)
    }

    /// Asks; the status and the body.
    pub(super) async fn ask(
        &self,
        line: &str,
        token: &str,
        kind: &str,
        body: &str,
    ) -> Result<(u16, String), Failure> {
        let mut stream = self.send(line, token, kind, body).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or("no status")?, body.to_owned()))
    }

    /// Asks for something that must be there.
    pub(super) async fn get(&self, path: &str) -> Result<String, Failure> {
        match self.ask(&format!("GET {path}"), "-", "text/plain", "").await? {
            (200, body) => Ok(body),
            (status, body) => Err(format!("{path}: {status} {body}").into()),
        }
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<(u16, Value), Failure> {
        let line = format!("POST {path}");
        let (status, body) = self.ask(&line, "-", "application/json", &body.to_string()).await?;
        Ok((status, serde_json::from_str(&body).unwrap_or_default()))
    }

    /// Makes a game; its id and its links.
    pub(super) async fn create(&self, rules: &str, seats: Value) -> Result<Value, Failure> {
        match self
            .post("/api/games", &json!({ "rules": rules, "seats": seats, "claim": "all" }))
            .await?
        {
            (201, made) => Ok(made),
            (status, body) => Err(format!("no game: {status} {body}").into()),
        }
    }

    /// Opens the socket of a seat and says hello.
    pub(super) async fn open(&self, id: &str, token: &Value) -> Result<Socket, Failure> {
        let Client { server, from, .. } = self;
        let stream = self.connect().await?;
        let url = format!("ws://{server}/api/games/{id}/socket");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("x-forwarded-for", from.parse()?);
        let (mut socket, _) = client_async(request, stream).await?;
        let hello = json!({ "type": "hello", "token": token }).to_string();
        socket.send(Message::text(hello)).await?;
        Ok(socket)
    }
}
