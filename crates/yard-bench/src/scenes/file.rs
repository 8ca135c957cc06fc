//! Scenes as TOML.

use std::fmt::Display;
use std::sync::Arc;

use yard_core::toml_file::{Entry, Section, TomlFile};
use yard_core::{
    DetectiveText, Faults, Game, Move, MrXMove, NotationError, PlayError, Record, RecordError,
    Setup, Turn,
};
use yard_roster::{AgentSpec, LoadError, load_rules};

use super::{Contestants, Goal, Scene};

/// Names and texts of the compiled-in files: one for each kind of board and goal, so that a new agent
/// of a side and board has one place to look at.
pub const SCENES: [(&str, &str); 6] = [
    ("grid-captures", include_str!("../../data/scenes/grid-captures.toml")),
    ("grid-escapes", include_str!("../../data/scenes/grid-escapes.toml")),
    ("london-captures", include_str!("../../data/scenes/london-captures.toml")),
    ("london-escapes", include_str!("../../data/scenes/london-escapes.toml")),
    ("open", include_str!("../../data/scenes/open.toml")),
    ("dash", include_str!("../../data/scenes/dash.toml")),
];

/// What is wrong with a file of scenes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("scenes {file}: {faults}")]
pub struct SceneError {
    /// Name of the file.
    pub file: String,
    /// Everything that is wrong.
    pub faults: Faults,
}

const FILE: [&str; 2] = ["version", "scenes"];
const SCENE: [&str; 8] = ["name", "goal", "why", "setup", "record", "moves", "agents", "except"];
const GOALS: [(Goal, &str); 3] =
    [(Goal::Capture, "capture"), (Goal::Escape, "escape"), (Goal::Open, "open")];

/// All compiled-in scenes, in the order of their files.
///
/// # Errors
/// When a file or a scene is not as docs/reference/files.md says.
pub fn load_scenes() -> Result<Vec<Scene>, SceneError> {
    let mut scenes = Vec::new();
    for (file, text) in SCENES {
        read_scenes(text, &mut scenes)
            .map_err(|faults| SceneError { file: file.to_owned(), faults })?;
    }
    Ok(scenes)
}

fn read_scenes(text: &str, scenes: &mut Vec<Scene>) -> Result<(), Faults> {
    let file = TomlFile::parse(text)?;
    let root = file.root();
    root.check_keys(&FILE);
    root.version(1);
    for entry in root.required("scenes").list() {
        let Some(section) = entry.section(&SCENE) else { continue };
        let Some(scene) = read_scene(&section) else { continue };
        if scenes.iter().any(|known| known.name == scene.name) {
            entry.fault(format!("{}: there are two of that name", scene.name));
        }
        scenes.push(scene);
    }
    file.finish(Some(()))
}

fn read_scene(section: &Section<'_, '_>) -> Option<Scene> {
    let name_of = section.required("name");
    let name = name_of.text()?;
    let wrong = |text: &dyn Display| name_of.fault(format!("{name}: {text}"));
    let (goal, _) = section.required("goal").choice(&GOALS, |(_, word)| *word)?;
    let why = section.required("why").text()?.to_owned();
    let game = match (section.optional("setup").text(), section.optional("record").text()) {
        (Some(setup), None) => from_setup(setup),
        (None, Some(record)) => from_record(record),
        (Some(_), Some(_)) | (None, None) => Err(PositionError::NotOne),
    };
    let game = game.map_err(|error| wrong(&error)).ok()?;
    if let Some(text) = wrong_side(goal, game.turn()) {
        wrong(&text);
        return None;
    }
    let moves = section.optional("moves");
    let mut moves: Vec<Move> = moves
        .list()
        .map(|entry| {
            let text = entry.text()?;
            read_move(text, &game).map_err(|error| wrong(&format!("{text}: {error}"))).ok()
        })
        .collect::<Option<_>>()?;
    if moves.is_empty() != (goal == Goal::Open) {
        wrong(&"forced scenes have moves, open ones have none");
    }
    moves.sort();
    let contestants = contestants(section, &wrong)?;
    Some(Scene { name: name.to_owned(), goal, why, game, moves, contestants })
}

