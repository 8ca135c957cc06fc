//! Trainings on small grids: they learn, they can be stopped, and the same seed gives the same bytes.

mod common;

use std::sync::Arc;

use common::players;
use yard_agents::{Agent, Detectives, MrX, Policy, RandomAgent, Reads, Seed, referee};
use yard_core::{DetectiveView, Game, MrXView, PublicPly, Rules, Side, Turn, presets};
use yard_learn::dqn::{
    DqnAgent, DqnPlan, DqnTraining, ExplorationPlan, GatePlan, LearnerKind, LearnerPlan,
    NetworkPlan, RewardPlan, Seats,
};
use yard_learn::net::{Init, Loss};
use yard_learn::{IllegalChoice, Model, Observation, Precision, TrainError, Training};

/// A small training of one side on a small grid.
fn small_plan(side: Side, rules: &str, games: u64) -> DqnPlan {
    let rewards = match side {
        Side::MrX => RewardPlan::of_text(1.0, 1.0, -5.0, false),
        Side::Detectives => RewardPlan::of_text(1.0, 10.0, -10.0, true),
    };
    DqnPlan {
        side,
        rules: rules.to_owned(),
        mr_x_may_enter_detective: false,
        seed: 7,
        games,
        schedule: None,
        checkpoint: 50,
        games_at_once: 4,
        opponents: vec!["random".to_owned()],
        partner: "random".to_owned(),
        seats: Seats::All,
        start: None,
        observation: Observation::Hrklova,
        mask: false,
        illegal: IllegalChoice::Random,
        symmetry: false,
        network: NetworkPlan { convolutions: vec![], hidden_per_cell: vec![4, 2], init: Init::He },
        learner: LearnerPlan {
            kind: LearnerKind::Dqn,
            loss: Loss::Huber,
            rate: 0.001,
            last_rate: None,
            batch: 64,
            replay: 2000,
            steps: 1,
            discount: 0.975,
            target_every: 100,
            decisions_per_update: 1,
            during_game: false,
            distinct: false,
            begins_above: 0,
        },
        exploration: ExplorationPlan { from: 1.0, to: 0.01 },
        rewards,
        gate: None,
    }
}

/// What the published program does, on the same small grid.
fn as_program(mut plan: DqnPlan) -> DqnPlan {
    plan.games_at_once = 1;
    plan.illegal = IllegalChoice::First;
    plan.observation = Observation::HrklovaProgram;
    plan.rewards = RewardPlan { captures: false, beside: 1.0, replacements: true, ..plan.rewards };
    let learner = plan.learner;
    plan.learner = LearnerPlan {
        during_game: true,
        distinct: true,
        begins_above: 64,
        target_every: 101,
        ..learner
    };
    plan
}

fn begin(plan: &DqnPlan) -> DqnTraining {
    DqnTraining::new("test", plan.clone(), &players()).unwrap()
}

fn run(training: &mut DqnTraining, until: u64) {
    while training.status().games < until {
        training.advance().unwrap();
    }
}

/// How often the detectives win of so many games against `random`.
fn detective_wins(training: &DqnTraining, side: Side, rules: &str, games: u64) -> u64 {
    let rules = Arc::new(presets::rules(rules).unwrap());
    let model = Arc::new(training.models().remove(0).1);
    let mut agent = DqnAgent::new(model, &rules, side).unwrap();
    let won = |game: &u64| {
        let seed = Seed(99).of_game(*game);
        let game = match side {
            Side::MrX => referee(&rules, seed, &mut agent, &mut RandomAgent),
            Side::Detectives => referee(&rules, seed, &mut RandomAgent, &mut agent),
        };
        game.unwrap().outcome().unwrap().winner() == Side::Detectives
    };
    (0..games).filter(won).count() as u64
}

/// Random against random is 64 % for two detectives on 3 × 3 in six rounds.
#[test]
fn detectives_learn_a_small_grid() {
    let rules = "grid:3,2,6,2";
    let mut plan = small_plan(Side::Detectives, rules, 1500);
    plan.mask = true;
    plan.symmetry = true;
    plan.observation = Observation::Planes;
    let mut training = begin(&plan);
    run(&mut training, 1500);
    let wins = detective_wins(&training, Side::Detectives, rules, 1000);
    assert!(wins >= 900, "{wins} wins of 1000");
}

