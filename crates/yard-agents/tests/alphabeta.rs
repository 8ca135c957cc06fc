//! `alphabeta` against a plain minimax, and what its two sides do in whole matches.

use std::sync::Arc;

use yard_agents::{
    Agent, AlphaBeta, AlphaBetaConfig, Detectives, Line, MrX, RandomAgent, Rng, Seed, referee,
};
use yard_core::{
    DetectiveMove, DetectiveView, Match, Move, MrXMove, Outcome, Rules, Setup, State, Station,
    StationSet, Turn, Winner, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn agent(depth: u8) -> AlphaBeta {
    AlphaBeta::new(AlphaBetaConfig { depth })
}

/// The method once more, by the book: no window, no bound, no memory, every joint move listed.
struct Plain<'a> {
    rules: &'a Rules,
    depth: u8,
    for_mr_x: bool,
}

/// A joint move or Mr X's move, and the position after it.
type Branch = (Vec<Move>, State);

impl Plain<'_> {
    fn branches(&self, state: &State) -> Vec<Branch> {
        let mut branches = Vec::new();
        let mut seen = StationSet::EMPTY;
        if state.turn() == Turn::MrX {
            for mv in state.mr_x_moves(self.rules) {
                if matches!(mv, MrXMove::Single(_)) && !seen.contains(mv.target()) {
                    seen.insert(mv.target());
                    let mut next = *state;
                    next.play_mr_x(self.rules, mv);
                    branches.push((vec![mv.into()], next));
                }
            }
            return branches;
        }
        let by = state.detective_moves(self.rules).next().map(DetectiveMove::by);
        for mv in state.detective_moves(self.rules).filter(|mv| Some(mv.by()) == by) {
            if let DetectiveMove::Ride { step, .. } = mv {
                if seen.contains(step.to) {
                    continue;
                }
                seen.insert(step.to);
            }
            let mut next = *state;
            next.play_detective(self.rules, mv);
            match next.turn() {
                Turn::Detective(_) | Turn::Team => {
                    for (mut rest, end) in self.branches(&next) {
                        rest.insert(0, mv.into());
                        branches.push((rest, end));
                    }
                }
                Turn::MrX | Turn::Over(_) => branches.push((vec![mv.into()], next)),
            }
        }
        branches
    }

    /// The value of one node as a fraction with the denominator n (n − 1).
    fn node(&self, state: &State, ply: u8, left: u8) -> i32 {
        let board = self.rules.board();
        let far = |a, b| board.detective_distance(a, b).map_or(255, i32::from);
        let all: Vec<i32> = state.table().detectives().map(|at| far(at, state.mr_x())).collect();
        let n = all.len() as i32;
        let scale = if n == 1 { 1 } else { n * (n - 1) };
        let h = i32::from(ply / 2);
        let reward = scale * 50 * (i32::from(self.depth) - h);
        let sum: i32 = all.iter().sum();
        let open = -scale * all.iter().min().unwrap() - scale * all.iter().max().unwrap() / n;
        match state.outcome() {
            None | Some(Outcome::Escaped) => open,
            Some(Outcome::Captured | Outcome::Cornered) if self.for_mr_x => reward,
            Some(Outcome::Captured) if n == 1 => reward,
            Some(Outcome::Captured) => reward - h * sum * scale / (n - 1),
            Some(Outcome::Cornered) => reward - h * sum * scale / n,
            Some(Outcome::Stranded) => {
                let stations = board.stations();
                let widest = stations.iter().flat_map(|a| stations.iter().map(move |b| far(a, b)));
                let widest = widest.max().unwrap();
                -(scale * widest + scale * widest / n) * (i32::from(left) + 1)
            }
        }
    }

    /// The detectives' gain below a position, and the first best branch.
    fn best(&self, state: &State, ply: u8) -> (i32, Option<Branch>) {
        let mut best: (i32, Option<Branch>) = (0, None);
        if ply == 2 * self.depth || state.outcome().is_some() {
            return best;
        }
        for (moves, next) in self.branches(state) {
            let node = self.node(&next, ply, self.left(state, ply));
            let value = node + self.best(&next, ply + 1).0;
            let better = match state.turn() {
                Turn::MrX => value < best.0,
                Turn::Detective(_) | Turn::Team | Turn::Over(_) => value > best.0,
            };
            if best.1.is_none() || better {
                best = (value, Some((moves, next)));
            }
        }
        best
    }

    /// Plies that may follow the one made in this state; the game may end before the tree.
    fn left(&self, state: &State, ply: u8) -> u8 {
        let rounds = match self.rules.length() {
            yard_core::Length::Slots(slots) => slots - state.table().slots_used(),
            yard_core::Length::Turns(turns) => turns - state.table().turns_used(),
        };
        let to_end = 2 * u16::from(rounds) - u16::from(state.turn() == Turn::MrX);
        to_end.min(u16::from(2 * self.depth - ply - 1)) as u8
    }
}

