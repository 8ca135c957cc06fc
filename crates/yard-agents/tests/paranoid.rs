//! `paranoid` and `paranoid-nw` against a plain minimax, and what they do in whole games.

mod plain;

use std::sync::Arc;

use plain::Plain;
use yard_agents::paranoid::{Aids, LeafWeights, Method, OmittedMoves, TeamOrder, Thought};
use yard_agents::{
    Agent, Budget, Lookahead, Paranoid, ParanoidConfig, RandomAgent, Rng, Seed, referee,
};
use yard_core::{Draw, Game, Move, MrXMove, Rules, Setup, Turn, presets};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn config(method: Method) -> ParanoidConfig {
    match method {
        Method::Mortimer => ParanoidConfig::mortimer(),
        Method::Nijssen => ParanoidConfig::nijssen(),
    }
}

/// An agent that searches just so deep.
fn deep(method: Method, depth: u8, aids: Aids) -> Paranoid {
    let budget = Budget::Nodes(u64::MAX);
    Paranoid::new(ParanoidConfig { depth, aids, budget, ..config(method) })
}

/// A game after some random plies, in which Mr X is to move.
fn random_match(rules: &Arc<Rules>, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(Arc::clone(rules), &rules.deal(rng));
        let plies = rng.below(u32::from(rules.slots()) * u32::from(rules.detectives() + 1));
        for _ in 0..plies {
            let mv = match game.turn() {
                Turn::MrX => Move::from(game.mr_x_view().draw_move(rng)),
                Turn::Detective(_) | Turn::Team => Move::from(game.detective_view().draw_move(rng)),
                Turn::Over(_) => break,
            };
            game.play(mv).unwrap();
        }
        if game.turn() == Turn::MrX {
            return game;
        }
    }
}

/// The value must be the plain one, and the move must lead to it.
fn check(plain: &Plain<'_>, method: Method, game: &Game, depth: u8, thought: &Thought) {
    let root = (game.state(), *game.mr_x_view().candidates());
    let value = plain.value(&root, depth);
    let place = format!("{:?} x {} depth {depth}", root.0.public(), root.0.mr_x());
    let near = |found: i64| match method {
        Method::Mortimer => assert_eq!(i64::from(thought.value), found, "{place}"),
        // ρ lies in [0, 1) at each leaf, so it does at the root.
        Method::Nijssen => {
            let rho = i64::from(thought.value) - found * i64::from(thought.whole);
            assert!((0..256).contains(&rho), "{place}: {} for {found}", thought.value);
        }
    };
    near(value);
    let after = plain.after(&root, thought.line[0]);
    near(plain.value(&after, depth - 1));
}

/// Compares searches with and without each aid with plain minimax.
fn compare(rules: &Arc<Rules>, method: Method, depth: u8, positions: u32, seed: u64) {
    let plain = Plain::new(rules, method);
    let mut rng = Seed(seed).stream("positions");
    let aids = [
        Aids::ALL,
        Aids::NONE,
        Aids { table: true, ..Aids::NONE },
        Aids { killers: true, ..Aids::NONE },
        Aids { history: true, ..Aids::NONE },
        Aids { bounds: true, ..Aids::NONE },
        Aids::PUBLISHED,
        Aids { principal: true, ..Aids::NONE },
        Aids { leaf: true, ..Aids::NONE },
        Aids { old_killers: false, ..Aids::ALL },
    ];
    let mut agents = aids.map(|aids| deep(method, depth, aids));
    for _ in 0..positions {
        let game = random_match(rules, &mut rng);
        let rho = Seed(rng.bits());
        for agent in &mut agents {
            let thought = agent.think(game.mr_x_view(), &mut rho.stream("rho"));
            check(&plain, method, &game, depth, &thought);
        }
    }
}

const METHODS: [Method; 2] = [Method::Mortimer, Method::Nijssen];

