//! What people at one table have besides moves: presence, reactions, watchers, a clock, the next game, a replay to share.

use serde_json::{Value, json};
use yard_tabletop::{CreateGame, GameSeed, deal, read_object};

use super::document::kept;
use super::playing::{people, play_on, text, tokens};
use super::test_server::{Request, Response, TestServer, here, run};

async fn post(server: &TestServer, path: &str, token: &str, body: Value) -> Response {
    let ask = Request::post(path).token(token).json(&body);
    let answer = server.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    answer
}

/// A game of two people, each with an owner of his own; the tokens of both and of those who watch.
struct Two {
    server: TestServer,
    id: String,
    x: String,
    team: String,
    watch: String,
}

const MAX: &str = "the-owner-of-mister-x";
const MIA: &str = "the-owner-of-detectives";

impl Two {
    async fn new(body: Value) -> Two {
        Two::at(TestServer::new(1), body).await
    }

    async fn at(server: TestServer, mut body: Value) -> Two {
        body["seats"] = json!({
            "mr_x": { "kind": "human", "name": "Max" }, "detectives": { "kind": "human", "name": "Mia" },
        });
        body["claim"] = json!(["mr_x"]);
        let ask = Request::post("/api/games").json(&body).header("x-yard-owner", MAX);
        let made = server.ask(ask).await.json();
        let (id, x) = (text(&made["id"]), text(&made["links"]["mr_x"]));
        let invitation = text(&made["invitations"]["detectives"][0]);
        let claim = Request::post(format!("/api/games/{id}/claim")).token(&invitation);
        let seat = server.ask(claim.header("x-yard-owner", MIA)).await.json();
        let watch = text(&made["links"]["watch"]);
        Two { server, id, x, team: text(&seat["token"]), watch }
    }

    async fn post(&self, what: &str, token: &str, body: Value) -> Response {
        post(&self.server, &format!("/api/games/{}/{what}", self.id), token, body).await
    }

    async fn view(&self, token: &str) -> Value {
        self.server.view(&self.id, token).await
    }

    async fn rematch(&self, token: &str, owner: &str, seats: &str) -> (u16, Value) {
        let ask = Request::post(format!("/api/games/{}/rematch", self.id));
        let ask = ask.token(token).header("x-yard-owner", owner).json(&json!({ "seats": seats }));
        let answer = self.server.ask(ask.clone()).await;
        kept(&ask, &answer).unwrap();
        (answer.status, answer.json())
    }
}

#[test]
fn everybody_sees_who_is_here() {
    run(async {
        let two = Two::new(json!({ "rules": "grid5" })).await;
        assert_eq!(two.view(&two.x).await["present"], json!([]), "nobody has a page open");
        let mut visitors = Vec::new();
        for token in [&two.x, &two.team, &two.team, &two.watch] {
            let (table, role) = two.server.lobby.seat(&two.id, token, here()).await.unwrap();
            visitors.push(table.visit(role).unwrap());
        }
        let here = |present: Value, watching: u64| {
            move |view: &Value| view["present"] == present && view["watching"] == watching
        };
        let until = |wanted| two.server.until(&two.id, &two.x, wanted);
        until(here(json!(["mr_x", "detectives"]), 1)).await;
        // One page of two is closed; then those who watch go, and then the other page.
        drop(visitors.remove(1));
        drop(visitors.pop());
        until(here(json!(["mr_x", "detectives"]), 0)).await;
        drop(visitors.pop());
        until(here(json!(["mr_x"]), 0)).await;
        assert_eq!(two.view(&two.watch).await["present"], json!(["mr_x"]));
    });
}

