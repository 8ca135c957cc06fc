//! Whom you play against: a level of the board, or an agent by name.

use yard_coach::Level;
use yard_core::Rules;
use yard_roster::AgentSpec;

use crate::exit::CliError;
use crate::screen::Console;

/// The level of somebody who is not asked and has not said.
const USUAL: &str = "easy";

/// The level that Enter chooses.
const OFFERED: &str = "medium";

/// The computer's players, one for each side.
pub(super) struct Opponent {
    pub(super) mr_x: AgentSpec,
    pub(super) detectives: AgentSpec,
    /// How the command line names them.
    pub(super) flag: Option<String>,
}

impl Opponent {
    fn of_level(level: &Level) -> Result<Opponent, CliError> {
        let [mr_x, detectives] = level.agents().map_err(CliError::bad)?;
        Ok(Opponent { mr_x, detectives, flag: Some(format!("--level {}", level.id)) })
    }

    fn of_id(id: &str, rules: &Rules) -> Result<Opponent, CliError> {
        let levels = Level::all(rules);
        let level = levels.iter().find(|level| level.id == id);
        Opponent::of_level(level.ok_or_else(|| CliError::bad(format!("there is no level {id}")))?)
    }

    /// The opponent that the arguments name, if they name one.
    pub(super) fn named(
        level: Option<&str>,
        agent: Option<&AgentSpec>,
        rules: &Rules,
    ) -> Result<Option<Opponent>, CliError> {
        match (level, agent) {
            (None, None) => Ok(None),
            (Some(id), _) => Opponent::of_id(id, rules).map(Some),
            (None, Some(agent)) => Ok(Some(Opponent {
                mr_x: agent.clone(),
                detectives: agent.clone(),
                flag: Some(format!("--against {}", super::quoted(&agent.to_string()))),
            })),
        }
    }

    /// Whom scripts meet when they name nobody.
    pub(super) fn usual(rules: &Rules) -> Result<Opponent, CliError> {
        Ok(Opponent { flag: None, ..Opponent::of_id(USUAL, rules)? })
    }
}

/// Lets the person choose a level; `None` when the input has ended.
pub(super) fn ask(rules: &Rules, console: &mut Console<'_>) -> Result<Option<Opponent>, CliError> {
    let levels = Level::all(rules);
    console.say("")?;
    console.say("How strong is the computer?")?;
    for (number, level) in (1..).zip(levels) {
        console.say(&format!("  {number}  {:<10}{}", level.id, level.note))?;
    }
    console.say("")?;
    loop {
        let Some(answer) = console.ask(&format!("1 to 5, or Enter for {OFFERED}> "))? else {
            return Ok(None);
        };
        let word = match answer.to_lowercase() {
            word if word.is_empty() => OFFERED.to_owned(),
            word => word,
        };
        if matches!(word.as_str(), "q" | "quit") {
            return Ok(None);
        }
        let chosen = (1..)
            .zip(levels)
            .find(|(number, level): &(u8, _)| word == number.to_string() || word == level.id);
        match chosen {
            Some((_, level)) => return Opponent::of_level(level).map(Some),
            None => console.say("Please type 1, 2, 3, 4 or 5, or q to leave.")?,
        }
    }
}
