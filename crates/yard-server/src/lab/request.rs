//! What a client asks the lab to play, and the tournament that it becomes.

use std::sync::Arc;

use serde::Deserialize;
use yard_agents::{AgentFactory as _, FactoryError, Seed};
use yard_arena::{Contender, Tournament};
use yard_roster::{Roster, RosterAgent};
use yard_tabletop::Catalog;

use crate::allowed_agents;
use crate::error::ApiError;

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
        let mr_x = read_agents(&mr_x, roster, |agent| agent.mr_x(&rules).map(drop))?;
        let detectives =
            read_agents(&detectives, roster, |agent| agent.detectives(&rules).map(drop))?;
        let columns = mr_x.len();
        let cells = (0..detectives.len()).flat_map(|row| (0..columns).map(move |at| (row, at)));
        let tournament = Tournament {
            name: "lab".to_owned(),
            rules,
            detectives_count: None,
            games,
            seed: Seed(seed),
            cells: cells.collect(),
            mr_x,
            detectives,
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

/// The agents of one side, called as they were written; `fits` says whether one can play.
fn read_agents(
    texts: &[String],
    roster: &Roster,
    fits: impl Fn(&RosterAgent) -> Result<(), FactoryError>,
) -> Result<Vec<Contender>, ApiError> {
    let mut agents: Vec<Contender> = Vec::new();
    for text in texts {
        allowed_agents::check(text)?;
        let agent = roster.agent_as_written(text).map_err(ApiError::bad)?;
        fits(&agent).map_err(|error| ApiError::bad(error.of(text)))?;
        agents.push(Arc::new(agent));
    }
    Ok(agents)
}
