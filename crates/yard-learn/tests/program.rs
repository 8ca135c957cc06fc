//! What the published program of Hrkľová 2023 does, switch by switch.

mod common;

use std::sync::Arc;

use common::players;
use yard_agents::{Agent, Detectives, MrX, Policy, Seed};
use yard_core::{Deal, DetectiveMove, Game, Move, MrXMove, Side, Station, presets};
use yard_learn::dqn::{DqnAgent, DqnPlan, DqnTraining};
use yard_learn::{IllegalChoice, Model, Plan, Training};

fn at(number: u8) -> Station {
    Station::new(number).unwrap()
}

/// A plan that changes a preset, with opponents that the tests have.
fn plan(text: &str) -> DqnPlan {
    let rest = "rules = 'grid:3,2,6,2'\nopponents = ['random']\n";
    match Plan::from_toml(&format!("version = 1\n{rest}{text}")).unwrap() {
        Plan::Dqn(plan) => plan,
        Plan::Qnet(_) => panic!("it is of grids"),
    }
}

/// A model that likes one step best, whatever it sees: all weights are 0, and one bias of the last layer is not.
fn stubborn(side: Side, action: usize, illegal: IllegalChoice) -> Arc<Model> {
    let base = if side == Side::MrX { "hrklova-x" } else { "hrklova-detectives" };
    let mut plan = plan(&format!("base = '{base}'\n"));
    plan.illegal = illegal;
    let mut model = DqnTraining::new("test", plan, &players()).unwrap().models().remove(0).1;
    let numbers = model.networks[0].parameters_mut();
    numbers.fill(0.0);
    let first = numbers.len() - 4;
    numbers[first + action] = 1.0;
    Arc::new(model)
}

/// 3 × 3, Mr X in a corner that he may leave by two steps; the choice leads off the board.
#[test]
fn the_first_legal_step_replaces_an_illegal_choice() {
    let rules = Arc::new(presets::rules("grid:3,1,6").unwrap());
    // Up, down, left, right are the outputs 0 to 3. Right, down, left, up is the order of the program.
    for (cell, wish, wanted) in [(1, 0, 2), (1, 2, 2), (3, 0, 6), (9, 3, 8), (7, 1, 8), (9, 1, 8)] {
        let model = stubborn(Side::MrX, wish, IllegalChoice::First);
        let mut agent = DqnAgent::new(model, &rules, Side::MrX).unwrap();
        let deal = Deal { mr_x: at(cell), detectives: vec![at(5)].into_iter().collect() };
        let game = Game::new(Arc::clone(&rules), &deal);
        let mut rng = Seed(1).stream("test");
        let mv = Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng).unwrap();
        assert_eq!(mv.target(), at(wanted), "from {cell} by {wish}");
        // As a policy it is certain of it.
        assert_eq!(Policy::<MrX>::chances(&mut agent, game.mr_x_view()), [(mv, 1.0)]);
        let model = stubborn(Side::MrX, wish, IllegalChoice::Random);
        let mut agent = DqnAgent::new(model, &rules, Side::MrX).unwrap();
        assert_eq!(Policy::<MrX>::chances(&mut agent, game.mr_x_view()).len(), 2);
    }
}

/// A detective's step onto a colleague is illegal, too.
#[test]
fn a_detective_is_led_past_his_colleague() {
    let rules = Arc::new(presets::rules("grid:3,2,6").unwrap());
    let model = stubborn(Side::Detectives, 3, IllegalChoice::First);
    let mut agent = DqnAgent::new(model, &rules, Side::Detectives).unwrap();
    let detectives = vec![at(1), at(2)].into_iter().collect();
    let mut game = Game::new(Arc::clone(&rules), &Deal { mr_x: at(9), detectives });
    let mv = game.mr_x_view().legal_moves().next().unwrap();
    game.play(Move::from(mv)).unwrap();
    let mut rng = Seed(1).stream("test");
    let mv = Agent::<Detectives>::choose(&mut agent, game.detective_view(), &mut rng).unwrap();
    let DetectiveMove::Ride { step, .. } = mv else { panic!("he can move") };
    assert_eq!(step.to, at(4), "right is taken, down is free");
}

/// With the step allowed, only leaving the board is illegal for Mr X: he walks onto the detective and loses.
#[test]
fn mr_x_may_choose_a_detectives_cell() {
    let rules = presets::rules("grid:3,1,6").unwrap();
    let model = stubborn(Side::MrX, 3, IllegalChoice::First);
    let to = |may: bool| {
        let rules = Arc::new(rules.with_mr_x_may_enter_detective(may));
        let mut agent = DqnAgent::new(Arc::clone(&model), &rules, Side::MrX).unwrap();
        let deal = Deal { mr_x: at(1), detectives: vec![at(2)].into_iter().collect() };
        let mut game = Game::new(rules, &deal);
        let mut rng = Seed(1).stream("test");
        let mv: MrXMove = Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng).unwrap();
        game.play(Move::from(mv)).unwrap();
        (mv.target(), game.outcome().map(|outcome| outcome.winner()))
    };
    assert_eq!(to(false), (at(4), None));
    assert_eq!(to(true), (at(2), Some(Side::Detectives)));
}

/// Every option alone changes what is learned.
#[test]
fn each_switch_of_the_program_changes_the_training() {
    let base = "base = 'hrklova-detectives'\ngames = 60\npartner = 'random'\n";
    let model = |text: &str| {
        let mut training =
            DqnTraining::new("test", plan(&format!("{base}{text}")), &players()).unwrap();
        while training.status().games < 60 {
            training.advance().unwrap();
        }
        training.models().remove(0).1.networks
    };
    let learner = "[learner]\nbatch = 16\n";
    let plain = model(learner);
    assert!(plain == model(learner), "the same plan gives the same networks");
    for text in [
        "mr_x_may_enter_detective = true\n[learner]\nbatch = 16\n",
        "illegal = 'first'\n[learner]\nbatch = 16\n",
        "observation = 'hrklova-program'\n[learner]\nbatch = 16\n",
        "[learner]\nbatch = 16\nduring_game = true\n",
        "[learner]\nbatch = 16\ndistinct = true\n",
        "[learner]\nbatch = 16\nbegins_above = 40\n",
        "[learner]\nbatch = 16\ntarget_every = 101\n",
        "[learner]\nbatch = 16\n[rewards]\ncaptures = false\n",
        "[learner]\nbatch = 16\n[rewards]\nbeside = 1.0\n",
        "[learner]\nbatch = 16\n[rewards]\nreplacements = true\n",
    ] {
        assert!(plain != model(text), "{text} changes nothing");
    }
}

#[test]
fn an_untrained_network_can_be_had() {
    let plan = plan("base = 'hrklova-x'\ngames = 0\n");
    let mut training = DqnTraining::new("test", plan, &players()).unwrap();
    assert!(training.status().is_finished());
    let before = training.models().remove(0).1;
    training.advance().unwrap();
    assert_eq!(training.models().remove(0).1, before);
    assert_eq!(before.info.games, 0);
}

#[test]
fn learning_during_a_game_goes_with_one_game_at_once() {
    let text =
        "version = 1\nbase = 'hrklova-x'\ngames_at_once = 2\n[learner]\nduring_game = true\n";
    let error = Plan::from_toml(text).unwrap_err().to_string();
    assert_eq!(error, "line 5: learner.during_game goes with one game at once and one step");
}
