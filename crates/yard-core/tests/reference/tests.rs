//! The twin itself, tested by hand.

use super::*;

/// A board of taxi lines only, long enough a game, no surfacing, fixed order, no hand-over.
fn rules(stations: u32, lines: &[(u32, u32, char)]) -> Rules {
    Rules {
        stations,
        lines: lines.to_vec(),
        limit: Limit::Slots(20),
        doubles_at_start: 0,
        surfaces: BTreeSet::new(),
        hand_over: false,
        any_order: false,
        mr_x_may_enter_detective: false,
    }
}

/// The stations 1 to `n` in a row, joined by taxi lines.
fn path(n: u32) -> Rules {
    let lines: Vec<_> = (1..n).map(|a| (a, a + 1, 'T')).collect();
    rules(n, &lines)
}

/// A grid (1.4).
fn grid(n: u32) -> Rules {
    let mut lines = Vec::new();
    for row in 0..n {
        for column in 0..n {
            let station = row * n + column + 1;
            if column + 1 < n {
                lines.push((station, station + 1, 'T'));
            }
            if row + 1 < n {
                lines.push((station, station + n, 'T'));
            }
        }
    }
    rules(n * n, &lines)
}

fn stock(counts: &[(char, u32)]) -> BTreeMap<char, Stock> {
    counts.iter().map(|&(k, n)| (k, Stock::Count(n))).collect()
}

fn unlimited(kinds: &str) -> BTreeMap<char, Stock> {
    kinds.chars().map(|kind| (kind, Stock::Unlimited)).collect()
}

fn set(stations: &[u32]) -> BTreeSet<u32> {
    stations.iter().copied().collect()
}

/// A start with unlimited taxi tickets for all and Mr X's start known.
fn taxi_game(rules: Rules, mr_x: u32, detectives: &[u32]) -> Position {
    taxi_game_among(rules, mr_x, detectives, &[mr_x])
}

fn taxi_game_among(rules: Rules, mr_x: u32, detectives: &[u32], among: &[u32]) -> Position {
    Position::start(
        rules,
        mr_x,
        detectives.to_vec(),
        unlimited("T"),
        unlimited("T"),
        Stock::Count(0),
        set(among),
    )
}

fn perfts(position: &Position, depths: u32) -> Vec<u64> {
    (0..=depths).map(|depth| position.perft(depth)).collect()
}

#[test]
fn path_graph() {
    let mut game = taxi_game(path(5), 3, &[1]);
    assert_eq!(game.legal(), ["T2", "T4"]);
    assert_eq!(perfts(&game, 5), [1, 2, 2, 2, 4, 4]);
    game.play("T2");
    assert_eq!(game.to_move, ToMove::Detective(1));
    assert_eq!(game.legal(), ["T2"]);
    game.play("T2");
    assert_eq!(game.to_move, ToMove::Over(End::Captured));
    assert_eq!(game.candidates, set(&[2]));
    assert!(game.legal().is_empty());
    assert_eq!(game.perft(1), 0);
}

#[test]
fn small_grid() {
    let game = taxi_game(grid(3), 5, &[1]);
    assert_eq!(game.legal(), ["T2", "T4", "T6", "T8"]);
    assert_eq!(perfts(&game, 3), [1, 4, 8, 18]);
}

#[test]
#[should_panic(expected = "is not one of")]
fn illegal_moves_panic() {
    taxi_game(path(5), 3, &[1]).play("T5");
}

#[test]
fn double_moves() {
    let mut board = path(5);
    board.doubles_at_start = 1;
    let mut game = Position::start(
        board,
        3,
        vec![1],
        unlimited("T"),
        stock(&[('T', 1), ('K', 1)]),
        Stock::Count(1),
        set(&[3]),
    );
    let singles = ["K2", "K4", "T2", "T4"];
    let doubles = ["2K2T3", "2K4T3", "2K4T5", "2T2K3", "2T4K3", "2T4K5"];
    assert_eq!(game.legal(), [&doubles[..], &singles[..]].concat());

    // 4.5, 4.8: two free slots, or a turn.
    game.rules.limit = Limit::Slots(1);
    assert_eq!(game.legal(), singles);
    game.rules.limit = Limit::Turns(1);
    assert_eq!(game.legal().len(), 10);
    let mut too_late = game.clone();
    too_late.turns_used = 1;
    assert!(too_late.legal().is_empty());
    assert_eq!(too_late.to_move, ToMove::MrX); // 6.6.

    game.play("2T4K5");
    assert_eq!(game.mr_x_stock, stock(&[('T', 0), ('K', 0)]));
    assert_eq!(game.doubles, Stock::Count(0));
    assert_eq!((game.slots_used, game.turns_used), (2, 1));
    assert_eq!(game.candidates, set(&[3, 5]));
    game.play("T2");
    assert_eq!(game.to_move, ToMove::Over(End::Escaped));
}

