//! The switches for what the sources leave open: each does what it says, and nothing by default.

use std::sync::Arc;

use yard_core::{DetectiveMove, Game, Move, MrXMove, Setup, Side, Station, Ticket, Turn, presets};

use super::PimBot;
use super::candidates::SimulatedCandidates;
use super::config::{
    Cut, Expand, HiderPolicy, HistoryOver, PimBotConfig, PlayoutDoubles, PlayoutFilter,
    RandomMoves, Reuse, RootDoubles, SeekerPolicy, Stops, Ties, Trees,
};
use super::filter::StationTypes;
use super::locations::{CATEGORIES, LocationTables};
use super::policy::{PlayoutContext, PlayoutPolicies, detective_move, mr_x_move};
use super::search::chosen_of;
use super::simulation::Simulation;
use super::tree::RootMove;
use crate::agent::{Agent, Detectives, MrX};
use crate::budget::Budget;
use crate::policy::Reads;
use crate::rng::{FastRng, Seed};

fn from_setup(text: &str) -> Game {
    let setup: Setup = text.parse().unwrap();
    Game::from_setup(Arc::new(presets::rules(&setup.rules).unwrap()), &setup).unwrap()
}

/// Moves that are all random.
fn random() -> PimBotConfig {
    PimBotConfig {
        hider: HiderPolicy::Random,
        seekers: SeekerPolicy::Random,
        ..PimBotConfig::default()
    }
}

fn context<'a>(
    game: &'a Game,
    stations: &'a StationTypes,
    config: &PimBotConfig,
) -> PlayoutContext<'a> {
    let policies = PlayoutPolicies::new(config, Side::Detectives);
    PlayoutContext { rules: game.rules(), stations, policies, acceptance: [1 << 32; CATEGORIES] }
}

/// How many of 6,000 moves of the side whose turn it is have a property, as a share.
fn share(text: &str, config: &PimBotConfig, has: impl Fn(Move) -> bool) -> f64 {
    let game = from_setup(text);
    let stations = StationTypes::new(game.rules().board());
    let context = context(&game, &stations, config);
    let (state, mut chance) = (game.state(), FastRng::new(9));
    let mut candidates = SimulatedCandidates::new();
    let mut draw = || match state.turn() {
        Turn::Detective(by) => {
            detective_move(&context, &state, by, &mut candidates, &mut chance).into()
        }
        Turn::MrX | Turn::Team | Turn::Over(_) => mr_x_move(&context, &state, &mut chance).into(),
    };
    let count = (0..6000).filter(|_| has(draw())).count();
    f64::from(count as u32) / 6000.0
}

fn is_near(share: f64, wanted: f64) -> bool {
    (share - wanted).abs() < 0.02
}

/// Station 128 of London has five taxi rides, four by bus and three underground, to eleven targets: 142 by
/// taxi and bus.
#[test]
fn a_random_move_draws_a_move_a_ticket_or_a_target() {
    let text = "classic x 13 detectives 128,191,192,193,174 turn 1";
    let game = from_setup(text);
    let moves: Vec<Move> = game.detective_view().legal_moves().map(Move::from).collect();
    let tickets = |ticket| moves.iter().filter(|mv| has_ticket(**mv, ticket)).count() as f64;
    let all = moves.len() as f64;
    let twice =
        |mv: &Move| moves.iter().filter(|other| target(**other) == target(*mv)).count() == 2;
    let double = target(*moves.iter().find(|mv| twice(mv)).unwrap());
    let targets = all - moves.iter().filter(|mv| twice(mv)).count() as f64 / 2.0;
    for (random_moves, by_bus, to_double) in [
        (RandomMoves::Moves, tickets(Ticket::Bus) / all, 2.0 / all),
        (RandomMoves::Tickets, 1.0 / 3.0, f64::NAN),
        (RandomMoves::Targets, f64::NAN, 1.0 / targets),
    ] {
        let config = PimBotConfig { random: random_moves, ..random() };
        let bus = share(text, &config, |mv| has_ticket(mv, Ticket::Bus));
        assert!(by_bus.is_nan() || is_near(bus, by_bus), "{random_moves:?}: {bus} for {by_bus}");
        let there = share(text, &config, |mv| target(mv) == double);
        assert!(to_double.is_nan() || is_near(there, to_double), "{random_moves:?}: {there}");
    }
}

