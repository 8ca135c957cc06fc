//! Laws that hold in every game: checked on random walks over all presets, over London with one to
//! five detectives, over other grids, and over tiny games in which every kind of ticket, every
//! option and every end occurs.
//!
//! The runs are deterministic: the same cases are drawn every time. A failing case prints the record
//! of its game.

#[path = "../dice/mod.rs"]
pub mod dice;

mod corners;
mod debug_text;
mod laws;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, LazyLock};

use dice::Dice;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert};
use yard_core::{
    Board, Candidates, Deal, DetectiveId, DetectiveMove, DetectiveText, DetectiveTickets,
    DetectiveView, Draw, Game, Move, MrXMove, MrXTickets, MrXView, Order, Outcome, PlayError,
    PublicMrXMove, PublicPly, PublicState, PublicStep, Record, Rules, Setup, SetupTurn, State,
    Station, StationSet, Step, Stock, Ticket, Turn, presets,
};

// ---------------------------------------------------------------------------------------------
// Nothing that holds Mr X's station can be sent to anybody by mistake.

assert_not_impl_any!(State: serde::Serialize);
assert_not_impl_any!(Game: serde::Serialize);
assert_not_impl_any!(MrXView: serde::Serialize);
assert_impl_all!(State: Copy, Send, Sync);
assert_impl_all!(DetectiveView: Send, Sync);
assert_impl_all!(Record: serde::Serialize);
const_assert!(size_of::<State>() <= 40);
const_assert!(size_of::<Option<Station>>() == 1);

// ---------------------------------------------------------------------------------------------
// Random walks

/// A board with all four transports, two lines between 2 and 3, and little room.
const TINY_BOARD: &str = r#"
version  = 1
name     = "tiny"
stations = 8
[lines]
taxi        = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 1], [2, 6], [3, 8]]
bus         = [[1, 4], [3, 6], [2, 3]]
underground = [[1, 5]]
ferry       = [[4, 7]]
"#;

/// Few tickets that change hands, double moves, surfacing inside them.
const TINY_HAND_OVER: &str = r#"
version    = 1
name       = "tiny-hand-over"
board      = "tiny"
detectives = 2
log_slots  = 9
surfaces   = [2, 5, 6]
order      = "fixed"
hand_over  = true
[detective_tickets]
taxi        = 3
bus         = 2
underground = 1
[mr_x_tickets]
taxi        = 3
bus         = 1
underground = 1
black       = 1
double      = 2
[start]
anywhere = true
"#;

/// A game of turns in any order, whose detectives soon run out of tickets.
const TINY_ANY: &str = r#"
version    = 1
name       = "tiny-any"
board      = "tiny"
detectives = 3
turns      = 6
surfaces   = [3, 7]
order      = "any"
hand_over  = false
[detective_tickets]
taxi = 2
bus  = 1
[mr_x_tickets]
taxi        = "unlimited"
bus         = "unlimited"
underground = "unlimited"
black       = 2
double      = 2
[start]
mr_x_cards      = [3, 5, 6, 8]
detective_cards = [1, 2, 3, 4, 7]
"#;

/// As above, but Mr X's start is known and he may step onto a detective.
const TINY_KNOWN: &str = r#"
version    = 1
name       = "tiny-known"
board      = "tiny"
detectives = 1
log_slots  = 8
surfaces_every = 4
order      = "any"
hand_over  = true
start_known = true
mr_x_may_enter_detective = true
[detective_tickets]
taxi = 4
bus  = "unlimited"
[mr_x_tickets]
taxi   = 4
bus    = "unlimited"
black  = "per-detective"
double = "unlimited"
[start]
mr_x       = 5
detectives = [2]
"#;

fn tiny(text: &str) -> Rules {
    let board = |name: &str| match name {
        "tiny" => Ok(Arc::new(Board::from_toml(TINY_BOARD, &presets::board)?)),
        other => presets::board(other),
    };
    Rules::from_toml(text, &board).expect("the tiny rules are good")
}

