//! Cells, the steps and rides between them, and the eight ways to lay a square onto itself.

use yard_core::{Board, Rules, Station, StationSet, Ticket};

/// A step to a neighbour, or a bus ride to the cell after it; the outputs of a network stand in this order.
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
    /// Two rows up, by bus.
    BusUp = 4,
    /// Two rows down, by bus.
    BusDown = 5,
    /// Two columns left, by bus.
    BusLeft = 6,
    /// Two columns right, by bus.
    BusRight = 7,
}

impl Action {
    /// The steps of a plain grid, in the order of the outputs.
    pub const STEPS: [Action; 4] = [Action::Up, Action::Down, Action::Left, Action::Right];

    /// All of them, in the order of the outputs.
    pub const ALL: [Action; 8] = [
        Action::Up,
        Action::Down,
        Action::Left,
        Action::Right,
        Action::BusUp,
        Action::BusDown,
        Action::BusLeft,
        Action::BusRight,
    ];

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
            Action::BusUp => (-2, 0),
            Action::BusDown => (2, 0),
            Action::BusLeft => (0, -2),
            Action::BusRight => (0, 2),
        }
    }

    /// What pays for it.
    pub(super) const fn ticket(self) -> Ticket {
        match self {
            Action::Up | Action::Down | Action::Left | Action::Right => Ticket::Taxi,
            Action::BusUp | Action::BusDown | Action::BusLeft | Action::BusRight => Ticket::Bus,
        }
    }
}

/// The geometry of a grid of some side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    side: usize,
    /// From where buses lead where; nothing on a plain grid.
    buses: Vec<StationSet>,
    /// `turned[symmetry][cell]`: where the cell comes to lie.
    turned: Vec<Vec<u32>>,
    /// `actions[symmetry][action]`: which step it becomes.
    actions: Vec<[u8; 4]>,
}

impl Cells {
    /// So many ways lay a square onto itself.
    pub const SYMMETRIES: usize = 8;

    /// The geometry of the rules' board; `None` when that is no grid. A board of one's own is one if its taxi lines are those
    /// of a square, and bus lines, if it has any, join cells that are two apart in a row or a column.
    pub fn of(rules: &Rules) -> Option<Cells> {
        let board = rules.board();
        if let Some(side) = board.grid_size() {
            return Some(Cells::new(side.into()));
        }
        let side = board.stations().len().isqrt();
        let mut cells = Cells::new(side);
        if cells.count() != board.stations().len() {
            return None;
        }
        let reach = |board: &Board, from, ticket| *board.reach(from, ticket);
        let has_bus = board.stations().iter().any(|at| !reach(board, at, Ticket::Bus).is_empty());
        if has_bus {
            let buses = board.stations();
            cells.buses = buses.iter().map(|from| reach(board, from, Ticket::Bus)).collect();
        }
        let fits = |from: Station| {
            let leads = |ticket: Ticket| {
                let of_kind = Action::ALL.into_iter().filter(|action| action.ticket() == ticket);
                of_kind.filter_map(|action| cells.step(from, action)).collect::<StationSet>()
            };
            [Ticket::Taxi, Ticket::Bus].iter().all(|kind| leads(*kind) == reach(board, from, *kind))
                && reach(board, from, Ticket::Underground).is_empty()
        };
        board.stations().iter().all(fits).then_some(cells)
    }

    /// Outputs of a network: four steps, and four rides where there are buses.
    pub fn outputs(&self) -> usize {
        self.actions_of().len()
    }

    /// The actions of this board, in the order of the outputs.
    pub(super) fn actions_of(&self) -> &'static [Action] {
        if self.buses.is_empty() { &Action::STEPS } else { &Action::ALL }
    }

    /// Whether the symmetries of the square leave the bus lines as they are.
    pub(super) fn is_symmetric(&self) -> bool {
        let turned = |symmetry: usize, station: Station| {
            let cell = self.turned[symmetry][Cells::of_station(station)];
            u8::try_from(cell + 1).ok().and_then(Station::new)
        };
        let kept = |symmetry: usize| {
            (1..).zip(&self.buses).all(|(number, reach)| {
                let Some(from) = Station::new(number) else { return true };
                reach.iter().all(|to| match (turned(symmetry, from), turned(symmetry, to)) {
                    (Some(from), Some(to)) => self.buses[Cells::of_station(from)].contains(to),
                    (None, _) | (_, None) => false,
                })
            })
        };
        (0..Cells::SYMMETRIES).all(kept)
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
                    let found = Action::STEPS.iter().position(|other| {
                        let (row, column) = other.offset();
                        at == (1 + row) as usize * 3 + (1 + column) as usize
                    });
                    found.unwrap_or(0) as u8
                };
                Action::STEPS.map(becomes)
            })
            .collect();
        Cells { side, buses: Vec::new(), turned, actions }
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
        let to = Station::new(u8::try_from(row * self.side + column + 1).ok()?)?;
        match action.ticket() {
            Ticket::Bus => self.buses.get(cell).filter(|reach| reach.contains(to)).map(|_| to),
            Ticket::Taxi | Ticket::Underground | Ticket::Black => Some(to),
        }
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
        self.actions[symmetry][usize::from(action & 3)] | action & 4
    }

    /// A set of actions, a bit each, after a symmetry.
    #[inline]
    pub fn turn_actions(&self, symmetry: usize, actions: u8) -> u8 {
        (0..8)
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

    /// A square of nine cells with buses along its edges, from corner to corner.
    fn with_buses(lines: &str) -> Option<Cells> {
        let text = format!("version = 1\nname = 'b'\nbase = 'grid:3'\n[lines]\n{lines}");
        let board = Board::from_toml(&text, &yard_core::presets::board).unwrap();
        let rules = "version = 1\nname = 'r'\nboard = 'b'\ndetectives = 1\nlog_slots = 5\nsurfaces_every = 2\n\
                     [detective_tickets]\ntaxi = 9\nbus = 2\n[mr_x_tickets]\ntaxi = 9\nbus = 2\n\
                     [start]\nanywhere = true\n";
        let board = std::sync::Arc::new(board);
        let rules = Rules::from_toml(rules, &|_| Ok(std::sync::Arc::clone(&board))).unwrap();
        Cells::of(&rules)
    }

    #[test]
    fn buses_lead_two_cells_on_where_there_are_lines() {
        let cells = with_buses("bus = [[1, 3], [1, 7]]").unwrap();
        let at = |number: u8| Station::new(number).unwrap();
        assert_eq!(cells.outputs(), 8);
        assert_eq!(cells.step(at(1), Action::BusRight), Some(at(3)));
        assert_eq!(cells.step(at(3), Action::BusLeft), Some(at(1)));
        assert_eq!(cells.step(at(1), Action::BusDown), Some(at(7)));
        assert_eq!(cells.step(at(3), Action::BusDown), None, "no line");
        assert_eq!(cells.step(at(1), Action::BusUp), None, "off the board");
        assert_eq!(cells.step(at(1), Action::Right), Some(at(2)));
        assert!(!cells.is_symmetric());
        assert!(with_buses("bus = [[1, 3], [3, 9], [9, 7], [7, 1]]").unwrap().is_symmetric());
        // Without buses it is a grid like any other, and other lines make it none.
        assert_eq!(with_buses("").unwrap().outputs(), 4);
        assert!(with_buses("bus = [[1, 9]]").is_none());
        assert!(with_buses("underground = [[1, 3]]").is_none());
        assert!(with_buses("taxi = [[1, 9]]").is_none());
    }

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
                    for action in Action::STEPS {
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
