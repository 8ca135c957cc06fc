//! What a detective's seat receives does not depend on where Mr X hides.
//!
//! A random game is played and a twin found for it: the same public log with Mr X on other stations
//! wherever he was hidden. Both are played on two servers with the same ids, tokens and seeds. Every byte
//! that goes to a detective's or a watcher's seat must be the same: views, pushed frames, answers,
//! errors, records, help, headers.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use tokio::sync::watch;
use yard_agents::{Rng, Seed};
use yard_core::{
    Deal, DetectiveText, DetectiveView, Draw, Game, Move, MrXMove, PublicMrXMove, PublicPly, Rules,
    Station, StationSet, Step, Turn,
};
use yard_tabletop::{CreateGame, GameSeed};

use super::test_server::{Request, Response, TestServer, here, run};

/// Two games that look the same to the detectives.
struct Twins {
    rules: Arc<Rules>,
    deals: [Deal; 2],
    moves: [Vec<Move>; 2],
    /// In how many plies Mr X stands elsewhere.
    apart: usize,
}

/// Plays at random for some plies, and stops before the end.
fn random_game(rules: &Arc<Rules>, rng: &mut Rng) -> (Deal, Vec<Move>) {
    let deal = rules.deal(rng);
    let mut game = Game::new(Arc::clone(rules), &deal);
    let mut moves = Vec::new();
    let most = 5 + rng.below(40);
    while game.outcome().is_none() && moves.len() < most as usize {
        let mv = match game.turn() {
            Turn::MrX => Move::from(game.mr_x_view().draw_move(rng)),
            _ => Move::from(game.detective_view().draw_move(rng)),
        };
        game.play(mv).unwrap();
        moves.push(mv);
    }
    if game.outcome().is_some() {
        moves.pop();
    }
    (deal, moves)
}

/// What the detectives know before the first move and after each.
fn views(rules: &Arc<Rules>, deal: &Deal, moves: &[Move]) -> Vec<DetectiveView> {
    let mut game = Game::new(Arc::clone(rules), deal);
    let mut views = vec![game.detective_view().clone()];
    for mv in moves {
        game.play(*mv).unwrap();
        views.push(game.detective_view().clone());
    }
    views
}

fn any(stations: &StationSet, not: Station, rng: &mut Rng) -> Station {
    let mut others = *stations;
    others.remove(not);
    let from = if others.is_empty() { *stations } else { others };
    from.nth(rng.below(from.len() as u32) as usize).unwrap()
}

/// Another way for Mr X with the same tickets and sightings: drawn backwards through the candidates,
/// each of which has a way that leads to it.
fn twin(rules: &Arc<Rules>, deal: &Deal, moves: &[Move], rng: &mut Rng) -> Option<Twins> {
    if Game::new(Arc::clone(rules), deal).outcome().is_some() {
        return None;
    }
    let views = views(rules, deal, moves);
    let last = views.last()?;
    let truth = |ply: usize| {
        let made = moves[..ply].iter().rev().find_map(|mv| match mv {
            Move::MrX(mv) => Some(mv.target()),
            Move::Detective(_) => None,
        });
        made.unwrap_or(deal.mr_x)
    };
    let mut at = any(last.candidates(), truth(moves.len()), rng);
    let mut other = moves.to_vec();
    let mut apart = 0;
    for ply in (0..moves.len()).rev() {
        apart += usize::from(at != truth(ply + 1));
        let PublicPly::MrX(public) = last.log().plies()[ply] else {
            continue;
        };
        let before = &views[ply];
        let board = rules.board();
        let occupied = before.public().occupied_set();
        let from = |to: Station, ticket, places: &StationSet| -> StationSet {
            places.iter().filter(|place| board.reach(*place, ticket).contains(to)).collect()
        };
        let (mv, start) = match public {
            PublicMrXMove::Single(step) => {
                let places = from(at, step.ticket, before.candidates());
                let start = any(&places, truth(ply), rng);
                (MrXMove::Single(Step { ticket: step.ticket, to: at }), start)
            }
            PublicMrXMove::Double(first, second) => {
                let free = board.stations().without(&occupied);
                let seen = first.seen.map_or(free, StationSet::of);
                let reached =
                    |middle: &Station| !from(*middle, first.ticket, before.candidates()).is_empty();
                let middles: StationSet =
                    from(at, second.ticket, &seen).iter().filter(reached).collect();
                let middle = any(&middles, at, rng);
                let places = from(middle, first.ticket, before.candidates());
                let start = any(&places, truth(ply), rng);
                let step = |ticket, to| Step { ticket, to };
                (MrXMove::Double(step(first.ticket, middle), step(second.ticket, at)), start)
            }
        };
        other[ply] = mv.into();
        at = start;
    }
    let elsewhere = Deal { mr_x: at, detectives: deal.detectives.clone() };
    Some(Twins {
        rules: Arc::clone(rules),
        deals: [deal.clone(), elsewhere],
        moves: [moves.to_vec(), other],
        apart,
    })
}

