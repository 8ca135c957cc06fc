//! Colours and strokes of a drawing, for light and dark screens.
//!
//! Transports differ in colour, lightness, width and pattern, so that none of these alone matters:
//! taxi is a thin line, bus a double one, underground a broad one with long dashes, and the ferry
//! is dotted. CSS variables would be shorter, but common renderers do not know them.

/// Name, colour on a light screen and on paper, colour on a dark screen.
const COLOURS: [(&str, &str, &str); 14] = [
    ("$sheet", "#efe7d5", "#0c1014"),
    ("$paper", "#faf6ec", "#151b22"),
    ("$faint", "#e9e6dc", "#1f2a33"),
    ("$frame", "#a3967c", "#4b5663"),
    ("$ink", "#221f1a", "#f0ece2"),
    ("$quiet", "#6d6453", "#a7afb8"),
    ("$water", "#c3deeb", "#1b3848"),
    ("$bank", "#a5cbdd", "#2a5468"),
    ("$badge", "#fffdf8", "#1d252e"),
    ("$taxi", "#c58606", "#e0ac3a"),
    ("$bus", "#13795b", "#43b890"),
    ("$tube", "#b0124e", "#d6447f"),
    ("$ferry", "#1d3270", "#a9c0ff"),
    ("$mark", "#6a3fb5", "#b79bf5"),
];

/// Whatever does not depend on the screen.
const SHAPES: &str = "
text{font-family:'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif;\
text-anchor:middle}
.n{font-size:17px;font-weight:700}
.title{font-family:'DejaVu Serif',Georgia,'Times New Roman',serif;font-weight:700;text-anchor:start}
.key{font-size:19px;text-anchor:start}
.river,.line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.frame{fill:none;stroke-width:2.5}
.taxi.case{stroke-width:6.5}.taxi.body{stroke-width:3}
.bus.case{stroke-width:10}.bus.body{stroke-width:7}.bus.core{stroke-width:2.4}
.tube.case{stroke-width:12}.tube.body{stroke-width:8.5}
.tube.core{stroke-width:3;stroke-dasharray:15 9;stroke-linecap:butt}
.ferry.body{stroke-width:5.5;stroke-dasharray:0 11}
.case{stroke-linecap:butt}
.b-taxi{stroke-width:2.4}.b-bus{stroke-width:4.4}.b-tube{stroke-width:3.6}
.cell{fill-opacity:.7}
.halo{fill-opacity:.28;stroke-width:2.5;stroke-dasharray:6 4}
.ring{fill:none;stroke-width:4}.tag{stroke-width:2}.card{stroke-width:1.4}
.tagged{font-size:13px;font-weight:700}
.value{font-size:13px}.arrow{fill:none;stroke-linecap:round;stroke-linejoin:round}
";

/// Whatever has a colour.
const PAINT: &str = "
.sheet{fill:$sheet}.paper{fill:$paper}.cell{fill:$faint}.frame{stroke:$frame}
text{fill:$ink}.quiet{fill:$quiet}
.shore{stroke:$faint}.land{stroke:$paper}.bank{stroke:$bank}.water{stroke:$water}
.case{stroke:$paper}
.taxi.body{stroke:$taxi}.bus.body{stroke:$bus}.tube.body{stroke:$tube}.ferry.body{stroke:$ferry}
.bus.core,.tube.core{stroke:$paper}
.gap{fill:$paper}
.b-taxi{fill:$badge;stroke:$taxi}.b-bus{fill:$badge;stroke:$bus}
.b-tube{fill:$tube;stroke:$bus}.b-tube.nobus{stroke:$taxi}.b-ferry{fill:$ferry}
.n.on{fill:#fff}
.halo{fill:$mark;stroke:$mark}
.ring,.tag{stroke:$mark}.tag{fill:$badge}.ring.x{stroke:$ink}.tag.x{fill:$ink;stroke:$paper}
.tagged.x{fill:$paper}
.heat{fill:$tube}.arrow{stroke:$mark}
.card{fill:$badge;stroke:$ink}.card.x{fill:$ink;stroke:$paper}
";

/// The style sheet of every drawing.
pub(super) fn sheet() -> String {
    let paint = |dark: bool| {
        let fill = |text: String, &(name, light, night): &(&str, &str, &str)| {
            text.replace(name, if dark { night } else { light })
        };
        COLOURS.iter().fold(PAINT.to_owned(), fill)
    };
    let (day, night) = (paint(false), paint(true));
    format!("{SHAPES}{day}@media (prefers-color-scheme:dark){{{night}}}\n")
}
