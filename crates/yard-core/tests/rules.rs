//! At least one test for every numbered rule of `docs/RULES.md`, each named after its rule.
//!
//! Most play a few plies on a tiny board that is written as text. Moves, candidates and turns are
//! compared as text, too.

pub mod dice;

use std::collections::BTreeSet;
use std::sync::Arc;

use dice::Dice;
use yard_core::{
    Board, Deal, DetectiveId, DetectiveText, DetectiveView, Faults, Length, Match, Move, MrXMove,
    PlayError, PublicMrXMove, PublicPly, Rules, Setup, Start, State, Station, StationSet, Ticket,
    Transport, Turn, Winner, perft, presets,
};

// ----- Small boards, rules and matches from text -----

/// A board from lines such as `taxi 1-2 2-3 ferry 1-3`.
fn board(stations: u32, lines: &str) -> Result<Board, Faults> {
    let mut text = format!("version = 1\nname = \"test\"\nstations = {stations}\n[lines]");
    let mut open = "";
    for word in lines.split_whitespace() {
        match word.split_once('-') {
            Some((a, b)) => text += &format!("[{a}, {b}], "),
            None => {
                text += &format!("{open}\n{word} = [");
                open = "]";
            }
        }
    }
    Board::from_toml(&(text + open), &presets::board)
}

/// A row of stations joined by taxi lines.
fn path(stations: u32) -> String {
    let lines: Vec<String> = (1..stations).map(|a| format!("{a}-{}", a + 1)).collect();
    format!("taxi {}", lines.join(" "))
}

/// What [`rules`] begins with: one detective, ten slots, no surfacing, and all the taxi, bus and
/// underground tickets one could wish for.
const PLAIN: &str = "
    version = 1; name = 'test'; board = 'test'; detectives = 1; log_slots = 10; surfaces = [];
    order = 'fixed'; hand_over = false; start.anywhere = true;
    detective_tickets = {taxi = 'unlimited', bus = 'unlimited', underground = 'unlimited'};
    mr_x_tickets = {taxi = 'unlimited', bus = 'unlimited', underground = 'unlimited'}";

/// Reads rules for a small board: those of [`PLAIN`] with some keys changed.
fn read_rules(stations: u32, lines: &str, changes: &str) -> Result<Rules, Faults> {
    let key = |line: &str| line.split(['=', '.']).next().unwrap_or("").trim().to_owned();
    let changed: BTreeSet<String> = changes.split(';').map(key).collect();
    let replaced = |line: &&str| {
        let key = key(line);
        let by_turns = key == "log_slots" && changed.contains("turns");
        changed.contains(&key) || by_turns
    };
    let mut text = String::new();
    for line in PLAIN.split(';').filter(|line| !replaced(line)) {
        text += &format!("{}\n", line.trim());
    }
    for line in changes.split(';') {
        text += &format!("{}\n", line.trim());
    }
    let board = Arc::new(board(stations, lines)?);
    Rules::from_toml(&text, &|_| Ok(Arc::clone(&board)))
}

fn rules(stations: u32, lines: &str, changes: &str) -> Arc<Rules> {
    Arc::new(read_rules(stations, lines, changes).expect("good rules"))
}

fn at(number: u8) -> Station {
    Station::new(number).expect("a station")
}

/// A match from its start.
fn game(rules: &Arc<Rules>, mr_x: u8, detectives: &[u8]) -> Match {
    let detectives = detectives.iter().map(|&number| at(number)).collect();
    let mr_x = at(mr_x);
    Match::new(Arc::clone(rules), &Deal { mr_x, detectives })
}

/// A match from the middle: `x 3 detectives 1,2 slot 4`.
fn setup(rules: &Arc<Rules>, text: &str) -> Match {
    let setup: Setup = format!("test {text}").parse().expect("a setup");
    Match::from_setup(Arc::clone(rules), &setup).expect("a good setup")
}

/// A match from the middle with rules by name: `classic x 46 detectives 26,29,50,53,91`.
fn preset(text: &str) -> Match {
    let setup: Setup = text.parse().expect("a setup");
    let rules = presets::rules(&setup.rules).expect("a preset");
    Match::from_setup(Arc::new(rules), &setup).expect("a good setup")
}

/// The legal moves as text, in the order of the engine.
fn moves(bout: &Match) -> String {
    let texts: Vec<String> = bout
        .state()
        .moves(bout.rules())
        .map(|mv| match mv {
            Move::MrX(mv) => mv.to_string(),
            Move::Detective(mv) => DetectiveText::new(mv, bout.rules().order()).to_string(),
        })
        .collect();
    texts.join(" ")
}

fn read_move(bout: &Match, text: &str) -> Move {
    match bout.turn() {
        Turn::MrX => text.parse::<MrXMove>().expect("a move of Mr X").into(),
        turn => {
            let text: DetectiveText = text.parse().expect("a detective's move");
            text.in_turn(turn).expect("whose move it is").into()
        }
    }
}

/// Plays moves written one after the other.
fn play(mut bout: Match, moves: &str) -> Match {
    for text in moves.split_whitespace() {
        let mv = read_move(&bout, text);
        if let Err(error) = bout.play(mv) {
            panic!("{text}: {error}");
        }
    }
    bout
}

/// Why a move is not legal.
fn refused(bout: &Match, text: &str) -> PlayError {
    let before = bout.clone();
    let mut after = bout.clone();
    let mv = read_move(bout, text);
    let error = after.play(mv).expect_err("the move should be refused");
    assert_eq!(after, before, "a refused move changes nothing");
    assert!(!bout.state().is_legal(bout.rules(), mv));
    error
}

/// Whose turn it is: `x`, `1` … `5`, `d`, or how the match ended.
fn turn(bout: &Match) -> String {
    match bout.turn() {
        Turn::MrX => "x".to_owned(),
        Turn::Detective(id) => id.to_string(),
        Turn::Team => "d".to_owned(),
        Turn::Over(outcome) => format!("{outcome:?}").to_lowercase(),
    }
}

fn candidates(bout: &Match) -> String {
    bout.detective_view().candidates().to_string()
}

fn x_tickets(bout: &Match) -> String {
    bout.detective_view().table().mr_x_tickets().to_string()
}

fn tickets_of(bout: &Match, detective: u32) -> String {
    let id = DetectiveId::from_number(detective).expect("a detective");
    bout.state().table().detective_tickets(id).to_string()
}

fn slots_and_turns(bout: &Match) -> (u8, u8) {
    let state = bout.state();
    (state.table().slots_used(), state.table().turns_used())
}

// ----- 1. The board -----

#[test]
fn r1_1_a_board_has_1_to_255_stations_without_gaps() {
    for (stations, good) in [(0, false), (1, true), (2, true), (255, true), (256, false)] {
        let board = board(stations, &path(stations));
        assert_eq!(board.is_ok(), good, "{stations} stations");
        if let Ok(board) = board {
            let numbers: Vec<u32> = board.stations().iter().map(|s| s.number().into()).collect();
            assert_eq!(numbers, (1..=stations).collect::<Vec<u32>>());
            assert_eq!(board.station(0), None);
            assert_eq!(board.station(stations + 1), None);
        }
    }
}

#[test]
fn r1_2_lines_join_different_stations_once_for_each_transport() {
    for (lines, good) in [
        ("taxi 1-2 2-3", true),
        ("taxi 1-2 2-3 2-2", false),
        ("taxi 1-2 2-3 1-2", false),
        ("taxi 1-2 2-3 2-1", false),
        ("taxi 1-2 2-3 3-4", false),
        ("taxi 1-2 2-3 0-1", false),
        ("taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2", true),
        ("taxi 1-2 2-3 ferry 1-2 2-1", false),
    ] {
        assert_eq!(board(3, lines).is_ok(), good, "{lines}");
    }
}

#[test]
fn r1_2_lines_are_ridden_in_either_direction() {
    let board = board(4, "taxi 2-1 bus 2-3 underground 3-4 ferry 4-1").unwrap();
    for (ticket, a, b) in [(Ticket::Taxi, 1, 2), (Ticket::Bus, 2, 3), (Ticket::Underground, 3, 4)] {
        assert_eq!(board.reach(at(a), ticket), &StationSet::of(at(b)));
        assert_eq!(board.reach(at(b), ticket), &StationSet::of(at(a)));
    }
    assert_eq!(board.reach(at(1), Ticket::Black).to_string(), "2 4");
    assert_eq!(board.reach(at(4), Ticket::Black).to_string(), "1 3");
}

