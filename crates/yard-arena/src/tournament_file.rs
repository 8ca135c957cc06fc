//! Reads tournament files so that every fault is found, each with its line.

use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use yard_agents::Seed;
use yard_core::{Fault, Faults, Rules, did_you_mean};

use crate::catalog::load_rules_from;
use crate::roster::{AgentSpec, SpecError};
use crate::tournament::Tournament;

const KEYS: [&str; 11] = [
    "version",
    "name",
    "rules",
    "detectives_count",
    "games",
    "seed",
    "mr_x",
    "detectives",
    "cells",
    "skip",
    "notes",
];
const PAIR: [&str; 2] = ["detectives", "mr_x"];

/// More games than this in one cell show nothing new.
pub const MOST_GAMES: u64 = 100_000_000;
const MOST_AGENTS: usize = 100;

type Value<'t> = Spanned<DeValue<'t>>;

impl Tournament {
    /// Reads a tournament; a path of rules counts from `folder`.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(text: &str, folder: Option<&Path>) -> Result<Tournament, Faults> {
        let mut reader = Reader { text, faults: Vec::new() };
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map(|span| reader.line(span.start));
            reader.faults.push(Fault { line, text: error.message().trim().replace('\n', "; ") });
        }
        let tournament = match reader.faults.is_empty() {
            true => reader.tournament(root.get_ref(), folder),
            false => None,
        };
        match tournament {
            Some(tournament) if reader.faults.is_empty() => Ok(tournament),
            Some(_) | None => {
                reader.faults.sort_by_key(|fault| (fault.line.is_none(), fault.line));
                Err(Faults(reader.faults))
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

fn find<'v, 't>(table: &'v DeTable<'t>, key: &str) -> Option<&'v Value<'t>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
}

impl<'t> Reader<'t> {
    fn line(&self, offset: usize) -> usize {
        1 + self.text.as_bytes()[..offset.min(self.text.len())]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
    }

    fn fault(&mut self, at: &Value<'t>, text: impl Into<String>) {
        let line = self.line(at.span().start);
        self.faults.push(Fault::at(line, text));
    }

    fn needed<'v>(&mut self, table: &'v DeTable<'t>, key: &str) -> Option<&'v Value<'t>> {
        let value = find(table, key);
        if value.is_none() {
            self.faults.push(Fault::new(format!("the key \"{key}\" is missing")));
        }
        value
    }

    fn check_keys(&mut self, table: &DeTable<'t>, known: &[&str]) {
        for (key, _) in table.iter() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let hint = match did_you_mean(name, known.iter().copied()) {
                Some(near) => format!(", did you mean \"{near}\"?"),
                None => format!(" (known: {})", known.join(", ")),
            };
            let line = self.line(key.span().start);
            self.faults.push(Fault::at(line, format!("unknown key \"{name}\"{hint}")));
        }
    }

    fn number(&mut self, value: &Value<'t>, key: &str, least: u64, most: u64) -> Option<u64> {
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|n| u64::from_str_radix(&n.as_str().replace('_', ""), n.radix()).ok())
            .filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(value, format!("{key} must be a whole number from {least} to {most}"));
        }
        number
    }

    fn string<'v>(&mut self, value: &'v Value<'t>, key: &str) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.fault(value, format!("{key} must be a text"));
        }
        text
    }

    fn list<'v>(&mut self, value: &'v Value<'t>, key: &str) -> &'v [Value<'t>] {
        match value.get_ref().as_array() {
            Some(list) => list,
            None => {
                self.fault(value, format!("{key} must be a list"));
                &[]
            }
        }
    }

    fn tournament(&mut self, root: &DeTable<'t>, folder: Option<&Path>) -> Option<Tournament> {
        self.check_keys(root, &KEYS);
        if let Some(value) = self.needed(root, "version") {
            self.number(value, "version", 1, 1);
        }
        let name = self.name(root);
        let rules = self.rules(root, folder);
        let games =
            self.needed(root, "games").and_then(|value| self.number(value, "games", 1, MOST_GAMES));
        let seed = match find(root, "seed") {
            None => Some(1),
            Some(value) => self.number(value, "seed", 0, u64::MAX),
        };
        let notes = find(root, "notes").and_then(|value| self.string(value, "notes"));
        let fits = rules.as_deref();
        let mr_x = self.agents(root, "mr_x", &|spec: &AgentSpec| {
            fits.map_or(Ok(()), |rules| spec.mr_x(rules).map(drop))
        });
        let detectives = self.agents(root, "detectives", &|spec: &AgentSpec| {
            fits.map_or(Ok(()), |rules| spec.detectives(rules).map(drop))
        });
        let cells = self.cells(root, &detectives, &mr_x);
        Some(Tournament {
            name: name?,
            detectives_count: find(root, "detectives_count")
                .and(rules.as_ref())
                .map(|rules| u32::from(rules.detectives())),
            rules: rules?,
            games: games?,
            seed: Seed(seed?),
            mr_x,
            detectives,
            cells,
            notes: notes.map(str::to_owned),
        })
    }

    /// The name becomes a part of a folder's name, so it is kept plain.
    fn name(&mut self, root: &DeTable<'t>) -> Option<String> {
        let value = self.needed(root, "name")?;
        let name = self.string(value, "name")?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
            let text = "name must have 1 to 60 letters, digits and signs of \"-_.\"";
            self.fault(value, text);
            return None;
        }
        Some(name.to_owned())
    }

    fn rules(&mut self, root: &DeTable<'t>, folder: Option<&Path>) -> Option<Arc<Rules>> {
        let value = self.needed(root, "rules")?;
        let name = self.string(value, "rules")?;
        let rules = match load_rules_from(name, folder) {
            Ok(rules) => rules,
            Err(error) => {
                self.fault(value, format!("rules: {error}"));
                return None;
            }
        };
        let Some(value) = find(root, "detectives_count") else {
            return Some(Arc::new(rules));
        };
        let count = self.number(value, "detectives_count", 1, 5)?;
        match rules.with_detectives(count as u32) {
            Ok(changed) => Some(Arc::new(changed)),
            Err(faults) => {
                self.fault(value, format!("detectives_count: {faults}"));
                None
            }
        }
    }

    fn agents(
        &mut self,
        root: &DeTable<'t>,
        key: &str,
        fits: &dyn Fn(&AgentSpec) -> Result<(), SpecError>,
    ) -> Vec<AgentSpec> {
        let Some(value) = self.needed(root, key) else {
            return Vec::new();
        };
        let list = self.list(value, key);
        if value.get_ref().is_array() && !(1..=MOST_AGENTS).contains(&list.len()) {
            self.fault(value, format!("{key} must have 1 to {MOST_AGENTS} agents"));
        }
        let mut agents = Vec::new();
        for entry in list {
            let Some(spec) = self.agent(entry, key) else { continue };
            if let Err(error) = fits(&spec) {
                self.fault(entry, format!("{key}: {error}"));
            } else if agents.contains(&spec) {
                self.fault(entry, format!("{key} has {spec} twice"));
            } else {
                agents.push(spec);
            }
        }
        agents
    }

    fn agent(&mut self, value: &Value<'t>, key: &str) -> Option<AgentSpec> {
        match self.string(value, key)?.parse() {
            Ok(spec) => Some(spec),
            Err(error) => {
                self.fault(value, format!("{key}: {error}"));
                None
            }
        }
    }

    /// The cells to be played: all, those in `cells`, or all but those in `skip`.
    fn cells(
        &mut self,
        root: &DeTable<'t>,
        detectives: &[AgentSpec],
        mr_x: &[AgentSpec],
    ) -> Vec<(usize, usize)> {
        let all = (0..detectives.len()).flat_map(|row| (0..mr_x.len()).map(move |x| (row, x)));
        let (only, skip) = (find(root, "cells"), find(root, "skip"));
        let cells: Vec<(usize, usize)> = match (only, skip) {
            (None, None) => all.collect(),
            (Some(value), None) => {
                let only = self.pairs(value, "cells", detectives, mr_x);
                all.filter(|cell| only.contains(cell)).collect()
            }
            (None, Some(value)) => {
                let skip = self.pairs(value, "skip", detectives, mr_x);
                all.filter(|cell| !skip.contains(cell)).collect()
            }
            (Some(value), Some(_)) => {
                self.fault(value, "give cells or skip, not both");
                return Vec::new();
            }
        };
        if let Some(value) = only.or(skip)
            && cells.is_empty()
            && self.faults.is_empty()
        {
            self.fault(value, "nothing is left to be played");
        }
        cells
    }

    fn pairs(
        &mut self,
        value: &Value<'t>,
        key: &str,
        detectives: &[AgentSpec],
        mr_x: &[AgentSpec],
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for entry in self.list(value, key) {
            let Some(table) = entry.get_ref().as_table() else {
                let text =
                    format!("{key} must have entries {{ detectives = \"..\", mr_x = \"..\" }}");
                self.fault(entry, text);
                continue;
            };
            self.check_keys(table, &PAIR);
            let row = self.place(entry, table, "detectives", key, detectives);
            let column = self.place(entry, table, "mr_x", key, mr_x);
            if let (Some(row), Some(column)) = (row, column) {
                pairs.push((row, column));
            }
        }
        pairs
    }

    /// Where in the list of that side the agent of a pair stands.
    fn place(
        &mut self,
        entry: &Value<'t>,
        table: &DeTable<'t>,
        side: &str,
        key: &str,
        agents: &[AgentSpec],
    ) -> Option<usize> {
        let Some(value) = find(table, side) else {
            self.fault(entry, format!("{key}: \"{side}\" is missing"));
            return None;
        };
        let spec = self.agent(value, &format!("{key}: {side}"))?;
        let place = agents.iter().position(|agent| *agent == spec);
        if place.is_none() {
            self.fault(value, format!("{key}: {spec} is not in the list {side}"));
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "version = 1\nname = 't'\nrules = 'grid5'\ngames = 10\nseed = 7\n\
                        mr_x = ['random']\ndetectives = ['random']\n";

    fn faults(text: &str) -> Vec<String> {
        let faults = Tournament::from_toml(text, None).expect_err("has faults");
        faults.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_file_is_read() {
        let tournament = Tournament::from_toml(GOOD, None).unwrap();
        assert_eq!((tournament.games, tournament.seed), (10, Seed(7)));
        assert_eq!(tournament.cells, [(0, 0)]);
    }

    #[test]
    fn the_table_tells_a_changed_number_of_detectives() {
        let text = format!("{GOOD}detectives_count = 1\n");
        let tournament = Tournament::from_toml(&text, None).unwrap();
        assert_eq!(tournament.rules.detectives(), 1);
        assert_eq!(tournament.table(&[]).rules, "grid5 (detectives: 1)");
    }

    #[test]
    fn every_fault_is_listed_in_the_order_of_the_lines() {
        let text = "version = 2\nname = 'a b'\nrules = 'clasic'\ngame = 3\nseed = -1\n\
                    mr_x = ['randm', 4]\ndetectives = ['random', 'random']\nskip = 3\n";
        assert_eq!(
            faults(text),
            [
                "line 1: version must be a whole number from 1 to 1",
                "line 2: name must have 1 to 60 letters, digits and signs of \"-_.\"",
                "line 3: rules: unknown rules \"clasic\", did you mean \"classic\"?",
                "line 4: unknown key \"game\", did you mean \"games\"?",
                "line 5: seed must be a whole number from 0 to 18446744073709551615",
                "line 6: mr_x: unknown agent \"randm\", did you mean \"random\"?",
                "line 6: mr_x must be a text",
                "line 7: detectives has random twice",
                "line 8: skip must be a list",
                "the key \"games\" is missing",
            ]
        );
    }

    #[test]
    fn a_text_that_is_no_toml_names_the_line() {
        assert!(faults("version = 1\nname = [\n")[0].starts_with("line 2: "));
        assert_eq!(faults("").len(), 6);
    }

    #[test]
    fn skip_and_cells_choose_what_is_played() {
        let pair = "[{ detectives = 'random', mr_x = 'random' }]\n";
        let only = Tournament::from_toml(&format!("{GOOD}cells = {pair}"), None).unwrap();
        assert_eq!(only.cells, [(0, 0)]);
        let text = format!("{GOOD}skip = {pair}");
        assert_eq!(faults(&text), ["line 8: nothing is left to be played"]);
        let both = format!("{GOOD}cells = {pair}skip = {pair}");
        assert_eq!(faults(&both), ["line 8: give cells or skip, not both"]);
    }
}
