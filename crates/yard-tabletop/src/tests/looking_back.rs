//! Replays show what one viewpoint saw, and nothing of the other.

use serde_json::Value;

use super::table::{human, json, one, play_to_the_end, table};
use crate::catalog::Catalog;
use crate::error::ReplayError;
use crate::record_text::{read_record, read_view};
use crate::replay::{Replay, Viewpoint};
use crate::role::Role;

fn views(replay: &Replay, viewpoint: Viewpoint) -> Vec<Value> {
    let views = replay.views(viewpoint).unwrap();
    views.iter().map(|view| serde_json::to_value(view).unwrap()).collect()
}

#[test]
fn a_finished_game_is_seen_from_both_sides() {
    let mut game = table("grid5", one(human(), human()));
    assert!(game.replay().is_none(), "it is not over");
    play_to_the_end(&mut game);
    let replay = game.replay().unwrap();
    let (own, public) = (views(&replay, Viewpoint::MrX), views(&replay, Viewpoint::Detectives));
    assert_eq!((own.len(), public.len()), (game.plies() + 1, game.plies() + 1));
    assert!(own.iter().all(|view| view["stations"]["mr_x"].is_u64()));
    assert!(public.iter().all(|view| view["stations"]["mr_x"].is_null() && view["way"].is_null()));
    let text = game.record_text(Role::Watch);
    let (record, rules) = read_record(&text, &Catalog::new(Vec::new())).unwrap();
    let imported = Replay::imported("import".to_owned(), record, rules);
    let last = serde_json::to_value(imported.last_view().unwrap()).unwrap();
    assert_eq!(last["way"], json(&game, Role::MrX)["way"]);
}

/// A long game is shown piece by piece, so the pieces must be the whole.
#[test]
fn the_parts_of_a_replay_make_the_whole() {
    let mut game = table("grid5", one(human(), human()));
    play_to_the_end(&mut game);
    let replay = game.replay().unwrap();
    for viewpoint in [Viewpoint::MrX, Viewpoint::Detectives] {
        let whole = replay.views(viewpoint).unwrap();
        assert_eq!(whole.len(), replay.len());
        for size in [1, 3, 7, 100] {
            let starts = (0..replay.len()).step_by(size);
            let parts = starts.map(|at| replay.part(viewpoint, at..at + size).unwrap());
            assert_eq!(parts.collect::<Vec<_>>().concat(), whole, "{size}");
        }
    }
    let last = replay.views(Viewpoint::MrX).unwrap().pop();
    assert_eq!(replay.last_view().unwrap(), last);
}

/// What the detectives did before Mr X's first move is looked back at, too.
#[test]
fn a_game_that_began_in_the_detectives_turn_is_seen_whole() {
    let text = "yard-record 2\nrules grid5\nsetup x 13 detectives 1,25 turn 1 slot 4\n\
                0 | T2 T24\n1 T12 | T3 T23\n";
    let (record, rules) = read_record(text, &Catalog::new(Vec::new())).unwrap();
    let replay = Replay::imported("import".to_owned(), record, rules);
    for viewpoint in [Viewpoint::MrX, Viewpoint::Detectives] {
        let whole = replay.views(viewpoint).unwrap();
        assert_eq!((whole.len(), replay.len()), (6, 6));
        let parts = (0..6).map(|at| replay.part(viewpoint, at..at + 1).unwrap());
        assert_eq!(parts.collect::<Vec<_>>().concat(), whole);
    }
    assert_eq!(replay.last_view().unwrap(), replay.views(Viewpoint::MrX).unwrap().pop());
}

/// There is only one view then, and it was Mr X's own whoever asked for it.
#[test]
fn a_cornered_start_shows_the_detectives_what_is_public() {
    let text = "yard-record 1\nrules grid:2,2,3\nstart 1 2 3\nresult detectives\n";
    let (record, rules) = read_record(text, &Catalog::new(Vec::new())).unwrap();
    let replay = Replay::imported("import".to_owned(), record, rules);
    let (own, public) = (views(&replay, Viewpoint::MrX), views(&replay, Viewpoint::Detectives));
    assert_eq!((own.len(), public.len()), (1, 1));
    assert_eq!(own[0]["stations"]["mr_x"], 1);
    assert_eq!(public[0]["stations"]["mr_x"], Value::Null);
}

#[test]
fn a_record_that_hides_mr_x_has_no_view_of_his() {
    let text = "yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T2 T24\n";
    let (record, rules) = read_record(text, &Catalog::new(Vec::new())).unwrap();
    let replay = Replay::imported("import".to_owned(), record, rules);
    assert_eq!(replay.views(Viewpoint::MrX).err(), Some(ReplayError::Hidden));
    assert_eq!(views(&replay, Viewpoint::Detectives).len(), 4);
}

#[test]
fn faults_of_records_name_their_line() {
    let fault = |text: &str| match read_view(text, &Catalog::new(Vec::new())) {
        Ok(_) => panic!("{text} is no good record"),
        Err(error) => error.to_string(),
    };
    for (text, line) in [
        ("yard-record 1\nrules nowhere\nstart ? 1", "line 2: there are no rules"),
        ("yard-record 1\nrules grid5\nstart ? 1 2 3 4 5 6", "line 3: "),
        ("yard-record 1\nrules grid5\nstart ? 1 25\n1 T? | T25", "line 4: "),
        ("yard-record 1\nrules grid5\nstart ? 1 25\nresult mr-x", "line 4: "),
    ] {
        let fault = fault(text);
        assert!(fault.starts_with(line), "{text}: {fault}");
    }
    assert!(!fault("{\"rules\": 1}").is_empty());
}
