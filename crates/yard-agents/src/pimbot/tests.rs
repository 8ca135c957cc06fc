//! The parts of `pimbot` against plain twins and by hand.

use std::sync::Arc;

use yard_core::{
    Candidates, DetectiveId, DetectiveMove, Game, Move, MrXMove, Outcome, PublicState, Rules,
    Setup, Side, State, Station, StationSet, Ticket, Turn, presets,
};

use super::PimBot;
use super::candidates::{SimulatedCandidates, draw};
use super::config::{
    Filter, HiderPolicy, Locations, PimBotConfig, Replies, SeekerPolicy, Steps, Stops, TableKind,
};
use super::filter::{Doubles, MoveFilter, StationTypes, can_be_captured};
use super::locations::{CATEGORIES, Guesses, LocationTable, LocationTables, category};
use super::policy::{PlayoutContext, PlayoutPolicies, detective_move, mr_x_move, next_detective};
use super::search::reduced;
use super::simulation::Ending;
use crate::agent::{Agent, Detectives, MrX};
use crate::budget::Budget;
use crate::rng::{FastRng, Seed};

fn at(number: u8) -> Station {
    Station::new(number).unwrap()
}

fn set(numbers: &[u8]) -> StationSet {
    numbers.iter().map(|number| at(*number)).collect()
}

fn state(text: &str) -> (Rules, State) {
    let setup: Setup = text.parse().unwrap();
    let rules = presets::rules(&setup.rules).unwrap();
    let state = State::from_setup(&rules, &setup).unwrap();
    (rules, state)
}

/// With guesses that are all as likely.
fn even_context<'a>(
    rules: &'a Rules,
    stations: &'a StationTypes,
    policies: PlayoutPolicies,
) -> PlayoutContext<'a> {
    PlayoutContext { rules, stations, policies, acceptance: [1 << 32; CATEGORIES] }
}

/// Policies with a share of random moves of the detectives, and none of Mr X.
fn playout_policies(
    hider: HiderPolicy,
    seekers: SeekerPolicy,
    epsilon_seekers: f64,
) -> PlayoutPolicies {
    let config = PimBotConfig {
        hider,
        seekers,
        epsilon_hider: 0.0,
        epsilon_seekers,
        ..PimBotConfig::default()
    };
    PlayoutPolicies::new(&config, Side::Detectives)
}

/// The whole filter.
fn filter<'a>(rules: &'a Rules, stations: &'a StationTypes) -> MoveFilter<'a> {
    MoveFilter { rules, stations, saves: Filter::On }
}

/// Calls `check` with every position of some random games.
fn on_walks(name: &str, mut check: impl FnMut(&Game, &mut FastRng)) {
    let rules = Arc::new(presets::rules(name).unwrap());
    for game in 0..6 {
        let seed = Seed(11).of_game(game);
        let mut rng = seed.stream("walk");
        let mut chance = rng.fork();
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut seed.stream("deal")));
        loop {
            let mv: Move = match game.turn() {
                Turn::MrX => game.mr_x_view().draw_move(&mut rng).into(),
                Turn::Detective(_) | Turn::Team => game.detective_view().draw_move(&mut rng).into(),
                Turn::Over(_) => break,
            };
            check(&game, &mut chance);
            game.play(mv).unwrap();
        }
    }
}

const BOARDS: [&str; 5] = ["classic", "modern", "dash", "grid7", "glasses"];

fn slow_distance(rules: &Rules, a: Station, b: Station) -> u32 {
    rules.board().detective_distance(a, b).map_or(255, u32::from)
}

fn slow_closest(rules: &Rules, public: &PublicState, to: Station) -> u32 {
    public.detectives().map(|seat| slow_distance(rules, seat, to)).min().unwrap()
}

