//! Records and logs that people bring.

use serde_json::json;

use super::document::kept;
use super::help::TABLE_SIDE;
use super::playing::text;
use super::test_server::{Request, TestServer, run};

#[test]
fn logs_and_imports_are_kept_for_those_who_brought_them() {
    run(async {
        let server = TestServer::new(1);
        let owner = "an-owner-of-sixteen-letters";
        let body = json!({ "name": "Friday", "record": TABLE_SIDE });
        let save =
            Request::new("PUT", "/api/assist/saved").json(&body).header("x-yard-owner", owner);
        assert_eq!(server.ask(save).await.status, 200);
        let list = Request::get("/api/assist/saved").header("x-yard-owner", owner);
        let saved = server.ask(list.clone()).await.json();
        assert_eq!(saved["saved"][0]["record"], TABLE_SIDE);
        let drop = Request::new("DELETE", "/api/assist/saved?name=Friday");
        assert_eq!(server.ask(drop.header("x-yard-owner", owner)).await.status, 200);
        assert_eq!(server.ask(list).await.json()["saved"], json!([]));

        let import = Request::post("/api/import").text(TABLE_SIDE);
        let answer = server.ask(import.clone()).await;
        kept(&import, &answer).unwrap();
        let (id, token) = (text(&answer.json()["id"]), text(&answer.json()["token"]));
        let get = |path: &str| Request::get(format!("/api/games/{id}{path}")).token(&token);
        for (path, status) in [
            ("", 200),
            ("/record", 200),
            ("/replay?eyes=detectives", 200),
            ("/replay?eyes=mr_x", 403),
            ("/analysis", 403),
        ] {
            let answer = server.ask(get(path)).await;
            assert_eq!(answer.status, status, "{path}: {}", answer.text());
            kept(&get(path), &answer).unwrap();
        }
        let stranger = Request::get(format!("/api/games/{id}")).token("another-token");
        assert_eq!(server.ask(stranger).await.status, 404);
        let full = "yard-record 1\nrules grid5\nstart 13 1 25\n1 T12 | T2 T24\n2 T11 | T3 T23\n";
        let answer = server.ask(Request::post("/api/import").text(full)).await.json();
        let (id, token) = (text(&answer["id"]), text(&answer["token"]));
        let replay = Request::get(format!("/api/games/{id}/replay?eyes=mr_x")).token(&token);
        let views = server.ask(replay).await.json();
        assert_eq!(views["views"].as_array().unwrap().len(), 7);
        assert_eq!(views["views"][1]["stations"]["mr_x"], 12);
    });
}