/// One of the two servers with its game.
struct Side<'a> {
    server: &'a TestServer,
    id: String,
    mr_x: String,
    spies: Vec<String>,
    frames: Vec<watch::Receiver<Utf8Bytes>>,
}

impl Side<'_> {
    async fn new<'a>(server: &'a TestServer, twins: &Twins, side: usize, each: bool) -> Side<'a> {
        let human = json!({ "kind": "human" });
        let count = usize::from(twins.rules.detectives());
        let team = if each { json!(vec![human.clone(); count]) } else { human.clone() };
        let body = json!({ "rules": twins.rules.name(), "seats": { "mr_x": human, "detectives": team }, "claim": "all" });
        let wanted: CreateGame = serde_json::from_value(body).unwrap();
        let (rules, deal) = (Arc::clone(&twins.rules), twins.deals[side].clone());
        let created = server
            .lobby
            .create_with(wanted, rules, GameSeed::Secret([9; 16]), deal, None, here())
            .await
            .unwrap();
        let mut spies: Vec<String> = created.links.detectives.into_iter().flatten().collect();
        spies.dedup();
        spies.extend(created.links.watch);
        let mut frames = Vec::new();
        for spy in &spies {
            let (handle, role) = server.lobby.seat(&created.id, spy, here()).await.unwrap();
            frames.push(handle.subscribe(role).unwrap());
        }
        Side { server, id: created.id, mr_x: created.links.mr_x.unwrap(), spies, frames }
    }

    async fn ask(&self, spy: usize, method: &str, path: &str, body: Option<String>) -> Response {
        let mut ask = Request::new(method, format!("/api/games/{}{path}", self.id));
        ask = ask.token(&self.spies[spy]);
        if let Some(body) = body {
            ask.body = body.into();
            ask = ask.header("content-type", "application/json");
        }
        self.server.ask(ask).await
    }

    async fn mr_x_moves(&self, mv: &str, ply: usize) {
        let body = json!({ "move": mv, "ply": ply });
        let ask =
            Request::post(format!("/api/games/{}/moves", self.id)).token(&self.mr_x).json(&body);
        let answer = self.server.ask(ask).await;
        assert_eq!(answer.status, 200, "{mv}: {}", answer.text());
    }

    /// What was pushed to the spies last.
    fn pushed(&mut self) -> Vec<Utf8Bytes> {
        self.frames.iter_mut().map(|frame| frame.borrow_and_update().clone()).collect()
    }
}

/// Something that a curious client may send; every answer is compared.
fn curious(rng: &mut Rng, ply: usize, stations: u32) -> (&'static str, String, Option<String>) {
    let station = 1 + rng.below(stations);
    let number = 1 + rng.below(5);
    let mv = match rng.below(8) {
        0 => format!("T{station}"),
        1 => format!("B{station}"),
        2 => format!("U{station}"),
        3 => format!("{number}:T{station}"),
        4 => format!("K{station}"),
        5 => format!("2T{station}K{}", 1 + rng.below(stations)),
        6 => "pass".to_owned(),
        _ => "T?".to_owned(),
    };
    let ply = match rng.below(4) {
        0 => rng.below(ply as u32 + 2) as usize,
        _ => ply,
    };
    let moves = |ply: usize| Some(json!({ "move": mv, "ply": ply }).to_string());
    match rng.below(17) {
        0..=3 => ("POST", "/moves".to_owned(), moves(ply)),
        4 => ("GET", String::new(), None),
        5 => ("GET", "/record".to_owned(), None),
        6 => ("GET", "/help?kind=candidates".to_owned(), None),
        7 => ("GET", "/help?kind=belief".to_owned(), None),
        8 => ("GET", "/replay?eyes=mr_x".to_owned(), None),
        9 => ("GET", "/analysis".to_owned(), None),
        10 => ("POST", "/undo".to_owned(), None),
        11 => ("POST", "/pace".to_owned(), Some("{\"pace_ms\":5}".to_owned())),
        12 => ("POST", "/name".to_owned(), Some("{\"name\":\"Ann\"}".to_owned())),
        13 => ("POST", "/spectators".to_owned(), None),
        14 => ("POST", "/share".to_owned(), None),
        15 => ("POST", "/rematch".to_owned(), Some("{\"seats\":\"same\"}".to_owned())),
        _ => ("GET", "/help?kind=nothing".to_owned(), None),
    }
}

