//! The shipped puzzles keep their promises.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use yard_core::{DetectiveText, Move, Order};
use yard_puzzles::{Kind, LEAST_GAP, Puzzle, find, make, shipped};

const FILE: &str = include_str!("../data/puzzles.txt");

#[test]
fn there_are_enough_of_each_and_no_two_are_alike() {
    let lines = FILE.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(shipped().len(), lines, "every line is a puzzle");
    assert!(lines >= 300, "{lines}");
    let mut counts = BTreeMap::new();
    let (mut ids, mut pieces) = (BTreeSet::new(), BTreeSet::new());
    for puzzle in shipped() {
        *counts.entry((puzzle.kind, puzzle.grade)).or_insert(0) += 1;
        assert!(ids.insert(&puzzle.id), "{} is there twice", puzzle.id);
        assert_eq!(find(&puzzle.id), Some(puzzle));
        let mut detectives = puzzle.setup.detectives.clone();
        detectives.sort_unstable();
        let alike = (puzzle.kind, detectives, puzzle.setup.x, puzzle.setup.candidates.clone());
        assert!(pieces.insert(alike), "{} is like another", puzzle.id);
        assert_eq!(puzzle.to_string().parse::<Puzzle>().as_ref(), Ok(puzzle));
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| *count >= 50), "{counts:?}");
}

/// Mr X needs plain rides, black tickets and double moves, in every grade.
#[test]
fn mr_x_needs_all_his_tools() {
    let mut counts = BTreeMap::new();
    for puzzle in shipped().iter().filter(|puzzle| puzzle.kind == Kind::Slip) {
        let tool = match puzzle.solution.as_bytes()[0] {
            b'2' => "double",
            b'K' => "black",
            _ => "ride",
        };
        *counts.entry((puzzle.grade, tool)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 9, "{counts:?}");
    assert!(counts.values().all(|count| *count >= 3), "{counts:?}");
}

/// A puzzle is played to its end: each move as good as the best leads on, and the last one solves it.
#[test]
fn every_sample_is_played_to_its_end() {
    for puzzle in shipped().iter().step_by(9) {
        let mut line = puzzle.solution.clone();
        let mut moves = 1;
        loop {
            let answer = puzzle.answer(&line).unwrap();
            assert!(answer.correct, "{} {line}", puzzle.id);
            assert_eq!(answer.done, answer.next.is_none());
            if answer.done {
                break;
            }
            let next = serde_json::to_value(&answer.next).unwrap();
            let any = next["legal"][0]["move"].as_str().unwrap();
            let best = puzzle.answer(&format!("{line} {any}")).unwrap().solution;
            line = format!("{line} {best}");
            moves += 1;
        }
        let rides = match puzzle.kind {
            Kind::Catch => 1..=5,
            Kind::Slip => 2..=2,
        };
        assert!(rides.contains(&moves), "{} {line}", puzzle.id);
        assert!(puzzle.answer(&format!("{line} T1")).is_err(), "nothing follows the end");
    }
}

#[test]
fn a_wrong_move_ends_the_line_and_is_told() {
    let puzzle = shipped().iter().find(|puzzle| puzzle.kind == Kind::Slip).unwrap();
    let values = puzzle.values().unwrap();
    let Move::MrX(worst) = values.last().unwrap().mv else { panic!("it is Mr X's turn") };
    let answer = puzzle.answer(&worst.to_string()).unwrap();
    assert!(!answer.correct && answer.done && answer.replies.is_empty());
    assert_eq!(answer.solution, puzzle.solution);
    assert!(puzzle.answer(&format!("{worst} {}", puzzle.solution)).is_err());
    for wrong in ["", "T0", "nonsense", "2T1T1"] {
        assert!(puzzle.answer(wrong).is_err(), "{wrong}");
    }
}

/// A puzzle of the detectives tells them what they may know, and Mr X's position is a whole one.
#[test]
fn records_replay_and_hide_what_is_hidden() {
    for puzzle in shipped() {
        let (record, rules) = (puzzle.record(), puzzle.rules().unwrap());
        let text = record.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&record), "{text}");
        match puzzle.kind {
            Kind::Catch => {
                assert!(puzzle.setup.x.is_none() && record.mr_x.is_none() && text.contains("x ? "));
                assert_eq!(
                    record.replay_view(Arc::clone(&rules)).unwrap(),
                    puzzle.detective_view().unwrap()
                );
            }
            Kind::Slip => assert!(record.replay(Arc::clone(&rules)).is_ok(), "{text}"),
        }
    }
}

/// Proves every seventh puzzle again, by looking at everything.
#[test]
fn a_sample_is_proven_again() {
    for puzzle in shipped().iter().step_by(7) {
        let values = puzzle.values().unwrap();
        let [best, second, ..] = &values[..] else { panic!("{} has no choice", puzzle.id) };
        let written = match best.mv {
            Move::MrX(mv) => mv.to_string(),
            Move::Detective(mv) => DetectiveText::new(mv, Order::Fixed).to_string(),
        };
        assert_eq!(written, puzzle.solution, "{}", puzzle.id);
        assert!(best.chance - second.chance >= LEAST_GAP - 1e-9, "{} {values:?}", puzzle.id);
        assert!(puzzle.answer(&puzzle.solution).unwrap().correct);
    }
}

/// Whatever Mr X's true station is among the candidates, the detectives' puzzle and its solution are the same.
#[test]
fn nothing_depends_on_where_mr_x_really_is() {
    let puzzle = shipped().iter().find(|puzzle| puzzle.kind == Kind::Catch).unwrap();
    let hidden = puzzle.values().unwrap();
    for station in puzzle.setup.candidates.clone() {
        let mut told = puzzle.clone();
        told.setup.x = Some(station);
        assert_eq!(told.values().unwrap(), hidden);
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let some = |seed| make(3, seed, |_| true).unwrap();
    assert_eq!(some(5), some(5));
    assert_ne!(some(5), some(6));
}
