//! Finds the public state of a view in the tree of its segment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, Outcome, PublicMrXMove, PublicPly, PublicStep, State,
    Step,
};

use super::build::Root;
use super::key::Key;
use super::solved::Solved;
use super::solver::SolvedSegment;
use super::start::{opening_key, opening_of};
use super::symmetry::Symmetry;
use super::tree::NodeId;

/// A public state: a node of a solved segment, seen through a symmetry.
pub(crate) struct Place {
    pub(crate) segment: Arc<SolvedSegment>,
    /// Leads from the game to the segment; `None` when they are the same.
    map: Option<Symmetry>,
    pub(crate) node: NodeId,
}

impl Place {
    /// A station of the game as the segment names it.
    pub(crate) fn station(&self, station: yard_core::Station) -> yard_core::Station {
        self.map.as_ref().map_or(station, |map| map.of(station))
    }

    /// The way back, from the segment to the game.
    pub(crate) fn way_back(&self) -> Option<Symmetry> {
        self.map.as_ref().map(Symmetry::inverse)
    }
}

/// Segments that have been solved again, for all agents of one process.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    segments: Mutex<BTreeMap<(u8, Key), Arc<SolvedSegment>>>,
}

/// A segment takes some hundred KiB; more than this many payoffs are not kept.
const MOST_KEPT: usize = 4 << 20;
/// Stands for the slot of openings.
const OPENING: u8 = u8::MAX;

impl Memory {
    /// The solved segment of a representative. It is the same however often it is solved, so it does
    /// not matter who comes first.
    fn segment(&self, solved: &Solved, name: (u8, Key), root: &Root) -> Option<Arc<SolvedSegment>> {
        let lock = || self.segments.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&name) {
            return Some(Arc::clone(known));
        }
        let fresh = Arc::new(solved.segment(root)?);
        let mut kept = lock();
        let size: usize = kept.values().map(|known| known.segment.lower.len()).sum();
        if size + fresh.segment.lower.len() > MOST_KEPT {
            kept.clear();
        }
        kept.insert(name, Arc::clone(&fresh));
        Some(fresh)
    }
}

/// Finds the place of a view.
///
/// The segment is the one that began with the last sighting, or with the game. A view that began in
/// the middle of a game has no such thing: a segment of its own begins there, in which all candidates
/// are equally likely.
pub(crate) fn locate(solved: &Solved, memory: &Memory, view: &DetectiveView) -> Option<Place> {
    from_log(solved, memory, view).or_else(|| {
        let candidates = view.candidates();
        let chance = 1.0 / candidates.len() as f64;
        let cells = candidates.iter().map(|station| (station, chance)).collect();
        let segment = Arc::new(solved.segment(&Root { public: *view.public(), cells })?);
        Some(Place { segment, map: None, node: 0 })
    })
}

/// Where the last segment of a log begins.
enum Beginning {
    Opening(Root),
    Sighting(State),
}

/// Follows the log from the beginning of the segment.
fn from_log(solved: &Solved, memory: &Memory, view: &DetectiveView) -> Option<Place> {
    if let Some(Outcome::Captured | Outcome::Cornered) = view.public().outcome() {
        // What only the referee knows has no node in a segment.
        return None;
    }
    let log = view.log();
    let mut replay = view.replay();
    // A setup is no beginning that was solved, but a later sighting is.
    let mut beginning = match log.setup() {
        Some(_) => None,
        None => {
            let opening = opening_of(view.rules(), log.start(), log.mr_x_start())?;
            Some(Beginning::Opening(opening.root))
        }
    };
    let mut since = 0;
    while let Some(ply) = replay.play_next().ok()? {
        if let PublicPly::MrX(mv) = ply
            && let Some(station) = mv.steps().last().and_then(|step| step.seen)
        {
            beginning = Some(Beginning::Sighting(replay.view().assume(station)));
            since = log.plies().len() - replay.left().len();
        }
    }
    if replay.view().public() != view.public() {
        return None;
    }
    let mut place = begin(solved, memory, &beginning?)?;
    for ply in &log.plies()[since..] {
        let segment = &place.segment.segment;
        place.node = match *ply {
            PublicPly::MrX(mv) => {
                segment.after_mr_x(place.node, public_image(mv, place.map.as_ref()))?
            }
            PublicPly::Detective(mv) => {
                segment.after_detective(place.node, detective_image(mv, place.map.as_ref()))?
            }
        };
    }
    Some(place)
}

/// The root of a segment, as its representative.
fn begin(solved: &Solved, memory: &Memory, beginning: &Beginning) -> Option<Place> {
    let values = &solved.values;
    let (name, root, map) = match beginning {
        Beginning::Opening(root) => {
            let (key, map) = opening_key(&solved.rules, values, root);
            let image = map.map_or_else(|| root.clone(), |map| root.image(map));
            ((OPENING, key), image, map)
        }
        Beginning::Sighting(state) => {
            let (key, map) =
                values.layout.smallest(state.public(), Some(state.mr_x()), &values.maps);
            let image = Root::seen(&solved.representative(state).0);
            ((state.public().slots_used(), key), image, map)
        }
    };
    let segment = memory.segment(solved, name, &root)?;
    Some(Place { segment, map: map.cloned(), node: 0 })
}

fn step_image(step: Step, map: Option<&Symmetry>) -> Step {
    Step { to: map.map_or(step.to, |map| map.of(step.to)), ..step }
}

/// A detective's move as a symmetry shows it.
pub(crate) fn detective_image(mv: DetectiveMove, map: Option<&Symmetry>) -> DetectiveMove {
    match mv {
        DetectiveMove::Ride { by, step } => DetectiveMove::Ride { by, step: step_image(step, map) },
        DetectiveMove::Pass { by } => DetectiveMove::Pass { by },
    }
}

/// A move of Mr X as a symmetry shows it.
pub(crate) fn mr_x_image(mv: MrXMove, map: Option<&Symmetry>) -> MrXMove {
    match mv {
        MrXMove::Single(step) => MrXMove::Single(step_image(step, map)),
        MrXMove::Double(first, second) => {
            MrXMove::Double(step_image(first, map), step_image(second, map))
        }
    }
}

fn public_image(mv: PublicMrXMove, map: Option<&Symmetry>) -> PublicMrXMove {
    let image = |step: PublicStep| PublicStep {
        seen: step.seen.map(|station| map.map_or(station, |map| map.of(station))),
        ..step
    };
    match mv {
        PublicMrXMove::Single(step) => PublicMrXMove::Single(image(step)),
        PublicMrXMove::Double(first, second) => PublicMrXMove::Double(image(first), image(second)),
    }
}
