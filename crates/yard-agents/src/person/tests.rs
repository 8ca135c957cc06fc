//! Common sense in single positions; whole games of the levels are looked at in `yard-coach`.

use std::sync::Arc;

use yard_core::{DetectiveMove, DetectiveView, MrXMove, Record, Setup, Ticket, presets};

use super::{Habits, Person, sense};
use crate::agent::{Agent, Detectives, MrX};
use crate::random::RandomAgent;
use crate::rng::Seed;

fn view(record: &str) -> DetectiveView {
    let record: Record = record.parse().unwrap();
    record.replay_view(Arc::new(presets::rules(&record.rules).unwrap())).unwrap()
}

fn targets(moves: &[DetectiveMove]) -> Vec<u8> {
    moves.iter().filter_map(|mv| sense::target(*mv)).map(|to| to.number()).collect()
}

#[test]
fn what_is_certain_is_taken() {
    let seen = view("yard-record 1\nrules grid:5,2,3,1\nstart 13 7 25\n1 T12");
    assert_eq!(targets(&sense::of_detectives(&seen, Habits::All)), [12]);
}

#[test]
fn nobody_goes_straight_back_without_cause() {
    // Mr X is seen in slot 3 only; detective 1 came from 26.
    let moved = view(
        "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? | T15 T16 T37 T69 T105\n2 T?",
    );
    let sensible = targets(&sense::of_detectives(&moved, Habits::All));
    assert!(!sensible.contains(&26) && !sensible.is_empty(), "{sensible:?}");
    assert!(moved.legal_moves().any(|mv| targets(&[mv]) == [26]), "it would be legal");
}

/// A detective with one taxi and one bus ticket takes the taxi to a bus station, not away from them.
#[test]
fn tickets_last_as_long_as_they_can() {
    let setup: Setup = "classic x ? detectives 8,100,150,180,50 turn 1 slot 12 detective-tickets 1,1,0 candidates 90"
        .parse()
        .unwrap();
    let rules = Arc::new(presets::rules("classic").unwrap());
    let view = setup.view(Arc::clone(&rules)).unwrap();
    let sensible = sense::of_detectives(&view, Habits::All);
    for mv in &sensible {
        let DetectiveMove::Ride { step, .. } = mv else { panic!("{mv:?}") };
        assert!(!rules.board().reach(step.to, Ticket::Bus).is_empty(), "{mv:?} strands him");
    }
    assert!(sensible.len() < view.legal_moves().count());
}

/// Who looks after his next rides only leaves out the same ride, and none that lets him go on for a while.
#[test]
fn a_lighter_habit_sees_to_the_next_rides_only() {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let left_out = |setup: &str| {
        let view = setup.parse::<Setup>().unwrap().view(Arc::clone(&rules)).unwrap();
        view.legal_moves().count() - sense::of_detectives(&view, Habits::Tickets).len()
    };
    let last_tickets = "detective-tickets 1,1,0 candidates 90";
    assert!(
        left_out(&format!("classic x ? detectives 8,100,150,180,50 turn 1 slot 12 {last_tickets}"))
            > 0
    );
    let fresh = "classic x ? detectives 26,29,50,53,91 turn 1 slot 2 candidates 90,100,110";
    assert_eq!(left_out(fresh), 0);
}

#[test]
fn black_tickets_are_used_once_he_has_been_seen() {
    let setup: Setup = "classic x 46 detectives 26,29,50,53,91 slot 3".parse().unwrap();
    let game = setup.game(Arc::new(presets::rules("classic").unwrap())).unwrap();
    let has_black = |mv: &MrXMove| mv.steps().any(|step| step.ticket == Ticket::Black);
    assert!(sense::of_mr_x(game.mr_x_view()).iter().all(has_black));
    let fresh: Setup = "classic x 46 detectives 26,29,50,53,91 slot 2".parse().unwrap();
    let game = fresh.game(Arc::new(presets::rules("classic").unwrap())).unwrap();
    assert!(!sense::of_mr_x(game.mr_x_view()).iter().all(has_black));
}

/// Hunches are legal and never step beside a detective where there is another way.
#[test]
fn a_hunch_keeps_away_from_detectives() {
    let setup: Setup = "classic x 108 detectives 105,29,50,53,91 slot 1".parse().unwrap();
    let game = setup.game(Arc::new(presets::rules("classic").unwrap())).unwrap();
    let view = game.mr_x_view();
    let mut person = Person::<MrX>::new(0.0, Box::new(RandomAgent));
    let mut rng = Seed(1).stream("test");
    for _ in 0..50 {
        let mv = person.choose(view, &mut rng).unwrap();
        assert!(view.legal_moves().any(|legal| legal == mv));
        let near = view
            .public()
            .detectives()
            .any(|from| view.rules().board().detective_distance(from, mv.target()) == Some(1));
        assert!(!near, "{mv}");
    }
}

#[test]
fn thought_and_hunch_follow_from_the_seed() {
    let view = view("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T?");
    let draw = |seed| {
        let mut person = Person::<Detectives>::new(0.5, Box::new(RandomAgent));
        let mut rng = Seed(seed).stream("test");
        (0..20).map(|_| person.choose(&view, &mut rng).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}
