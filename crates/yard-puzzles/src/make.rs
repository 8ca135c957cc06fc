//! Makes puzzles: positions of quickly played games that have one clearly best move.

use std::collections::BTreeSet;
use std::sync::Arc;

use yard_agents::{Agent, Detectives, Lookahead, MrX, Person, RandomAgent, Seed, begin_game};
use yard_core::{
    DetectiveTickets, DetectiveView, Game, Move, MrXTickets, Rules, Setup, SetupTurn, Station,
    Stock, Ticket, Turn, presets,
};

use crate::puzzle::{Grade, Kind, LEAST_GAP, Puzzle, PuzzleError, Worth, written};

/// The rules of the puzzles.
const RULES: &str = "classic";
/// The solution wins at least so often.
const LEAST_CHANCE: f64 = 0.6;
/// Where Mr X can be: fewer is no puzzle, more cannot be seen at a glance.
const PLACES: std::ops::RangeInclusive<usize> = 2..=9;

/// Makes puzzles, the same ones for the same seed.
///
/// They are spread evenly over kinds and grades. `tell` hears how many there are after each game and may end it by
/// `false`.
///
/// # Errors
/// When the rules cannot be had.
pub fn make(
    count: usize,
    seed: u64,
    mut tell: impl FnMut(usize) -> bool,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let rules =
        presets::rules(RULES).map_err(|faults| PuzzleError::Position(faults.to_string()))?;
    let rules = Arc::new(rules);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut seen = BTreeSet::new();
    let each = count.div_ceil(Kind::ALL.len() * Grade::ALL.len());
    for game in 0_u64.. {
        for puzzle in of_game(&rules, Seed(seed).of_game(game), |kind, grade| {
            found.iter().filter(|known| known.kind == kind && known.grade == grade).count() < each
        }) {
            let room = found
                .iter()
                .filter(|known| known.kind == puzzle.kind && known.grade == puzzle.grade)
                .count()
                < each;
            if room && found.len() < count && seen.insert(likeness(&puzzle)) {
                found.push(puzzle);
            }
        }
        if found.len() >= count || !tell(found.len()) {
            break;
        }
    }
    found.sort_by(|a, b| (a.kind, a.grade, &a.id).cmp(&(b.kind, b.grade, &b.id)));
    Ok(found)
}

/// Two puzzles with the same pieces on the same stations are alike.
fn likeness(puzzle: &Puzzle) -> (Kind, Vec<u32>, Vec<u32>, Option<u32>) {
    let mut detectives = puzzle.setup.detectives.clone();
    detectives.sort_unstable();
    (puzzle.kind, detectives, puzzle.setup.candidates.clone(), puzzle.setup.x)
}

/// At most one puzzle of each kind and grade of a game.
fn of_game(rules: &Arc<Rules>, seed: Seed, wanted: impl Fn(Kind, Grade) -> bool) -> Vec<Puzzle> {
    let mut mr_x = Person::<MrX>::new(0.0, Box::new(RandomAgent));
    let mut team = Person::<Detectives>::new(0.6, Box::new(Lookahead::default()));
    let (mut rng_x, mut rng_d) = (seed.stream("mr-x"), seed.stream("detectives"));
    let Ok(mut game) = begin_game(rules, None, seed) else { return Vec::new() };
    let mut found: Vec<Puzzle> = Vec::new();
    loop {
        let mv: Move = match game.turn() {
            Turn::Over(_) => return found,
            Turn::MrX => match mr_x.choose(game.mr_x_view(), &mut rng_x) {
                Ok(mv) => mv.into(),
                Err(_) => return found,
            },
            Turn::Detective(_) | Turn::Team => match team.choose(game.detective_view(), &mut rng_d)
            {
                Ok(mv) => mv.into(),
                Err(_) => return found,
            },
        };
        let is_new = |kind: Kind, grade: Grade| {
            wanted(kind, grade)
                && !found.iter().any(|known| known.kind == kind && known.grade == grade)
        };
        let puzzle = look(&game, is_new);
        found.extend(puzzle);
        if game.play(mv).is_err() {
            return found;
        }
    }
}

