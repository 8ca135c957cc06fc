//! The public tree that grows: tables with all stations on which Mr X can be, in one arena.

use std::ops::Range;

use yard_core::{
    DetectiveId, DetectiveMove, MrXMove, Outcome, PublicState, PublicStep, Rules, Side, State,
    Station, StationSet, Step, Ticket, Turn,
};

/// A node by its place in the arena; parents come before children.
pub(super) type NodeId = u32;

/// What everybody saw last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Nothing: the tree begins here.
    Nothing,
    /// A detective's move.
    Detective(DetectiveMove),
    /// A single step of Mr X.
    Single(PublicStep),
    /// The first step of a double move; he is to make the second.
    First(PublicStep),
    /// The second step.
    Second(PublicStep),
}

/// Whether a node has children, and who chooses among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nobody has looked further; its values are estimates.
    Leaf,
    /// The game is over; its values are facts.
    Over,
    /// Mr X moves: each cell has actions of its own.
    MrX,
    /// The detectives move: one decision for all cells.
    Detectives,
}

/// A public state in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What lies open; within a double move, what lay open before it.
    pub(super) public: PublicState,
    /// The first ticket, within a double move.
    pub(super) first: Option<Ticket>,
    pub(super) seen: Seen,
    pub(super) kind: Kind,
    pub(super) parent: NodeId,
    first_cell: u32,
    cells: u32,
    first_child: NodeId,
    children: u32,
    /// The first of the detectives' actions; one for each child.
    first_action: u32,
    /// Children that lead to a leaf somewhere.
    pub(super) open: u32,
    /// How likely the detectives come here, as far as it lies with them.
    pub(super) reach: f64,
    /// Nobody comes here in the running iteration.
    pub(super) idle: bool,
}

impl Node {
    pub(super) fn cells(&self) -> Range<usize> {
        self.first_cell as usize..(self.first_cell + self.cells) as usize
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.children) as usize
    }

    pub(super) fn actions(&self) -> Range<usize> {
        self.first_action as usize..(self.first_action + self.children) as usize
    }

    /// Tells whether all below ends with the end of the game.
    pub(super) fn is_complete(&self) -> bool {
        self.kind != Kind::Leaf && self.open == 0
    }
}

/// A station of Mr X at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) station: Station,
    /// Within a double move: a station from which he came.
    pub(super) origin: Station,
    /// After a detective's move: the same station at the parent.
    pub(super) from: u32,
    first_action: u32,
    actions: u32,
}

impl Cell {
    fn new(station: Station, origin: Station, from: u32) -> Cell {
        Cell { station, origin, from, first_action: 0, actions: 0 }
    }

    pub(super) fn actions(&self) -> Range<usize> {
        self.first_action as usize..(self.first_action + self.actions) as usize
    }
}

/// What a station of a leaf is worth to Mr X.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    /// When he is as likely on any other.
    pub(super) even: f64,
    /// What is added when he is nowhere else.
    pub(super) known: f64,
}

/// Moves of Mr X that look the same.
struct Group {
    seen: Seen,
    after: PublicState,
    targets: StationSet,
}

/// One of Mr X's moves while a node is expanded.
struct Edge {
    group: u32,
    to: Station,
}

/// The arena. All numbers of cells and actions stand side by side; nothing is freed before the tree is.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) cells: Vec<Cell>,
    /// By cell: how likely Mr X comes here, as far as it lies with him and the deal.
    pub(super) reach: Vec<f64>,
    /// By cell: how likely he escapes if he is here.
    pub(super) escape: Vec<f64>,
    /// By cell of a leaf: how likely he escapes when all its stations are equally likely, and what is added to that
    /// when the detectives know that he is here.
    pub(super) estimates: Vec<Estimate>,
    /// By action: to which cell it leads Mr X; unused for the detectives.
    pub(super) targets: Vec<u32>,
    pub(super) regrets: Vec<f64>,
    pub(super) plan: Vec<f64>,
    pub(super) sums: Vec<f64>,
    pub(super) visits: Vec<u32>,
    groups: Vec<Group>,
    edges: Vec<Edge>,
}

impl Tree {
    /// Makes the root: a table and where Mr X can be. Forgets what was there.
    pub(super) fn plant(&mut self, public: PublicState, stations: &StationSet) {
        self.nodes.clear();
        self.cells.clear();
        self.reach.clear();
        self.escape.clear();
        self.estimates.clear();
        for list in [&mut self.regrets, &mut self.plan, &mut self.sums] {
            list.clear();
        }
        self.targets.clear();
        self.visits.clear();
        let id = self.add_node(public, None, Seen::Nothing, 0);
        for station in stations.iter() {
            self.add_cell(Cell::new(station, station, 0));
        }
        self.close_cells(id);
    }

