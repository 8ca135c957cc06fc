//! The slow twin: a plain second implementation of `docs/RULES.md`, used to check the fast engine on random games.
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
mod tests {
    use super::*;

    /// A board of taxi lines only, long enough a game, no surfacing, fixed order, no hand-over.
    fn rules(stations: u32, lines: &[(u32, u32, char)]) -> Rules {
        Rules {
            stations,
            lines: lines.to_vec(),
            limit: Limit::Slots(20),
            doubles_at_start: 0,
            surfaces: BTreeSet::new(),
            hand_over: false,
            any_order: false,
            mr_x_may_enter_detective: false,
        }
    }

    /// The stations 1 to `n` in a row, joined by taxi lines.
    fn path(n: u32) -> Rules {
        let lines: Vec<_> = (1..n).map(|a| (a, a + 1, 'T')).collect();
        rules(n, &lines)
    }

    /// A grid (1.4).
    fn grid(n: u32) -> Rules {
        let mut lines = Vec::new();
        for row in 0..n {
            for column in 0..n {
                let station = row * n + column + 1;
                if column + 1 < n {
                    lines.push((station, station + 1, 'T'));
                }
                if row + 1 < n {
                    lines.push((station, station + n, 'T'));
                }
            }
        }
        rules(n * n, &lines)
    }

    fn stock(counts: &[(char, u32)]) -> BTreeMap<char, Stock> {
        counts.iter().map(|&(k, n)| (k, Stock::Count(n))).collect()
    }

    fn unlimited(kinds: &str) -> BTreeMap<char, Stock> {
        kinds.chars().map(|kind| (kind, Stock::Unlimited)).collect()
    }

    fn set(stations: &[u32]) -> BTreeSet<u32> {
        stations.iter().copied().collect()
    }

    /// A start with unlimited taxi tickets for all and Mr X's start known.
    fn taxi_game(rules: Rules, mr_x: u32, detectives: &[u32]) -> Position {
        taxi_game_among(rules, mr_x, detectives, &[mr_x])
    }

    fn taxi_game_among(rules: Rules, mr_x: u32, detectives: &[u32], among: &[u32]) -> Position {
        Position::start(
            rules,
            mr_x,
            detectives.to_vec(),
            unlimited("T"),
            unlimited("T"),
            Stock::Count(0),
            set(among),
        )
    }

    fn perfts(position: &Position, depths: u32) -> Vec<u64> {
        (0..=depths).map(|depth| position.perft(depth)).collect()
    }

