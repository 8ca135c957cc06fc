//! The server over real sockets: hello, moves, pushes, coming back, and limits.

mod floods;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use yard_server::{Admin, Config, Limits, LocalAddress, Place, Server, TrustedProxies};

async fn start(limits: Limits) -> SocketAddr {
    let server = Server::bind(Config { limits, ..Config::default() }).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run());
    address
}

async fn http(address: SocketAddr, head: &str, body: &str) -> (u16, Value) {
    http_with(address, head, "", body).await
}

/// The same with more headers.
async fn http_with(address: SocketAddr, head: &str, more: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{more}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or(Value::Null))
}

/// A client's end of a socket.
struct Socket {
    line: WebSocketStream<TcpStream>,
    /// The last view, without who is here: that others come and go is no news in these tests.
    last: Value,
}

impl Socket {
    async fn open(address: SocketAddr, id: &Value) -> Socket {
        let stream = TcpStream::connect(address).await.unwrap();
        let id = id.as_str().unwrap();
        let url = format!("ws://{address}/api/games/{id}/socket");
        Socket { line: client_async(url, stream).await.unwrap().0, last: Value::Null }
    }

    async fn hello(address: SocketAddr, id: &Value, token: &Value) -> Socket {
        let mut socket = Socket::open(address, id).await;
        socket.say(json!({ "type": "hello", "token": token })).await;
        socket
    }

    async fn say(&mut self, message: Value) {
        self.line.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; `None` when the server has closed the socket.
    async fn hear(&mut self) -> Option<Value> {
        loop {
            let mut said: Value = match self.line.next().await?.ok()? {
                Message::Text(text) => serde_json::from_str(&text).unwrap(),
                Message::Close(_) => return None,
                _ => continue,
            };
            if said["type"] == "view" {
                said["view"]["present"] = Value::Null;
                said["view"]["watching"] = Value::Null;
                if said == self.last {
                    continue;
                }
                self.last = said.clone();
            }
            return Some(said);
        }
    }

    async fn view(&mut self) -> Value {
        let mut said = self.hear().await.unwrap();
        assert_eq!(said["type"], "view", "{said}");
        said["view"].take()
    }
}

fn people(rules: &str) -> String {
    let human = json!({ "kind": "human" });
    let seats = json!({ "mr_x": human, "detectives": human });
    json!({ "rules": rules, "seats": seats, "claim": "all" }).to_string()
}

async fn game(address: SocketAddr) -> Value {
    let (status, made) = http(address, "POST /api/games", &people("classic")).await;
    assert_eq!(status, 201, "{made}");
    made
}

#[tokio::test]
async fn a_game_is_played_by_sockets_and_every_seat_sees_its_own() {
    let address = start(Limits::default()).await;
    let made = game(address).await;
    let (id, links) = (&made["id"], &made["links"]);
    let mut x = Socket::hello(address, id, &links["mr_x"]).await;
    let mut team = Socket::hello(address, id, &links["detectives"][0]).await;
    let mut watch = Socket::hello(address, id, &links["watch"]).await;
    let own = x.view().await;
    assert!(own["your_turn"] == true && own["stations"]["mr_x"].is_u64());
    assert_eq!(team.view().await["stations"]["mr_x"], Value::Null);
    assert_eq!(watch.view().await["legal"], json!([]));
    let mv = &own["legal"][0]["move"];
    x.say(json!({ "type": "move", "move": mv, "ply": 0, "id": "first" })).await;
    let accepted = json!({ "type": "accepted", "id": "first", "ply": 1 });
    assert_eq!(x.hear().await.unwrap(), accepted);
    assert_eq!(x.view().await["ply"], 1);
    let seen = team.view().await;
    assert_eq!((&seen["ply"], &seen["your_turn"]), (&json!(1), &json!(true)));
    assert!(seen["moves"][0]["move"].as_str().unwrap().ends_with('?'));
    assert_eq!(watch.view().await["ply"], 1);
    // The answer may have been lost: the same move again is answered in the same way.
    x.say(json!({ "type": "move", "move": mv, "ply": 0, "id": "first" })).await;
    assert_eq!(x.hear().await.unwrap(), accepted);
    // Nobody can ride to where he stands, whatever was dealt.
    let stays = format!("T{}", seen["stations"]["detectives"][0]);
    team.say(json!({ "type": "move", "move": stays, "ply": 1, "id": 7 })).await;
    let error = team.hear().await.unwrap();
    let facts = [&error["type"], &error["code"], &error["id"]];
    assert_eq!(facts, [&json!("error"), &json!("bad_move"), &json!(7)]);
    team.say(json!({ "type": "ping" })).await;
    assert_eq!(team.hear().await.unwrap(), json!({ "type": "pong" }));
    drop(team);
    let mut again = Socket::hello(address, id, &links["detectives"][0]).await;
    assert_eq!(again.view().await, seen, "coming back loses nothing");
}

#[tokio::test]
async fn a_socket_without_a_seat_is_closed() {
    let address = start(Limits::default()).await;
    let made = game(address).await;
    for (first, code) in [
        (json!({ "type": "hello", "token": "guess" }), "not_found"),
        (json!({ "type": "ping" }), "bad_request"),
        (json!({ "type": "move", "move": "T1", "ply": 0 }), "bad_request"),
        (json!("hello"), "bad_request"),
    ] {
        let mut socket = Socket::open(address, &made["id"]).await;
        socket.say(first).await;
        assert_eq!(socket.hear().await.unwrap()["code"], code);
        assert_eq!(socket.hear().await, None);
    }
    let mut nowhere = Socket::hello(address, &json!("nowhere"), &made["links"]["watch"]).await;
    assert_eq!(nowhere.hear().await.unwrap()["code"], "not_found");
    assert_eq!(nowhere.hear().await, None);
}

/// A request with a token.
async fn post(address: SocketAddr, path: &str, token: &Value) -> (u16, Value) {
    let token = token.as_str().unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\ncontent-length: 0\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap())
}

