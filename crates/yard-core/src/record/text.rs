//! The text form of records.

use std::fmt;
use std::str::FromStr;

use super::{Record, RecordResult, RecordTurn, VERSION};
use crate::fault::{Fault, Faults, shorten};
use crate::moves::{PublicMrXMove, PublicStep};
use crate::notation::DetectiveText;
use crate::setup::Setup;
use crate::station::Station;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "yard-record {}", self.version())?;
        writeln!(f, "rules {}", self.rules)?;
        match &self.setup {
            Some(setup) => writeln!(f, "setup {}", setup.words())?,
            None => {
                match self.mr_x {
                    Some(station) => write!(f, "start {station}")?,
                    None => write!(f, "start ?")?,
                }
                for station in &self.detectives {
                    write!(f, " {station}")?;
                }
                writeln!(f)?;
            }
        }
        if !self.first.is_empty() {
            write!(f, "0 |")?;
            self.first.iter().try_for_each(|mv| write!(f, " {mv}"))?;
            writeln!(f)?;
        }
        for (number, turn) in (1..).zip(&self.turns) {
            write!(f, "{number} {}", turn.mr_x)?;
            for (i, mv) in turn.detectives.iter().enumerate() {
                write!(f, "{}{mv}", if i == 0 { " | " } else { " " })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "result {}{}", self.result.name(), if self.cornered { " cornered" } else { "" })
    }
}

impl FromStr for Record {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Record, Faults> {
        let mut parser = Parser::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = without_comment(line);
            if !line.is_empty()
                && let Err(text) = parser.line(line)
            {
                parser.faults.push(Fault::at(number, text));
            }
            if parser.faults.len() >= 20 {
                parser.faults.push(Fault::new("and perhaps more"));
                break;
            }
        }
        parser.finish()
    }
}

/// A `#` begins a comment at the start of a line or after white space.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return line[..at].trim();
        }
        before = letter;
    }
    line.trim()
}

/// Tells whether a name of rules can stand on its line of a record.
pub fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && without_comment(name) == name && !name.contains(char::is_control)
}

