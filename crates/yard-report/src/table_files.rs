//! The files that belong to a finished run, besides its pictures.

use yard_arena::{CrossTable, Reproduction};

use crate::page::report_html;

/// The files of a tournament's table: names and texts.
///
/// # Errors
/// When the table cannot be written as JSON.
pub fn tournament_tables(table: &CrossTable) -> serde_json::Result<Vec<(String, String)>> {
    let files = [
        ("table.md", table.to_markdown()),
        ("table.csv", table.to_csv()),
        ("table.json", serde_json::to_string_pretty(table)? + "\n"),
        ("report.html", report_html(table)),
    ];
    Ok(files.map(|(name, text)| (name.to_owned(), text)).into())
}

/// The files of a published table that was played again: names and texts.
///
/// # Errors
/// When the table cannot be written as JSON.
pub fn reproduction_tables(table: &Reproduction) -> serde_json::Result<Vec<(String, String)>> {
    let json = serde_json::to_string_pretty(table)? + "\n";
    Ok(vec![
        (format!("{}.json", table.name), json),
        (format!("{}.md", table.name), table.to_markdown()),
    ])
}
