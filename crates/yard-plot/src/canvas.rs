//! A list of shapes that is laid out once and then drawn by any of plotters' backends.

use super::markup::plain;
use super::palette::{INK, QUIET, Rgb};
use super::{Caption, MARGIN, font};

/// A point, in pixels from the top left.
pub(super) type Point = (f64, f64);

/// Where a text has its point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: Rgb,
}

pub(super) const TITLE: Type = Type { size: 19.0, bold: true, colour: INK };
pub(super) const LABEL: Type = Type { size: 12.0, bold: false, colour: INK };
pub(super) const STRONG: Type = Type { size: 12.0, bold: true, colour: INK };
pub(super) const NOTE: Type = Type { size: 11.5, bold: false, colour: QUIET };

impl Type {
    /// How wide a text is.
    pub(super) fn width(self, text: &str) -> f64 {
        font::width(text, self.size, self.bold)
    }

    /// The distance of two lines.
    pub(super) fn line(self) -> f64 {
        (self.size * 1.3).round()
    }

    /// The text in lines, and whether it had to be cut.
    pub(super) fn wrap(self, text: &str, limit: f64, lines: usize) -> (Vec<String>, bool) {
        font::wrap(text, self.size, self.bold, limit, lines)
    }

    /// In another colour.
    pub(super) fn on(self, colour: Rgb) -> Type {
        Type { colour, ..self }
    }
}

/// One thing drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    Rect {
        at: Point,
        size: Point,
        colour: Rgb,
    },
    Polygon {
        points: Vec<Point>,
        colour: Rgb,
        alpha: f64,
    },
    Line {
        from: Point,
        to: Point,
        width: f64,
        colour: Rgb,
    },
    Circle {
        centre: Point,
        radius: f64,
        colour: Rgb,
    },
    /// `at` is at half the height of the capitals.
    Text {
        at: Point,
        anchor: Anchor,
        look: Type,
        text: String,
    },
}

/// Shapes in the order in which they are drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Canvas {
    pub(super) shapes: Vec<Shape>,
}

impl Canvas {
    pub(super) fn rect(&mut self, at: Point, size: Point, colour: Rgb) {
        if size.0 > 0.0 && size.1 > 0.0 {
            self.shapes.push(Shape::Rect { at, size, colour });
        }
    }

    /// A level or upright line as a rectangle, which is crisp at every scale.
    pub(super) fn rule(&mut self, from: Point, to: Point, width: f64, colour: Rgb) {
        let at = (from.0.min(to.0) - width / 2.0, from.1.min(to.1) - width / 2.0);
        let size = ((to.0 - from.0).abs() + width, (to.1 - from.1).abs() + width);
        self.rect(at, size, colour);
    }

    pub(super) fn line(&mut self, from: Point, to: Point, width: f64, colour: Rgb) {
        self.shapes.push(Shape::Line { from, to, width, colour });
    }

    pub(super) fn polygon(&mut self, points: Vec<Point>, colour: Rgb, alpha: f64) {
        self.shapes.push(Shape::Polygon { points, colour, alpha });
    }

    pub(super) fn circle(&mut self, centre: Point, radius: f64, colour: Rgb) {
        self.shapes.push(Shape::Circle { centre, radius, colour });
    }

    pub(super) fn text(&mut self, at: Point, anchor: Anchor, look: Type, text: &str) {
        if !text.is_empty() {
            self.shapes.push(Shape::Text { at, anchor, look, text: plain(text) });
        }
    }

    /// Lines of text, the first with its middle at `y`; returns where the next would be.
    pub(super) fn lines(
        &mut self,
        (x, mut y): Point,
        anchor: Anchor,
        look: Type,
        lines: &[String],
    ) -> f64 {
        for line in lines {
            self.text((x, y), anchor, look, line);
            y += look.line();
        }
        y
    }

    /// The title and lines below it; returns the top of what follows.
    pub(super) fn head(&mut self, caption: &Caption, width: f64) -> f64 {
        let Caption { title, notes } = caption;
        let room = width - 2.0 * MARGIN;
        let mut y = MARGIN + TITLE.size / 2.0;
        y = self.lines((MARGIN, y), Anchor::Start, TITLE, &TITLE.wrap(title, room, 4).0);
        for note in notes.iter().filter(|note| !note.is_empty()) {
            let lines = NOTE.wrap(note, room, 4).0;
            y = self.lines((MARGIN, y), Anchor::Start, NOTE, &lines);
        }
        y + 8.0
    }
}
