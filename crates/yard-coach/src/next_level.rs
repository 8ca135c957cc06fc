//! Whom somebody should play against next, by what came out so far.

use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::message::{Message, Say};

/// What somebody has to show against a level, most recent games only if the caller likes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRecord {
    /// The level's id.
    pub level: String,
    /// Games that the player won.
    pub wins: u32,
    /// Games that the player lost.
    pub losses: u32,
}

/// The level to play against next.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NextLevel {
    /// Its id.
    pub level: &'static str,
    /// Why.
    pub reason: Message,
}

/// So many games say something.
const ENOUGH: u32 = 3;

/// Suggests the next level.
///
/// It looks at the strongest level that was played often enough, or else at the strongest that was played: two wins of
/// three games lead one up, one of five or fewer leads down. Levels that are not known are left aside.
pub fn next_level(record: &[LevelRecord]) -> NextLevel {
    let games = |at: usize| {
        let of = record.iter().filter(|one| one.level == Level::IDS[at]);
        of.fold((0_u32, 0_u32), |(wins, games), one| {
            let wins = wins.saturating_add(one.wins);
            (wins, games.saturating_add(one.wins).saturating_add(one.losses))
        })
    };
    let all = 0..Level::IDS.len();
    let last = |least: u32| all.clone().rev().find(|at| games(*at).1 >= least);
    let Some(at) = last(ENOUGH).or_else(|| last(1)) else {
        let level = Level::IDS[0];
        return NextLevel { level, reason: Say::LevelFirst { level }.into() };
    };
    let (wins, games) = games(at);
    let share = f64::from(wins) / f64::from(games.max(1));
    let top = Level::IDS.len() - 1;
    let (to, rises) = match share {
        _ if games < ENOUGH => (at, false),
        share if share >= 2.0 / 3.0 => ((at + 1).min(top), true),
        share if share <= 0.2 => (at.saturating_sub(1), false),
        _ => (at, false),
    };
    let level = Level::IDS[to];
    let say = match to.cmp(&at) {
        std::cmp::Ordering::Greater => Say::LevelUp { level, wins, games },
        std::cmp::Ordering::Less => Say::LevelDown { level, wins, games },
        std::cmp::Ordering::Equal if rises => Say::LevelTop { level, wins, games },
        std::cmp::Ordering::Equal => Say::LevelStay { level, wins, games },
    };
    NextLevel { level, reason: say.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(record: &[(&str, u32, u32)]) -> (&'static str, &'static str) {
        let record: Vec<LevelRecord> = record
            .iter()
            .map(|(level, wins, losses)| LevelRecord {
                level: (*level).to_owned(),
                wins: *wins,
                losses: *losses,
            })
            .collect();
        let next = next_level(&record);
        (next.level, next.reason.say.code())
    }

    #[test]
    fn wins_lead_up_and_losses_down() {
        assert_eq!(next(&[]), ("beginner", "level_first"));
        assert_eq!(next(&[("nobody", 9, 0)]), ("beginner", "level_first"));
        assert_eq!(next(&[("easy", 1, 0)]), ("easy", "level_stay"), "one game says little");
        assert_eq!(next(&[("easy", 2, 1)]), ("medium", "level_up"));
        assert_eq!(next(&[("medium", 0, 1), ("easy", 2, 1)]), ("medium", "level_up"));
        assert_eq!(
            next(&[("easy", 9, 1), ("medium", 1, 1), ("medium", 1, 1)]),
            ("medium", "level_stay")
        );
        assert_eq!(next(&[("medium", 0, 4)]), ("easy", "level_down"));
        assert_eq!(next(&[("beginner", 0, 7)]), ("beginner", "level_stay"));
        assert_eq!(next(&[("best", 5, 1)]), ("best", "level_top"));
    }
}
