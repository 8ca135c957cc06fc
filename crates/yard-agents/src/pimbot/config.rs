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
    /// Which moves of a simulated game Progressive History counts.
    pub history_over: HistoryOver,
    /// When moves without a visit are walked to.
    pub unvisited: Unvisited,
    /// How many nodes a simulated game adds to the tree.
    pub expand: Expand,
    /// The most plies below the root that the tree holds; 0 sets no limit.
    pub depth: u16,
    /// Which of the most visited moves is played.
    pub ties: Ties,
    /// Whether the tree is kept from one detective's move to the next.
    pub reuse: Reuse,
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
    /// Whether Mr X saves tickets in playouts, too.
    pub playout_filter: PlayoutFilter,
    /// What the detectives do in playouts.
    pub seekers: SeekerPolicy,
    /// What is drawn when a move in a playout is random.
    pub random: RandomMoves,
    /// When a playout ends before the game does.
    pub cut: Cut,
    /// Slots of Mr X after which it ends, with [`Cut::Rounds`].
    pub cut_rounds: u8,
    /// What such a playout counts for the detectives; Mr X gets the rest of 1.
    pub cut_value: f64,
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
    /// When Mr X considers a double move although a single one is safe for a round.
    pub root_doubles: RootDoubles,
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

/// Which moves of a simulated game Progressive History counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryOver {
    /// All: those in the tree and those of the playout.
    All,
    /// Those in the tree.
    Tree,
}

/// How many nodes a simulated game adds to the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expand {
    /// One.
    One,
    /// One for each move of the playout.
    Path,
}

/// Which of the most visited moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// That with the greatest sum of results.
    Sum,
    /// The first by ticket and target.
    First,
    /// Any.
    Any,
}

/// Whether the tree is kept from one detective's move to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// Each search begins with an empty tree.
    Never,
    /// Within a round, a detective goes on with the part of the tree that follows his colleague's move.
    Round,
}

/// What is drawn when a move in a playout is random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomMoves {
    /// A move: a ticket and a target.
    Moves,
    /// A ticket first, then one of its targets.
    Tickets,
    /// A target first, then one of the tickets to it.
    Targets,
}

/// When a playout ends before the game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Never.
    Never,
    /// With the round in which Mr X next surfaces.
    Surfacing,
    /// After a number of his slots.
    Rounds,
}

/// Whether Mr X saves tickets in playouts, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutFilter {
    /// He saves black ones, by slot and ferry.
    On,
    /// He does not.
    Off,
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
    /// A random move is drawn among all of his moves, double ones too; else where the chosen step could be
    /// captured.
    Free,
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
    /// Chase a station of one's own, drawn from the belief before the search. It follows the tickets that Mr X
    /// shows, by the weights of categories, until it turns out to be wrong. Not published.
    Belief,
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

/// When Mr X considers a double move although a single one is safe for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootDoubles {
    /// Only after a search of the single ones has chosen one that can be captured: as published.
    Trapped,
    /// Also where one of the two steps shows him.
    Surfacing,
    /// Always.
    Always,
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
            history_over: HistoryOver::All,
            unvisited: Unvisited::First,
            expand: Expand::One,
            depth: 0,
            ties: Ties::Sum,
            reuse: Reuse::Never,
            trees: Trees::Single,
            locations: Locations::MinDistance,
            table: TableKind::General,
            steps: Steps::One,
            hider: HiderPolicy::ClosestDistance,
            doubles: PlayoutDoubles::WhenTrapped,
            playout_filter: PlayoutFilter::On,
            seekers: SeekerPolicy::Auto,
            random: RandomMoves::Moves,
            cut: Cut::Never,
            cut_rounds: 5,
            cut_value: 0.5,
            epsilon_hider: 0.1,
            epsilon_seekers: 0.2,
            reduction: 0.1,
            replies: Replies::Search,
            filter: Filter::On,
            root_doubles: RootDoubles::Trapped,
            stops: Stops::WhenSettled,
            threads: 1,
        }
    }
}
