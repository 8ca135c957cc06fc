//! Reads the files of published tables so that every fault is found, each with its line.

use yard_core::Faults;
use yard_core::toml_file::{Entry, Section, TomlFile};
use yard_roster::{AgentSpec, Roster};

use crate::published::{CellPlace, Evidence, Role};
use crate::published::{PublishedCell, PublishedMean, PublishedPhases, PublishedTable, Wins};
use crate::tournament_file::MOST_GAMES;

const TABLE: [&str; 10] =
    ["version", "name", "title", "document", "games", "seed", "note", "cells", "means", "phases"];
const CELL: [&str; 14] = [
    "rules",
    "x",
    "detectives",
    "published",
    "games",
    "published_games",
    "mr_x_may_enter_detective",
    "seeds",
    "train_games",
    "reading_of",
    "control_of",
    "reason",
    "tested",
    "figure",
];
const PHASES: [&str; 3] = ["preset", "training", "testing"];

/// More trainings of one plan are no table's.
const MOST_SEEDS: u64 = 1000;

impl PublishedTable {
    /// Reads a table; the roster makes its agents.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(text: &str, roster: &Roster) -> Result<PublishedTable, Faults> {
        let file = TomlFile::parse(text)?;
        let table = table(&file.root(), roster);
        file.finish(table)
    }
}

fn table(root: &Section<'_, '_>, roster: &Roster) -> Option<PublishedTable> {
    root.check_keys(&TABLE);
    root.version_of(1..=2);
    let text = |key| root.required(key).text().map(str::to_owned);
    let (name, title, document, note) =
        (text("name"), text("title"), text("document"), text("note"));
    let games = root.required("games").whole(1..=MOST_GAMES);
    let seed = root.required("seed").whole(0..=u64::MAX);
    let cells: Vec<Option<PublishedCell>> =
        root.required("cells").list().map(|entry| cell(&entry)).collect();
    check_roles(root, &cells);
    let means = root.optional("means").list();
    let means: Vec<Option<PublishedMean>> =
        means.map(|entry| PublishedMean::read(&entry, cells.len())).collect();
    let phases: Vec<Option<PublishedPhases>> =
        root.optional("phases").list().map(|entry| phases(&entry)).collect();
    Some(PublishedTable {
        name: name?,
        title: title?,
        document: document?,
        games: games?,
        seed: seed?,
        note: note?,
        cells: cells.into_iter().collect::<Option<_>>()?,
        means: means.into_iter().collect::<Option<_>>()?,
        phases: phases.into_iter().collect::<Option<_>>()?,
        roster: roster.clone(),
    })
}

fn cell(entry: &Entry<'_, '_>) -> Option<PublishedCell> {
    let cell = entry.section(&CELL)?;
    let text = |key| cell.optional(key).text().map(str::to_owned);
    let rules = cell.required("rules").text().map(str::to_owned);
    let (x, detectives) = (agent(&cell, "x"), agent(&cell, "detectives"));
    let published = cell.optional("published").number(0.0..=100.0);
    let games = cell.optional("games").whole(1..=MOST_GAMES);
    let published_games = cell.optional("published_games").whole(1..=MOST_GAMES);
    let enters = cell.optional("mr_x_may_enter_detective").switch().unwrap_or(false);
    let seeds = cell.optional("seeds").whole(1..=MOST_SEEDS).unwrap_or(1);
    let train_games = cell.optional("train_games").whole(0..=MOST_GAMES);
    let trained =
        |spec: &Option<AgentSpec>| spec.as_ref().is_none_or(|spec| !spec.runs().is_empty());
    if !trained(&x) && !trained(&detectives) {
        for key in ["seeds", "train_games"].map(|key| cell.optional(key)) {
            if key.exists() {
                key.fault("seeds and train_games go with networks of runs/");
            }
        }
    }
    let (reason, figure) = (text("reason"), text("figure"));
    let (role, tested) = (role(&cell), evidence(&cell.optional("tested")));
    if tested.is_some() && (reason.is_none() || !matches!(role, Some(Role::Judged))) {
        let text = "tested goes with a reason, in a cell that is judged";
        cell.optional("tested").fault(text);
    }
    Some(PublishedCell {
        rules: rules?,
        x: x?,
        detectives: detectives?,
        published,
        games,
        published_games,
        mr_x_may_enter_detective: enters,
        seeds,
        train_games,
        role: role?,
        reason,
        tested,
        figure,
    })
}

