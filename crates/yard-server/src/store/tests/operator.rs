//! What the operator sees and does.

use super::{new_game, on_each, status};
use crate::secret::TokenHash;
use crate::store::{AdminList, Ban, QueryError, Quota, owner_name};

#[test]
fn the_operator_sees_games_but_not_into_them() {
    on_each(async |test| {
        let store = &test.store;
        let key = store.create(new_game("a", "classic", Some("me"))).await.unwrap();
        store.add_ply(&key, 0, "K132".to_owned(), status(50)).await.unwrap();
        let what = AdminList { state: None, before: None, most: 10 };
        let games = store.admin_list(what.clone()).await.unwrap();
        assert_eq!((games.len(), games[0].plies, games[0].touched), (1, 1, 50), "{}", test.name);
        assert_eq!(games[0].owner, Some(owner_name(TokenHash::of("me"))));
        let text = serde_json::to_string(&games).unwrap();
        for secret in ["132", "seed", "start", "\"x\""] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        let over = AdminList { state: Some("over".to_owned()), ..what.clone() };
        assert!(store.admin_list(over).await.unwrap().is_empty());
        let older = AdminList { before: Some(50), ..what };
        assert!(store.admin_list(older).await.unwrap().is_empty(), "{}", test.name);
    });
}

#[test]
fn games_end_and_go_and_servers_learn_of_it() {
    on_each(async |test| {
        let store = &test.store;
        store.create(new_game("a", "grid5", None)).await.unwrap();
        let seen = store.last_notice().await.unwrap();
        assert!(store.notices(seen).await.unwrap().is_empty());
        assert_eq!(store.end("nothing").await, Err(QueryError::Fenced));
        assert!(store.notices(seen).await.unwrap().is_empty(), "{}: nothing happened", test.name);
        store.end("a").await.unwrap();
        assert_eq!(store.end("a").await, Err(QueryError::Fenced), "it is not open any more");
        assert!(store.delete("a").await.unwrap());
        assert!(!store.delete("a").await.unwrap());
        assert!(store.game("a").await.unwrap().is_none());
        let games: Vec<Option<String>> =
            store.notices(seen).await.unwrap().into_iter().map(|(_, game)| game).collect();
        assert_eq!(games, [Some("a".to_owned()), Some("a".to_owned())], "{}", test.name);
    });
}

#[test]
fn bans_and_quotas_are_kept() {
    on_each(async |test| {
        let store = &test.store;
        let ban = |reason: &str| Ban {
            who: "192.0.2.0/24".to_owned(),
            reason: reason.to_owned(),
            created: 5,
        };
        store.ban(ban("first")).await.unwrap();
        store.ban(ban("second")).await.unwrap();
        assert_eq!(store.bans().await.unwrap(), [ban("second")], "{}", test.name);
        store.unban("192.0.2.0/24").await.unwrap();
        assert_eq!(store.unban("192.0.2.0/24").await, Err(QueryError::Fenced));
        assert_eq!(store.quota().await.unwrap(), Quota::default());
        let quota = Quota { games: 3, bytes: 1 << 40 };
        store.set_quota(quota).await.unwrap();
        assert_eq!(store.quota().await.unwrap(), quota, "{}", test.name);
        store.probe(1).await.unwrap();
        store.probe(2).await.unwrap();
    });
}
