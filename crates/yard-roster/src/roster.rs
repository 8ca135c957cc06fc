//! The roster: makes the agent that a specification means.
//!
//! [`Roster::mr_x`] and [`Roster::detectives`] are the two places where `pimbot:playouts=3000` becomes an
//! agent. Whatever agents need from outside, such as folders, is part of the [`Roster`] value.

use std::path::PathBuf;
use std::sync::Arc;

use yard_agents::{
    Agent, AgentFactory, AlphaBeta, AlphaBetaConfig, Budget, Detectives, Expectimax, FactoryError,
    Lookahead, MctsGerza, MctsSova, MrX, Paranoid, Person, PimBot, Policy, RandomAgent,
};
use yard_core::{Rules, Side};
use yard_learn::dqn::{DqnAgent, DqnBeside};
use yard_learn::from_games::{LearnedFileError, LocationFile, MoveModelFile};
use yard_learn::qnet::QnetAgent;
use yard_protocol::ProgramAgent;
use yard_solve::{Resolve, SolveError, estimate};

use crate::agents::{AgentConfig, DqnConfig, NashConfig, PersonConfig, PimBotSettings};
use crate::lazy_nash::LazyNash;
use crate::models::{LoadModelError, load_model};
use crate::parameter::FileName;
use crate::policies::{PolicyStore, is_small};
use crate::shipped::ShippedFiles;
use crate::spec::{AgentSpec, SpecError};

/// Makes agents, with what the program around lends them.
///
/// ```
/// use yard_roster::{AgentSpec, Roster};
/// let rules = yard_core::presets::rules("classic").unwrap();
/// let spec: AgentSpec = "pimbot:playouts=300".parse().unwrap();
/// assert!(Roster::default().mr_x(&spec, &rules).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Roster {
    /// Solved games, kept in a folder or made when needed.
    pub policies: Arc<PolicyStore>,
    /// The folder of trainings: `runs/NAME/FILE` in a specification is `NAME/FILE` in it.
    pub runs: PathBuf,
    /// The files that come with the program.
    pub shipped: ShippedFiles,
}

impl Default for Roster {
    /// Keeps nothing, and looks for trainings in `runs` where the program was started.
    fn default() -> Roster {
        let shipped = ShippedFiles::default();
        let policies = Arc::new(PolicyStore::default().with_shipped(shipped.clone()));
        Roster { policies, runs: PathBuf::from("runs"), shipped }
    }
}

/// Whether this program makes all agents. A page begins with those that play London's levels.
const FULL: bool = cfg!(feature = "full");

/// Why there is no agent for a specification.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MakeError {
    /// The agent cannot play that side.
    #[error("agent {agent} cannot play {side}")]
    Side {
        /// Which agent.
        agent: &'static str,
        /// Which side.
        side: Side,
    },
    /// The agent cannot play those rules, or its network does not fit them.
    #[error("agent {agent}: {cause}")]
    Rules {
        /// Which agent.
        agent: &'static str,
        /// Why not.
        cause: String,
    },
    /// The board is no grid.
    #[error("agent {0}")]
    NotAGrid(#[from] yard_agents::mcts::NotAGrid),
    /// The game is too large to be solved on first use.
    #[error("agent nash cannot play {rules}: {cause}")]
    TooLarge {
        /// The name of the rules.
        rules: String,
        /// How large it is.
        cause: SolveError,
    },
    /// A model cannot be had.
    #[error("agent {agent}: {cause}")]
    Model {
        /// Which agent.
        agent: &'static str,
        /// Why not.
        cause: LoadModelError,
    },
    /// The program was built without it.
    #[error("agent {agent} is not part of this engine")]
    LeftOut {
        /// Which agent.
        agent: &'static str,
    },
    /// A learned file cannot be had.
    #[error("agent pimbot: {key}: {cause}")]
    Learned {
        /// Which parameter names it.
        key: &'static str,
        /// Why not.
        cause: LearnedFileError,
    },
}