#[test]
fn two_of_a_kind_and_unlimited() {
    let start = |taxis| {
        Position::start(
            path(3),
            2,
            vec![3],
            unlimited("T"),
            BTreeMap::from([('T', taxis)]),
            Stock::Unlimited,
            set(&[2]),
        )
    };
    assert_eq!(start(Stock::Count(1)).legal(), ["T1"]);
    assert_eq!(start(Stock::Count(2)).legal(), ["2T1T2", "T1"]);
    let mut game = start(Stock::Unlimited);
    game.play("2T1T2");
    assert_eq!(game.mr_x_stock, unlimited("T"));
    assert_eq!(game.doubles, Stock::Unlimited);
}

#[test]
fn slots_run_out_before_turns() {
    // 4.8 with more double moves than the log was made for: no slot is left, but a turn is (6.2, 6.4).
    let mut board = path(5);
    board.limit = Limit::Turns(2);
    let mut game = taxi_game(board, 4, &[1]);
    game.doubles = Stock::Count(1);
    game.play("2T5T4");
    game.play("T2");
    assert_eq!(game.to_move, ToMove::Over(End::Cornered));
    assert_eq!(game.candidates, set(&[4])); // From 4 over 3 or 5 to 2 or 4, and 2 is struck out by 7.5.
}

#[test]
fn surfacing_inside_a_double_move() {
    let mut board = grid(3);
    board.surfaces = set(&[1]);
    let mut game = taxi_game_among(board, 5, &[1], &[1, 3, 5, 7, 9]);
    assert_eq!(game.candidates, set(&[3, 5, 7, 9]));
    game.doubles = Stock::Count(1);
    let mut second = game.clone();
    second.rules.surfaces = set(&[2]);
    game.play("2T6T9");
    assert_eq!(game.candidates, set(&[3, 5, 9]));
    second.play("2T6T9");
    assert_eq!(second.candidates, set(&[9]));
}

#[test]
fn hand_over() {
    for hand_over in [false, true] {
        let mut board = path(5);
        board.hand_over = hand_over;
        let mut game = Position::start(
            board,
            4,
            vec![1],
            stock(&[('T', 2)]),
            stock(&[('T', 1)]),
            Stock::Count(0),
            set(&[4]),
        );
        game.play("T5");
        game.play("T2");
        assert_eq!(game.detective_stocks[0], stock(&[('T', 1)]));
        if hand_over {
            assert_eq!(game.mr_x_stock, stock(&[('T', 1)]));
            assert_eq!(game.legal(), ["T4"]);
        } else {
            assert_eq!(game.mr_x_stock, stock(&[('T', 0)]));
            assert_eq!(game.to_move, ToMove::Over(End::Cornered));
        }
    }
}

#[test]
fn black_and_ferry() {
    let board = rules(3, &[(1, 2, 'F'), (1, 2, 'T'), (1, 3, 'F'), (2, 3, 'B')]);
    let mut game = Position::start(
        board,
        1,
        vec![2],
        unlimited("TBU"),
        unlimited("TBUK"),
        Stock::Count(0),
        set(&[1, 2, 3]),
    );
    assert_eq!(game.legal(), ["K3"]);
    game.rules.mr_x_may_enter_detective = true;
    assert_eq!(game.legal(), ["K2", "K3", "T2"]); // 4.3: black to 2 is one move over two lines.
    game.play("K3");
    assert_eq!(game.candidates, set(&[1, 3]));
    assert_eq!(game.legal(), ["B3", "T1"]); // No ferry for detectives.
    game.play("T1");
    assert_eq!(game.candidates, set(&[3]));
    assert_eq!(game.legal(), ["B2", "K1", "K2"]);
    game.doubles = Stock::Count(1); // 4.9: the steps of a double move end on free stations.
    assert_eq!(game.legal(), ["2B2B3", "2B2K3", "2K2B3", "2K2K3", "B2", "K1", "K2"]);
    game.play("K1");
    assert_eq!(game.to_move, ToMove::Over(End::Captured));
    assert_eq!(game.candidates, set(&[1]));
    let far = game.rules.distances(false);
    let near = game.rules.distances(true);
    assert_eq!((far[&(1, 3)], near[&(1, 3)], near[&(3, 1)], near[&(2, 2)]), (2, 1, 1, 0));
}

