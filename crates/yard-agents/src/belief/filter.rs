//! The filter: probabilities over the candidates, carried along the log.

use yard_core::{
    Candidates, DetectiveView, PublicMrXMove, PublicPly, PublicState, PublicStep, Station,
    StationSet, Step,
};

use super::model::{MoveModel, Scene};

/// How likely Mr X is where, as somebody with the detectives' view can tell.
///
/// It follows one game: [`Belief::follow`] takes in what has been played since the last call, and
/// begins anew when the view is not a continuation.
#[derive(Clone, Debug)]
pub struct Belief {
    /// What has been taken in.
    seen: Option<DetectiveView>,
    /// Probabilities by station number.
    shares: Box<[f32; 256]>,
    next: Box<[f32; 256]>,
}

impl Default for Belief {
    fn default() -> Belief {
        Belief { seen: None, shares: Box::new([0.0; 256]), next: Box::new([0.0; 256]) }
    }
}

impl Belief {
    /// Forgets the game.
    pub fn clear(&mut self) {
        self.seen = None;
    }

    /// The probability of a station.
    pub fn of(&self, station: Station) -> f32 {
        self.shares[usize::from(station.number())]
    }

    /// Takes in what has been played since the last call.
    pub fn follow(&mut self, view: &DetectiveView, model: &MoveModel) {
        let mut replica = match self.seen.take() {
            Some(seen) if continues(&seen, view) => seen,
            _ => self.begin(view),
        };
        let from = replica.log().plies().len();
        for ply in &view.log().plies()[from..] {
            let taken_in = match *ply {
                PublicPly::MrX(mv) => {
                    self.mr_x_moved(&replica, mv, model);
                    replica.mr_x_moved(mv, None)
                }
                PublicPly::Detective(mv) => replica.detective_moved(mv, None),
            };
            if taken_in.is_err() {
                // The game is over or a copy of another kind; the candidates are all there is.
                self.spread_evenly(view.candidates());
                self.seen = None;
                return;
            }
            self.keep(replica.candidates());
        }
        if replica.candidates() != view.candidates() {
            // The game began in the middle: the log does not tell how it came there.
            self.spread_evenly(view.candidates());
        }
        self.seen = Some(replica);
    }

    fn begin(&mut self, view: &DetectiveView) -> DetectiveView {
        let replica = view.at_start();
        self.spread_evenly(replica.candidates());
        replica
    }

    fn spread_evenly(&mut self, stations: &StationSet) {
        self.shares.fill(0.0);
        let share = 1.0 / stations.len().max(1) as f32;
        for station in stations.iter() {
            self.shares[usize::from(station.number())] = share;
        }
    }

    /// Leaves only the candidates and makes the shares add up to 1 again.
    fn keep(&mut self, candidates: &StationSet) {
        let sum: f32 = candidates.iter().map(|station| self.of(station)).sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return self.spread_evenly(candidates);
        }
        let mut kept = [0.0; 256];
        for station in candidates.iter() {
            kept[usize::from(station.number())] = self.of(station) / sum;
        }
        *self.shares = kept;
    }

    /// The belief after one more turn of Mr X, and where he can be then.
    pub(crate) fn after(
        &self,
        before: &DetectiveView,
        mv: PublicMrXMove,
        model: &MoveModel,
    ) -> (Belief, Candidates) {
        let mut next = self.clone();
        let candidates = next.mr_x_moved(before, mv, model);
        (next, candidates)
    }

    /// One turn of Mr X, seen from the position before it; returns where he can be afterwards.
    fn mr_x_moved(
        &mut self,
        before: &DetectiveView,
        mv: PublicMrXMove,
        model: &MoveModel,
    ) -> Candidates {
        let (rules, public) = (before.rules(), before.public());
        let mut candidates = *before.candidates();
        let may_double = public.may_double(rules);
        let doubled = mv.steps().count() == 2;
        let mut first_ticket = None;
        for (nth, step) in mv.steps().enumerate() {
            let slot = public.slots_used() + 1 + nth as u8;
            let scene = Scene::new(rules, public, slot, &candidates);
            self.next.fill(0.0);
            for station in candidates.iter() {
                let share = self.of(station);
                if share <= 0.0 {
                    continue;
                }
                let lines = match first_ticket {
                    None => public.assume(station).mr_x_lines_out(rules),
                    Some(ticket) => public.lines_after(rules, Step { ticket, to: station }),
                };
                let mut weight = share;
                if nth == 0 && may_double {
                    let chance = model.double_chance(&scene.double(station, lines));
                    weight *= if doubled { chance } else { 1.0 - chance };
                }
                self.spread(&scene, public, lines, step, weight, model);
            }
            std::mem::swap(&mut self.shares, &mut self.next);
            candidates.step(rules.board(), &public.occupied_set(), step);
            self.keep(&candidates);
            first_ticket = Some(step.ticket);
        }
        candidates
    }

    /// Shares a station's weight among the steps from there that fit what was seen.
    fn spread(
        &mut self,
        scene: &Scene<'_>,
        public: &PublicState,
        lines: &[Step],
        seen: PublicStep,
        weight: f32,
        model: &MoveModel,
    ) {
        let free = |step: &&Step| !public.is_occupied(step.to);
        let weigh = |step: &Step| model.step_weight(&scene.step(*step));
        let all: f32 = lines.iter().filter(free).map(weigh).sum();
        if !(all > 0.0 && all.is_finite()) {
            return;
        }
        for step in lines.iter().filter(free) {
            if step.ticket == seen.ticket && seen.seen.is_none_or(|at| at == step.to) {
                self.next[usize::from(step.to.number())] += weight * weigh(step) / all;
            }
        }
    }
}