/// MCD: the chosen step is as far from the closest detective as any that is considered.
#[test]
fn mr_x_flees_from_the_closest_detective() {
    for name in BOARDS {
        on_walks(name, |game, chance| {
            if game.turn() != Turn::MrX {
                return;
            }
            let (rules, state) = (game.rules(), game.state());
            let stations = StationTypes::new(rules.board());
            let policies =
                playout_policies(HiderPolicy::ClosestDistance, SeekerPolicy::Random, 0.0);
            let mv = mr_x_move(&even_context(rules, &stations, policies), &state, chance);
            assert!(state.is_legal(rules, mv.into()));
            let first = mv.steps().next().unwrap();
            let mut singles = Vec::new();
            filter(rules, &stations).list(&state, None, Doubles::WhenTrapped, &mut singles);
            singles.retain(|mv| matches!(mv, MrXMove::Single(_)));
            let far = |to| slow_closest(rules, state.public(), to);
            let best = singles.iter().map(|mv| far(mv.target())).max().unwrap();
            assert!(singles.contains(&MrXMove::Single(first)));
            assert_eq!(far(first.to), best, "{name}");
            let threatened = can_be_captured(rules, state.public(), first.to);
            let double = matches!(mv, MrXMove::Double(..));
            assert!(!double || threatened, "a double move only when the step can be captured");
        });
    }
}

/// CAL and MTD: the chosen ride costs as little as any.
#[test]
fn detectives_chase_the_location_or_all_candidates() {
    for name in BOARDS {
        for policy in [SeekerPolicy::ChaseLocation, SeekerPolicy::TotalDistance] {
            on_walks(name, |game, chance| {
                let (rules, state) = (game.rules(), game.state());
                let Some(by) = next_detective(rules, state.public()) else { return };
                let stations = StationTypes::new(rules.board());
                let policies = playout_policies(HiderPolicy::Random, policy, 0.0);
                let mut candidates = SimulatedCandidates::new();
                candidates.survey(rules.board());
                candidates.reset(*game.detective_view().candidates());
                let context = even_context(rules, &stations, policies);
                let mv = detective_move(&context, &state, by, &mut candidates, chance);
                assert!(state.is_legal(rules, mv.into()));
                let cost = |to| match policy {
                    SeekerPolicy::TotalDistance => {
                        let candidates = game.detective_view().candidates();
                        candidates.iter().map(|c| slow_distance(rules, to, c)).sum()
                    }
                    SeekerPolicy::ChaseLocation
                    | SeekerPolicy::Auto
                    | SeekerPolicy::Guess
                    | SeekerPolicy::Assumed
                    | SeekerPolicy::Belief
                    | SeekerPolicy::Random => slow_distance(rules, to, state.mr_x()),
                };
                let least = state.public().rides(rules, by).map(|step| cost(step.to)).min();
                match mv {
                    DetectiveMove::Ride { step, .. } => assert_eq!(Some(cost(step.to)), least),
                    DetectiveMove::Pass { .. } => assert_eq!(least, None),
                }
            });
        }
    }
}

/// Candidates along a simulated game are those of the view, but for stations without a move.
#[test]
fn candidates_follow_the_log() {
    for name in BOARDS {
        let rules = Arc::new(presets::rules(name).unwrap());
        let mut rng = Seed(4).stream("walk");
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
        let mut candidates = SimulatedCandidates::new();
        candidates.survey(rules.board());
        candidates.reset(*game.detective_view().candidates());
        loop {
            match game.turn() {
                Turn::MrX => {
                    let mv = game.mr_x_view().draw_move(&mut rng);
                    candidates.mr_x_moved(&rules, game.state().public(), mv);
                    game.play(mv.into()).unwrap();
                }
                Turn::Detective(_) | Turn::Team => {
                    let mv = game.detective_view().draw_move(&mut rng);
                    game.play(mv.into()).unwrap();
                    if let DetectiveMove::Ride { step, .. } = mv {
                        candidates.detective_moved(rules.board(), step.to);
                    }
                }
                Turn::Over(_) => break,
            }
            if game.outcome().is_none() {
                assert!(game.detective_view().candidates().is_subset(candidates.set()), "{name}");
                assert!(candidates.set().contains(game.state().mr_x()));
            }
        }
    }
}

