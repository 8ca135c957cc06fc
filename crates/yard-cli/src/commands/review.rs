//! Looking back at a game: the chances to win as the movers could know them, and what was given away.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use yard_coach::{Judged, Mark};
use yard_core::{Record, Rules};

use crate::exit::CliError;
use crate::screen::{Ink, counted, headline};

/// The moves of a game with what they were worth.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Review {
    plies: Vec<Judged>,
}

/// Judges every move of a record, on all cores.
///
/// # Errors
/// When the record hides Mr X, or a move cannot be judged.
pub(crate) fn of_record(record: &Record, rules: &Arc<Rules>) -> Result<Review, CliError> {
    let plies = yard_coach::plies(record, rules)
        .map_err(|error| CliError::bad(format!("--review: {error}")))?;
    let numbered = plies.par_iter().enumerate();
    let judged = numbered.map(|(ply, (before, mv))| yard_coach::judge(ply, before, *mv));
    let plies = judged.collect::<Result<_, _>>();
    let plies = plies.map_err(|error| CliError::bad(format!("--review: {error}")))?;
    Ok(Review { plies })
}

/// Cells of the bar of a chance.
const BAR: usize = 20;

impl Review {
    /// A line for each round, and one for each move that gave much away.
    pub(crate) fn text(&self, ink: Ink) -> String {
        let mut text = format!("\n{}", headline(ink, "Looking back", ""));
        text.push_str(
            "How likely the detectives win, as each side could know it after its moves\n",
        );
        text.push_str(&ink.dim("round   Mr X   detectives\n"));
        for (number, round) in (1..).zip(self.rounds()) {
            let chance = |of_mr_x: bool| {
                let of_side = |judged: &&Judged| (judged.by == MR_X) == of_mr_x;
                round.iter().filter(of_side).filter_map(|judged| judged.chance).next_back()
            };
            let (his, theirs) = (chance(true), chance(false));
            let (shown, bar) = (percent(his), bar(theirs.or(his)));
            let line = format!("{number:>5}  {shown:>5}  {:>11}   {bar}", percent(theirs));
            text.push_str(&format!("{}\n", line.trim_end()));
            for judged in round.iter().filter(|judged| judged.mark.is_some()) {
                text.push_str(&format!("       {}\n", slip(judged, ink)));
            }
        }
        text.push_str(&format!("{}\n", self.summary()));
        text
    }

    /// The plies of each round, which begins with Mr X's move.
    fn rounds(&self) -> impl Iterator<Item = &[Judged]> {
        self.plies.chunk_by(|_, next| next.by != MR_X)
    }

    fn summary(&self) -> String {
        let count = |mark: Mark, of_mr_x: bool| {
            let fits =
                |judged: &&Judged| judged.mark == Some(mark) && (judged.by == MR_X) == of_mr_x;
            self.plies.iter().filter(fits).count()
        };
        let side = |of_mr_x: bool| {
            let blunders = counted(count(Mark::Blunder, of_mr_x), "blunder");
            let slips = match count(Mark::Inaccuracy, of_mr_x) {
                1 => "1 inaccuracy".to_owned(),
                many => format!("{many} inaccuracies"),
            };
            format!("{blunders} and {slips}")
        };
        format!("Mr X made {}, the detectives {}.", side(true), side(false))
    }
}

/// Mr X in [`Judged::by`].
const MR_X: &str = "mr_x";

fn percent(chance: Option<f64>) -> String {
    chance.map_or_else(|| "–".to_owned(), |chance| format!("{:.0} %", chance * 100.0))
}

fn bar(chance: Option<f64>) -> String {
    let full = chance.map_or(0, |chance| (chance * BAR as f64).round() as usize);
    match chance {
        None => String::new(),
        Some(_) => format!("{}{}", "█".repeat(full), "░".repeat(BAR.saturating_sub(full))),
    }
}

/// What a marked move gave away.
fn slip(judged: &Judged, ink: Ink) -> String {
    let sign = match judged.mark {
        Some(Mark::Blunder) => ink.red("??"),
        Some(Mark::Inaccuracy) | None => ink.yellow("?!"),
    };
    let who = match judged.by.as_str() {
        MR_X => "Mr X".to_owned(),
        other => other.replace('-', " "),
    };
    let points = judged.loss.unwrap_or(0.0) * 100.0;
    let better =
        judged.best.as_deref().map_or_else(String::new, |best| format!("; {best} was better"));
    format!("{sign} {who} {}: {points:.0} points given away{better}", ink.bold(&judged.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(by: &str, chance: Option<f64>, mark: Option<Mark>) -> Judged {
        Judged {
            ply: 0,
            by: by.to_owned(),
            text: "T46".to_owned(),
            chance,
            best: Some("B34".to_owned()),
            loss: Some(0.25),
            mark,
        }
    }

    #[test]
    fn rounds_begin_with_mr_x_and_marks_are_told() {
        let review = Review {
            plies: vec![
                judged(MR_X, Some(0.5), None),
                judged("detective-1", Some(0.4), None),
                judged("detective-2", Some(0.3), Some(Mark::Blunder)),
                judged(MR_X, None, Some(Mark::Inaccuracy)),
            ],
        };
        assert_eq!(review.rounds().map(<[Judged]>::len).collect::<Vec<_>>(), [3, 1]);
        let text = review.text(Ink::new(false));
        let lines: Vec<&str> = text.lines().skip(4).collect();
        assert_eq!(
            lines,
            [
                "    1   50 %         30 %   ██████░░░░░░░░░░░░░░",
                "       ?? detective 2 T46: 25 points given away; B34 was better",
                "    2      –            –",
                "       ?! Mr X T46: 25 points given away; B34 was better",
                "Mr X made 0 blunders and 1 inaccuracy, the detectives 1 blunder and 0 inaccuracies.",
            ]
        );
    }
}
