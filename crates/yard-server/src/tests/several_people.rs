//! Several people at one table: who takes back whose moves, who gets which hint, and who ends a game.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::text;
use super::test_server::{Request, Response, TestServer, run};

/// A game and its tokens.
struct SharedGame {
    server: TestServer,
    id: String,
    mr_x: String,
    team: Vec<String>,
}

fn human() -> Value {
    json!({ "kind": "human" })
}

fn agent() -> Value {
    json!({ "kind": "agent", "spec": "random" })
}

impl SharedGame {
    async fn new(rules: &str, mr_x: Value, detectives: Value) -> SharedGame {
        let server = TestServer::new(1);
        let seats = json!({ "mr_x": mr_x, "detectives": detectives });
        let created = server.create(&json!({ "rules": rules, "seats": seats })).await;
        let team = created["links"]["detectives"].as_array().unwrap().iter().map(text).collect();
        SharedGame { id: text(&created["id"]), mr_x: text(&created["links"]["mr_x"]), team, server }
    }

    async fn ask(&self, ask: Request) -> Response {
        let answer = self.server.ask(ask.clone()).await;
        kept(&ask, &answer).unwrap();
        answer
    }

    async fn post(&self, what: &str, token: &str) -> Response {
        self.ask(Request::post(format!("/api/games/{}/{what}", self.id)).token(token)).await
    }

    async fn view(&self, token: &str) -> Value {
        self.ask(Request::get(format!("/api/games/{}", self.id)).token(token)).await.json()
    }

