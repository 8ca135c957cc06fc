use super::canvas::{Anchor, Canvas, Point, Shape};
use super::markup::unbalanced;
use super::*;

const TITLE: &str = "A <title> & more\u{1}";

fn caption() -> Caption {
    Caption::new(TITLE, &["Apples by size", "orchard 5, <100> trees"])
}

/// A share of so many percent.
fn share(percent: u8) -> Estimate {
    let value = f64::from(percent) / 100.0;
    Estimate { value, interval: [(value - 0.05).max(0.0), (value + 0.05).min(1.0)] }
}

fn bars(counts: &[(u8, u64)], label: &str) -> Bars {
    Bars { counts: counts.iter().copied().collect(), label: label.to_owned() }
}

fn columns(last: u8, marked: &[u8]) -> Columns {
    Columns { last, marked: marked.to_vec(), mark: "sold on <Sundays>".to_owned() }
}

/// Two by two, with names that need escaping and one cell missing.
fn matrix<C>(column: &str, [first, second, third]: [C; 3]) -> Matrix<C> {
    Matrix {
        caption: caption(),
        row_title: "sorts".to_owned(),
        column_title: "years".to_owned(),
        rows: vec!["a|b".to_owned(), "say \"<hi>\"".to_owned()],
        columns: vec!["plain".to_owned(), column.to_owned()],
        cells: vec![vec![Some(first), Some(second)], vec![Some(third), None]],
        missing: "not picked".to_owned(),
    }
}

fn bare<C>(table: Matrix<C>) -> Matrix<C> {
    Matrix { cells: Vec::new(), rows: Vec::new(), columns: Vec::new(), ..table }
}

fn heat_map(column: &str) -> HeatMap {
    let cells = [(20, ""), (0, "250 trees"), (90, "")]
        .map(|(percent, note)| HeatCell { share: share(percent), note: note.to_owned() });
    HeatMap { matrix: matrix(column, cells), ends: ["green", "red"].map(str::to_owned) }
}

fn bar_matrix(column: &str) -> BarMatrix {
    let cells = [
        bars(&[(3, 6), (8, 14)], "20 apples"),
        bars(&[], "no apple"),
        bars(&[(3, 30), (8, 60)], "90 apples"),
    ];
    BarMatrix { matrix: matrix(column, cells), columns: columns(24, &[3, 8, 200]) }
}

fn histogram(panels: &[(&str, Bars)], columns: Columns) -> Histogram {
    let panel =
        |(name, bars): &(&str, Bars)| Panel { name: (*name).to_owned(), bars: bars.clone() };
    Histogram {
        caption: caption(),
        panels: panels.iter().map(panel).collect(),
        columns,
        x_title: "size".to_owned(),
        nothing: "no apple at all".to_owned(),
    }
}

fn estimate_curves(x_title: &str, curves: &[(&str, Vec<(f64, Estimate)>)]) -> EstimateCurves {
    let curve = |(name, points): &(&str, Vec<(f64, Estimate)>)| Curve {
        name: (*name).to_owned(),
        points: points.clone(),
    };
    let curves = curves.iter().map(curve).collect();
    EstimateCurves { caption: caption(), x_title: x_title.to_owned(), curves }
}

fn side_by_side(rows: &[(&str, [Option<Estimate>; 2])]) -> SideBySide {
    let row = |(name, shares): &(&str, [Option<Estimate>; 2])| SideBySideRow {
        name: (*name).to_owned(),
        shares: *shares,
    };
    let kinds = ["told", "counted"].map(str::to_owned);
    SideBySide { caption: caption(), kinds, rows: rows.iter().map(row).collect() }
}

