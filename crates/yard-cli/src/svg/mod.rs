//! Draws a board as one SVG file that needs nothing else.
//!
//! The design is our own: no artwork of any edition is used, only the places of the stations.

mod geometry;
mod legend;
mod routes;
mod style;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use yard_core::{Board, Station, StationSet, Ticket, Transport};

use geometry::{Layout, Point, layout, path_data};
use legend::Legend;
use routes::{Route, routes};

/// What is shown on the map besides the map.
#[derive(Clone, Default, Debug)]
pub(crate) struct Marks {
    /// Stations where Mr X may be.
    pub(crate) candidates: StationSet,
    /// The detectives' stations, detective 1 first.
    pub(crate) detectives: Vec<Station>,
    /// Mr X's station, where it is known.
    pub(crate) mr_x: Option<Station>,
    /// Stations on the start cards: everybody's, or the detectives' where Mr X has his own.
    pub(crate) cards: StationSet,
    /// Stations on start cards that only Mr X draws.
    pub(crate) mr_x_cards: StationSet,
    /// Chances written at stations, which colour them.
    pub(crate) values: Vec<(Station, f64)>,
    /// Moves as arrows, each with its chance.
    pub(crate) arrows: Vec<(Station, Station, f64)>,
}

/// Draws the board: the same board and marks give the same text, byte for byte.
pub(crate) fn draw(board: &Board, marks: &Marks) -> String {
    let layout = layout(board);
    let radius = |station| Badge::of(board, station).radius();
    let routes = routes(board, &layout, radius);
    let legend = Legend::new(board, marks, layout.width);
    let (width, height) = (legend.width, layout.height + legend.height);
    let left = (width - layout.width) / 2.0;
    let mut out = Svg(String::new());
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">"
    ));
    out.put(format_args!("<title>{}</title>", escape(board.title())));
    out.put(format_args!("<style>{}</style>", style::sheet()));
    out.put(format_args!("<rect class=\"sheet\" width=\"{width:.0}\" height=\"{height:.0}\"/>"));
    let frame = format!(
        "x=\"12\" y=\"12\" width=\"{:.0}\" height=\"{:.0}\" rx=\"12\"",
        width - 24.0,
        layout.height - 24.0
    );
    out.put(format_args!("<rect class=\"paper\" {frame}/>"));
    out.put(format_args!("<g transform=\"translate({left:.1} 0)\">"));
    out.ground(board, &layout);
    out.lines(&routes);
    out.arrows(board, &layout, marks);
    out.stations(board, &layout, marks);
    out.put(format_args!("</g>"));
    out.put(format_args!("<rect class=\"frame\" {frame}/>"));
    legend.draw(&mut out, layout.height);
    out.put(format_args!("</svg>"));
    out.0
}

/// What a station's badge tells.
#[derive(Clone, Copy)]
struct Badge {
    bus: bool,
    underground: bool,
    ferry: bool,
}

impl Badge {
    fn of(board: &Board, station: Station) -> Badge {
        let has = |ticket| !board.reach(station, ticket).is_empty();
        let ferry = |line: &yard_core::Line| {
            line.transport == Transport::Ferry && (line.a == station || line.b == station)
        };
        Badge {
            bus: has(Ticket::Bus),
            underground: has(Ticket::Underground),
            ferry: board.lines().iter().any(ferry),
        }
    }

    /// A badge that explains one transport in the legend.
    fn example(transport: Transport) -> Badge {
        Badge {
            bus: matches!(transport, Transport::Bus | Transport::Underground),
            underground: transport == Transport::Underground,
            ferry: transport == Transport::Ferry,
        }
    }

    /// Lines of other stations keep this far away.
    fn radius(self) -> f64 {
        if self.ferry {
            26.0
        } else if self.underground {
            24.0
        } else if self.bus {
            19.0
        } else {
            17.0
        }
    }

    fn shapes(self) -> String {
        let mut text = String::new();
        if self.ferry {
            // The badge is carried by a boat, which has to stick out on both sides.
            let size = if self.bus || self.underground { 1.2 } else { 1.0 };
            let _ = write!(
                text,
                "<path class=\"b-ferry\" transform=\"scale({size})\" d=\"M-30 5H30L19 25H-19Z\"/>"
            );
        }
        if self.underground {
            let class = if self.bus { "b-tube" } else { "b-tube nobus" };
            let _ = write!(
                text,
                "<rect class=\"gap\" x=\"-26\" y=\"-20\" width=\"52\" height=\"40\" rx=\"12\"/>\
                 <rect class=\"{class}\" x=\"-22\" y=\"-16\" width=\"44\" height=\"32\" rx=\"9\"/>"
            );
        } else if self.bus {
            text += "<circle class=\"gap\" r=\"21.5\"/><circle class=\"b-bus\" r=\"17\"/>";
        } else {
            text += "<circle class=\"gap\" r=\"18.5\"/><circle class=\"b-taxi\" r=\"15.5\"/>";
        }
        text
    }
}

/// The text under construction.
struct Svg(String);

