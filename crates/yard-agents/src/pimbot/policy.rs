//! The ε-greedy policies of playouts: MCD for Mr X; CAL, MTD or chance for the detectives.

use std::hint::select_unpredictable;

use yard_core::{
    DetectiveId, DetectiveMove, MOST_DETECTIVES, MrXMove, PublicState, Rules, Side, State, Station,
    StationSet, Step, Ticket, Turn,
};

use super::candidates::SimulatedCandidates;
use super::config::{
    HiderPolicy, PimBotConfig, PlayoutDoubles, PlayoutFilter, RandomMoves, SeekerPolicy,
};
use super::filter::{StationTypes, can_be_captured};
use super::locations::CATEGORIES;
use crate::rng::FastRng;

/// A policy of which a share ε of the moves is random.
#[derive(Clone, Copy, Debug)]
struct EpsilonGreedy<P> {
    policy: P,
    /// ε in parts of 2³².
    threshold: u64,
}

impl<P> EpsilonGreedy<P> {
    fn new(policy: P, epsilon: f64) -> EpsilonGreedy<P> {
        let threshold = (epsilon.clamp(0.0, 1.0) * (1_u64 << 32) as f64) as u64;
        EpsilonGreedy { policy, threshold }
    }

    /// Tells by the upper half of a draw whether this move is random.
    #[inline]
    fn errs(&self, bits: u64) -> bool {
        bits >> 32 < self.threshold
    }
}

/// How both sides move in playouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutPolicies {
    hider: EpsilonGreedy<HiderPolicy>,
    doubles: PlayoutDoubles,
    filter: PlayoutFilter,
    seekers: EpsilonGreedy<SeekerPolicy>,
    random: RandomMoves,
}

impl PlayoutPolicies {
    /// Those of a search for one side: `auto` is CAL for the detectives and MTD for Mr X.
    pub(super) fn new(config: &PimBotConfig, searcher: Side) -> PlayoutPolicies {
        let seekers = match (config.seekers, searcher) {
            (SeekerPolicy::Auto, Side::MrX) => SeekerPolicy::TotalDistance,
            (SeekerPolicy::Auto, Side::Detectives) => SeekerPolicy::ChaseLocation,
            (given, _) => given,
        };
        PlayoutPolicies {
            hider: EpsilonGreedy::new(config.hider, config.epsilon_hider),
            doubles: config.doubles,
            filter: config.playout_filter,
            seekers: EpsilonGreedy::new(seekers, config.epsilon_seekers),
            random: config.random,
        }
    }

    /// Tells whether the candidates are needed.
    #[inline]
    pub(super) fn need_candidates(&self) -> bool {
        matches!(
            self.seekers.policy,
            SeekerPolicy::TotalDistance
                | SeekerPolicy::Guess
                | SeekerPolicy::Assumed
                | SeekerPolicy::Belief
        )
    }

    /// Tells whether each detective has a station of his own, which follows by the weights of categories.
    #[inline]
    pub(super) fn believe(&self) -> bool {
        self.seekers.policy == SeekerPolicy::Belief
    }

    /// Tells whether a station is assumed and followed.
    #[inline]
    pub(super) fn assume_station(&self) -> bool {
        matches!(self.seekers.policy, SeekerPolicy::Assumed | SeekerPolicy::Belief)
    }
}

/// What does not change from playout to playout of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutContext<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// For the filtering rules in playouts.
    pub(super) stations: &'a StationTypes,
    /// Who moves how.
    pub(super) policies: PlayoutPolicies,
    /// How often a guess is accepted, by the moves of the nearest detective to it, in parts of 2³².
    pub(super) acceptance: [u64; CATEGORIES],
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
// Always inlined: since the tree can be given whole paths it has two callers, of which one is rare.
#[inline(always)]
pub(super) fn mr_x_move(
    context: &PlayoutContext<'_>,
    state: &State,
    chance: &mut FastRng,
) -> MrXMove {
    let PlayoutContext { rules, stations, policies, .. } = *context;
    let public = state.public();
    let bits = chance.bits();
    let greedy =
        policies.hider.policy == HiderPolicy::ClosestDistance && !policies.hider.errs(bits);
    let steps = state.mr_x_lines_out(rules);
    let slot = public.slots_used() + 1;
    let may_be_black = |from, slot| {
        policies.filter == PlayoutFilter::Off || stations.allow_black(rules, from, slot, None)
    };
    if !greedy
        && policies.doubles == PlayoutDoubles::Free
        && public.may_double(rules)
        && let Some(mv) = draw_any(state, rules, slot, may_be_black, chance)
    {
        return mv;
    }
    let black = may_be_black(state.mr_x(), slot);
    let seats = Seats::of(public);
    let grouped = !greedy && policies.random != RandomMoves::Moves;
    let choose = |steps: &[Step], black: bool, bits: u64| {
        if grouped {
            return draw_grouped(policies.random, steps, public, black, bits);
        }
        let near = |step: &Step| {
            if greedy { 255 - u32::from(seats.closest(rules, step.to)) } else { 0 }
        };
        cheapest(steps, bits, near, |step| {
            (black || step.ticket != Ticket::Black) && !public.is_occupied(step.to)
        })
    };
    let Some(first) = choose(steps, black, bits).or_else(|| choose(steps, true, bits)) else {
        // Only the step onto a detective is left (rule 4.9).
        return state.draw_mr_x_move(rules, chance);
    };
    let may_double = match policies.doubles {
        PlayoutDoubles::Never => false,
        PlayoutDoubles::WhenTrapped | PlayoutDoubles::Free => {
            public.may_double(rules) && can_be_captured(rules, public, first.to)
        }
    };
    if !may_double {
        return MrXMove::Single(first);
    }
    let black = may_be_black(first.to, slot + 1);
    match choose(public.lines_after(rules, first), black, chance.bits()) {
        Some(second) => MrXMove::Double(first, second),
        None => MrXMove::Single(first),
    }
}

