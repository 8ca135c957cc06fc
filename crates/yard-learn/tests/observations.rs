//! What networks see: written out by hand, and nothing of what is hidden.

use std::sync::Arc;

use yard_agents::{Rng, Seed};
use yard_core::{
    Deal, DetectiveId, DetectiveView, Game, Move, Rules, Side, Station, Turn, presets,
};
use yard_learn::dqn::{Belief, detective_entries, inputs, mr_x_entries, planes};
use yard_learn::net::Entry;
use yard_learn::{Observation, qnet};

fn at(number: u8) -> Station {
    Station::new(number).unwrap()
}

fn begin(rules: &str, mr_x: u8, detectives: &[u8]) -> Game {
    let rules = Arc::new(presets::rules(rules).unwrap());
    let detectives = detectives.iter().map(|number| at(*number)).collect();
    Game::new(rules, &Deal { mr_x: at(mr_x), detectives })
}

/// Plays Mr X's step to a station, or the moving detective's.
fn go(game: &mut Game, to: u8) {
    let state = game.state();
    let target = |mv: &Move| match mv {
        Move::MrX(mv) => mv.target(),
        Move::Detective(yard_core::DetectiveMove::Ride { step, .. }) => step.to,
        Move::Detective(yard_core::DetectiveMove::Pass { .. }) => at(255),
    };
    let mv = state.moves(game.rules()).find(|mv| target(mv) == at(to)).unwrap();
    game.play(mv).unwrap();
}

fn sorted(mut row: Vec<Entry>) -> Vec<Entry> {
    row.sort_by_key(|entry| entry.0);
    row
}

#[test]
fn two_planes_of_mr_x() {
    let game = begin("grid5", 13, &[1, 25]);
    let mut row = Vec::new();
    mr_x_entries(Observation::Hrklova, game.mr_x_view(), &mut Belief::default(), &mut row);
    assert_eq!(sorted(row), [(12, 1.0), (25, 1.0), (49, 1.0)]);
}

/// 3 × 3, the detective on cell 1. Mr X can start on any other cell; after one hidden step the chances
/// are sums of 1/8 over the free neighbours, each divided by the steps that it has.
#[test]
fn two_planes_of_a_detective() {
    let mut game = begin("grid:3,1,6,2", 9, &[1]);
    go(&mut game, 8);
    let (mut belief, mut row) = (Belief::default(), Vec::new());
    detective_entries(Observation::Hrklova, game.detective_view(), &mut belief, &mut row);
    let eighth = 1.0 / 8.0;
    let expected = [
        (1, eighth * (1.0 / 2.0 + 1.0 / 4.0)),
        (2, eighth * (1.0 / 2.0 + 1.0 / 3.0)),
        (3, eighth * (1.0 / 4.0 + 1.0 / 2.0)),
        (4, eighth * (1.0 / 2.0 + 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 3.0)),
        (5, eighth * (1.0 / 2.0 + 1.0 / 4.0 + 1.0 / 2.0)),
        (6, eighth * (1.0 / 2.0 + 1.0 / 3.0)),
        (7, eighth * (1.0 / 4.0 + 1.0 / 2.0 + 1.0 / 2.0)),
        (8, eighth * (1.0 / 3.0 + 1.0 / 3.0)),
        (9, 10.0),
    ];
    let found = sorted(row.clone());
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.0, expected.0);
        assert!((found.1 - expected.1).abs() < 1e-6, "{found:?} is not {expected:?}");
    }
    // He is seen in the second round, and then nothing is left to chance.
    go(&mut game, 4);
    go(&mut game, 9);
    detective_entries(Observation::Hrklova, game.detective_view(), &mut belief, &mut row);
    assert_eq!(sorted(row), [(8, 1.0), (12, 10.0)]);
}

