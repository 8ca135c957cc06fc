//! Games by the routes: played to the end, repeated, taken back, cancelled, brought back.

use serde_json::{Value, json};
use yard_agents::Seed;
use yard_core::Draw;

use super::desk::{Ask, Desk, run};
use super::document::kept;
use crate::store::Store;

fn people() -> Value {
    json!({ "mr_x": { "kind": "human", "name": "Max" }, "detectives": { "kind": "human" } })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The tokens of Mr X, of the first detective, and of those who watch.
fn tokens(created: &Value) -> (String, String, String, String) {
    let links = &created["links"];
    let id = text(&created["id"]);
    (id, text(&links["mr_x"]), text(&links["detectives"][0]), text(&links["watch"]))
}

async fn play(desk: &Desk, id: &str, token: &str, mv: &str, ply: usize) -> (u16, Value) {
    let body = json!({ "move": mv, "ply": ply });
    let ask = Ask::post(format!("/api/games/{id}/moves")).token(token).json(&body);
    let answer = desk.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    (answer.status, answer.json())
}

/// Plays random legal moves with both tokens until the game is over or so many plies are played.
async fn play_on(desk: &Desk, id: &str, x: &str, team: &str, plies: usize, seed: u64) {
    let mut rng = Seed(seed).stream("moves");
    for _ in 0..plies {
        let mut view = desk.view(id, x).await;
        let mut token = x;
        if view["your_turn"] == false {
            view = desk.view(id, team).await;
            token = team;
        }
        if view["state"] == "over" {
            return;
        }
        let legal = view["legal"].as_array().unwrap();
        let mv = text(&legal[rng.below(legal.len() as u32) as usize]["move"]);
        let ply = view["ply"].as_u64().unwrap() as usize;
        let (status, answer) = play(desk, id, token, &mv, ply).await;
        assert_eq!((status, answer["ply"].as_u64()), (200, Some(ply as u64 + 1)), "{answer}");
    }
}

#[test]
fn people_play_whole_games_under_every_preset() {
    run(async {
        let desk = Desk::new(1);
        for yard_core::presets::Preset { name: rules, .. } in yard_core::presets::RULES {
            let created = desk.create(&json!({ "rules": rules, "seats": people() })).await;
            let (id, x, team, watch) = tokens(&created);
            play_on(&desk, &id, &x, &team, 1000, 7).await;
            for token in [&x, &team, &watch] {
                for path in ["", "/record", "/replay?eyes=mr_x", "/replay", "/analysis"] {
                    let ask = Ask::get(format!("/api/games/{id}{path}")).token(token);
                    let answer = desk.ask(ask.clone()).await;
                    assert_eq!(answer.status, 200, "{rules} {path}: {}", answer.text());
                    kept(&ask, &answer).unwrap();
                }
            }
            let view = desk.view(&id, &watch).await;
            assert_eq!(view["turn"], "over");
            assert!(view["way"].is_array() && view["seed"].is_u64() && !view["outcome"].is_null());
            let replay = desk.ask(Ask::get(format!("/api/games/{id}/replay")).token(&watch)).await;
            let views = replay.json()["views"].as_array().unwrap().len();
            assert_eq!(views as u64, view["ply"].as_u64().unwrap() + 1, "{rules}");
        }
    });
}

#[test]
fn agents_play_each_other_and_people() {
    run(async {
        let desk = Desk::new(1);
        let agent = |spec: &str| json!({ "kind": "agent", "spec": spec });
        for (rules, x, team) in [
            ("classic", "lookahead", "lookahead"),
            ("modern", "random", "expectimax:nodes=200"),
            ("grid5", "best:playouts=50", "best"),
        ] {
            let seats = json!({ "mr_x": agent(x), "detectives": agent(team) });
            let created = desk.create(&json!({ "rules": rules, "seats": seats })).await;
            let (id, all) = (text(&created["id"]), text(&created["links"]["watch_all"]));
            let view = desk.until(&id, &all, |view| view["state"] == "over").await;
            assert_eq!(view["fault"], Value::Null);
        }
        // Two of five detectives are people, in any order and in a fixed one.
        for rules in ["modern", "classic"] {
            let human = json!({ "kind": "human" });
            let team = json!([agent("random"), human, agent("lookahead"), human, agent("random")]);
            let seats = json!({ "mr_x": agent("random"), "detectives": team });
            let created = desk.create(&json!({ "rules": rules, "seats": seats })).await;
            let (id, links) = (text(&created["id"]), &created["links"]);
            assert_eq!(links["detectives"][0], Value::Null);
            let tokens = [text(&links["detectives"][1]), text(&links["detectives"][3])];
            for _ in 0..6 {
                let waits = |view: &Value| {
                    let mine = view["to_move"].as_array().unwrap().iter();
                    let people = |n: &Value| *n == 2 || *n == 4;
                    view["state"] == "over" || mine.clone().any(people)
                };
                let view = desk.until(&id, &tokens[0], waits).await;
                if view["state"] == "over" {
                    break;
                }
                let token = if view["your_turn"] == true { &tokens[0] } else { &tokens[1] };
                let view = desk.view(&id, token).await;
                let ply = view["ply"].as_u64().unwrap() as usize;
                let mv = text(&view["legal"][0]["move"]);
                assert_eq!(play(&desk, &id, token, &mv, ply).await.0, 200);
            }
        }
    });
}

#[test]
fn a_repeated_move_is_answered_as_before_and_another_is_stale() {
    run(async {
        let desk = Desk::new(1);
        let created = desk.create(&json!({ "rules": "classic", "seats": people() })).await;
        let (id, x, team, watch) = tokens(&created);
        let legal = desk.view(&id, &x).await["legal"].clone();
        let (first, other) = (text(&legal[0]["move"]), text(&legal[1]["move"]));
        assert_eq!(play(&desk, &id, &x, &first, 0).await, (200, json!({ "ply": 1 })));
        assert_eq!(play(&desk, &id, &x, &first, 0).await, (200, json!({ "ply": 1 })));
        let code = |answer: (u16, Value)| (answer.0, text(&answer.1["code"]));
        assert_eq!(code(play(&desk, &id, &x, &other, 0).await), (409, "stale".to_owned()));
        assert_eq!(code(play(&desk, &id, &x, &first, 5).await), (409, "stale".to_owned()));
        assert_eq!(code(play(&desk, &id, &x, &other, 1).await), (409, "not_your_turn".to_owned()));
        // The detectives may not even ask whether Mr X made this move.
        assert_eq!(code(play(&desk, &id, &team, &first, 0).await), (409, "stale".to_owned()));
        assert_eq!(code(play(&desk, &id, &watch, "T1", 1).await), (403, "forbidden".to_owned()));
        assert_eq!(code(play(&desk, &id, "nobody", "T1", 1).await), (404, "not_found".to_owned()));
        assert_eq!(code(play(&desk, &id, &team, "T199", 1).await), (422, "bad_move".to_owned()));
        assert_eq!(code(play(&desk, &id, &team, "fly", 1).await), (422, "bad_move".to_owned()));
    });
}

#[test]
fn moves_are_taken_back_at_once_from_agents_and_by_consent_from_people() {
    run(async {
        let desk = Desk::new(1);
        let undo = |id: String, token: String| {
            let ask = Ask::post(format!("/api/games/{id}/undo")).token(&token);
            let answer = desk.ask(ask);
            async move { answer.await.json() }
        };
        let agent = json!({ "kind": "agent", "spec": "random" });
        let seats = json!({ "mr_x": agent, "detectives": { "kind": "human" } });
        let created = desk.create(&json!({ "rules": "grid7", "seats": seats })).await;
        let (id, _, team, _) = tokens(&created);
        let view = desk.until(&id, &team, |view| view["your_turn"] == true).await;
        assert_eq!(text(&undo(id.clone(), team.clone()).await["code"]), "bad_move");
        let mv = text(&view["legal"][0]["move"]);
        assert_eq!(play(&desk, &id, &team, &mv, 1).await.0, 200);
        assert_eq!(undo(id.clone(), team.clone()).await, json!({ "done": true }));
        let back = desk.view(&id, &team).await;
        assert_eq!((&back["ply"], &back["taken_back"]), (&json!(1), &json!(1)));

        let created = desk.create(&json!({ "rules": "grid7", "seats": people() })).await;
        let (id, x, team, _) = tokens(&created);
        play_on(&desk, &id, &x, &team, 3, 1).await;
        assert_eq!(undo(id.clone(), x.clone()).await, json!({ "done": false }));
        assert_eq!(desk.view(&id, &team).await["undo_asked"], "mr_x");
        assert_eq!(undo(id.clone(), team.clone()).await, json!({ "done": true }));
        let back = desk.view(&id, &x).await;
        assert_eq!((&back["ply"], &back["undo_asked"]), (&json!(0), &Value::Null));
    });
}

/// The end shows where Mr X was: one who plays alone may go on and learn, and it is told; others may not.
#[test]
fn a_finished_game_is_taken_back_by_those_who_play_alone_only() {
    run(async {
        let desk = Desk::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let undo = |id: &str, token: &str| {
            desk.ask(Ask::post(format!("/api/games/{id}/undo")).token(token))
        };
        let agent = json!({ "kind": "agent", "spec": "random" });
        let seats = json!({ "mr_x": { "kind": "human" }, "detectives": agent });
        let body = json!({ "rules": "grid:5,2,3", "seats": seats, "seed": 5 });
        let ask = Ask::post("/api/games").json(&body).header("x-yard-owner", owner);
        let (id, x, _, watch) = tokens(&desk.ask(ask).await.json());
        let to_the_end = async || loop {
            let ready = |view: &Value| view["your_turn"] == true || view["state"] == "over";
            let view = desk.until(&id, &x, ready).await;
            if view["state"] == "over" {
                return view;
            }
            let ply = view["ply"].as_u64().unwrap() as usize;
            let mv = text(
                view["legal"].as_array().unwrap().last().map_or(&Value::Null, |mv| &mv["move"]),
            );
            assert_eq!(play(&desk, &id, &x, &mv, ply).await.0, 200);
        };
        let analysis = async || {
            let ask = Ask::get(format!("/api/games/{id}/analysis")).token(&x);
            desk.ask(ask).await.json()["of"].clone()
        };
        let ended = to_the_end().await;
        assert_eq!((analysis().await, &ended["reopened"]), (ended["ply"].clone(), &json!(0)));
        assert_eq!(undo(&id, &watch).await.status, 403);
        assert_eq!(undo(&id, &x).await.json(), json!({ "done": true }));
        let back = desk.view(&id, &x).await;
        assert_eq!((&back["state"], &back["reopened"]), (&json!("open"), &json!(1)));
        assert_eq!((&back["seed"], &back["outcome"]), (&Value::Null, &Value::Null));
        let ended = to_the_end().await;
        assert_eq!(analysis().await, ended["ply"], "the moves of this end are looked at");
        let list = desk.ask(Ask::get("/api/games").header("x-yard-owner", owner)).await.json();
        let line = &list["games"][0];
        assert_eq!((&line["taken_back"], &line["reopened"]), (&json!(1), &json!(1)));
        let record = desk.ask(Ask::get(format!("/api/games/{id}/record")).token(&x)).await.text();
        assert!(record.contains("\n# taken back after the end: 1\n"), "{record}");

        let created = desk.create(&json!({ "rules": "grid:5,2,3", "seats": people() })).await;
        let (id, x, team, _) = tokens(&created);
        play_on(&desk, &id, &x, &team, 100, 1).await;
        for token in [&x, &team] {
            let answer = undo(&id, token).await;
            assert_eq!(
                (answer.status, text(&answer.json()["code"])),
                (403, "forbidden".to_owned())
            );
        }
        assert_eq!(desk.view(&id, &team).await["state"], "over");
    });
}

#[test]
fn people_name_themselves_and_everybody_sees_it() {
    run(async {
        let desk = Desk::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let human = json!({ "kind": "human" });
        let team = json!([human, human, human, human, human]);
        let body = json!({ "rules": "classic", "seats": { "mr_x": human, "detectives": team } });
        let ask = Ask::post("/api/games").json(&body).header("x-yard-owner", owner);
        let created = desk.ask(ask).await.json();
        let (id, x, first, watch) = tokens(&created);
        let name = async |token: &str, name: &str| {
            let body = json!({ "name": name });
            let ask = Ask::post(format!("/api/games/{id}/name")).token(token).json(&body);
            let answer = desk.ask(ask.clone()).await;
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
            assert_eq!(desk.view(&id, token).await["names"], names);
        }
        let found = Ask::get("/api/games?query=bob").header("x-yard-owner", owner);
        let found = desk.ask(found).await.json();
        assert_eq!(found["games"][0]["names"], "Max – <b>Ann</b>, somebody, Bob, somebody");
        let record = Ask::get(format!("/api/games/{id}/record")).token(&watch);
        let record = desk.ask(record).await.text();
        assert!(record.starts_with("yard-record 1\n# Max – <b>Ann</b>, "), "{record}");
        assert_eq!(desk.ask(Ask::post("/api/import").text(&record)).await.status, 201);
    });
}

#[test]
fn a_thinking_agent_holds_up_neither_its_own_table_nor_another() {
    run(async {
        let desk = Desk::new(1);
        let slow = json!({ "kind": "agent", "spec": "best:ms=20000" });
        let seats = json!({ "mr_x": slow, "detectives": { "kind": "human" } });
        let created = desk.create(&json!({ "rules": "classic", "seats": seats })).await;
        let (id, _, team, _) = tokens(&created);
        assert_eq!(desk.view(&id, &team).await["thinking"], true);
        let other = desk.create(&json!({ "rules": "classic", "seats": people() })).await;
        let (other, x, detectives, _) = tokens(&other);
        play_on(&desk, &other, &x, &detectives, 6, 3).await;
        let ask = Ask::post(format!("/api/games/{id}/cancel")).token(&team);
        assert_eq!(desk.ask(ask).await.status, 200);
        let view = desk.view(&id, &team).await;
        assert_eq!((&view["state"], &view["thinking"]), (&json!("cancelled"), &json!(false)));
        let (status, answer) = play(&desk, &id, &team, "T1", 0).await;
        assert_eq!((status, text(&answer["code"])), (409, "not_your_turn".to_owned()));
        let ask = Ask::post(format!("/api/games/{id}/resume")).token(&team);
        assert_eq!(desk.ask(ask).await.status, 200);
        assert_eq!(desk.view(&id, &team).await["thinking"], true);
    });
}

#[test]
fn games_come_back_from_disk_as_they_were() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let owner = "an-owner-of-sixteen-letters";
        let mut kept = Vec::new();
        {
            let desk = Desk::open(1, Some(folder.path()));
            for (rules, plies) in [("classic", 9), ("modern", 14), ("grid5", 200), ("bristol", 0)] {
                let body = json!({ "rules": rules, "seats": people() });
                let ask = Ask::post("/api/games").json(&body).header("x-yard-owner", owner);
                let created = desk.ask(ask).await.json();
                let (id, x, team, _) = tokens(&created);
                play_on(&desk, &id, &x, &team, plies, 5).await;
                for (path, body) in [
                    ("pace", json!({ "pace_ms": 1600, "paused": true })),
                    ("name", json!({ "name": "Mia" })),
                ] {
                    let ask = Ask::post(format!("/api/games/{id}/{path}")).token(&team);
                    assert_eq!(desk.ask(ask.json(&body)).await.status, 200);
                }
                let views = [desk.view(&id, &x).await, desk.view(&id, &team).await];
                kept.push((id, x, team, views));
            }
            assert!(Store::open(Some(folder.path())).is_err(), "one server for a folder");
            desk.lobby.close();
        }
        // The tasks of the tables hold the store until they are gone.
        let desk = loop {
            match Store::open(Some(folder.path())) {
                Ok(store) => {
                    drop(store);
                    break Desk::open(2, Some(folder.path()));
                }
                Err(_) => tokio::task::yield_now().await,
            }
        };
        assert_eq!(desk.lobby.resume().await, Ok(3));
        for (id, x, team, views) in &kept {
            assert_eq!(&[desk.view(id, x).await, desk.view(id, team).await], views);
        }
        let view = desk.view(&kept[0].0, &kept[0].1).await;
        assert_eq!((&view["pace_ms"], &view["paused"]), (&json!(1600), &json!(true)));
        let list = desk.ask(
            Ask::get("/api/games?query=Max%20%E2%80%93%20Mia&page=0").header("x-yard-owner", owner),
        );
        let list = list.await.json();
        assert_eq!((list["games"].as_array().unwrap().len(), &list["pages"]), (4, &json!(1)));
        let list = desk.ask(Ask::get("/api/games?state=over").header("x-yard-owner", owner)).await;
        assert_eq!(list.json()["games"].as_array().unwrap().len(), 1);
        let strangers = Ask::get("/api/games").header("x-yard-owner", "somebody-else-altogether");
        assert_eq!(desk.ask(strangers).await.json()["games"], json!([]));
    });
}

