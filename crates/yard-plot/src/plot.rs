//! What was drawn.

use super::canvas::Canvas;

/// A plot, ready to be written as SVG or PNG.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    pub(super) title: String,
    pub(super) size: (u32, u32),
    pub(super) canvas: Canvas,
}

/// Why a plot could not be made into a picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// It is larger than a picture may be.
    #[error("a picture of {0} by {1} pixels is too large")]
    Size(u32, u32),
    /// The backend refused.
    #[error("cannot draw: {0}")]
    Draw(String),
    /// The encoder refused.
    #[error("cannot encode the picture: {0}")]
    Encode(#[from] png::EncodingError),
}

impl Plot {
    pub(super) fn new(title: &str, (width, height): (f64, f64), canvas: Canvas) -> Plot {
        Plot { title: title.to_owned(), size: (width.ceil() as u32, height.ceil() as u32), canvas }
    }

    /// Width and height in pixels, as the SVG has them.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }
}
