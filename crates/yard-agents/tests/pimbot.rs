//! `pimbot` as a player: legal, repeatable, blind to what is hidden, and not blind to the rest.

use std::sync::Arc;

use yard_agents::pimbot::{
    Cut, Expand, Filter, HiderPolicy, HistoryOver, LocationTables, Locations, PlayoutDoubles,
    PlayoutFilter, RandomMoves, Replies, Reuse, SeekerPolicy, Steps, TableKind, Ties, Trees,
    Unvisited,
};
use yard_agents::{
    Agent, Budget, Detectives, MrX, PimBot, PimBotConfig, RandomAgent, Rng, Seed, referee,
};
use yard_core::{
    Deal, DetectiveMove, Game, Move, MrXMove, Outcome, Rules, Setup, Side, Station, Turn, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn at(number: u8) -> Station {
    Station::new(number).unwrap()
}

fn pimbot(config: PimBotConfig) -> PimBot {
    PimBot::new(config, Arc::new(LocationTables::EMPTY))
}

fn with_playouts(playouts: u32) -> PimBot {
    pimbot(PimBotConfig { budget: Budget::Playouts(playouts), ..PimBotConfig::default() })
}

/// What the agent does as a detective.
fn detective(agent: &mut PimBot, game: &Game, rng: &mut Rng) -> DetectiveMove {
    Agent::<Detectives>::choose(agent, game.detective_view(), rng).unwrap()
}

/// What it does as Mr X.
fn mr_x(agent: &mut PimBot, game: &Game, rng: &mut Rng) -> MrXMove {
    Agent::<MrX>::choose(agent, game.mr_x_view(), rng).unwrap()
}

fn from_setup(text: &str) -> Game {
    let setup: Setup = text.parse().unwrap();
    Game::from_setup(rules(&setup.rules), &setup).unwrap()
}

/// Settings that between them use every part.
fn variants(budget: Budget) -> Vec<PimBotConfig> {
    vec![
        PimBotConfig { budget, ..PimBotConfig::default() },
        PimBotConfig {
            budget,
            trees: Trees::Separate,
            filter: Filter::Off,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            trees: Trees::Vote,
            locations: Locations::MeanDistance,
            table: TableKind::Detailed,
            steps: Steps::Two,
            seekers: SeekerPolicy::TotalDistance,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            locations: Locations::Station,
            hider: HiderPolicy::Random,
            seekers: SeekerPolicy::Random,
            history: 0.0,
            reduction: 1.0,
            threads: 2,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            locations: Locations::None,
            seekers: SeekerPolicy::ChaseLocation,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            locations: Locations::Belief,
            seekers: SeekerPolicy::Guess,
            replies: Replies::Policy,
            doubles: PlayoutDoubles::Never,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            locations: Locations::Belief,
            unvisited: Unvisited::History,
            seekers: SeekerPolicy::Assumed,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            history_over: HistoryOver::Tree,
            expand: Expand::Path,
            ties: Ties::Any,
            reuse: Reuse::Round,
            hider: HiderPolicy::Random,
            doubles: PlayoutDoubles::Free,
            random: RandomMoves::Tickets,
            cut: Cut::Surfacing,
            ..PimBotConfig::default()
        },
        PimBotConfig {
            budget,
            depth: 3,
            ties: Ties::First,
            trees: Trees::Separate,
            reuse: Reuse::Round,
            playout_filter: PlayoutFilter::Off,
            random: RandomMoves::Targets,
            cut: Cut::Rounds,
            cut_rounds: 1,
            threads: 2,
            ..PimBotConfig::default()
        },
    ]
}

/// The referee turns an illegal answer into a foul, so a game that ends is a game of legal moves.
#[test]
fn it_plays_legally_on_every_preset() {
    for presets::Preset { name, .. } in presets::RULES {
        for (i, budget) in [1, 2, 20].map(Budget::Playouts).into_iter().enumerate() {
            let rules = Arc::new(rules(name).with_mr_x_may_enter_detective(i == 1));
            for (j, config) in variants(budget).into_iter().enumerate() {
                let (mut mr_x, mut team) = (pimbot(config.clone()), pimbot(config));
                let seed = Seed(7).of_game((10 * i + j) as u64);
                referee(&rules, seed, &mut mr_x, &mut team).unwrap();
            }
        }
    }
}

#[test]
fn it_plays_legally_with_any_number_of_detectives() {
    for name in ["classic", "modern", "grid7"] {
        for detectives in 1..=5 {
            let rules = Arc::new(rules(name).with_detectives(detectives).unwrap());
            let (mut mr_x, mut team) = (with_playouts(30), with_playouts(30));
            referee(&rules, Seed(detectives.into()), &mut mr_x, &mut team).unwrap();
        }
    }
}

#[test]
fn budgets_of_nodes_work() {
    let nodes = PimBotConfig { budget: Budget::Nodes(2000), ..PimBotConfig::default() };
    let (mut mr_x, mut team) = (pimbot(nodes.clone()), pimbot(nodes));
    referee(&rules("classic"), Seed(1), &mut mr_x, &mut team).unwrap();
}

fn records(threads: u32) -> Vec<(Vec<Station>, Option<Outcome>)> {
    let rules = rules("classic");
    let config = PimBotConfig { budget: Budget::Playouts(60), threads, ..PimBotConfig::default() };
    let (mut mr_x, mut team) = (pimbot(config.clone()), pimbot(config));
    (0..3)
        .map(|index| {
            let game = referee(&rules, Seed(2).of_game(index), &mut mr_x, &mut team).unwrap();
            (game.mr_x_view().path().to_vec(), game.outcome())
        })
        .collect()
}

/// Threads have trees of their own that are added up in order, so even they change nothing from
/// run to run.
#[test]
fn the_same_seed_gives_the_same_matches() {
    assert_eq!(records(1), records(1));
    assert_eq!(records(3), records(3));
}

/// A detective beside a Mr X who is seen takes him, whichever of the five he is: 34 and 46 share a
/// bus line.
#[test]
fn a_capture_in_one_is_found() {
    for (turn, seats) in
        [(1, "34,190,191,192,193"), (3, "190,191,34,192,193"), (5, "190,191,192,193,34")]
    {
        let game = from_setup(&format!("classic x 46 detectives {seats} turn {turn} slot 3"));
        for seed in 0..3 {
            let mut game = game.clone();
            let mut agent = PimBot::default();
            let mv = detective(&mut agent, &game, &mut Seed(seed).stream("detectives"));
            game.play(Move::from(mv)).unwrap();
            assert_eq!(game.outcome(), Some(Outcome::Captured), "detective {turn} played {mv:?}");
        }
    }
}

/// One round is left, and the detectives reach three of the four stations around Mr X.
#[test]
fn the_only_way_out_is_found() {
    let rules = rules("grid:5,2,1,1");
    let deal = Deal { mr_x: at(13), detectives: [at(7), at(15)].into_iter().collect() };
    let game = Game::new(rules, &deal);
    for seed in 0..10 {
        let mv = mr_x(&mut with_playouts(300), &game, &mut Seed(seed).stream("mr-x"));
        assert_eq!(mv.target(), at(18));
    }
}

/// Two games that the detectives cannot tell apart: Mr X has taken a taxi from 13 to 4 or to 24.
#[test]
fn the_hidden_station_does_not_change_the_choice() {
    let twin = |to: u8| {
        let text = "classic x 13 detectives 26,29,50,53,91 slot 3";
        let mut game = from_setup(text);
        let moves = game.state().mr_x_moves(game.rules()).collect::<Vec<_>>();
        let wanted = |mv: &&MrXMove| mv.target() == at(to) && mv.to_string().starts_with('T');
        let mv = *moves.iter().find(wanted).unwrap();
        game.play(mv.into()).unwrap();
        game
    };
    for config in variants(Budget::Playouts(200)) {
        let choices = [twin(4), twin(24)].map(|mut game| {
            let mut agent = pimbot(config.clone());
            let mut rng = Seed(3).stream("detectives");
            let mut chosen = Vec::new();
            while let Turn::Detective(_) = game.turn() {
                let mv = detective(&mut agent, &game, &mut rng);
                chosen.push(mv);
                game.play(mv.into()).unwrap();
            }
            chosen
        });
        assert_eq!(choices[0], choices[1]);
    }
}

/// Every playout goes through the root, and the visits are told.
#[test]
fn root_visits_add_up_to_the_playouts() {
    let rules = rules("classic");
    let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(1).stream("deal")));
    for threads in [1, 3] {
        let config =
            PimBotConfig { budget: Budget::Playouts(500), threads, ..PimBotConfig::default() };
        let mut agent = pimbot(config);
        mr_x(&mut agent, &game, &mut Seed(1).stream("mr-x"));
        assert_eq!(agent.root_visits().map(|(_, visits)| visits).sum::<u32>(), 500);
    }
    let mv = game.state().mr_x_moves(&rules).next().unwrap();
    game.play(mv.into()).unwrap();
    let mut agent = with_playouts(500);
    detective(&mut agent, &game, &mut Seed(1).stream("detectives"));
    assert_eq!(agent.root_visits().map(|(_, visits)| visits).sum::<u32>(), 500);
}

#[test]
fn it_beats_chance_on_either_side() {
    let rules = rules("classic");
    let mut wins = [0, 0];
    for index in 0..8 {
        let seed = Seed(6).of_game(index);
        let game = referee(&rules, seed, &mut RandomAgent, &mut with_playouts(100)).unwrap();
        wins[0] += u32::from(game.outcome().unwrap().winner() == Side::Detectives);
        let game = referee(&rules, seed, &mut with_playouts(100), &mut RandomAgent).unwrap();
        wins[1] += u32::from(game.outcome().unwrap().winner() == Side::MrX);
    }
    assert!(wins[0] >= 7 && wins[1] >= 7, "{wins:?}");
}
