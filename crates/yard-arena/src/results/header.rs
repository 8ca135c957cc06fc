//! The first line of a results file, which tells what its games belong to.

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::{Rules, Side};
use yard_roster::AgentSpec;

use super::agents::AgentStamps;
use crate::duel::Duel;
use crate::experiment::{Contender, Experiment};
use crate::published::{PublishedTable, ReproduceError};
use crate::shard::Shard;
use crate::tournament_file::MOST_GAMES;

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
    /// The version of Yard, for people. Whether agents play as before is told by their signatures.
    yard: String,
    #[serde(flatten)]
    agents: AgentStamps,
    /// Which part of the games the file has, where a run was split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<ShardStamp>,
    #[serde(flatten)]
    plan: Plan,
}

/// A part of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ShardStamp {
    #[serde(flatten)]
    shard: Shard,
    /// Games of each cell in the whole run, so that a gap is noticed.
    games: Vec<u64>,
}

/// The newest version of the form, which is written where games begin from a setup. All others are of version
/// 2. Version 1 knew rules by another fingerprint, and agents by no signature; it is still read.
const VERSION: u32 = 3;

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
    /// Where every game begins, instead of a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
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
    /// Trainings that take turns in the games; 1 is left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    seeds: u64,
}

fn one() -> u64 {
    1
}

fn is_one(number: &u64) -> bool {
    *number == 1
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
        let fingerprint = format!("{:016x}", rules.fingerprint());
        RulesStamp { rules: rules.name().to_owned(), fingerprint }
    }

    /// How the rules of a file of some version differ.
    fn difference(&self, found: &RulesStamp, version: u32) -> Option<String> {
        differs("rules name", &found.rules, &self.rules).or_else(|| {
            let same = match version {
                1 => found.meaning_in_version_1().as_deref() == Some(self.fingerprint.as_str()),
                _ => found.fingerprint == self.fingerprint,
            };
            match (same, version) {
                (true, _) => None,
                (false, 1) => Some(format!(
                    "an older version wrote it, and its {} may be other rules",
                    self.rules
                )),
                (false, _) => Some(format!("the rules {} have changed since", self.rules)),
            }
        })
    }

    /// The fingerprint of today for one of version 1, which was made of derived text that nobody can make
    /// again; known for the presets, and for `dash` with the step onto a detective.
    fn meaning_in_version_1(&self) -> Option<String> {
        let known = |(name, fingerprint, _): &&(&str, &str, bool)| {
            *name == self.rules && *fingerprint == self.fingerprint
        };
        let (name, _, enters) = VERSION_1.iter().find(known)?;
        let rules = yard_core::presets::rules(name).ok()?;
        let rules = rules.with_mr_x_may_enter_detective(*enters);
        Some(RulesStamp::of(&rules).fingerprint)
    }
}

/// Rules by name, their fingerprint in results of version 1, and whether Mr X may step onto a detective.
const VERSION_1: [(&str, &str, bool); 10] = [
    ("classic", "0e6f23bcdfd2b15c", false),
    ("modern", "263bb26c291e9de6", false),
    ("bristol", "2dc28b2ac8fca973", false),
    ("dash", "d93085d7e8864816", false),
    ("dash", "3afa2b97a57d6f4c", true),
    ("grid5", "18e7c79ad7469ab9", false),
    ("grid5-30", "16ef98481d96e6fd", false),
    ("grid7", "c80315f81b7e2ef6", false),
    ("grid15", "31751cc9c0ad098b", false),
    ("glasses", "5d67fb93fca0cc79", false),
];

/// Detectives and Mr X as text: `best` as the agent that it is now, for that may change.
fn played_by(rules: &Rules, team: &Contender, mr_x: &Contender) -> [String; 2] {
    [team.plays_as(Side::Detectives, rules), mr_x.plays_as(Side::MrX, rules)]
}

