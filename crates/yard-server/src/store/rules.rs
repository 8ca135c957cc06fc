//! The texts of rules, each kept once, for the games that were begun under them.

use yard_tabletop::KeptRules;

use super::sql::{Row, Statement};
use super::{QueryError, Store};

/// Keeps a text under its key.
pub(super) fn keep_rules(kept: &KeptRules) -> Statement {
    let sql = "INSERT INTO rules (key, text) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
    Statement::run(sql, vec![kept.key().into(), kept.text.as_str().into()])
}

/// The rules that a row ends with: their fingerprint and their text.
pub(super) fn read_kept(mut row: Row) -> Result<Option<KeptRules>, QueryError> {
    let (fingerprint, text): (Option<i64>, Option<String>) = (row.take()?, row.take()?);
    let kept =
        |(fingerprint, text): (i64, String)| KeptRules { text, fingerprint: fingerprint as u64 };
    Ok(fingerprint.zip(text).map(kept))
}

/// Rules by name, for as many detectives as the games of an older format have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedRules {
    pub(crate) name: String,
    pub(crate) detectives: u32,
}

impl Store {
    /// The text of kept rules.
    pub(crate) async fn rules_text(&self, key: &str) -> Result<Option<String>, QueryError> {
        let sql = "SELECT text FROM rules WHERE key = $1";
        let found = self.rows(sql, vec![key.into()]).await?;
        found.into_iter().next().map(|mut row| row.take()).transpose()
    }

    /// The rules of games that know theirs by name only.
    pub(crate) async fn rules_by_name(&self) -> Result<Vec<NamedRules>, QueryError> {
        // The start names Mr X and each detective, divided by spaces.
        let sql = "SELECT DISTINCT rules, CAST(length(start) - length(replace(start, ' ', '')) AS BIGINT) \
                   FROM game WHERE rules_key IS NULL";
        let named = |mut row: Row| Ok(NamedRules { name: row.take()?, detectives: row.take()? });
        self.rows(sql, Vec::new()).await?.into_iter().map(named).collect()
    }

    /// Gives their rules to all games that know these by name only.
    pub(crate) async fn give_rules(
        &self,
        named: &NamedRules,
        kept: &KeptRules,
    ) -> Result<(), QueryError> {
        let sql = "UPDATE game SET rules_key = $1, fingerprint = $2 WHERE rules = $3 AND rules_key IS NULL \
                   AND CAST(length(start) - length(replace(start, ' ', '')) AS BIGINT) = $4";
        let values = vec![
            kept.key().into(),
            (kept.fingerprint as i64).into(),
            named.name.as_str().into(),
            named.detectives.into(),
        ];
        self.change(vec![keep_rules(kept), Statement::run(sql, values)]).await
    }
}