    #[test]
    fn path_graph() {
        let mut game = taxi_game(path(5), 3, &[1]);
        assert_eq!(game.legal(), ["T2", "T4"]);
        assert_eq!(perfts(&game, 5), [1, 2, 2, 2, 4, 4]);
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Detective(1));
        assert_eq!(game.legal(), ["T2"]);
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Over(End::Captured));
        assert_eq!(game.candidates, set(&[2]));
        assert!(game.legal().is_empty());
        assert_eq!(game.perft(1), 0);
    }

    #[test]
    fn small_grid() {
        let game = taxi_game(grid(3), 5, &[1]);
        assert_eq!(game.legal(), ["T2", "T4", "T6", "T8"]);
        assert_eq!(perfts(&game, 3), [1, 4, 8, 18]);
    }

    #[test]
    #[should_panic(expected = "is not one of")]
    fn illegal_moves_panic() {
        taxi_game(path(5), 3, &[1]).play("T5");
    }

    #[test]
    fn double_moves() {
        let mut board = path(5);
        board.doubles_at_start = 1;
        let mut game = Position::start(
            board,
            3,
            vec![1],
            unlimited("T"),
            stock(&[('T', 1), ('K', 1)]),
            Stock::Count(1),
            set(&[3]),
        );
        let singles = ["K2", "K4", "T2", "T4"];
        let doubles = ["2K2T3", "2K4T3", "2K4T5", "2T2K3", "2T4K3", "2T4K5"];
        assert_eq!(game.legal(), [&doubles[..], &singles[..]].concat());

        // 4.5, 4.8: two free slots, or a turn.
        game.rules.limit = Limit::Slots(1);
        assert_eq!(game.legal(), singles);
        game.rules.limit = Limit::Turns(1);
        assert_eq!(game.legal().len(), 10);
        let mut too_late = game.clone();
        too_late.turns_used = 1;
        assert!(too_late.legal().is_empty());
        assert_eq!(too_late.to_move, ToMove::MrX); // 6.6.

        game.play("2T4K5");
        assert_eq!(game.mr_x_stock, stock(&[('T', 0), ('K', 0)]));
        assert_eq!(game.doubles, Stock::Count(0));
        assert_eq!((game.slots_used, game.turns_used), (2, 1));
        assert_eq!(game.candidates, set(&[3, 5]));
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Over(End::Escaped));
    }

    #[test]
    fn two_of_a_kind_and_unlimited() {
        let start = |taxis| {
            Position::start(
                path(3),
                2,
                vec![3],
                unlimited("T"),
                BTreeMap::from([('T', taxis)]),
                Stock::Unlimited,
                set(&[2]),
            )
        };
        assert_eq!(start(Stock::Count(1)).legal(), ["T1"]);
        assert_eq!(start(Stock::Count(2)).legal(), ["2T1T2", "T1"]);
        let mut game = start(Stock::Unlimited);
        game.play("2T1T2");
        assert_eq!(game.mr_x_stock, unlimited("T"));
        assert_eq!(game.doubles, Stock::Unlimited);
    }

    #[test]
    fn slots_run_out_before_turns() {
        // 4.8 with more double moves than the log was made for: no slot is left, but a turn is (6.2, 6.4).
        let mut board = path(5);
        board.limit = Limit::Turns(2);
        let mut game = taxi_game(board, 4, &[1]);
        game.doubles = Stock::Count(1);
        game.play("2T5T4");
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Over(End::Cornered));
        assert_eq!(game.candidates, set(&[4])); // From 4 over 3 or 5 to 2 or 4, and 2 is struck out by 7.5.
    }

    #[test]
    fn surfacing_inside_a_double_move() {
        let mut board = grid(3);
        board.surfaces = set(&[1]);
        let mut game = taxi_game_among(board, 5, &[1], &[1, 3, 5, 7, 9]);
        assert_eq!(game.candidates, set(&[3, 5, 7, 9]));
        game.doubles = Stock::Count(1);
        let mut second = game.clone();
        second.rules.surfaces = set(&[2]);
        game.play("2T6T9");
        assert_eq!(game.candidates, set(&[3, 5, 9]));
        second.play("2T6T9");
        assert_eq!(second.candidates, set(&[9]));
    }

    #[test]
    fn hand_over() {
        for hand_over in [false, true] {
            let mut board = path(5);
            board.hand_over = hand_over;
            let mut game = Position::start(
                board,
                4,
                vec![1],
                stock(&[('T', 2)]),
                stock(&[('T', 1)]),
                Stock::Count(0),
                set(&[4]),
            );
            game.play("T5");
            game.play("T2");
            assert_eq!(game.detective_stocks[0], stock(&[('T', 1)]));
            if hand_over {
                assert_eq!(game.mr_x_stock, stock(&[('T', 1)]));
                assert_eq!(game.legal(), ["T4"]);
            } else {
                assert_eq!(game.mr_x_stock, stock(&[('T', 0)]));
                assert_eq!(game.to_move, ToMove::Over(End::Cornered));
            }
        }
    }

    #[test]
    fn black_and_ferry() {
        let board = rules(3, &[(1, 2, 'F'), (1, 2, 'T'), (1, 3, 'F'), (2, 3, 'B')]);
        let mut game = Position::start(
            board,
            1,
            vec![2],
            unlimited("TBU"),
            unlimited("TBUK"),
            Stock::Count(0),
            set(&[1, 2, 3]),
        );
        assert_eq!(game.legal(), ["K3"]);
        game.rules.mr_x_may_enter_detective = true;
        assert_eq!(game.legal(), ["K2", "K3", "T2"]); // 4.3: black to 2 is one move over two lines.
        game.play("K3");
        assert_eq!(game.candidates, set(&[1, 3]));
        assert_eq!(game.legal(), ["B3", "T1"]); // No ferry for detectives.
        game.play("T1");
        assert_eq!(game.candidates, set(&[3]));
        assert_eq!(game.legal(), ["B2", "K1", "K2"]);
        game.doubles = Stock::Count(1); // 4.9: the steps of a double move end on free stations.
        assert_eq!(game.legal(), ["2B2B3", "2B2K3", "2K2B3", "2K2K3", "B2", "K1", "K2"]);
        game.play("K1");
        assert_eq!(game.to_move, ToMove::Over(End::Captured));
        assert_eq!(game.candidates, set(&[1]));
        let far = game.rules.distances(false);
        let near = game.rules.distances(true);
        assert_eq!((far[&(1, 3)], near[&(1, 3)], near[&(3, 1)], near[&(2, 2)]), (2, 1, 1, 0));
    }

    #[test]
    fn distances_leave_out_what_only_a_ferry_reaches() {
        let board = rules(2, &[(1, 2, 'F')]);
        assert_eq!(board.distances(false).len(), 2);
        assert_eq!(board.distances(true)[&(2, 1)], 1);
    }

    #[test]
    fn fixed_order_pass() {
        let mut game = taxi_game(path(6), 5, &[1, 2]);
        game.play("T6");
        assert_eq!(game.legal(), ["pass"]); // Walled in by detective 2.
        game.play("pass");
        assert_eq!(game.legal(), ["T3"]);
        game.play("T3");
        assert_eq!(game.to_move, ToMove::MrX);
        game.play("T5");
        assert_eq!(game.legal(), ["T2"]);
    }

    #[test]
    fn any_order() {
        let mut board = path(6);
        board.any_order = true;
        let mut game = taxi_game(board, 5, &[1, 2]);
        game.play("T6");
        assert_eq!(game.legal(), ["2:T3"]); // Detective 1 is walled in by detective 2 ...
        game.play("2:T3");
        assert_eq!(game.moved, BTreeSet::from([2]));
        assert_eq!(game.legal(), ["1:T2"]); // ... but not any more.
        game.play("1:T2");
        assert_eq!(game.to_move, ToMove::MrX);
        assert!(game.moved.is_empty());

        // The round ends although detective 1 has not moved: he has no ticket.
        game.detective_stocks[0] = stock(&[]);
        game.play("T5");
        assert_eq!(game.legal(), ["2:T4"]);
        let mut team = game.clone();
        team.detective_stocks[1] = stock(&[]);
        assert!(team.legal().is_empty()); // Set up by hand, nobody can move.
        assert_eq!(team.perft(1), 0);
        game.play("2:T4");
        assert_eq!(game.to_move, ToMove::MrX);

        // 5.4, 6.5, 6.3: the round ends at once.
        game.detective_stocks[1] = stock(&[]);
        game.play("T6");
        assert_eq!(game.to_move, ToMove::Over(End::Stranded));
    }

    #[test]
    fn stranded_and_escaped() {
        for (slots, end) in [(2, End::Stranded), (1, End::Escaped)] {
            let mut board = path(5);
            board.limit = Limit::Slots(slots);
            let mut game = taxi_game(board, 4, &[1]);
            game.detective_stocks[0] = stock(&[('T', 1)]);
            game.play("T5");
            assert_eq!(game.candidates, set(&[3, 5]));
            game.play("T2");
            assert_eq!(game.to_move, ToMove::Over(end)); // 6.2 goes before 6.3.
            assert_eq!(game.candidates, set(&[3, 5]));
        }
    }

    #[test]
    fn cornered_and_candidates() {
        // 4 is struck out at the start: his only neighbour is the detective (7.6).
        let mut game = taxi_game_among(path(4), 2, &[3], &[1, 2, 3, 4]);
        assert_eq!(game.candidates, set(&[1, 2]));
        game.play("T1");
        assert_eq!(game.candidates, set(&[1, 2]));
        game.play("T2");
        assert_eq!(game.to_move, ToMove::Over(End::Cornered));
        assert_eq!(game.candidates, set(&[1]));
        // 3.3: the first turn.
        let game = taxi_game_among(path(4), 4, &[3], &[1, 2, 3, 4]);
        assert_eq!(game.to_move, ToMove::Over(End::Cornered));
        assert_eq!(game.candidates, set(&[4]));
    }

    #[test]
    fn grid_candidates() {
        let mut board = grid(3);
        board.surfaces = set(&[2]);
        let mut game = taxi_game(board, 5, &[1]);
        game.play("T6");
        assert_eq!(game.candidates, set(&[2, 4, 6, 8]));
        game.play("T2");
        assert_eq!(game.candidates, set(&[4, 6, 8]));
        game.play("T9");
        assert_eq!(game.candidates, set(&[9]));
    }

    /// A small generator of random numbers, for the random games below.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    /// The tickets of a move of Mr X, without its targets.
    fn tickets(mv: &str) -> (bool, Vec<char>) {
        let double = mv.starts_with('2');
        let letters = mv.chars().filter(|letter| letter.is_alphabetic()).collect();
        (double, letters)
    }

    /// The stations shown by a move of Mr X made in `before`: one entry per step, `None` where he stays hidden (4.7).
    fn shown(before: &Position, mv: &str) -> Vec<Option<u32>> {
        let steps = parse_steps(mv.strip_prefix('2').unwrap_or(mv));
        let slots = before.slots_used + 1..;
        let shows = |slot| before.rules.surfaces.contains(&slot);
        slots.zip(steps).map(|(slot, (_, target))| shows(slot).then_some(target)).collect()
    }

    /// Random games in which every world that fits what is public (7.1) is played along: the stations of Mr X in these
    /// worlds must be exactly the candidates (7.3), after every ply and after the end.
    #[test]
    fn candidates_are_the_worlds_that_fit() {
        let mut dice = Dice(1);
        let mut ends = BTreeMap::new();
        for game_number in 0..1000 {
            let mut board = if dice.below(2) == 0 { path(6) } else { grid(3) };
            for _ in 0..dice.below(6) {
                let (a, b) = (dice.below(6) as u32 + 1, dice.below(6) as u32 + 1);
                let transport = ['B', 'U', 'F'][dice.below(3)];
                if a < b && !board.lines.contains(&(a, b, transport)) {
                    board.lines.push((a, b, transport));
                }
            }
            let length = dice.below(6) as u32 + 1;
            board.limit = [Limit::Slots(length), Limit::Turns(length)][dice.below(2)];
            board.doubles_at_start = dice.below(3) as u32;
            board.surfaces = (1..8).filter(|_| dice.below(4) == 0).collect();
            board.hand_over = dice.below(2) == 0;
            board.any_order = dice.below(2) == 0;
            board.mr_x_may_enter_detective = dice.below(4) == 0;
            let doubles = Stock::Count(board.doubles_at_start);
            let detective_stock = stock(&[('T', 3), ('B', 1), ('U', 1)]);
            let mr_x_stock = stock(&[('T', 3), ('B', 1), ('U', 1), ('K', 1)]);
            let stations = board.stations;
            let mut everywhere: Vec<u32> = (1..=stations).collect();
            let mut draw = || everywhere.swap_remove(dice.below(everywhere.len()));
            let mr_x = draw();
            let detectives: Vec<u32> = (0..game_number % 3 + 1).map(|_| draw()).collect();
            let start = |mr_x| {
                Position::start(
                    board.clone(),
                    mr_x,
                    detectives.clone(),
                    detective_stock.clone(),
                    mr_x_stock.clone(),
                    doubles,
                    (1..=stations).collect(),
                )
            };

            let mut game = start(mr_x);
            // Worlds differ in nothing but Mr X's station, because all else is public.
            let mut worlds: BTreeMap<u32, Position> = (1..=stations)
                .filter(|station| !detectives.contains(station))
                .map(|station| (station, start(station)))
                .filter(|(_, world)| world.to_move == game.to_move)
                .collect();
            loop {
                let in_worlds: BTreeSet<u32> = worlds.keys().copied().collect();
                assert_eq!(game.candidates, in_worlds, "{game:?}");
                assert!(game.candidates.contains(&game.mr_x));
                let legal = game.legal();
                if let ToMove::Over(end) = game.to_move {
                    assert!(legal.is_empty());
                    *ends.entry(format!("{end:?}")).or_insert(0) += 1;
                    break;
                }
                let mv = legal[dice.below(legal.len())].clone();
                let before = game.clone();
                game.play(&mv);
                let mut next_worlds = BTreeMap::new();
                for world in worlds.values() {
                    let fitting: Vec<String> = if before.to_move == ToMove::MrX {
                        let mut moves = world.legal();
                        moves.retain(|other| {
                            tickets(other) == tickets(&mv)
                                && shown(world, other) == shown(&before, &mv)
                        });
                        moves
                    } else {
                        vec![mv.clone()]
                    };
                    for other in fitting {
                        let mut next = world.clone();
                        next.play(&other);
                        let captured = game.to_move == ToMove::Over(End::Captured);
                        // Whether and how the game ended is public, and a capture shows where.
                        if next.to_move == game.to_move && (!captured || next.mr_x == game.mr_x) {
                            next_worlds.insert(next.mr_x, next);
                        }
                    }
                }
                worlds = next_worlds;
            }
        }
        // Every kind of end has been seen.
        assert_eq!(ends.len(), 4, "{ends:?}");
    }

    /// The shortcut in `mr_x_can_move_from`: no double moves without single ones.
    #[test]
    fn a_double_move_begins_with_a_single_one() {
        let mut game = taxi_game(grid(3), 5, &[1]);
        game.doubles = Stock::Count(1);
        for slots in 0..4 {
            game.rules.limit = Limit::Slots(slots);
            for station in 2..=9 {
                let no_doubles = game.mr_x_doubles_from(station).is_empty();
                assert!(no_doubles || game.mr_x_can_move_from(station));
            }
        }
    }
}
