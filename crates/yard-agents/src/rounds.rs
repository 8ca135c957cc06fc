//! How long a game can still last.

use yard_core::{Length, PublicState, Rules};

/// Rounds of single moves that are left in a game; a double move takes two of them where slots are counted.
#[inline]
pub(crate) fn rounds_left(rules: &Rules, public: &PublicState) -> u8 {
    match rules.length() {
        Length::Slots(slots) => slots.saturating_sub(public.slots_used()),
        Length::Turns(turns) => turns.saturating_sub(public.turns_used()),
    }
}
