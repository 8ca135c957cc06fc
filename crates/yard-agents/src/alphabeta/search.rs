//! The tree: alpha-beta over whole rounds, with values that add up along the path.
//!
//! All values are the detectives' gain: their plies maximise, Mr X's minimise. A value is what the
//! nodes *below* a position add, so it does not depend on the way there.

use yard_core::{DetectiveMove, Move, MrXMove, PublicState, Rules, State, StationSet, Turn};

use super::AlphaBetaConfig;
use super::ceiling::{Ahead, Ceiling, Team};
use super::memo::Memo;
use super::value::{Judge, Values, diameter};
use crate::stop::Stop;
use crate::window::Window;

/// Wider than any sum of values, and far enough from the ends that a shift cannot overflow.
const ALL: Window = Window { alpha: i32::MIN / 4, beta: i32::MAX / 4 };

/// Nodes between two looks at the signal that ends a search.
const LOOK_EVERY: u32 = 64;

/// The line of play that both sides' best moves make, the first of equals being best.
#[derive(Clone, Debug)]
pub struct Line {
    /// The sum along the line in units of 1 / `scale`, as the side to move sees it.
    pub value: i32,
    /// n·(n − 1) for n detectives, 1 for one: in these units all values are whole.
    pub scale: i32,
    /// The moves, each with the position it is made in. Mr X's search gives his move alone.
    pub plies: Vec<(State, Move)>,
    /// The position after the last move.
    pub end: State,
    /// Positions that were looked at; the measure of the work.
    pub nodes: u64,
}

/// How many plies the tree has: `depth` for each side, or fewer where the game ends before.
///
/// Mr X makes single moves in the tree, so every round takes one slot and one turn.
fn plies(rules: &Rules, public: &PublicState, depth: u8) -> u8 {
    let whole = u16::from(public.rounds_left(rules)) * 2;
    let left = match public.turn() {
        Turn::MrX | Turn::Over(_) => whole,
        Turn::Detective(_) | Turn::Team => whole + 1,
    };
    left.min(u16::from(depth) * 2) as u8
}

struct Search<'a> {
    rules: &'a Rules,
    values: Values,
    ceiling: Ceiling<'a>,
    memo: &'a mut Memo,
    plies: u8,
    /// Stacks of moves that nodes are busy with, so that no node allocates.
    team_moves: Vec<DetectiveMove>,
    replies: Vec<(i32, State)>,
    nodes: u64,
    /// Who may end the search, how often that was asked, and whether it has happened.
    stop: Option<Stop>,
    looks: u32,
    stopped: bool,
}

/// Searches a position in which somebody is to move. A search that is stopped has no move that it could trust: it
/// looks one round ahead instead, which takes no time.
pub(super) fn search(
    rules: &Rules,
    state: State,
    config: AlphaBetaConfig,
    memo: &mut Memo,
) -> Line {
    search_until(rules, state, config, memo, Stop::current()).unwrap_or_else(|| {
        let shallow = AlphaBetaConfig { depth: 1, ..config };
        let line = search_until(rules, state, shallow, memo, None);
        line.expect("a search that nobody can stop ends")
    })
}

/// The same; `None` when it was stopped.
fn search_until(
    rules: &Rules,
    state: State,
    config: AlphaBetaConfig,
    memo: &mut Memo,
    stop: Option<Stop>,
) -> Option<Line> {
    let depth = config.depth.clamp(1, 60);
    let plies = plies(rules, state.public(), depth);
    let judge = match state.turn() {
        Turn::MrX | Turn::Over(_) => Judge::MrX,
        Turn::Detective(_) | Turn::Team => Judge::Detectives,
    };
    let board = rules.board();
    let values = Values::new(judge, config.sum, depth, rules.detectives(), diameter(board));
    memo.begin(rules.detectives());
    let mut search = Search {
        rules,
        values,
        ceiling: Ceiling::new(board, values, plies),
        memo,
        plies,
        team_moves: Vec::new(),
        replies: Vec::new(),
        nodes: 0,
        stop,
        looks: 0,
        stopped: false,
    };
    let (value, line_plies) = match judge {
        Judge::MrX => (search.mr_x(&state, 0, ALL), 1),
        Judge::Detectives => (search.team(&state, 0, ALL), plies),
    };
    let mut plies = Vec::new();
    let end = search.line(state, value, line_plies, &mut plies);
    if search.stopped {
        return None;
    }
    let value = match judge {
        Judge::MrX => -value,
        Judge::Detectives => value,
    };
    Some(Line { value, scale: values.whole, plies, end, nodes: search.nodes })
}

