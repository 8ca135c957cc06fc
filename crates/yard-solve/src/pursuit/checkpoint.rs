//! Finished segments, kept while a game is solved, so that a stopped run can go on.
//!
//! A segment's bounds follow from the rules and the precision alone, so a run that takes some of them from
//! a file ends with the same bytes as one that solves them all.

use std::collections::BTreeMap;

use yard_core::{Checksum, Rules};

use super::build::Bounds;

/// Which segment of a game: of the openings, of the positions after a sighting, or of a shorter game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentId {
    part: u16,
    index: u32,
}

/// The part with the openings; the others are named by the slot of their sighting.
pub(crate) const OPENINGS: u16 = 0;

/// The openings of the shorter game that begins after a sighting.
pub(crate) fn part_of_shorter(sighting: u8) -> u16 {
    0x100 | u16::from(sighting)
}

impl SegmentId {
    pub(crate) fn new(part: u16, index: usize) -> SegmentId {
        // Positions are limited to far fewer.
        SegmentId { part, index: u32::try_from(index).unwrap_or(u32::MAX) }
    }
}

/// Where finished segments are kept.
pub trait Keeper: Sync {
    /// The bounds of a segment that an earlier run has finished.
    fn find(&self, segment: SegmentId) -> Option<Bounds>;

    /// A segment is finished. Called from any thread and in any order.
    fn keep(&self, segment: SegmentId, bounds: Bounds);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct KeepNothing;

impl Keeper for KeepNothing {
    fn find(&self, _: SegmentId) -> Option<Bounds> {
        None
    }

    fn keep(&self, _: SegmentId, _: Bounds) {}
}

/// Why a checkpoint cannot be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It is something else.
    #[error("it is no checkpoint of yard solve")]
    Foreign,
    /// It is of another version.
    #[error("it is a checkpoint of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// It was made for other rules or another precision.
    #[error("it is the checkpoint of another game or precision")]
    OtherGame,
    /// Bytes are changed.
    #[error("it is damaged")]
    Damaged,
}

const MAGIC: &[u8; 13] = b"yard-solving\n";
const VERSION: u32 = 1;
/// Part, index, both bounds, and a checksum of them.
const ENTRY: usize = 2 + 4 + 8 + 8 + 8;

/// A file of finished segments as bytes: a head, and an entry for each of them in any order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Checkpoint {
    /// What is finished.
    pub segments: BTreeMap<SegmentId, Bounds>,
    /// The bytes that are whole; a kill may leave a part of an entry after them.
    pub whole: usize,
}

impl Checkpoint {
    /// The head of a file for a game that is solved with a precision.
    pub fn head(rules: &Rules, precision: f64) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(rules.fingerprint().to_le_bytes());
        bytes.extend(precision.to_le_bytes());
        bytes
    }

    /// A finished segment, to be added to the file in one piece.
    pub fn entry(segment: SegmentId, bounds: Bounds) -> Vec<u8> {
        let mut bytes = segment.part.to_le_bytes().to_vec();
        bytes.extend(segment.index.to_le_bytes());
        bounds.iter().for_each(|bound| bytes.extend(bound.to_le_bytes()));
        let sum = Checksum::of(&bytes).value();
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a file; an entry that was cut off by a kill at its end is left out.
    ///
    /// # Errors
    /// When it is no checkpoint, of another version or game, or damaged.
    pub fn read(
        rules: &Rules,
        precision: f64,
        bytes: &[u8],
    ) -> Result<Checkpoint, CheckpointError> {
        let head = Checkpoint::head(rules, precision);
        if bytes.len() < head.len() && head.starts_with(bytes) {
            return Ok(Checkpoint::default());
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Foreign)?;
        let (version, _) = rest.split_first_chunk().ok_or(CheckpointError::Foreign)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let rest = bytes.strip_prefix(&head[..]).ok_or(CheckpointError::OtherGame)?;
        let (entries, cut) = rest.as_chunks::<ENTRY>();
        let segments = entries.iter().map(read_entry).collect::<Option<BTreeMap<_, _>>>();
        let segments = segments.ok_or(CheckpointError::Damaged)?;
        Ok(Checkpoint { segments, whole: bytes.len() - cut.len() })
    }
}

fn read_entry(entry: &[u8; ENTRY]) -> Option<(SegmentId, Bounds)> {
    let (part, rest) = entry.split_first_chunk::<2>()?;
    let (index, rest) = rest.split_first_chunk::<4>()?;
    let (lower, rest) = rest.split_first_chunk::<8>()?;
    let (upper, sum) = rest.split_first_chunk::<8>()?;
    let body = &entry[..ENTRY - sum.len()];
    let bounds = [f64::from_le_bytes(*lower), f64::from_le_bytes(*upper)];
    let sound = Checksum::of(body).value().to_le_bytes() == *sum
        && bounds.iter().all(|bound| bound.is_finite());
    let (part, index) = (u16::from_le_bytes(*part), u32::from_le_bytes(*index));
    sound.then_some((SegmentId { part, index }, bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_back_up_to_where_it_was_cut() {
        let rules = yard_core::presets::rules("grid:3,1,4").unwrap();
        let ids = [SegmentId::new(OPENINGS, 3), SegmentId::new(3, 70_000)];
        let mut bytes = Checkpoint::head(&rules, 0.001);
        let head = bytes.len();
        for (id, bounds) in ids.into_iter().zip([[0.25, 0.5], [0.0, 1.0]]) {
            bytes.extend(Checkpoint::entry(id, bounds));
        }
        for end in 0..=bytes.len() {
            let read = Checkpoint::read(&rules, 0.001, &bytes[..end]).unwrap();
            let whole = end.saturating_sub(head) / ENTRY;
            assert_eq!(read.segments.len(), whole, "{end}");
            assert_eq!(read.whole, if end < head { 0 } else { head + whole * ENTRY });
        }
        let read = Checkpoint::read(&rules, 0.001, &bytes).unwrap();
        assert_eq!(read.segments[&ids[1]], [0.0, 1.0]);
    }

    #[test]
    fn what_belongs_to_another_game_is_refused() {
        let rules = yard_core::presets::rules("grid:3,1,4").unwrap();
        let other = yard_core::presets::rules("grid:3,1,5").unwrap();
        let mut bytes = Checkpoint::head(&rules, 0.001);
        bytes.extend(Checkpoint::entry(SegmentId::new(3, 1), [0.25, 0.5]));
        let read = |rules: &Rules, precision, bytes: &[u8]| {
            Checkpoint::read(rules, precision, bytes).unwrap_err()
        };
        assert_eq!(read(&other, 0.001, &bytes), CheckpointError::OtherGame);
        assert_eq!(read(&rules, 0.01, &bytes), CheckpointError::OtherGame);
        assert_eq!(read(&rules, 0.001, b"yard-policy\n"), CheckpointError::Foreign);
        let mut newer = bytes.clone();
        newer[MAGIC.len()] = 9;
        assert_eq!(read(&rules, 0.001, &newer), CheckpointError::Version(9));
        let mut damaged = bytes.clone();
        damaged[bytes.len() - 10] ^= 1;
        assert_eq!(read(&rules, 0.001, &damaged), CheckpointError::Damaged);
    }
}
