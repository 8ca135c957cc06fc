//! How many published figures ours agree with, by document and table, from the tables that are kept.

use std::fmt::Write as _;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use yard_roster::AgentSpec;

use crate::published::{CellVerdict, PublishedCell, PublishedTable, ReproduceError};
use crate::table_text::cell_text;

/// What a `NAME.json` that `yard reproduce` wrote tells of the cells, in any of its forms.
#[derive(Clone, Debug, Deserialize)]
pub struct KeptTable {
    cells: Vec<KeptCell>,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptCell {
    /// The oldest tables have all cells from the first on and do not number them.
    cell: Option<usize>,
    rules: String,
    mr_x_may_enter_detective: bool,
    x: String,
    detectives: String,
    published: Option<f64>,
    published_games: Option<u64>,
    agrees: Option<bool>,
    ours: KeptGames,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptGames {
    games: u64,
}

impl KeptTable {
    /// Reads a kept table.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(text: &str) -> Result<KeptTable, ReproduceError> {
        let none = |_| ReproduceError::Written("this is no table of yard reproduce".to_owned());
        serde_json::from_str(text).map_err(none)
    }

    /// The kept cell of a number, counted from 0, if it is of the same figure, agents and rules.
    fn find(&self, at: usize, wanted: &PublishedCell) -> Option<&KeptCell> {
        let number = |index: usize, cell: &KeptCell| cell.cell.unwrap_or(index + 1);
        let mut cells = self.cells.iter().enumerate();
        let (_, kept) = cells.find(|(index, cell)| number(*index, cell) == at + 1)?;
        let same = kept.rules == wanted.rules
            && kept.mr_x_may_enter_detective == wanted.mr_x_may_enter_detective
            && kept.published == wanted.published
            && is_same(&kept.x, &wanted.x)
            && is_same(&kept.detectives, &wanted.detectives);
        same.then_some(kept)
    }

    /// Whether a cell agrees with its published figure; `None` where it is not kept or has none.
    pub fn agrees(&self, table: &PublishedTable, cell: usize) -> Option<bool> {
        self.find(cell, table.cells.get(cell)?)?.agrees
    }
}

impl KeptCell {
    /// Whether it has as many games as the published figure, and networks that learned from all theirs.
    fn is_whole(&self, wanted: &PublishedCell) -> bool {
        let is =
            |text: &str, spec: &AgentSpec| text.parse().is_ok_and(|kept: AgentSpec| kept == *spec);
        self.published_games.is_some_and(|games| self.ours.games >= games)
            && is(&self.x, &wanted.x)
            && is(&self.detectives, &wanted.detectives)
    }
}

/// Whether a written agent is this one, perhaps with networks of a shorter training (`runs/NAME-GAMES`).
fn is_same(text: &str, wanted: &AgentSpec) -> bool {
    let Ok(kept) = text.parse::<AgentSpec>() else { return false };
    let scaled = |preset: &String| {
        let is_scaled = |run: &String| {
            let games = run.strip_prefix(preset.as_str()).and_then(|rest| rest.strip_prefix('-'));
            games.is_some_and(|games| games.parse::<u64>().is_ok())
        };
        let run = kept.runs().into_iter().find(is_scaled)?;
        Some(kept.with_run(&run, preset) == *wanted)
    };
    kept == *wanted || wanted.runs().iter().filter_map(scaled).any(|same| same)
}

/// How the judged cells of something came out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct CellTally {
    /// Published figures that are judged.
    pub cells: u64,
    /// Those that are played.
    pub played: u64,
    /// Those that are played at their published length.
    pub full_length: u64,
    /// Those where ours agree.
    pub agree: u64,
    /// Those that differ for a cause that was tested.
    pub tested: u64,
    /// Those that differ for reasons that nobody has shown.
    pub open: u64,
    /// Other readings of these figures, played besides and never counted.
    pub other_readings: u64,
}

impl AddAssign for CellTally {
    fn add_assign(&mut self, other: CellTally) {
        let CellTally { cells, played, full_length, agree, tested, open, other_readings } = other;
        self.cells += cells;
        self.played += played;
        self.full_length += full_length;
        self.agree += agree;
        self.tested += tested;
        self.open += open;
        self.other_readings += other_readings;
    }
}

impl CellTally {
    /// The columns of a row after the name, with the end of the line.
    fn columns(&self) -> String {
        let CellTally { cells, played, full_length, agree, tested, open, other_readings } = self;
        format!(
            "{cells} | {played} | {full_length} | {agree} | {tested} | {open} | {other_readings} |\n"
        )
    }

