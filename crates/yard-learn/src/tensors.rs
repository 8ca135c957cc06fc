//! Named lists of numbers in a safetensors file, with one text about them.

use std::collections::BTreeMap;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::Serialize;

/// The key under which the text stands in the header.
const ABOUT: &str = "yard";

/// Why bytes are not such a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TensorError {
    /// Not a safetensors file, or one that is cut off or damaged.
    #[error("it is no safetensors file, or it is damaged ({0})")]
    Damaged(String),
    /// Written by another program.
    #[error("it was not written by yard: its header has no \"yard\"")]
    Foreign,
    /// A list is missing.
    #[error("it has no \"{0}\"")]
    Missing(String),
    /// A list has another type or length than it should.
    #[error("\"{name}\" has {found} instead of {wanted}")]
    Shape {
        /// Which list.
        name: String,
        /// What is there.
        found: String,
        /// What should be there.
        wanted: String,
    },
}

/// Why something cannot be written down as bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// A list of numbers does not fit its shape, or there is too much of something.
    #[error("the numbers cannot be written down: {0}")]
    Tensors(String),
    /// The text that goes with them cannot be made.
    #[error("the text cannot be written down: {0}")]
    Json(String),
}

impl From<safetensors::SafeTensorError> for EncodeError {
    fn from(error: safetensors::SafeTensorError) -> EncodeError {
        EncodeError::Tensors(plain(&error.to_string()))
    }
}

impl From<serde_json::Error> for EncodeError {
    fn from(error: serde_json::Error) -> EncodeError {
        EncodeError::Json(error.to_string())
    }
}

/// How numbers are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 32 bits, as they are reckoned with.
    Single,
    /// 16 bits, for models that are shipped.
    Half,
}

/// A file in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct TensorWriter {
    parts: BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)>,
}

impl TensorWriter {
    /// Adds a list of numbers of any shape.
    pub(crate) fn floats(&mut self, name: &str, shape: &[usize], numbers: &[f32], as_: Precision) {
        let (dtype, bytes) = match as_ {
            Precision::Single => {
                (Dtype::F32, numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
            }
            Precision::Half => {
                let short = |number: &f32| f16::from_f32(*number).to_le_bytes();
                (Dtype::F16, numbers.iter().flat_map(short).collect())
            }
        };
        self.parts.insert(name.to_owned(), (dtype, shape.to_vec(), bytes));
    }

    /// Adds a list of whole numbers.
    pub(crate) fn words(&mut self, name: &str, numbers: &[u32]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.parts.insert(name.to_owned(), (Dtype::U32, vec![numbers.len()], bytes));
    }

    /// The bytes of the file, with what is known of the numbers as JSON. Equal contents give equal bytes.
    #[expect(clippy::disallowed_types, reason = "it has a single key, so it has no order")]
    pub(crate) fn finish(&self, about: &impl Serialize) -> Result<Vec<u8>, EncodeError> {
        let about = serde_json::to_string(about)?;
        let header = std::collections::HashMap::from([(ABOUT.to_owned(), about)]);
        let mut views = Vec::with_capacity(self.parts.len());
        for (name, (dtype, shape, bytes)) in &self.parts {
            views.push((name.as_str(), TensorView::new(*dtype, shape.clone(), bytes)?));
        }
        Ok(safetensors::serialize(views, Some(header))?)
    }
}

/// A file that was read.
#[derive(Debug)]
pub(crate) struct TensorReader<'a> {
    about: String,
    tensors: SafeTensors<'a>,
}

impl<'a> TensorReader<'a> {
    /// Reads the bytes of a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<TensorReader<'a>, TensorError> {
        let damaged =
            |error: safetensors::SafeTensorError| TensorError::Damaged(plain(&error.to_string()));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let about = header.metadata().as_ref().and_then(|header| header.get(ABOUT)).cloned();
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        Ok(TensorReader { about: about.ok_or(TensorError::Foreign)?, tensors })
    }

    /// The text about the numbers.
    pub(crate) fn about(&self) -> &str {
        &self.about
    }

    /// A list of so many numbers.
    pub(crate) fn floats(&self, name: &str, count: usize) -> Result<Vec<f32>, TensorError> {
        let tensor = self.tensor(name)?;
        let numbers: Vec<f32> = match tensor.dtype() {
            Dtype::F32 => words_of(tensor.data()).map(f32::from_le_bytes).collect(),
            Dtype::F16 => {
                let halves = tensor.data().as_chunks::<2>().0.iter();
                halves.map(|half| f16::from_le_bytes(*half).to_f32()).collect()
            }
            other => return Err(shape(name, &format!("{other:?}"), "F32 or F16")),
        };
        match numbers.len() == count {
            true => Ok(numbers),
            false => Err(shape(name, &format!("{} numbers", numbers.len()), &count.to_string())),
        }
    }

    /// A list of whole numbers.
    pub(crate) fn words(&self, name: &str) -> Result<Vec<u32>, TensorError> {
        let tensor = self.tensor(name)?;
        match tensor.dtype() {
            Dtype::U32 => Ok(words_of(tensor.data()).map(u32::from_le_bytes).collect()),
            other => Err(shape(name, &format!("{other:?}"), "U32")),
        }
    }

    fn tensor(&self, name: &str) -> Result<TensorView<'a>, TensorError> {
        self.tensors.tensor(name).map_err(|_| TensorError::Missing(name.to_owned()))
    }
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    bytes.as_chunks::<4>().0.iter().copied()
}

fn shape(name: &str, found: &str, wanted: &str) -> TensorError {
    TensorError::Shape { name: name.to_owned(), found: found.to_owned(), wanted: wanted.to_owned() }
}

/// A message of a library without control characters, of bounded length.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty file, or one without some of its numbers, would be found out too late.
    #[test]
    fn what_cannot_be_written_down_is_an_error() {
        let mut out = TensorWriter::default();
        out.floats("weights", &[2], &[1.0, 2.0], Precision::Single);
        assert!(out.finish(&"two").is_ok());
        let no_key = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert!(matches!(out.finish(&no_key), Err(EncodeError::Json(_))));
        out.floats("weights", &[3], &[1.0, 2.0], Precision::Single);
        assert!(matches!(out.finish(&"two"), Err(EncodeError::Tensors(_))));
    }
}
