//! Random games played side by side by the fast engine and by its slow twin.
//!
//! After every ply all that both know is compared: legal moves, whose turn it is, stations, tickets,
//! slots, turns and candidates. A [`State`] and a [`DetectiveView`] driven by hand are taken along
//! and must agree with the [`Game`].

pub mod dice;
pub mod reference;
pub mod translate;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dice::Dice;
use reference as twin;
use translate::{
    number, numbers, twin_detective_stock, twin_lines, twin_mr_x_stock, twin_rules, twin_stock,
    twin_turn,
};
use yard_core::{
    Board, BoardParts, Deal, DetectiveId, DetectiveMove, DetectiveText, DetectiveTickets,
    DetectiveView, Draw, Game, LengthPart, LinePart, Move, MrXMove, MrXTickets, Order, Outcome,
    Rules, RulesParts, Setup, Start, State, Station, Step, Stock, Ticket, Transport, Turn, perft,
    presets,
};

impl Dice {
    /// Tells whether one in `n` came up.
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u32) as usize]
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

fn text(rules: &Rules, mv: Move) -> String {
    match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, rules.order()).to_string(),
    }
}

// ----- Both engines side by side -----

/// One game in every form that the engine has, and the twin's.
struct Pair {
    game: Game,
    state: State,
    view: DetectiveView,
    twin: twin::Position,
}

impl Pair {
    fn new(rules: &Arc<Rules>, deal: &Deal) -> Pair {
        let game = Game::new(Arc::clone(rules), deal);
        let starts = match rules.start_known() {
            true => BTreeSet::from([number(deal.mr_x)]),
            false => numbers(&rules.mr_x_starts()),
        };
        let known = rules.start_known().then_some(deal.mr_x);
        let mut view = DetectiveView::new(Arc::clone(rules), &deal.detectives, known);
        if game.outcome().is_some() {
            // Nobody can tell a view by hand of an end before the first move.
            view = game.detective_view().clone();
        }
        Pair {
            game,
            state: State::new(rules, deal),
            view,
            twin: twin::Position::start(
                twin_rules(rules),
                number(deal.mr_x),
                deal.detectives.iter().copied().map(number).collect(),
                twin_detective_stock(rules.detective_tickets()),
                twin_mr_x_stock(rules.mr_x_tickets()),
                twin_stock(rules.mr_x_tickets().doubles()),
                starts,
            ),
        }
    }

    /// Compares everything, and returns the legal moves.
    fn compare(&self, dice: &mut Dice) -> Vec<Move> {
        let rules = self.game.rules();
        let state = &self.state;
        let table = state.public();
        assert_eq!(self.game.state(), *state);
        assert_eq!(self.game.detective_view(), &self.view);
        assert_eq!(self.view.public(), table);

        assert_eq!(twin_turn(state.turn()), self.twin.to_move);
        assert_eq!(number(state.mr_x()), self.twin.mr_x);
        assert_eq!(self.game.mr_x_view().path().last(), Some(&state.mr_x()));
        let detectives: Vec<u32> = table.detectives().map(number).collect();
        assert_eq!(detectives, self.twin.detectives);
        assert_eq!(numbers(&table.occupied_set()), detectives.into_iter().collect());
        for (id, stock) in DetectiveId::ALL.into_iter().zip(&self.twin.detective_stocks) {
            assert_eq!(&twin_detective_stock(table.detective_tickets(id)), stock);
        }
        let tickets = table.mr_x_tickets();
        assert_eq!(twin_mr_x_stock(tickets), self.twin.mr_x_stock);
        assert_eq!(twin_stock(tickets.doubles()), self.twin.doubles);
        assert_eq!(u32::from(table.slots_used()), self.twin.slots_used);
        assert_eq!(u32::from(table.turns_used()), self.twin.turns_used);
        if state.outcome().is_none() {
            let moved = rules.detective_ids().filter(|id| table.has_moved(*id));
            let moved: BTreeSet<usize> = moved.map(|id| id.number().into()).collect();
            assert_eq!(moved, self.twin.moved);
        }
        let candidates = self.view.candidates();
        assert_eq!(numbers(&candidates.to_set()), self.twin.candidates);
        assert!(candidates.contains(state.mr_x()));

        let moves: Vec<Move> = state.moves(rules).collect();
        assert!(moves.is_sorted_by(|a, b| a < b), "sorted, and none twice");
        let mut texts: Vec<String> = moves.iter().map(|mv| text(rules, *mv)).collect();
        texts.sort();
        assert_eq!(texts, self.twin.legal());
        let his = self.game.mr_x_view().legal_moves();
        let theirs = self.view.legal_moves();
        let all: Vec<Move> = his.map(Move::MrX).chain(theirs.map(Move::Detective)).collect();
        assert_eq!(all, moves, "the views know their own moves");

        self.try_any_move(&moves, dice);
        moves
    }

