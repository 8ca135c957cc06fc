//! Section 1. The board.

use super::*;

#[test]
fn r1_1_a_board_has_1_to_255_stations_without_gaps() {
    for (stations, good) in [(0, false), (1, true), (2, true), (255, true), (256, false)] {
        let board = board(stations, &path(stations));
        assert_eq!(board.is_ok(), good, "{stations} stations");
        if let Ok(board) = board {
            let numbers: Vec<u32> = board.stations().iter().map(|s| s.number().into()).collect();
            assert_eq!(numbers, (1..=stations).collect::<Vec<u32>>());
            assert_eq!(board.station(0), None);
            assert_eq!(board.station(stations + 1), None);
        }
    }
}

#[test]
fn r1_2_lines_join_different_stations_once_for_each_transport() {
    for (lines, good) in [
        ("taxi 1-2 2-3", true),
        ("taxi 1-2 2-3 2-2", false),
        ("taxi 1-2 2-3 1-2", false),
        ("taxi 1-2 2-3 2-1", false),
        ("taxi 1-2 2-3 3-4", false),
        ("taxi 1-2 2-3 0-1", false),
        ("taxi 1-2 2-3 bus 1-2 underground 1-2 ferry 1-2", true),
        ("taxi 1-2 2-3 ferry 1-2 2-1", false),
    ] {
        assert_eq!(board(3, lines).is_ok(), good, "{lines}");
    }
}

#[test]
fn r1_2_lines_are_ridden_in_either_direction() {
    let board = board(4, "taxi 2-1 bus 2-3 underground 3-4 ferry 4-1").unwrap();
    for (ticket, a, b) in [(Ticket::Taxi, 1, 2), (Ticket::Bus, 2, 3), (Ticket::Underground, 3, 4)] {
        assert_eq!(board.reach(at(a), ticket), &StationSet::of(at(b)));
        assert_eq!(board.reach(at(b), ticket), &StationSet::of(at(a)));
    }
    assert_eq!(board.reach(at(1), Ticket::Black).to_string(), "2 4");
    assert_eq!(board.reach(at(4), Ticket::Black).to_string(), "1 3");
}

#[test]
fn r1_3_every_station_can_be_reached() {
    assert!(board(4, "taxi 1-2 3-4").is_err(), "two islands");
    assert!(board(3, "taxi 1-2").is_err(), "no line at 3");
    assert!(board(3, "taxi 2-3").is_err(), "no line at 1");
    assert!(board(4, "taxi 1-2 3-4 ferry 2-3").is_ok(), "a ferry is a line");
}

#[test]
fn r1_4_grids_have_taxi_lines_between_cells_that_share_a_side() {
    for size in 2..=15_u32 {
        let grid = Board::grid(size).unwrap();
        assert_eq!(grid.stations().len() as u32, size * size);
        assert_eq!(grid.lines().len() as u32, 2 * size * (size - 1));
        for line in grid.lines() {
            assert_eq!(line.transport, Transport::Taxi);
        }
        let cell = |s: Station| {
            let i = u32::from(s.number()) - 1;
            (i / size, i % size)
        };
        for a in &grid.stations() {
            for b in &grid.stations() {
                let ((r, c), (row, column)) = (cell(a), cell(b));
                let near = r.abs_diff(row) + c.abs_diff(column) == 1;
                assert_eq!(grid.reach(a, Ticket::Taxi).contains(b), near, "{size}: {a}-{b}");
            }
        }
    }
    assert!(Board::grid(16).is_err(), "256 stations are too many");
}
