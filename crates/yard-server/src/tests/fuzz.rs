//! Requests made up from the OpenAPI document: right ones, nearly right ones and nonsense.
//!
//! Whatever is sent, the server answers as the document says and never with a fault of its own.

use serde_json::{Map, Value, json};
use yard_agents::{Rng, Seed};
use yard_core::Draw;

use super::document::{DOCUMENT, kept};
use super::schema::resolve;
use super::test_server::{Request, TestServer, run};
#[cfg(feature = "postgres")]
use crate::store::{Place, Store, tests::fresh_database};

/// Texts that mean something somewhere, and some that never should.
const TEXTS: [&str; 36] = [
    "",
    "classic",
    "grid5",
    "grid:4,2,9",
    "grid:1,1,1",
    "grid:99,9,999999999999",
    "glasses",
    "random",
    "lookahead:p=0.5",
    "best:playouts=5",
    "nash:policy=/etc/passwd",
    "process:sh -c id",
    "human",
    "agent",
    "T46",
    "2T46K58",
    "3:T46",
    "pass",
    "K?",
    "open",
    "over",
    "hint",
    "mr_x",
    "../../etc/passwd",
    "%",
    "_",
    "'; DROP TABLE game; --",
    "\u{0}",
    "\u{202e}\u{1f575}",
    "NaN",
    "-1",
    "1e309",
    "true",
    "null",
    "heat-map.svg",
    "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? | T15 T16 T37 T69 T105",
];

const RECORDS: [&str; 4] = [
    "yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T2 T24",
    "yard-record 1\nrules glasses\nstart 6 1 11",
    "yard-record 1\nrules classic\nstart ? 1 1 1 1 1",
    "yard-record 1\nrules grid5\nstart 13 1 25\n9 T?",
];

/// What is known of the server: ids and tokens that open something.
struct Known {
    ids: Vec<String>,
    tokens: Vec<String>,
}

fn pick<'a, T>(from: &'a [T], rng: &mut Rng) -> &'a T {
    &from[rng.below(from.len() as u32) as usize]
}

/// A text for a field of this name.
fn text(name: &str, known: &Known, rng: &mut Rng) -> String {
    let likely = rng.below(4) > 0;
    match name {
        "id" if likely => pick(&known.ids, rng).clone(),
        "rules" | "name" if likely => (*pick(&TEXTS[1..7], rng)).to_owned(),
        "record" if likely => (*pick(&RECORDS, rng)).to_owned(),
        "move" if likely => (*pick(&TEXTS[14..19], rng)).to_owned(),
        "spec" | "mr_x" | "detectives" if likely => (*pick(&TEXTS[7..10], rng)).to_owned(),
        _ if rng.below(30) == 0 => "x".repeat(5000),
        _ => (*pick(&TEXTS, rng)).to_owned(),
    }
}

/// A value that fits a schema, or nearly.
fn value(schema: &Value, name: &str, known: &Known, rng: &mut Rng) -> Value {
    if rng.below(25) == 0 {
        return pick(
            &[json!(null), json!([]), json!({}), json!(-1), json!("x"), json!(1e308)],
            rng,
        )
        .clone();
    }
    let schema = resolve(&DOCUMENT, schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        return value(pick(choices, rng), name, known, rng);
    }
    if let Some(words) = schema["enum"].as_array() {
        return pick(words, rng).clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => pick(kinds, rng).as_str().unwrap_or("null"),
        Value::String(kind) => kind,
        _ => "null",
    };
    match kind {
        "string" => json!(text(name, known, rng)),
        "boolean" => json!(rng.below(2) == 0),
        // Thinking is kept short, so that the test is.
        "integer" if name == "ms" => pick(&[json!(0), json!(5), json!(10_001)], rng).clone(),
        "integer" if name == "pace_ms" => pick(&[json!(0), json!(1), json!(60_001)], rng).clone(),
        "integer" | "number" => {
            let most = schema["maximum"].as_u64().unwrap_or(u64::MAX);
            let some = [0, 1, 2, 3, 5, 17, most, most.saturating_add(1), u64::MAX];
            let likely = if rng.below(3) > 0 { &some[..6] } else { &some[..] };
            json!(pick(likely, rng))
        }
        "array" => {
            let count = rng.below(4);
            (0..count).map(|_| value(&schema["items"], name, known, rng)).collect()
        }
        "object" => {
            let mut fields = Map::new();
            for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
                let needed =
                    schema["required"].as_array().is_some_and(|all| all.contains(&json!(key)));
                // Without its own limit the assistant would think as long as for people.
                let keep = if needed || key == "ms" { 30 } else { 2 };
                if rng.below(keep) > 0 {
                    fields.insert(key.clone(), value(inner, key, known, rng));
                }
            }
            if rng.below(20) == 0 {
                fields.insert("more".to_owned(), json!(1));
            }
            Value::Object(fields)
        }
        _ => Value::Null,
    }
}