    /// Adds a cell of a table.
    fn count(&mut self, cell: &PublishedCell, kept: Option<&KeptCell>) {
        if !cell.is_judged() {
            self.other_readings += u64::from(kept.is_some() && cell.is_reading());
            return;
        }
        self.cells += 1;
        let Some(kept) = kept else { return };
        self.played += 1;
        self.full_length += u64::from(kept.is_whole(cell));
        match CellVerdict::of(&cell.role, kept.agrees, cell.tested.is_some()) {
            Some(CellVerdict::Agrees) => self.agree += 1,
            Some(CellVerdict::Tested) => self.tested += 1,
            Some(CellVerdict::Open) | None => self.open += 1,
        }
    }
}

/// One table of a [`Summary`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableTally {
    /// Its name.
    pub name: String,
    /// What it is.
    pub title: String,
    /// How its cells came out.
    #[serde(flatten)]
    pub tally: CellTally,
}

/// One document of a [`Summary`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DocumentTally {
    /// Its name.
    pub document: String,
    /// How the cells of all its tables came out.
    #[serde(flatten)]
    pub tally: CellTally,
    /// Its tables.
    pub tables: Vec<TableTally>,
}

/// The tally of all published figures.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Summary {
    /// All cells.
    #[serde(flatten)]
    pub tally: CellTally,
    /// By document, in the order in which they were added.
    pub documents: Vec<DocumentTally>,
}

const COLUMNS: &str = "cells | played | at full length | agree | differ, cause tested | differ, open | other readings |\n\
                       |---|---|---|---|---|---|---|---|\n";

impl Summary {
    /// Adds a table and what is kept of it.
    pub fn add(&mut self, table: &PublishedTable, kept: Option<&KeptTable>) {
        let mut tally = CellTally::default();
        for (at, cell) in table.cells.iter().enumerate() {
            tally.count(cell, kept.and_then(|kept| kept.find(at, cell)));
        }
        self.tally += tally;
        let known = self.documents.iter().position(|one| one.document == table.document);
        let at = known.unwrap_or_else(|| {
            let document = table.document.clone();
            self.documents.push(DocumentTally {
                document,
                tally: CellTally::default(),
                tables: Vec::new(),
            });
            self.documents.len() - 1
        });
        let (name, title) = (table.name.clone(), table.title.clone());
        self.documents[at].tally += tally;
        self.documents[at].tables.push(TableTally { name, title, tally });
    }

    /// The numbers of the cells, counted from 1, that are kept but are no longer in the table as they were played.
    pub fn foreign(table: &PublishedTable, kept: &KeptTable) -> Vec<usize> {
        let numbers = (0..)
            .zip(&kept.cells)
            .map(|(at, cell)| cell.cell.map_or(at, |cell| cell.saturating_sub(1)));
        let known =
            |at: usize| table.cells.get(at).is_some_and(|cell| kept.find(at, cell).is_some());
        numbers.filter(|at| !known(*at)).map(|at| at + 1).collect()
    }

