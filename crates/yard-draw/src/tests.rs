//! Checks on the text of a drawing; how it looks is for people to judge.

use std::sync::Arc;

use yard_core::{Board, BoardParts, LinePart, Station, Transport, presets};

use super::{Marks, draw};

fn london() -> Arc<Board> {
    presets::board("london").unwrap()
}

/// Tags open and close in order, attributes are quoted, and nothing unescaped is left between them.
fn check_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        assert!(!between.contains('>') || open.last() == Some(&"style"), "stray > in {between:?}");
        for part in between.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
            assert!(known.iter().any(|name| part.starts_with(name)), "stray & in {between:?}");
        }
        let end = start + rest[start..].find('>').expect("a tag is closed");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    assert_eq!(rest.trim(), "");
}

/// The numbers on badges, in the order of the text.
fn numbers(svg: &str) -> Vec<u32> {
    svg.split("<text class=\"n")
        .skip(1)
        .map(|part| {
            let number = &part[part.find('>').unwrap() + 1..part.find('<').unwrap()];
            number.parse().unwrap()
        })
        .collect()
}

fn parts(stations: u32, lines: &[(u32, u32, Transport)]) -> BoardParts {
    BoardParts {
        name: "test".to_owned(),
        stations,
        lines: lines.iter().map(|&(a, b, transport)| LinePart::new(a, b, transport)).collect(),
        ..BoardParts::default()
    }
}

#[test]
fn london_is_well_formed_with_every_station_and_line_once() {
    let board = london();
    let svg = draw(&board, &Marks::default());
    check_well_formed(&svg);
    assert_eq!(numbers(&svg), (1..=199).collect::<Vec<u32>>());
    assert_eq!(svg.matches("<path id=\"").count(), board.lines().len());
    for line in board.lines() {
        let class = match line.transport {
            Transport::Underground => "tube",
            other => other.name(),
        };
        let id = format!("<path id=\"{class}-{}-{}\"", line.a, line.b);
        assert_eq!(svg.matches(&id).count(), 1, "{id}");
    }
    assert!(svg.contains("class=\"river water\""));
    assert!(svg.contains("prefers-color-scheme:dark"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn the_same_board_gives_the_same_text() {
    let marks = Marks::default();
    assert!(draw(&london(), &marks) == draw(&london(), &marks));
}

#[test]
fn all_boards_that_ship_are_well_formed() {
    for (name, stations) in [("london-2013", 199), ("glasses", 11), ("grid:2", 4), ("grid:15", 225)]
    {
        let svg = draw(&presets::board(name).unwrap(), &Marks::default());
        check_well_formed(&svg);
        assert_eq!(numbers(&svg).len(), stations, "{name}");
    }
}

#[test]
fn names_are_escaped() {
    let mut parts = parts(2, &[(1, 2, Transport::Taxi)]);
    parts.title = "</title>\u{1b}[2J".to_owned();
    assert!(Board::new(parts.clone()).is_err(), "control characters are refused");
    parts.title = "</title><script>\"Tom\" & 'Jerry'".to_owned();
    let svg = draw(&Board::new(parts).unwrap(), &Marks::default());
    check_well_formed(&svg);
    assert!(svg.contains("&lt;/title&gt;&lt;script&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;"));
    assert!(!svg.contains("<script>"));
}

#[test]
fn long_titles_are_cut() {
    let mut parts = parts(2, &[(1, 2, Transport::Taxi)]);
    parts.title = "é".repeat(1000);
    let svg = draw(&Board::new(parts).unwrap(), &Marks::default());
    check_well_formed(&svg);
    assert!(svg.contains("é…</text>"));
}

#[test]
fn a_board_without_a_drawing_lies_on_a_circle() {
    let mut ring: Vec<_> = (1..12).map(|number| (number, number + 1, Transport::Taxi)).collect();
    ring.extend([(1, 7, Transport::Ferry), (1, 2, Transport::Bus), (2, 9, Transport::Underground)]);
    let svg = draw(&Board::new(parts(12, &ring)).unwrap(), &Marks::default());
    check_well_formed(&svg);
    assert_eq!(numbers(&svg).len(), 12);
    assert_eq!(svg.matches("<path id=\"").count(), ring.len());
    assert!(!svg.contains("river water"));
}

#[test]
fn odd_drawings_give_finite_numbers() {
    let lonely = draw(&Board::new(parts(1, &[])).unwrap(), &Marks::default());
    check_well_formed(&lonely);
    let line = [(1, 2, Transport::Taxi), (2, 3, Transport::Ferry)];
    for places in [vec![[5.0, 5.0]; 3], vec![[0.0, 0.0], [1e30, 0.0], [-3e38, 3e38]]] {
        for river in [vec![], vec![[0.0, 0.0]], vec![[5.0, 5.0]; 4]] {
            let drawing = yard_core::Drawing {
                width: 1.0,
                height: 1.0,
                places: places.clone(),
                river,
                river_width: 10.0,
            };
            let parts = BoardParts { drawing: Some(drawing), ..parts(3, &line) };
            let svg = draw(&Board::new(parts).unwrap(), &Marks::default());
            check_well_formed(&svg);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}

#[test]
fn marks_are_drawn_and_explained() {
    let stations = [3, 5, 6].map(|number| Station::new(number).unwrap());
    let marks = Marks {
        candidates: stations.into_iter().collect(),
        detectives: stations.to_vec(),
        mr_x: Station::new(7),
        cards: stations.into_iter().collect(),
        mr_x_cards: stations.into_iter().take(1).collect(),
        values: vec![(stations[0], 0.25), (stations[1], 1.0)],
        arrows: vec![(stations[1], stations[2], 0.5)],
    };
    let svg = draw(&presets::board("glasses").unwrap(), &marks);
    check_well_formed(&svg);
    // Each mark appears once more in the legend.
    assert_eq!(svg.matches("class=\"halo\"").count(), 4);
    assert_eq!(svg.matches("class=\"ring\"").count(), 4);
    assert_eq!(svg.matches("class=\"ring x\"").count(), 2);
    assert_eq!(svg.matches("class=\"card\"").count(), 4);
    assert_eq!(svg.matches("class=\"card x\"").count(), 2);
    assert!(svg.contains(">Mr X may be here<"));
    assert_eq!(svg.matches("class=\"heat\"").count(), 3);
    assert!(svg.contains(">0.250<") && svg.contains(">1.000<"));
    assert_eq!(svg.matches("class=\"arrow\"").count(), 1);
}
