//! Where the lookahead thinks that Mr X can be.

use yard_core::{DetectiveView, PublicMrXMove, PublicPly, PublicStep, StationSet};

/// How the detectives keep track of Mr X.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Places {
    /// By everything that is public (rules 7.3 to 7.7).
    #[default]
    Exact,
    /// As the published program: by the tickets since the last sighting and where the detectives
    /// stand now. That they stood elsewhere before, and did not meet him, is forgotten.
    Forgetful,
}

impl Places {
    /// The stations; never empty, since Mr X's true one is always among them.
    pub fn of(self, view: &DetectiveView) -> StationSet {
        match self {
            // A game that was set up in its middle has no log to go by.
            Places::Forgetful if is_logged(view) => forgetful(view),
            Places::Exact | Places::Forgetful => view.candidates().to_set(),
        }
    }
}

fn is_logged(view: &DetectiveView) -> bool {
    view.log().slots().count() == usize::from(view.public().slots_used())
}

fn forgetful(view: &DetectiveView) -> StationSet {
    let rules = view.rules();
    let start = match view.log().mr_x_start() {
        Some(station) => StationSet::of(station),
        None => rules.mr_x_starts(),
    };
    let steps = view.log().plies().iter().flat_map(|ply| {
        let mv = match ply {
            PublicPly::MrX(mv) => Some(*mv),
            PublicPly::Detective(_) => None,
        };
        mv.into_iter().flat_map(PublicMrXMove::steps)
    });
    let ride = |from: StationSet, step: PublicStep| match step.seen {
        Some(station) => StationSet::of(station),
        None => from.iter().fold(StationSet::EMPTY, |to, station| {
            to.union(rules.board().reach(station, step.ticket))
        }),
    };
    steps.fold(start, ride).without(&view.public().occupied_set())
}
