//! Reads JSON that clients send: objects where objects are meant, and errors in words for people.
//!
//! What serde derives for a struct also reads an array with the fields in their order. Nobody who sends one means that.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use crate::error::ObjectError;

/// Reads an object.
///
/// # Errors
/// When the text is something else, or does not have the fields of `T`.
pub fn read_object<T: DeserializeOwned>(text: &str) -> Result<T, ObjectError> {
    let read: serde_json::Result<Object<T>> = serde_json::from_str(text);
    read.map(|Object(value)| value).map_err(|error| ObjectError(plain(&error.to_string())))
}

/// Reads a field that is an object; for `deserialize_with`.
pub(crate) fn object<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Object::deserialize(from).map(|Object(value)| value)
}

/// Reads a field that is a list of objects; for `deserialize_with`.
pub(crate) fn objects<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let values: Vec<Object<T>> = Vec::deserialize(from)?;
    Ok(values.into_iter().map(|Object(value)| value).collect())
}

/// Something that was written as an object.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Object<T>, D::Error> {
        from.deserialize_map(Fields(PhantomData))
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = Object<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
    }
}

/// Words of serde for what it expected, and ours.
const WORDS: [(&str, &str); 4] = [
    ("expected u32", "expected a whole number from 0 to 4294967295"),
    ("expected u64", "expected a whole number from 0 on"),
    ("expected usize", "expected a whole number from 0 on"),
    ("expected variant identifier", "expected a name"),
];

/// An error without the names of our types.
fn plain(error: &str) -> String {
    WORDS.iter().fold(error.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::CreateGame;

    fn refused(text: &str) -> String {
        read_object::<CreateGame>(text).err().map_or(String::new(), |error| error.to_string())
    }

    #[test]
    fn arrays_are_no_objects() {
        let game = |seats: &str, help: &str| {
            format!("{{\"rules\": \"classic\", \"seats\": {seats}, \"help\": {help}}}")
        };
        let human = "{\"kind\": \"human\"}";
        let seats =
            |mr_x: &str, team: &str| format!("{{\"mr_x\": {mr_x}, \"detectives\": {team}}}");
        let team = format!("[{human}, {human}]");
        for good in [human, &team] {
            assert_eq!(refused(&game(&seats(human, good), "{}")), "");
        }
        let array = "[\"human\"]";
        for bad in [
            game(&seats(array, human), "{}"),
            game(&seats(human, array), "{}"),
            game(&seats(human, &format!("[{human}, {array}]")), "{}"),
            game(&format!("[{human}, {human}]"), "{}"),
            game(&seats(human, human), "[true, true, true]"),
            format!("[\"classic\", null, null, {}]", seats(human, human)),
            "null".to_owned(),
            format!("{} {{}}", game(&seats(human, human), "{}")),
        ] {
            let error = refused(&bad);
            assert!(!error.is_empty(), "{bad}");
            for word in ["struct", "enum", "CreateGame", "Seat", "tuple", "sequence of"] {
                assert!(!error.contains(word), "{bad}: {error}");
            }
        }
    }

    #[test]
    fn numbers_are_asked_for_in_words() {
        let error = refused("{\"rules\": \"classic\", \"pace_ms\": -1}");
        assert!(error.contains("expected a whole number from 0 to 4294967295"), "{error}");
        let error = refused("{\"rules\": \"classic\", \"seed\": \"seven\"}");
        assert!(error.contains("expected a whole number from 0 on"), "{error}");
        let twice = refused("{\"rules\": \"classic\", \"rules\": \"modern\"}");
        assert!(twice.contains("duplicate field"), "{twice}");
    }
}