/// All games that are walked, with a name each.
static GAMES: LazyLock<Vec<(String, Arc<Rules>)>> = LazyLock::new(|| {
    let preset = |name: &str| presets::rules(name).expect("a preset");
    let mut games = Vec::new();
    for presets::Preset { name, .. } in presets::RULES {
        games.push((name.to_owned(), preset(name)));
    }
    for name in ["classic", "modern", "bristol", "dash"] {
        for detectives in 1..=5 {
            let rules = preset(name).with_detectives(detectives).expect("1 to 5");
            games.push((format!("{name} for {detectives}"), rules));
        }
    }
    for name in ["grid:2,1,9", "grid:3,2,10,2", "grid:4,2,12", "grid:4,3,9,1", "grid:6,5,20,4"] {
        games.push((name.to_owned(), preset(name)));
    }
    for text in [TINY_HAND_OVER, TINY_ANY, TINY_KNOWN] {
        let rules = tiny(text);
        games.push((rules.name().to_owned(), rules));
    }
    // Rule 4.9.
    for rules in [preset("classic"), preset("grid5"), tiny(TINY_HAND_OVER), tiny(TINY_ANY)] {
        let rules = rules.with_mr_x_may_enter_detective(true);
        games.push((format!("{}, 4.9", rules.name()), rules));
    }
    games.into_iter().map(|(name, rules)| (name, Arc::new(rules))).collect()
});

/// Games small enough to try out everything.
fn small_games() -> Vec<usize> {
    (0..GAMES.len()).filter(|&game| GAMES[game].1.board().stations().len() <= 16).collect()
}

/// A random game, with all that is needed to go through it again.
#[derive(Clone)]
struct Walk {
    name: &'static str,
    rules: Arc<Rules>,
    seed: u64,
    deal: Deal,
    moves: Vec<Move>,
    game: Game,
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = Record::of(&self.game);
        write!(f, "{} with seed {:#x}:\n{record}", self.name, self.seed)
    }
}

impl Walk {
    /// Plays at random, for at most so many plies. Double moves are many, so they are held back.
    fn new(game: usize, seed: u64, plies: usize) -> Walk {
        let (name, rules) = &GAMES[game];
        let mut dice = Dice(seed);
        let deal = rules.deal(&mut dice);
        let mut game = Game::new(Arc::clone(rules), &deal);
        let mut moves = Vec::new();
        while moves.len() < plies && game.outcome().is_none() {
            let legal: Vec<Move> = game.state().moves(rules).collect();
            assert!(!legal.is_empty(), "a match that goes on has a move");
            let singles = legal.iter().take_while(|mv| !is_double(**mv)).count();
            let choice = if dice.below(4) == 0 { legal.len() } else { singles };
            let mv = legal[dice.below(choice as u32) as usize];
            game.play(mv).expect("a listed move is legal");
            moves.push(mv);
        }
        Walk { name, rules: Arc::clone(rules), seed, deal, moves, game }
    }

    /// The game at its start and after each ply.
    fn matches(&self) -> impl Iterator<Item = Game> + '_ {
        let mut game = Game::new(Arc::clone(&self.rules), &self.deal);
        let mut moves = self.moves.iter();
        let mut first = true;
        std::iter::from_fn(move || {
            if !std::mem::take(&mut first) {
                game.play(*moves.next()?).expect("it was legal before");
            }
            Some(game.clone())
        })
    }
}

fn is_double(mv: Move) -> bool {
    matches!(mv, Move::MrX(MrXMove::Double(..)))
}

/// Walks over these games: half of them to the end, the others cut off somewhere.
fn walks(games: Vec<usize>) -> impl Strategy<Value = Walk> {
    let plies = prop_oneof![Just(usize::MAX), 0..120_usize];
    (proptest::sample::select(games), any::<u64>().no_shrink(), plies)
        .prop_map(|(game, seed, plies)| Walk::new(game, seed, plies))
}

