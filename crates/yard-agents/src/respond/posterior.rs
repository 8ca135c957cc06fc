//! How likely Mr X is where, when one can ask what he does on every station: Bayes' rule.

use yard_core::{DetectiveView, MrXMove, MrXView, PublicMrXMove, PublicPly, Station, StationSet};

use super::hidden_model::HiddenModel;
use crate::rng::Rng;

/// The share of his moves that is taken to be any legal one: of a policy that tells its chances, so that a
/// mistake in them does no worse; and where the chances are counted from a few answers.
const DOUBT_TOLD: f64 = 1e-4;
const DOUBT_COUNTED: f64 = 0.05;
/// Stations that together have less than this share are not asked about: there he moves anyhow.
const NEGLIGIBLE: f64 = 0.01;

/// The posterior after a log, taken in ply by ply.
pub(super) struct Posterior {
    seen: Option<DetectiveView>,
    shares: Vec<(Station, f64)>,
}

impl Posterior {
    pub(super) fn new() -> Posterior {
        Posterior { seen: None, shares: Vec::new() }
    }

    /// Forgets the game.
    pub(super) fn clear(&mut self) {
        *self = Posterior::new();
    }

    /// The stations on which he can be, and how likely.
    #[cfg(test)]
    pub(super) fn shares(&self) -> &[(Station, f64)] {
        &self.shares
    }

    /// A station, by its chance.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<Station> {
        let mut left = rng.unit();
        for (station, share) in &self.shares {
            left -= share;
            if left < 0.0 {
                return Some(*station);
            }
        }
        self.shares.last().map(|(station, _)| *station)
    }

    /// Takes in what has been played since the last call of this game. Questions are asked up to a total.
    pub(super) fn follow(
        &mut self,
        view: &DetectiveView,
        model: &mut HiddenModel,
        most: u64,
        rng: &mut Rng,
    ) {
        let mut seen = self.seen.take().unwrap_or_else(|| view.at_start());
        if seen.log().plies().is_empty() {
            self.spread_evenly(seen.candidates());
        }
        let from = seen.log().plies().len();
        for ply in view.log().plies().get(from..).unwrap_or_default() {
            if let PublicPly::MrX(mv) = ply {
                self.mr_x_moved(&seen, *mv, model, most, rng);
            }
            if seen.moved(*ply, None).is_err() {
                break;
            }
            self.keep(seen.candidates());
        }
        self.keep(view.candidates());
        self.seen = Some(seen);
    }

    fn spread_evenly(&mut self, stations: &StationSet) {
        let share = 1.0 / stations.len().max(1) as f64;
        self.shares = stations.iter().map(|station| (station, share)).collect();
    }

    /// Leaves only the candidates and makes the shares add up to 1.
    fn keep(&mut self, candidates: &StationSet) {
        self.shares.retain(|(station, share)| candidates.contains(*station) && *share > 0.0);
        let sum: f64 = self.shares.iter().map(|(_, share)| share).sum();
        if sum > 0.0 && sum.is_finite() {
            self.shares.iter_mut().for_each(|(_, share)| *share /= sum);
        } else {
            self.spread_evenly(candidates);
        }
    }

    /// One turn of Mr X, seen from the position before it.
    fn mr_x_moved(
        &mut self,
        before: &DetectiveView,
        shown: PublicMrXMove,
        model: &mut HiddenModel,
        most: u64,
        rng: &mut Rng,
    ) {
        let doubt = if model.is_exact() { DOUBT_TOLD } else { DOUBT_COUNTED };
        let mut next = [0.0; 256];
        let mut shares = std::mem::take(&mut self.shares);
        shares.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        let mut left = 1.0;
        for (station, share) in shares {
            let ask = left > NEGLIGIBLE && model.questions() < most;
            left -= share;
            let view = MrXView::assume(before.clone(), station);
            let fits = |mv: MrXMove| shows(before, mv) == shown;
            let legal: Vec<MrXMove> = view.legal_moves().collect();
            let chances = if ask { model.chances(&view, rng) } else { Vec::new() };
            let trust = if chances.is_empty() { 0.0 } else { 1.0 - doubt };
            for (mv, chance) in chances.into_iter().filter(|(mv, _)| fits(*mv)) {
                next[usize::from(mv.target().number())] += share * trust * chance;
            }
            let any = share * (1.0 - trust) / legal.len().max(1) as f64;
            for mv in legal.into_iter().filter(|mv| fits(*mv)) {
                next[usize::from(mv.target().number())] += any;
            }
        }
        let stations = before.rules().board().stations();
        let of = |station: Station| (station, next[usize::from(station.number())]);
        self.shares = stations.iter().map(of).filter(|(_, share)| *share > 0.0).collect();
    }
}

/// What everybody sees of a move (rule 7.1).
fn shows(before: &DetectiveView, mv: MrXMove) -> PublicMrXMove {
    PublicMrXMove::from(mv).as_seen(before.rules(), before.public().slots_used(), false)
}
