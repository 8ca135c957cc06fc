//! The rules that games keep, for clients that want to see the board of such a game.

use std::sync::Arc;

use yard_core::Rules;
use yard_tabletop::{CatalogError, KeptRules};

use crate::error::ApiError;
use crate::lobby::Lobby;

impl Lobby {
    /// Rules by name: those on offer, or `NAME@KEY` as a game keeps them.
    pub(crate) async fn rules(&self, name: &str) -> Result<Arc<Rules>, ApiError> {
        let Some((_, key)) = name.rsplit_once('@') else {
            return Ok(self.catalog.rules(name)?);
        };
        let text = self.store.rules_text(key).await?;
        let rules = text.and_then(|text| KeptRules::read_text(&text));
        let short = || name.chars().filter(|c| !c.is_control()).take(40).collect();
        Ok(Arc::new(rules.ok_or_else(|| CatalogError::Unknown(short()))?))
    }

    /// Gives their rules to games of older formats, which know them by name only: from now on an edited file changes
    /// nothing in them. Games whose rules are not on offer stay as they are until these are offered again.
    pub(crate) async fn give_rules(&self) -> Result<(), ApiError> {
        for named in self.store.rules_by_name().await? {
            if let Ok(rules) = self.catalog.rules_for(&named.name, Some(named.detectives)) {
                self.store.give_rules(&named, &KeptRules::new(&rules)).await?;
            }
        }
        Ok(())
    }
}
