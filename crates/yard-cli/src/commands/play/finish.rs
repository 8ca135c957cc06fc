//! After the game: the result, Mr X's way, the seed, and how to see it again.

use serde::Serialize;
use yard_core::{Game, Outcome, Record, RecordResult, Side};

use super::{PlayAs, quoted};
use crate::commands::review::Review;
use crate::screen::{Ink, ending, headline, mr_x_board, mr_x_way, place};

/// The game as one JSON object.
#[derive(Serialize)]
pub(super) struct Report {
    result: RecordResult,
    outcome: Option<&'static str>,
    slots: u8,
    seed: u64,
    record: Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review>,
}

impl Report {
    pub(super) fn new(game: &Game, seed: u64, review: Option<Review>) -> Report {
        let record = Record::of(game);
        Report {
            result: record.result,
            outcome: game.outcome().map(word),
            slots: game.detective_view().public().slots_used(),
            seed,
            record,
            review,
        }
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Captured => "captured",
        Outcome::Cornered => "cornered",
        Outcome::Escaped => "escaped",
        Outcome::Stranded => "stranded",
    }
}

/// The last screen. Nothing is hidden any more.
pub(super) fn text(
    game: &Game,
    side: PlayAs,
    seed: u64,
    again: &str,
    saved: Option<&str>,
    ink: Ink,
) -> String {
    let view = game.mr_x_view();
    let board = game.rules().board();
    let mut text = String::from("\n");
    match ending(game.detective_view(), Some(view.station())) {
        Some(sentence) => {
            let winner = game.outcome().map(Outcome::winner);
            text.push_str(&headline(ink, verdict(side, winner), ""));
            text.push_str(&format!("{sentence}\n"));
        }
        None => {
            let at = place(board, view.station());
            text.push_str(&headline(ink, "You left the game", ""));
            text.push_str(&format!("Mr X was on {at}.\n"));
        }
    }
    if let Some(drawn) = mr_x_board(view, false, ink) {
        text.push_str(&format!("\n{drawn}"));
    }
    let start = view.path().first().map(|start| place(board, *start));
    let start = start.unwrap_or_default();
    text.push_str(&format!("\nMr X's way began on {start}"));
    if view.path().len() > 1 {
        text.push_str(&ink.dim("  (* he was seen, + second step of a double move)"));
    }
    text.push_str(&format!("\n{}", mr_x_way(view, ink)));
    text.push_str(&format!("\nThe seed was {seed}. The same start again:\n  {again}\n"));
    text.push_str(&match saved {
        Some(path) => {
            let path = quoted(path);
            format!("The game is saved. To see it again:\n  yard replay {path}\n")
        }
        None => "With --save FILE a game is kept, for yard replay FILE.\n".to_owned(),
    });
    text
}

fn verdict(side: PlayAs, winner: Option<Side>) -> &'static str {
    match (side, winner) {
        (PlayAs::X, Some(Side::MrX)) | (PlayAs::Detectives, Some(Side::Detectives)) => "You win",
        (PlayAs::X, Some(Side::Detectives)) | (PlayAs::Detectives, Some(Side::MrX)) => "You lose",
        (_, Some(Side::MrX)) => "Mr X wins",
        (_, Some(Side::Detectives)) => "The detectives win",
        (_, None) => "You left the game",
    }
}
