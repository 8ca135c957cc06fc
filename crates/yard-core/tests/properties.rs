//! Laws that hold in every match: checked on random walks over all presets, over London with one to
//! five detectives, over other grids, and over tiny games in which every kind of ticket, every
//! option and every end occurs.
//!
//! The runs are deterministic: the same cases are drawn every time. A failing case prints the record
//! of its match.

pub mod dice;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, LazyLock};

use dice::Dice;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert};
use yard_core::{
    Board, Deal, DetectiveId, DetectiveMove, DetectiveText, DetectiveTickets, DetectiveView, Draw,
    Match, Move, MrXMove, MrXTickets, MrXView, Order, Outcome, PlayError, PublicMrXMove, PublicPly,
    PublicStep, Record, Rules, Setup, SetupTurn, State, Station, StationSet, Step, Stock, Table,
    Ticket, Turn, presets,
};

// ---------------------------------------------------------------------------------------------
// Nothing that holds Mr X's station can be sent to anybody by mistake.

assert_not_impl_any!(State: serde::Serialize);
assert_not_impl_any!(Match: serde::Serialize);
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
    for (name, _) in presets::RULES {
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

/// A random match, with all that is needed to go through it again.
#[derive(Clone)]
struct Walk {
    name: &'static str,
    rules: Arc<Rules>,
    seed: u64,
    deal: Deal,
    moves: Vec<Move>,
    bout: Match,
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = Record::of(&self.bout);
        write!(f, "{} with seed {:#x}:\n{record}", self.name, self.seed)
    }
}

impl Walk {
    /// Plays at random, for at most so many plies. Double moves are many, so they are held back.
    fn new(game: usize, seed: u64, plies: usize) -> Walk {
        let (name, rules) = &GAMES[game];
        let mut dice = Dice(seed);
        let deal = rules.deal(&mut dice);
        let mut bout = Match::new(Arc::clone(rules), &deal);
        let mut moves = Vec::new();
        while moves.len() < plies && bout.outcome().is_none() {
            let legal: Vec<Move> = bout.state().moves(rules).collect();
            assert!(!legal.is_empty(), "a match that goes on has a move");
            let singles = legal.iter().take_while(|mv| !is_double(**mv)).count();
            let choice = if dice.below(4) == 0 { legal.len() } else { singles };
            let mv = legal[dice.below(choice as u32) as usize];
            bout.play(mv).expect("a listed move is legal");
            moves.push(mv);
        }
        Walk { name, rules: Arc::clone(rules), seed, deal, moves, bout }
    }

