//! What is kept is found again as it was.

use yard_tabletop::KeptRules;

use super::{moves, new_game, on_each, status};
use crate::secret::TokenHash;
use crate::store::{GameStatus, QueryError};

#[test]
fn a_game_is_found_as_it_was_kept() {
    on_each(async |test| {
        let store = &test.store;
        let game = new_game("a", "classic", Some("somebody"));
        let key = store.create(game.clone()).await.unwrap();
        let row = store.game("a").await.unwrap().unwrap();
        assert_eq!(row.saved, game.saved, "{}", test.name);
        assert_eq!(row.key(), key);
        let keys: Vec<_> = row.keys.iter().map(|key| (key.hash, key.role, key.kind)).collect();
        assert_eq!(keys, [(TokenHash::of("a x"), 100, 0)]);
        assert!(store.game("b").await.unwrap().is_none());
        assert!(store.create(game).await.is_err(), "{}: ids are taken once", test.name);
    });
}

/// PostgreSQL refuses such a text, and the server answered as if the database were down.
#[test]
fn a_text_with_a_letter_that_is_none_is_refused_alike_everywhere() {
    on_each(async |test| {
        let store = &test.store;
        let looked_for = store.game("a\0b").await;
        assert_eq!(looked_for.err(), Some(QueryError::Letter), "{}", test.name);
        let owner = TokenHash::of("somebody");
        let kept = store.save_log(owner, "a".to_owned(), "\0".to_owned(), 1).await;
        assert_eq!(kept.err(), Some(QueryError::Letter), "{}", test.name);
        assert!(store.game("a").await.unwrap().is_none(), "{}: it goes on", test.name);
    });
}

#[test]
fn moves_come_and_go_in_order() {
    on_each(async |test| {
        let store = &test.store;
        let key = store.create(new_game("a", "grid5", None)).await.unwrap();
        for (ply, mv) in ["T1", "1:T2", "2:T3", "T4"].into_iter().enumerate() {
            store.add_ply(&key, ply, mv.to_owned(), status(5)).await.unwrap();
        }
        assert_eq!(moves(store, &key).await, ["T1", "1:T2", "2:T3", "T4"], "{}", test.name);
        let twice = store.add_ply(&key, 3, "T9".to_owned(), status(6)).await;
        assert!(twice.is_err(), "{}: a ply is kept once", test.name);
        let back = GameStatus { taken_back: 1, reopened: 1, ..status(7) };
        store.cut_plies(&key, 1, back).await.unwrap();
        assert_eq!(moves(store, &key).await, ["T1"]);
        store.set_pace(&key, 250, true).await.unwrap();
        store.set_names(&key, "{}".to_owned(), "Ann".to_owned()).await.unwrap();
        let cancelled = GameStatus { state: "cancelled", ..status(8) };
        store.set_status(&key, cancelled).await.unwrap();
        let saved = store.game("a").await.unwrap().unwrap().saved;
        assert_eq!((saved.pace_ms, saved.paused, saved.seats.as_str()), (250, true, "{}"));
        assert_eq!((saved.state.as_str(), saved.taken_back, saved.reopened), ("cancelled", 0, 0));
    });
}

/// One that fails takes none of the others with it, though they share a commit.
#[test]
fn changes_at_once_are_kept_or_refused_each_by_itself() {
    on_each(async |test| {
        let key = test.store.create(new_game("a", "grid5", None)).await.unwrap();
        let tried: Vec<_> = (0..40)
            .map(|number: usize| {
                let (store, key) = (test.store.clone(), key.clone());
                // Every tenth is a ply that is there already.
                let ply = if number % 10 == 9 { 0 } else { number };
                tokio::spawn(async move {
                    store.add_ply(&key, ply, format!("T{number}"), status(5)).await.is_ok()
                })
            })
            .collect();
        let mut kept = 0;
        for tried in tried {
            kept += usize::from(tried.await.unwrap());
        }
        assert_eq!(kept, 36, "{}", test.name);
        assert_eq!(moves(&test.store, &key).await.len(), 36);
    });
}

#[test]
fn a_code_works_once_and_for_a_while() {
    on_each(async |test| {
        let (store, code) = (&test.store, TokenHash::of("code"));
        store.put_bundle(code, b"bundle".to_vec(), 100, 200).await.unwrap();
        assert_eq!(store.take_bundle(TokenHash::of("other"), 150).await.unwrap(), None);
        assert_eq!(store.take_bundle(code, 150).await.unwrap().as_deref(), Some(&b"bundle"[..]));
        assert_eq!(store.take_bundle(code, 150).await.unwrap(), None, "{}: once", test.name);
        store.put_bundle(code, b"late".to_vec(), 100, 200).await.unwrap();
        assert_eq!(store.take_bundle(code, 201).await.unwrap(), None, "{}: too late", test.name);
        store.put_bundle(code, b"forgotten".to_vec(), 100, 200).await.unwrap();
        store.put_bundle(TokenHash::of("next"), b"x".to_vec(), 300, 400).await.unwrap();
        assert_eq!(store.take_bundle(code, 150).await.unwrap(), None, "{}: gone", test.name);
    });
}

/// Games of older formats know their rules by name only.
#[test]
fn rules_are_given_to_games_that_have_none() {
    on_each(async |test| {
        let store = &test.store;
        let game = new_game("a", "classic", None);
        let kept = game.saved.kept_rules.clone().unwrap();
        store.create(game).await.unwrap();
        assert_eq!(store.rules_text(&kept.key()).await.unwrap().as_ref(), Some(&kept.text));
        assert!(store.rules_by_name().await.unwrap().is_empty());
        store.spoil("UPDATE game SET rules_key = NULL, fingerprint = NULL").await.unwrap();
        assert_eq!(store.game("a").await.unwrap().unwrap().saved.kept_rules, None);
        let named = store.rules_by_name().await.unwrap();
        assert_eq!((named.len(), named[0].name.as_str(), named[0].detectives), (1, "classic", 5));
        let other = KeptRules { text: "x".to_owned(), fingerprint: u64::MAX };
        store.give_rules(&named[0], &other).await.unwrap();
        assert_eq!(store.game("a").await.unwrap().unwrap().saved.kept_rules, Some(other));
        assert!(store.rules_by_name().await.unwrap().is_empty(), "{}", test.name);
    });
}