/// Tells whether two texts mean the same agent, however they are written.
fn is_same_agent(a: &str, b: &str) -> bool {
    match (a.parse::<AgentSpec>(), b.parse::<AgentSpec>()) {
        (Ok(a), Ok(b)) => a == b,
        (Err(_), _) | (_, Err(_)) => a == b,
    }
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
    let other = |(found, wanted): &(&[String; 2], &[String; 2])| {
        !found.iter().zip(*wanted).all(|(found, wanted)| is_same_agent(found, wanted))
    };
    found.zip(wanted).find(other).map(|(found, wanted)| {
        let [was, is] = [found, wanted].map(|pair| pair.join(" against "));
        format!("it has {was} where {is} is wanted")
    })
}

impl ResultsHeader {
    fn new(plan: Plan, agents: AgentStamps) -> ResultsHeader {
        let yard = env!("CARGO_PKG_VERSION").to_owned();
        let yard_results = if plan.setup().is_some() { VERSION } else { 2 };
        ResultsHeader { yard_results, yard, agents, shard: None, plan }
    }

    /// The header for an experiment with this seed.
    pub fn of(kind: ResultsKind, experiment: &Experiment, seed: Seed) -> ResultsHeader {
        let Experiment { rules, setup, mr_x, detectives, cells, games, .. } = experiment;
        let mut agents = AgentStamps::default();
        mr_x.iter().for_each(|one| agents.add(one, Side::MrX, rules));
        detectives.iter().for_each(|one| agents.add(one, Side::Detectives, rules));
        let names =
            |cell: &crate::Cell| played_by(rules, &detectives[cell.row], &mr_x[cell.column]);
        let cells = EqualCells {
            rules: RulesStamp::of(rules),
            setup: setup.as_ref().map(ToString::to_string),
            seed: seed.0,
            games: *games,
            cells: cells.iter().map(names).collect(),
        };
        let plan = match kind {
            ResultsKind::Match => Plan::Match(cells),
            ResultsKind::Tournament => Plan::Tournament(cells),
        };
        ResultsHeader::new(plan, agents)
    }

    /// The header for a published table.
    ///
    /// # Errors
    /// When the rules or an agent of a cell do not load.
    pub fn of_table(table: &PublishedTable) -> Result<ResultsHeader, ReproduceError> {
        let mut agents = AgentStamps::default();
        let cell = |cell: usize| {
            let series = table.series(cell, None, None)?;
            // A model that is trained on the way decides by itself; what its training makes is not known yet.
            let spec = &table.cells[cell];
            if spec.x.runs().is_empty() {
                agents.sign(&series.mr_x, Side::MrX, &series.rules);
            }
            if spec.detectives.runs().is_empty() {
                agents.sign(&series.detectives, Side::Detectives, &series.rules);
            }
            Ok(TableCell {
                rules: RulesStamp::of(&series.rules),
                agents: played_by(&series.rules, &series.detectives, &series.mr_x),
                seeds: spec.seeds,
            })
        };
        let plan = Plan::Reproduce(TableCells {
            table: table.name.clone(),
            seed: table.seed,
            cells: (0..table.cells.len()).map(cell).collect::<Result<_, ReproduceError>>()?,
        });
        Ok(ResultsHeader::new(plan, agents))
    }

    /// The header for a sequential test.
    pub fn of_duel(duel: &Duel) -> ResultsHeader {
        let plan = Plan::Sprt(PairGames {
            rules: RulesStamp::of(&duel.rules),
            seed: duel.seed.0,
            cells: duel.games().map(|(mr_x, team)| played_by(&duel.rules, team, mr_x)),
        });
        let mut agents = AgentStamps::default();
        for (mr_x, team) in duel.games() {
            agents.add(mr_x, Side::MrX, &duel.rules);
            agents.add(team, Side::Detectives, &duel.rules);
        }
        ResultsHeader::new(plan, agents)
    }

    /// The header for a shard of the run, which has so many games in each cell.
    #[must_use]
    pub fn in_shard(self, shard: Shard, games: Vec<u64>) -> ResultsHeader {
        let stamp = (!shard.is_whole()).then_some(ShardStamp { shard, games });
        ResultsHeader { shard: stamp, ..self }
    }

    /// The shard that the file has; `None` for a whole run.
    pub(super) fn shard(&self) -> Option<Shard> {
        self.shard.as_ref().map(|stamp| stamp.shard)
    }

