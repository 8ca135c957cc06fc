//! Levels by name, the facts of a finished game, puzzles, and the assistant's second look at a log.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::{people, play_on, tokens};
use super::test_server::{Request, TestServer, run};

async fn ask(server: &TestServer, ask: Request) -> (u16, Value) {
    let answer = server.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    (answer.status, answer.json())
}

#[test]
fn a_seat_can_be_a_level_and_has_its_name() {
    run(async {
        let server = TestServer::new(1);
        let seats = json!({ "mr_x": { "kind": "human" }, "detectives": { "kind": "agent", "level": "medium" } });
        let created = server.create(&json!({ "rules": "classic", "seats": seats })).await;
        let (id, x, ..) = tokens(&created);
        let view = server.view(&id, &x).await;
        assert_eq!(view["names"]["detectives"][0], "Inspector Lane");
        assert_eq!(view["levels"], json!({ "mr_x": null, "detectives": vec!["medium"; 5] }));
        for wrong in [
            json!({ "kind": "agent", "level": "nobody" }),
            json!({ "kind": "agent", "level": "easy", "spec": "best" }),
            json!({ "kind": "agent" }),
        ] {
            let seats = json!({ "mr_x": { "kind": "human" }, "detectives": wrong });
            let body = json!({ "rules": "classic", "seats": seats });
            let (status, error) = ask(&server, Request::post("/api/games").json(&body)).await;
            assert_eq!((status, &error["code"]), (400, &json!("bad_request")), "{error}");
        }
    });
}

#[test]
fn the_next_level_follows_from_a_record() {
    run(async {
        let server = TestServer::new(1);
        let body =
            json!({ "side": "mr_x", "record": [{ "level": "easy", "wins": 3, "losses": 1 }] });
        let (status, next) = ask(&server, Request::post("/api/levels/suggest").json(&body)).await;
        assert_eq!(
            (status, &next["level"], &next["reason"]["code"]),
            (200, &json!("medium"), &json!("level_up"))
        );
    });
}

/// Facts tell where Mr X was, so there are none before the end, for anybody.
#[test]
fn facts_wait_for_the_end() {
    run(async {
        let server = TestServer::new(1);
        let body = json!({ "rules": "grid:3,2,2,1", "seats": people() });
        let (id, x, team, watch) = tokens(&server.create(&body).await);
        let facts = |token: &str| Request::get(format!("/api/games/{id}/facts")).token(token);
        for token in [&x, &team, &watch] {
            let (status, body) = ask(&server, facts(token)).await;
            assert_eq!(status, 403, "{body}");
        }
        play_on(&server, &id, &x, &team, 100, 3).await;
        let (status, told) = ask(&server, facts(&team)).await;
        assert_eq!((status, &told["side"]), (200, &json!("detectives")), "{told}");
        assert!(told["result"]["text"].as_str().unwrap().contains("Mr X"), "{told}");
        assert_eq!(ask(&server, facts(&watch)).await.1["side"], Value::Null);
    });
}

#[test]
fn puzzles_are_shown_without_their_solution_and_answered() {
    run(async {
        let server = TestServer::new(1);
        let (_, list) = ask(&server, Request::get("/api/puzzles")).await;
        let all = list["puzzles"].as_array().unwrap();
        for kind in ["catch", "slip"] {
            let id = all.iter().find(|one| one["kind"] == kind).unwrap()["id"].as_str().unwrap();
            let (status, shown) = ask(&server, Request::get(format!("/api/puzzles/{id}"))).await;
            assert_eq!((status, &shown["solution"]), (200, &Value::Null));
            assert_eq!(shown["view"]["stations"]["mr_x"].is_null(), kind == "catch");
            let puzzle = yard_puzzles::find(id).unwrap();
            let path = format!("/api/puzzles/{id}/answer");
            let try_it = |mv: &str| Request::post(&path).json(&json!({ "move": mv }));
            let (_, right) = ask(&server, try_it(&puzzle.solution)).await;
            assert_eq!(
                (&right["correct"], &right["messages"][0]["code"]),
                (&json!(true), &json!("puzzle_right"))
            );
            let legal = shown["view"]["legal"].as_array().unwrap();
            let other = legal.iter().find(|one| one["move"] != puzzle.solution.as_str()).unwrap();
            let (_, wrong) = ask(&server, try_it(other["move"].as_str().unwrap())).await;
            assert_eq!(wrong["correct"], false);
            assert!(
                wrong["chance"].as_f64().unwrap()
                    <= wrong["solution_chance"].as_f64().unwrap() - 0.149
            );
            let (status, error) = ask(&server, try_it("T250")).await;
            assert_eq!((status, &error["code"]), (422, &json!("bad_move")));
        }
        let day = |date: &str| Request::get(format!("/api/puzzles/daily?date={date}"));
        let (_, one) = ask(&server, day("2026-11-18")).await;
        assert_eq!(ask(&server, day("2026-11-18")).await.1, one);
        assert_eq!(ask(&server, day("2026-02-30")).await.0, 400);
        assert_eq!(ask(&server, Request::get("/api/puzzles/nothing")).await.0, 404);
    });
}