fn plots() -> Vec<Plot> {
    let long = format!("sort:{}", "sugar=3000,".repeat(30));
    let odd = "a <b> & \"c\"";
    let panels =
        [(odd, bars(&[(0, 3), (5, 12_345), (24, 1)], "12,349 apples")), (&long, Bars::default())];
    let shares = [
        (odd, vec![(10.0, share(0)), (1000.0, share(55))]),
        (&long, vec![(0.0, share(1)), (f64::NAN, share(2)), (300.0, share(100))]),
        ("nothing", Vec::new()),
    ];
    let rows = [(odd, [Some(share(0)), Some(share(1))]), (&long, [None, Some(share(55))])];
    let lines = vec![
        Curve { name: odd.to_owned(), points: vec![(0.0, -0.5), (f64::NAN, 1.0), (500.0, 2.5)] },
        Curve { name: long.clone(), points: vec![(9.0, f64::NAN)] },
    ];
    let curves =
        |curves| Curves { caption: caption(), x_title: "<trees>".to_owned(), curves }.plot();
    let heat = heat_map(&long);
    let grid = bar_matrix(&long);
    vec![
        histogram(&panels, columns(22, &[3, 8, 200])).plot(),
        histogram(&[], Columns::default()).plot(),
        estimate_curves("t<o>ns", &shares).plot(),
        estimate_curves("", &[]).plot(),
        heat.plot(),
        HeatMap { matrix: bare(heat.matrix), ..heat }.plot(),
        grid.plot(),
        BarMatrix { matrix: bare(grid.matrix), columns: Columns::default() }.plot(),
        side_by_side(&rows).plot(),
        side_by_side(&[]).plot(),
        curves(lines),
        curves(Vec::new()),
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

/// Fails when one of the texts is not on the plot.
fn has_all(plot: &Plot, texts: &[&str]) {
    let svg = plot.svg();
    for text in texts {
        assert!(svg.contains(text), "{text} is missing");
    }
}

#[test]
fn labels_are_all_there() {
    has_all(
        &heat_map("late").plot(),
        &[
            "plain",
            "late",
            "a|b",
            "20.0 %",
            "± 5.0",
            "0.0 %",
            "90.0 %",
            "250 trees",
            "not picked",
            "50 %",
            "green",
            "red",
            "sorts ↓",
            "years →",
            "Apples by size",
            "orchard 5",
        ],
    );
    let apples = bars(&[(2, 30), (9, 70)], "100 apples, half of them by size 9");
    has_all(
        &histogram(&[("sort", apples)], columns(12, &[3])).plot(),
        &["sort", "Apples", "100 apples, half of them by size 9", "\n12\n", "sold on", "size"],
    );
    let none = histogram(&[("sort", Bars::default())], columns(12, &[]));
    has_all(&none.plot(), &["no apple at all"]);
    let curve = [("sort", vec![(3000.0, share(50))])];
    has_all(&estimate_curves("tons", &curve).plot(), &["sort", "3,000", "tons", "50 %"]);
    has_all(
        &bar_matrix("late").plot(),
        &["plain", "a|b", "20 apples", "no apple", "90 apples", "not picked", "sold on", "\n24\n"],
    );
    has_all(
        &side_by_side(&[("here", [Some(share(20)), Some(share(30))])]).plot(),
        &["here", "told", "counted", "20.0 %", "30.0 %"],
    );
}

#[test]
fn marks_have_a_key_only_where_there_are_any() {
    let svg = histogram(&[("sort", bars(&[(1, 1)], ""))], columns(12, &[])).plot().svg();
    assert!(!svg.contains("sold on"));
}

#[test]
fn columns_start_at_one_unless_something_stands_before() {
    let columns = columns(24, &[]);
    assert_eq!(columns.ends([].into_iter()), [1, 24]);
    assert_eq!(columns.ends([5, 30].into_iter()), [1, 30]);
    assert_eq!(columns.ends([0].into_iter()), [0, 24]);
    assert_eq!(Columns::default().ends([].into_iter()), [1, 1]);
}

#[test]
fn a_cut_name_is_given_in_full() {
    let name = "x".repeat(80);
    let mut heat = heat_map(&name);
    heat.matrix.rows[1].clone_from(&name);
    let svg = heat.plot().svg();
    assert!(svg.contains("…\n") && svg.contains(&name[..60]));
    assert!(!svg.contains("(2)"), "the same name has the same number");
}

#[test]
fn nothing_is_drawn_outside_the_plot() {
    for plot in plots() {
        let (width, height) = (f64::from(plot.size.0), f64::from(plot.size.1));
        for shape in &plot.canvas.shapes {
            let (from, to) = match shape {
                Shape::Text { at, anchor, look, text } => {
                    let wide = look.width(text);
                    let left = match anchor {
                        Anchor::Start => at.0,
                        Anchor::Middle => at.0 - wide / 2.0,
                        Anchor::End => at.0 - wide,
                    };
                    ((left, at.1 - look.size / 2.0), (left + wide, at.1 + look.size / 2.0))
                }
                Shape::Rect { at, size, .. } => (*at, (at.0 + size.0, at.1 + size.1)),
                Shape::Line { from, to, .. } => (*from, *to),
                _ => continue,
            };
            let inside = |(x, y): Point| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
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
