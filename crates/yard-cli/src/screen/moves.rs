//! The legal moves of whoever is to move, numbered and grouped.

use yard_core::{
    Board, DetectiveMove, DetectiveText, DetectiveView, MrXMove, MrXView, Order, Station, Step,
    Ticket,
};

use super::{Ink, Key, WIDTH, counted, place};

/// The numbered moves of the detectives, in the order of [`DetectiveView::legal_moves`].
pub(crate) fn detectives_moves(view: &DetectiveView, ink: Ink) -> String {
    let rules = view.rules();
    let board = rules.board();
    let mut text = String::new();
    let mut number = 0;
    let mut marked = false;
    let all: Vec<DetectiveMove> = view.legal_moves().collect();
    for id in rules.detective_ids() {
        let Some(from) = view.public().detective(id) else {
            continue;
        };
        let mut list = List::new(board, from, ink);
        for mv in all.iter().filter(|mv| mv.by() == id) {
            number += 1;
            let DetectiveMove::Ride { step, .. } = *mv else {
                continue;
            };
            let there = view.candidates().contains(step.to);
            marked |= there;
            let mark = if there { ink.yellow("·") } else { String::new() };
            let name = DetectiveText::new(*mv, rules.order()).to_string();
            list.add(number, &name, step, &mark);
        }
        let at = place(board, from);
        if !list.lines.is_empty() {
            text.push_str(&format!("{}\n", ink.bold(format!("Detective {id} on {at}"))));
            text.push_str(&list.finish());
        } else if rules.order() == Order::Any && !view.public().has_moved(id) {
            text.push_str(&format!("Detective {id} on {at} cannot move now\n"));
        }
    }
    if marked {
        text.push_str(&ink.dim("   · Mr X can be there\n"));
    }
    text
}

/// Mr X's single moves, in the order in which they are numbered.
pub(crate) fn mr_x_singles(view: &MrXView) -> Vec<MrXMove> {
    view.legal_moves().filter(|mv| matches!(mv, MrXMove::Single(_))).collect()
}

/// Mr X's single moves, numbered, with those marked that end beside a detective.
pub(crate) fn mr_x_moves(view: &MrXView, ink: Ink) -> String {
    let board = view.rules().board();
    let at = place(board, view.station());
    let mut text = format!("{}\n", ink.bold(format!("Mr X on {at}")));
    let mut list = List::new(board, view.station(), ink);
    let mut marked = false;
    for (number, mv) in (1..).zip(mr_x_singles(view)) {
        let MrXMove::Single(step) = mv else { continue };
        let danger = in_reach(view, step.to);
        marked |= danger;
        let mark = if danger { ink.red("!") } else { String::new() };
        list.add(number, &step.to_string(), step, &mark);
    }
    text.push_str(&list.finish());
    if marked {
        text.push_str(&ink.dim("   ! a detective can be there with his next move\n"));
    }
    let doubles = view.legal_moves().count() - mr_x_singles(view).len();
    if doubles > 0 {
        let word = if board.grid_size().is_some() { "doubles" } else { "d" };
        let many = counted(doubles, "double move");
        let note = format!("   and {many}, written as in 2T46K58; {word} lists them\n");
        text.push_str(&ink.dim(note));
    }
    text
}

/// Mr X's double moves, by their first step.
pub(crate) fn mr_x_doubles(view: &MrXView, ink: Ink) -> String {
    let mut groups: Vec<(Step, Vec<Step>)> = Vec::new();
    for mv in view.legal_moves() {
        if let MrXMove::Double(first, second) = mv {
            match groups.last_mut() {
                Some((head, seconds)) if *head == first => seconds.push(second),
                Some(_) | None => groups.push((first, vec![second])),
            }
        }
    }
    let Some((head, seconds)) = groups.first() else {
        return "There is no double move now.\n".to_owned();
    };
    let example = MrXMove::Double(*head, seconds[0]);
    let mut text = format!("Double moves; type both steps after a 2, as in {example}\n");
    let wide = 6;
    let per_line = (WIDTH - 12) / wide;
    for (first, seconds) in groups {
        for (i, line) in seconds.chunks(per_line).enumerate() {
            let head = if i == 0 { format!("2{first}") } else { String::new() };
            let mut cells = String::new();
            for second in line {
                let danger = in_reach(view, second.to);
                let name = format!("{second}{}", if danger { "!" } else { "" });
                let cell = format!("{name:<wide$}");
                cells.push_str(&if danger { ink.red(cell) } else { cell });
            }
            let head = ink.bold(format!("   {head:<6}  "));
            text.push_str(&format!("{head}{}\n", cells.trim_end()));
        }
    }
    text
}

/// Tells whether a detective could ride to the station now.
fn in_reach(view: &MrXView, station: Station) -> bool {
    let table = view.public();
    let rules = view.rules();
    rules.detective_ids().any(|id| {
        table.detective(id) == Some(station)
            || table.rides(rules, id).any(|step| step.to == station)
    })
}

/// Entries in columns; each kind of ticket begins a new line.
struct List<'a> {
    board: &'a Board,
    from: Station,
    ink: Ink,
    lines: Vec<String>,
    last: Option<Ticket>,
    in_line: usize,
}

/// Room of one entry: `12  3:U140 underground to 140!`.
const ENTRY: usize = 30;

impl<'a> List<'a> {
    fn new(board: &'a Board, from: Station, ink: Ink) -> List<'a> {
        List { board, from, ink, lines: Vec::new(), last: None, in_line: 0 }
    }

    fn add(&mut self, number: usize, name: &str, step: Step, mark: &str) {
        let ink = self.ink;
        let to = place(self.board, step.to);
        let key = Key::between(self.board, self.from, step.to);
        let (letter, how) = match key {
            Some(key) => (format!("{}  ", key.letter()), key.name()),
            None => (String::new(), step.ticket.name()),
        };
        let plain = format!("{number:>4}  {letter}{name} {how} to {to}");
        let width = plain.chars().count();
        let room = ENTRY.saturating_sub(width + usize::from(!mark.is_empty()));
        if self.last != Some(step.ticket) || self.in_line == WIDTH / ENTRY {
            self.lines.push(String::new());
            self.in_line = 0;
        }
        self.last = Some(step.ticket);
        self.in_line += 1;
        if let Some(line) = self.lines.last_mut() {
            let name = if key.is_some() { ink.dim(name) } else { ink.bold(name) };
            let how = ink.ticket(step.ticket, how);
            let letter = ink.bold(letter);
            line.push_str(&format!("{number:>4}  {letter}{name} {how} to {to}{mark}"));
            line.push_str(&" ".repeat(room));
        }
    }

    fn finish(&self) -> String {
        let lines = self.lines.iter();
        lines.map(|line| format!("{}\n", line.trim_end())).collect()
    }
}
