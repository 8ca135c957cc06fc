//! Solved boards: their published values, and how they are played from a position.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yard_core::{DetectiveMove, DetectiveText, DetectiveView, Rules};
use yard_roster::{PolicyLoadError, PolicyStore, Roster};
use yard_solve::ShownPlace;
use yard_tabletop::{Catalog, read_view, turn_name};

use crate::error::ApiError;

/// The published values; docs/research/solutions.md tells how they were made.
const PUBLISHED: [&str; 2] = [
    include_str!("../../../research/results/solutions/presets.jsonl"),
    include_str!("../../../research/results/solutions/grids.jsonl"),
];

/// The value of a solved board.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Solution {
    rules: String,
    detective_value: [f64; 2],
    exploitability: f64,
}

/// What `yard solve --json` prints of a board, with the shorter games of `--shorter`.
#[derive(Debug, Deserialize)]
struct PublishedLine {
    #[serde(flatten)]
    longest: Solution,
    #[serde(default)]
    shorter: Vec<ShorterLine>,
}

#[derive(Debug, Deserialize)]
struct ShorterLine {
    rounds: u8,
    detective_value: [f64; 2],
}

impl PublishedLine {
    /// All games of the line, shortest first.
    fn solutions(self) -> Vec<Solution> {
        let PublishedLine { longest, shorter } = self;
        let shorten = |game: ShorterLine| {
            // grid:SIZE,DETECTIVES,ROUNDS
            let (board, _) = longest.rules.rsplit_once(',')?;
            let [lower, upper] = game.detective_value;
            Some(Solution {
                rules: format!("{board},{}", game.rounds),
                detective_value: game.detective_value,
                exploitability: 0.5 * (upper - lower),
            })
        };
        let mut all: Vec<Solution> = shorter.into_iter().filter_map(shorten).collect();
        all.push(longest);
        all
    }
}

static SOLUTIONS: LazyLock<Vec<Solution>> = LazyLock::new(|| {
    let lines = PUBLISHED.iter().flat_map(|text| text.lines());
    let lines = lines.filter_map(|line| serde_json::from_str(line).ok());
    lines.flat_map(PublishedLine::solutions).collect()
});

/// All published values.
pub fn list() -> Value {
    json!({ "solutions": &*SOLUTIONS })
}

/// How close the bounds must be: as `nash` plays.
const PRECISION: f64 = 0.001;

/// How a position is played, given as a record of these rules.
///
/// # Errors
/// When the record is none of them, the game is over, or the board is too large.
pub fn show(
    catalog: &Catalog,
    roster: &Roster,
    name: &str,
    record: &str,
) -> Result<Value, ApiError> {
    let known = catalog.rules(name)?;
    let (_, view) = read_view(record, catalog)?;
    match known.name() == view.rules().name() {
        true => solved(&roster.policies, &view),
        false => Err(ApiError::bad("the record is of other rules")),
    }
}

/// Tells whether a board is solved in seconds, or has been: by its estimated size, measured against the
/// times in `research/results/solutions`.
fn is_small(policies: &PolicyStore, rules: &Rules) -> bool {
    let size = yard_solve::estimate(rules);
    let kept = policies.policy_path(rules, PRECISION).is_some_and(|path| path.exists());
    kept || (size.payoffs <= 3e7 && size.positions * size.largest <= 3.2e7)
}

fn solved(policies: &PolicyStore, view: &DetectiveView) -> Result<Value, ApiError> {
    if !is_small(policies, view.rules()) {
        let name = view.rules().name();
        let text =
            format!("{name} is too large to be solved here; yard solve --rules {name} may do it");
        return Err(ApiError::bad(text));
    }
    let table = policies.nash_table(view.rules_arc(), None, PRECISION);
    let table = table.map_err(|error| match error {
        PolicyLoadError::Solve(cause) => ApiError::bad(cause),
        PolicyLoadError::File { .. } | PolicyLoadError::NotHere(_) => {
            ApiError::unavailable(error.to_string())
        }
    })?;
    let shown = table.show(view).ok_or_else(|| ApiError::bad("the game is over"))?;
    let place = |place: &ShownPlace| json!({ "station": place.station, "probability": place.chance, "value": place.value });
    let value: f64 = shown.places.iter().map(|place| place.chance * place.value).sum();
    let mut moves: Vec<Value> =
        shown.moves.iter().map(|(mv, chance)| detective_move(view, *mv, *chance)).collect();
    moves.extend(shown.places.iter().flat_map(mr_x_moves));
    Ok(json!({
        "rules": view.rules().name(),
        "turn": turn_name(view.turn()),
        "detectives": view.public().detectives().collect::<Vec<_>>(),
        "value": value,
        "places": shown.places.iter().map(place).collect::<Vec<_>>(),
        "moves": moves,
    }))
}

fn detective_move(view: &DetectiveView, mv: DetectiveMove, chance: f64) -> Value {
    let from = view.public().detective(mv.by()).map(|station| station.number());
    let to = match mv {
        DetectiveMove::Ride { step, .. } => Some(step.to.number()),
        DetectiveMove::Pass { .. } => None,
    };
    let text = DetectiveText::new(mv, view.rules().order()).to_string();
    json!({ "move": text, "from": from, "to": to, "probability": chance })
}

/// What Mr X does from one of the places where he may be.
fn mr_x_moves(place: &ShownPlace) -> impl Iterator<Item = Value> {
    place.moves.iter().map(|(mv, chance)| {
        json!({
            "move": mv.to_string(),
            "from": place.station,
            "to": mv.target(),
            "probability": chance * place.chance,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_game_is_one_that_can_be_played() {
        for solution in &*SOLUTIONS {
            assert!(yard_core::presets::rules(&solution.rules).is_ok(), "{}", solution.rules);
        }
        let lines: usize = PUBLISHED.iter().map(|text| text.lines().count()).sum();
        assert!(SOLUTIONS.len() > lines, "the shorter games are missing");
        for name in ["grid5", "glasses", "grid:5,2,6", "grid:7,2,24"] {
            assert!(SOLUTIONS.iter().any(|solution| solution.rules == name), "{name}");
        }
    }
}