#[test]
fn a_few_words_reach_everybody_and_not_too_many_of_them() {
    run(async {
        let two = Two::new(json!({ "rules": "grid5" })).await;
        for reaction in ["hello", "wow", "wow", "thanks"] {
            assert_eq!(
                two.post("react", &two.x, json!({ "reaction": reaction })).await.status,
                200
            );
        }
        let fifth = two.post("react", &two.x, json!({ "reaction": "wow" })).await;
        assert_eq!((fifth.status, &fifth.json()["code"]), (429, &json!("too_many")));
        let other = two.post("react", &two.team, json!({ "reaction": "hurry" })).await;
        assert_eq!(other.status, 200, "each seat has its own");
        let said = two.view(&two.watch).await["reactions"].clone();
        assert_eq!(said, two.view(&two.team).await["reactions"]);
        assert_eq!(said[0], json!({ "number": 1, "seat": "mr_x", "reaction": "hello" }));
        assert_eq!(said[4], json!({ "number": 5, "seat": "detectives", "reaction": "hurry" }));
        let refused = two.post("react", &two.watch, json!({ "reaction": "wow" })).await;
        assert_eq!(refused.status, 403, "whoever watches says nothing");
        for word in ["<b>", "Hello", "", "free text"] {
            let refused = two.post("react", &two.x, json!({ "reaction": word })).await;
            assert_eq!(refused.status, 400, "{word}");
        }
    });
}

#[test]
fn a_link_for_watching_sees_what_is_public_and_does_nothing() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let two =
            Two::at(TestServer::open(1, Some(folder.path())), json!({ "rules": "grid5" })).await;
        play_on(&two.server, &two.id, &two.x, &two.team, 4, 3).await;
        assert_eq!(two.post("spectators", &two.watch, json!({})).await.status, 403);
        let mut made = Vec::new();
        loop {
            let answer = two.post("spectators", &two.team, json!({})).await;
            match answer.status {
                201 => made.push(text(&answer.json()["watch"])),
                _ => break assert_eq!(answer.status, 429),
            }
        }
        assert_eq!(made.len(), 15, "with the first there are sixteen");
        two.server.lobby.close();
        let Two { id, watch, x, team, server } = two;
        drop(server);
        let server = TestServer::reopen(2, folder.path(), Vec::new()).await;
        let public = server.view(&id, &watch).await;
        assert_eq!((&public["stations"]["mr_x"], &public["legal"]), (&Value::Null, &json!([])));
        for token in &made {
            assert_eq!(server.view(&id, token).await, public, "also after a restart");
            for what in ["moves", "undo", "cancel", "rematch", "token", "spectators"] {
                let body = match what {
                    "moves" => json!({ "move": "T1", "ply": 4 }),
                    "rematch" => json!({ "seats": "same" }),
                    _ => json!({}),
                };
                let path = format!("/api/games/{id}/{what}");
                assert_eq!(post(&server, &path, token, body).await.status, 403, "{what}");
            }
        }
        assert_ne!(server.view(&id, &x).await["stations"]["mr_x"], Value::Null);
        assert_eq!(server.view(&id, &team).await["stations"]["mr_x"], Value::Null);
    });
}

#[test]
fn a_declined_take_back_is_asked_for_again_after_another_move_only() {
    run(async {
        let two = Two::new(json!({ "rules": "classic" })).await;
        play_on(&two.server, &two.id, &two.x, &two.team, 2, 3).await;
        let undo = || two.post("undo", &two.x, json!({}));
        assert_eq!(undo().await.json(), json!({ "done": false }));
        assert_eq!(two.view(&two.team).await["may_agree"], true);
        let refused = two.post("decline", &two.team, json!({ "what": "undo" })).await;
        assert_eq!(refused.status, 200);
        assert_eq!(two.view(&two.x).await["undo_asked"], Value::Null);
        let again = undo().await;
        assert_eq!((again.status, &again.json()["code"]), (409, &json!("not_your_turn")));
        play_on(&two.server, &two.id, &two.x, &two.team, 1, 3).await;
        assert_eq!(undo().await.json(), json!({ "done": false }), "another move was made");
        // One who takes his own wish back may ask again.
        two.post("decline", &two.x, json!({ "what": "undo" })).await;
        assert_eq!(undo().await.json(), json!({ "done": false }));
        assert_eq!(two.post("undo", &two.team, json!({})).await.json(), json!({ "done": true }));
        assert_eq!(two.view(&two.x).await["ply"], 0);
    });
}

/// A game of people whose moves have a second, which nobody may ask for.
async fn hasty(server: &TestServer, rules: &str, seats: Value) -> Value {
    let body = json!({ "rules": rules, "seats": seats, "claim": "all", "clock_s": 1 });
    let request: CreateGame = read_object(&body.to_string()).unwrap();
    let rules = server.lobby.catalog.rules(rules).unwrap();
    let seed = GameSeed::Secret([7; 16]);
    let deal = deal(&rules, &seed);
    let made = server.lobby.create_with(request, rules, seed, deal, None, here()).await.unwrap();
    serde_json::to_value(made).unwrap()
}

