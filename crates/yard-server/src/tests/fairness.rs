//! One greedy client must not keep others from playing: queues, quotas, tables, and work that is no more than needed.

use std::time::Duration;

use serde_json::{Value, json};

use super::document::kept;
use super::playing::{people, text, tokens};
use super::test_server::{Request, TestServer, here, run};
use crate::web::{Client, Limits};
use crate::work_pool::Lane;

const GREEDY: [u8; 4] = [192, 0, 2, 1];
const STRANGER: [u8; 4] = [198, 51, 100, 7];

/// Everybody goes to and fro in his corner for 249 rounds.
fn long_record() -> String {
    let mut text = "yard-record 1\nrules grid:15,5,250\nstart 113 1 15 211 225 5\n".to_owned();
    for round in 1..250 {
        text += &match round % 2 {
            1 => format!("{round} T114 | T2 T14 T212 T224 T6\n"),
            _ => format!("{round} T113 | T1 T15 T211 T225 T5\n"),
        };
    }
    text
}

async fn import(server: &TestServer, text: &str) -> (String, String) {
    let answer = server.ask(Request::post("/api/import").text(text)).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    (super::playing::text(&answer.json()["id"]), super::playing::text(&answer.json()["token"]))
}

fn agents(spec: &str) -> Value {
    let agent = json!({ "kind": "agent", "spec": spec });
    json!({ "mr_x": agent, "detectives": agent })
}

/// Takes all places of a lane that a client can get, and has more wait behind them.
async fn fill(server: &TestServer, lane: Lane, client: Client) -> tokio::task::JoinSet<()> {
    let mut greed = tokio::task::JoinSet::new();
    for _ in 0..64 {
        let pool = server.lobby.pool.clone();
        greed.spawn(async move {
            let _place = pool.place_in_line(lane, client).await;
            std::future::pending::<()>().await;
        });
    }
    while server.lobby.pool.counts(lane).waiting == 0 {
        tokio::task::yield_now().await;
    }
    greed
}

#[test]
fn a_long_record_is_read_once_and_only_its_last_view_is_made() {
    run(async {
        let server = TestServer::new(1);
        let (id, token) = import(&server, &long_record()).await;
        let ask = Request::get(format!("/api/games/{id}")).token(&token);
        let begun = || server.lobby.pool.counts(Lane::Read).begun;
        let before = begun();
        let first = server.ask(ask.clone()).await;
        assert_eq!(begun() - before, 2, "it is read, and its view is made, both in the pool");
        kept(&ask, &first).unwrap();
        for _ in 0..5 {
            assert_eq!(server.ask(ask.clone()).await, first);
        }
        assert_eq!(begun() - before, 2, "both were done once");
        let view = first.json();
        assert_eq!(view["moves"].as_array().unwrap().len(), 249 * 6);
        // The whole replay comes in pieces, and the last view in it is the same.
        let study = || server.lobby.pool.counts(Lane::Study).begun;
        let before = study();
        let replay = Request::get(format!("/api/games/{id}/replay?eyes=mr_x")).token(&token);
        let answer = server.ask(replay.clone()).await;
        kept(&replay, &answer).unwrap();
        let views = answer.json();
        let views = views["views"].as_array().unwrap();
        assert_eq!(views.len(), 1 + 249 * 6);
        assert_eq!(study() - before, views.len().div_ceil(16) as u64);
        assert_eq!(views.last().unwrap()["moves"], view["moves"]);
        assert_eq!(views[7]["ply"], 7);
    });
}

#[test]
fn boards_that_were_drawn_wait_for_nobody_and_a_stranger_gets_his_turn() {
    run(async {
        let server = TestServer::new(1);
        let board = Request::get("/api/rules/classic/board");
        let drawn = server.ask_from(STRANGER, board.clone()).await;
        let greedy = Client::of(GREEDY.into());
        let _read = fill(&server, Lane::Read, greedy).await;
        let _study = fill(&server, Lane::Study, greedy).await;
        // Cached answers need no place; whatever does gets one, beside all that waits.
        assert_eq!(server.ask_from(STRANGER, board.clone()).await, drawn);
        assert_eq!(server.ask_from(GREEDY, board).await, drawn);
        let other = Request::get("/api/rules/grid:9,2,9/board");
        assert_eq!(server.ask_from(STRANGER, other).await.status, 200);
        let record = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? |\n";
        let body = json!({ "record": record, "suggest": true, "ms": 1 });
        let assist = Request::post("/api/assist").json(&body);
        assert_eq!(server.ask_from(STRANGER, assist).await.status, 200);
    });
}

#[test]
fn a_strangers_agent_moves_beside_two_hundred_thoughts_of_another() {
    run(async {
        let server = TestServer::new(1);
        for lane in [Lane::Quick, Lane::Usual, Lane::Slow] {
            let greed = fill(&server, lane, Client::of(GREEDY.into())).await;
            let spec = match lane {
                Lane::Quick => "random",
                Lane::Usual => "best:ms=1",
                _ => "best:playouts=30001",
            };
            let body = json!({ "rules": "classic", "seats": agents(spec) });
            let created =
                server.ask_from(STRANGER, Request::post("/api/games").json(&body)).await.json();
            let (id, watch) = (text(&created["id"]), text(&created["links"]["watch"]));
            server.until(&id, &watch, |view| view["ply"].as_u64() >= Some(2)).await;
            drop(greed);
        }
    });
}