/// A share ε of the moves is random: of two taxi rides only one comes nearer.
#[test]
fn a_share_of_moves_is_random() {
    let (rules, state) = state("grid5 x 25 detectives 1,5 turn 1");
    let stations = StationTypes::new(rules.board());
    let mut candidates = SimulatedCandidates::new();
    let mut chance = FastRng::new(3);
    // From 1 both 2 and 6 come nearer to 25: equal costs are drawn equally often.
    let policies = playout_policies(HiderPolicy::Random, SeekerPolicy::ChaseLocation, 0.0);
    let context = even_context(&rules, &stations, policies);
    let to_2 = (0..4000)
        .filter(|_| {
            let mv =
                detective_move(&context, &state, DetectiveId::D1, &mut candidates, &mut chance);
            matches!(mv, DetectiveMove::Ride { step, .. } if step.to == at(2))
        })
        .count();
    assert!((1850..2150).contains(&to_2), "{to_2}");
    // From 5 only 10 comes nearer to 25; half of the random fifth goes to 4.
    let policies = playout_policies(HiderPolicy::Random, SeekerPolicy::ChaseLocation, 0.2);
    let context = even_context(&rules, &stations, policies);
    let to_4 = (0..4000)
        .filter(|_| {
            let mv =
                detective_move(&context, &state, DetectiveId::D2, &mut candidates, &mut chance);
            matches!(mv, DetectiveMove::Ride { step, .. } if step.to == at(4))
        })
        .count();
    assert!((330..470).contains(&to_4), "{to_4}");
}

/// Where a detective at 13 of the 5×5 grid goes in 4000 guesses: up, left, right and down.
fn ways(acceptance: [u64; CATEGORIES], places: &[u8]) -> [usize; 4] {
    let (rules, state) = state("grid5 x 25 detectives 13,5 turn 1");
    let stations = StationTypes::new(rules.board());
    let policies = playout_policies(HiderPolicy::Random, SeekerPolicy::Guess, 0.0);
    let context = PlayoutContext { acceptance, ..even_context(&rules, &stations, policies) };
    let mut candidates = SimulatedCandidates::new();
    candidates.reset(Candidates::new(set(places)));
    let mut chance = FastRng::new(3);
    let mut ways = [0; 4];
    for _ in 0..4000 {
        let mv = detective_move(&context, &state, DetectiveId::D1, &mut candidates, &mut chance);
        let DetectiveMove::Ride { step, .. } = mv else { panic!("13 is not walled in") };
        let way = [8, 12, 14, 18].iter().position(|to| at(*to) == step.to).unwrap();
        ways[way] += 1;
    }
    ways
}

/// Candidates 3 (above) and 11 (to the left) are two moves away, 18 (below) one. Mr X's own place
/// does not matter.
#[test]
fn detectives_chase_a_guess_by_its_weight() {
    let even = [1 << 32; CATEGORIES];
    let [up, left, right, down] = ways(even, &[3, 11, 18]);
    assert_eq!(right, 0);
    for way in [up, left, down] {
        assert!((1230..1440).contains(&way), "{way} of 4000");
    }
    // A station beside a detective at a quarter of the weight: 4 : 4 : 1.
    let shy = [1 << 30, 1 << 32, 1 << 32, 1 << 32, 1 << 32];
    let [up, left, right, down] = ways(shy, &[3, 11, 18]);
    assert_eq!(right, 0);
    assert!((1670..1880).contains(&up) && (1670..1880).contains(&left), "{up}, {left}");
    assert!((370..520).contains(&down), "{down}");
}

/// With no candidate left there is no guess, and the place in the simulation is chased.
#[test]
fn without_candidates_the_place_is_chased() {
    let [up, left, right, down] = ways([1 << 32; CATEGORIES], &[]);
    assert_eq!((up, left), (0, 0));
    assert_eq!(right + down, 4000);
}

