//! Who gets a seat: invitations open nothing but their claim, the first one sits down, a lost seat comes back by its code.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::document::kept;
use super::playing::text;
use super::test_server::{Request, Response, TestServer, here, open_store, run};

const HOST: &str = "the-host-of-sixteen-letters";
const FRIEND: &str = "a-friend-of-sixteen-letters";

/// Two people: the host sits with the detectives and invites Mr X.
struct Invited {
    id: String,
    host: String,
    watch: String,
    invitation: String,
    recovery: String,
}

async fn asked(server: &TestServer, ask: Request) -> Response {
    let answer = server.ask(ask.clone()).await;
    kept(&ask, &answer).unwrap();
    answer
}

async fn invited(server: &TestServer) -> Invited {
    let human = json!({ "kind": "human" });
    let seats = json!({ "mr_x": human, "detectives": human });
    let body = json!({ "rules": "classic", "seats": seats, "claim": ["detectives"] });
    let ask = Request::post("/api/games").json(&body).header("x-yard-owner", HOST);
    let answer = asked(server, ask).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let created = answer.json();
    assert_eq!(
        created["links"]["mr_x"],
        Value::Null,
        "he who makes a game gets no token of others"
    );
    assert_eq!(created["invitations"]["detectives"][0], Value::Null);
    Invited {
        id: text(&created["id"]),
        host: text(&created["links"]["detectives"][0]),
        watch: text(&created["links"]["watch"]),
        invitation: text(&created["invitations"]["mr_x"]),
        recovery: text(&created["recovery"]["detectives"]),
    }
}

async fn claim(server: &TestServer, game: &Invited, owner: Option<&str>) -> Response {
    let mut ask = Request::post(format!("/api/games/{}/claim", game.id)).token(&game.invitation);
    if let Some(owner) = owner {
        ask = ask.header("x-yard-owner", owner);
    }
    asked(server, ask).await
}

async fn recover(server: &TestServer, id: &str, code: &str, owner: &str) -> Response {
    let ask = Request::post(format!("/api/games/{id}/recover")).json(&json!({ "code": code }));
    asked(server, ask.header("x-yard-owner", owner)).await
}

async fn invite(server: &TestServer, id: &str, seat: &str, owner: &str) -> Response {
    let ask = Request::post(format!("/api/games/{id}/invite")).json(&json!({ "seat": seat }));
    asked(server, ask.header("x-yard-owner", owner)).await
}

async fn status(server: &TestServer, id: &str, token: &str) -> u16 {
    asked(server, Request::get(format!("/api/games/{id}")).token(token)).await.status
}

fn code_of(answer: &Response) -> (u16, String) {
    (answer.status, text(&answer.json()["code"]))
}

/// Everything that a curious host may try with the link that he has sent to Mr X.
async fn peek(server: &TestServer, game: &Invited) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    for path in
        ["", "/record", "/replay?eyes=mr_x", "/analysis", "/help?kind=hint", "/help?kind=belief"]
    {
        let ask = Request::get(format!("/api/games/{}{path}", game.id)).token(&game.invitation);
        let answer = asked(server, ask).await;
        assert!(answer.json()["error"].is_string(), "{path}: {}", answer.text());
        found.insert(answer.status);
    }
    for (path, body) in [
        ("moves", json!({ "move": "T46", "ply": 0 })),
        ("name", json!({ "name": "Eve" })),
        ("pace", json!({ "paused": true })),
        ("decline", json!({ "what": "undo" })),
        ("undo", json!({})),
        ("cancel", json!({})),
        ("token", json!({})),
    ] {
        let ask = Request::post(format!("/api/games/{}/{path}", game.id)).token(&game.invitation);
        found.insert(asked(server, ask.json(&body)).await.status);
    }
    assert!(
        server.lobby.seat(&game.id, &game.invitation, here()).await.is_err(),
        "nor by a socket"
    );
    found
}

