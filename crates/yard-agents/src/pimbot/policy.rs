//! The ε-greedy playouts: MCD for Mr X; CAL, MTD or chance for the detectives.

use std::hint::select_unpredictable;

use yard_core::{
    DetectiveId, DetectiveMove, MOST_DETECTIVES, MrXMove, Outcome, PublicState, Rules, State,
    Station, StationSet, Step, Ticket, Turn,
};

use super::filter::{Marks, black_allowed, can_be_captured};
use super::history::{MoveLog, code_of_detective, code_of_mr_x};
use super::locations::CATEGORIES;
use super::parameters::{HiderPolicy, SeekerPolicy};
use super::suspects::Suspects;
use crate::rng::FastRng;

/// How both sides move in playouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix {
    hider: HiderPolicy,
    seekers: SeekerPolicy,
    /// Whether Mr X makes double moves.
    doubles: bool,
    /// Random when the upper half of a draw is below this.
    epsilon_hider: u64,
    epsilon_seekers: u64,
}

impl Mix {
    /// Puts the policies and their shares of random moves together.
    pub(super) fn new(
        hider: HiderPolicy,
        seekers: SeekerPolicy,
        epsilon_hider: f64,
        epsilon_seekers: f64,
    ) -> Mix {
        let threshold = |share: f64| (share.clamp(0.0, 1.0) * (1_u64 << 32) as f64) as u64;
        Mix {
            hider,
            seekers,
            doubles: true,
            epsilon_hider: threshold(epsilon_hider),
            epsilon_seekers: threshold(epsilon_seekers),
        }
    }

    /// The same with double moves of Mr X, or without.
    pub(super) fn with_doubles(self, doubles: bool) -> Mix {
        Mix { doubles, ..self }
    }

    /// Tells whether the candidates are needed.
    pub(super) fn needs_suspects(&self) -> bool {
        matches!(
            self.seekers,
            SeekerPolicy::TotalDistance | SeekerPolicy::Guess | SeekerPolicy::Assumed
        )
    }

    /// Tells whether a station is assumed and followed.
    pub(super) fn assumes(&self) -> bool {
        self.seekers == SeekerPolicy::Assumed
    }
}

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// For the filtering rules in playouts.
    pub(super) marks: &'a Marks,
    /// Who moves how.
    pub(super) mix: Mix,
    /// How likely a guess is kept, by the moves of the nearest detective to it, in parts of 2³².
    pub(super) suspicion: [u64; CATEGORIES],
}

/// How a simulated game ended, and which detective moved last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// How it ended.
    pub(super) outcome: Outcome,
    /// Who made the last move of the detectives, where one was made.
    pub(super) last: Option<DetectiveId>,
}

/// Plays to the end and logs every move for Progressive History. Allocates nothing.
///
/// `last` is the detective who moved last before, if it was not Mr X: his own step onto a detective (rule
/// 4.9) is nobody's capture.
pub(super) fn playout(
    ground: &Ground<'_>,
    state: &mut State,
    suspects: &mut Suspects,
    mut last: Option<DetectiveId>,
    log: &mut MoveLog,
    chance: &mut FastRng,
) -> Ending {
    let Ground { rules, mix, .. } = *ground;
    loop {
        match state.turn() {
            Turn::MrX => {
                let mv = mr_x_move(ground, state, chance);
                log.push(code_of_mr_x(mv));
                if mix.needs_suspects() {
                    suspects.mr_x_moved(rules, state.public(), mv);
                }
                if mix.assumes() {
                    suspects.follow(rules, state.public(), mv, chance);
                }
                state.play_mr_x(rules, mv);
                last = None;
            }
            Turn::Detective(_) | Turn::Team => last = reply(ground, state, suspects, log, chance),
            Turn::Over(outcome) => return Ending { outcome, last },
        }
    }
}

/// Plays and logs the move of the detective whose turn it is, by the team's policy; returns who it was.
#[inline]
pub(super) fn reply(
    ground: &Ground<'_>,
    state: &mut State,
    suspects: &mut Suspects,
    log: &mut MoveLog,
    chance: &mut FastRng,
) -> Option<DetectiveId> {
    let Some(by) = next_detective(ground.rules, state.public()) else {
        unreachable!("it is somebody's turn among the detectives");
    };
    let mv = detective_move(ground, state, by, suspects, chance);
    log.push(code_of_detective(mv));
    state.play_detective(ground.rules, mv);
    if let DetectiveMove::Ride { step, .. } = mv
        && ground.mix.needs_suspects()
    {
        suspects.detective_moved(ground.rules.board(), step.to);
    }
    Some(by)
}

/// Whose turn it is among the detectives. In any order the search takes the first who has not moved
/// and can.
#[inline]
pub(super) fn next_detective(rules: &Rules, public: &PublicState) -> Option<DetectiveId> {
    match public.turn() {
        Turn::Detective(by) => Some(by),
        Turn::Team => {
            rules.detective_ids().find(|id| !public.has_moved(*id) && public.can_ride(rules, *id))
        }
        Turn::MrX | Turn::Over(_) => None,
    }
}

