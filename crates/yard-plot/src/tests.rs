use std::collections::BTreeMap;

use super::*;
use yard_arena::samples::cross_table as table;

/// Why the tags of a text are not balanced; `None` when they are. `void` are tags without an end.
pub(crate) fn unbalanced(text: &str, void: &[&str]) -> Option<String> {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else {
            return Some(format!("an open <: {}", &rest[start..]));
        };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if tag.matches('"').count() % 2 == 1 {
            return Some(format!("an open quote: {tag}"));
        }
        let name: String = tag.chars().take_while(|c| !" /\n".contains(*c)).collect();
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Some(format!("</{name}> ends what is not open"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !void.contains(&name.as_str()) {
            open.push(name);
        }
    }
    (!open.is_empty()).then(|| format!("never ended: {open:?}"))
}

const WINS: Caption<'_> = Caption { title: "Wins", note: "grid5, seed 1" };

fn plots() -> Vec<Plot> {
    let long = format!("mcts:{}", "playouts=3000,".repeat(30));
    let wins = BTreeMap::from([(0, 3), (5, 12_345), (24, 1)]);
    let series = [("a <b> & \"c\"".to_owned(), wins), (long.clone(), BTreeMap::new())];
    let share = |wins| Share::new(wins, 100);
    let rates = [
        ("a <b> & \"c\"".to_owned(), vec![(10.0, share(0)), (1000.0, share(55))]),
        (long.clone(), vec![(0.0, share(1)), (f64::NAN, share(2)), (300.0, share(100))]),
        ("nothing".to_owned(), Vec::new()),
    ];
    let mut named = table();
    named.mr_x[1] = long;
    let bare =
        CrossTable { cells: Vec::new(), mr_x: Vec::new(), detectives: Vec::new(), ..table() };
    let title = "A <title> & more\u{1}";
    let caption = Caption { title, note: "grid5, <100> games" };
    let rows =
        [("a <b>".to_owned(), 0, 100), ("mcts:".repeat(40), 55, 10)].map(|(name, wins, games)| {
            SideBySide { name, published: Some(share(wins)), ours: Share::new(wins / 2, games) }
        });
    vec![
        Plot::capture_histogram(caption, &series, 22, &[3, 8, 200]),
        Plot::capture_histogram(caption, &[], 0, &[]),
        Plot::rate_over_budget(caption, "play<outs>", &rates),
        Plot::rate_over_budget(caption, "", &[]),
        Plot::heat_map(title, &named),
        Plot::heat_map(title, &bare),
        Plot::capture_grid(title, &named, 24, &[3, 8, 200]),
        Plot::capture_grid(title, &bare, 0, &[]),
        Plot::side_by_side(caption, &rows),
        Plot::side_by_side(caption, &[]),
    ]
}

#[test]
fn svg_is_well_formed_and_escaped() {
    for plot in plots() {
        let svg = plot.svg();
        assert_eq!(unbalanced(&svg, &[]), None);
        assert!(svg.contains("<title>A &lt;title&gt; &amp; more </title>"));
        assert!(!svg.contains(['\u{1}', '\'']) && !svg.contains("<b>") && !svg.contains("NaN"));
        let (width, height) = plot.size();
        assert!(svg.starts_with(&format!("<svg width=\"{width}\" height=\"{height}\" viewBox")));
    }
}

#[test]
fn the_same_plot_has_the_same_bytes() {
    for (one, other) in plots().iter().zip(plots()) {
        assert_eq!(one.svg(), other.svg());
        assert!(one.png().unwrap() == other.png().unwrap());
    }
}

#[test]
fn png_decodes_to_twice_the_size() {
    for plot in plots() {
        let bytes = plot.png().unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let (width, height) = plot.size();
        assert_eq!((info.width, info.height), (2 * width, 2 * height));
        assert_eq!(pixels[..3], palette::PAPER, "the corner is paper");
        let dark = pixels.chunks(3).filter(|pixel| pixel.iter().all(|&part| part < 80)).count();
        assert!(dark > 100, "there is text on it");
    }
}

#[test]
fn labels_are_all_there() {
    let svg = Plot::heat_map("Heat", &table()).svg();
    for text in ["random", "a|b", "20.0 %", "± 7.8", "0.0 %", "90.0 %", "not played", "50 %"] {
        assert!(svg.contains(text), "{text} is missing");
    }
    let wins = [("agent".to_owned(), BTreeMap::from([(2, 30), (9, 70)]))];
    let svg = Plot::capture_histogram(WINS, &wins, 12, &[3]).svg();
    for text in
        ["agent", "grid5, seed 1", "100 wins, half of them by slot 9", "\n12\n", "Mr X surfaces"]
    {
        assert!(svg.contains(text), "{text} is missing");
    }
    let rates = [("agent".to_owned(), vec![(3000.0, Share::new(5, 10))])];
    let svg = Plot::rate_over_budget(WINS, "playouts", &rates).svg();
    for text in ["agent", "3,000", "playouts", "50 %"] {
        assert!(svg.contains(text), "{text} is missing");
    }
    let svg = Plot::capture_grid("Grid", &table(), 24, &[3]).svg();
    for text in ["random", "a|b", "20 wins", "no win", "90 wins", "not played", "seed 7"] {
        assert!(svg.contains(text), "{text} is missing");
    }
    let row = SideBySide {
        name: "a against b".to_owned(),
        published: Some(Share::new(20, 100)),
        ours: Share::new(30, 100),
    };
    let svg = Plot::side_by_side(WINS, &[row]).svg();
    for text in ["a against b", "published", "ours", "20.0 %", "30.0 %"] {
        assert!(svg.contains(text), "{text} is missing");
    }
}

#[test]
fn a_cut_name_is_given_in_full() {
    let mut table = table();
    table.mr_x[1] = "x".repeat(80);
    table.detectives[1] = table.mr_x[1].clone();
    let svg = Plot::heat_map("Heat", &table).svg();
    assert!(svg.contains("…\n") && svg.contains(&table.mr_x[1][..60]));
    assert!(!svg.contains("(2)"), "the same name has the same number");
}

#[test]
fn nothing_is_drawn_outside_the_plot() {
    for plot in plots() {
        let (width, height) = (f64::from(plot.size.0), f64::from(plot.size.1));
        for shape in &plot.canvas.shapes {
            let (from, to) = match shape {
                canvas::Shape::Text { at, anchor, look, text } => {
                    let wide = look.width(text);
                    let left = match anchor {
                        canvas::Anchor::Start => at.0,
                        canvas::Anchor::Middle => at.0 - wide / 2.0,
                        canvas::Anchor::End => at.0 - wide,
                    };
                    ((left, at.1 - look.size / 2.0), (left + wide, at.1 + look.size / 2.0))
                }
                canvas::Shape::Rect { at, size, .. } => (*at, (at.0 + size.0, at.1 + size.1)),
                canvas::Shape::Line { from, to, .. } => (*from, *to),
                _ => continue,
            };
            let inside =
                |(x, y): canvas::Point| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
            assert!(inside(from) && inside(to), "{shape:?} on {:?}", plot.size);
        }
    }
}

#[test]
fn a_picture_too_large_is_refused() {
    let plot = Plot::new("large", (10_000.0, 10_000.0), Canvas::default());
    assert!(matches!(plot.png(), Err(PlotError::Size(10_000, 10_000))));
    let plot = Plot::new("still possible", (2000.0, 2000.0), Canvas::default());
    assert!(plot.png().is_ok());
}

#[test]
fn round_numbers() {
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!(grouped(0), "0");
    assert_eq!([1, 4, 5, 9, 70, 12_345].map(|most| round_step(most, 4)), [1, 1, 2, 5, 20, 5000]);
    assert!(round_step(u64::MAX, 4) > 1);
}
