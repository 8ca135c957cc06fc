//! Actions mean what the rules mean, and observations tell nobody more than his view.

use std::collections::BTreeSet;
use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{DetectiveId, Game, Move, MrXMove, Rules, Setup, Turn, presets};
use yard_env::{Action, Env, EnvAgent, Kind, Observer, Sampler};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

/// All legal actions, and a check that none is told twice.
fn legal(env: &Env) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    env.legal(|action| assert!(all.insert(env.actions().number(action)), "{action:?} twice"));
    all
}

/// Whole moves that begin with a legal action of the agent to move, each once.
fn moves_by_actions(env: &Env) -> BTreeSet<Move> {
    let mut moves = BTreeSet::new();
    let before = env.game().detective_view().log().plies().len();
    for action in legal(env) {
        let mut after = env.clone();
        after.act(action).unwrap();
        let played = after.game().detective_view().log().plies().len() > before;
        match env.actions().action(action) {
            Some(Action::Go(_) | Action::Pass) if played => {
                moves.insert(last_move(env, &after));
            }
            // The steps of a double move, and what the next detective may do.
            _ => moves.extend(moves_by_actions(&after)),
        }
    }
    moves
}

fn last_move(before: &Env, after: &Env) -> Move {
    let found = before.game().state().moves(before.game().rules()).find(|mv| {
        let mut game = before.game().clone();
        game.play(*mv).unwrap();
        game == *after.game()
    });
    found.expect("the action is some legal move")
}

#[test]
fn actions_reach_exactly_the_legal_moves() {
    for name in ["classic", "modern", "bristol", "dash", "grid5", "glasses"] {
        let rules = rules(name);
        let mut env = Env::new(Arc::clone(&rules), Seed(4));
        let mut sampler = Sampler::new(Seed(5));
        let (mut checked, mut waited) = (0, false);
        while env.winner().is_none() {
            // Double moves are many; every seventh position is enough of them. Whoever waits has made
            // his choice, so all moves are open only before that.
            let plies = env.game().detective_view().log().plies().len();
            let whole = env.game().turn() != Turn::MrX || plies.is_multiple_of(42);
            if whole && plies < 100 && !waited {
                let rules_say: BTreeSet<Move> = env.game().state().moves(&rules).collect();
                let found = moves_by_actions(&env);
                assert_eq!(found, rules_say, "{name} after {plies} plies");
                checked += 1;
            }
            let action = sampler.draw(&env).expect("an agent to move has an action");
            waited = env.actions().action(action) == Some(Action::Wait);
            env.act(action).unwrap();
        }
        assert!(checked > 3, "{name}");
        assert!(legal(&env).is_empty() && env.agent().is_none());
    }
}

#[test]
fn what_the_mask_forbids_is_refused_and_changes_nothing() {
    let mut env = Env::new(rules("classic"), Seed(1));
    let mut sampler = Sampler::new(Seed(2));
    for _ in 0..40 {
        let may = legal(&env);
        for number in 0..env.actions().len() + 2 {
            let mut try_it = env.clone();
            assert_eq!(try_it.act(number).is_ok(), may.contains(&number), "{number}");
            if !may.contains(&number) {
                assert_eq!(try_it.game(), env.game());
                assert_eq!(legal(&try_it), may);
            }
        }
        env.act(sampler.draw(&env).unwrap()).unwrap();
    }
}

#[test]
fn a_double_move_is_one_choice_and_two_steps() {
    let mut env = Env::new(rules("classic"), Seed(3));
    let double = env.actions().number(Action::Double);
    assert!(legal(&env).contains(&double));
    env.act(double).unwrap();
    let firsts = legal(&env);
    let doubles = |env: &Env| -> Vec<MrXMove> {
        let state = env.game().state();
        let doubles = state.mr_x_moves(env.game().rules());
        doubles.filter(|mv| matches!(mv, MrXMove::Double(..))).collect()
    };
    let wanted: BTreeSet<usize> = doubles(&env)
        .iter()
        .map(|mv| env.actions().number(Action::Go(mv.steps().next().unwrap())))
        .collect();
    assert_eq!(firsts, wanted);
    env.act(*firsts.first().unwrap()).unwrap();
    assert_eq!(env.agent(), Some(EnvAgent::MrX));
    env.act(*legal(&env).first().unwrap()).unwrap();
    assert_eq!(env.game().detective_view().public().slots_used(), 2);
    assert_eq!(env.agent(), Some(EnvAgent::Detective(DetectiveId::D1)));
}

