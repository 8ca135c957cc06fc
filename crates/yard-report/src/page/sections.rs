//! The parts of a report.

use super::name;
use crate::capture_plots::{log_slots, wins_text};
use crate::heat_map::short_text;
use yard_arena::{CrossTable, SeriesReport, Standing};
use yard_plot::markup::escape;
use yard_plot::palette::{css, diverging, ink_on};
use yard_plot::{Columns, grouped};

/// A name in at most a few lines; the whole of it is shown on hovering, and in the command.
fn label(agent: &str) -> String {
    format!("<div class=\"name\" title=\"{}\">{}</div>", escape(agent), name(agent))
}

/// A table with the agents at its sides; `cell` gives the `<td>` of a row and a column.
fn grid(table: &CrossTable, class: &str, cell: impl Fn(usize, usize) -> String) -> String {
    let head: String =
        table.mr_x.iter().map(|agent| format!("<th scope=\"col\">{}</th>", label(agent))).collect();
    let row = |(row, agent): (usize, &String)| {
        let cells: String = (0..table.mr_x.len()).map(|column| cell(row, column)).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", label(agent))
    };
    let rows: String = table.detectives.iter().enumerate().map(row).collect();
    format!(
        "<div class=\"scroll\"><table class=\"grid {class}\" style=\"--n:{}\">\n<thead><tr>\
         <th class=\"axes\">detectives ↓ &nbsp; Mr X →</th>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n",
        table.mr_x.len()
    )
}

const NOT_PLAYED: &str = "<td class=\"none\">not played</td>";

/// Rates as colours.
pub(super) fn heat_map(table: &CrossTable) -> String {
    let cells = grid(table, "heat", |row, column| {
        table.cell(row, column).map_or_else(
            || NOT_PLAYED.to_owned(),
            |report| heat_cell(report, &hover(table, row, column, report), table.games),
        )
    });
    format!(
        "<section>\n<h2>Who won</h2>\n<p class=\"quiet\">The share of games that the detectives \
         won, in percent. A row is an agent that plays the detectives, a column one that plays Mr X.\
         </p>\n{cells}<div class=\"key\"><span>0 %, Mr X wins all</span><i></i>\
         <span>100 %, the detectives win all</span></div>\n</section>\n"
    )
}

fn heat_cell(report: &SeriesReport, hover: &str, planned: u64) -> String {
    let ground = [false, true].map(|dark| diverging(report.detective_rate, dark));
    let [light, dark] = ground.map(css);
    let [light_ink, dark_ink] = ground.map(|ground| css(ink_on(ground)));
    let rate = 100.0 * report.detective_rate;
    let spread = 50.0 * (report.ci95[1] - report.ci95[0]);
    let mut short = short_text(report, planned);
    if !short.is_empty() {
        short.insert_str(0, "<br>");
    }
    format!(
        "<td style=\"--c:{light};--t:{light_ink};--cd:{dark};--td:{dark_ink}\" title=\"{hover}\">\
         <b>{rate:.1}</b><span>± {spread:.1}{short}</span></td>"
    )
}

/// Everything about a cell in one line.
fn hover(table: &CrossTable, row: usize, column: usize, report: &SeriesReport) -> String {
    let text = format!(
        "{} (detectives) against {} (Mr X): {} of {} games won by the detectives, {}, mean length \
         {:.1} slots",
        table.detectives[row],
        table.mr_x[column],
        grouped(report.detective_wins),
        grouped(report.games),
        interval(report),
        report.mean_rounds,
    );
    escape(&text)
}

fn interval(report: &SeriesReport) -> String {
    let [low, high] = report.ci95.map(|end| 100.0 * end);
    format!("95 % interval {low:.1} to {high:.1} %")
}

/// Who is best on each side.
pub(super) fn standings(table: &CrossTable) -> String {
    let detectives = ranking("Detectives", "", &table.detectives_standings(), table.mr_x.len());
    let mr_x = ranking("Mr X", "x", &table.mr_x_standings(), table.detectives.len());
    format!(
        "<section>\n<h2>Standings</h2>\n<p class=\"quiet\">The mean share of games won, every \
         opponent counting the same.</p>\n<div class=\"sides\">\n{detectives}{mr_x}</div>\n\
         </section>\n"
    )
}

fn ranking(title: &str, class: &str, standings: &[Standing], opponents: usize) -> String {
    let mut rows = String::new();
    for (index, standing) in standings.iter().enumerate() {
        // Equals share the better rank.
        let rank =
            standings[..index].iter().position(|other| other.mean_rate == standing.mean_rate);
        let rank = rank.unwrap_or(index) + 1;
        let percent = 100.0 * standing.mean_rate;
        let rate = match standing.opponents {
            0 => "–".to_owned(),
            met if met < opponents => {
                format!("{percent:.1} % <span class=\"quiet\">({met} of {opponents})</span>")
            }
            _ => format!("{percent:.1} %"),
        };
        rows += &format!(
            "<tr><td class=\"r\">{rank}</td><td>{}</td><td class=\"meter\">\
             <div><i style=\"width:{percent:.1}%\"></i></div></td><td class=\"r\">{rate}</td></tr>\n",
            label(&standing.agent)
        );
    }
    format!(
        "<div class=\"{class}\"><h3>{title}</h3>\n<table class=\"list\">\n<tbody>\n{rows}</tbody>\n\
         </table></div>\n"
    )
}

