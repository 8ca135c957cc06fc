//! Imported records in the store, each with the rules that it was brought under.

use yard_tabletop::KeptRules;

use super::rules::{keep_rules, read_kept};
use super::sql::{Row, Statement};
use super::{QueryError, Store};
use crate::secret::TokenHash;

/// A record to be kept.
pub(crate) struct NewImport {
    pub(crate) id: String,
    /// Of the token that opens it.
    pub(crate) hash: TokenHash,
    pub(crate) owner: Option<TokenHash>,
    pub(crate) record: String,
    pub(crate) rules: KeptRules,
    pub(crate) created: i64,
}

/// A record that was kept. The first versions kept no rules with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptRecord {
    pub(crate) record: String,
    pub(crate) rules: Option<KeptRules>,
}

impl Store {
    /// Keeps an imported record.
    pub(crate) async fn add_import(&self, import: NewImport) -> Result<(), QueryError> {
        let NewImport { id, hash, owner, record, rules, created } = import;
        let sql = "INSERT INTO import (id, hash, owner, record, rules_key, fingerprint, created) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let (key, fingerprint) = (rules.key(), rules.fingerprint as i64);
        let values = vec![
            id.into(),
            hash.into(),
            owner.into(),
            record.into(),
            key.into(),
            fingerprint.into(),
            created.into(),
        ];
        self.change(vec![keep_rules(&rules), Statement::run(sql, values)]).await
    }

    /// An imported record, for its token.
    pub(crate) async fn import(
        &self,
        id: &str,
        hash: TokenHash,
    ) -> Result<Option<KeptRecord>, QueryError> {
        let sql = "SELECT record, fingerprint, (SELECT text FROM rules WHERE rules.key = import.rules_key) \
                   FROM import WHERE id = $1 AND hash = $2";
        let found = self.rows(sql, vec![id.into(), hash.into()]).await?;
        let kept = |mut row: Row| Ok(KeptRecord { record: row.take()?, rules: read_kept(row)? });
        found.into_iter().next().map(kept).transpose()
    }

    /// Whether an imported record is still there.
    pub(crate) async fn has_import(&self, id: &str, hash: TokenHash) -> Result<bool, QueryError> {
        let sql = "SELECT id FROM import WHERE id = $1 AND hash = $2";
        Ok(!self.rows(sql, vec![id.into(), hash.into()]).await?.is_empty())
    }

    /// Some imports that know their rules by name only, with their records, after an id.
    pub(crate) async fn imports_without_rules(
        &self,
        after: &str,
    ) -> Result<Vec<(String, String)>, QueryError> {
        let sql = "SELECT id, record FROM import WHERE rules_key IS NULL AND id > $1 ORDER BY id LIMIT 50";
        let import = |mut row: Row| Ok((row.take()?, row.take()?));
        self.rows(sql, vec![after.into()]).await?.into_iter().map(import).collect()
    }

    /// Gives an import its rules.
    pub(crate) async fn give_import_rules(
        &self,
        id: &str,
        kept: &KeptRules,
    ) -> Result<(), QueryError> {
        let sql = "UPDATE import SET rules_key = $1, fingerprint = $2 WHERE id = $3 AND rules_key IS NULL";
        let values = vec![kept.key().into(), (kept.fingerprint as i64).into(), id.into()];
        self.change(vec![keep_rules(kept), Statement::run(sql, values)]).await
    }
}