/// Letters as they stand in a path or a query.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:,".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A request for one operation of the document.
fn request(path: &str, method: &str, operation: &Value, known: &Known, rng: &mut Rng) -> Request {
    let mut address = path.to_owned();
    let mut query = Vec::new();
    let mut ask = Request::new(&method.to_uppercase(), "");
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let made = plain(&value(&parameter["schema"], name, known, rng));
        match parameter["in"].as_str() {
            Some("path") => {
                let part = if made.is_empty() { "x".to_owned() } else { escaped(&made) };
                address = address.replace(&format!("{{{name}}}"), &part);
            }
            Some("query") if rng.below(8) > 0 => query.push(format!("{name}={}", escaped(&made))),
            Some("header") if rng.below(5) > 0 => {
                let owners = ["an-owner-of-sixteen-letters", "short", "\u{1f600}"];
                let owner: &&str = pick(&owners, rng);
                ask = ask.header(name, owner);
            }
            _ => {}
        }
    }
    if !query.is_empty() {
        address = format!("{address}?{}", query.join("&"));
    }
    ask.path = address;
    if operation["security"].is_array() && rng.below(10) > 0 {
        let token: &String = pick(&known.tokens, rng);
        ask = ask.token(token);
    }
    if let Some((kind, content)) =
        operation["requestBody"]["content"].as_object().and_then(|kinds| kinds.iter().next())
    {
        let body = value(&content["schema"], "record", known, rng);
        ask = match rng.below(20) {
            0 => ask.header("content-type", "text/html").text("<b>"),
            1 => ask.header("content-type", kind).text("{\"a\":"),
            _ if kind == "application/json" => ask.json(&body),
            _ => ask.text(&plain(&body)),
        };
    }
    ask
}

#[test]
fn whatever_is_sent_the_answer_is_as_the_document_says() {
    run(answers_as_the_document_says(TestServer::new(11), 120));
}

/// What one database takes another may refuse.
#[cfg(feature = "postgres")]
#[test]
fn whatever_is_sent_postgres_answers_as_the_document_says() {
    let Ok(url) = std::env::var("YARD_TEST_DATABASE") else { return };
    run(async move {
        let url = fresh_database(&url).await;
        let store = Store::open(Place::Postgres(&url), "test").await.unwrap();
        answers_as_the_document_says(TestServer::on(11, store, Vec::new()), 40).await;
    });
}

async fn answers_as_the_document_says(server: TestServer, rounds: usize) {
    let human = json!({ "kind": "human" });
    let random = json!({ "kind": "agent", "spec": "random" });
    let mut known = Known { ids: vec!["1".to_owned()], tokens: vec!["nobody".to_owned()] };
    for (rules, mr_x, team) in
        [("classic", &human, &human), ("grid5", &random, &random), ("modern", &random, &human)]
    {
        let seats = json!({ "mr_x": mr_x, "detectives": team });
        let created = server.create(&json!({ "rules": rules, "seats": seats })).await;
        known.ids.push(plain(&created["id"]));
        let links = &created["links"];
        for token in [&links["mr_x"], &links["detectives"][0], &links["watch"]] {
            known.tokens.extend(token.as_str().map(str::to_owned));
        }
    }
    let mut rng = Seed(1).stream("fuzz");
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let mut statuses = std::collections::BTreeMap::<u16, u32>::new();
    for _ in 0..rounds {
        for (path, methods) in paths {
            for (method, operation) in methods.as_object().unwrap() {
                let ask = request(path, method, operation, &known, &mut rng);
                let answer = server.ask(ask.clone()).await;
                if let Err(fault) = kept(&ask, &answer) {
                    panic!("{fault}\n{}", String::from_utf8_lossy(&ask.body));
                }
                // Whoever sits down, or asks for new keys, goes on with these.
                if answer.status == 200 && answer.json()["recovery"].is_string() {
                    known.tokens.push(plain(&answer.json()["token"]));
                }
                *statuses.entry(answer.status).or_default() += 1;
            }
        }
        // Jobs are tried, not played.
        server.lab.stop_all();
    }
    for status in [200, 201, 400, 403, 404, 409, 422] {
        assert!(statuses.contains_key(&status), "{status} never came: {statuses:?}");
    }
}

#[test]
fn strange_methods_and_paths_are_answered_in_the_same_form() {
    run(async {
        let server = TestServer::new(1);
        for (method, path, status) in [
            ("PATCH", "/api/games", 405),
            ("DELETE", "/", 405),
            ("GET", "/api", 404),
            ("GET", "/api/games/x/y/z", 404),
            ("GET", "/api/rules/%FF", 400),
            ("GET", "/.git/config", 404),
            ("POST", "/api/games", 400),
        ] {
            let answer = server.ask(Request::new(method, path)).await;
            assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
            assert!(answer.json()["error"].is_string() && answer.json()["code"].is_string());
        }
    });
}
