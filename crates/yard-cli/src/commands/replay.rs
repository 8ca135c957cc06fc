//! `yard replay`

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use yard_core::{
    DetectiveText, DetectiveView, Move, MrXView, PublicMrXMove, PublicPly, Record, RecordError,
    RecordResult, Rules, Side, Station, StationSet,
};

use super::review::{self, Review};
use super::{read_record, write_json};
use crate::args::{Common, side_named};
use crate::exit::{CliError, Exit};
use crate::screen::{
    Console, Ink, candidates, clock, counted, detectives_board, detectives_log, detectives_news,
    detectives_table, ending, headline, mr_x_board, mr_x_log, mr_x_news, mr_x_table, mr_x_way,
    place,
};

/// Longer lists of candidates are only counted.
const MOST_LISTED: usize = 12;

/// Show a saved game turn by turn
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A record, text or JSON; - reads standard input
    file: String,
    /// Rules to use instead of the record's own
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Whose view to show [default: x if the record hides nothing, otherwise detectives]
    #[arg(long = "as", value_name = "SIDE", value_parser = side_named("x"))]
    side: Option<Side>,
    /// Show only the position after this turn; 0 is the start
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Review the game at the end: the chances to win, and the worst moves
    #[arg(long, conflicts_with = "turn")]
    review: bool,
}

/// What one side knows at a moment.
#[derive(Clone)]
enum Eyes {
    MrX(MrXView),
    Detectives(DetectiveView),
}

impl Eyes {
    /// What is public.
    fn public(&self) -> &DetectiveView {
        match self {
            Eyes::MrX(view) => view.detective_view(),
            Eyes::Detectives(view) => view,
        }
    }

    /// Mr X's station, where these eyes see it.
    fn mr_x(&self) -> Option<Station> {
        match self {
            Eyes::MrX(view) => Some(view.station()),
            Eyes::Detectives(view) => view.candidates().only(),
        }
    }

    fn board(&self, ink: Ink) -> Option<String> {
        match self {
            Eyes::MrX(view) => mr_x_board(view, true, ink),
            Eyes::Detectives(view) => detectives_board(view, true, ink),
        }
    }

    fn news(&self, from: usize, ink: Ink) -> Vec<String> {
        match self {
            Eyes::MrX(view) => mr_x_news(view, from, ink),
            Eyes::Detectives(view) => detectives_news(view, from, ink),
        }
    }
}

/// One turn of the record, and how things stood after it.
struct Frame {
    mr_x: PublicMrXMove,
    detectives: Vec<DetectiveText>,
    after: Eyes,
}

/// What detectives did in the round in which a setup begins.
struct FirstRound {
    detectives: Vec<DetectiveText>,
    after: Eyes,
}

/// A record made ready to be shown.
struct Reel {
    start: Eyes,
    first: Option<FirstRound>,
    frames: Vec<Frame>,
    result: RecordResult,
}

#[derive(Serialize)]
struct ReplayReport {
    turns: Vec<TurnReport>,
    result: RecordResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review>,
}

#[derive(Serialize)]
struct TurnReport {
    turn: usize,
    mr_x: Option<PublicMrXMove>,
    detectives: Vec<DetectiveText>,
    candidates: StationSet,
}

pub(crate) fn run(
    args: &ReplayArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let (record, rules) = read_record(&args.file, args.rules.as_deref())?;
    let reel = Reel::new(&record, Arc::clone(&rules), args.side)
        .map_err(|error| CliError::bad(format!("{}: {error}", args.file)))?;
    let last = reel.frames.len();
    if let Some(turn) = args.turn
        && turn > last
    {
        let turns = counted(last, "turn");
        return Err(CliError::bad(format!("--turn {turn}: the record has {turns}")));
    }
    if args.review && !record.is_full() {
        return Err(CliError::bad("--review: the record hides Mr X"));
    }
    if common.json {
        let mut report = reel.report(args.turn);
        if args.review {
            report.review = Some(review::of_record(&record, &rules)?);
        }
        write_json(out, &report)?;
        return Ok(Exit::Done);
    }
    let mut console = Console::new(out, io::stdout().is_terminal(), true);
    match args.turn {
        Some(turn) => {
            let text = reel.still(turn, console.ink);
            console.show(&text)?;
        }
        None => reel.roll(&mut console)?,
    }
    if args.review {
        let note = "Looking back at the moves …";
        let review = console.meanwhile(note, || review::of_record(&record, &rules))??;
        console.show(&review.text(console.ink))?;
    }
    Ok(Exit::Done)
}