    /// The match at its start and after each ply.
    fn matches(&self) -> impl Iterator<Item = Match> + '_ {
        let mut bout = Match::new(Arc::clone(&self.rules), &self.deal);
        let mut moves = self.moves.iter();
        let mut first = true;
        std::iter::from_fn(move || {
            if !std::mem::take(&mut first) {
                bout.play(*moves.next()?).expect("it was legal before");
            }
            Some(bout.clone())
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
    before: &Table,
    mv: MrXMove,
    after: &Table,
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
            .filter(|(_, state)| state.table() == truth.table())
            .collect();
        let mut worlds = Worlds { starts: states.keys().copied().collect(), layers: Vec::new() };
        for &mv in &walk.moves {
            let before = *truth.table();
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
                            seen(rules, &before, mv, truth.table())
                                == seen(rules, &before, other, next.table())
                        }
                        _ => true,
                    };
                    if fits && next.table() == truth.table() {
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

    /// A match with the same public log that ends on this station.
    fn witness(&self, walk: &Walk, end: Station) -> Match {
        let mut moves = Vec::new();
        let mut station = end;
        for layer in self.layers.iter().rev() {
            let (from, mv) = layer[&station];
            moves.push(mv);
            station = from;
        }
        let deal = Deal { mr_x: station, ..walk.deal.clone() };
        let mut bout = Match::new(Arc::clone(&walk.rules), &deal);
        for mv in moves.into_iter().rev() {
            bout.play(mv).expect("a witness makes legal moves");
        }
        assert_eq!(bout.state().mr_x(), end);
        bout
    }
}

// ---------------------------------------------------------------------------------------------
// The laws

/// All four ends occur in the walks, so the laws are checked on each of them.
#[test]
fn walks_end_in_every_way() {
    let mut ends = BTreeMap::new();
    for (game, (name, _)) in GAMES.iter().enumerate() {
        for seed in 0..20 {
            let walk = Walk::new(game, seed, usize::MAX);
            let outcome = walk.bout.outcome().expect("a walk ends");
            ends.entry(outcome).or_insert_with(BTreeSet::new).insert(name);
        }
    }
    for outcome in [Outcome::Captured, Outcome::Cornered, Outcome::Escaped, Outcome::Stranded] {
        let games = ends.get(&outcome).map_or(0, BTreeSet::len);
        assert!(games >= 2, "{outcome:?} occurs in {games} games");
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Rules 2.3 and 2.4: a counted stock changes by what is spent and handed over, and by nothing
    /// else; an unlimited one never changes.
    #[test]
    fn tickets_are_conserved(walk in all_walks()) {
        check_tickets(&walk);
    }

    /// Rule 7.3: his true station is a candidate, at every moment and after the end.
    #[test]
    fn the_true_station_is_a_candidate(walk in all_walks()) {
        for bout in walk.matches() {
            let candidates = bout.detective_view().candidates();
            assert!(candidates.contains(bout.state().mr_x()), "{candidates:?}");
        }
    }

    /// The match, the state and both views tell the same story.
    #[test]
    fn match_and_state_agree(walk in all_walks()) {
        let rules = &walk.rules;
        let mut state = State::new(rules, &walk.deal);
        let mut path = vec![walk.deal.mr_x];
        for (bout, mv) in walk.matches().zip(walk.moves.iter().map(Some).chain([None])) {
            let (mr_x, detectives) = (bout.mr_x_view(), bout.detective_view());
            assert_eq!(bout.state(), state);
            assert_eq!(mr_x.state(), state);
            assert_eq!(mr_x.path(), path);
            assert_eq!(mr_x.detective_view(), detectives);
            assert_eq!(detectives.table(), state.table());
            assert_eq!(detectives.log().slots().count(), usize::from(state.table().slots_used()));
            assert_eq!(mr_x.legal_moves(), state.mr_x_moves(rules).collect::<Vec<_>>());
            assert!(detectives.legal_moves().eq(state.detective_moves(rules)));
            if let Some(&mv) = mv {
                state.play(rules, mv).expect("it was legal before");
                if let Move::MrX(mv) = mv {
                    path.extend(mv.steps().map(|step| step.to));
                }
            }
        }
    }

    /// A view that is told every ply by hand knows what the view of the match knows.
    #[test]
    fn a_view_driven_by_hand_agrees(walk in all_walks()) {
        let mut matches = walk.matches();
        let first = matches.next().expect("the start");
        if first.outcome().is_none() {
            let known = walk.rules.start_known().then_some(walk.deal.mr_x);
            let detectives = &walk.deal.detectives;
            let mut view = DetectiveView::new(Arc::clone(&walk.rules), detectives, known);
            assert_eq!(&view, first.detective_view());
            for bout in matches {
                let end = bout.outcome();
                let ply = *bout.detective_view().log().plies().last().expect("a ply was made");
                let told = match ply {
                    PublicPly::MrX(mv) => view.mr_x_moved(mv, end == Some(Outcome::Captured)),
                    PublicPly::Detective(mv) => view.detective_moved(mv, end),
                };
                assert_eq!(told, Ok(()), "{ply:?}");
                assert_eq!(&view, bout.detective_view());
            }
        }
    }

    /// Rule 7.7: after the end nobody has a move, every move is refused, and the views stay whole.
    #[test]
    fn views_stay_valid_after_the_end(walk in all_walks()) {
        let walk = Walk::new(
            GAMES.iter().position(|(name, _)| name == walk.name).expect("listed"),
            walk.seed,
            usize::MAX,
        );
        let bout = &walk.bout;
        let turn = bout.turn();
        assert!(matches!(turn, Turn::Over(_)), "{turn:?}");
        assert_eq!(bout.state().moves(&walk.rules).count(), 0);
        assert_eq!(bout.detective_view().legal_moves().count(), 0);
        assert!(bout.mr_x_view().legal_moves().is_empty());
        assert_eq!(yard_core::perft(&walk.rules, &bout.state(), 1), 0);
        let candidates = bout.detective_view().candidates();
        assert!(!candidates.is_empty());
        if bout.outcome() == Some(Outcome::Captured) {
            assert_eq!(candidates.only(), Some(bout.state().mr_x()));
        }
        let refused = Err(PlayError::OutOfTurn { turn });
        let mut again = bout.clone();
        let mut view = bout.detective_view().clone();
        for mv in some_moves(&walk.rules, &mut Dice(walk.seed)) {
            assert_eq!(again.play(mv), refused);
            match mv {
                Move::MrX(mv) => assert_eq!(view.mr_x_moved(mv.into(), false), refused),
                Move::Detective(mv) => assert_eq!(view.detective_moved(mv, None), refused),
            }
        }
        assert_eq!(&again, bout);
        assert_eq!(&view, bout.detective_view());
    }

    /// Drawn moves are legal ones.
    #[test]
    fn drawn_moves_are_legal(walk in all_walks()) {
        let mut dice = Dice(walk.seed);
        for bout in walk.matches() {
            for _ in 0..4 {
                let mv = match bout.turn() {
                    Turn::Over(_) => break,
                    Turn::MrX => Move::MrX(bout.mr_x_view().draw_move(&mut dice)),
                    Turn::Detective(_) | Turn::Team => {
                        Move::Detective(bout.detective_view().draw_move(&mut dice))
                    }
                };
                assert!(bout.state().is_legal(&walk.rules, mv), "{mv:?}");
            }
        }
    }

    /// A whole round that is drawn at once is the round that is drawn ply by ply.
    #[test]
    fn a_round_drawn_at_once_is_the_same(walk in all_walks()) {
        let rules = &walk.rules;
        for bout in walk.matches() {
            let (mut state, mut dice) = (bout.state(), Dice(walk.seed));
            let (mut at_once, mut same_dice) = (state, Dice(walk.seed));
            if !matches!(state.turn(), Turn::Detective(_) | Turn::Team) {
                continue;
            }
            let plies = at_once.play_random_detectives(rules, &mut same_dice);
            assert!(plies >= 1);
            for _ in 0..plies {
                let mv = state.table().draw_detective_move(rules, &mut dice);
                state.play(rules, mv.into()).expect("a drawn move is legal");
            }
            assert_eq!(state, at_once);
            assert_eq!(dice.0, same_dice.0);
        }
    }

    /// A state of the middle can be set up by hand and is the same state.
    #[test]
    fn a_setup_describes_the_state(walk in all_walks()) {
        // With unlimited double moves nobody can tell how many turns so many slots were.
        let countable = walk.rules.mr_x_tickets().doubles() != Stock::UNLIMITED;
        if walk.bout.outcome().is_none() && countable {
            let state = walk.bout.state();
            let setup = setup_of(&walk.bout);
            assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
            assert_eq!(State::from_setup(&walk.rules, &setup), Ok(state));
            let again = Match::from_setup(Arc::clone(&walk.rules), &setup).expect("a good setup");
            assert_eq!(again.state(), state);
            assert_eq!(
                again.detective_view().candidates(),
                walk.bout.detective_view().candidates()
            );
            assert!(again.state().moves(&walk.rules).eq(state.moves(&walk.rules)));
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Every candidate, and nothing else, has a hidden path that fits the public log; and whichever
    /// of these paths was taken, the detectives know the same. So no bit of the hidden station gets
    /// through to them.
    #[test]
    fn another_hidden_path_leaves_the_detectives_view_equal(walk in all_walks()) {
        let worlds = Worlds::of(&walk);
        for (plies, bout) in walk.matches().enumerate() {
            let candidates = bout.detective_view().candidates().to_set();
            assert_eq!(candidates, worlds.stations(plies), "after {plies} plies");
        }
        let view = walk.bout.detective_view();
        let text = format!("{view:?}");
        for candidate in view.candidates().iter() {
            let other = worlds.witness(&walk, candidate);
            assert_eq!(other.detective_view(), view, "{candidate}");
            assert_eq!(format!("{:?}", other.detective_view()), text);
            let assumed = view.assume(candidate);
            assert_eq!(assumed.table(), other.state().table());
            assert_eq!(assumed.mr_x(), candidate);
            assert_eq!(assumed, other.state());
            assert_eq!(format!("{assumed:?}"), format!("{:?}", walk.bout.state()));
        }
    }

    /// What is saved for the detectives is the same to the byte, whichever hidden path was taken.
    #[test]
    fn a_hidden_record_hides(walk in all_walks(), pick in any::<prop::sample::Index>()) {
        let candidates: Vec<Station> = walk.bout.detective_view().candidates().iter().collect();
        let other = Worlds::of(&walk).witness(&walk, *pick.get(&candidates));
        let hidden = |bout: &Match| {
            let record = Record::of(bout).hide(Arc::clone(&walk.rules)).expect("it replays");
            assert_eq!(record, Record::of_view(bout.detective_view()));
            let json = serde_json::to_string(&record).expect("a record is plain data");
            (record.to_string(), json, format!("{record:?}"))
        };
        assert_eq!(hidden(&walk.bout), hidden(&other));

        // Seen from the other side: no station is there that nobody has shown.
        let record = Record::of_view(walk.bout.detective_view());
        if !walk.rules.start_known() {
            assert_eq!(record.mr_x, None);
        }
        let steps = record.turns.iter().flat_map(|turn| turn.mr_x.steps());
        let caught = walk.bout.outcome() == Some(Outcome::Captured);
        let last = walk.bout.state().table().slots_used();
        for (slot, step) in (1..).zip(steps) {
            let may_show = walk.rules.surfaces_after(slot) || caught && slot == last;
            assert!(step.seen.is_none() || may_show, "slot {slot}: {step}");
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// A record replays to the same match and goes through text and JSON unharmed, and so does what
    /// the detectives saw of it: at every moment of the match and after its end.
    #[test]
    fn records_replay_at_every_moment(walk in all_walks()) {
        for bout in walk.matches() {
            check_records(&walk.rules, &bout);
        }
    }

    /// Rules 4.3 and 5.5: the listed moves are sorted, all different, and just those that are legal.
    #[test]
    fn listed_moves_are_the_legal_ones_on_small_boards(walk in walks(small_games())) {
        let all = all_moves(&walk.rules);
        for bout in walk.matches().collect::<Vec<_>>().iter().rev().take(3) {
            check_listed(&walk.rules, &bout.state(), &all);
        }
    }

    /// The same on every board, with all single steps, all double moves that begin with a legal
    /// step, and some that are drawn.
    #[test]
    fn listed_moves_are_the_legal_ones(walk in all_walks()) {
        let mut dice = Dice(walk.seed);
        for bout in walk.matches().collect::<Vec<_>>().iter().rev().take(2) {
            let state = bout.state();
            let mut tried = all_single_moves();
            for mv in state.mr_x_moves(&walk.rules).take_while(|mv| !is_double((*mv).into())) {
                let MrXMove::Single(first) = mv else { continue };
                let seconds = all_steps(200);
                tried.extend(seconds.map(|second| Move::MrX(MrXMove::Double(first, second))));
            }
            tried.extend(some_moves(&walk.rules, &mut dice));
            tried.sort_unstable();
            tried.dedup();
            check_listed(&walk.rules, &state, &tried);
        }
    }

    /// The candidates once more, without any merging: on small boards all hidden paths are played
    /// through from every start, as whole matches, and those whose public log is the true one end
    /// on the candidates. No other station has such a path.
    #[test]
    fn no_other_station_has_a_witness(walk in walks(small_games())) {
        let cut = cut_to_turns(&walk, 4);
        let rules = &cut.rules;
        let log = cut.bout.detective_view().log().plies();
        let mut ends = StationSet::EMPTY;
        for mr_x in rules.board().stations().iter() {
            let known = rules.start_known() && mr_x != cut.deal.mr_x;
            let drawn = rules.mr_x_starts().contains(mr_x);
            if known || !drawn || cut.deal.detectives.contains(&mr_x) {
                continue;
            }
            let deal = Deal { mr_x, ..cut.deal.clone() };
            let bout = Match::new(Arc::clone(rules), &deal);
            follow(&bout, log, cut.bout.turn(), &mut ends);
        }
        assert_eq!(cut.bout.detective_view().candidates().to_set(), ends);
    }
}

/// Where Mr X was cornered, the hidden record replays to that end, too, unless he could have been
/// captured by the last move: then docs/RECORD.md reads it as a capture.
#[test]
fn a_hidden_record_replays_a_cornering() {
    let (mut cornered, mut unclear) = (0, 0);
    for game in small_games() {
        for seed in 0..200 {
            let walk = Walk::new(game, seed, usize::MAX);
            if walk.bout.outcome() != Some(Outcome::Cornered) {
                continue;
            }
            let view = walk.bout.detective_view();
            let hidden = Record::of_view(view);
            let seen = hidden.replay_view(Arc::clone(&walk.rules)).expect("it replays");
            let before =
                walk.matches().nth(walk.moves.len().saturating_sub(1)).expect("one ply less");
            let before = before.detective_view().candidates();
            if let Some(Move::Detective(DetectiveMove::Ride { step, .. })) = walk.moves.last()
                && before.contains(step.to)
            {
                unclear += 1;
            } else {
                assert_eq!(&seen, view, "{walk:?}");
                cornered += 1;
            }
        }
    }
    assert!(cornered > 50 && unclear > 0, "only {cornered} and {unclear}");
}

/// A hidden record gives the detectives' view back, whatever the end. Here Mr X sits in corner 1 of a
/// grid, and the last detective walls him in from 2, where he could have been as well.
#[test]
fn a_hidden_record_tells_cornering_from_capture() {
    let rules = Arc::new(presets::rules("grid:3,2,9").expect("a grid"));
    let text = "yard-record 1\nrules grid:3,2,9\nstart 2 7 3\n1 T1 | T4 T2\nresult detectives";
    let record: Record = text.parse().expect("well written");
    let view = record.replay_view(Arc::clone(&rules)).expect("it replays");
    assert_eq!(view.turn(), Turn::Over(Outcome::Cornered));
    assert_eq!(view.candidates().only(), Some(at(1)));
    let hidden = record.hide(Arc::clone(&rules)).expect("it replays");
    assert_eq!(hidden.replay_view(rules).as_ref(), Ok(&view));
}

/// Adds to `ends` where Mr X stands after each way to make these plies and end with this turn.
fn follow(bout: &Match, log: &[PublicPly], turn: Turn, ends: &mut StationSet) {
    let Some((ply, later)) = log.split_first() else {
        if bout.turn() == turn {
            ends.insert(bout.state().mr_x());
        }
        return;
    };
    let tried: Vec<Move> = match ply {
        PublicPly::MrX(_) => bout.state().moves(bout.rules()).collect(),
        PublicPly::Detective(mv) => vec![Move::Detective(*mv)],
    };
    for mv in tried {
        let mut next = bout.clone();
        if next.play(mv).is_ok() && next.detective_view().log().plies().last() == Some(ply) {
            follow(&next, later, turn, ends);
        }
    }
}

/// The walk up to the end of the n-th turn of Mr X, so that all paths can be counted.
fn cut_to_turns(walk: &Walk, turns: usize) -> Walk {
    let is_mr_x = |mv: &&Move| matches!(mv, Move::MrX(_));
    let mut plies = walk.moves.len();
    while walk.moves[..plies].iter().filter(is_mr_x).count() > turns {
        plies -= 1;
    }
    let bout = walk.matches().nth(plies).expect("it is that long");
    Walk { moves: walk.moves[..plies].to_vec(), bout, ..walk.clone() }
}

fn check_tickets(walk: &Walk) {
    let rules = &walk.rules;
    // Paid by Mr X (double moves last), and by each detective, so far.
    let mut by_mr_x = [0_u32; 5];
    let mut by_detective = [[0_u32; 3]; 5];
    for (bout, mv) in walk.matches().zip(std::iter::once(None).chain(walk.moves.iter().map(Some))) {
        match mv {
            None | Some(Move::Detective(DetectiveMove::Pass { .. })) => {}
            Some(Move::MrX(mv)) => {
                mv.steps().for_each(|step| by_mr_x[step.ticket as usize] += 1);
                by_mr_x[4] += u32::from(is_double((*mv).into()));
            }
            Some(Move::Detective(DetectiveMove::Ride { by, step })) => {
                by_detective[by.index()][step.ticket as usize] += 1;
            }
        }
        let state = bout.state();
        let table = state.table();
        for ticket in Ticket::DETECTIVES {
            let kind = ticket as usize;
            let spent: u32 = by_detective.iter().map(|spent| spent[kind]).sum();
            let came = if rules.hand_over() { spent } else { 0 };
            let (before, now) = (rules.mr_x_tickets().of(ticket), table.mr_x_tickets().of(ticket));
            assert_eq!(counted(now), counted(before).map(|n| n + came - by_mr_x[kind]));
            let mut all = counted(now);
            let mut at_start = counted(before);
            for id in rules.detective_ids() {
                let before = rules.detective_tickets().of(ticket);
                let now = table.detective_tickets(id).of(ticket);
                let left = counted(before).map(|n| n - by_detective[id.index()][kind]);
                assert_eq!(counted(now), left);
                all = all.zip(counted(now)).map(|(a, b)| a + b);
                at_start = at_start.zip(counted(before)).map(|(a, b)| a + b);
            }
            // The same as one sum: what is on the table and what Mr X has paid is always the same,
            // where tickets are handed over; otherwise what the detectives pay is gone as well.
            let gone = by_mr_x[kind] + if rules.hand_over() { 0 } else { spent };
            assert_eq!(all.map(|n| n + gone), at_start);
        }
        let (before, now) = (rules.mr_x_tickets(), table.mr_x_tickets());
        let black = counted(before.of(Ticket::Black)).map(|n| n - by_mr_x[3]);
        assert_eq!(counted(now.of(Ticket::Black)), black);
        let doubles = counted(before.doubles()).map(|n| n - by_mr_x[4]);
        assert_eq!(counted(now.doubles()), doubles);
    }
}

fn counted(stock: Stock) -> Option<u32> {
    stock.tickets().map(u32::from)
}

fn check_records(rules: &Arc<Rules>, bout: &Match) {
    let record = Record::of(bout);
    assert!(record.is_full());
    let again = record.replay(Arc::clone(rules)).expect("a record replays");
    assert_eq!(&again, bout);
    check_record_forms(&record);

    let view = bout.detective_view();
    let hidden = record.hide(Arc::clone(rules)).expect("a full record can be hidden");
    assert_eq!(hidden, Record::of_view(view));
    check_record_forms(&hidden);
    if bout.outcome() != Some(Outcome::Cornered) {
        let seen = hidden.replay_view(Arc::clone(rules));
        assert_eq!(seen.as_ref(), Ok(view), "\n{hidden}");
    }
    assert_eq!(hidden.hide(Arc::clone(rules)), Ok(hidden.clone()), "hiding twice is hiding once");
    if view.log().slots().any(|slot| slot.step.seen.is_none()) {
        assert!(!hidden.is_full());
        assert!(hidden.replay(Arc::clone(rules)).is_err());
    }
}

/// Text and JSON give the record back, and the same bytes again.
fn check_record_forms(record: &Record) {
    let text = record.to_string();
    let from_text: Record = text.parse().expect("what is written can be read");
    assert_eq!(&from_text, record);
    assert_eq!(from_text.to_string(), text);
    let json = serde_json::to_string(record).expect("a record is plain data");
    let from_json: Record = serde_json::from_str(&json).expect("what is written can be read");
    assert_eq!(&from_json, record);
}

/// Every ticket to every station up to this number.
fn all_steps(last: u8) -> impl Iterator<Item = Step> + Clone {
    Ticket::ALL
        .into_iter()
        .flat_map(move |ticket| (1..=last).map(move |number| Step { ticket, to: at(number) }))
}

/// All single steps of anybody to any number, and all passes.
fn all_single_moves() -> Vec<Move> {
    let mut moves: Vec<Move> =
        all_steps(255).map(|step| Move::MrX(MrXMove::Single(step))).collect();
    for by in DetectiveId::ALL {
        moves.extend(all_steps(255).map(|step| Move::Detective(DetectiveMove::Ride { by, step })));
        moves.push(Move::Detective(DetectiveMove::Pass { by }));
    }
    moves.sort_unstable();
    moves
}

/// All moves that anybody can think of on a small board, and on one station beyond it.
fn all_moves(rules: &Rules) -> Vec<Move> {
    let last = rules.board().stations().len() as u8 + 1;
    let mut moves = all_single_moves();
    for first in all_steps(last) {
        let seconds = all_steps(last);
        moves.extend(seconds.map(|second| Move::MrX(MrXMove::Double(first, second))));
    }
    moves.sort_unstable();
    moves
}

/// Moves of all kinds, drawn without regard to the rules.
fn some_moves(rules: &Rules, dice: &mut Dice) -> Vec<Move> {
    let last = rules.board().stations().len() as u32;
    let step = |dice: &mut Dice| Step {
        ticket: Ticket::ALL[dice.below(4) as usize],
        to: at(dice.below(last) as u8 + 1),
    };
    let mut moves = Vec::new();
    for _ in 0..100 {
        let (first, second) = (step(dice), step(dice));
        let by = DetectiveId::ALL[dice.below(5) as usize];
        moves.push(Move::MrX(MrXMove::Single(first)));
        moves.push(Move::MrX(MrXMove::Double(first, second)));
        moves.push(Move::Detective(DetectiveMove::Ride { by, step: first }));
        moves.push(Move::Detective(DetectiveMove::Pass { by }));
    }
    moves
}

/// `tried` must be sorted, and hold all moves of the state.
fn check_listed(rules: &Rules, state: &State, tried: &[Move]) {
    let listed: Vec<Move> = state.moves(rules).collect();
    assert!(listed.is_sorted_by(|a, b| a < b), "{listed:?}");
    let legal: Vec<Move> = tried.iter().copied().filter(|mv| state.is_legal(rules, *mv)).collect();
    assert_eq!(listed, legal);
    for &mv in tried {
        let mut next = *state;
        if next.play(rules, mv).is_err() {
            assert_eq!(next, *state, "a refused move changes nothing: {mv:?}");
        }
    }
    assert_eq!(yard_core::perft(rules, state, 1), listed.len() as u64);
}

/// The setup that describes where a match stands.
fn setup_of(bout: &Match) -> Setup {
    let state = bout.state();
    let table = state.table();
    let rules = bout.rules();
    Setup {
        rules: rules.name().to_owned(),
        x: state.mr_x().number().into(),
        detectives: table.detectives().map(|at| at.number().into()).collect(),
        turn: match table.turn() {
            Turn::MrX | Turn::Over(_) => SetupTurn::MrX,
            Turn::Detective(id) => SetupTurn::Detective(id),
            Turn::Team => SetupTurn::Team,
        },
        moved: rules
            .detective_ids()
            .filter(|id| table.has_moved(*id))
            .map(|id| id.number().into())
            .collect(),
        slot: table.slots_used().into(),
        x_tickets: Some(table.mr_x_tickets()),
        detective_tickets: rules.detective_ids().map(|id| table.detective_tickets(id)).collect(),
        candidates: bout
            .detective_view()
            .candidates()
            .iter()
            .map(|at| at.number().into())
            .collect(),
    }
}

// ---------------------------------------------------------------------------------------------
// Texts

fn stocks() -> impl Strategy<Value = Stock> {
    prop_oneof![
        1 => Just(Stock::UNLIMITED),
        4 => (0..=Stock::MOST).prop_map(|n| Stock::count(n).expect("up to 254")),
    ]
}

fn detective_tickets() -> impl Strategy<Value = DetectiveTickets> {
    (stocks(), stocks(), stocks()).prop_map(|(t, b, u)| DetectiveTickets::new(t, b, u))
}

fn mr_x_tickets() -> impl Strategy<Value = MrXTickets> {
    [stocks(), stocks(), stocks(), stocks(), stocks()].prop_map(MrXTickets::new)
}

fn stations() -> impl Strategy<Value = Station> {
    (1..=u8::MAX).prop_map(at)
}

fn steps() -> impl Strategy<Value = Step> {
    (proptest::sample::select(&Ticket::ALL[..]), stations())
        .prop_map(|(ticket, to)| Step { ticket, to })
}

fn public_steps() -> impl Strategy<Value = PublicStep> {
    let seen = proptest::option::of(stations());
    (proptest::sample::select(&Ticket::ALL[..]), seen)
        .prop_map(|(ticket, seen)| PublicStep { ticket, seen })
}

/// Names of rules, as they may stand in a setup.
const NAMES: [&str; 5] = ["classic", "grid:5,2,15", "my/rules.toml", "x", "détective#1"];

fn setups() -> impl Strategy<Value = Setup> {
    let numbers = |least: usize| proptest::collection::vec(any::<u32>(), least..7);
    let turns = prop_oneof![
        Just(SetupTurn::MrX),
        Just(SetupTurn::Team),
        proptest::sample::select(&DetectiveId::ALL[..]).prop_map(SetupTurn::Detective),
    ];
    (
        (proptest::sample::select(&NAMES[..]), any::<u32>(), numbers(1)),
        (turns, numbers(0), any::<u32>()),
        proptest::option::of(mr_x_tickets()),
        proptest::collection::vec(detective_tickets(), 0..6),
        numbers(0),
    )
        .prop_map(
            |((rules, x, detectives), (turn, moved, slot), x_tickets, tickets, candidates)| Setup {
                rules: rules.to_owned(),
                x,
                detectives,
                turn,
                moved,
                slot,
                x_tickets,
                detective_tickets: tickets,
                candidates,
            },
        )
}

/// Text and JSON give a value back.
fn check_forms<T>(value: &T)
where
    T: fmt::Display + fmt::Debug + PartialEq,
    T: std::str::FromStr<Err: fmt::Debug>,
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let text = value.to_string();
    assert_eq!(&text.parse::<T>().expect("what is written can be read"), value);
    let json = serde_json::to_string(value).expect("plain data");
    let again: T = serde_json::from_str(&json).expect("what is written can be read");
    assert_eq!(&again, value);
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn setups_go_through_text_and_json(setup in setups()) {
        check_forms(&setup);
    }

    #[test]
    fn mr_x_moves_go_through_text_and_json(first in steps(), second in steps()) {
        for mv in [MrXMove::Single(first), MrXMove::Double(first, second)] {
            check_forms(&mv);
            assert_eq!(mv.to_string().to_lowercase().parse(), Ok(mv), "small letters will do");
            let public = PublicMrXMove::from(mv);
            assert_eq!(public.known(), Some(mv));
            assert_eq!(public.to_string(), mv.to_string());
        }
    }

    #[test]
    fn public_moves_go_through_text_and_json(first in public_steps(), second in public_steps()) {
        for mv in [PublicMrXMove::Single(first), PublicMrXMove::Double(first, second)] {
            check_forms(&mv);
            let hides = mv.steps().any(|step| step.seen.is_none());
            assert_eq!(mv.to_string().contains('?'), hides);
            assert_eq!(mv.to_string().parse::<MrXMove>().is_err(), hides);
        }
    }

    #[test]
    fn detective_moves_go_through_text_and_json(
        step in proptest::option::of(steps()),
        by in proptest::sample::select(&DetectiveId::ALL[..]),
    ) {
        let step = step.filter(|step| step.ticket != Ticket::Black);
        let mv = match step {
            Some(step) => DetectiveMove::Ride { by, step },
            None => DetectiveMove::Pass { by },
        };
        for (order, turn) in [(Order::Fixed, Turn::Detective(by)), (Order::Any, Turn::Team)] {
            let text = DetectiveText::new(mv, order);
            check_forms(&text);
            assert_eq!(text.in_turn(turn), Ok(mv));
        }
        let long: DetectiveText = mv.to_string().parse().expect("a detective's move");
        assert_eq!(long.in_turn(Turn::Detective(by)), Ok(mv));
        assert!(long.in_turn(Turn::Detective(DetectiveId::ALL[(by.index() + 1) % 5])).is_err());
    }
}

// ---------------------------------------------------------------------------------------------
// What a state gives away

/// A state can be printed without giving Mr X away.
#[test]
fn debug_text_of_a_state_hides_mr_x() {
    let rules = presets::rules("classic").expect("a preset");
    let state = |x: u32| {
        let setup = Setup {
            rules: "classic".to_owned(),
            x,
            detectives: vec![26, 29, 50, 53, 91],
            ..Setup::default()
        };
        State::from_setup(&rules, &setup).expect("a good setup")
    };
    let text = format!("{:?}", state(46));
    assert!(text.contains("Hidden(..)"), "{text}");
    assert!(!text.contains("46"), "{text}");
    for x in (1..=199).filter(|x| ![26, 29, 50, 53, 91].contains(x)) {
        assert_eq!(format!("{:?}", state(x)), text);
        assert_eq!(format!("{:#?}", state(x)), format!("{:#?}", state(46)));
    }
}

// ---------------------------------------------------------------------------------------------
// Corners of the rules that no preset has

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
        let bout = Match::new(Arc::clone(&rules), &deal);
        let candidates = bout.detective_view().candidates();
        assert_eq!(candidates.only(), Some(deal.mr_x), "{deal:?}, {:?}", bout.turn());
    }
}

/// Rule 3.2: a known start is public, so the detectives' record has it, even if it was drawn.
#[test]
fn a_hidden_record_keeps_a_known_start() {
    let rules = known_but_drawn();
    for deal in tiny_deals() {
        let mut bout = Match::new(Arc::clone(&rules), &deal);
        if bout.outcome().is_some() {
            continue;
        }
        let mv = bout.state().moves(&rules).next().expect("he can move");
        bout.play(mv).expect("a listed move");
        let hidden = Record::of_view(bout.detective_view());
        assert_eq!(hidden.mr_x, Some(deal.mr_x));
        let seen = hidden.replay_view(Arc::clone(&rules));
        assert_eq!(seen.as_ref(), Ok(bout.detective_view()));
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