#[test]
fn r1_3_every_station_can_be_reached() {
    assert!(board(4, "taxi 1-2 3-4").is_err(), "two islands");
    assert!(board(3, "taxi 1-2").is_err(), "no line at 3");
    assert!(board(3, "taxi 2-3").is_err(), "no line at 1");
    assert!(board(4, "taxi 1-2 3-4 ferry 2-3").is_ok(), "a ferry is a line");
}

#[test]
fn r1_4_grids_have_taxi_lines_between_cells_that_share_a_side() {
    for size in 2..=15_u32 {
        let grid = Board::grid(size).unwrap();
        assert_eq!(grid.stations().len() as u32, size * size);
        assert_eq!(grid.lines().len() as u32, 2 * size * (size - 1));
        for line in grid.lines() {
            assert_eq!(line.transport, Transport::Taxi);
        }
        let cell = |s: Station| {
            let i = u32::from(s.number()) - 1;
            (i / size, i % size)
        };
        for a in &grid.stations() {
            for b in &grid.stations() {
                let ((r, c), (row, column)) = (cell(a), cell(b));
                let near = r.abs_diff(row) + c.abs_diff(column) == 1;
                assert_eq!(grid.reach(a, Ticket::Taxi).contains(b), near, "{size}: {a}-{b}");
            }
        }
    }
    assert!(Board::grid(16).is_err(), "256 stations are too many");
}

// ----- 2. Tickets -----

/// One line of each transport from station 1; detectives wait at 6.
const STAR: &str = "taxi 1-2 5-6 bus 1-3 underground 1-4 ferry 1-5";

#[test]
fn r2_1_each_ticket_pays_its_lines_and_black_pays_all() {
    let rules = rules(6, STAR, "");
    for (tickets, expected) in [
        ("9,0,0,0,0", "T2"),
        ("0,9,0,0,0", "B3"),
        ("0,0,9,0,0", "U4"),
        ("0,0,0,9,0", "K2 K3 K4 K5"),
        ("1,1,1,1,0", "T2 B3 U4 K2 K3 K4 K5"),
        ("9,9,9,0,0", "T2 B3 U4"),
        ("0,0,0,0,9", ""),
    ] {
        let bout = setup(&rules, &format!("x 1 detectives 6 x-tickets {tickets}"));
        assert_eq!(moves(&bout), expected, "{tickets}");
    }
}

#[test]
fn r2_1_a_step_costs_one_ticket() {
    let rules = rules(6, STAR, "");
    for (mv, left) in [
        ("T2", "4,5,5,5,0"),
        ("B3", "5,4,5,5,0"),
        ("U4", "5,5,4,5,0"),
        ("K4", "5,5,5,4,0"),
        ("K5", "5,5,5,4,0"),
    ] {
        let bout = setup(&rules, "x 1 detectives 6 x-tickets 5,5,5,5,0");
        assert_eq!(x_tickets(&play(bout, mv)), left, "{mv}");
    }
}

#[test]
fn r2_2_detectives_hold_no_black_tickets() {
    let text = "detective_tickets = {taxi = 1, black = 1}";
    assert!(read_rules(6, STAR, text).is_err());
    let rules = rules(6, STAR, "");
    assert!(!rules.detective_tickets().of(Ticket::Black).has(1));
    let bout = setup(&rules, "x 6 detectives 1 turn 1");
    assert_eq!(moves(&bout), "T2 B3 U4", "the ferry is not for him");
    assert!("K5".parse::<DetectiveText>().is_err());
}

#[test]
fn r2_2_each_detective_has_his_own_tickets() {
    let bout = preset(
        "classic x 1 detectives 89,67,185,46,108 turn 1 \
         detective-tickets 0,0,1/0,1,0/1,0,0/0,0,0/2,2,2",
    );
    assert_eq!(moves(&bout), "U13 U128 U140");
    let bout = play(bout, "U140");
    assert_eq!(moves(&bout), "B23 B52 B65 B82 B102");
    let bout = play(bout, "B23");
    assert_eq!(moves(&bout), "T170 T184 T186");
    let bout = play(bout, "T184");
    assert_eq!(moves(&bout), "pass");
    let bout = play(bout, "pass B135");
    let left: Vec<String> = (1..=5).map(|id| tickets_of(&bout, id)).collect();
    assert_eq!(left, ["0,0,0", "0,0,0", "0,0,0", "0,0,0", "2,1,2"]);
}

#[test]
fn r2_2_mr_x_holds_all_kinds_and_double_moves() {
    let rules = rules(
        6,
        STAR,
        "mr_x_tickets = {taxi = 1, bus = 2, underground = 3, black = 4, double = 5}",
    );
    assert_eq!(rules.mr_x_tickets().to_string(), "1,2,3,4,5");
}

#[test]
fn r2_3_an_unlimited_stock_never_changes() {
    let rules = rules(5, &path(5), "hand_over = true; surfaces = [1]");
    let bout = setup(&rules, "x 4 detectives 1 x-tickets -,0,0,-,-");
    let bout = play(bout, "2T5K4 T2 K5 T1");
    assert_eq!(x_tickets(&bout), "-,0,0,-,-");
    assert_eq!(tickets_of(&bout, 1), "-,-,-");
    assert_eq!(turn(&bout), "x");
}

#[test]
fn r2_4_hand_over_gives_the_spent_ticket_to_mr_x() {
    for (hand_over, tickets, expected) in [(true, "1,0,0,0,0", "T4"), (false, "0,0,0,0,0", "")] {
        let change = format!("hand_over = {hand_over}; detective_tickets = {{taxi = 2}}");
        let rules = rules(5, &path(5), &change);
        let bout = setup(&rules, "x 4 detectives 1 x-tickets 1,0,0,0,0");
        let bout = play(bout, "T5");
        assert_eq!(x_tickets(&bout), "0,0,0,0,0", "his own ticket is gone");
        let bout = play(bout, "T2");
        assert_eq!(x_tickets(&bout), tickets);
        assert_eq!(tickets_of(&bout, 1), "1,0,0");
        assert_eq!(moves(&bout), expected);
        assert_eq!(turn(&bout), if hand_over { "x" } else { "cornered" });
    }
}

#[test]
fn r2_4_the_ticket_of_the_capture_is_handed_over_too() {
    let rules = rules(4, &path(4), "hand_over = true");
    for (mr_x, end) in [(4, "x"), (2, "captured")] {
        let text = format!("x {mr_x} detectives 1 turn 1 x-tickets 0,0,0,0,0");
        let bout = play(setup(&rules, &text), "T2");
        assert_eq!(turn(&bout), end);
        assert_eq!(x_tickets(&bout), "1,0,0,0,0");
    }
}

#[test]
fn r2_5_one_black_ticket_per_detective() {
    for detectives in 1..=5 {
        let rules = presets::rules("classic").unwrap();
        let rules = rules.with_detectives(detectives).unwrap();
        assert_eq!(rules.mr_x_tickets().to_string(), format!("4,3,3,{detectives},2"));
        let bristol = presets::rules("bristol").unwrap();
        let bristol = bristol.with_detectives(detectives).unwrap();
        assert_eq!(bristol.mr_x_tickets().to_string(), "4,3,3,5,2");
    }
}

#[test]
fn r2_6_all_ticket_counts_are_public() {
    let bout = preset("classic x 46 detectives 26,29,50,53,91");
    let bout = play(bout, "2K1T8 T15");
    let seen = bout.detective_view().table();
    assert_eq!(seen.mr_x_tickets().to_string(), "4,3,3,4,1");
    assert_eq!(seen.detective_tickets(DetectiveId::D1).to_string(), "9,8,4");
}

// ----- 3. The start -----

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
    for (name, _) in presets::RULES {
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
        let bout = game(&hidden, mr_x, &[3]);
        assert_eq!(candidates(&bout), "1 2 5");
        assert_eq!(bout.detective_view().log().start(), [at(3)]);
        let view = DetectiveView::new(Arc::clone(&hidden), &[at(3)], None);
        assert_eq!(bout.detective_view(), &view, "his station leaves no trace");
        let bout = game(&known, mr_x, &[3]);
        assert_eq!(candidates(&bout), mr_x.to_string());
    }
}

