//! Grid boards as text, and the keys that steer on them.

use yard_core::{Board, DetectiveView, MrXView, Outcome, PublicState, Station, StationSet, Turn};

use super::Ink;

/// A step on the grid: `w` up, `a` left, `s` down, `d` right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// Row − 1.
    Up,
    /// Column − 1.
    Left,
    /// Row + 1.
    Down,
    /// Column + 1.
    Right,
}

impl Key {
    /// All keys, in the order w a s d.
    const ALL: [Key; 4] = [Key::Up, Key::Left, Key::Down, Key::Right];

    /// The key of this letter.
    pub(crate) fn from_letter(text: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| text.eq_ignore_ascii_case(key.letter()))
    }

    /// What is typed.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Key::Up => "w",
            Key::Left => "a",
            Key::Down => "s",
            Key::Right => "d",
        }
    }

    /// What it means.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Key::Up => "up",
            Key::Left => "left",
            Key::Down => "down",
            Key::Right => "right",
        }
    }

    /// The cell it leads to; `None` over the edge, and on boards that are no grid.
    pub(crate) fn target(self, board: &Board, from: Station) -> Option<Station> {
        let size = u32::from(board.grid_size()?);
        let cell = u32::from(from.number()) - 1;
        let (row, column) = (cell / size, cell % size);
        let (row, column) = match self {
            Key::Up => (row.checked_sub(1)?, column),
            Key::Left => (row, column.checked_sub(1)?),
            Key::Down => (row + 1, column),
            Key::Right => (row, column + 1),
        };
        if row >= size || column >= size {
            return None;
        }
        board.station(row * size + column + 1)
    }

    /// The key that leads from one cell to another.
    pub(crate) fn between(board: &Board, from: Station, to: Station) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.target(board, from) == Some(to))
    }
}

/// What is drawn beside the detectives.
struct Marks {
    /// Where Mr X was last seen.
    seen: Option<Station>,
    /// Where he is, if the onlooker knows.
    mr_x: Option<Station>,
    /// Cells to mark lightly.
    candidates: StationSet,
}

/// The board as the detectives know it; `None` if the board is no grid.
pub(crate) fn detectives_board(view: &DetectiveView, light: bool, ink: Ink) -> Option<String> {
    let (seen, fresh) = last_sighting(view);
    let caught = view.turn() == Turn::Over(Outcome::Captured);
    let marks = Marks {
        seen,
        mr_x: if fresh {
            seen
        } else if caught {
            view.candidates().only()
        } else {
            None
        },
        candidates: lights(view, light),
    };
    draw(view.rules().board(), view.public(), &marks, ink)
}

/// The board with Mr X on it; `None` if the board is no grid.
pub(crate) fn mr_x_board(view: &MrXView, light: bool, ink: Ink) -> Option<String> {
    let marks = Marks {
        seen: last_sighting(view.detective_view()).0,
        mr_x: Some(view.station()),
        candidates: lights(view.detective_view(), light),
    };
    draw(view.rules().board(), view.public(), &marks, ink)
}

fn lights(view: &DetectiveView, light: bool) -> StationSet {
    if light { view.candidates().to_set() } else { StationSet::EMPTY }
}

/// Where Mr X was last seen, and whether he has not moved since.
fn last_sighting(view: &DetectiveView) -> (Option<Station>, bool) {
    let used = view.public().slots_used();
    match view.log().last_seen() {
        Some(seen) => (Some(seen.station), seen.slot == used),
        None if !view.rules().start_known() => (None, false),
        None if used == 0 => (view.candidates().only(), true),
        None => (view.rules().mr_x_starts().only(), false),
    }
}

/// As fig. 5.1 of Sova's thesis: numbers for detectives, `-` for the last sighting, `S` when Mr X is
/// still there, `X` for Mr X.
fn draw(board: &Board, public: &PublicState, marks: &Marks, ink: Ink) -> Option<String> {
    let size = board.grid_size()?;
    let wide = if size > 10 { 2 } else { 1 };
    let mut text = String::from("     ");
    for column in 0..size {
        text.push_str(&ink.dim(format!(" {column:>wide$}")));
    }
    let edge = "-".repeat(usize::from(size) * (wide + 1) + 1);
    let edge = ink.dim(format!("    +{edge}+"));
    text.push_str(&format!("\n{edge}\n"));
    for row in 0..size {
        text.push_str(&ink.dim(format!(" {row:>2} |")));
        for column in 0..size {
            let station =
                board.station(u32::from(row) * u32::from(size) + u32::from(column) + 1)?;
            let mark = mark(public, marks, station, ink);
            text.push_str(&" ".repeat(wide));
            text.push_str(&mark);
        }
        text.push_str(&format!("{}\n", ink.dim(" |")));
    }
    text.push_str(&format!("{edge}\n"));
    Some(text)
}

