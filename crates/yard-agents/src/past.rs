//! What of the past an agent's answer depends on, and views as one number.

use std::hash::{Hash, Hasher};

use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, MrXView, PublicLog, PublicMrXMove, PublicPly, Station,
};

use crate::agent::{Detectives, MrX, SideType};
use crate::policy::Reads;

/// What an agent remembers from one answer to the next, besides what merely saves time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Nothing: the view and the random stream decide.
    Nothing,
    /// Something until the other side moves, such as the rest of a joint move.
    Round,
    /// Something until Mr X is seen again, such as a plan.
    Sighting,
}

/// What an answer depends on besides the random stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    /// What it looks at in its view.
    pub reads: Reads,
    /// What it remembers.
    pub keeps: Keeps,
}

impl Past {
    /// An agent that remembers nothing.
    pub const fn reading(reads: Reads) -> Past {
        Past { reads, keeps: Keeps::Nothing }
    }
}

/// A side whose views can be told apart by one number.
pub trait Recall: SideType<View: Clone + Send, Move: Copy + PartialEq + Send> {
    /// A number for what a policy with these eyes sees: equal views have equal numbers.
    ///
    /// A view that [begins](DetectiveView::just_seen) at the last sighting has the number of the view of the
    /// whole game, unless the whole log counts.
    fn number(view: &Self::View, reads: Reads) -> u64;

    /// Tells whether an agent remembers nothing from before this view.
    fn begins_anew(view: &Self::View, keeps: Keeps) -> bool;

    /// Tells whether a move of this side led from one of its views to a later one, whatever came after it.
    fn was_played(before: &Self::View, mv: Self::Move, after: &Self::View) -> bool;
}

impl Recall for MrX {
    fn number(view: &MrXView, reads: Reads) -> u64 {
        let mut sum = Mixer(0x6d72_7820);
        view.station().hash(&mut sum);
        take_in(view.detective_view(), reads, &mut sum);
        sum.finish()
    }

    /// Mr X answers once in a round, and none of ours remembers more.
    fn begins_anew(_: &MrXView, keeps: Keeps) -> bool {
        match keeps {
            Keeps::Nothing | Keeps::Round | Keeps::Sighting => true,
        }
    }

    fn was_played(before: &MrXView, mv: MrXMove, after: &MrXView) -> bool {
        let slots = usize::from(before.public().slots_used());
        let steps = after.path().get(slots + 1..).unwrap_or_default();
        mv.steps().zip(steps).all(|(step, at)| step.to == *at)
    }
}

impl Recall for Detectives {
    fn number(view: &DetectiveView, reads: Reads) -> u64 {
        let mut sum = Mixer(0x7465_616d);
        take_in(view, reads, &mut sum);
        sum.finish()
    }

    fn begins_anew(view: &DetectiveView, keeps: Keeps) -> bool {
        match (keeps, view.log().plies().last()) {
            (Keeps::Nothing, _) | (_, None) => true,
            (Keeps::Round, Some(PublicPly::MrX(_))) => true,
            (Keeps::Sighting, Some(PublicPly::MrX(mv))) => ends_seen(mv).is_some(),
            (Keeps::Round | Keeps::Sighting, Some(PublicPly::Detective(_))) => false,
        }
    }

    fn was_played(before: &DetectiveView, mv: DetectiveMove, after: &DetectiveView) -> bool {
        let next = after.log().plies().get(before.log().plies().len());
        next == Some(&PublicPly::Detective(mv))
    }
}

fn take_in(view: &DetectiveView, reads: Reads, sum: &mut Mixer) {
    view.public().hash(sum);
    match reads {
        Reads::State => {}
        Reads::Now => view.candidates().hash(sum),
        Reads::Sighting => {
            view.candidates().hash(sum);
            let (seen, plies) = since_sighting(view.log());
            seen.hash(sum);
            plies.hash(sum);
        }
        Reads::Log => {
            view.candidates().hash(sum);
            view.log().mr_x_start().hash(sum);
            view.log().start().hash(sum);
            view.log().plies().hash(sum);
        }
    }
}

/// Where Mr X was when everybody knew it last, and what has happened since.
fn since_sighting(log: &PublicLog) -> (Option<Station>, &[PublicPly]) {
    let seen = |ply: &PublicPly| match ply {
        PublicPly::MrX(mv) => ends_seen(mv),
        PublicPly::Detective(_) => None,
    };
    let plies = log.plies();
    match plies.iter().rposition(|ply| seen(ply).is_some()) {
        Some(at) => (seen(&plies[at]), &plies[at + 1..]),
        None => (log.mr_x_start(), plies),
    }
}

/// Where Mr X is seen at the end of a move.
fn ends_seen(mv: &PublicMrXMove) -> Option<Station> {
    mv.steps().last().and_then(|step| step.seen)
}

/// Mixes numbers into one, the same on every machine: all of them are taken as 64 bits.
struct Mixer(u64);

impl Mixer {
    fn take(&mut self, number: u64) {
        let wide = u128::from(self.0 ^ number ^ 0xa076_1d64_78bd_642f)
            * u128::from(0xe703_7ed1_a0b4_28db_u64.wrapping_add(self.0));
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mut end = Mixer(self.0);
        end.take(0x9e37_79b9_7f4a_7c15);
        end.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.take(u64::from_le_bytes(eight));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.take(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.take(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.take(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.take(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.take(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.take(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::random::RandomAgent;
    use crate::{Seed, referee};
    use yard_core::{Rules, presets};

    /// All views of the detectives in some random games.
    fn views(rules: &Arc<Rules>, games: u64) -> Vec<DetectiveView> {
        let mut views = Vec::new();
        for seed in 0..games {
            let game = referee(rules, Seed(seed), &mut RandomAgent, &mut RandomAgent).unwrap();
            let mut replay = game.detective_view().replay();
            while replay.play_next().unwrap().is_some() {
                views.push(replay.view().clone());
            }
        }
        views
    }

    #[test]
    fn different_views_have_different_numbers() {
        for name in ["classic", "modern", "glasses"] {
            let rules = Arc::new(presets::rules(name).unwrap());
            let mut known: BTreeMap<u64, DetectiveView> = BTreeMap::new();
            for view in views(&rules, 20) {
                let number = Detectives::number(&view, Reads::Log);
                let twin = known.entry(number).or_insert_with(|| view.clone());
                assert_eq!(*twin, view, "{name}");
            }
        }
    }

    /// A number that reads no farther than the last sighting is that of a view which begins there.
    #[test]
    fn a_view_from_the_sighting_has_the_number_of_the_whole_game() {
        let rules = Arc::new(presets::rules("classic").unwrap());
        let (mut short, mut compared): (Option<DetectiveView>, u32) = (None, 0);
        for view in views(&rules, 20) {
            match view.log().plies().last() {
                Some(PublicPly::MrX(mv)) if ends_seen(mv).is_some() => {
                    let seen = ends_seen(mv).unwrap();
                    let public = *view.public();
                    short = Some(DetectiveView::just_seen(Arc::clone(&rules), public, seen));
                }
                Some(ply) => {
                    let goes_on = |short: &mut DetectiveView| short.moved(*ply, None).is_ok();
                    let fits = view.log().plies().len() > 1 && short.as_mut().is_some_and(goes_on);
                    if !fits || view.public().outcome().is_some() {
                        short = None;
                    }
                }
                None => short = None,
            }
            if let Some(short) = &short {
                for reads in [Reads::State, Reads::Now, Reads::Sighting] {
                    let of = |view| Detectives::number(view, reads);
                    assert_eq!(of(short), of(&view), "{reads:?}");
                }
                compared += 1;
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
