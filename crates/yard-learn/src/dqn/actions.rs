//! What a network chooses among: steps of a grid, or a ticket and a station of any other board.

use yard_core::{Order, Rules, Station, Step, Stock, Ticket};

use super::cells::{Action, Cells};

/// The number of an output.
pub type ActionNumber = u16;

/// Words of a set: 255 stations and three tickets are 765 actions.
const WORDS: usize = 12;

/// A set of actions, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionSet {
    words: [u64; WORDS],
}

impl ActionSet {
    /// No action.
    pub const EMPTY: ActionSet = ActionSet { words: [0; WORDS] };

    /// The first so many actions.
    pub fn first(count: usize) -> ActionSet {
        (0..count as ActionNumber).collect()
    }

    /// Tells whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == ActionSet::EMPTY
    }

    /// Tells whether an action is in it.
    #[inline]
    pub fn contains(&self, action: usize) -> bool {
        self.words.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Adds an action; one beyond the last is left out.
    pub fn insert(&mut self, action: ActionNumber) {
        if let Some(word) = self.words.get_mut(usize::from(action) / 64) {
            *word |= 1 << (action % 64);
        }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The actions, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let lowest = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(at * 64 + lowest)
            })
        })
    }

    /// The first eight actions, where a grid has no others.
    pub(super) fn as_byte(&self) -> Option<u8> {
        let rest = self.words[1..].iter().all(|word| *word == 0);
        u8::try_from(self.words[0]).ok().filter(|_| rest)
    }
}

impl From<u8> for ActionSet {
    /// The first eight actions, a bit each.
    fn from(byte: u8) -> ActionSet {
        let mut words = [0; WORDS];
        words[0] = byte.into();
        ActionSet { words }
    }
}

impl FromIterator<ActionNumber> for ActionSet {
    fn from_iter<I: IntoIterator<Item = ActionNumber>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        actions.into_iter().for_each(|action| set.insert(action));
        set
    }
}

/// What the outputs of a network stand for on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionSpace {
    /// A grid: four steps, and four rides where there are buses.
    Grid(Cells),
    /// Any other board of so many stations: each station by taxi, then by bus, then by underground.
    Stations(usize),
}

impl ActionSpace {
    /// The outputs for some rules. `None` where detectives move in any order, and where Mr X has black or double tickets on
    /// a board that is no grid: no output stands for them.
    pub fn of(rules: &Rules) -> Option<ActionSpace> {
        if rules.order() != Order::Fixed {
            return None;
        }
        if let Some(cells) = Cells::of(rules) {
            return Some(ActionSpace::Grid(cells));
        }
        let tickets = rules.mr_x_tickets();
        let plain = tickets.of(Ticket::Black) == Stock::NONE && tickets.doubles() == Stock::NONE;
        plain.then(|| ActionSpace::Stations(rules.board().stations().len()))
    }

    /// Stations of the board.
    pub fn stations(&self) -> usize {
        match self {
            ActionSpace::Grid(cells) => cells.count(),
            ActionSpace::Stations(count) => *count,
        }
    }

    /// The grid, if it is one.
    pub fn cells(&self) -> Option<&Cells> {
        match self {
            ActionSpace::Grid(cells) => Some(cells),
            ActionSpace::Stations(_) => None,
        }
    }

    /// Outputs of a network.
    pub fn outputs(&self) -> usize {
        match self {
            ActionSpace::Grid(cells) => cells.outputs(),
            ActionSpace::Stations(count) => Ticket::DETECTIVES.len() * count,
        }
    }

    /// The output that stands for a step. On a grid the ticket tells nothing: no two steps lead to one cell.
    pub fn number(&self, from: Station, step: Step) -> Option<ActionNumber> {
        match self {
            ActionSpace::Grid(cells) => {
                let leads = |action: &&Action| cells.step(from, **action) == Some(step.to);
                cells.actions_of().iter().find(leads).map(|action| action.index() as ActionNumber)
            }
            ActionSpace::Stations(count) => {
                let kind = Ticket::DETECTIVES.iter().position(|ticket| *ticket == step.ticket)?;
                Some((kind * count + Cells::of_station(step.to)) as ActionNumber)
            }
        }
    }

    /// The step that an output stands for; `None` where it leads off the grid.
    pub fn step(&self, from: Station, action: usize) -> Option<Step> {
        match self {
            ActionSpace::Grid(cells) => {
                let action = *Action::ALL.get(action)?;
                Some(Step { ticket: action.ticket(), to: cells.step(from, action)? })
            }
            ActionSpace::Stations(count) => {
                let ticket = *Ticket::DETECTIVES.get(action / count)?;
                let to = Station::new(u8::try_from(action % count + 1).ok()?)?;
                Some(Step { ticket, to })
            }
        }
    }

    /// Tells whether a move is the one that was chosen.
    pub(super) fn is_same(&self, chosen: Step, step: Step) -> bool {
        match self {
            ActionSpace::Grid(_) => chosen.to == step.to,
            ActionSpace::Stations(_) => chosen == step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_core::presets;

    #[test]
    fn sets_hold_what_was_put_in() {
        let set: ActionSet = [3, 64, 596, 767].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 596, 767]);
        assert_eq!(set.len(), 4);
        assert!(set.contains(596) && !set.contains(597) && !set.contains(100_000));
        assert_eq!((set.as_byte(), ActionSet::from(0b1010).as_byte()), (None, Some(0b1010)));
        assert_eq!(ActionSet::first(3), ActionSet::from(0b111));
        assert!(ActionSet::EMPTY.is_empty() && !set.is_empty());
    }

    /// Every line out of every station of London has an output of its own, and the output leads back to it.
    #[test]
    fn outputs_of_london_and_steps_go_together() {
        let rules = presets::rules("dash").unwrap();
        let space = ActionSpace::of(&rules).unwrap();
        assert_eq!((space.stations(), space.outputs(), space.cells()), (199, 597, None));
        for from in &rules.board().stations() {
            let mut seen = ActionSet::EMPTY;
            for ticket in Ticket::DETECTIVES {
                for to in rules.board().reach(from, ticket) {
                    let step = Step { ticket, to };
                    let number = space.number(from, step).unwrap();
                    assert!(!seen.contains(number.into()));
                    seen.insert(number);
                    assert_eq!(space.step(from, number.into()), Some(step));
                }
            }
        }
        let black = Step { ticket: Ticket::Black, to: Station::new(1).unwrap() };
        assert_eq!(space.number(Station::new(8).unwrap(), black), None);
    }

    #[test]
    fn rules_that_no_output_stands_for_are_refused() {
        for name in ["classic", "modern", "bristol"] {
            assert_eq!(ActionSpace::of(&presets::rules(name).unwrap()), None, "{name}");
        }
        let glasses = ActionSpace::of(&presets::rules("glasses").unwrap());
        assert!(matches!(glasses, Some(ActionSpace::Stations(_))));
        let grid = ActionSpace::of(&presets::rules("grid5").unwrap()).unwrap();
        assert_eq!((grid.outputs(), grid.cells().map(Cells::side)), (4, Some(5)));
    }
}