impl Svg {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{text}");
    }

    /// Cells of a grid, and the river.
    fn ground(&mut self, board: &Board, layout: &Layout) {
        let Layout { width, height, .. } = layout;
        if board.grid_size().is_some() {
            for Point { x, y } in &layout.places {
                self.put(format_args!(
                    "<rect class=\"cell\" x=\"{:.1}\" y=\"{:.1}\" width=\"70\" height=\"70\" rx=\"10\"/>",
                    x - 35.0,
                    y - 35.0
                ));
            }
        }
        if !layout.river.is_empty() {
            let data = path_data(&layout.river);
            self.put(format_args!(
                "<clipPath id=\"map\"><rect x=\"12\" y=\"12\" width=\"{:.1}\" height=\"{:.1}\" rx=\"12\"/></clipPath>",
                width - 24.0,
                height - 24.0
            ));
            let wide = layout.river_width;
            self.put(format_args!("<g clip-path=\"url(#map)\">"));
            for (class, wide) in [
                ("shore", wide + 36.0),
                ("land", wide + 33.0),
                ("shore", wide + 20.0),
                ("land", wide + 17.0),
                ("bank", wide + 5.0),
                ("water", wide),
            ] {
                self.put(format_args!(
                    "<path class=\"river {class}\" stroke-width=\"{wide:.1}\" d=\"{data}\"/>"
                ));
            }
            self.put(format_args!("</g>"));
        }
    }

    /// Every line is written once; casing, body and core are strokes of the same paths.
    fn lines(&mut self, routes: &[Route]) {
        let layers: [(Transport, &str, &[&str]); 4] = [
            (Transport::Ferry, "ferry", &["body"]),
            (Transport::Underground, "tube", &["case", "body", "core"]),
            (Transport::Bus, "bus", &["case", "body", "core"]),
            (Transport::Taxi, "taxi", &["case", "body"]),
        ];
        for (transport, class, strokes) in layers {
            let of_it = |route: &&Route| route.line.transport == transport;
            if !routes.iter().any(|route| of_it(&route)) {
                continue;
            }
            self.put(format_args!("<defs><g id=\"{class}\">"));
            for Route { line, data } in routes.iter().filter(of_it) {
                self.put(format_args!("<path id=\"{class}-{}-{}\" d=\"{data}\"/>", line.a, line.b));
            }
            self.put(format_args!("</g></defs>"));
            for stroke in strokes {
                self.put(format_args!("<use href=\"#{class}\" class=\"line {class} {stroke}\"/>"));
            }
        }
    }

    /// Moves with their chances: the likelier, the broader.
    fn arrows(&mut self, board: &Board, layout: &Layout, marks: &Marks) {
        let place = |wanted: Station| {
            let mut places = board.stations().iter().zip(&layout.places);
            places.find(|(station, _)| *station == wanted).map(|(_, place)| *place)
        };
        for (from, to, chance) in &marks.arrows {
            if let (Some(from), Some(to)) = (place(*from), place(*to)) {
                let way = (to - from).unit();
                let (tail, head) = (from + way * 20.0, to - way * 24.0);
                let (left, right) = (way.turned() * 7.0, way.turned() * -7.0);
                let (a, b) = (head - way * 12.0 + left, head - way * 12.0 + right);
                self.put(format_args!(
                    "<path class=\"arrow\" stroke-width=\"{:.1}\" d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} \
                     {:.1}L{:.1} {:.1}L{:.1} {:.1}\"/>",
                    1.5 + 6.0 * chance,
                    tail.x,
                    tail.y,
                    head.x,
                    head.y,
                    a.x,
                    a.y,
                    head.x,
                    head.y,
                    b.x,
                    b.y
                ));
            }
        }
    }

    fn stations(&mut self, board: &Board, layout: &Layout, marks: &Marks) {
        for (station, place) in board.stations().iter().zip(&layout.places) {
            let badge = Badge::of(board, station);
            let on = if badge.underground { " on" } else { "" };
            self.put(format_args!(
                "<g transform=\"translate({:.1} {:.1})\">{}{}{}<text class=\"n{on}\" y=\"6\">{station}</text>{}</g>",
                place.x,
                place.y,
                heat(station, marks),
                if marks.candidates.contains(station) { HALO } else { "" },
                badge.shapes(),
                tags(station, marks)
            ));
        }
    }
}

const HALO: &str = "<circle class=\"halo\" r=\"28\"/>";
const CARD: &str = "<rect class=\"card\" x=\"15\" y=\"8\" width=\"12\" height=\"17\" rx=\"2\" \
                    transform=\"rotate(14 21 16)\"/>";
const CARD_X: &str = "<rect class=\"card x\" x=\"-27\" y=\"8\" width=\"12\" height=\"17\" rx=\"2\" \
                      transform=\"rotate(-14 -21 16)\"/>";

/// A chance as a colour and as a number below the station.
fn heat(station: Station, marks: &Marks) -> String {
    match marks.values.iter().find(|(known, _)| *known == station) {
        None => String::new(),
        Some((_, value)) => format!(
            "<circle class=\"heat\" r=\"31\" fill-opacity=\"{:.2}\"/><text class=\"value\" \
             y=\"33\">{value:.3}</text>",
            0.06 + 0.6 * value
        ),
    }
}

const HEAT: &str = "<circle class=\"heat\" r=\"31\" fill-opacity=\"0.40\"/>";

/// Pieces and cards that lie on a station.
fn tags(station: Station, marks: &Marks) -> String {
    let mut text = String::new();
    if marks.cards.contains(station) {
        text += CARD;
    }
    if marks.mr_x_cards.contains(station) {
        text += CARD_X;
    }
    for (i, _) in marks.detectives.iter().enumerate().filter(|(_, at)| **at == station) {
        text += &piece("", &(i + 1).to_string());
    }
    if marks.mr_x == Some(station) {
        text += &piece(" x", "X");
    }
    text
}

fn piece(class: &str, name: &str) -> String {
    format!(
        "<circle class=\"ring{class}\" r=\"23\"/><circle class=\"tag{class}\" cx=\"18\" cy=\"-18\" \
         r=\"11\"/><text class=\"tagged{class}\" x=\"18\" y=\"-13.5\">{name}</text>"
    )
}

/// Makes any text safe inside an element or an attribute.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            // XML has no way to write these.
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