#[tokio::test]
async fn an_invitation_opens_no_socket_and_a_dead_token_closes_its_own() {
    let address = start(Limits::default()).await;
    let body = people("classic").replace("\"all\"", "[\"mr_x\"]");
    let (_, made) = http(address, "POST /api/games", &body).await;
    let (id, invitation) = (&made["id"], &made["invitations"]["detectives"][0]);
    let mut guest = Socket::hello(address, id, invitation).await;
    assert_eq!(guest.hear().await.unwrap()["code"], "forbidden");
    assert_eq!(guest.hear().await, None);
    let mut host = Socket::hello(address, id, &made["links"]["mr_x"]).await;
    assert_eq!(host.view().await["claims"][1]["claimed"], false);
    let path = |what: &str| format!("/api/games/{}/{what}", id.as_str().unwrap());
    let (status, seat) = post(address, &path("claim"), invitation).await;
    assert_eq!(status, 200, "{seat}");
    assert_eq!(host.view().await["claims"][1]["claimed"], true, "everybody sees it at once");
    let mut team = Socket::hello(address, id, &seat["token"]).await;
    assert_eq!(team.view().await["seat"], "detectives");
    let (status, new) = post(address, &path("token"), &seat["token"]).await;
    assert_eq!(status, 200, "{new}");
    assert_eq!(team.hear().await.unwrap()["code"], "not_found");
    assert_eq!(team.hear().await, None);
    let mut team = Socket::hello(address, id, &new["token"]).await;
    assert_eq!(team.view().await["seat"], "detectives");
}

