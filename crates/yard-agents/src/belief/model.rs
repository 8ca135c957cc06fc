//! The model of Mr X: what makes him take a step.

use yard_core::{
    Board, Candidates, DetectiveId, DetectiveView, Game, PlayError, PublicMrXMove, PublicPly,
    PublicState, PublicStep, Rules, Station, StationSet, Step, Ticket,
};

/// Numbers that describe a step.
pub const STEP_FEATURES: usize = 44;
/// Numbers that describe the choice between one step and two.
pub const DOUBLE_FEATURES: usize = 13;

/// Distances 1, 2, 3, 4, and 5 and more.
const CLASSES: usize = 5;

pub(crate) type StepFeatures = [f32; STEP_FEATURES];
pub(crate) type DoubleFeatures = [f32; DOUBLE_FEATURES];

/// A multinomial logit model: a step weighs exp(w · features), a double move σ(w · features).
#[derive(Clone, PartialEq, Debug)]
pub struct MoveModel {
    /// Weights of a step's features.
    pub step: [f32; STEP_FEATURES],
    /// Weights of the features of a double move.
    pub double: [f32; DOUBLE_FEATURES],
}

/// Where the exponent of a weight is cut: a thousand weights of e⁶⁰ still add up in 32 bits.
const MOST_EXPONENT: f32 = 60.0;

impl MoveModel {
    /// Every step is as likely as any other, and so are one step and two.
    pub const UNIFORM: MoveModel =
        MoveModel { step: [0.0; STEP_FEATURES], double: [0.0; DOUBLE_FEATURES] };

    /// The weight of a step.
    #[inline]
    pub(crate) fn step_weight(&self, features: &StepFeatures) -> f32 {
        libm::expf(dot(&self.step, features).clamp(-MOST_EXPONENT, MOST_EXPONENT))
    }

    /// The probability of a double move.
    #[inline]
    pub(crate) fn double_chance(&self, features: &DoubleFeatures) -> f32 {
        1.0 / (1.0 + libm::expf(-dot(&self.double, features)))
    }
}

#[inline]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What the detectives' stations, the slot and the candidates say of every step of one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    rules: &'a Rules,
    public: &'a PublicState,
    slot: u8,
    /// ln of the candidates that each ticket would leave.
    spread: [f32; 4],
    /// Steps until he is seen: 0 when this one shows him.
    hidden_left: u8,
}

impl<'a> Scene<'a> {
    /// The scene of a step into a slot, counted from 1; the candidates are those before the step.
    pub(crate) fn new(
        rules: &'a Rules,
        public: &'a PublicState,
        slot: u8,
        candidates: &Candidates,
    ) -> Self {
        let occupied = public.occupied_set();
        let spread = Ticket::ALL.map(|ticket| {
            let mut after = *candidates;
            after.step(rules.board(), &occupied, PublicStep { ticket, seen: None });
            libm::logf(after.len() as f32 + 1.0)
        });
        let hidden_left = (0..6).find(|n| rules.surfaces_after(slot + n)).unwrap_or(6);
        Scene { rules, public, slot, spread, hidden_left }
    }

