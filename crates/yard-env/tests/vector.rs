//! Many games at once are the same games as one by one, on any number of threads.

use std::sync::Arc;

use yard_agents::{Both, RandomAgent, Seed};
use yard_core::{Side, presets};
use yard_env::{Autoreset, Batch, Vector, VectorError, VectorSetup};

/// Buffers that fit a vector.
struct Room {
    observations: Vec<u8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    agents: Vec<u8>,
    finals: Vec<u8>,
}

impl Room {
    fn new(vector: &Vector) -> Room {
        let (games, width) = (vector.len(), vector.observation_len());
        Room {
            observations: vec![0; games * width],
            masks: vec![0; games * vector.actions().len()],
            rewards: vec![0.0; games],
            terminated: vec![false; games],
            agents: vec![0; games],
            finals: vec![0; games * width],
        }
    }

    fn batch(&mut self) -> Batch<'_> {
        Batch {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            agents: &mut self.agents,
            finals: &mut self.finals,
        }
    }
}

fn setup(rules: &str, games: usize, side: Option<Side>, threads: usize) -> VectorSetup {
    VectorSetup {
        rules: Arc::new(presets::rules(rules).unwrap()),
        games,
        side,
        opponent: None,
        threads: Some(threads),
        autoreset: Autoreset::NextStep,
        candidates: true,
    }
}

/// A checksum of everything that random play shows in so many steps, and the games that ended.
fn run(setup: VectorSetup, steps: usize) -> (u64, usize) {
    let mut vector = Vector::new(setup, Seed(9)).unwrap();
    let mut room = Room::new(&vector);
    let mut actions = vec![0; vector.len()];
    vector.reset(room.batch()).unwrap();
    let (mut sum, mut ended) = (0_u64, 0);
    for _ in 0..steps {
        vector.sample(&mut actions).unwrap();
        vector.step(&actions, room.batch()).unwrap();
        ended += room.terminated.iter().filter(|over| **over).count();
        let bytes = room.observations.iter().copied().chain(room.masks.iter().map(|m| *m as u8));
        sum = bytes.fold(sum, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    }
    (sum, ended)
}

#[test]
fn any_number_of_threads_shows_the_same() {
    for side in [None, Some(Side::MrX), Some(Side::Detectives)] {
        let one = run(setup("classic", 70, side, 1), 150);
        assert_eq!(one, run(setup("classic", 70, side, 3), 150));
        assert!(one.1 > 0, "some games have ended");
    }
}

#[test]
fn rewards_are_those_of_the_side_that_acted() {
    for rules in ["grid5", "modern", "glasses"] {
        for side in [None, Some(Side::MrX), Some(Side::Detectives)] {
            let mut vector = Vector::new(setup(rules, 20, side, 1), Seed(3)).unwrap();
            let mut room = Room::new(&vector);
            let mut actions = vec![0; vector.len()];
            vector.reseed(Seed(8));
            vector.reset(room.batch()).unwrap();
            for _ in 0..120 {
                let actors = room.agents.clone();
                let before = room.terminated.clone();
                vector.sample(&mut actions).unwrap();
                vector.step(&actions, room.batch()).unwrap();
                for game in 0..vector.len() {
                    let winner = vector.env(game).unwrap().winner();
                    if before[game] {
                        assert_eq!((room.rewards[game], room.terminated[game]), (0.0, false));
                    } else if let Some(winner) = winner {
                        let mover = if actors[game] == 0 { Side::MrX } else { Side::Detectives };
                        let won = winner == side.unwrap_or(mover);
                        assert_eq!(room.rewards[game], if won { 1.0 } else { -1.0 });
                        assert!(room.terminated[game]);
                    } else {
                        assert_eq!(room.rewards[game], 0.0);
                    }
                }
            }
        }
    }
}

#[test]
fn a_game_may_make_room_in_the_same_step() {
    let same = VectorSetup { autoreset: Autoreset::SameStep, ..setup("grid5", 16, None, 1) };
    let mut vector = Vector::new(same, Seed(1)).unwrap();
    let mut room = Room::new(&vector);
    let mut actions = vec![0; vector.len()];
    vector.reset(room.batch()).unwrap();
    let mut ended = 0;
    for _ in 0..100 {
        vector.sample(&mut actions).unwrap();
        vector.step(&actions, room.batch()).unwrap();
        let width = vector.observation_len();
        for game in (0..vector.len()).filter(|game| room.terminated[*game]) {
            ended += 1;
            assert_eq!(room.agents[game], 0, "the next game has begun");
            assert_eq!(room.observations[game * width + 1], 0, "no slot is used in it");
            assert!(room.finals[game * width + 1] > 0, "the last one has used some");
        }
    }
    assert!(ended > 10);
}

#[test]
fn a_fault_names_the_first_game_and_leaves_it_alone() {
    let mut vector = Vector::new(setup("grid5", 8, None, 2), Seed(1)).unwrap();
    let mut room = Room::new(&vector);
    let mut actions = vec![0; vector.len()];
    vector.reset(room.batch()).unwrap();
    vector.sample(&mut actions).unwrap();
    actions[5] = -1;
    actions[6] = 1 << 40;
    let fault = vector.step(&actions, room.batch()).unwrap_err();
    assert!(matches!(fault, VectorError::Act { game: 5, .. }), "{fault}");
    let played =
        |game: usize| vector.env(game).unwrap().game().detective_view().log().plies().len();
    assert_eq!((0..8).map(played).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 0, 0, 1]);
    assert!(vector.step(&actions[1..], room.batch()).is_err());
    let mut short = Room::new(&vector);
    short.masks.pop();
    assert!(vector.step(&actions, short.batch()).is_err());
}

#[test]
fn any_agent_can_be_the_opponent() {
    for side in [Side::MrX, Side::Detectives] {
        let opponent = Arc::new(Both::new("mine", || RandomAgent));
        let against =
            VectorSetup { opponent: Some(opponent), ..setup("classic", 10, Some(side), 2) };
        assert!(run(against, 60).1 > 0);
    }
}

#[test]
fn places_may_have_seeds_of_their_own() {
    let first = |each: bool| {
        let mut vector = Vector::new(setup("classic", 3, None, 2), Seed(1)).unwrap();
        let mut room = Room::new(&vector);
        let fault = vector.step(&[0; 3], room.batch()).unwrap_err();
        assert_eq!(fault.to_string(), "call reset before step");
        match each {
            true => vector.reseed_each(&[Some(Seed(7)), None, Some(Seed(7))]).unwrap(),
            false => vector.reseed(Seed(7)),
        }
        vector.reset(room.batch()).unwrap();
        let fault = vector.reseed_each(&[None]).unwrap_err();
        assert_eq!(fault.to_string(), "seeds must have 3 numbers, not 1");
        let width = vector.observation_len();
        room.observations.chunks_exact(width).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let (seven, each) = (first(false), first(true));
    assert!(each[0] == seven[0] && each[2] == seven[0] && each[1] != seven[1]);
}