/// A ban met requests only: whoever was at a table stayed there.
#[tokio::test]
async fn a_ban_reaches_those_who_are_in() {
    let folder = tempfile::tempdir().unwrap();
    let data = Some(folder.path().to_owned());
    let server = Server::bind(Config { data, ..Config::default() }).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run());
    let made = game(address).await;
    let mut here = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
    here.view().await;
    let url = format!("ws://{address}/api/games/{}/socket", made["id"].as_str().unwrap());
    let stream = from_to([127, 0, 0, 2], address).await.unwrap();
    let mut other = Socket { line: client_async(url, stream).await.unwrap().0, last: Value::Null };
    other.say(json!({ "type": "hello", "token": made["links"]["watch"] })).await;
    other.view().await;
    let admin = Admin::open(Place::Folder(folder.path())).await.unwrap();
    admin.ban("127.0.0.2", "noise").await.unwrap();
    assert_eq!(other.hear().await.unwrap()["code"], "forbidden");
    assert_eq!(other.hear().await, None);
    here.say(json!({ "type": "ping" })).await;
    assert_eq!(here.hear().await.unwrap()["type"], "pong", "others stay");
}

#[tokio::test]
async fn whoever_asks_too_much_is_told_so() {
    let address =
        start(Limits { requests: 5.0, works: 0.1, sockets: 1, ..Limits::default() }).await;
    let made = game(address).await;
    let (status, refused) = http(address, "POST /api/games", &people("grid5")).await;
    assert_eq!((status, &refused["code"]), (429, &json!("too_many")));
    let mut socket = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
    socket.view().await;
    let stream = TcpStream::connect(address).await.unwrap();
    let url = format!("ws://{address}/api/games/x/socket");
    assert!(client_async(url, stream).await.is_err(), "one socket is enough");
    let mut tries = 0;
    while http(address, "GET /healthz", "").await.0 != 429 {
        tries += 1;
        assert!(tries < 5000, "requests are never refused");
    }
    let mut last = json!({ "type": "pong" });
    for _ in 0..20_000 {
        if last["type"] != "pong" {
            break;
        }
        socket.say(json!({ "type": "ping" })).await;
        last = socket.hear().await.unwrap();
    }
    assert_eq!(last["code"], "too_many");
    assert_eq!(socket.hear().await, None);
}