impl Search<'_> {
    /// Looks from time to time whether the search is to end. From then on every node returns at once, with values
    /// that mean nothing.
    #[inline]
    fn is_stopped(&mut self) -> bool {
        self.looks = self.looks.wrapping_add(1);
        if self.looks.is_multiple_of(LOOK_EVERY) {
            self.stopped |= self.stop.as_ref().is_some_and(Stop::is_set);
        }
        self.stopped
    }

    /// The value of the node that a ply has led to, without what follows.
    #[inline]
    fn node(&mut self, state: &State, ply: u8) -> i32 {
        self.nodes += 1;
        self.values.node(self.rules.board(), state, ply, self.plies - ply - 1)
    }

    /// What follows a ply, the node's own value included, if it lies in the window.
    #[inline]
    fn after(&mut self, state: &State, ply: u8, node: i32, window: Window) -> i32 {
        if ply + 1 == self.plies {
            return node;
        }
        let below = window.lowered(node);
        node + match state.turn() {
            Turn::MrX => self.mr_x(state, ply + 1, below),
            Turn::Detective(_) | Turn::Team => self.team(state, ply + 1, below),
            Turn::Over(_) => 0,
        }
    }

    /// Mr X's ply. The result is exact in the window, else a bound on that side.
    fn mr_x(&mut self, state: &State, ply: u8, window: Window) -> i32 {
        if let Some(value) = self.memo.get(state).decide(window) {
            return value;
        }
        let alpha = window.alpha;
        let team = Team::new(state.public());
        let ceiling = self.ceiling.mr_x(&team, Ahead::new(state, ply), alpha);
        if ceiling <= alpha {
            return ceiling;
        }
        let from = self.list_replies(state, ply);
        // He likes to be far away; what he likes is tried first.
        self.replies[from..].sort_unstable_by_key(|(node, _)| *node);
        let mut best = window.beta;
        for at in from..self.replies.len() {
            let (node, next) = self.replies[at];
            best = best.min(self.after(&next, ply, node, Window { alpha, beta: best }));
            if best <= alpha || self.is_stopped() {
                break;
            }
        }
        self.replies.truncate(from);
        if !self.stopped {
            self.memo.put(state, window, best);
        }
        best
    }

    /// Puts Mr X's single moves, one for each target, on the stack; returns where they begin.
    fn list_replies(&mut self, state: &State, ply: u8) -> usize {
        let from = self.replies.len();
        for mv in mr_x_moves(self.rules, state) {
            let mut next = *state;
            next.play_mr_x(self.rules, mv);
            let node = self.node(&next, ply);
            self.replies.push((node, next));
        }
        from
    }

    /// The detectives' ply, from the first who moves to the last.
    fn team(&mut self, state: &State, ply: u8, window: Window) -> i32 {
        if let Some(value) = self.memo.get(state).decide(window) {
            return value;
        }
        let Window { alpha, beta } = window;
        let ceiling = self.team_ceiling(state, ply, alpha);
        if ceiling <= alpha {
            return ceiling;
        }
        // Nothing beats the ceiling, so who reaches it need not look further.
        let best = self.member(state, ply, Window { alpha, beta: beta.min(ceiling) });
        if !self.stopped {
            self.memo.put(state, window, best);
        }
        best
    }

    /// A bound of what the rest of the detectives' ply and all after it can be worth.
    #[inline]
    fn team_ceiling(&self, state: &State, ply: u8, enough: i32) -> i32 {
        let team = Team::new(state.public());
        self.ceiling.team(&team, Ahead::new(state, ply), enough)
    }

    /// One detective's part of the joint move, and all that follows.
    ///
    /// The Cartesian product is never listed: a partial joint move whose ceiling is too low takes
    /// all its completions with it.
    fn member(&mut self, state: &State, ply: u8, window: Window) -> i32 {
        let from = self.list_member_moves(state);
        let row = self.rules.board().detective_distances_from(state.mr_x());
        self.team_moves[from..].sort_unstable_by_key(|mv| match mv {
            DetectiveMove::Ride { step, .. } => row[usize::from(step.to.number())],
            DetectiveMove::Pass { .. } => u8::MAX,
        });
        let Window { alpha, beta } = window;
        let mut best = alpha;
        for at in from..self.team_moves.len() {
            let mut next = *state;
            next.play_detective(self.rules, self.team_moves[at]);
            best = best.max(self.joined(&next, ply, Window { alpha: best, beta }));
            if best >= beta || self.is_stopped() {
                break;
            }
        }
        self.team_moves.truncate(from);
        best
    }

    /// The worth of a joint move of which some parts, or all, have been made.
    #[inline]
    fn joined(&mut self, state: &State, ply: u8, window: Window) -> i32 {
        match state.turn() {
            Turn::Detective(_) | Turn::Team => {
                let ceiling = self.team_ceiling(state, ply, window.alpha);
                if ceiling <= window.alpha {
                    return ceiling;
                }
                self.member(state, ply, window)
            }
            Turn::MrX | Turn::Over(_) => {
                let node = self.node(state, ply);
                self.after(state, ply, node, window)
            }
        }
    }

    /// Puts the next detective's moves on the stack; returns where they begin.
    fn list_member_moves(&mut self, state: &State) -> usize {
        let from = self.team_moves.len();
        self.team_moves.extend(member_moves(self.rules, state));
        from
    }

    /// Follows best moves from a position whose value is known, for so many plies.
    ///
    /// The first best move in order is the first whose value reaches the known one, which a window
    /// of width one tells.
    fn line(
        &mut self,
        mut state: State,
        mut value: i32,
        plies: u8,
        line: &mut Vec<(State, Move)>,
    ) -> State {
        for ply in 0..plies {
            let next = match state.turn() {
                Turn::MrX => self.first_reply(&state, ply, value, line),
                Turn::Detective(_) | Turn::Team => self.first_joint(&state, ply, value, line),
                Turn::Over(_) => None,
            };
            let Some(next) = next.filter(|_| !self.stopped) else { break };
            value -= self.node(&next, ply);
            state = next;
        }
        state
    }

    fn first_reply(
        &mut self,
        state: &State,
        ply: u8,
        value: i32,
        line: &mut Vec<(State, Move)>,
    ) -> Option<State> {
        for mv in mr_x_moves(self.rules, state) {
            let mut next = *state;
            next.play_mr_x(self.rules, mv);
            let node = self.node(&next, ply);
            if self.after(&next, ply, node, Window::at_most(value)) <= value {
                line.push((*state, mv.into()));
                return Some(next);
            }
        }
        None
    }

    fn first_joint(
        &mut self,
        state: &State,
        ply: u8,
        value: i32,
        line: &mut Vec<(State, Move)>,
    ) -> Option<State> {
        let from = self.list_member_moves(state);
        let mut found = None;
        for at in from..self.team_moves.len() {
            let mv = self.team_moves[at];
            let mut next = *state;
            next.play_detective(self.rules, mv);
            if self.joined(&next, ply, Window::at_least(value)) < value {
                continue;
            }
            line.push((*state, mv.into()));
            found = match next.turn() {
                Turn::Detective(_) | Turn::Team => self.first_joint(&next, ply, value, line),
                Turn::MrX | Turn::Over(_) => Some(next),
            };
            break;
        }
        self.team_moves.truncate(from);
        found
    }
}

