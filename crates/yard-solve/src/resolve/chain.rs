//! Continual re-solving: one solve after the other along the log of a game.

use std::sync::Arc;

use yard_core::{
    Checksum, DetectiveView, PublicMrXMove, PublicPly, PublicState, Rules, Side, Station,
    StationSet, Turn,
};

use super::config::{Leaves, ResolveConfig};
use super::leaf::{ByNetwork, ByPlayouts, Estimates};
use super::solve::{Root, Solve};
use super::tree::{Kind, NodeId, Seen};

/// Chances by station number.
type Range = Box<[f64; 256]>;

/// A solve, and where in the log it was made.
struct Link {
    /// So many plies of the log were played.
    at: usize,
    /// How likely Mr X was where, as far as his plans tell.
    range: Range,
    solve: Solve,
}

/// What one side has solved along a game, and how it goes on.
///
/// It reads what is public since Mr X was seen last and nothing else, so the same log gives the same plans, however
/// often and by whom it is asked. Mr X solves at his turns, from the range of his own plans. The detectives solve
/// at theirs, with what the last solution promised for every station.
pub(super) struct Chain {
    side: Side,
    config: ResolveConfig,
    rules: Arc<Rules>,
    leaves: Box<dyn Estimates>,
    /// The view of the last question.
    last: Option<DetectiveView>,
    links: Vec<Link>,
    /// Solves, and those that were exact.
    pub(super) counts: [u64; 2],
}

/// The decision of a view in a solved tree.
pub(super) struct Place<'a> {
    pub(super) solve: &'a Solve,
    pub(super) node: NodeId,
}

impl Chain {
    pub(super) fn new(side: Side, config: ResolveConfig, rules: Arc<Rules>) -> Chain {
        let leaves: Box<dyn Estimates> = match config.leaves {
            Leaves::Playouts => Box::new(ByPlayouts::new(&rules, config.samples)),
            Leaves::Learned => Box::new(ByNetwork::shipped()),
        };
        Chain { side, config, rules, leaves, last: None, links: Vec::new(), counts: [0; 2] }
    }

    /// Forgets the game.
    pub(super) fn forget(&mut self) {
        self.last = None;
        self.links.clear();
    }