/// What a cell is for: to be judged, unless it says otherwise.
fn role(cell: &Section<'_, '_>) -> Option<Role> {
    let (reading, control) = (cell.optional("reading_of"), cell.optional("control_of"));
    match (reading.exists(), control.exists()) {
        (false, false) => Some(Role::Judged),
        (true, false) => place(&reading, "reading_of").map(Role::ReadingOf),
        (false, true) => place(&control, "control_of").map(Role::ControlOf),
        (true, true) => {
            control.fault("a cell is another reading or a control, not both");
            None
        }
    }
}

/// A cell of this table by its number, or one of another table, as in "sova-5.1 3".
fn place(entry: &Entry<'_, '_>, key: &str) -> Option<CellPlace> {
    let text = entry.as_whole().map(|number| number.to_string());
    let place = text.as_deref().or(entry.as_text()).and_then(|text| text.parse().ok());
    if place.is_none() {
        let wanted = "the number of a cell, or a table and a number as in \"sova-5.1 3\"";
        entry.fault(format!("{key} must be {wanted}"));
    }
    place
}

fn evidence(entry: &Entry<'_, '_>) -> Option<Evidence> {
    match entry.text()?.parse() {
        Ok(evidence) => Some(evidence),
        Err(error) => {
            entry.fault(format!("tested: {error}"));
            None
        }
    }
}

/// Readings and controls that name a cell of this table must find a fitting one.
fn check_roles(root: &Section<'_, '_>, cells: &[Option<PublishedCell>]) {
    for (entry, cell) in root.optional("cells").list().zip(cells) {
        let Some((cell, section)) = cell.as_ref().zip(entry.open_section()) else { continue };
        let (key, target) = match &cell.role {
            Role::Judged => continue,
            Role::ReadingOf(target) => ("reading_of", target),
            Role::ControlOf(target) => ("control_of", target),
        };
        if target.table.is_some() {
            continue;
        }
        let entry = section.optional(key);
        match cells.get(target.cell - 1) {
            None => entry.fault(format!("{key}: there is no cell {target}")),
            Some(None) => {}
            Some(Some(other)) => {
                if let Err(text) = cell.fits(other) {
                    entry.fault(format!("{key}: cell {target} {text}"));
                }
            }
        }
    }
}

fn agent<'f>(cell: &Section<'f, '_>, key: &'f str) -> Option<AgentSpec> {
    let entry = cell.required(key);
    match entry.text()?.parse() {
        Ok(spec) => Some(spec),
        Err(error) => {
            entry.fault(format!("{key}: {error}"));
            None
        }
    }
}

fn phases(entry: &Entry<'_, '_>) -> Option<PublishedPhases> {
    let phases = entry.section(&PHASES)?;
    let preset = phases.required("preset").text().map(str::to_owned);
    let (training, testing) = (wins(&phases, "training"), wins(&phases, "testing"));
    Some(PublishedPhases { preset: preset?, training: training?, testing: testing? })
}

