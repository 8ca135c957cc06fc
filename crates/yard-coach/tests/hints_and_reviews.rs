//! A hint that was followed is never marked: hints and reviews are one engine.

use std::sync::Arc;

use yard_agents::{AgentFactory as _, Seed, begin_game, rides_after};
use yard_coach::{Adviser, Effort, Level, Say, hint_detectives, hint_mr_x, judge};
use yard_core::{Game, Move, MrXMove, Record, Rules, Side, Ticket, Turn, presets};
use yard_roster::Roster;

/// Hints that are looked at in each game.
const MR_X_HINTS: usize = 14;
const DETECTIVE_HINTS: usize = 15;
/// The first mark.
const INACCURACY: f64 = 0.10;

/// Plays a game in which one side follows hints, and the other is a level.
fn follow(level: &Level, side: Side, seed: u64) -> Vec<Move> {
    let rules: Arc<Rules> = Arc::new(presets::rules("classic").unwrap());
    let other = Roster::default().agent(&level.agent(side.other()).parse().unwrap());
    let (mut mr_x, mut team) = (other.mr_x(&rules).unwrap(), other.detectives(&rules).unwrap());
    let mut rng = Seed(seed).stream("other");
    let mut game: Game = begin_game(&rules, None, Seed(seed)).unwrap();
    let (engine, mut hints) = (Adviser::Engine(Effort::USUAL), Vec::new());
    let most = if side == Side::MrX { MR_X_HINTS } else { DETECTIVE_HINTS };
    while hints.len() < most {
        let mv = match (game.turn(), side) {
            (Turn::Over(_), _) => break,
            (Turn::MrX, Side::Detectives) => {
                mr_x.choose(game.mr_x_view(), &mut rng).unwrap().into()
            }
            (Turn::Detective(_) | Turn::Team, Side::MrX) => {
                team.choose(game.detective_view(), &mut rng).unwrap().into()
            }
            (Turn::MrX, Side::MrX) => hint_mr_x(game.mr_x_view(), engine).unwrap().mv,
            (Turn::Detective(_) | Turn::Team, Side::Detectives) => {
                hint_detectives(game.detective_view(), engine).unwrap().mv
            }
        };
        let own = matches!(
            (mv, side),
            (Move::MrX(_), Side::MrX) | (Move::Detective(_), Side::Detectives)
        );
        if own {
            let judged = judge(game.detective_view().log().plies().len(), &game, mv).unwrap();
            assert!(judged.loss.unwrap_or(0.0) < INACCURACY, "{} {side}: {judged:?}", level.id);
            assert_eq!(judged.mark, None, "{judged:?}");
            assert_eq!(
                judged.best.as_deref(),
                Some(judged.text.as_str()),
                "the review names the hint"
            );
            hints.push(mv);
        }
        game.play(mv).unwrap();
    }
    hints
}

#[test]
fn a_followed_hint_is_never_marked() {
    let mut dear = [0, 0];
    for (seed, id) in (1..).zip(Level::IDS) {
        let level = Level::find(id).unwrap();
        for mv in follow(level, Side::MrX, seed) {
            let Move::MrX(mv) = mv else { continue };
            dear[0] += usize::from(matches!(mv, MrXMove::Double(..)));
            dear[1] += usize::from(mv.steps().any(|step| step.ticket == Ticket::Black));
        }
        follow(level, Side::Detectives, seed);
    }
    assert!(dear[0] > 0 && dear[1] > 0, "double and black moves: {dear:?}");
}

/// Nobody is sent by his last fitting ticket to where he cannot go on, if there is another way.
#[test]
fn a_hint_strands_nobody() {
    // Detective 5 has one taxi ticket and some for the bus; from 13 a taxi leads to 24, where only taxis stop.
    for (slot, candidates) in [(9, "37,38,50"), (12, "23,37,50"), (15, "4,14,25,37,49")] {
        let text = format!(
            "yard-record 2\nrules classic\nsetup x ? detectives 141,142,128,127,13 turn 5 slot {slot} \
             x-tickets 14,20,11,4,0 detective-tickets 4,6,1/4,4,3/4,3,4/4,6,1/1,4,1 candidates {candidates}\n\
             result open\n"
        );
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules("classic").unwrap());
        let view = record.replay_view(rules).unwrap();
        let hint = hint_detectives(&view, Adviser::Engine(Effort::USUAL)).unwrap();
        let Move::Detective(mv) = hint.mv else { panic!("{hint:?}") };
        assert_ne!(rides_after(&view, &[mv]), [Some(0)], "{hint:?}");
        let taxi = view.legal_moves().find(|mv| rides_after(&view, &[*mv]) == [Some(0)]);
        assert!(taxi.is_some(), "a taxi would strand him");
    }
}

