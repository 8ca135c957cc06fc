//! What can be set; the defaults are the best published settings.

use crate::budget::Budget;

/// What [`PimBot`](super::PimBot) plays by.
#[derive(Clone, PartialEq, Debug)]
pub struct PimBotConfig {
    /// What it may spend on one move.
    pub budget: Budget,
    /// C of UCT.
    pub exploration: f64,
    /// W of Progressive History; 0 leaves it out.
    pub history: f64,
    /// When moves without a visit are walked to.
    pub unvisited: Unvisited,
    /// How the guesses of Mr X's station share the tree.
    pub trees: Trees,
    /// By what the guess is weighted.
    pub locations: Locations,
    /// Which counts the weights come from.
    pub table: TableKind,
    /// How the weights are used.
    pub steps: Steps,
    /// What Mr X does in playouts.
    pub hider: HiderPolicy,
    /// When Mr X makes double moves in playouts.
    pub doubles: PlayoutDoubles,
    /// What the detectives do in playouts.
    pub seekers: SeekerPolicy,
    /// Share of random moves of Mr X in playouts.
    pub epsilon_hider: f64,
    /// Share of random moves of the detectives in playouts.
    pub epsilon_seekers: f64,
    /// r of coalition reduction: by how much a colleague's capture counts less than one's own.
    pub reduction: f64,
    /// How detectives move in Mr X's tree.
    pub replies: Replies,
    /// Which of his tickets Mr X saves by the filtering rules.
    pub filter: Filter,
    /// When a search ends. The move is the same either way.
    pub stops: Stops,
    /// Trees that are searched at once, each by a thread of its own with its share of the budget.
    pub threads: u32,
}

/// When moves without a visit are walked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unvisited {
    /// Before all others, any of them.
    First,
    /// When their bound is the greatest: they count as visited once, with the mean that Progressive
    /// History has for them.
    History,
}

/// How the guesses of Mr X's station share the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trees {
    /// All guesses in one tree; only moves that fit the guess are walked.
    Single,
    /// A tree for each guess; the mean results of a move are averaged.
    Separate,
    /// A tree for each guess; each votes for its most visited move.
    Vote,
}

/// How stations are put into categories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locations {
    /// Not at all: all candidates are equally likely.
    None,
    /// By the moves that the nearest detective needs: 1, 2, 3, 4, 5 and more.
    MinDistance,
    /// By the mean of those moves over all detectives, rounded down: 1, 2, 3, 4, 5 and more.
    MeanDistance,
    /// By what stops there: taxi; bus; underground; ferry.
    Station,
    /// No categories: each station by the filter of [`Belief`](crate::belief::Belief). Not published.
    Belief,
}

/// Which counts the weights of categories come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// One table for all situations.
    General,
    /// One for each set of categories among the candidates.
    Detailed,
}

/// How the weights of categories are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// A station is drawn by the weight of its category.
    One,
    /// A category is drawn by weight, then a station in it, all equally likely.
    Two,
}

/// What Mr X does in playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HiderPolicy {
    /// Maximise the distance of the closest detective (MCD).
    ClosestDistance,
    /// Any allowed move.
    Random,
}

/// When Mr X makes double moves in playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutDoubles {
    /// Where the chosen step could be captured in the coming round.
    WhenTrapped,
    /// Never.
    Never,
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stops {
    /// When the playouts that are left cannot change the choice; at the latest with the budget.
    WhenSettled,
    /// With the budget.
    WithBudget,
}

/// What the detectives do in playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekerPolicy {
    /// As published: CAL in the detectives' own search, MTD in Mr X's.
    Auto,
    /// Chase the assumed location (CAL).
    ChaseLocation,
    /// Minimise the sum of distances to all candidates (MTD).
    TotalDistance,
    /// Any legal move.
    Random,
    /// Chase one station where he could be, which follows the tickets he shows: another reading of CAL.
    Assumed,
    /// Chase a candidate, which each detective draws anew for each move. Not published.
    Guess,
}

/// How detectives move in Mr X's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replies {
    /// By search, knowing where he is: as published.
    Search,
    /// By the playout policy; the tree holds his own moves only. Not published.
    Policy,
}

/// Which tickets Mr X saves by the filtering rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// Black and double-move tickets: as published.
    On,
    /// Black ones only.
    Black,
    /// Double moves only.
    Doubles,
    /// None.
    Off,
}

impl Filter {
    /// Tells whether black tickets are saved.
    pub fn saves_black(self) -> bool {
        matches!(self, Filter::On | Filter::Black)
    }

    /// Tells whether double moves are saved.
    pub fn saves_doubles(self) -> bool {
        matches!(self, Filter::On | Filter::Doubles)
    }
}

impl Default for PimBotConfig {
    /// The published settings with all enhancements; Nijssen's one second is 3,000 playouts here.
    fn default() -> PimBotConfig {
        PimBotConfig {
            budget: Budget::Playouts(3000),
            exploration: 0.5,
            history: 5.0,
            unvisited: Unvisited::First,
            trees: Trees::Single,
            locations: Locations::MinDistance,
            table: TableKind::General,
            steps: Steps::One,
            hider: HiderPolicy::ClosestDistance,
            doubles: PlayoutDoubles::WhenTrapped,
            seekers: SeekerPolicy::Auto,
            epsilon_hider: 0.1,
            epsilon_seekers: 0.2,
            reduction: 0.1,
            replies: Replies::Search,
            filter: Filter::On,
            stops: Stops::WhenSettled,
            threads: 1,
        }
    }
}
