//! From shapes to bytes.

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, ShapeStyle};

use super::canvas::{Anchor, Point, Shape, Type};
use super::markup::escape;
use super::palette::{PAPER, Rgb};
use super::{Plot, PlotError, font, picture};

/// Backends take whole numbers only, so all is drawn this much larger.
const FINE: u32 = 4;
/// Pixels of a PNG by pixels of the plot; the rest of `FINE` smooths the edges.
const SHARP: u32 = 2;
/// Beyond this many pixels a plot becomes a PNG of its own size only.
const LARGE: u64 = 3_000_000;
/// No plot of more pixels becomes a PNG: at three bytes each, twice as wide and high, this is 240 MB.
const TOO_LARGE: u64 = 20_000_000;

impl Plot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> String {
        let (width, height) = self.size;
        let (fine_width, fine_height) = (width * FINE, height * FINE);
        let mut text = String::new();
        {
            let mut backend = SVGBackend::with_string(&mut text, (fine_width, fine_height));
            self.paint(&mut backend, f64::from(FINE), write_text)
                .and_then(|()| backend.present().map_err(refused))
                .expect("writing into a string cannot fail");
        }
        // What all texts have in common goes to the root; the title is what screen readers say.
        let head = format!("<svg width=\"{fine_width}\" height=\"{fine_height}\"");
        let family = format!(" font-family=\"{}\"", font::FAMILY);
        let text = text.replace(&family, "").replace(" opacity=\"1\"", "");
        let text = text.replacen(&head, &format!("<svg width=\"{width}\" height=\"{height}\""), 1);
        let title = format!("{family} role=\"img\">\n<title>{}</title>\n", escape(&self.title));
        text.replacen(">\n", &title, 1)
    }

    /// The plot as a part of an HTML page, where SVG needs no name space.
    pub fn inline_svg(&self) -> String {
        self.svg().replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
    }

    /// The plot as a PNG picture, twice as wide and high as the SVG says.
    ///
    /// # Errors
    /// When it is too large for a picture.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        let (width, height) = self.size;
        let area = u64::from(width) * u64::from(height);
        if area > TOO_LARGE {
            return Err(PlotError::Size(width, height));
        }
        let shrink = FINE / SHARP;
        let sharp = if area > LARGE { 1 } else { SHARP };
        let (out_width, out_height) = (width * sharp, height * sharp);
        let fine = (out_width * shrink, out_height * shrink);
        let mut pixels = vec![0; 3 * fine.0 as usize * fine.1 as usize];
        {
            let mut backend = BitMapBackend::with_buffer(&mut pixels, fine);
            self.paint(&mut backend, f64::from(sharp * shrink), dot_text)?;
        }
        let small = halve(&pixels, fine.0 as usize);
        picture::encode(&small, out_width, out_height)
    }

    fn paint<B: DrawingBackend>(
        &self,
        backend: &mut B,
        scale: f64,
        text: impl Fn(&mut B, f64, &Letters<'_>) -> Result<(), PlotError>,
    ) -> Result<(), PlotError> {
        let (width, height) = self.size;
        let at = |(x, y): Point| ((x * scale).round() as i32, (y * scale).round() as i32);
        let corner = at((f64::from(width), f64::from(height)));
        backend.draw_rect((0, 0), corner, &filled(PAPER, 1.0), true).map_err(refused)?;
        for shape in &self.canvas.shapes {
            match shape {
                Shape::Rect { at: (x, y), size, colour } => {
                    let (from, to) = (at((*x, *y)), at((x + size.0, y + size.1)));
                    // Whatever is to be seen has a pixel at least.
                    let to = (to.0.max(from.0 + 1), to.1.max(from.1 + 1));
                    backend.draw_rect(from, to, &filled(*colour, 1.0), true).map_err(refused)?;
                }
                Shape::Polygon { points, colour, alpha } => backend
                    .fill_polygon(points.iter().map(|&p| at(p)), &filled(*colour, *alpha))
                    .map_err(refused)?,
                Shape::Line { from, to, width, colour } if at(*from) != at(*to) => {
                    let stroke = (width * scale).round().max(1.0) as u32;
                    let style = filled(*colour, 1.0).stroke_width(stroke);
                    backend.draw_path([at(*from), at(*to)], &style).map_err(refused)?;
                }
                Shape::Line { .. } => {}
                Shape::Circle { centre, radius, colour } => {
                    let radius = (radius * scale).round() as u32;
                    let style = filled(*colour, 1.0);
                    backend.draw_circle(at(*centre), radius, &style, true).map_err(refused)?;
                }
                Shape::Text { at, anchor, look, text: content } => {
                    let letters = Letters { at: *at, anchor: *anchor, look, text: content };
                    text(backend, scale, &letters)?;
                }
            }
        }
        Ok(())
    }
}

/// A text to be drawn.
struct Letters<'a> {
    at: Point,
    anchor: Anchor,
    look: &'a Type,
    text: &'a str,
}

fn filled([r, g, b]: Rgb, alpha: f64) -> ShapeStyle {
    RGBColor(r, g, b).mix(alpha).filled()
}

fn refused(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

/// Text in an SVG stays text.
fn write_text(
    backend: &mut SVGBackend<'_>,
    scale: f64,
    letters: &Letters<'_>,
) -> Result<(), PlotError> {
    let look = letters.look;
    let h = match letters.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let style = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
    let [r, g, b] = look.colour;
    // The backend divides sizes by 1.24 and puts the baseline half an ex below the point.
    let font = (font::FAMILY, look.size * scale * 1.24, style).into_font();
    let style = font.color(&RGBColor(r, g, b)).pos(Pos::new(h, VPos::Center));
    let y = letters.at.1 + (font::HALF_CAP - font::HALF_EX) * look.size;
    let at = ((letters.at.0 * scale).round() as i32, (y * scale).round() as i32);
    backend.draw_text(letters.text, &style, at).map_err(refused)
}

/// Text in a PNG becomes dots of our own font.
fn dot_text(
    backend: &mut BitMapBackend<'_>,
    scale: f64,
    letters: &Letters<'_>,
) -> Result<(), PlotError> {
    let look = letters.look;
    let size = look.size * scale;
    let back = match letters.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => look.width(letters.text) / 2.0,
        Anchor::End => look.width(letters.text),
    };
    let x = (letters.at.0 - back) * scale;
    let baseline = (letters.at.1 * scale + font::HALF_CAP * size).round();
    let mut result = Ok(());
    font::draw(letters.text, size, look.bold, (x, baseline), |x, y, cover| {
        let [r, g, b] = look.colour;
        let colour = RGBColor(r, g, b).mix(cover).to_backend_color();
        if let Err(error) = backend.draw_pixel((x, y), colour) {
            result = Err(refused(error));
        }
    });
    result
}

/// A picture half as wide and high: every pixel is the mean of four.
fn halve(pixels: &[u8], width: usize) -> Vec<u8> {
    let row = 3 * width;
    let mut small = Vec::with_capacity(pixels.len() / 4);
    for pair in pixels.chunks_exact(2 * row) {
        let (upper, lower) = pair.split_at(row);
        for (above, below) in upper.chunks_exact(6).zip(lower.chunks_exact(6)) {
            for part in 0..3 {
                let four = [above[part], above[part + 3], below[part], below[part + 3]];
                let sum: u16 = four.into_iter().map(u16::from).sum();
                small.push(((sum + 2) / 4) as u8);
            }
        }
    }
    small
}