/// The puzzle of a position, if it is one.
fn look(game: &Game, is_new: impl Fn(Kind, Grade) -> bool) -> Option<Puzzle> {
    let view = game.detective_view();
    if !PLACES.contains(&view.candidates().len()) {
        return None;
    }
    let kind = match game.turn() {
        Turn::Detective(_) => Kind::Catch,
        Turn::MrX => Kind::Slip,
        Turn::Team | Turn::Over(_) => return None,
    };
    if !Grade::ALL.into_iter().any(|grade| is_new(kind, grade)) {
        return None;
    }
    let setup = setup(view, (kind == Kind::Slip).then(|| game.mr_x_view().station()))?;
    let draft = Puzzle::new(kind, Grade::Easy, setup, String::new());
    if kind == Kind::Catch && !is_new(kind, catch_grade(&draft)) {
        return None;
    }
    let values = draft.values().ok()?;
    let [best, second, ..] = &values[..] else { return None };
    if best.chance < LEAST_CHANCE || best.chance - second.chance < LEAST_GAP {
        return None;
    }
    let grade = match kind {
        Kind::Catch => catch_grade(&draft),
        Kind::Slip => slip_grade(view, &values),
    };
    is_new(kind, grade).then(|| Puzzle::new(kind, grade, draft.setup, written(best.mv)))
}

/// By how many rides have to be seen together.
fn catch_grade(puzzle: &Puzzle) -> Grade {
    let before = match puzzle.setup.turn {
        SetupTurn::Detective(id) => id.index(),
        SetupTurn::MrX | SetupTurn::Team => 0,
    };
    match puzzle.setup.detectives.len() - before {
        0 | 1 => Grade::Easy,
        2 | 3 => Grade::Medium,
        _ => Grade::Hard,
    }
}

/// By how many wrong moves look safe: no detective comes there with his next ride.
fn slip_grade(view: &DetectiveView, values: &[Worth]) -> Grade {
    let (rules, public) = (view.rules(), view.public());
    let near = |at: Station| {
        let rides = |from: Station| rules.board().detective_distance(from, at);
        public.detectives().filter_map(rides).min().is_some_and(|rides| rides <= 1)
    };
    let looks_safe = |one: &&Worth| matches!(one.mv, Move::MrX(mv) if !near(mv.target()));
    match values.iter().skip(1).filter(looks_safe).count() {
        0 => Grade::Easy,
        1 | 2 => Grade::Medium,
        _ => Grade::Hard,
    }
}

/// The position two rounds before he is seen again, with tickets to match; without double moves.
fn setup(view: &DetectiveView, x: Option<Station>) -> Option<Setup> {
    let (rules, public) = (view.rules(), view.public());
    // Mr X moves once more before he is seen, or is seen after his next move.
    let before = if x.is_some() { 2 } else { 1 };
    let used = public.slots_used();
    let slot = rules
        .surfacings()
        .map(|slot| slot.saturating_sub(before))
        .find(|slot| *slot >= used && *slot > 0)?;
    let taxi = |stock: Stock| match stock.tickets() {
        Some(tickets) => Stock::count(tickets.checked_sub(slot - used)?),
        None => Some(stock),
    };
    let tickets = rules.detective_ids().map(|id| {
        let own = public.detective_tickets(id);
        Some(DetectiveTickets::new([
            taxi(own.of(Ticket::Taxi))?,
            own.of(Ticket::Bus),
            own.of(Ticket::Underground),
        ]))
    });
    let own: MrXTickets = public.mr_x_tickets();
    let [t, b, u, k] = Ticket::ALL.map(|ticket| own.of(ticket));
    let turn = match public.turn() {
        Turn::Detective(id) => SetupTurn::Detective(id),
        Turn::MrX | Turn::Team | Turn::Over(_) => SetupTurn::MrX,
    };
    Some(Setup {
        rules: rules.name().to_owned(),
        x: x.map(|station| station.number().into()),
        detectives: public.detectives().map(|station| station.number().into()).collect(),
        turn,
        moved: Vec::new(),
        slot: slot.into(),
        x_tickets: Some(MrXTickets::new([t, b, u, k, Stock::NONE])),
        detective_tickets: tickets.collect::<Option<_>>()?,
        candidates: view.candidates().iter().map(|station| station.number().into()).collect(),
    })
}
