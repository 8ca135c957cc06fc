//! Agents of the roster that can say how likely they play each move.

use yard_agents::{Detectives, MrX, Policy, RandomAgent, Reads};
use yard_core::Rules;

use crate::spec::{AgentSpec, SpecError};

impl AgentSpec {
    /// The agent as a policy of Mr X that looks at nothing before the last sighting; `None` if it is none.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn mr_x_policy(&self, rules: &Rules) -> Result<Option<Box<dyn Policy<MrX>>>, SpecError> {
        self.mr_x(rules)?;
        let by_time = self.is_given("ms");
        let policy: Box<dyn Policy<MrX>> = match self.name() {
            "random" => Box::new(RandomAgent),
            "lookahead" => Box::new(self.lookahead()?),
            "alphabeta" => Box::new(self.alphabeta()?),
            "dqn" => Box::new(self.dqn(rules, yard_core::Side::MrX)?),
            "paranoid" if !by_time => Box::new(self.paranoid()?),
            _ => return Ok(None),
        };
        Ok((policy.reads() != Reads::Log).then_some(policy))
    }

    /// The agent as a policy of the detectives that looks at nothing before the last sighting; `None` if it is none.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn detectives_policy(
        &self,
        rules: &Rules,
    ) -> Result<Option<Box<dyn Policy<Detectives>>>, SpecError> {
        self.detectives(rules)?;
        let policy: Box<dyn Policy<Detectives>> = match self.name() {
            "random" => Box::new(RandomAgent),
            "lookahead" => Box::new(self.lookahead()?),
            "dqn" if !self.has_partner()? => {
                Box::new(self.dqn(rules, yard_core::Side::Detectives)?)
            }
            _ => return Ok(None),
        };
        Ok((policy.reads() != Reads::Log).then_some(policy))
    }
}
