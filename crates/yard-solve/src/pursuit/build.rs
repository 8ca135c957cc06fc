//! Builds the public tree of a segment with the rules themselves.

use std::ops::Range;

use yard_core::{
    DetectiveMove, MrXMove, Outcome, PublicMrXMove, PublicState, Rules, Side, State, Station, Turn,
};

use super::tree::{After, Cell, Next, Node, NodeId, Segment};
use crate::game::ExtensiveGame;
use crate::treeplex::Treeplex;

/// Lower and upper bound of the chance that the detectives win.
pub type Bounds = [f64; 2];

/// What later segments are worth.
pub(crate) trait Later {
    /// Bounds for a position just after Mr X was seen on a station; the game goes on.
    fn bounds(&self, public: &PublicState, mr_x: Station) -> Bounds;

    /// Bounds when Mr X is to move and will be seen where he goes: he takes what is best for him.
    fn before_sighting(&self, rules: &Rules, public: &PublicState, mr_x: Station) -> Bounds {
        let state = public.assume(mr_x);
        state.mr_x_moves(rules).fold([1.0, 1.0], |[lower, upper], mv| {
            let [low, high] = after_sighting(rules, self, state, mv);
            [lower.min(low), upper.min(high)]
        })
    }
}

/// Where a segment begins: a table, and how likely Mr X is on each station.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Root {
    /// What lies open.
    pub(crate) public: PublicState,
    /// Mr X's stations with their chances, which sum up to 1.
    pub(crate) cells: Vec<(Station, f64)>,
}

impl Root {
    /// A root at which Mr X has just been seen.
    pub(crate) fn seen(state: &State) -> Root {
        Root { public: *state.public(), cells: vec![(state.mr_x(), 1.0)] }
    }
}

/// What a move of Mr X leads to, and what everybody sees of it.
struct Group {
    seen: PublicMrXMove,
    after: PublicState,
    kind: GroupKind,
    /// Where he can be now, sorted, from the first outcome on.
    targets: Vec<Station>,
    first: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    /// The segment goes on.
    Hidden,
    /// He is seen where he stands now: the segment ends.
    Sighting,
    /// The game is over.
    Over(Outcome),
}

pub(crate) struct Builder<'a, L> {
    rules: &'a Rules,
    later: &'a L,
    segment: Segment,
    most_payoffs: usize,
    first_slot: u8,
}

/// The segment has more payoffs than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overflow;

impl<'a, L: Later> Builder<'a, L> {
    /// Builds the segment that begins at a root, unless it gets too large.
    pub(crate) fn build(
        rules: &'a Rules,
        later: &'a L,
        root: &Root,
        most_payoffs: usize,
    ) -> Result<Segment, Overflow> {
        let weights: Vec<f64> = root.cells.iter().map(|(_, weight)| *weight).collect();
        let game = ExtensiveGame::new(Treeplex::new(&[1.0]), Treeplex::new(&weights));
        let cells = root.cells.iter().zip(0..);
        let segment = Segment {
            game,
            lower: Vec::new(),
            upper: Vec::new(),
            early: Vec::new(),
            nodes: Vec::new(),
            cells: cells
                .map(|((station, _), outcome)| Cell { station: *station, outcome })
                .collect(),
            seen: Vec::new(),
            moves: Vec::new(),
            mr_x_moves: Vec::new(),
        };
        let first_slot = root.public.slots_used();
        let mut builder = Builder { rules, later, segment, most_payoffs, first_slot };
        let stuck = builder.strike_stuck(&root.public);
        let cells = 0..builder.segment.cells.len() as u32;
        builder.expand(root.public, cells, 0, &stuck)?;
        Ok(builder.segment)
    }

    /// Takes stations out from which Mr X cannot make his very first move (rule 3.3).
    fn strike_stuck(&mut self, public: &PublicState) -> Vec<u32> {
        let stuck = |cell: &Cell| {
            let state = public.assume(cell.station);
            public.turn() == Turn::MrX && state.mr_x_moves(self.rules).next().is_none()
        };
        let lost = self.segment.cells.iter().filter(|cell| stuck(cell)).map(|cell| cell.outcome);
        let lost: Vec<u32> = lost.collect();
        self.segment.cells.retain(|cell| !stuck(cell));
        lost
    }

    /// Adds the node of a public state and all below it. `won` are outcomes of Mr X that the last
    /// move has made wins of the detectives.
    fn expand(
        &mut self,
        public: PublicState,
        cells: Range<u32>,
        at: u32,
        won: &[u32],
    ) -> Result<NodeId, Overflow> {
        if self.segment.lower.len() > self.most_payoffs {
            return Err(Overflow);
        }
        let id = self.segment.nodes.len() as NodeId;
        self.segment.nodes.push(Node { cells: cells.clone(), next: Next::Over });
        let next = match public.turn() {
            Turn::MrX if self.is_last(&public) => self.end_segment(&public, cells, at, won),
            Turn::MrX => {
                self.pay_wins(&public, at, won);
                self.expand_mr_x(&public, cells, at)?
            }
            Turn::Detective(_) | Turn::Team => {
                self.pay_wins(&public, at, won);
                self.expand_detectives(&public, cells, at)?
            }
            Turn::Over(_) => {
                self.pay_wins(&public, at, won);
                Next::Over
            }
        };
        self.segment.nodes[id as usize].next = next;
        Ok(id)
    }

