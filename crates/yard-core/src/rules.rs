//! The parameters of an edition.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::draw::Draw;
use crate::fault::{Fault, Faults};
use crate::moves::{DetectiveId, MOST_DETECTIVES};
use crate::record::is_plain_name;
use crate::station::{Station, StationSet};
use crate::ticket::{DetectiveTickets, MrXTickets, Stock, Ticket};

/// What limits a game (rule 4.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// The slots of the travel log; a double move takes two.
    Slots(u8),
    /// The turns of Mr X; a double move is one.
    Turns(u8),
}

/// Who moves when among the detectives; in files `fixed` or `any`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Order {
    /// 1, 2, 3, … (rule 5.3).
    Fixed,
    /// As the team likes (rule 5.4).
    Any,
}

impl Order {
    /// The name as written in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Order::Fixed => "fixed",
            Order::Any => "any",
        }
    }
}

/// Where a game can begin (rule 3.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Everybody draws from one deck.
    Deck(Vec<Station>),
    /// Mr X and the detectives draw from decks of their own.
    Decks {
        /// Mr X's cards.
        mr_x: Vec<Station>,
        /// The detectives' cards.
        detectives: Vec<Station>,
    },
    /// Any station may be drawn.
    Anywhere,
    /// Every start station is fixed.
    Fixed {
        /// Mr X's station.
        mr_x: Station,
        /// The detectives' stations.
        detectives: Vec<Station>,
    },
}

/// The drawn start stations: the only chance event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Mr X's station.
    pub mr_x: Station,
    /// The detectives' stations, detective 1 first.
    pub detectives: ArrayVec<Station, MOST_DETECTIVES>,
}

/// What limits a game, before it is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthPart {
    /// The slots of the travel log.
    Slots(u32),
    /// The turns of Mr X.
    Turns(u32),
}

impl LengthPart {
    /// The number of slots or turns.
    const fn limit(self) -> u32 {
        match self {
            LengthPart::Slots(limit) | LengthPart::Turns(limit) => limit,
        }
    }
}

/// What rules are made of, before they are checked.
#[derive(Clone, Debug)]
pub struct RulesParts {
    /// The name by which the rules are loaded again.
    pub name: String,
    /// The map.
    pub board: Arc<Board>,
    /// Number of detectives.
    pub detectives: u32,
    /// What limits a game.
    pub length: LengthPart,
    /// Log slots after which Mr X shows himself.
    pub surfaces: Vec<u32>,
    /// Order of the detectives.
    pub order: Order,
    /// Whether spent detective tickets go to Mr X.
    pub hand_over: bool,
    /// Whether Mr X may step onto a detective, and lose by it (rule 4.9).
    pub mr_x_may_enter_detective: bool,
    /// Whether Mr X's start is known to all.
    pub start_known: bool,
    /// Each detective's tickets at the start.
    pub detective_tickets: DetectiveTickets,
    /// Mr X's tickets at the start.
    pub mr_x_tickets: MrXTickets,
    /// Whether Mr X gets one black ticket per detective instead (rule 2.5).
    pub black_per_detective: bool,
    /// Start stations.
    pub start: Start,
}

/// The rules of one edition: board, length, surfacing, tickets, start and order.
///
/// ```
/// use yard_core::presets;
/// let rules = presets::rules("classic").unwrap();
/// assert_eq!(rules.detectives(), 5);
/// assert!(rules.surfaces_after(3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    name: String,
    board: Arc<Board>,
    detectives: u8,
    length: Length,
    slots: u8,
    surfaces: [u64; 4],
    order: Order,
    hand_over: bool,
    mr_x_may_enter_detective: bool,
    start_known: bool,
    detective_tickets: DetectiveTickets,
    mr_x_tickets: MrXTickets,
    black_per_detective: bool,
    start: Start,
}

/// The longest travel log.
const MOST_SLOTS: u32 = 250;