#[test]
fn equals_plain_minimax_on_grids() {
    for method in METHODS {
        for (name, depth, positions) in [
            ("grid:3,1,8", 6, 30),
            ("grid:3,2,8", 6, 20),
            ("grid:4,2,10", 5, 20),
            ("grid:4,3,10", 6, 6),
            ("grid:5,2,10", 6, 6),
            ("grid:3,5,8", 6, 4),
            ("glasses", 7, 20),
        ] {
            compare(&rules(name), method, depth, positions, 1);
        }
        let entering = rules("grid:4,2,12").with_mr_x_may_enter_detective(true);
        compare(&Arc::new(entering), method, 5, 10, 2);
    }
}

#[test]
fn equals_plain_minimax_on_london() {
    for method in METHODS {
        for name in ["classic", "bristol", "modern", "dash"] {
            let full = rules(name);
            for (detectives, depth, positions) in [(1, 4, 4), (2, 4, 3), (3, 4, 3), (5, 3, 4)] {
                let few = Arc::new(full.with_detectives(detectives).unwrap());
                compare(&few, method, depth, positions, u64::from(detectives));
            }
        }
    }
}

/// Other factors, other filters and detectives in any order, each by itself.
#[test]
fn switches_equal_plain_minimax() {
    let usual = ParanoidConfig { depth: 3, ..ParanoidConfig::mortimer() };
    let leaf = LeafWeights { near: 3, black: 40, places: 0, mean: 77 };
    let all = [
        ParanoidConfig { leaf, ..usual },
        ParanoidConfig { omitted: OmittedMoves::Doubles, ..usual },
        ParanoidConfig { omitted: OmittedMoves::Black, ..usual },
        ParanoidConfig { omitted: OmittedMoves::None, ..usual },
        ParanoidConfig { team: TeamOrder::Anybody, ..usual },
    ];
    for (name, detectives, positions) in [("bristol", 2, 6), ("classic", 1, 6), ("bristol", 4, 2)] {
        let rules = Arc::new(rules(name).with_detectives(detectives).unwrap());
        for config in all {
            let config = ParanoidConfig { budget: Budget::Nodes(u64::MAX), ..config };
            let mut plain = Plain::new(&rules, Method::Mortimer);
            (plain.leaf, plain.omitted, plain.team) = (config.leaf, config.omitted, config.team);
            let mut agent = Paranoid::new(config);
            let mut rng = Seed(u64::from(detectives)).stream("positions");
            for _ in 0..positions {
                let game = random_match(&rules, &mut rng);
                let thought = agent.think(game.mr_x_view(), &mut Seed(1).stream("rho"));
                check(&plain, Method::Mortimer, &game, config.depth, &thought);
            }
        }
    }
}

/// A position of Mr X as a game.
fn scene(text: &str) -> Game {
    let setup: Setup = text.parse().unwrap();
    Game::from_setup(rules(&setup.rules), &setup).unwrap()
}

fn choice(method: Method, game: &Game) -> MrXMove {
    let mut agent = Paranoid::new(config(method));
    let mv = agent.choose(game.mr_x_view(), &mut Seed(1).stream("mr-x")).unwrap();
    assert!(game.mr_x_view().legal_moves().any(|legal| legal == mv));
    mv
}

#[test]
fn a_forced_escape_is_found() {
    for method in METHODS {
        // Of two ways out of the corner one would be taken by detective 1.
        assert_eq!(choice(method, &scene("grid5 x 1 detectives 3,25")).to_string(), "T6");
        // A step towards the open side leaves the corner for good; the other is a trap.
        assert_eq!(choice(method, &scene("grid5 x 2 detectives 11,4")).to_string(), "T7");
    }
}

#[test]
fn a_double_move_is_kept_while_a_single_one_is_safe() {
    for method in METHODS {
        let far = choice(method, &scene("classic x 132 detectives 26,29,50,53,91"));
        assert!(matches!(far, MrXMove::Single(_)), "{far}");
    }
}

/// All single moves are captured at once; a double move is not.
#[test]
fn a_double_move_is_played_where_it_alone_saves() {
    for method in METHODS {
        let mut saved = 0;
        let mut rng = Seed(5).stream("positions");
        let rules = rules("bristol");
        let plain = Plain::new(&rules, Method::Mortimer);
        while saved < 5 {
            let game = random_match(&rules, &mut rng);
            let root = (game.state(), *game.mr_x_view().candidates());
            let kept = plain.moves(&root);
            let doubles = kept.iter().all(|mv| matches!(mv, Move::MrX(MrXMove::Double(..))));
            if doubles && plain.value(&root, 2) > 0 {
                let mv = choice(method, &game);
                assert!(matches!(mv, MrXMove::Double(..)), "{mv} at {:?}", root.0.public());
                assert!(plain.value(&plain.after(&root, mv.into()), 1) > 0, "{mv} is captured");
                saved += 1;
            }
        }
    }
}