#[derive(Default)]
struct Parser {
    header: bool,
    version: u32,
    rules: Option<String>,
    start: Option<(Option<Station>, Vec<Station>)>,
    setup: Option<Setup>,
    first: Option<Vec<DetectiveText>>,
    turns: Vec<RecordTurn>,
    result: Option<RecordResult>,
    cornered: bool,
    faults: Vec<Fault>,
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if !self.header {
            self.header = true;
            self.version = VERSION;
            return match (word, rest) {
                ("yard-record", "1") => {
                    self.version = 1;
                    Ok(())
                }
                ("yard-record", "2") => Ok(()),
                ("yard-record", version) => Err(format!(
                    "version \"{}\" is not known, only 1 and {VERSION} are",
                    shorten(version)
                )),
                _ => Err("a record begins with \"yard-record 1\"".to_owned()),
            };
        }
        if self.result.is_some() {
            return Err("nothing may follow the result".to_owned());
        }
        match word {
            "rules" if rest.is_empty() => Err("the rules have no name".to_owned()),
            "rules" if self.rules.is_some() => Err("rules are given twice".to_owned()),
            "rules" if !is_plain_name(rest) => Err("the rules have no plain name".to_owned()),
            "rules" => {
                self.rules = Some(rest.to_owned());
                Ok(())
            }
            "start" if self.start.is_some() => Err("the start is given twice".to_owned()),
            "setup" if self.version < 2 => {
                Err("a setup needs \"yard-record 2\" as the first line".to_owned())
            }
            "setup" if self.start.is_some() => Err("the start is given twice".to_owned()),
            "setup" => self.setup(rest),
            "start" => {
                let mut stations = rest.split_whitespace();
                let mr_x = match stations.next() {
                    None => return Err("the start has no stations".to_owned()),
                    Some("?") => None,
                    Some(number) => Some(station(number)?),
                };
                self.start = Some((mr_x, stations.map(station).collect::<Result<_, _>>()?));
                Ok(())
            }
            "result" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                self.cornered = words[..] == ["detectives", "cornered"];
                self.result = Some(match rest {
                    _ if self.cornered => RecordResult::Detectives,
                    "open" => RecordResult::Open,
                    "detectives" => RecordResult::Detectives,
                    "mr-x" => RecordResult::MrX,
                    other => {
                        return Err(format!(
                            "a result is open, detectives or mr-x, not \"{}\"",
                            shorten(other)
                        ));
                    }
                });
                Ok(())
            }
            number => self.turn(number, rest),
        }
    }

    fn setup(&mut self, rest: &str) -> Result<(), String> {
        // The name of the rules is on its own line.
        let setup = Setup::of_words("", rest.split_whitespace())
            .map_err(|faults| faults.to_string().replace('\n', "; "))?;
        let stations =
            Record::stations(&setup).map_err(|number| format!("\"{number}\" is no station"))?;
        self.start = Some(stations);
        self.setup = Some(setup);
        Ok(())
    }

    /// What detectives did in the round in which a setup begins.
    fn first(&mut self, rest: &str) -> Result<(), String> {
        if self.setup.is_none() || self.first.is_some() || !self.turns.is_empty() {
            return Err("turn 0 comes once, after a setup and before turn 1".to_owned());
        }
        let moves = rest.strip_prefix('|').ok_or("turn 0 has no move of Mr X")?;
        let moves: Result<Vec<DetectiveText>, _> =
            moves.split_whitespace().map(str::parse).collect();
        self.first = Some(moves.clone().unwrap_or_default());
        moves.map(drop).map_err(|error| error.to_string())
    }

    fn turn(&mut self, number: &str, rest: &str) -> Result<(), String> {
        if number == "0" {
            return self.first(rest);
        }
        let expected = self.turns.len() + 1;
        if number.parse() != Ok(expected) {
            let word = shorten(number);
            return Err(format!("\"{word}\" where turn {expected} was expected"));
        }
        if self.start.is_none() {
            return Err("a turn before the start".to_owned());
        }
        let (mr_x, detectives) = rest.split_once('|').unwrap_or((rest, ""));
        // A turn that cannot be read still counts, so that one slip is one fault.
        let mr_x = mr_x.trim().parse::<PublicMrXMove>();
        let detectives: Result<Vec<DetectiveText>, _> =
            detectives.split_whitespace().map(str::parse).collect();
        let filler = PublicMrXMove::Single(PublicStep { ticket: crate::Ticket::Taxi, seen: None });
        self.turns.push(RecordTurn {
            mr_x: *mr_x.as_ref().unwrap_or(&filler),
            detectives: detectives.clone().unwrap_or_default(),
        });
        mr_x.map_err(|error| error.to_string())?;
        detectives.map(drop).map_err(|error| error.to_string())
    }

    fn finish(mut self) -> Result<Record, Faults> {
        if !self.header {
            return Err(Fault::new("an empty record").into());
        }
        if self.rules.is_none() {
            self.faults.push(Fault::new("there is no line \"rules NAME\""));
        }
        if self.start.is_none() {
            self.faults.push(Fault::new("there is no line \"start MR-X DETECTIVE..\""));
        }
        match (self.rules, self.start) {
            (Some(rules), Some((mr_x, detectives))) if self.faults.is_empty() => Ok(Record {
                setup: self.setup.map(|setup| Setup { rules: rules.clone(), ..setup }),
                first: self.first.unwrap_or_default(),
                rules,
                mr_x,
                detectives,
                turns: self.turns,
                result: self.result.unwrap_or_default(),
                cornered: self.cornered,
            }),
            _ => Err(Faults(self.faults)),
        }
    }
}

fn station(text: &str) -> Result<Station, String> {
    let station = text.parse().ok().and_then(Station::new);
    station.ok_or_else(|| format!("\"{}\" is no station", shorten(text)))
}
