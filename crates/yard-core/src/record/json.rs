//! The JSON form of records.

use serde::{Deserialize, Serialize};

use super::text::is_plain_name;
use super::{Record, RecordResult, RecordTurn, VERSION};
use crate::notation::DetectiveText;
use crate::setup::Setup;
use crate::station::Station;

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonRecord {
    version: u32,
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<JsonStart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<Setup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    first: Vec<DetectiveText>,
    turns: Vec<RecordTurn>,
    #[serde(default)]
    result: RecordResult,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cornered: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonStart {
    mr_x: Option<Station>,
    detectives: Vec<Station>,
}

impl From<Record> for JsonRecord {
    fn from(record: Record) -> JsonRecord {
        let start = JsonStart { mr_x: record.mr_x, detectives: record.detectives.clone() };
        JsonRecord {
            version: record.version(),
            start: record.setup.is_none().then_some(start),
            rules: record.rules,
            setup: record.setup,
            first: record.first,
            turns: record.turns,
            result: record.result,
            cornered: record.cornered,
        }
    }
}

impl TryFrom<JsonRecord> for Record {
    type Error = String;
    fn try_from(json: JsonRecord) -> Result<Record, String> {
        if !(1..=VERSION).contains(&json.version) {
            return Err(format!("version {} is not known, only 1 and {VERSION} are", json.version));
        }
        if json.version < 2 && json.setup.is_some() {
            return Err("a setup needs version 2".to_owned());
        }
        if json.setup.is_none() && !json.first.is_empty() {
            return Err("first goes with a setup".to_owned());
        }
        let (mr_x, detectives) = match (json.start, &json.setup) {
            (Some(start), None) => (start.mr_x, start.detectives),
            (None, Some(setup)) => {
                Record::stations(setup).map_err(|number| format!("\"{number}\" is no station"))?
            }
            (None, None) => return Err("missing field `start`".to_owned()),
            (Some(_), Some(_)) => {
                return Err("a record has a start or a setup, not both".to_owned());
            }
        };
        // Both names are of the same rules.
        if json.setup.as_ref().is_some_and(|setup| setup.rules != json.rules) {
            return Err("the setup is of other rules".to_owned());
        }
        // What the text form could not hold is refused here too.
        if json.cornered && json.result != RecordResult::Detectives {
            return Err("only detectives win by cornering".to_owned());
        }
        if !is_plain_name(&json.rules) {
            return Err("the name of the rules must be one plain line".to_owned());
        }
        Ok(Record {
            rules: json.rules,
            mr_x,
            detectives,
            setup: json.setup,
            first: json.first,
            turns: json.turns,
            result: json.result,
            cornered: json.cornered,
        })
    }
}