fn all_walks() -> impl Strategy<Value = Walk> {
    walks((0..GAMES.len()).collect())
}

/// The same cases in every run, and no files beside the tests.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x5c07_1a4d),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

fn at(number: u8) -> Station {
    Station::new(number).expect("stations are numbered from 1")
}

// ---------------------------------------------------------------------------------------------
// Worlds: the hidden paths that fit what is public

/// What everybody sees of a turn of Mr X (rules 4.7 and 4.9), told from rules and truth alone.
fn seen(
    rules: &Rules,
    before: &PublicState,
    mv: MrXMove,
    after: &PublicState,
) -> Vec<(Ticket, Option<Station>)> {
    let caught = after.outcome() == Some(Outcome::Captured);
    (before.slots_used() + 1..)
        .zip(mv.steps())
        .map(|(slot, step)| {
            let shows = caught || rules.surfaces_after(slot);
            (step.ticket, shows.then_some(step.to))
        })
        .collect()
}

/// Every station on which Mr X can stand after each ply of a walk, and how he can have come there.
///
/// All but his station is public, so paths that meet on a station can be merged.
struct Worlds {
    starts: BTreeSet<Station>,
    /// For each ply: station after it, to the station before it and the move.
    layers: Vec<BTreeMap<Station, (Station, Move)>>,
}

impl Worlds {
    fn of(walk: &Walk) -> Worlds {
        let rules = &walk.rules;
        let starts =
            if rules.start_known() { StationSet::of(walk.deal.mr_x) } else { rules.mr_x_starts() };
        let mut truth = State::new(rules, &walk.deal);
        let mut states: BTreeMap<Station, State> = starts
            .iter()
            .filter(|station| !walk.deal.detectives.contains(station))
            .map(|mr_x| {
                let deal = Deal { mr_x, ..walk.deal.clone() };
                (mr_x, State::new(rules, &deal))
            })
            .filter(|(_, state)| state.public() == truth.public())
            .collect();
        let mut worlds = Worlds { starts: states.keys().copied().collect(), layers: Vec::new() };
        for &mv in &walk.moves {
            let before = *truth.public();
            truth.play(rules, mv).expect("it was legal before");
            let mut layer = BTreeMap::new();
            let mut after = BTreeMap::new();
            for (&from, state) in &states {
                let same: Vec<Move> = match mv {
                    Move::MrX(_) => state.moves(rules).collect(),
                    Move::Detective(_) => vec![mv],
                };
                for other in same {
                    if is_double(other) != is_double(mv) {
                        continue;
                    }
                    let mut next = *state;
                    next.play(rules, other).expect("detective moves are legal in every world");
                    let fits = match (mv, other) {
                        (Move::MrX(mv), Move::MrX(other)) => {
                            seen(rules, &before, mv, truth.public())
                                == seen(rules, &before, other, next.public())
                        }
                        _ => true,
                    };
                    if fits && next.public() == truth.public() {
                        layer.entry(next.mr_x()).or_insert((from, other));
                        after.insert(next.mr_x(), next);
                    }
                }
            }
            worlds.layers.push(layer);
            states = after;
        }
        worlds
    }

    /// The stations after so many plies.
    fn stations(&self, plies: usize) -> StationSet {
        match plies.checked_sub(1) {
            None => self.starts.iter().copied().collect(),
            Some(last) => self.layers[last].keys().copied().collect(),
        }
    }

    /// A game with the same public log that ends on this station.
    fn witness(&self, walk: &Walk, end: Station) -> Game {
        let mut moves = Vec::new();
        let mut station = end;
        for layer in self.layers.iter().rev() {
            let (from, mv) = layer[&station];
            moves.push(mv);
            station = from;
        }
        let deal = Deal { mr_x: station, ..walk.deal.clone() };
        let mut game = Game::new(Arc::clone(&walk.rules), &deal);
        for mv in moves.into_iter().rev() {
            game.play(mv).expect("a witness makes legal moves");
        }
        assert_eq!(game.state().mr_x(), end);
        game
    }
}
