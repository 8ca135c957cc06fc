//! Positions as numbers: what is public, and where Mr X is known to be.

use yard_core::{DetectiveId, Length, Order, PublicState, Rules, Station, Ticket, Turn};

use super::symmetry::Symmetry;

/// A position as a number; positions of one layout are equal when their keys are.
pub(crate) type Key = u128;

/// How positions of some rules are packed into numbers.
#[derive(Clone, Debug)]
pub(crate) struct KeyLayout {
    station_bits: u32,
    detectives: Vec<DetectiveId>,
    /// The counted tickets of a detective, each with its bits.
    detective_tickets: Vec<(Ticket, u32)>,
    mr_x_tickets: Vec<Ticket>,
    doubles: bool,
    turns: bool,
    /// Whether positions of one ply can differ in the slots used.
    slots: bool,
    any_order: bool,
    bits: u32,
}

/// Mr X's counts may grow by hand-over, so they take a byte.
const BYTE: u32 = 8;

impl KeyLayout {
    /// The layout for some rules; `None` when a position does not fit, which is far too large to
    /// be solved anyway.
    pub(crate) fn new(rules: &Rules) -> Option<KeyLayout> {
        let station_bits = u8::BITS - (rules.board().stations().len() as u8).leading_zeros();
        let detective_tickets: Vec<_> = Ticket::DETECTIVES
            .into_iter()
            .filter_map(|ticket| {
                let count = rules.detective_tickets().of(ticket).tickets().filter(|n| *n > 0)?;
                Some((ticket, u8::BITS - count.leading_zeros()))
            })
            .collect();
        let mr_x_tickets: Vec<_> = Ticket::ALL
            .into_iter()
            .filter(|ticket| match rules.mr_x_tickets().of(*ticket).tickets() {
                None => false,
                Some(count) => count > 0 || rules.hand_over(),
            })
            .collect();
        let doubles = rules.mr_x_tickets().doubles().has(1);
        let mut layout = KeyLayout {
            station_bits,
            detectives: rules.detective_ids().collect(),
            detective_tickets,
            mr_x_tickets,
            doubles,
            turns: matches!(rules.length(), Length::Turns(_)),
            slots: doubles || rules.order() == Order::Any,
            any_order: rules.order() == Order::Any,
            bits: 0,
        };
        let tickets: u32 = layout.detective_tickets.iter().map(|(_, bits)| bits).sum();
        let players = layout.detectives.len() as u32;
        layout.bits = station_bits * (players + 1)
            + tickets * players
            + BYTE * layout.mr_x_tickets.len() as u32
            + 4 * BYTE;
        (layout.bits <= Key::BITS).then_some(layout)
    }

    /// Tells whether a position is its places alone: nothing that runs out, and one order of moves.
    pub(crate) fn only_places(&self) -> bool {
        self.detective_tickets.is_empty()
            && self.mr_x_tickets.is_empty()
            && !(self.doubles || self.turns || self.slots || self.any_order)
    }

    /// Packs a position as a symmetry shows it; without Mr X when his place is not known.
    ///
    /// In fixed order whose turn it is is left out: it follows from the ply.
    pub(crate) fn pack(&self, public: &PublicState, mr_x: Option<Station>, map: &Symmetry) -> Key {
        let mut key = mr_x.map_or(0, |station| Key::from(map.of(station).number()));
        let mut push = |bits: u32, value: u8| key = key << bits | Key::from(value);
        for id in &self.detectives {
            let seat = public.detective(*id).map_or(0, |station| map.of(station).number());
            push(self.station_bits, seat);
            for (ticket, bits) in &self.detective_tickets {
                push(*bits, public.detective_tickets(*id).of(*ticket).tickets().unwrap_or(0));
            }
        }
        for ticket in &self.mr_x_tickets {
            push(BYTE, public.mr_x_tickets().of(*ticket).tickets().unwrap_or(0));
        }
        if self.doubles {
            push(BYTE, public.mr_x_tickets().doubles().tickets().unwrap_or(0));
        }
        if self.turns {
            push(BYTE, public.turns_used());
        }
        if self.slots {
            push(BYTE, public.slots_used());
        }
        if self.any_order {
            let turn = u8::from(public.turn() == Turn::MrX);
            let moved = |set, id: &DetectiveId| set << 1 | u8::from(public.has_moved(*id));
            push(BYTE, self.detectives.iter().fold(turn, moved));
        }
        key
    }

    /// The smallest key that a symmetry gives, and the symmetry.
    pub(crate) fn smallest<'a>(
        &self,
        public: &PublicState,
        mr_x: Option<Station>,
        maps: &'a [Symmetry],
    ) -> (Key, Option<&'a Symmetry>) {
        let keys = maps.iter().map(|map| (self.pack(public, mr_x, map), Some(map)));
        keys.min_by_key(|(key, _)| *key).unwrap_or((0, None))
    }
}
