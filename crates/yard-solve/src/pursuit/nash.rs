//! `nash`: plays a solved game.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, Policy, Rng, RootReport, even_chances};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

use super::build::after_sighting;
use super::place::{Memory, Place, detective_image, locate, mr_x_image};
use super::solved::Solved;
use super::tree::Next;
use crate::draw::draw;

/// A solved game to be played, shared by agents of all threads.
#[derive(Debug)]
pub struct NashTable {
    solved: Solved,
    memory: Memory,
}

impl NashTable {
    /// Gets ready to play a solved game.
    pub fn new(solved: Solved) -> NashTable {
        NashTable { solved, memory: Memory::default() }
    }

    /// The solved game.
    pub fn solved(&self) -> &Solved {
        &self.solved
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }
}

/// Plays the plans of a solved game, either side.
///
/// The plan of a segment is found when the segment begins, from what is public alone, and followed to
/// its end. So no opponent, even one who knows the plans, does better against it than the bounds of
/// the solution say.
#[derive(Clone, Debug)]
pub struct Nash {
    table: Arc<NashTable>,
    report: Option<RootReport>,
}

impl Nash {
    /// Plays from a solved game.
    pub fn new(table: Arc<NashTable>) -> Nash {
        Nash { table, report: None }
    }

    fn place(&mut self, view: &DetectiveView) -> Option<Place> {
        let place = locate(&self.table.solved, &self.table.memory, view)?;
        let [lower, upper] = place.segment.bounds;
        // The position is looked up; what solving it took is not the work of this move.
        let value = 0.5 * (lower + upper);
        self.report = Some(RootReport { value, nodes: 1, ..RootReport::default() });
        Some(place)
    }

    fn mr_x_chances(&mut self, view: &MrXView) -> Option<Vec<(MrXMove, f64)>> {
        let place = self.place(view.detective_view())?;
        let solved = &place.segment;
        let segment = &solved.segment;
        let node = &segment.nodes[place.node as usize];
        match node.next {
            Next::Sighting { .. } => Some(vec![(self.best_sighting(view)?, 1.0)]),
            Next::MrX { first, .. } => {
                let station = place.station(view.station());
                let cell = segment.cells(node).iter().position(|cell| cell.station == station)?;
                let range = segment.game.min.decisions().get(first as usize + cell)?.range();
                let back = place.way_back();
                let moves = segment.mr_x_moves[range.clone()].iter();
                let moves = moves.map(|mv| mr_x_image(*mv, back.as_ref()));
                Some(positive(moves.zip(solved.solution.min[range].iter().copied())))
            }
            Next::Over | Next::Detectives { .. } => None,
        }
    }

    /// The move after which being seen is worth most to Mr X for sure.
    fn best_sighting(&self, view: &MrXView) -> Option<MrXMove> {
        let solved = &self.table.solved;
        let upper =
            |mv: &MrXMove| after_sighting(&solved.rules, &solved.values, view.state(), *mv)[1];
        view.legal_moves().min_by(|one, two| upper(one).total_cmp(&upper(two)))
    }

    fn detective_chances(&mut self, view: &DetectiveView) -> Option<Vec<(DetectiveMove, f64)>> {
        let place = self.place(view)?;
        let solved = &place.segment;
        let segment = &solved.segment;
        let Next::Detectives { decision, moves } = &segment.nodes[place.node as usize].next else {
            return None;
        };
        let back = place.way_back();
        let moves = segment.moves[moves.start as usize..moves.end as usize].iter();
        let moves = moves.map(|(mv, _)| detective_image(*mv, back.as_ref()));
        match decision {
            None => Some(moves.map(|mv| (mv, 1.0)).collect()),
            Some(decision) => {
                let range = segment.game.max.decisions().get(*decision as usize)?.range();
                Some(positive(moves.zip(solved.solution.max[range].iter().copied())))
            }
        }
    }
}

fn positive<M>(chances: impl Iterator<Item = (M, f64)>) -> Vec<(M, f64)> {
    chances.filter(|(_, chance)| *chance > 0.0).collect()
}

impl Policy<MrX> for Nash {
    /// A position that cannot come about under the rules has even chances.
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        self.mr_x_chances(view).unwrap_or_else(|| even_chances(view.legal_moves().collect()))
    }
}

impl Policy<Detectives> for Nash {
    /// A position that cannot come about under the rules has even chances.
    fn chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        self.detective_chances(view).unwrap_or_else(|| even_chances(view.legal_moves().collect()))
    }
}

impl Agent<MrX> for Nash {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let chances = Policy::<MrX>::chances(self, view);
        Ok(draw(&chances, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone().map(|report| RootReport { value: 1.0 - report.value, ..report })
    }
}

impl Agent<Detectives> for Nash {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let chances = Policy::<Detectives>::chances(self, view);
        Ok(draw(&chances, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }
}
