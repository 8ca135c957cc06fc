//! Lists of games, imports and logs, and what is deleted with time.

use super::{new_game, new_import, on_each, over, status};
use crate::secret::TokenHash;
use crate::store::sql::Statement;
use crate::store::{ListQuery, PAGE, Retention};

fn ask(words: &str, state: Option<&str>, page: u32) -> ListQuery {
    let (owner, state) = (TokenHash::of("me"), state.map(str::to_owned));
    ListQuery { owner, words: words.to_owned(), state, page }
}

#[test]
fn games_are_listed_by_owner_words_state_and_page() {
    on_each(async |test| {
        let store = &test.store;
        for number in 0..PAGE + 5 {
            let rules = if number % 10 == 0 { "glasses" } else { "grid5" };
            let game = new_game(&format!("g{number:03}"), rules, Some("me"));
            let key = store.create(game).await.unwrap();
            let now = i64::from(number);
            let status = if number % 2 == 0 { over(now) } else { status(now) };
            store.set_status(&key, status).await.unwrap();
        }
        store.create(new_game("strange", "grid5", Some("another"))).await.unwrap();
        let count = async |words: &str, state, page| {
            let (games, all) = store.list(ask(words, state, page)).await.unwrap();
            (games.len() as u32, all)
        };
        let name = test.name;
        assert_eq!(count("", None, 0).await, (PAGE, PAGE + 5), "{name}");
        assert_eq!(count("", None, 1).await, (5, PAGE + 5), "{name}");
        assert_eq!(count("", None, 9).await, (0, PAGE + 5), "{name}");
        assert_eq!(count("", Some("over"), 0).await, (28, 28), "{name}");
        assert_eq!(count("GLASS", None, 0).await, (6, 6), "{name}: in any case");
        assert_eq!(count("mia", Some("open"), 0).await, (27, 27), "{name}");
        for nothing in ["%", "_", "\\", "' OR 1=1 --", "nobody"] {
            assert_eq!(count(nothing, None, 0).await, (0, 0), "{name}: {nothing}");
        }
        let (games, _) = store.list(ask("", None, 0)).await.unwrap();
        let first = serde_json::to_value(&games[0]).unwrap();
        assert_eq!((&first["id"], &first["result"]), (&"g054".into(), &"mr_x".into()), "{name}");
    });
}

#[test]
fn a_list_of_many_games_is_whole_and_a_search_finds_the_latest() {
    on_each(async |test| {
        let (store, name) = (&test.store, test.name);
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) \
             INSERT INTO game (owner, id, rules, start, seed, seats, help, pace_ms, names, created, touched, \
             state, slots, taken_back) SELECT $1, 'g' || i, 'classic', '1', 1, '', '', 0, 'name ' || i, i, i, \
             CASE i % 2 WHEN 0 THEN 'open' ELSE 'over' END, 0, 0 FROM n";
        let owner = TokenHash::of("me");
        store.change(vec![Statement::run(many, vec![owner.into()])]).await.unwrap();
        let list = async |words, state, page| store.list(ask(words, state, page)).await.unwrap();
        let (page, all) = list("", None, 0).await;
        assert_eq!((page.len(), all, page[0].id.as_str()), (50, 20_000, "g20000"), "{name}");
        let (page, all) = list("", Some("over"), 0).await;
        assert_eq!((all, page[0].id.as_str()), (10_000, "g19999"), "{name}");
        let (page, all) = list("NAME 19999", None, 0).await;
        assert_eq!((all, page[0].id.as_str()), (1, "g19999"), "{name}");
        assert_eq!(list("name 7", None, 0).await.1, 0, "{name}: too long ago");
        assert_eq!(list("%", None, 0).await.1, 0, "{name}: a plain letter");
        let (last, _) = list("", None, 399).await;
        assert_eq!(last.last().unwrap().id, "g1", "{name}");
    });
}

#[test]
fn imports_and_logs_are_for_those_who_have_them() {
    on_each(async |test| {
        let (store, me) = (&test.store, TokenHash::of("me"));
        let token = TokenHash::of("token");
        store.add_import(new_import("i", token, Some(me), 5)).await.unwrap();
        let kept = store.import("i", token).await.unwrap().unwrap();
        assert_eq!(kept.record, "record");
        assert!(kept.rules.unwrap().read().is_some(), "the rules come with it");
        assert_eq!(store.import("i", me).await.unwrap(), None);
        for number in 0..203 {
            let (name, record) = (format!("log {number}"), "x".repeat(3));
            store.save_log(me, name, record, number).await.unwrap();
        }
        store.save_log(me, "log 200".to_owned(), "changed".to_owned(), 999).await.unwrap();
        let logs = serde_json::to_value(store.logs(me).await.unwrap()).unwrap();
        assert_eq!(logs.as_array().unwrap().len(), 200, "{}: the oldest go", test.name);
        assert_eq!((&logs[0]["name"], &logs[0]["record"]), (&"log 200".into(), &"changed".into()));
        assert_eq!(logs[199]["name"], "log 3");
        store.drop_log(me, "log 3".to_owned()).await.unwrap();
        assert_eq!(store.logs(me).await.unwrap().len(), 199);
        assert!(store.logs(token).await.unwrap().is_empty());
        let usage = store.usage(me).await.unwrap();
        assert_eq!((usage.games, usage.bytes), (0, 6 + 198 * 3 + 7), "{}", test.name);
    });
}

#[test]
fn finished_games_and_imports_go_after_their_time_and_open_ones_stay() {
    on_each(async |test| {
        let store = &test.store;
        for (id, touched, ends) in [("old", 10, true), ("new", 90, true), ("open", 10, false)] {
            let key = store.create(new_game(id, "grid5", None)).await.unwrap();
            store.add_ply(&key, 0, "T1".to_owned(), status(touched)).await.unwrap();
            if ends {
                store.set_status(&key, over(touched)).await.unwrap();
            }
        }
        let token = TokenHash::of("token");
        for (id, created) in [("i", 10), ("j", 90)] {
            store.add_import(new_import(id, token, None, created)).await.unwrap();
        }
        assert_eq!(store.prune(Retention::default()).await.unwrap(), (0, 0), "{}", test.name);
        let keep = Retention { finished: Some(50), imports: Some(50) };
        assert_eq!(store.prune(keep).await.unwrap(), (1, 1), "{}", test.name);
        assert!(store.game("old").await.unwrap().is_none());
        for id in ["new", "open"] {
            assert_eq!(store.game(id).await.unwrap().unwrap().saved.moves, ["T1"], "{id}");
        }
        assert!(store.import("i", token).await.unwrap().is_none());
        assert!(store.import("j", token).await.unwrap().is_some());
    });
}
