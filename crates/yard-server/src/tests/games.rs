//! Games by the routes: played to the end by people and agents, repeated, named, held up by nobody.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::{people, play, play_on, text, tokens};
use super::test_server::{Request, TestServer, run};

#[test]
fn people_play_whole_games_under_every_preset() {
    run(async {
        let server = TestServer::new(1);
        for yard_core::presets::Preset { name: rules, .. } in yard_core::presets::RULES {
            let created = server.create(&json!({ "rules": rules, "seats": people() })).await;
            let (id, x, team, watch) = tokens(&created);
            play_on(&server, &id, &x, &team, 1000, 7).await;
            for token in [&x, &team, &watch] {
                for path in ["", "/record", "/replay?eyes=mr_x", "/replay", "/analysis"] {
                    let ask = Request::get(format!("/api/games/{id}{path}")).token(token);
                    let answer = server.ask(ask.clone()).await;
                    assert_eq!(answer.status, 200, "{rules} {path}: {}", answer.text());
                    kept(&ask, &answer).unwrap();
                }
            }
            let view = server.view(&id, &watch).await;
            assert_eq!(view["turn"], "over");
            assert!(view["way"].is_array() && view["seed"].is_null() && !view["outcome"].is_null());
            let replay =
                server.ask(Request::get(format!("/api/games/{id}/replay")).token(&watch)).await;
            let views = replay.json()["views"].as_array().unwrap().len();
            assert_eq!(views as u64, view["ply"].as_u64().unwrap() + 1, "{rules}");
        }
    });
}

#[test]
fn agents_play_each_other_and_people() {
    run(async {
        let server = TestServer::new(1);
        let agent = |spec: &str| json!({ "kind": "agent", "spec": spec });
        for (rules, x, team) in [
            ("classic", "lookahead", "lookahead"),
            ("modern", "random", "expectimax:nodes=200"),
            ("grid5", "best:playouts=50", "best"),
        ] {
            let seats = json!({ "mr_x": agent(x), "detectives": agent(team) });
            let created = server.create(&json!({ "rules": rules, "seats": seats })).await;
            let (id, all) = (text(&created["id"]), text(&created["links"]["watch_all"]));
            let view = server.until(&id, &all, |view| view["state"] == "over").await;
            assert_eq!(view["fault"], Value::Null);
        }
        // Two of five detectives are people, in any order and in a fixed one.
        for rules in ["modern", "classic"] {
            let human = json!({ "kind": "human" });
            let team = json!([agent("random"), human, agent("lookahead"), human, agent("random")]);
            let seats = json!({ "mr_x": agent("random"), "detectives": team });
            let created = server.create(&json!({ "rules": rules, "seats": seats })).await;
            let (id, links) = (text(&created["id"]), &created["links"]);
            assert_eq!(links["detectives"][0], Value::Null);
            let tokens = [text(&links["detectives"][1]), text(&links["detectives"][3])];
            for _ in 0..6 {
                let waits = |view: &Value| {
                    let mine = view["to_move"].as_array().unwrap().iter();
                    let people = |n: &Value| *n == 2 || *n == 4;
                    view["state"] == "over" || mine.clone().any(people)
                };
                let view = server.until(&id, &tokens[0], waits).await;
                if view["state"] == "over" {
                    break;
                }
                let token = if view["your_turn"] == true { &tokens[0] } else { &tokens[1] };
                let view = server.view(&id, token).await;
                let ply = view["ply"].as_u64().unwrap() as usize;
                let mv = text(&view["legal"][0]["move"]);
                assert_eq!(play(&server, &id, token, &mv, ply).await.0, 200);
            }
        }
    });
}