#[test]
fn r3_3_mr_x_moves_first_and_loses_if_he_cannot() {
    let all = rules(4, &path(4), "");
    assert_eq!(turn(&game(&all, 3, &[1])), "x");
    assert_eq!(turn(&game(&all, 2, &[1])), "x");
    let walled_in = game(&all, 1, &[2]);
    assert_eq!(turn(&walled_in), "cornered");
    assert_eq!(moves(&walled_in), "");
    assert_eq!(walled_in.outcome().map(|o| o.winner()), Some(Winner::Detectives));
    let deal = Deal { mr_x: at(1), detectives: [at(2)].into_iter().collect() };
    assert_eq!(State::new(&all, &deal), walled_in.state());
    let broke = rules(4, &path(4), "mr_x_tickets = {bus = 5}");
    assert_eq!(turn(&game(&broke, 4, &[1])), "cornered", "no ticket for his line");
    let ferry = rules(4, "taxi 1-2 2-3 3-4 ferry 1-4", "");
    assert_eq!(turn(&game(&ferry, 1, &[2])), "cornered", "no black ticket for the ferry");
    let enter = rules(4, &path(4), "mr_x_may_enter_detective = true");
    assert_eq!(turn(&game(&enter, 1, &[2])), "x", "a legal move by 4.9");
}

// ----- 4. Mr X's turn -----

#[test]
fn r4_1_a_round_is_mr_x_and_then_the_detectives() {
    for (name, expected) in
        [("classic", "x 1 2 3 4 5 x 1 2 3 4 5 x"), ("modern", "x d d d d d x d d d d d x")]
    {
        let mut bout = preset(&format!("{name} x 46 detectives 26,29,50,53,91"));
        let mut turns = Vec::new();
        for _ in 0..13 {
            turns.push(turn(&bout));
            let mv = bout.state().moves(bout.rules()).next().unwrap();
            bout.play(mv).unwrap();
        }
        assert_eq!(turns.join(" "), expected);
    }
}

#[test]
fn r4_2_a_single_move_ends_on_a_free_station_and_needs_a_ticket() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 3-5", "detectives = 2");
    let bout = setup(&rules, "x 3 detectives 1,4 x-tickets 1,0,0,0,0");
    assert_eq!(moves(&bout), "T2");
    let station = at(4);
    assert_eq!(refused(&bout, "T4"), PlayError::Occupied { station });
    let ticket = Ticket::Bus;
    assert_eq!(refused(&bout, "B5"), PlayError::NoTicket { ticket });
    let (ticket, to) = (Ticket::Taxi, at(1));
    assert_eq!(refused(&bout, "T1"), PlayError::NoLine { ticket, to });
    let to = at(3);
    assert_eq!(refused(&bout, "T3"), PlayError::NoLine { ticket, to }, "he cannot stay");
}

#[test]
fn r4_2_a_single_move_needs_a_slot_and_a_turn() {
    let by_slots = rules(5, &path(5), "log_slots = 3");
    let by_turns = rules(5, &path(5), "turns = 3; mr_x_tickets = {taxi = 9, double = 2}");
    for (rules, text, expected) in [
        (&by_slots, "slot 2", "T4"),
        (&by_slots, "slot 3", ""),
        // Both double moves are spent: slots less 2 are the turns.
        (&by_turns, "slot 4 x-tickets 9,0,0,0,0", "T4"),
        (&by_turns, "slot 5 x-tickets 9,0,0,0,0", ""),
        // One is left, so 4 slots are 3 turns.
        (&by_turns, "slot 3 x-tickets 1,0,0,0,1", "T4"),
        (&by_turns, "slot 4 x-tickets 9,0,0,0,1", ""),
    ] {
        let bout = setup(rules, &format!("x 5 detectives 1 {text}"));
        assert_eq!(moves(&bout), expected, "{text}");
        if expected.is_empty() {
            assert_eq!(refused(&bout, "T4"), PlayError::NoSlot);
        }
    }
}

#[test]
fn r4_3_moves_are_told_apart_by_ticket_and_target() {
    let lines = "taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2";
    let rules = rules(3, lines, "");
    let bout = setup(&rules, "x 1 detectives 3 x-tickets 1,1,1,1,0");
    assert_eq!(moves(&bout), "T2 B2 U2 K2", "four lines, but black is one move");
    let london = preset("classic x 13 detectives 26,29,50,53,91");
    let singles: Vec<String> =
        moves(&london).split(' ').filter(|mv| !mv.starts_with('2')).map(str::to_owned).collect();
    assert_eq!(
        singles.join(" "),
        "T4 T14 T23 T24 B14 B23 B52 U46 U67 U89 K4 K14 K23 K24 K46 K52 K67 K89"
    );
}

#[test]
fn r4_4_mr_x_never_passes() {
    assert!("pass".parse::<MrXMove>().is_err());
    let rules = rules(3, &path(3), "");
    let bout = setup(&rules, "x 1 detectives 2");
    assert_eq!(moves(&bout), "", "set up by hand without a move: not even a pass");
    for (name, _) in presets::RULES {
        let rules = Arc::new(presets::rules(name).unwrap());
        let bout = Match::new(Arc::clone(&rules), &rules.deal(&mut Dice(1)));
        assert!(bout.mr_x_view().legal_moves().iter().all(|mv| {
            let to = mv.steps().next().map(|step| step.to);
            to != Some(bout.mr_x_view().station())
        }));
    }
}

#[test]
fn r4_5_double_move_lists_both_steps_and_may_lead_back() {
    let rules = rules(5, &path(5), "");
    let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,0,1");
    assert_eq!(moves(&bout), "T3 T5 2T3T2 2T3T4 2T5T4");
    let bout = play(bout, "2T5T4");
    assert_eq!(bout.state().mr_x(), at(4), "back where he came from");
    assert_eq!(turn(&bout), "1", "one turn");
}

#[test]
fn r4_5_double_move_costs_a_double_ticket_and_both_steps() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 4-5", "");
    for (mv, left) in [
        ("2T3T2", "7,9,9,9,1"),
        ("2T3K4", "8,9,9,8,1"),
        ("2B5K4", "9,8,9,8,1"),
        ("2K5K4", "9,9,9,7,1"),
        ("T3", "8,9,9,9,2"),
    ] {
        let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,2");
        assert_eq!(x_tickets(&play(bout, mv)), left, "{mv}");
    }
    let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,0");
    assert_eq!(refused(&bout, "2T3T2"), PlayError::NoDouble);
}

#[test]
fn r4_5_double_move_with_one_kind_needs_two_tickets() {
    let rules = rules(5, &path(5), "");
    for (tickets, expected) in [
        ("1,0,0,0,1", "T4"),
        ("2,0,0,0,1", "T4 2T4T3 2T4T5"),
        ("0,0,0,1,1", "K4"),
        ("1,0,0,1,1", "T4 K4 2T4K3 2T4K5 2K4T3 2K4T5"),
        ("0,0,0,2,1", "K4 2K4K3 2K4K5"),
        ("-,0,0,0,-", "T4 2T4T3 2T4T5"),
    ] {
        let bout = setup(&rules, &format!("x 5 detectives 1 x-tickets {tickets}"));
        assert_eq!(moves(&bout), expected, "{tickets}");
    }
    let bout = setup(&rules, "x 5 detectives 1 x-tickets 1,0,0,0,1");
    let ticket = Ticket::Taxi;
    assert_eq!(refused(&bout, "2T4T3"), PlayError::NoTicket { ticket });
}

#[test]
fn r4_5_double_move_steps_end_on_free_stations() {
    // From 1 over 2 to 3, or over 4 to 3; a detective on 2 or on 3.
    let rules = rules(5, "taxi 1-2 2-3 1-4 3-4 4-5", "");
    for (detective, expected) in [
        (2, "T4 2T4T1 2T4T3 2T4T5"),
        (3, "T2 T4 2T2T1 2T4T1 2T4T5"),
        (5, "T2 T4 2T2T1 2T2T3 2T4T1 2T4T3"),
    ] {
        let text = format!("x 1 detectives {detective} x-tickets 9,0,0,0,1");
        assert_eq!(moves(&setup(&rules, &text)), expected);
    }
    let bout = setup(&rules, "x 1 detectives 2 x-tickets 9,0,0,0,1");
    let station = at(2);
    assert_eq!(refused(&bout, "2T2T3"), PlayError::Occupied { station });
}

