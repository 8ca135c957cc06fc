//! What detectives do besides winning and losing: counts over the public logs of finished games.

use serde::Serialize;
use yard_core::{
    DetectiveId, DetectiveMove, Game, MOST_DETECTIVES, Outcome, PublicLog, PublicPly, Station,
};

/// Counts over finished games; adding games in any order gives the same.
///
/// A ride *back* leads to the station that the same detective left with his ride before. A game ends *to and
/// fro* when the last two rides of every detective lead back: they swing between two stations each, as in
/// figure 5.3 of Sova 2021.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Habits {
    /// Games that were counted.
    pub games: u64,
    /// Games that Mr X survived to the end.
    pub escapes: u64,
    /// Rides of all detectives that have a ride before them.
    pub rides: u64,
    /// Those that lead back.
    pub back: u64,
    /// Games that end to and fro.
    pub to_and_fro: u64,
    /// Those of them that Mr X survived.
    pub to_and_fro_escapes: u64,
    /// Turns of a detective in rounds that were played to their end.
    pub turns: u64,
    /// Those in which he did not ride, since he could not.
    pub stuck: u64,
    /// Games in which somebody could not.
    pub stuck_games: u64,
    /// Games won in the last slot by a ride after which no detective had a ride left.
    pub last_ride_wins: u64,
}

/// One detective on his way.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    at: Option<Station>,
    before: Option<Station>,
    /// How many of his last rides in a row led back.
    back: u32,
}

/// One round as far as it has come.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    rides: u64,
    moved: [bool; MOST_DETECTIVES],
}

impl Habits {
    /// Adds a finished game.
    pub fn count(&mut self, game: &Game) {
        let view = game.detective_view();
        let outcome = game.outcome();
        let escaped = outcome == Some(Outcome::Escaped);
        let (ways, round, stuck) = self.follow(view.log(), outcome);
        let to_and_fro = ways.iter().filter(|way| way.at.is_some()).all(|way| way.back >= 2);
        self.games += 1;
        self.escapes += u64::from(escaped);
        self.to_and_fro += u64::from(to_and_fro);
        self.to_and_fro_escapes += u64::from(to_and_fro && escaped);
        self.stuck += stuck;
        self.stuck_games += u64::from(stuck > 0);
        let last_slot = view.public().rounds_left(view.rules()) == 0;
        let is_done =
            |id: DetectiveId| round.moved[id.index()] || !view.public().can_ride(view.rules(), id);
        let last_ride = round.rides > 0 && view.rules().detective_ids().all(is_done);
        self.last_ride_wins +=
            u64::from(outcome == Some(Outcome::Captured) && last_slot && last_ride);
    }

    /// Goes through a log: every detective's way, the last round, and turns without a ride.
    fn follow(
        &mut self,
        log: &PublicLog,
        outcome: Option<Outcome>,
    ) -> ([Way; MOST_DETECTIVES], Round, u64) {
        let mut ways = [Way::default(); MOST_DETECTIVES];
        for (way, start) in ways.iter_mut().zip(log.start()) {
            way.at = Some(*start);
        }
        let size = log.start().len() as u64;
        let (mut round, mut stuck, mut turns) = (Round::default(), 0, 0);
        let mut begun = false;
        for ply in log.plies() {
            match *ply {
                PublicPly::MrX(_) => {
                    if begun {
                        (stuck, turns) = (stuck + size - round.rides, turns + size);
                    }
                    (round, begun) = (Round::default(), true);
                }
                PublicPly::Detective(DetectiveMove::Pass { by }) => round.moved[by.index()] = true,
                PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                    round.rides += 1;
                    round.moved[by.index()] = true;
                    self.ride(&mut ways[by.index()], step.to);
                }
            }
        }
        // A capture ends a round before its time.
        if begun && outcome != Some(Outcome::Captured) {
            (stuck, turns) = (stuck + size - round.rides, turns + size);
        }
        self.turns += turns;
        (ways, round, stuck)
    }

    fn ride(&mut self, way: &mut Way, to: Station) {
        let back = way.before == Some(to);
        if way.before.is_some() {
            self.rides += 1;
            self.back += u64::from(back);
        }
        let row = if back { way.back + 1 } else { 0 };
        *way = Way { at: Some(to), before: way.at, back: row };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use yard_core::{Record, presets};

    fn habits(rules: &str, moves: &str) -> Habits {
        let text = format!("yard-record 1\nrules {rules}\nstart {moves}\n");
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules(rules).unwrap());
        let mut habits = Habits::default();
        habits.count(&record.replay(rules).unwrap());
        habits
    }

    #[test]
    fn rides_back_are_counted() {
        let game =
            "25 1 5\n1 T24 | T2 T10\n2 T25 | T1 T5\n3 T24 | T2 T10\n4 T25 | T1 T5\nresult mr-x";
        let found = habits("grid:5,2,4", game);
        let expected = Habits {
            games: 1,
            escapes: 1,
            rides: 6,
            back: 6,
            to_and_fro: 1,
            to_and_fro_escapes: 1,
            turns: 8,
            ..Habits::default()
        };
        assert_eq!(found, expected);
        // One who goes on to another cell is enough.
        let game =
            "25 1 5\n1 T24 | T2 T10\n2 T25 | T1 T5\n3 T24 | T2 T10\n4 T25 | T1 T9\nresult mr-x";
        let found = habits("grid:5,2,4", game);
        assert_eq!((found.rides, found.back, found.to_and_fro), (6, 5, 0));
    }

    #[test]
    fn only_the_last_ride_of_the_last_slot_is_a_late_one() {
        let late = |rules, game| habits(rules, game).last_ride_wins;
        assert_eq!(late("grid:5,2,1", "24 1 20\n1 T25 | T2 T25\nresult detectives"), 1);
        assert_eq!(late("grid:5,2,1", "24 20 1\n1 T25 | T25\nresult detectives"), 0);
        assert_eq!(late("grid:5,2,2", "24 1 20\n1 T25 | T2 T25\nresult detectives"), 0);
    }

    /// Nobody is stuck in a round that a capture ends; who passes is.
    #[test]
    fn turns_without_a_ride_are_counted() {
        let found = habits("grid:5,2,2", "24 1 20\n1 T25 | T2 T25\nresult detectives");
        assert_eq!((found.turns, found.stuck, found.stuck_games), (0, 0, 0));
        // Detective 1 stands in the corner, walled in by his colleagues.
        let found = habits("grid:5,3,1", "25 1 2 6\n1 T24 | pass T3 T11\nresult mr-x");
        assert_eq!((found.turns, found.stuck, found.stuck_games), (3, 1, 1));
    }
}
