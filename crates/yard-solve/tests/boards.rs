//! Small boards: the solver against a plain one, and values that can be worked out by hand.

mod plain;
mod ring;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plain::Plain;
use ring::ring;
use yard_core::{Deal, Rules, Start, Station, presets};
use yard_solve::{Effort, PolicyError, SolveError, Solved, solve_game, solve_shorter};

fn bounds(rules: &Arc<Rules>, precision: f64) -> [f64; 2] {
    let effort = Effort { precision, ..Effort::default() };
    solve_game(rules, effort, &AtomicBool::new(false), &|_| {}).expect("small").detective_value()
}

/// All deals when any station may be drawn, or the only one.
fn deals(rules: &Rules) -> Vec<(f64, Deal)> {
    if let Start::Fixed { mr_x, detectives } = rules.start() {
        let detectives = detectives.iter().copied().collect();
        return vec![(1.0, Deal { mr_x: *mr_x, detectives })];
    }
    let stations: Vec<Station> = rules.board().stations().iter().collect();
    let mut deals = vec![Vec::new()];
    for _ in 0..=rules.detectives() {
        let longer = |deal: &Vec<Station>| {
            let free = stations.iter().filter(|station| !deal.contains(station));
            free.map(|station| [deal.as_slice(), &[*station]].concat()).collect::<Vec<_>>()
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    let chance = 1.0 / deals.len() as f64;
    let deal = |deal: Vec<Station>| Deal {
        mr_x: deal[0],
        detectives: deal[1..].iter().copied().collect(),
    };
    deals.into_iter().map(|seats| (chance, deal(seats))).collect()
}

/// Both solvers' bounds hold the value, so they overlap; and both are narrow.
fn agree(rules: Rules, iterations: u32, width: f64) {
    let rules = Arc::new(rules);
    let name = rules.name();
    let [lower, upper] = bounds(&rules, 0.0005);
    assert!(upper - lower <= 0.0005, "{name}: {lower} to {upper}");
    let plain = Plain::new(&rules, &deals(&rules));
    let [low, high] = plain.solve(iterations);
    let text = format!(
        "{name}: {lower} to {upper}, plain {low} to {high}, {} histories",
        plain.histories()
    );
    println!("{text}");
    assert!(high - low <= width, "{text}");
    assert!(lower <= high + 1e-9 && low <= upper + 1e-9, "{text}");
}

fn glasses(changes: &[(&str, &str)]) -> Rules {
    let mut text = presets::RULES
        .iter()
        .find(|preset| preset.name == "glasses")
        .expect("a preset")
        .text
        .to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    Rules::from_toml(&text, &presets::board).expect("rules")
}

/// A long game contains the shorter ones: their values are those of the shorter games solved alone.
#[test]
fn a_long_game_tells_the_values_of_shorter_ones() {
    let stop = AtomicBool::new(false);
    for (long, lengths) in [("4,2", vec![3, 6, 9]), ("5,1", vec![3, 6, 9, 12])] {
        let rules = presets::rules(&format!("grid:{long},{}", lengths.len() * 3 + 3));
        let rules = Arc::new(rules.expect("a grid"));
        let effort = Effort::default();
        let solved = solve_game(&rules, effort, &stop, &|_| {}).expect("small");
        let shorter = solve_shorter(&solved, &stop, &|_| {}).expect("small");
        assert_eq!(shorter.iter().map(|game| game.rounds).collect::<Vec<_>>(), lengths);
        for game in shorter {
            let alone = presets::rules(&format!("grid:{long},{}", game.rounds)).expect("a grid");
            let alone = solve_game(&Arc::new(alone), effort, &stop, &|_| {}).expect("small");
            let ([low, high], [lower, upper]) = (game.detective_value, alone.detective_value());
            assert!(
                high - low <= 0.001 && low <= upper && lower <= high,
                "{game:?} {lower} {upper}"
            );
            assert_eq!(game.segments, alone.segments());
        }
    }
    // Where tickets run out the past counts.
    let counted = Arc::new(glasses(&[]));
    let solved = solve_game(&counted, Effort::default(), &stop, &|_| {}).expect("small");
    assert_eq!(solve_shorter(&solved, &stop, &|_| {}), Ok(Vec::new()));
}

#[test]
fn plain_agrees_on_two_by_two() {
    for name in ["grid:2,1,3,2", "grid:2,1,4,3", "grid:2,1,5,5", "grid:2,2,2,2"] {
        agree(presets::rules(name).expect("a grid"), 300, 0.01);
    }
}

#[test]
fn plain_agrees_on_three_by_three() {
    for (name, iterations) in [("grid:3,1,3,2", 200), ("grid:3,1,4,3", 100), ("grid:3,2,2,2", 100)]
    {
        agree(presets::rules(name).expect("a grid"), iterations, 0.02);
    }
}

#[test]
fn plain_agrees_on_glasses() {
    agree(glasses(&[("log_slots  = 5", "log_slots  = 4")]), 200, 0.02);
}

/// Tickets, black tickets, double moves and hand-over, with and without a sighting in between.
#[test]
fn plain_agrees_with_tickets_and_double_moves() {
    agree(ring(&[]), 100, 0.02);
    agree(ring(&[("surfaces   = [2]", "surfaces   = [1, 3]")]), 100, 0.02);
    agree(
        ring(&[("surfaces   = [2]", "surfaces   = []"), ("log_slots  = 4", "log_slots  = 3")]),
        100,
        0.02,
    );
}

/// Detectives in any order, a known start, and a Mr X who may step onto a detective.
#[test]
fn plain_agrees_with_other_rules() {
    let shorter = [("log_slots  = 4", "log_slots  = 2"), ("detectives = 1", "detectives = 2")];
    let any = ring(&[shorter[0], shorter[1], ("order      = \"fixed\"", "order      = \"any\"")]);
    agree(any, 100, 0.02);
    agree(ring(&shorter).with_mr_x_may_enter_detective(true), 100, 0.02);
    let known = [
        ("hand_over  = true", "hand_over  = false\nstart_known = true"),
        ("double = 1", "double = 0"),
    ];
    agree(ring(&known), 100, 0.02);
    agree(ring(&[("log_slots  = 4", "turns      = 3")]), 100, 0.02);
}

/// What the solver says of a preset does not depend on threads, and a file brings it back whole.
#[test]
fn a_policy_file_brings_the_solution_back() {
    let rules = Arc::new(presets::rules("grid:3,2,6").expect("a grid"));
    let solve =
        || solve_game(&rules, Effort::default(), &AtomicBool::new(false), &|_| {}).expect("small");
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let bytes = pool(1).install(|| solve().to_bytes());
    assert_eq!(bytes, pool(3).install(|| solve().to_bytes()));
    let back = Solved::from_bytes(&rules, &bytes).expect("just written");
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!(back.detective_value(), solve().detective_value());
}

#[test]
fn a_wrong_policy_file_is_refused() {
    let rules = Arc::new(presets::rules("grid:2,1,3").expect("a grid"));
    let solved =
        solve_game(&rules, Effort::default(), &AtomicBool::new(false), &|_| {}).expect("small");
    let bytes = solved.to_bytes();
    let read = |bytes: &[u8]| Solved::from_bytes(&rules, bytes).err();
    assert_eq!(read(b"something else"), Some(PolicyError::Foreign));
    assert_eq!(read(&bytes[..bytes.len() - 1]), Some(PolicyError::Damaged));
    let mut newer = bytes.clone();
    newer[12] = 9;
    assert_eq!(read(&newer), Some(PolicyError::Version(9)));
    for place in 16..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1;
        assert_eq!(read(&wrong), Some(PolicyError::Damaged), "byte {place}");
    }
    let other = Arc::new(presets::rules("grid:2,1,4").expect("a grid"));
    assert_eq!(Solved::from_bytes(&other, &bytes).err(), Some(PolicyError::OtherRules));
    let same = Arc::new(presets::rules("grid:2,1,3,3").expect("a grid"));
    assert_eq!(Solved::from_bytes(&same, &bytes).err(), None, "the name does not matter");
}

/// London is refused before anything is done, with its size.
#[test]
fn london_is_too_large() {
    let rules = Arc::new(presets::rules("classic").expect("a preset"));
    let refused = solve_game(&rules, Effort::default(), &AtomicBool::new(false), &|_| {});
    let Err(refused) = refused else { panic!("it is too large") };
    let text = refused.to_string();
    assert!(text.starts_with("too large to be solved: about 10^"), "{text}");
}

#[test]
fn a_stop_stops() {
    let rules = Arc::new(presets::rules("grid5").expect("a preset"));
    let stopped = solve_game(&rules, Effort::default(), &AtomicBool::new(true), &|_| {});
    assert_eq!(stopped.err(), Some(SolveError::Stopped));
}

/// The policy that comes with the program is, to the byte, what the solver makes; and the detectives win.
#[test]
fn the_shipped_policy_of_grid5_is_solved_again() {
    let rules = Arc::new(presets::rules("grid5").expect("a preset"));
    let solved = solve_game(&rules, Effort::default(), &AtomicBool::new(false), &|_| {});
    let solved = solved.expect("it is small");
    let shipped = include_bytes!("../../yard-roster/data/policies/grid5.policy");
    assert!(Solved::is_of(&rules, shipped));
    assert!(solved.to_bytes() == shipped, "research/scripts/solutions shipped makes it anew");
    let [low, high] = solved.detective_value();
    assert!(low > 0.999 && high <= 1.0, "{low} to {high}");
}
