//! The parameters of `pimbot`, as text.

use yard_agents::PimBot;
use yard_agents::pimbot::{
    Filter, HiderPolicy, Locations, PimBotConfig, PlayoutDoubles, Replies, SeekerPolicy, Steps,
    Stops, TableKind, Trees, Unvisited,
};

use super::list::{MILLISECONDS, NODES, PLAYOUTS, Parameter};
use super::spec::{AgentSpec, SpecError};
use crate::location_file::LocationFile;
use crate::move_model_file::MoveModelFile;

const fn parameter(key: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter { key, default, meaning }
}

/// What can be set; the defaults are the best published settings.
pub(crate) const PARAMETERS: [Parameter; 21] = [
    PLAYOUTS,
    NODES,
    MILLISECONDS,
    parameter("exploration", "0.5", "C of UCT"),
    parameter("history", "5", "W of Progressive History; 0 leaves it out"),
    parameter(
        "unvisited",
        "first",
        "moves without a visit: first, or history (in their turn by it)",
    ),
    parameter("trees", "single", "guesses in one tree (single), or one each: separate or vote"),
    parameter(
        "locations",
        "min",
        "guesses weighted by min or mean distance, station, none, or belief",
    ),
    parameter("table", "general", "counts behind the weights: general or detailed"),
    parameter("tables", "classic", "the shipped counts, or a file of yard train location-tables"),
    parameter(
        "model",
        "classic",
        "for belief: the shipped model, or a file of yard train move-model",
    ),
    parameter("steps", "1", "1 draws a station by weight, 2 first a category"),
    parameter("hider", "mcd", "Mr X in playouts: mcd or random"),
    parameter("doubles", "trapped", "his double moves in playouts: trapped or never"),
    parameter(
        "seekers",
        "auto",
        "detectives in playouts: cal, mtd, assumed, guess or random; auto is as published",
    ),
    parameter("epsilon_hider", "0.1", "share of random moves of Mr X in playouts"),
    parameter("epsilon_seekers", "0.2", "share of random moves of the detectives in playouts"),
    parameter("reduction", "0.1", "r: a colleague's capture counts 1 - r"),
    parameter("replies", "search", "detectives in Mr X's tree: search or policy"),
    parameter(
        "filter",
        "on",
        "tickets that Mr X saves by rule: black, doubles, both (on) or none (off)",
    ),
    parameter("threads", "1", "trees searched at once, with a share of the budget each"),
];

impl AgentSpec {
    /// Makes `pimbot`.
    pub(crate) fn pimbot(&self) -> Result<PimBot, SpecError> {
        let parameters = PimBotConfig {
            budget: self.budget()?,
            exploration: self.number("exploration", 0.0..=1e9)?,
            history: self.number("history", 0.0..=1e9)?,
            unvisited: self.word(
                "unvisited",
                &[("first", Unvisited::First), ("history", Unvisited::History)],
            )?,
            trees: self.word(
                "trees",
                &[("single", Trees::Single), ("separate", Trees::Separate), ("vote", Trees::Vote)],
            )?,
            locations: self.word(
                "locations",
                &[
                    ("none", Locations::None),
                    ("min", Locations::MinDistance),
                    ("mean", Locations::MeanDistance),
                    ("station", Locations::Station),
                    ("belief", Locations::Belief),
                ],
            )?,
            table: self.word(
                "table",
                &[("general", TableKind::General), ("detailed", TableKind::Detailed)],
            )?,
            steps: self.word("steps", &[("1", Steps::One), ("2", Steps::Two)])?,
            hider: self.word(
                "hider",
                &[("mcd", HiderPolicy::ClosestDistance), ("random", HiderPolicy::Random)],
            )?,
            doubles: self.word(
                "doubles",
                &[("trapped", PlayoutDoubles::WhenTrapped), ("never", PlayoutDoubles::Never)],
            )?,
            seekers: self.word(
                "seekers",
                &[
                    ("auto", SeekerPolicy::Auto),
                    ("cal", SeekerPolicy::ChaseLocation),
                    ("mtd", SeekerPolicy::TotalDistance),
                    ("random", SeekerPolicy::Random),
                    ("guess", SeekerPolicy::Guess),
                    ("assumed", SeekerPolicy::Assumed),
                ],
            )?,
            epsilon_hider: self.number("epsilon_hider", 0.0..=1.0)?,
            epsilon_seekers: self.number("epsilon_seekers", 0.0..=1.0)?,
            reduction: self.number("reduction", 0.0..=1.0)?,
            replies: self
                .word("replies", &[("search", Replies::Search), ("policy", Replies::Policy)])?,
            filter: self.word(
                "filter",
                &[
                    ("on", Filter::On),
                    ("black", Filter::Black),
                    ("doubles", Filter::Doubles),
                    ("off", Filter::Off),
                ],
            )?,
            stops: Stops::WhenSettled,
            threads: self.number("threads", 1..=256)?,
        };
        let tables = LocationFile::load(self.text("tables"))
            .map_err(|error| self.wrong(format!("tables: {error}")))?;
        let model = MoveModelFile::load(self.text("model"))
            .map_err(|error| self.wrong(format!("model: {error}")))?;
        Ok(PimBot::new(parameters, tables).with_model(model))
    }
}
