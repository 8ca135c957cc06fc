//! Pixels as a PNG file: of 256 colours, which halves its size and cannot be told from all colours.

use std::collections::BTreeMap;

use super::PlotError;
use super::palette::Rgb;

/// A PNG can index so many colours.
const COLOURS: usize = 256;

/// The colours of a picture and, for every pixel, the number of its colour.
struct Indexed {
    palette: Vec<Rgb>,
    pixels: Vec<u8>,
}

impl Indexed {
    /// Keeps the most frequent colours; the others, all of them blends at the edges of letters and
    /// lines, become the nearest of those.
    fn of(pixels: &[u8]) -> Indexed {
        let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
        for run in runs(pixels) {
            *counts.entry(run.0).or_default() += run.1;
        }
        let mut palette: Vec<(Rgb, usize)> =
            counts.iter().map(|(&rgb, &count)| (rgb, count)).collect();
        // By frequency; equals by their colour, so that the same picture has the same bytes.
        palette.sort_by_key(|&(rgb, count)| (std::cmp::Reverse(count), rgb));
        let palette: Vec<Rgb> = palette.into_iter().map(|(rgb, _)| rgb).take(COLOURS).collect();
        let numbers: BTreeMap<Rgb, u8> =
            counts.into_keys().map(|rgb| (rgb, nearest(rgb, &palette))).collect();
        let mut indexed = Vec::with_capacity(pixels.len() / 3);
        for (rgb, count) in runs(pixels) {
            let number = numbers.get(&rgb).copied().unwrap_or(0);
            indexed.resize(indexed.len() + count, number);
        }
        Indexed { palette, pixels: indexed }
    }
}

/// Colours one after the other, with the number of pixels that have it in a row.
fn runs(pixels: &[u8]) -> impl Iterator<Item = (Rgb, usize)> {
    let (pixels, _) = pixels.as_chunks::<3>();
    pixels.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

/// The number of the colour that differs least.
fn nearest(rgb: Rgb, palette: &[Rgb]) -> u8 {
    let distance = |other: &Rgb| -> u32 {
        rgb.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    // The palette has 256 colours at most, so a number fits a byte.
    let at = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
    at.map_or(0, |(at, _)| at as u8)
}

/// Encodes pixels of three bytes each.
pub(super) fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PlotError> {
    let Indexed { palette, pixels } = Indexed::of(pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    // Flat colours repeat best as they are.
    encoder.set_filter(png::Filter::NoFilter);
    // 144 dots to the inch: word processors then show the size that the SVG has.
    let dots = 5669;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: dots, yppu: dots, unit }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are() {
        let pixels = [[9, 9, 9], [1, 2, 3], [9, 9, 9], [9, 9, 9]].concat();
        let Indexed { palette, pixels } = Indexed::of(&pixels);
        assert_eq!((palette, pixels), (vec![[9, 9, 9], [1, 2, 3]], vec![0, 1, 0, 0]));
    }

    #[test]
    fn rare_colours_become_their_neighbours() {
        // Shades twice each, then a blend once.
        let shade = |value: u8| [value, value, value];
        let mut pixels: Vec<Rgb> = (0..=255).flat_map(|value| [shade(value); 2]).collect();
        pixels.push([100, 101, 100]);
        let Indexed { palette, pixels } = Indexed::of(&pixels.concat());
        assert_eq!(palette.len(), COLOURS);
        assert_eq!(palette[usize::from(pixels[512])], shade(100));
    }
}
