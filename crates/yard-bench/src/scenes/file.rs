//! Scenes as TOML.

use std::sync::Arc;

use serde::Deserialize;
use yard_core::{DetectiveText, Game, Move, MrXMove, Record, Setup, Turn};

use yard_roster::{AgentSpec, load_rules};

use super::{Contestants, Goal, Scene};

/// Names and texts of the compiled-in files: one for each kind of board and goal, so that a new agent
/// of a side and board has one place to look at.
pub const SCENES: [(&str, &str); 5] = [
    ("grid-captures", include_str!("../../data/scenes/grid-captures.toml")),
    ("grid-escapes", include_str!("../../data/scenes/grid-escapes.toml")),
    ("london-captures", include_str!("../../data/scenes/london-captures.toml")),
    ("london-escapes", include_str!("../../data/scenes/london-escapes.toml")),
    ("open", include_str!("../../data/scenes/open.toml")),
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
        let game = match (&self.setup, &self.record) {
            (Some(setup), None) => from_setup(setup)?,
            (None, Some(record)) => from_record(record)?,
            (Some(_), Some(_)) | (None, None) => {
                return Err("give a setup or a record, and not both".to_owned());
            }
        };
        check_side(self.goal, game.turn())?;
        if self.moves.is_empty() != (self.goal == Goal::Open) {
            return Err("forced scenes have moves, open ones have none".to_owned());
        }
        let mut moves =
            self.moves.iter().map(|text| read_move(text, &game)).collect::<Result<Vec<_>, _>>()?;
        moves.sort();
        let contestants = match self.agents {
            None => Contestants::AllBut(self.except),
            Some(_) if !self.except.is_empty() => {
                return Err("give agents or except, not both".to_owned());
            }
            Some(specs) => Contestants::Listed(read_specs(&specs)?),
        };
        let SceneText { name, goal, why, .. } = self;
        Ok(Scene { name, goal, why, game, moves, contestants })
    }
}

fn from_setup(text: &str) -> Result<Game, String> {
    let setup: Setup = text.parse().map_err(|faults: yard_core::Faults| faults.to_string())?;
    let rules = load_rules(&setup.rules).map_err(|error| error.to_string())?;
    Game::from_setup(Arc::new(rules), &setup).map_err(|faults| faults.to_string())
}

fn from_record(text: &str) -> Result<Game, String> {
    let record: Record = text.parse().map_err(|faults: yard_core::Faults| faults.to_string())?;
    let rules = load_rules(&record.rules).map_err(|error| error.to_string())?;
    record.replay(Arc::new(rules)).map_err(|error| error.to_string())
}

fn check_side(goal: Goal, turn: Turn) -> Result<(), String> {
    match (goal, turn) {
        (_, Turn::Over(_)) => Err("the game is over".to_owned()),
        (Goal::Capture, Turn::MrX) => Err("a capture needs the detectives to move".to_owned()),
        (Goal::Escape, Turn::Detective(_) | Turn::Team) => {
            Err("an escape needs Mr X to move".to_owned())
        }
        (Goal::Capture, Turn::Detective(_) | Turn::Team)
        | (Goal::Escape, Turn::MrX)
        | (Goal::Open, _) => Ok(()),
    }
}

fn read_move(text: &str, game: &Game) -> Result<Move, String> {
    let wrong = |error: yard_core::NotationError| error.to_string();
    let mv = match game.turn() {
        Turn::MrX => Move::from(text.parse::<MrXMove>().map_err(wrong)?),
        turn => {
            Move::from(text.parse::<DetectiveText>().map_err(wrong)?.in_turn(turn).map_err(wrong)?)
        }
    };
    if game.state().is_legal(game.rules(), mv) {
        Ok(mv)
    } else {
        Err(format!("{text} is not legal"))
    }
}

fn read_specs(specs: &[String]) -> Result<Vec<AgentSpec>, String> {
    specs
        .iter()
        .map(|spec| spec.parse().map_err(|error: yard_roster::SpecError| error.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a file of these lines.
    fn fault(lines: &str) -> String {
        read_scenes(&format!("version = 1\n{lines}"), &mut Vec::new()).unwrap_err()
    }

    /// The same for one scene; `goal` and `why` are given.
    fn scene_fault(goal: &str, lines: &str) -> String {
        let head = format!("[[scenes]]\nname = 's'\nwhy = 'w'\ngoal = '{goal}'\n");
        let text = fault(&(head + lines));
        text.strip_prefix("s: ").map(str::to_owned).unwrap_or(text)
    }

    const SETUP: &str = "setup = 'grid5 x 1 detectives 3,25'\n";

    #[test]
    fn faults_are_told() {
        assert_eq!(
            read_scenes("version = 2\nscenes = []", &mut Vec::new()).unwrap_err(),
            "version 2 is not known, only 1 is"
        );
        assert!(fault("scenes = []\nscene = 1").contains("unknown field `scene`"));
        let both = format!("{SETUP}record = ''\nmoves = ['T6']");
        assert_eq!(scene_fault("escape", &both), "give a setup or a record, and not both");
        let setup = |goal: &str, more: &str| scene_fault(goal, &format!("{SETUP}{more}"));
        assert_eq!(setup("escape", ""), "forced scenes have moves, open ones have none");
        assert_eq!(
            setup("open", "moves = ['T6']"),
            "forced scenes have moves, open ones have none"
        );
        assert_eq!(setup("capture", "moves = ['T6']"), "a capture needs the detectives to move");
        assert_eq!(setup("escape", "moves = ['T13']"), "T13 is not legal");
        assert_eq!(
            setup("escape", "moves = ['T6']\nagents = ['alphabta']"),
            "unknown agent \"alphabta\", did you mean \"alphabeta\"?"
        );
        assert_eq!(
            setup("escape", "moves = ['T6']\nagents = ['alphabeta']\nexcept = ['mcts-sova']"),
            "give agents or except, not both"
        );
        let turn = "setup = 'grid5 x 1 detectives 3,25 turn 1'\nmoves = ['T2']";
        assert_eq!(scene_fault("escape", turn), "an escape needs Mr X to move");
        let scene = format!("[[scenes]]\nname = 's'\nwhy = 'w'\ngoal = 'open'\n{SETUP}");
        assert_eq!(fault(&scene.repeat(2)), "s: there are two of that name");
    }

    #[test]
    fn listed_agents_are_asked_as_they_are_written() {
        let mut scenes = Vec::new();
        let listed = "agents = ['mcts-sova:playouts=5', 'alphabeta:depth=2']";
        let text = format!(
            "version = 1\n[[scenes]]\nname = 's'\nwhy = 'w'\ngoal = 'escape'\n{SETUP}moves = ['T6']\n{listed}"
        );
        read_scenes(&text, &mut scenes).unwrap();
        let specs: Vec<String> = scenes[0].contestants().iter().map(AgentSpec::to_string).collect();
        assert_eq!(specs, ["mcts-sova:playouts=5", "alphabeta:depth=2"]);
    }
}
