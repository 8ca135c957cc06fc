//! `pimbot`: its settings, and the learned files that it reads.

use yard_agents::pimbot::{
    Cut, Expand, Filter, HiderPolicy, HistoryOver, Locations, PimBotConfig, PlayoutDoubles,
    PlayoutFilter, RandomMoves, Replies, Reuse, RootDoubles, SeekerPolicy, Steps, TableKind, Ties,
    Trees, Unvisited,
};

use yard_learn::from_games::MoveModelFile;

use super::{AgentConfig, Description, Sides};
use crate::parameter::{FileName, budget, choice, count, file, number};

/// What `pimbot` plays by.
#[derive(Clone, PartialEq, Debug)]
pub struct PimBotSettings {
    /// The search.
    pub config: PimBotConfig,
    /// Counts of where Mr X is found, for its guesses.
    pub tables: FileName,
    /// How Mr X moves, for its belief.
    pub model: FileName,
}

impl Default for PimBotSettings {
    fn default() -> PimBotSettings {
        PimBotSettings {
            config: PimBotConfig::default(),
            tables: FileName::Shipped(TABLES[0]),
            model: FileName::Shipped(MODELS[0]),
        }
    }
}

/// What is learned under `classic` comes with the program.
const TABLES: &[&str] = &["classic"];

/// So do models of how Mr X moves: of `pimbot`, and of several Mr Xs.
const MODELS: &[&str] = &MoveModelFile::SHIPPED;