fn has_ticket(mv: Move, ticket: Ticket) -> bool {
    match mv {
        Move::MrX(mv) => mv.steps().any(|step| step.ticket == ticket),
        Move::Detective(DetectiveMove::Ride { step, .. }) => step.ticket == ticket,
        Move::Detective(DetectiveMove::Pass { .. }) => false,
    }
}

fn target(mv: Move) -> Option<Station> {
    match mv {
        Move::MrX(mv) => Some(mv.target()),
        Move::Detective(DetectiveMove::Ride { step, .. }) => Some(step.to),
        Move::Detective(DetectiveMove::Pass { .. }) => None,
    }
}

const FAR: &str = "classic x 13 detectives 190,191,192,193,174";

/// In the first slot the filter leaves no black ticket, and nobody threatens a step from 13.
#[test]
fn black_and_double_moves_in_playouts_have_switches() {
    let black = |mv| has_ticket(mv, Ticket::Black);
    let double = |mv| matches!(mv, Move::MrX(MrXMove::Double(..)));
    assert_eq!(share(FAR, &random(), black), 0.0);
    assert_eq!(share(FAR, &random(), double), 0.0);
    let config = PimBotConfig { playout_filter: PlayoutFilter::Off, ..random() };
    assert!(share(FAR, &config, black) > 0.2);
    assert_eq!(share(FAR, &config, double), 0.0);
    let config = PimBotConfig { doubles: PlayoutDoubles::Free, ..random() };
    assert!(share(FAR, &config, double) > 0.5, "most of his moves are double ones");
    assert_eq!(share(FAR, &config, black), 0.0, "black tickets are saved all the same");
    let greedy = PimBotConfig {
        doubles: PlayoutDoubles::Free,
        epsilon_hider: 0.0,
        ..PimBotConfig::default()
    };
    assert_eq!(share(FAR, &greedy, double), 0.0, "only random moves are free");
}

/// From slot 3 on he surfaces next after slot 8; detectives without tickets catch nobody before.
#[test]
fn playouts_are_cut_where_they_should_be() {
    let game = from_setup(&format!("{FAR} slot 3"));
    let stations = StationTypes::new(game.rules().board());
    let context = context(&game, &stations, &random());
    let mut simulation = Simulation::new();
    let mut slots = |until| {
        let mut state = game.state();
        simulation.begin(*game.detective_view().candidates());
        let ending = simulation.playout(&context, &mut state, until, &mut FastRng::new(1));
        (ending.outcome.is_none(), state.public().slots_used())
    };
    assert_eq!(slots(5), (true, 5));
    assert_eq!(slots(8), (true, 8));
    assert!(!slots(u8::MAX).0, "a whole playout has an outcome");
}

/// Searches of Mr X and of the first detective in the opening of a game, with all playouts.
fn searched(config: PimBotConfig) -> [(PimBot, Move); 2] {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let config = PimBotConfig { stops: Stops::WithBudget, ..config };
    let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(2).stream("deal")));
    let [mut mr_x, mut team] =
        [config.clone(), config].map(|config| PimBot::new(config, Arc::new(LocationTables::EMPTY)));
    let mut rng = Seed(3).stream("agent");
    let his = Agent::<MrX>::choose(&mut mr_x, game.mr_x_view(), &mut rng).unwrap();
    game.play(his.into()).unwrap();
    let theirs = Agent::<Detectives>::choose(&mut team, game.detective_view(), &mut rng).unwrap();
    [(mr_x, his.into()), (team, theirs.into())]
}

fn small() -> PimBotConfig {
    PimBotConfig { budget: Budget::Playouts(400), ..PimBotConfig::default() }
}

/// The plies below the root that have been visited.
fn depth(agent: &PimBot) -> usize {
    let searcher = &agent.searchers[0];
    searcher.tree().depth_of_visits(searcher.root().unwrap())
}

#[test]
fn the_depth_of_the_tree_can_be_limited() {
    for (limit, wanted) in [(1, 1), (2, 2)] {
        for (agent, _) in searched(PimBotConfig { depth: limit, ..small() }) {
            assert_eq!(depth(&agent), wanted);
        }
    }
    for (agent, _) in searched(small()) {
        assert!(depth(&agent) > 2);
    }
}