    /// The header of the whole run.
    pub(super) fn whole(&self) -> ResultsHeader {
        ResultsHeader { shard: None, ..self.clone() }
    }

    /// In what another shard is not of the same run, in words.
    pub(super) fn other_run(&self, found: &ResultsHeader) -> Option<String> {
        let split = |header: &ResultsHeader| {
            header.shard.as_ref().map(|stamp| (stamp.shard.of(), stamp.games.clone()))
        };
        let other = || {
            let shard = found.shard().unwrap_or(Shard::WHOLE);
            format!("it is shard {shard} of a run that was split otherwise")
        };
        self.whole()
            .difference(&found.whole())
            .or_else(|| (split(self) != split(found)).then(other))
    }

    /// How many games the shard has.
    pub(super) fn games_of_shard(&self) -> u64 {
        let shares = |stamp: &ShardStamp| -> u64 {
            let shares = stamp.games.iter().map(|games| stamp.shard.share(*games));
            // A damaged file may tell of more games than there are numbers.
            shares.fold(0, u64::saturating_add)
        };
        self.shard.as_ref().map_or(0, shares)
    }

    /// What one thread would play first: a sort key of the games.
    pub(crate) fn order(&self, cell: usize, index: u64) -> (u64, u64) {
        match &self.plan {
            Plan::Match(_) | Plan::Tournament(_) | Plan::Sprt(_) => (index, cell as u64),
            // Its cells are played one after the other.
            Plan::Reproduce(_) => (cell as u64, index),
        }
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
        let of_shard = |stamp: &ShardStamp| {
            stamp.shard.has(index) && stamp.games.get(cell).is_some_and(|games| index < *games)
        };
        cell < self.cells() && index < games && self.shard.as_ref().is_none_or(of_shard)
    }

    /// The first thing in which another header differs, in words; nothing when it does not.
    pub(crate) fn difference(&self, found: &ResultsHeader) -> Option<String> {
        let version = found.yard_results;
        (!(1..=VERSION).contains(&version))
            .then(|| format!("its form is {version}, not 1 to {VERSION}"))
            .or_else(|| self.plan.other_command(&found.plan))
            .or_else(|| self.plan.difference(&found.plan, version))
            .or_else(|| self.other_shard(found))
            .or_else(|| self.agents.difference(&found.agents))
    }
}

impl ResultsHeader {
    fn other_shard(&self, found: &ResultsHeader) -> Option<String> {
        let name = |header: &ResultsHeader| match header.shard() {
            Some(shard) => format!("shard {shard}"),
            None => "the whole run".to_owned(),
        };
        (self.shard != found.shard)
            .then(|| format!("it is of {}, not of {}", name(found), name(self)))
    }
}

impl Plan {
    fn setup(&self) -> Option<&str> {
        match self {
            Plan::Match(plan) | Plan::Tournament(plan) => plan.setup.as_deref(),
            Plan::Reproduce(_) | Plan::Sprt(_) => None,
        }
    }

    fn other_command(&self, found: &Plan) -> Option<String> {
        let other = std::mem::discriminant(self) != std::mem::discriminant(found);
        other.then(|| "it is of another command".to_owned())
    }

    fn difference(&self, found: &Plan, version: u32) -> Option<String> {
        match (self, found) {
            (Plan::Match(wanted), Plan::Match(found))
            | (Plan::Tournament(wanted), Plan::Tournament(found)) => {
                wanted.difference(found, version)
            }
            (Plan::Reproduce(wanted), Plan::Reproduce(found)) => wanted.difference(found, version),
            (Plan::Sprt(wanted), Plan::Sprt(found)) => wanted.difference(found, version),
            (Plan::Match(_) | Plan::Tournament(_) | Plan::Reproduce(_) | Plan::Sprt(_), _) => {
                self.other_command(found)
            }
        }
    }
}

