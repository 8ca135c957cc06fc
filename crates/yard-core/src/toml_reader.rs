//! Reads a TOML text so that every fault in it is found, each with its line.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault::{Fault, Faults, did_you_mean};
use crate::ticket::Stock;

/// A TOML text and the faults found in it so far.
pub(crate) struct Reader<'t> {
    /// Where the lines end.
    ends: Vec<usize>,
    text: std::marker::PhantomData<&'t str>,
    pub(crate) faults: Vec<Fault>,
}

/// A value with the place it came from.
pub(crate) type Value<'t> = Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    /// Parses the text; syntax errors become faults.
    pub(crate) fn parse(text: &'t str) -> (Reader<'t>, DeTable<'t>) {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let mut reader = Reader { ends, text: std::marker::PhantomData, faults: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map(|span| reader.line(span.start));
            reader.faults.push(Fault { line, text: error.message().trim().replace('\n', "; ") });
        }
        (reader, table.into_inner())
    }

    pub(crate) fn line(&self, offset: usize) -> usize {
        1 + self.ends.partition_point(|end| *end < offset)
    }

    /// All faults, in the order of the file; those of the whole file come last.
    pub(crate) fn into_faults(mut self) -> Faults {
        self.faults.sort_by_key(|fault| (fault.line.is_none(), fault.line));
        Faults(self.faults)
    }

    pub(crate) fn line_of(&self, value: &Value<'t>) -> usize {
        self.line(value.span().start)
    }

    pub(crate) fn fault(&mut self, at: Option<&Value<'t>>, text: impl Into<String>) {
        let line = at.map(|value| self.line_of(value));
        self.faults.push(Fault { line, text: text.into() });
    }

    /// Reports keys that nobody knows.
    pub(crate) fn check_keys(&mut self, section: &str, table: &DeTable<'t>, known: &[&str]) {
        for (key, _) in table.iter() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let place = if section.is_empty() { String::new() } else { format!(" in [{section}]") };
            let hint = match did_you_mean(name, known.iter().copied()) {
                Some(near) => format!(", did you mean \"{near}\"?"),
                None => format!(" (known: {})", known.join(", ")),
            };
            let line = Some(self.line(key.span().start));
            self.faults.push(Fault { line, text: format!("unknown key \"{name}\"{place}{hint}") });
        }
    }

    fn wrong(&mut self, value: &Value<'t>, key: &str, wanted: &str) {
        let got = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::String(_) => "a text".to_owned(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.fault(Some(value), format!("{key} must be {wanted}, not {got}"));
    }

    pub(crate) fn missing(&mut self, key: &str) {
        self.faults.push(Fault::new(format!("the key \"{key}\" is missing")));
    }

    pub(crate) fn number(&mut self, value: &Value<'t>, key: &str) -> Option<u32> {
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|n| u32::from_str_radix(&n.as_str().replace('_', ""), n.radix()).ok());
        if number.is_none() {
            self.wrong(value, key, "a whole number from 0");
        }
        number
    }

    /// A number of a drawing; kept within bounds that a picture can have.
    pub(crate) fn coordinate(&mut self, value: &Value<'t>, key: &str) -> Option<f32> {
        let number = match value.get_ref() {
            DeValue::Integer(n) => {
                i64::from_str_radix(n.as_str(), n.radix()).ok().map(|n| n as f32)
            }
            DeValue::Float(x) => x.as_str().parse::<f32>().ok(),
            _ => None,
        };
        let number = number.filter(|x| x.abs() <= 100_000.0);
        if number.is_none() {
            self.wrong(value, key, "a number between -100000 and 100000");
        }
        number
    }

    pub(crate) fn string(&mut self, value: &Value<'t>, key: &str) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.wrong(value, key, "a text");
        }
        text
    }

    pub(crate) fn boolean(&mut self, value: &Value<'t>, key: &str) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(value, key, "true or false");
        }
        flag
    }

    pub(crate) fn list<'v>(&mut self, value: &'v Value<'t>, key: &str) -> &'v [Value<'t>] {
        match value.get_ref().as_array() {
            Some(list) => list,
            None => {
                self.wrong(value, key, "a list");
                &[]
            }
        }
    }

    pub(crate) fn numbers(&mut self, value: &Value<'t>, key: &str) -> Vec<u32> {
        let list = self.list(value, key);
        list.iter().filter_map(|entry| self.number(entry, key)).collect()
    }

    pub(crate) fn table<'v>(&mut self, value: &'v Value<'t>, key: &str) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong(value, key, "a table");
        }
        table
    }

    /// Up to 254 tickets, or "unlimited".
    pub(crate) fn stock(&mut self, value: &Value<'t>, key: &str) -> Option<Stock> {
        if value.get_ref().as_str() == Some("unlimited") {
            return Some(Stock::UNLIMITED);
        }
        let wanted = "a number from 0 to 254 or \"unlimited\"";
        let stock = value
            .get_ref()
            .as_integer()
            .and_then(|n| u8::from_str_radix(n.as_str(), n.radix()).ok())
            .and_then(Stock::count);
        if stock.is_none() {
            self.wrong(value, key, wanted);
        }
        stock
    }

    /// The version of the file must be 1.
    pub(crate) fn version(&mut self, table: &DeTable<'t>) {
        match find(table, "version") {
            None => self.missing("version"),
            Some(value) => {
                if let Some(version) = self.number(value, "version")
                    && version != 1
                {
                    self.fault(Some(value), format!("version {version} is not known, only 1 is"));
                }
            }
        }
    }
}

/// The value of a key.
pub(crate) fn find<'v, 't>(table: &'v DeTable<'t>, key: &str) -> Option<&'v Value<'t>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
}