/// Tells whether the view is the same game, later or at the same point.
fn continues(seen: &DetectiveView, view: &DetectiveView) -> bool {
    let (old, new) = (seen.log(), view.log());
    old.start() == new.start()
        && old.mr_x_start() == new.mr_x_start()
        && old.setup() == new.setup()
        && old.plies().len() <= new.plies().len()
        && old.plies() == &new.plies()[..old.plies().len()]
        && seen.rules().name() == view.rules().name()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::RandomAgent;
    use crate::{Agent, Detectives, MrX, Seed};
    use std::sync::Arc;
    use yard_core::{DetectiveId, DetectiveMove, Game, Ticket, Turn, presets};

    /// Whatever is played: the shares add up to 1, lie on the candidates, and do not depend on
    /// whether the game was followed ply by ply or taken in at once.
    #[test]
    fn shares_lie_on_the_candidates_and_add_up() {
        let mut model = MoveModel::UNIFORM;
        for (at, weight) in model.step.iter_mut().enumerate() {
            *weight = (at % 7) as f32 / 3.0 - 1.0;
        }
        for name in ["classic", "modern", "grid5", "glasses"] {
            let rules = Arc::new(presets::rules(name).unwrap());
            for seed in 0..6 {
                let mut rng = Seed(seed).stream("plies");
                let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
                let (mut followed, mut random) = (Belief::default(), RandomAgent);
                while game.outcome().is_none() {
                    let mv = match game.turn() {
                        Turn::MrX => Agent::<MrX>::choose(&mut random, game.mr_x_view(), &mut rng)
                            .unwrap()
                            .into(),
                        Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                            let view = game.detective_view();
                            followed.follow(view, &model);
                            let sum: f32 =
                                rules.board().stations().iter().map(|s| followed.of(s)).sum();
                            assert!((sum - 1.0).abs() < 1e-4, "{name} {sum}");
                            let mut at_once = Belief::default();
                            at_once.follow(view, &model);
                            for station in rules.board().stations().iter() {
                                let held = view.candidates().contains(station);
                                assert!(held || followed.of(station) == 0.0, "{name} {station}");
                                assert_eq!(followed.of(station), at_once.of(station), "{name}");
                            }
                            Agent::<Detectives>::choose(&mut random, view, &mut rng).unwrap().into()
                        }
                    };
                    game.play(mv).unwrap();
                }
            }
        }
    }

    /// With every step as likely as any other the filter counts ways. From 13, in the middle of a
    /// grid, two hidden steps lead back in 4 of 16 cases.
    #[test]
    fn a_uniform_model_counts_ways() {
        let station = |number| Station::new(number).unwrap();
        let rules = Arc::new(presets::rules("grid:5,1,15").unwrap());
        let mut view = DetectiveView::new(Arc::clone(&rules), &[station(1)], None);
        let mut belief = Belief::default();
        for slot in 1..=5 {
            let seen = (slot == 3).then_some(station(13));
            let mv = PublicMrXMove::Single(PublicStep { ticket: Ticket::Taxi, seen });
            view.mr_x_moved(mv, None).unwrap();
            belief.follow(&view, &MoveModel::UNIFORM);
            let step = Step { ticket: Ticket::Taxi, to: station(1 + slot % 2) };
            view.detective_moved(DetectiveMove::Ride { by: DetectiveId::D1, step }, None).unwrap();
        }
        assert_eq!(belief.of(station(13)), 0.25);
        assert_eq!(belief.of(station(3)), 0.0625);
        assert_eq!(belief.of(station(7)), 0.125);
    }

    /// A game may begin in the middle, where nothing is known but the candidates.
    #[test]
    fn a_match_from_the_middle_begins_evenly() {
        let setup = "classic x 13 detectives 190,191,192,193,174 slot 4".parse().unwrap();
        let rules = Arc::new(presets::rules("classic").unwrap());
        let game = Game::from_setup(rules, &setup).unwrap();
        let view = game.detective_view();
        let mut belief = Belief::default();
        belief.follow(view, &MoveModel::UNIFORM);
        let share = 1.0 / view.candidates().len() as f32;
        assert!(view.candidates().iter().all(|station| belief.of(station) == share));
    }
}
