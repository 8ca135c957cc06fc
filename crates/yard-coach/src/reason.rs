//! Why a move is a good one, in facts that people can check on the board.

use yard_core::{
    Board, DetectiveMove, DetectiveView, MrXMove, MrXView, PublicMrXMove, Station, StationSet,
    Ticket,
};

use crate::hint::belief;

/// One thing that a move does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// The detective has no ride.
    NoRide,
    /// Mr X is caught if he is there, which is so likely.
    Catches {
        /// Where.
        at: Station,
        /// How likely, from 0 to 1.
        chance: f64,
    },
    /// Candidates that the detective reaches with the next ride.
    Covers {
        /// So many.
        candidates: usize,
        /// Of so many.
        of: usize,
    },
    /// Rides to a candidate in the mean, before and after.
    Nearer {
        /// Before the move.
        before: f64,
        /// After it.
        after: f64,
    },
    /// No nearer; rides to a candidate in the mean.
    Waits {
        /// After the move.
        rides: f64,
    },
    /// A fast line that Mr X cannot take there any more.
    Closes {
        /// Underground or bus.
        line: Ticket,
        /// Where.
        at: Station,
    },
    /// Everybody sees Mr X there.
    Seen {
        /// Where.
        at: Station,
    },
    /// Stations that the detectives have to search.
    Hides {
        /// So many.
        among: usize,
    },
    /// Rides of the nearest detective to Mr X; `None` if nobody gets there.
    Nearest {
        /// So many.
        rides: Option<u8>,
    },
    /// A station with more than two kinds of lines.
    FastLines {
        /// Where.
        at: Station,
    },
}

impl Reason {
    /// The reason in words; `name` says what people call a station.
    pub fn text(&self, name: impl Fn(Station) -> String) -> String {
        match *self {
            Reason::NoRide => "no ride is possible".to_owned(),
            Reason::Catches { at, chance } => {
                let percent = match chance * 100.0 {
                    small if small < 0.5 => "under 1 %".to_owned(),
                    percent => format!("{percent:.0} %"),
                };
                format!("catches Mr X if he is on {} ({percent})", name(at))
            }
            Reason::Covers { candidates, of } => {
                format!("covers {candidates} of {of} candidates with the next ride")
            }
            Reason::Nearer { before, after } => {
                format!("comes nearer: {after:.1} rides to a candidate instead of {before:.1}")
            }
            Reason::Waits { rides } => format!("keeps {rides:.1} rides away for later"),
            Reason::Closes { line, at } => {
                format!("keeps the {} at {} closed", line.name(), name(at))
            }
            Reason::Seen { at } => format!("he is seen on {}", name(at)),
            Reason::Hides { among: 1 } => "leaves the detectives one station to search".to_owned(),
            Reason::Hides { among } => format!("leaves the detectives {among} stations to search"),
            Reason::Nearest { rides: Some(1) } => "a detective is one ride away".to_owned(),
            Reason::Nearest { rides: Some(rides) } => {
                format!("the nearest detective is {rides} rides away")
            }
            Reason::Nearest { rides: None } => "no detective gets there".to_owned(),
            Reason::FastLines { at } => format!("{} has fast lines to go on", name(at)),
        }
    }
}

/// Candidates that somebody on a station reaches with one ride, or stands on.
pub(super) fn within_a_ride(board: &Board, from: Station, candidates: &StationSet) -> usize {
    let near = |to: &Station| board.detective_distance(from, *to).is_some_and(|rides| rides <= 1);
    candidates.iter().filter(near).count()
}

/// Rides to a station that nobody reaches.
const NEVER: u8 = 20;

/// Mean number of rides to the candidates.
fn mean_distance(board: &Board, from: Station, candidates: &StationSet) -> f64 {
    let rides = |to: Station| f64::from(board.detective_distance(from, to).unwrap_or(NEVER));
    let sum: f64 = candidates.iter().map(rides).sum();
    sum / candidates.len().max(1) as f64
}

/// What a detective's move does to the candidates.
pub(super) fn of_detective(view: &DetectiveView, mv: DetectiveMove) -> Vec<Reason> {
    let (board, candidates) = (view.rules().board(), **view.candidates());
    let DetectiveMove::Ride { by: id, step } = mv else {
        return vec![Reason::NoRide];
    };
    let mut reasons = Vec::new();
    if candidates.contains(step.to) {
        let shares = belief(view);
        let share = shares.iter().find(|(station, _)| *station == step.to);
        let chance = share.map_or(0.0, |(_, share)| *share);
        reasons.push(Reason::Catches { at: step.to, chance });
    }
    let covers = within_a_ride(board, step.to, &candidates);
    if covers > 0 {
        reasons.push(Reason::Covers { candidates: covers, of: candidates.len() });
    } else if let Some(from) = view.public().detective(id) {
        let before = mean_distance(board, from, &candidates);
        let after = mean_distance(board, step.to, &candidates);
        reasons.push(match after < before {
            true => Reason::Nearer { before, after },
            false => Reason::Waits { rides: after },
        });
    }
    reasons.extend(closes(board, step.to, &candidates));
    reasons
}

/// The fast line that somebody on a station keeps closed to Mr X.
fn closes(board: &Board, at: Station, candidates: &StationSet) -> Option<Reason> {
    let leads_here = |line: &Ticket| {
        let open = |from: Station| board.reach(from, *line).contains(at);
        candidates.iter().any(open)
    };
    let fast = [Ticket::Underground, Ticket::Bus];
    fast.into_iter().find(leads_here).map(|line| Reason::Closes { line, at })
}

/// What the detectives see of a move of Mr X.
fn public(view: &MrXView, mv: MrXMove) -> PublicMrXMove {
    PublicMrXMove::from(mv).as_seen(view.rules(), view.public().slots_used(), false)
}

/// Stations that the detectives have to search after a move of Mr X.
pub(super) fn left_open(view: &MrXView, mv: MrXMove) -> usize {
    let mut after = view.detective_view().clone();
    let told = after.mr_x_moved(public(view, mv), None).is_ok();
    if told { after.candidates().len() } else { 1 }
}

/// What a move of Mr X leaves the detectives to know.
pub(super) fn of_mr_x(view: &MrXView, mv: MrXMove) -> Vec<Reason> {
    let board = view.rules().board();
    let at = mv.target();
    let rides = |from: Station| board.detective_distance(from, at);
    let is_seen = public(view, mv).steps().last().is_some_and(|step| step.seen.is_some());
    let hidden = match is_seen {
        true => Reason::Seen { at },
        false => Reason::Hides { among: left_open(view, mv) },
    };
    let nearest = view.public().detectives().filter_map(rides).min();
    let kinds = Ticket::ALL.iter().filter(|ticket| !board.reach(at, **ticket).is_empty());
    let fast = (kinds.count() > 2).then_some(Reason::FastLines { at });
    [hidden, Reason::Nearest { rides: nearest }].into_iter().chain(fast).collect()
}