/// How often a move is drawn anew because it wastes a black ticket.
const MOST_DRAWS: u32 = 8;

/// Any move of Mr X, single or double, that wastes no black ticket; none when too many drawn ones do.
#[cold]
fn draw_any(
    state: &State,
    rules: &Rules,
    slot: u8,
    may_be_black: impl Fn(Station, u8) -> bool,
    chance: &mut FastRng,
) -> Option<MrXMove> {
    (0..MOST_DRAWS).map(|_| state.draw_mr_x_move(rules, chance)).find(|mv| {
        let mut from = state.mr_x();
        mv.steps().zip(slot..).all(|(step, slot)| {
            let fits = step.ticket != Ticket::Black || may_be_black(from, slot);
            from = step.to;
            fits
        })
    })
}

/// A random step whose ticket, or whose target, is drawn first: that of the least lot. Steps that share one share
/// the lot.
#[cold]
fn draw_grouped(
    random: RandomMoves,
    steps: &[Step],
    public: &PublicState,
    black: bool,
    bits: u64,
) -> Option<Step> {
    let lot = |step: &Step| {
        let group = match random {
            RandomMoves::Moves => 0,
            RandomMoves::Tickets => step.ticket as u64,
            RandomMoves::Targets => u64::from(step.to.number()),
        };
        // Far from the numbers that `cheapest` mixes for single steps.
        noise(bits.wrapping_add((group + (1 << 20)).wrapping_mul(SPREAD))) as u32
    };
    cheapest(steps, bits, lot, |step| {
        (black || step.ticket != Ticket::Black) && !public.is_occupied(step.to)
    })
}

/// A detective's move by the team's policy.
// Always inlined: since the tree can be given whole paths it has two callers, of which one is rare.
#[inline(always)]
pub(super) fn detective_move(
    context: &PlayoutContext<'_>,
    state: &State,
    by: DetectiveId,
    candidates: &mut SimulatedCandidates,
    chance: &mut FastRng,
) -> DetectiveMove {
    let PlayoutContext { rules, policies, .. } = *context;
    let public = state.public();
    let bits = chance.bits();
    let steps = public.lines_out(rules, by);
    let free = |step: &Step| !public.is_occupied(step.to);
    let random = policies.seekers.errs(bits);
    if policies.random != RandomMoves::Moves
        && (random || policies.seekers.policy == SeekerPolicy::Random)
    {
        return ride(by, draw_grouped(policies.random, steps, public, true, bits));
    }
    let chosen = match policies.seekers.policy {
        SeekerPolicy::ChaseLocation | SeekerPolicy::Auto => {
            let distances = rules.board().detective_distances_from(state.mr_x());
            let costs = select_unpredictable(random, &[0; 256], distances);
            cheapest(steps, bits, listed(costs), free)
        }
        SeekerPolicy::TotalDistance => {
            let costs = select_unpredictable(random, &[0; 256], candidates.sums(rules.board()));
            cheapest(steps, bits, listed(costs), free)
        }
        SeekerPolicy::Guess if !random => {
            let target = guess(context, public, candidates.set(), chance);
            let distances = rules.board().detective_distances_from(target.unwrap_or(state.mr_x()));
            cheapest(steps, bits, listed(distances), free)
        }
        SeekerPolicy::Assumed if !random => {
            let target = candidates.assumed(chance);
            let distances = rules.board().detective_distances_from(target.unwrap_or(state.mr_x()));
            cheapest(steps, bits, listed(distances), free)
        }
        SeekerPolicy::Belief if !random => {
            if candidates.own(by).is_none() {
                *candidates.own(by) = guess(context, public, candidates.set(), chance);
            }
            let target = candidates.own(by).unwrap_or(state.mr_x());
            let distances = rules.board().detective_distances_from(target);
            cheapest(steps, bits, listed(distances), free)
        }
        SeekerPolicy::Guess
        | SeekerPolicy::Assumed
        | SeekerPolicy::Belief
        | SeekerPolicy::Random => cheapest(steps, bits, |_| 0, free),
    };
    ride(by, chosen)
}

/// A ride by the chosen step, or none.
#[inline]
fn ride(by: DetectiveId, chosen: Option<Step>) -> DetectiveMove {
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
pub(super) fn guess(
    context: &PlayoutContext<'_>,
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
        let moves = usize::from(seats.closest(context.rules, station)).clamp(1, CATEGORIES);
        if bits >> 32 < context.acceptance[moves - 1] {
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
fn listed<T: Copy + Into<u32>>(costs: &[T; 256]) -> impl Fn(&Step) -> u32 {
    |step| costs[usize::from(step.to.number())].into()
}

/// What numbers are multiplied by to spread them over 64 bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// 32 bits that look random, out of 64.
#[inline]
fn noise(salt: u64) -> u64 {
    (salt ^ (salt >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32
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
    cost: impl Fn(&Step) -> u32,
    allowed: impl Fn(&Step) -> bool,
) -> Option<Step> {
    let mut best = None;
    let mut least = u64::MAX;
    let mut salt = bits;
    for step in steps {
        salt = salt.wrapping_add(SPREAD);
        let key = u64::from(cost(step)) << 32 | noise(salt);
        let key = select_unpredictable(allowed(step), key, u64::MAX);
        let less = key < least;
        least = select_unpredictable(less, key, least);
        best = select_unpredictable(less, Some(step), best);
    }
    best.copied()
}
