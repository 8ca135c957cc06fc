//! The slow twin: a plain second implementation of `docs/reference/rules.md`, used to check the fast engine on random games.
//!
//! It was written from the rules alone and shares no code with the engine. Numbers in the comments (4.5, 7.6, …) are
//! rule numbers. Nothing here is meant to be fast: every question is answered by scanning the list of lines.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The tickets a detective can hold (2.2).
const DETECTIVE_TICKETS: [char; 3] = ['T', 'B', 'U'];

/// The tickets Mr X can hold besides double-move tickets (2.2).
const MR_X_TICKETS: [char; 4] = ['T', 'B', 'U', 'K'];

/// What limits the length of a game (4.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The number of slots of the travel log.
    Slots(u32),
    /// The number of turns of Mr X.
    Turns(u32),
}

/// How many tickets of a kind somebody holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stock {
    /// So many.
    Count(u32),
    /// A stock that never changes (2.3).
    Unlimited,
}

impl Stock {
    /// Whether one ticket can be paid from this stock.
    fn has_one(self) -> bool {
        self != Stock::Count(0)
    }

    /// This stock after one ticket was paid from it; an unlimited one never changes (2.3).
    fn minus_one(self) -> Stock {
        match self {
            Stock::Count(0) => panic!("paid from an empty stock"),
            Stock::Count(count) => Stock::Count(count - 1),
            Stock::Unlimited => Stock::Unlimited,
        }
    }

    /// This stock after one ticket was added to it; an unlimited one never changes (2.3).
    fn plus_one(self) -> Stock {
        match self {
            Stock::Count(count) => Stock::Count(count + 1),
            Stock::Unlimited => Stock::Unlimited,
        }
    }
}

/// The tickets of `kind` in `stocks`; a kind that is not listed is a kind of which there are none.
fn stock_of(stocks: &BTreeMap<char, Stock>, kind: char) -> Stock {
    stocks.get(&kind).copied().unwrap_or(Stock::Count(0))
}

/// Takes one ticket of `kind` out of `stocks`.
fn take_ticket(stocks: &mut BTreeMap<char, Stock>, kind: char) {
    let left = stock_of(stocks, kind).minus_one();
    stocks.insert(kind, left);
}

/// Puts one ticket of `kind` into `stocks`.
fn give_ticket(stocks: &mut BTreeMap<char, Stock>, kind: char) {
    let now = stock_of(stocks, kind).plus_one();
    stocks.insert(kind, now);
}

/// The board and the rules of a game: everything that does not change while it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Stations are numbered from 1 to this (1.1).
    pub stations: u32,
    /// The lines (1.2): two stations and `T` taxi, `B` bus, `U` underground or `F` ferry.
    pub lines: Vec<(u32, u32, char)>,
    /// The length of the game (4.8).
    pub limit: Limit,
    /// With how many double-move tickets Mr X begins, which lengthens the log of a game limited by turns (4.8).
    pub doubles_at_start: u32,
    /// The log slots, counted from 1, after which Mr X shows his station (4.7).
    pub surfaces: BTreeSet<u32>,
    /// Whether tickets that detectives spend go to Mr X (2.4).
    pub hand_over: bool,
    /// Whether the detectives move in any order (5.4) instead of the fixed one (5.3).
    pub any_order: bool,
    /// Whether Mr X may give himself up by a single move onto a detective (4.9).
    pub mr_x_may_enter_detective: bool,
}

impl Rules {
    /// The number of slots in the travel log (4.8).
    fn log_slots(&self) -> u32 {
        match self.limit {
            Limit::Slots(slots) => slots,
            Limit::Turns(turns) => turns + self.doubles_at_start,
        }
    }

    /// The stations that one step from `from` reaches when it is paid with `ticket` (1.2, 2.1), whoever stands there.
    fn reached_with(&self, from: u32, ticket: char) -> BTreeSet<u32> {
        let mut reached = BTreeSet::new();
        for &(one_end, other_end, transport) in &self.lines {
            // Black pays any line. The letter of the ferry is no ticket's letter, so nothing else pays a ferry.
            let pays = ticket == 'K' || ticket == transport;
            if pays && one_end == from {
                reached.insert(other_end);
            }
            if pays && other_end == from {
                reached.insert(one_end);
            }
        }
        reached
    }

    /// The distances of 8.3 from every station to every station; pairs that no such lines connect are left out.
    pub fn distances(&self, with_ferry: bool) -> BTreeMap<(u32, u32), u32> {
        let mut distances = BTreeMap::new();
        for start in 1..=self.stations {
            distances.insert((start, start), 0);
            let mut queue = VecDeque::from([(start, 0)]);
            while let Some((station, distance)) = queue.pop_front() {
                for &(one_end, other_end, transport) in &self.lines {
                    if transport == 'F' && !with_ferry {
                        continue;
                    }
                    for (from, to) in [(one_end, other_end), (other_end, one_end)] {
                        if from == station && !distances.contains_key(&(start, to)) {
                            distances.insert((start, to), distance + 1);
                            queue.push_back((to, distance + 1));
                        }
                    }
                }
            }
        }
        distances
    }
}