fn contestants(section: &Section<'_, '_>, wrong: &dyn Fn(&dyn Display)) -> Option<Contestants> {
    let (agents, except) = (section.optional("agents"), section.optional("except"));
    if agents.exists() && except.exists() {
        wrong(&"give agents or except, not both");
        return None;
    }
    let texts = |entry: Entry<'_, '_>| -> Option<Vec<String>> {
        entry.list().map(|one| one.text().map(str::to_owned)).collect()
    };
    if !agents.exists() {
        return Some(Contestants::AllBut(texts(except)?));
    }
    let specs = texts(agents)?.into_iter().map(|text| text.parse::<AgentSpec>());
    let specs = specs.map(|spec| spec.map_err(|error| wrong(&error)).ok());
    Some(Contestants::Listed(specs.collect::<Option<_>>()?))
}

/// Why a scene has no position.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    #[error("give a setup or a record, and not both")]
    NotOne,
    #[error(transparent)]
    Faults(#[from] Faults),
    #[error(transparent)]
    Rules(#[from] LoadError),
    #[error(transparent)]
    Record(#[from] RecordError),
}

fn from_setup(text: &str) -> Result<Game, PositionError> {
    let setup: Setup = text.parse()?;
    let rules = load_rules(&setup.rules)?;
    Ok(Game::from_setup(Arc::new(rules), &setup)?)
}

fn from_record(text: &str) -> Result<Game, PositionError> {
    let record: Record = text.parse()?;
    let rules = load_rules(&record.rules)?;
    Ok(record.replay(Arc::new(rules))?)
}

/// What is wrong with whose turn it is.
fn wrong_side(goal: Goal, turn: Turn) -> Option<&'static str> {
    match (goal, turn) {
        (_, Turn::Over(_)) => Some("the game is over"),
        (Goal::Capture, Turn::MrX) => Some("a capture needs the detectives to move"),
        (Goal::Escape, Turn::Detective(_) | Turn::Team) => Some("an escape needs Mr X to move"),
        (Goal::Capture, Turn::Detective(_) | Turn::Team)
        | (Goal::Escape, Turn::MrX)
        | (Goal::Open, _) => None,
    }
}

/// Why a text is no move of a scene.
#[derive(Debug, thiserror::Error)]
enum MoveError {
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Play(#[from] PlayError),
}

fn read_move(text: &str, game: &Game) -> Result<Move, MoveError> {
    let mv = match game.turn() {
        Turn::MrX => Move::from(text.parse::<MrXMove>()?),
        turn => Move::from(text.parse::<DetectiveText>()?.in_turn(turn)?),
    };
    game.clone().play(mv)?;
    Ok(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a file of these lines.
    fn fault(lines: &str) -> String {
        read_scenes(&format!("version = 1\n{lines}"), &mut Vec::new()).unwrap_err().to_string()
    }

    /// The same for one scene; `goal` and `why` are given.
    fn scene_fault(goal: &str, lines: &str) -> String {
        let head = format!("[[scenes]]\nname = 's'\nwhy = 'w'\ngoal = '{goal}'\n");
        let text = fault(&(head + lines));
        text.strip_prefix("line 3: s: ").map(str::to_owned).unwrap_or(text)
    }

    const SETUP: &str = "setup = 'grid5 x 1 detectives 3,25'\n";

    #[test]
    fn faults_are_told() {
        assert_eq!(
            read_scenes("version = 2\nscenes = []", &mut Vec::new()).unwrap_err().to_string(),
            "line 1: version 2 is not known, only 1 is"
        );
        assert_eq!(
            fault("scenes = []\nscene = 1"),
            "line 3: unknown key \"scene\", did you mean \"scenes\"?"
        );
        let both = format!("{SETUP}record = ''\nmoves = ['T6']");
        assert_eq!(scene_fault("escape", &both), "give a setup or a record, and not both");
        let setup = |goal: &str, more: &str| scene_fault(goal, &format!("{SETUP}{more}"));
        assert_eq!(setup("escape", ""), "forced scenes have moves, open ones have none");
        assert_eq!(
            setup("open", "moves = ['T6']"),
            "forced scenes have moves, open ones have none"
        );
        assert_eq!(setup("capture", "moves = ['T6']"), "a capture needs the detectives to move");
        assert_eq!(
            setup("escape", "moves = ['T13']"),
            "T13: no line for a taxi ticket leads to 13"
        );
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
        assert_eq!(fault(&scene.repeat(2)), "line 7: s: there are two of that name");
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
