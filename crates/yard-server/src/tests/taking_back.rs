//! Moves that are taken back: from agents at once, from people by consent, after the end by those who play alone.

use serde_json::{Value, json};

use super::playing::{people, play, play_on, text, tokens};
use super::test_server::{Request, TestServer, run};

#[test]
fn moves_are_taken_back_at_once_from_agents_and_by_consent_from_people() {
    run(async {
        let server = TestServer::new(1);
        let undo = |id: String, token: String| {
            let ask = Request::post(format!("/api/games/{id}/undo")).token(&token);
            let answer = server.ask(ask);
            async move { answer.await.json() }
        };
        let agent = json!({ "kind": "agent", "spec": "random" });
        let seats = json!({ "mr_x": agent, "detectives": { "kind": "human" } });
        let created = server.create(&json!({ "rules": "grid7", "seats": seats })).await;
        let (id, _, team, _) = tokens(&created);
        let view = server.until(&id, &team, |view| view["your_turn"] == true).await;
        assert_eq!(text(&undo(id.clone(), team.clone()).await["code"]), "bad_move");
        let mv = text(&view["legal"][0]["move"]);
        assert_eq!(play(&server, &id, &team, &mv, 1).await.0, 200);
        assert_eq!(undo(id.clone(), team.clone()).await, json!({ "done": true }));
        let back = server.view(&id, &team).await;
        assert_eq!((&back["ply"], &back["taken_back"]), (&json!(1), &json!(1)));

        let created = server.create(&json!({ "rules": "grid7", "seats": people() })).await;
        let (id, x, team, _) = tokens(&created);
        play_on(&server, &id, &x, &team, 3, 1).await;
        assert_eq!(undo(id.clone(), x.clone()).await, json!({ "done": false }));
        assert_eq!(server.view(&id, &team).await["undo_asked"], "mr_x");
        assert_eq!(undo(id.clone(), team.clone()).await, json!({ "done": true }));
        let back = server.view(&id, &x).await;
        assert_eq!((&back["ply"], &back["undo_asked"]), (&json!(0), &Value::Null));
    });
}

/// The end shows where Mr X was: one who plays alone may go on and learn, and it is told; others may not.
#[test]
fn a_finished_game_is_taken_back_by_those_who_play_alone_only() {
    run(async {
        let server = TestServer::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let undo = |id: &str, token: &str| {
            server.ask(Request::post(format!("/api/games/{id}/undo")).token(token))
        };
        let agent = json!({ "kind": "agent", "spec": "random" });
        let seats = json!({ "mr_x": { "kind": "human" }, "detectives": agent });
        let body = json!({ "rules": "grid:5,2,3", "seats": seats, "seed": 5 });
        let ask = Request::post("/api/games").json(&body).header("x-yard-owner", owner);
        let (id, x, _, watch) = tokens(&server.ask(ask).await.json());
        let to_the_end = async || loop {
            let ready = |view: &Value| view["your_turn"] == true || view["state"] == "over";
            let view = server.until(&id, &x, ready).await;
            if view["state"] == "over" {
                return view;
            }
            let ply = view["ply"].as_u64().unwrap() as usize;
            let mv = text(
                view["legal"].as_array().unwrap().last().map_or(&Value::Null, |mv| &mv["move"]),
            );
            assert_eq!(play(&server, &id, &x, &mv, ply).await.0, 200);
        };
        let analysis = async || {
            let ask = Request::get(format!("/api/games/{id}/analysis")).token(&x);
            server.ask(ask).await.json()["of"].clone()
        };
        let ended = to_the_end().await;
        assert_eq!((analysis().await, &ended["reopened"]), (ended["ply"].clone(), &json!(0)));
        assert_eq!(undo(&id, &watch).await.status, 403);
        assert_eq!(undo(&id, &x).await.json(), json!({ "done": true }));
        let back = server.view(&id, &x).await;
        assert_eq!((&back["state"], &back["reopened"]), (&json!("open"), &json!(1)));
        assert_eq!((&back["seed"], &back["outcome"]), (&Value::Null, &Value::Null));
        let ended = to_the_end().await;
        assert_eq!(analysis().await, ended["ply"], "the moves of this end are looked at");
        let list =
            server.ask(Request::get("/api/games").header("x-yard-owner", owner)).await.json();
        let line = &list["games"][0];
        assert_eq!((&line["taken_back"], &line["reopened"]), (&json!(1), &json!(1)));
        let record =
            server.ask(Request::get(format!("/api/games/{id}/record")).token(&x)).await.text();
        assert!(record.contains("\n# taken back after the end: 1\n"), "{record}");

        let created = server.create(&json!({ "rules": "grid:5,2,3", "seats": people() })).await;
        let (id, x, team, _) = tokens(&created);
        play_on(&server, &id, &x, &team, 100, 1).await;
        for token in [&x, &team] {
            let answer = undo(&id, token).await;
            assert_eq!(
                (answer.status, text(&answer.json()["code"])),
                (403, "forbidden".to_owned())
            );
        }
        assert_eq!(server.view(&id, &team).await["state"], "over");
    });
}
