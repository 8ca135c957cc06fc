//! Observations as numbers. What a detective observes is made from the detectives' view alone.

use yard_core::{
    DetectiveId, DetectiveView, MrXView, PublicMrXMove, PublicPly, Rules, Sighting, Stock, Ticket,
    Turn,
};
use yard_learn::Observation;
use yard_learn::dqn;
use yard_learn::net::Entry;
use yard_learn::qnet;

use crate::env::{Env, EnvAgent};

/// Slots of the travel log that the compact observation shows, the latest first.
const REMEMBERED: usize = 5;
/// Numbers before those of the detectives.
const HEAD: usize = 16;

/// Which numbers an agent sees. docs/reference/observation.md has the index tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Some forty small numbers, for any rules.
    Compact,
    /// The inputs of Dash et al. 2018: 1213 for Mr X and 1230 for a detective, padded to 1230.
    Dash,
    /// The same without the number of the moving detective: 1225, for networks of their own.
    DashEach,
    /// The planes of Hrkľová 2023, for grids.
    Hrklova,
    /// Our own planes, for grids.
    Planes,
}

/// An observation that cannot be had under some rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the observation {kind} is not for {rules}: {cause}")]
pub struct NoKind {
    kind: &'static str,
    rules: String,
    cause: &'static str,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] =
        [Kind::Compact, Kind::Dash, Kind::DashEach, Kind::Hrklova, Kind::Planes];

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Compact => "compact",
            Kind::Dash => "dash",
            Kind::DashEach => "dash-each",
            Kind::Hrklova => "hrklova",
            Kind::Planes => "planes",
        }
    }

    /// The kind of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How many numbers the compact observation has.
#[must_use]
pub fn compact_len(rules: &Rules) -> usize {
    HEAD + 5 * usize::from(rules.detectives()) + REMEMBERED
}

/// Writes observations of one kind.
#[derive(Clone, Debug)]
pub struct Observer {
    kind: Kind,
    len: usize,
    belief: dqn::Belief,
    row: Vec<Entry>,
}

impl Observer {
    /// An observer for games under these rules.
    ///
    /// # Errors
    /// When the observation is for other boards.
    pub fn new(kind: Kind, rules: &Rules) -> Result<Observer, NoKind> {
        let no = |cause| NoKind { kind: kind.name(), rules: rules.name().to_owned(), cause };
        let cells = rules.board().stations().len();
        let len = match kind {
            Kind::Compact => compact_len(rules),
            Kind::Dash | Kind::DashEach if !qnet::supports(rules) => {
                return Err(no("it is for London without black tickets and double moves"));
            }
            Kind::Dash => qnet::SINGLE_INPUTS,
            Kind::DashEach => qnet::DETECTIVE_INPUTS,
            Kind::Hrklova | Kind::Planes if rules.board().grid_size().is_none() => {
                return Err(no("it is for grids"));
            }
            Kind::Hrklova => 2 * cells,
            Kind::Planes => 6 * cells,
        };
        Ok(Observer { kind, len, belief: dqn::Belief::default(), row: Vec::new() })
    }

    /// How many numbers an observation has; the same for all agents.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Writes what an agent sees as whole numbers; only for [`Kind::Compact`].
    ///
    /// # Panics
    /// When `out` has another length, or the kind is another.
    #[inline]
    pub fn compact(&self, env: &Env, agent: EnvAgent, out: &mut [u8]) {
        assert!(self.kind == Kind::Compact && out.len() == self.len, "room for the observation");
        let (detectives, mr_x) = (env.game().detective_view(), env.game().mr_x_view());
        public_numbers(detectives, agent, out);
        match agent {
            EnvAgent::MrX => own_numbers(env, mr_x, out),
            EnvAgent::Detective(_) => {}
        }
    }