#[test]
fn whoever_wants_too_much_at_once_is_told_so() {
    run(async {
        let limits = Limits { waiting: 3, jobs: 2, stored_bytes: 100_000, ..Limits::NONE };
        let server = TestServer::limited(1, None, limits);
        let job = json!({ "kind": "match", "rules": "classic", "games": 1000, "seed": 3,
            "mr_x": "best:ms=1000", "detectives": "best:ms=1000" });
        let add = Request::post("/api/lab/jobs").json(&job);
        for status in [201, 201, 429] {
            assert_eq!(server.ask_from(GREEDY, add.clone()).await.status, status);
        }
        assert_eq!(server.ask_from(STRANGER, add).await.status, 201);
        server.lab.stop_all();
        // Games and records are counted by their bytes.
        let record = Request::post("/api/import").text(&long_record());
        let mut taken = 0;
        while server.ask_from(GREEDY, record.clone()).await.status == 201 {
            taken += 1;
        }
        assert!((1..20).contains(&taken), "{taken}");
        assert_eq!(server.ask_from(STRANGER, record).await.status, 201);
        // So much of a client may wait.
        let greedy = Client::of(GREEDY.into());
        let _held = fill(&server, Lane::Read, greedy).await;
        let rules = Request::get("/api/rules/grid:9,2,9");
        let refused = server.ask_from(GREEDY, rules.clone()).await;
        assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("too_many")));
        assert_eq!(server.ask_from(STRANGER, rules).await.status, 200);
    });
}

#[test]
fn tables_are_put_away_by_the_absence_of_people_and_ones_own_game_always_opens() {
    run(async {
        let limits = Limits { tables: 4, all_tables: 6, ..Limits::NONE };
        let server = TestServer::limited(1, None, limits);
        let body = json!({ "rules": "grid5", "seats": people(), "claim": "all" });
        let make = Request::post("/api/games").json(&body);
        let mut games = Vec::new();
        for _ in 0..20 {
            let answer = server.ask_from(GREEDY, make.clone()).await;
            assert_eq!(answer.status, 201, "{}", answer.text());
            games.push(tokens(&answer.json()));
            let most = 4;
            while server.lobby.open_tables() > most {
                tokio::task::yield_now().await;
            }
        }
        // All twenty are still there for those who have their links.
        for (id, x, ..) in &games {
            let view = Request::get(format!("/api/games/{id}")).token(x);
            assert_eq!(server.ask_from(GREEDY, view).await.status, 200);
        }
        // Tables at which somebody looks stay; then there is no room for a new one, but always for a stored one.
        let mut watched = Vec::new();
        for (id, x, ..) in &games[..8] {
            // A table that was asked to go may still go while somebody comes; he then comes again.
            watched.push(loop {
                let client = Client::of(GREEDY.into());
                let (handle, role) = server.lobby.seat(id, x, client).await.unwrap();
                let receiver = handle.subscribe(role).unwrap();
                drop(handle);
                server.view(id, x).await;
                if receiver.has_changed().is_ok() {
                    break receiver;
                }
            });
        }
        while server.lobby.open_tables() > 8 {
            tokio::task::yield_now().await;
        }
        let refused = server.ask_from(GREEDY, make.clone()).await;
        assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("too_many")));
        let full = server.ask_from(STRANGER, make).await;
        assert_eq!(full.status, 503, "{}", full.text());
        for (id, x, ..) in &games[8..] {
            let view = Request::get(format!("/api/games/{id}")).token(x);
            assert_eq!(server.ask_from(STRANGER, view).await.status, 200, "his own stored game");
        }
        for (receiver, (id, x, ..)) in watched.iter().zip(&games) {
            assert!(receiver.has_changed().is_ok(), "nobody was sent away");
            assert_eq!(server.view(id, x).await["state"], "open");
        }
    });
}

#[test]
fn agents_wait_while_nobody_looks_and_say_so() {
    run(async {
        let limits = Limits { attention: Duration::from_millis(1), ..Limits::NONE };
        let server = TestServer::limited(1, None, limits);
        let body = json!({ "rules": "classic", "seats": agents("random"), "pace_ms": 1 });
        let created = server.create(&body).await;
        let (id, watch) = (text(&created["id"]), text(&created["links"]["watch"]));
        tokio::time::sleep(Duration::from_millis(30)).await;
        // They come to a stop by themselves; each look lets them make a move or two.
        let mut last = server.view(&id, &watch).await["ply"].as_u64().unwrap();
        let mut told = false;
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(30)).await;
            let view = server.view(&id, &watch).await;
            told |= view["unwatched"] == true && view["thinking"] == true;
            let ply = view["ply"].as_u64().unwrap();
            assert!(ply - last < 15, "they have played on for {} plies", ply - last);
            last = ply;
        }
        assert!(told, "the view says that they have waited");
        // With somebody there they play to the end.
        let over = server.until(&id, &watch, |view| view["state"] == "over").await;
        assert_eq!(over["unwatched"], false);
    });
}

