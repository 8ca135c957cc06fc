//! The JSON form of records.

use serde::{Deserialize, Serialize};

use super::text::is_plain_name;
use super::{Record, RecordResult, RecordTurn, VERSION};
use crate::station::Station;

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonRecord {
    version: u32,
    rules: String,
    start: JsonStart,
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
        JsonRecord {
            version: VERSION,
            rules: record.rules,
            start: JsonStart { mr_x: record.mr_x, detectives: record.detectives },
            turns: record.turns,
            result: record.result,
            cornered: record.cornered,
        }
    }
}

impl TryFrom<JsonRecord> for Record {
    type Error = String;
    fn try_from(json: JsonRecord) -> Result<Record, String> {
        if json.version != VERSION {
            return Err(format!("version {} is not known, only {VERSION} is", json.version));
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
            mr_x: json.start.mr_x,
            detectives: json.start.detectives,
            turns: json.turns,
            result: json.result,
            cornered: json.cornered,
        })
    }
}
