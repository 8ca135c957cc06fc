//! Reads tournament files so that every fault is found, each with its line.

use std::path::Path;
use std::sync::Arc;

use yard_agents::{AgentFactory as _, FactoryError, Seed};
use yard_core::toml_file::{Entry, Section, TomlFile};
use yard_core::{Faults, Rules};
use yard_roster::{Roster, RosterAgent, load_rules_from};

use crate::experiment::Contender;
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

impl Tournament {
    /// Reads a tournament; a path of rules counts from `folder`, and the roster makes the agents.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(
        text: &str,
        folder: Option<&Path>,
        roster: &Roster,
    ) -> Result<Tournament, Faults> {
        let file = TomlFile::parse(text)?;
        let tournament = Reader { root: file.root(), folder, roster }.tournament();
        file.finish(tournament)
    }
}

struct Reader<'f, 't> {
    root: Section<'f, 't>,
    folder: Option<&'f Path>,
    roster: &'f Roster,
}

impl<'f> Reader<'f, '_> {
    fn tournament(&self) -> Option<Tournament> {
        let root = &self.root;
        root.check_keys(&KEYS);
        root.version(1);
        let name = self.name();
        let rules = self.rules();
        let games = root.required("games").whole(1..=MOST_GAMES);
        let seed = match root.optional("seed") {
            given if given.exists() => given.whole(0..=u64::MAX),
            _ => Some(1),
        };
        let notes = root.optional("notes").text();
        let fits = rules.as_ref();
        let mr_x = self.agents("mr_x", &|agent: &RosterAgent| {
            fits.map_or(Ok(()), |rules| agent.mr_x(rules).map(drop))
        });
        let detectives = self.agents("detectives", &|agent: &RosterAgent| {
            fits.map_or(Ok(()), |rules| agent.detectives(rules).map(drop))
        });
        let cells = self.cells(&detectives, &mr_x);
        let contenders = |list: Vec<RosterAgent>| -> Vec<Contender> {
            list.into_iter().map(|agent| Arc::new(agent) as Contender).collect()
        };
        Some(Tournament {
            name: name?,
            detectives_count: match root.optional("detectives_count").exists() {
                true => rules.as_ref().map(|rules| u32::from(rules.detectives())),
                false => None,
            },
            rules: rules?,
            games: games?,
            seed: Seed(seed?),
            mr_x: contenders(mr_x),
            detectives: contenders(detectives),
            cells,
            notes: notes.map(str::to_owned),
        })
    }

    fn name(&self) -> Option<String> {
        let entry = self.root.required("name");
        let name = entry.text()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
            entry.fault("name must have 1 to 60 letters, digits and signs of \"-_.\"");
            return None;
        }
        Some(name.to_owned())
    }

    fn rules(&self) -> Option<Arc<Rules>> {
        let entry = self.root.required("rules");
        let rules = match load_rules_from(entry.text()?, self.folder) {
            Ok(rules) => rules,
            Err(error) => {
                entry.fault(format!("rules: {error}"));
                return None;
            }
        };
        let entry = self.root.optional("detectives_count");
        if !entry.exists() {
            return Some(Arc::new(rules));
        }
        match rules.with_detectives(entry.whole::<u32>(1..=5)?) {
            Ok(changed) => Some(Arc::new(changed)),
            Err(faults) => {
                entry.fault(format!("detectives_count: {faults}"));
                None
            }
        }
    }

    fn agent(&self, entry: &Entry<'_, '_>, key: &str) -> Option<RosterAgent> {
        match self.roster.agent_as_written(entry.text()?) {
            Ok(agent) => Some(agent),
            Err(error) => {
                entry.fault(format!("{key}: {error}"));
                None
            }
        }
    }

    fn agents(
        &self,
        key: &'f str,
        fits: &dyn Fn(&RosterAgent) -> Result<(), FactoryError>,
    ) -> Vec<RosterAgent> {
        let entry = self.root.required(key);
        let list = entry.list();
        if entry.exists() && !(1..=MOST_AGENTS).contains(&list.len()) && entry.as_text().is_none() {
            entry.fault(format!("{key} must have 1 to {MOST_AGENTS} agents"));
        }
        let mut agents: Vec<RosterAgent> = Vec::new();
        for entry in list {
            let Some(agent) = self.agent(&entry, key) else { continue };
            if let Err(error) = fits(&agent) {
                entry.fault(format!("{key}: {}", error.of(&agent.name())));
            } else if agents.iter().any(|known| known.spec() == agent.spec()) {
                entry.fault(format!("{key} has {} twice", agent.name()));
            } else {
                agents.push(agent);
            }
        }
        agents
    }

    fn cells(&self, detectives: &[RosterAgent], mr_x: &[RosterAgent]) -> Vec<(usize, usize)> {
        let all = (0..detectives.len()).flat_map(|row| (0..mr_x.len()).map(move |x| (row, x)));
        let (only, skip) = (self.root.optional("cells"), self.root.optional("skip"));
        let (cells, entry): (Vec<(usize, usize)>, _) = match (only.exists(), skip.exists()) {
            (false, false) => return all.collect(),
            (true, false) => {
                let cells = self.pairs(&only, "cells", detectives, mr_x);
                (all.filter(|cell| cells.contains(cell)).collect(), only)
            }
            (false, true) => {
                let cells = self.pairs(&skip, "skip", detectives, mr_x);
                (all.filter(|cell| !cells.contains(cell)).collect(), skip)
            }
            (true, true) => {
                only.fault("give cells or skip, not both");
                return Vec::new();
            }
        };
        if cells.is_empty() && !self.root.file().has_faults() {
            entry.fault("nothing is left to be played");
        }
        cells
    }

    fn pairs(
        &self,
        list: &Entry<'f, '_>,
        key: &str,
        detectives: &[RosterAgent],
        mr_x: &[RosterAgent],
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for entry in list.list() {
            let Some(table) = entry.section(&PAIR) else { continue };
            let row = self.place(&table, "detectives", key, detectives);
            let column = self.place(&table, "mr_x", key, mr_x);
            if let (Some(row), Some(column)) = (row, column) {
                pairs.push((row, column));
            }
        }
        pairs
    }

    fn place(
        &self,
        table: &Section<'f, '_>,
        side: &'f str,
        key: &str,
        agents: &[RosterAgent],
    ) -> Option<usize> {
        let entry = table.required(side);
        let agent = self.agent(&entry, &format!("{key}: {side}"))?;
        let place = agents.iter().position(|known| known.spec() == agent.spec());
        if place.is_none() {
            entry.fault(format!("{key}: {} is not in the list {side}", agent.name()));
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "version = 1\nname = 't'\nrules = 'grid5'\ngames = 10\nseed = 7\n\
                        mr_x = ['random']\ndetectives = ['random']\n";

    fn read(text: &str) -> Result<Tournament, Faults> {
        Tournament::from_toml(text, None, &Roster::default())
    }

    fn faults(text: &str) -> Vec<String> {
        let Err(faults) = read(text) else { panic!("it has no fault") };
        faults.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_file_is_read() {
        let tournament = read(GOOD).unwrap();
        assert_eq!((tournament.games, tournament.seed), (10, Seed(7)));
        assert_eq!(tournament.cells, [(0, 0)]);
    }

    #[test]
    fn the_table_tells_a_changed_number_of_detectives() {
        let tournament = read(&format!("{GOOD}detectives_count = 1\n")).unwrap();
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
                "line 1: version 2 is not known, only 1 is",
                "line 2: name must have 1 to 60 letters, digits and signs of \"-_.\"",
                "line 3: rules: unknown rules \"clasic\", did you mean \"classic\"?",
                "line 4: unknown key \"game\", did you mean \"games\"?",
                "line 5: seed must be a whole number from 0 to 18446744073709551615, not -1",
                "line 6: mr_x: unknown agent \"randm\", did you mean \"random\"?",
                "line 6: mr_x must be a text, not 4",
                "line 7: detectives has random twice",
                "line 8: skip must be a list, not 3",
                "the key \"games\" is missing",
            ]
        );
    }

    /// Two texts of one agent are one agent.
    #[test]
    fn an_agent_is_listed_once_however_it_is_written() {
        let text = GOOD.replace("mr_x = ['random']", "mr_x = ['best', 'best:playouts=3000']");
        assert_eq!(faults(&text), ["line 6: mr_x has best:playouts=3000 twice"]);
    }

    #[test]
    fn a_text_that_is_no_toml_names_the_line() {
        assert!(faults("version = 1\nname = [\n")[0].starts_with("line 2: "));
        assert_eq!(faults("").len(), 6);
    }

    #[test]
    fn skip_and_cells_choose_what_is_played() {
        let pair = "[{ detectives = 'random', mr_x = 'random' }]\n";
        let only = read(&format!("{GOOD}cells = {pair}")).unwrap();
        assert_eq!(only.cells, [(0, 0)]);
        let text = format!("{GOOD}skip = {pair}");
        assert_eq!(faults(&text), ["line 8: nothing is left to be played"]);
        let both = format!("{GOOD}cells = {pair}skip = {pair}");
        assert_eq!(faults(&both), ["line 8: give cells or skip, not both"]);
    }
}