/// A policy of Mr X, if the agent has one.
pub type MrXPolicy = Option<Box<dyn Policy<MrX>>>;
/// A policy of the detectives, if the agent has one.
pub type DetectivesPolicy = Option<Box<dyn Policy<Detectives>>>;

impl Roster {
    /// The agent for Mr X's side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a file cannot be read.
    pub fn mr_x(&self, spec: &AgentSpec, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, MakeError> {
        self.mr_x_of(spec.config(), rules)
    }

    /// The agent for the detectives' side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a file cannot be read.
    pub fn detectives(
        &self,
        spec: &AgentSpec,
        rules: &Rules,
    ) -> Result<Box<dyn Agent<Detectives>>, MakeError> {
        self.detectives_of(spec.config(), rules)
    }

    fn mr_x_of(
        &self,
        config: &AgentConfig,
        rules: &Rules,
    ) -> Result<Box<dyn Agent<MrX>>, MakeError> {
        let side = Side::MrX;
        Ok(match config {
            AgentConfig::Random => Box::new(RandomAgent),
            AgentConfig::Lookahead(config) => Box::new(Lookahead::new(*config)),
            AgentConfig::Paranoid(config) | AgentConfig::ParanoidNw(config) if FULL => {
                Box::new(Paranoid::new(*config))
            }
            AgentConfig::AlphaBeta(config) if FULL => Box::new(AlphaBeta::new(*config)),
            AgentConfig::MctsSova(config) if FULL => Box::new(MctsSova::new(*config)),
            AgentConfig::MctsSovaDistance(config) if FULL => Box::new(MctsSova::new(*config)),
            AgentConfig::MctsGerza(config) if FULL => Box::new(MctsGerza::new(rules, *config)?),
            AgentConfig::PimBot(settings) => Box::new(self.pimbot(settings)?),
            AgentConfig::Dqn(config) if FULL => Box::new(self.dqn(config, rules, side)?),
            AgentConfig::Qnet(config) if FULL => Box::new(self.qnet(&config.model, rules, side)?),
            AgentConfig::Nash(config) if FULL => Box::new(self.nash(config, rules)?),
            AgentConfig::Resolve(config) if FULL => Box::new(Resolve::new(*config)),
            AgentConfig::Best(best) => return self.mr_x_of(&best.stands_for(side, rules), rules),
            AgentConfig::Person(PersonConfig { care, habits, best }) => {
                let thinker = self.mr_x_of(&best.stands_for(side, rules), rules)?;
                Box::new(Person::new(*care, thinker).with_habits(*habits))
            }
            AgentConfig::Process(program) if FULL => Box::new(ProgramAgent::new(program.clone())),
            AgentConfig::Paranoid(_)
            | AgentConfig::ParanoidNw(_)
            | AgentConfig::AlphaBeta(_)
            | AgentConfig::MctsSova(_)
            | AgentConfig::MctsSovaDistance(_)
            | AgentConfig::MctsGerza(_)
            | AgentConfig::Dqn(_)
            | AgentConfig::Qnet(_)
            | AgentConfig::Nash(_)
            | AgentConfig::Resolve(_)
            | AgentConfig::Process(_) => return Err(MakeError::LeftOut { agent: config.name() }),
            AgentConfig::Expectimax(config) => Box::new(Expectimax::new(*config)),
        })
    }

    fn detectives_of(
        &self,
        config: &AgentConfig,
        rules: &Rules,
    ) -> Result<Box<dyn Agent<Detectives>>, MakeError> {
        let side = Side::Detectives;
        Ok(match config {
            AgentConfig::Random => Box::new(RandomAgent),
            AgentConfig::Lookahead(config) => Box::new(Lookahead::new(*config)),
            AgentConfig::Expectimax(config) => Box::new(Expectimax::new(*config)),
            AgentConfig::AlphaBeta(config) if FULL => Box::new(AlphaBeta::new(*config)),
            AgentConfig::MctsSova(config) if FULL => Box::new(MctsSova::new(*config)),
            AgentConfig::MctsSovaDistance(config) if FULL => Box::new(MctsSova::new(*config)),
            AgentConfig::MctsGerza(config) if FULL => Box::new(MctsGerza::new(rules, *config)?),
            AgentConfig::PimBot(settings) => Box::new(self.pimbot(settings)?),
            AgentConfig::Dqn(config) if FULL => {
                let network = self.dqn(config, rules, side)?;
                match config.alone {
                    true => Box::new(network),
                    false => {
                        let partner = AlphaBeta::new(AlphaBetaConfig::default());
                        Box::new(DqnBeside::new(network, Box::new(partner)))
                    }
                }
            }
            AgentConfig::Qnet(config) if FULL => Box::new(self.qnet(&config.model, rules, side)?),
            AgentConfig::Nash(config) if FULL => Box::new(self.nash(config, rules)?),
            AgentConfig::Resolve(config) if FULL => Box::new(Resolve::new(*config)),
            AgentConfig::Best(best) => {
                return self.detectives_of(&best.stands_for(side, rules), rules);
            }
            AgentConfig::Person(PersonConfig { care, habits, best }) => {
                let thinker = self.detectives_of(&best.stands_for(side, rules), rules)?;
                Box::new(Person::new(*care, thinker).with_habits(*habits))
            }
            AgentConfig::Process(program) if FULL => Box::new(ProgramAgent::new(program.clone())),
            AgentConfig::AlphaBeta(_)
            | AgentConfig::MctsSova(_)
            | AgentConfig::MctsSovaDistance(_)
            | AgentConfig::MctsGerza(_)
            | AgentConfig::Dqn(_)
            | AgentConfig::Qnet(_)
            | AgentConfig::Nash(_)
            | AgentConfig::Resolve(_)
            | AgentConfig::Process(_) => return Err(MakeError::LeftOut { agent: config.name() }),
            AgentConfig::Paranoid(_) | AgentConfig::ParanoidNw(_) => {
                return Err(MakeError::Side { agent: config.name(), side });
            }
        })
    }

    /// The agent as a policy of Mr X, where it can tell the chances of its moves; `None` if it cannot.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a file cannot be read.
    pub fn mr_x_policy(&self, spec: &AgentSpec, rules: &Rules) -> Result<MrXPolicy, MakeError> {
        self.mr_x(spec, rules)?;
        let policy: Box<dyn Policy<MrX>> = match spec.stands_for(Side::MrX, rules).config() {
            AgentConfig::Random => Box::new(RandomAgent),
            AgentConfig::Lookahead(config) => Box::new(Lookahead::new(*config)),
            AgentConfig::AlphaBeta(config) => Box::new(AlphaBeta::new(*config)),
            AgentConfig::Dqn(config) => Box::new(self.dqn(config, rules, Side::MrX)?),
            AgentConfig::Resolve(config) => Box::new(Resolve::new(*config)),
            AgentConfig::Paranoid(config) if !matches!(config.budget, Budget::Time(_)) => {
                Box::new(Paranoid::new(*config))
            }
            AgentConfig::Expectimax(config) if !matches!(config.budget, Budget::Time(_)) => {
                Box::new(Expectimax::new(*config))
            }
            _ => return Ok(None),
        };
        Ok(Some(policy))
    }

    /// The agent as a policy of the detectives, where it can tell the chances of its moves; `None` if it
    /// cannot.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a file cannot be read.
    pub fn detectives_policy(
        &self,
        spec: &AgentSpec,
        rules: &Rules,
    ) -> Result<DetectivesPolicy, MakeError> {
        self.detectives(spec, rules)?;
        let policy: Box<dyn Policy<Detectives>> =
            match spec.stands_for(Side::Detectives, rules).config() {
                AgentConfig::Random => Box::new(RandomAgent),
                AgentConfig::Lookahead(config) => Box::new(Lookahead::new(*config)),
                AgentConfig::Resolve(config) => Box::new(Resolve::new(*config)),
                AgentConfig::Dqn(config) if config.alone => {
                    Box::new(self.dqn(config, rules, Side::Detectives)?)
                }
                _ => return Ok(None),
            };
        Ok(Some(policy))
    }

    /// Where a file is; `None` when it is something shipped.
    pub fn path(&self, file: &FileName) -> Option<PathBuf> {
        match file {
            FileName::Shipped(_) => None,
            FileName::Run { run, file } => Some(self.runs.join(run).join(file)),
            FileName::Path(path) => Some(path.clone()),
        }
    }

    fn pimbot(&self, settings: &PimBotSettings) -> Result<PimBot, MakeError> {
        let PimBotSettings { config, tables, model } = settings;
        let wrong = |key| move |cause| MakeError::Learned { key, cause };
        let path = self.path(tables);
        let tables = LocationFile::load(path.as_deref()).map_err(wrong("tables"))?;
        let name = match model {
            FileName::Shipped(name) => name,
            FileName::Run { .. } | FileName::Path(_) => "",
        };
        let path = self.path(model);
        let model = MoveModelFile::load(path.as_deref(), name).map_err(wrong("model"))?;
        Ok(PimBot::new(config.clone(), tables).with_model(model))
    }

    fn dqn(&self, config: &DqnConfig, rules: &Rules, side: Side) -> Result<DqnAgent, MakeError> {
        let refuses = |error: yard_learn::dqn::DqnError| MakeError::Rules {
            agent: "dqn",
            cause: error.to_string(),
        };
        // Rules come first: a model may be right and the board wrong.
        DqnAgent::check_rules(rules).map_err(refuses)?;
        let model = self.model("dqn", &config.model, side)?;
        DqnAgent::new(model, rules, side).map_err(refuses)
    }

    fn qnet(&self, model: &FileName, rules: &Rules, side: Side) -> Result<QnetAgent, MakeError> {
        let refuses = |error: yard_learn::qnet::QnetError| MakeError::Rules {
            agent: "qnet",
            cause: error.to_string(),
        };
        QnetAgent::check_rules(rules).map_err(refuses)?;
        let model = self.model("qnet", model, side)?;
        QnetAgent::new(model, rules, side).map_err(refuses)
    }

    fn model(
        &self,
        agent: &'static str,
        file: &FileName,
        side: Side,
    ) -> Result<Arc<yard_learn::Model>, MakeError> {
        load_model(self, file, side).map_err(|cause| MakeError::Model { agent, cause })
    }

    /// `nash`, unless the game is plainly too large.
    fn nash(&self, config: &NashConfig, rules: &Rules) -> Result<LazyNash, MakeError> {
        let file = self.path(&config.policy);
        if file.is_none() {
            let size = estimate(rules);
            if !is_small(rules, &size) {
                let cause = SolveError::TooLarge(size);
                return Err(MakeError::TooLarge { rules: rules.name().to_owned(), cause });
            }
        }
        Ok(LazyNash::new(Arc::clone(&self.policies), rules, file, config.precision))
    }
}

/// An agent of the roster as a factory: what series, tournaments and tests play with.
#[derive(Clone, Debug)]
pub struct RosterAgent {
    roster: Roster,
    spec: AgentSpec,
    name: String,
}

impl Roster {
    /// The agent that a specification means, wherever a factory is wanted.
    pub fn agent(&self, spec: &AgentSpec) -> RosterAgent {
        RosterAgent { roster: self.clone(), spec: spec.clone(), name: spec.to_string() }
    }