#[test]
fn the_hosts_link_shows_nothing_of_mr_x_before_and_after_the_claim() {
    run(async {
        let server = TestServer::new(1);
        let game = invited(&server).await;
        assert_eq!(peek(&server, &game).await, BTreeSet::from([403]));
        let claims = |claimed: bool| json!([{ "seat": "mr_x", "claimed": claimed }, { "seat": "detectives", "claimed": true }]);
        for token in [&game.host, &game.watch] {
            assert_eq!(server.view(&game.id, token).await["claims"], claims(false));
        }
        let friend = claim(&server, &game, Some(FRIEND)).await;
        assert_eq!((friend.status, &friend.json()["seat"]), (200, &json!("mr_x")));
        let view = server.view(&game.id, &text(&friend.json()["token"])).await;
        assert!(view["your_turn"] == true && view["stations"]["mr_x"].is_u64());
        assert_eq!((&view["claims"], &view["both_sides"]), (&claims(true), &json!(false)));
        assert_eq!(peek(&server, &game).await, BTreeSet::from([404]));
        for owner in [Some(HOST), None] {
            let again = claim(&server, &game, owner).await;
            assert_eq!(code_of(&again), (409, "claimed".to_owned()));
            assert!(again.text().contains("somebody already sits on this seat"));
        }
        server.lobby.close();
        assert_eq!(peek(&server, &game).await, BTreeSet::from([404]));
        assert_eq!(code_of(&claim(&server, &game, Some(HOST)).await).0, 409, "after a restart");
    });
}

#[test]
fn of_many_who_claim_at_once_one_sits_down() {
    run(async {
        let store = open_store(None).unwrap();
        let servers = [(1, store.clone()), (2, store)]
            .map(|(seed, store)| TestServer::on(seed, store, Vec::new()));
        for round in 0..5 {
            let game = invited(&servers[0]).await;
            let race = (0..16).map(|runner| {
                // Two processes that do not know of each other, on one store.
                let (server, owner) =
                    (&servers[runner % 2], format!("runner-{round}-of-many-{runner}"));
                let game = &game;
                async move { claim(server, game, Some(&owner)).await }
            });
            let answers = futures_util::future::join_all(race).await;
            let won: Vec<&Response> =
                answers.iter().filter(|answer| answer.status == 200).collect();
            assert_eq!(
                won.len(),
                1,
                "{:?}",
                answers.iter().map(|one| one.status).collect::<Vec<_>>()
            );
            assert!(
                answers.iter().all(|answer| answer.status == 200 || code_of(answer).1 == "claimed")
            );
            let token = text(&won[0].json()["token"]);
            for server in &servers {
                server.lobby.close();
                assert_eq!(claim(server, &game, Some(HOST)).await.status, 409, "after a restart");
                assert_eq!(server.view(&game.id, &token).await["seat"], "mr_x");
            }
        }
    });
}

/// The answer to a claim may be lost on its way.
#[test]
fn the_browser_that_has_claimed_may_come_again() {
    run(async {
        let server = TestServer::new(1);
        let game = invited(&server).await;
        let first = claim(&server, &game, Some(FRIEND)).await.json();
        let second = claim(&server, &game, Some(FRIEND)).await.json();
        assert_ne!(first["token"], second["token"]);
        assert_eq!(status(&server, &game.id, &text(&first["token"])).await, 404, "one at a time");
        assert_eq!(status(&server, &game.id, &text(&second["token"])).await, 200);
        // Whoever does not tell who he is has one chance.
        let other = invited(&server).await;
        assert_eq!(claim(&server, &other, None).await.status, 200);
        assert_eq!(claim(&server, &other, None).await.status, 409);
    });
}