    /// The numbers that describe a step.
    ///
    /// The phase is 0 when the step shows him, 1 when the next does, 2 otherwise.
    ///
    /// | index | meaning |
    /// |---|---|
    /// | 0 to 14 | class of the nearest detective's distance, by phase |
    /// | 15 to 19 | class of the second nearest's |
    /// | 20 | detectives within 2 |
    /// | 21 to 23 | mean distance, by phase |
    /// | 24 to 31 | ticket; from 28 on when the step shows him |
    /// | 32 to 35 | kind of the station |
    /// | 36 to 38 | ln of the ways out, by phase |
    /// | 39, 40 | ln of the candidates that the ticket leaves, in phases 1 and 2 |
    /// | 41 | detectives who can ride there in the coming round |
    /// | 42, 43 | share of the game gone: with a detective at 1, and with a black ticket |
    pub(crate) fn step(&self, step: Step) -> StepFeatures {
        let mut f = [0.0; STEP_FEATURES];
        let board = self.rules.board();
        let distances = board.detective_distances_from(step.to);
        let (mut first, mut second, mut sum, mut near, mut count) = (u8::MAX, u8::MAX, 0_u32, 0, 0);
        for at in self.public.detectives() {
            let distance = distances[usize::from(at.number())];
            if distance < first {
                second = first;
                first = distance;
            } else {
                second = second.min(distance);
            }
            sum += u32::from(distance.min(10));
            near += u32::from(distance <= 2);
            count += 1;
        }
        // Where he is seen, other things count than where he hides.
        let phase = match self.hidden_left {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        f[phase * CLASSES + class(first)] = 1.0;
        f[15 + class(second)] = 1.0;
        f[20] = near as f32;
        f[21 + phase] = sum as f32 / (count.max(1) as f32);
        let ticket = step.ticket as usize;
        f[24 + ticket + 4 * usize::from(phase == 0)] = 1.0;
        f[32 + station_kind(board, step.to)] = 1.0;
        let ways = board.reach(step.to, Ticket::Black).without(&self.public.occupied_set());
        f[36 + phase] = libm::logf(ways.len() as f32 + 1.0);
        if phase > 0 {
            f[39 + phase - 1] = self.spread[ticket];
        }
        f[41] = reachable(self.rules, self.public, step.to) as f32;
        let time = f32::from(self.slot) / f32::from(self.rules.slots());
        f[42] = if first == 1 { time } else { 0.0 };
        f[43] = if step.ticket == Ticket::Black { time } else { 0.0 };
        f
    }

    /// The numbers that describe the choice between one step and two at a station.
    pub(crate) fn double(&self, from: Station, steps: &[Step]) -> DoubleFeatures {
        let mut f = [0.0; DOUBLE_FEATURES];
        let distances = self.rules.board().detective_distances_from(from);
        let near = self.public.detectives().map(|at| distances[usize::from(at.number())]).min();
        let free = steps.iter().filter(|step| !self.public.is_occupied(step.to));
        let (mut all, mut safe) = (0, 0);
        for step in free {
            all += 1;
            safe += u32::from(reachable(self.rules, self.public, step.to) == 0);
        }
        f[0] = 1.0;
        f[1] = f32::from(u8::from(safe == 0));
        f[2 + class(near.unwrap_or(u8::MAX))] = 1.0;
        f[7] = safe as f32 / (all.max(1) as f32);
        f[8] = f32::from(u8::from(self.hidden_left == 0));
        f[9] = f32::from(u8::from(self.hidden_left == 1));
        f[10] = f32::from(self.slot) / f32::from(self.rules.slots());
        f[11] = self.spread[0];
        f[12] = f32::from(u8::from(safe == 1));
        f
    }
}

fn class(distance: u8) -> usize {
    usize::from(distance).clamp(1, CLASSES) - 1
}

/// How many detectives can ride to a station in the coming round.
fn reachable(rules: &Rules, public: &PublicState, station: Station) -> u32 {
    let distances = rules.board().detective_distances_from(station);
    let mut count = 0;
    for id in DetectiveId::ALL {
        if let Some(at) = public.detective(id)
            && distances[usize::from(at.number())] == 1
        {
            let tickets = public.detective_tickets(id);
            count += u32::from(Ticket::DETECTIVES.into_iter().any(|ticket| {
                tickets.of(ticket).has(1) && rules.board().reach(at, ticket).contains(station)
            }));
        }
    }
    count
}

/// 0 where only taxis stop, 1 with buses, 2 with the underground, 3 with a ferry.
fn station_kind(board: &Board, station: Station) -> usize {
    let stops = |ticket| !board.reach(station, ticket).is_empty();
    let ordinary = Ticket::DETECTIVES
        .into_iter()
        .fold(StationSet::EMPTY, |all, ticket| all.union(board.reach(station, ticket)));
    if !board.reach(station, Ticket::Black).is_subset(&ordinary) {
        3
    } else if stops(Ticket::Underground) {
        2
    } else {
        usize::from(stops(Ticket::Bus))
    }
}

/// One choice that Mr X made in a game.
#[derive(Clone, Debug)]
pub struct MoveSample {
    pub(crate) steps: Vec<StepFeatures>,
    pub(crate) chosen: usize,
    /// Where he could have made a double move: its features, and whether he did.
    pub(crate) double: Option<(DoubleFeatures, bool)>,
}

impl MoveSample {
    /// The features of each step he could take.
    pub fn steps(&self) -> &[[f32; STEP_FEATURES]] {
        &self.steps
    }

    /// Which of them he took.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// Where he could have made a double move: its features, and whether he did.
    pub fn double(&self) -> Option<(&[f32; DOUBLE_FEATURES], bool)> {
        self.double.as_ref().map(|(features, made)| (features, *made))
    }
}

/// All choices of Mr X in a finished game.
///
/// # Errors
/// When the game does not replay, which would be a fault of the engine.
pub fn samples_of_game(game: &Game) -> Result<Vec<MoveSample>, PlayError> {
    let path = game.mr_x_view().path();
    let mut replay = game.detective_view().replay();
    let mut samples = Vec::new();
    while let Some(ply) = replay.left().first() {
        if let PublicPly::MrX(mv) = *ply {
            samples_of_turn(replay.view(), path, mv, &mut samples);
        }
        // Nobody chooses after the last ply.
        if replay.left().len() == 1 {
            break;
        }
        replay.play_next()?;
    }
    Ok(samples)
}

/// The choices of one turn: a step, or the two of a double move. `path` has his stations since the start.
fn samples_of_turn(
    view: &DetectiveView,
    path: &[Station],
    mv: PublicMrXMove,
    samples: &mut Vec<MoveSample>,
) {
    let rules = view.rules();
    let public = *view.public();
    let mut candidates = *view.candidates();
    let mut from = path[usize::from(public.slots_used())];
    let may_double = public.may_double(rules);
    let doubled = mv.steps().count() == 2;
    let mut before = None;
    for (nth, step) in mv.steps().enumerate() {
        let slot = public.slots_used() + 1 + nth as u8;
        let scene = Scene::new(rules, &public, slot, &candidates);
        let state = public.assume(from);
        let lines = match before {
            None => state.mr_x_lines_out(rules),
            Some(first) => public.lines_after(rules, first),
        };
        let to = path[usize::from(slot)];
        let taken = Step { ticket: step.ticket, to };
        let free: Vec<Step> = lines.iter().copied().filter(|s| !public.is_occupied(s.to)).collect();
        let double = (nth == 0 && may_double).then(|| (scene.double(from, lines), doubled));
        if let Some(chosen) = free.iter().position(|s| *s == taken) {
            let steps = free.iter().map(|s| scene.step(*s)).collect();
            samples.push(MoveSample { steps, chosen, double });
        }
        candidates.step(rules.board(), &public.occupied_set(), step);
        before = Some(taken);
        from = to;
    }
}