#[test]
fn r4_5_double_move_needs_two_slots_or_a_turn() {
    let slots = rules(5, &path(5), "log_slots = 4");
    let turns = rules(5, &path(5), "turns = 3; mr_x_tickets = {taxi = 9, double = 1}");
    for (rules, slot, doubles) in
        [(&slots, 2, true), (&slots, 3, false), (&turns, 2, true), (&turns, 3, false)]
    {
        let bout = setup(rules, &format!("x 5 detectives 1 slot {slot} x-tickets 9,0,0,0,1"));
        assert_eq!(moves(&bout).contains("2T4T3"), doubles, "slot {slot}");
        if !doubles {
            assert_eq!(refused(&bout, "2T4T3"), PlayError::NoSlot);
        }
    }
}

#[test]
fn r4_6_each_step_fills_a_slot_and_a_double_move_is_one_turn() {
    let rules = rules(5, "taxi 1-2 2-3 3-4 bus 4-5", "surfaces = [3]");
    let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,9,9,9,2");
    let bout = play(bout, "T3 T2 2T4B5 T1 K4 T2");
    assert_eq!(slots_and_turns(&bout), (4, 3));
    let log: Vec<String> = bout
        .detective_view()
        .log()
        .slots()
        .map(|slot| format!("{}{}{}", slot.slot, if slot.second { "+" } else { ":" }, slot.step))
        .collect();
    assert_eq!(log.join(" "), "1:T? 2:T? 3+B5 4:K?");
}

#[test]
fn r4_7_surfacing_shows_the_station() {
    let rules = rules(5, &path(5), "surfaces = [2]");
    let bout = play(game(&rules, 4, &[1]), "T3");
    assert_eq!(candidates(&bout), "2 3 4 5", "from anywhere by taxi");
    let bout = play(bout, "T2 T4");
    assert_eq!(candidates(&bout), "4");
    assert_eq!(bout.detective_view().log().last_seen(), Some((2, at(4))));
    let bout = play(bout, "T1 T3");
    assert_eq!(candidates(&bout), "3 5");
}

#[test]
fn r4_7_either_step_of_a_double_move_may_surface() {
    for (slots, log, expected) in [
        ("[]", "2T?T?", "1 3 5 7 9"),
        ("[1]", "2T6T?", "3 5 9"),
        ("[2]", "2T?T9", "9"),
        ("[1, 2]", "2T6T9", "9"),
    ] {
        let grid = "taxi 1-2 2-3 4-5 5-6 7-8 8-9 1-4 2-5 3-6 4-7 5-8 6-9 9-10";
        let rules = rules(10, grid, &format!("surfaces = {slots}"));
        let bout = setup(&rules, "x 5 detectives 10 x-tickets 9,0,0,0,1");
        let bout = play(bout, "2T6T9");
        assert_eq!(candidates(&bout), expected, "{slots}");
        let [PublicPly::MrX(seen)] = bout.detective_view().log().plies() else {
            panic!("one ply was made");
        };
        assert_eq!(seen.to_string(), log);
    }
}

#[test]
fn r4_8_a_game_of_turns_has_more_slots_for_its_double_moves() {
    let doubles = |n| format!("turns = 3; mr_x_tickets = {{taxi = 9, double = {n}}}");
    for (changes, length, slots) in [
        (doubles(0), Length::Turns(3), 3),
        (doubles(2), Length::Turns(3), 5),
        ("log_slots = 3".to_owned(), Length::Slots(3), 3),
        ("log_slots = 3; mr_x_tickets = {taxi = 9, double = 2}".to_owned(), Length::Slots(3), 3),
    ] {
        let rules = rules(5, &path(5), &changes);
        assert_eq!((rules.length(), rules.slots()), (length, slots), "{changes}");
    }
    assert!(read_rules(5, &path(5), "turns = 3; log_slots = 4").is_err());
    let unlimited = "turns = 3; mr_x_tickets = {taxi = 9, double = 'unlimited'}";
    assert!(read_rules(5, &path(5), unlimited).is_err(), "no end of slots");
}

#[test]
fn r4_8_turns_or_slots_end_the_game() {
    let tickets = "mr_x_tickets = {taxi = 9, double = 1}";
    let turns = rules(6, &path(6), &format!("turns = 2; {tickets}"));
    let slots = rules(6, &path(6), &format!("log_slots = 2; {tickets}"));
    // A double move is one turn, but two slots.
    let bout = play(game(&turns, 5, &[1]), "2T6T5 T2");
    assert_eq!(turn(&bout), "x");
    let bout = play(bout, "T6 T1");
    assert_eq!(turn(&bout), "escaped");
    assert_eq!(slots_and_turns(&bout), (3, 2));
    let bout = play(game(&slots, 5, &[1]), "2T6T5 T2");
    assert_eq!(turn(&bout), "escaped");
    let bout = play(game(&turns, 5, &[1]), "T6 T2 T5 T1");
    assert_eq!(turn(&bout), "escaped", "the slots of unused double moves stay empty");
    assert_eq!(slots_and_turns(&bout), (2, 2));
}

#[test]
fn r4_9_mr_x_may_enter_a_detective_by_a_single_move_if_the_rules_say_so() {
    let text = "x 2 detectives 1 x-tickets 9,0,0,0,1";
    let no = rules(4, &path(4), "");
    assert_eq!(moves(&setup(&no, text)), "T3 2T3T2 2T3T4");
    let yes = rules(4, &path(4), "mr_x_may_enter_detective = true");
    let bout = setup(&yes, text);
    assert_eq!(moves(&bout), "T1 T3 2T3T2 2T3T4", "never by a double move");
    let station = at(1);
    assert_eq!(refused(&bout, "2T1T2"), PlayError::Occupied { station });
    let bout = play(bout, "T1");
    assert_eq!(turn(&bout), "captured");
    assert_eq!(candidates(&bout), "1");
    assert_eq!(bout.outcome().map(|o| o.winner()), Some(Winner::Detectives));
    assert_eq!(moves(&bout), "");
    let any = rules(
        4,
        &path(4),
        "mr_x_may_enter_detective = true; order = 'any'; detective_tickets = {}",
    );
    let bout = play(setup(&any, text), "T1");
    assert_eq!(turn(&bout), "captured", "even where nobody could move");
}

#[test]
fn r4_9_a_view_is_told_of_the_step_onto_a_detective() {
    let yes = rules(4, &path(4), "mr_x_may_enter_detective = true");
    let mut view = setup(&yes, "x 2 detectives 1").detective_view().clone();
    let onto: PublicMrXMove = "T1".parse().unwrap();
    assert!(view.mr_x_moved(onto, false).is_err(), "he would be captured");
    view.mr_x_moved(onto, true).unwrap();
    let truth = play(setup(&yes, "x 2 detectives 1"), "T1");
    assert_eq!(&view, truth.detective_view());
}

#[test]
fn r4_9_a_view_refuses_a_capture_that_cannot_be() {
    for (enter, mv) in [
        (true, "T3"),    // nobody stands there
        (true, "2T1T2"), // not by a double move
        (true, "2T3T2"),
        (false, "T1"), // not by these rules
    ] {
        let rules = rules(4, &path(4), &format!("mr_x_may_enter_detective = {enter}"));
        let text = "x 2 detectives 1 x-tickets 9,0,0,0,1";
        let mut view = setup(&rules, text).detective_view().clone();
        let told = view.mr_x_moved(mv.parse().unwrap(), true);
        assert!(told.is_err(), "{mv} as a capture, with the key {enter}");
    }
}

// ----- 5. The detectives' turns -----