/// Two hundred watched games of one client held a search of twelve megabytes each.
#[test]
fn agents_keep_memory_for_few_games_and_for_none_that_is_over() {
    run(async {
        let server = TestServer::limited(1, None, Limits { agents: 3, ..Limits::NONE });
        let mut games = Vec::new();
        for _ in 0..8 {
            let body = json!({ "rules": "grid5", "seats": agents("lookahead") });
            let created = server.create(&body).await;
            games.push((text(&created["id"]), text(&created["links"]["watch"])));
        }
        for (id, watch) in &games {
            while server.view(id, watch).await["state"] == "open" {
                assert!(server.lobby.shelf.len() <= 3);
            }
        }
        assert_eq!(server.lobby.shelf.len(), 0);
    });
}

/// After that client had gone, his thoughts still waited in line for minutes, with the memory of their searches.
#[test]
fn thoughts_wait_for_nobody_when_people_have_gone() {
    run(async {
        let short = Duration::from_millis(1);
        let limits = Limits { attention: short, thought: short, agents: 1, ..Limits::NONE };
        let server = TestServer::limited(1, None, limits);
        let pool = &server.lobby.pool;
        // The only place of the client is taken, so nobody's thought begins.
        let lane = Lane::Quick;
        let _place = pool.place(lane, here()).await.ok().unwrap();
        let mut visitors = Vec::new();
        for _ in 0..12 {
            let body = json!({ "rules": "classic", "seats": agents("random") });
            let created = server.create(&body).await;
            let (id, watch) = (text(&created["id"]), text(&created["links"]["watch"]));
            let (handle, role) = server.lobby.seat(&id, &watch, here()).await.unwrap();
            visitors.push(handle.visit(role).unwrap());
            // It may have rested before somebody came.
            server.view(&id, &watch).await;
        }
        while pool.counts(lane).waiting < 12 {
            tokio::task::yield_now().await;
        }
        visitors.clear();
        while pool.counts(lane).waiting > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.counts(lane).begun, 0);
    });
}

#[test]
fn games_that_the_server_opens_by_itself_wait_for_people() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(1, Some(folder.path()));
        let body = json!({ "rules": "classic", "seats": agents("random"), "pace_ms": 20_000 });
        let created = server.create(&body).await;
        let (id, watch) = (text(&created["id"]), text(&created["links"]["watch"]));
        let pool = &server.lobby.pool;
        let thoughts = || Lane::ALL[..3].iter().map(|lane| pool.counts(*lane).begun).sum::<u64>();
        while thoughts() == 0 {
            tokio::task::yield_now().await;
        }
        server.lobby.close();
        assert_eq!(server.lobby.resume().await, Ok(1));
        let before = thoughts();
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(thoughts(), before, "nobody looks");
        assert_eq!(server.view(&id, &watch).await["unwatched"], true);
        while thoughts() == before {
            tokio::task::yield_now().await;
        }
    });
}

/// A search that would go on for minutes ends when the game is cancelled, and its place is free.
#[test]
fn cancelled_thoughts_stop() {
    run(async {
        let server = TestServer::new(1);
        let seats = json!({
            "mr_x": { "kind": "human" },
            "detectives": { "kind": "agent", "spec": "alphabeta:depth=4" },
        });
        let (id, x, ..) =
            tokens(&server.create(&json!({ "rules": "classic", "seats": seats })).await);
        let view = server.view(&id, &x).await;
        let body = json!({ "move": view["legal"][0]["move"], "ply": 0 });
        let play = Request::post(format!("/api/games/{id}/moves")).token(&x).json(&body);
        assert_eq!(server.ask(play).await.status, 200);
        let pool = server.lobby.pool.clone();
        let lane = Lane::Usual;
        while pool.counts(lane).running == 0 && server.view(&id, &x).await["thinking"] == true {
            tokio::task::yield_now().await;
        }
        let cancel = Request::post(format!("/api/games/{id}/cancel")).token(&x).json(&json!({}));
        assert_eq!(server.ask(cancel).await.status, 200);
        while pool.counts(lane).running > 0 {
            tokio::task::yield_now().await;
        }
    });
}

/// What must be worked out to refuse a request is worked out in the pool, and quickly.
#[test]
fn impossible_agents_are_refused_away_from_the_async_threads() {
    run(async {
        let server = TestServer::new(1);
        let body = json!({ "rules": "grid:15,5,250", "seats": agents("nash") });
        let ask = Request::post("/api/games").json(&body);
        let before = server.lobby.pool.counts(Lane::Read).begun;
        for _ in 0..20 {
            let answer = server.ask(ask.clone()).await;
            assert_eq!(answer.status, 400);
            assert!(answer.text().contains("too large"), "{}", answer.text());
        }
        assert_eq!(server.lobby.pool.counts(Lane::Read).begun - before, 20);
    });
}
