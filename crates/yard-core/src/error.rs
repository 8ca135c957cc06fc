//! Why a move is refused.

use crate::moves::DetectiveId;
use crate::public_state::Turn;
use crate::station::Station;
use crate::ticket::Ticket;

/// Why a move was refused.
///
/// The text goes back to the side that sent the move, so a variant names only facts that this
/// side could already see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The game waits for somebody else, or is over.
    #[error("{}", out_of_turn(*turn))]
    OutOfTurn {
        /// Whom it waits for.
        turn: Turn,
    },
    /// In any order: this detective has moved in this round.
    #[error("detective {by} has moved in this round already")]
    MovedAlready {
        /// Who has.
        by: DetectiveId,
    },
    /// A detective who can move must.
    #[error("detective {by} must move, passing is for those who cannot")]
    MustMove {
        /// Who must.
        by: DetectiveId,
    },
    /// The last ticket of this kind is spent.
    #[error("no {} ticket is left for this", ticket.name())]
    NoTicket {
        /// Which kind.
        ticket: Ticket,
    },
    /// The last double-move ticket is spent.
    #[error("no double-move ticket is left")]
    NoDouble,
    /// The travel log is full, or has one slot where a double move needs two.
    #[error("too few slots are left in the travel log")]
    NoSlot,
    /// No line that accepts the ticket leads there.
    #[error("no line for a {} ticket leads to {to}", ticket.name())]
    NoLine {
        /// Where to.
        to: Station,
        /// With which ticket.
        ticket: Ticket,
    },
    /// A detective stands there.
    #[error("a detective stands on {station}")]
    Occupied {
        /// Where.
        station: Station,
    },
    /// A public move that hides a station which everybody saw.
    #[error("Mr X surfaces in slot {slot}, so his station must be given")]
    MustSurface {
        /// The log slot.
        slot: u8,
    },
    /// A public move that shows a station which nobody saw.
    #[error("Mr X does not surface in slot {slot}, so his station must be hidden")]
    MustHide {
        /// The log slot.
        slot: u8,
    },
    /// No station fits what is known.
    #[error("no station of Mr X fits this")]
    NoCandidate,
}

fn out_of_turn(turn: Turn) -> String {
    match turn {
        Turn::MrX => "it is Mr X's turn".to_owned(),
        Turn::Detective(id) => format!("it is detective {id}'s turn"),
        Turn::Team => "it is the detectives' turn".to_owned(),
        Turn::Over(_) => "the match is over".to_owned(),
    }
}
