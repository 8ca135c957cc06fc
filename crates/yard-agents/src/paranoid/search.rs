//! The tree: alpha-beta with one detective a ply, deepened step by step.
//!
//! All values are Mr X's: his plies maximise, the detectives' minimise.

use yard_core::{DetectiveMove, Move, MrXMove, Rules, Turn};

use super::bound::floor;
use super::filter::{MoveFilter, movers, threats};
use super::leaf::{LOST, Leaf};
use super::map::Map;
use super::order::{Aids, Choice, Code, MOST_PLIES, Ordering, Preferred};
use super::position::{Position, Spread};
use super::table::Table;
use super::worth::{self, Others};
use super::{Method, OmittedMoves, TeamOrder, Thought};
use crate::budget::{Budget, Meter};
use crate::window::{Bounds, Window};

/// All values.
const ALL: Window = Window { alpha: i32::MIN, beta: i32::MAX };

/// What is kept from search to search, so that a search allocates next to nothing.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) map: Map,
    table: Table,
    ordering: Ordering,
    /// Moves that nodes are busy with.
    choices: Vec<Choice>,
    /// `lines[ply]`: the best moves found from there on; `pv` is the line of the last iteration.
    lines: Vec<Vec<Move>>,
    pv: Vec<Move>,
}

impl Memory {
    pub(super) fn new(map: Map) -> Memory {
        Memory {
            map,
            table: Table::default(),
            ordering: Ordering::new(),
            choices: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES + 1],
            pv: Vec::new(),
        }
    }
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) method: Method,
    pub(super) omitted: OmittedMoves,
    pub(super) team: TeamOrder,
    pub(super) rules: &'a Rules,
    pub(super) leaf: Leaf,
    pub(super) budget: Budget,
    pub(super) most_plies: u8,
    pub(super) aids: Aids,
    pub(super) root: RootMoves,
}

/// Which moves are looked at from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RootMoves {
    /// Those that pass the filter, as everywhere.
    Filtered,
    /// Double moves alone, whatever the filter says.
    Doubles,
}

/// Where a node lies in the tree.
#[derive(Clone, Copy, Debug)]
struct Depth {
    /// Plies from the root.
    ply: usize,
    /// Plies that follow at most.
    left: u8,
    /// Whether the way here is the principal variation of the last iteration.
    on_pv: bool,
}

struct Search<'a> {
    ask: Question<'a>,
    memory: &'a mut Memory,
    meter: Meter,
    nodes: u64,
    stopped: bool,
}

/// Deepens from one ply on until the budget is spent or nothing can change any more.
pub(super) fn search(ask: Question<'_>, root: &Position, memory: &mut Memory) -> Thought {
    // A time runs from here on, the making of the table included.
    let meter = Meter::new(ask.budget);
    memory.table.begin(ask.budget, ask.aids.table);
    memory.ordering.begin(ask.aids);
    memory.choices.clear();
    memory.pv.clear();
    let mut search = Search { ask, memory, meter, nodes: 0, stopped: false };
    let (mut value, mut depth) = (LOST, 0);
    for plies in 1..=ask.most_plies.min(MOST_PLIES as u8) {
        search.memory.lines[0].clear();
        let found = search.mr_x(root, Depth { ply: 0, left: plies, on_pv: true }, ALL);
        // An iteration that was stopped has still looked at the old best move before the others.
        if !search.memory.lines[0].is_empty() {
            let memory = &mut *search.memory;
            std::mem::swap(&mut memory.pv, &mut memory.lines[0]);
        }
        if search.stopped {
            break;
        }
        (value, depth) = (found, plies);
        // Both ends are proved: no deeper search changes them.
        if value == LOST || value == ask.leaf.won {
            break;
        }
        search.memory.ordering.deepen();
    }
    let line = search.memory.pv.clone();
    Thought { value, whole: ask.leaf.whole, depth, nodes: search.nodes, line }
}

