//! `alphabeta` against a plain minimax, and what its two sides do in whole games.

use std::sync::Arc;

use yard_agents::{
    Agent, AgentError, AlphaBeta, AlphaBetaConfig, Detectives, Line, MrX, PathSum, RandomAgent,
    Rng, Seed, referee,
};
use yard_core::{
    Deal, DetectiveMove, DetectiveView, Draw, Game, Move, MrXMove, Outcome, Rules, Setup, Side,
    Sighting, State, Station, StationSet, Turn, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn agent(depth: u8) -> AlphaBeta {
    AlphaBeta::new(AlphaBetaConfig { depth, ..AlphaBetaConfig::default() })
}

/// The method once more, by the book: no window, no bound, no memory, every joint move listed.
struct Plain<'a> {
    rules: &'a Rules,
    depth: u8,
    sum: PathSum,
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
        let all: Vec<i32> = state.public().detectives().map(|at| far(at, state.mr_x())).collect();
        let n = all.len() as i32;
        let scale = if n == 1 { 1 } else { n * (n - 1) };
        let h = i32::from(ply / 2);
        let reward = scale * 50 * (i32::from(self.depth) - h);
        let sum: i32 = all.iter().sum();
        let open = -scale * all.iter().min().unwrap() - scale * all.iter().max().unwrap() / n;
        let after_mr_x = ply.is_multiple_of(2) == self.for_mr_x;
        match state.outcome() {
            None if self.sum == PathSum::Rounds && after_mr_x => 0,
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
        let rounds = state.public().rounds_left(self.rules);
        let to_end = 2 * u16::from(rounds) - u16::from(state.turn() == Turn::MrX);
        to_end.min(u16::from(2 * self.depth - ply - 1)) as u8
    }
}

/// Compares value, move and, for the detectives, the whole line.
fn compare(rules: &Rules, state: State, config: AlphaBetaConfig, agent: &mut AlphaBeta) -> Line {
    let AlphaBetaConfig { depth, sum } = config;
    let for_mr_x = state.turn() == Turn::MrX;
    let plain = Plain { rules, depth, sum, for_mr_x };
    let line = agent.analyse(rules, state);
    let (value, _) = plain.best(&state, 0);
    let place = format!("{} {:?} x {}", rules.name(), state.public(), state.mr_x());
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
    let mut state = State::new(rules, &rules.deal(rng));
    for _ in 0..rng.below(if rules.board().grid_size().is_some() { 24 } else { 100 }) {
        match state.turn() {
            Turn::MrX => state.play_mr_x(rules, state.draw_mr_x_move(rules, rng)),
            Turn::Detective(_) | Turn::Team => {
                let mv = state.public().draw_detective_move(rules, rng);
                state.play_detective(rules, mv);
            }
            Turn::Over(_) => return None,
        }
    }
    state.outcome().is_none().then_some(state)
}

fn compare_at_random(rules: &Rules, depth: u8, positions: usize, seed: u64) {
    for sum in [PathSum::All, PathSum::Rounds] {
        compare_by(rules, AlphaBetaConfig { depth, sum }, positions, seed);
    }
}