fn mark(public: &PublicState, marks: &Marks, station: Station, ink: Ink) -> String {
    let detective = public.detectives().position(|at| at == station);
    let is_x = marks.mr_x == Some(station);
    match (detective, is_x, marks.seen == Some(station)) {
        // Both on one cell: he is caught.
        (Some(_), true, _) => ink.red('X'),
        (Some(index), false, _) => ink.cyan(index + 1),
        (None, true, true) => ink.red('S'),
        (None, true, false) => ink.red('X'),
        (None, false, true) if marks.candidates.contains(station) => ink.yellow('-'),
        (None, false, true) => "-".to_owned(),
        (None, false, false) if marks.candidates.contains(station) => ink.yellow('·'),
        (None, false, false) => " ".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_core::{Game, Record, presets};

    use super::*;

    const PLAIN: fn() -> Ink = || Ink::new(false);

    fn replayed(turns: &str) -> Game {
        let text = format!("yard-record 1\nrules grid5\nstart 7 23 14\n{turns}");
        let record: Record = text.parse().unwrap();
        record.replay(Arc::new(presets::rules("grid5").unwrap())).unwrap()
    }

    /// Fig. 5.1: detective 1 on [4,3], detective 2 on [2,4], Mr X on [0,0], last seen on [1,0].
    #[test]
    fn the_example_of_the_thesis() {
        let game = replayed("1 T6 | T24 T15\n2 T7 | T23 T14\n3 T6 | T24 T15\n4 T1");
        let drawn = mr_x_board(game.mr_x_view(), false, PLAIN()).unwrap();
        let wanted = "      0 1 2 3 4
    +-----------+
  0 | X         |
  1 | -         |
  2 |         2 |
  3 |           |
  4 |       1   |
    +-----------+
";
        assert_eq!(drawn, wanted);
        let hidden = detectives_board(game.detective_view(), false, PLAIN()).unwrap();
        assert_eq!(hidden, wanted.replace('X', " "));
    }

    #[test]
    fn a_fresh_sighting_is_an_s_on_both_boards() {
        let game = replayed("1 T6 | T24 T15\n2 T7 | T23 T14\n3 T6");
        let own = mr_x_board(game.mr_x_view(), true, PLAIN()).unwrap();
        assert!(own.contains("  1 | S         |"), "{own}");
        let theirs = detectives_board(game.detective_view(), true, PLAIN()).unwrap();
        assert_eq!(own, theirs);
    }

    #[test]
    fn candidates_are_marked_lightly() {
        let game = replayed("1 T6 | T24 T15\n2 T7 | T23 T14\n3 T6 | T24 T15\n4 T1");
        let drawn = detectives_board(game.detective_view(), true, PLAIN()).unwrap();
        assert!(drawn.contains("  0 | ·         |"), "{drawn}");
        assert!(drawn.contains("  1 | - ·       |"), "{drawn}");
        assert!(drawn.contains("  2 | ·       2 |"), "{drawn}");
    }

    #[test]
    fn keys_step_as_on_the_screen_and_not_over_the_edge() {
        let board = Board::grid(5).unwrap();
        let at = |number| board.station(number).unwrap();
        let to = |letter, from| Key::from_letter(letter)?.target(&board, at(from));
        assert_eq!(to("w", 13), Some(at(8)));
        assert_eq!(to("a", 13), Some(at(12)));
        assert_eq!(to("S", 13), Some(at(18)));
        assert_eq!(to("d", 13), Some(at(14)));
        assert_eq!([to("w", 1), to("a", 6)], [None, None]);
        assert_eq!([to("s", 25), to("d", 5)], [None, None]);
        assert_eq!(Key::from_letter("x"), None);
    }
}
