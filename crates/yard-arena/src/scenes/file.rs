//! Scenes as TOML.

use std::sync::Arc;

use serde::Deserialize;
use yard_core::{DetectiveText, Match, Move, MrXMove, Record, Setup, Turn};

use super::{Contestants, Goal, Scene};
use crate::catalog::load_rules;
use crate::roster::AgentSpec;

/// Names and texts of the compiled-in files: one for each kind of board and goal, so that a new agent
/// of a side and board has one place to look at.
pub const SCENES: [(&str, &str); 5] = [
    ("grid-captures", include_str!("../../../../data/scenes/grid-captures.toml")),
    ("grid-escapes", include_str!("../../../../data/scenes/grid-escapes.toml")),
    ("london-captures", include_str!("../../../../data/scenes/london-captures.toml")),
    ("london-escapes", include_str!("../../../../data/scenes/london-escapes.toml")),
    ("open", include_str!("../../../../data/scenes/open.toml")),
];

/// What is wrong with a scene.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("scenes {file}: {text}")]
pub struct SceneError {
    /// Name of the file.
    pub file: String,
    /// What is wrong.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneFile {
    version: u32,
    scenes: Vec<SceneText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneText {
    name: String,
    goal: Goal,
    why: String,
    setup: Option<String>,
    record: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    agents: Option<Vec<String>>,
    #[serde(default)]
    except: Vec<String>,
}

/// All compiled-in scenes, in the order of their files.
///
/// # Errors
/// When a file or a scene is not as docs/FILES.md says.
pub fn load_scenes() -> Result<Vec<Scene>, SceneError> {
    let mut scenes = Vec::new();
    for (file, text) in SCENES {
        read_scenes(text, &mut scenes)
            .map_err(|text| SceneError { file: file.to_owned(), text })?;
    }
    Ok(scenes)
}

fn read_scenes(text: &str, scenes: &mut Vec<Scene>) -> Result<(), String> {
    let file: SceneFile = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    if file.version != 1 {
        return Err(format!("version {} is not known, only 1 is", file.version));
    }
    for text in file.scenes {
        let name = text.name.clone();
        if scenes.iter().any(|scene| scene.name == name) {
            return Err(format!("{name}: there are two of that name"));
        }
        scenes.push(text.read().map_err(|text| format!("{name}: {text}"))?);
    }
    Ok(())
}

impl SceneText {
    fn read(self) -> Result<Scene, String> {
        let bout = match (&self.setup, &self.record) {
            (Some(setup), None) => from_setup(setup)?,
            (None, Some(record)) => from_record(record)?,
            (Some(_), Some(_)) | (None, None) => {
                return Err("give a setup or a record, and not both".to_owned());
            }
        };
        check_side(self.goal, bout.turn())?;
        if self.moves.is_empty() != (self.goal == Goal::Open) {
            return Err("forced scenes have moves, open ones have none".to_owned());
        }
        let mut moves =
            self.moves.iter().map(|text| read_move(text, &bout)).collect::<Result<Vec<_>, _>>()?;
        moves.sort();
        let contestants = match self.agents {
            None => Contestants::AllBut(self.except),
            Some(_) if !self.except.is_empty() => {
                return Err("give agents or except, not both".to_owned());
            }
            Some(specs) => Contestants::Listed(read_specs(&specs)?),
        };
        let SceneText { name, goal, why, .. } = self;
        Ok(Scene { name, goal, why, bout, moves, contestants })
    }
}

fn from_setup(text: &str) -> Result<Match, String> {
    let setup: Setup = text.parse().map_err(|faults: yard_core::Faults| faults.to_string())?;
    let rules = load_rules(&setup.rules).map_err(|error| error.to_string())?;
    Match::from_setup(Arc::new(rules), &setup).map_err(|faults| faults.to_string())
}

fn from_record(text: &str) -> Result<Match, String> {
    let record: Record = text.parse().map_err(|faults: yard_core::Faults| faults.to_string())?;
    let rules = load_rules(&record.rules).map_err(|error| error.to_string())?;
    record.replay(Arc::new(rules)).map_err(|error| error.to_string())
}

fn check_side(goal: Goal, turn: Turn) -> Result<(), String> {
    match (goal, turn) {
        (_, Turn::Over(_)) => Err("the match is over".to_owned()),
        (Goal::Capture, Turn::MrX) => Err("a capture needs the detectives to move".to_owned()),
        (Goal::Escape, Turn::Detective(_) | Turn::Team) => {
            Err("an escape needs Mr X to move".to_owned())
        }
        (Goal::Capture, Turn::Detective(_) | Turn::Team)
        | (Goal::Escape, Turn::MrX)
        | (Goal::Open, _) => Ok(()),
    }
}

fn read_move(text: &str, bout: &Match) -> Result<Move, String> {
    let wrong = |error: yard_core::NotationError| error.to_string();
    let mv = match bout.turn() {
        Turn::MrX => Move::from(text.parse::<MrXMove>().map_err(wrong)?),
        turn => {
            Move::from(text.parse::<DetectiveText>().map_err(wrong)?.in_turn(turn).map_err(wrong)?)
        }
    };
    if bout.state().is_legal(bout.rules(), mv) {
        Ok(mv)
    } else {
        Err(format!("{text} is not legal"))
    }
}

fn read_specs(specs: &[String]) -> Result<Vec<AgentSpec>, String> {
    specs
        .iter()
        .map(|spec| spec.parse().map_err(|error: crate::roster::SpecError| error.to_string()))
        .collect()
}