fn compare_by(rules: &Rules, config: AlphaBetaConfig, positions: usize, seed: u64) {
    let mut rng = Seed(seed).stream("positions");
    let mut agent = AlphaBeta::new(config);
    let mut done = 0;
    while done < positions {
        if let Some(state) = random_state(rules, &mut rng) {
            compare(rules, state, config, &mut agent);
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
fn equals_plain_minimax_with_three_detectives_at_full_depth() {
    compare_at_random(&rules("grid:4,3,12"), 3, 4, 11);
    compare_at_random(&rules("grid:5,3,12"), 3, 3, 12);
    compare_at_random(&rules("dash").with_detectives(2).unwrap(), 2, 20, 13);
    compare_at_random(&rules("modern").with_detectives(2).unwrap(), 2, 20, 14);
}

#[test]
fn equals_plain_minimax_elsewhere() {
    compare_at_random(&rules("glasses"), 3, 200, 3);
    let entering = rules("grid:4,2,12").with_mr_x_may_enter_detective(true);
    compare_at_random(&entering, 3, 25, 4);
    for name in ["dash", "classic", "modern", "bristol"] {
        let full = rules(name);
        compare_at_random(&full.with_detectives(1).unwrap(), 2, 20, 5);
        compare_at_random(&full.with_detectives(3).unwrap(), 1, 30, 6);
    }
}

fn state(text: &str) -> (Arc<Rules>, State) {
    let setup: Setup = text.parse().unwrap();
    let rules = rules(&setup.rules);
    let state = State::from_setup(&rules, &setup).unwrap();
    (rules, state)
}

/// The line as text: `1:T2 2:T6 x:T7`.
fn line_text(line: &Line) -> String {
    let words = line.plies.iter().map(|(_, mv)| match mv {
        Move::MrX(mv) => format!("x:{mv}"),
        Move::Detective(mv) => mv.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_ends_with_the_forced_capture() {
    // Both corner him at once, though neither can reach him.
    let (grid, corner) = state("grid5 x 1 detectives 3,11 turn 1");
    let line = agent(3).analyse(&grid, corner);
    assert_eq!(line_text(&line), "1:T2 2:T6");
    assert_eq!((line.end.outcome(), line.value), (Some(Outcome::Cornered), 150 * line.scale));
    // Detective 1 steps next to him and leaves him one way, where 2 takes him.
    let (grid, edge) = state("grid5 x 5 detectives 8,10 turn 1");
    let line = agent(3).analyse(&grid, edge);
    assert_eq!(line.end.outcome(), Some(Outcome::Captured), "{}", line_text(&line));
}

/// Asks `alphabeta` and holds it to the line that a new search of each sighting gives.
#[derive(Default)]
struct Held {
    inner: AlphaBeta,
    expected: Vec<DetectiveMove>,
    seen: u8,
    hidden_moves: u32,
}

impl Agent<Detectives> for Held {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let mv = Agent::<Detectives>::choose(&mut self.inner, view, rng)?;
        let slot = view.public().slots_used();
        if let Some(Sighting { slot: seen, station }) = view.log().last_seen()
            && seen == slot
            && seen != self.seen
        {
            self.seen = seen;
            let line = agent(3).analyse(view.rules(), view.assume(station));
            let moves = line.plies.into_iter().filter_map(|(_, mv)| match mv {
                Move::Detective(mv) => Some(mv),
                Move::MrX(_) => None,
            });
            self.expected = moves.collect();
        }
        if !self.expected.is_empty() {
            assert_eq!(mv, self.expected.remove(0));
            self.hidden_moves += u32::from(slot > self.seen);
        }
        Ok(mv)
    }

    fn begin(&mut self) {
        *self = Held { hidden_moves: self.hidden_moves, ..Held::default() };
    }
}

#[test]
fn the_plan_is_followed_between_sightings() {
    let mut held = Held::default();
    for (name, games) in [("grid5", 100), ("grid7", 30)] {
        for index in 0..games {
            let seed = Seed(7).of_game(index);
            referee(&rules(name), seed, &mut RandomAgent, &mut held).unwrap();
        }
    }
    assert!(held.hidden_moves > 500, "{}", held.hidden_moves);
}

/// A ply of the plan is no search, so it has nothing to report.
#[test]
fn only_searches_are_reported() {
    let rules = rules("grid5");
    let setup: Setup = "grid5 x 13 detectives 1,25 turn 1 slot 3".parse().unwrap();
    let mut game = Game::from_setup(Arc::clone(&rules), &setup).unwrap();
    let (mut team, mut rng) = (agent(3), Seed(1).stream("detectives"));
    assert_eq!(Agent::<Detectives>::root_report(&team), None);
    let mv = Agent::<Detectives>::choose(&mut team, game.detective_view(), &mut rng).unwrap();
    let line = agent(3).analyse(&rules, game.state());
    let report = Agent::<Detectives>::root_report(&team).unwrap();
    assert_eq!((report.nodes, report.playouts, report.visits.len()), (line.nodes, 0, 0));
    assert_eq!(report.value, f64::from(line.value) / f64::from(line.scale));
    game.play(mv.into()).unwrap();
    Agent::<Detectives>::choose(&mut team, game.detective_view(), &mut rng).unwrap();
    assert_eq!(Agent::<Detectives>::root_report(&team), None);
}

#[test]
fn a_new_match_forgets_the_plan() {
    let rules = rules("grid7");
    let mut used = agent(3);
    for index in 0..10 {
        let seed = Seed(8).of_game(index);
        let mut mr_x = agent(3);
        let first = referee(&rules, seed, &mut mr_x, &mut used).unwrap();
        let again = referee(&rules, seed, &mut agent(3), &mut agent(3)).unwrap();
        assert_eq!(first, again, "match {index}");
    }
}

/// Two games that differ in Mr X's hidden way alone.
#[test]
fn the_hidden_station_changes_nothing() {
    let rules = rules("grid5");
    let at = |n| Station::new(n).unwrap();
    let detectives = [at(1), at(21)];
    let begin = |mr_x| {
        Game::new(Arc::clone(&rules), &Deal { mr_x, detectives: detectives.into_iter().collect() })
    };
    for seed in 0..50 {
        let mut games = [begin(at(13)), begin(at(20))];
        let mut agents = [agent(3), agent(3)];
        let mut chances = [Seed(seed).stream("detectives"), Seed(seed).stream("detectives")];
        for ways in [[14, 25], [15, 20]] {
            for (game, to) in games.iter_mut().zip(ways) {
                let mv = game.mr_x_view().legal_moves().find(|mv| mv.target() == at(to));
                let mv = mv.expect("nobody is near");
                game.play(mv.into()).unwrap();
            }
            for _ in 0..2 {
                assert_eq!(games[0].detective_view(), games[1].detective_view());
                let [a, b] = [0, 1].map(|i| {
                    Agent::<Detectives>::choose(
                        &mut agents[i],
                        games[i].detective_view(),
                        &mut chances[i],
                    )
                    .unwrap()
                });
                assert_eq!(a, b, "seed {seed}");
                for game in &mut games {
                    game.play(a.into()).unwrap();
                    assert_eq!(game.outcome(), None, "they start too far away");
                }
            }
        }
    }
}

#[test]
fn plays_legally_under_all_presets() {
    for presets::Preset { name, .. } in presets::RULES {
        let rules = rules(name);
        let depth = if rules.detectives() > 4 { 2 } else { 3 };
        for index in 0..3 {
            let seed = Seed(9).of_game(index);
            for mr_x in [&mut RandomAgent as &mut dyn Agent<MrX>, &mut agent(depth)] {
                referee(&rules, seed, mr_x, &mut agent(depth)).unwrap();
            }
            referee(&rules, seed, &mut agent(depth), &mut RandomAgent).unwrap();
        }
    }
    let entering = Arc::new(rules("grid7").with_mr_x_may_enter_detective(true));
    referee(&entering, Seed(9), &mut agent(3), &mut agent(3)).unwrap();
}

/// What the literature leads one to expect on the small grid, with wide margins.
#[test]
fn is_far_better_than_chance_on_both_sides() {
    let rules = rules("grid5");
    let rate = |mr_x: &mut dyn Agent<MrX>, team: &mut dyn Agent<Detectives>| {
        let won = (0..300).filter(|&index| {
            let game = referee(&rules, Seed(10).of_game(index), mr_x, team).unwrap();
            game.outcome().map(Outcome::winner) == Some(Side::Detectives)
        });
        won.count() as f64 / 3.0
    };
    let as_team = rate(&mut RandomAgent, &mut agent(3));
    assert!(as_team > 88.0, "{as_team}");
    // Sova, table 5.2: 6.9.
    let as_mr_x = rate(&mut agent(3), &mut RandomAgent);
    assert!((3.0..11.0).contains(&as_mr_x), "{as_mr_x}");
}

#[test]
fn golden_choices() {
    for (text, value, line) in [
        ("grid5 x 13 detectives 1,25", -61, "x:T8"),
        (
            "grid5 x 13 detectives 1,25 turn 1",
            -41,
            "1:T2 2:T20 x:T8 1:T7 2:T15 x:T3 1:T2 2:T10 x:T4",
        ),
        ("grid7 x 25 detectives 1,7,46", 168, "x:T24"),
        (
            "grid7 x 25 detectives 1,7,46 turn 1",
            -134,
            "1:T8 2:T14 3:T39 x:T24 1:T15 2:T13 3:T32 x:T23 1:T22 2:T12 3:T31 x:T16",
        ),
        ("grid15 x 113 detectives 97,110,144,83", 171, "x:T114"),
        (
            "grid15 x 113 detectives 97,110,144,83 turn 1",
            1141,
            "1:T112 2:T111 3:T129 4:T98 x:T114 1:T113 2:T112 3:T114",
        ),
        ("glasses x 6 detectives 1,11", -61, "x:T5"),
        (
            "dash x 128 detectives 13,26,29,50,53 turn 1 slot 3",
            -288,
            "1:U89 2:T15 3:T6 4:T37 5:T54 x:B135 1:U128 2:T14 3:T29 4:T23 5:T41 x:T136 \
             1:B135 2:T13 3:T42 4:B67 5:B87 x:T162",
        ),
        ("classic x 132 detectives 26,29,50,53,91", 620, "x:T114"),
    ] {
        let (rules, state) = state(text);
        let found = agent(3).analyse(&rules, state);
        assert_eq!((found.value, line_text(&found)), (value, line.to_owned()), "{text}");
    }
}
