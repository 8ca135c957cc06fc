//! Makes agents: for each name, what its parameters mean.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use yard_agents::mcts::{GerzaConfig, Opponent, SovaConfig};
use yard_agents::{
    Agent, AlphaBeta, AlphaBetaConfig, Detectives, Expectimax, ExpectimaxConfig, LineWeights,
    Lookahead, LookaheadConfig, MctsGerza, MctsSova, MrX, Paranoid, ParanoidConfig, PathSum,
    Places, RandomAgent,
};
use yard_core::{Rules, Side};
use yard_learn::grid::{DqnAgent, DqnBeside};
use yard_learn::london::QnetAgent;

use super::spec::{AgentSpec, SpecError};
use crate::models::load_model;
use crate::process::{ProcessAgent, ProgramSpec, split_words};

impl AgentSpec {
    /// How `process` starts and treats its program.
    pub(super) fn program(&self) -> Result<ProgramSpec, SpecError> {
        let command = self.command();
        Ok(ProgramSpec {
            command: command.to_owned(),
            words: split_words(command).map_err(|text| self.wrong(text))?,
            limit: Duration::from_millis(self.number("ms", 1..=3_600_000)?),
            mute: self.word("stderr", &[("pass", false), ("drop", true)])?,
        })
    }

    /// Looks at the parameters of `best`, some of which the agent that it is may not have.
    fn check_best(&self) -> Result<(), SpecError> {
        self.budget()?;
        self.number("threads", 1..=256).map(drop)
    }

    fn line_weights(&self) -> Result<LineWeights, SpecError> {
        Ok(LineWeights {
            taxi: self.number("taxi", 1..=100)?,
            bus: self.number("bus", 1..=100)?,
            underground: self.number("underground", 1..=100)?,
            ferry: self.number("ferry", 1..=100)?,
        })
    }

    pub(crate) fn lookahead(&self) -> Result<Lookahead, SpecError> {
        let p = self.number("p", 0.0..=1.0)?;
        let places =
            self.word("places", &[("exact", Places::Exact), ("forgetful", Places::Forgetful)])?;
        Ok(Lookahead::new(LookaheadConfig { p, weights: self.line_weights()?, places }))
    }

    pub(crate) fn paranoid(&self) -> Result<Paranoid, SpecError> {
        let published = match self.name() {
            "paranoid-nw" => ParanoidConfig::nijssen(),
            _ => ParanoidConfig { weights: self.line_weights()?, ..ParanoidConfig::mortimer() },
        };
        let (budget, depth) = (self.search_budget()?, self.number("depth", 1..=100)?);
        Ok(Paranoid::new(ParanoidConfig { budget, depth, ..published }))
    }

    fn expectimax(&self) -> Result<Expectimax, SpecError> {
        let (budget, depth) = (self.search_budget()?, self.number("depth", 1..=100)?);
        Ok(Expectimax::new(ExpectimaxConfig { budget, depth }))
    }

    pub(crate) fn alphabeta(&self) -> Result<AlphaBeta, SpecError> {
        let sum = self.word("sum", &[("all", PathSum::All), ("rounds", PathSum::Rounds)])?;
        Ok(AlphaBeta::new(AlphaBetaConfig { depth: self.number("depth", 1..=6)?, sum }))
    }

    /// The other side of a tree search; only Sova's know the last way.
    fn opponent(&self) -> Result<Opponent, SpecError> {
        let words = [
            ("opposes", Opponent::Opposes),
            ("follows", Opponent::Follows),
            ("paired", Opponent::Paired),
        ];
        let known = if self.name() == "mcts-gerza" { &words[..2] } else { &words[..] };
        self.word("opponent", known)
    }

    fn sova(&self) -> Result<SovaConfig, SpecError> {
        let published = match self.name() {
            "mcts-sova-distance" => SovaConfig::distance(),
            _ => SovaConfig::wins(),
        };
        Ok(SovaConfig {
            budget: self.budget()?,
            exploration: self.number("exploration", 0.0..=1e9)?,
            opponent: self.opponent()?,
            ..published
        })
    }

    fn gerza(&self, rules: &Rules) -> Result<MctsGerza, SpecError> {
        let parameters = GerzaConfig {
            budget: self.budget()?,
            exploration: self.number("exploration", 0.0..=1e9)?,
            capture: self.number("capture", 0.0..=1e9)?,
            opponent: self.opponent()?,
        };
        MctsGerza::new(rules, parameters).map_err(|error| SpecError::Rules(error.to_string()))
    }

