//! The screens of a turn. Each takes the view of the one who looks at it.

use yard_core::{Board, DetectiveView, MrXView, PublicPly, Turn};

use crate::screen::{
    Ink, candidates, clock, counted, detectives_board, detectives_moves, detectives_news,
    detectives_table, headline, mr_x_board, mr_x_log, mr_x_moves, mr_x_news, mr_x_table, place,
    round_name, short_log,
};

/// On grids the candidates stand on the board; more than this are not listed as well.
const MOST_LISTED: usize = 12;

/// What the detectives look at when they are to move; news from ply `from` on.
pub(super) fn detectives(view: &DetectiveView, from: usize, light: bool, ink: Ink) -> String {
    let rules = view.rules();
    let mut text = head(view, "the detectives", ink);
    for line in detectives_news(view, from, ink) {
        text.push_str(&format!("{line}\n"));
    }
    text.push('\n');
    if let Some(board) = detectives_board(view, light, ink) {
        text.push_str(&format!("{board}\n"));
    }
    text.push_str(&short_log(view, ink));
    text.push_str(&format!("{}\n\n", clock(rules, view.public())));
    text.push_str(&format!("{}\n", detectives_table(view, ink)));
    text.push_str(&known(view, light, ink));
    text.push('\n');
    text.push_str(&detectives_moves(view, ink));
    text
}

/// What Mr X looks at when he is to move.
pub(super) fn mr_x(view: &MrXView, light: bool, ink: Ink) -> String {
    let seen = view.detective_view();
    let rules = view.rules();
    let board = rules.board();
    let mut text = head(seen, "Mr X", ink);
    for line in detectives_news(seen, after_mr_x(seen), ink) {
        text.push_str(&format!("{line}\n"));
    }
    text.push('\n');
    if let Some(board) = mr_x_board(view, light, ink) {
        text.push_str(&format!("{board}\n"));
    }
    text.push_str(&mr_x_log(view, ink));
    text.push_str(&format!("{}\n\n", clock(rules, view.public())));
    text.push_str(&format!("{}\n", mr_x_table(view, ink)));
    let at = place(board, view.station());
    text.push_str(&format!("You are on {}, ", ink.red(at)));
    let nearest = rules
        .detective_ids()
        .filter_map(|id| {
            let from = view.public().detective(id)?;
            Some((board.detective_distance(from, view.station())?, id))
        })
        .min();
    text.push_str(&match nearest {
        Some((steps, id)) => {
            let steps = counted(steps.into(), "step");
            format!("{steps} from the nearest detective, who is detective {id}.\n")
        }
        None => "and no detective can reach you.\n".to_owned(),
    });
    let knows = match seen.candidates().len() {
        1 => "The detectives know where you are.".to_owned(),
        many => {
            let many = counted(many, unit(board));
            format!("The detectives think you can be on {many}; candidates lists them.")
        }
    };
    text.push_str(&format!("{knows}\n"));
    if rules.surfaces_after(view.public().slots_used().saturating_add(1)) {
        text.push_str(&ink.red("This move surfaces: everybody will see where it leads.\n"));
    }
    text.push('\n');
    text.push_str(&mr_x_moves(view, ink));
    text
}

/// What a spectator looks at after a round: everything.
pub(super) fn spectator(view: &MrXView, from: usize, ink: Ink) -> String {
    let seen = view.detective_view();
    let rules = view.rules();
    let mut text = head(seen, "", ink);
    for line in mr_x_news(view, from, ink) {
        text.push_str(&format!("{line}\n"));
    }
    text.push('\n');
    if let Some(board) = mr_x_board(view, true, ink) {
        text.push_str(&format!("{board}\n"));
    }
    text.push_str(&mr_x_log(view, ink));
    text.push_str(&format!("{}\n\n", clock(rules, view.public())));
    text.push_str(&format!("{}\n", mr_x_table(view, ink)));
    text.push_str(&match seen.candidates().len() {
        1 => "The detectives know where he is.\n".to_owned(),
        many => {
            let many = counted(many, unit(rules.board()));
            format!("The detectives think he can be on {many}.\n")
        }
    });
    text
}

fn head(view: &DetectiveView, you: &str, ink: Ink) -> String {
    let rules = view.rules();
    let table = view.public();
    let begun = match view.turn() {
        Turn::MrX => 1,
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => 0,
    };
    let (round, right) = if you.is_empty() {
        // A spectator looks back on the round.
        (table.turns_used(), rules.name().to_owned())
    } else {
        let right = format!("{}, you are {you}", rules.name());
        (table.turns_used().saturating_add(begun), right)
    };
    let left = match round {
        0 => "Start".to_owned(),
        round => round_name(rules, round),
    };
    headline(ink, &left, &right)
}

/// The candidates; on grids, where they stand on the board, long lists are left out.
fn known(view: &DetectiveView, light: bool, ink: Ink) -> String {
    let many = view.candidates().len();
    let board = view.rules().board();
    if board.grid_size().is_some() && many > MOST_LISTED {
        let all = counted(board.stations().len(), unit(board));
        let head = ink.bold(format!("Mr X can be on {many} of {all}"));
        let note =
            if light { "those with a dot; c hides the dots" } else { "c shows them on the board" };
        return format!("{head}, {note}.\n");
    }
    candidates(view, ink)
}

/// What a station is called.
fn unit(board: &Board) -> &'static str {
    if board.grid_size().is_some() { "cell" } else { "station" }
}

/// The ply after Mr X's last one.
fn after_mr_x(view: &DetectiveView) -> usize {
    last_mr_x(view).map_or(0, |index| index + 1)
}

/// Mr X's last ply.
pub(super) fn last_mr_x(view: &DetectiveView) -> Option<usize> {
    let plies = view.log().plies();
    plies.iter().rposition(|ply| matches!(ply, PublicPly::MrX(_)))
}