#[test]
fn a_repeated_move_is_answered_as_before_and_another_is_stale() {
    run(async {
        let server = TestServer::new(1);
        let created = server.create(&json!({ "rules": "classic", "seats": people() })).await;
        let (id, x, team, watch) = tokens(&created);
        let legal = server.view(&id, &x).await["legal"].clone();
        let (first, other) = (text(&legal[0]["move"]), text(&legal[1]["move"]));
        assert_eq!(play(&server, &id, &x, &first, 0).await, (200, json!({ "ply": 1 })));
        assert_eq!(play(&server, &id, &x, &first, 0).await, (200, json!({ "ply": 1 })));
        let code = |answer: (u16, Value)| (answer.0, text(&answer.1["code"]));
        assert_eq!(code(play(&server, &id, &x, &other, 0).await), (409, "stale".to_owned()));
        assert_eq!(code(play(&server, &id, &x, &first, 5).await), (409, "stale".to_owned()));
        assert_eq!(
            code(play(&server, &id, &x, &other, 1).await),
            (409, "not_your_turn".to_owned())
        );
        // The detectives may not even ask whether Mr X made this move.
        assert_eq!(code(play(&server, &id, &team, &first, 0).await), (409, "stale".to_owned()));
        assert_eq!(code(play(&server, &id, &watch, "T1", 1).await), (403, "forbidden".to_owned()));
        assert_eq!(
            code(play(&server, &id, "nobody", "T1", 1).await),
            (404, "not_found".to_owned())
        );
        assert_eq!(code(play(&server, &id, &team, "T199", 1).await), (422, "bad_move".to_owned()));
        assert_eq!(code(play(&server, &id, &team, "fly", 1).await), (422, "bad_move".to_owned()));
    });
}

#[test]
fn people_name_themselves_and_everybody_sees_it() {
    run(async {
        let server = TestServer::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let human = json!({ "kind": "human" });
        let team = json!([human, human, human, human, human]);
        let seats = json!({ "mr_x": human, "detectives": team });
        let body = json!({ "rules": "classic", "seats": seats, "claim": "all" });
        let ask = Request::post("/api/games").json(&body).header("x-yard-owner", owner);
        let created = server.ask(ask).await.json();
        let (id, x, first, watch) = tokens(&created);
        let name = async |token: &str, name: &str| {
            let body = json!({ "name": name });
            let ask = Request::post(format!("/api/games/{id}/name")).token(token).json(&body);
            let answer = server.ask(ask.clone()).await;
            kept(&ask, &answer).unwrap();
            answer.status
        };
        assert_eq!(name(&first, "<b>Ann</b>").await, 200);
        assert_eq!(name(&text(&created["links"]["detectives"][2]), "Bob").await, 200);
        assert_eq!(name(&x, "Max").await, 200);
        assert_eq!(name(&watch, "Eve").await, 403);
        assert_eq!(name(&first, &"x".repeat(41)).await, 400);
        assert_eq!(name(&first, "two\nlines").await, 400);
        assert_eq!(name("nobody", "Eve").await, 404);
        let names = json!({ "mr_x": "Max", "detectives": ["<b>Ann</b>", "", "Bob", "", ""] });
        for token in [&x, &first, &watch] {
            assert_eq!(server.view(&id, token).await["names"], names);
        }
        let found = Request::get("/api/games?query=bob").header("x-yard-owner", owner);
        let found = server.ask(found).await.json();
        assert_eq!(found["games"][0]["names"], "Max – <b>Ann</b>, somebody, Bob, somebody");
        let record = Request::get(format!("/api/games/{id}/record")).token(&watch);
        let record = server.ask(record).await.text();
        assert!(record.starts_with("yard-record 1\n# Max – <b>Ann</b>, "), "{record}");
        assert_eq!(server.ask(Request::post("/api/import").text(&record)).await.status, 201);
    });
}

#[test]
fn a_thinking_agent_holds_up_neither_its_own_table_nor_another() {
    run(async {
        let server = TestServer::new(1);
        let slow = json!({ "kind": "agent", "spec": "best:ms=20000" });
        let seats = json!({ "mr_x": slow, "detectives": { "kind": "human" } });
        let created = server.create(&json!({ "rules": "classic", "seats": seats })).await;
        let (id, _, team, _) = tokens(&created);
        assert_eq!(server.view(&id, &team).await["thinking"], true);
        let other = server.create(&json!({ "rules": "classic", "seats": people() })).await;
        let (other, x, detectives, _) = tokens(&other);
        play_on(&server, &other, &x, &detectives, 6, 3).await;
        let ask = Request::post(format!("/api/games/{id}/cancel")).token(&team);
        assert_eq!(server.ask(ask).await.status, 200);
        let view = server.view(&id, &team).await;
        assert_eq!((&view["state"], &view["thinking"]), (&json!("cancelled"), &json!(false)));
        let (status, answer) = play(&server, &id, &team, "T1", 0).await;
        assert_eq!((status, text(&answer["code"])), (409, "not_your_turn".to_owned()));
        let ask = Request::post(format!("/api/games/{id}/resume")).token(&team);
        assert_eq!(server.ask(ask).await.status, 200);
        assert_eq!(server.view(&id, &team).await["thinking"], true);
    });
}
