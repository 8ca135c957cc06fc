//! The OpenAPI document and the server are held to each other.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::Value;

use super::schema::{Misfit, check};
use super::test_server::{Request, Response, TestServer, run};
use crate::routes::OPENAPI;

/// The document.
pub(super) static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap());

/// The path of the document that a request is for.
pub(super) fn template(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or(path);
    let fits = |template: &&String| {
        let (parts, wanted) = (path.split('/'), template.split('/'));
        parts.clone().count() == wanted.clone().count()
            && parts.zip(wanted).all(|(part, want)| want.starts_with('{') || part == want)
    };
    let paths = DOCUMENT["paths"].as_object()?;
    // A plain path goes before one with a name in it.
    let found = paths.keys().filter(fits).min_by_key(|template| template.matches('{').count());
    found.map(String::as_str)
}

/// Says how an answer differs from what the document promises.
pub(super) fn kept(ask: &Request, answer: &Response) -> Result<(), Misfit> {
    let error = |cause: String| {
        let body: String = answer.text().chars().take(300).collect();
        Misfit(format!("{} {} → {}: {cause}\n{body}", ask.method, ask.path, answer.status))
    };
    let described = template(&ask.path)
        .map(|path| &DOCUMENT["paths"][path][ask.method.to_lowercase()]["responses"]);
    let error_schema = serde_json::json!({ "$ref": "#/components/schemas/Error" });
    let status = answer.status.to_string();
    let kind = answer.header("content-type").unwrap_or_default();
    let schema = match described.map(|responses| &responses[&status]) {
        Some(promised) if !promised.is_null() => {
            let mut kinds = promised["content"].as_object().into_iter().flatten();
            let Some((_, content)) = kinds.find(|(known, _)| kind.starts_with(known.as_str()))
            else {
                return Err(error(format!("it is of type {kind}")));
            };
            if !kind.starts_with("application/json") {
                return Ok(());
            }
            &content["schema"]
        }
        _ if (400..500).contains(&answer.status) => &error_schema,
        _ => return Err(error("the status is not in the document".to_owned())),
    };
    let body: Value =
        serde_json::from_slice(&answer.body).map_err(|fault| error(fault.to_string()))?;
    check(&DOCUMENT, schema, &body, "body").map_err(|misfit| error(misfit.0))?;
    if schema == &error_schema {
        let text = body["error"].as_str().unwrap_or_default();
        if text.contains("panicked") || text.contains(".rs:") {
            return Err(error("the sentence is not for people".to_owned()));
        }
    }
    Ok(())
}

/// Methods and paths as the router has them, read from its source.
fn routes() -> BTreeSet<(String, String)> {
    let source = include_str!("../routes/router.rs");
    let mut found = BTreeSet::new();
    for part in source.split(".route(").skip(1) {
        let path = part.split('"').nth(1).unwrap();
        let end = part.find(")\n        .").unwrap_or(part.len());
        for method in ["get", "post", "put", "delete"] {
            let call = format!("{method}(");
            let is_call =
                |at: usize| !part[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if part[..end].match_indices(&call).any(|(at, _)| is_call(at)) {
                found.insert((method.to_owned(), path.to_owned()));
            }
        }
    }
    found
}

#[test]
fn every_route_is_in_the_document_and_the_other_way_round() {
    let pages = ["/", "/assets/{*path}", "/docs", "/docs/", "/docs/{*path}"];
    let mut served = routes();
    served.retain(|(_, path)| !pages.contains(&path.as_str()));
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    assert_eq!(served, described);
    assert!(served.len() > 25);
}

#[test]
fn every_schema_is_used_and_every_reference_leads_somewhere() {
    fn walk(value: &Value, found: &mut BTreeSet<String>) {
        if let Some(name) = value["$ref"].as_str() {
            assert!(DOCUMENT.pointer(name.trim_start_matches('#')).is_some(), "{name}");
            found.insert(name.rsplit('/').next().unwrap().to_owned());
        }
        let children: Vec<&Value> = match value {
            Value::Array(items) => items.iter().collect(),
            Value::Object(fields) => fields.values().collect(),
            _ => Vec::new(),
        };
        children.into_iter().for_each(|child| walk(child, found));
    }
    let mut used = BTreeSet::new();
    walk(&DOCUMENT, &mut used);
    let schemas = DOCUMENT["components"]["schemas"].as_object().unwrap();
    assert_eq!(used, schemas.keys().cloned().collect());
}

/// `scripts/documents/routes.py` makes the page of routes; `scripts/docs` checks that it is up to date.
#[test]
fn every_route_is_in_the_reference() {
    let routes_page = include_str!("../../../../docs/reference/routes.md");
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            let heading = format!("\n### {} {path}\n", method.to_uppercase());
            assert!(routes_page.contains(&heading), "{heading} is not in docs/reference/routes.md");
            let summary = about["summary"].as_str().unwrap();
            assert!(routes_page.contains(summary), "{summary} is not in docs/reference/routes.md");
        }
    }
    for name in DOCUMENT["components"]["schemas"].as_object().unwrap().keys() {
        assert!(routes_page.contains(&format!("\n### {name}\n")), "{name}");
    }
    let reference = include_str!("../../../../docs/reference/api.md");
    let codes = DOCUMENT["components"]["schemas"]["Error"]["properties"]["code"]["enum"].clone();
    for code in codes.as_array().unwrap() {
        let code = code.as_str().unwrap();
        assert!(
            reference.contains(&format!("| `{code}` |")),
            "{code} is not in docs/reference/api.md"
        );
    }
}

