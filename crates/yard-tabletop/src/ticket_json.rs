//! Tickets as JSON.

use serde::Serialize;
use yard_core::{DetectiveTickets, DetectiveView, MrXTickets, Stock, Ticket};

/// Tickets of one player by name; `null` has no limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TicketCounts {
    taxi: Stock,
    bus: Stock,
    underground: Stock,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<Stock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double: Option<Stock>,
}

impl From<DetectiveTickets> for TicketCounts {
    fn from(tickets: DetectiveTickets) -> TicketCounts {
        TicketCounts {
            taxi: tickets.of(Ticket::Taxi),
            bus: tickets.of(Ticket::Bus),
            underground: tickets.of(Ticket::Underground),
            black: None,
            double: None,
        }
    }
}

impl From<MrXTickets> for TicketCounts {
    fn from(tickets: MrXTickets) -> TicketCounts {
        TicketCounts {
            taxi: tickets.of(Ticket::Taxi),
            bus: tickets.of(Ticket::Bus),
            underground: tickets.of(Ticket::Underground),
            black: Some(tickets.of(Ticket::Black)),
            double: Some(tickets.doubles()),
        }
    }
}

/// Everybody's tickets; they lie open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TicketsNow {
    mr_x: TicketCounts,
    detectives: Vec<TicketCounts>,
}

impl TicketsNow {
    /// The tickets in a view.
    pub(crate) fn new(view: &DetectiveView) -> TicketsNow {
        let table = view.public();
        let ids = view.rules().detective_ids();
        TicketsNow {
            mr_x: table.mr_x_tickets().into(),
            detectives: ids.map(|id| table.detective_tickets(id).into()).collect(),
        }
    }
}
