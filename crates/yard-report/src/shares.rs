//! Shares of games as charts take them.

use yard_arena::Share;
use yard_plot::{Caption, Estimate, Plot, SideBySide, SideBySideRow};

/// What the shares of played games are.
pub(crate) const PLAYED: &str = "Games won by the detectives, with 95 % intervals (Wilson)";

/// A share as a chart takes it.
pub fn estimate(share: Share) -> Estimate {
    Estimate { value: share.rate, interval: share.ci95 }
}

/// A published share beside ours.
pub(crate) fn compared(name: String, published: Option<Share>, ours: Share) -> SideBySideRow {
    SideBySideRow { name, shares: [published, Some(ours)].map(|share| share.map(estimate)) }
}

/// Published shares beside ours, both with 95 % intervals; a row has the published one first.
pub fn beside_published(title: &str, note: &str, rows: Vec<SideBySideRow>) -> Plot {
    let caption = Caption::new(title, &[PLAYED, note]);
    SideBySide { caption, kinds: ["published", "ours"].map(str::to_owned), rows }.plot()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shares_and_their_meaning_are_there() {
        let (published, ours) = (Share::new(20, 100), Share::new(30, 100));
        let row = compared("a against b".to_owned(), Some(published), ours);
        let svg = beside_published("Wins", "grid5, seed 1", vec![row]).svg();
        for text in ["a against b", "published", "ours", "20.0 %", "30.0 %", PLAYED, "seed 1"] {
            assert!(svg.contains(text), "{text} is missing");
        }
    }
}
