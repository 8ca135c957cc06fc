//! Numbers over a count.

use super::canvas::{Anchor, Canvas, LABEL};
use super::number::round_step;
use super::palette::{FRAME, GRID, QUIET, series as series_colour};
use super::{Caption, Curve, MARGIN, Plot, grouped};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 320.0;
/// The most parts into which either axis is cut.
const PARTS: u64 = 8;

/// Numbers over a count, with 0 on the axis; points that are no numbers are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Curves {
    /// What stands above.
    pub caption: Caption,
    /// What the level axis counts.
    pub x_title: String,
    /// The curves.
    pub curves: Vec<Curve<f64>>,
}

/// Where numbers are on the plot.
struct Frame {
    left: f64,
    top: f64,
    most: f64,
    low: f64,
    high: f64,
    step: f64,
}

impl Frame {
    fn x(&self, count: f64) -> f64 {
        self.left + count / self.most * (WIDTH - MARGIN - self.left)
    }

    fn y(&self, number: f64) -> f64 {
        self.top + HEIGHT * (1.0 - (number - self.low) / (self.high - self.low))
    }
}

impl Curves {
    /// Draws them.
    pub fn plot(&self) -> Plot {
        let mut canvas = Canvas::default();
        let top = canvas.head(&self.caption, WIDTH) + 6.0;
        let frame = frame(&self.curves, top);
        axes(&mut canvas, &frame, &self.x_title);
        for (index, curve) in self.curves.iter().enumerate() {
            let sound: Vec<_> = curve.points.iter().filter(|point| is_sound(point)).collect();
            for pair in sound.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|&(x, y)| (frame.x(x), frame.y(y)));
                canvas.line(from, to, 2.0, series_colour(index));
            }
        }
        let mut y = top + HEIGHT + 56.0;
        for (index, curve) in self.curves.iter().enumerate() {
            canvas.rule((frame.left, y), (frame.left + 28.0, y), 2.0, series_colour(index));
            let lines = LABEL.wrap(&curve.name, WIDTH - MARGIN - frame.left - 40.0, usize::MAX).0;
            y = canvas.lines((frame.left + 38.0, y), Anchor::Start, LABEL, &lines) + 3.0;
        }
        Plot::new(&self.caption.title, (WIDTH, y + MARGIN - LABEL.line()), canvas)
    }
}

fn is_sound((count, number): &(f64, f64)) -> bool {
    count.is_finite() && *count >= 0.0 && number.is_finite()
}

/// Round bounds around all points, 0 included.
fn frame(curves: &[Curve<f64>], top: f64) -> Frame {
    let points = || curves.iter().flat_map(|curve| &curve.points).filter(|point| is_sound(point));
    let most = points().map(|point| point.0).fold(1.0, f64::max);
    let low = points().map(|point| point.1).fold(0.0, f64::min);
    let high = points().map(|point| point.1).fold(low + 1e-6, f64::max);
    // Steps are found among whole numbers, so small ranges are taken a million times larger.
    let scale = 1e6;
    let step = round_step(((high - low) * scale).ceil().min(1e15) as u64, PARTS) as f64 / scale;
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let widest = [low, high].map(|number| LABEL.width(&number_text(number, step)));
    let left = MARGIN + widest[0].max(widest[1]) + 14.0;
    Frame { left, top, most, low, high, step }
}

fn axes(canvas: &mut Canvas, frame: &Frame, x_title: &str) {
    let (right, bottom) = (WIDTH - MARGIN, frame.top + HEIGHT);
    let steps = ((frame.high - frame.low) / frame.step).round() as u64;
    for at in 0..=steps {
        let number = frame.low + at as f64 * frame.step;
        let y = frame.y(number);
        canvas.rule((frame.left, y), (right, y), 0.75, GRID);
        let text = number_text(number, frame.step);
        canvas.text((frame.left - 8.0, y), Anchor::End, LABEL.on(QUIET), &text);
    }
    let step = round_step(frame.most as u64, PARTS).max(1);
    for count in (0..=frame.most as u64).step_by(step as usize) {
        let x = frame.x(count as f64);
        canvas.rule((x, bottom), (x, bottom + 4.0), 1.0, FRAME);
        canvas.text((x, bottom + 15.0), Anchor::Middle, LABEL.on(QUIET), &grouped(count));
    }
    let zero = frame.y(0.0);
    canvas.rule((frame.left, zero), (right, zero), 1.0, FRAME);
    let middle = (frame.left + right) / 2.0;
    canvas.text((middle, bottom + 34.0), Anchor::Middle, LABEL.on(QUIET), x_title);
}

/// As many digits behind the point as the step has.
fn number_text(number: f64, step: f64) -> String {
    let digits = (0..6).find(|&digits| step * 10_f64.powi(digits) >= 0.999).unwrap_or(6);
    let text = format!("{number:.0$}", digits as usize);
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}
