//! Agents in the files of research are written in the form in which they are printed.
//!
//! The seed of a tournament's cell follows from the printed names, so a text that is printed otherwise
//! would play other games than its published table.

use std::fs;
use std::path::Path;

use yard_arena::{PUBLISHED, PublishedTable, Tournament};
use yard_roster::{AgentSpec, Roster};

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| {
        let value = line.split_once('=').map_or(line, |(_, value)| value);
        value.split('"').skip(1).step_by(2)
    })
}

#[test]
fn tournament_files_name_agents_as_they_are_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/tournaments");
    let mut agents = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let read = Tournament::from_toml(&text, Some(&folder), &Roster::default());
        assert!(read.is_ok(), "{}", path.display());
        for text in quoted(&text) {
            if let Ok(spec) = text.parse::<AgentSpec>() {
                assert_eq!(spec.to_string(), text, "{}", path.display());
                agents += 1;
            }
        }
    }
    assert!(agents > 30, "{agents}");
}

/// Cells of published tables have seeds by their place, so another order of parameters does no harm; but
/// every text must mean the agent that is printed.
#[test]
fn published_tables_name_agents_that_are_read_back() {
    for (name, _) in PUBLISHED {
        let table = PublishedTable::named(name, &Roster::default()).unwrap();
        for cell in &table.cells {
            for spec in [&cell.x, &cell.detectives] {
                assert_eq!(spec.to_string().parse::<AgentSpec>().as_ref(), Ok(spec), "{name}");
            }
        }
    }
}
