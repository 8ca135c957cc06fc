//! Cells, the four directions, and the eight ways to lay a square onto itself.

use yard_core::{Rules, Station};

/// One of the four steps; the outputs of a network stand in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Action {
    /// A row up.
    Up = 0,
    /// A row down.
    Down = 1,
    /// A column left.
    Left = 2,
    /// A column right.
    Right = 3,
}

impl Action {
    /// All four, in the order of the outputs.
    pub const ALL: [Action; 4] = [Action::Up, Action::Down, Action::Left, Action::Right];

    /// The order in which the published program of Hrkľová 2023 looks for a legal step.
    pub(super) const AS_RUN: [Action; 4] = [Action::Right, Action::Down, Action::Left, Action::Up];

    /// The output that stands for it.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Rows and columns that it leads on.
    const fn offset(self) -> (i32, i32) {
        match self {
            Action::Up => (-1, 0),
            Action::Down => (1, 0),
            Action::Left => (0, -1),
            Action::Right => (0, 1),
        }
    }
}

/// The geometry of a grid of some side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    side: usize,
    /// `turned[symmetry][cell]`: where the cell comes to lie.
    turned: Vec<Vec<u32>>,
    /// `actions[symmetry][action]`: which step it becomes.
    actions: Vec<[u8; 4]>,
}

impl Cells {
    /// So many ways lay a square onto itself.
    pub const SYMMETRIES: usize = 8;

    /// The geometry of the rules' board; `None` when that is no grid.
    pub fn of(rules: &Rules) -> Option<Cells> {
        rules.board().grid_size().map(|side| Cells::new(side.into()))
    }

    /// A grid of so many cells a side.
    pub fn new(side: usize) -> Cells {
        let turned = (0..Cells::SYMMETRIES)
            .map(|symmetry| {
                let place = |cell: usize| turn(symmetry, side, cell / side, cell % side);
                (0..side * side).map(|cell| place(cell) as u32).collect()
            })
            .collect();
        // Where the steps from the middle of a 3 × 3 square lead tells what they become.
        let actions = (0..Cells::SYMMETRIES)
            .map(|symmetry| {
                let becomes = |action: Action| {
                    let (row, column) = action.offset();
                    let at = turn(symmetry, 3, (1 + row) as usize, (1 + column) as usize);
                    let found = Action::ALL.iter().position(|other| {
                        let (row, column) = other.offset();
                        at == (1 + row) as usize * 3 + (1 + column) as usize
                    });
                    found.unwrap_or(0) as u8
                };
                Action::ALL.map(becomes)
            })
            .collect();
        Cells { side, turned, actions }
    }

    /// Cells of a side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// All cells.
    pub fn count(&self) -> usize {
        self.side * self.side
    }

    /// The number of a station's cell, counted from 0, row by row.
    #[inline]
    pub fn of_station(station: Station) -> usize {
        usize::from(station.number()) - 1
    }

    /// Where a step leads, if not off the board.
    pub fn step(&self, from: Station, action: Action) -> Option<Station> {
        let cell = Cells::of_station(from);
        let (row, column) = action.offset();
        let row = (cell / self.side).checked_add_signed(row as isize)?;
        let column = (cell % self.side).checked_add_signed(column as isize)?;
        if row >= self.side || column >= self.side {
            return None;
        }
        Station::new(u8::try_from(row * self.side + column + 1).ok()?)
    }

    /// An input of a network after a symmetry; inputs lie plane by plane.
    #[inline]
    pub fn turn_input(&self, symmetry: usize, input: u32) -> u32 {
        let cells = self.count() as u32;
        let (plane, cell) = (input / cells, input % cells);
        plane * cells + self.turned[symmetry][cell as usize]
    }

    /// The number of an action after a symmetry.
    #[inline]
    pub fn turn_action(&self, symmetry: usize, action: u8) -> u8 {
        self.actions[symmetry][usize::from(action & 3)]
    }

    /// A set of actions, a bit each, after a symmetry.
    #[inline]
    pub fn turn_actions(&self, symmetry: usize, actions: u8) -> u8 {
        (0..4)
            .filter(|action| actions >> action & 1 == 1)
            .fold(0, |set, action| set | 1 << self.turn_action(symmetry, action))
    }
}

/// Bit 0 mirrors left and right, bit 1 up and down, bit 2 swaps rows and columns.
fn turn(symmetry: usize, side: usize, row: usize, column: usize) -> usize {
    let column = if symmetry & 1 == 0 { column } else { side - 1 - column };
    let row = if symmetry & 2 == 0 { row } else { side - 1 - row };
    if symmetry & 4 == 0 { row * side + column } else { column * side + row }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step and then a symmetry is the symmetry and then the step that it becomes.
    #[test]
    fn steps_and_symmetries_go_together() {
        for side in [3, 5] {
            let cells = Cells::new(side);
            for symmetry in 0..Cells::SYMMETRIES {
                for number in 1..=(side * side) as u8 {
                    let from = Station::new(number).unwrap();
                    let turned = |station: Station| {
                        let cell = Cells::of_station(station) as u32;
                        Station::new(cells.turn_input(symmetry, cell) as u8 + 1).unwrap()
                    };
                    for action in Action::ALL {
                        let index = cells.turn_action(symmetry, action as u8);
                        let becomes = Action::ALL[usize::from(index)];
                        let then = cells.step(from, action).map(turned);
                        assert_eq!(then, cells.step(turned(from), becomes));
                    }
                }
                assert_eq!(cells.turn_actions(symmetry, 0b1111), 0b1111);
            }
        }
    }
}