    /// A sentence, a table with a line for each document, and one with a line for each table.
    pub fn to_markdown(&self) -> String {
        let CellTally { cells, played, full_length, agree, tested, open, .. } = self.tally;
        let mut text = format!(
            "Of {cells} published figures {played} are played, {full_length} of them at their published length. \
             Ours agree with {agree}, differ from {tested} for a cause that was tested, and differ from {open} \
             for reasons that are open.\n\n| document | {COLUMNS}"
        );
        for DocumentTally { document, tally, .. } in &self.documents {
            // Writing to a string cannot fail.
            let _ = write!(text, "| {} | {}", cell_text(document), tally.columns());
        }
        let _ = write!(text, "| all | {}\n| table | {COLUMNS}", self.tally.columns());
        for table in self.documents.iter().flat_map(|document| &document.tables) {
            let _ = write!(text, "| {} | {}", cell_text(&table.name), table.tally.columns());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use yard_roster::Roster;

    use super::*;
    use crate::published::{PUBLISHED, Role};

    fn results() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/results")
    }

    fn tables() -> Vec<PublishedTable> {
        let table =
            |(name, _): &(&str, &str)| PublishedTable::named(name, &Roster::default()).unwrap();
        PUBLISHED.iter().map(table).collect()
    }

    fn kept(file: &Path) -> KeptTable {
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        KeptTable::read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    /// A kept cell of our making, as the oldest tables have it.
    fn cell(x: &str, games: u64, published: f64, agrees: bool) -> String {
        format!(
            "{{\"rules\":\"grid5\",\"mr_x_may_enter_detective\":false,\"x\":\"{x}\",\"detectives\":\"random\",\
             \"published\":{published},\"published_games\":10,\"agrees\":{agrees},\"ours\":{{\"games\":{games}}}}}"
        )
    }

    fn summed(kept: &[String]) -> CellTally {
        let text = "version = 2\nname = 't'\ntitle = 't'\ndocument = 'd'\ngames = 10\nseed = 1\nnote = ''\n\
            cells = [\n\
            {rules = 'grid5', x = 'random', detectives = 'random', published = 1},\n\
            {rules = 'grid5', x = 'random', detectives = 'random', published = 2, reason = 'r', tested = 'a'},\n\
            {rules = 'grid5', x = 'random', detectives = 'random', published = 3, reason = 'r'},\n\
            {rules = 'grid5', x = 'random', detectives = 'random', published = 3, reading_of = 3},\n\
            {rules = 'grid5', x = 'random', detectives = 'random', published = 3, control_of = 3},\n\
            {rules = 'grid5', x = 'dqn:model=runs/hrklova-x/model.safetensors', detectives = 'random', published = 4}]\n";
        let table = PublishedTable::from_toml(text, &Roster::default()).unwrap();
        let kept = KeptTable::read(&format!("{{\"cells\":[{}]}}", kept.join(","))).unwrap();
        let mut summary = Summary::default();
        summary.add(&table, Some(&kept));
        assert_eq!(summary.documents[0].tally, summary.tally);
        summary.tally
    }

    #[test]
    fn only_judged_cells_are_counted() {
        let wanted = CellTally { cells: 4, ..CellTally::default() };
        assert_eq!(summed(&[]), wanted);
        let whole = |published: f64, agrees| cell("random", 10, published, agrees);
        // Other readings and controls that agree are not agreement, and a short training has no full length.
        let short = cell("dqn:model=runs/hrklova-x-8/model.safetensors", 10, 4.0, false);
        let kept = [
            whole(1.0, true),
            whole(2.0, false),
            whole(3.0, false),
            whole(3.0, true),
            whole(3.0, true),
            short,
        ];
        let wanted = CellTally {
            cells: 4,
            played: 4,
            full_length: 3,
            agree: 1,
            tested: 1,
            open: 2,
            other_readings: 1,
        };
        assert_eq!(summed(&kept), wanted);
        // Too few games, and a cell that was played for another figure.
        let kept = [cell("random", 9, 1.0, true), whole(2.5, true)];
        let wanted = CellTally { cells: 4, played: 1, agree: 1, ..CellTally::default() };
        assert_eq!(summed(&kept), wanted);
    }

    #[test]
    fn every_kept_table_is_read_whole() {
        for table in tables() {
            let file = results().join(format!("reproduce/{}.json", table.name));
            if file.exists() {
                let foreign = Summary::foreign(&table, &kept(&file));
                assert!(foreign.is_empty(), "{}: cells {foreign:?} of another table", table.name);
            }
        }
    }

    /// The target of a reading or control may be in another table.
    #[test]
    fn every_reading_and_control_finds_its_cell() {
        let tables = tables();
        for cell in tables.iter().flat_map(|table| &table.cells) {
            let place = match &cell.role {
                Role::Judged => continue,
                Role::ReadingOf(place) | Role::ControlOf(place) => place,
            };
            let Some(name) = &place.table else { continue };
            let table = tables.iter().find(|table| table.name == *name);
            let other = table.and_then(|table| table.cells.get(place.cell - 1));
            let other = other.unwrap_or_else(|| panic!("there is no cell {place}"));
            assert_eq!(cell.fits(other), Ok(()), "{place}");
        }
    }

    /// A cause counts as tested when a result is kept that shows it. Where that is a cell of a table, it must be
    /// the same figure, read with one thing changed, and agree.
    #[test]
    fn every_tested_cause_has_its_result() {
        let tables = tables();
        for table in &tables {
            for (number, cell) in (1..).zip(&table.cells) {
                let Some(evidence) = &cell.tested else { continue };
                let file = results().join(&evidence.file);
                let name = &table.name;
                assert!(file.is_file(), "{name}, cell {number}: there is no {evidence}");
                let Some(shown) = evidence.cell else { continue };
                let other = tables
                    .iter()
                    .find(|other| evidence.file == format!("reproduce/{}.json", other.name));
                let other = other
                    .unwrap_or_else(|| panic!("{name}, cell {number}: {evidence} is of no table"));
                let place = match &other.cells.get(shown - 1).map(|cell| &cell.role) {
                    Some(Role::ReadingOf(place)) => place,
                    Some(Role::Judged | Role::ControlOf(_)) | None => {
                        panic!("{name}, cell {number}: {evidence} is no other reading of it")
                    }
                };
                let of = place.table.as_ref().unwrap_or(&other.name);
                assert_eq!((of, place.cell), (name, number), "{evidence} reads another cell");
                let agrees = kept(&file).agrees(other, shown - 1);
                assert_eq!(
                    agrees,
                    Some(true),
                    "{name}, cell {number}: {evidence} does not agree either"
                );
            }
        }
    }
}