impl Rules {
    /// Checks the parts.
    ///
    /// # Errors
    /// Lists every fault: a wrong number of detectives, no or too many slots, surfacing after
    /// the end, too few start cards, too many tickets.
    pub fn new(parts: RulesParts) -> Result<Rules, Faults> {
        let faults = parts.check(true);
        if !faults.is_empty() {
            let faults = faults.into_iter().map(|fault| Fault::new(fault.text));
            return Err(Faults(faults.collect()));
        }
        let mr_x_tickets = parts.mr_x_tickets();
        let slots = parts.slots();
        let mut surfaces = [0; 4];
        for slot in &parts.surfaces {
            surfaces[*slot as usize >> 6] |= 1 << (slot & 63);
        }
        Ok(Rules {
            name: parts.name,
            board: parts.board,
            detectives: parts.detectives as u8,
            length: match parts.length {
                LengthPart::Slots(slots) => Length::Slots(slots as u8),
                LengthPart::Turns(turns) => Length::Turns(turns as u8),
            },
            slots: slots as u8,
            surfaces,
            order: parts.order,
            hand_over: parts.hand_over,
            mr_x_may_enter_detective: parts.mr_x_may_enter_detective,
            start_known: parts.start_known,
            detective_tickets: parts.detective_tickets,
            mr_x_tickets,
            black_per_detective: parts.black_per_detective,
            start: parts.start,
        })
    }

    fn parts(&self) -> RulesParts {
        RulesParts {
            name: self.name.clone(),
            board: Arc::clone(&self.board),
            detectives: self.detectives.into(),
            length: match self.length {
                Length::Slots(slots) => LengthPart::Slots(slots.into()),
                Length::Turns(turns) => LengthPart::Turns(turns.into()),
            },
            surfaces: self.surfacings().map(u32::from).collect(),
            order: self.order,
            hand_over: self.hand_over,
            mr_x_may_enter_detective: self.mr_x_may_enter_detective,
            start_known: self.start_known,
            detective_tickets: self.detective_tickets,
            mr_x_tickets: self.mr_x_tickets,
            black_per_detective: self.black_per_detective,
            start: self.start.clone(),
        }
    }

    /// The same rules for another number of detectives; black tickets follow where they are
    /// counted per detective.
    ///
    /// # Errors
    /// As [`Rules::new`]; with fixed start stations there cannot be more than those.
    pub fn with_detectives(&self, detectives: u32) -> Result<Rules, Faults> {
        if detectives == u32::from(self.detectives) {
            return Ok(self.clone());
        }
        let mut parts = self.parts();
        if let Start::Fixed { detectives: stations, .. } = &mut parts.start
            && detectives >= 1
        {
            stations.truncate(detectives as usize);
        }
        parts.detectives = detectives;
        Rules::new(parts)
    }

    /// The same rules without the first slots of the travel log: a shorter game, under the same name.
    ///
    /// ```
    /// use yard_core::presets;
    /// let rules = presets::rules("classic").unwrap();
    /// let short = rules.without_first(3).unwrap();
    /// assert_eq!((short.slots(), short.next_surfacing(0)), (21, Some(5)));
    /// assert!(rules.without_first(24).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Rules::new`]: nothing may be left of the log.
    pub fn without_first(&self, slots: u8) -> Result<Rules, Faults> {
        let mut parts = self.parts();
        parts.length = match parts.length {
            LengthPart::Slots(all) => LengthPart::Slots(all.saturating_sub(slots.into())),
            LengthPart::Turns(all) => LengthPart::Turns(all.saturating_sub(slots.into())),
        };
        let left = self.surfacings().filter_map(|slot| slot.checked_sub(slots));
        parts.surfaces = left.filter(|&slot| slot > 0).map(u32::from).collect();
        Rules::new(parts)
    }

    /// The same rules with the step onto a detective allowed or not (rule 4.9).
    #[must_use]
    pub fn with_mr_x_may_enter_detective(&self, may: bool) -> Rules {
        Rules { mr_x_may_enter_detective: may, ..self.clone() }
    }

    /// The same rules under another name, such as the path they came from.
    #[must_use]
    pub fn with_name(&self, name: impl Into<String>) -> Rules {
        Rules { name: name.into(), ..self.clone() }
    }

    /// The name by which the rules are loaded again: a preset, `grid:..` or a path.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The map.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Number of detectives.
    #[must_use]
    pub fn detectives(&self) -> u8 {
        self.detectives
    }

    /// The detectives in order.
    pub fn detective_ids(&self) -> impl Iterator<Item = DetectiveId> + use<> {
        const ALL: &[DetectiveId] = &DetectiveId::ALL;
        ALL[..usize::from(self.detectives).min(ALL.len())].iter().copied()
    }

    /// What limits a game.
    #[must_use]
    pub fn length(&self) -> Length {
        self.length
    }

    /// Slots of the travel log (rule 4.8).
    #[must_use]
    pub fn slots(&self) -> u8 {
        self.slots
    }

