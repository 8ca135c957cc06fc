//! Tells rules apart by all that matters to play, not by name.

use std::fmt::{self, Display, Write};

use crate::checksum::Checksum;
use crate::rules::{Length, Order, Rules, Start};
use crate::station::Station;

impl Rules {
    /// A number that stands for all that matters to play: equal for `grid5` and `grid:5,2,15`,
    /// another one when a line, a ticket or a start card changes.
    ///
    /// Solved policies and the names of kept ones hold it, so it never changes: it is the
    /// [`Checksum`] of the text that `canonical_text` describes, version 1. Something new in the
    /// rules is added to the end of that text, and only where it is not as it used to be, so that
    /// old rules keep their numbers.
    ///
    /// ```
    /// use yard_core::presets;
    /// let print = |name| presets::rules(name).unwrap().fingerprint();
    /// assert_eq!(print("grid5"), print("grid:5,2,15"));
    /// assert_ne!(print("grid5"), print("grid:5,2,16"));
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        Checksum::of(canonical_text(self).as_bytes()).value()
    }
}

/// The rules as text, version 1. Parts are divided by a space:
///
/// 1. the number of stations;
/// 2. `Slots(24)` or `Turns(22)`;
/// 3. `Fixed` or `Any`, the order of the detectives;
/// 4. the slots after which Mr X surfaces, as in `[3, 8]`;
/// 5. the start: `Deck([#13, #26])`, `Decks { mr_x: [#35], detectives: [#13] }`, `Anywhere` or
///    `Fixed { mr_x: #1, detectives: [#2] }`, cards in the order of the file;
/// 6. the number of detectives;
/// 7. `true` or `false` for `hand_over`, `mr_x_may_enter_detective` and `start_known`;
/// 8. the tickets of a detective and those of Mr X, as in `10,8,4` and `4,3,3,5,2`; `-` is no limit;
/// 9. each line of the board in order, as in `1-8taxi`.
fn canonical_text(rules: &Rules) -> String {
    let length = match rules.length() {
        Length::Slots(slots) => format!("Slots({slots})"),
        Length::Turns(turns) => format!("Turns({turns})"),
    };
    let order = match rules.order() {
        Order::Fixed => "Fixed",
        Order::Any => "Any",
    };
    let start = match rules.start() {
        Start::Deck(cards) => format!("Deck({})", Cards(cards)),
        Start::Decks { mr_x, detectives } => {
            format!("Decks {{ mr_x: {}, detectives: {} }}", Cards(mr_x), Cards(detectives))
        }
        Start::Anywhere => "Anywhere".to_owned(),
        Start::Fixed { mr_x, detectives } => {
            format!("Fixed {{ mr_x: #{mr_x}, detectives: {} }}", Cards(detectives))
        }
    };
    let mut text = format!(
        "{} {length} {order} {} {start} {} {} {} {} {} {}",
        rules.board().stations().len(),
        Listed(|| rules.surfacings()),
        rules.detectives(),
        rules.hand_over(),
        rules.mr_x_may_enter_detective(),
        rules.start_known(),
        rules.detective_tickets(),
        rules.mr_x_tickets(),
    );
    for line in rules.board().lines() {
        write!(text, " {}-{}{}", line.a, line.b, line.transport.name())
            .expect("a text takes everything");
    }
    text
}

/// A list in brackets.
struct Listed<F>(F);

impl<I: Iterator<Item: Display>, F: Fn() -> I> Display for Listed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (i, item) in self.0().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        f.write_char(']')
    }
}

/// Start cards in brackets.
struct Cards<'a>(&'a [Station]);

impl Display for Cards<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Listed(|| self.0.iter().map(|card| format!("#{card}"))).fmt(f)
    }
}

#[cfg(all(test, feature = "presets"))]
mod tests {
    use crate::presets;

    /// These stand in policy files and in the names of kept ones: they must not change.
    #[test]
    fn fingerprints_stay_what_they_were() {
        let of = |name: &str| presets::rules(name).unwrap().fingerprint();
        let presets_today: Vec<(&str, u64)> =
            presets::RULES.iter().map(|preset| (preset.name, of(preset.name))).collect();
        assert_eq!(
            presets_today,
            [
                ("classic", 0x8ec6_4783_6039_e8d2),
                ("modern", 0xb554_487d_9aed_6182),
                ("bristol", 0xd3ea_b201_3e40_f1f0),
                ("dash", 0x83bf_33ef_9b4e_b221),
                ("grid5", 0xb0b4_982e_f6f8_ee4f),
                ("grid5-30", 0xd4db_55fb_2abc_4c24),
                ("grid7", 0x14a7_32a7_10cb_db5e),
                ("grid15", 0x2808_5ee3_417d_0e06),
                ("glasses", 0x70bb_7881_1601_d6fa),
            ]
        );
        assert_eq!(of("grid:5,2,15"), of("grid5"));
        assert_eq!(of("grid:4,2,12"), 0x0480_6b71_2471_af1f);
        assert_eq!(of("grid:3,1,6,2"), 0xa68c_a453_4e0e_704f);
    }

    #[test]
    fn changed_rules_have_another_fingerprint() {
        let rules = presets::rules("classic").unwrap();
        let three = rules.with_detectives(3).unwrap();
        assert_eq!(three.fingerprint(), 0xb600_5732_f5f0_290a);
        let shorter = rules.without_first(3).unwrap();
        assert_eq!(shorter.fingerprint(), 0x564c_c509_1d25_6d9e);
        let entering = rules.with_mr_x_may_enter_detective(true);
        assert_eq!(entering.fingerprint(), 0x067b_8a96_547d_5e1d);
        assert_eq!(rules.with_name("other").fingerprint(), rules.fingerprint());
    }
}