    /// Draws a move, and asks for some moves that are made up.
    fn try_any_move(&self, legal: &[Move], dice: &mut Dice) {
        let (rules, state) = (self.game.rules(), &self.state);
        let drawn = match state.turn() {
            Turn::Over(_) => None,
            Turn::MrX => Some(Move::MrX(state.draw_mr_x_move(rules, dice))),
            Turn::Detective(_) | Turn::Team => {
                let drawn = state.public().draw_detective_move(rules, dice);
                Some(Move::Detective(drawn))
            }
        };
        if let Some(drawn) = drawn {
            assert!(legal.contains(&drawn), "{drawn:?} was drawn");
        }
        for _ in 0..4 {
            let stations = rules.board().stations();
            let mut step = || {
                // Near stations are the interesting ones.
                let mut from = state.mr_x();
                if dice.one_in(2) {
                    from = stations.nth(dice.below(stations.len() as u32) as usize).unwrap();
                }
                let near = rules.board().reach(from, Ticket::Black);
                Step {
                    ticket: *dice.pick(&Ticket::ALL),
                    to: near.nth(dice.below(near.len() as u32) as usize).unwrap(),
                }
            };
            let (first, second) = (step(), step());
            let by = *dice.pick(&DetectiveId::ALL);
            let mut made_up = vec![
                Move::MrX(MrXMove::Single(first)),
                Move::MrX(MrXMove::Double(first, second)),
                Move::Detective(DetectiveMove::Pass { by }),
            ];
            if first.ticket != Ticket::Black {
                made_up.push(Move::Detective(DetectiveMove::Ride { by, step: first }));
            }
            for mv in made_up {
                assert_eq!(state.is_legal(rules, mv), legal.contains(&mv), "{mv:?}");
                if !legal.contains(&mv) {
                    let mut same = *state;
                    assert!(same.play(rules, mv).is_err());
                    assert_eq!(same, *state, "a refused move changes nothing");
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        let rules = self.game.rules().clone();
        self.twin.play(&text(&rules, mv));
        self.state.play(&rules, mv).unwrap();
        self.game.play(mv).unwrap();
        let told = self.game.outcome();
        let ply = *self.game.detective_view().log().plies().last().unwrap();
        self.view.moved(ply, told).unwrap();
    }

    /// Compares the number of move paths, as deep as their number allows.
    fn compare_perft(&self, most: u64) {
        for depth in 0.. {
            let count = perft(self.game.rules(), &self.state, depth);
            if count > most {
                break;
            }
            assert_eq!(count, self.twin.perft(depth), "perft({depth})");
            if count == 0 || depth > 6 {
                break;
            }
        }
    }
}

/// What came up in some games.
#[derive(Default, Debug)]
struct Tally(BTreeMap<&'static str, u32>);

impl Tally {
    fn count(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    fn add(&mut self, other: Tally) {
        for (what, times) in other.0 {
            *self.0.entry(what).or_default() += times;
        }
    }

    /// Fails unless all of these came up.
    fn expect(&self, wanted: &[&str]) {
        for what in wanted {
            assert!(self.0.contains_key(what), "no {what} in {self:?}");
        }
    }
}

/// Plays random games on both engines.
fn play_games(rules: Rules, games: u32, seed: u64) -> Tally {
    let rules = Arc::new(rules);
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        tally.count("game");
        let mut pair = Pair::new(&rules, &rules.deal(&mut dice));
        if pair.game.outcome().is_some() {
            tally.count("cornered at the start");
        }
        loop {
            let moves = pair.compare(&mut dice);
            if dice.one_in(64) {
                pair.compare_perft(2000);
            }
            if moves.is_empty() {
                break;
            }
            let mut mv = *dice.pick(&moves);
            if matches!(mv, Move::MrX(MrXMove::Double(..))) && !dice.one_in(4) {
                // There are so many of them that they would all be spent at once.
                mv = moves[0];
            }
            tally.count(match mv {
                Move::MrX(MrXMove::Double(..)) => "double",
                Move::MrX(MrXMove::Single(step)) if step.ticket == Ticket::Black => "black",
                Move::MrX(MrXMove::Single(_)) => "single",
                Move::Detective(DetectiveMove::Ride { .. }) => "ride",
                Move::Detective(DetectiveMove::Pass { .. }) => "pass",
            });
            let his = matches!(mv, Move::MrX(_));
            pair.play(mv);
            if his {
                match pair.game.outcome() {
                    Some(Outcome::Captured) => tally.count("entered"),
                    Some(_) => tally.count("ended at once"),
                    None => {}
                }
            }
        }
        tally.count(match pair.game.outcome().expect("somebody has won") {
            Outcome::Captured => "captured",
            Outcome::Cornered => "cornered",
            Outcome::Escaped => "escaped",
            Outcome::Stranded => "stranded",
        });
    }
    tally
}

fn rules(name: &str) -> Rules {
    presets::rules(name).unwrap()
}

#[test]
fn classic_games_agree() {
    let mut tally = play_games(rules("classic"), 150, 1);
    for detectives in 1..=4 {
        let fewer = rules("classic").with_detectives(detectives).unwrap();
        tally.add(play_games(fewer, 60, u64::from(detectives)));
    }
    tally.expect(&["double", "black", "captured", "escaped"]);
}

#[test]
fn modern_games_agree() {
    play_games(rules("modern"), 150, 2).expect(&["double", "black", "captured"]);
}

#[test]
fn bristol_games_agree() {
    play_games(rules("bristol"), 150, 3).expect(&["double", "black", "captured"]);
}

#[test]
fn dash_games_agree() {
    play_games(rules("dash"), 200, 4).expect(&["captured"]);
}

#[test]
fn games_on_grids_agree() {
    for (name, games) in [
        ("grid5", 1500),
        ("grid5-30", 600),
        ("grid7", 400),
        ("grid15", 20),
        ("grid:3,2,8", 1000),
        ("grid:2,1,5", 1000),
        ("grid:3,1,6,1", 500),
        ("grid:4,5,9,2", 500),
    ] {
        play_games(rules(name), games, 5).expect(&["captured"]);
    }
}

#[test]
fn games_on_glasses_agree() {
    play_games(rules("glasses"), 1000, 6).expect(&["captured", "escaped"]);
}

#[test]
fn games_in_which_mr_x_may_enter_a_detective_agree() {
    for (name, games) in [("classic", 15), ("modern", 15), ("grid5", 150), ("grid:3,2,8", 300)] {
        let rules = rules(name).with_mr_x_may_enter_detective(true);
        let tally = play_games(rules, games, 7);
        if name.starts_with("grid") {
            tally.expect(&["entered"]);
        }
    }
}

// ----- Random small boards -----

fn random_stock(dice: &mut Dice) -> Stock {
    match dice.below(4) {
        0 => Stock::UNLIMITED,
        _ => Stock::count(dice.below(5) as u8).unwrap(),
    }
}

fn random_board(dice: &mut Dice, stations: u32) -> Board {
    let transport = |dice: &mut Dice| match dice.below(6) {
        0..3 => Transport::Taxi,
        other => Transport::ALL[other as usize - 2],
    };
    let mut lines = BTreeSet::new();
    for b in 2..=stations {
        let a = 1 + dice.below(b - 1);
        lines.insert((a, b, transport(dice)));
    }
    for _ in 0..dice.below(2 * stations) {
        let (a, b) = (1 + dice.below(stations), 1 + dice.below(stations));
        if a < b {
            lines.insert((a, b, transport(dice)));
        }
    }
    let mut lines: Vec<_> = lines.into_iter().map(|(a, b, t)| LinePart::new(a, b, t)).collect();
    dice.shuffle(&mut lines);
    Board::new(BoardParts { name: "random".to_owned(), stations, lines, ..BoardParts::default() })
        .unwrap()
}

fn random_rules(dice: &mut Dice, start_known: bool) -> Rules {
    let stations = 2 + dice.below(8);
    let board = random_board(dice, stations);
    let detectives = 1 + dice.below(5.min(stations - 1));
    let mut cards: Vec<Station> = board.stations().iter().collect();
    dice.shuffle(&mut cards);
    let needed = detectives as usize + 1;
    let start = match dice.below(4) {
        0 => Start::Anywhere,
        1 => {
            cards.truncate(needed + dice.below(3) as usize);
            Start::Deck(cards)
        }
        2 => Start::Fixed { mr_x: cards[0], detectives: cards[1..needed].to_vec() },
        _ => Start::Decks {
            mr_x: cards[dice.below(cards.len() as u32) as usize..].to_vec(),
            detectives: cards[..needed].to_vec(),
        },
    };
    let by_turns = dice.one_in(2);
    let mut tickets = [(); 5].map(|()| random_stock(dice));
    if by_turns && tickets[4] == Stock::UNLIMITED {
        tickets[4] = Stock::NONE;
    }
    let length = 1 + dice.below(8);
    let more = tickets[4].tickets().filter(|_| by_turns).unwrap_or(0);
    let slots = length + u32::from(more);
    let often = 1 + dice.below(4);
    Rules::new(RulesParts {
        name: "random".to_owned(),
        board: Arc::new(board),
        detectives,
        length: if by_turns { LengthPart::Turns(length) } else { LengthPart::Slots(length) },
        surfaces: (1..=slots).filter(|_| dice.one_in(often)).collect(),
        order: *dice.pick(&[Order::Fixed, Order::Any]),
        hand_over: dice.one_in(2),
        mr_x_may_enter_detective: dice.one_in(4),
        start_known,
        detective_tickets: DetectiveTickets::new([(); 3].map(|()| random_stock(dice))),
        mr_x_tickets: MrXTickets::new(tickets),
        black_per_detective: dice.one_in(4),
        start,
    })
    .unwrap()
}

fn play_on_random_boards(boards: u32, start_known: bool, seed: u64) {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    for board in 0..boards {
        let rules = random_rules(&mut dice, start_known);
        tally.add(play_games(rules, 4, u64::from(board)));
    }
    tally.expect(&[
        "captured",
        "cornered",
        "cornered at the start",
        "escaped",
        "stranded",
        "double",
        "black",
        "pass",
        "entered",
        "ended at once",
    ]);
}

#[test]
fn games_on_random_boards_agree() {
    play_on_random_boards(3000, false, 8);
}

#[test]
fn games_on_random_boards_with_known_start_agree() {
    play_on_random_boards(600, true, 9);
}

// ----- Distances -----

fn compare_distances(board: &Board) {
    let twin = twin::Rules {
        stations: board.stations().len() as u32,
        lines: twin_lines(board),
        ..twin_rules(&rules("glasses"))
    };
    let (by_detectives, by_mr_x) = (twin.distances(false), twin.distances(true));
    for a in &board.stations() {
        for b in &board.stations() {
            let (pair, index) = ((number(a), number(b)), usize::from(b.number()));
            let distance = board.detective_distance(a, b);
            assert_eq!(distance.map(u32::from).as_ref(), by_detectives.get(&pair));
            let row = board.detective_distances_from(a);
            assert_eq!(row[index], distance.unwrap_or(u8::MAX));
            let distance = board.mr_x_distance(a, b);
            assert_eq!(distance.map(u32::from).as_ref(), by_mr_x.get(&pair));
            let row = board.mr_x_distances_from(a);
            assert_eq!(row[index], distance.unwrap_or(u8::MAX));
        }
    }
}

#[test]
fn distances_agree() {
    for name in ["london", "london-2013", "glasses", "grid:7"] {
        compare_distances(&presets::board(name).unwrap());
    }
    let mut dice = Dice(10);
    for _ in 0..100 {
        let stations = 1 + dice.below(30);
        compare_distances(&random_board(&mut dice, stations));
    }
    compare_distances(&random_board(&mut dice, 255));
}

// ----- Move paths -----

#[test]
fn perft_agrees_in_the_middle_of_games() {
    let mut dice = Dice(11);
    for (name, most) in [
        ("classic", 3000),
        ("modern", 3000),
        ("bristol", 3000),
        ("dash", 3000),
        ("grid5", 10_000),
        ("grid7", 10_000),
        ("glasses", 20_000),
        ("grid:3,2,8", 20_000),
    ] {
        for plies in [0, 4, 17, 33, 60] {
            let rules = Arc::new(rules(name));
            let mut pair = Pair::new(&rules, &rules.deal(&mut dice));
            for _ in 0..plies {
                let moves: Vec<Move> = pair.state.moves(&rules).collect();
                // The capture is left to the counting.
                let quiet = moves.iter().filter(|mv| {
                    let mut next = pair.state;
                    next.play(&rules, **mv).unwrap();
                    next.outcome().is_none()
                });
                match quiet.copied().collect::<Vec<Move>>().as_slice() {
                    [] => break,
                    quiet => pair.play(*dice.pick(quiet)),
                }
            }
            pair.compare(&mut dice);
            pair.compare_perft(most);
        }
    }
}

// ----- Drawn moves -----

/// Draws often, and checks that only legal moves come up and all of them equally often: a
/// chi-square test that chance fails once in a million times (bound of Laurent and Massart).
fn check_uniform(what: &str, legal: &[Move], mut draw: impl FnMut() -> Move) {
    const TIMES: u32 = 500;
    let mut counts: BTreeMap<Move, u32> = legal.iter().map(|mv| (*mv, 0)).collect();
    for _ in 0..TIMES * legal.len() as u32 {
        let drawn = draw();
        *counts.get_mut(&drawn).expect("a legal move") += 1;
    }
    let square = |count: &u32| (f64::from(*count) - f64::from(TIMES)).powi(2) / f64::from(TIMES);
    let chi_square: f64 = counts.values().map(square).sum();
    let freedom = legal.len() as f64 - 1.0;
    let most = freedom + 2.0 * (14.0 * freedom).sqrt() + 2.0 * 14.0;
    assert!(chi_square <= most, "{what}: {chi_square} > {most}");
}

#[test]
fn drawn_moves_are_legal_and_equally_likely() {
    let mut dice = Dice(12);
    for (setup, enter, moves) in [
        // Mr X: open, partly blocked, almost walled in, with and without double moves.
        ("classic x 46 detectives 26,29,50,53,91", false, None),
        ("classic x 67 detectives 51,66,68,84,52", false, None),
        ("classic x 67 detectives 51,66,68,84,52 slot 23", false, None),
        ("classic x 85 detectives 68,84,102,86,1", false, None),
        ("classic x 85 detectives 68,84,102,86,1", true, None),
        ("dash x 85 detectives 68,84,102,86,1", false, Some(1)),
        ("dash x 85 detectives 68,84,102,86,1", true, Some(3)),
        ("classic x 104 detectives 86,1,2,3,4 x-tickets 1,0,0,1,2", false, None),
        ("grid5 x 13 detectives 8,12", false, Some(2)),
        // One detective: open, blocked, passing.
        ("classic x 1 detectives 46,29,50,53,91 turn 1", false, Some(12)),
        ("classic x 1 detectives 46,33,45,47,61 turn 1", false, None),
        ("dash x 1 detectives 85,68,84,50,51 turn 1", false, Some(1)),
        ("dash x 1 detectives 85,68,84,103,51 turn 1", false, Some(1)),
        // The team: all, some, blocked.
        ("modern x 1 detectives 26,29,50,53,91 turn d", false, None),
        ("modern x 1 detectives 85,68,84,103,51 turn d moved 2,3", false, None),
        ("modern x 1 detectives 85,68,84,50,51 turn d moved 2,3,4,5", false, Some(1)),
    ] {
        let setup: Setup = setup.parse().unwrap();
        let rules = rules(&setup.rules).with_mr_x_may_enter_detective(enter);
        let game = Game::from_setup(Arc::new(rules), &setup).unwrap();
        let (rules, state) = (game.rules(), game.state());
        let legal: Vec<Move> = state.moves(rules).collect();
        if let Some(moves) = moves {
            assert_eq!(legal.len(), moves, "{setup}");
        }
        if state.turn() == Turn::MrX {
            let draw = || state.draw_mr_x_move(rules, &mut dice).into();
            check_uniform(&setup.to_string(), &legal, draw);
            let view = game.mr_x_view();
            check_uniform("his view", &legal, || view.draw_move(&mut dice).into());
        } else {
            let draw = || state.public().draw_detective_move(rules, &mut dice).into();
            check_uniform(&setup.to_string(), &legal, draw);
            let view = game.detective_view();
            check_uniform("their view", &legal, || view.draw_move(&mut dice).into());
        }
    }
}

#[test]
fn drawn_moves_are_equally_likely_on_random_boards() {
    let mut dice = Dice(13);
    let mut checked = 0;
    while checked < 300 {
        let rules = random_rules(&mut dice, false);
        let mut state = State::new(&rules, &rules.deal(&mut dice));
        for _ in 0..dice.below(8) {
            let moves: Vec<Move> = state.moves(&rules).collect();
            if !moves.is_empty() {
                state.play(&rules, *dice.pick(&moves)).unwrap();
            }
        }
        let legal: Vec<Move> = state.moves(&rules).collect();
        match state.turn() {
            Turn::Over(_) => continue,
            Turn::MrX => check_uniform("random board", &legal, || {
                state.draw_mr_x_move(&rules, &mut dice).into()
            }),
            Turn::Detective(_) | Turn::Team => check_uniform("random board", &legal, || {
                state.public().draw_detective_move(&rules, &mut dice).into()
            }),
        }
        checked += 1;
    }
}

#[test]
fn a_random_round_is_the_same_ply_by_ply() {
    let mut dice = Dice(14);
    let mut rounds = 0;
    for game in 0..400 {
        let rules = match game % 4 {
            0 => rules("classic"),
            1 => rules("modern"),
            _ => random_rules(&mut dice, false),
        };
        let mut state = State::new(&rules, &rules.deal(&mut dice));
        while state.outcome().is_none() {
            if state.turn() == Turn::MrX {
                let mv = state.draw_mr_x_move(&rules, &mut dice);
                state.play_mr_x(&rules, mv);
                continue;
            }
            let fixed = rules.order() == Order::Fixed;
            let (mut slow, mut slow_dice, mut slow_plies) = (state, Dice(dice.0), 0);
            while matches!(slow.turn(), Turn::Detective(_) | Turn::Team) {
                let mv = slow.public().draw_detective_move(&rules, &mut slow_dice);
                slow.play(&rules, mv.into()).unwrap();
                slow_plies += 1;
                if !fixed {
                    break;
                }
            }
            let plies = state.play_random_detectives(&rules, &mut dice);
            assert_eq!((state, plies, dice.0), (slow, slow_plies, slow_dice.0));
            rounds += 1;
        }
    }
    assert!(rounds > 1000);
}