    /// Tells whether every move of Mr X ends on a station where he is seen.
    fn is_last(&self, public: &PublicState) -> bool {
        let slot = public.slots_used().saturating_add(1);
        self.rules.surfaces_after(slot)
            && (!public.may_double(self.rules) || self.rules.surfaces_after(slot.saturating_add(1)))
    }

    /// Mr X moves and is seen: he goes where the later segment is worth least to the detectives.
    /// Wins of the last move stand in the same block.
    fn end_segment(
        &mut self,
        public: &PublicState,
        cells: Range<u32>,
        at: u32,
        won: &[u32],
    ) -> Next {
        let earliness = self.earliness(public);
        let segment = &mut self.segment;
        let cells = &segment.cells[cells.start as usize..cells.end as usize];
        let outcomes = || cells.iter().map(|cell| cell.outcome).chain(won.iter().copied());
        let (Some(first), Some(last)) = (outcomes().min(), outcomes().max()) else {
            return Next::Over;
        };
        let len = (last - first + 1) as usize;
        let start = segment.lower.len();
        segment.game.add_block(at, first, len);
        segment.lower.resize(start + len, 0.0);
        segment.upper.resize(start + len, 0.0);
        segment.early.resize(start + len, 0.0);
        for &outcome in won {
            let place = start + (outcome - first) as usize;
            segment.early[place] = earliness;
            segment.lower[place] = 1.0;
            segment.upper[place] = 1.0;
        }
        for cell in cells {
            let [lower, upper] = self.later.before_sighting(self.rules, public, cell.station);
            let place = start + (cell.outcome - first) as usize;
            segment.lower[place] = lower;
            segment.upper[place] = upper;
        }
        Next::Sighting { payoffs: start as u32, first }
    }

    /// The detectives win where Mr X has come to these outcomes.
    fn pay_wins(&mut self, public: &PublicState, at: u32, won: &[u32]) {
        for &outcome in won {
            self.pay(at, outcome, [1.0, 1.0]);
            self.segment.early.push(self.earliness(public));
        }
    }

    fn pay(&mut self, at: u32, outcome: u32, [lower, upper]: Bounds) {
        self.segment.game.add_block(at, outcome, 1);
        self.segment.lower.push(lower);
        self.segment.upper.push(upper);
    }

    /// What a win counts by its round of the segment, when only the time matters.
    fn earliness(&self, public: &PublicState) -> f64 {
        1.0 / f64::from(public.slots_used() - self.first_slot + 1)
    }

    fn expand_detectives(
        &mut self,
        public: &PublicState,
        cells: Range<u32>,
        at: u32,
    ) -> Result<Next, Overflow> {
        let moves: Vec<DetectiveMove> = public.detective_moves(self.rules).collect();
        let max = &mut self.segment.game.max;
        let count = moves.len() as u32;
        let (decision, first) = match count {
            1 => (None, at),
            _ => {
                let first = max.add_outcomes(count);
                (Some(max.add_decision(at, first..first + count) as u32), first)
            }
        };
        let place = self.segment.moves.len();
        self.segment.moves.extend(moves.iter().map(|mv| (*mv, After::Over)));
        for (i, mv) in moves.iter().enumerate() {
            self.segment.moves[place + i].1 =
                self.expand_detective_move(public, cells.clone(), first + i as u32, *mv)?;
        }
        Ok(Next::Detectives { decision, moves: place as u32..(place + moves.len()) as u32 })
    }

    fn expand_detective_move(
        &mut self,
        public: &PublicState,
        cells: Range<u32>,
        at: u32,
        mv: DetectiveMove,
    ) -> Result<After, Overflow> {
        let all = cells.len();
        let mut after = None;
        let mut won = Vec::new();
        let begin = self.segment.cells.len() as u32;
        for i in cells {
            let cell = self.segment.cells[i as usize];
            let mut state = public.assume(cell.station);
            state.play_detective(self.rules, mv);
            match state.outcome().map(Outcome::winner) {
                Some(Side::Detectives) => won.push(cell.outcome),
                Some(Side::MrX) => {}
                None => {
                    after = Some(*state.public());
                    self.segment.cells.push(cell);
                }
            }
        }
        match after {
            Some(after) => {
                let cells = begin..self.segment.cells.len() as u32;
                self.expand(after, cells, at, &won).map(After::Node)
            }
            None => {
                self.pay_wins(public, at, &won);
                Ok(if won.len() == all { After::Won } else { After::Over })
            }
        }
    }