/// What is assumed follows the tickets, so it is always a candidate, and where he is seen it is his place.
#[test]
fn the_assumed_station_is_a_candidate() {
    for name in ["classic", "modern", "grid5"] {
        let rules = Arc::new(presets::rules(name).unwrap());
        let (mut seen, mut wrong) = (0, 0);
        for game in 0..20 {
            let seed = Seed(5).of_game(game);
            let (mut rng, mut chance) = (seed.stream("walk"), seed.stream("chance").fork());
            let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut seed.stream("deal")));
            let mut candidates = SimulatedCandidates::new();
            candidates.survey(rules.board());
            candidates.reset(*game.detective_view().candidates());
            loop {
                let public = *game.detective_view().public();
                match game.turn() {
                    Turn::MrX => {
                        let mv = game.mr_x_view().draw_move(&mut rng);
                        candidates.mr_x_moved(&rules, &public, mv);
                        candidates.follow(&rules, &public, mv, draw, &mut chance);
                        game.play(mv.into()).unwrap();
                    }
                    Turn::Detective(_) | Turn::Team => {
                        let mv = game.detective_view().draw_move(&mut rng);
                        game.play(mv.into()).unwrap();
                        if let DetectiveMove::Ride { step, .. } = mv {
                            candidates.detective_moved(rules.board(), step.to);
                        }
                    }
                    Turn::Over(_) => break,
                }
                if game.outcome().is_some() {
                    break;
                }
                let assumed = candidates.assumed(&mut chance).unwrap();
                assert!(candidates.set().contains(assumed), "{assumed} on {name}");
                if candidates.set().len() == 1 {
                    assert_eq!(assumed, game.state().mr_x());
                    seen += 1;
                } else if assumed != game.state().mr_x() {
                    wrong += 1;
                }
            }
        }
        assert!(seen > 20 && wrong > 100, "{seen} times seen, {wrong} times wrong on {name}");
    }
}

#[test]
fn weights_of_guesses_are_shares_of_the_greatest() {
    assert_eq!(LocationTable::EMPTY.shares(), [1 << 32; CATEGORIES]);
    let mut table = LocationTable::EMPTY;
    table.add(0b11, 0, 1);
    table.add(0b11, 1, 5);
    // (1 + 1) / (6 + 2) and (5 + 1) / (6 + 2); those without a count have 1 / 2.
    let third = (1_u64 << 32) / 3;
    let shares = table.shares();
    assert!(shares[0].abs_diff(third) <= 1 && shares[2].abs_diff(2 * third) <= 2, "{shares:?}");
    assert_eq!(shares[1], 1 << 32);
}

fn listed(text: &str, candidates: &[u8], doubles: Doubles) -> Vec<String> {
    let (rules, state) = state(text);
    let stations = StationTypes::new(rules.board());
    let candidates = set(candidates);
    let mut moves = Vec::new();
    filter(&rules, &stations).list(&state, Some(&candidates), doubles, &mut moves);
    moves.iter().map(MrXMove::to_string).collect()
}

fn has_black(moves: &[String]) -> bool {
    moves.iter().any(|mv| mv.contains('K'))
}

const FAR: &str = "x 13 detectives 190,191,192,193,174";

#[test]
fn no_black_ticket_in_the_first_two_slots() {
    for (slot, black) in [(0, false), (1, false), (3, true)] {
        let moves = listed(&format!("classic {FAR} slot {slot}"), &[13, 46], Doubles::WhenTrapped);
        assert_eq!(has_black(&moves), black, "after slot {slot}");
    }
}

#[test]
fn no_black_ticket_where_he_surfaces() {
    for (slot, black) in [(2, false), (7, false), (8, true), (12, false), (23, false)] {
        let moves = listed(&format!("classic {FAR} slot {slot}"), &[13, 46], Doubles::WhenTrapped);
        assert_eq!(has_black(&moves), black, "after slot {slot}");
    }
}