/// The first hint to Mr X does not waste what he will need later: nobody knows yet where he is. A black ticket must
/// be worth it, and the hint says why.
#[test]
fn the_first_hint_to_mr_x_is_cheap() {
    let rules: Arc<Rules> = Arc::new(presets::rules("classic").unwrap());
    for seed in 1..=8 {
        let game: Game = begin_game(&rules, None, Seed(seed)).unwrap();
        let hint = hint_mr_x(game.mr_x_view(), Adviser::Engine(Effort::USUAL)).unwrap();
        let Move::MrX(mv) = hint.mv else { panic!("{hint:?}") };
        assert!(matches!(mv, MrXMove::Single(_)), "{hint:?}");
        let black = mv.steps().any(|step| step.ticket == Ticket::Black);
        let why = hint.reasons.iter().any(
            |say| matches!(say, Say::UseBlack { stations, instead } if *stations > 2 * instead),
        );
        assert!(why || !black, "{hint:?}");
    }
}

/// No sentence tells of a chance that is none, and none counts one of one.
#[test]
fn reasons_are_worth_telling() {
    let rules: Arc<Rules> = Arc::new(presets::rules("classic").unwrap());
    let engine = Adviser::Engine(Effort::times(0.02));
    for seed in 1..=3 {
        let mut game: Game = begin_game(&rules, None, Seed(seed)).unwrap();
        loop {
            let hint = match game.turn() {
                Turn::Over(_) => break,
                Turn::MrX => hint_mr_x(game.mr_x_view(), engine).unwrap(),
                Turn::Detective(_) | Turn::Team => {
                    hint_detectives(game.detective_view(), engine).unwrap()
                }
            };
            for reason in &hint.reasons {
                match reason {
                    Say::Catch { chance, .. } => assert!(*chance >= 0.02, "{hint:?}"),
                    Say::Cover { of, .. } => assert!(*of > 1, "{hint:?}"),
                    _ => {}
                }
            }
            game.play(hint.mv).unwrap();
        }
    }
}

/// Every sentence of a hint is whole, speaks to the player and has its code in the list.
#[test]
fn reasons_are_whole_sentences() {
    let rules: Arc<Rules> = Arc::new(presets::rules("classic").unwrap());
    let mut game: Game = begin_game(&rules, None, Seed(7)).unwrap();
    let engine = Adviser::Engine(Effort::times(0.02));
    for _ in 0..40 {
        let hint = match game.turn() {
            Turn::MrX => hint_mr_x(game.mr_x_view(), engine).unwrap(),
            Turn::Detective(_) | Turn::Team => {
                hint_detectives(game.detective_view(), engine).unwrap()
            }
            Turn::Over(_) => break,
        };
        assert!(!hint.reasons.is_empty(), "{hint:?}");
        for message in hint.messages() {
            assert!(message.text.ends_with('.'), "{}", message.text);
            assert!(message.text.starts_with(|c: char| c.is_uppercase() || c.is_numeric()));
            assert!(Say::CODES.contains(&message.say.code()));
        }
        game.play(hint.mv).unwrap();
    }
}

/// Whatever can be sent is in the reference, so that a page can translate it.
#[test]
fn every_code_is_in_the_reference() {
    let reference = include_str!("../../../docs/reference/api.md");
    let codes = reference.split("## Codes").nth(1).unwrap();
    for code in Say::CODES {
        assert!(codes.contains(&format!("`{code}`")), "{code} is not in docs/reference/api.md");
    }
    let rows = codes.lines().filter(|line| line.starts_with("| `"));
    let listed: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    for code in listed {
        assert!(
            Say::CODES.contains(&code),
            "{code} is in docs/reference/api.md, but is never sent"
        );
    }
}
