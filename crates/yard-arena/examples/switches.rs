//! A table of cells by switches, from what `yard reproduce nijssen-switches nijssen-sets --out DIR` wrote:
//! `cargo run --release -p yard-arena --example switches -- DIR 12 nijssen-switches nijssen-sets`.
//!
//! The first cells (12 here) of the first table are the base; every other cell is one of them with parameters
//! changed. A row is one such change, a column one base cell. `=` marks cells whose difference from the published figure has 0 in
//! its 95 % interval, and so does the count at the end of the row.

use std::collections::BTreeMap;
use std::error::Error;

use serde_json::Value;
use yard_arena::PublishedTable;
use yard_roster::Roster;

/// An agent's name and what is set of it.
#[derive(Clone, PartialEq)]
struct Spec {
    name: String,
    set: BTreeMap<String, String>,
}

impl Spec {
    fn read(text: &str) -> Spec {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let set = rest.split(',').filter_map(|part| part.split_once('='));
        let set = set.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Spec { name: name.to_owned(), set }
    }

    /// What is set here and not, or otherwise, there; `None` where something set there is not set here.
    fn beyond(&self, base: &Spec) -> Option<Vec<String>> {
        if self.name != base.name || base.set.keys().any(|key| !self.set.contains_key(key)) {
            return None;
        }
        let other = self.set.iter().filter(|(key, value)| base.set.get(*key) != Some(*value));
        Some(other.map(|(key, value)| format!("{key}={value}")).collect())
    }
}

/// A cell whose figure the others read in other ways.
struct Base {
    number: u64,
    specs: [Spec; 2],
    published: f64,
}

/// A cell that was played.
struct Played {
    number: u64,
    specs: [Spec; 2],
    text: String,
    agrees: bool,
    published: f64,
}

impl Played {
    fn read(cell: &Value) -> Option<Played> {
        let spec = |key: &str| cell[key].as_str().map(Spec::read);
        let (agrees, ours) = (cell["agrees"].as_bool()?, &cell["ours"]);
        let percent = |value: &Value| value.as_f64().map(|share| 100.0 * share);
        let (rate, games) = (percent(&ours["detective_rate"])?, ours["games"].as_u64()?);
        let (lo, hi) = (percent(&ours["ci95"][0])?, percent(&ours["ci95"][1])?);
        let mark = if agrees { " =" } else { "" };
        Some(Played {
            number: cell["cell"].as_u64()?,
            specs: [spec("x")?, spec("detectives")?],
            text: format!("{rate:.1} ({lo:.0} to {hi:.0}; {games}){mark}"),
            agrees,
            published: cell["published"].as_f64()?,
        })
    }

    /// The base cell that this one changes least, and how.
    fn change<'a>(&self, bases: &'a [Base]) -> Option<(&'a Base, String)> {
        let changes = bases.iter().filter_map(|base| {
            let mut change = self.specs[0].beyond(&base.specs[0])?;
            for one in self.specs[1].beyond(&base.specs[1])? {
                if !change.contains(&one) {
                    change.push(one);
                }
            }
            Some((base, change))
        });
        let same_table = changes.filter(|(base, _)| base.published == self.published);
        let (base, mut change) = same_table.min_by_key(|(_, change)| change.len())?;
        change.sort();
        Some((base, change.join(",")))
    }
}

/// The cells of a written table that have a published figure.
fn cells_of(path: &str) -> Result<Vec<Played>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let table: Value = serde_json::from_str(&text)?;
    let cells = table["cells"].as_array().ok_or(format!("{path} has no cells"))?;
    Ok(cells.iter().filter_map(Played::read).collect())
}

/// The first cells of a table, played or not.
fn bases_of(name: &str, count: usize) -> Result<Vec<Base>, Box<dyn Error>> {
    let table = PublishedTable::named(name, &Roster::default())?;
    let base = |(number, cell): (u64, &yard_arena::PublishedCell)| {
        let specs = [&cell.x, &cell.detectives].map(|spec| Spec::read(&spec.to_string()));
        Some(Base { number, specs, published: cell.published? })
    };
    Ok((1..).zip(table.cells.iter().take(count)).filter_map(base).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, names @ ..] = arguments.as_slice() else {
        return Err("switches DIR BASES TABLE..".into());
    };
    let bases = bases_of(names.first().ok_or("no table")?, count.parse()?)?;
    let mut cells = Vec::new();
    for name in names {
        cells.extend(cells_of(&format!("{folder}/{name}.json"))?);
    }
    let mut rows: Vec<(String, BTreeMap<u64, &Played>)> = Vec::new();
    for cell in &cells {
        let (base, change) =
            cell.change(&bases).ok_or(format!("cell {} changes no base", cell.number))?;
        let change = if change.is_empty() { "none".to_owned() } else { change };
        match rows.iter_mut().find(|(known, _)| *known == change) {
            Some((_, row)) => drop(row.insert(base.number, cell)),
            None => rows.push((change, BTreeMap::from([(base.number, cell)]))),
        }
    }
    let heads = bases.iter().map(|base| format!("{} ({:.1})", base.number, base.published));
    println!("| switch | {} | agree |", heads.collect::<Vec<_>>().join(" | "));
    println!("|---|{}---|", "---|".repeat(bases.len()));
    for (name, cells) in &rows {
        let text = |base: &Base| cells.get(&base.number).map_or("–", |cell| cell.text.as_str());
        let texts: Vec<&str> = bases.iter().map(text).collect();
        let agree = cells.values().filter(|cell| cell.agrees).count();
        println!("| `{name}` | {} | {agree} of {} |", texts.join(" | "), cells.len());
    }
    Ok(())
}