    /// Tells whether Mr X shows himself after filling this slot, counted from 1.
    #[inline]
    #[must_use]
    pub fn surfaces_after(&self, slot: u8) -> bool {
        self.surfaces[usize::from(slot >> 6)] >> (slot & 63) & 1 == 1
    }

    /// The slots after which Mr X shows himself, in order.
    ///
    /// ```
    /// use yard_core::presets;
    /// let rules = presets::rules("classic").unwrap();
    /// assert!(rules.surfacings().eq([3, 8, 13, 18, 24]));
    /// ```
    #[must_use]
    pub fn surfacings(&self) -> impl DoubleEndedIterator<Item = u8> + '_ {
        (1..=self.slots).filter(|&slot| self.surfaces_after(slot))
    }

    /// The next slot after this one in which Mr X surfaces.
    #[must_use]
    pub fn next_surfacing(&self, after: u8) -> Option<u8> {
        (after.saturating_add(1)..=self.slots).find(|&slot| self.surfaces_after(slot))
    }

    /// Order of the detectives.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Tells whether spent detective tickets go to Mr X.
    #[must_use]
    pub fn hand_over(&self) -> bool {
        self.hand_over
    }

    /// Tells whether Mr X may step onto a detective, and lose by it.
    #[must_use]
    pub fn mr_x_may_enter_detective(&self) -> bool {
        self.mr_x_may_enter_detective
    }

    /// Tells whether Mr X's start is known to all.
    #[must_use]
    pub fn start_known(&self) -> bool {
        self.start_known
    }

    /// Each detective's tickets at the start.
    #[must_use]
    pub fn detective_tickets(&self) -> DetectiveTickets {
        self.detective_tickets
    }

    /// Mr X's tickets at the start.
    #[must_use]
    pub fn mr_x_tickets(&self) -> MrXTickets {
        self.mr_x_tickets
    }

    /// Tells whether Mr X gets one black ticket for each detective (rule 2.5).
    #[cfg(feature = "toml")]
    pub(crate) fn black_per_detective(&self) -> bool {
        self.black_per_detective
    }

    /// Where a game can begin.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The stations that Mr X may draw (rule 7.3).
    #[must_use]
    pub fn mr_x_starts(&self) -> StationSet {
        match &self.start {
            Start::Deck(cards) | Start::Decks { mr_x: cards, .. } => {
                cards.iter().copied().collect()
            }
            Start::Anywhere => self.board.stations(),
            Start::Fixed { mr_x, .. } => StationSet::of(*mr_x),
        }
    }

    /// Draws the start stations (rule 3.1).
    pub fn deal(&self, chance: &mut impl Draw) -> Deal {
        if let Start::Fixed { mr_x, detectives } = &self.start {
            return Deal { mr_x: *mr_x, detectives: detectives.iter().copied().collect() };
        }
        let mut pick = |cards: &StationSet| {
            let n = chance.below(cards.len() as u32) as usize;
            cards.nth(n).expect("Rules::new has counted the cards")
        };
        let mr_x = pick(&self.mr_x_starts());
        let mut cards = match &self.start {
            Start::Decks { detectives, .. } => detectives.iter().copied().collect(),
            Start::Deck(_) | Start::Anywhere | Start::Fixed { .. } => self.mr_x_starts(),
        };
        cards.remove(mr_x);
        let mut detectives = ArrayVec::new();
        for _ in 0..self.detectives {
            let station = pick(&cards);
            cards.remove(station);
            detectives.push(station);
        }
        Deal { mr_x, detectives }
    }
}

/// A fault of some parts, and the key of a rules file that it is about.
pub(crate) struct PartFault {
    #[cfg_attr(not(feature = "toml"), expect(dead_code, reason = "only files have keys"))]
    pub(crate) key: &'static str,
    pub(crate) text: String,
}

impl RulesParts {
    /// Mr X's tickets with the black ones counted by detectives where the rules say so (rule 2.5).
    fn mr_x_tickets(&self) -> MrXTickets {
        if !self.black_per_detective {
            return self.mr_x_tickets;
        }
        let black = Stock::count(self.detectives.min(MOST_DETECTIVES as u32) as u8);
        self.mr_x_tickets.with_black(black.unwrap_or(Stock::NONE))
    }

    /// Slots of the travel log (rule 4.8).
    pub(crate) fn slots(&self) -> u32 {
        let doubles = self.mr_x_tickets.doubles().tickets().unwrap_or(0);
        match self.length {
            LengthPart::Slots(slots) => slots,
            LengthPart::Turns(turns) => turns.saturating_add(doubles.into()),
        }
    }