/// Stations 2 and 20 have taxis only, 13 has all but a ferry.
#[test]
fn no_black_ticket_where_it_hides_nothing() {
    let text = "classic x 20 detectives 190,191,192,193,174 slot 5";
    assert!(!has_black(&listed(text, &[20, 2], Doubles::WhenTrapped)));
    assert!(has_black(&listed(text, &[20, 2, 13], Doubles::WhenTrapped)));
}

#[test]
fn a_ferry_always_takes_a_black_ticket() {
    let text = "classic x 108 detectives 190,191,192,193,174";
    assert!(listed(text, &[108], Doubles::WhenTrapped).contains(&"K115".to_owned()));
}

#[test]
fn rules_that_leave_nothing_are_dropped() {
    let text = "classic x 13 detectives 190,191,192,193,174 x-tickets 0,0,0,5,2";
    assert!(has_black(&listed(text, &[13], Doubles::WhenTrapped)));
}

/// Station 20 leads to 2, 9 and 33 by taxi. Detectives at 3, 19 and 46 reach none, one or all.
#[test]
fn double_moves_only_when_every_single_one_can_be_captured() {
    let doubles =
        |text: &str, doubles| listed(text, &[20], doubles).iter().any(|mv| mv.starts_with('2'));
    let (rules, safe) = state("classic x 20 detectives 190,191,192,193,174 slot 3");
    assert!(safe.mr_x_moves(&rules).all(|mv| !can_be_captured(&rules, safe.public(), mv.target())));
    let far = "classic x 20 detectives 190,191,192,193,174 slot 3";
    assert!(!doubles(far, Doubles::WhenTrapped));
    assert!(doubles(far, Doubles::Always));
    let trapped = trap();
    assert!(doubles(&format!("{trapped} slot 3"), Doubles::WhenTrapped));
    let spent = format!("{trapped} slot 3 x-tickets 4,3,3,5,0");
    assert!(!doubles(&spent, Doubles::WhenTrapped), "no double-move ticket is left");
    let broke = format!("{trapped} slot 3 detective-tickets 0,0,0");
    assert!(!doubles(&broke, Doubles::WhenTrapped), "detectives without tickets threaten nobody");
}

/// A position in which a detective stands beside each target of Mr X at 20, and none on one.
fn trap() -> String {
    let (rules, safe) = state("classic x 20 detectives 190,191,192,193,174");
    let targets = *rules.board().reach(at(20), Ticket::Taxi);
    let mut seats: Vec<String> = Vec::new();
    let mut used = targets;
    used.insert(at(20));
    for target in targets.iter() {
        let beside =
            rules.board().reach(target, Ticket::Taxi).without(&used).iter().next().unwrap();
        used.insert(beside);
        seats.push(beside.to_string());
    }
    for seat in safe.public().detectives().take(5 - seats.len()) {
        seats.push(seat.to_string());
    }
    format!("classic x 20 detectives {}", seats.join(","))
}

#[test]
fn without_a_filter_every_legal_move_is_listed() {
    let (rules, state) = state(&format!("classic {FAR}"));
    let (stations, mut moves) = (StationTypes::new(rules.board()), Vec::new());
    let filter = MoveFilter { saves: Filter::Off, ..filter(&rules, &stations) };
    filter.list(&state, None, Doubles::WhenTrapped, &mut moves);
    assert!(moves.iter().copied().eq(state.mr_x_moves(&rules)));
}

