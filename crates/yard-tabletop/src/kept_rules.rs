//! The rules of a game as it keeps them: their whole text, so that it goes on under the rules that it was begun with.

use std::sync::Arc;

use yard_core::{Board, Checksum, Faults, Rules, presets};

use crate::catalog::Catalog;
use crate::error::RestoreError;

/// Divides the rules from their board.
const BOARD: &str = "\n# The board.\n";

/// Rules as a game keeps them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptRules {
    /// The rules and, but for grids, their board, as TOML.
    pub text: String,
    /// The fingerprint of what matters to play.
    pub fingerprint: u64,
}

impl KeptRules {
    /// Writes rules down.
    pub fn new(rules: &Rules) -> KeptRules {
        let board = rules.board();
        let text = match board.grid_size() {
            // A grid is its size.
            Some(_) => rules.to_toml(),
            None => rules.to_toml() + BOARD + &board.to_toml(),
        };
        KeptRules { text, fingerprint: rules.fingerprint() }
    }

    /// Reads the rules back; `None` when the text is damaged.
    pub fn read(&self) -> Option<Rules> {
        read(&self.text).ok().filter(|rules| rules.fingerprint() == self.fingerprint)
    }

    /// Reads rules from a text alone; `None` when it is damaged.
    pub fn read_text(text: &str) -> Option<Rules> {
        read(text).ok()
    }

    /// A short name of this very text.
    pub fn key(&self) -> String {
        format!("{:016x}", Checksum::of(self.text.as_bytes()).value())
    }
}

/// The rules under which something was begun. Where they are no longer on offer under their name, the name under which
/// the kept ones can be asked for comes with them.
pub(crate) fn kept_or_offered(
    name: &str,
    detectives: usize,
    kept: Option<&KeptRules>,
    catalog: &Catalog,
) -> Result<(Arc<Rules>, Option<String>), RestoreError> {
    let offered = catalog.rules_for(name, Some(detectives as u32));
    let Some(kept) = kept else {
        return Ok((offered?, None));
    };
    if let Ok(offered) = offered
        && offered.fingerprint() == kept.fingerprint
    {
        return Ok((offered, None));
    }
    let rules = kept.read().ok_or(RestoreError::KeptRules)?;
    match usize::from(rules.detectives()) == detectives {
        true => Ok((Arc::new(rules), Some(format!("{name}@{}", kept.key())))),
        false => Err(RestoreError::Start),
    }
}

fn read(text: &str) -> Result<Rules, Faults> {
    let (rules, board) = match text.split_once(BOARD) {
        Some((rules, board)) => (rules, Some(Arc::new(Board::from_toml(board, &presets::board)?))),
        None => (text, None),
    };
    Rules::from_toml(rules, &|name| match &board {
        Some(board) => Ok(Arc::clone(board)),
        None => presets::board(name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_as_they_were_or_not_at_all() {
        for name in presets::RULES.map(|preset| preset.name).into_iter().chain(["grid:6,2,12"]) {
            let rules = presets::rules(name).unwrap();
            let kept = KeptRules::new(&rules);
            assert_eq!(kept.read().as_ref(), Some(&rules), "{name}");
            let other = KeptRules { fingerprint: 1, ..kept.clone() };
            assert_eq!(other.read(), None, "{name}");
            let half = KeptRules { text: kept.text[..kept.text.len() / 2].to_owned(), ..kept };
            assert_eq!(half.read(), None, "{name}");
        }
    }
}