/// A move of Mr X by his policy.
///
/// Filtering in playouts: black tickets by the slot, and a double move when the chosen step could
/// be captured.
#[inline]
pub(super) fn mr_x_move(ground: &Ground<'_>, state: &State, chance: &mut FastRng) -> MrXMove {
    let Ground { rules, marks, mix, .. } = *ground;
    let public = state.public();
    let bits = chance.bits();
    let greedy = mix.hider == HiderPolicy::ClosestDistance && bits >> 32 >= mix.epsilon_hider;
    let steps = state.mr_x_lines_out(rules);
    let slot = public.slots_used() + 1;
    let black = black_allowed(rules, marks, state.mr_x(), slot, None);
    let seats = Seats::of(public);
    let choose = |steps: &[Step], black: bool, bits: u64| {
        let near = |to| if greedy { 255 - u32::from(seats.closest(rules, to)) } else { 0 };
        cheapest(steps, bits, near, |step| {
            (black || step.ticket != Ticket::Black) && !public.is_occupied(step.to)
        })
    };
    let Some(first) = choose(steps, black, bits).or_else(|| choose(steps, true, bits)) else {
        // Only the step onto a detective is left (rule 4.9).
        return state.draw_mr_x_move(rules, chance);
    };
    if !mix.doubles || !public.may_double(rules) || !can_be_captured(rules, public, first.to) {
        return MrXMove::Single(first);
    }
    let black = black_allowed(rules, marks, first.to, slot + 1, None);
    match choose(public.lines_after(rules, first), black, chance.bits()) {
        Some(second) => MrXMove::Double(first, second),
        None => MrXMove::Single(first),
    }
}

/// A detective's move by the team's policy.
#[inline]
pub(super) fn detective_move(
    ground: &Ground<'_>,
    state: &State,
    by: DetectiveId,
    suspects: &mut Suspects,
    chance: &mut FastRng,
) -> DetectiveMove {
    let Ground { rules, mix, .. } = *ground;
    let public = state.public();
    let bits = chance.bits();
    let steps = public.lines_out(rules, by);
    let free = |step: &Step| !public.is_occupied(step.to);
    let random = bits >> 32 < mix.epsilon_seekers;
    let chosen = match mix.seekers {
        SeekerPolicy::ChaseLocation | SeekerPolicy::Auto => {
            let distances = rules.board().detective_distances_from(state.mr_x());
            let costs = select_unpredictable(random, &[0; 256], distances);
            cheapest(steps, bits, listed(costs), free)
        }
        SeekerPolicy::TotalDistance => {
            let costs = select_unpredictable(random, &[0; 256], suspects.sums(rules.board()));
            cheapest(steps, bits, listed(costs), free)
        }
        SeekerPolicy::Guess if !random => {
            let target = guess(ground, public, suspects.set(), chance);
            let distances = rules.board().detective_distances_from(target.unwrap_or(state.mr_x()));
            cheapest(steps, bits, listed(distances), free)
        }
        SeekerPolicy::Assumed if !random => {
            let target = suspects.assumed(chance);
            let distances = rules.board().detective_distances_from(target.unwrap_or(state.mr_x()));
            cheapest(steps, bits, listed(distances), free)
        }
        SeekerPolicy::Guess | SeekerPolicy::Assumed | SeekerPolicy::Random => {
            cheapest(steps, bits, |_| 0, free)
        }
    };
    match chosen {
        Some(step) => DetectiveMove::Ride { by, step },
        None => DetectiveMove::Pass { by },
    }
}

/// How often a guess is drawn anew before the last one is taken.
const MOST_GUESSES: u32 = 8;

/// A candidate, drawn by the weight of its category: any is drawn, and kept as often as the weight is
/// of the greatest.
#[inline]
fn guess(
    ground: &Ground<'_>,
    public: &PublicState,
    candidates: &StationSet,
    chance: &mut FastRng,
) -> Option<Station> {
    let seats = Seats::of(public);
    let count = candidates.len() as u64;
    let mut drawn = None;
    for _ in 0..MOST_GUESSES {
        let bits = chance.bits();
        let station = candidates.nth((((bits & 0xffff_ffff) * count) >> 32) as usize)?;
        drawn = Some(station);
        let moves = usize::from(seats.closest(ground.rules, station)).clamp(1, CATEGORIES);
        if bits >> 32 < ground.suspicion[moves - 1] {
            break;
        }
    }
    drawn
}

/// The detectives' stations as plain numbers, the first repeated where fewer play.
#[derive(Clone, Copy)]
struct Seats([u8; MOST_DETECTIVES]);

impl Seats {
    #[inline]
    fn of(public: &PublicState) -> Seats {
        let first = public.detective(DetectiveId::D1).map_or(0, Station::number);
        Seats(DetectiveId::ALL.map(|id| public.detective(id).map_or(first, Station::number)))
    }

    /// How many moves the closest detective needs to a station.
    #[inline]
    fn closest(self, rules: &Rules, to: Station) -> u8 {
        let distances = rules.board().detective_distances_from(to);
        self.0.into_iter().map(|at| distances[usize::from(at)]).fold(u8::MAX, u8::min)
    }
}

/// The cost of a station in a list by number.
#[inline]
fn listed<T: Copy + Into<u32>>(costs: &[T; 256]) -> impl Fn(Station) -> u32 {
    |to| costs[usize::from(to.number())].into()
}

/// The step of least cost among the allowed ones, any of equals.
///
/// Equals are told apart by 32 bits that each step makes for itself out of one draw: the product
/// with an odd number spreads the number of the step over all of them. Which step is least is no more
/// predictable than a die, so the loop has no branch for it.
#[inline]
fn cheapest(
    steps: &[Step],
    bits: u64,
    cost: impl Fn(Station) -> u32,
    allowed: impl Fn(&Step) -> bool,
) -> Option<Step> {
    let mut best = None;
    let mut least = u64::MAX;
    let mut salt = bits;
    for step in steps {
        salt = salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let noise = (salt ^ (salt >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
        let key = u64::from(cost(step.to)) << 32 | noise;
        let key = select_unpredictable(allowed(step), key, u64::MAX);
        let less = key < least;
        least = select_unpredictable(less, key, least);
        best = select_unpredictable(less, Some(step), best);
    }
    best.copied()
}