const LOG: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                   1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52 B72\n";

#[test]
fn the_assistant_answers_in_two_stages_and_frames_the_likeliest() {
    run(async {
        let server = TestServer::new(1);
        let log = LOG.replace("2 2K?T82 | T5 T15 T23 T52 B72\n", "2 K?");
        for stage in ["quick", "full"] {
            let body = json!({ "record": log, "suggest": true, "stage": stage, "ms": 50 });
            let (status, told) = ask(&server, Request::post("/api/assist").json(&body)).await;
            assert_eq!((status, &told["stage"]), (200, &json!(stage)));
            assert_eq!(told["suggestions"].as_array().unwrap().len(), 5);
            assert!(told["suggestions"][0]["reasons"][0]["code"].is_string(), "{told}");
            assert!((1..=5).contains(&told["likeliest"].as_array().unwrap().len()));
        }
        let before = json!({ "record": LOG.replace("2 2K?T82 | T5 T15 T23 T52 B72\n", "2 K? | T5 T15 T23 T52 B72") });
        let (_, told) = ask(&server, Request::post("/api/assist").json(&before)).await;
        let shown = told["surfacing"].as_object().unwrap();
        assert!(told["surfaces_next"] == true && !shown.is_empty(), "{told}");
    });
}

#[test]
fn a_log_that_does_not_fit_is_explained() {
    run(async {
        let server = TestServer::new(1);
        let check =
            |record: &str| Request::post("/api/assist/check").json(&json!({ "record": record }));
        assert_eq!(ask(&server, check(LOG)).await.1["ok"], true);
        let (_, wrong) = ask(&server, check(&LOG.replace("T37", "T73"))).await;
        assert_eq!(wrong["problem"]["code"], "log_impossible_ride");
        let offers = wrong["corrections"].as_array().unwrap();
        assert!(offers.iter().any(|one| one["instead"] == "T37"), "{wrong}");
        let (_, noise) = ask(&server, check("yard-record 1\nrules classic\nwhat")).await;
        assert_eq!(noise["problem"]["code"], "log_unreadable");
    });
}

#[test]
fn mr_x_is_told_what_the_detectives_can_know() {
    run(async {
        let server = TestServer::new(1);
        let log = "yard-record 1\nrules classic\nstart 132 26 29 50 53 91\n1 T114 | T15 T16 T37 T69 T105\n";
        let body = json!({ "record": log, "suggest": true, "stage": "quick" });
        let (status, told) = ask(&server, Request::post("/api/assist/mr-x").json(&body)).await;
        assert_eq!((status, &told["station"]), (200, &json!(114)), "{told}");
        assert!(told["suggestion"]["reasons"][0]["text"].is_string());
        assert!(told["legal"][0]["left_open"].as_u64().unwrap() > 0);
        assert_eq!(told["nearest"].as_array().unwrap().len(), 5);
        let hidden = json!({ "record": LOG });
        assert_eq!(ask(&server, Request::post("/api/assist/mr-x").json(&hidden)).await.0, 422);
    });
}