/// Whose ply is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToMove {
    /// Mr X.
    MrX,
    /// The detective with this number, counted from 1 (fixed order, 5.3).
    Detective(usize),
    /// Any detective who has not yet moved in this round and can move (any order, 5.4).
    Team,
    /// Nobody: the game is over.
    Over(End),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A detective entered Mr X's station (6.1), or Mr X a detective's (4.9): the detectives have won.
    Captured,
    /// Mr X has no legal move (6.4; at his very first turn 3.3): the detectives have won.
    Cornered,
    /// The last slot or the last turn has been used (6.2): Mr X has won.
    Escaped,
    /// No detective can move (6.3): Mr X has won.
    Stranded,
}

/// A position. One that is set up by hand is taken as it is: nothing is checked or ended (6.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The board and the rules.
    pub rules: Rules,
    /// Mr X's station.
    pub mr_x: u32,
    /// The detectives' stations; detective 1 is at index 0.
    pub detectives: Vec<u32>,
    /// The detectives' tickets `T`, `B` and `U`; detective 1 is at index 0.
    pub detective_stocks: Vec<BTreeMap<char, Stock>>,
    /// Mr X's tickets `T`, `B`, `U` and `K`.
    pub mr_x_stock: BTreeMap<char, Stock>,
    /// Mr X's double-move tickets.
    pub doubles: Stock,
    /// How many log slots are filled (4.6).
    pub slots_used: u32,
    /// How many turns Mr X has made; a double move is one (4.6).
    pub turns_used: u32,
    /// In any order: the numbers, from 1, of those who have moved in this round. Always empty in fixed order.
    pub moved: BTreeSet<usize>,
    /// Whose ply is next.
    pub to_move: ToMove,
    /// Where Mr X can be, judged by what is public (7.3).
    pub candidates: BTreeSet<u32>,
}

impl Position {
    /// The start of a game, where `mr_x_could_start` are the stations he may have drawn (3.3, 7.3, 7.6).
    pub fn start(
        rules: Rules,
        mr_x: u32,
        detectives: Vec<u32>,
        detective_stock: BTreeMap<char, Stock>,
        mr_x_stock: BTreeMap<char, Stock>,
        doubles: Stock,
        mr_x_could_start: BTreeSet<u32>,
    ) -> Position {
        // 7.3: without the detectives' own stations.
        let mut candidates = mr_x_could_start;
        for station in &detectives {
            candidates.remove(station);
        }
        let mut position = Position {
            rules,
            mr_x,
            detective_stocks: vec![detective_stock; detectives.len()],
            detectives,
            mr_x_stock,
            doubles,
            slots_used: 0,
            turns_used: 0,
            moved: BTreeSet::new(),
            to_move: ToMove::MrX,
            candidates,
        };
        position.begin_mr_x_turn();
        position
    }

    /// The legal moves in text notation, sorted as plain strings; none when the game is over.
    pub fn legal(&self) -> Vec<String> {
        // A set, because moves are told apart by ticket and target only (4.3, 5.5). It also sorts them.
        let mut moves = BTreeSet::new();
        match self.to_move {
            ToMove::Over(_) => {}
            ToMove::MrX => {
                for (ticket, target) in self.mr_x_singles_from(self.mr_x) {
                    moves.insert(format!("{ticket}{target}"));
                }
                for ((ticket1, target1), (ticket2, target2)) in self.mr_x_doubles_from(self.mr_x) {
                    moves.insert(format!("2{ticket1}{target1}{ticket2}{target2}"));
                }
            }
            ToMove::Detective(number) => {
                for (ticket, target) in self.detective_steps(number) {
                    moves.insert(format!("{ticket}{target}"));
                }
                // 5.2, 5.3: one who can move, must; one who cannot, passes.
                if moves.is_empty() {
                    moves.insert("pass".to_string());
                }
            }
            ToMove::Team => {
                // 5.4: anybody who has not yet moved in this round and can move.
                for number in self.not_yet_moved() {
                    for (ticket, target) in self.detective_steps(number) {
                        moves.insert(format!("{number}:{ticket}{target}"));
                    }
                }
            }
        }
        moves.into_iter().collect()
    }

    /// Plays a move; panics if it is not one of `legal()`.
    pub fn play(&mut self, mv: &str) {
        let legal = self.legal();
        assert!(legal.iter().any(|known| known == mv), "{mv} is not one of {legal:?}");
        self.play_legal(mv);
    }