/// When the detectives won, a small drawing for each cell.
pub(super) fn histograms(table: &CrossTable) -> String {
    let slots = Slots::of(table);
    let cells = grid(table, "hist", |row, column| {
        table.cell(row, column).map_or_else(
            || NOT_PLAYED.to_owned(),
            |report| format!("<td>{}</td>", histogram(report, &slots)),
        )
    });
    let surfacing = if slots.surfacing.is_empty() {
        ""
    } else {
        " Mr X surfaces in the slots marked <span class=\"swatch\"></span>."
    };
    format!(
        "<section>\n<h2>When the detectives won</h2>\n<p class=\"quiet\">Their wins by the slot of \
         the travel log, {} to {}; the highest bar of every drawing is its fullest slot.{surfacing} \
         </p>\n{cells}</section>\n",
        slots.first, slots.last
    )
}

/// The slots that drawings show, and those in which Mr X surfaces.
struct Slots {
    first: u8,
    last: u8,
    surfacing: Vec<u8>,
}

impl Slots {
    fn of(table: &CrossTable) -> Slots {
        let won = table.played().flat_map(|(_, _, report)| report.capture_rounds.keys().copied());
        // Rules from a file are not known here; then there are no marks.
        let known = yard_core::presets::rules(&table.rules);
        let columns = known.map_or_else(|_| Columns::default(), |rules| log_slots(&rules));
        let [first, last] = columns.ends(won);
        Slots { first, last, surfacing: columns.marked }
    }
}

/// Width of a slot and height of the bars, in units of the drawing.
const STEP: u32 = 7;
const HEIGHT: f64 = 60.0;

fn histogram(report: &SeriesReport, slots: &Slots) -> String {
    let x = |slot: u8| u32::from(slot - slots.first) * STEP;
    let width = x(slots.last) + STEP;
    let most = report.capture_rounds.values().copied().max().unwrap_or(0).max(1);
    let mut shapes = String::new();
    for &slot in &slots.surfacing {
        let x = x(slot);
        shapes += &format!("<rect class=\"s\" x=\"{x}\" y=\"0\" width=\"{STEP}\" height=\"60\"/>");
    }
    for (&slot, &wins) in report.capture_rounds.iter().filter(|&(_, &wins)| wins > 0) {
        let height = (HEIGHT * wins as f64 / most as f64).max(0.5);
        shapes += &format!(
            "<g><title>slot {slot}: {}</title>\
             <rect class=\"h\" x=\"{x}\" y=\"0\" width=\"{STEP}\" height=\"60\"/>\
             <rect class=\"b\" x=\"{x}.7\" y=\"{:.1}\" width=\"5.6\" height=\"{height:.1}\"/></g>",
            wins_text(wins),
            HEIGHT - height,
            x = x(slot),
        );
    }
    let words = wins_text(report.detective_wins);
    format!(
        "<svg viewBox=\"0 0 {width} 61\" role=\"img\" aria-label=\"{words}\">{shapes}\
         <rect class=\"a\" x=\"0\" y=\"60\" width=\"{width}\" height=\"1\"/></svg>\
         <small>{words}</small>"
    )
}

/// Win rates over budgets, where an agent has several; otherwise nothing.
pub(super) fn budgets(table: &CrossTable) -> String {
    let plots = crate::tournament_plots::table_rate_plots(table);
    if plots.is_empty() {
        return String::new();
    }
    let drawings: String = plots
        .iter()
        .map(|(_, plot)| format!("<div class=\"scroll plot\">{}</div>\n", plot.inline_svg()))
        .collect();
    format!("<section>\n<h2>Strength by budget</h2>\n{drawings}</section>\n")
}

/// All numbers, a line for each cell.
pub(super) fn numbers(table: &CrossTable) -> String {
    let mut rows = String::new();
    for (mr_x, detectives, report) in table.played() {
        let [low, high] = report.ci95.map(|end| 100.0 * end);
        let fouls = match report.fouls {
            0 => "0".to_owned(),
            fouls => format!("<span class=\"warn\">{}</span>", grouped(fouls)),
        };
        rows += &format!(
            "<tr><td>{}</td><td>{}</td><td class=\"r\">{}</td>\
             <td class=\"r\">{}</td><td class=\"r\">{:.1} %</td>\
             <td class=\"r\">{low:.1} to {high:.1}</td><td class=\"r\">{:.1}</td>\
             <td class=\"r\">{fouls}</td></tr>\n",
            label(detectives),
            label(mr_x),
            grouped(report.games),
            grouped(report.detective_wins),
            100.0 * report.detective_rate,
            report.mean_rounds,
        );
    }
    let words = ["games", "won", "rate", "95 % interval", "mean length", "fouls"];
    let heads: String =
        words.iter().map(|word| format!("<th scope=\"col\" class=\"r\">{word}</th>")).collect();
    format!(
        "<section>\n<h2>All numbers</h2>\n<div class=\"scroll\"><table class=\"list\">\n<thead><tr>\
         <th scope=\"col\">detectives</th><th scope=\"col\">Mr X</th>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n</section>\n"
    )
}