    /// The agent of a text, which tables and results call as it was written: seeds of tournaments follow
    /// from that name.
    ///
    /// # Errors
    /// When the text names no agent.
    pub fn agent_as_written(&self, text: &str) -> Result<RosterAgent, SpecError> {
        let spec = text.parse()?;
        Ok(RosterAgent { roster: self.clone(), spec, name: text.to_owned() })
    }

    /// The same, shared.
    pub fn factory(&self, spec: &AgentSpec) -> Arc<dyn AgentFactory> {
        Arc::new(self.agent(spec))
    }
}

impl RosterAgent {
    /// What it is.
    pub fn spec(&self) -> &AgentSpec {
        &self.spec
    }
}

impl From<MakeError> for FactoryError {
    fn from(error: MakeError) -> FactoryError {
        match error {
            MakeError::Side { side, .. } => FactoryError::Side(side),
            MakeError::TooLarge { rules, cause } => {
                FactoryError::Rules { rules, cause: cause.to_string() }
            }
            MakeError::Rules { .. }
            | MakeError::NotAGrid(_)
            | MakeError::Model { .. }
            | MakeError::LeftOut { .. }
            | MakeError::Learned { .. } => FactoryError::Other(error.to_string()),
        }
    }
}

impl AgentFactory for RosterAgent {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn mr_x(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        Ok(self.roster.mr_x(&self.spec, rules)?)
    }

