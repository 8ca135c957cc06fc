//! What a client asks the lab to play, and the tournament that it becomes.

use serde::Deserialize;
use yard_agents::Seed;
use yard_arena::{Contender, Tournament};
use yard_core::Rules;
use yard_roster::{AgentSpec, Roster};
use yard_tabletop::Catalog;

use crate::error::ApiError;
use crate::specs;

/// What is to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum JobRequest {
    /// One pair of agents.
    Match {
        rules: String,
        mr_x: String,
        detectives: String,
        games: u64,
        #[serde(default)]
        seed: u64,
    },
    /// Every agent of one side against every agent of the other.
    Tournament {
        rules: String,
        mr_x: Vec<String>,
        detectives: Vec<String>,
        games: u64,
        #[serde(default)]
        seed: u64,
    },
}

/// No job is larger than so many games.
const MOST_GAMES: u64 = 100_000;
/// Agents of one side.
const MOST_AGENTS: usize = 12;

/// A request whose two kinds are one: sides, games, and the word for it.
struct Sides {
    kind: &'static str,
    rules: String,
    mr_x: Vec<String>,
    detectives: Vec<String>,
    games: u64,
    seed: u64,
}

impl From<JobRequest> for Sides {
    fn from(request: JobRequest) -> Sides {
        match request {
            JobRequest::Match { rules, mr_x, detectives, games, seed } => {
                let (mr_x, detectives) = (vec![mr_x], vec![detectives]);
                Sides { kind: "match", rules, mr_x, detectives, games, seed }
            }
            JobRequest::Tournament { rules, mr_x, detectives, games, seed } => {
                Sides { kind: "tournament", rules, mr_x, detectives, games, seed }
            }
        }
    }
}

impl JobRequest {
    /// The tournament to be played, and the word for its kind.
    ///
    /// # Errors
    /// When it is too large, or an agent is not for clients or cannot play these rules.
    pub(super) fn tournament(
        self,
        catalog: &Catalog,
        roster: &Roster,
    ) -> Result<(&'static str, Tournament), ApiError> {
        let Sides { kind, rules, mr_x, detectives, games, seed } = self.into();
        let rules = catalog.rules(&rules)?;
        check_size(&mr_x, &detectives, games)?;
        let (mr_x, detectives) = (read_agents(&mr_x)?, read_agents(&detectives)?);
        check_agents(roster, &mr_x, &detectives, &rules)?;
        let contenders = |specs: &[AgentSpec]| -> Vec<Contender> {
            specs.iter().map(|spec| roster.factory(spec)).collect()
        };
        let columns = mr_x.len();
        let cells = (0..detectives.len()).flat_map(|row| (0..columns).map(move |at| (row, at)));
        let tournament = Tournament {
            name: "lab".to_owned(),
            rules,
            detectives_count: None,
            games,
            seed: Seed(seed),
            cells: cells.collect(),
            mr_x: contenders(&mr_x),
            detectives: contenders(&detectives),
            notes: None,
        };
        Ok((kind, tournament))
    }
}

fn check_size(mr_x: &[String], detectives: &[String], games: u64) -> Result<(), ApiError> {
    for side in [mr_x, detectives] {
        if !(1..=MOST_AGENTS).contains(&side.len()) {
            return Err(ApiError::bad(format!("each side has 1 to {MOST_AGENTS} agents")));
        }
    }
    let pairs = (mr_x.len() * detectives.len()) as u64;
    match games == 0 || games > MOST_GAMES / pairs {
        true => Err(ApiError::bad(format!("a job has 1 to {MOST_GAMES} games in all"))),
        false => Ok(()),
    }
}

fn read_agents(specs: &[String]) -> Result<Vec<AgentSpec>, ApiError> {
    specs.iter().map(|spec| specs::check(spec)).collect()
}

fn check_agents(
    roster: &Roster,
    mr_x: &[AgentSpec],
    detectives: &[AgentSpec],
    rules: &Rules,
) -> Result<(), ApiError> {
    for spec in mr_x {
        roster.mr_x(spec, rules).map_err(ApiError::bad)?;
    }
    for spec in detectives {
        roster.detectives(spec, rules).map_err(ApiError::bad)?;
    }
    Ok(())
}