#[test]
fn a_lost_seat_comes_back_by_its_code_and_the_old_token_dies() {
    run(async {
        let server = TestServer::new(1);
        let game = invited(&server).await;
        let seat = claim(&server, &game, Some(FRIEND)).await.json();
        let (old, code) = (text(&seat["token"]), text(&seat["recovery"]));
        let (handle, role) = server.lobby.seat(&game.id, &old, here()).await.unwrap();
        let mut frames = handle.subscribe(role).unwrap();
        let other = "another-browser-of-the-friend";
        for wrong in ["", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", &old, &game.invitation] {
            let refused = recover(&server, &game.id, wrong, other).await;
            assert_eq!(code_of(&refused), (404, "not_found".to_owned()), "{wrong}");
        }
        let typed = code.to_lowercase().replace('-', " ");
        let back = recover(&server, &game.id, &typed, other).await.json();
        assert_eq!(back["seat"], "mr_x");
        assert_eq!(status(&server, &game.id, &old).await, 404);
        // A socket with the old token is told something, and finds that the token is dead.
        frames.changed().await.unwrap();
        assert!(!handle.keys.opens(&old, role) && handle.keys.opens(&text(&back["token"]), role));
        assert_eq!(recover(&server, &game.id, &code, other).await.status, 404, "each code once");
        assert_eq!(claim(&server, &game, Some(FRIEND)).await.status, 404, "the old browser is out");
        server.lobby.close();
        assert_eq!(status(&server, &game.id, &old).await, 404, "after a restart");
        let again = recover(&server, &game.id, &text(&back["recovery"]), FRIEND).await;
        assert_eq!(again.status, 200, "{}", again.text());
        assert_eq!(server.view(&game.id, &text(&again.json()["token"])).await["seat"], "mr_x");
        // The host has a code, too.
        assert_eq!(
            recover(&server, &game.id, &game.recovery, HOST).await.json()["seat"],
            "detectives"
        );
    });
}

#[test]
fn a_holder_makes_himself_a_new_token() {
    run(async {
        let server = TestServer::new(1);
        let game = invited(&server).await;
        let renew = |token: &str| {
            asked(&server, Request::post(format!("/api/games/{}/token", game.id)).token(token))
        };
        let new = renew(&game.host).await.json();
        assert_eq!(status(&server, &game.id, &game.host).await, 404);
        assert_eq!(status(&server, &game.id, &text(&new["token"])).await, 200);
        assert_eq!(recover(&server, &game.id, &game.recovery, HOST).await.status, 404);
        assert_eq!(renew(&game.watch).await.status, 403, "who watches has no seat");
    });
}

#[test]
fn the_host_renews_a_link_that_nobody_has_used() {
    run(async {
        let server = TestServer::new(1);
        let mut game = invited(&server).await;
        for stranger in [FRIEND, "a-stranger-of-sixteen-letters"] {
            assert_eq!(invite(&server, &game.id, "mr_x", stranger).await.status, 404);
        }
        assert_eq!(invite(&server, "nowhere", "mr_x", HOST).await.status, 404);
        assert_eq!(invite(&server, &game.id, "detective-1", HOST).await.status, 400);
        assert_eq!(invite(&server, &game.id, "watch", HOST).await.status, 400);
        assert_eq!(code_of(&invite(&server, &game.id, "detectives", HOST).await).1, "claimed");
        let new = text(&invite(&server, &game.id, "mr_x", HOST).await.json()["invitation"]);
        for _ in 0..2 {
            let old = claim(&server, &game, Some(FRIEND)).await;
            assert_eq!(code_of(&old), (403, "forbidden".to_owned()));
            assert!(old.text().contains("replaced by a newer one"), "{}", old.text());
            server.lobby.close();
        }
        game.invitation = new;
        assert_eq!(claim(&server, &game, Some(FRIEND)).await.status, 200);
        let taken = invite(&server, &game.id, "mr_x", HOST).await;
        assert_eq!(code_of(&taken), (409, "claimed".to_owned()), "nobody is put out of his seat");
    });
}

