//! Title and key under the map.

use std::fmt::Write;

use yard_core::{Board, Transport};

use super::{Badge, CARD, CARD_X, HALO, HEAT, Marks, Svg, escape, piece};

/// Paper beside the legend.
const EDGE: f64 = 40.0;
/// Narrower than this no legend is readable, so small maps get a wider sheet.
const LEAST_WIDTH: f64 = 560.0;
/// Height of a row.
const ROW: f64 = 52.0;
/// Half of the widest badge; entries are placed by the middle of theirs.
const BADGE: f64 = 32.0;
/// Room between the words of an entry and the badge of the next.
const GAP: f64 = 22.0;
/// Largest and smallest size of the title; what is still too long is cut.
const TITLE: (f64, f64) = (36.0, 20.0);
/// Mean width of a letter of the title, as a part of its size.
const LETTER: f64 = 0.64;

/// Title and key, in as many rows as it takes.
pub(super) struct Legend {
    title: String,
    title_size: f64,
    note: String,
    entries: Vec<Entry>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A picture and its meaning.
struct Entry {
    picture: String,
    words: &'static str,
    /// Where the words begin, from the middle of the badge.
    indent: f64,
    /// Place of the badge, set when the rows are laid out.
    at: (f64, f64),
}

impl Legend {
    pub(super) fn new(board: &Board, marks: &Marks, map_width: f64) -> Legend {
        let width = map_width.max(LEAST_WIDTH);
        let room = width - 2.0 * EDGE;
        let letters = board.title().chars().count().max(1) as f64;
        let title_size = (room / (LETTER * letters)).clamp(TITLE.1, TITLE.0);
        let most = (room / (LETTER * title_size)) as usize;
        let mut title: String = board.title().chars().take(most).collect();
        if title.len() < board.title().len() {
            title.push('…');
        }
        let note = format!("{} stations, {} lines", board.stations().len(), board.lines().len());
        let mut entries = key(board, marks);
        let total: f64 = entries.iter().map(Entry::width).sum();
        let title_width = (LETTER * letters * title_size).max(210.0);
        // Beside the title if the key fits there in one row, else below it.
        let beside = title_width + total <= room;
        let start = if beside { EDGE + room + GAP - total } else { EDGE };
        let (mut x, mut y) = (start, if beside { 33.0 } else { 98.0 });
        for entry in &mut entries {
            if x > start && x + entry.width() - GAP > EDGE + room + 1.0 {
                (x, y) = (start, y + ROW);
            }
            entry.at = (x + BADGE, y);
            x += entry.width();
        }
        let height = if beside { 82.0 } else { y + 42.0 };
        Legend { title, title_size, note, entries, width, height }
    }

    pub(super) fn draw(&self, out: &mut Svg, top: f64) {
        let Legend { title_size, note, .. } = self;
        out.put(format_args!("<g transform=\"translate(0 {top:.1})\">"));
        out.put(format_args!(
            "<text class=\"title\" x=\"{EDGE}\" y=\"32\" font-size=\"{title_size:.1}\">{}</text>",
            escape(&self.title)
        ));
        out.put(format_args!("<text class=\"key quiet\" x=\"{EDGE}\" y=\"58\">{note}</text>"));
        for Entry { picture, words, indent, at: (x, y) } in &self.entries {
            out.put(format_args!(
                "<g transform=\"translate({x:.1} {y:.1})\">{picture}\
                 <text class=\"key\" x=\"{indent}\" y=\"6\">{words}</text></g>"
            ));
        }
        out.put(format_args!("</g>"));
    }
}

impl Entry {
    fn of_line(transport: Transport) -> Entry {
        let (class, strokes): (_, &[&str]) = match transport {
            Transport::Taxi => ("taxi", &["body"]),
            Transport::Bus => ("bus", &["body", "core"]),
            Transport::Underground => ("tube", &["body", "core"]),
            Transport::Ferry => ("ferry", &["body"]),
        };
        let mut picture = String::new();
        for stroke in strokes {
            let _ = write!(picture, "<path class=\"line {class} {stroke}\" d=\"M28 0H98\"/>");
        }
        picture += &Badge::example(transport).shapes();
        Entry { picture, words: transport.name(), indent: 112.0, at: (0.0, 0.0) }
    }

    /// A mark is shown as it lies on a station.
    fn of_mark([below, above]: [&str; 2], words: &'static str) -> Entry {
        let badge = Badge::example(Transport::Taxi).shapes();
        let picture = [below, &badge, above].concat();
        Entry { picture, words, indent: 40.0, at: (0.0, 0.0) }
    }

    fn width(&self) -> f64 {
        BADGE + self.indent + 9.6 * self.words.chars().count() as f64 + GAP
    }
}

/// The entries of the key: what is on this map and nothing else.
fn key(board: &Board, marks: &Marks) -> Vec<Entry> {
    let used = |transport: &Transport| board.lines().iter().any(|l| l.transport == *transport);
    let mut entries: Vec<Entry> =
        Transport::ALL.into_iter().filter(used).map(Entry::of_line).collect();
    let (cards, mr_x_cards) = (!marks.cards.is_empty(), !marks.mr_x_cards.is_empty());
    let (detective, mr_x) = (piece("", "1"), piece(" x", "X"));
    let shown = [
        (cards && !mr_x_cards, ["", CARD], "start"),
        (cards && mr_x_cards, ["", CARD], "detectives start"),
        (mr_x_cards, ["", CARD_X], "Mr X starts"),
        (!marks.detectives.is_empty(), ["", &detective], "detective"),
        (marks.mr_x.is_some(), ["", &mr_x], "Mr X"),
        (!marks.candidates.is_empty(), [HALO, ""], "Mr X may be here"),
        (!marks.values.is_empty(), [HEAT, ""], "how likely the detectives win if he is here"),
    ];
    for (is_used, picture, words) in shown {
        if is_used {
            entries.push(Entry::of_mark(picture, words));
        }
    }
    entries
}
