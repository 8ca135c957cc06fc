//! The first line of a results file, which tells what its games belong to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::{Rules, Side};

use crate::duel::Duel;
use crate::experiment::Experiment;
use crate::reproduce::{PublishedTable, ReproduceError};
use crate::tournament_file::MOST_GAMES;
use yard_roster::AgentSpec;

/// Which command plays an experiment of equal cells; the seeds of their games follow other ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultsKind {
    /// `yard match`.
    Match,
    /// `yard tournament`.
    Tournament,
}

/// The first line of a results file: all that decides how its games go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultsHeader {
    /// The version of the form.
    yard_results: u32,
    /// The version of Yard; another one may play otherwise.
    yard: String,
    /// Files that agents are told to read, by path, as one number each. Those of published tables are not
    /// here: they are trained on the way.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
    #[serde(flatten)]
    plan: Plan,
}

/// The version of the form that is written.
const VERSION: u32 = 1;

/// What is played, by command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Plan {
    Match(EqualCells),
    Tournament(EqualCells),
    Reproduce(TableCells),
    Sprt(PairGames),
}

/// Pairings under the same rules and with the same number of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct EqualCells {
    #[serde(flatten)]
    rules: RulesStamp,
    seed: u64,
    games: u64,
    /// Detectives and Mr X of each cell.
    cells: Vec<[String; 2]>,
}

/// The cells of a published table, each with rules of its own.
///
/// The numbers of games are not here: they decide when to stop, not how a game goes. So a table played
/// with a few games can go on with more, in some of its cells or in all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct TableCells {
    table: String,
    seed: u64,
    cells: Vec<TableCell>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct TableCell {
    #[serde(flatten)]
    rules: RulesStamp,
    /// Detectives and Mr X.
    agents: [String; 2],
}

/// The two games of every pair of a sequential test.
///
/// The hypotheses and the most pairs are not here: they decide when to stop, not how a game goes. So a
/// test that ran out of pairs can go on with more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct PairGames {
    #[serde(flatten)]
    rules: RulesStamp,
    seed: u64,
    /// Detectives and Mr X of the first game and of the second.
    cells: [[String; 2]; 2],
}

/// Rules by name and content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct RulesStamp {
    rules: String,
    /// Rules and board themselves in one number, for a file may change and keep its name.
    fingerprint: String,
}

impl RulesStamp {
    fn of(rules: &Rules) -> RulesStamp {
        let text = format!("{rules:?} {:?}", rules.board().lines());
        RulesStamp { rules: rules.name().to_owned(), fingerprint: fingerprint(&text) }
    }

    fn difference(&self, found: &RulesStamp) -> Option<String> {
        differs("rules name", &found.rules, &self.rules).or_else(|| {
            let changed = found.fingerprint != self.fingerprint;
            changed.then(|| format!("the rules {} have changed since", self.rules))
        })
    }
}

/// A text as one number.
fn fingerprint(text: &str) -> String {
    format!("{:016x}", Seed(0).of_name(text).0)
}

/// The files that agents are told to read, for one may change and keep its name. What cannot be read is
/// left out: the agent will say so.
fn files_of<'a>(specs: impl Iterator<Item = &'a AgentSpec>) -> BTreeMap<String, String> {
    let stamp = |path: &str| {
        let bytes = std::fs::read(path).ok()?;
        // Each byte as a letter, whatever it is.
        let text: String = bytes.into_iter().map(char::from).collect();
        Some((path.to_owned(), fingerprint(&text)))
    };
    specs.flat_map(AgentSpec::files).filter_map(stamp).collect()
}

/// Detectives and Mr X as text: `best` as the agent that it is now, for that may change.
fn played_by(rules: &Rules, team: &AgentSpec, mr_x: &AgentSpec) -> [String; 2] {
    let team = team.stands_for(Side::Detectives, rules);
    [team, mr_x.stands_for(Side::MrX, rules)].map(|spec| spec.to_string())
}

/// Says how two things differ, if they do.
pub(crate) fn differs<T: PartialEq + std::fmt::Display>(
    what: &str,
    found: &T,
    wanted: &T,
) -> Option<String> {
    (found != wanted).then(|| format!("its {what} is {found}, not {wanted}"))
}

/// The first pairing that is not the wanted one.
fn other_agents<'a>(
    found: impl Iterator<Item = &'a [String; 2]>,
    wanted: impl Iterator<Item = &'a [String; 2]>,
) -> Option<String> {
    found.zip(wanted).find(|(found, wanted)| found != wanted).map(|(found, wanted)| {
        let [was, is] = [found, wanted].map(|pair| pair.join(" against "));
        format!("it has {was} where {is} is wanted")
    })
}

impl ResultsHeader {
    fn new(plan: Plan, files: BTreeMap<String, String>) -> ResultsHeader {
        let yard = env!("CARGO_PKG_VERSION").to_owned();
        ResultsHeader { yard_results: VERSION, yard, files, plan }
    }