impl Reel {
    fn new(record: &Record, rules: Arc<Rules>, side: Option<Side>) -> Result<Reel, RecordError> {
        let side = side.unwrap_or(if record.is_full() { Side::MrX } else { Side::Detectives });
        let order = rules.order();
        let mut frames: Vec<Frame> = Vec::new();
        let mut first: Option<FirstRound> = None;
        let mut push = |mv: Result<PublicMrXMove, DetectiveText>, after: Eyes| match mv {
            Ok(mr_x) => frames.push(Frame { mr_x, detectives: Vec::new(), after }),
            Err(text) => match frames.last_mut() {
                Some(frame) => {
                    frame.detectives.push(text);
                    frame.after = after;
                }
                // The round in which a setup begins.
                None => {
                    let moves = first.take().map(|first| first.detectives).unwrap_or_default();
                    let detectives = [moves, vec![text]].concat();
                    first = Some(FirstRound { detectives, after });
                }
            },
        };
        let end = match side {
            Side::MrX => {
                let game = record.replay_each(Arc::clone(&rules), |game, mv| {
                    let mv = match mv {
                        Move::MrX(mv) => Ok(mv.into()),
                        Move::Detective(mv) => Err(DetectiveText::new(mv, order)),
                    };
                    push(mv, Eyes::MrX(game.mr_x_view().clone()));
                })?;
                Eyes::MrX(game.mr_x_view().clone())
            }
            Side::Detectives => {
                let view = record.replay_view_each(Arc::clone(&rules), |view, ply| {
                    let mv = match ply {
                        PublicPly::MrX(mv) => Ok(mv),
                        PublicPly::Detective(mv) => Err(DetectiveText::new(mv, order)),
                    };
                    push(mv, Eyes::Detectives(view.clone()));
                })?;
                Eyes::Detectives(view)
            }
        };
        let start = if frames.is_empty() && first.is_none() {
            end
        } else {
            let before = record.beginning();
            match side {
                Side::MrX => Eyes::MrX(before.replay(rules)?.mr_x_view().clone()),
                Side::Detectives => Eyes::Detectives(before.replay_view(rules)?),
            }
        };
        Ok(Reel { start, first, frames, result: record.result })
    }

    /// How things stood after a turn.
    fn after(&self, turn: usize) -> &Eyes {
        match turn.checked_sub(1).and_then(|index| self.frames.get(index)) {
            Some(frame) => &frame.after,
            None => self.first.as_ref().map_or(&self.start, |first| &first.after),
        }
    }

    fn report(&self, only: Option<usize>) -> ReplayReport {
        let mut turns: Vec<TurnReport> = (1..)
            .zip(&self.frames)
            .filter(|(turn, _)| only.is_none_or(|only| only == *turn))
            .map(|(turn, frame)| TurnReport {
                turn,
                mr_x: Some(frame.mr_x),
                detectives: frame.detectives.clone(),
                candidates: frame.after.public().candidates().to_set(),
            })
            .collect();
        if only == Some(0) || (only.is_none() && self.first.is_some()) {
            let first = TurnReport {
                turn: 0,
                mr_x: None,
                detectives: self.first.iter().flat_map(|first| first.detectives.clone()).collect(),
                candidates: self.after(0).public().candidates().to_set(),
            };
            turns.insert(0, first);
        }
        ReplayReport { turns, result: self.result, review: None }
    }

    /// All turns one after the other.
    fn roll(&self, console: &mut Console<'_>) -> Result<(), CliError> {
        let ink = console.ink;
        console.show(&self.start_text(ink))?;
        if self.first.is_some() {
            console.say("")?;
            console.show(&self.turn_text(0, ink))?;
        }
        for turn in 1..=self.frames.len() {
            if console.live && leaves(console)? {
                return Ok(());
            }
            console.say("")?;
            console.show(&self.turn_text(turn, ink))?;
        }
        console.say("")?;
        console.show(&self.end_text(ink))
    }

