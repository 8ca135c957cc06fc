//! `yard reproduce --summary`

use std::io::Write;
use std::path::Path;

use yard_arena::{KeptTable, PUBLISHED, PublishedTable, Summary};
use yard_files::read_text;

use super::data_folder::roster;
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Where tables are kept in a checkout.
const KEPT: &str = "research/results/reproduce";

/// Counts how the cells of some tables, or of all, came out.
pub(super) fn run(
    names: &[&str],
    folder: Option<&Path>,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let folder = folder.unwrap_or(Path::new(KEPT));
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(CliError::bad(format!(
            "{folder}: there is no such folder; --out DIR names that of the tables"
        )));
    }
    let every = || PUBLISHED.iter().map(|(name, _)| *name).collect();
    let names: Vec<&str> = if names.is_empty() { every() } else { names.to_vec() };
    let mut summary = Summary::default();
    for name in names {
        let table = PublishedTable::named(name, &roster()).map_err(CliError::bad)?;
        summary.add(&table, read(folder, &table)?.as_ref());
    }
    match common.json {
        true => write_json(out, &summary)?,
        false => out.write_all(summary.to_markdown().as_bytes())?,
    }
    Ok(Exit::Done)
}

/// What is kept of a table, if anything.
fn read(folder: &Path, table: &PublishedTable) -> Result<Option<KeptTable>, CliError> {
    let path = folder.join(format!("{}.json", table.name));
    if !path.exists() {
        return Ok(None);
    }
    let text = read_text(&path).map_err(CliError::bad)?;
    let kept = KeptTable::read(&text)
        .map_err(|error| CliError::bad(format!("{}: {error}", path.display())))?;
    for cell in Summary::foreign(table, &kept) {
        let (name, path) = (&table.name, path.display());
        say(format_args!("warning: {path} has a cell {cell} of another {name}; it is left out"));
    }
    Ok(Some(kept))
}
