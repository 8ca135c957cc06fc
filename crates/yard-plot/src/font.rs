//! The font of all plots: compiled in, so that they look and measure the same everywhere.
//!
//! We place the letters of pictures made of pixels ourselves: plotters' own way with `ab_glyph`
//! leaves out the room on the left of a letter and rounds every step to whole pixels.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, GlyphId, point};

/// Regular and bold; `data/fonts` has their licence and how they were made.
static FONTS: LazyLock<[FontRef<'static>; 2]> = LazyLock::new(|| {
    let read = |bytes| FontRef::try_from_slice(bytes).expect("the compiled-in font is a font");
    [
        read(include_bytes!("../data/fonts/YardPlot-Regular.ttf").as_slice()),
        read(include_bytes!("../data/fonts/YardPlot-Bold.ttf").as_slice()),
    ]
});

/// What SVG viewers shall take: the font ours was cut from, or others of about its width.
pub(super) const FAMILY: &str =
    "DejaVu Sans Condensed, Roboto Condensed, Arial, Helvetica, sans-serif";

/// Half the height of a small x, in ems: where SVG's `0.5ex` puts the baseline.
pub(super) const HALF_EX: f64 = 0.2735;
/// Half the height of a capital or a digit, in ems.
pub(super) const HALF_CAP: f64 = 0.3645;

fn font(bold: bool) -> &'static FontRef<'static> {
    &FONTS[usize::from(bold)]
}

fn em(font: &FontRef<'_>) -> f64 {
    f64::from(font.units_per_em().unwrap_or(2048.0))
}

/// How wide a text is when an em has `size` pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let font = font(bold);
    let units: f32 = text.chars().map(|c| font.h_advance_unscaled(font.glyph_id(c))).sum();
    f64::from(units) * size / em(font)
}

/// Calls `dot(x, y, cover)` for every pixel of a text that starts at `x` on a baseline.
pub(super) fn draw(
    text: &str,
    size: f64,
    bold: bool,
    (x, baseline): (f64, f64),
    mut dot: impl FnMut(i32, i32, f64),
) {
    let font = font(bold);
    let scale = (size * f64::from(font.height_unscaled()) / em(font)) as f32;
    let mut pen = x;
    for c in text.chars() {
        let id: GlyphId = font.glyph_id(c);
        let at = point(pen as f32, baseline as f32);
        let glyph: Glyph = id.with_scale_and_position(scale, at);
        if let Some(outline) = font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                let (x, y) = (corner.x as i32 + x as i32, corner.y as i32 + y as i32);
                dot(x, y, f64::from(cover).min(1.0));
            });
        }
        pen += f64::from(font.h_advance_unscaled(id)) * size / em(font);
    }
}

/// A text in lines no wider than `limit`, and whether anything had to be left out.
///
/// Lines end after `:`, `,`, `;`, `/` or a space, and within a word only if there is no other way.
pub(super) fn wrap(
    text: &str,
    size: f64,
    bold: bool,
    limit: f64,
    lines: usize,
) -> (Vec<String>, bool) {
    let fits = |line: &str| width(line.trim_end(), size, bold) <= limit;
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive([':', ',', ';', '/', ' ', '\n']) {
        if !line.is_empty() && !fits(&(line.clone() + word)) {
            done.push(std::mem::take(&mut line));
        }
        for c in word.chars().map(|c| if c.is_control() { ' ' } else { c }) {
            line.push(c);
            if !fits(&line) && line.chars().count() > 1 {
                line.pop();
                done.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    done.push(line);
    let mut done: Vec<String> = done.iter().map(|line| line.trim().to_owned()).collect();
    let cut = done.len() > lines;
    if cut {
        done.truncate(lines.max(1));
        if let Some(last) = done.last_mut() {
            while !last.is_empty() && !fits(&format!("{last}…")) {
                last.pop();
            }
            last.push('…');
        }
    }
    (done, cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_breaks_after_its_commas() {
        let (lines, cut) = wrap("model:samples=3000,bias=0.3", 12.0, false, 110.0, 4);
        assert_eq!(lines, ["model:", "samples=3000,", "bias=0.3"]);
        assert!(!cut);
    }

    #[test]
    fn a_word_too_long_is_broken_and_a_text_too_long_is_cut() {
        let (lines, cut) = wrap(&"w".repeat(100), 12.0, false, 100.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(cut && lines[2].ends_with('…'));
        assert!(lines.iter().all(|line| width(line, 12.0, false) <= 100.0));
        assert_eq!(wrap("", 12.0, false, 100.0, 3), (vec![String::new()], false));
    }

    #[test]
    fn letters_are_drawn_on_their_baseline() {
        let mut box_of_h = (i32::MAX, i32::MIN);
        draw("H", 100.0, false, (10.0, 200.0), |_, y, cover| {
            if cover > 0.5 {
                box_of_h = (box_of_h.0.min(y), box_of_h.1.max(y));
            }
        });
        assert_eq!(box_of_h, (200 - 73, 199), "capitals are 0.729 em high");
    }
}