/// In any order each detective can be the first to move.
#[test]
fn whoever_waits_lets_any_colleague_go_first() {
    let mut env = Env::new(rules("modern"), Seed(6));
    let mut sampler = Sampler::new(Seed(7));
    while env.agent() == Some(EnvAgent::MrX) {
        env.act(sampler.draw(&env).unwrap()).unwrap();
    }
    let wait = env.actions().number(Action::Wait);
    let mut asked = vec![env.agent().unwrap().number()];
    for _ in 0..4 {
        env.act(wait).unwrap();
        asked.push(env.agent().unwrap().number());
    }
    assert_eq!(asked, [1, 2, 3, 4, 5]);
    assert!(env.act(wait).is_err(), "somebody has to move");
    env.act(*legal(&env).first().unwrap()).unwrap();
    assert_eq!(env.agent().unwrap().number(), 1, "those who waited are asked again");
}

/// Swapping the hidden station changes nothing that a detective gets.
#[test]
fn a_detective_observes_nothing_of_the_hidden_station() {
    let env = |x: u8| {
        let text =
            format!("classic x {x} detectives 34,47,61,78,79 turn 1 slot 7 candidates 45,46,58,74");
        let setup: Setup = text.parse().unwrap();
        Env::from_game(Game::from_setup(rules("classic"), &setup).unwrap())
    };
    let observer = Observer::new(Kind::Compact, &rules("classic")).unwrap();
    let seen = |env: &Env, agent| {
        let mut out = vec![0; observer.len()];
        observer.compact(env, agent, &mut out);
        out
    };
    let (one, other) = (env(46), env(58));
    for id in DetectiveId::ALL {
        let agent = EnvAgent::Detective(id);
        assert_eq!(seen(&one, agent), seen(&other, agent));
    }
    assert_eq!(legal(&one), legal(&other));
    assert_ne!(seen(&one, EnvAgent::MrX), seen(&other, EnvAgent::MrX));
}

/// The documented places of some numbers (docs/reference/observation.md).
#[test]
fn the_compact_observation_has_its_numbers_in_their_places() {
    let setup: Setup =
        "classic x 46 detectives 34,47,61,78,79 slot 7 candidates 46".parse().unwrap();
    let env = Env::from_game(Game::from_setup(rules("classic"), &setup).unwrap());
    let observer = Observer::new(Kind::Compact, &rules("classic")).unwrap();
    let mut out = vec![0; observer.len()];
    observer.compact(&env, EnvAgent::MrX, &mut out);
    assert_eq!(out.len(), 46);
    assert_eq!(out[..8], [0, 7, 24, 17, 1, 0, 0, 46]);
    assert_eq!(out[11..16], [4, 3, 3, 5, 2]);
    assert_eq!(out[16..21], [34, 47, 61, 78, 79]);
    assert_eq!(out[21..24], [10, 8, 4]);
    for kind in [Kind::Dash, Kind::DashEach, Kind::Hrklova, Kind::Planes] {
        assert!(Observer::new(kind, &rules("classic")).is_err(), "{}", kind.name());
    }
    assert_eq!(Observer::new(Kind::Dash, &rules("dash")).unwrap().len(), 1230);
    assert_eq!(Observer::new(Kind::DashEach, &rules("dash")).unwrap().len(), 1225);
    assert_eq!(Observer::new(Kind::Hrklova, &rules("grid5")).unwrap().len(), 50);
}