#[test]
fn distances_leave_out_what_only_a_ferry_reaches() {
    let board = rules(2, &[(1, 2, 'F')]);
    assert_eq!(board.distances(false).len(), 2);
    assert_eq!(board.distances(true)[&(2, 1)], 1);
}

#[test]
fn fixed_order_pass() {
    let mut game = taxi_game(path(6), 5, &[1, 2]);
    game.play("T6");
    assert_eq!(game.legal(), ["pass"]); // Walled in by detective 2.
    game.play("pass");
    assert_eq!(game.legal(), ["T3"]);
    game.play("T3");
    assert_eq!(game.to_move, ToMove::MrX);
    game.play("T5");
    assert_eq!(game.legal(), ["T2"]);
}

#[test]
fn any_order() {
    let mut board = path(6);
    board.any_order = true;
    let mut game = taxi_game(board, 5, &[1, 2]);
    game.play("T6");
    assert_eq!(game.legal(), ["2:T3"]); // Detective 1 is walled in by detective 2 ...
    game.play("2:T3");
    assert_eq!(game.moved, BTreeSet::from([2]));
    assert_eq!(game.legal(), ["1:T2"]); // ... but not any more.
    game.play("1:T2");
    assert_eq!(game.to_move, ToMove::MrX);
    assert!(game.moved.is_empty());

    // The round ends although detective 1 has not moved: he has no ticket.
    game.detective_stocks[0] = stock(&[]);
    game.play("T5");
    assert_eq!(game.legal(), ["2:T4"]);
    let mut team = game.clone();
    team.detective_stocks[1] = stock(&[]);
    assert!(team.legal().is_empty()); // Set up by hand, nobody can move.
    assert_eq!(team.perft(1), 0);
    game.play("2:T4");
    assert_eq!(game.to_move, ToMove::MrX);

    // 5.4, 6.5, 6.3: the round ends at once.
    game.detective_stocks[1] = stock(&[]);
    game.play("T6");
    assert_eq!(game.to_move, ToMove::Over(End::Stranded));
}

#[test]
fn stranded_and_escaped() {
    for (slots, end) in [(2, End::Stranded), (1, End::Escaped)] {
        let mut board = path(5);
        board.limit = Limit::Slots(slots);
        let mut game = taxi_game(board, 4, &[1]);
        game.detective_stocks[0] = stock(&[('T', 1)]);
        game.play("T5");
        assert_eq!(game.candidates, set(&[3, 5]));
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Over(end)); // 6.2 goes before 6.3.
        assert_eq!(game.candidates, set(&[3, 5]));
    }
}

#[test]
fn cornered_and_candidates() {
    // 4 is struck out at the start: his only neighbour is the detective (7.6).
    let mut game = taxi_game_among(path(4), 2, &[3], &[1, 2, 3, 4]);
    assert_eq!(game.candidates, set(&[1, 2]));
    game.play("T1");
    assert_eq!(game.candidates, set(&[1, 2]));
    game.play("T2");
    assert_eq!(game.to_move, ToMove::Over(End::Cornered));
    assert_eq!(game.candidates, set(&[1]));
    // 3.3: the first turn.
    let game = taxi_game_among(path(4), 4, &[3], &[1, 2, 3, 4]);
    assert_eq!(game.to_move, ToMove::Over(End::Cornered));
    assert_eq!(game.candidates, set(&[4]));
}

#[test]
fn grid_candidates() {
    let mut board = grid(3);
    board.surfaces = set(&[2]);
    let mut game = taxi_game(board, 5, &[1]);
    game.play("T6");
    assert_eq!(game.candidates, set(&[2, 4, 6, 8]));
    game.play("T2");
    assert_eq!(game.candidates, set(&[4, 6, 8]));
    game.play("T9");
    assert_eq!(game.candidates, set(&[9]));
}

/// A small generator of random numbers, for the random games below.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The tickets of a move of Mr X, without its targets.
fn tickets(mv: &str) -> (bool, Vec<char>) {
    let double = mv.starts_with('2');
    let letters = mv.chars().filter(|letter| letter.is_alphabetic()).collect();
    (double, letters)
}

/// The stations shown by a move of Mr X made in `before`: one entry per step, `None` where he stays hidden (4.7).
fn shown(before: &Position, mv: &str) -> Vec<Option<u32>> {
    let steps = parse_steps(mv.strip_prefix('2').unwrap_or(mv));
    let slots = before.slots_used + 1..;
    let shows = |slot| before.rules.surfaces.contains(&slot);
    slots.zip(steps).map(|(slot, (_, target))| shows(slot).then_some(target)).collect()
}

