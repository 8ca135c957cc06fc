//! Regrets at one decision: what every solver of this crate learns by.

/// One step of predictive regret matching⁺ at a decision: adds the regrets of the plan that was played, makes
/// the next plan, and returns what the old one was worth.
///
/// Regrets below 0 are cut (Tammelin 2014, regret matching⁺). The next plan takes the last
/// regret as a prediction of the coming one (Farina, Kroer and Sandholm 2021, section 4).
#[inline]
pub(crate) fn learn(plan: &mut [f64], regrets: &mut [f64], worth: impl Fn(usize) -> f64) -> f64 {
    let mut here = 0.0;
    for (action, chance) in plan.iter().enumerate() {
        here += chance * worth(action);
    }
    let mut sum = 0.0;
    for (action, (chance, regret)) in plan.iter_mut().zip(regrets).enumerate() {
        let now = worth(action) - here;
        *regret = (*regret + now).max(0.0);
        *chance = (*regret + now).max(0.0);
        sum += *chance;
    }
    if sum > 0.0 {
        plan.iter_mut().for_each(|chance| *chance /= sum);
    } else {
        even(plan);
    }
    here
}

/// The average plan out of sums of plans; even where nothing was added.
#[inline]
pub(crate) fn average(sums: &[f64], plan: &mut [f64]) {
    let all: f64 = sums.iter().sum();
    if all > 0.0 {
        plan.iter_mut().zip(sums).for_each(|(chance, sum)| *chance = sum / all);
    } else {
        even(plan);
    }
}

/// The plan that takes every action with the same chance.
#[inline]
pub(crate) fn even(plan: &mut [f64]) {
    plan.fill(1.0 / plan.len() as f64);
}
