//! Detective wins by log slot.

use std::collections::BTreeMap;

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG};
use super::palette::{FRAME, GRID, INK, QUIET, Rgb, WATER, series as series_colour};
use super::{Caption, MARGIN, Plot, grouped, round_step};

/// Height of the bars of a panel.
const BARS: f64 = 130.0;
/// Width of all plots of this kind.
const WIDTH: f64 = 860.0;
/// Room between panels.
const BETWEEN: f64 = 26.0;

/// What all panels share.
struct Frame<'a> {
    left: f64,
    right: f64,
    first: u8,
    slots: u8,
    surfacing: &'a [u8],
}

impl Frame<'_> {
    fn step(&self) -> f64 {
        (self.right - self.left) / (f64::from(self.slots - self.first) + 1.0)
    }

    fn middle(&self, slot: u8) -> f64 {
        self.left + self.step() * (f64::from(slot - self.first) + 0.5)
    }
}

pub(super) fn plot(
    caption: Caption<'_>,
    series: &[(String, BTreeMap<u8, u64>)],
    slots: u8,
    surfacing: &[u8],
) -> Plot {
    let slots_seen = || series.iter().flat_map(|(_, wins)| wins.keys().copied());
    let most = series.iter().flat_map(|(_, wins)| wins.values().copied()).max().unwrap_or(0);
    let axis = LABEL.width(&grouped(most.max(100))) + 14.0;
    let frame = Frame {
        left: MARGIN + axis,
        right: WIDTH - MARGIN,
        // A cornered Mr X can lose before his first move; there is a slot 0 only then.
        first: slots_seen().min().unwrap_or(1).min(1),
        slots: slots_seen().max().unwrap_or(1).max(slots).max(1),
        surfacing,
    };
    let mut canvas = Canvas::default();
    let own = if series.len() > 1 { "; every panel has a scale of its own" } else { "" };
    let note = format!("Detective wins by the log slot in which they came{own}");
    let notes = [note, caption.note.to_owned()];
    let mut y = canvas.head(caption.title, &notes, WIDTH) + 6.0;
    for (index, (name, wins)) in series.iter().enumerate() {
        y = panel(&mut canvas, &frame, y, (name, wins), series_colour(index)) + BETWEEN;
    }
    y -= BETWEEN / 2.0;
    canvas.text(((frame.left + frame.right) / 2.0, y), Anchor::Middle, NOTE, "log slot");
    if !surfacing.is_empty() {
        canvas.rect((frame.left, y - 6.0), (14.0, 12.0), WATER);
        canvas.text((frame.left + 20.0, y), Anchor::Start, NOTE, "Mr X surfaces in this slot");
    }
    Plot::new(caption.title, (WIDTH, y + MARGIN), canvas)
}

/// One series: its name, its bars and both axes; returns the bottom.
fn panel(
    canvas: &mut Canvas,
    frame: &Frame<'_>,
    top: f64,
    (name, wins): (&str, &BTreeMap<u8, u64>),
    colour: Rgb,
) -> f64 {
    let summary = summary(wins);
    let room = frame.right - frame.left - NOTE.width(&summary) - 36.0;
    let lines = STRONG.wrap(name, room, usize::MAX).0;
    canvas.rect((frame.left, top - 5.0), (10.0, 10.0), colour);
    canvas.text((frame.right, top), Anchor::End, NOTE, &summary);
    let head = canvas.lines((frame.left + 17.0, top), Anchor::Start, STRONG, &lines);
    let (top, bottom) = (head + 2.0, head + 2.0 + BARS);

    for &slot in frame.surfacing.iter().filter(|&&slot| slot >= frame.first && slot <= frame.slots)
    {
        let x = frame.middle(slot) - frame.step() / 2.0;
        canvas.rect((x, top), (frame.step(), BARS), WATER);
    }
    let most = wins.values().copied().max().unwrap_or(0).max(1);
    let step = round_step(most, 4);
    let peak = most.div_ceil(step) * step;
    let height = |count: u64| BARS * count as f64 / peak as f64;
    for tick in 0..=peak / step {
        let y = bottom - height(tick * step);
        canvas.rule((frame.left, y), (frame.right, y), 0.75, if tick == 0 { FRAME } else { GRID });
        let text = grouped(tick * step);
        canvas.text((frame.left - 8.0, y), Anchor::End, LABEL.on(QUIET), &text);
    }
    let bar = (frame.step() * 0.74).min(48.0);
    for (&slot, &count) in wins {
        let at = (frame.middle(slot) - bar / 2.0, bottom - height(count));
        canvas.rect(at, (bar, height(count)), colour);
    }
    if wins.values().all(|&count| count == 0) {
        let middle = ((frame.left + frame.right) / 2.0, (top + bottom) / 2.0);
        canvas.text(middle, Anchor::Middle, NOTE, "the detectives never won");
    }
    slot_numbers(canvas, frame, bottom + 12.0);
    bottom + 18.0
}

/// The numbers below the bars: all of them, or every fifth where they would touch.
fn slot_numbers(canvas: &mut Canvas, frame: &Frame<'_>, y: f64) {
    let wide = STRONG.width(&frame.slots.to_string()) + 5.0;
    let every = [1, 2, 5, 10, 20, 50].into_iter().find(|&n| f64::from(n) * frame.step() >= wide);
    for slot in frame.first..=frame.slots {
        let surfacing = frame.surfacing.contains(&slot);
        if slot.is_multiple_of(every.unwrap_or(100)) {
            let look = if surfacing { STRONG.on(INK) } else { LABEL.on(QUIET) };
            canvas.text((frame.middle(slot), y), Anchor::Middle, look, &slot.to_string());
        }
    }
}

/// How many wins, and by which slot half of them had come.
fn summary(wins: &BTreeMap<u8, u64>) -> String {
    let total: u64 = wins.values().sum();
    let mut sum = 0;
    let median = wins.iter().find(|&(_, count)| {
        sum += count;
        2 * sum >= total && total > 0
    });
    match median {
        Some((slot, _)) if total > 1 => {
            format!("{} wins, half of them by slot {slot}", grouped(total))
        }
        _ => format!("{} win{}", grouped(total), if total == 1 { "" } else { "s" }),
    }
}
