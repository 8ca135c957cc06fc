//! Colours of plots and pages.

/// Red, green and blue.
pub type Rgb = [u8; 3];

pub(super) const PAPER: Rgb = [0xfd, 0xfb, 0xf5];
pub(super) const INK: Rgb = [0x22, 0x1f, 0x1a];
pub(super) const QUIET: Rgb = [0x6d, 0x64, 0x53];
pub(super) const FRAME: Rgb = [0xa3, 0x96, 0x7c];
pub(super) const GRID: Rgb = [0xe7, 0xe1, 0xd2];
pub(super) const WATER: Rgb = [0xd3, 0xe7, 0xf0];
const WHITE: Rgb = [0xff, 0xff, 0xff];
const BLACK: Rgb = [0, 0, 0];

/// Colours of series, which differ in lightness, too.
const SERIES: [Rgb; 6] = [
    [0x1d, 0x32, 0x70],
    [0xc5, 0x86, 0x06],
    [0x13, 0x79, 0x5b],
    [0xb0, 0x12, 0x4e],
    [0x6a, 0x3f, 0xb5],
    [0x6d, 0x64, 0x53],
];

/// The colour of the series with this number; after six they begin again.
pub(super) fn series(index: usize) -> Rgb {
    SERIES[index % SERIES.len()]
}

/// From yellow over neutral to blue, at 0, 25, 50, 75 and 100 %.
/// Yellow and blue are told apart with every common form of colour blindness.
const LIGHT: [Rgb; 5] = [
    [0x9a, 0x5b, 0x00],
    [0xe0, 0xab, 0x55],
    [0xf3, 0xee, 0xe1],
    [0x86, 0xa5, 0xd6],
    [0x1d, 0x32, 0x70],
];

/// The same for dark screens, where the neutral middle is dark.
const DARK: [Rgb; 5] = [
    [0xf2, 0xb9, 0x45],
    [0x97, 0x70, 0x2c],
    [0x2c, 0x34, 0x3d],
    [0x4b, 0x6a, 0xa6],
    [0xa9, 0xc0, 0xff],
];

/// The colour of a share: yellow below one half, blue above it.
pub fn diverging(rate: f64, dark: bool) -> Rgb {
    // Linear between stops: nothing here depends on the mathematical library of the machine.
    let stops = if dark { &DARK } else { &LIGHT };
    let place = if rate.is_nan() { 2.0 } else { rate.clamp(0.0, 1.0) * 4.0 };
    let from = (place as usize).min(3);
    let part = place - from as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (stops[from], stops[from + 1]);
    [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])]
}

/// The colour of text on this ground: white or ink, or black where neither is easy to read.
pub fn ink_on(ground: Rgb) -> Rgb {
    let enough = |colour: &Rgb| contrast(ground, *colour) >= 4.5;
    [WHITE, INK].into_iter().find(enough).unwrap_or(BLACK)
}

/// The contrast of two colours, about as in WCAG, which wants 4.5. Its curve is near a power of
/// 2.25, which roots give exactly; other powers could differ in the last bit between machines.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |c: Rgb| {
        let [r, g, b] = c.map(|part| f64::from(part) / 255.0).map(|c| c * c * c.sqrt().sqrt());
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    if a > b { a / b } else { b / a }
}

/// The colour as CSS writes it.
pub fn css([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_can_be_read() {
        for dark in [false, true] {
            for percent in 0..=100 {
                let ground = diverging(f64::from(percent) / 100.0, dark);
                let contrast = contrast(ground, ink_on(ground));
                assert!(contrast >= 4.5, "{percent} % on {}: {contrast:.2}", css(ground));
            }
        }
    }

    #[test]
    fn odd_rates_have_a_colour() {
        assert_eq!(diverging(f64::NAN, false), LIGHT[2]);
        assert_eq!(diverging(-1.0, false), LIGHT[0]);
        assert_eq!(diverging(2.0, true), DARK[4]);
        assert_eq!(css(LIGHT[4]), "#1d3270");
    }
}
