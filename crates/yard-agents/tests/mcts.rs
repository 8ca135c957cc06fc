//! The tree searches of Sova and Gerža.

use std::sync::Arc;

use yard_agents::mcts::{
    GerzaConfig, MctsGerza, MctsSova, Opponent, SovaConfig, end_reward, keeps_joint_move,
    step_penalty,
};
use yard_agents::{Agent, Budget, Detectives, MrX, RandomAgent, Seed, referee};
use yard_core::{
    Deal, DetectiveId, DetectiveMove, Game, Move, MrXMove, Outcome, Rules, Side, Station,
    StationSet, Step, Ticket, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn at(number: u8) -> Station {
    Station::new(number).unwrap()
}

fn deal(mr_x: u8, detectives: &[u8]) -> Deal {
    Deal { mr_x: at(mr_x), detectives: detectives.iter().map(|n| at(*n)).collect() }
}

fn taxi(to: u8) -> Step {
    Step { ticket: Ticket::Taxi, to: at(to) }
}

fn x_to(to: u8) -> Move {
    MrXMove::Single(taxi(to)).into()
}

fn ride(by: DetectiveId, to: u8) -> DetectiveMove {
    DetectiveMove::Ride { by, step: taxi(to) }
}

fn play(game: &mut Game, moves: impl IntoIterator<Item = Move>) {
    for mv in moves {
        game.play(mv).unwrap();
    }
}

fn sova(budget: Budget) -> MctsSova {
    MctsSova::new(SovaConfig { budget, ..SovaConfig::wins() })
}

fn distance(budget: Budget) -> MctsSova {
    MctsSova::new(SovaConfig { budget, ..SovaConfig::distance() })
}

fn gerza(rules: &Rules, budget: Budget) -> MctsGerza {
    MctsGerza::new(rules, GerzaConfig { budget, ..GerzaConfig::default() }).unwrap()
}

/// Every agent that can play the rules, for Mr X.
fn for_mr_x(rules: &Rules, budget: Budget) -> Vec<Box<dyn Agent<MrX>>> {
    let mut all: Vec<Box<dyn Agent<MrX>>> =
        vec![Box::new(sova(budget)), Box::new(distance(budget))];
    if MctsGerza::supports(rules) {
        all.push(Box::new(gerza(rules, budget)));
    }
    all
}

/// Every agent that can play the rules, for the detectives.
fn for_detectives(rules: &Rules, budget: Budget) -> Vec<Box<dyn Agent<Detectives>>> {
    let mut all: Vec<Box<dyn Agent<Detectives>>> =
        vec![Box::new(sova(budget)), Box::new(distance(budget))];
    if MctsGerza::supports(rules) {
        all.push(Box::new(gerza(rules, budget)));
    }
    all
}

/// The referee turns an illegal answer into a foul, so a game that ends is a game of legal moves.
#[test]
fn they_play_legally_on_every_preset() {
    for presets::Preset { name, .. } in presets::RULES {
        for entering in [false, true] {
            let rules = Arc::new(rules(name).with_mr_x_may_enter_detective(entering));
            for (i, playouts) in [1, 2, 7, 30].into_iter().enumerate() {
                let budget = Budget::Playouts(playouts);
                let mut team = for_detectives(&rules, budget);
                for mr_x in &mut for_mr_x(&rules, budget) {
                    for team in &mut team {
                        for game in 0..2 {
                            let seed = Seed(5).of_game(10 * i as u64 + game);
                            referee(&rules, seed, &mut **mr_x, &mut **team).unwrap();
                        }
                    }
                }
            }
        }
    }
}

/// Two games that the detectives cannot tell apart: Mr X began at 13 or at 25, and after he was
/// seen at 14 he stepped to 13 or to 19.
fn twins(rounds: usize) -> [Game; 2] {
    let rules = rules("grid5");
    let ways = [(13, [14, 13, 14, 13]), (25, [20, 15, 14, 19])];
    ways.map(|(start, way)| {
        let mut game = Game::new(Arc::clone(&rules), &deal(start, &[1, 5]));
        for (round, to) in way.into_iter().enumerate().take(rounds) {
            let (first, second) = if round % 2 == 0 { (2, 4) } else { (1, 5) };
            play(&mut game, [x_to(to)]);
            if round + 1 < rounds {
                let moves = [ride(DetectiveId::D1, first), ride(DetectiveId::D2, second)];
                play(&mut game, moves.map(Move::from));
            }
        }
        game
    })
}

#[test]
fn a_hidden_station_does_not_change_the_choice() {
    for rounds in [1, 2, 4] {
        let [one, other] = twins(rounds);
        assert_ne!(one.state().mr_x(), other.state().mr_x());
        assert_eq!(one.detective_view(), other.detective_view());
        let rules = rules("grid5");
        for agent in &mut for_detectives(&rules, Budget::Playouts(200)) {
            for seed in 0..10 {
                let mut choose = |game: &Game| {
                    agent.begin();
                    agent
                        .choose(game.detective_view(), &mut Seed(seed).stream("detectives"))
                        .unwrap()
                };
                assert_eq!(choose(&one), choose(&other));
            }
        }
    }
}

/// A used agent, with its old tree, plays the very game that a new one plays.
#[test]
fn the_same_seed_gives_the_same_match() {
    for name in ["grid5", "classic", "modern"] {
        let rules = rules(name);
        let budget = Budget::Playouts(20);
        let (mut used_mr_x, mut used_team) =
            (for_mr_x(&rules, budget), for_detectives(&rules, budget));
        for seed in 0..3 {
            let (mut new_mr_x, mut new_team) =
                (for_mr_x(&rules, budget), for_detectives(&rules, budget));
            for kind in 0..new_mr_x.len() {
                let used =
                    referee(&rules, Seed(seed), &mut *used_mr_x[kind], &mut *used_team[kind]);
                let new = referee(&rules, Seed(seed), &mut *new_mr_x[kind], &mut *new_team[kind]);
                assert_eq!(used.unwrap(), new.unwrap(), "{name}");
            }
        }
    }
}

/// Each playout expands one leaf at most, and a joint move of two on a grid is one of 16 at most.
#[test]
fn the_arena_stays_within_the_budget() {
    let rules = rules("grid5");
    let game = Game::new(Arc::clone(&rules), &deal(13, &[1, 5]));
    let mut agent = sova(Budget::Playouts(2000));
    let nodes = |agent: &mut MctsSova| {
        Agent::<MrX>::choose(agent, game.mr_x_view(), &mut Seed(1).stream("mr-x")).unwrap();
        agent.tree_nodes()
    };
    let first = nodes(&mut agent);
    assert!((2000..=1 + 2000 * 16).contains(&first), "{first}");
    for _ in 0..5 {
        assert_eq!(nodes(&mut agent), first, "the tree begins anew");
    }
    for budget in [1, 100, 5000] {
        let made = nodes(&mut sova(Budget::Nodes(budget)));
        // The last playout may go over the budget by one expansion.
        assert!(made as u64 <= budget + 17, "{made} of {budget}");
    }
    assert!(nodes(&mut sova(Budget::Nodes(5000))) > nodes(&mut sova(Budget::Nodes(100))));
}

#[test]
fn a_budget_of_time_ends() {
    let rules = rules("grid5");
    let game = Game::new(Arc::clone(&rules), &deal(13, &[1, 5]));
    for agent in &mut for_mr_x(&rules, Budget::Time(std::time::Duration::from_millis(3))) {
        let mv = agent.choose(game.mr_x_view(), &mut Seed(1).stream("mr-x")).unwrap();
        assert!(game.state().is_legal(&rules, mv.into()));
    }
}

/// Sova 5.3.1, worked out by hand.
#[test]
fn rewards_by_distance_are_those_of_the_text() {
    assert_eq!(step_penalty(3, 12), 3, "b: he can still catch Mr X");
    assert_eq!(step_penalty(3, 3), 3, "just so");
    assert_eq!(step_penalty(3, 2), 65, "a: (3 + 10) · 5");
    assert_eq!(step_penalty(8, 1), 90, "a: (8 + 10) · 5");
    assert_eq!(end_reward(Outcome::Captured, 7), 4650, "(100 − 7) · 50");
    assert_eq!(end_reward(Outcome::Cornered, 15), 4250, "(100 − 15) · 50");
    assert_eq!(end_reward(Outcome::Escaped, 15), -1000);
    assert_eq!(end_reward(Outcome::Stranded, 4), -1000);
}

/// Detective 1 at row 1, column 1 and detective 2 at row 3, column 3, both two steps from 13.
#[test]
fn gerza_keeps_joint_moves_that_approach_some_place() {
    let rules = rules("grid5");
    let game = Game::new(Arc::clone(&rules), &deal(11, &[7, 19]));
    let kept = |first: u8, second: u8, places: &[u8]| {
        let moves = [ride(DetectiveId::D1, first), ride(DetectiveId::D2, second)];
        let places: StationSet = places.iter().map(|n| at(*n)).collect();
        keeps_joint_move(rules.board(), game.detective_view().public(), &moves, &places)
    };
    assert!(kept(8, 18, &[13]), "both approach");
    assert!(!kept(2, 18, &[13]), "1 goes from 2 to 3");
    assert!(!kept(8, 24, &[13]), "2 goes from 2 to 3");
    assert!(kept(2, 18, &[13, 1]), "both approach 1, by 2 to 1 and 6 to 5");
    assert!(!kept(2, 24, &[13, 1]), "each place is left by one of them");
    assert!(!kept(2, 24, &[1, 25]), "one place for both is needed");
}

#[test]
fn gerza_plays_grids_only() {
    for presets::Preset { name, .. } in presets::RULES {
        let made = MctsGerza::new(&rules(name), GerzaConfig::default());
        assert_eq!(made.is_ok(), name.starts_with("grid"), "{name}");
    }
    let refused = MctsGerza::new(&rules("classic"), GerzaConfig::default()).unwrap_err();
    let text =
        "mcts-gerza cannot play classic: it plays grids with the detectives in fixed order only";
    assert_eq!(refused.to_string(), text);
}

/// How many of the games Mr X wins.
fn mr_x_wins(games: u64, mr_x: &mut dyn Agent<MrX>, team: &mut dyn Agent<Detectives>) -> u32 {
    let rules = rules("grid5");
    let winner = |index| {
        let game = referee(&rules, Seed(31).of_game(index), mr_x, team).unwrap();
        game.outcome().map(Outcome::winner)
    };
    (0..games).map(winner).filter(|winner| *winner == Some(Side::MrX)).count() as u32
}

#[test]
fn a_greater_budget_wins_more() {
    let games = 80;
    let mr_x = |playouts| {
        let mut mr_x = sova(Budget::Playouts(playouts));
        mr_x_wins(games, &mut mr_x, &mut sova(Budget::Playouts(200)))
    };
    let (few, many) = (mr_x(4), mr_x(800));
    assert!(many >= few + 8, "Mr X: {few} and {many} of {games}");
    let lost = |playouts| {
        let mut team = sova(Budget::Playouts(playouts));
        mr_x_wins(games, &mut RandomAgent, &mut team)
    };
    let (few, many) = (lost(4), lost(800));
    assert!(few >= many + 8, "detectives: {few} and {many} of {games} lost");
}

/// Other readings of the theses stay available, and are other searches.
#[test]
fn the_opponent_matters() {
    let play = |opponent| {
        let parameters =
            SovaConfig { opponent, budget: Budget::Playouts(300), ..SovaConfig::wins() };
        let rules = rules("grid5");
        let (mut mr_x, mut team) = (MctsSova::new(parameters), MctsSova::new(parameters));
        referee(&rules, Seed(2), &mut mr_x, &mut team).unwrap()
    };
    let readings = [Opponent::Opposes, Opponent::Follows, Opponent::Paired].map(play);
    assert_ne!(readings[0], readings[1]);
    assert_ne!(readings[0], readings[2]);
    assert_ne!(readings[1], readings[2]);
}

/// The first plies of games, which may change only when an agent does on purpose.
#[test]
fn choices_are_golden() {
    let plies = |name: &str, kind: usize| {
        let rules = rules(name);
        let budget = Budget::Playouts(100);
        let (mut mr_x, mut team) = (for_mr_x(&rules, budget), for_detectives(&rules, budget));
        let game = referee(&rules, Seed(7), &mut *mr_x[kind], &mut *team[kind]).unwrap();
        let path = game.mr_x_view().path().iter().take(6).map(|s| s.number()).collect::<Vec<_>>();
        let seats =
            game.detective_view().public().detectives().map(Station::number).collect::<Vec<_>>();
        (path, seats, game.outcome())
    };
    let golden: Vec<String> = [("grid5", 3), ("grid15", 3), ("classic", 2), ("modern", 2)]
        .into_iter()
        .flat_map(|(name, kinds)| (0..kinds).map(move |kind| (name, kind)))
        .map(|(name, kind)| format!("{name} {kind} {:?}", plies(name, kind)))
        .collect();
    assert_eq!(golden, GOLDEN);
}

const GOLDEN: [&str; 10] = [
    "grid5 0 ([12, 17, 22, 23, 22, 21], [7, 2], Some(Escaped))",
    "grid5 1 ([12, 13, 18, 19, 24, 25], [24, 10], Some(Captured))",
    "grid5 2 ([12, 17, 22, 21, 16], [16, 18], Some(Captured))",
    "grid15 0 ([104, 119, 134, 119, 118, 133], [5, 16, 1, 2], Some(Escaped))",
    "grid15 1 ([104, 89, 104, 103, 104, 103], [1, 6, 19, 4], Some(Escaped))",
    "grid15 2 ([104, 89, 104, 105, 120, 135], [129, 162, 163, 160], Some(Escaped))",
    "classic 0 ([103, 102, 83, 102, 83, 101], [39, 170, 113, 65, 141], Some(Captured))",
    "classic 1 ([103, 86, 52, 39, 26, 15], [36, 139, 68, 52, 46], Some(Escaped))",
    "modern 0 ([106, 105, 89, 71, 55, 54], [12, 102, 152, 15, 155], Some(Captured))",
    "modern 1 ([106, 105, 89, 71, 70, 87], [58, 188, 73, 15, 86], Some(Stranded))",
];
