//! Makes puzzles: positions of quickly played games that have one clearly best move.

use std::collections::BTreeSet;
use std::sync::Arc;

use yard_agents::{Agent, Detectives, Lookahead, MrX, Person, RandomAgent, Seed, begin_game};
use yard_core::{
    DetectiveTickets, DetectiveView, Game, Move, MrXMove, MrXTickets, Rules, Setup, SetupTurn,
    Station, Stock, Ticket, Turn, presets,
};

use crate::puzzle::{Grade, Kind, LEAST_GAP, Puzzle, PuzzleError, Worth, written};
use crate::solve::{SlipValue, slip_values_if};

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
        let of_game =
            of_game(&rules, Seed(seed).of_game(game), |group| has_room(&found, group, each));
        for puzzle in of_game {
            let room = has_room(&found, Group::of(&puzzle), each);
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

/// What the solution needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    /// Plain rides.
    Ride,
    /// A black ticket.
    Black,
    /// A double move.
    Double,
}

/// Puzzles that are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    kind: Kind,
    grade: Grade,
    tool: Tool,
}

impl Group {
    fn of(puzzle: &Puzzle) -> Group {
        let tool = match puzzle.solution.as_bytes() {
            [b'2', ..] => Tool::Double,
            [b'K', ..] => Tool::Black,
            _ => Tool::Ride,
        };
        Group { kind: puzzle.kind, grade: puzzle.grade, tool }
    }
}

/// Tells whether a group still wants a puzzle, when there are to be `each` of a kind and grade.
fn has_room(found: &[Puzzle], group: Group, each: usize) -> bool {
    let groups = || found.iter().map(Group::of);
    let alike = groups().filter(|one| one.kind == group.kind && one.grade == group.grade).count();
    // Double moves are the rarest: what is left of the others' shares is theirs.
    let share = match (group.kind, group.tool) {
        (Kind::Catch, _) | (Kind::Slip, Tool::Double) => each,
        (Kind::Slip, Tool::Ride) => (each * 11).div_ceil(20),
        (Kind::Slip, Tool::Black) => each.div_ceil(3),
    };
    alike < each && groups().filter(|one| *one == group).count() < share
}

/// Two puzzles with the same pieces on the same stations are alike.
fn likeness(puzzle: &Puzzle) -> (Kind, Vec<u32>, Vec<u32>, Option<u32>) {
    let mut detectives = puzzle.setup.detectives.clone();
    detectives.sort_unstable();
    (puzzle.kind, detectives, puzzle.setup.candidates.clone(), puzzle.setup.x)
}

/// At most one puzzle of each group of a game.
fn of_game(rules: &Arc<Rules>, seed: Seed, wanted: impl Fn(Group) -> bool) -> Vec<Puzzle> {
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
        let is_new =
            |group: Group| wanted(group) && !found.iter().any(|known| Group::of(known) == group);
        let puzzle = look(&game, is_new);
        found.extend(puzzle);
        if game.play(mv).is_err() {
            return found;
        }
    }
}

/// The puzzle of a position, if it is one.
fn look(game: &Game, is_new: impl Fn(Group) -> bool) -> Option<Puzzle> {
    let view = game.detective_view();
    if !PLACES.contains(&view.candidates().len()) {
        return None;
    }
    match game.turn() {
        Turn::Detective(_) => look_to_catch(view, is_new),
        Turn::MrX => {
            let at = game.mr_x_view().station();
            let tools = [Tool::Double, Tool::Ride, Tool::Black];
            tools.into_iter().find_map(|tool| look_to_slip(view, at, tool, &is_new))
        }
        Turn::Team | Turn::Over(_) => None,
    }
}

fn look_to_catch(view: &DetectiveView, is_new: impl Fn(Group) -> bool) -> Option<Puzzle> {
    let setup = setup(view, None, Tool::Ride)?;
    let draft = Puzzle::new(Kind::Catch, Grade::Easy, setup, String::new());
    let grade = catch_grade(&draft);
    if !is_new(Group { kind: Kind::Catch, grade, tool: Tool::Ride }) {
        return None;
    }
    let best = clearly_best(&draft.values().ok()?)?;
    Some(Puzzle::new(Kind::Catch, grade, draft.setup, written(best)))
}

