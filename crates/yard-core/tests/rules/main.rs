//! At least one test for every numbered rule of `docs/reference/rules.md`, each named after its rule.
//!
//! Most play a few plies on a tiny board that is written as text. Moves, candidates and turns are
//! compared as text, too. There is one file for each section of the rules.

#[path = "../dice/mod.rs"]
pub mod dice;

mod board;
mod counting;
mod detectives;
mod end;
mod knowledge;
mod mr_x;
mod preset_tables;
mod start;
mod tickets;

use std::collections::BTreeSet;
use std::sync::Arc;

use dice::Dice;
use yard_core::{
    Board, Deal, DetectiveId, DetectiveText, DetectiveView, Faults, Game, Length, Move, MrXMove,
    Outcome, PlayError, PublicMrXMove, PublicPly, Rules, Setup, Side, Sighting, Start, State,
    Station, StationSet, Ticket, Transport, Turn, perft, presets,
};

// ----- Small boards, rules and games from text -----

/// One line of each transport from station 1; detectives wait at 6.
const STAR: &str = "taxi 1-2 5-6 bus 1-3 underground 1-4 ferry 1-5";

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

/// A game from its start.
fn new_game(rules: &Arc<Rules>, mr_x: u8, detectives: &[u8]) -> Game {
    let detectives = detectives.iter().map(|&number| at(number)).collect();
    let mr_x = at(mr_x);
    Game::new(Arc::clone(rules), &Deal { mr_x, detectives })
}

/// A game from the middle: `x 3 detectives 1,2 slot 4`.
fn setup(rules: &Arc<Rules>, text: &str) -> Game {
    let setup: Setup = format!("test {text}").parse().expect("a setup");
    Game::from_setup(Arc::clone(rules), &setup).expect("a good setup")
}

/// A game from the middle with rules by name: `classic x 46 detectives 26,29,50,53,91`.
fn preset(text: &str) -> Game {
    let setup: Setup = text.parse().expect("a setup");
    let rules = presets::rules(&setup.rules).expect("a preset");
    Game::from_setup(Arc::new(rules), &setup).expect("a good setup")
}

/// The legal moves as text, in the order of the engine.
fn moves(game: &Game) -> String {
    let texts: Vec<String> = game
        .state()
        .moves(game.rules())
        .map(|mv| match mv {
            Move::MrX(mv) => mv.to_string(),
            Move::Detective(mv) => DetectiveText::new(mv, game.rules().order()).to_string(),
        })
        .collect();
    texts.join(" ")
}

fn read_move(game: &Game, text: &str) -> Move {
    match game.turn() {
        Turn::MrX => text.parse::<MrXMove>().expect("a move of Mr X").into(),
        turn => {
            let text: DetectiveText = text.parse().expect("a detective's move");
            text.in_turn(turn).expect("whose move it is").into()
        }
    }
}

/// Plays moves written one after the other.
fn play(mut game: Game, moves: &str) -> Game {
    for text in moves.split_whitespace() {
        let mv = read_move(&game, text);
        if let Err(error) = game.play(mv) {
            panic!("{text}: {error}");
        }
    }
    game
}

/// Why a move is not legal.
fn refused(game: &Game, text: &str) -> PlayError {
    let before = game.clone();
    let mut after = game.clone();
    let mv = read_move(game, text);
    let error = after.play(mv).expect_err("the move should be refused");
    assert_eq!(after, before, "a refused move changes nothing");
    assert!(!game.state().is_legal(game.rules(), mv));
    error
}

/// Whose turn it is: `x`, `1` … `5`, `d`, or how the game ended.
fn turn(game: &Game) -> String {
    match game.turn() {
        Turn::MrX => "x".to_owned(),
        Turn::Detective(id) => id.to_string(),
        Turn::Team => "d".to_owned(),
        Turn::Over(outcome) => format!("{outcome:?}").to_lowercase(),
    }
}

fn candidates(game: &Game) -> String {
    game.detective_view().candidates().to_string()
}

fn x_tickets(game: &Game) -> String {
    game.detective_view().public().mr_x_tickets().to_string()
}

fn tickets_of(game: &Game, detective: u32) -> String {
    let id = DetectiveId::from_number(detective).expect("a detective");
    game.state().public().detective_tickets(id).to_string()
}

fn slots_and_turns(game: &Game) -> (u8, u8) {
    let state = game.state();
    (state.public().slots_used(), state.public().turns_used())
}