/// Plays both games and compares all that the spies receive; returns how many bytes that was.
async fn compare(servers: &[TestServer; 2], twins: &Twins, rng: &mut Rng) -> usize {
    let each = rng.below(2) == 0;
    let mut a = Side::new(&servers[0], twins, 0, each).await;
    let mut b = Side::new(&servers[1], twins, 1, each).await;
    assert_eq!((&a.id, &a.spies), (&b.id, &b.spies), "ids and tokens tell nothing");
    let stations = twins.rules.board().stations().len() as u32;
    let order = twins.rules.order();
    let mut bytes = 0;
    for ply in 0..twins.moves[0].len() {
        for _ in 0..rng.below(3) {
            let spy = rng.below(a.spies.len() as u32) as usize;
            let (method, path, body) = curious(rng, ply, stations);
            let one = a.ask(spy, method, &path, body.clone()).await;
            let two = b.ask(spy, method, &path, body.clone()).await;
            assert_eq!(one, two, "{method} {path} {body:?} at ply {ply}");
            bytes += one.body.len();
            let text = one.text();
            assert!(!text.contains("\"seed\":9"), "the seed is told");
            // A guess may have been a legal move: the games go on as planned all the same.
            if method == "POST"
                && path == "/moves"
                && one.status == 200
                && text.contains(&format!("{}}}", ply + 1))
                && a.server.view(&a.id, &a.mr_x).await["ply"] == ply + 1
            {
                // What ended the game has shown Mr X, and people cannot take that back.
                if a.server.view(&a.id, &a.mr_x).await["state"] == "over" {
                    return bytes;
                }
                for side in [&a, &b] {
                    side.ask(spy, "POST", "/undo", None).await;
                    let ask =
                        Request::post(format!("/api/games/{}/undo", side.id)).token(&side.mr_x);
                    assert_eq!(side.server.ask(ask).await.json(), json!({ "done": true }));
                }
            }
        }
        match (twins.moves[0][ply], twins.moves[1][ply]) {
            (Move::MrX(one), Move::MrX(two)) => {
                a.mr_x_moves(&one.to_string(), ply).await;
                b.mr_x_moves(&two.to_string(), ply).await;
            }
            (Move::Detective(mv), _) => {
                let spy = if each { mv.by().index() } else { 0 };
                let body = json!({ "move": DetectiveText::new(mv, order).to_string(), "ply": ply });
                let one = a.ask(spy, "POST", "/moves", Some(body.to_string())).await;
                let two = b.ask(spy, "POST", "/moves", Some(body.to_string())).await;
                assert_eq!(one, two, "{body}");
                assert_eq!(one.status, 200, "{body}: {}", one.text());
            }
            (Move::MrX(_), Move::Detective(_)) => panic!("the twins differ in their turns"),
        }
        let (one, two) = (a.pushed(), b.pushed());
        assert_eq!(one, two, "pushed after ply {ply}");
        bytes += one.iter().map(|text| text.len()).sum::<usize>();
    }
    bytes
}

/// Rules and how many games of them.
const GAMES: [(&str, u32); 8] = [
    ("classic", 350),
    ("modern", 150),
    ("bristol", 150),
    ("dash", 100),
    ("grid5", 600),
    ("grid7", 400),
    ("grid:4,1,8", 200),
    ("glasses", 150),
];

#[test]
fn no_byte_to_a_detective_depends_on_where_mr_x_hides() {
    run(async {
        let servers = [TestServer::new(4), TestServer::new(4)];
        let (mut played, mut apart, mut bytes) = (0, 0, 0);
        for (name, games) in GAMES {
            let rules = servers[0].lobby.catalog.rules(name).unwrap();
            for game in 0..games {
                let mut rng = Seed(game.into()).stream(name);
                let (deal, moves) = random_game(&rules, &mut rng);
                let Some(twins) = twin(&rules, &deal, &moves, &mut rng) else {
                    continue;
                };
                played += 1;
                apart += twins.apart;
                bytes += compare(&servers, &twins, &mut rng).await;
            }
        }
        assert!(played > 2000, "{played} games");
        assert!(apart > 10_000, "Mr X stood elsewhere in {apart} plies");
        assert!(bytes > 50_000_000, "{bytes} bytes");
    });
}

#[test]
fn the_twin_of_a_game_is_another_game_with_the_same_log() {
    let rules = Arc::new(yard_core::presets::rules("classic").unwrap());
    let mut differ = 0;
    for game in 0..50 {
        let mut rng = Seed(game).stream("twins");
        let (deal, moves) = random_game(&rules, &mut rng);
        let twins = twin(&rules, &deal, &moves, &mut rng).unwrap();
        let ends = [0, 1].map(|side| views(&rules, &twins.deals[side], &twins.moves[side]).pop());
        assert_eq!(ends[0], ends[1]);
        differ += usize::from(twins.moves[0] != twins.moves[1]);
    }
    assert!(differ > 40, "{differ}");
}