    fn start_text(&self, ink: Ink) -> String {
        let view = self.start.public();
        let rules = view.rules();
        let mut text = headline(ink, "Start", rules.name());
        let seats: Vec<String> = (1..)
            .zip(view.log().start())
            .map(|(number, at)| format!("detective {number} on {}", place(rules.board(), *at)))
            .collect();
        text.push_str(&format!("{}\n", seats.join(", ")));
        text.push_str(&where_he_is(&self.start, ink));
        text
    }

    fn turn_text(&self, turn: usize, ink: Ink) -> String {
        let eyes = self.after(turn);
        let view = eyes.public();
        let before = turn.checked_sub(1).map_or(&self.start, |turn| self.after(turn));
        let before = before.public().log().plies().len();
        let (used, slots) = (view.public().slots_used(), view.rules().slots());
        let mut text = headline(ink, &format!("Turn {turn}"), &format!("slot {used} of {slots}"));
        for line in eyes.news(before, ink) {
            text.push_str(&format!("{line}\n"));
        }
        if let Some(board) = eyes.board(ink) {
            text.push_str(&board);
        }
        text.push_str(&where_he_is(eyes, ink));
        text
    }

    fn end_text(&self, ink: Ink) -> String {
        let eyes = self.after(self.frames.len());
        let (verdict, sentence) = match ending(eyes.public(), eyes.mr_x()) {
            Some(sentence) => match self.result {
                RecordResult::MrX => ("Mr X wins", sentence),
                RecordResult::Detectives | RecordResult::Open => ("The detectives win", sentence),
            },
            None => ("The game is open", "The record ends here.".to_owned()),
        };
        let mut text = headline(ink, verdict, "");
        text.push_str(&format!("{sentence}\n"));
        match eyes {
            Eyes::MrX(view) => text.push_str(&mr_x_way(view, ink)),
            Eyes::Detectives(view) => text.push_str(&detectives_log(view, ink)),
        }
        text
    }

    /// All that is known after one turn.
    fn still(&self, turn: usize, ink: Ink) -> String {
        let eyes = self.after(turn);
        let view = eyes.public();
        let mut text = if turn == 0 {
            let mut text = self.start_text(ink);
            if let Some(board) = eyes.board(ink) {
                text.push_str(&board);
            }
            text
        } else {
            self.turn_text(turn, ink)
        };
        text.push('\n');
        let (log, table) = match eyes {
            Eyes::MrX(view) => (mr_x_log(view, ink), mr_x_table(view, ink)),
            Eyes::Detectives(view) => (detectives_log(view, ink), detectives_table(view, ink)),
        };
        let clock = clock(view.rules(), view.public());
        text.push_str(&format!("{log}{clock}\n\n{table}"));
        if view.candidates().len() > MOST_LISTED {
            text.push_str(&format!("\n{}", candidates(view, ink)));
        }
        if let Some(sentence) = ending(view, eyes.mr_x()) {
            text.push_str(&format!("\n{sentence}\n"));
        }
        text
    }
}

/// Mr X's station where it is seen, and the candidates.
fn where_he_is(eyes: &Eyes, ink: Ink) -> String {
    let view = eyes.public();
    let board = view.rules().board();
    let set = view.candidates();
    let unit = if board.grid_size().is_some() { "cell" } else { "station" };
    let many = counted(set.len(), unit);
    let names: Vec<String> = set.iter().map(|station| place(board, station)).collect();
    let list =
        if set.len() <= MOST_LISTED { format!(": {}", names.join(" ")) } else { String::new() };
    match eyes {
        Eyes::MrX(view) => {
            let at = ink.red(place(board, view.station()));
            format!("Mr X is on {at}; by what is known he can be on {many}{list}\n")
        }
        Eyes::Detectives(_) => format!("Mr X can be on {many}{list}\n"),
    }
}

/// Waits for Enter; `true` when the reader has had enough.
fn leaves(console: &mut Console<'_>) -> Result<bool, CliError> {
    let answer = console.ask("Enter for the next turn, q to quit> ")?;
    Ok(match answer.as_deref() {
        None => true,
        Some(answer) => matches!(answer.to_lowercase().as_str(), "q" | "quit"),
    })
}
