//! Transports, tickets and stocks of tickets.

use std::fmt;

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Transport {
    /// A taxi line, or a step on a grid.
    Taxi = 0,
    /// A bus line.
    Bus = 1,
    /// An underground line.
    Underground = 2,
    /// A ferry line; only a black ticket pays it.
    Ferry = 3,
}

impl Transport {
    /// All transports, in the order of the enum.
    pub const ALL: [Transport; 4] =
        [Transport::Taxi, Transport::Bus, Transport::Underground, Transport::Ferry];

    /// The name as written in board files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Taxi => "taxi",
            Transport::Bus => "bus",
            Transport::Underground => "underground",
            Transport::Ferry => "ferry",
        }
    }
}

/// What is paid for a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Ticket {
    /// Pays a taxi line; written `T`.
    Taxi = 0,
    /// Pays a bus line; written `B`.
    Bus = 1,
    /// Pays an underground line; written `U`.
    Underground = 2,
    /// Pays any line, the ferry included; written `K`.
    Black = 3,
}

impl Ticket {
    /// All tickets, in the order in which moves are listed.
    pub const ALL: [Ticket; 4] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Black];
    /// The tickets a detective can hold.
    pub const DETECTIVES: [Ticket; 3] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];

    /// The letter of the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Ticket::Taxi => 'T',
            Ticket::Bus => 'B',
            Ticket::Underground => 'U',
            Ticket::Black => 'K',
        }
    }

    /// The name as written in rules files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ticket::Taxi => "taxi",
            Ticket::Bus => "bus",
            Ticket::Underground => "underground",
            Ticket::Black => "black",
        }
    }

    /// The ticket written with this letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Ticket> {
        match letter.to_ascii_uppercase() {
            'T' => Some(Ticket::Taxi),
            'B' => Some(Ticket::Bus),
            'U' => Some(Ticket::Underground),
            'K' => Some(Ticket::Black),
            _ => None,
        }
    }

    /// Tells whether this ticket pays a line of that transport (rule 2.1).
    #[must_use]
    pub const fn pays(self, transport: Transport) -> bool {
        match self {
            Ticket::Taxi => matches!(transport, Transport::Taxi),
            Ticket::Bus => matches!(transport, Transport::Bus),
            Ticket::Underground => matches!(transport, Transport::Underground),
            Ticket::Black => true,
        }
    }

    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// How many tickets of one kind somebody holds: a number up to 254, or no limit (rule 2.3).
///
/// It takes one byte; the number 255 stands for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stock(u8);

impl Stock {
    /// A stock that never changes.
    pub const UNLIMITED: Stock = Stock(u8::MAX);
    /// The greatest number that can be counted.
    pub const MOST: u8 = u8::MAX - 1;
    /// No ticket.
    pub const NONE: Stock = Stock(0);

    /// A counted stock; `None` above [`Stock::MOST`].
    #[must_use]
    pub const fn count(tickets: u8) -> Option<Stock> {
        if tickets > Stock::MOST { None } else { Some(Stock(tickets)) }
    }

    /// The number of tickets, or `None` when there is no limit.
    #[must_use]
    pub const fn tickets(self) -> Option<u8> {
        if self.0 == u8::MAX { None } else { Some(self.0) }
    }

    /// Tells whether at least so many tickets are left.
    #[must_use]
    pub const fn has(self, tickets: u8) -> bool {
        self.0 >= tickets
    }

    /// 1 when there is at least one ticket.
    #[inline]
    const fn bit(self) -> u8 {
        (self.0 != 0) as u8
    }

    pub(crate) fn spend(&mut self) {
        debug_assert!(self.0 > 0, "a ticket that nobody holds was spent");
        self.0 -= u8::from(self.0 != u8::MAX);
    }

    pub(crate) fn gain(&mut self) {
        // Rules::new makes sure that a counted stock never reaches the mark of the unlimited one.
        self.0 += u8::from(self.0 < Stock::MOST);
    }
}

impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tickets() {
            Some(tickets) => tickets.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl fmt::Debug for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A number, or `null` where there is no limit.
#[cfg(feature = "serde")]
impl serde::Serialize for Stock {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&self.tickets(), out)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Stock {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Stock, D::Error> {
        match <Option<u8> as serde::Deserialize>::deserialize(input)? {
            None => Ok(Stock::UNLIMITED),
            Some(tickets) => Stock::count(tickets)
                .ok_or_else(|| serde::de::Error::custom("at most 254 tickets can be counted")),
        }
    }
}

/// The tickets of one detective: taxi, bus, underground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct DetectiveTickets([Stock; 3]);

impl DetectiveTickets {
    /// Puts a detective's tickets together, in the order taxi, bus, underground.
    #[must_use]
    pub const fn new(stocks: [Stock; 3]) -> DetectiveTickets {
        DetectiveTickets(stocks)
    }

    /// The stock of one kind; a detective holds no black tickets.
    #[must_use]
    pub fn of(&self, ticket: Ticket) -> Stock {
        self.0.get(ticket as usize).copied().unwrap_or(Stock::NONE)
    }

    /// Bit n is set when ticket n can be paid.
    #[inline]
    pub(crate) fn mask(&self) -> u8 {
        self.0[0].bit() | self.0[1].bit() << 1 | self.0[2].bit() << 2
    }

    pub(crate) fn spend(&mut self, ticket: Ticket) {
        self.0[ticket as usize].spend();
    }
}

impl fmt::Display for DetectiveTickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [t, b, u] = self.0;
        write!(f, "{t},{b},{u}")
    }
}

/// Mr X's tickets: taxi, bus, underground, black, and double moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct MrXTickets([Stock; 5]);

impl MrXTickets {
    /// Puts Mr X's tickets together, in the order taxi, bus, underground, black, double.
    #[must_use]
    pub const fn new(stocks: [Stock; 5]) -> MrXTickets {
        MrXTickets(stocks)
    }

    /// The stock of one kind.
    #[must_use]
    pub const fn of(&self, ticket: Ticket) -> Stock {
        self.0[ticket as usize]
    }

    /// The same tickets with another stock of black ones.
    #[must_use]
    pub const fn with_black(mut self, black: Stock) -> MrXTickets {
        self.0[Ticket::Black as usize] = black;
        self
    }

    /// The double-move tickets.
    #[must_use]
    pub const fn doubles(&self) -> Stock {
        self.0[4]
    }

    /// Bit n is set when ticket n can be paid.
    #[inline]
    pub(crate) fn mask(&self) -> u8 {
        self.0[0].bit() | self.0[1].bit() << 1 | self.0[2].bit() << 2 | self.0[3].bit() << 3
    }

    /// Bit n is set when ticket n can still be paid after one `spent` is gone.
    pub(crate) fn mask_after(&self, spent: Ticket) -> u8 {
        let gone = u8::from(!self.of(spent).has(2)) << spent as u8;
        self.mask() & !gone
    }

    pub(crate) fn spend(&mut self, ticket: Ticket) {
        self.0[ticket as usize].spend();
    }

    pub(crate) fn spend_double(&mut self) {
        self.0[4].spend();
    }

    pub(crate) fn gain(&mut self, ticket: Ticket) {
        self.0[ticket as usize].gain();
    }
}

impl fmt::Display for MrXTickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [t, b, u, k, d] = self.0;
        write!(f, "{t},{b},{u},{k},{d}")
    }
}