/// What comes back until the server closes the connection.
async fn until_closed(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // A connection that is cut off may end in an error; it has ended all the same.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// Says something on a new connection, and then nothing more.
async fn says(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn whoever_is_too_slow_is_let_go() {
    let patience = Duration::from_millis(60);
    let address = start(Limits { patience, ..Limits::default() }).await;
    // Nothing, half a head, and a head that comes letter by letter.
    assert_eq!(until_closed(says(address, "").await).await, "");
    let half = says(address, "GET /healthz HTTP/1.1\r\nhost: loc").await;
    assert!(!until_closed(half).await.contains("200 OK"));
    let mut drip = says(address, "GET /healthz HTTP/1.1\r\nx: ").await;
    while drip.write_all(b"x").await.is_ok() {
        tokio::time::sleep(patience / 10).await;
    }
    // Half a body is answered.
    let head =
        format!("POST /api/import HTTP/1.1\r\nhost: {address}\r\ncontent-length: 50\r\n\r\nyard");
    let told = until_closed(says(address, &head).await).await;
    assert!(told.starts_with("HTTP/1.1 408 ") && told.contains("too_slow"), "{told}");
    // A connection on which nobody asks again.
    let idle = says(address, &format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n")).await;
    let told = until_closed(idle).await;
    assert!(told.starts_with("HTTP/1.1 200 OK"), "{told}");
    // Sockets live on: they have a time of their own.
    let made = game(address).await;
    let mut socket = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
    socket.view().await;
    tokio::time::sleep(patience * 3).await;
    socket.say(json!({ "type": "ping" })).await;
    assert_eq!(socket.hear().await.unwrap(), json!({ "type": "pong" }));
}

#[tokio::test]
async fn connections_are_counted_and_sockets_apart_from_them() {
    const MOST: usize = 4;
    let address = start(Limits { connections: MOST, ..Limits::default() }).await;
    let made = game(address).await;
    let mut sockets = Vec::new();
    for _ in 0..2 * MOST {
        let mut socket = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
        socket.view().await;
        sockets.push(socket);
    }
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut held = Vec::new();
    while held.len() < MOST {
        let mut stream = says(address, &ask).await;
        let mut some = [0; 12];
        // A place may be free a moment after its client has gone.
        if stream.read_exact(&mut some).await.is_ok() {
            assert_eq!(&some, b"HTTP/1.1 200");
            held.push(stream);
        }
    }
    assert_eq!(until_closed(says(address, &ask).await).await, "", "so many are enough");
    held.pop();
    let last = ask.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    while until_closed(says(address, &last).await).await.is_empty() {
        tokio::task::yield_now().await;
    }
}

/// Whoever is in when the server stops is told, and what was sent before is kept.
#[tokio::test]
async fn a_server_that_stops_tells_everybody_and_keeps_what_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let data = Some(folder.path().to_owned());
    let server = Server::bind(Config { data: data.clone(), ..Config::default() }).await.unwrap();
    let (address, stopper) = (server.address(), server.stopper());
    let serving = tokio::spawn(server.run());
    let made = game(address).await;
    let (id, links) = (&made["id"], &made["links"]);
    let mut x = Socket::hello(address, id, &links["mr_x"]).await;
    let mut watch = Socket::hello(address, id, &links["watch"]).await;
    let mv = x.view().await["legal"][0]["move"].clone();
    watch.view().await;
    x.say(json!({ "type": "move", "move": mv, "ply": 0, "id": 1 })).await;
    assert_eq!(x.hear().await.unwrap()["type"], "accepted");
    stopper.stop();
    for socket in [&mut x, &mut watch] {
        let mut last = Value::Null;
        while let Some(said) = socket.hear().await {
            last = said;
        }
        assert_eq!(last, json!({ "type": "stopping" }), "the last that is said");
    }
    serving.await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
    // The tasks of tables hold the folder until they are gone.
    let server = loop {
        match Server::bind(Config { data: data.clone(), ..Config::default() }).await {
            Ok(server) => break server,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let address = server.address();
    tokio::spawn(server.run());
    let mut x = Socket::hello(address, id, &links["mr_x"]).await;
    assert_eq!(x.view().await["ply"], 1);
}

/// A database of its own on the server of `YARD_TEST_DATABASE`, as `scripts/with-postgres` gives one.
#[cfg(feature = "postgres")]
async fn database(name: &str) -> Option<String> {
    let url = std::env::var("YARD_TEST_DATABASE").ok()?;
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let name = format!("yard_network_{name}_{}", std::process::id());
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    Some(format!("{server}/{name}"))
}

/// Two processes share the games; whichever of them somebody asks, the one that has the game answers.
#[cfg(feature = "postgres")]
#[tokio::test]
async fn requests_and_sockets_reach_the_process_that_has_the_game() {
    let Some(url) = database("sockets").await else { return };
    let start = async || {
        let database = Some(url.clone());
        let server = Server::bind(Config { database, ..Config::default() }).await.unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        (address, stopper, tokio::spawn(server.run()))
    };
    let ((one, stopper, serving), (two, ..)) = (start().await, start().await);
    let made = game(one).await;
    let (id, links) = (&made["id"], &made["links"]);
    let mut x = Socket::hello(two, id, &links["mr_x"]).await;
    let mut team = Socket::hello(one, id, &links["detectives"][0]).await;
    let mv = x.view().await["legal"][0]["move"].clone();
    assert_eq!(team.view().await["ply"], 0);
    x.say(json!({ "type": "move", "move": mv, "ply": 0, "id": 1 })).await;
    assert_eq!(x.hear().await.unwrap()["type"], "accepted");
    assert_eq!(team.view().await["ply"], 1, "both look at the same table");
    stopper.stop();
    while x.hear().await.is_some() {}
    serving.await.unwrap().unwrap();
    // The games of a process that has stopped are free at once.
    let mut x = Socket::hello(two, id, &links["mr_x"]).await;
    assert_eq!(x.view().await["ply"], 1);
}

/// A frame is read as a whole before anything looks at it, so its head alone must be enough to refuse it.
#[tokio::test]
async fn a_large_frame_is_refused_by_its_head() {
    let address = start(Limits::default()).await;
    let made = game(address).await;
    let mut socket = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
    socket.view().await;
    // A text of 15 MiB, masked, of which ten letters come.
    let mut head = vec![0x81, 0xff];
    head.extend((15_u64 << 20).to_be_bytes());
    head.extend([0; 4]);
    head.extend(b"0123456789");
    socket.line.get_mut().write_all(&head).await.unwrap();
    assert_eq!(socket.hear().await, None, "the server does not wait for the rest");
}

/// Everybody goes to and fro in his corner for 249 rounds: a replay of many megabytes.
fn long_record() -> String {
    let mut text = "yard-record 1\nrules grid:15,5,250\nstart 113 1 15 211 225 5\n".to_owned();
    for round in 1..250 {
        text += &match round % 2 {
            1 => format!("{round} T114 | T2 T14 T212 T224 T6\n"),
            _ => format!("{round} T113 | T1 T15 T211 T225 T5\n"),
        };
    }
    text
}

#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    const MOST: usize = 3;
    let limits =
        Limits { connections: MOST, patience: Duration::from_millis(200), ..Limits::default() };
    let address = start(limits).await;
    let (status, made) = http(address, "POST /api/import", &long_record()).await;
    assert_eq!(status, 201, "{made}");
    let (id, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let ask = format!(
        "GET /api/games/{id}/replay?eyes=mr_x HTTP/1.1\r\nhost: {address}\r\n\
         authorization: Bearer {token}\r\n\r\n"
    );
    let mut unread = Vec::new();
    while unread.len() < MOST {
        // With a small buffer the system does not read in his place.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        let asked = stream.write_all(ask.as_bytes()).await;
        let mut some = [0; 12];
        // A place may be free a moment after its client has gone.
        if asked.is_ok() && stream.read_exact(&mut some).await.is_ok() {
            assert_eq!(&some, b"HTTP/1.1 200");
            unread.push(stream);
        }
    }
    // Nobody reads, and nobody hangs up; still there is room for as many others after a while. They keep
    // their places, so when all of them have one, all who do not read have lost theirs.
    let last = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut others = Vec::new();
    while others.len() < MOST {
        let mut stream = says(address, &last).await;
        let mut some = [0; 12];
        if stream.read_exact(&mut some).await.is_ok() {
            others.push(stream);
        } else {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    for stream in unread {
        let all = until_closed(stream).await;
        assert!(!all.ends_with("]}\r\n0\r\n\r\n"), "it was sent to the end although nobody read");
    }
}

/// Behind a proxy everybody has limits of his own, and nobody can speak for others without it.
#[tokio::test]
async fn a_trusted_proxy_tells_who_asks_and_others_are_not_believed() {
    let limits = Limits { works: 0.1, ..Limits::default() };
    for (trusted, seconds) in [("127.0.0.1", 201), ("10.0.0.0/8", 429)] {
        let proxies =
            TrustedProxies { ranges: vec![trusted.parse().unwrap()], ..TrustedProxies::default() };
        let config = Config { limits, proxies, ..Config::default() };
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        tokio::spawn(server.run());
        let make = async |from: &str| {
            let header = format!("x-forwarded-for: 6.6.6.6, {from}\r\n");
            http_with(address, "POST /api/games", &header, &people("grid5")).await.0
        };
        assert_eq!(make("192.0.2.1").await, 201);
        assert_eq!(make("192.0.2.1").await, 429);
        assert_eq!(make("192.0.2.2").await, seconds, "{trusted}");
        assert_eq!(make("2001:db8::1").await, seconds, "{trusted}");
        assert_eq!(make("2001:db8::2").await, 429, "the same network");
    }
}

/// Addresses of this machine, as if 127.0.0.2 were the only one in its network.
fn pretended_network() -> Vec<LocalAddress> {
    let address = [127, 0, 0, 2].into();
    vec![LocalAddress { address, network: "127.0.0.2/32".parse().unwrap() }]
}

/// A connection from one address of this machine to another.
async fn from_to(from: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket.connect(to).await
}

/// Whether a visitor is served.
async fn is_served(from: [u8; 4], to: SocketAddr, host: SocketAddr) -> bool {
    let Ok(mut stream) = from_to(from, to).await else { return false };
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    let mut answer = String::new();
    let _ = stream.write_all(ask.as_bytes()).await;
    let _ = stream.read_to_string(&mut answer).await;
    answer.starts_with("HTTP/1.1 200")
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_network_comes_in_when_somebody_here_says_so_and_goes_again() {
    let config = || Config { local_addresses: pretended_network, ..Config::default() };
    let server = Server::bind(config()).await.unwrap();
    let here = server.address();
    tokio::spawn(server.run());
    let there = SocketAddr::new([127, 0, 0, 2].into(), here.port());
    let (visitor, stranger) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    assert!(!is_served(visitor, there, there).await, "nobody listens yet");
    let (status, door) = http(here, "GET /api/network", "").await;
    assert_eq!((status, &door["can_open"], &door["open"]), (200, &json!(true), &json!(false)));
    assert_eq!(door["networks"], json!(["127.0.0.2/32"]), "it tells first who might come in");
    // Whoever only seems to sit here does not open it.
    for header in ["x-forwarded-for: 127.0.0.1", "forwarded: for=127.0.0.1", "via: 1.1 proxy"] {
        let more = format!("{header}\r\n");
        let (status, _) = http_with(here, "PUT /api/network", &more, "{\"open\": true}").await;
        assert_eq!(status, 403, "{header}");
    }
    let other = "origin: http://evil.example\r\n";
    assert_eq!(http_with(here, "PUT /api/network", other, "{\"open\": true}").await.0, 403);
    let (status, door) = http(here, "PUT /api/network", "{\"open\": true}").await;
    assert_eq!((status, &door["open"]), (200, &json!(true)), "{door}");
    assert_eq!(door["addresses"], json!([format!("http://{there}/")]));
    assert!(is_served(visitor, there, there).await);
    assert!(!is_served(stranger, there, there).await, "he is of another network");
    assert!(!is_served(visitor, there, "192.0.2.9:7199".parse().unwrap()).await, "a strange name");
    assert!(is_served([127, 0, 0, 1], here, here).await);
    // A visitor plays with a socket, and cannot close or open the door.
    let made = game(here).await;
    let stream = from_to(visitor, there).await.unwrap();
    let url = format!("ws://{there}/api/games/{}/socket", made["id"].as_str().unwrap());
    let mut socket = Socket { line: client_async(url, stream).await.unwrap().0, last: Value::Null };
    socket.say(json!({ "type": "hello", "token": made["links"]["watch"] })).await;
    assert_eq!(socket.view().await["seat"], "watch");
    assert_eq!(http(here, "GET /api/network", "").await.1["visitors"], 1);
    let (status, door) = http(here, "PUT /api/network", "{\"open\": false}").await;
    assert_eq!((status, &door["open"]), (200, &json!(false)));
    assert_eq!(socket.hear().await, None, "his line is closed");
    assert!(!is_served(visitor, there, there).await);
    let never = Config { hosts: vec!["games.example".to_owned()], ..config() };
    let server = Server::bind(never).await.unwrap();
    let here = server.address();
    tokio::spawn(server.run());
    let (_, door) = http(here, "GET /api/network", "").await;
    assert_eq!(door["can_open"], false, "{door}");
    assert_eq!(http(here, "PUT /api/network", "{\"open\": true}").await.0, 403);
}