#[test]
fn help_is_for_the_seat_and_can_be_switched_off() {
    run(async {
        let desk = Desk::new(1);
        let body = json!({ "rules": "classic", "seats": people(), "help": { "belief": false } });
        let (id, x, team, watch) = tokens(&desk.create(&body).await);
        let help = |kind: &str, token: &str| {
            let ask = Ask::get(format!("/api/games/{id}/help?kind={kind}")).token(token);
            let answer = desk.ask(ask.clone());
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
        let legal = desk.view(&id, &x).await["legal"].clone();
        let moves = |legal: &Value| -> Vec<Value> {
            legal.as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect()
        };
        assert!(moves(&legal).contains(&hint["hint"]["move"]));
        assert_eq!(help("hint", &team).await.0, 409);
        assert_eq!(help("hint", &watch).await.0, 403);
        play_on(&desk, &id, &x, &team, 1, 1).await;
        let (status, hint) = help("hint", &team).await;
        assert_eq!((status, &hint["hint"]["by"]), (200, &json!(1)));
        assert!(text(&hint["hint"]["reason"]).len() > 10);
        let replay = Ask::get(format!("/api/games/{id}/replay?eyes=mr_x")).token(&team);
        assert_eq!(desk.ask(replay).await.status, 403, "the game is not over");
    });
}

const TABLE_SIDE: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                          1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52 B72\n";

#[test]
fn the_assistant_reads_the_log_of_a_table() {
    run(async {
        let desk = Desk::new(1);
        let assist = |record: String, suggest: bool| {
            let body = json!({ "record": record, "suggest": suggest, "ms": 5 });
            let ask = Ask::post("/api/assist").json(&body);
            let answer = desk.ask(ask.clone());
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

#[test]
fn logs_and_imports_are_kept_for_those_who_brought_them() {
    run(async {
        let desk = Desk::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let body = json!({ "name": "Friday", "record": TABLE_SIDE });
        let save = Ask::new("PUT", "/api/assist/saved").json(&body).header("x-yard-owner", owner);
        assert_eq!(desk.ask(save).await.status, 200);
        let list = Ask::get("/api/assist/saved").header("x-yard-owner", owner);
        let saved = desk.ask(list.clone()).await.json();
        assert_eq!(saved["saved"][0]["record"], TABLE_SIDE);
        let drop = Ask::new("DELETE", "/api/assist/saved?name=Friday");
        assert_eq!(desk.ask(drop.header("x-yard-owner", owner)).await.status, 200);
        assert_eq!(desk.ask(list).await.json()["saved"], json!([]));

        let import = Ask::post("/api/import").text(TABLE_SIDE);
        let answer = desk.ask(import.clone()).await;
        kept(&import, &answer).unwrap();
        let (id, token) = (text(&answer.json()["id"]), text(&answer.json()["token"]));
        let get = |path: &str| Ask::get(format!("/api/games/{id}{path}")).token(&token);
        for (path, status) in [
            ("", 200),
            ("/record", 200),
            ("/replay?eyes=detectives", 200),
            ("/replay?eyes=mr_x", 403),
            ("/analysis", 403),
        ] {
            let answer = desk.ask(get(path)).await;
            assert_eq!(answer.status, status, "{path}: {}", answer.text());
            kept(&get(path), &answer).unwrap();
        }
        let stranger = Ask::get(format!("/api/games/{id}")).token("another-token");
        assert_eq!(desk.ask(stranger).await.status, 404);
        let full = "yard-record 1\nrules grid5\nstart 13 1 25\n1 T12 | T2 T24\n2 T11 | T3 T23\n";
        let answer = desk.ask(Ask::post("/api/import").text(full)).await.json();
        let (id, token) = (text(&answer["id"]), text(&answer["token"]));
        let replay = Ask::get(format!("/api/games/{id}/replay?eyes=mr_x")).token(&token);
        let views = desk.ask(replay).await.json();
        assert_eq!(views["views"].as_array().unwrap().len(), 7);
        assert_eq!(views["views"][1]["stations"]["mr_x"], 12);
    });
}

#[test]
fn the_lab_plays_one_job_after_the_other() {
    run(async {
        let desk = Desk::new(1);
        let job = json!({ "kind": "tournament", "rules": "grid5", "games": 20, "seed": 3,
            "mr_x": ["random", "lookahead"], "detectives": ["random", "lookahead"] });
        let add = Ask::post("/api/lab/jobs").json(&job);
        let first = desk.ask(add.clone()).await.json()["id"].as_u64().unwrap();
        let second = desk.ask(add).await.json()["id"].as_u64().unwrap();
        let stop = Ask::new("DELETE", format!("/api/lab/jobs/{second}"));
        assert_eq!(desk.ask(stop).await.status, 200);
        let ended = loop {
            let ask = Ask::get(format!("/api/lab/jobs/{first}"));
            let answer = desk.ask(ask.clone()).await;
            kept(&ask, &answer).unwrap();
            if answer.json()["state"] == "done" {
                break answer.json();
            }
            tokio::task::yield_now().await;
        };
        assert_eq!((&ended["done"], &ended["of"]), (&json!(80), &json!(80)));
        assert_eq!(ended["cells"].as_array().unwrap().len(), 4);
        for plot in ended["plots"].as_array().unwrap() {
            let path = format!("/api/lab/jobs/{first}/plots/{}.svg", text(plot));
            let answer = desk.ask(Ask::get(path)).await;
            assert!(answer.status == 200 && answer.text().starts_with("<svg"));
        }
        for (spec, status) in [("process:sh", 403), ("nobody", 400), ("best:ms=99999999", 400)] {
            let mut wrong = job.clone();
            wrong["mr_x"] = json!([spec]);
            let answer = desk.ask(Ask::post("/api/lab/jobs").json(&wrong)).await;
            assert_eq!(answer.status, status, "{spec}");
        }
    });
}
