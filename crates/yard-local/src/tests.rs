//! The engine as a page uses it: requests, sockets, documents that come back, and what no seat may learn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use yard_agents::Seed;
use yard_service::{Chance, NoChance};

use crate::{Changes, Engine, Request};

/// The same bytes in every run, but others at each call.
struct TestChance(AtomicU64);

impl Chance for TestChance {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        let mut rng = Seed(self.0.fetch_add(1, Ordering::Relaxed)).stream("chance");
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&rng.bits().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}

fn engine(seed: u64) -> Engine {
    let mut engine = Engine::new(Box::new(TestChance(AtomicU64::new(seed))));
    engine.set_now(1_000_000);
    engine
}

/// A page with both of its engines and its store.
struct Page {
    tables: Engine,
    study: Engine,
    store: BTreeMap<String, String>,
    /// All that the page was told.
    heard: Vec<String>,
}

impl Page {
    fn new() -> Page {
        Page { tables: engine(1), study: engine(1000), store: BTreeMap::new(), heard: Vec::new() }
    }

    fn ask(&mut self, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            token: token.map(str::to_owned),
            body: if body.is_null() { String::new() } else { body.to_string() },
        };
        let reply = if Engine::is_study(path, method) {
            let id = path.split('/').nth(2).unwrap_or_default();
            for text in self.tables.context(id) {
                self.study.load(&text).unwrap();
            }
            self.study.request(&request)
        } else {
            self.tables.request(&request)
        };
        self.settle();
        self.heard.push(reply.body.clone());
        let value = serde_json::from_str(&reply.body).unwrap_or(Value::String(reply.body));
        (reply.status, value)
    }

    fn get(&mut self, path: &str, token: &str) -> Value {
        let (status, value) = self.ask("GET", path, Some(token), &Value::Null);
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    fn post(&mut self, path: &str, token: Option<&str>, body: Value) -> Value {
        let (status, value) = self.ask("POST", path, token, &body);
        assert!(status < 300, "{path}: {value}");
        value
    }

    /// Keeps and shows what has changed, and lets agents think.
    fn settle(&mut self) {
        loop {
            let Changes { writes, frames, thoughts, .. } = self.tables.take_changes();
            for write in writes {
                match write.text {
                    Some(text) => drop(self.store.insert(write.key, text)),
                    None => drop(self.store.remove(&write.key)),
                }
            }
            self.heard.extend(frames.into_iter().map(|frame| frame.text));
            let Some(thought) = thoughts.into_iter().next() else { return };
            for text in self.tables.context(&thought.game) {
                self.study.load(&text).unwrap();
            }
            let mv = self.study.think(&thought.game);
            let mv = mv.as_deref().map_err(String::as_str);
            self.tables.thought(&thought.game, thought.epoch, mv);
        }
    }

    /// A new tab with what the store has.
    fn reload(self) -> Page {
        let mut page = Page { store: self.store, ..Page::new() };
        for text in page.store.values() {
            page.tables.load(text).unwrap();
        }
        page
    }

    fn create(&mut self, rules: &str, mr_x: Value, detectives: Value) -> (String, Value) {
        let body = json!({
            "rules": rules, "seed": 7, "pace_ms": 0,
            "seats": { "mr_x": mr_x, "detectives": detectives },
        });
        let made = self.post("api/games", None, body);
        (made["id"].as_str().unwrap().to_owned(), made["links"].clone())
    }
}

fn human() -> Value {
    json!({ "kind": "human" })
}

fn agent(spec: &str) -> Value {
    json!({ "kind": "agent", "spec": spec })
}

