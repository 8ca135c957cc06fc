//! What lies on disk is for those whom it concerns.

use serde_json::json;

use super::playing::{people, play_on, text, tokens};
use super::test_server::{Request, TestServer, open_store, run};

/// A game of people in which Mr X has moved, and the tokens of both sides.
async fn begun(server: &TestServer) -> (String, [String; 2]) {
    let human = json!({ "kind": "human" });
    let seats = json!({ "mr_x": human, "detectives": human });
    let created = server.create(&json!({ "rules": "classic", "seats": seats })).await;
    let (id, links) = (text(&created["id"]), &created["links"]);
    let tokens = [text(&links["mr_x"]), text(&links["detectives"][0])];
    let view = server.view(&id, &tokens[0]).await;
    let body = json!({ "move": view["legal"][0]["move"], "ply": 0 });
    let ask = Request::post(format!("/api/games/{id}/moves")).token(&tokens[0]).json(&body);
    assert_eq!(server.ask(ask).await.status, 200);
    (id, tokens)
}

/// A board may have changed since the game was kept.
#[test]
fn a_game_that_no_longer_fits_tells_nothing_of_its_moves() {
    run(async {
        let server = TestServer::new(1);
        let (id, [x, team]) = begun(&server).await;
        server.lobby.store.spoil("UPDATE ply SET mv = 'T199' WHERE ply = 0").await.unwrap();
        server.lobby.close();
        let answer = async |token: &str| {
            let answer = server.ask(Request::get(format!("/api/games/{id}")).token(token)).await;
            (answer.status, answer.text())
        };
        for token in [&x, &team] {
            let (status, text) = answer(token).await;
            assert_eq!(status, 503);
            assert!(text.contains("its moves do not fit these rules"), "{text}");
            assert!(!text.contains("199"), "{text}");
        }
        let (status, text) = answer("a-stranger-with-a-token-1").await;
        assert_eq!(status, 404, "{text}");
    });
}

/// A row that cannot be read must not become some other seat, side or state.
#[test]
fn a_damaged_row_opens_no_seat_at_all() {
    run(async {
        for (sql, told) in [
            ("UPDATE link SET role = 55", "its links are damaged"),
            // The detectives' link becomes one of a seat that this game does not have.
            ("UPDATE link SET role = 1 WHERE role < 100", "its links are damaged"),
            ("UPDATE link SET role = 102 WHERE role < 100", "its links are damaged"),
            ("UPDATE game SET state = 'closed'", "its state is damaged"),
            ("UPDATE game SET help = '[true]'", "its help is damaged"),
            (
                "UPDATE game SET seats = '{\"mr_x\":{\"kind\":\"human\"},\"detectives\":[{\"kind\":\"human\"}]}'",
                "its seats are damaged",
            ),
        ] {
            let server = TestServer::new(1);
            let (id, tokens) = begun(&server).await;
            server.lobby.store.spoil(sql).await.unwrap();
            server.lobby.close();
            for token in &tokens {
                let ask = Request::get(format!("/api/games/{id}")).token(token);
                let answer = server.ask(ask).await;
                assert_eq!(answer.status, 503, "{sql}: {}", answer.text());
                assert!(answer.text().contains(told), "{sql}: {}", answer.text());
            }
        }
    });
}

#[test]
fn games_come_back_from_disk_as_they_were() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let owner = "an-owner-of-sixteen-letters";
        let mut kept = Vec::new();
        {
            let server = TestServer::open(1, Some(folder.path()));
            for (rules, plies) in [("classic", 9), ("modern", 14), ("grid5", 200), ("bristol", 0)] {
                let body = json!({ "rules": rules, "seats": people(), "claim": "all" });
                let ask = Request::post("/api/games").json(&body).header("x-yard-owner", owner);
                let created = server.ask(ask).await.json();
                let (id, x, team, _) = tokens(&created);
                play_on(&server, &id, &x, &team, plies, 5).await;
                for (path, body) in [
                    ("pace", json!({ "pace_ms": 1600, "paused": true })),
                    ("name", json!({ "name": "Mia" })),
                ] {
                    let ask = Request::post(format!("/api/games/{id}/{path}")).token(&team);
                    assert_eq!(server.ask(ask.json(&body)).await.status, 200);
                }
                let views = [server.view(&id, &x).await, server.view(&id, &team).await];
                kept.push((id, x, team, views));
            }
            assert!(open_store(Some(folder.path())).is_err(), "one server for a folder");
            server.lobby.close();
        }
        // The tasks of the tables hold the store until they are gone.
        let server = loop {
            match open_store(Some(folder.path())) {
                Ok(store) => {
                    drop(store);
                    break TestServer::open(2, Some(folder.path()));
                }
                Err(_) => tokio::task::yield_now().await,
            }
        };
        assert_eq!(server.lobby.resume().await, Ok(3));
        for (id, x, team, views) in &kept {
            assert_eq!(&[server.view(id, x).await, server.view(id, team).await], views);
        }
        let view = server.view(&kept[0].0, &kept[0].1).await;
        assert_eq!((&view["pace_ms"], &view["paused"]), (&json!(1600), &json!(true)));
        let list = server.ask(
            Request::get("/api/games?query=Max%20%E2%80%93%20Mia&page=0")
                .header("x-yard-owner", owner),
        );
        let list = list.await.json();
        assert_eq!((list["games"].as_array().unwrap().len(), &list["pages"]), (4, &json!(1)));
        let list =
            server.ask(Request::get("/api/games?state=over").header("x-yard-owner", owner)).await;
        assert_eq!(list.json()["games"].as_array().unwrap().len(), 1);
        let strangers =
            Request::get("/api/games").header("x-yard-owner", "somebody-else-altogether");
        assert_eq!(server.ask(strangers).await.json()["games"], json!([]));
    });
}

#[cfg(unix)]
#[test]
fn nobody_else_on_the_computer_reads_the_games() {
    use std::os::unix::fs::PermissionsExt;
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(1, Some(folder.path()));
        begun(&server).await;
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            if file.file_name().to_string_lossy().starts_with("games.sqlite") {
                let mode = file.metadata().unwrap().permissions().mode() & 0o777;
                assert_eq!(mode, 0o600, "{:?}", file.file_name());
            }
        }
    });
}

#[test]
fn names_are_seen() {
    run(async {
        let server = TestServer::new(1);
        let create = async |name: &str| {
            let seats = json!({
                "mr_x": { "kind": "human", "name": name },
                "detectives": { "kind": "agent", "spec": "random" },
            });
            let body = json!({ "rules": "grid5", "seats": seats });
            server.ask(Request::post("/api/games").json(&body)).await
        };
        for unseen in ["\u{200b}", "a\u{ad}b", "\u{61c}", "\u{3164}", "\u{2800}", "x\u{e0041}"] {
            assert_eq!(create(unseen).await.status, 400, "{unseen:?}");
        }
        for (given, shown) in [("  Žofie 🔎 ", "Žofie 🔎"), ("   ", "")] {
            let created = create(given).await.json();
            let (id, watch) = (created["id"].as_str(), created["links"]["watch"].as_str());
            let view = server.view(id.unwrap(), watch.unwrap()).await;
            assert_eq!(view["names"]["mr_x"], shown);
        }
    });
}
