//! A run split over machines or hours: each shard plays its part of the games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The part of the games that one of several runs plays: every `of`-th, beginning with the `index`-th.
///
/// Games depend on their number alone, so any split gives the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct Shard {
    index: u64,
    of: u64,
}

/// The numbers of a shard as a file has them, before they are checked.
#[derive(Deserialize)]
struct Numbers {
    index: u64,
    of: u64,
}

impl TryFrom<Numbers> for Shard {
    type Error = ShardError;

    fn try_from(Numbers { index, of }: Numbers) -> Result<Shard, ShardError> {
        match (1..=MOST).contains(&of) && (1..=of).contains(&index) {
            true => Ok(Shard { index, of }),
            false => Err(ShardError),
        }
    }
}

/// More shards than this are no split.
const MOST: u64 = 100_000;

/// Why a text is no shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a shard is written I/N, as in 2/7, with I from 1 to N and N at most {MOST}")]
pub struct ShardError;

impl Shard {
    /// All games.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// A part by its number, counted from 0.
    pub(crate) fn part(number: u64, of: u64) -> Shard {
        debug_assert!(number < of, "there are {of} parts");
        Shard { index: number + 1, of: of.max(1) }
    }

    /// Its number, counted from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether a game, counted from 0, is one of this shard's.
    #[inline]
    pub fn has(self, game: u64) -> bool {
        game % self.of == self.index - 1
    }

    /// How many of the first so many games are this shard's.
    pub fn share(self, games: u64) -> u64 {
        games / self.of + u64::from(games % self.of >= self.index)
    }

    /// Whether it is all games.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| ShardError);
        Numbers { index: number(index)?, of: number(of)? }.try_into()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_games_and_no_game_twice() {
        for (games, of) in [(100_u64, 7_u64), (3, 7), (7, 7), (0, 3), (50, 1)] {
            let shards: Vec<Shard> =
                (1..=of).map(|index| format!("{index}/{of}").parse().unwrap()).collect();
            for game in 0..games {
                assert_eq!(shards.iter().filter(|shard| shard.has(game)).count(), 1);
            }
            for shard in &shards {
                let own = (0..games).filter(|game| shard.has(*game)).count() as u64;
                assert_eq!(own, shard.share(games), "{shard} of {games}");
            }
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/3", "1/3/5", "-1/3", "1/100001"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
        assert_eq!("2/7".parse::<Shard>().unwrap().to_string(), "2/7");
        for (text, good) in [("2,\"of\":7", true), ("0,\"of\":0", false), ("8,\"of\":7", false)] {
            let text = format!("{{\"index\":{text}}}");
            assert_eq!(serde_json::from_str::<Shard>(&text).is_ok(), good, "{text}");
        }
    }
}