pub(super) static PIMBOT: Description<PimBotSettings> = Description {
    name: "pimbot",
    sides: Sides::Both,
    about: "UCT with Progressive History, one tree for all guesses, heuristic playouts",
    source: "Nijssen & Winands 2012; Nijssen 2013, chapter 7",
    default: PimBotSettings::default,
    wrap: |settings| AgentConfig::PimBot(Box::new(settings)),
    unwrap: |config| match config {
        AgentConfig::PimBot(settings) => Some(settings),
        _ => None,
    },
    parameters: &[
        budget!("playouts", Playouts, config.budget, "simulated games for each move"),
        budget!("nodes", Nodes, config.budget, "moves made for each move, instead"),
        budget!("ms", Ms, config.budget, "milliseconds for each move, instead"),
        number!("exploration", config.exploration, 0.0..=1e9, "C of UCT"),
        number!("history", config.history, 0.0..=1e9, "W of Progressive History; 0 leaves it out"),
        choice!(
            "history_over", config.history_over,
            ["all" => HistoryOver::All, "tree" => HistoryOver::Tree],
            "moves that Progressive History counts: all, or those in the tree"
        ),
        choice!(
            "unvisited", config.unvisited,
            ["first" => Unvisited::First, "history" => Unvisited::History],
            "moves without a visit: first, or history (in their turn by it)"
        ),
        choice!(
            "expand", config.expand,
            ["one" => Expand::One, "path" => Expand::Path],
            "nodes that a playout adds: one, or its whole path"
        ),
        count!("depth", config.depth, 0..=10000, "most plies of the tree; 0 sets no limit"),
        choice!(
            "ties", config.ties,
            ["sum" => Ties::Sum, "first" => Ties::First, "any" => Ties::Any],
            "of equally visited moves: the best by results (sum), the first, or any"
        ),
        choice!(
            "reuse", config.reuse,
            ["never" => Reuse::Never, "round" => Reuse::Round],
            "the tree of a colleague's search: never used again, or within the round"
        ),
        choice!(
            "trees", config.trees,
            ["single" => Trees::Single, "separate" => Trees::Separate, "vote" => Trees::Vote],
            "guesses in one tree (single), or one each: separate or vote"
        ),
        choice!(
            "locations", config.locations,
            [
                "none" => Locations::None,
                "min" => Locations::MinDistance,
                "mean" => Locations::MeanDistance,
                "station" => Locations::Station,
                "belief" => Locations::Belief,
            ],
            "guesses weighted by min or mean distance, station, none, or belief"
        ),
        choice!(
            "table", config.table,
            ["general" => TableKind::General, "detailed" => TableKind::Detailed],
            "counts behind the weights: general or detailed"
        ),
        file!(
            "tables",
            tables,
            TABLES,
            "the shipped counts, or a file of yard train location-tables"
        ),
        file!(
            "model",
            model,
            MODELS,
            "for belief: classic or many, or a file of yard train move-model"
        ),
        choice!(
            "steps", config.steps,
            ["1" => Steps::One, "2" => Steps::Two],
            "1 draws a station by weight, 2 first a category"
        ),
        choice!(
            "hider", config.hider,
            ["mcd" => HiderPolicy::ClosestDistance, "random" => HiderPolicy::Random],
            "Mr X in playouts: mcd or random"
        ),
        choice!(
            "doubles", config.doubles,
            [
                "trapped" => PlayoutDoubles::WhenTrapped,
                "never" => PlayoutDoubles::Never,
                "free" => PlayoutDoubles::Free,
            ],
            "his double moves in playouts: trapped, never, or free (random ones, too)"
        ),
        choice!(
            "playout_filter", config.playout_filter,
            ["on" => PlayoutFilter::On, "off" => PlayoutFilter::Off],
            "black tickets that he saves in playouts: on or off"
        ),
        choice!(
            "seekers", config.seekers,
            [
                "auto" => SeekerPolicy::Auto,
                "cal" => SeekerPolicy::ChaseLocation,
                "mtd" => SeekerPolicy::TotalDistance,
                "random" => SeekerPolicy::Random,
                "guess" => SeekerPolicy::Guess,
                "assumed" => SeekerPolicy::Assumed,
                "belief" => SeekerPolicy::Belief,
            ],
            "detectives in playouts: cal, mtd, assumed, guess, belief or random"
        ),
        choice!(
            "random", config.random,
            [
                "moves" => RandomMoves::Moves,
                "tickets" => RandomMoves::Tickets,
                "targets" => RandomMoves::Targets,
            ],
            "random moves in playouts draw a move, first a ticket, or first a target"
        ),
        choice!(
            "cut", config.cut,
            ["never" => Cut::Never, "surfacing" => Cut::Surfacing, "rounds" => Cut::Rounds],
            "playouts end early: never, where he surfaces next, or after cut_rounds"
        ),
        count!("cut_rounds", config.cut_rounds, 1..=255, "slots of Mr X before that cut"),
        number!("cut_value", config.cut_value, 0.0..=1.0, "what a cut counts for the detectives"),
        number!(
            "epsilon_hider",
            config.epsilon_hider,
            0.0..=1.0,
            "share of random moves of Mr X in playouts"
        ),
        number!(
            "epsilon_seekers",
            config.epsilon_seekers,
            0.0..=1.0,
            "share of random moves of the detectives in playouts"
        ),
        number!("reduction", config.reduction, 0.0..=1.0, "r: a colleague's capture counts 1 - r"),
        choice!(
            "replies", config.replies,
            ["search" => Replies::Search, "policy" => Replies::Policy],
            "detectives in Mr X's tree: search or policy"
        ),
        choice!(
            "filter", config.filter,
            [
                "on" => Filter::On,
                "black" => Filter::Black,
                "doubles" => Filter::Doubles,
                "off" => Filter::Off,
            ],
            "tickets that Mr X saves by rule: black, doubles, both (on) or none (off)"
        ),
        choice!(
            "root_doubles", config.root_doubles,
            [
                "trapped" => RootDoubles::Trapped,
                "surfacing" => RootDoubles::Surfacing,
                "always" => RootDoubles::Always,
            ],
            "double moves that he weighs: trapped, surfacing (where he is seen), or always"
        ),
        count!(
            "threads",
            config.threads,
            1..=256,
            "trees searched at once, with a share of the budget each"
        ),
    ],
};
