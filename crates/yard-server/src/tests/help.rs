//! Help during a game, and the assistant for a real table.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::{people, play_on, text, tokens};
use super::test_server::{Request, TestServer, run};

#[test]
fn help_is_for_the_seat_and_can_be_switched_off() {
    run(async {
        let server = TestServer::new(1);
        let body = json!({ "rules": "classic", "seats": people(), "help": { "belief": false } });
        let (id, x, team, watch) = tokens(&server.create(&body).await);
        let help = |kind: &str, token: &str| {
            let ask = Request::get(format!("/api/games/{id}/help?kind={kind}")).token(token);
            let answer = server.ask(ask.clone());
            async move {
                let answer = answer.await;
                kept(&ask, &answer).unwrap();
                (answer.status, answer.json())
            }
        };
        assert_eq!(help("belief", &team).await.0, 403);
        let (status, candidates) = help("candidates", &team).await;
        assert_eq!((status, candidates["candidates"].as_array().unwrap().len()), (200, 13));
        assert_eq!(help("candidates", &x).await.1, candidates, "he learns what they can know");
        let (status, hint) = help("hint", &x).await;
        assert_eq!(status, 200);
        let legal = server.view(&id, &x).await["legal"].clone();
        let moves = |legal: &Value| -> Vec<Value> {
            legal.as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect()
        };
        assert!(moves(&legal).contains(&hint["hint"]["move"]));
        assert_eq!(help("hint", &team).await.0, 409);
        assert_eq!(help("hint", &watch).await.0, 403);
        play_on(&server, &id, &x, &team, 1, 1).await;
        let (status, hint) = help("hint", &team).await;
        assert_eq!((status, &hint["hint"]["by"]), (200, &json!(1)));
        assert!(text(&hint["hint"]["reason"]).len() > 10);
        let replay = Request::get(format!("/api/games/{id}/replay?eyes=mr_x")).token(&team);
        assert_eq!(server.ask(replay).await.status, 403, "the game is not over");
    });
}

/// The log of a real table.
pub(super) const TABLE_SIDE: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                          1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52 B72\n";

#[test]
fn the_assistant_reads_the_log_of_a_table() {
    run(async {
        let server = TestServer::new(1);
        let assist = |record: String, suggest: bool| {
            let body = json!({ "record": record, "suggest": suggest, "ms": 5 });
            let ask = Request::post("/api/assist").json(&body);
            let answer = server.ask(ask.clone());
            async move {
                let answer = answer.await;
                kept(&ask, &answer).unwrap();
                (answer.status, answer.json())
            }
        };
        let (status, found) = assist(TABLE_SIDE.to_owned(), true).await;
        assert_eq!((status, &found["turn"]), (200, &json!("mr_x")));
        assert_eq!(found["candidates"], json!([82]));
        assert_eq!(found["legal_tickets_for_mr_x"], json!(["T", "B", "K"]));
        assert_eq!((&found["may_double"], &found["surfaces_next"]), (&json!(true), &json!(false)));
        let (_, found) = assist(format!("{TABLE_SIDE}3 T?"), true).await;
        let suggested = found["suggestions"].as_array().unwrap();
        let detectives: Vec<_> = suggested.iter().map(|one| one["detective"].clone()).collect();
        assert_eq!(detectives, (1..=5).map(|n| json!(n)).collect::<Vec<_>>());
        let (status, wrong) = assist(format!("{TABLE_SIDE}3 U? | T99"), false).await;
        assert_eq!((status, text(&wrong["code"])), (422, "bad_record".to_owned()));
        assert!(text(&wrong["error"]).starts_with("line 6: "), "{wrong}");
        let (_, wrong) = assist("yard-record 1\nrules nowhere\nstart ? 1".to_owned(), false).await;
        assert!(text(&wrong["error"]).starts_with("line 2: "), "{wrong}");
        let (_, wrong) =
            assist("yard-record 1\nrules /etc/x.toml\nstart ? 1".to_owned(), false).await;
        assert!(text(&wrong["error"]).starts_with("line 2: "), "{wrong}");
    });
}