#[test]
fn a_friends_game_is_in_the_friends_list() {
    run(async {
        let server = TestServer::new(1);
        let game = invited(&server).await;
        let listed = async |owner: &str| {
            let answer =
                asked(&server, Request::get("/api/games").header("x-yard-owner", owner)).await;
            let games = answer.json()["games"].as_array().cloned().unwrap_or_default();
            games.iter().map(|game| text(&game["id"])).collect::<Vec<_>>()
        };
        assert!(listed(FRIEND).await.is_empty());
        let seat = claim(&server, &game, Some(FRIEND)).await.json();
        for owner in [HOST, FRIEND] {
            assert_eq!(listed(owner).await, std::slice::from_ref(&game.id));
        }
        let other = "another-browser-of-the-friend";
        recover(&server, &game.id, &text(&seat["recovery"]), other).await;
        assert_eq!((listed(FRIEND).await.len(), listed(other).await.len()), (0, 1));
    });
}

#[test]
fn one_who_holds_both_sides_is_shown() {
    run(async {
        let server = TestServer::new(1);
        let both = invited(&server).await;
        claim(&server, &both, Some(HOST)).await;
        assert_eq!(server.view(&both.id, &both.watch).await["both_sides"], true);
        server.lobby.close();
        assert_eq!(server.view(&both.id, &both.watch).await["both_sides"], true);
        // One screen for all; the browser need not say who it is.
        let human = json!({ "kind": "human" });
        let seats = json!({ "mr_x": human, "detectives": human });
        let made =
            server.create(&json!({ "rules": "grid5", "seats": seats, "claim": "all" })).await;
        assert_eq!(
            server.view(&text(&made["id"]), &text(&made["links"]["watch"])).await["both_sides"],
            true
        );
    });
}

/// Whoever copies the file of the games, or reads what the server says, has no seat by that.
#[test]
fn no_key_is_kept_or_told_twice() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(1, Some(folder.path()));
        let game = invited(&server).await;
        let seat = claim(&server, &game, Some(FRIEND)).await.json();
        let renewed = invited(&server).await;
        let new = invite(&server, &renewed.id, "mr_x", HOST).await.json();
        let secrets = [
            game.host.clone(),
            game.watch.clone(),
            game.invitation.clone(),
            game.recovery.clone(),
            game.recovery.replace('-', ""),
            text(&seat["token"]),
            text(&seat["recovery"]),
            text(&new["invitation"]),
            HOST.to_owned(),
            FRIEND.to_owned(),
        ];
        let holds = |bytes: &[u8], secret: &str| {
            bytes.windows(secret.len()).any(|part| part == secret.as_bytes())
        };
        let mut looked = 0;
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            looked += bytes.len();
            for secret in &secrets {
                assert!(!holds(&bytes, secret), "{secret} is on disk");
            }
        }
        assert!(looked > 10_000, "{looked} bytes");
        let (host, friend) = (game.host.as_str(), text(&seat["token"]));
        for (what, answer) in [
            ("used", claim(&server, &game, None).await),
            ("wrong code", recover(&server, &game.id, host, FRIEND).await),
            (
                "view",
                asked(&server, Request::get(format!("/api/games/{}", game.id)).token(&friend))
                    .await,
            ),
            (
                "record",
                asked(&server, Request::get(format!("/api/games/{}/record", game.id)).token(host))
                    .await,
            ),
            ("lost", asked(&server, Request::get("/api/games/nowhere").token(host)).await),
        ] {
            for secret in &secrets {
                assert!(!holds(&answer.body, secret), "{what} tells {secret}");
                assert!(answer.headers.iter().all(|(_, value)| !value.contains(secret)), "{what}");
            }
        }
        let shown =
            format!("{:?}", server.lobby.seat(&game.id, host, here()).await.unwrap().0.keys);
        assert!(
            shown.contains("TokenHash(..)") && secrets.iter().all(|secret| !shown.contains(secret))
        );
    });
}
