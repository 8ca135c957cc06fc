//! Corners of the rules that no preset has.

use super::*;

/// Mr X's start is known, but drawn.
fn known_but_drawn() -> Arc<Rules> {
    let text = TINY_HAND_OVER
        .replace("tiny-hand-over", "tiny-drawn")
        .replace("hand_over  = true", "hand_over = true\nstart_known = true");
    Arc::new(tiny(&text))
}

/// Every deal of Mr X and two detectives on the tiny board.
fn tiny_deals() -> impl Iterator<Item = Deal> {
    let numbers = (1..=8_u8).flat_map(|x| (1..=8_u8).map(move |a| (x, a)));
    let numbers = numbers.flat_map(|(x, a)| (1..=8_u8).map(move |b| (x, a, b)));
    numbers
        .filter(|(x, a, b)| x != a && a != b && b != x)
        .map(|(x, a, b)| Deal { mr_x: at(x), detectives: [at(a), at(b)].into_iter().collect() })
}

/// Rules 3.2, 3.3 and 7.7: where his start is known he is there, even when he is cornered there.
#[test]
fn a_known_start_is_a_candidate_even_when_cornered() {
    let rules = known_but_drawn();
    for deal in tiny_deals() {
        let game = Game::new(Arc::clone(&rules), &deal);
        let candidates = game.detective_view().candidates();
        assert_eq!(candidates.only(), Some(deal.mr_x), "{deal:?}, {:?}", game.turn());
    }
}

/// Rule 3.2: a known start is public, so the detectives' record has it, even if it was drawn.
#[test]
fn a_hidden_record_keeps_a_known_start() {
    let rules = known_but_drawn();
    for deal in tiny_deals() {
        let mut game = Game::new(Arc::clone(&rules), &deal);
        if game.outcome().is_some() {
            continue;
        }
        let mv = game.state().moves(&rules).next().expect("he can move");
        game.play(mv).expect("a listed move");
        let hidden = Record::of_view(game.detective_view());
        assert_eq!(hidden.mr_x, Some(deal.mr_x));
        let seen = hidden.replay_view(Arc::clone(&rules));
        assert_eq!(seen.as_ref(), Ok(game.detective_view()));
    }
}

/// States that differ in nothing are equal, however the tickets were written down.
#[test]
fn one_set_of_tickets_for_all_is_one_for_each() {
    let rules = presets::rules("classic").expect("a preset").with_detectives(2).expect("2");
    let state = |tickets: &str| {
        let text = format!("classic x 46 detectives 26,29 detective-tickets {tickets}");
        let setup: Setup = text.parse().expect("well written");
        State::from_setup(&rules, &setup).expect("a good setup")
    };
    assert_eq!(state("3,2,1"), state("3,2,1/3,2,1"));
}