    /// Every fault with the key of a rules file that it is about; start stations are checked only
    /// when the board is the true one.
    pub(crate) fn check(&self, board_known: bool) -> Vec<PartFault> {
        let mut faults = Vec::new();
        let mut fault = |key: &'static str, text: String| faults.push(PartFault { key, text });
        let detectives = self.detectives;
        if !is_plain_name(&self.name) {
            fault("name", "the name must be one plain line, without # after a space".to_owned());
        }
        if !(1..=MOST_DETECTIVES as u32).contains(&detectives) {
            let text = format!("{detectives} detectives; there are 1 to {MOST_DETECTIVES}");
            fault("detectives", text);
        }
        check_tickets(self, &mut |text| fault("mr_x_tickets", text));
        let (key, unit, by_turns) = match self.length {
            LengthPart::Slots(_) => ("log_slots", "log slots", false),
            LengthPart::Turns(_) => ("turns", "turns", true),
        };
        let slots = self.slots();
        let endless = by_turns && self.mr_x_tickets.doubles() == Stock::UNLIMITED;
        if endless {
            fault(key, "unlimited double moves need a game limited by log slots".to_owned());
        } else if self.length.limit() == 0 {
            fault(key, format!("a game of 0 {unit}; it needs at least 1"));
        } else if slots > MOST_SLOTS {
            fault(key, format!("a travel log of {slots} slots; at most {MOST_SLOTS} are allowed"));
        }
        let mut seen = BTreeSet::new();
        for &slot in &self.surfaces {
            let text = if slot == 0 {
                "surfacing in slot 0; slots are counted from 1".to_owned()
            } else if slot > slots && !endless {
                format!("surfacing in slot {slot} is after the end (the log has {slots})")
            } else if !seen.insert(slot) {
                format!("surfacing slot {slot} is named twice")
            } else {
                continue;
            };
            fault("surfaces", text);
        }
        if board_known {
            check_start(&self.start, &self.board, detectives, &mut |text| fault("start", text));
        }
        faults
    }
}

fn check_tickets(parts: &RulesParts, fault: &mut dyn FnMut(String)) {
    // Hand-over can bring all of a kind together; one byte must hold them.
    for ticket in Ticket::DETECTIVES {
        if let Some(x) = parts.mr_x_tickets.of(ticket).tickets()
            && parts.hand_over
        {
            // A detective hands over at most one ticket a round.
            let rounds = parts.length.limit().min(1000);
            let each = parts.detective_tickets.of(ticket).tickets().map_or(rounds, u32::from);
            if u32::from(x) + each * parts.detectives.min(1000) > u32::from(Stock::MOST) {
                let (name, most) = (ticket.name(), Stock::MOST);
                fault(format!("more than {most} {name} tickets in all cannot be handed over"));
            }
        }
    }
}

fn check_start(start: &Start, board: &Board, detectives: u32, fault: &mut dyn FnMut(String)) {
    let everybody = detectives.saturating_add(1);
    let mut check_cards = |what: &str, cards: &[Station], needed: u32| {
        let mut seen = BTreeSet::new();
        for &card in cards {
            if !board.stations().contains(card) {
                fault(format!("{what}: unknown station {card}"));
            }
            if !seen.insert(card) {
                fault(format!("{what}: station {card} is named twice"));
            }
        }
        if (seen.len() as u32) < needed {
            let have = seen.len();
            fault(format!("{what}: too few start cards, {have} for {needed}"));
        }
    };
    match start {
        Start::Deck(cards) => check_cards("cards", cards, everybody),
        Start::Decks { mr_x, detectives: deck } => {
            check_cards("mr_x_cards", mr_x, 1);
            // Mr X draws first; a card in both decks may be gone when the detectives draw.
            let shared = mr_x.iter().any(|card| deck.contains(card));
            check_cards("detective_cards", deck, if shared { everybody } else { detectives });
        }
        Start::Anywhere => {
            let stations = board.stations().len() as u32;
            if stations < everybody {
                fault(format!("too few stations to start from, {stations} for {everybody}"));
            }
        }
        Start::Fixed { mr_x, detectives: stations } => {
            let all: Vec<Station> =
                std::iter::once(*mr_x).chain(stations.iter().copied()).collect();
            check_cards("start", &all, 0);
            if stations.len() as u32 != detectives {
                let have = stations.len();
                fault(format!("{have} fixed start stations for {detectives} detectives"));
            }
        }
    }
}