    /// Numbers held, to bound the memory.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() * 4 + self.cells.len() + self.plan.len()
    }

    fn add_node(
        &mut self,
        public: PublicState,
        first: Option<Ticket>,
        seen: Seen,
        parent: NodeId,
    ) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            public,
            first,
            seen,
            kind: Kind::Leaf,
            parent,
            first_cell: self.cells.len() as u32,
            cells: 0,
            first_child: 0,
            children: 0,
            first_action: 0,
            open: 0,
            reach: 0.0,
            idle: false,
        });
        id
    }

    fn add_cell(&mut self, cell: Cell) {
        self.cells.push(cell);
        self.reach.push(0.0);
        self.escape.push(0.0);
        self.estimates.push(Estimate::default());
    }

    fn close_cells(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        node.cells = self.cells.len() as u32 - node.first_cell;
        let won = node.public.outcome().map(Outcome::winner);
        if node.cells == 0 || won.is_some() {
            node.kind = Kind::Over;
            let escape = if won == Some(Side::MrX) { 1.0 } else { 0.0 };
            let cells = node.cells();
            self.escape[cells].fill(escape);
        }
    }

    fn add_actions(&mut self, count: usize) -> u32 {
        let first = self.plan.len();
        let all = first + count;
        self.plan.resize(all, 1.0 / count.max(1) as f64);
        self.regrets.resize(all, 0.0);
        self.sums.resize(all, 0.0);
        self.targets.resize(all, 0);
        self.visits.resize(all, 0);
        first as u32
    }

    /// Gives a leaf its children. Those that are not the end of the game are leaves now, without estimates.
    pub(super) fn expand(&mut self, rules: &Rules, id: NodeId) {
        let node = &self.nodes[id as usize];
        debug_assert_eq!(node.kind, Kind::Leaf, "a node is expanded once");
        let first_child = self.nodes.len() as NodeId;
        if node.public.turn() == Turn::MrX {
            self.expand_mr_x(rules, id);
        } else {
            self.expand_detectives(rules, id);
        }
        let children = self.nodes.len() as NodeId - first_child;
        let open = |node: &&Node| node.kind == Kind::Leaf;
        let open = self.nodes[first_child as usize..].iter().filter(open).count() as u32;
        let node = &mut self.nodes[id as usize];
        (node.first_child, node.children, node.open) = (first_child, children, open);
        if open == 0 {
            self.close_ancestors(id);
        }
    }

    /// A node has become complete: its ancestors have one open child less.
    fn close_ancestors(&mut self, mut id: NodeId) {
        while id != 0 {
            id = self.nodes[id as usize].parent;
            let node = &mut self.nodes[id as usize];
            node.open -= 1;
            if node.open > 0 {
                return;
            }
        }
    }

    fn expand_detectives(&mut self, rules: &Rules, id: NodeId) {
        let public = self.nodes[id as usize].public;
        let cells = self.nodes[id as usize].cells();
        let mut children = 0;
        for mv in moves_of_next(rules, &public) {
            children += 1;
            let child = self.add_node(public, None, Seen::Detective(mv), id);
            for at in cells.clone() {
                let station = self.cells[at].station;
                let mut state = public.assume(station);
                state.play_detective(rules, mv);
                if state.outcome().map(Outcome::winner) != Some(Side::Detectives) {
                    self.nodes[child as usize].public = *state.public();
                    self.add_cell(Cell::new(station, station, at as u32));
                }
            }
            self.close_cells(child);
        }
        let first_action = self.add_actions(children);
        let node = &mut self.nodes[id as usize];
        (node.kind, node.first_action) = (Kind::Detectives, first_action);
    }

    fn expand_mr_x(&mut self, rules: &Rules, id: NodeId) {
        let Node { public, first, .. } = self.nodes[id as usize];
        let cells = self.nodes[id as usize].cells();
        self.groups.clear();
        self.edges.clear();
        for at in cells.clone() {
            let cell = self.cells[at];
            let begin = self.edges.len();
            match first {
                None => self.list_singles_and_firsts(rules, &public, cell.station),
                Some(ticket) => self.list_seconds(rules, &public, cell, ticket),
            }
            let actions = self.edges.len() - begin;
            let first_action = self.add_actions(actions);
            let cell = &mut self.cells[at];
            (cell.first_action, cell.actions) = (first_action, actions as u32);
        }
        let first_child = self.add_groups(id);
        self.lead(cells, first_child);
        self.nodes[id as usize].kind = Kind::MrX;
    }

    fn list_singles_and_firsts(&mut self, rules: &Rules, public: &PublicState, from: Station) {
        let state = public.assume(from);
        let slot = public.slots_used() + 1;
        for mv in state.mr_x_moves(rules) {
            let MrXMove::Single(step) = mv else { break };
            let (after, caught) = play(rules, state, mv);
            let shown = caught || rules.surfaces_after(slot);
            self.add_edge(Seen::Single(public_step(step, shown)), after, step.to);
        }
        if !public.may_double(rules) {
            return;
        }
        for step in state.mr_x_lines_out(rules) {
            let mut seconds = public.lines_after(rules, *step).iter();
            if !public.is_occupied(step.to) && seconds.any(|second| !public.is_occupied(second.to))
            {
                let seen = Seen::First(public_step(*step, rules.surfaces_after(slot)));
                self.add_edge(seen, *public, step.to);
            }
        }
    }

    fn list_seconds(&mut self, rules: &Rules, public: &PublicState, cell: Cell, ticket: Ticket) {
        let state = public.assume(cell.origin);
        let shown = rules.surfaces_after(public.slots_used() + 2);
        let first = Step { ticket, to: cell.station };
        for second in public.lines_after(rules, first) {
            if !public.is_occupied(second.to) {
                let (after, _) = play(rules, state, MrXMove::Double(first, *second));
                self.add_edge(Seen::Second(public_step(*second, shown)), after, second.to);
            }
        }
    }

    fn add_edge(&mut self, seen: Seen, after: PublicState, to: Station) {
        let known = self.groups.iter_mut().position(|group| group.seen == seen);
        let group = known.unwrap_or_else(|| {
            self.groups.push(Group { seen, after, targets: StationSet::EMPTY });
            self.groups.len() - 1
        });
        self.groups[group].targets.insert(to);
        self.edges.push(Edge { group: group as u32, to });
    }

    /// Makes a child of each group.
    fn add_groups(&mut self, id: NodeId) -> NodeId {
        let first_child = self.nodes.len() as NodeId;
        for at in 0..self.groups.len() {
            let Group { seen, after, targets } = self.groups[at];
            let first = match seen {
                Seen::First(step) => Some(step.ticket),
                Seen::Nothing | Seen::Detective(_) | Seen::Single(_) | Seen::Second(_) => None,
            };
            let child = self.add_node(after, first, seen, id);
            for station in targets.iter() {
                self.add_cell(Cell::new(station, station, 0));
            }
            self.close_cells(child);
        }
        first_child
    }

    /// Lets the actions of Mr X lead to the cells of the children.
    fn lead(&mut self, cells: Range<usize>, first_child: NodeId) {
        let mut edge = 0;
        for at in cells {
            let from = self.cells[at];
            for action in from.actions() {
                let Edge { group, to } = self.edges[edge];
                edge += 1;
                let there = self.nodes[(first_child + group) as usize].cells();
                let place = self.cells[there.clone()].partition_point(|cell| cell.station < to);
                let target = there.start + place;
                self.targets[action] = target as u32;
                self.cells[target].origin = from.station;
                self.cells[target].from = first_child + group;
            }
        }
    }

    /// The child of an expanded node that shows this.
    pub(super) fn child(&self, id: NodeId, seen: Seen) -> Option<NodeId> {
        let mut children = self.nodes[id as usize].children();
        children.find(|child| self.nodes[*child].seen == seen).map(|child| child as NodeId)
    }

    /// The cell of a station at a node.
    pub(super) fn cell(&self, id: NodeId, station: Station) -> Option<usize> {
        let cells = self.nodes[id as usize].cells();
        let place = self.cells[cells.clone()].binary_search_by_key(&station, |cell| cell.station);
        place.ok().map(|place| cells.start + place)
    }

    /// The node to which an action of Mr X leads.
    pub(super) fn child_of_action(&self, action: usize) -> NodeId {
        self.cells[self.targets[action] as usize].from
    }
}

/// The moves of the detective whose turn it is. In any order the tree takes the first who has not moved and can.
pub(super) fn moves_of_next<'a>(
    rules: &'a Rules,
    public: &'a PublicState,
) -> impl Iterator<Item = DetectiveMove> + 'a {
    let next = next_detective(rules, public);
    public.detective_moves(rules).filter(move |mv| Some(mv.by()) == next)
}

/// Whose turn it is among the detectives.
pub(super) fn next_detective(rules: &Rules, public: &PublicState) -> Option<DetectiveId> {
    public.detective_moves(rules).next().map(DetectiveMove::by)
}

fn public_step(step: Step, shown: bool) -> PublicStep {
    PublicStep { ticket: step.ticket, seen: shown.then_some(step.to) }
}

/// Plays a move of Mr X: the table after it, and whether he was caught with it.
fn play(rules: &Rules, mut state: State, mv: MrXMove) -> (PublicState, bool) {
    state.play_mr_x(rules, mv);
    (*state.public(), state.outcome() == Some(Outcome::Captured))
}
