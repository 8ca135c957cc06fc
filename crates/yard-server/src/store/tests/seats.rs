//! Seats are claimed once, whoever comes and from whatever process.

use yard_tabletop::Role;

use super::{key, new_game, on_each};
use crate::keys::{DeadLinks, KeyKind};
use crate::secret::TokenHash;
use crate::store::{GameKey, ListQuery, QueryError, SeatKeys, Store};

/// What somebody brings who sits down.
fn seat(name: &str, role: Role) -> SeatKeys {
    let holder = TokenHash::of(name);
    let keys = [("token", KeyKind::Seat), ("code", KeyKind::Recovery)]
        .map(|(word, kind)| key(&format!("{name} {word}"), role, kind));
    SeatKeys { role, keys, holder, guest: Some(holder) }
}

/// The keys of a game by their kinds, as numbers.
async fn kinds(store: &Store) -> Vec<(TokenHash, i64)> {
    let row = store.game("a").await.unwrap().unwrap();
    let mut kinds: Vec<_> = row.keys.iter().map(|key| (key.hash, key.kind)).collect();
    kinds.sort();
    kinds
}

/// Tokens with the kinds that they should have.
fn sorted(wanted: &[(&str, i64)]) -> Vec<(TokenHash, i64)> {
    let mut kinds: Vec<_> =
        wanted.iter().map(|(token, kind)| (TokenHash::of(token), *kind)).collect();
    kinds.sort();
    kinds
}

#[test]
fn of_many_who_claim_at_once_one_is_kept() {
    on_each(async |test| {
        let store = &test.store;
        let mut game = new_game("a", "classic", Some("host"));
        game.keys = vec![key("invitation", Role::MrX, KeyKind::Invitation)];
        let held = store.create(game).await.unwrap();
        let names: Vec<String> = (0..8).map(|number| format!("runner {number}")).collect();
        let race = names.iter().map(|name| store.claim_seat(&held, seat(name, Role::MrX)));
        let won = futures_util::future::join_all(race).await;
        let won: Vec<bool> = won.into_iter().map(Result::unwrap).collect();
        assert_eq!(won.iter().filter(|first| **first).count(), 1, "{}: {won:?}", test.name);
        let winner = &names[won.iter().position(|first| *first).unwrap()];
        let row = store.game("a").await.unwrap().unwrap();
        let claims: Vec<_> = row.claims.iter().map(|claim| (claim.role, claim.holder)).collect();
        assert_eq!(claims, [(100, TokenHash::of(winner))], "{}", test.name);
        let (token, code) = (format!("{winner} token"), format!("{winner} code"));
        let wanted = sorted(&[("invitation", 3), (&token, 0), (&code, 2)]);
        assert_eq!(kinds(store).await, wanted, "{}: the losers have left nothing", test.name);
    });
}

#[test]
fn whoever_has_lost_the_game_seats_nobody() {
    on_each(async |test| {
        let store = &test.store;
        let held = store.create(new_game("a", "classic", None)).await.unwrap();
        let stale = GameKey { fence: held.fence + 1, ..held.clone() };
        let before = kinds(store).await;
        let claimed = store.claim_seat(&stale, seat("late", Role::MrX)).await;
        assert_eq!(claimed, Err(QueryError::Fenced), "{}", test.name);
        let invitation = key("new", Role::MrX, KeyKind::Invitation);
        assert_eq!(store.invite(&stale, invitation).await, Err(QueryError::Fenced));
        let new = store.replace_keys(&stale, seat("late", Role::MrX), DeadLinks::Keep).await;
        assert_eq!(new, Err(QueryError::Fenced));
        assert_eq!(kinds(store).await, before, "{}", test.name);
    });
}

#[test]
fn links_are_renewed_until_somebody_sits_down() {
    on_each(async |test| {
        let store = &test.store;
        let mut game = new_game("a", "classic", None);
        game.keys = vec![key("first", Role::MrX, KeyKind::Invitation)];
        let held = store.create(game).await.unwrap();
        for token in ["second", "third"] {
            let invitation = key(token, Role::MrX, KeyKind::Invitation);
            assert_eq!(store.invite(&held, invitation).await, Ok(true), "{}", test.name);
        }
        assert_eq!(kinds(store).await, sorted(&[("second", 3), ("third", 1)]), "{}", test.name);
        assert_eq!(store.claim_seat(&held, seat("ann", Role::MrX)).await, Ok(true));
        let late = key("fourth", Role::MrX, KeyKind::Invitation);
        assert_eq!(store.invite(&held, late).await, Ok(false), "{}", test.name);
        let wanted = sorted(&[("third", 3), ("ann token", 0), ("ann code", 2)]);
        assert_eq!(kinds(store).await, wanted, "{}", test.name);
        store.replace_keys(&held, seat("ben", Role::MrX), DeadLinks::Keep).await.unwrap();
        let wanted = sorted(&[("third", 3), ("ben token", 0), ("ben code", 2)]);
        assert_eq!(kinds(store).await, wanted, "{}", test.name);
        store.replace_keys(&held, seat("ann", Role::MrX), DeadLinks::Forget).await.unwrap();
        assert_eq!(
            kinds(store).await,
            sorted(&[("ann token", 0), ("ann code", 2)]),
            "{}",
            test.name
        );
    });
}

#[test]
fn games_are_in_the_lists_of_those_who_sit_there() {
    on_each(async |test| {
        let store = &test.store;
        let held = store.create(new_game("a", "classic", Some("host"))).await.unwrap();
        store.create(new_game("b", "grid5", Some("ann"))).await.unwrap();
        let listed = async |owner: &str, words: &str, state: Option<&str>| {
            let query = ListQuery {
                owner: TokenHash::of(owner),
                words: words.to_owned(),
                state: state.map(str::to_owned),
                page: 0,
            };
            let (games, all) = store.list(query).await.unwrap();
            assert_eq!(games.len() as u32, all, "{}", test.name);
            all
        };
        assert_eq!((listed("host", "", None).await, listed("ann", "", None).await), (1, 1));
        assert_eq!(store.claim_seat(&held, seat("ann", Role::MrX)).await, Ok(true));
        for (words, state, count) in
            [("", None, 2), ("", Some("open"), 2), ("", Some("over"), 0), ("classic", None, 1)]
        {
            assert_eq!(listed("ann", words, state).await, count, "{}: {words}", test.name);
        }
        assert_eq!(listed("host", "", None).await, 1);
        // A person who moves to another device takes the seat along.
        let [ann, new] = ["ann", "new"].map(TokenHash::of);
        store.merge_owner(ann, new).await.unwrap();
        assert_eq!((listed("ann", "", None).await, listed("new", "", None).await), (0, 2));
        // Somebody who becomes the host of a game that he visits has it once.
        store.merge_owner(TokenHash::of("host"), new).await.unwrap();
        assert_eq!(listed("new", "", None).await, 2, "{}", test.name);
    });
}
