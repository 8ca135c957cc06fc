//! The fixed set of actions, and what each number means.

use yard_core::{Board, Station, Step, Ticket};

/// One decision of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Pay a ticket and go to a station.
    Go(Step),
    /// Stay, where no move is possible.
    Pass,
    /// Begin a double move; both steps follow as actions of their own.
    Double,
    /// Let a colleague go first, where the detectives move in any order.
    Wait,
}

/// The numbers of all actions on one board.
///
/// Tickets come in the order taxi, bus, underground, black. The action (ticket t, station s) has the
/// number t · n + s − 1 on a board of n stations. Behind them come pass, double and wait.
///
/// ```
/// use yard_env::{Action, Actions};
/// let rules = yard_core::presets::rules("classic").unwrap();
/// let actions = Actions::new(rules.board());
/// assert_eq!(actions.len(), 4 * 199 + 3);
/// assert_eq!(actions.number(Action::Pass), 4 * 199);
/// let number = actions.number(actions.action(200).unwrap());
/// assert_eq!(number, 200);
/// assert_eq!(actions.action(4 * 199 + 3), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actions {
    /// The highest number of a station.
    stations: usize,
}

impl Actions {
    /// The actions of a board.
    #[must_use]
    pub fn new(board: &Board) -> Actions {
        let stations = board.stations().iter().map(|s| usize::from(s.number())).max();
        Actions { stations: stations.unwrap_or(0) }
    }

    /// How many there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(&self) -> usize {
        Ticket::ALL.len() * self.stations + 3
    }

    /// The highest number of a station, which is the length of a plane over stations.
    #[must_use]
    pub fn stations(&self) -> usize {
        self.stations
    }

    /// The number of an action.
    #[must_use]
    #[inline]
    pub fn number(&self, action: Action) -> usize {
        let beyond = Ticket::ALL.len() * self.stations;
        match action {
            Action::Go(Step { ticket, to }) => {
                ticket as usize * self.stations + usize::from(to.number()) - 1
            }
            Action::Pass => beyond,
            Action::Double => beyond + 1,
            Action::Wait => beyond + 2,
        }
    }

    /// The action of a number; `None` when no action has it.
    #[must_use]
    #[inline]
    pub fn action(&self, number: usize) -> Option<Action> {
        let beyond = Ticket::ALL.len() * self.stations;
        match number.checked_sub(beyond) {
            None => {
                let ticket = Ticket::ALL[number / self.stations];
                let to = Station::new((number % self.stations + 1) as u8)?;
                Some(Action::Go(Step { ticket, to }))
            }
            Some(0) => Some(Action::Pass),
            Some(1) => Some(Action::Double),
            Some(2) => Some(Action::Wait),
            Some(_) => None,
        }
    }
}
