//! How large a game is, before anybody begins to solve it.

use std::fmt;

use yard_core::{Board, Rules, Start, Ticket};

/// A rough size, good to a factor of a few.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Positions after sightings, mirror images not counted twice.
    pub positions: f64,
    /// Payoffs of the largest segment.
    pub largest: f64,
    /// Payoffs of all segments together.
    pub payoffs: f64,
}

impl Estimate {
    /// Memory for the largest segment and the bounds, in bytes.
    pub fn bytes(&self) -> f64 {
        self.largest * 40.0 + self.positions * 24.0
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "about {} positions after sightings, {} payoffs in the largest segment and {} in all",
            Power(self.positions),
            Power(self.largest),
            Power(self.payoffs)
        )
    }
}

/// A number as people say it: 480, 35,000 or 10^23.
struct Power(f64);

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.max(1.0).log10();
        if digits < 4.0 { write!(f, "{:.0}", self.0) } else { write!(f, "10^{digits:.0}") }
    }
}

/// Estimates the size of a game from the mean numbers of its lines.
pub fn estimate(rules: &Rules) -> Estimate {
    let stations = rules.board().stations().len() as f64;
    let detectives = f64::from(rules.detectives());
    let symmetries = count_symmetries(rules.board()) as f64;
    let detective_moves = mean_lines(rules, |ticket| rules.detective_tickets().of(ticket).has(1));
    let tickets = shown_tickets(rules);
    let round = detective_moves.powf(detectives) * tickets;
    let places = (stations.powf(detectives) * ticket_states(rules)).max(1.0);
    let mut estimate = Estimate { positions: 0.0, largest: 0.0, payoffs: 0.0 };
    let mut roots = match rules.start() {
        Start::Fixed { .. } => 1.0,
        Start::Deck(_) | Start::Decks { .. } | Start::Anywhere => {
            stations.powf(detectives) / symmetries
        }
    };
    let mut slot = 0;
    let mut known = rules.start_known();
    loop {
        let next = rules.next_surfacing(slot);
        let rounds = f64::from(next.unwrap_or(rules.slots()) - slot);
        // The detectives have moved once more in segments that begin with a sighting.
        let turns = if slot == 0 && next.is_some() { rounds - 1.0 } else { rounds };
        let spread =
            if known { (2.0 * turns * turns).clamp(1.0, stations / 2.0) } else { stations };
        let payoffs = round.powf(turns) * spread;
        estimate.largest = estimate.largest.max(payoffs);
        estimate.payoffs += roots * payoffs;
        let Some(next) = next else { return estimate };
        (slot, known) = (next, true);
        roots = stations * places / symmetries;
        estimate.positions += roots;
    }
}

/// How many symmetries a board has. A grid has those of a square; looking for them takes half a second on a large one,
/// and whoever asks for `nash` there is to be refused at once.
fn count_symmetries(board: &Board) -> usize {
    match board.grid_size() {
        Some(1) => 1,
        Some(_) => 8,
        None => super::symmetry::symmetries(board).len(),
    }
}

/// The mean number of moves with the tickets that count.
fn mean_lines(rules: &Rules, counts: impl Fn(Ticket) -> bool) -> f64 {
    let board = rules.board();
    let of = |station| {
        let reach = Ticket::DETECTIVES.into_iter().filter(|ticket| counts(*ticket));
        reach.map(|ticket| board.reach(station, ticket).len()).sum::<usize>().max(1) as f64
    };
    let all: f64 = board.stations().iter().map(of).sum();
    all / board.stations().len() as f64
}

/// What everybody can see of one turn of Mr X while he is hidden.
fn shown_tickets(rules: &Rules) -> f64 {
    let held = |ticket: &Ticket| {
        rules.mr_x_tickets().of(*ticket).has(1)
            && rules
                .board()
                .stations()
                .iter()
                .any(|from| !rules.board().reach(from, *ticket).is_empty())
    };
    let kinds = Ticket::ALL.into_iter().filter(held).count().max(1) as f64;
    if rules.mr_x_tickets().doubles().has(1) { kinds + kinds * kinds } else { kinds }
}

/// How many counts of tickets can lie open at one time.
fn ticket_states(rules: &Rules) -> f64 {
    let kinds = Ticket::DETECTIVES.into_iter().filter(|ticket| {
        rules.detective_tickets().of(*ticket).tickets().is_some_and(|count| count > 0)
    });
    let kinds = kinds.count() as f64;
    // So many tickets are spent after half of the game, in any mixture.
    let spent = f64::from(rules.slots()) / 2.0;
    let mixtures = if kinds > 1.0 { spent.powf(kinds - 1.0) } else { 1.0 };
    mixtures.powf(f64::from(rules.detectives()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pursuit::symmetry::symmetries;

    #[test]
    fn a_grid_has_the_symmetries_of_a_square() {
        for name in ["grid:2,1,3", "grid:3,2,5", "grid:5,2,15", "grid:7,3,15"] {
            let rules = yard_core::presets::rules(name).unwrap();
            let board = rules.board();
            assert_eq!(count_symmetries(board), symmetries(board).len(), "{name}");
        }
    }
}
