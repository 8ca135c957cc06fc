//! The lab by the routes.

use serde_json::json;

use super::document::kept;
use super::playing::text;
use super::test_server::{Request, TestServer, run};

#[test]
fn the_lab_plays_one_job_after_the_other() {
    run(async {
        let server = TestServer::new(1);
        let job = json!({ "kind": "tournament", "rules": "grid5", "games": 20, "seed": 3,
            "mr_x": ["random", "lookahead"], "detectives": ["random", "lookahead"] });
        let owner = ("x-yard-owner", "an-owner-of-sixteen-letters");
        let add = Request::post("/api/lab/jobs").json(&job).header(owner.0, owner.1);
        let first = server.ask(add.clone()).await.json()["id"].as_u64().unwrap();
        let second = server.ask(add).await.json()["id"].as_u64().unwrap();
        let stop = Request::new("DELETE", format!("/api/lab/jobs/{second}"));
        // Only the one who added a job stops it.
        assert_eq!(server.ask(stop.clone()).await.status, 403);
        let stranger = stop.clone().header(owner.0, "somebody-else-altogether");
        assert_eq!(server.ask(stranger).await.status, 403);
        assert_eq!(server.ask(stop.header(owner.0, owner.1)).await.status, 200);
        let ended = loop {
            let ask = Request::get(format!("/api/lab/jobs/{first}"));
            let answer = server.ask(ask.clone()).await;
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
            let answer = server.ask(Request::get(path)).await;
            assert!(answer.status == 200 && answer.text().starts_with("<svg"));
        }
        for (spec, status) in [("process:sh", 403), ("nobody", 400), ("best:ms=99999999", 400)] {
            let mut wrong = job.clone();
            wrong["mr_x"] = json!([spec]);
            let answer = server.ask(Request::post("/api/lab/jobs").json(&wrong)).await;
            assert_eq!(answer.status, status, "{spec}");
        }
    });
}