impl Search<'_> {
    /// The value of a position that a ply has led to, if it lies in the window; else a bound on that side.
    #[inline]
    fn value(&mut self, at: &Position, depth: Depth, window: Window) -> i32 {
        if self.stopped {
            return LOST;
        }
        self.memory.lines[depth.ply].clear();
        match at.state.turn() {
            Turn::Over(outcome) => self.ask.leaf.over(outcome),
            Turn::MrX | Turn::Detective(_) | Turn::Team if depth.left == 0 => {
                self.ask.leaf.open(&self.memory.map, at)
            }
            Turn::MrX => self.mr_x(at, depth, window),
            Turn::Detective(_) | Turn::Team => self.team(at, depth, window),
        }
    }

    /// Counts a move that was made; the last one that the budget pays is not followed up.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        self.meter.count(1);
        self.stopped = !self.meter.goes_on();
    }

    /// Mr X's ply.
    fn mr_x(&mut self, at: &Position, depth: Depth, window: Window) -> i32 {
        let (Depth { ply, left, .. }, Window { alpha, beta }) = (depth, window);
        let (known, tried) = self.memory.table.get(at, left);
        if ply > 0
            && let Some(value) = known.decide(window)
        {
            return value;
        }
        let rules = self.ask.rules;
        let mut spread = Spread::NEW;
        let from = self.list_mr_x(at, depth, tried, &mut spread);
        // Whoever can be captured within the tree is lost; no search is needed to see it.
        let lost = threats(&self.memory.map, rules, at.state.public(), left - 1);
        let (mut best, mut best_move, mut low) = (i32::MIN, None, alpha);
        for next in from..self.memory.choices.len() {
            let mv = self.pick(next);
            let Move::MrX(x) = mv else { continue };
            let value = if lost.contains(x.target()) {
                self.memory.lines[ply + 1].clear();
                LOST
            } else {
                self.count();
                let after = at.after_mr_x(rules, x, spread.after(rules, at, x));
                let below = self.below(depth, mv);
                self.value(&after, below, Window { alpha: low, beta })
            };
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
                if value > low {
                    low = value;
                    self.extend_line(ply, mv);
                }
            }
            if best >= beta {
                self.memory.ordering.cut(ply, left, mv);
                break;
            }
        }
        self.memory.choices.truncate(from);
        if !self.stopped {
            self.memory.table.put(at, left, Bounds::proved(best, window), best_move);
        }
        best
    }

    /// A detective's ply.
    fn team(&mut self, at: &Position, depth: Depth, window: Window) -> i32 {
        let (Depth { ply, left, .. }, Window { alpha, beta }) = (depth, window);
        let rules = self.ask.rules;
        let floor = match self.ask.aids.bounds {
            true => floor(&self.memory.map, rules, &self.ask.leaf, at, left),
            false => LOST,
        };
        if floor >= beta {
            return floor;
        }
        let (known, tried) = match left {
            1 => (Bounds::NONE, None),
            _ => self.memory.table.get(at, left),
        };
        if let Some(value) = known.decide(window) {
            return value;
        }
        let from = self.list_team(at, depth, tried);
        let (mut best, mut best_move, mut high) = (i32::MAX, None, beta);
        for next in from..self.memory.choices.len() {
            let mv = self.pick(next);
            let Move::Detective(detective) = mv else { continue };
            self.count();
            let after = at.after_detective(rules, detective);
            let below = self.below(depth, mv);
            let value = self.value(&after, below, Window { alpha, beta: high });
            if self.stopped {
                break;
            }
            if value < best {
                (best, best_move) = (value, Some(mv));
                if value < high {
                    high = value;
                    self.extend_line(ply, mv);
                }
            }
            if best <= alpha || best <= floor {
                self.memory.ordering.cut(ply, left, mv);
                break;
            }
        }
        self.memory.choices.truncate(from);
        if !self.stopped && left > 1 {
            self.memory.table.put(at, left, Bounds::proved(best, window), best_move);
        }
        best
    }

    /// Where a move leads.
    #[inline]
    fn below(&self, depth: Depth, mv: Move) -> Depth {
        let Depth { ply, left, on_pv } = depth;
        let on_pv = on_pv && self.memory.pv.get(ply) == Some(&mv);
        Depth { ply: ply + 1, left: left - 1, on_pv }
    }

    /// Moves the choice with the greatest key among those not yet tried to the front of them.
    ///
    /// Most nodes are done after one or two moves, so nothing is sorted.
    #[inline]
    fn pick(&mut self, from: usize) -> Move {
        let choices = &mut self.memory.choices[from..];
        let mut best = 0;
        for at in 1..choices.len() {
            if choices[at].key > choices[best].key {
                best = at;
            }
        }
        // What comes earlier in the list of moves stays earlier among equals.
        choices[..=best].rotate_right(1);
        choices[0].mv
    }

    /// The line from here on is this move and the line after it.
    #[inline]
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The moves to be tried before all others: `tried` was the best one at an earlier visit.
    #[inline]
    fn preferred(&self, depth: Depth, tried: Option<Move>) -> Preferred {
        let follows = depth.on_pv && self.ask.aids.principal;
        let on_pv = self.memory.pv.get(depth.ply).copied().filter(|_| follows);
        Preferred { principal: Code::of(on_pv), known: Code::of(tried) }
    }

    /// Puts Mr X's moves that pass the filter on the stack; returns where they begin.
    fn list_mr_x(
        &mut self,
        at: &Position,
        depth: Depth,
        tried: Option<Move>,
        spread: &mut Spread,
    ) -> usize {
        let rules = self.ask.rules;
        let preferred = self.preferred(depth, tried);
        let memory = &mut *self.memory;
        let all = threats(&memory.map, rules, at.state.public(), u8::MAX);
        let mut filter = MoveFilter::new(self.ask.method, self.ask.omitted, rules, at, &all);
        if depth.ply == 0 && self.ask.root == RootMoves::Doubles {
            filter = filter.only_doubles();
        }
        let from = memory.choices.len();
        for keeps in [MoveFilter::keeps, MoveFilter::keeps_kind] {
            let listed = at
                .state
                .mr_x_moves(rules)
                .take_while(|mv| filter.lists_doubles() || matches!(mv, MrXMove::Single(_)))
                .filter(|mv| keeps(filter, rules, *mv));
            for mv in listed {
                let places = spread.after(rules, at, mv).len();
                let value = worth::of_mr_x(&memory.map, &self.ask.leaf, at, mv, places);
                let key = memory.ordering.key(depth.ply, mv.into(), preferred, value);
                memory.choices.push(Choice { key, mv: mv.into() });
            }
            if memory.choices.len() > from {
                break;
            }
        }
        from
    }

    /// Puts the next detective's moves on the stack; returns where they begin.
    fn list_team(&mut self, at: &Position, depth: Depth, tried: Option<Move>) -> usize {
        let rules = self.ask.rules;
        let preferred = self.preferred(depth, tried);
        let memory = &mut *self.memory;
        let from = memory.choices.len();
        for by in movers(&memory.map, rules, &at.state, self.ask.team) {
            let others = Others::new(&memory.map, at, by);
            for step in at.state.public().rides(rules, by) {
                let mv = DetectiveMove::Ride { by, step };
                let value = others.with(&memory.map, &self.ask.leaf, at, mv);
                let key = memory.ordering.key(depth.ply, mv.into(), preferred, value);
                memory.choices.push(Choice { key, mv: mv.into() });
            }
            if memory.choices.len() == from {
                memory.choices.push(Choice { key: 0, mv: DetectiveMove::Pass { by }.into() });
            }
        }
        from
    }
}