/// A path of a whole game is more than 24 plies; one node a playout makes a tree of a few.
#[test]
fn whole_paths_can_be_added() {
    let budget = Budget::Playouts(60);
    for (agent, _) in searched(PimBotConfig { expand: Expand::Path, budget, ..small() }) {
        assert!(depth(&agent) > 20, "{}", depth(&agent));
        assert_eq!(agent.root_visits().map(|(_, visits)| visits).sum::<u32>(), 60);
    }
    let limited = PimBotConfig { expand: Expand::Path, depth: 9, budget, ..small() };
    for (agent, _) in searched(limited) {
        assert_eq!(depth(&agent), 9);
    }
    for (agent, _) in searched(PimBotConfig { budget, ..small() }) {
        assert!(depth(&agent) < 20);
    }
}

/// With the tree alone, fewer moves have a history.
#[test]
fn history_counts_the_tree_alone_on_demand() {
    let plays = |history_over| {
        searched(PimBotConfig { history_over, ..small() })
            .map(|(agent, _)| agent.searchers[0].counted_moves())
    };
    for (all, tree) in plays(HistoryOver::All).into_iter().zip(plays(HistoryOver::Tree)) {
        // Each playout makes a move or more in the tree, and dozens below it.
        assert!(tree >= 400.0 && all > 10.0 * tree, "{all} and {tree}");
    }
}

#[test]
fn ties_are_broken_as_is_asked() {
    let game = from_setup(FAR);
    let found: Vec<RootMove> = game
        .mr_x_view()
        .legal_moves()
        .take(3)
        .zip([1.0, 3.0, 2.0])
        .map(|(mv, sum)| RootMove { mv: mv.into(), visits: 4, sum, rank: 4.0 })
        .collect();
    let mut rng = Seed(1).stream("ties");
    let mut chosen = |ties| chosen_of(&found, ties, &mut rng).unwrap().sum;
    assert_eq!(chosen(Ties::Sum), 3.0);
    assert_eq!(chosen(Ties::First), 1.0);
    let mut seen: Vec<f64> = (0..50).map(|_| chosen(Ties::Any)).collect();
    seen.sort_by(f64::total_cmp);
    seen.dedup();
    assert_eq!(seen, [1.0, 2.0, 3.0]);
    assert!(chosen_of(&[], Ties::Any, &mut rng).is_none());
}

/// The second detective of a round goes on with the tree below the first one's move; the first one of the
/// next round, and of the next game, begins anew.
#[test]
fn a_tree_is_used_again_within_a_round() {
    let rules = Arc::new(presets::rules("classic").unwrap());
    for trees in [Trees::Single, Trees::Separate] {
        let visits = |reuse| {
            let config = PimBotConfig { reuse, trees, stops: Stops::WithBudget, ..small() };
            let mut team = PimBot::new(config, Arc::new(LocationTables::EMPTY));
            let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(2).stream("deal")));
            let mut rng = Seed(3).stream("agent");
            Agent::<Detectives>::begin(&mut team);
            let mut visits = Vec::new();
            while visits.len() < 7 {
                if game.turn() == Turn::MrX {
                    let mv = game.mr_x_view().draw_move(&mut rng);
                    game.play(mv.into()).unwrap();
                    continue;
                }
                let view = game.detective_view();
                let mv = Agent::<Detectives>::choose(&mut team, view, &mut rng).unwrap();
                visits.push(team.root_visits().map(|(_, visits)| visits).sum::<u32>());
                game.play(mv.into()).unwrap();
            }
            visits
        };
        assert_eq!(visits(Reuse::Never), [400; 7]);
        let with = visits(Reuse::Round);
        assert_eq!([with[0], with[5]], [400; 2], "{trees:?}: {with:?}");
        assert!(with[1..5].iter().all(|visits| *visits > 400), "{trees:?}: {with:?}");
        assert!(with[6] > 400, "{trees:?}: {with:?}");
    }
}

