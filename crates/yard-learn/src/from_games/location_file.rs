//! Files of location tables: what `yard train location-tables` writes and `pimbot` reads.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use yard_agents::pimbot::{CATEGORIES, LocationTable, LocationTables};
use yard_core::Faults;
use yard_core::toml_file::Entry;

use super::learned::{self, Learned, LearnedFileError};

/// The shipped tables, learned under `classic`.
const SHIPPED: &str = include_str!("../../data/location-tables/classic.toml");

/// The shipped tables as they are used; a test makes sure that they can be read.
static SHIPPED_TABLES: LazyLock<Arc<LocationTables>> = LazyLock::new(|| {
    let file = LocationFile::from_toml(SHIPPED);
    Arc::new(file.map_or(LocationTables::EMPTY, |file| file.what))
});

/// Location tables and the games they were counted in.
pub type LocationFile = Learned<LocationTables>;

/// The three tables of a file.
const TABLES: [&str; 3] = ["min", "mean", "station"];

/// One category of a general table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CategoryCount {
    /// Situations in which Mr X was in the category.
    pub a: u64,
    /// Situations in which a candidate was.
    pub n: u64,
}

/// The general table: one entry for each category.
pub fn general_table(table: &LocationTable) -> [CategoryCount; CATEGORIES] {
    std::array::from_fn(|category| {
        let (a, n) = table.general(category);
        CategoryCount { a, n }
    })
}

impl Learned<LocationTables> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Lists all that is wrong.
    pub fn from_toml(text: &str) -> Result<LocationFile, Faults> {
        learned::read(text, &TABLES, |root| {
            let [min, mean, station] = TABLES.map(|name| read_table(&root.required(name)));
            Some(LocationTables { min: min?, mean: mean?, station: station? })
        })
    }

    /// The text of a file: detailed tables as data, general ones as comments.
    pub fn to_toml(&self) -> String {
        let mut out = self.head(
            "# Location tables of pimbot, written by: yard train location-tables\n\
             # A row names the categories that the candidates had, then how often Mr X was in each of\n\
             # the categories 1 to 5. docs/reference/agents/pimbot.md explains them.\n",
        );
        let LocationTables { min, mean, station } = &self.what;
        for (name, table) in [("min", min), ("mean", mean), ("station", station)] {
            let general = general_table(table);
            let _ = write!(out, "\n[{name}]\n# a = {:?}\n", general.map(|count| count.a));
            let _ = writeln!(out, "# n = {:?}", general.map(|count| count.n));
            for (mask, row) in table.rows() {
                let _ = writeln!(out, "\"{}\" = {row:?}", categories_of(mask));
            }
        }
        out
    }

    /// The tables from a file, or the shipped one where none is named.
    ///
    /// # Errors
    /// When the file cannot be read or is no location table.
    pub fn load(path: Option<&Path>) -> Result<Arc<LocationTables>, LearnedFileError> {
        learned::load(path, &SHIPPED_TABLES, LocationFile::from_toml)
    }
}

/// The categories of a mask, counted from 1: `1 2 4`.
fn categories_of(mask: usize) -> String {
    let categories = (0..CATEGORIES).filter(|category| mask >> category & 1 == 1);
    categories.map(|category| (category + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// Greater counts than this are no counts of games.
const MOST_HITS: u64 = 1 << 40;

fn read_table(entry: &Entry<'_, '_>) -> Option<LocationTable> {
    let rows = entry.open_section()?;
    let mut table = LocationTable::EMPTY;
    for key in rows.keys() {
        let row = rows.optional(key);
        let wrong = |text: &str| row.fault(format!("\"{key}\": {text}"));
        let Some(mask) = mask_of(key) else {
            wrong("categories are numbers from 1 to 5");
            continue;
        };
        let hits: Vec<Option<u64>> = row.list().map(|one| one.whole(0..=MOST_HITS)).collect();
        if hits.len() != CATEGORIES {
            wrong("a row has 5 numbers");
            continue;
        }
        for (category, hits) in hits.into_iter().enumerate() {
            let hits = hits.unwrap_or(0);
            if hits > 0 && mask >> category & 1 == 0 {
                wrong("Mr X was counted in a category that is not named");
            }
            table.add(mask, category, hits);
        }
    }
    Some(table)
}

/// The mask of categories that are written as `1 2 4`.
fn mask_of(key: &str) -> Option<usize> {
    key.split(' ').try_fold(0, |mask, word| {
        let category = word.parse::<usize>().ok().filter(|c| (1..=CATEGORIES).contains(c))?;
        Some(mask | 1 << (category - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_tables_can_be_read_and_round_trip() {
        let file = LocationFile::from_toml(SHIPPED).unwrap();
        assert_eq!(file.rules, "classic");
        assert_eq!(file.to_toml(), SHIPPED);
        assert!(general_table(&file.what.min)[0].n > 0);
    }

    #[test]
    fn faults_are_told() {
        let with = |rows: &str| {
            let head =
                "version = 1\nrules = \"classic\"\nagent = \"random\"\ngames = 1\nseed = 1\n";
            let text = format!("{head}[min]\n{rows}\n[mean]\n[station]\n");
            LocationFile::from_toml(&text).map(|_| ()).unwrap_err().to_string()
        };
        assert!(with("\"1 7\" = [0, 0, 0, 0, 0]").contains("from 1 to 5"));
        assert!(with("\"1\" = [0, 0]").contains("5 numbers"));
        assert!(with("\"1\" = [0, 1, 0, 0, 0]").contains("not named"));
        let old = SHIPPED.replace("version = 1", "version = 9");
        assert!(LocationFile::from_toml(&old).is_err());
    }
}