    fn detectives(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        Ok(self.roster.detectives(&self.spec, rules)?)
    }

    fn plays_as(&self, side: Side, rules: &Rules) -> String {
        self.spec.stands_for(side, rules).to_string()
    }

    fn files(&self) -> Vec<PathBuf> {
        self.spec.files().iter().filter_map(|file| self.roster.path(file)).collect()
    }

    fn reduced(&self, side: Side, rules: &Rules) -> Option<Box<dyn AgentFactory>> {
        let spec = self.spec.stands_for(side, rules).reduced()?;
        Some(Box::new(self.roster.agent(&spec)))
    }

    fn mr_x_policy(&self, rules: &Arc<Rules>) -> Result<MrXPolicy, FactoryError> {
        Ok(self.roster.mr_x_policy(&self.spec, rules)?)
    }

    fn detectives_policy(&self, rules: &Arc<Rules>) -> Result<DetectivesPolicy, FactoryError> {
        Ok(self.roster.detectives_policy(&self.spec, rules)?)
    }

    fn solved_value(&self, rules: &Arc<Rules>) -> Result<Option<[f64; 2]>, FactoryError> {
        let AgentConfig::Nash(config) = self.spec.config() else { return Ok(None) };
        let file = self.roster.path(&config.policy);
        let table = self.roster.policies.nash_table(rules, file.as_deref(), config.precision);
        let table = table.map_err(|error| FactoryError::Other(error.to_string()))?;
        Ok(Some(table.solved().detective_value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classical_players_refuse_what_they_cannot_do() {
        let rules = yard_core::presets::rules("bristol").unwrap();
        let roster = Roster::default();
        let team = |text: &str| match text.parse::<AgentSpec>() {
            Ok(spec) => {
                let made = roster.detectives(&spec, &rules);
                made.err().map(|error| error.to_string()).unwrap_or_default()
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(team("lookahead:p=0.5,places=forgetful,bus=2"), "");
        assert_eq!(team("expectimax:ms=5"), "");
        assert_eq!(
            team("lookahead:places=near"),
            "agent lookahead: places must be exact or forgetful, not \"near\""
        );
        assert_eq!(
            team("expectimax:nodes=5,ms=5"),
            "agent expectimax: give one budget, not nodes and ms"
        );
        assert_eq!(team("paranoid"), "agent paranoid cannot play the detectives");
        let mr_x = |text: &str| {
            text.parse::<AgentSpec>().is_ok_and(|spec| roster.mr_x(&spec, &rules).is_ok())
        };
        assert!(mr_x("paranoid:ferry=9") && mr_x("paranoid-nw:nodes=100,depth=4"));
        assert!(mr_x("paranoid:near=0,filter=off,team=any") && mr_x("expectimax:depth=2"));
        assert!(
            !mr_x("paranoid:mean=1001") && !mr_x("paranoid:taxi=0") && !mr_x("paranoid:depth=0")
        );
    }
}