#[test]
fn the_catalog_keeps_its_promises() {
    run(async {
        let server = TestServer::new(1);
        for path in [
            "/healthz",
            "/api/openapi.json",
            "/api/rules",
            "/api/rules/grid:6,2,12",
            "/api/rules/classic/board",
            "/api/rules/grid7/board",
            "/api/agents",
            "/api/solutions",
            "/api/lab/jobs",
        ] {
            let ask = Request::get(path);
            let answer = server.ask(ask.clone()).await;
            assert_eq!(answer.status, 200, "{path}");
            kept(&ask, &answer).unwrap();
            let policy = answer.header("content-security-policy").unwrap();
            assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"));
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        }
    });
}

#[test]
fn other_sites_and_strange_names_are_refused() {
    run(async {
        let server = TestServer::new(1);
        let refused = |ask: Request| async {
            let answer = server.ask(ask).await;
            (answer.status, answer.json()["code"].clone()) == (403, "forbidden".into())
        };
        assert!(refused(Request::get("/api/rules").header("host", "evil.example")).await);
        assert!(refused(Request::get("/").header("host", "evil.example:7199")).await);
        assert!(refused(Request::get("/api/rules").header("origin", "http://evil.example")).await);
        let socket = Request::get("/api/games/x/socket").header("origin", "https://evil.example");
        assert!(refused(socket.header("upgrade", "websocket")).await);
        assert!(refused(Request::post("/api/import").text("x").header("origin", "null")).await);
    });
}

#[test]
fn large_bodies_and_ways_out_of_the_folder_are_refused() {
    run(async {
        let server = TestServer::new(1);
        let ask = Request::post("/api/import").text(&"x".repeat(300 << 10));
        let answer = server.ask(ask.clone()).await;
        assert_eq!((answer.status, answer.json()["code"].clone()), (413, "too_large".into()));
        kept(&ask, &answer).unwrap();
        for path in [
            "/assets/../Cargo.toml",
            "/assets/..%2fCargo.toml",
            "/assets/%2e%2e/%2e%2e/Cargo.toml",
            "/assets/tests/package.json",
            "/assets//etc/passwd",
            "/api/rules/..%2F..%2Fdata%2Frules%2Fclassic.toml",
            "/api/rules/%2Fetc%2Fpasswd/board",
        ] {
            let answer = server.ask(Request::get(path)).await;
            assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        }
        let page = server.ask(Request::get("/")).await;
        assert_eq!(page.status, 200);
        let tag = page.header("etag").unwrap().to_owned();
        let again = server.ask(Request::get("/").header("if-none-match", &tag)).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    });
}