    /// The plans for a view in which it is the side's turn.
    pub(super) fn place(&mut self, view: &DetectiveView) -> Place<'_> {
        let node = self.follow(view).unwrap_or_else(|| self.begin_here(view));
        self.last = Some(view.clone());
        let link = self.links.last().expect("following a view leaves a solve");
        Place { solve: &link.solve, node }
    }

    /// A solve for a view whose log does not tell how it came about: all candidates are equally likely.
    fn begin_here(&mut self, view: &DetectiveView) -> NodeId {
        self.links.clear();
        let range = evenly(view.candidates());
        self.solve_at(view, view.log().plies().len(), range, None);
        0
    }

    /// Walks along the log from the last solve that belongs to it, and solves where it must.
    fn follow(&mut self, view: &DetectiveView) -> Option<NodeId> {
        let plies = view.log().plies();
        let base = last_sighting(plies);
        self.drop_strangers(view, base);
        let mut replay = view.replay();
        let from = self.links.last().map_or(base, |link| link.at);
        while plies.len() - replay.left().len() < from {
            replay.play_next().ok()??;
        }
        let (mut node, mut range) = match self.links.last() {
            Some(link) => (Some(0), link.range.clone()),
            None => (None, evenly(replay.view().candidates())),
        };
        if self.links.is_empty() && self.wants(replay.view(), true) {
            self.solve_at(replay.view(), from, range.clone(), None);
            node = Some(0);
        }
        while let Some(ply) = replay.play_next().ok()? {
            node = node.and_then(|node| self.step(node, ply));
            self.carry(ply, node, replay.view().candidates(), &mut range);
            if self.wants(replay.view(), false) && !self.is_settled(node) {
                let at = plies.len() - replay.left().len();
                let promised = node.map(|node| self.promised(node, replay.view().candidates()));
                self.solve_at(replay.view(), at, range.clone(), promised.flatten());
                node = Some(0);
            }
        }
        let same = replay.view().public() == view.public()
            && replay.view().candidates() == view.candidates();
        node.filter(|_| same)
    }

    /// Takes solves away that are not of this game, or from before the last sighting.
    fn drop_strangers(&mut self, view: &DetectiveView, base: usize) {
        let plies = view.log().plies();
        let common = self.last.as_ref().map_or(0, |last| {
            let (old, new) = (last.log(), view.log());
            let same = old.start() == new.start()
                && old.mr_x_start() == new.mr_x_start()
                && old.setup() == new.setup();
            match same {
                true => old.plies().iter().zip(plies).take_while(|(a, b)| a == b).count(),
                false => {
                    self.links.clear();
                    0
                }
            }
        });
        let first = self.links.iter().position(|link| link.at >= base);
        self.links.drain(..first.unwrap_or(self.links.len()));
        self.links.retain(|link| link.at <= common);
    }

    /// Tells whether the side decides here. The detectives also solve where a segment begins at Mr X's turn, to
    /// know his range.
    fn wants(&self, view: &DetectiveView, begins: bool) -> bool {
        match (view.turn(), self.side) {
            (Turn::Over(_), _) => false,
            (Turn::MrX, Side::MrX) | (Turn::Detective(_) | Turn::Team, Side::Detectives) => true,
            (Turn::MrX, Side::Detectives) => begins,
            (Turn::Detective(_) | Turn::Team, Side::MrX) => false,
        }
    }

    /// Tells whether the last solve is exact and has this node, so that its plan is followed.
    fn is_settled(&self, node: Option<NodeId>) -> bool {
        let Some(link) = self.links.last() else { return false };
        let tree = &link.solve.tree;
        node.is_some_and(|node| {
            link.solve.is_exact() && !tree.nodes[node as usize].cells().is_empty()
        })
    }

    /// Goes on to the node after a ply, and looks into it where nobody has.
    fn step(&mut self, node: NodeId, ply: PublicPly) -> Option<NodeId> {
        let [first, second] = match ply {
            PublicPly::Detective(mv) => [Some(Seen::Detective(mv)), None],
            PublicPly::MrX(PublicMrXMove::Single(step)) => [Some(Seen::Single(step)), None],
            PublicPly::MrX(PublicMrXMove::Double(first, second)) => {
                [Some(Seen::First(first)), Some(Seen::Second(second))]
            }
        };
        let solve = &mut self.links.last_mut()?.solve;
        let mut node = node;
        for seen in [first, second].into_iter().flatten() {
            if solve.tree.nodes[node as usize].kind == Kind::Leaf {
                solve.open(&self.rules, node, self.leaves.as_mut());
                solve.look(self.config.follow);
            }
            node = solve.tree.child(node, seen)?;
        }
        Some(node)
    }

    /// Carries the range over a ply.
    fn carry(&self, ply: PublicPly, node: Option<NodeId>, now: &StationSet, range: &mut Range) {
        if let PublicPly::MrX(_) = ply {
            let link = self.links.last();
            let known = node.zip(link).map(|(node, link)| {
                let tree = &link.solve.tree;
                let mut next: Range = Box::new([0.0; 256]);
                for cell in tree.nodes[node as usize].cells() {
                    next[usize::from(tree.cells[cell].station.number())] = tree.reach[cell];
                }
                next
            });
            *range = known.unwrap_or_else(|| evenly(now));
        }
        keep(range, now);
    }

    /// How likely Mr X escapes from each candidate at a node; `None` where they are not those of the node.
    fn promised(&self, node: NodeId, now: &StationSet) -> Option<Vec<f64>> {
        let tree = &self.links.last()?.solve.tree;
        let escape = |station| tree.cell(node, station).map(|cell| tree.escape[cell]);
        now.iter().map(escape).collect()
    }

    fn solve_at(
        &mut self,
        view: &DetectiveView,
        at: usize,
        range: Range,
        promised: Option<Vec<f64>>,
    ) {
        let candidates = view.candidates();
        // Mr X knows his range; the detectives only think that they do.
        let even = match (self.side, &promised) {
            (Side::MrX, _) | (Side::Detectives, None) => 0.0,
            (Side::Detectives, Some(_)) => self.config.even / candidates.len().max(1) as f64,
        };
        let share = |station: Station| {
            let known = range[usize::from(station.number())];
            (station, even + (1.0 - self.config.even * f64::from(u8::from(even > 0.0))) * known)
        };
        let root = Root {
            public: *view.public(),
            range: candidates.iter().map(share).collect(),
            promised: promised.filter(|_| self.side == Side::Detectives),
            seed: seed_of(view.public(), candidates),
        };
        let solve = Solve::new(&self.rules, &self.config, root, self.leaves.as_mut());
        self.counts[0] += 1;
        self.counts[1] += u64::from(solve.is_exact());
        self.links.push(Link { at, range, solve });
    }
}

/// The number of plies up to the last one at whose end Mr X was seen.
fn last_sighting(plies: &[PublicPly]) -> usize {
    let shows = |ply: &PublicPly| match ply {
        PublicPly::MrX(mv) => mv.steps().last().is_some_and(|step| step.seen.is_some()),
        PublicPly::Detective(_) => false,
    };
    plies.iter().rposition(shows).map_or(0, |at| at + 1)
}

fn evenly(stations: &StationSet) -> Range {
    let mut range: Range = Box::new([0.0; 256]);
    for station in stations.iter() {
        range[usize::from(station.number())] = 1.0 / stations.len() as f64;
    }
    range
}

/// Leaves only the candidates; all alike where the plans never come.
fn keep(range: &mut Range, candidates: &StationSet) {
    let mut kept: Range = Box::new([0.0; 256]);
    let sum: f64 = candidates.iter().map(|station| range[usize::from(station.number())]).sum();
    if sum.is_nan() || sum <= 1e-12 {
        *range = evenly(candidates);
        return;
    }
    for station in candidates.iter() {
        let place = usize::from(station.number());
        kept[place] = range[place] / sum;
    }
    *range = kept;
}

/// A number that stands for a table and the candidates.
fn seed_of(public: &PublicState, candidates: &StationSet) -> u64 {
    let mut bytes = Vec::with_capacity(64);
    bytes.extend(public.detectives().map(Station::number));
    bytes.push(public.slots_used());
    bytes.extend(candidates.iter().map(Station::number));
    Checksum::of(&bytes).value()
}