#[test]
fn r5_1_detectives_ride_one_line_onto_stations_without_colleagues() {
    let lines = "taxi 1-2 1-3 bus 1-4 underground 1-5 ferry 1-6 2-6";
    let rules = rules(6, lines, "detectives = 2");
    let bout = setup(&rules, "x 6 detectives 1,3 turn 1");
    assert_eq!(moves(&bout), "T2 B4 U5");
    let station = at(3);
    assert_eq!(refused(&bout, "T3"), PlayError::Occupied { station });
    let (ticket, to) = (Ticket::Taxi, at(6));
    assert_eq!(refused(&bout, "T6"), PlayError::NoLine { ticket, to });
    let bout = setup(&rules, "x 6 detectives 1,3 turn 1 detective-tickets 1,0,0/0,0,0");
    assert_eq!(moves(&bout), "T2");
    let ticket = Ticket::Bus;
    assert_eq!(refused(&bout, "B4"), PlayError::NoTicket { ticket });
    let bout = setup(&rules, "x 4 detectives 1,3 turn 1");
    assert_eq!(moves(&bout), "T2 B4 U5", "Mr X's station is open to them");
}

#[test]
fn r5_1_he_pays_with_his_own_ticket() {
    let rules = rules(5, &path(5), "detectives = 2; detective_tickets = {taxi = 3}");
    let bout = play(game(&rules, 5, &[1, 3]), "T4 T2");
    assert_eq!(
        (tickets_of(&bout, 1), tickets_of(&bout, 2)),
        ("2,0,0".to_owned(), "3,0,0".to_owned())
    );
}

#[test]
fn r5_2_one_who_can_move_must() {
    let fixed = rules(5, &path(5), "detectives = 2");
    let any = rules(5, &path(5), "detectives = 2; order = 'any'");
    let by = DetectiveId::D1;
    let bout = play(game(&fixed, 5, &[1, 3]), "T4");
    assert_eq!(refused(&bout, "pass"), PlayError::MustMove { by });
    let bout = play(game(&any, 5, &[1, 3]), "T4");
    assert_eq!(refused(&bout, "1:pass"), PlayError::MustMove { by });
    // Blocking by colleagues counts, at that moment.
    let bout = play(game(&fixed, 5, &[1, 2]), "T4");
    assert_eq!(moves(&bout), "pass");
    let bout = play(game(&fixed, 5, &[2, 1]), "T4");
    assert_eq!(moves(&bout), "T3");
    assert_eq!(moves(&play(bout, "T3")), "T2");
}

#[test]
fn r5_3_fixed_order_passes_take_a_ply_and_he_may_move_again_later() {
    let rules = rules(6, &path(6), "detectives = 2");
    let bout = play(game(&rules, 5, &[1, 2]), "T6");
    assert_eq!((turn(&bout).as_str(), moves(&bout).as_str()), ("1", "pass"));
    let by = DetectiveId::D1;
    let bout = play(bout, "pass");
    assert_eq!((turn(&bout).as_str(), moves(&bout).as_str()), ("2", "T3"));
    assert!(
        matches!(
            bout.clone().play(yard_core::DetectiveMove::Pass { by }.into()),
            Err(PlayError::OutOfTurn { .. })
        ),
        "the order is fixed"
    );
    let bout = play(bout, "T3 T5");
    assert_eq!((turn(&bout).as_str(), moves(&bout).as_str()), ("1", "T2"));
    let bout = play(bout, "T2");
    assert_eq!(tickets_of(&bout, 1), "-,-,-");
    let log = bout.detective_view().log().plies().len();
    assert_eq!(log, 5, "the pass is a ply of the log");
}

#[test]
fn r5_4_any_order_lets_the_team_choose() {
    let rules = rules(7, &path(7), "detectives = 3; order = 'any'");
    let bout = play(game(&rules, 6, &[1, 3, 5]), "T7");
    assert_eq!(moves(&bout), "1:T2 2:T2 2:T4 3:T4 3:T6");
    let bout = play(bout, "2:T4");
    assert_eq!(moves(&bout), "1:T2 3:T6");
    let by = DetectiveId::D2;
    assert_eq!(refused(&bout, "2:T3"), PlayError::MovedAlready { by });
    let bout = play(bout, "3:T6");
    assert_eq!(moves(&bout), "1:T2");
    let bout = play(bout, "1:T2");
    assert_eq!(turn(&bout), "cornered");
}

#[test]
fn r5_4_any_order_leaves_out_those_who_cannot_move_until_they_can() {
    let rules = rules(6, &path(6), "detectives = 2; order = 'any'");
    let bout = play(game(&rules, 5, &[1, 2]), "T6");
    assert_eq!(moves(&bout), "2:T3", "detective 1 is walled in");
    let station = at(2);
    assert_eq!(refused(&bout, "1:T2"), PlayError::Occupied { station });
    let bout = play(bout, "2:T3");
    assert_eq!(moves(&bout), "1:T2", "and now he is not");
    // One without a ticket is left out without a ply.
    let bout = setup(&rules, "x 6 detectives 1,3 turn d detective-tickets 0,0,0/9,0,0");
    let bout = play(bout, "2:T4");
    assert_eq!(turn(&bout), "x");
    assert_eq!(bout.detective_view().log().plies().len(), 1);
    // He who has moved and is in the way ends the round for the other.
    let bout =
        play(setup(&rules, "x 6 detectives 1,3 turn d detective-tickets 1,0,0/2,0,0"), "2:T2");
    assert_eq!(turn(&bout), "x");
    assert!(!bout.state().table().has_moved(DetectiveId::D2));
}

#[test]
fn r5_4_any_order_round_may_end_at_once() {
    let rules = rules(6, &path(6), "detectives = 2; order = 'any'; detective_tickets = {}");
    let bout = setup(&rules, "x 6 detectives 1,3");
    assert_eq!(turn(&play(bout, "T5")), "stranded");
    let bout = setup(&rules, "x 6 detectives 1,3 slot 9");
    assert_eq!(turn(&play(bout, "T5")), "escaped", "6.2 is asked first");
}

#[test]
fn r5_4_a_setup_may_say_who_has_moved() {
    let bout = preset("modern x 46 detectives 26,29,50,53,91 turn d moved 1,2,4,5");
    assert_eq!(moves(&bout), "3:T37 3:T38 3:T49");
}

#[test]
fn r5_5_detective_moves_are_told_apart_by_ticket_and_target() {
    let rules = rules(3, "taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2", "");
    assert_eq!(moves(&setup(&rules, "x 3 detectives 1 turn 1")), "T2 B2 U2");
}

// ----- 6. The end -----

#[test]
fn r6_1_a_capture_ends_the_game_at_once() {
    for (order, capture) in [("fixed", "T3"), ("any", "1:T3")] {
        let changes = format!("detectives = 2; order = '{order}'");
        let rules = rules(5, &path(5), &changes);
        let bout = play(game(&rules, 4, &[2, 5]), "T3");
        let bout = play(bout, capture);
        assert_eq!(turn(&bout), "captured");
        assert_eq!(moves(&bout), "", "detective 2 has no turn");
        assert_eq!(bout.outcome().map(|o| o.winner()), Some(Winner::Detectives));
        let mut over = bout.clone();
        let late = Move::MrX("T4".parse().unwrap());
        assert!(matches!(over.play(late), Err(PlayError::OutOfTurn { .. })));
    }
}

#[test]
fn r6_1_a_capture_in_the_last_round_counts() {
    let rules = rules(5, &path(5), "log_slots = 1; detectives = 2");
    let bout = play(game(&rules, 4, &[2, 5]), "T3");
    assert_eq!(turn(&play(bout.clone(), "T1 T4")), "escaped");
    assert_eq!(turn(&play(bout, "T3")), "captured");
}

#[test]
fn r6_2_mr_x_wins_after_the_last_slot_or_turn() {
    for limit in ["log_slots = 2", "turns = 2"] {
        let rules = rules(6, &path(6), &format!("{limit}; detectives = 2"));
        let bout = play(game(&rules, 6, &[1, 3]), "T5 T2 T4");
        assert_eq!(turn(&bout), "x");
        let bout = play(bout, "T6 T1");
        assert_eq!(turn(&bout), "2");
        let bout = play(bout, "T3");
        assert_eq!(turn(&bout), "escaped");
        assert_eq!(bout.outcome().map(|o| o.winner()), Some(Winner::MrX));
        assert_eq!(moves(&bout), "");
    }
}