/// 3 × 3, seen every second round. Nothing is believed before the first sighting; a hidden step goes to free neighbours
/// alike; a cell that a detective finds empty is dropped, and the rest stays as it was.
#[test]
fn the_planes_of_the_published_program() {
    let mut game = begin("grid:3,2,9,2", 5, &[1, 9]);
    let (mut belief, mut row) = (Belief::default(), Vec::new());
    let mut see = |game: &Game| {
        let view = game.detective_view();
        detective_entries(Observation::HrklovaProgram, view, &mut belief, &mut row);
        sorted(row.clone())
    };
    go(&mut game, 6);
    assert_eq!(see(&game), [(9, 10.0), (17, 1.0)]);
    go(&mut game, 4);
    assert_eq!(see(&game), [(12, 1.0), (17, 10.0)]);
    go(&mut game, 8);
    go(&mut game, 5);
    // Round 2: he is seen on cell 5.
    assert_eq!(see(&game), [(4, 1.0), (12, 10.0), (16, 1.0)]);
    go(&mut game, 1);
    go(&mut game, 9);
    go(&mut game, 2);
    // Round 3, hidden: from 5 to 2, 4, 6 or 8, all free, a quarter each.
    let quarter = 0.25;
    let four = [(1, quarter), (3, quarter), (5, quarter), (7, quarter)];
    assert_eq!(see(&game), [&four[..], &[(9, 10.0), (17, 1.0)]].concat());
    // Detective 1 finds cell 4 empty: three quarters are left.
    go(&mut game, 4);
    let three = [(1, quarter), (5, quarter), (7, quarter)];
    assert_eq!(see(&game), [&three[..], &[(12, 1.0), (17, 10.0)]].concat());
}

#[test]
fn the_planes_that_tell_more() {
    let mut game = begin("grid:3,2,6,3", 9, &[1, 3]);
    let (mut belief, mut row) = (Belief::default(), Vec::new());
    let sum = |row: &[Entry], plane: u32| -> f32 {
        row.iter().filter(|entry| entry.0 / 9 == plane).map(|entry| entry.1).sum()
    };
    mr_x_entries(Observation::Planes, game.mr_x_view(), &mut belief, &mut row);
    let sums: Vec<f32> = (0..5).map(|plane| sum(&row, plane)).collect();
    assert_eq!(planes(Observation::Planes, Side::MrX), Some(5));
    for (found, expected) in sums.into_iter().zip([1.0, 2.0, 1.0, 9.0 / 3.0, 9.0]) {
        assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }
    go(&mut game, 8);
    go(&mut game, 2);
    detective_entries(Observation::Planes, game.detective_view(), &mut belief, &mut row);
    // Detective 2 moves, detective 1 has moved, nobody moves later; two rounds to the sighting.
    let marks: Vec<Entry> =
        row.iter().copied().filter(|entry| (9..36).contains(&entry.0)).collect();
    assert_eq!(sorted(marks), [(9 + 2, 1.0), (27 + 1, 1.0)]);
    assert!(
        (sum(&row, 4) - 9.0 / 2.0).abs() < 1e-5 && (sum(&row, 5) - 9.0 * 5.0 / 6.0).abs() < 1e-5
    );
    assert!((sum(&row, 0) - 1.0).abs() < 1e-5);
}

/// Planes over the 199 stations of London, and five single numbers, by hand.
#[test]
fn the_planes_of_stations() {
    let mut game = begin("dash", 13, &[26, 29, 50, 53, 91]);
    let (mut belief, mut row) = (Belief::default(), Vec::new());
    let plane = |row: &[Entry], plane: u32| -> Vec<Entry> {
        let of_plane = row.iter().filter(|entry| entry.0 / 199 == plane);
        sorted(of_plane.map(|entry| (entry.0 % 199 + 1, entry.1)).collect())
    };
    mr_x_entries(Observation::Stations, game.mr_x_view(), &mut belief, &mut row);
    assert_eq!(inputs(Observation::Stations, Side::MrX, 199), Some(7 * 199 + 5));
    assert_eq!(plane(&row, 0), [(13, 1.0)]);
    let on = |number: f32| [26, 29, 50, 53, 91].map(|at| (at, number));
    assert_eq!(plane(&row, 1), on(1.0));
    assert_eq!([3, 4, 5].map(|at| plane(&row, at)), [on(1.0), on(0.8), on(0.4)]);
    assert_eq!(plane(&row, 6), [], "nobody has seen him");
    // Three slots to the first sighting, 24 left; 4, 3 and 3 tickets.
    assert_eq!(plane(&row, 7), [(1, 1.0 / 3.0), (2, 1.0), (3, 0.4), (4, 0.3), (5, 0.3)]);

    go(&mut game, 14);
    go(&mut game, 15);
    detective_entries(Observation::Stations, game.detective_view(), &mut belief, &mut row);
    assert_eq!(inputs(Observation::Stations, Side::Detectives, 199), Some(8 * 199 + 5));
    assert!(row.iter().all(|entry| entry.0 < 8 * 199 + 5));
    assert_eq!(plane(&row, 1), [(29, 1.0)], "detective 2 moves");
    assert_eq!(plane(&row, 2), [(50, 1.0), (53, 1.0), (91, 1.0)]);
    assert_eq!(plane(&row, 3), [(15, 1.0)], "detective 1 has moved, by taxi");
    assert_eq!(plane(&row, 4)[0], (15, 0.9));
    // He got the detective's taxi ticket after he spent one of his own.
    assert_eq!(plane(&row, 8), [(1, 0.5), (2, 23.0 / 24.0), (3, 0.4), (4, 0.3), (5, 0.3)]);
}

