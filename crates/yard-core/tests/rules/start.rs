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

/// The setup of a text, for rules of the tests.
fn begin(text: &str) -> Setup {
    format!("test {text}").parse().expect("well written")
}

fn refusal(rules: &Arc<Rules>, text: &str) -> Vec<String> {
    let faults = begin(text).view(Arc::clone(rules)).expect_err("a bad setup");
    faults.0.iter().map(ToString::to_string).collect()
}

#[test]
fn r3_4_a_game_begins_from_a_setup_with_what_it_says() {
    let rules = rules(6, &path(6), "surfaces = [5]");
    let setup = begin("x 5 detectives 2 turn 1 slot 3 x-tickets 5,0,0,0,0 candidates 4,5,6");
    let game = setup.game(Arc::clone(&rules)).unwrap();
    assert_eq!((game.state().mr_x(), game.turn()), (at(5), Turn::Detective(DetectiveId::D1)));
    assert_eq!(game.detective_view().public().slots_used(), 3);
    assert!(game.detective_view().log().plies().is_empty());
    // The log goes on where it was: the next slot is the fourth, and the one after it surfaces.
    let game = play(game, "T3 T6 T4 T5");
    assert_eq!(
        game.detective_view().log().slots().map(|slot| slot.slot).collect::<Vec<_>>(),
        [4, 5]
    );
    assert_eq!(game.detective_view().log().last_seen(), Some(Sighting { slot: 5, station: at(5) }));
}

#[test]
fn r3_4_a_hidden_mr_x_is_one_of_the_candidates() {
    let rules = rules(6, &path(6), "");
    let setup = begin("x ? detectives 3 candidates 1,5,6");
    for chosen in [1, 5, 6] {
        let game = setup.game_with(Arc::clone(&rules), |candidates| {
            assert!(candidates.contains(at(chosen)) && candidates.len() == 3);
            at(chosen)
        });
        let game = game.unwrap();
        assert_eq!(game.state().mr_x(), at(chosen));
        assert_eq!(candidates(&game), "1 5 6", "the detectives know no more");
    }
    let faults = setup.game(Arc::clone(&rules)).expect_err("he is hidden");
    assert_eq!(faults.to_string(), "Mr X: his station is hidden, but needed here");
}

#[test]
fn r3_4_all_faults_are_told_at_once() {
    let rules = rules(6, &path(6), "");
    assert_eq!(
        refusal(&rules, "x 9 detectives 3,3 turn 2 slot 99 candidates 3,8"),
        [
            "Mr X: unknown station 9",
            "detective 2 shares station 3 with a colleague",
            "2 detectives are placed, the rules have 1",
            "slot 99; the log has 10",
            "turn 2; there are 1 detectives",
            "candidates: unknown station 8",
            "candidates: a detective stands on one of them",
        ]
    );
}

#[test]
fn r3_5_no_game_begins_where_nobody_can_move() {
    let rules = rules(6, &path(6), "");
    let stuck = "Mr X has no move, so no game can begin here";
    // Walled in, without a ticket, and without a slot.
    assert_eq!(refusal(&rules, "x 1 detectives 2"), [stuck]);
    assert_eq!(refusal(&rules, "x 5 detectives 2 x-tickets 0,0,0,0,0"), [stuck]);
    assert_eq!(refusal(&rules, "x ? detectives 2 slot 10"), [stuck]);
    // A detective who passes is no obstacle.
    let passing = begin("x 5 detectives 2 turn 1 detective-tickets 0,0,0");
    assert!(passing.game(Arc::clone(&rules)).is_ok());
    let any = super::rules(6, &path(6), "order = 'any'");
    let team = "x 5 detectives 2 turn d detective-tickets 0,0,0";
    assert_eq!(refusal(&any, team), ["no detective has a move, so no game can begin here"]);
}
