//! A seed tells where Mr X is: nobody chooses one in secret, and the server's own are told to nobody.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::{play_on, text, tokens};
use super::test_server::{Request, TestServer, run};

const OWNER: &str = "an-owner-of-sixteen-letters";

fn seats(mr_x: &Value, detectives: &Value) -> Value {
    json!({ "mr_x": mr_x, "detectives": detectives })
}

#[test]
fn a_seed_is_refused_where_several_people_play() {
    run(async {
        let server = TestServer::new(1);
        let (human, agent) =
            (json!({ "kind": "human" }), json!({ "kind": "agent", "spec": "random" }));
        for (mr_x, team) in [
            (&human, human.clone()),
            (&human, json!([human, agent])),
            (&agent, json!([human, human])),
        ] {
            for claim in [Value::Null, json!("all"), json!([])] {
                let body = json!({ "rules": "grid5", "seed": 7, "seats": seats(mr_x, &team), "claim": claim });
                let ask = Request::post("/api/games").json(&body);
                let answer = server.ask(ask.clone()).await;
                kept(&ask, &answer).unwrap();
                assert_eq!(
                    (answer.status, text(&answer.json()["code"])),
                    (400, "bad_request".to_owned())
                );
                assert!(
                    answer
                        .text()
                        .contains("a seed cannot be chosen where more than one person plays")
                );
            }
        }
    });
}

/// Whoever plays alone may choose; nobody who looks at the game is left in the dark.
#[test]
fn a_chosen_seed_cannot_be_hidden() {
    run(async {
        let server = TestServer::new(1);
        let (human, agent) =
            (json!({ "kind": "human" }), json!({ "kind": "agent", "spec": "random" }));
        let make = async |seed: Value| {
            let body =
                json!({ "rules": "grid:5,2,3", "seats": seats(&human, &agent), "seed": seed });
            let ask = Request::post("/api/games").json(&body).header("x-yard-owner", OWNER);
            tokens(&server.ask(ask).await.json())
        };
        for (seed, chosen) in [(json!(77_777), true), (Value::Null, false)] {
            let (id, x, _, watch) = make(seed.clone()).await;
            let look = async |when: &str, number: &Value| {
                for token in [&x, &watch] {
                    let view = server.view(&id, token).await;
                    assert_eq!(
                        (&view["seed_chosen"], &view["seed"]),
                        (&json!(chosen), number),
                        "{when}"
                    );
                    let ask = Request::get(format!("/api/games/{id}/record")).token(token);
                    assert_eq!(
                        server.ask(ask).await.text().contains("\n# seed chosen"),
                        chosen,
                        "{when}"
                    );
                }
                let list = Request::get("/api/games").header("x-yard-owner", OWNER);
                let games = server.ask(list).await.json()["games"].clone();
                let line = games.as_array().unwrap().iter().find(|game| game["id"] == *id).cloned();
                assert_eq!(line.unwrap()["seed_chosen"], chosen, "{when}");
            };
            look("at first", &Value::Null).await;
            server.lobby.close();
            look("after a restart", &Value::Null).await;
            loop {
                let ready = |view: &Value| view["your_turn"] == true || view["state"] == "over";
                if server.until(&id, &x, ready).await["state"] == "over" {
                    break;
                }
                play_on(&server, &id, &x, &x, 1, 1).await;
            }
            look("at the end", &seed).await;
            let replay = Request::get(format!("/api/games/{id}/replay")).token(&watch);
            assert_eq!(server.ask(replay).await.json()["views"][0]["seed_chosen"], chosen);
        }
    });
}

/// 128 bits for each game: two games of one server have nothing in common, and no number leads to the deal.
#[test]
fn games_of_one_server_draw_from_secrets_of_their_own() {
    run(async {
        let server = TestServer::new(1);
        let agent = json!({ "kind": "agent", "spec": "random" });
        let mut starts = std::collections::BTreeSet::new();
        for _ in 0..40 {
            let created =
                server.create(&json!({ "rules": "grid15", "seats": seats(&agent, &agent) })).await;
            let (id, all) = (text(&created["id"]), text(&created["links"]["watch_all"]));
            let view = server.view(&id, &all).await;
            starts.insert(view["way"][0].to_string());
            assert_eq!((&view["seed"], &view["seed_chosen"]), (&Value::Null, &json!(false)));
        }
        assert!(starts.len() > 20, "{} starts of 40", starts.len());
    });
}