    pub(super) fn dqn(&self, rules: &Rules, side: yard_core::Side) -> Result<DqnAgent, SpecError> {
        // Rules come first: a model may be right and the board wrong.
        DqnAgent::check_rules(rules).map_err(|error| self.refuses(&error))?;
        let model = self.model(side)?;
        DqnAgent::new(model, rules, side).map_err(|error| self.refuses(&error))
    }

    /// Tells whether another agent plays the detectives before the last.
    pub(super) fn has_partner(&self) -> Result<bool, SpecError> {
        self.word("partner", &[("none", false), ("alphabeta", true)])
    }

    fn dqn_team(&self, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, SpecError> {
        let network = self.dqn(rules, yard_core::Side::Detectives)?;
        Ok(match self.has_partner()? {
            false => Box::new(network),
            true => {
                let partner = AlphaBeta::new(AlphaBetaConfig::default());
                Box::new(DqnBeside::new(network, Box::new(partner)))
            }
        })
    }

    fn qnet(&self, rules: &Rules, side: yard_core::Side) -> Result<QnetAgent, SpecError> {
        QnetAgent::check_rules(rules).map_err(|error| self.refuses(&error))?;
        let model = self.model(side)?;
        QnetAgent::new(model, rules, side).map_err(|error| self.refuses(&error))
    }

    fn model(&self, side: yard_core::Side) -> Result<Arc<yard_learn::Model>, SpecError> {
        load_model(self.text("model"), side).map_err(|text| self.wrong(text))
    }

    fn refuses(&self, error: &dyn fmt::Display) -> SpecError {
        SpecError::Rules(format!("{}: {error}", self.name()))
    }

    /// Makes the agent for Mr X's side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn mr_x(&self, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, SpecError> {
        match self.name() {
            "random" => Ok(Box::new(RandomAgent)),
            "lookahead" => Ok(Box::new(self.lookahead()?)),
            "paranoid" | "paranoid-nw" => Ok(Box::new(self.paranoid()?)),
            "alphabeta" => Ok(Box::new(self.alphabeta()?)),
            "mcts-sova" | "mcts-sova-distance" => Ok(Box::new(MctsSova::new(self.sova()?))),
            "mcts-gerza" => Ok(Box::new(self.gerza(rules)?)),
            "pimbot" => Ok(Box::new(self.pimbot()?)),
            "dqn" => Ok(Box::new(self.dqn(rules, yard_core::Side::MrX)?)),
            "qnet" => Ok(Box::new(self.qnet(rules, yard_core::Side::MrX)?)),
            "nash" => Ok(Box::new(self.nash(rules)?)),
            "best" => {
                self.check_best()?;
                self.stands_for(Side::MrX, rules).mr_x(rules)
            }
            "process" => Ok(Box::new(ProcessAgent::new(self.program()?))),
            agent => Err(SpecError::Side { agent, side: "Mr X" }),
        }
    }

    /// Makes the agent for the detectives' side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn detectives(&self, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, SpecError> {
        match self.name() {
            "random" => Ok(Box::new(RandomAgent)),
            "lookahead" => Ok(Box::new(self.lookahead()?)),
            "expectimax" => Ok(Box::new(self.expectimax()?)),
            "alphabeta" => Ok(Box::new(self.alphabeta()?)),
            "mcts-sova" | "mcts-sova-distance" => Ok(Box::new(MctsSova::new(self.sova()?))),
            "mcts-gerza" => Ok(Box::new(self.gerza(rules)?)),
            "pimbot" => Ok(Box::new(self.pimbot()?)),
            "dqn" => self.dqn_team(rules),
            "qnet" => Ok(Box::new(self.qnet(rules, yard_core::Side::Detectives)?)),
            "nash" => Ok(Box::new(self.nash(rules)?)),
            "best" => {
                self.check_best()?;
                self.stands_for(Side::Detectives, rules).detectives(rules)
            }
            "process" => Ok(Box::new(ProcessAgent::new(self.program()?))),
            agent => Err(SpecError::Side { agent, side: "the detectives" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classical_players_refuse_what_they_cannot_do() {
        let rules = yard_core::presets::rules("bristol").unwrap();
        let team = |text: &str| {
            let made = text.parse::<AgentSpec>().unwrap().detectives(&rules);
            made.err().map(|error| error.to_string()).unwrap_or_default()
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
        let mr_x = |text: &str| text.parse::<AgentSpec>().unwrap().mr_x(&rules).is_ok();
        assert!(mr_x("paranoid:ferry=9") && mr_x("paranoid-nw:nodes=100,depth=4"));
        assert!(!mr_x("expectimax") && !mr_x("paranoid:taxi=0") && !mr_x("paranoid:depth=0"));
    }
}
