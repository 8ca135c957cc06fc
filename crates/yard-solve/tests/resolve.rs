//! The agent `resolve` on boards where best responses are exact.

mod ring;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ring::ring;
use yard_agents::{Agent, Detectives, MrX, Policy, Seed, referee};
use yard_core::{Game, MrXMove, MrXView, Rules, Turn, presets};
use yard_solve::{Effort, Exploited, Leaves, Resolve, ResolveConfig, best_response, solve_game};

fn config(expansions: u32) -> ResolveConfig {
    ResolveConfig { expansions, ..ResolveConfig::default() }
}

/// What Mr X and the detectives lose against best responses.
fn losses(rules: &Arc<Rules>, config: ResolveConfig) -> [f64; 2] {
    let effort = Effort { precision: 0.0005, ..Effort::default() };
    let stop = AtomicBool::new(false);
    let [lower, upper] =
        solve_game(rules, effort, &stop, &|_| {}).expect("small").detective_value();
    let mr_x = || -> Box<dyn Policy<MrX>> { Box::new(Resolve::new(config)) };
    let team = || -> Box<dyn Policy<Detectives>> { Box::new(Resolve::new(config)) };
    let answer =
        |policy| best_response(rules, policy, effort, &stop, &|_, _| {}).expect("a best response");
    let against_mr_x = answer(Exploited::MrX(&mr_x));
    let against_team = answer(Exploited::Detectives(&team));
    let losses = [against_mr_x - lower, upper - against_team];
    println!("{} {config:?}: {lower} to {upper}, losses {losses:?}", rules.name());
    losses
}

fn is_sound(rules: Rules, expansions: u32, most: f64) {
    let rules = Arc::new(rules);
    for loss in losses(&rules, config(expansions)) {
        assert!((-0.001..most).contains(&loss), "{}: {loss}", rules.name());
    }
}

/// With more expansions both sides lose less, to nearly nothing.
#[test]
fn nobody_gains_much_against_it_on_small_boards() {
    let rules = Arc::new(presets::rules("grid:3,1,4").expect("a grid"));
    let [few, many] = [losses(&rules, config(20)), losses(&rules, config(300))];
    for (few, many) in few.into_iter().zip(many) {
        assert!(many < 0.01 && many < few, "{few} {many}");
    }
}

/// Counted tickets, black ones, double moves and hand-over: nothing is lost where the tree is complete.
#[test]
fn it_is_sound_with_tickets_and_double_moves() {
    is_sound(ring(&[]), 1500, 0.02);
    is_sound(ring(&[("surfaces   = [2]", "surfaces   = [1, 3]")]), 1500, 0.02);
    let hidden = [("surfaces   = [2]", "surfaces   = []"), ("log_slots  = 4", "log_slots  = 3")];
    is_sound(ring(&hidden), 1500, 0.02);
}

/// Detectives in any order, who move one after the other here, and a Mr X who may step onto them.
#[test]
fn it_is_sound_under_other_rules() {
    let shorter = [("log_slots  = 4", "log_slots  = 2"), ("detectives = 1", "detectives = 2")];
    is_sound(ring(&shorter).with_mr_x_may_enter_detective(true), 500, 0.01);
    is_sound(ring(&[("log_slots  = 4", "turns      = 3")]), 1500, 0.02);
}

fn start_of(name: &str) -> Game {
    let rules = Arc::new(presets::rules(name).expect("a preset"));
    let deal = rules.deal(&mut Seed(1).stream("deal"));
    Game::new(rules, &deal)
}

/// The glasses are the same from both sides, so both of his first steps are worth the same, and he draws.
#[test]
fn mr_x_mixes_where_values_are_equal() {
    let game = start_of("glasses");
    let mut agent = Resolve::new(config(100));
    let chances = Policy::<MrX>::chances(&mut agent, game.mr_x_view());
    assert_eq!(chances.len(), 2, "{chances:?}");
    assert!(chances.iter().all(|(_, chance)| *chance > 0.25), "{chances:?}");
    let mut drawn: Vec<MrXMove> = (0..20)
        .map(|seed| {
            let mut rng = Seed(seed).stream("mr-x");
            Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng).expect("a move")
        })
        .collect();
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn.len(), 2, "{drawn:?}");
}

/// The plans follow from what is public: an agent that comes in the middle of a game has those of one that has
/// played all of it, and so has one that was told to forget.
#[test]
fn plans_follow_from_the_log_alone() {
    for (name, leaves) in [("classic", Leaves::Learned), ("grid5", Leaves::Playouts)] {
        let config = ResolveConfig { leaves, ..config(8) };
        let (mut mr_x, mut team) = (Resolve::new(config), Resolve::new(config));
        let mut game = start_of(name);
        let mut rng = Seed(5).stream("game");
        for _ in 0..16 {
            let mv = match game.turn() {
                Turn::MrX => Agent::<MrX>::choose(&mut mr_x, game.mr_x_view(), &mut rng)
                    .expect("a move")
                    .into(),
                Turn::Detective(_) | Turn::Team => {
                    Agent::<Detectives>::choose(&mut team, game.detective_view(), &mut rng)
                        .expect("a move")
                        .into()
                }
                Turn::Over(_) => break,
            };
            game.play(mv).expect("legal");
        }
        let view = game.detective_view();
        let late = &mut Resolve::new(config);
        if game.turn() == Turn::MrX {
            let kept = Policy::<MrX>::chances(&mut mr_x, game.mr_x_view());
            assert_eq!(kept, Policy::<MrX>::chances(late, game.mr_x_view()), "{name}");
            // Where he stands decides among plans, and makes none.
            let elsewhere = view.candidates().iter().next().expect("a candidate");
            let guess = MrXView::assume(view.clone(), elsewhere);
            let asked = Policy::<MrX>::chances(&mut mr_x, &guess);
            assert_eq!(asked, Policy::<MrX>::chances(late, &guess), "{name}");
        } else if matches!(game.turn(), Turn::Detective(_)) {
            let kept = Policy::<Detectives>::chances(&mut team, view);
            assert_eq!(kept, Policy::<Detectives>::chances(late, view), "{name}");
            Agent::<Detectives>::begin(&mut team);
            assert_eq!(kept, Policy::<Detectives>::chances(&mut team, view), "{name}");
        }
    }
}

/// Whole games on London under all three rules, with next to no budget: every move is legal.
#[test]
fn it_plays_london() {
    for name in ["classic", "modern", "bristol"] {
        let rules = Arc::new(presets::rules(name).expect("a preset"));
        let (mut mr_x, mut team) = (Resolve::new(config(4)), Resolve::new(config(4)));
        let game = referee(&rules, Seed(3), &mut mr_x, &mut team);
        assert!(game.is_ok_and(|game| game.outcome().is_some()), "{name}");
        let [solves, exact] = team.solves();
        assert!(solves > 0 && exact <= solves);
    }
}