/// Random games in which every world that fits what is public (7.1) is played along: the stations of Mr X in these
/// worlds must be exactly the candidates (7.3), after every ply and after the end.
#[test]
fn candidates_are_the_worlds_that_fit() {
    let mut dice = Dice(1);
    let mut ends = BTreeMap::new();
    for game_number in 0..1000 {
        let mut board = if dice.below(2) == 0 { path(6) } else { grid(3) };
        for _ in 0..dice.below(6) {
            let (a, b) = (dice.below(6) as u32 + 1, dice.below(6) as u32 + 1);
            let transport = ['B', 'U', 'F'][dice.below(3)];
            if a < b && !board.lines.contains(&(a, b, transport)) {
                board.lines.push((a, b, transport));
            }
        }
        let length = dice.below(6) as u32 + 1;
        board.limit = [Limit::Slots(length), Limit::Turns(length)][dice.below(2)];
        board.doubles_at_start = dice.below(3) as u32;
        board.surfaces = (1..8).filter(|_| dice.below(4) == 0).collect();
        board.hand_over = dice.below(2) == 0;
        board.any_order = dice.below(2) == 0;
        board.mr_x_may_enter_detective = dice.below(4) == 0;
        let doubles = Stock::Count(board.doubles_at_start);
        let detective_stock = stock(&[('T', 3), ('B', 1), ('U', 1)]);
        let mr_x_stock = stock(&[('T', 3), ('B', 1), ('U', 1), ('K', 1)]);
        let stations = board.stations;
        let mut everywhere: Vec<u32> = (1..=stations).collect();
        let mut draw = || everywhere.swap_remove(dice.below(everywhere.len()));
        let mr_x = draw();
        let detectives: Vec<u32> = (0..game_number % 3 + 1).map(|_| draw()).collect();
        let start = |mr_x| {
            Position::start(
                board.clone(),
                mr_x,
                detectives.clone(),
                detective_stock.clone(),
                mr_x_stock.clone(),
                doubles,
                (1..=stations).collect(),
            )
        };

        let mut game = start(mr_x);
        // Worlds differ in nothing but Mr X's station, because all else is public.
        let mut worlds: BTreeMap<u32, Position> = (1..=stations)
            .filter(|station| !detectives.contains(station))
            .map(|station| (station, start(station)))
            .filter(|(_, world)| world.to_move == game.to_move)
            .collect();
        loop {
            let in_worlds: BTreeSet<u32> = worlds.keys().copied().collect();
            assert_eq!(game.candidates, in_worlds, "{game:?}");
            assert!(game.candidates.contains(&game.mr_x));
            let legal = game.legal();
            if let ToMove::Over(end) = game.to_move {
                assert!(legal.is_empty());
                *ends.entry(format!("{end:?}")).or_insert(0) += 1;
                break;
            }
            let mv = legal[dice.below(legal.len())].clone();
            let before = game.clone();
            game.play(&mv);
            let mut next_worlds = BTreeMap::new();
            for world in worlds.values() {
                let fitting: Vec<String> = if before.to_move == ToMove::MrX {
                    let mut moves = world.legal();
                    moves.retain(|other| {
                        tickets(other) == tickets(&mv) && shown(world, other) == shown(&before, &mv)
                    });
                    moves
                } else {
                    vec![mv.clone()]
                };
                for other in fitting {
                    let mut next = world.clone();
                    next.play(&other);
                    let captured = game.to_move == ToMove::Over(End::Captured);
                    // Whether and how the game ended is public, and a capture shows where.
                    if next.to_move == game.to_move && (!captured || next.mr_x == game.mr_x) {
                        next_worlds.insert(next.mr_x, next);
                    }
                }
            }
            worlds = next_worlds;
        }
    }
    // Every kind of end has been seen.
    assert_eq!(ends.len(), 4, "{ends:?}");
}

/// The shortcut in `mr_x_can_move_from`: no double moves without single ones.
#[test]
fn a_double_move_begins_with_a_single_one() {
    let mut game = taxi_game(grid(3), 5, &[1]);
    game.doubles = Stock::Count(1);
    for slots in 0..4 {
        game.rules.limit = Limit::Slots(slots);
        for station in 2..=9 {
            let no_doubles = game.mr_x_doubles_from(station).is_empty();
            assert!(no_doubles || game.mr_x_can_move_from(station));
        }
    }
}