#[test]
fn r6_2_comes_before_6_3_and_6_4() {
    for (slots, tickets, end) in
        [(1, 9, "escaped"), (2, 9, "cornered"), (1, 1, "escaped"), (2, 1, "stranded")]
    {
        let changes = format!("log_slots = {slots}; detective_tickets = {{taxi = {tickets}}}");
        let rules = rules(3, &path(3), &changes);
        let bout = play(game(&rules, 2, &[3]), "T1 T2");
        assert_eq!(turn(&bout), end, "{changes}");
    }
}

#[test]
fn r6_3_mr_x_wins_when_no_detective_can_move() {
    let rules = rules(6, &path(6), "detectives = 2; detective_tickets = {taxi = 1}");
    let bout = play(game(&rules, 6, &[1, 3]), "T5 T2");
    assert_eq!(turn(&bout), "2", "judged at the end of the round");
    let bout = play(bout, "T4");
    assert_eq!(turn(&bout), "stranded");
    assert_eq!(bout.outcome().map(|o| o.winner()), Some(Winner::MrX));
    // One who can move is enough.
    let bout = setup(&rules, "x 6 detectives 1,3 turn 1 detective-tickets 1,0,0/2,0,0");
    assert_eq!(turn(&play(bout, "T2 T4")), "x");
}

#[test]
fn r6_4_the_detectives_win_when_mr_x_has_no_move() {
    let walled_in = rules(6, &path(6), "detectives = 2");
    let bout = play(game(&walled_in, 2, &[3, 6]), "T1 T2");
    assert_eq!(turn(&bout), "2", "judged at the end of the round");
    let bout = play(bout, "T5");
    assert_eq!(turn(&bout), "cornered");
    assert_eq!(bout.outcome().map(|o| o.winner()), Some(Winner::Detectives));
    let broke = rules(6, &path(6), "mr_x_tickets = {taxi = 1, bus = 9, double = 9}");
    assert_eq!(turn(&play(game(&broke, 5, &[1]), "T6 T2")), "cornered");
    let ferry = "taxi 1-2 2-3 3-4 ferry 1-4";
    for (black, end) in [(0, "cornered"), (1, "x")] {
        let tickets = format!("mr_x_tickets = {{taxi = 9, black = {black}}}");
        let rules = rules(4, ferry, &tickets);
        assert_eq!(turn(&play(game(&rules, 2, &[3]), "T1 T2")), end, "{tickets}");
    }
}

#[test]
fn r6_5_the_detectives_always_have_their_turns_after_the_last_move() {
    for (order, first, second) in [("fixed", "T2", "T4"), ("any", "1:T2", "2:T4")] {
        let changes = format!("log_slots = 1; detectives = 2; order = '{order}'");
        let rules = rules(5, &path(5), &changes);
        let bout = play(game(&rules, 4, &[1, 3]), "T5");
        assert_eq!(turn(&bout), if order == "any" { "d" } else { "1" });
        let bout = play(bout, first);
        assert_eq!(turn(&bout), if order == "any" { "d" } else { "2" });
        assert_eq!(turn(&play(bout, second)), "escaped");
    }
    // Not even when none of them can move, if the order is fixed.
    let rules = rules(5, &path(5), "log_slots = 1; detective_tickets = {}");
    let bout = play(game(&rules, 4, &[1]), "T5");
    assert_eq!((turn(&bout), moves(&bout)), ("1".into(), "pass".into()));
    assert_eq!(turn(&play(bout, "pass")), "escaped");
}

#[test]
fn r6_6_a_position_set_up_by_hand_is_not_ended() {
    let rules = rules(4, &path(4), "log_slots = 3");
    for text in [
        "x 1 detectives 2",                            // cornered
        "x 4 detectives 1 slot 3",                     // escaped
        "x 4 detectives 1 slot 3 x-tickets 9,0,0,0,2", // the same
        "x 3 detectives 1 x-tickets 0,0,0,0,0",        // no ticket
    ] {
        let bout = setup(&rules, text);
        assert_eq!(turn(&bout), "x", "{text}");
        assert_eq!(moves(&bout), "", "{text}");
        assert_eq!(perft(bout.rules(), &bout.state(), 1), 0);
    }
    let stranded = setup(&rules, "x 3 detectives 1 detective-tickets 0,0,0");
    assert_eq!((turn(&stranded), moves(&stranded)), ("x".into(), "T2 T4".into()));
    let bout = play(stranded, "T4 pass");
    assert_eq!(turn(&bout), "stranded", "at the end of the round");
}

// ----- 7. What the sides know -----

#[test]
fn r7_1_the_public_part_of_two_truths_is_the_same() {
    let rules = rules(6, &path(6), "surfaces = [2]; start = {cards = [1, 3, 5, 6]}");
    let left = play(game(&rules, 3, &[6]), "T4");
    let right = play(game(&rules, 5, &[6]), "T4");
    assert_eq!(left.detective_view(), right.detective_view(), "hidden start");
    let other = play(game(&rules, 3, &[6]), "T2");
    assert_eq!(left.detective_view(), other.detective_view(), "hidden step");
    assert_ne!(left.mr_x_view(), other.mr_x_view());
    let (left, other) = (play(left, "T5 T3"), play(other, "T5 T3"));
    assert_eq!(left.detective_view(), other.detective_view(), "seen at 3");
    let debug = format!("{:?}", left.state());
    assert!(debug.contains("Hidden"), "printing a state hides Mr X");
}

#[test]
fn r7_1_the_log_tells_tickets_double_moves_and_surfacing() {
    let rules = rules(5, &path(5), "surfaces = [3]");
    let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,9,1");
    let bout = play(bout, "2T5K4 T2 T5 T1");
    let log: Vec<String> = bout
        .detective_view()
        .log()
        .plies()
        .iter()
        .map(|ply| match ply {
            PublicPly::MrX(mv) => mv.to_string(),
            PublicPly::Detective(mv) => mv.to_string(),
        })
        .collect();
    assert_eq!(log.join(" "), "2T?K? 1:T2 T5 1:T1");
}

#[test]
fn r7_2_mr_x_knows_everything() {
    let rules = rules(5, &path(5), "surfaces = []");
    let bout = setup(&rules, "x 4 detectives 1 x-tickets 9,0,0,9,1");
    let bout = play(bout, "2T5K4 T2 T3");
    let view = bout.mr_x_view();
    assert_eq!(view.station(), at(3));
    assert_eq!(view.path(), [at(4), at(5), at(4), at(3)]);
    assert_eq!(view.state(), bout.state());
    assert_eq!(view.detective_view(), bout.detective_view());
    assert_eq!(view.candidates(), bout.detective_view().candidates());
}

#[test]
fn r7_3_candidates_at_the_start() {
    for (start, expected) in [
        ("start = {anywhere = true}", "1 2 4 5 6"),
        ("start = {cards = [2, 3, 5]}", "2 5"),
        ("start = {mr_x_cards = [3, 4, 5], detective_cards = [3, 6]}", "4 5"),
        ("start = {mr_x = 5, detectives = [3]}", "5"),
        ("start = {anywhere = true}; start_known = true", "5"),
    ] {
        let rules = rules(6, &path(6), start);
        assert_eq!(candidates(&game(&rules, 5, &[3])), expected, "{start}");
    }
    let text = "x 5 detectives 3 candidates 2,5,6";
    let rules = rules(6, &path(6), "");
    assert_eq!(candidates(&setup(&rules, text)), "2 5 6");
    assert_eq!(candidates(&setup(&rules, "x 5 detectives 3")), "5");
    for bad in ["x 5 detectives 3 candidates 2,6", "x 5 detectives 3 candidates 3,5"] {
        let setup: Setup = format!("test {bad}").parse().unwrap();
        assert!(Match::from_setup(Arc::clone(&rules), &setup).is_err());
    }
}

#[test]
fn r7_4_candidates_spread_with_the_ticket() {
    let rules = rules(6, STAR, "surfaces = [5]");
    for (mv, slot, expected) in [
        ("T2", 0, "2"),
        ("B3", 0, "1 3"),
        ("U4", 0, "4"),
        ("K4", 0, "1 2 3 4 5"),
        ("K4", 4, "4"),
        ("2B3B1", 0, "1 3"),
        ("2K4U1", 0, "1 4"),
        ("2U4K1", 0, "1"),
        ("2U4K1", 4, "1"),
    ] {
        let text = format!("x 1 detectives 6 slot {slot} x-tickets 9,9,9,9,1 candidates 1,3");
        let bout = play(setup(&rules, &text), mv);
        assert_eq!(candidates(&bout), expected, "{mv} in slot {slot}");
    }
    // Where a detective stands he is not.
    let bout = setup(&rules, "x 1 detectives 4 x-tickets 9,9,9,9,0");
    assert_eq!(candidates(&play(bout, "K2")), "2 3 5");
}