/// Mr X's moves in the tree: single moves, one for each target, with the first ticket that pays.
///
/// The evaluation sees stations only, so other tickets would be equal but for what they leave.
fn mr_x_moves<'a>(rules: &'a Rules, state: &'a State) -> impl Iterator<Item = MrXMove> + 'a {
    let mut seen = StationSet::EMPTY;
    state.mr_x_moves(rules).take_while(|mv| matches!(mv, MrXMove::Single(_))).filter(move |mv| {
        let new = !seen.contains(mv.target());
        seen.insert(mv.target());
        new
    })
}

/// The next detective's moves in the tree: one for each target, with the first ticket that pays.
///
/// In any order the next is the first who has not moved and can.
fn member_moves<'a>(
    rules: &'a Rules,
    state: &'a State,
) -> impl Iterator<Item = DetectiveMove> + 'a {
    let mut seen = StationSet::EMPTY;
    let mut first = None;
    state
        .detective_moves(rules)
        .take_while(move |mv| *first.get_or_insert(mv.by()) == mv.by())
        .filter(move |mv| match mv {
            DetectiveMove::Ride { step, .. } => {
                let new = !seen.contains(step.to);
                seen.insert(step.to);
                new
            }
            DetectiveMove::Pass { .. } => true,
        })
}