/// The puzzle of Mr X that wants one of his tools.
fn look_to_slip(
    view: &DetectiveView,
    at: Station,
    tool: Tool,
    is_new: &impl Fn(Group) -> bool,
) -> Option<Puzzle> {
    let group = |grade: Grade| Group { kind: Kind::Slip, grade, tool };
    if !Grade::ALL.into_iter().any(|grade| is_new(group(grade))) {
        return None;
    }
    let setup = setup(view, Some(at), tool)?;
    let draft = Puzzle::new(Kind::Slip, Grade::Easy, setup, String::new());
    // A double move is clearly best only where single moves fail: it saves the long look at all of them.
    let failed = f64::min(1.0 - LEAST_GAP, LEAST_CHANCE);
    let singles_fail = |values: &[SlipValue]| values.iter().all(|one| one.chance < failed);
    let values = slip_values_if(&draft.mr_x_view().ok()?, singles_fail);
    let mut values: Vec<Worth> = values.into_iter().map(Worth::from).collect();
    values.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    let best = clearly_best(&values)?;
    let grade = slip_grade(view, &values);
    let puzzle = Puzzle::new(Kind::Slip, grade, draft.setup, written(best));
    (Group::of(&puzzle) == group(grade) && is_new(group(grade))).then_some(puzzle)
}

/// The best of some moves, if it wins often and the second-best is much worse.
fn clearly_best(values: &[Worth]) -> Option<Move> {
    let [best, second, ..] = values else { return None };
    let is_clear = best.chance >= LEAST_CHANCE && best.chance - second.chance >= LEAST_GAP;
    is_clear.then_some(best.mv)
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

/// By how many wrong moves look safe: no detective comes there with his next ride. A double move is harder to see.
fn slip_grade(view: &DetectiveView, values: &[Worth]) -> Grade {
    let (rules, public) = (view.rules(), view.public());
    let near = |at: Station| {
        let rides = |from: Station| rules.board().detective_distance(from, at);
        public.detectives().filter_map(rides).min().is_some_and(|rides| rides <= 1)
    };
    let looks_safe = |one: &&Worth| matches!(one.mv, Move::MrX(mv) if !near(mv.target()));
    let is_double = |one: &Worth| matches!(one.mv, Move::MrX(MrXMove::Double(..)));
    let tempting = values.iter().skip(1).filter(looks_safe).count();
    // Double moves lead to many more places, so more of them look safe.
    let (few, some) = if values.first().is_some_and(is_double) { (1, 5) } else { (0, 2) };
    match tempting {
        tempting if tempting <= few => Grade::Easy,
        tempting if tempting <= some => Grade::Medium,
        _ => Grade::Hard,
    }
}

/// The position two rounds before he is seen again, with tickets to match.
///
/// Mr X has a double move, or black tickets, only where the puzzle is about them.
fn setup(view: &DetectiveView, x: Option<Station>, tool: Tool) -> Option<Setup> {
    let (rules, public) = (view.rules(), view.public());
    // Mr X moves once more before he is seen, or twice in one turn; or is seen after his next move.
    let before = match (x, tool) {
        (None, _) => 1,
        (Some(_), Tool::Ride | Tool::Black) => 2,
        (Some(_), Tool::Double) => 3,
    };
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
    let [t, b, u, black] = Ticket::ALL.map(|ticket| own.of(ticket));
    let (black, doubles) = match (x, tool) {
        (None, _) | (Some(_), Tool::Black) => (black, Stock::NONE),
        (Some(_), Tool::Ride) => (Stock::NONE, Stock::NONE),
        (Some(_), Tool::Double) => (Stock::NONE, Stock::count(1)?),
    };
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
        x_tickets: Some(MrXTickets::new([t, b, u, black, doubles])),
        detective_tickets: tickets.collect::<Option<_>>()?,
        candidates: view.candidates().iter().map(|station| station.number().into()).collect(),
    })
}