    /// Writes what an agent sees as floating-point numbers, of any kind.
    ///
    /// # Panics
    /// When `out` has another length.
    pub fn floats(&mut self, env: &Env, agent: EnvAgent, out: &mut [f32]) {
        assert_eq!(out.len(), self.len, "room for the observation");
        out.fill(0.0);
        let (detectives, mr_x) = (env.game().detective_view(), env.game().mr_x_view());
        let planes =
            |kind| if kind == Kind::Hrklova { Observation::Hrklova } else { Observation::Planes };
        match (self.kind, agent) {
            (Kind::Compact, _) => {
                let mut bytes = vec![0; self.len];
                self.compact(env, agent, &mut bytes);
                for (out, byte) in out.iter_mut().zip(bytes) {
                    *out = f32::from(byte);
                }
                return;
            }
            (Kind::Dash | Kind::DashEach, EnvAgent::MrX) => qnet::mr_x_entries(mr_x, &mut self.row),
            (Kind::Dash, EnvAgent::Detective(id)) => {
                qnet::detective_entries(detectives, Some(id), &mut self.row);
            }
            (Kind::DashEach, EnvAgent::Detective(_)) => {
                qnet::detective_entries(detectives, None, &mut self.row);
            }
            (Kind::Hrklova | Kind::Planes, EnvAgent::MrX) => {
                dqn::mr_x_entries(planes(self.kind), mr_x, &mut self.belief, &mut self.row);
            }
            (Kind::Hrklova | Kind::Planes, EnvAgent::Detective(_)) => {
                dqn::detective_entries(
                    planes(self.kind),
                    detectives,
                    &mut self.belief,
                    &mut self.row,
                );
            }
        }
        for (at, number) in &self.row {
            out[*at as usize] = *number;
        }
    }
}

/// What everybody knows; made from the detectives' view.
#[inline]
fn public_numbers(view: &DetectiveView, agent: EnvAgent, out: &mut [u8]) {
    let (rules, public) = (view.rules(), view.public());
    let used = public.slots_used();
    out[0] = agent.number();
    out[1] = used;
    out[2] = rules.slots();
    out[3] = public.rounds_left(rules);
    out[4] = rules.next_surfacing(used).map_or(0, |slot| slot - used);
    let mut remembered = [0; REMEMBERED];
    let seen = look_back(view, &mut remembered);
    out[5] = seen.map_or(0, |seen| seen.station.number());
    out[6] = seen.map_or(0, |seen| used - seen.slot);
    out[7..11].fill(0);
    let tickets = public.mr_x_tickets();
    for (at, ticket) in Ticket::ALL.into_iter().enumerate() {
        out[11 + at] = count(tickets.of(ticket));
    }
    out[15] = count(tickets.doubles());
    let team = usize::from(rules.detectives());
    // In fixed order those before the one to move have moved; only in any order is it kept.
    let before = match view.turn() {
        Turn::Detective(next) => next.index(),
        Turn::MrX | Turn::Team | Turn::Over(_) => 0,
    };
    let rest = &mut out[HEAD..];
    for (at, station) in public.detectives().enumerate() {
        rest[at] = station.number();
    }
    for (at, id) in DetectiveId::ALL.into_iter().take(team).enumerate() {
        let own = public.detective_tickets(id);
        for (kind, ticket) in Ticket::DETECTIVES.into_iter().enumerate() {
            rest[team + 3 * at + kind] = count(own.of(ticket));
        }
        rest[4 * team + at] = u8::from(at < before || public.has_moved(id));
    }
    rest[5 * team..].copy_from_slice(&remembered);
}

/// What only Mr X knows: his station, and the double move that he has begun.
#[inline]
fn own_numbers(env: &Env, view: &MrXView, out: &mut [u8]) {
    out[7] = view.station().number();
    let (stage, first) = env.double_stage();
    out[8] = stage;
    out[9] = first.map_or(0, |first| first.ticket as u8 + 1);
    out[10] = first.map_or(0, |first| first.to.number());
}

/// Tickets in a stock; 255 is unlimited.
fn count(stock: Stock) -> u8 {
    stock.tickets().unwrap_or(u8::MAX)
}

/// The last tickets of Mr X, the latest first, and where he was seen last. Reads the log backwards only
/// as far as needed.
#[inline]
fn look_back(view: &DetectiveView, tickets: &mut [u8; REMEMBERED]) -> Option<Sighting> {
    let mut slot = view.public().slots_used();
    let mut at = 0;
    let mut seen = None;
    for ply in view.log().plies().iter().rev() {
        let PublicPly::MrX(mv) = ply else { continue };
        let steps = match *mv {
            PublicMrXMove::Single(step) => [Some(step), None],
            PublicMrXMove::Double(first, second) => [Some(second), Some(first)],
        };
        for step in steps.into_iter().flatten() {
            if at < REMEMBERED {
                tickets[at] = step.ticket as u8 + 1;
                at += 1;
            }
            if seen.is_none() {
                seen = step.seen.map(|station| Sighting { slot, station });
            }
            slot = slot.saturating_sub(1);
        }
        if seen.is_some() && at == REMEMBERED {
            return seen;
        }
    }
    let start = view.log().mr_x_start().map(|station| Sighting { slot: 0, station });
    seen.or(start)
}
