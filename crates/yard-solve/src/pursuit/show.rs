//! The solution at one public state, for people to look at.

use yard_core::{DetectiveMove, DetectiveView, MrXMove, Outcome, PublicState, Side, Station, Turn};

use super::build::{Later, after_sighting};
use super::nash::NashTable;
use super::place::{detective_image, locate, mr_x_image};
use super::solver::SolvedSegment;
use super::tree::{After, Next, NodeId};
use super::values::Values;

/// What perfect play says of a public state.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// Where Mr X can be.
    pub places: Vec<ShownPlace>,
    /// The detectives' moves with their chances, when it is their turn.
    pub moves: Vec<(DetectiveMove, f64)>,
}

/// One station on which Mr X can be.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownPlace {
    /// The station.
    pub station: Station,
    /// How likely he is there, if he has followed his plan.
    pub chance: f64,
    /// How likely the detectives win when he is there, they follow their plan and he does his best.
    pub value: f64,
    /// His moves from there with their chances, when it is his turn.
    pub moves: Vec<(MrXMove, f64)>,
}

impl NashTable {
    /// Shows the solution at a view; `None` when the game is over.
    pub fn show(&self, view: &DetectiveView) -> Option<Shown> {
        let place = locate(self.solved(), self.memory(), view)?;
        let solved = &place.segment;
        let (segment, game) = (&solved.segment, &solved.segment.game);
        let back = place.way_back();
        let home = |station: Station| back.as_ref().map_or(station, |map| map.of(station));
        let public = view.public().relabelled(|station| place.station(station));
        let walk = Walk { solved, values: &self.solved().values, rules: view.rules() };
        let node = &segment.nodes[place.node as usize];
        let cells = segment.cells(node);
        let mut reach = vec![0.0; game.min.outcomes()];
        game.min.reach(&solved.solution.min, &mut reach);
        let all: f64 = cells.iter().map(|cell| reach[cell.outcome as usize]).sum();
        let even = 1.0 / cells.len() as f64;
        let values = walk.values_at(place.node, &public);
        let places = cells.iter().zip(values).enumerate().map(|(i, (cell, value))| {
            let here = reach[cell.outcome as usize];
            let moves = walk.mr_x_moves(place.node, i, &public);
            ShownPlace {
                station: home(cell.station),
                chance: if all > 0.0 { here / all } else { even },
                value,
                moves: moves.iter().map(|(mv, p)| (mr_x_image(*mv, back.as_ref()), *p)).collect(),
            }
        });
        let mut places: Vec<ShownPlace> = places.collect();
        places.sort_by_key(|place| place.station);
        let moves = match &node.next {
            Next::Detectives { decision, moves } => {
                let moves = &segment.moves[moves.start as usize..moves.end as usize];
                let chances = walk.detective_chances(*decision, moves.len());
                let image = |mv: DetectiveMove| detective_image(mv, back.as_ref());
                moves.iter().zip(chances).map(|((mv, _), chance)| (image(*mv), chance)).collect()
            }
            Next::Over | Next::Sighting { .. } | Next::MrX { .. } => Vec::new(),
        };
        Some(Shown { places, moves })
    }
}

/// Works out values below a node, when the detectives follow their plan.
struct Walk<'a> {
    solved: &'a SolvedSegment,
    values: &'a Values,
    rules: &'a yard_core::Rules,
}

