//! What an operator relies on: agents that go on after a full disk, readiness, bans, quotas, kept rules, moving.

use std::sync::Arc;

use serde_json::{Value, json};
use yard_core::presets;

use super::document::kept;
use super::playing::{people, play_on, text, tokens};
use super::test_server::{Request, TestServer, run};
use crate::store::{Ban, Quota};

async fn ask(server: &TestServer, ask: Request) -> (u16, Value) {
    let answer = server.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    (answer.status, answer.json())
}

/// The disk is full for a while: nobody's move is lost or made up, and the agents go on by themselves.
#[test]
fn agents_go_on_by_themselves_after_a_full_disk() {
    run(async {
        let server = TestServer::new(1);
        let seats = json!({ "mr_x": { "kind": "human" }, "detectives": { "kind": "agent", "spec": "random" } });
        let created = server.create(&json!({ "rules": "classic", "seats": seats })).await;
        let (id, x, _, _) = tokens(&created);
        let store = &server.lobby.store;
        // Mr X's move is kept, and nothing after it.
        let full = "CREATE TRIGGER full_disk BEFORE INSERT ON ply WHEN NEW.ply > 0 \
                    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
        store.spoil(full).await.unwrap();
        store
            .spoil(
                "CREATE TRIGGER full_probe BEFORE UPDATE ON setting \
                 BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
            )
            .await
            .unwrap();
        store.probe(1).await.unwrap();
        play_on(&server, &id, &x, &x, 1, 5).await;
        let held = server.until(&id, &x, |view| view["fault"].is_string()).await;
        assert_eq!((&held["ply"], &held["thinking"]), (&json!(1), &json!(false)));
        assert!(text(&held["fault"]).contains("go on by themselves"), "{held}");
        let (status, ready) = ask(&server, Request::get("/readyz")).await;
        assert_eq!((status, &ready["store"]), (503, &json!("failed")));
        store.spoil("DROP TRIGGER full_disk").await.unwrap();
        store.spoil("DROP TRIGGER full_probe").await.unwrap();
        // Nobody asks for anything: the detectives answer all the same.
        let view = server.until(&id, &x, |view| view["your_turn"] == true).await;
        assert_eq!((&view["ply"], &view["fault"]), (&json!(6), &Value::Null));
    });
}

#[test]
fn a_person_is_told_when_a_move_is_not_kept_and_may_send_it_again() {
    run(async {
        let server = TestServer::new(1);
        let (id, x, _, _) =
            tokens(&server.create(&json!({ "rules": "grid5", "seats": people() })).await);
        let full = "CREATE TRIGGER full_disk BEFORE INSERT ON ply \
                    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
        server.lobby.store.spoil(full).await.unwrap();
        let mv = server.view(&id, &x).await["legal"][0]["move"].clone();
        let send = || {
            let body = json!({ "move": mv, "ply": 0 });
            Request::post(format!("/api/games/{id}/moves")).token(&x).json(&body)
        };
        let answer = server.ask(send()).await;
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert_eq!(server.view(&id, &x).await["ply"], 0);
        server.lobby.store.spoil("DROP TRIGGER full_disk").await.unwrap();
        assert_eq!(server.ask(send()).await.json()["ply"], 1);
    });
}