#[test]
fn r7_4_worked_example() {
    let start = "classic x 86 detectives 85,115,89,116,127 slot 8 candidates 86";
    let truth = preset(start);
    let mut view = truth.detective_view().clone();

    let truth = play(truth, "K69");
    view.mr_x_moved("K?".parse().unwrap(), false).unwrap();
    assert_eq!(candidates(&truth), "52 69 87 102 103 104");
    assert_eq!(&view, truth.detective_view());

    let rides = ["T103", "T102", "T88", "B108", "B116"];
    let truth = play(truth, &rides.join(" "));
    for ride in rides {
        let mv: DetectiveText = ride.parse().unwrap();
        let mv = mv.in_turn(view.turn()).unwrap();
        view.detective_moved(mv, None).unwrap();
    }
    assert_eq!(candidates(&truth), "52 69 87 104");
    assert_eq!(&view, truth.detective_view());

    let truth = play(truth, "T53");
    view.mr_x_moved("T?".parse().unwrap(), false).unwrap();
    assert_eq!(candidates(&truth), "39 40 51 52 53 68 69 70 86");
    assert_eq!(&view, truth.detective_view());
}

#[test]
fn r7_4_a_view_refuses_what_cannot_have_been() {
    let rules = rules(6, STAR, "surfaces = [2]");
    let text = "x 2 detectives 6 x-tickets 9,9,0,9,0 candidates 2,3";
    let view = setup(&rules, text).detective_view().clone();
    for (mv, error) in [
        ("U?", PlayError::NoTicket { ticket: Ticket::Underground }),
        ("2T?T?", PlayError::NoDouble),
        ("T1", PlayError::MustHide { slot: 1 }),
    ] {
        let mut view = view.clone();
        let before = view.clone();
        let told = view.mr_x_moved(mv.parse().unwrap(), false);
        assert_eq!(told, Err(error), "{mv}");
        assert_eq!(view, before);
    }
    let text = "x 2 detectives 6 slot 1 candidates 2,3";
    let mut view = setup(&rules, text).detective_view().clone();
    let hidden = view.mr_x_moved("T?".parse().unwrap(), false);
    assert_eq!(hidden, Err(PlayError::MustSurface { slot: 2 }));
    let elsewhere = view.mr_x_moved("T4".parse().unwrap(), false);
    assert_eq!(elsewhere, Err(PlayError::NoLine { ticket: Ticket::Taxi, to: at(4) }));
    let text = "x 2 detectives 6 candidates 2";
    let mut view = setup(&rules, text).detective_view().clone();
    let bus = view.mr_x_moved("B?".parse().unwrap(), false);
    assert_eq!(bus, Err(PlayError::NoCandidate));
}

#[test]
fn r7_5_a_detective_strikes_out_the_station_he_enters() {
    let rules = rules(7, &path(7), "detectives = 2");
    let mut bout = game(&rules, 6, &[1, 4]);
    for (mv, expected) in [
        ("T7", "2 3 5 6 7"),
        ("T2", "3 5 6 7"),
        ("T5", "3 6 7"),
        ("T6", "4 6 7"),
        ("T1", "4 6 7"),
        ("T4", "6 7"), // the station that he left, 5, does not come back
    ] {
        bout = play(bout, mv);
        assert_eq!(candidates(&bout), expected, "{mv}");
    }
}

#[test]
fn r7_6_candidates_without_a_move_are_struck_out_when_mr_x_is_to_move() {
    let plain = rules(5, &path(5), "");
    assert_eq!(candidates(&game(&plain, 2, &[4])), "1 2 3", "first turn");
    let bout = play(game(&plain, 4, &[3]), "T5");
    assert_eq!(candidates(&bout), "1 2 4 5");
    assert_eq!(candidates(&play(bout, "T2")), "4 5", "1 is walled in");
    let tickets = rules(5, "taxi 1-2 2-3 bus 3-4 4-5", "mr_x_tickets = {taxi = 0, bus = 9}");
    assert_eq!(candidates(&game(&tickets, 4, &[1])), "3 4 5", "no taxi ticket");
    let enter = rules(5, &path(5), "mr_x_may_enter_detective = true");
    assert_eq!(candidates(&game(&enter, 2, &[4])), "1 2 3 5", "a move by 4.9");
}

#[test]
fn r7_7_candidates_after_the_end() {
    // Hidden on 1, 4 or 5, of which 1 is walled in.
    let ending = |changes: &str, mr_x: u8, plies: &str| {
        let bout = play(game(&rules(5, &path(5), changes), mr_x, &[3]), plies);
        format!("{}: {}", turn(&bout), candidates(&bout))
    };
    assert_eq!(ending("", 4, "T5 T2"), "x: 4 5");
    assert_eq!(ending("", 2, "T1 T2"), "cornered: 1");
    assert_eq!(ending("", 1, "T2 T2"), "captured: 2");
    assert_eq!(ending("log_slots = 1", 4, "T5 T2"), "escaped: 1 4 5");
    assert_eq!(ending("log_slots = 1", 2, "T1 T2"), "escaped: 1 4 5");
    let last_ticket = "detective_tickets = {taxi = 1}";
    assert_eq!(ending(last_ticket, 4, "T5 T2"), "stranded: 1 4 5");
    let nobody = "order = 'any'; detective_tickets = {}";
    assert_eq!(ending(nobody, 4, "T5"), "stranded: 1 2 4 5");
}

#[test]
fn r7_7_candidates_after_an_end_at_the_first_turn() {
    let anywhere = rules(5, "taxi 1-2 2-3 2-4 4-5", "");
    let bout = game(&anywhere, 1, &[2]);
    assert_eq!((turn(&bout), candidates(&bout)), ("cornered".into(), "1 3".into()));
}

#[test]
fn r7_7_candidates_after_an_end_at_the_first_turn_where_his_start_is_known() {
    for start in ["anywhere = true", "mr_x = 1, detectives = [2]"] {
        let changes = format!("start = {{{start}}}; start_known = true");
        let rules = rules(5, "taxi 1-2 2-3 2-4 4-5", &changes);
        let bout = game(&rules, 1, &[2]);
        assert_eq!(turn(&bout), "cornered");
        assert_eq!(candidates(&bout), "1", "{start}");
    }
}

#[test]
fn r7_7_a_view_is_told_how_it_ended() {
    for (mr_x, first, plies, end) in
        [(2, "T?", "T1 T2", "cornered"), (1, "T?", "T2 T2", "captured")]
    {
        let rules = rules(5, &path(5), "");
        let truth = play(game(&rules, mr_x, &[3]), plies);
        assert_eq!(turn(&truth), end);
        let mut view = DetectiveView::new(Arc::clone(&rules), &[at(3)], None);
        view.mr_x_moved(first.parse().unwrap(), false).unwrap();
        let mv: DetectiveText = "T2".parse().unwrap();
        let mv = mv.in_turn(view.turn()).unwrap();
        view.detective_moved(mv, truth.outcome()).unwrap();
        assert_eq!(&view, truth.detective_view());
    }
}

// ----- 8. Counting -----

#[test]
fn r8_1_a_ply_is_a_turn_of_mr_x_or_one_move_or_pass_of_a_detective() {
    let rules = rules(6, &path(6), "detectives = 2");
    let bout = setup(&rules, "x 5 detectives 1,2 x-tickets 9,0,0,0,1");
    let bout = play(bout, "2T6T5 pass T3");
    assert_eq!(bout.detective_view().log().plies().len(), 3);
}

