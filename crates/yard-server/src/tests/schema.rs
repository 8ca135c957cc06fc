//! Checks JSON against the schemas of the OpenAPI document: the part of JSON Schema that it uses.

use std::fmt;

use serde_json::Value;

/// Finds what a schema refers to.
pub(super) fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => {
            let target = document.pointer(name.trim_start_matches('#'));
            target.unwrap_or_else(|| panic!("{name} is not in the document"))
        }
        None => schema,
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the document has the unknown type {other}"),
    }
}

/// How a value or an answer differs from what the document promises.
#[derive(Debug)]
pub(super) struct Misfit(pub(super) String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says where a value does not fit.
pub(super) fn check(
    document: &Value,
    schema: &Value,
    value: &Value,
    at: &str,
) -> Result<(), Misfit> {
    let schema = resolve(document, schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices.iter().filter(|one| check(document, one, value, at).is_ok()).count();
        return match fits {
            1 => Ok(()),
            fits => Err(Misfit(format!("{at}: {fits} choices fit {value}"))),
        };
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| is_type(value, name)) {
        return Err(Misfit(format!("{at}: {value} is no {types:?}")));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(Misfit(format!("{at}: {value} is none of {words:?}")));
    }
    let length = match value {
        Value::Array(items) => Some(("Items", items.len())),
        Value::String(text) => Some(("Length", text.chars().count())),
        _ => None,
    };
    if let Some((word, length)) = length {
        let bound = |side: &str| schema[format!("{side}{word}")].as_u64();
        if bound("min").is_some_and(|least| (length as u64) < least)
            || bound("max").is_some_and(|most| length as u64 > most)
        {
            return Err(Misfit(format!("{at}: {length} is too short or too long")));
        }
    }
    if let Some(number) = value.as_f64() {
        let bound = |key: &str| schema[key].as_f64();
        if bound("minimum").is_some_and(|least| number < least)
            || bound("maximum").is_some_and(|most| number > most)
        {
            return Err(Misfit(format!("{at}: {number} is out of bounds")));
        }
    }
    if let Some(items) = value.as_array() {
        for (i, item) in items.iter().enumerate() {
            check(document, &schema["items"], item, &format!("{at}[{i}]"))?;
        }
    }
    if let Some(fields) = value.as_object() {
        for needed in schema["required"].as_array().into_iter().flatten() {
            let name = needed.as_str().unwrap_or_default();
            if !fields.contains_key(name) {
                return Err(Misfit(format!("{at}: {name} is missing")));
            }
        }
        for (name, field) in fields {
            let at = format!("{at}.{name}");
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) => {
                    return Err(Misfit(format!("{at} is not known")));
                }
                (Value::Null, Value::Null | Value::Bool(true)) => {}
                (Value::Null, other) => check(document, other, field, &at)?,
                (known, _) => check(document, known, field, &at)?,
            }
        }
    }
    Ok(())
}

#[test]
fn the_checker_finds_faults() {
    let document = serde_json::json!({});
    let schema = serde_json::json!({
        "type": "object", "additionalProperties": false, "required": ["a"],
        "properties": {"a": {"type": ["integer", "null"], "maximum": 3},
                       "b": {"type": "array", "items": {"type": "string"}, "maxItems": 1}}
    });
    let fits = |text: &str| {
        let value = serde_json::from_str(text).unwrap();
        check(&document, &schema, &value, "it").is_ok()
    };
    assert!(fits(r#"{"a": 3}"#) && fits(r#"{"a": null, "b": ["x"]}"#));
    for bad in [r#"{}"#, r#"{"a": 4}"#, r#"{"a": 1.5}"#, r#"{"a": 1, "c": 2}"#, r#"[]"#] {
        assert!(!fits(bad), "{bad}");
    }
    assert!(!fits(r#"{"a": 1, "b": [1]}"#) && !fits(r#"{"a": 1, "b": ["x", "y"]}"#));
}
