//! Plays games through the routes, for the other tests.

use serde_json::{Value, json};
use yard_agents::Seed;
use yard_core::Draw;

use super::document::kept;
use super::test_server::{Request, TestServer};

/// Seats for a person on each side.
pub(super) fn people() -> Value {
    json!({ "mr_x": { "kind": "human", "name": "Max" }, "detectives": { "kind": "human" } })
}

/// A value that is a text; anything else is an empty one.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The tokens of Mr X, of the first detective, and of those who watch.
pub(super) fn tokens(created: &Value) -> (String, String, String, String) {
    let links = &created["links"];
    let id = text(&created["id"]);
    (id, text(&links["mr_x"]), text(&links["detectives"][0]), text(&links["watch"]))
}

/// Plays a move; the answer must be as the document says.
pub(super) async fn play(
    server: &TestServer,
    id: &str,
    token: &str,
    mv: &str,
    ply: usize,
) -> (u16, Value) {
    let body = json!({ "move": mv, "ply": ply });
    let ask = Request::post(format!("/api/games/{id}/moves")).token(token).json(&body);
    let answer = server.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    (answer.status, answer.json())
}

/// Plays random legal moves with both tokens until the game is over or so many plies are played.
pub(super) async fn play_on(
    server: &TestServer,
    id: &str,
    x: &str,
    team: &str,
    plies: usize,
    seed: u64,
) {
    let mut rng = Seed(seed).stream("moves");
    for _ in 0..plies {
        let mut view = server.view(id, x).await;
        let mut token = x;
        if view["your_turn"] == false {
            view = server.view(id, team).await;
            token = team;
        }
        if view["state"] == "over" {
            return;
        }
        let legal = view["legal"].as_array().unwrap();
        let mv = text(&legal[rng.below(legal.len() as u32) as usize]["move"]);
        let ply = view["ply"].as_u64().unwrap() as usize;
        let (status, answer) = play(server, id, token, &mv, ply).await;
        assert_eq!((status, answer["ply"].as_u64()), (200, Some(ply as u64 + 1)), "{answer}");
    }
}
