//! Tells rules apart by all that matters to play, not by name.

use std::fmt::Write;

use yard_core::Rules;

/// A number that stands for some rules: the same for `grid5` and `grid:5,2,15`.
pub fn fingerprint(rules: &Rules) -> u64 {
    let surfaces: Vec<u8> =
        (1..=rules.slots()).filter(|slot| rules.surfaces_after(*slot)).collect();
    let mut text = format!(
        "{} {:?} {:?} {surfaces:?} {:?} {} {} {} {} {}",
        rules.board().stations().len(),
        rules.length(),
        rules.order(),
        rules.start(),
        rules.detectives(),
        rules.hand_over(),
        rules.mr_x_may_enter_detective(),
        rules.start_known(),
        rules.detective_tickets(),
    );
    let _ = write!(text, " {}", rules.mr_x_tickets());
    for line in rules.board().lines() {
        let _ = write!(text, " {}-{}{}", line.a, line.b, line.transport.name());
    }
    checksum(text.as_bytes())
}

/// FNV-1a: short, and the same everywhere.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