#[test]
fn a_game_that_the_operator_ends_or_deletes_is_so_for_everybody() {
    run(async {
        let server = TestServer::new(1);
        let (id, x, team, _) =
            tokens(&server.create(&json!({ "rules": "grid5", "seats": people() })).await);
        play_on(&server, &id, &x, &team, 2, 5).await;
        let seen = Some(crate::operations::look(&server.lobby, None).await.unwrap());
        server.lobby.store.end(&id).await.unwrap();
        // A move that comes before the server has learned of it finds the game ended, too.
        let body = json!({ "move": "T1", "ply": 2 });
        let path = format!("/api/games/{id}/moves");
        let (_, view) = (0, server.view(&id, &x).await);
        assert_eq!(view["ply"], 2);
        let seen = crate::operations::look(&server.lobby, seen).await.unwrap();
        let ended = server.until(&id, &x, |view| view["state"] == "cancelled").await;
        assert_eq!(ended["ply"], 2);
        let (status, _) = ask(&server, Request::post(path).token(&x).json(&body)).await;
        assert_eq!(status, 409);
        server.lobby.store.delete(&id).await.unwrap();
        crate::operations::look(&server.lobby, Some(seen)).await.unwrap();
        loop {
            let (status, _) =
                ask(&server, Request::get(format!("/api/games/{id}")).token(&x)).await;
            if status == 404 {
                break;
            }
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn bans_and_quotas_hold() {
    run(async {
        let server = TestServer::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let create = || {
            let body = json!({ "rules": "grid5", "seats": people() });
            Request::post("/api/games").json(&body).header("x-yard-owner", owner)
        };
        server.lobby.store.set_quota(Quota { games: 2, bytes: 100 }).await.unwrap();
        let mut statuses = Vec::new();
        for _ in 0..3 {
            statuses.push(ask(&server, create()).await.0);
        }
        assert_eq!(statuses, [201, 201, 429]);
        let body = json!({ "rules": "grid5", "seats": people() });
        assert_eq!(ask(&server, Request::post("/api/games").json(&body)).await.0, 201);
        let import = |owner: &str| {
            let record = "yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T2 T24";
            Request::post("/api/import").text(record).header("x-yard-owner", owner)
        };
        assert_eq!(ask(&server, import(owner)).await.0, 201);
        assert_eq!(ask(&server, import(owner)).await.0, 429, "100 bytes");
        assert_eq!(ask(&server, import("another-owner-of-letters")).await.0, 201);
        let hash = crate::secret::TokenHash::of(owner);
        let ban = |who: String| Ban { who, reason: String::new(), created: 1 };
        server.lobby.ops.bans.set(&[ban(format!("owner:{}", crate::store::owner_name(hash)))]);
        assert_eq!(ask(&server, import(owner)).await.0, 403);
        assert_eq!(ask(&server, Request::get("/api/rules")).await.0, 200);
        server.lobby.ops.bans.set(&[ban("127.0.0.0/8".to_owned())]);
        assert_eq!(ask(&server, Request::get("/api/rules")).await.0, 403);
    });
}

/// Behind a proxy all connections come from it, and a ban must meet one visitor and not all.
#[test]
fn a_ban_counts_the_client_behind_a_proxy() {
    run(async {
        let server = TestServer::new(1);
        let ban = Ban { who: "192.0.2.0/24".to_owned(), reason: String::new(), created: 1 };
        server.lobby.ops.bans.set(&[ban]);
        let status = async |from: [u8; 4], forwarded: &str| {
            let ask = Request::get("/api/agents").header("x-forwarded-for", forwarded);
            server.ask_from(from, ask).await.status
        };
        let (proxy, elsewhere) = ([198, 51, 100, 1], [203, 0, 113, 5]);
        assert_eq!(status(proxy, "192.0.2.7").await, 403);
        assert_eq!(
            status(proxy, "192.0.2.7, 203.0.113.9").await,
            200,
            "he wrote the first himself"
        );
        assert_eq!(status(elsewhere, "192.0.2.7").await, 200, "nobody believes him");
        assert_eq!(status([192, 0, 2, 7], "203.0.113.9").await, 403, "nor him");
    });
}

/// A record that was looked at is kept in memory; what the operator deletes is gone all the same.
#[test]
fn a_record_that_the_operator_deletes_is_gone() {
    run(async {
        let server = TestServer::new(1);
        let record = "yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T2 T24";
        let import = server.ask(Request::post("/api/import").text(record)).await;
        assert_eq!(import.status, 201, "{}", import.text());
        let (id, token) = (text(&import.json()["id"]), text(&import.json()["token"]));
        let view = Request::get(format!("/api/games/{id}")).token(&token);
        assert_eq!(server.ask(view.clone()).await.status, 200);
        assert_eq!(server.ask(view.clone()).await.status, 200, "from memory");
        assert!(server.lobby.store.delete(&id).await.unwrap());
        assert_eq!(server.ask(view).await.status, 404);
    });
}

/// The operator edits or deletes a rules file while a game under it goes on.
#[test]
fn an_edited_rules_file_changes_nothing_in_a_game_under_way() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let mine = Arc::new(presets::rules("modern").unwrap().with_name("mine"));
        let edited = Arc::new(presets::rules("classic").unwrap().with_name("mine"));
        let (id, x, team, views, map);
        {
            let server = TestServer::with_rules(1, Some(folder.path()), vec![mine]);
            let created = server.create(&json!({ "rules": "mine", "seats": people() })).await;
            (id, x, team, _) = tokens(&created);
            play_on(&server, &id, &x, &team, 9, 5).await;
            views = [server.view(&id, &x).await, server.view(&id, &team).await];
            map = ask(&server, Request::get("/api/rules/mine/board")).await.1;
            server.lobby.close();
        }
        for rules in [vec![edited], Vec::new()] {
            let server = TestServer::reopen(2, folder.path(), rules).await;
            let mut now = [server.view(&id, &x).await, server.view(&id, &team).await];
            let name = text(&now[0]["rules_kept"]);
            assert!(name.starts_with("mine@"), "{name}");
            now.iter_mut().for_each(|view| view["rules_kept"] = Value::Null);
            assert_eq!(now, views, "nothing has changed");
            let path = format!("/api/rules/{}/board", name.replace('@', "%40"));
            assert_eq!(ask(&server, Request::get(path)).await, (200, map.clone()));
            let (status, rules) =
                ask(&server, Request::get(format!("/api/rules/{}", name.replace('@', "%40"))))
                    .await;
            assert_eq!((status, &rules["turns"]), (200, &json!(22)));
            server.lobby.close();
        }
        let server = TestServer::reopen(2, folder.path(), Vec::new()).await;
        play_on(&server, &id, &x, &team, 5, 6).await;
        assert_eq!(server.view(&id, &team).await["ply"], 14, "it goes on");
        let strange = TestServer::new(1);
        for name in ["mine@0000000000000000", "@", "classic@", "a@b@c"] {
            let path = format!("/api/rules/{}", name.replace('@', "%40"));
            assert_eq!(ask(&strange, Request::get(path)).await.0, 404, "{name}");
        }
    });
}

/// The same for a record that somebody brought, also one that was kept by a version that kept no rules with it.
#[test]
fn an_edited_rules_file_changes_nothing_in_an_imported_record() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let mine = Arc::new(presets::rules("grid5").unwrap().with_name("mine"));
        let edited = Arc::new(presets::rules("classic").unwrap().with_name("mine"));
        let record = "yard-record 1\nrules mine\nstart 13 1 25\n1 T12 | T2 T24\n2 T11 | T3 T23\n";
        let parts = ["", "/record", "/replay?eyes=mr_x", "/replay?eyes=detectives"];
        let (id, token, before);
        {
            let server = TestServer::with_rules(1, Some(folder.path()), vec![Arc::clone(&mine)]);
            let (_, made) = ask(&server, Request::post("/api/import").text(record)).await;
            (id, token) = (text(&made["id"]), text(&made["token"]));
            before = looked_at(&server, &id, &token, &parts).await;
            // As the version before left it.
            let old = "UPDATE import SET rules_key = NULL, fingerprint = NULL";
            server.lobby.store.spoil(old).await.unwrap();
            server.lobby.give_rules().await.unwrap();
            server.lobby.close();
        }
        for rules in [vec![edited], Vec::new()] {
            let server = TestServer::reopen(2, folder.path(), rules).await;
            server.lobby.give_rules().await.unwrap();
            let now = looked_at(&server, &id, &token, &parts).await;
            let name = text(&serde_json::from_str::<Value>(&now[0]).unwrap()["rules_kept"]);
            assert!(name.starts_with("mine@"), "{name}");
            let told = format!("\"rules_kept\":\"{name}\"");
            let same: Vec<String> =
                now.iter().map(|text| text.replace(&told, "\"rules_kept\":null")).collect();
            assert_eq!(same, before, "nothing has changed");
            let path = format!("/api/rules/{}/board", name.replace('@', "%40"));
            assert_eq!(ask(&server, Request::get(path)).await.1["grid"]["size"], 5);
            server.lobby.close();
        }
    });
}