/// In the first slot, where the whole filter leaves neither.
#[test]
fn half_a_filter_saves_one_kind_of_ticket() {
    let (rules, state) = state(&format!("classic {FAR}"));
    let stations = StationTypes::new(rules.board());
    for (saves, black, double) in [
        (Filter::On, false, false),
        (Filter::Black, false, true),
        (Filter::Doubles, true, false),
        (Filter::Off, true, true),
    ] {
        let mut moves = Vec::new();
        let filter = MoveFilter { saves, ..filter(&rules, &stations) };
        filter.list(&state, None, Doubles::WhenTrapped, &mut moves);
        let in_first = |mv: &&MrXMove| mv.steps().next().is_some_and(|s| s.ticket == Ticket::Black);
        assert_eq!(moves.iter().find(in_first).is_some(), black, "{saves:?}");
        assert_eq!(moves.iter().any(|mv| matches!(mv, MrXMove::Double(..))), double, "{saves:?}");
    }
}

#[test]
fn a_colleagues_capture_counts_less() {
    let end = |outcome, last| Ending { outcome: Some(outcome), last: Some(last) };
    let value = |ending| reduced(ending, DetectiveId::D2, 0.1).unwrap();
    assert_eq!(value(end(Outcome::Captured, DetectiveId::D2)), 1.0);
    assert_eq!(value(end(Outcome::Captured, DetectiveId::D5)), 0.9);
    assert_eq!(value(end(Outcome::Cornered, DetectiveId::D2)), 0.9);
    assert_eq!(value(end(Outcome::Escaped, DetectiveId::D2)), 0.0);
    assert_eq!(value(end(Outcome::Stranded, DetectiveId::D2)), 0.0);
}

/// Two situations with categories 1 and 2, one with 2 alone.
#[test]
fn general_counts_are_sums_of_detailed_ones() {
    let mut table = LocationTable::EMPTY;
    table.add(0b11, 0, 3);
    table.add(0b11, 1, 5);
    table.add(0b10, 1, 4);
    table.add(0b10, 0, 9);
    assert_eq!(table.general(0), (3, 8), "what is not in the mask is left out");
    assert_eq!(table.general(1), (9, 12));
    assert_eq!(table.detailed(0b10, 1), (4, 4));
    assert_eq!(table.weight(TableKind::General, 0b11, 0), 4.0 / 10.0);
    assert_eq!(table.weight(TableKind::Detailed, 0b11, 1), 6.0 / 10.0);
    assert_eq!(table.weight(TableKind::Detailed, 0b100, 2), 0.5, "never counted");
}

/// On grid5 with detectives at 1 and 5: cells 2 and 4 are 1 away, 3 is 2 away, 13 is 4 away.
#[test]
fn stations_are_drawn_by_the_weight_of_their_category() {
    let setup: Setup = "grid5 x 3 detectives 1,5 turn 1 candidates 2,3,4".parse().unwrap();
    let rules = Arc::new(presets::rules("grid5").unwrap());
    let game = Game::from_setup(rules, &setup).unwrap();
    let view = game.detective_view();
    let of = |kind, n| category(kind, view.rules(), view.public(), at(n));
    assert_eq!([2, 3, 4, 13, 25].map(|n| of(Locations::MinDistance, n)), [0, 1, 0, 3, 3]);
    assert_eq!([2, 3, 13].map(|n| of(Locations::MeanDistance, n)), [1, 1, 3]);
    let mut tables = LocationTables::EMPTY;
    tables.min.add(0b11, 0, 98);
    tables.min.add(0b11, 1, 298);
    let mut guesses = Guesses::new();
    let mut share = |locations, steps| {
        guesses.weigh(view, &tables, locations, TableKind::General, steps);
        [2, 3, 4].map(|n| (guesses.probability(at(n)) * 1000.0).round() as u32)
    };
    // Weights 99 / 398 and 299 / 398.
    assert_eq!(share(Locations::MinDistance, Steps::One), [199, 602, 199]);
    assert_eq!(share(Locations::MinDistance, Steps::Two), [124, 751, 124]);
    assert_eq!(share(Locations::None, Steps::One), [333, 333, 333]);
    guesses.weigh(view, &tables, Locations::MinDistance, TableKind::General, Steps::One);
    let mut chance = FastRng::new(5);
    let drawn = (0..10_000).filter(|_| guesses.draw(&mut chance) == Some(at(3))).count();
    assert!((5850..6190).contains(&drawn), "{drawn}");
}

