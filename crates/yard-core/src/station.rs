//! Stations and sets of stations.

use std::fmt;
use std::num::NonZeroU8;

/// A station, named by the number printed beside it.
///
/// The number lies in 1..=255; whether a board has it is checked where text and
/// files come in. All tables are laid out for 256 numbers, so a station of
/// another board gives an empty answer, never a panic. `NonZeroU8` keeps
/// `Option<Station>` at one byte.
///
/// ```
/// use yard_core::Station;
/// assert_eq!(Station::new(46).unwrap().number(), 46);
/// assert!(Station::new(0).is_none(), "numbering starts at 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Station(NonZeroU8);

impl Station {
    /// Makes the station with this number; `None` for 0.
    #[must_use]
    pub const fn new(number: u8) -> Option<Station> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Station(number)),
            None => None,
        }
    }

    /// The number printed on the board.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of stations: 256 bits, one for each number.
///
/// ```
/// use yard_core::{Station, StationSet};
/// let set: StationSet = [7, 3].into_iter().filter_map(Station::new).collect();
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.to_string(), "3 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StationSet {
    words: [u64; 4],
}

impl StationSet {
    /// The set without members.
    pub const EMPTY: StationSet = StationSet { words: [0; 4] };

    /// The set with one member.
    #[must_use]
    pub fn of(station: Station) -> StationSet {
        let mut set = StationSet::EMPTY;
        set.insert(station);
        set
    }

    /// Adds a station.
    pub fn insert(&mut self, station: Station) {
        self.words[station.index() >> 6] |= 1 << (station.index() & 63);
    }

    /// Takes a station out.
    pub fn remove(&mut self, station: Station) {
        self.words[station.index() >> 6] &= !(1 << (station.index() & 63));
    }

    /// Tells whether the station is a member.
    #[must_use]
    pub fn contains(&self, station: Station) -> bool {
        self.words[station.index() >> 6] >> (station.index() & 63) & 1 == 1
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Tells whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == [0; 4]
    }

    /// The members in ascending order.
    #[must_use]
    pub fn iter(&self) -> Stations {
        Stations { words: self.words, at: 0 }
    }

    /// The only member, if there is exactly one.
    #[must_use]
    pub fn only(&self) -> Option<Station> {
        let mut members = self.iter();
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }

    /// The `n`-th member in ascending order, counted from 0.
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<Station> {
        let mut left = n as u32;
        for (at, &word) in self.words.iter().enumerate() {
            let ones = word.count_ones();
            if left < ones {
                let mut word = word;
                for _ in 0..left {
                    word &= word - 1;
                }
                return Station::new((at as u32 * 64 + word.trailing_zeros()) as u8);
            }
            left -= ones;
        }
        None
    }

    /// Members of either set.
    #[must_use]
    pub fn union(&self, other: &StationSet) -> StationSet {
        self.zip(other, |a, b| a | b)
    }

    /// Members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &StationSet) -> StationSet {
        self.zip(other, |a, b| a & b)
    }

    /// Members of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &StationSet) -> StationSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Tells whether every member is in the other set.
    #[must_use]
    pub fn is_subset(&self, other: &StationSet) -> bool {
        self.without(other).is_empty()
    }

    fn zip(&self, other: &StationSet, op: impl Fn(u64, u64) -> u64) -> StationSet {
        StationSet { words: std::array::from_fn(|i| op(self.words[i], other.words[i])) }
    }
}

impl FromIterator<Station> for StationSet {
    fn from_iter<I: IntoIterator<Item = Station>>(stations: I) -> StationSet {
        let mut set = StationSet::EMPTY;
        stations.into_iter().for_each(|station| set.insert(station));
        set
    }
}

impl IntoIterator for &StationSet {
    type Item = Station;
    type IntoIter = Stations;
    fn into_iter(self) -> Stations {
        self.iter()
    }
}

impl fmt::Display for StationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, station) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            station.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for StationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for StationSet {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for StationSet {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<StationSet, D::Error> {
        Ok(<Vec<Station> as serde::Deserialize>::deserialize(input)?.into_iter().collect())
    }
}

/// The members of a [`StationSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct Stations {
    words: [u64; 4],
    at: usize,
}

impl Iterator for Stations {
    type Item = Station;

    fn next(&mut self) -> Option<Station> {
        while self.at < 4 {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let number = self.at as u32 * 64 + word.trailing_zeros();
                *word &= *word - 1;
                return Station::new(number as u8);
            }
            self.at += 1;
        }
        None
    }
}
