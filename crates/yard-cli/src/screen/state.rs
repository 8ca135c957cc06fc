//! The state of a game as text: travel log, tickets, stations and candidates.

use yard_core::{
    DetectiveId, DetectiveView, LogSlot, MrXView, Record, Rules, Station, Stock, Ticket, Turn,
};

use super::{Ink, WIDTH, clock, counted, place, wrapped};

/// Lines of the travel log on the screen of a turn.
const SHORT_LOG: usize = 4;

/// Which slots of the log are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of them, also those that are still empty.
    All,
    /// A few lines around the present slot.
    Short,
    /// Those that are filled.
    Used,
}

/// The travel log as everybody sees it, a few lines of it.
pub(crate) fn short_log(view: &DetectiveView, ink: Ink) -> String {
    log(view, &[], Part::Short, ink)
}

/// The whole travel log as everybody sees it.
pub(crate) fn detectives_log(view: &DetectiveView, ink: Ink) -> String {
    log(view, &[], Part::All, ink)
}

/// The travel log with Mr X's hidden stations, a few lines of it.
pub(crate) fn mr_x_log(view: &MrXView, ink: Ink) -> String {
    log(view.detective_view(), view.path(), Part::Short, ink)
}

/// Every step of Mr X so far, with his hidden stations.
pub(crate) fn mr_x_way(view: &MrXView, ink: Ink) -> String {
    log(view.detective_view(), view.path(), Part::Used, ink)
}

/// `path` is Mr X's start and his station after each slot, or empty where that is hidden.
fn log(view: &DetectiveView, path: &[Station], part: Part, ink: Ink) -> String {
    let rules = view.rules();
    let board = rules.board();
    let used = usize::from(view.public().slots_used());
    let filled: Vec<LogSlot> = view.log().slots().collect();
    // Slots that were used before a setup are not in the log.
    let before = used.saturating_sub(filled.len());
    let last = if part == Part::Used { used } else { rules.slots().into() };
    // Wide enough for the longest cell, so that the columns never shift.
    let names = board.stations();
    let name = names.iter().map(|station| place(board, station).len()).max();
    let wide = name.unwrap_or(0) + 7;
    let rows = last.div_ceil((WIDTH / wide).max(1)).max(1);
    let per_line = last.div_ceil(rows).max(1);
    let mut lines = Vec::new();
    let mut joined = false;
    for first in (1..=last).step_by(per_line) {
        let mut line = String::new();
        for slot in first..=last.min(first + per_line - 1) {
            let number = slot as u8;
            let star = if rules.surfaces_after(number) { '*' } else { ' ' };
            let entry = (slot - 1).checked_sub(before).and_then(|at| filled.get(at));
            let (second, step) = match entry {
                None => (' ', String::new()),
                Some(entry) => {
                    let at = match (entry.step.seen, path.get(slot - before)) {
                        (Some(station), _) => place(board, station),
                        (None, Some(station)) => place(board, *station),
                        (None, None) => String::new(),
                    };
                    joined |= entry.second;
                    let second = if entry.second { '+' } else { ' ' };
                    (second, format!("{}{at}", entry.step.ticket.letter()))
                }
            };
            let room = wide.saturating_sub(6);
            let step = format!("{step:<room$}");
            let step = match entry {
                Some(entry) if entry.step.seen.is_some() => ink.red(step),
                Some(entry) => ink.ticket(entry.step.ticket, step),
                None => step,
            };
            line.push_str(&ink.dim(format!("{slot:>4}{star}")));
            line.push_str(&format!("{second}{step}"));
        }
        lines.push(format!("{}\n", line.trim_end()));
    }
    let shown = match part {
        Part::Short => {
            let now = used.saturating_sub(1) / per_line;
            let first =
                now.saturating_sub(SHORT_LOG / 2).min(lines.len().saturating_sub(SHORT_LOG));
            &lines[first..lines.len().min(first + SHORT_LOG)]
        }
        Part::All | Part::Used => &lines[..],
    };
    let mut text = match part {
        Part::Used => String::new(),
        Part::All | Part::Short => {
            let mut notes = Vec::new();
            if rules.next_surfacing(0).is_some() {
                notes.push("* Mr X surfaces");
            }
            if joined {
                notes.push("+ second step of a double move");
            }
            let note =
                if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
            format!("{}{}\n", ink.bold("Travel log"), ink.dim(note))
        }
    };
    text.push_str(&shown.concat());
    text
}

/// Stations and tickets as the detectives know them.
pub(crate) fn detectives_table(view: &DetectiveView, ink: Ink) -> String {
    table(view, view.candidates().only(), ink)
}

/// Stations and tickets with Mr X's station.
pub(crate) fn mr_x_table(view: &MrXView, ink: Ink) -> String {
    table(view.detective_view(), Some(view.station()), ink)
}

/// One row of the table.
struct Row {
    name: String,
    to_move: bool,
    station: String,
    stocks: Vec<Option<Stock>>,
    note: &'static str,
}

