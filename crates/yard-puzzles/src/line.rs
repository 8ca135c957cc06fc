//! A puzzle on its way: the position after some moves of the person, and what the other side does in between.

use serde::Serialize;
use yard_coach::Say;
use yard_core::{
    Board, Checksum, DetectiveId, DetectiveMove, DetectiveView, Game, Move, MrXView, PublicState,
    Station, Step, Ticket, Turn,
};
use yard_tabletop::PositionJson;

use crate::position::Position;
use crate::puzzle::{Kind, Puzzle, PuzzleError, Worth, written};
use crate::solve::{SlipValue, catch_values_of, last_values, reply};

/// A move that the person sees: of the other side, or of a colleague who ends it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reply {
    /// Who: `mr_x` or `detective-2`.
    pub by: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

impl Reply {
    fn new(mv: Move) -> Reply {
        let by = match mv {
            Move::MrX(_) => "mr_x".to_owned(),
            Move::Detective(mv) => format!("detective-{}", mv.by().number()),
        };
        Reply { by, mv: written(mv) }
    }
}

/// What the person has to decide now.
pub(crate) enum Stage {
    /// The ride of one detective.
    Ride(DetectiveView),
    /// Mr X's move while he hides.
    First(Box<Game>),
    /// Mr X's move after which he is seen.
    Last(MrXView),
}

/// What comes of a good move.
pub(crate) struct After {
    /// What the person sees.
    pub(crate) replies: Vec<Reply>,
    /// What is to be decided next; nothing when the puzzle is solved.
    pub(crate) next: Option<Stage>,
}

impl Stage {
    /// What the person sees.
    pub(crate) fn position(&self) -> PositionJson {
        match self {
            Stage::Ride(view) => PositionJson::of_detectives(view),
            Stage::First(game) => PositionJson::of_mr_x(game.mr_x_view()),
            Stage::Last(view) => PositionJson::of_mr_x(view),
        }
    }
}

impl Puzzle {
    /// How the puzzle begins.
    pub(crate) fn first_stage(&self) -> Result<Stage, PuzzleError> {
        Ok(match self.kind {
            Kind::Catch => Stage::Ride(self.detective_view()?),
            Kind::Slip => Stage::First(Box::new(self.game()?)),
        })
    }

    /// What every move is worth there, the best first.
    pub(crate) fn values_at(&self, stage: &Stage) -> Result<Vec<Worth>, PuzzleError> {
        let mut values: Vec<Worth> = match stage {
            Stage::Ride(view) => {
                catch_values_of(view, &self.places()).into_iter().map(Worth::from).collect()
            }
            Stage::First(_) => return self.values(),
            Stage::Last(view) => {
                last_values(view).into_iter().map(|one| last_worth(view, one)).collect()
            }
        };
        values.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        Ok(values)
    }

    /// What comes of a move that is as good as the best.
    pub(crate) fn after(&self, stage: &Stage, mv: Move) -> After {
        let done = || After { replies: Vec::new(), next: None };
        match (stage, mv) {
            (Stage::Ride(view), Move::Detective(mv)) => self.after_ride(view, mv),
            (Stage::First(game), Move::MrX(_)) => self.after_first(game, mv).unwrap_or_else(done),
            (Stage::Ride(_) | Stage::First(_) | Stage::Last(_), _) => done(),
        }
    }

    /// Where Mr X could be when the puzzle began.
    fn places(&self) -> Vec<Station> {
        let station = |number: &u32| u8::try_from(*number).ok().and_then(Station::new);
        self.setup.candidates.iter().filter_map(station).collect()
    }

    fn after_ride(&self, view: &DetectiveView, mv: DetectiveMove) -> After {
        let mut after = view.clone();
        // A ride that leaves Mr X no place has caught him.
        if after.detective_moved(mv, None).is_err() {
            return After { replies: Vec::new(), next: None };
        }
        match after.turn() {
            Turn::Detective(_) => After { replies: Vec::new(), next: Some(Stage::Ride(after)) },
            Turn::MrX | Turn::Team | Turn::Over(_) => {
                After { replies: self.capture(&after).unwrap_or_default(), next: None }
            }
        }
    }

    /// How it ends: Mr X has to show himself, and a detective takes him.
    ///
    /// He is at one of the places from which he does not get away; which one follows from the puzzle alone.
    fn capture(&self, view: &DetectiveView) -> Option<Vec<Reply>> {
        let board = view.rules().board();
        let net = Position::new(view.rules(), view.public(), 0).net();
        let lost: Vec<Station> =
            view.candidates().iter().filter(|from| !net.is_open(board, *from)).collect();
        let draw = Checksum::of(self.id.as_bytes()).value() as usize;
        let from = lost.get(draw % lost.len().max(1))?;
        let mr_x = MrXView::assume(view.clone(), *from);
        let shown = mr_x.legal_moves().next()?;
        let take = rides_to(board, view.public(), shown.target()).next()?;
        Some(vec![Reply::new(shown.into()), Reply::new(take.into())])
    }

    /// The detectives' answer to Mr X's first move, and where it leaves him.
    fn after_first(&self, game: &Game, mv: Move) -> Option<After> {
        let Move::MrX(own) = mv else { return None };
        let plan = reply(game.mr_x_view(), own)?;
        let mut game = game.clone();
        game.play(mv).ok()?;
        for ride in &plan {
            game.play((*ride).into()).ok()?;
        }
        let replies = plan.iter().map(|ride| Reply::new((*ride).into())).collect();
        let view = game.mr_x_view().clone();
        let next = (view.turn() == Turn::MrX).then_some(Stage::Last(view));
        Some(After { replies, next })
    }
}

/// The rides of all detectives who come to a station, one of each.
fn rides_to(
    board: &Board,
    public: &PublicState,
    to: Station,
) -> impl Iterator<Item = DetectiveMove> {
    DetectiveId::ALL.into_iter().zip(public.detectives()).filter_map(move |(by, at)| {
        let tickets = public.detective_tickets(by);
        let pays =
            |ticket: &Ticket| tickets.of(*ticket).has(1) && board.reach(at, *ticket).contains(to);
        let ticket = Ticket::DETECTIVES.into_iter().find(pays)?;
        Some(DetectiveMove::Ride { by, step: Step { ticket, to } })
    })
}

/// What Mr X's last move is worth, and who would come there.
fn last_worth(view: &MrXView, one: SlipValue) -> Worth {
    let near = rides_to(view.rules().board(), view.public(), one.mv.target()).count();
    let because = if near > 0 { Say::Danger { detectives: near } } else { Say::PuzzleSafe {} };
    Worth { mv: one.mv.into(), chance: one.chance, because: Some(because) }
}