async fn looked_at(server: &TestServer, id: &str, token: &str, parts: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    for part in parts {
        let answer = server.ask(Request::get(format!("/api/games/{id}{part}")).token(token)).await;
        assert_eq!(answer.status, 200, "{part}: {}", answer.text());
        texts.push(answer.text());
    }
    texts
}

#[test]
fn a_person_moves_to_another_device_once() {
    run(async {
        let server = TestServer::new(1);
        let bundle = json!({ "owner": "a token", "games": ["link"] }).to_string();
        let put = Request::post("/api/moving").json(&json!({ "bundle": bundle }));
        let (status, answer) = ask(&server, put).await;
        assert_eq!(status, 201);
        let code = text(&answer["code"]);
        let take = |code: &str| Request::post("/api/moving/take").json(&json!({ "code": code }));
        assert_eq!(ask(&server, take("ABCD-EFGH-JKMN-PQRS-TVWX")).await.0, 404);
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(ask(&server, take(&typed)).await, (200, json!({ "bundle": bundle })));
        assert_eq!(ask(&server, take(&code)).await.0, 404, "once");
        for wrong in ["", "x", "'; DROP TABLE moving; --"] {
            assert_eq!(ask(&server, take(wrong)).await.0, 404);
        }
        let large = json!({ "bundle": "x".repeat(210 << 10) });
        assert_eq!(ask(&server, Request::post("/api/moving").json(&large)).await.0, 413);
    });
}

#[test]
fn figures_are_told_in_the_format_of_prometheus() {
    run(async {
        let server = TestServer::new(1);
        let (id, x, team, _) =
            tokens(&server.create(&json!({ "rules": "grid5", "seats": people() })).await);
        play_on(&server, &id, &x, &team, 3, 5).await;
        assert_eq!(ask(&server, Request::get("/readyz")).await.0, 200);
        let figures = server.lobby.metrics_text().await;
        for line in
            ["yard_moves_total 3", "yard_tables 1", "yard_ready 1", "yard_store_failures_total 0"]
        {
            assert!(figures.lines().any(|known| known == line), "{line}\n{figures}");
        }
        for line in figures.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(
                value.parse::<f64>().is_ok() && name.starts_with(|c: char| c.is_ascii_lowercase()),
                "{line}"
            );
        }
        for secret in [&id, &x, &team] {
            assert!(!figures.contains(secret.as_str()));
        }
    });
}

/// A restart with many games must not take all the machine at once.
#[test]
fn games_wake_one_after_the_other() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let server = TestServer::new(1);
        for _ in 0..20 {
            server.create(&json!({ "rules": "grid5", "seats": people() })).await;
        }
        server.lobby.close();
        // On a clock of the test's own: at most 200 games a second.
        let begun = tokio::time::Instant::now();
        assert_eq!(server.lobby.resume().await, Ok(20));
        assert!(begun.elapsed().as_millis() >= 100);
    });
}