    /// Plays the first legal move of a seat as soon as it is its turn.
    async fn play(&self, token: &str) {
        let view = self.server.until(&self.id, token, |view| view["your_turn"] == true).await;
        let body = json!({ "move": view["legal"][0]["move"], "ply": view["ply"] });
        let ask = Request::post(format!("/api/games/{}/moves", self.id)).token(token).json(&body);
        let answer = self.ask(ask).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Whether an undo was done at once, and the plies after it.
    async fn undo(&self, token: &str) -> (Value, Value) {
        let done = self.post("undo", token).await.json()["done"].clone();
        (done, self.view(token).await["ply"].clone())
    }
}

fn five(seat: impl Fn(usize) -> Value) -> Value {
    (1..=5).map(seat).collect()
}

#[test]
fn an_agreed_undo_goes_back_to_the_decision_of_the_one_who_asked() {
    run(async {
        let shared = SharedGame::new("classic", human(), five(|_| human())).await;
        let [first, second, third, ..] = &shared.team[..] else { panic!("five seats") };
        for token in [&shared.mr_x, first, second, third] {
            shared.play(token).await;
        }
        assert_eq!(shared.undo(first).await, (json!(false), json!(4)));
        let view = shared.view(&shared.mr_x).await;
        assert_eq!(
            (&view["undo_asked"], &view["may_agree"]),
            (&json!("detective-1"), &json!(true))
        );
        // The other side is to agree, not the asker's own.
        assert_eq!(shared.view(second).await["may_agree"], false);
        assert_eq!(shared.undo(&shared.mr_x).await, (json!(true), json!(1)));
        let view = shared.view(first).await;
        assert_eq!((&view["your_turn"], &view["undo_asked"]), (&json!(true), &Value::Null));

        // The latest request counts, and a move declines.
        shared.play(first).await;
        shared.play(second).await;
        assert_eq!(shared.undo(first).await, (json!(false), json!(3)));
        assert_eq!(shared.undo(second).await, (json!(false), json!(3)));
        assert_eq!(shared.undo(&shared.mr_x).await, (json!(true), json!(2)));
        assert_eq!(shared.undo(first).await, (json!(false), json!(2)));
        shared.play(second).await;
        assert_eq!(shared.view(&shared.mr_x).await["undo_asked"], Value::Null);
    });
}

#[test]
fn nobody_takes_back_the_moves_of_colleagues_unasked() {
    run(async {
        let shared = SharedGame::new("classic", agent(), five(|_| human())).await;
        for token in &shared.team[..4] {
            shared.play(token).await;
        }
        assert_eq!(shared.undo(&shared.team[0]).await, (json!(false), json!(5)));
        let may = async |at: usize| shared.view(&shared.team[at]).await["may_agree"] == true;
        // The fifth has lost nothing, and nobody agrees with himself.
        let seats = [may(0).await, may(1).await, may(2).await, may(3).await, may(4).await];
        assert_eq!(seats, [false, true, true, true, false]);
        assert_eq!(shared.undo(&shared.team[0]).await, (json!(false), json!(5)));
        assert_eq!(shared.undo(&shared.team[2]).await, (json!(true), json!(1)));
        // What costs nobody else a move needs nobody.
        shared.play(&shared.team[0]).await;
        assert_eq!(shared.undo(&shared.team[0]).await, (json!(true), json!(1)));
    });
}

#[test]
fn moves_of_agents_are_taken_back_at_once_and_decline_nothing() {
    run(async {
        let seats = five(|n| if n == 1 || n == 3 { human() } else { agent() });
        let shared = SharedGame::new("classic", agent(), seats).await;
        let (first, third) = (&shared.team[0], &shared.team[2]);
        shared.play(first).await;
        shared.server.until(&shared.id, third, |view| view["your_turn"] == true).await;
        assert_eq!(shared.undo(first).await, (json!(true), json!(1)));
        shared.play(first).await;
        shared.play(third).await;
        assert_eq!(shared.undo(first).await.0, json!(false));
        shared.server.until(&shared.id, first, |view| view["your_turn"] == true).await;
        assert_eq!(shared.view(third).await["may_agree"], true);
        assert_eq!(shared.undo(third).await, (json!(true), json!(1)));
    });
}

#[test]
fn a_hint_is_among_the_moves_of_the_seat() {
    run(async {
        for rules in ["modern", "bristol"] {
            let detectives = yard_core::presets::rules(rules).unwrap().detectives();
            let seats = (0..detectives).map(|_| human()).collect();
            let shared = SharedGame::new(rules, human(), seats).await;
            shared.play(&shared.mr_x).await;
            for token in &shared.team {
                let ask =
                    Request::get(format!("/api/games/{}/help?kind=hint", shared.id)).token(token);
                let hint = shared.ask(ask).await.json()["hint"]["move"].clone();
                let legal = shared.view(token).await["legal"].clone();
                let has = legal.as_array().unwrap().iter().any(|mv| mv["move"] == hint);
                assert!(has, "{rules}: {hint} of {legal}");
            }
            let moved = &shared.team[1];
            shared.play(moved).await;
            let ask = Request::get(format!("/api/games/{}/help?kind=hint", shared.id)).token(moved);
            assert_eq!(shared.ask(ask).await.status, 409);
        }
    });
}

#[test]
fn a_finished_game_is_not_cancelled_and_a_cancelled_one_shows_no_moves() {
    run(async {
        let shared = SharedGame::new("grid:5,2,3", human(), agent()).await;
        let x = &shared.mr_x;
        let code = |answer: &Response| (answer.status, text(&answer.json()["code"]));
        let refused = (409, "not_your_turn".to_owned());
        shared.play(x).await;
        shared.server.until(&shared.id, x, |view| view["your_turn"] == true).await;
        assert_eq!(
            shared.post("cancel", x).await.json(),
            json!({ "done": true, "state": "cancelled" })
        );
        let view = shared.view(x).await;
        assert_eq!((&view["state"], &view["your_turn"]), (&json!("cancelled"), &json!(false)));
        assert_eq!((&view["legal"], &view["to_move"]), (&json!([]), &json!([])));
        assert_eq!(code(&shared.post("undo", x).await), refused);
        let hint = Request::get(format!("/api/games/{}/help?kind=hint", shared.id)).token(x);
        assert_eq!(code(&shared.ask(hint).await), refused);
        assert_eq!(shared.post("resume", x).await.json(), json!({ "done": true, "state": "open" }));

        while shared.view(x).await["state"] == "open" {
            let ready = |view: &Value| view["your_turn"] == true || view["state"] == "over";
            let view = shared.server.until(&shared.id, x, ready).await;
            if view["state"] == "open" {
                shared.play(x).await;
            }
        }
        assert_eq!(code(&shared.post("cancel", x).await), refused);
        assert_eq!(shared.post("resume", x).await.json(), json!({ "done": true, "state": "over" }));
        assert_eq!(shared.post("undo", x).await.json(), json!({ "done": true }));
        let view = shared.view(x).await;
        assert_eq!((&view["state"], &view["your_turn"]), (&json!("open"), &json!(true)));
        shared.play(x).await;
    });
}

#[test]
fn a_body_is_an_object_of_the_right_type() {
    run(async {
        let shared = SharedGame::new("grid5", human(), agent()).await;
        let name = async |kind: &str, body: &str| {
            let mut ask =
                Request::post(format!("/api/games/{}/name", shared.id)).token(&shared.mr_x);
            ask.body = body.into();
            let answer = shared.ask(ask.header("content-type", kind)).await;
            (answer.status, text(&answer.json()["error"]))
        };
        assert_eq!(name("application/json; charset=utf-8", "{\"name\": \"a\"}").await.0, 200);
        assert_eq!(name("application/jsonp", "{\"name\": \"b\"}").await.0, 400);
        let (status, error) = name("application/json", "[\"b\"]").await;
        assert_eq!(status, 400);
        assert!(error.contains("expected an object"), "{error}");
        assert_eq!(shared.view(&shared.mr_x).await["names"]["mr_x"], "a");
    });
}