fn table(view: &DetectiveView, mr_x: Option<Station>, ink: Ink) -> String {
    let rules = view.rules();
    let table = view.public();
    let at = |station: Option<Station>| {
        station.map_or_else(|| "?".to_owned(), |station| place(rules.board(), station))
    };
    let kinds = kinds(rules);
    let doubles = rules.mr_x_tickets().doubles() != Stock::NONE;
    let mut stocks: Vec<Option<Stock>> =
        kinds.iter().map(|kind| Some(table.mr_x_tickets().of(*kind))).collect();
    stocks.extend(doubles.then(|| Some(table.mr_x_tickets().doubles())));
    let mut rows = vec![Row {
        name: "Mr X".to_owned(),
        to_move: table.turn() == Turn::MrX,
        station: at(mr_x),
        stocks,
        note: "",
    }];
    for id in rules.detective_ids() {
        let held = table.detective_tickets(id);
        let held = kinds.iter().map(|kind| (*kind != Ticket::Black).then(|| held.of(*kind)));
        rows.push(Row {
            name: format!("detective {id}"),
            to_move: moves_now(view, id),
            station: at(table.detective(id)),
            stocks: held.collect(),
            note: if table.turn() == Turn::Team && table.has_moved(id) {
                "   has moved"
            } else {
                ""
            },
        });
    }
    let counted = rows
        .iter()
        .flat_map(|row| &row.stocks)
        .flatten()
        .any(|stock| !matches!(stock.tickets(), None | Some(0)));
    if !counted {
        return in_one_line(&rows, ink);
    }
    let mut heads: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    if doubles {
        heads.push("double");
    }
    let wide = |head: &str| head.len().max(5) + 3;
    let mut text = format!("{:15}{:>8}", "", "station");
    for head in &heads {
        let wide = wide(head);
        text.push_str(&format!("{head:>wide$}"));
    }
    text = format!("{}\n", ink.dim(text));
    for row in &rows {
        let Row { name, station, .. } = row;
        let pointer = if row.to_move { ">" } else { " " };
        let name = format!("{pointer} {name:<13}");
        let mut line = if row.to_move { ink.bold(name) } else { name };
        line.push_str(&format!("{station:>8}"));
        for (stock, head) in row.stocks.iter().zip(&heads) {
            let (stock, wide) = (stock.map(left).unwrap_or_default(), wide(head));
            line.push_str(&format!("{stock:>wide$}"));
        }
        text.push_str(&format!("{}{}\n", line.trim_end(), ink.dim(row.note)));
    }
    text
}

/// Where no ticket is counted, the stations are all there is to say.
fn in_one_line(rows: &[Row], ink: Ink) -> String {
    let cells: Vec<String> = rows
        .iter()
        .map(|row| {
            let cell = format!("{} {}", row.name, row.station);
            if row.to_move { ink.bold(cell) } else { cell }
        })
        .collect();
    format!("{}\n", cells.join("   "))
}

fn moves_now(view: &DetectiveView, id: DetectiveId) -> bool {
    match view.turn() {
        Turn::Detective(next) => next == id,
        Turn::Team => !view.public().has_moved(id),
        Turn::MrX | Turn::Over(_) => false,
    }
}

/// The kinds of tickets that somebody has at the start.
fn kinds(rules: &Rules) -> Vec<Ticket> {
    let held = |kind: &Ticket| {
        let stocks = [rules.mr_x_tickets().of(*kind), rules.detective_tickets().of(*kind)];
        stocks.iter().any(|stock| *stock != Stock::NONE)
    };
    Ticket::ALL.into_iter().filter(held).collect()
}

fn left(stock: Stock) -> String {
    match stock.tickets() {
        Some(tickets) => tickets.to_string(),
        None => "∞".to_owned(),
    }
}

/// Where Mr X can be, by what is public.
pub(crate) fn candidates(view: &DetectiveView, ink: Ink) -> String {
    let set = view.candidates();
    let board = view.rules().board();
    if let Some(only) = set.only() {
        return format!("Mr X is on {}.\n", ink.red(place(board, only)));
    }
    let unit = if board.grid_size().is_some() { "cell" } else { "station" };
    let (count, all) = (set.len(), board.stations().len());
    let head = format!("Mr X can be on {count} of {}", counted(all, unit));
    let names: Vec<String> = set.iter().map(|station| place(board, station)).collect();
    format!("{}\n{}", ink.bold(head), wrapped(&names, 2))
}

/// How likely Mr X is where to the belief of good detectives, by what is public; most likely first.
pub(crate) fn probabilities(view: &DetectiveView, ink: Ink) -> String {
    let board = view.rules().board();
    let shares = yard_coach::belief(view);
    if shares.len() < 2 {
        return candidates(view, ink);
    }
    let percent = |share: f64| match share * 100.0 {
        small if small < 0.5 => "<1%".to_owned(),
        share => format!("{share:.0}%"),
    };
    let word = |(station, share): &(Station, f64)| {
        format!("{} {:>3}", place(board, *station), percent(*share))
    };
    let words: Vec<String> = shares.iter().map(word).collect();
    let head = ink.bold("How likely Mr X is where, most likely first");
    format!("{head}\n{}", wrapped(&words, 2))
}

/// All rounds so far as everybody saw them, in the words of a record, and the whole log.
pub(crate) fn rounds(view: &DetectiveView, ink: Ink) -> String {
    let mut text = detectives_log(view, ink);
    text.push_str(&format!("{}\n", clock(view.rules(), view.public())));
    let record = Record::of_view(view);
    if record.turns.is_empty() && record.first.is_empty() {
        return text;
    }
    text.push_str(&ink.bold("Round  Mr X      detectives\n"));
    // What detectives did in the round in which a setup begins comes before the first turn.
    let first = Some((0, String::new(), &record.first)).filter(|_| !record.first.is_empty());
    let turns = (1..).zip(&record.turns);
    let turns = turns.map(|(number, turn)| (number, turn.mr_x.to_string(), &turn.detectives));
    for (number, mr_x, moves) in first.into_iter().chain(turns) {
        let moves: Vec<String> =
            moves.iter().map(|mv| format!("{mv:<6}", mv = mv.to_string())).collect();
        let line = format!("{number:>5}  {mr_x:<9} {}", moves.join(" "));
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    text
}
