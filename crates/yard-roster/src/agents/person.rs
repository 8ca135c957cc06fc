//! `person`: thinks as `best` does for some of its moves, and goes by a hunch for the others.

use yard_agents::Habits;

use super::best::BestConfig;
use super::searches::description;
use super::{AgentConfig, Description, Sides};
use crate::parameter::{budget, choice, number};

/// How a `person` plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PersonConfig {
    /// The share of moves that are thought through.
    pub care: f64,
    /// What common sense leaves out.
    pub habits: Habits,
    /// What thinking is.
    pub best: BestConfig,
}

impl Default for PersonConfig {
    fn default() -> PersonConfig {
        PersonConfig { care: 0.5, habits: Habits::All, best: BestConfig::default() }
    }
}

pub(super) static PERSON: Description<PersonConfig> = description!(
    Person,
    "person",
    Sides::Both,
    PersonConfig::default,
    "thinks as best does for some of its moves and goes by a hunch for the others, with common sense",
    "our own: docs/reference/agents/person.md",
    &[
        number!("care", care, 0.0..=1.0, "the share of moves that are thought through"),
        choice!(
            "habits", habits,
            ["all" => Habits::All, "tickets" => Habits::Tickets],
            "common sense: all of it, or only that nobody runs out of tickets soon"
        ),
        budget!("playouts", Playouts, best.budget, "simulated games for each of these"),
        budget!("nodes", Nodes, best.budget, "moves made for each of these, instead"),
        budget!("ms", Ms, best.budget, "milliseconds for each of these, instead"),
    ]
);