/// Compares value, move and, for the detectives, the whole line.
fn compare(rules: &Rules, state: State, depth: u8, agent: &mut AlphaBeta) -> Line {
    let for_mr_x = state.turn() == Turn::MrX;
    let plain = Plain { rules, depth, for_mr_x };
    let line = agent.analyse(rules, state);
    let (value, _) = plain.best(&state, 0);
    let place = format!("{} {:?} x {}", rules.name(), state.table(), state.mr_x());
    assert_eq!(line.value, if for_mr_x { -value } else { value }, "{place}");
    let (mut moves, mut at, mut ply) = (Vec::new(), state, 0);
    while let (_, Some((played, next))) = plain.best(&at, ply) {
        moves.extend(played);
        (at, ply) = (next, ply + 1);
        if for_mr_x {
            break;
        }
    }
    let found: Vec<Move> = line.plies.iter().map(|(_, mv)| *mv).collect();
    assert_eq!(found, moves, "{place}");
    assert_eq!(line.end, at, "{place}");
    line
}

/// A state after some random plies, at the begin of either side's turn.
fn random_state(rules: &Rules, rng: &mut Rng) -> Option<State> {
    use yard_core::Draw;
    let mut state = State::new(rules, &rules.deal(rng));
    for _ in 0..rng.below(24) {
        match state.turn() {
            Turn::MrX => state.play_mr_x(rules, state.draw_mr_x_move(rules, rng)),
            Turn::Detective(_) | Turn::Team => {
                let mv = state.table().draw_detective_move(rules, rng);
                state.play_detective(rules, mv);
            }
            Turn::Over(_) => return None,
        }
    }
    state.outcome().is_none().then_some(state)
}

fn compare_at_random(rules: &Rules, depth: u8, positions: usize, seed: u64) {
    let mut rng = Seed(seed).stream("positions");
    let mut agent = agent(depth);
    let mut done = 0;
    while done < positions {
        if let Some(state) = random_state(rules, &mut rng) {
            compare(rules, state, depth, &mut agent);
            done += 1;
        }
    }
}

#[test]
fn equals_plain_minimax_on_small_grids() {
    for (name, depth, positions) in [
        ("grid:3,1,12", 3, 300),
        ("grid:3,2,12", 3, 120),
        ("grid:3,3,12", 2, 200),
        ("grid:4,1,12", 3, 300),
        ("grid:4,2,12", 3, 40),
        ("grid:4,3,12", 2, 60),
        ("grid:4,5,12", 1, 40),
        ("grid:5,1,12", 4, 60),
        ("grid:5,2,12", 3, 25),
        ("grid:5,3,12", 2, 40),
        ("grid:15,4,12", 1, 100),
    ] {
        compare_at_random(&rules(name), depth, positions, 1);
    }
    compare_at_random(&rules("grid:3,3,12"), 3, 6, 2);
}

#[test]
fn equals_plain_minimax_elsewhere() {
    compare_at_random(&rules("glasses"), 3, 200, 3);
    let entering = rules("grid:4,2,12").with_mr_x_may_enter_detective(true);
    compare_at_random(&entering, 3, 25, 4);
    for name in ["dash", "classic", "modern", "bristol"] {
        let full = rules(name);
        compare_at_random(&full.with_detectives(1).unwrap_or((*full).clone()), 2, 20, 5);
        compare_at_random(&full.with_detectives(3).unwrap_or((*full).clone()), 1, 30, 6);
    }
}