#[test]
fn the_server_moves_for_those_who_are_late_and_counts_it() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(1, Some(folder.path()));
        for wrong in [json!(9), json!(86_401), json!(-1), json!("60")] {
            let body = json!({ "rules": "grid5", "seats": people(), "clock_s": wrong });
            assert_eq!(server.ask(Request::post("/api/games").json(&body)).await.status, 400);
        }
        let made = hasty(&server, "grid5", people()).await;
        let (id, x, team, watch) = tokens(&made);
        // Somebody looks, and nobody moves: Mr X's move, then those of two detectives are made for them.
        let seen = server.until(&id, &watch, |view| view["ply"].as_u64() >= Some(3)).await;
        let late = seen["clock"]["late"].clone();
        assert_eq!((&late["mr_x"], seen["clock"]["seconds"].as_u64()), (&json!(1), Some(1)));
        assert!(late["detectives"].as_u64() >= Some(2), "{late}");
        let left = server.view(&id, &x).await["clock"]["left_ms"].clone();
        assert!(left.as_u64().is_some_and(|left| left <= 1000), "{left}");
        let record = server.ask(Request::get(format!("/api/games/{id}/record")).token(&team)).await;
        assert!(record.text().contains("# too late, so that the server moved for mr_x: 1"));
        // A pause, which takes effect at once where one holds all seats, stops the clock.
        post(&server, &format!("/api/games/{id}/pace"), &x, json!({ "paused": true })).await;
        let paused = server.view(&id, &x).await;
        assert_eq!((&paused["paused"], &paused["clock"]["left_ms"]), (&json!(true), &Value::Null));
        let ply = paused["ply"].as_u64().unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        assert_eq!(server.view(&id, &x).await["ply"].as_u64(), Some(ply));
        let late = server.view(&id, &x).await["clock"]["late"].clone();
        server.lobby.close();
        drop(server);
        let server = TestServer::reopen(2, folder.path(), Vec::new()).await;
        assert_eq!(server.view(&id, &x).await["clock"]["late"], late, "it is kept");
    });
}

#[test]
fn a_clock_waits_for_those_who_are_still_to_come() {
    run(async {
        let server = TestServer::new(1);
        let body = json!({ "rules": "grid5", "seats": people(), "clock_s": 10, "claim": ["mr_x"] });
        let made = server.create(&body).await;
        let (id, x, _, _) = tokens(&made);
        assert_eq!(server.view(&id, &x).await["clock"]["left_ms"], Value::Null);
        let invitation = text(&made["invitations"]["detectives"][0]);
        server.ask(Request::post(format!("/api/games/{id}/claim")).token(&invitation)).await;
        let left = server.view(&id, &x).await["clock"]["left_ms"].as_u64();
        assert!(left.is_some_and(|left| left <= 10_000), "{left:?}");
    });
}

#[test]
fn nobody_moves_while_the_people_have_paused_the_game() {
    run(async {
        let two = Two::new(json!({ "rules": "grid5" })).await;
        let pause = |token: &str, paused: bool| {
            let token = token.to_owned();
            let two = &two;
            async move { two.post("pace", &token, json!({ "paused": paused })).await.json() }
        };
        let view = two.view(&two.x).await;
        let body = json!({ "move": view["legal"][0]["move"], "ply": 0 });
        assert_eq!(pause(&two.x, true).await["done"], false);
        assert_eq!(pause(&two.team, true).await["done"], true);
        let held = two.view(&two.x).await;
        assert_eq!((&held["your_turn"], &held["legal"]), (&json!(false), &json!([])));
        let refused = two.post("moves", &two.x, body.clone()).await;
        assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("not_your_turn")));
        pause(&two.team, false).await;
        assert_eq!(pause(&two.x, false).await["done"], true);
        assert_eq!(two.post("moves", &two.x, body).await.status, 200);
    });
}