impl EqualCells {
    fn difference(&self, found: &EqualCells, version: u32) -> Option<String> {
        let setup = |plan: &EqualCells| plan.setup.clone().unwrap_or_else(|| "a deal".to_owned());
        self.rules
            .difference(&found.rules, version)
            .or_else(|| differs("beginning", &setup(found), &setup(self)))
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| differs("number of games", &found.games, &self.games))
            .or_else(|| differs("number of pairings", &found.cells.len(), &self.cells.len()))
            .or_else(|| other_agents(found.cells.iter(), self.cells.iter()))
    }
}

impl TableCells {
    fn difference(&self, found: &TableCells, version: u32) -> Option<String> {
        let agents = |plan: &'_ TableCells| -> Vec<[String; 2]> {
            plan.cells.iter().map(|cell| cell.agents.clone()).collect()
        };
        let cells = || found.cells.iter().zip(&self.cells);
        differs("table", &found.table, &self.table)
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| differs("number of cells", &found.cells.len(), &self.cells.len()))
            .or_else(|| other_agents(agents(found).iter(), agents(self).iter()))
            .or_else(|| {
                cells().find_map(|(found, cell)| differs("trainings", &found.seeds, &cell.seeds))
            })
            .or_else(|| {
                cells().find_map(|(found, cell)| cell.rules.difference(&found.rules, version))
            })
    }
}

impl PairGames {
    fn difference(&self, found: &PairGames, version: u32) -> Option<String> {
        self.rules
            .difference(&found.rules, version)
            .or_else(|| differs("seed", &found.seed, &self.seed))
            .or_else(|| other_agents(found.cells.iter(), self.cells.iter()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::experiment::Cell;
    use crate::samples::contender;

    fn header(rules: &str, mr_x: &str) -> ResultsHeader {
        let experiment = Experiment {
            setup: None,
            rules: Arc::new(yard_core::presets::rules(rules).unwrap()),
            mr_x: vec![contender(mr_x)],
            detectives: vec![contender("random")],
            cells: vec![Cell { row: 0, column: 0, seed: Seed(3), part: Shard::WHOLE }],
            games: 60,
            shard: Shard::WHOLE,
            threads: None,
        };
        ResultsHeader::of(ResultsKind::Match, &experiment, Seed(3))
    }

    /// What version 0.1.0 wrote: another fingerprint, no signatures, parameters in the order they were given.
    fn of_version_1(agent: &str, fingerprint: &str) -> ResultsHeader {
        let text = format!(
            "{{\"yard_results\":1,\"yard\":\"0.1.0\",\"kind\":\"match\",\"rules\":\"grid5\",\
             \"fingerprint\":\"{fingerprint}\",\"seed\":3,\"games\":60,\
             \"cells\":[[\"random\",\"{agent}\"]]}}"
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn results_of_an_older_version_go_on() {
        let now = header("grid5", "pimbot:playouts=50,filter=off");
        let grid5 = "18e7c79ad7469ab9";
        assert_eq!(now.difference(&of_version_1("pimbot:filter=off,playouts=50", grid5)), None);
        let other = now.difference(&of_version_1("pimbot:filter=on,playouts=50", grid5));
        assert!(other.unwrap().contains("is wanted"));
        // The same name with another number of detectives, say.
        let other = of_version_1("pimbot:filter=off,playouts=50", "0123456789abcdef");
        let told = "an older version wrote it, and its grid5 may be other rules";
        assert_eq!(now.difference(&other).as_deref(), Some(told));
    }

    #[test]
    fn a_header_is_read_back_and_tells_what_differs() {
        let now = header("grid5", "lookahead");
        let text = serde_json::to_string(&now).unwrap();
        assert_eq!(serde_json::from_str::<ResultsHeader>(&text).unwrap(), now);
        assert_eq!(now.difference(&now), None);
        let other = header("grid7", "lookahead").difference(&now);
        assert_eq!(other.as_deref(), Some("its rules name is grid5, not grid7"));
        let foreign = text.replace("\"yard_results\":2", "\"yard_results\":4");
        let foreign = serde_json::from_str(&foreign).unwrap();
        assert_eq!(now.difference(&foreign).as_deref(), Some("its form is 4, not 1 to 3"));
    }
}