/// Games won by the detectives and by Mr X.
fn wins<'f>(phases: &Section<'f, '_>, key: &'f str) -> Option<Wins> {
    let entry = phases.required(key);
    let list: Vec<Option<u64>> = entry.list().map(|one| one.whole(0..=MOST_GAMES)).collect();
    match list[..] {
        [detectives, mr_x] => Some([detectives?, mr_x?]),
        _ => {
            entry.fault(format!("{key} must have two numbers: won by the detectives and by Mr X"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_trainings_need_networks() {
        let table = |x: &str| {
            let text = format!(
                "version = 1\nname = 't'\ntitle = 't'\ndocument = 'd'\ngames = 5\nseed = 1\nnote = ''\n\
                 [[cells]]\nrules = 'grid5'\nx = '{x}'\ndetectives = 'random'\nseeds = 5\ntrain_games = 0\n"
            );
            PublishedTable::from_toml(&text, &Roster::default())
        };
        let cell = &table("dqn:model=runs/hrklova-x/model.safetensors").unwrap().cells[0];
        assert_eq!((cell.seeds, cell.train_games), (5, Some(0)));
        let wrong = "seeds and train_games go with networks of runs/";
        assert_eq!(
            table("dqn").unwrap_err().to_string(),
            format!("2 faults\n  line 12: {wrong}\n  line 13: {wrong}")
        );
    }

    #[test]
    fn every_fault_is_listed_with_its_line() {
        let text = "version = 1\nname = 't'\ntitle = 't'\ndocumnt = 'd'\ngames = 0\nseed = 1\nnote = ''\n\
                    [[cells]]\nrules = 'grid5'\nx = 'randm'\ndetectives = 'random'\npublished = 101\n\
                    [[phases]]\npreset = 'p'\ntraining = [1]\ntesting = [1, 2]\n";
        let faults = PublishedTable::from_toml(text, &Roster::default()).unwrap_err();
        let faults: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "line 4: unknown key \"documnt\", did you mean \"document\"?",
                "line 5: games must be a whole number from 1 to 100000000, not 0",
                "line 10: x: unknown agent \"randm\", did you mean \"random\"?",
                "line 12: published must be a number between 0 and 100, not 101",
                "line 15: training must have two numbers: won by the detectives and by Mr X",
                "the key \"document\" is missing",
            ]
        );
    }
    /// A table of cells with the same rules and agents.
    fn table(cells: &[&str]) -> Result<PublishedTable, Vec<String>> {
        let mut text = "version = 2\nname = 't'\ntitle = 't'\ndocument = 'd'\ngames = 9\nseed = 1\nnote = ''\n".to_owned();
        for cell in cells {
            text += &format!(
                "[[cells]]\nrules = 'grid5'\nx = 'random'\ndetectives = 'random'\n{cell}\n"
            );
        }
        let faults = |faults: Faults| faults.0.iter().map(ToString::to_string).collect();
        PublishedTable::from_toml(&text, &Roster::default()).map_err(faults)
    }

    #[test]
    fn roles_and_tests_are_read() {
        let judged = "published = 5\nreason = 'r'\ntested = 'reproduce/t.json#2'";
        let cells = [
            judged,
            "published = 5\nreading_of = 1",
            "control_of = 2",
            "reading_of = 'sova-5.1 3'",
        ];
        let table = table(&cells).unwrap();
        let roles: Vec<Role> = table.cells.iter().map(|cell| cell.role.clone()).collect();
        let place = |text: &str| text.parse::<CellPlace>().unwrap();
        let wanted = [
            Role::Judged,
            Role::ReadingOf(place("1")),
            Role::ControlOf(place("2")),
            Role::ReadingOf(place("sova-5.1 3")),
        ];
        assert_eq!(roles, wanted);
        let tested = table.cells[0].tested.clone().unwrap();
        assert_eq!((tested.file.as_str(), tested.cell), ("reproduce/t.json", Some(2)));
    }

    #[test]
    fn a_reading_needs_a_judged_cell_of_its_figure() {
        let cells = [
            "published = 5",
            "published = 6\nreading_of = 1",
            "published = 5\nreading_of = 1",
            "published = 5\nreading_of = 3",
            "reading_of = 1",
            "control_of = 99",
            "reading_of = 1\ncontrol_of = 1",
            "reading_of = 'one'",
            "tested = 'a.json'",
            "reason = 'r'\ntested = '../a.json'",
        ];
        assert_eq!(
            table(&cells).unwrap_err(),
            [
                "line 18: reading_of: cell 1 has another published figure",
                "line 30: reading_of: cell 3 is not judged itself",
                "line 35: reading_of: cell 1 is no use without the published figure in this one",
                "line 40: control_of: there is no cell 99",
                "line 46: a cell is another reading or a control, not both",
                "line 51: reading_of must be the number of a cell, or a table and a number as in \"sova-5.1 3\"",
                "line 56: tested goes with a reason, in a cell that is judged",
                "line 62: tested: a result is a file under research/results, with or without a cell as in \"reproduce/sova-5.1.json#3\"",
            ]
        );
    }
}
