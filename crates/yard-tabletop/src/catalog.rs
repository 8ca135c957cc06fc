//! The rules on offer, by name. Clients name rules; they never name files.

use std::sync::Arc;

use yard_core::{Faults, Rules, presets};

use crate::error::CatalogError;

/// The rules on offer.
#[derive(Clone, Debug)]
pub struct Catalog {
    loaded: Vec<Arc<Rules>>,
}

impl Catalog {
    /// The presets, and those that were loaded beside them.
    pub fn new(more: Vec<Arc<Rules>>) -> Catalog {
        let presets = presets::RULES.iter().filter_map(|preset| presets::rules(preset.name).ok());
        Catalog { loaded: presets.map(Arc::new).chain(more).collect() }
    }

    /// All rules that have a name of their own.
    pub fn all(&self) -> &[Arc<Rules>] {
        &self.loaded
    }

    /// Rules by name: a preset, a grid, or one of those that were loaded.
    ///
    /// # Errors
    /// When there are none of this name.
    pub fn rules(&self, name: &str) -> Result<Arc<Rules>, CatalogError> {
        if let Some(known) = self.loaded.iter().find(|rules| rules.name() == name) {
            return Ok(Arc::clone(known));
        }
        match name.starts_with("grid:") {
            true => Ok(Arc::new(presets::rules(name)?)),
            false => {
                let short = name.chars().filter(|c| !c.is_control()).take(40).collect();
                Err(CatalogError::Unknown(short))
            }
        }
    }

    /// Rules for a number of detectives; `None` leaves it as the rules have it.
    ///
    /// # Errors
    /// When there are none of this name, or they are not for so many.
    pub fn rules_for(
        &self,
        name: &str,
        detectives: Option<u32>,
    ) -> Result<Arc<Rules>, CatalogError> {
        let rules = self.rules(name)?;
        match detectives {
            None => Ok(rules),
            Some(count) => Ok(with_detectives(rules, count)?),
        }
    }
}

/// The same rules for another number of detectives.
pub(crate) fn with_detectives(rules: Arc<Rules>, count: u32) -> Result<Arc<Rules>, Faults> {
    match count == u32::from(rules.detectives()) {
        true => Ok(rules),
        false => rules.with_detectives(count).map(Arc::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_paths() {
        let catalog = Catalog::new(Vec::new());
        for name in ["../data/rules/classic.toml", "/etc/passwd", "classic.toml", "grid:99,9,9"] {
            assert!(catalog.rules(name).is_err(), "{name}");
        }
        assert!(catalog.rules("grid:4,2,12").is_ok());
    }
}