#[test]
fn mr_x_learns_a_small_grid() {
    let rules = "grid:4,1,8,2";
    let mut plan = small_plan(Side::MrX, rules, 1500);
    let untrained = detective_wins(&begin(&plan), Side::MrX, rules, 1000);
    plan.mask = true;
    plan.symmetry = true;
    plan.observation = Observation::Planes;
    let mut training = begin(&plan);
    run(&mut training, 1500);
    let after = detective_wins(&training, Side::MrX, rules, 1000);
    assert!(after <= 150 && after < untrained, "caught {untrained} times, {after} after, of 1000");
}

/// Every form of the learner: unbroken, and broken in two places, gives the same bytes.
#[test]
fn a_resumed_training_equals_an_unbroken_one() {
    for (kind, gate, convolutions, as_run) in [
        (LearnerKind::Dqn, None, vec![], false),
        (LearnerKind::Dqn, None, vec![], true),
        (LearnerKind::Double, Some(GatePlan { every: 60, games: 20 }), vec![3], false),
        (LearnerKind::TwoNetworks, Some(GatePlan { every: 40, games: 10 }), vec![], false),
    ] {
        let mut plan = small_plan(Side::Detectives, "grid:3,2,6,2", 200);
        if as_run {
            plan = as_program(plan);
        }
        plan.learner.kind = kind;
        plan.gate = gate;
        plan.network.convolutions = convolutions;
        plan.symmetry = kind == LearnerKind::Double;
        if kind == LearnerKind::Double {
            (plan.learner.steps, plan.learner.last_rate) = (4, Some(0.0001));
        }
        let mut unbroken = begin(&plan);
        run(&mut unbroken, 200);
        let mut broken = begin(&plan);
        for stop in [52, 120, 200] {
            run(&mut broken, stop);
            let bytes = broken.checkpoint().unwrap();
            broken = begin(&plan);
            broken.restore(&bytes).unwrap();
            assert!(broken.checkpoint().unwrap() == bytes, "a checkpoint changes when it is read");
        }
        assert!(broken.checkpoint().unwrap() == unbroken.checkpoint().unwrap(), "{kind:?} differs");
        assert_eq!(broken.metrics(), unbroken.metrics());
        let model = |training: &DqnTraining| training.models().remove(0).1;
        assert!(model(&broken) == model(&unbroken));
        assert_eq!(model(&unbroken).info.games, 200);
    }
}

/// Any other board: an output for each ticket and station. Tickets run out, boards have no square, and a broken run is
/// still the unbroken one.
#[test]
fn a_training_on_a_board_of_stations_can_be_stopped() {
    for side in Side::BOTH {
        let mut plan = small_plan(side, "glasses", 120);
        (plan.observation, plan.mask) = (Observation::Stations, side == Side::MrX);
        let mut unbroken = begin(&plan);
        run(&mut unbroken, 120);
        let mut broken = begin(&plan);
        run(&mut broken, 60);
        let bytes = broken.checkpoint().unwrap();
        broken = begin(&plan);
        broken.restore(&bytes).unwrap();
        run(&mut broken, 120);
        assert!(broken.checkpoint().unwrap() == unbroken.checkpoint().unwrap(), "{side} differs");
    }
    let mut plan = small_plan(Side::MrX, "glasses", 8);
    plan.network.convolutions = vec![2];
    let error = DqnTraining::new("test", plan, &players()).err().unwrap().to_string();
    assert_eq!(error, "network.convolutions go with a grid and planes alone");
}

/// Against a random Mr X on `glasses`: a detective who learns wins more than one drawn at random.
#[test]
fn detectives_learn_a_board_of_stations() {
    let mut plan = small_plan(Side::Detectives, "glasses", 2000);
    (plan.observation, plan.mask) = (Observation::Stations, true);
    let untrained = detective_wins(&begin(&plan), Side::Detectives, "glasses", 1000);
    let mut training = begin(&plan);
    run(&mut training, 2000);
    let after = detective_wins(&training, Side::Detectives, "glasses", 1000);
    assert!(after >= 700 && after > untrained, "{untrained} wins, {after} after, of 1000");
}

