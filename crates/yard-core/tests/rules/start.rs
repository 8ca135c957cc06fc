//! Section 3. The start.

use super::*;

/// Deals often, and returns who was ever dealt what: Mr X first.
fn deals(rules: &Rules, times: u32) -> Vec<BTreeSet<u8>> {
    let mut dice = Dice(31);
    let mut dealt = vec![BTreeSet::new(); 1 + usize::from(rules.detectives())];
    for _ in 0..times {
        let deal = rules.deal(&mut dice);
        let all: Vec<Station> = [deal.mr_x].into_iter().chain(deal.detectives).collect();
        let different: StationSet = all.iter().copied().collect();
        assert_eq!(all.len(), dealt.len());
        assert_eq!(different.len(), all.len(), "start stations are different");
        for (cards, station) in dealt.iter_mut().zip(all) {
            cards.insert(station.number());
        }
    }
    dealt
}

#[test]
fn r3_1_start_stations_are_drawn_by_chance_and_different() {
    let numbers = |cards: &[Station]| cards.iter().map(|s| s.number()).collect::<BTreeSet<u8>>();
    for presets::Preset { name, .. } in presets::RULES {
        let rules = presets::rules(name).unwrap();
        let (mr_x, detectives) = match rules.start() {
            Start::Deck(cards) => (numbers(cards), numbers(cards)),
            Start::Decks { mr_x, detectives } => (numbers(mr_x), numbers(detectives)),
            Start::Anywhere => {
                let all: Vec<Station> = rules.board().stations().iter().collect();
                (numbers(&all), numbers(&all))
            }
            Start::Fixed { mr_x, detectives } => {
                let dealt = deals(&rules, 20);
                assert_eq!(dealt[0], numbers(&[*mr_x]));
                for (cards, station) in dealt[1..].iter().zip(detectives) {
                    assert_eq!(cards, &numbers(&[*station]));
                }
                continue;
            }
        };
        let dealt = deals(&rules, 5000);
        assert_eq!(dealt[0], mr_x, "{name}: every card of Mr X comes up");
        for cards in &dealt[1..] {
            assert_eq!(cards, &detectives, "{name}: every detective card comes up");
        }
    }
}

#[test]
fn r3_1_decks_may_share_cards() {
    let rules = rules(4, &path(4), "start = {mr_x_cards = [1, 2], detective_cards = [2, 3]}");
    let dealt = deals(&rules, 200);
    assert_eq!(dealt, [BTreeSet::from([1, 2]), BTreeSet::from([2, 3])]);
}

#[test]
fn r3_2_mr_x_start_is_hidden_unless_the_rules_make_it_known() {
    let cards = "start = {cards = [1, 2, 3, 5]}";
    let hidden = rules(5, &path(5), cards);
    let known = rules(5, &path(5), &format!("{cards}; start_known = true"));
    for mr_x in [1, 2, 5] {
        let game = new_game(&hidden, mr_x, &[3]);
        assert_eq!(candidates(&game), "1 2 5");
        assert_eq!(game.detective_view().log().start(), [at(3)]);
        let view = DetectiveView::new(Arc::clone(&hidden), &[at(3)], None);
        assert_eq!(game.detective_view(), &view, "his station leaves no trace");
        let game = new_game(&known, mr_x, &[3]);
        assert_eq!(candidates(&game), mr_x.to_string());
    }
}

#[test]
fn r3_3_mr_x_moves_first_and_loses_if_he_cannot() {
    let all = rules(4, &path(4), "");
    assert_eq!(turn(&new_game(&all, 3, &[1])), "x");
    assert_eq!(turn(&new_game(&all, 2, &[1])), "x");
    let walled_in = new_game(&all, 1, &[2]);
    assert_eq!(turn(&walled_in), "cornered");
    assert_eq!(moves(&walled_in), "");
    assert_eq!(walled_in.outcome().map(|o| o.winner()), Some(Side::Detectives));
    let deal = Deal { mr_x: at(1), detectives: [at(2)].into_iter().collect() };
    assert_eq!(State::new(&all, &deal), walled_in.state());
    let broke = rules(4, &path(4), "mr_x_tickets = {bus = 5}");
    assert_eq!(turn(&new_game(&broke, 4, &[1])), "cornered", "no ticket for his line");
    let ferry = rules(4, "taxi 1-2 2-3 3-4 ferry 1-4", "");
    assert_eq!(turn(&new_game(&ferry, 1, &[2])), "cornered", "no black ticket for the ferry");
    let enter = rules(4, &path(4), "mr_x_may_enter_detective = true");
    assert_eq!(turn(&new_game(&enter, 1, &[2])), "x", "a legal move by 4.9");
}
