//! Floods of one client: what costs the server little each time is counted as well, and others are served meanwhile.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const GREEDY: [u8; 4] = [127, 0, 0, 1];
const STRANGER: [u8; 4] = [127, 0, 0, 2];

/// A refusal is cheap, but a client that sends thousands of requests at once on one connection got thousands of them.
#[tokio::test]
async fn refusals_wait_while_a_stranger_is_served() {
    const SENT: usize = 200;
    let address = start(Limits { requests: 1.0, ..Limits::default() }).await;
    let mut greedy = from_to(GREEDY, address).await.unwrap();
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n");
    greedy.write_all(ask.repeat(SENT).as_bytes()).await.unwrap();
    let (mut text, mut some) = (String::new(), [0; 4096]);
    // Ten seconds' worth is answered, then comes the first refusal.
    while !text.contains("too_many") {
        let read = greedy.read(&mut some).await.unwrap();
        text += &String::from_utf8_lossy(&some[..read]);
    }
    for _ in 0..5 {
        assert!(is_served(STRANGER, address, address).await);
    }
    while let Ok(read) = greedy.try_read(&mut some) {
        text += &String::from_utf8_lossy(&some[..read]);
    }
    let answered = text.matches("HTTP/1.1 ").count();
    assert!(
        answered < SENT / 2,
        "{answered} of {SENT} were answered while a stranger asked 5 times"
    );
}

/// The server answers every ping of a browser, so they count like other messages: with a seat and before.
#[tokio::test]
async fn signs_of_life_are_counted() {
    let address = start(Limits::default()).await;
    let made = game(address).await;
    for token in [Some(&made["links"]["watch"]), None] {
        let mut socket = Socket::open(address, &made["id"]).await;
        if let Some(token) = token {
            socket.say(json!({ "type": "hello", "token": token })).await;
            socket.view().await;
        }
        let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(5_000);
        // The server may hang up before it has read them all.
        let _ = socket.line.get_mut().write_all(&pings).await;
        let mut answer = Vec::new();
        let _ = socket.line.get_mut().read_to_end(&mut answer).await;
        let pongs = answer.chunks(2).take_while(|frame| *frame == [0x8a, 0]).count();
        assert!(pongs < 1_000, "{pongs} pongs");
        assert!(is_served(STRANGER, address, address).await);
    }
}

/// Each socket has a limit of its own, and all sockets of a client have that of his requests.
#[tokio::test]
async fn sockets_of_a_client_send_no_more_together_than_he_may_ask() {
    let address = start(Limits { requests: 5.0, ..Limits::default() }).await;
    let made = game(address).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        let mut socket = Socket::hello(address, &made["id"], &made["links"]["watch"]).await;
        socket.view().await;
        sockets.push(socket);
    }
    let mut answered = 0;
    let refused = 'flood: loop {
        for socket in &mut sockets {
            socket.say(json!({ "type": "ping" })).await;
            match socket.hear().await {
                Some(said) if said["type"] == "pong" => answered += 1,
                said => break 'flood said,
            }
        }
        assert!(answered < 10_000, "nothing is ever refused");
    };
    assert_eq!(refused.unwrap()["code"], "too_many");
    // One socket alone may send 200 at once.
    assert!(answered < 200, "{answered} messages of 4 sockets were answered");
    assert!(is_served(STRANGER, address, address).await);
}

/// Reads one answer of a connection that stays open; tells its head.
async fn one_answer(stream: &mut TcpStream) -> String {
    let (mut text, mut some) = (String::new(), [0; 4096]);
    loop {
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if length.is_some_and(|length| body.len() >= length.parse::<usize>().unwrap()) {
                return head.to_owned();
            }
        }
        let read = stream.read(&mut some).await.unwrap();
        assert!(read > 0, "the connection was closed after {text:?}");
        text += &String::from_utf8_lossy(&some[..read]);
    }
}

/// Proxies send requests of many clients on one connection: who is refused before his body has come must not cut off the
/// others.
#[tokio::test]
async fn a_refused_request_leaves_its_connection_open() {
    let address = start(Limits { works: 0.1, ..Limits::default() }).await;
    let body = "x".repeat(20_000);
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut proxy = TcpStream::connect(address).await.unwrap();
    for status in ["400", "429", "429", "429"] {
        proxy.write_all(head.as_bytes()).await.unwrap();
        // Long enough for the server to have made up its mind.
        tokio::time::sleep(Duration::from_millis(30)).await;
        for part in body.as_bytes().chunks(8000) {
            proxy.write_all(part).await.unwrap();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let told = one_answer(&mut proxy).await;
        assert!(told.starts_with(&format!("HTTP/1.1 {status} ")), "{told}");
    }
    proxy
        .write_all(format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n").as_bytes())
        .await
        .unwrap();
    assert!(one_answer(&mut proxy).await.starts_with("HTTP/1.1 200 "));
}
