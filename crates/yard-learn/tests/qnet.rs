//! Trainings for London: they can be stopped, they learn a little in a minute's fraction, and models fit
//! their rules.

mod common;

use std::sync::Arc;

use common::players;
use yard_agents::{RandomAgent, Seed, referee};
use yard_core::{Side, presets};
use yard_learn::qnet::{QnetAgent, QnetPlan, QnetTraining, TestsPlan};
use yard_learn::{Observation, Plan, TrainError, Training};

/// A preset with small networks and few games.
fn small(name: &str, games: u64) -> QnetPlan {
    let Ok(Plan::Qnet(mut plan)) = Plan::preset(name) else { panic!("{name} is for London") };
    (plan.games, plan.test_games) = (games, 8);
    plan.learner.batch = 16;
    for side in [&mut plan.mr_x, &mut plan.detectives] {
        if side.learns() {
            side.hidden = vec![12, 6];
        }
    }
    plan
}

fn begin(plan: &QnetPlan) -> QnetTraining {
    QnetTraining::new("test", plan.clone(), &players()).unwrap()
}

/// The same with one value for the team's joint move, and tests on the way.
fn small_team(games: u64) -> QnetPlan {
    let mut plan = small("dash-forms-team", games);
    plan.tests = Some(TestsPlan { every: 16, games: 5 });
    plan
}

fn run(training: &mut QnetTraining, until: u64) {
    while training.status().games < until {
        training.advance().unwrap();
    }
}

#[test]
fn a_resumed_training_equals_an_unbroken_one() {
    let plans = ["dash-1", "dash-3", "dash-5"].map(|name| (name, small(name, 40)));
    for (name, plan) in plans.into_iter().chain([("team", small_team(40))]) {
        let mut unbroken = begin(&plan);
        run(&mut unbroken, 48);
        let mut broken = begin(&plan);
        for stop in [8, 24, 40, 48] {
            run(&mut broken, stop);
            let bytes = broken.checkpoint().unwrap();
            broken = begin(&plan);
            broken.restore(&bytes).unwrap();
        }
        assert!(broken.checkpoint().unwrap() == unbroken.checkpoint().unwrap(), "{name}");
        let tests = unbroken.test_metrics().unwrap();
        assert_eq!(tests.rows().last().unwrap().games, 8);
        assert_eq!(unbroken.metrics().rows().last().unwrap().games, 40);
        assert!(unbroken.metrics().rows().iter().any(|row| row.loss.is_some()));
    }
}

#[test]
fn models_are_those_of_the_sides_that_learn() {
    let names = |name: &str| -> Vec<(&'static str, usize, Observation)> {
        let models = begin(&small(name, 8)).models();
        models
            .iter()
            .map(|(name, model)| (*name, model.networks.len(), model.info.observation))
            .collect()
    };
    assert_eq!(names("dash-1"), [("mr-x", 1, Observation::Dash)]);
    assert_eq!(names("dash-3"), [("detectives", 1, Observation::Dash)]);
    assert_eq!(names("dash-4"), [("detectives", 5, Observation::DashEach)]);
    assert_eq!(names("dash-forms-team"), [("detectives", 1, Observation::DashTeam)]);
    let both = [("mr-x", 1, Observation::Dash), ("detectives", 5, Observation::DashEach)];
    assert_eq!(names("dash-5"), both);
}

#[test]
fn a_model_plays_rules_like_its_own_only() {
    let model = Arc::new(begin(&small("dash-1", 8)).models().remove(0).1);
    let error = |rules: &str, side| {
        let rules = presets::rules(rules).unwrap();
        QnetAgent::new(Arc::clone(&model), &rules, side).err().map(|error| error.to_string())
    };
    assert_eq!(error("dash", Side::MrX), None);
    assert_eq!(error("dash", Side::Detectives).unwrap(), "the model plays Mr X");
    let other = "it plays `dash` and rules like it only, not classic";
    assert_eq!(error("classic", Side::MrX).unwrap(), other);
}

/// Random detectives win 30 % against a random Mr X. A thousand games teach him better.
#[test]
fn mr_x_learns_something_soon() {
    let mut plan = small("dash-1", 1000);
    plan.test_games = 400;
    plan.mr_x.hidden = vec![64];
    plan.learner.batch = 64;
    plan.learner.updates_per_game = 4;
    let mut training = begin(&plan);
    run(&mut training, 1400);
    let last = *training.test_metrics().unwrap().rows().last().unwrap();
    let wins = (last.performance + last.games as i64) / 2;
    assert!(wins <= 92, "the detectives still win {wins} of 400");
}

/// At a learning rate of 0 the networks stay as they were drawn, so a testing phase shows what they are worth.
#[test]
fn a_control_plays_and_learns_nothing() {
    let mut plan = small("dash-5", 40);
    plan.learner.rate = 0.0;
    assert_eq!(plan.faults(), Vec::<String>::new());
    let mut training = begin(&plan);
    let drawn = training.models();
    run(&mut training, 48);
    for ((_, before), (_, after)) in drawn.iter().zip(training.models()) {
        assert!(before.networks == after.networks);
    }
    assert!(training.metrics().rows().iter().all(|row| row.loss.is_none() && row.updates == 0));
    let text = "version = 1\nbase = 'dash-1'\n[learner]\nrate = 0\n";
    assert!(matches!(Plan::from_toml(text), Ok(Plan::Qnet(_))));
    let text = "version = 1\nbase = 'dash-1'\n[learner]\nrate = -0.1\n";
    assert!(Plan::from_toml(text).unwrap_err().to_string().contains("learner.rate"));
}

/// A longer plan takes over a checkpoint until the testing phase has begun.
#[test]
fn a_training_can_be_made_longer_before_its_tests() {
    let plan = small("dash-3", 24);
    let longer = plan.lengthened(40);
    assert_eq!(longer.schedule(), 24);
    let mut training = begin(&plan);
    run(&mut training, 24);
    let mut on = begin(&longer);
    on.restore(&training.checkpoint().unwrap()).unwrap();
    run(&mut on, 48);
    assert_eq!(on.metrics().rows().last().unwrap().games, 40);
    // What explored in a straight line over 24 games stays at its lowest.
    assert_eq!(on.metrics().rows().last().unwrap().epsilon, plan.exploration.to);
    run(&mut training, 32);
    let bytes = training.checkpoint().unwrap();
    assert_eq!(begin(&longer).restore(&bytes), Err(TrainError::Tested));
    assert_eq!(begin(&plan.lengthened(30)).restore(&bytes), Err(TrainError::Tested));
    assert_eq!(on.restore(&bytes), Err(TrainError::Tested));
}

/// A team of one value finishes games by the rules, and its tests fill their column.
#[test]
fn a_team_plays_by_its_joint_value() {
    let mut training = begin(&small_team(32));
    run(&mut training, 32);
    let tests: Vec<_> = training.metrics().rows().iter().filter_map(|row| row.gate).collect();
    assert_eq!(tests.len(), 2, "one for every 16 games");
    assert!(training.metrics().rows().iter().any(|row| row.loss.is_some()));
    let model = Arc::new(training.models().remove(0).1);
    let rules = Arc::new(presets::rules("dash").unwrap());
    let mut team = QnetAgent::new(Arc::clone(&model), &rules, Side::Detectives).unwrap();
    for seed in 0..5 {
        referee(&rules, Seed(seed), &mut RandomAgent, &mut team).unwrap();
    }
}