#[test]
fn r8_2_perft_counts_sequences_and_an_end_only_at_its_own_depth() {
    let counts = |bout: &Match, depths: u32| {
        let state = bout.state();
        (0..=depths).map(|depth| perft(bout.rules(), &state, depth)).collect::<Vec<u64>>()
    };
    let rules = rules(5, &path(5), "log_slots = 4");
    // 3-2 is captured; 3-4 goes on to 3 or 5, with the detective on 1 or 3; and so on.
    let bout = game(&rules, 3, &[1]);
    assert_eq!(counts(&bout, 5), [1, 2, 2, 2, 4, 4]);
    // A double move and a pass are one ply each.
    let bout = setup(&rules, "x 5 detectives 1 x-tickets 2,0,0,0,1");
    assert_eq!(counts(&bout, 2), [1, 3, 3]);
    let bout = setup(&rules, "x 5 detectives 1 detective-tickets 0,0,0");
    assert_eq!(counts(&bout, 3), [1, 1, 1, 0]);
    assert_eq!(counts(&play(bout, "T4 pass"), 2), [1, 0, 0]);
}

#[test]
fn r8_3_distances_count_lines() {
    let map = board(6, "taxi 1-2 2-3 bus 3-4 underground 4-5 ferry 1-5 5-6").unwrap();
    for (a, b, by_detectives, by_mr_x) in [
        (1, 1, Some(0), 0),
        (1, 2, Some(1), 1),
        (1, 5, Some(4), 1),
        (5, 2, Some(3), 2),
        (1, 6, None, 2),
        (6, 6, Some(0), 0),
    ] {
        let (a, b) = (at(a), at(b));
        assert_eq!(map.detective_distance(a, b), by_detectives, "{a}-{b}");
        assert_eq!(map.mr_x_distance(a, b), Some(by_mr_x), "{a}-{b}");
    }
    let london = presets::board("london").unwrap();
    assert_eq!(london.mr_x_distance(at(108), at(115)), Some(1));
    assert_eq!(london.detective_distance(at(108), at(115)), Some(3));
}

// ----- 9. Presets -----

/// The row of the table of section 9 for some rules, in short.
fn table_row(rules: &Rules) -> String {
    let length = match rules.length() {
        Length::Slots(slots) => format!("{slots} slots"),
        Length::Turns(turns) => format!("{turns} turns, {} slots", rules.slots()),
    };
    let shown: Vec<String> = (1..=rules.slots())
        .filter(|&slot| rules.surfaces_after(slot))
        .map(|slot| slot.to_string())
        .collect();
    let start = match rules.start() {
        Start::Deck(cards) => format!("deck of {}", cards.len()),
        Start::Decks { mr_x, detectives } => {
            format!("decks of {} and {}", mr_x.len(), detectives.len())
        }
        Start::Anywhere => "anywhere".to_owned(),
        Start::Fixed { mr_x, detectives } => {
            let detectives: StationSet = detectives.iter().copied().collect();
            format!("{mr_x}, {detectives}")
        }
    };
    let cells = [
        rules.name().to_owned(),
        rules.board().name().to_owned(),
        rules.detectives().to_string(),
        length,
        shown.join(" "),
        rules.detective_tickets().to_string(),
        rules.mr_x_tickets().to_string(),
        if rules.hand_over() { "yes" } else { "no" }.to_owned(),
        start + if rules.start_known() { ", known" } else { "" },
        format!("{:?}", rules.order()).to_lowercase(),
    ];
    cells.join(" | ")
}

#[test]
fn r9_presets_have_the_numbers_of_the_table() {
    let rows = [
        "classic | london | 5 | 24 slots | 3 8 13 18 24 | 10,8,4 | 4,3,3,5,2 | yes \
         | deck of 18 | fixed",
        "modern | london-2013 | 5 | 22 turns, 24 slots | 3 8 13 18 24 | 11,8,4 | -,-,-,5,2 | no \
         | decks of 13 and 16 | any",
        "bristol | london-2013 | 5 | 24 slots | 3 8 13 18 24 | 11,8,4 | 4,3,3,5,2 | yes \
         | decks of 12 and 14 | any",
        "dash | london | 5 | 24 slots | 3 8 13 18 24 | 10,8,4 | 4,3,3,0,0 | yes \
         | deck of 18 | fixed",
        "grid5 | grid:5 | 2 | 15 slots | 3 6 9 12 15 | -,0,0 | -,0,0,0,0 | no | anywhere | fixed",
        "grid5-30 | grid:5 | 2 | 30 slots | 3 6 9 12 15 18 21 24 27 30 | -,0,0 | -,0,0,0,0 | no \
         | anywhere | fixed",
        "grid7 | grid:7 | 3 | 15 slots | 3 6 9 12 15 | -,0,0 | -,0,0,0,0 | no | anywhere | fixed",
        "grid15 | grid:15 | 4 | 35 slots | 3 6 9 12 15 18 21 24 27 30 33 | -,0,0 | -,0,0,0,0 | no \
         | anywhere | fixed",
        "glasses | glasses | 2 | 5 slots |  | 5,0,0 | 5,0,0,0,0 | no | 6, 1 11, known | fixed",
    ];
    let presets: Vec<Rules> =
        presets::RULES.iter().map(|(name, _)| presets::rules(name).unwrap()).collect();
    let found: Vec<String> = presets.iter().map(table_row).collect();
    assert_eq!(found, rows);
    for rules in presets {
        assert!(!rules.mr_x_may_enter_detective(), "{}", rules.name());
        let board = presets::board(rules.board().name()).unwrap();
        assert_eq!(rules.board(), &*board);
    }
}

#[test]
fn r9_boards_have_their_lines() {
    for (name, stations, lines) in [
        ("london", 199, [346, 99, 20, 3]),
        ("london-2013", 199, [345, 99, 20, 3]),
        ("glasses", 11, [12, 0, 0, 0]),
        ("grid:5", 25, [40, 0, 0, 0]),
        ("grid:7", 49, [84, 0, 0, 0]),
        ("grid:15", 225, [420, 0, 0, 0]),
    ] {
        let board = presets::board(name).unwrap();
        assert_eq!(board.stations().len(), stations, "{name}");
        let counts = Transport::ALL.map(|transport| {
            let lines = board.lines().iter();
            lines.filter(|line| line.transport == transport).count()
        });
        assert_eq!(counts, lines, "{name}");
    }
    let ferries: Vec<(u8, u8)> = presets::board("london")
        .unwrap()
        .lines()
        .iter()
        .filter(|line| line.transport == Transport::Ferry)
        .map(|line| (line.a.number(), line.b.number()))
        .collect();
    assert_eq!(ferries, [(108, 115), (115, 157), (157, 194)]);
}

#[test]
fn r9_london_2013_lacks_only_the_taxi_line_13_14() {
    let old = presets::board("london").unwrap();
    let new = presets::board("london-2013").unwrap();
    let gone: Vec<String> = old
        .lines()
        .iter()
        .filter(|line| !new.lines().contains(line))
        .map(|line| format!("{} {}-{}", line.transport.name(), line.a, line.b))
        .collect();
    assert_eq!(gone, ["taxi 13-14"]);
    assert!(new.lines().iter().all(|line| old.lines().contains(line)));
    assert!(new.reach(at(13), Ticket::Bus).contains(at(14)));
}

#[test]
fn r9_any_other_grid() {
    let rules = presets::rules("grid:4,3,10").unwrap();
    assert_eq!(rules.board(), &*presets::board("grid:4").unwrap());
    assert_eq!((rules.detectives(), rules.length()), (3, Length::Slots(10)));
    let shown = |rules: &Rules| {
        let slots = 1..=rules.slots();
        slots.filter(|&slot| rules.surfaces_after(slot)).collect::<Vec<u8>>()
    };
    assert_eq!(shown(&rules), [3, 6, 9]);
    assert_eq!(shown(&presets::rules("grid:4,3,10,4").unwrap()), [4, 8]);
    assert_eq!(rules.detective_tickets().to_string(), "-,0,0");
    assert_eq!(rules.mr_x_tickets().to_string(), "-,0,0,0,0");
    for (name, size, detectives, rounds) in
        [("grid5", 5, 2, 15), ("grid5-30", 5, 2, 30), ("grid7", 7, 3, 15), ("grid15", 15, 4, 35)]
    {
        let made = presets::rules(&format!("grid:{size},{detectives},{rounds}")).unwrap();
        assert_eq!(presets::rules(name).unwrap(), made.with_name(name));
    }
}
