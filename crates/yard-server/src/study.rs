//! Games to look at: replays from either side's eyes, and imported records.

use std::sync::Arc;

use yard_core::{Game, Record, RecordError, Rules};

use crate::catalogue::Catalogue;
use crate::error::{ApiError, Code};
use crate::seats::{Role, Seat, Seats, TeamSeats};
use crate::wire::{self, About, Help, Kinds, Names, View};

/// Whose eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    MrX,
    Detectives,
}

impl Eyes {
    fn role(self) -> Role {
        match self {
            Eyes::MrX => Role::WatchAll,
            Eyes::Detectives => Role::Watch,
        }
    }
}

/// A record that replays, with what is known around it.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    pub(crate) id: String,
    pub(crate) record: Record,
    pub(crate) rules: Arc<Rules>,
    pub(crate) about: About,
}

/// Reads a record from outside; the rules must be on offer.
///
/// # Errors
/// Names the line where something is wrong.
pub(crate) fn read(text: &str, catalogue: &Catalogue) -> Result<(Record, Arc<Rules>), ApiError> {
    let bad = |error: String| ApiError::new(Code::BadRecord, error);
    let text = text.trim_start_matches('\u{feff}');
    let record: Record = match text.trim_start().starts_with('{') {
        true => serde_json::from_str(text).map_err(|error| bad(error.to_string()))?,
        false => text.parse().map_err(|faults: yard_core::Faults| bad(faults.to_string()))?,
    };
    let rules = catalogue
        .rules_for(&record.rules, None)
        .map_err(|error| bad(format!("{}{}", line_of(text, "rules"), error.error)))?;
    let rules = match record.detectives.len() == usize::from(rules.detectives()) {
        true => rules,
        false => rules
            .with_detectives(record.detectives.len() as u32)
            .map(Arc::new)
            .map_err(|faults| bad(format!("{}{}", line_of(text, "start"), faults)))?,
    };
    Ok((record, rules))
}

/// What is wrong with a record that was read, with its line.
pub(crate) fn fault(text: &str, error: &RecordError) -> ApiError {
    let line = match error {
        RecordError::Start(_) => line_of(text, "start"),
        RecordError::Move { turn, .. } | RecordError::Text { turn, .. } => {
            line_of(text, &turn.to_string())
        }
        RecordError::Result { .. } => line_of(text, "result"),
        RecordError::Hidden => String::new(),
    };
    ApiError::new(Code::BadRecord, format!("{line}{error}"))
}

/// `line 7: ` for the line that begins with a word.
fn line_of(text: &str, word: &str) -> String {
    let begins = |line: &str| line.split_whitespace().next() == Some(word);
    match text.lines().position(begins) {
        Some(at) => format!("line {}: ", at + 1),
        None => String::new(),
    }
}

impl Study {
    /// A record that somebody brought.
    pub(crate) fn imported(id: String, record: Record, rules: Arc<Rules>) -> Study {
        let nobody = || Seat::Human { name: None };
        let seats = Seats { mr_x: nobody(), detectives: TeamSeats::One(nobody()) };
        let open = record.result == yard_core::RecordResult::Open;
        let about = About {
            state: if open { "open" } else { "over" },
            thinking: false,
            paused: false,
            pace_ms: 0,
            taken_back: 0,
            reopened: 0,
            undo_asked: None,
            may_agree: false,
            fault: None,
            names: Names::new(&seats, rules.detectives()),
            kinds: Kinds::new(&seats, rules.detectives()),
            help: Help::default(),
            seed: None,
        };
        Study { id, record, rules, about }
    }

    /// The views before the first move and after each.
    ///
    /// # Errors
    /// When Mr X's eyes are wanted but the record hides him.
    pub(crate) fn views(&self, eyes: Eyes) -> Result<Vec<View>, ApiError> {
        let hidden = || ApiError::forbidden("the record hides Mr X, so his eyes see no more");
        let wrong = |error: RecordError| ApiError::new(Code::BadRecord, error.to_string());
        let role = eyes.role();
        let mut views = Vec::new();
        let rules = Arc::clone(&self.rules);
        let begin = Record { turns: Vec::new(), ..self.open() };
        match (eyes, self.record.is_full()) {
            (Eyes::MrX, false) => return Err(hidden()),
            (_, true) => {
                let mut push = |game: &Game| {
                    let about = self.about.clone();
                    views.push(match eyes {
                        Eyes::MrX => wire::own(&self.id, game.mr_x_view(), role, about),
                        Eyes::Detectives => {
                            wire::public(&self.id, game.detective_view(), role, about)
                        }
                    });
                };
                // A cornered start has no first view but the last one.
                if let Ok(game) = begin.replay(Arc::clone(&rules)) {
                    push(&game);
                }
                let last = self.record.replay_each(rules, |game, _| push(game)).map_err(wrong)?;
                if views.is_empty() {
                    views.push(wire::own(&self.id, last.mr_x_view(), role, self.about.clone()));
                }
            }
            (Eyes::Detectives, false) => {
                let show = |view: &_| wire::public(&self.id, view, role, self.about.clone());
                if let Ok(view) = begin.replay_view(Arc::clone(&rules)) {
                    views.push(show(&view));
                }
                let last = self
                    .record
                    .replay_view_each(rules, |view, _| views.push(show(view)))
                    .map_err(wrong)?;
                if views.is_empty() {
                    views.push(show(&last));
                }
            }
        }
        let last = views.len().saturating_sub(1);
        for (at, view) in views.iter_mut().enumerate() {
            view.legal.clear();
            view.your_turn = false;
            if at < last {
                view.moves.clear();
            }
        }
        Ok(views)
    }

    /// The same record without its result, for the view before the first move.
    fn open(&self) -> Record {
        Record { result: yard_core::RecordResult::Open, cornered: false, ..self.record.clone() }
    }

    /// What the one who brought the record sees of it.
    pub(crate) fn last_view(&self) -> Result<View, ApiError> {
        let eyes = if self.record.is_full() { Eyes::MrX } else { Eyes::Detectives };
        self.views(eyes)?.pop().ok_or_else(ApiError::no_game)
    }
}
