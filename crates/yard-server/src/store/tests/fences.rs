//! Whoever has lost a game changes nothing.

use super::{moves, new_game, on_each, status};
use crate::store::{Claimed, GameKey, QueryError};

#[test]
fn an_older_fence_changes_nothing() {
    on_each(async |test| {
        let store = &test.store;
        let key = store.create(new_game("a", "grid5", None)).await.unwrap();
        store.add_ply(&key, 0, "T1".to_owned(), status(5)).await.unwrap();
        let before = store.game("a").await.unwrap().unwrap();
        let old = GameKey { fence: key.fence - 1, ..key.clone() };
        let tried = [
            store.add_ply(&old, 1, "T2".to_owned(), status(9)).await,
            store.cut_plies(&old, 0, status(9)).await,
            store.set_status(&old, status(9)).await,
            store.set_pace(&old, 9, true).await,
            store.set_names(&old, "[]".to_owned(), "x".to_owned()).await,
        ];
        assert!(tried.iter().all(|tried| *tried == Err(QueryError::Fenced)), "{tried:?}");
        let after = store.game("a").await.unwrap().unwrap();
        assert_eq!((after.saved, after.fence), (before.saved, before.fence), "{}", test.name);
        let held = [key.clone(), old];
        assert_eq!(store.lost(held.to_vec()).await.unwrap(), [held[1].clone()]);
    });
}

/// The operator ends a game while somebody plays it.
#[test]
fn an_ended_game_takes_no_move_of_those_who_did_not_see_it() {
    on_each(async |test| {
        let store = &test.store;
        let key = store.create(new_game("a", "grid5", None)).await.unwrap();
        store.end("a").await.unwrap();
        let late = store.add_ply(&key, 0, "T1".to_owned(), status(5)).await;
        assert_eq!(late, Err(QueryError::Fenced), "{}", test.name);
        let row = store.game("a").await.unwrap().unwrap();
        assert_eq!((row.saved.state.as_str(), row.saved.moves.len()), ("cancelled", 0));
    });
}

/// Several processes share a database: a game is one's until it shows no sign of life.
#[test]
fn a_game_goes_to_another_process_when_its_own_has_gone_and_only_then() {
    on_each(async |test| {
        let Some(two) = &test.other else { return };
        let one = &test.store;
        one.beat("one:1", 60_000).await.unwrap();
        assert_eq!(two.beat("two:1", 60_000).await.unwrap().len(), 2);
        let key = one.create(new_game("a", "grid5", None)).await.unwrap();
        let row = async || two.game("a").await.unwrap().unwrap();
        let claimed = two.claim(row().await).await.unwrap();
        assert!(matches!(claimed, Claimed::Elsewhere));
        assert_eq!(two.holder("a").await.unwrap().as_deref(), Some("one:1"));
        assert_eq!(one.holder("a").await.unwrap(), None, "its own game is not elsewhere");
        assert!(two.open_games(9).await.unwrap().is_empty());
        one.add_ply(&key, 0, "T1".to_owned(), status(5)).await.unwrap();
        // No sign of life for a while.
        one.beat("one:1", 0).await.unwrap();
        assert_eq!(two.open_games(9).await.unwrap(), ["a"]);
        let Claimed::Here(taken) = two.claim(row().await).await.unwrap() else {
            panic!("nobody else has it")
        };
        assert_eq!(taken.saved.moves, ["T1"], "what was kept before is there");
        // It was only asleep.
        one.beat("one:1", 60_000).await.unwrap();
        let late = one.add_ply(&key, 1, "T2".to_owned(), status(6)).await;
        assert_eq!(late, Err(QueryError::Fenced));
        two.add_ply(&taken.key(), 1, "T3".to_owned(), status(7)).await.unwrap();
        assert_eq!(moves(one, &key).await, ["T1", "T3"]);
        assert_eq!(one.holder("a").await.unwrap().as_deref(), Some("two:1"));
        two.retire().await.unwrap();
        assert!(matches!(one.claim(row().await).await.unwrap(), Claimed::Here(_)), "at once");
        let [a, b] = [one, two].map(|store| store.shared_secret(format!("{store:p}")));
        assert_eq!(a.await.unwrap(), b.await.unwrap());
    });
}

/// Two processes that both believe in themselves, as after a long pause: every ply is kept by one of them.
#[test]
fn two_who_take_a_game_from_each_other_never_both_write() {
    on_each(async |test| {
        let Some(two) = &test.other else { return };
        test.store.create(new_game("a", "grid5", None)).await.unwrap();
        let player = |store: crate::store::Store| async move {
            let mut kept = Vec::new();
            for round in 0..40 {
                let Some(row) = store.game("a").await.unwrap() else { continue };
                // Nobody gives a sign of life, so the game is always free.
                let Claimed::Here(row) = store.claim(row).await.unwrap() else { continue };
                let (key, first) = (row.key(), row.saved.moves.len());
                for ply in first..first + 5 {
                    let mv = format!("{} {round} {ply}", store.me);
                    match store.add_ply(&key, ply, mv.clone(), status(5)).await {
                        Ok(()) => kept.push(mv),
                        Err(error) => {
                            assert_eq!(error, QueryError::Fenced, "the only way to be stopped");
                            break;
                        }
                    }
                }
            }
            kept
        };
        let [one, two] = [test.store.clone(), two.clone()].map(|store| tokio::spawn(player(store)));
        let mut acknowledged = one.await.unwrap();
        acknowledged.extend(two.await.unwrap());
        let mut found = test.store.game("a").await.unwrap().unwrap().saved.moves;
        acknowledged.sort();
        found.sort();
        assert_eq!(found, acknowledged, "what was acknowledged is there, and nothing else");
    });
}
