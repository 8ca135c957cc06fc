//! `dqn` as a policy: the chance of every move as a function of the view.

use yard_agents::{Detectives, MrX, Policy, RandomAgent, Reads, Seed};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

use super::agent::DqnAgent;
use crate::model::Observation;

/// Its move is certain; where its networks like an illegal step best and any legal one replaces it, every legal move is
/// equally likely.
impl Policy<MrX> for DqnAgent {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        // Without exploration nothing is drawn.
        match self.mr_x_choice(view, &mut Seed(0).stream("unused")) {
            Some(mv) => vec![(mv, 1.0)],
            None => Policy::<MrX>::chances(&mut RandomAgent, view),
        }
    }

    fn reads(&self) -> Reads {
        match self.observation() {
            Observation::Hrklova | Observation::HrklovaProgram => Reads::State,
            // What the detectives believe begins at a sighting.
            Observation::Planes
            | Observation::Sighting
            | Observation::Tickets
            | Observation::Stations
            | Observation::Dash
            | Observation::DashEach
            | Observation::DashTeam => Reads::Sighting,
        }
    }
}

impl Policy<Detectives> for DqnAgent {
    fn chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        match self.detective_choice(view, &mut Seed(0).stream("unused")) {
            Some(mv) => vec![(mv, 1.0)],
            None => Policy::<Detectives>::chances(&mut RandomAgent, view),
        }
    }

    fn reads(&self) -> Reads {
        Reads::Sighting
    }
}
