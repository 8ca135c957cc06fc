//! A solved game, and how it is kept in a file.

use std::sync::Arc;

use yard_core::{Checksum, PublicState, Rules, State, Station};

use super::build::{Bounds, Root};
use super::layers::positions;
use super::solver::{Effort, SolvedSegment, solve_segment};
use super::start::openings;
use super::values::Values;

/// A solved game: bounds of its value, and bounds of every position after a sighting.
///
/// The plans inside a segment are not kept. They are found again when they are needed, by the same
/// steps to the same bits, so the guarantee of the bounds holds for them.
#[derive(Clone, Debug)]
pub struct Solved {
    pub(crate) rules: Arc<Rules>,
    pub(crate) fingerprint: u64,
    pub(crate) bounds: Bounds,
    pub(crate) gap: f64,
    pub(crate) values: Values,
    pub(crate) segments: u64,
}

/// Why a policy file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PolicyError {
    /// It is something else.
    #[error("it is no policy of yard")]
    Foreign,
    /// It is of another version.
    #[error("it is a policy of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// It was made for other rules.
    #[error("it is a policy for other rules")]
    OtherRules,
    /// Bytes are missing or changed.
    #[error("it is damaged")]
    Damaged,
}

const MAGIC: &[u8; 12] = b"yard-policy\n";
/// The version of the file format.
pub const VERSION: u32 = 1;
const MOST_PAYOFFS: usize = usize::MAX;

impl Solved {
    /// The rules that were solved.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Bounds of the chance that the detectives win when both sides play their best.
    ///
    /// The detectives' plan wins the first at least against anybody, Mr X's loses the second at most.
    pub fn detective_value(&self) -> Bounds {
        self.bounds
    }

    /// Segments that were solved, mirror images not counted twice.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// Bounds for a position just after Mr X was seen; `None` if it cannot come about.
    pub fn after_sighting(&self, public: &PublicState, mr_x: Station) -> Option<Bounds> {
        self.values.find(public, mr_x)
    }

    /// Solves one segment again, to be played.
    pub(crate) fn segment(&self, root: &Root) -> Option<SolvedSegment> {
        let mut segment =
            solve_segment(&self.rules, &self.values, root, self.gap, MOST_PAYOFFS).ok()?;
        segment.play_for_time();
        Some(segment)
    }

    /// The state that stands for a state and its mirror images.
    pub(crate) fn representative(
        &self,
        state: &State,
    ) -> (State, Option<&super::symmetry::Symmetry>) {
        self.values.representative(state)
    }

    /// The solution as a file: version, rules, bounds of the game and of every position.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(self.segments.to_le_bytes());
        bytes.extend(self.gap.to_le_bytes());
        self.bounds.iter().for_each(|bound| bytes.extend(bound.to_le_bytes()));
        for (slot, layer) in &self.values.layers {
            bytes.push(*slot);
            bytes.extend((layer.bounds.len() as u32).to_le_bytes());
            layer.bounds.iter().flatten().for_each(|bound| bytes.extend(bound.to_le_bytes()));
        }
        let sum = Checksum::of(&bytes).value();
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Tells whether a file is for these rules, by its head alone.
    pub fn is_of(rules: &Rules, bytes: &[u8]) -> bool {
        let head = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<4>());
        let found = head.and_then(|(_, rest)| rest.first_chunk::<8>());
        found.is_some_and(|found| u64::from_le_bytes(*found) == rules.fingerprint())
    }

    /// Reads a file that [`to_bytes`](Solved::to_bytes) made.
    ///
    /// # Errors
    /// When it is no policy, of another version, for other rules, or damaged.
    pub fn from_bytes(rules: &Arc<Rules>, bytes: &[u8]) -> Result<Solved, PolicyError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(PolicyError::Foreign)?;
        let version = u32::from_le_bytes(take(&mut rest)?);
        if version != VERSION {
            return Err(PolicyError::Version(version));
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(PolicyError::Damaged)?;
        if Checksum::of(body).value() != u64::from_le_bytes(*sum) {
            return Err(PolicyError::Damaged);
        }
        let found = u64::from_le_bytes(take(&mut rest)?);
        if found != rules.fingerprint() {
            return Err(PolicyError::OtherRules);
        }
        let segments = u64::from_le_bytes(take(&mut rest)?);
        let gap = f64::from_le_bytes(take(&mut rest)?);
        let bounds = [f64::from_le_bytes(take(&mut rest)?), f64::from_le_bytes(take(&mut rest)?)];
        let mut values = Values::new(rules).ok_or(PolicyError::Damaged)?;
        let most = Effort::default().most_positions;
        let layers = positions(rules, &values.layout, &values.maps, &openings(rules), most)
            .map_err(|_| PolicyError::Damaged)?;
        for (slot, layer) in &layers {
            let [written] = take(&mut rest)?;
            let count = u32::from_le_bytes(take(&mut rest)?) as usize;
            if written != *slot || count != layer.keys.len() {
                return Err(PolicyError::Damaged);
            }
            let mut read = Vec::with_capacity(count);
            for _ in 0..count {
                let low = f32::from_le_bytes(take(&mut rest)?);
                read.push([low, f32::from_le_bytes(take(&mut rest)?)]);
            }
            values.add(*slot, layer, read);
        }
        let rules = Arc::clone(rules);
        Ok(Solved { rules, fingerprint: found, bounds, gap, values, segments })
    }
}

/// Takes the next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], PolicyError> {
    let (head, tail) = rest.split_first_chunk::<N>().ok_or(PolicyError::Damaged)?;
    *rest = tail;
    Ok(*head)
}