    fn expand_mr_x(
        &mut self,
        public: &PublicState,
        cells: Range<u32>,
        at: u32,
    ) -> Result<Next, Overflow> {
        let mut groups = self.groups(public, cells.clone());
        for group in &mut groups {
            group.first = self.segment.game.min.add_outcomes(group.targets.len() as u32);
        }
        let first = self.segment.game.min.decisions().len() as u32;
        for i in cells {
            self.decide(public, self.segment.cells[i as usize], &groups);
        }
        let place = self.segment.seen.len() as u32;
        let hidden = |group: &&Group| group.kind == GroupKind::Hidden;
        let shown = groups.iter().filter(hidden).map(|group| (group.seen, NodeId::MAX));
        self.segment.seen.extend(shown);
        let seen = place..self.segment.seen.len() as u32;
        for group in groups.iter().filter(|group| group.kind != GroupKind::Hidden) {
            let bounds = match group.kind {
                GroupKind::Over(outcome) => match outcome.winner() {
                    Side::Detectives => [1.0, 1.0],
                    Side::MrX => [0.0, 0.0],
                },
                GroupKind::Hidden | GroupKind::Sighting => {
                    self.later.bounds(&group.after, group.targets[0])
                }
            };
            self.pay(at, group.first, bounds);
            self.segment.early.push(if bounds[0] == 1.0 { 1.0 } else { 0.0 });
        }
        for (group, i) in groups.iter().filter(hidden).zip(seen.clone()) {
            let begin = self.segment.cells.len() as u32;
            let cells = group.targets.iter().zip(group.first..);
            let cells = cells.map(|(station, outcome)| Cell { station: *station, outcome });
            self.segment.cells.extend(cells);
            let cells = begin..self.segment.cells.len() as u32;
            self.segment.seen[i as usize].1 = self.expand(group.after, cells, at, &[])?;
        }
        Ok(Next::MrX { first, seen })
    }

    /// Sorts the moves from all cells by what everybody sees of them.
    fn groups(&self, public: &PublicState, cells: Range<u32>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for cell in &self.segment.cells[cells.start as usize..cells.end as usize] {
            let state = public.assume(cell.station);
            for mv in state.mr_x_moves(self.rules) {
                let (seen, after) = play(self.rules, state, mv);
                let target = mv.target();
                match groups.iter_mut().find(|group| group.seen == seen) {
                    Some(group) => {
                        if let Err(place) = group.targets.binary_search(&target) {
                            group.targets.insert(place, target);
                        }
                    }
                    None => {
                        let kind = match after.outcome() {
                            Some(outcome) => GroupKind::Over(outcome),
                            None if self.rules.surfaces_after(after.slots_used()) => {
                                GroupKind::Sighting
                            }
                            None => GroupKind::Hidden,
                        };
                        groups.push(Group { seen, after, kind, targets: vec![target], first: 0 });
                    }
                }
            }
        }
        groups
    }

    /// Adds Mr X's decision on one station: an action for each thing seen and target.
    fn decide(&mut self, public: &PublicState, cell: Cell, groups: &[Group]) {
        let state = public.assume(cell.station);
        let mut targets: Vec<u32> = Vec::new();
        for mv in state.mr_x_moves(self.rules) {
            let (seen, _) = play(self.rules, state, mv);
            let place = groups.iter().find(|group| group.seen == seen).and_then(|group| {
                let place = group.targets.binary_search(&mv.target()).ok()?;
                Some(group.first + place as u32)
            });
            // Two double moves by different ways that show the same are one action.
            if let Some(outcome) = place.filter(|outcome| !targets.contains(outcome)) {
                targets.push(outcome);
                self.segment.mr_x_moves.push(mv);
            }
        }
        self.segment.game.min.add_decision(cell.outcome, targets);
    }
}

/// Bounds after a move of Mr X at whose end he is seen.
pub(crate) fn after_sighting(
    rules: &Rules,
    later: &(impl Later + ?Sized),
    mut state: State,
    mv: MrXMove,
) -> Bounds {
    state.play_mr_x(rules, mv);
    match state.outcome().map(Outcome::winner) {
        Some(Side::Detectives) => [1.0, 1.0],
        Some(Side::MrX) => [0.0, 0.0],
        None => later.bounds(state.public(), state.mr_x()),
    }
}

/// What everybody sees of a move of Mr X (rule 7.1).
pub(crate) fn seen_of(rules: &Rules, state: State, mv: MrXMove) -> PublicMrXMove {
    play(rules, state, mv).0
}

/// Plays a move of Mr X: what everybody sees of it, and the table after it.
fn play(rules: &Rules, mut state: State, mv: MrXMove) -> (PublicMrXMove, PublicState) {
    let before = state.public().slots_used();
    state.play_mr_x(rules, mv);
    let caught = state.outcome() == Some(Outcome::Captured);
    let seen = PublicMrXMove::from(mv).as_seen(rules, before, caught);
    (seen, *state.public())
}