#[test]
fn another_number_of_threads_changes_nothing() {
    let plan = small_plan(Side::MrX, "grid:3,1,6,2", 120);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut training = begin(&plan);
            run(&mut training, 120);
            training.checkpoint().unwrap()
        })
    };
    assert!(with(1) == with(3));
}

#[test]
fn a_checkpoint_of_another_plan_is_refused() {
    let plan = small_plan(Side::MrX, "grid:3,1,6,2", 8);
    let mut other = plan.clone();
    other.seed = 8;
    let bytes = begin(&plan).checkpoint().unwrap();
    assert_eq!(begin(&other).restore(&bytes), Err(TrainError::OtherPlan));
    let cut = &bytes[..bytes.len() / 2];
    let error = begin(&plan).restore(cut).unwrap_err().to_string();
    assert!(error.contains("no safetensors file, or it is damaged"), "{error}");
    assert_eq!(begin(&plan).restore(&bytes), Ok(()));
}

#[test]
fn a_plan_that_makes_no_sense_lists_its_faults() {
    let mut plan = small_plan(Side::MrX, "grid:3,1,6,2", 0);
    plan.learner.batch = 0;
    plan.opponents.clear();
    let error = DqnTraining::new("test", plan, &players()).err().unwrap().to_string();
    for part in ["learner.batch", "opponents must"] {
        assert!(error.contains(part), "{error}");
    }
    let london = small_plan(Side::MrX, "classic", 5);
    let error = DqnTraining::new("test", london, &players()).err().unwrap().to_string();
    assert_eq!(
        error,
        "rules: it plays grids, and other boards without black and double tickets, with the detectives in fixed order; not classic"
    );
    let mut nobody = small_plan(Side::MrX, "grid5", 5);
    nobody.opponents = vec!["nobody".to_owned()];
    let error = DqnTraining::new("test", nobody, &players()).err().unwrap().to_string();
    assert_eq!(error, "no agent nobody");
}

#[test]
fn a_model_file_comes_back_as_it_was() {
    let training = begin(&small_plan(Side::MrX, "grid:3,1,6,2", 8));
    let model = training.models().remove(0).1;
    let bytes = model.to_bytes(Precision::Single).unwrap();
    assert_eq!(Model::from_bytes(&bytes).unwrap(), model);
    assert_eq!(model.to_bytes(Precision::Single).unwrap(), bytes);
    let half = Model::from_bytes(&model.to_bytes(Precision::Half).unwrap()).unwrap();
    let pairs = half.networks[0].parameters().iter().zip(model.networks[0].parameters());
    for (half, single) in pairs {
        assert!((half - single).abs() <= single.abs() / 1024.0 + 1e-6);
    }
}

#[test]
fn damaged_and_foreign_files_are_told_apart() {
    let model = begin(&small_plan(Side::MrX, "grid:3,1,6,2", 8)).models().remove(0).1;
    let bytes = model.to_bytes(Precision::Single).unwrap();
    let error = |bytes: &[u8]| Model::from_bytes(bytes).unwrap_err().to_string();
    for wrong in [&b""[..], b"hello, I am no model at all", &bytes[..40], &bytes[..bytes.len() - 3]]
    {
        assert!(error(wrong).starts_with("it is no safetensors file"), "{}", error(wrong));
    }
    let foreign = br#"{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#;
    let mut file = (foreign.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(foreign);
    file.extend([0; 4]);
    assert_eq!(error(&file), "it was not written by yard: its header has no \"yard\"");
    let checkpoint = begin(&small_plan(Side::MrX, "grid:3,1,6,2", 8)).checkpoint().unwrap();
    assert!(error(&checkpoint).starts_with("it is no model:"), "{}", error(&checkpoint));
    // Every byte of the header may be wrong; nothing panics.
    for at in (0..bytes.len().min(900)).step_by(7) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x15;
        let _ = Model::from_bytes(&wrong);
    }
}