    /// The header for an experiment with this seed.
    pub fn of(kind: ResultsKind, experiment: &Experiment, seed: Seed) -> ResultsHeader {
        let Experiment { rules, mr_x, detectives, cells, games, .. } = experiment;
        let names =
            |cell: &crate::Cell| played_by(rules, &detectives[cell.row], &mr_x[cell.column]);
        let cells = EqualCells {
            rules: RulesStamp::of(rules),
            seed: seed.0,
            games: *games,
            cells: cells.iter().map(names).collect(),
        };
        let plan = match kind {
            ResultsKind::Match => Plan::Match(cells),
            ResultsKind::Tournament => Plan::Tournament(cells),
        };
        ResultsHeader::new(plan, files_of(mr_x.iter().chain(detectives)))
    }

    /// The header for a published table.
    ///
    /// # Errors
    /// When the rules or an agent of a cell do not load.
    pub fn of_table(table: &PublishedTable) -> Result<ResultsHeader, ReproduceError> {
        let cell = |cell: usize| {
            let series = table.series(cell, None, None)?;
            Ok(TableCell {
                rules: RulesStamp::of(&series.rules),
                agents: played_by(&series.rules, &series.detectives, &series.mr_x),
            })
        };
        let plan = Plan::Reproduce(TableCells {
            table: table.name.clone(),
            seed: table.seed,
            cells: (0..table.cells.len()).map(cell).collect::<Result<_, ReproduceError>>()?,
        });
        Ok(ResultsHeader::new(plan, BTreeMap::new()))
    }

    /// The header for a sequential test.
    pub fn of_duel(duel: &Duel) -> ResultsHeader {
        let plan = Plan::Sprt(PairGames {
            rules: RulesStamp::of(&duel.rules),
            seed: duel.seed.0,
            cells: duel.games().map(|(mr_x, team)| played_by(&duel.rules, team, mr_x)),
        });
        let agents = duel.games().into_iter().flat_map(|(mr_x, team)| [mr_x, team]);
        ResultsHeader::new(plan, files_of(agents))
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        match &self.plan {
            Plan::Match(plan) | Plan::Tournament(plan) => plan.cells.len(),
            Plan::Reproduce(plan) => plan.cells.len(),
            Plan::Sprt(plan) => plan.cells.len(),
        }
    }

    /// Whether a cell has a game with that number.
    pub(crate) fn has(&self, cell: usize, index: u64) -> bool {
        let games = match &self.plan {
            Plan::Match(plan) | Plan::Tournament(plan) => plan.games,
            Plan::Reproduce(_) | Plan::Sprt(_) => MOST_GAMES,
        };
        cell < self.cells() && index < games
    }

    /// The first thing in which another header differs, in words; nothing when it does not.
    pub(crate) fn difference(&self, found: &ResultsHeader) -> Option<String> {
        differs("form", &found.yard_results, &self.yard_results)
            .or_else(|| self.plan.other_command(&found.plan))
            .or_else(|| differs("version of yard", &found.yard, &self.yard))
            .or_else(|| self.plan.difference(&found.plan))
            .or_else(|| {
                // Results of before files were noted have none, and go on.
                let changed = |(path, stamp): &(&String, &String)| {
                    found.files.get(*path).is_some_and(|known| known != *stamp)
                };
                let (path, _) = self.files.iter().find(changed)?;
                Some(format!("the file {path} has changed since"))
            })
    }
}

impl Plan {
    fn other_command(&self, found: &Plan) -> Option<String> {
        let other = std::mem::discriminant(self) != std::mem::discriminant(found);
        other.then(|| "it is of another command".to_owned())
    }

    fn difference(&self, found: &Plan) -> Option<String> {
        match (self, found) {
            (Plan::Match(wanted), Plan::Match(found))
            | (Plan::Tournament(wanted), Plan::Tournament(found)) => wanted.difference(found),
            (Plan::Reproduce(wanted), Plan::Reproduce(found)) => wanted.difference(found),
            (Plan::Sprt(wanted), Plan::Sprt(found)) => wanted.difference(found),
            (Plan::Match(_) | Plan::Tournament(_) | Plan::Reproduce(_) | Plan::Sprt(_), _) => {
                self.other_command(found)
            }
        }
    }
}

impl EqualCells {
    fn difference(&self, found: &EqualCells) -> Option<String> {
        self.rules
            .difference(&found.rules)
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| differs("number of games", &found.games, &self.games))
            .or_else(|| differs("number of pairings", &found.cells.len(), &self.cells.len()))
            .or_else(|| other_agents(found.cells.iter(), self.cells.iter()))
    }
}

impl TableCells {
    fn difference(&self, found: &TableCells) -> Option<String> {
        let agents = |plan: &'_ TableCells| -> Vec<[String; 2]> {
            plan.cells.iter().map(|cell| cell.agents.clone()).collect()
        };
        let cells = || found.cells.iter().zip(&self.cells);
        differs("table", &found.table, &self.table)
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| differs("number of cells", &found.cells.len(), &self.cells.len()))
            .or_else(|| other_agents(agents(found).iter(), agents(self).iter()))
            .or_else(|| cells().find_map(|(found, cell)| cell.rules.difference(&found.rules)))
    }
}

impl PairGames {
    fn difference(&self, found: &PairGames) -> Option<String> {
        self.rules
            .difference(&found.rules)
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| other_agents(found.cells.iter(), self.cells.iter()))
    }
}