    /// Counts the sequences of `depth` plies from here (8.2).
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal();
        if depth == 1 {
            // Every legal move is one sequence of one ply, whether or not it ends the game.
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in moves {
            let mut next = self.clone();
            next.play_legal(&mv);
            count += next.perft(depth - 1);
        }
        count
    }

    // ----- Which moves there are -----

    /// Whether a detective stands on the station.
    fn detective_on(&self, station: u32) -> bool {
        self.detectives.contains(&station)
    }

    /// Whether the log has room for so many steps (4.2, 4.5).
    fn slots_left_for(&self, steps: u32) -> bool {
        self.slots_used + steps <= self.rules.log_slots()
    }

    /// Whether Mr X has a turn left; only a game limited by turns can run out of them (4.2, 4.8).
    fn turn_left(&self) -> bool {
        match self.rules.limit {
            Limit::Slots(_) => true,
            Limit::Turns(turns) => self.turns_used < turns,
        }
    }

    /// The single moves Mr X would have with the turn if he stood on `from` (4.2, 4.3, 4.9).
    fn mr_x_singles_from(&self, from: u32) -> BTreeSet<(char, u32)> {
        let mut singles = BTreeSet::new();
        if !self.turn_left() || !self.slots_left_for(1) {
            return singles;
        }
        for ticket in MR_X_TICKETS {
            if !stock_of(&self.mr_x_stock, ticket).has_one() {
                continue;
            }
            for target in self.rules.reached_with(from, ticket) {
                if !self.detective_on(target) || self.rules.mr_x_may_enter_detective {
                    singles.insert((ticket, target));
                }
            }
        }
        singles
    }

    /// The double moves Mr X would have with the turn if he stood on `from` (4.5).
    fn mr_x_doubles_from(&self, from: u32) -> BTreeSet<((char, u32), (char, u32))> {
        let mut doubles = BTreeSet::new();
        if !self.turn_left() || !self.slots_left_for(2) || !self.doubles.has_one() {
            return doubles;
        }
        for ticket1 in MR_X_TICKETS {
            if !stock_of(&self.mr_x_stock, ticket1).has_one() {
                continue;
            }
            // What is left after the first step pays the second: two of a kind, if both use that kind.
            let mut left = self.mr_x_stock.clone();
            take_ticket(&mut left, ticket1);
            for target1 in self.rules.reached_with(from, ticket1) {
                if self.detective_on(target1) {
                    continue;
                }
                for ticket2 in MR_X_TICKETS {
                    if !stock_of(&left, ticket2).has_one() {
                        continue;
                    }
                    for target2 in self.rules.reached_with(target1, ticket2) {
                        if !self.detective_on(target2) {
                            doubles.insert(((ticket1, target1), (ticket2, target2)));
                        }
                    }
                }
            }
        }
        doubles
    }

    /// Whether Mr X would have a legal move if it were his turn and he stood on `station`.
    ///
    /// Single moves are enough to know: whoever may make a double move may also make its first step alone, which needs
    /// less of everything (4.2, 4.5).
    fn mr_x_can_move_from(&self, station: u32) -> bool {
        !self.mr_x_singles_from(station).is_empty()
    }

    /// The steps that the detective with this number, from 1, has at this moment (5.1, 5.5).
    fn detective_steps(&self, number: usize) -> BTreeSet<(char, u32)> {
        let from = self.detectives[number - 1];
        let stocks = &self.detective_stocks[number - 1];
        let mut steps = BTreeSet::new();
        for ticket in DETECTIVE_TICKETS {
            if !stock_of(stocks, ticket).has_one() {
                continue;
            }
            for target in self.rules.reached_with(from, ticket) {
                // No line leads from a station to itself (1.2), so a detective on the target is another one.
                if !self.detective_on(target) {
                    steps.insert((ticket, target));
                }
            }
        }
        steps
    }

    /// Whether the detective with this number, from 1, can move (5.2).
    fn detective_can_move(&self, number: usize) -> bool {
        !self.detective_steps(number).is_empty()
    }

    /// The numbers of the detectives who have not yet moved in this round.
    fn not_yet_moved(&self) -> Vec<usize> {
        let numbers = 1..=self.detectives.len();
        numbers.filter(|number| !self.moved.contains(number)).collect()
    }

    // ----- What a move does -----

    /// Plays a move that is known to be legal.
    fn play_legal(&mut self, mv: &str) {
        match self.to_move {
            ToMove::Over(_) => panic!("the game is over"),
            ToMove::MrX => self.play_mr_x(mv),
            ToMove::Detective(number) => {
                if mv != "pass" {
                    self.step_detective(number, parse_steps(mv)[0]);
                }
                if self.to_move == ToMove::Over(End::Captured) {
                    return;
                }
                // 5.3: the next one acts, and after the last one the round ends (6.2).
                if number < self.detectives.len() {
                    self.to_move = ToMove::Detective(number + 1);
                } else {
                    self.end_round();
                }
            }
            ToMove::Team => {
                let (number, step) = mv.split_once(':').expect("a detective's number");
                let number: usize = number.parse().expect("a detective's number");
                self.moved.insert(number);
                self.step_detective(number, parse_steps(step)[0]);
                if self.to_move == ToMove::Over(End::Captured) {
                    return;
                }
                self.team_goes_on();
            }
        }
    }