#[test]
fn a_model_plays_its_own_side_and_board_only() {
    let model = begin(&small_plan(Side::MrX, "grid:3,1,6,2", 8)).models().remove(0).1;
    let model = Arc::new(model);
    let error = |rules: &str, side: Side| {
        let rules = presets::rules(rules).unwrap();
        DqnAgent::new(Arc::clone(&model), &rules, side).err().map(|error| error.to_string())
    };
    assert_eq!(error("grid:3,2,9", Side::MrX), None);
    assert_eq!(error("grid:3,2,9", Side::Detectives).unwrap(), "the model plays Mr X");
    assert_eq!(
        error("grid5", Side::MrX).unwrap(),
        "the model has 18 inputs, and grid5 needs 50; it was trained for grid:3,1,6,2"
    );
    assert_eq!(
        error("classic", Side::MrX).unwrap(),
        "it plays grids, and other boards without black and double tickets, with the detectives in fixed order; not classic"
    );
}

/// The detectives' view as one has it who knows nothing from before the last sighting, after one more ply.
fn since_sighting(twin: Option<DetectiveView>, game: &Game) -> Option<DetectiveView> {
    let view = game.detective_view();
    let last = *view.log().plies().last()?;
    let seen = match last {
        PublicPly::MrX(mv) => mv.steps().find_map(|step| step.seen),
        PublicPly::Detective(_) => None,
    };
    if let Some(seen) = seen {
        let rules = Arc::clone(view.rules_arc());
        return Some(DetectiveView::just_seen(rules, *view.public(), seen));
    }
    let mut twin = twin.filter(|_| !matches!(game.turn(), Turn::Over(_)))?;
    twin.moved(last, None).unwrap();
    Some(twin)
}

/// A best response is worked out from one sighting to the next, so nothing older may count; and the policy is what
/// the agent plays.
#[test]
fn as_a_policy_it_forgets_what_was_before_a_sighting() {
    let rules: Arc<Rules> = Arc::new(presets::rules("grid:4,2,9,3").unwrap());
    for observation in [
        Observation::Hrklova,
        Observation::HrklovaProgram,
        Observation::Planes,
        Observation::Sighting,
    ] {
        let agent = |side: Side| {
            let mut plan = small_plan(side, "grid:4,2,9,3", 8);
            (plan.observation, plan.mask) = (observation, side == Side::MrX);
            if observation == Observation::HrklovaProgram {
                plan.illegal = IllegalChoice::First;
            }
            let model = Arc::new(begin(&plan).models().remove(0).1);
            DqnAgent::new(model, &rules, side).unwrap()
        };
        let (mut mr_x, mut team) = (agent(Side::MrX), agent(Side::Detectives));
        assert_ne!(Policy::<MrX>::reads(&mr_x), Reads::Log);
        let mut compared = 0;
        for game in 0..40 {
            let mut rng = Seed(11).of_game(game).stream("walk");
            let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
            let mut later = None;
            loop {
                later = since_sighting(later, &game);
                compared += u32::from(later.is_some());
                match game.turn() {
                    Turn::MrX => {
                        let full = game.mr_x_view();
                        let chances = Policy::<MrX>::chances(&mut mr_x, full);
                        if let Some(view) = later.clone() {
                            let twin = MrXView::assume(view, full.station());
                            assert_eq!(chances, Policy::<MrX>::chances(&mut mr_x, &twin));
                        }
                        let mv = Agent::<MrX>::choose(&mut mr_x, full, &mut rng).unwrap();
                        assert_eq!(chances, [(mv, 1.0)]);
                        let mv = full.draw_move(&mut rng);
                        game.play(mv.into()).unwrap();
                    }
                    Turn::Detective(_) | Turn::Team => {
                        let full = game.detective_view();
                        let chances = Policy::<Detectives>::chances(&mut team, full);
                        if let Some(view) = &later {
                            assert_eq!(chances, Policy::<Detectives>::chances(&mut team, view));
                        }
                        let sum: f64 = chances.iter().map(|(_, chance)| chance).sum();
                        assert!((sum - 1.0).abs() < 1e-9);
                        let mv = full.draw_move(&mut rng);
                        game.play(mv.into()).unwrap();
                    }
                    Turn::Over(_) => break,
                }
            }
        }
        assert!(compared > 200, "{compared} views compared");
    }
}
