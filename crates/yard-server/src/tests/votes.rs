//! What concerns everybody is decided by those who sit at the table.

use serde_json::{Value, json};

use super::document::kept;
use super::playing::text;
use super::test_server::{Request, Response, TestServer, here, run};

/// A game whose seats were claimed one by one.
struct Seated {
    server: TestServer,
    id: String,
    watch: String,
    people: Vec<String>,
}

impl Seated {
    async fn new(rules: &str, mr_x: Value, detectives: Value) -> Seated {
        let server = TestServer::new(1);
        let seats = json!({ "mr_x": mr_x, "detectives": detectives });
        let created = server.create(&json!({ "rules": rules, "seats": seats, "claim": [] })).await;
        let (id, invitations) = (text(&created["id"]), &created["invitations"]);
        let mut all = vec![invitations["mr_x"].clone()];
        all.extend(invitations["detectives"].as_array().cloned().unwrap_or_default());
        all.retain(Value::is_string);
        all.dedup();
        let mut people = Vec::new();
        for (number, invitation) in all.iter().enumerate() {
            let ask = Request::post(format!("/api/games/{id}/claim")).token(&text(invitation));
            let owner = format!("a-person-at-the-table-{number}");
            let seat = server.ask(ask.header("x-yard-owner", &owner)).await.json();
            people.push(text(&seat["token"]));
        }
        Seated { id, watch: text(&created["links"]["watch"]), server, people }
    }

    async fn post(&self, what: &str, person: usize, body: Value) -> Response {
        let ask = Request::post(format!("/api/games/{}/{what}", self.id));
        let ask = ask.token(&self.people[person]).json(&body);
        let answer = self.server.ask(ask.clone()).await;
        kept(&ask, &answer).unwrap();
        answer
    }

    async fn view(&self, person: usize) -> Value {
        let ask = Request::get(format!("/api/games/{}", self.id)).token(&self.people[person]);
        let answer = self.server.ask(ask.clone()).await;
        kept(&ask, &answer).unwrap();
        answer.json()
    }
}

fn five() -> Value {
    json!(vec![json!({ "kind": "human" }); 5])
}

#[test]
fn one_detective_of_five_neither_ends_nor_pauses_the_game() {
    run(async {
        let agent = json!({ "kind": "agent", "spec": "random" });
        let table = Seated::new("classic", agent, five()).await;
        let (handle, role) =
            table.server.lobby.seat(&table.id, &table.people[4], here()).await.unwrap();
        let mut frames = handle.subscribe(role).unwrap();
        for _ in 0..3 {
            let answer = table.post("cancel", 0, json!({})).await.json();
            assert_eq!(answer, json!({ "done": false, "state": "open" }));
        }
        frames.changed().await.unwrap();
        let refused = table.post("pace", 1, json!({ "paused": true })).await;
        assert_eq!(
            (refused.status, text(&refused.json()["code"])),
            (409, "not_your_turn".to_owned())
        );
        let proposal = table.view(4).await["proposal"].clone();
        assert_eq!((&proposal["what"], &proposal["by"]), (&json!("end"), &json!("detective-1")));
        assert_eq!((&proposal["agreed"], &proposal["needed"]), (&json!(1), &json!(3)));
        assert_eq!(proposal["may_vote"], true);
        let watch = Request::post(format!("/api/games/{}/cancel", table.id)).token(&table.watch);
        assert_eq!(table.server.ask(watch).await.status, 403);
        assert_eq!(table.post("cancel", 1, json!({})).await.json()["done"], false);
        assert_eq!(
            table.post("cancel", 3, json!({})).await.json(),
            json!({ "done": true, "state": "cancelled" })
        );
        assert_eq!(table.view(2).await["proposal"], Value::Null);
    });
}

#[test]
fn a_vote_is_declined_and_forgotten_by_a_restart() {
    run(async {
        let human = json!({ "kind": "human" });
        let table = Seated::new("grid5", human.clone(), human).await;
        let pause = json!({ "paused": true });
        assert_eq!(table.post("decline", 1, json!({ "what": "proposal" })).await.status, 409);
        assert_eq!(table.post("pace", 0, pause.clone()).await.json()["done"], false);
        assert_eq!(table.view(0).await["paused"], false);
        assert_eq!(table.post("decline", 1, json!({ "what": "proposal" })).await.status, 200);
        let view = table.view(0).await;
        assert_eq!((&view["proposal"], &view["paused"]), (&Value::Null, &json!(false)));
        // Asking for the same thing agrees.
        assert_eq!(table.post("pace", 1, pause.clone()).await.json()["done"], false);
        table.server.lobby.close();
        assert_eq!(table.view(0).await["proposal"], Value::Null);
        assert_eq!(table.post("pace", 1, pause.clone()).await.json()["done"], false);
        assert_eq!(table.post("pace", 0, pause).await.json()["done"], true);
        assert_eq!(table.view(1).await["paused"], true);
    });
}

#[test]
fn a_request_to_take_back_is_declined() {
    run(async {
        let human = json!({ "kind": "human" });
        let table = Seated::new("grid5", human.clone(), human).await;
        let view = table.view(0).await;
        let body = json!({ "move": view["legal"][0]["move"], "ply": 0 });
        assert_eq!(table.post("moves", 0, body).await.status, 200);
        assert_eq!(table.post("undo", 0, json!({})).await.json(), json!({ "done": false }));
        assert_eq!(table.view(1).await["may_agree"], true);
        assert_eq!(table.post("decline", 1, json!({ "what": "undo" })).await.status, 200);
        let view = table.view(0).await;
        assert_eq!((&view["undo_asked"], &view["ply"]), (&Value::Null, &json!(1)));
        assert_eq!(table.post("decline", 1, json!({ "what": "everything" })).await.status, 400);
    });
}
