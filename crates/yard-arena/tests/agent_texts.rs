//! Agents in the files of research: a tournament calls them as they are written there.
//!
//! The seed of a tournament's cell follows from those names, so a name in another form would play other
//! games than its published table.

use std::fs;
use std::path::Path;

use yard_arena::{PUBLISHED, PublishedTable, Tournament};
use yard_roster::{AgentSpec, Roster};

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| {
        // A line of a list has no key; the first `=` of it belongs to an agent.
        let keyed = line.split_once('=').filter(|(key, _)| !key.contains('"'));
        let value = keyed.map_or(line, |(_, value)| value);
        value.split('"').skip(1).step_by(2)
    })
}

#[test]
fn tournaments_call_agents_as_they_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/tournaments");
    let mut agents = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let read = Tournament::from_toml(&text, Some(&folder), &Roster::default());
        let Ok(tournament) = read else { panic!("{}", path.display()) };
        let texts: Vec<&str> = quoted(&text).collect();
        for agent in tournament.mr_x.iter().chain(&tournament.detectives) {
            assert!(texts.contains(&agent.name().as_str()), "{}", agent.name());
            assert_eq!(agent.name().parse::<AgentSpec>().map(drop), Ok(()));
            agents += 1;
        }
    }
    assert!(agents > 30, "{agents}");
}

/// Cells of published tables have seeds by their place, so another order of parameters does no harm; but
/// every text must mean the agent that is printed.
#[test]
fn published_tables_name_agents_that_are_read_back() {
    for &(name, _) in PUBLISHED {
        let table = PublishedTable::named(name, &Roster::default()).unwrap();
        for cell in &table.cells {
            for spec in [&cell.x, &cell.detectives] {
                assert_eq!(spec.to_string().parse::<AgentSpec>().as_ref(), Ok(spec), "{name}");
            }
        }
    }
}