#[test]
fn a_game_is_played_to_its_end_kept_and_looked_back_at() {
    let mut page = Page::new();
    let (id, links) = page.create("grid5", human(), agent("lookahead"));
    let token = links["mr_x"].as_str().unwrap().to_owned();
    let path = format!("api/games/{id}");
    page.tables.receive(1, &id, &json!({ "type": "hello", "token": token }).to_string());
    page.settle();
    for _ in 0..99 {
        let view = page.get(&path, &token);
        if !view["outcome"].is_null() {
            break;
        }
        let mv = view["legal"][0]["move"].clone();
        let ply = view["moves"].as_array().unwrap().len();
        page.post(&format!("{path}/moves"), Some(&token), json!({ "move": mv, "ply": ply }));
    }
    let over = page.get(&path, &token);
    assert!(!over["outcome"].is_null());
    let mut page = page.reload();
    assert_eq!(page.get(&path, &token)["moves"], over["moves"], "it came back from the store");
    assert_eq!(page.get("api/games", "")["games"][0]["state"], "over");
    let views = page.get(&format!("{path}/replay"), &token);
    assert!(views["views"].as_array().unwrap().len() > 1);
    let progress = page.get(&format!("{path}/analysis"), &token);
    assert_eq!(progress["done"], 0);
    while page.study.step() {}
    let progress = page.get(&format!("{path}/analysis"), &token);
    assert_eq!(progress["done"], progress["of"]);
    assert!(page.get(&format!("{path}/facts"), &token)["side"] == "mr_x");
}

/// Mr X's first move by taxi from a station, as it is kept.
fn first_taxi(start: u8) -> String {
    let rules = std::sync::Arc::new(yard_core::presets::rules("classic").unwrap());
    let station = |number: u8| yard_core::Station::new(number).unwrap();
    let detectives = [26, 29, 50, 53, 91].map(station).into_iter().collect();
    let deal = yard_core::Deal { mr_x: station(start), detectives };
    let game = yard_core::Game::new(rules, &deal);
    let mut moves = game.mr_x_view().legal_moves().map(|mv| mv.to_string());
    moves.find(|mv| mv.starts_with('T')).unwrap()
}

/// Everything that a detectives' seat hears, with Mr X at two places that fit the same public moves.
#[test]
fn nothing_that_a_detective_hears_depends_on_where_mr_x_is() {
    let heard = |start: u8| {
        let mut page = Page::new();
        let (id, links) = page.create("classic", agent("random"), human());
        let token = links["detectives"][0].as_str().unwrap().to_owned();
        let text = &page.store[&format!("game/{id}")];
        let mut document: Value = serde_json::from_str(text).unwrap();
        document["start"] = json!(format!("{start} 26 29 50 53 91"));
        document["moves"] = json!([first_taxi(start)]);
        document["revision"] = json!(77);
        page.heard.clear();
        page.tables.load(&document.to_string()).unwrap();
        let path = format!("api/games/{id}");
        page.tables.receive(1, &id, &json!({ "type": "hello", "token": token }).to_string());
        page.settle();
        let asked =
            ["", "/record", "/help?kind=candidates", "/help?kind=belief", "/help?kind=hint"];
        for part in asked.into_iter().chain(["/replay", "/analysis", "/facts"]) {
            page.ask("GET", &format!("{path}{part}"), Some(&token), &Value::Null);
        }
        for (ply, mv) in ["T15", "T16", "T37", "T69"].into_iter().enumerate() {
            let body = json!({ "move": mv, "ply": ply + 1 });
            page.ask("POST", &format!("{path}/moves"), Some(&token), &body);
        }
        page.ask("POST", &format!("{path}/undo"), Some(&token), &json!({}));
        page.ask("GET", "api/games", None, &Value::Null);
        page.heard
    };
    let [here, there] = [45, 166].map(heard);
    assert!(here.len() >= 18 && here[0].contains("\"type\":\"view\""), "{}", here.len());
    assert_eq!(here, there);
    assert!(here.iter().all(|text| !text.contains("\"mr_x\":45")));
}