/// The planes of before, and the cell of the last sighting behind them.
#[test]
fn a_plane_for_the_last_sighting() {
    let mut game = begin("grid:3,2,6,2", 5, &[1, 9]);
    let (mut belief, mut row, mut plain) = (Belief::default(), Vec::new(), Vec::new());
    let last = |row: &[Entry], first: u32| -> Vec<Entry> {
        row.iter().copied().filter(|entry| entry.0 >= first).collect()
    };
    // Nobody has seen him yet. Then he goes to 6 unseen, and to 3, where he is seen.
    mr_x_entries(Observation::Sighting, game.mr_x_view(), &mut belief, &mut row);
    assert_eq!(last(&row, 45), []);
    for to in [6, 4, 8, 3] {
        go(&mut game, to);
    }
    detective_entries(Observation::Planes, game.detective_view(), &mut belief, &mut plain);
    detective_entries(Observation::Sighting, game.detective_view(), &mut belief, &mut row);
    assert_eq!(row[..plain.len()], plain);
    assert_eq!(last(&row, 54), [(54 + 2, 1.0)]);
    for to in [5, 7, 2] {
        go(&mut game, to);
    }
    detective_entries(Observation::Sighting, game.detective_view(), &mut belief, &mut row);
    assert_eq!(last(&row, 54), [(54 + 2, 1.0)]);
    go(&mut game, 6);
    go(&mut game, 8);
    mr_x_entries(Observation::Sighting, game.mr_x_view(), &mut belief, &mut row);
    assert_eq!(last(&row, 45), [(45 + 2, 1.0)]);
    assert_eq!(planes(Observation::Sighting, Side::MrX), Some(6));
    assert_eq!(planes(Observation::Sighting, Side::Detectives), Some(7));
}

#[test]
fn the_feature_spaces_of_london_have_the_published_sizes() {
    use qnet::{DETECTIVE_INPUTS, MR_X_INPUTS, QUERY_INPUTS, SINGLE_INPUTS};
    assert_eq!([MR_X_INPUTS, DETECTIVE_INPUTS, SINGLE_INPUTS], [1213, 1225, 1230]);
    let all = [MR_X_INPUTS, DETECTIVE_INPUTS, SINGLE_INPUTS].map(|inputs| inputs + QUERY_INPUTS);
    assert_eq!(all, [1415, 1427, 1432]);
}

#[test]
fn features_of_london_by_hand() {
    let mut game = begin("dash", 132, &[26, 29, 50, 53, 91]);
    let mut row = Vec::new();
    qnet::mr_x_entries(game.mr_x_view(), &mut row);
    let stations = [26, 29, 50, 53, 91];
    let detectives = |first: u32| -> Vec<Entry> {
        (0..5).zip(stations).map(|(at, station)| (first + 199 * at + station - 1, 1.0)).collect()
    };
    let tickets = |first: u32| -> Vec<Entry> {
        let each =
            |at: u32| [(first + 3 * at, 1.0), (first + 3 * at + 1, 0.8), (first + 3 * at + 2, 0.4)];
        (0..5).flat_map(each).collect()
    };
    let mut expected = vec![(131, 1.0), (199, 0.4), (200, 0.3), (201, 0.3)];
    expected.extend(detectives(202));
    expected.extend(tickets(1197));
    expected.push((1212, 1.0 / 24.0));
    assert_eq!(row, expected);
    // A taxi to 114 in slot 1, unseen until slot 3.
    go(&mut game, 114);
    qnet::detective_entries(game.detective_view(), Some(DetectiveId::D1), &mut row);
    let mut expected = vec![(199, 2.0 / 24.0)];
    expected.extend(detectives(200));
    expected.extend(tickets(1195));
    expected.extend([(1210, 1.0), (1225, 1.0)]);
    assert_eq!(row, expected);
    let step = game.detective_view().public().rides(game.rules(), DetectiveId::D1).next().unwrap();
    let query = qnet::query_entries(qnet::SINGLE_INPUTS, step);
    assert_eq!(query, [(1229 + u32::from(step.to.number()), 1.0), (1429, 1.0)]);
}

