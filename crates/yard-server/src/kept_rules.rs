//! The rules that games keep, for clients that want to see the board of such a game.

use std::sync::Arc;

use yard_core::Rules;
use yard_tabletop::{CatalogError, KeptRules, read_record};

use crate::error::ApiError;
use crate::lobby::Lobby;

impl Lobby {
    /// The text of the rules that a game keeps under a name `NAME@KEY`; none where the name is of rules on offer.
    pub(crate) async fn kept_text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match name.rsplit_once('@') {
            None => Ok(None),
            Some((_, key)) => match self.store.rules_text(key).await? {
                Some(text) => Ok(Some(text)),
                None => Err(unknown(name)),
            },
        }
    }

    /// Rules by name: those on offer, or as a game [keeps](Lobby::kept_text) them. Large ones take a moment.
    pub(crate) fn read_rules(
        &self,
        name: &str,
        kept: Option<&str>,
    ) -> Result<Arc<Rules>, ApiError> {
        match kept {
            None => Ok(self.catalog.rules(name)?),
            Some(text) => KeptRules::read_text(text).map(Arc::new).ok_or_else(|| unknown(name)),
        }
    }

    /// Gives their rules to games and imports of older formats, which know them by name only: from now on an edited file changes
    /// nothing in them. Games whose rules are not on offer stay as they are until these are offered again.
    pub(crate) async fn give_rules(&self) -> Result<(), ApiError> {
        for named in self.store.rules_by_name().await? {
            if let Ok(rules) = self.catalog.rules_for(&named.name, Some(named.detectives)) {
                self.store.give_rules(&named, &KeptRules::new(&rules)).await?;
            }
        }
        self.give_import_rules().await
    }

    /// The same for imported records.
    async fn give_import_rules(&self) -> Result<(), ApiError> {
        let mut after = String::new();
        loop {
            let some = self.store.imports_without_rules(&after).await?;
            let Some((last, _)) = some.last() else { return Ok(()) };
            after.clone_from(last);
            for (id, record) in &some {
                if let Ok((_, rules)) = read_record(record, &self.catalog) {
                    self.store.give_import_rules(id, &KeptRules::new(&rules)).await?;
                }
            }
        }
    }
}

fn unknown(name: &str) -> ApiError {
    let short = name.chars().filter(|c| !c.is_control()).take(40).collect();
    CatalogError::Unknown(short).into()
}