/// Whole games with each switch: legal, repeatable, and another game than by default.
#[test]
fn every_switch_changes_the_play() {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let play = |config: &PimBotConfig| {
        let agent = || PimBot::new(config.clone(), Arc::new(LocationTables::EMPTY));
        let play = |index| {
            let game = crate::referee(&rules, Seed(4).of_game(index), &mut agent(), &mut agent());
            game.unwrap().mr_x_view().path().to_vec()
        };
        [0, 1].map(play)
    };
    let budget = Budget::Playouts(100);
    let usual = PimBotConfig { budget, ..PimBotConfig::default() };
    let games = play(&usual);
    for config in [
        PimBotConfig { history_over: HistoryOver::Tree, ..usual.clone() },
        PimBotConfig { expand: Expand::Path, ..usual.clone() },
        PimBotConfig { depth: 2, ..usual.clone() },
        PimBotConfig { ties: Ties::Any, ..usual.clone() },
        PimBotConfig { reuse: Reuse::Round, ..usual.clone() },
        PimBotConfig { random: RandomMoves::Tickets, ..usual.clone() },
        PimBotConfig { random: RandomMoves::Targets, ..usual.clone() },
        PimBotConfig { doubles: PlayoutDoubles::Free, ..usual.clone() },
        PimBotConfig { playout_filter: PlayoutFilter::Off, ..usual.clone() },
        PimBotConfig { cut: Cut::Surfacing, ..usual.clone() },
        PimBotConfig { cut: Cut::Rounds, cut_rounds: 2, cut_value: 0.0, ..usual.clone() },
    ] {
        let once = play(&config);
        assert_ne!(once, games, "{config:?}");
        assert_eq!(once, play(&config), "{config:?}");
    }
}

/// Each detective rides towards the station that he drew, not towards Mr X.
#[test]
fn by_belief_each_detective_chases_a_station_of_his_own() {
    let game =
        from_setup("classic x 185 detectives 13,89,140,67,46 turn 1 slot 5 candidates 34,185");
    let config = PimBotConfig {
        seekers: SeekerPolicy::Belief,
        epsilon_seekers: 0.0,
        ..PimBotConfig::default()
    };
    let stations = StationTypes::new(game.rules().board());
    let context = context(&game, &stations, &config);
    let (state, mut chance) = (game.state(), FastRng::new(9));
    let mut candidates = SimulatedCandidates::new();
    candidates.reset(*game.detective_view().candidates());
    let Turn::Detective(by) = state.turn() else { panic!("{:?}", state.turn()) };
    let far = |to: Station, mv| {
        let DetectiveMove::Ride { step, .. } = mv else { panic!("{mv:?}") };
        game.rules().board().detective_distance(step.to, to).unwrap()
    };
    for number in [34, 185] {
        let target = Station::new(number).unwrap();
        *candidates.own(by) = Some(target);
        let nearest = game
            .detective_view()
            .legal_moves()
            .filter(|mv| mv.by() == by)
            .map(|mv| far(target, mv))
            .min();
        for _ in 0..20 {
            let mv = detective_move(&context, &state, by, &mut candidates, &mut chance);
            assert_eq!(Some(far(target, mv)), nearest);
        }
    }
    // A station where a colleague has looked is given up.
    candidates.detective_moved(game.rules().board(), Station::new(185).unwrap());
    assert_eq!(*candidates.own(by), None);
}

/// Where both steps can be weighed, a double move may be chosen although a single one is safe.
#[test]
fn double_moves_are_weighed_where_the_switch_says_so() {
    let weighed = |text: &str, root_doubles| {
        let game = from_setup(text);
        let config =
            PimBotConfig { budget: Budget::Playouts(200), root_doubles, ..PimBotConfig::default() };
        let mut agent = PimBot::new(config, Arc::new(LocationTables::EMPTY));
        let mut rng = Seed(4).stream("doubles");
        Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng).unwrap();
        agent.root_visits().any(|(mv, _)| matches!(mv, Move::MrX(MrXMove::Double(..))))
    };
    let hidden = "classic x 185 detectives 13,14,4,3,23 slot 4";
    let seen = "classic x 185 detectives 13,14,4,3,23 slot 2";
    let kinds = [RootDoubles::Trapped, RootDoubles::Surfacing, RootDoubles::Always];
    assert_eq!(kinds.map(|kind| weighed(hidden, kind)), [false, false, true]);
    assert_eq!(kinds.map(|kind| weighed(seen, kind)), [false, true, true]);
}

/// Whoever asks copies of the agent must know that it reads the log since the last sighting.
#[test]
fn a_belief_reads_since_the_sighting() {
    let reads = |seekers| {
        let config = PimBotConfig { seekers, ..PimBotConfig::default() };
        let agent = PimBot::new(config, Arc::new(LocationTables::EMPTY));
        Agent::<MrX>::past(&agent).map(|past| past.reads)
    };
    assert_eq!(reads(SeekerPolicy::Belief), Some(Reads::Sighting));
    assert_eq!(reads(SeekerPolicy::Guess), Some(Reads::Now));
}