impl Walk<'_> {
    fn detective_chances(&self, decision: Option<u32>, moves: usize) -> Vec<f64> {
        match decision {
            None => vec![1.0; moves],
            Some(decision) => {
                let game = &self.solved.segment.game;
                let range = game.max.decisions()[decision as usize].range();
                self.solved.solution.max[range].to_vec()
            }
        }
    }

    /// The value of each cell of a node.
    fn values_at(&self, id: NodeId, public: &PublicState) -> Vec<f64> {
        let segment = &self.solved.segment;
        let node = &segment.nodes[id as usize];
        let cells = segment.cells(node);
        match &node.next {
            Next::Over => cells.iter().map(|_| over(public)).collect(),
            Next::Sighting { .. } => {
                let bounds = cells
                    .iter()
                    .map(|cell| self.values.before_sighting(self.rules, public, cell.station));
                bounds.map(|[lower, upper]| 0.5 * (lower + upper)).collect()
            }
            Next::MrX { .. } => (0..cells.len())
                .map(|cell| self.best_move(id, cell, public).unwrap_or_else(|| over(public)))
                .collect(),
            Next::Detectives { decision, moves } => {
                let moves = &segment.moves[moves.start as usize..moves.end as usize];
                let chances = self.detective_chances(*decision, moves.len());
                let mut sums = vec![0.0; cells.len()];
                for ((mv, after), chance) in moves.iter().zip(chances).filter(|(_, p)| *p > 0.0) {
                    let values = self.after_detective(id, public, *mv, *after);
                    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += chance * value);
                }
                sums
            }
        }
    }

    /// The value of each cell after a move of the detectives.
    fn after_detective(
        &self,
        id: NodeId,
        public: &PublicState,
        mv: DetectiveMove,
        after: After,
    ) -> Vec<f64> {
        let segment = &self.solved.segment;
        let cells = segment.cells(&segment.nodes[id as usize]);
        let mut next = None;
        let mut values: Vec<f64> = Vec::with_capacity(cells.len());
        for cell in cells {
            let mut state = public.assume(cell.station);
            state.play_detective(self.rules, mv);
            values.push(over(state.public()));
            if state.outcome().is_none() {
                next = Some(*state.public());
            }
        }
        if let (After::Node(child), Some(next)) = (after, next) {
            let below = segment.cells(&segment.nodes[child as usize]);
            let worth = self.values_at(child, &next);
            for (cell, value) in cells.iter().zip(&mut values) {
                if let Some(i) = below.iter().position(|known| known.station == cell.station) {
                    *value = worth[i];
                }
            }
        }
        values
    }

    /// The least that a move of Mr X from one cell leaves to the detectives.
    fn best_move(&self, id: NodeId, cell: usize, public: &PublicState) -> Option<f64> {
        let segment = &self.solved.segment;
        let Next::MrX { seen, .. } = &segment.nodes[id as usize].next else { return None };
        let station = segment.cells(&segment.nodes[id as usize])[cell].station;
        let state = public.assume(station);
        let seen = &segment.seen[seen.start as usize..seen.end as usize];
        let worth = |mv: MrXMove| {
            let mut next = state;
            next.play_mr_x(self.rules, mv);
            if next.outcome().is_some() {
                return over(next.public());
            }
            let shown = super::build::seen_of(self.rules, state, mv);
            match seen.iter().find(|(known, _)| *known == shown) {
                None => {
                    let [lower, upper] = after_sighting(self.rules, self.values, state, mv);
                    0.5 * (lower + upper)
                }
                Some((_, child)) => {
                    let below = segment.cells(&segment.nodes[*child as usize]);
                    let place = below.iter().position(|known| known.station == next.mr_x());
                    let values = self.values_at(*child, next.public());
                    place.map_or(0.0, |place| values[place])
                }
            }
        };
        state.mr_x_moves(self.rules).map(worth).min_by(f64::total_cmp)
    }

    /// Mr X's plan on one cell of a node.
    fn mr_x_moves(&self, id: NodeId, cell: usize, public: &PublicState) -> Vec<(MrXMove, f64)> {
        let segment = &self.solved.segment;
        let node = &segment.nodes[id as usize];
        match &node.next {
            Next::MrX { first, .. } => {
                let range = segment.game.min.decisions()[*first as usize + cell].range();
                let chances = self.solved.solution.min[range.clone()].iter().copied();
                segment.mr_x_moves[range].iter().copied().zip(chances).collect()
            }
            Next::Sighting { .. } => {
                let state = public.assume(segment.cells(node)[cell].station);
                let worth = |mv: &MrXMove| after_sighting(self.rules, self.values, state, *mv)[1];
                let moves: Vec<MrXMove> = state.mr_x_moves(self.rules).collect();
                let least = moves.iter().map(worth).fold(f64::INFINITY, f64::min);
                let best: Vec<MrXMove> =
                    moves.into_iter().filter(|mv| worth(mv) <= least).collect();
                let chance = 1.0 / best.len() as f64;
                best.into_iter().map(|mv| (mv, chance)).collect()
            }
            Next::Over | Next::Detectives { .. } => Vec::new(),
        }
    }
}

/// What a game that is over, or goes on, has brought the detectives so far.
fn over(public: &PublicState) -> f64 {
    match public.turn() {
        Turn::Over(outcome) => match Outcome::winner(outcome) {
            Side::Detectives => 1.0,
            Side::MrX => 0.0,
        },
        Turn::MrX | Turn::Detective(_) | Turn::Team => 0.0,
    }
}
