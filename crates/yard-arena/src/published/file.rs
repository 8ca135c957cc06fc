//! Reads the files of published tables so that every fault is found, each with its line.

use yard_core::Faults;
use yard_core::toml_file::{Entry, Section, TomlFile};
use yard_roster::{AgentSpec, Roster};

use crate::published::{PublishedCell, PublishedTable};
use crate::published::{PublishedMean, PublishedPhases, Wins};
use crate::tournament_file::MOST_GAMES;

const TABLE: [&str; 10] =
    ["version", "name", "title", "document", "games", "seed", "note", "cells", "means", "phases"];
const CELL: [&str; 9] = [
    "rules",
    "x",
    "detectives",
    "published",
    "games",
    "published_games",
    "mr_x_may_enter_detective",
    "reason",
    "figure",
];
const PHASES: [&str; 3] = ["preset", "training", "testing"];

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
    root.version(1);
    let text = |key| root.required(key).text().map(str::to_owned);
    let (name, title, document, note) =
        (text("name"), text("title"), text("document"), text("note"));
    let games = root.required("games").whole(1..=MOST_GAMES);
    let seed = root.required("seed").whole(0..=u64::MAX);
    let cells: Vec<Option<PublishedCell>> =
        root.required("cells").list().map(|entry| cell(&entry)).collect();
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
    let (reason, figure) = (text("reason"), text("figure"));
    Some(PublishedCell {
        rules: rules?,
        x: x?,
        detectives: detectives?,
        published,
        games,
        published_games,
        mr_x_may_enter_detective: enters,
        reason,
        figure,
    })
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
}
