//! Section 9. Presets.

use super::*;

/// The row of the table of section 9 for some rules, in short.
fn table_row(rules: &Rules) -> String {
    let length = match rules.length() {
        Length::Slots(slots) => format!("{slots} slots"),
        Length::Turns(turns) => format!("{turns} turns, {} slots", rules.slots()),
    };
    let shown: Vec<String> = rules.surfacings().map(|slot| slot.to_string()).collect();
    let start = match rules.start() {
        Start::Deck(cards) => format!("deck of {}", cards.len()),
        Start::Decks { mr_x, detectives } => {
            format!("decks of {} and {}", mr_x.len(), detectives.len())
        }
        Start::Anywhere => "anywhere".to_owned(),
        Start::Fixed { mr_x, detectives } => {
            let detectives: StationSet = detectives.iter().copied().collect();
            format!("{mr_x}, {detectives}")
        }
    };
    let cells = [
        rules.name().to_owned(),
        rules.board().name().to_owned(),
        rules.detectives().to_string(),
        length,
        shown.join(" "),
        rules.detective_tickets().to_string(),
        rules.mr_x_tickets().to_string(),
        if rules.hand_over() { "yes" } else { "no" }.to_owned(),
        start + if rules.start_known() { ", known" } else { "" },
        format!("{:?}", rules.order()).to_lowercase(),
    ];
    cells.join(" | ")
}

#[test]
fn r9_presets_have_the_numbers_of_the_table() {
    let rows = [
        "classic | london | 5 | 24 slots | 3 8 13 18 24 | 10,8,4 | 4,3,3,5,2 | yes \
         | deck of 18 | fixed",
        "modern | london-2013 | 5 | 22 turns, 24 slots | 3 8 13 18 24 | 11,8,4 | -,-,-,5,2 | no \
         | decks of 13 and 16 | any",
        "bristol | london-2013 | 5 | 24 slots | 3 8 13 18 24 | 11,8,4 | 4,3,3,5,2 | yes \
         | decks of 12 and 14 | any",
        "dash | london | 5 | 24 slots | 3 8 13 18 24 | 10,8,4 | 4,3,3,0,0 | yes \
         | deck of 18 | fixed",
        "grid5 | grid:5 | 2 | 15 slots | 3 6 9 12 15 | -,0,0 | -,0,0,0,0 | no | anywhere | fixed",
        "grid5-30 | grid:5 | 2 | 30 slots | 3 6 9 12 15 18 21 24 27 30 | -,0,0 | -,0,0,0,0 | no \
         | anywhere | fixed",
        "grid7 | grid:7 | 3 | 15 slots | 3 6 9 12 15 | -,0,0 | -,0,0,0,0 | no | anywhere | fixed",
        "grid15 | grid:15 | 4 | 35 slots | 3 6 9 12 15 18 21 24 27 30 33 | -,0,0 | -,0,0,0,0 | no \
         | anywhere | fixed",
        "glasses | glasses | 2 | 5 slots |  | 5,0,0 | 5,0,0,0,0 | no | 6, 1 11, known | fixed",
    ];
    let presets: Vec<Rules> =
        presets::RULES.iter().map(|preset| presets::rules(preset.name).unwrap()).collect();
    let found: Vec<String> = presets.iter().map(table_row).collect();
    assert_eq!(found, rows);
    for rules in presets {
        assert!(!rules.mr_x_may_enter_detective(), "{}", rules.name());
        let board = presets::board(rules.board().name()).unwrap();
        assert_eq!(rules.board(), &*board);
    }
}

#[test]
fn r9_boards_have_their_lines() {
    for (name, stations, lines) in [
        ("london", 199, [346, 99, 20, 3]),
        ("london-2013", 199, [345, 99, 20, 3]),
        ("glasses", 11, [12, 0, 0, 0]),
        ("grid:5", 25, [40, 0, 0, 0]),
        ("grid:7", 49, [84, 0, 0, 0]),
        ("grid:15", 225, [420, 0, 0, 0]),
    ] {
        let board = presets::board(name).unwrap();
        assert_eq!(board.stations().len(), stations, "{name}");
        let counts = Transport::ALL.map(|transport| {
            let lines = board.lines().iter();
            lines.filter(|line| line.transport == transport).count()
        });
        assert_eq!(counts, lines, "{name}");
    }
    let ferries: Vec<(u8, u8)> = presets::board("london")
        .unwrap()
        .lines()
        .iter()
        .filter(|line| line.transport == Transport::Ferry)
        .map(|line| (line.a.number(), line.b.number()))
        .collect();
    assert_eq!(ferries, [(108, 115), (115, 157), (157, 194)]);
}

#[test]
fn r9_london_2013_lacks_only_the_taxi_line_13_14() {
    let old = presets::board("london").unwrap();
    let new = presets::board("london-2013").unwrap();
    let gone: Vec<String> = old
        .lines()
        .iter()
        .filter(|line| !new.lines().contains(line))
        .map(|line| format!("{} {}-{}", line.transport.name(), line.a, line.b))
        .collect();
    assert_eq!(gone, ["taxi 13-14"]);
    assert!(new.lines().iter().all(|line| old.lines().contains(line)));
    assert!(new.reach(at(13), Ticket::Bus).contains(at(14)));
}

#[test]
fn r9_any_other_grid() {
    let rules = presets::rules("grid:4,3,10").unwrap();
    assert_eq!(rules.board(), &*presets::board("grid:4").unwrap());
    assert_eq!((rules.detectives(), rules.length()), (3, Length::Slots(10)));
    let shown = |rules: &Rules| rules.surfacings().collect::<Vec<u8>>();
    assert_eq!(shown(&rules), [3, 6, 9]);
    assert_eq!(shown(&presets::rules("grid:4,3,10,4").unwrap()), [4, 8]);
    assert_eq!(rules.detective_tickets().to_string(), "-,0,0");
    assert_eq!(rules.mr_x_tickets().to_string(), "-,0,0,0,0");
    for (name, size, detectives, rounds) in
        [("grid5", 5, 2, 15), ("grid5-30", 5, 2, 30), ("grid7", 7, 3, 15), ("grid15", 15, 4, 35)]
    {
        let made = presets::rules(&format!("grid:{size},{detectives},{rounds}")).unwrap();
        assert_eq!(presets::rules(name).unwrap(), made.with_name(name));
    }
}