#[test]
fn station_types_are_taxi_bus_undercontext_ferry() {
    let (rules, state) = state("classic x 20 detectives 190,191,192,193,174");
    let of = |n| category(Locations::Station, &rules, state.public(), at(n));
    assert_eq!([2, 14, 13, 108, 157].map(of), [0, 1, 2, 3, 3]);
}

#[test]
fn every_turn_of_mr_x_is_one_situation() {
    on_walks("classic", |game, _| {
        let mut tables = LocationTables::EMPTY;
        tables.observe_game(game).unwrap();
        let turns = u64::from(game.state().public().turns_used());
        let a: u64 = (0..5).map(|category| tables.min.general(category).0).sum();
        assert_eq!(a, turns);
    });
}

/// With `replies=policy` the detectives' answers are no nodes, and all playouts are visits.
#[test]
fn a_tree_of_his_own_moves_is_searched() {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(2).stream("deal")));
    let choose = |replies| {
        let config = PimBotConfig {
            budget: Budget::Playouts(2000),
            replies,
            seekers: SeekerPolicy::Guess,
            stops: Stops::WithBudget,
            ..PimBotConfig::default()
        };
        let mut agent = PimBot::new(config, Arc::new(LocationTables::EMPTY));
        let mut rng = Seed(3).stream("mr-x");
        let mv = Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng).unwrap();
        assert!(game.state().is_legal(&rules, mv.into()));
        assert_eq!(agent.root_visits().map(|(_, visits)| visits).sum::<u32>(), 2000);
        let moves: Vec<Move> = agent.searchers[0].tree().all_moves().collect();
        assert!(moves.len() > 1000, "{replies:?}: {} nodes", moves.len());
        moves
    };
    let his = |moves: &[Move]| moves.iter().all(|mv| matches!(mv, Move::MrX(_)));
    assert!(his(&choose(Replies::Policy)));
    assert!(!his(&choose(Replies::Search)));
    assert_eq!(choose(Replies::Policy), choose(Replies::Policy));
}

/// A search that stops when its choice is settled plays whole games as one that does not, and spends less.
#[test]
fn a_settled_search_chooses_as_the_whole_search_does() {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let agent = |stops| {
        let config =
            PimBotConfig { budget: Budget::Playouts(500), stops, ..PimBotConfig::default() };
        PimBot::new(config, Arc::new(LocationTables::EMPTY))
    };
    for seed in 0..4 {
        let mut spent = [0; 2];
        let mut mr_x = [agent(Stops::WhenSettled), agent(Stops::WithBudget)];
        let mut detectives = [agent(Stops::WhenSettled), agent(Stops::WithBudget)];
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(seed).stream("deal")));
        let mut chance = [Seed(seed).stream("mr-x"), Seed(seed).stream("mr-x")];
        while game.state().outcome().is_none() {
            let mut chosen = [None; 2];
            for ((mv, rng), at) in chosen.iter_mut().zip(&mut chance).zip(0..) {
                let (mv_now, report) = if game.state().turn() == Turn::MrX {
                    let agent: &mut dyn Agent<MrX> = &mut mr_x[at];
                    (Move::from(agent.choose(game.mr_x_view(), rng).unwrap()), agent.root_report())
                } else {
                    let agent: &mut dyn Agent<Detectives> = &mut detectives[at];
                    (
                        Move::from(agent.choose(game.detective_view(), rng).unwrap()),
                        agent.root_report(),
                    )
                };
                *mv = Some(mv_now);
                spent[at] += report.map_or(0, |report| report.playouts);
            }
            assert_eq!(chosen[0], chosen[1], "seed {seed}");
            game.play(chosen[0].unwrap()).unwrap();
        }
        assert!(spent[0] < spent[1], "{spent:?}");
    }
}
