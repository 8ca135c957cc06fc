//! The plans that are compiled in.

use yard_core::hint_or;

use crate::plan_file::PlanError;

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// Names and texts of the compiled-in plans.
        pub const PRESETS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../research/training/", $name, ".toml")))),*];
    };
}

presets![
    "hrklova-x",
    "hrklova-detectives",
    "hrklova-6.1-alphabeta",
    "hrklova-6.1-mcts",
    "hrklova-6.1-mix",
    "hrklova-6.2-two",
    "hrklova-6.2-three",
    "hrklova-6.2-four",
    "hrklova-6.2-four-mix",
    "hrklova-6.2-wide",
    "hrklova-6.3-two",
    "hrklova-6.3-three",
    "hrklova-6.4-first",
    "hrklova-6.4-second",
    "hrklova-6.4-third",
    "hrklova-6.5-team",
    "hrklova-6.5-own",
    "hrklova-program-x",
    "hrklova-program-detectives",
    "hrklova-program-6.1-alphabeta",
    "hrklova-program-6.1-mcts",
    "hrklova-program-6.1-mix",
    "hrklova-program-6.2-two",
    "hrklova-program-6.2-four",
    "hrklova-program-6.2-four-mix",
    "hrklova-program-6.4-second",
    "hrklova-program-6.4-third",
    "hrklova-program-6.5-team",
    "hrklova-x-again",
    "hrklova-x-again-2",
    "hrklova-x-again-3",
    "hrklova-detectives-again",
    "hrklova-detectives-again-2",
    "hrklova-detectives-again-3",
    "hrklova-program-x-again",
    "hrklova-program-x-again-2",
    "hrklova-program-detectives-again",
    "hrklova-program-detectives-again-2",
    "hrklova-detectives-mcts-partner",
    "hrklova-x-mse",
    "hrklova-x-default-init",
    "hrklova-x-replay-10000",
    "hrklova-x-replay-20000",
    "hrklova-x-games-5000",
    "hrklova-x-games-20000",
    "hrklova-x-calm",
    "hrklova-detectives-calm",
    "hrklova-detectives-all",
    "hrklova-detectives-steps",
    "hrklova-detectives-long",
    "hrklova-x-double",
    "hrklova-x-two-networks",
    "hrklova-x-convolution",
    "hrklova-detectives-double",
    "hrklova-detectives-two-networks",
    "hrklova-detectives-convolution",
    "grid5-x",
    "grid5-detectives",
    "grid5-x-convolution",
    "grid5-detectives-convolution",
    "grid5-x-two-networks",
    "grid5-detectives-two-networks",
    "grid5-bus-x",
    "grid5-bus-detectives",
    "grid5-bus-x-double",
    "grid5-bus-x-two-networks",
    "grid5-bus-x-convolution",
    "grid5-bus-detectives-double",
    "grid5-bus-detectives-two-networks",
    "grid5-bus-detectives-convolution",
    "dash-1",
    "dash-1-control",
    "dash-1-enter",
    "dash-1-enter-control",
    "dash-2",
    "dash-2-enter",
    "dash-3",
    "dash-3-control",
    "dash-3-enter",
    "dash-3-enter-control",
    "dash-4",
    "dash-4-control",
    "dash-4-enter",
    "dash-4-enter-control",
    "dash-5",
    "dash-5-control",
    "dash-5-enter",
    "dash-5-enter-control",
    "dash-6",
    "dash-6-enter",
    "dash-7",
    "dash-7-enter",
    "dash-forms-single",
    "dash-forms-each",
    "dash-forms-team",
    "dash-dqn-x",
    "dash-dqn-x-double",
    "dash-dqn-x-two-networks",
    "dash-dqn-detectives",
    "dash-dqn-detectives-double",
    "dash-dqn-detectives-two-networks",
    "dash-x",
    "dash-detectives",
];

/// A plan by name, and the name as it is compiled in.
pub(crate) fn find_preset(name: &str) -> Result<(&'static str, &'static str), PlanError> {
    if let Some(preset) = PRESETS.iter().find(|(known, _)| *known == name) {
        return Ok(*preset);
    }
    let listed = || " (docs/reference/training.md lists them)".to_owned();
    let hint = hint_or(name, PRESETS.iter().map(|(known, _)| *known), listed);
    Err(PlanError::Unknown { name: name.chars().take(40).collect(), hint })
}