/// After the third slot he was seen, and the last tickets stand first.
#[test]
fn a_sighting_and_old_tickets_are_remembered() {
    let rules = Arc::new(presets::rules("dash").unwrap());
    let mut seen = 0;
    each_detective_turn(&rules, 20, |view| {
        let mut row = Vec::new();
        qnet::detective_entries(view, None, &mut row);
        let station = row.iter().find(|entry| entry.0 < 199).map(|entry| entry.0 + 1);
        let last = view.log().last_seen().map(|seen| u32::from(seen.station.number()));
        assert_eq!(station, last);
        seen += u32::from(last.is_some());
        let tickets: Vec<u32> =
            row.iter().filter(|entry| entry.0 >= 1210).map(|entry| entry.0 - 1210).collect();
        let log: Vec<u32> = view.log().slots().map(|slot| slot.step.ticket as u32).collect();
        let expected: Vec<u32> =
            (0..).zip(log.iter().rev().take(5)).map(|(at, t)| 3 * at + t).collect();
        assert_eq!(tickets, expected);
    });
    assert!(seen > 100);
}

/// Lets random games run and shows every view of the detectives at their turns.
fn each_detective_turn(rules: &Arc<Rules>, games: u64, mut show: impl FnMut(&DetectiveView)) {
    for index in 0..games {
        let mut rng: Rng = Seed(17).of_game(index).stream("walk");
        let deal = rules.deal(&mut rng);
        let mut game = Game::new(Arc::clone(rules), &deal);
        loop {
            let mv: Move = match game.turn() {
                Turn::MrX => game.mr_x_view().draw_move(&mut rng).into(),
                Turn::Detective(_) | Turn::Team => {
                    show(game.detective_view());
                    game.detective_view().draw_move(&mut rng).into()
                }
                Turn::Over(_) => break,
            };
            game.play(mv).unwrap();
        }
    }
}

/// The view again, from what was public alone.
fn rebuilt(view: &DetectiveView) -> DetectiveView {
    let mut replay = view.replay();
    while replay.play_next().unwrap().is_some() {}
    replay.view().clone()
}

/// A referee who never knew Mr X's station makes the same inputs, so they cannot depend on it.
#[test]
fn detectives_inputs_follow_from_what_is_public() {
    let grid = Arc::new(presets::rules("grid5").unwrap());
    let (mut belief, mut other) = (Belief::default(), Belief::default());
    each_detective_turn(&grid, 40, |view| {
        let twin = rebuilt(view);
        for observation in [
            Observation::HrklovaProgram,
            Observation::Hrklova,
            Observation::Planes,
            Observation::Sighting,
        ] {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            detective_entries(observation, view, &mut belief, &mut a);
            detective_entries(observation, &twin, &mut other, &mut b);
            assert_eq!(a, b);
            let chance: f32 = a.iter().filter(|entry| entry.0 < 25).map(|entry| entry.1).sum();
            match observation {
                Observation::HrklovaProgram => assert!(chance < 1.0 + 1e-4, "{chance} is too much"),
                _ => assert!((chance - 1.0).abs() < 1e-4, "chances add up to {chance}"),
            }
            for station in &view.rules().board().stations() {
                let possible = view.candidates().contains(station);
                assert!(possible || belief.of(station) == 0.0, "{station} is impossible");
            }
        }
    });
    let dash = Arc::new(presets::rules("dash").unwrap());
    each_detective_turn(&dash, 5, |view| {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        qnet::detective_entries(view, Some(DetectiveId::D3), &mut a);
        qnet::detective_entries(&rebuilt(view), Some(DetectiveId::D3), &mut b);
        assert_eq!(a, b);
    });
}

#[test]
fn rewards_of_detectives_fall_with_their_distance() {
    let rules = presets::rules("dash").unwrap();
    let (mr_x, near) = (at(132), at(114));
    let row = rules.board().detective_distances_from(mr_x);
    let far = rules.board().stations().iter().max_by_key(|s| row[usize::from(s.number())]).unwrap();
    let reward = |won, detective| qnet::corrected_reward(&rules, won, detective, mr_x);
    assert_eq!((reward(true, mr_x), reward(true, far)), (100.0, 0.0));
    assert_eq!((reward(false, far), reward(false, mr_x).abs()), (-100.0, 0.0));
    let share = 1.0 / f32::from(row[usize::from(far.number())]);
    assert!((reward(true, near) - 100.0 * (1.0 - share)).abs() < 1e-4);
    assert!((reward(false, near) + 100.0 * share).abs() < 1e-4);
}
