//! Trainings for London: they can be stopped, they learn a little in a minute's fraction, and models fit
//! their rules.

mod common;

use std::sync::Arc;

use common::players;
use yard_core::{Side, presets};
use yard_learn::qnet::{QnetAgent, QnetPlan, QnetTraining};
use yard_learn::{Observation, Plan, Training};

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

fn run(training: &mut QnetTraining, until: u64) {
    while training.status().games < until {
        training.advance().unwrap();
    }
}

#[test]
fn a_resumed_training_equals_an_unbroken_one() {
    for name in ["dash-1", "dash-3", "dash-5"] {
        let plan = small(name, 40);
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