/// A double move that the filter keeps back is looked at when all single moves are proved lost. With more
/// nodes that proof stands, so that a single move comes back only if the double moves are lost as well.
#[test]
fn a_single_move_that_is_proved_lost_stays_out() {
    let text = "version = 1\nname = 'corner'\nboard = 'grid:5'\ndetectives = 3\nlog_slots = 12\n\
                surfaces = [3, 6, 9, 12]\n[detective_tickets]\ntaxi = 20\n[mr_x_tickets]\n\
                taxi = 20\nblack = 3\ndouble = 2\n[start]\nanywhere = true\n";
    let rules = Arc::new(Rules::from_toml(text, &presets::board).unwrap());
    let plain = Plain::new(&rules, Method::Nijssen);
    let is_double = |mv: &Move| matches!(mv, Move::MrX(MrXMove::Double(..)));
    let (mut rng, mut proved) = (Seed(5).stream("deals"), 0);
    for _ in 0..400 {
        let game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
        let root = (game.state(), *game.mr_x_view().candidates());
        if game.turn() != Turn::MrX || plain.moves(&root).iter().any(is_double) {
            continue;
        }
        let mut lost = false;
        for nodes in [1030, 1100, 1200, 1400, 1700, 2040] {
            let budget = Budget::Nodes(nodes);
            let mut agent = Paranoid::new(ParanoidConfig { budget, ..ParanoidConfig::nijssen() });
            let thought = agent.think(game.mr_x_view(), &mut Seed(1).stream("mr-x"));
            assert!(thought.nodes <= nodes);
            let double = is_double(&thought.line[0]);
            assert!(!lost || double || thought.value == 0, "{nodes}: {:?}", root.0);
            proved += u32::from(double && !lost);
            lost |= double;
        }
    }
    assert!(proved >= 10, "only {proved} positions tell anything");
}

#[test]
fn the_budget_is_kept_and_a_larger_one_looks_deeper() {
    let game = scene("bristol x 132 detectives 26,29,50,53,91");
    for method in METHODS {
        let mut depth = 0;
        for nodes in [1, 100, 1_000, 15_000, 100_000] {
            let budget = Budget::Nodes(nodes);
            let mut agent = Paranoid::new(ParanoidConfig { budget, ..config(method) });
            let thought = agent.think(game.mr_x_view(), &mut Seed(1).stream("mr-x"));
            assert!(thought.nodes <= nodes, "{} of {nodes}", thought.nodes);
            assert!(thought.depth >= depth);
            depth = thought.depth;
        }
        assert!(depth >= 6, "a whole round and more is searched, not {depth} plies");
    }
}

#[test]
fn every_preset_is_played_without_a_foul_on_any_budget() {
    for method in METHODS {
        for presets::Preset { name, .. } in presets::RULES {
            for nodes in [1, 40, 600] {
                let budget = Budget::Nodes(nodes);
                let mut agent = Paranoid::new(ParanoidConfig { budget, ..config(method) });
                for index in 0..4 {
                    let seed = Seed(9).of_game(index);
                    referee(&rules(name), seed, &mut agent, &mut RandomAgent).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_match_whatever_was_played_before() {
    let rules = rules("bristol");
    for method in METHODS {
        let budget = Budget::Nodes(2_000);
        let make = || Paranoid::new(ParanoidConfig { budget, ..config(method) });
        let mut used = make();
        for index in 0..4 {
            let seed = Seed(8).of_game(index);
            let first = referee(&rules, seed, &mut used, &mut Lookahead::default()).unwrap();
            let again = referee(&rules, seed, &mut make(), &mut Lookahead::default()).unwrap();
            assert_eq!(first, again, "match {index}");
        }
    }
}
