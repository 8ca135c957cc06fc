//! Random streams, the referee, playouts and the random agent.

use std::sync::Arc;

use yard_agents::{
    Agent, AgentError, AgentFactory, Both, Detectives, FactoryError, FastRng, FoulCause, Lookahead,
    OnlyDetectives, OnlyMrX, RandomAgent, Rng, Seed, random_playout, referee,
};
use yard_core::{
    DetectiveId, DetectiveMove, DetectiveView, Draw, Outcome, PlayError, Rules, Side, State,
    Station, Step, Ticket, Turn, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

/// The streams are stored in results by their seed, so they may never change.
#[test]
fn streams_are_golden() {
    let draws = |mut rng: Rng| [rng.bits(), rng.bits()];
    assert_eq!(
        draws(Seed(1).of_game(0).stream("deal")),
        [16_228_023_129_699_762_982, 15_262_388_773_117_637_589]
    );
    assert_eq!(
        draws(Seed(1).of_game(1).stream("mr-x")),
        [8_082_506_904_968_470_193, 11_130_457_357_997_566_444]
    );
    let mut fast = FastRng::new(1);
    assert_eq!([fast.bits(), fast.bits()], [14_839_104_130_206_199_084, 7_050_053_486_739_369_280]);
}

#[test]
fn streams_of_other_names_and_matches_differ() {
    let mut seen = std::collections::BTreeSet::new();
    for index in 0..1000 {
        for name in ["deal", "mr-x", "detectives"] {
            assert!(seen.insert(Seed(9).of_game(index).stream(name).bits()));
        }
    }
}

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut rng = Seed(3).stream("test");
    let mut fast = rng.fork();
    let mut counts = [[0_u32; 7]; 2];
    for _ in 0..70_000 {
        counts[0][rng.below(7) as usize] += 1;
        counts[1][fast.below(7) as usize] += 1;
    }
    for count in counts.iter().flatten() {
        // 10,000 each with a standard deviation of 93; the seed is fixed.
        assert!((9_600..10_400).contains(count), "{counts:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let rules = rules("classic");
    let play = |seed| referee(&rules, Seed(seed), &mut RandomAgent, &mut RandomAgent).unwrap();
    assert_eq!(play(4), play(4));
    assert_ne!(play(4), play(5));
}

/// Answers with a move that nobody could make.
struct Cheat;

impl Agent<Detectives> for Cheat {
    fn choose(&mut self, _: &DetectiveView, _: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let step = Step { ticket: Ticket::Taxi, to: Station::new(199).unwrap() };
        Ok(DetectiveMove::Ride { by: DetectiveId::D1, step })
    }
}

#[test]
fn an_illegal_answer_is_a_foul() {
    let foul = referee(&rules("dash"), Seed(1), &mut RandomAgent, &mut Cheat).unwrap_err();
    assert_eq!(foul.turn, Turn::Detective(DetectiveId::D1));
    let no_line = |cause: &FoulCause| {
        matches!(cause, FoulCause::Illegal { cause: PlayError::NoLine { .. }, .. })
    };
    assert!(no_line(&foul.cause));
    let text = "the detectives played 1:T199: no line for a taxi ticket leads to 199";
    assert_eq!(foul.to_string(), text);
    assert_eq!(foul.game.outcome(), None);
}

/// Every agent of a factory plays, in a thread of its own, what any other of it plays.
#[test]
fn agents_of_one_factory_play_alike_in_every_thread() {
    let factories: [Box<dyn AgentFactory>; 2] = [
        Box::new(Both::new("closure", || RandomAgent)),
        Box::new(Both::cloned("copies", Lookahead::default())),
    ];
    let rules = rules("grid5");
    for factory in &factories {
        let play = || {
            let mut mr_x = factory.mr_x(&rules).unwrap();
            let mut team = factory.detectives(&rules).unwrap();
            referee(&rules, Seed(4), mr_x.as_mut(), team.as_mut()).unwrap()
        };
        let games = std::thread::scope(|scope| {
            [scope.spawn(play), scope.spawn(play)].map(|thread| thread.join().unwrap())
        });
        assert_eq!(games[0], games[1], "{}", factory.name());
    }
    assert_eq!(factories[0].name(), "closure");
}

#[test]
fn a_factory_for_one_side_refuses_the_other() {
    let rules = rules("grid5");
    let (hider, seekers) =
        (OnlyMrX::new("hider", || RandomAgent), OnlyDetectives::cloned("seekers", RandomAgent));
    assert!(hider.mr_x(&rules).is_ok() && seekers.detectives(&rules).is_ok());
    let refused = hider.detectives(&rules).map(drop);
    assert_eq!(refused, Err(FactoryError::Side(Side::Detectives)));
    let refused = seekers.mr_x(&rules).map(drop).unwrap_err();
    assert_eq!(refused.to_string(), "cannot play Mr X");
    let cause = AgentError::Unavailable("there is no such model".to_owned());
    assert_eq!(FactoryError::from(cause).to_string(), "is not ready: there is no such model");
}

/// Answers twice, then has nothing more to say; remembers what it was told of the end.
#[derive(Default)]
struct Mute {
    answers: u32,
    ends: Vec<Turn>,
}

impl Agent<Detectives> for Mute {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        self.answers += 1;
        match self.answers {
            0..=2 => Ok(view.draw_move(rng)),
            _ => Err(AgentError::NoAnswer("nothing to say".to_owned())),
        }
    }

    fn end(&mut self, view: &DetectiveView) {
        self.ends.push(view.turn());
    }
}

#[test]
fn a_failure_is_a_foul() {
    let mut mute = Mute::default();
    let foul = referee(&rules("dash"), Seed(1), &mut RandomAgent, &mut mute).unwrap_err();
    assert_eq!(foul.cause, FoulCause::Failure(AgentError::NoAnswer("nothing to say".to_owned())));
    assert_eq!(foul.to_string(), "the detectives: nothing to say");
    assert_eq!(foul.game.detective_view().log().plies().len(), 3, "Mr X and two detectives");
    assert_eq!(mute.ends, [Turn::Detective(DetectiveId::D3)]);
}

/// A playout plays whole rounds at once; ply by ply the same numbers give the same moves.
#[test]
fn playouts_equal_drawing_ply_by_ply() {
    for presets::Preset { name, .. } in presets::RULES {
        let rules = rules(name);
        let mut rng = Seed(13).stream("deals");
        for index in 0..200 {
            let start = State::new(&rules, &rules.deal(&mut rng));
            let playout = random_playout(&rules, start, &mut FastRng::new(index));
            let (mut state, mut fast, mut plies) = (start, FastRng::new(index), 0);
            let outcome = loop {
                match state.turn() {
                    Turn::MrX => state.play_mr_x(&rules, state.draw_mr_x_move(&rules, &mut fast)),
                    Turn::Detective(_) | Turn::Team => {
                        let mv = state.public().draw_detective_move(&rules, &mut fast);
                        state.play_detective(&rules, mv);
                    }
                    Turn::Over(outcome) => break outcome,
                }
                plies += 1;
            };
            assert_eq!((playout.outcome, playout.plies), (outcome, plies), "{name}");
        }
    }
}

/// Playouts and refereed games of random agents are the same game, so the rates must agree.
#[test]
fn playouts_agree_with_the_api_on_every_preset() {
    for presets::Preset { name, .. } in presets::RULES {
        let rules = rules(name);
        let games = 4000;
        let mut rng = Seed(11).stream("deals");
        let mut fast = rng.fork();
        let mut wins = [0_i32; 2];
        let mut plies = [0_i64; 2];
        for index in 0..games {
            let state = State::new(&rules, &rules.deal(&mut rng));
            let playout = random_playout(&rules, state, &mut fast);
            wins[0] += i32::from(playout.outcome.winner() == Side::Detectives);
            plies[0] += i64::from(playout.plies);
            let seed = Seed(12).of_game(index);
            let game = referee(&rules, seed, &mut RandomAgent, &mut RandomAgent).unwrap();
            let winner = game.outcome().map(Outcome::winner);
            wins[1] += i32::from(winner == Some(Side::Detectives));
            plies[1] += game.detective_view().log().plies().len() as i64;
        }
        // Three standard errors of the difference at a rate of one half.
        assert!((wins[0] - wins[1]).abs() < 135, "{name}: {wins:?}");
        let longer = (plies[0] - plies[1]).abs() as f64 / plies[1] as f64;
        assert!(longer < 0.03, "{name}: {plies:?}");
    }
}

/// The detectives' rate between random players, in per cent.
fn random_rate(rules: &Rules) -> f64 {
    let games = 20_000;
    let mut rng = Seed(21).stream("deals");
    let mut fast = rng.fork();
    let wins = (0..games)
        .map(|_| random_playout(rules, State::new(rules, &rules.deal(&mut rng)), &mut fast))
        .filter(|playout| playout.outcome.winner() == Side::Detectives)
        .count();
    100.0 * wins as f64 / f64::from(games)
}

/// Figures that others have measured for the same rules: the engine as a whole must meet them.
/// 20,000 games have a standard error of about 0.35.
#[test]
fn random_against_random_is_as_others_measured() {
    let check = |rules: &Rules, expected: f64, tolerance: f64| {
        let rate = random_rate(rules);
        assert!((rate - expected).abs() < tolerance, "{}: {rate} for {expected}", rules.name());
    };
    // Dash et al. under these rules: about 30.
    check(&rules("dash"), 30.0, 1.5);
    // 15 by 15 with the step onto a detective forbidden and allowed: 25 and 46.
    check(&rules("grid15"), 25.0, 1.5);
    check(&rules("grid15").with_mr_x_may_enter_detective(true), 46.0, 1.5);
    // Mortimer & Colfer, table 1, easy against easy: Mr X 65.7 ± 2.9.
    check(&rules("bristol"), 34.3, 2.9);
}