#[test]
fn a_newer_document_of_another_tab_is_shown_and_an_older_engine_is_told() {
    let mut page = Page::new();
    let (id, links) = page.create("classic", human(), agent("random"));
    let token = links["mr_x"].as_str().unwrap().to_owned();
    let hello = json!({ "type": "hello", "token": token }).to_string();
    let kept = page.store.clone();
    page.tables.receive(1, &id, &hello);
    page.settle();
    // The other tab moves.
    let mut other = Page { store: kept, ..Page::new() }.reload();
    let view = other.get(&format!("api/games/{id}"), &token);
    let mv = view["legal"][0]["move"].clone();
    other.post(&format!("api/games/{id}/moves"), Some(&token), json!({ "move": mv, "ply": 0 }));
    page.heard.clear();
    page.tables.load(&other.store[&format!("game/{id}")]).unwrap();
    page.settle();
    assert!(page.heard[0].contains(mv.as_str().unwrap()), "{:?}", page.heard);
    // This tab has made a move in the same moment, which was not kept.
    let kept = other.store[&format!("game/{id}")].clone();
    page.tables.set_now(2_000_000);
    page.heard.clear();
    page.tables.reload(&kept).unwrap();
    page.settle();
    assert!(page.heard[0].contains("\"type\":\"view\""), "{:?}", page.heard);
    // A document that was never kept is forgotten, and the seat hears of it.
    page.heard.clear();
    page.tables.forget(&format!("game/{id}"));
    page.settle();
    assert!(page.heard[0].contains("not_found"), "{:?}", page.heard);
}

#[test]
fn games_travel_in_a_file_and_damaged_ones_are_counted() {
    let mut page = Page::new();
    let (id, links) = page.create("classic", human(), agent("random"));
    let token = links["mr_x"].as_str().unwrap().to_owned();
    page.ask("PUT", "api/assist/saved", None, &json!({ "name": "Ann", "record": "x" }));
    let path = format!("api/games/{id}");
    let mv = page.get(&path, &token)["legal"][0]["move"].clone();
    page.post(&format!("{path}/moves"), Some(&token), json!({ "move": mv, "ply": 0 }));
    let text = page.tables.export().unwrap();
    let mut other = Page::new();
    let brought = other.tables.bring(&text).unwrap();
    other.settle();
    assert_eq!((brought.taken, brought.known, brought.damaged), (2, 0, 0));
    let mut other = other.reload();
    assert_eq!(other.get(&format!("api/games/{id}"), &token)["seat"], "mr_x");
    let again = other.tables.bring(&text).unwrap();
    assert_eq!((again.taken, again.known, again.damaged), (0, 2, 0));
    let mut third = engine(5);
    let broken = third.bring(&text.replace("\"start\":\"", "\"start\":\"x")).unwrap();
    assert_eq!((broken.taken, broken.damaged), (1, 1));
    assert!(third.bring("{}").is_err() && third.bring("no").is_err());
}

#[test]
fn documents_of_a_newer_version_are_left_alone() {
    let mut engine = engine(1);
    for text in
        ["", "{}", "{\"version\":2,\"kind\":\"log\",\"name\":\"a\",\"record\":\"\",\"date\":0}"]
    {
        assert!(engine.load(text).is_err(), "{text}");
    }
}

#[test]
fn assistant_puzzles_and_solved_boards_answer() {
    let mut page = Page::new();
    let record =
        "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? | T15 T16 T37 T69 T105\n";
    let told = page.post(
        "api/assist",
        None,
        json!({ "record": record, "suggest": true, "stage": "quick" }),
    );
    assert!(!told["candidates"].as_array().unwrap().is_empty());
    assert_eq!(page.post("api/assist/check", None, json!({ "record": record }))["ok"], true);
    let puzzles = page.get("api/puzzles", "");
    let id = puzzles["puzzles"][0]["id"].as_str().unwrap().to_owned();
    let puzzle = page.get(&format!("api/puzzles/{id}"), "");
    let mv = puzzle["view"]["legal"][0]["move"].clone();
    assert!(
        !page.post(&format!("api/puzzles/{id}/answer"), None, json!({ "move": mv }))["solution"]
            .is_null()
    );
    assert!(!page.get("api/solutions", "")["solutions"].as_array().unwrap().is_empty());
}

#[test]
fn what_needs_a_server_says_so() {
    let mut page = Page::new();
    let (id, links) = page.create("classic", human(), agent("random"));
    let token = links["mr_x"].as_str().unwrap().to_owned();
    for path in ["spectators", "rematch", "invite", "claim"] {
        let (status, told) =
            page.ask("POST", &format!("api/games/{id}/{path}"), Some(&token), &json!({}));
        assert_eq!((status, &told["code"]), (403, &json!("forbidden")), "{path}");
    }
    for path in ["api/nothing", "api/lab/jobs", "x"] {
        assert_eq!(page.ask("GET", path, None, &Value::Null).0, 404, "{path}");
    }
}
