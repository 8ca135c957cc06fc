//! What lies on disk is for those whom it concerns.

use serde_json::{Value, json};

use super::test_server::{Request, TestServer, run};

/// A game of people in which Mr X has moved, and the tokens of both sides.
async fn begun(server: &TestServer) -> (String, [String; 2]) {
    let human = json!({ "kind": "human" });
    let seats = json!({ "mr_x": human, "detectives": human });
    let created = server.create(&json!({ "rules": "classic", "seats": seats })).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
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
        let spoil = |db: &rusqlite::Connection| {
            db.execute("UPDATE ply SET mv = 'T199' WHERE ply = 0", []).map(drop)
        };
        server.lobby.store.write(spoil).await.unwrap();
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
