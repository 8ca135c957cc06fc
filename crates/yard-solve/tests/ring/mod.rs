//! A board of five stations, and rules that have everything.

use std::sync::Arc;

use yard_core::{Rules, presets};

/// Five stations in a ring of taxi lines, with a bus line across and a ferry beside it.
const RING: &str = r#"
version  = 1
name     = "ring"
stations = 5

[lines]
taxi  = [[1, 2], [2, 3], [3, 4], [4, 5], [1, 5]]
bus   = [[1, 3], [2, 4]]
ferry = [[3, 5]]
"#;

/// Rules on the ring that have everything: counted tickets, black ones, double moves, hand-over.
const RING_RULES: &str = r#"
version    = 1
name       = "ring"
board      = "ring"
detectives = 1
log_slots  = 4
surfaces   = [2]
order      = "fixed"
hand_over  = true

[detective_tickets]
taxi = 3
bus  = 1

[mr_x_tickets]
taxi   = 2
bus    = 1
black  = 1
double = 1

[start]
anywhere = true
"#;

/// The rules with some lines changed.
pub(crate) fn ring(changes: &[(&str, &str)]) -> Rules {
    let board = Arc::new(yard_core::Board::from_toml(RING, &presets::board).expect("a board"));
    let mut text = RING_RULES.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    Rules::from_toml(&text, &|_| Ok(Arc::clone(&board))).expect("rules")
}