#[test]
fn a_rematch_gives_everybody_his_seat_and_nobody_another_ones() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let body =
            json!({ "rules": "grid5", "pace_ms": 7, "clock_s": 600, "help": { "hints": false } });
        let two = Two::at(TestServer::open(1, Some(folder.path())), body).await;
        let (status, told) = two.rematch(&two.x, MAX, "change").await;
        assert_eq!((status, &told["code"]), (409, &json!("not_your_turn")), "the game goes on");
        two.post("cancel", &two.x, json!({})).await;
        two.post("cancel", &two.team, json!({})).await;
        let (status, max) = two.rematch(&two.x, MAX, "change").await;
        assert_eq!((status, &max["seat"]), (201, &json!("detectives")));
        let next = text(&max["id"]);
        let told = two.view(&two.team).await["rematch"].clone();
        assert_eq!(told, json!({ "id": next, "seats": "change", "by": "mr_x" }));
        // The other one says something else about seats: it is too late for that.
        let (status, mia) = two.rematch(&two.team, MIA, "same").await;
        assert_eq!((status, &mia["seat"], &mia["id"]), (200, &json!("mr_x"), &json!(next)));
        let (status, again) = two.rematch(&two.team, MIA, "same").await;
        assert_eq!((status, &again["seat"]), (200, &json!("mr_x")), "an answer may be lost");
        assert_eq!(two.server.view(&next, &text(&mia["token"])).await["code"], "not_found");
        let (status, _) = two.rematch(&two.team, "somebody-elses-browser", "same").await;
        assert_eq!(status, 409, "the seat is taken");
        let view = two.server.view(&next, &text(&again["token"])).await;
        assert_eq!((&view["seat"], &view["names"]["mr_x"]), (&json!("mr_x"), &json!("Mia")));
        assert_eq!((&view["pace_ms"], &view["clock"]["seconds"]), (&json!(7), &json!(600)));
        assert_eq!(view["help"]["hints"], false);
        let watch = two.server.view(&next, &text(&again["watch"])).await;
        assert_eq!((&watch["seat"], &watch["stations"]["mr_x"]), (&json!("watch"), &Value::Null));
        assert_eq!(two.rematch(&two.watch, MAX, "same").await.0, 403);
        // Kept over a restart, and for one who asks again.
        let Two { server, id, x, team, watch } = two;
        server.lobby.close();
        drop(server);
        let server = TestServer::reopen(2, folder.path(), Vec::new()).await;
        let two = Two { server, id, x, team, watch };
        let (status, max) = two.rematch(&two.x, MAX, "same").await;
        assert_eq!((status, &max["seat"], &max["id"]), (200, &json!("detectives"), &json!(next)));
        assert_eq!(
            two.server.view(&next, &text(&max["token"])).await["stations"]["mr_x"],
            Value::Null
        );
    });
}

#[test]
fn a_shared_replay_gives_away_no_seat_and_no_name() {
    run(async {
        let two = Two::new(json!({ "rules": "grid5" })).await;
        let early = two.post("share", &two.x, json!({})).await;
        assert_eq!(early.status, 403, "the game is not over");
        play_on(&two.server, &two.id, &two.x, &two.team, 500, 3).await;
        let shared = two.post("share", &two.watch, json!({})).await;
        assert_eq!(shared.status, 201);
        let (id, token) = (text(&shared.json()["id"]), text(&shared.json()["token"]));
        assert_ne!(id, two.id);
        let get = |path: &str| Request::get(format!("/api/games/{id}{path}")).token(&token);
        let mut all = String::new();
        for path in ["", "/record", "/replay?eyes=mr_x", "/replay?eyes=detectives"] {
            let answer = two.server.ask(get(path)).await;
            assert_eq!(answer.status, 200, "{path}");
            all += &answer.text();
        }
        let secrets = [&two.id, &two.x, &two.team, &two.watch].map(String::as_str);
        for word in secrets.into_iter().chain(["Max", "Mia"]) {
            assert!(!all.contains(word), "{word}");
        }
        for game in [&two.id, &id] {
            let moves = format!("/api/games/{game}/moves");
            let body = json!({ "move": "T1", "ply": 0 });
            assert_eq!(post(&two.server, &moves, &token, body).await.status, 404, "no seat");
        }
        assert_eq!(
            two.server
                .ask(Request::get(format!("/api/games/{}", two.id)).token(&token))
                .await
                .status,
            404
        );
    });
}