    /// Plays a single or a double move of Mr X and passes the turn on.
    fn play_mr_x(&mut self, mv: &str) {
        let steps = match mv.strip_prefix('2') {
            Some(both) => {
                self.doubles = self.doubles.minus_one();
                parse_steps(both)
            }
            None => parse_steps(mv),
        };
        self.turns_used += 1; // 4.6: a double move, too, is one turn.
        for (ticket, target) in steps {
            take_ticket(&mut self.mr_x_stock, ticket); // 2.4: his tickets leave the game.
            self.slots_used += 1;
            self.mr_x = target;
            self.candidates = self.candidates_after_step(ticket);
        }
        if self.detective_on(self.mr_x) {
            // 4.9, 7.7.
            self.to_move = ToMove::Over(End::Captured);
            self.candidates = BTreeSet::from([self.mr_x]);
        } else if self.rules.any_order {
            self.team_goes_on(); // 5.4: the round may end at once.
        } else {
            self.to_move = ToMove::Detective(1);
        }
    }

    /// The candidates after a step of Mr X that has already been made (7.4).
    fn candidates_after_step(&self, ticket: char) -> BTreeSet<u32> {
        if self.rules.surfaces.contains(&self.slots_used) {
            return BTreeSet::from([self.mr_x]); // 4.7.
        }
        let mut candidates = BTreeSet::new();
        for &from in &self.candidates {
            for target in self.rules.reached_with(from, ticket) {
                if !self.detective_on(target) {
                    candidates.insert(target);
                }
            }
        }
        candidates
    }

    /// Moves a detective: the ticket, the station, the capture and the candidates, but not whose ply is next.
    fn step_detective(&mut self, number: usize, (ticket, target): (char, u32)) {
        take_ticket(&mut self.detective_stocks[number - 1], ticket);
        if self.rules.hand_over {
            give_ticket(&mut self.mr_x_stock, ticket); // 2.4.
        }
        self.detectives[number - 1] = target;
        if target == self.mr_x {
            // 6.1, 7.7.
            self.to_move = ToMove::Over(End::Captured);
            self.candidates = BTreeSet::from([target]);
        } else {
            self.candidates.remove(&target); // 7.5.
        }
    }

    /// In any order: lets the team choose again, or ends the round when nobody is left who can move (5.4).
    fn team_goes_on(&mut self) {
        let not_yet_moved = self.not_yet_moved();
        if not_yet_moved.iter().any(|&number| self.detective_can_move(number)) {
            self.to_move = ToMove::Team;
        } else {
            self.end_round();
        }
    }

    /// The end of a round: the checks of 6.2, 6.3 and 6.4 in that order.
    fn end_round(&mut self) {
        self.moved.clear();
        let last_one_used = match self.rules.limit {
            Limit::Slots(slots) => self.slots_used >= slots,
            Limit::Turns(turns) => self.turns_used >= turns,
        };
        let mut everybody = 1..=self.detectives.len();
        if last_one_used {
            self.to_move = ToMove::Over(End::Escaped); // 6.2; 7.7: the candidates stay.
        } else if !everybody.any(|number| self.detective_can_move(number)) {
            self.to_move = ToMove::Over(End::Stranded); // 6.3; 7.7: the candidates stay.
        } else {
            self.begin_mr_x_turn();
        }
    }

    /// Gives Mr X the turn, or ends the game when he has no legal move (3.3, 6.4).
    fn begin_mr_x_turn(&mut self) {
        let (can_move, cannot_move): (BTreeSet<u32>, BTreeSet<u32>) =
            self.candidates.iter().partition(|&&station| self.mr_x_can_move_from(station));
        if self.mr_x_can_move_from(self.mr_x) {
            self.to_move = ToMove::MrX;
            self.candidates = can_move; // 7.6.
        } else {
            self.to_move = ToMove::Over(End::Cornered);
            self.candidates = cannot_move; // 7.7.
        }
    }
}

/// Reads steps such as `T46` or `T46K58`.
fn parse_steps(text: &str) -> Vec<(char, u32)> {
    let mut steps: Vec<(char, u32)> = Vec::new();
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let (_, station) = steps.last_mut().expect("a ticket before the station");
            *station = *station * 10 + digit;
        } else {
            steps.push((letter, 0));
        }
    }
    steps
}

#[cfg(test)]
mod tests;
