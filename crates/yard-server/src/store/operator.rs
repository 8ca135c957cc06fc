//! What an operator sees and changes. Servers that run learn of it by notices.

use serde::Serialize;

use super::retention::delete_game;
use super::sql::{Row, Statement, Value};
use super::{QueryError, Store};
use crate::secret::TokenHash;

/// A game as an operator sees it: nothing of Mr X's way, no seed, no link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedForAdmin {
    /// The id of the game.
    pub id: String,
    /// The name of the rules.
    pub rules: String,
    /// Who plays.
    pub names: String,
    /// `open`, `over` or `cancelled`.
    pub state: String,
    /// Moves that are kept.
    pub plies: u32,
    /// The beginning of the hash of the owner's token.
    pub owner: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it was changed last.
    pub touched: i64,
}

/// Which games an operator wants to see.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AdminList {
    /// Only those in this state.
    pub state: Option<String>,
    /// Only those that were not touched since this moment.
    pub before: Option<i64>,
    /// At most so many, the latest first.
    pub most: u32,
}

/// Who is not served.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ban {
    /// An address, a network such as `10.0.0.0/8`, or `owner:` and the beginning of a hash.
    pub who: String,
    /// Why, for the operator.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
}

/// What one owner may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Quota {
    /// Games of any state.
    pub games: u64,
    /// Bytes of imported records and table-side logs.
    pub bytes: u64,
}

impl Default for Quota {
    fn default() -> Quota {
        Quota { games: 10_000, bytes: 64 << 20 }
    }
}

/// Letters of a hash that name an owner.
pub(crate) const OWNER_LETTERS: usize = 12;

/// The name of an owner in lists and bans.
pub(crate) fn owner_name(hash: TokenHash) -> String {
    hash.0.iter().take(OWNER_LETTERS / 2).map(|byte| format!("{byte:02x}")).collect()
}

fn notice(game: Option<&str>) -> Statement {
    Statement::run(
        "INSERT INTO notice (game) VALUES ($1)",
        vec![game.map_or(Value::Null, Value::from)],
    )
}

impl Store {
    /// Games, the latest first.
    pub(crate) async fn admin_list(
        &self,
        what: AdminList,
    ) -> Result<Vec<ListedForAdmin>, QueryError> {
        let sql = "SELECT id, rules, names, state, (SELECT count(*) FROM ply WHERE ply.game = game.id), owner, \
                   created, touched FROM game WHERE (CAST($1 AS TEXT) IS NULL OR state = $1) AND touched < $2 \
                   ORDER BY touched DESC, id LIMIT $3";
        let values =
            vec![what.state.into(), what.before.unwrap_or(i64::MAX).into(), what.most.into()];
        let game = |mut row: Row| {
            Ok(ListedForAdmin {
                id: row.take()?,
                rules: row.take()?,
                names: row.take()?,
                state: row.take()?,
                plies: row.take()?,
                owner: row.take::<Option<TokenHash>>()?.map(owner_name),
                created: row.take()?,
                touched: row.take()?,
            })
        };
        self.rows(sql, values).await?.into_iter().map(game).collect()
    }

    /// Ends an open game without a result. Whoever plays it is turned back at the next move and looks again.
    pub(crate) async fn end(&self, id: &str) -> Result<(), QueryError> {
        let sql = "UPDATE game SET state = 'cancelled', fence = fence + 1 WHERE id = $1 AND state = 'open'";
        self.change(vec![Statement::must(sql, vec![id.into()]), notice(Some(id))]).await
    }

    /// Deletes a game or an import.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, QueryError> {
        let known = ["SELECT id FROM game WHERE id = $1", "SELECT id FROM import WHERE id = $1"];
        let known = known.map(|sql| Statement::rows(sql, vec![id.into()]));
        let found = self.backend.read(known.into()).await?;
        if found.iter().all(Vec::is_empty) {
            return Ok(false);
        }
        let mut change = delete_game(id);
        change.push(Statement::run("DELETE FROM import WHERE id = $1", vec![id.into()]));
        change.push(notice(Some(id)));
        self.change(change).await.map(|()| true)
    }

    /// Everybody who is not served.
    pub(crate) async fn bans(&self) -> Result<Vec<Ban>, QueryError> {
        let sql = "SELECT who, reason, created FROM ban ORDER BY who";
        let ban =
            |mut row: Row| Ok(Ban { who: row.take()?, reason: row.take()?, created: row.take()? });
        self.rows(sql, Vec::new()).await?.into_iter().map(ban).collect()
    }

    /// Serves somebody no longer.
    pub(crate) async fn ban(&self, ban: Ban) -> Result<(), QueryError> {
        let sql = "INSERT INTO ban (who, reason, created) VALUES ($1, $2, $3) \
                   ON CONFLICT (who) DO UPDATE SET reason = excluded.reason";
        let values = vec![ban.who.into(), ban.reason.into(), ban.created.into()];
        self.change(vec![Statement::run(sql, values), notice(None)]).await
    }

    /// Serves somebody again; [`QueryError::Fenced`] when there was no ban.
    pub(crate) async fn unban(&self, who: &str) -> Result<(), QueryError> {
        let sql = "DELETE FROM ban WHERE who = $1";
        self.change(vec![Statement::must(sql, vec![who.into()]), notice(None)]).await
    }

    /// What one owner may keep.
    pub(crate) async fn quota(&self) -> Result<Quota, QueryError> {
        let sql = "SELECT key, value FROM setting WHERE key IN ('quota_games', 'quota_bytes')";
        let mut quota = Quota::default();
        for mut row in self.rows(sql, Vec::new()).await? {
            let (key, value): (String, String) = (row.take()?, row.take()?);
            let value = value.parse().map_err(|_| QueryError::Damaged)?;
            match key == "quota_games" {
                true => quota.games = value,
                false => quota.bytes = value,
            }
        }
        Ok(quota)
    }

    /// Changes what one owner may keep.
    pub(crate) async fn set_quota(&self, quota: Quota) -> Result<(), QueryError> {
        let set = |key: &str, value: u64| {
            let sql = "INSERT INTO setting (key, value) VALUES ($1, $2) \
                       ON CONFLICT (key) DO UPDATE SET value = excluded.value";
            Statement::run(sql, vec![key.into(), value.to_string().into()])
        };
        let change =
            vec![set("quota_games", quota.games), set("quota_bytes", quota.bytes), notice(None)];
        self.change(change).await
    }

    /// What an owner keeps now.
    pub(crate) async fn usage(&self, owner: TokenHash) -> Result<Quota, QueryError> {
        let queries = [
            "SELECT count(*) FROM game WHERE owner = $1",
            "SELECT CAST(coalesce(sum(length(record)), 0) AS BIGINT) FROM import WHERE owner = $1",
            "SELECT CAST(coalesce(sum(length(record)), 0) AS BIGINT) FROM log WHERE owner = $1",
        ];
        let queries = queries.map(|sql| Statement::rows(sql, vec![owner.into()]));
        let found = self.backend.read(queries.into()).await?;
        let mut numbers = found
            .into_iter()
            .map(|rows| super::sql::first(Some(rows)).ok_or(QueryError::Damaged)?.take::<u64>());
        let mut next = || numbers.next().unwrap_or(Err(QueryError::Damaged));
        Ok(Quota { games: next()?, bytes: next()? + next()? })
    }

    /// The number of the last notice.
    pub(crate) async fn last_notice(&self) -> Result<i64, QueryError> {
        let sql = "SELECT coalesce(max(number), 0) FROM notice";
        let mut rows = self.rows(sql, Vec::new()).await?.into_iter();
        rows.next().ok_or(QueryError::Damaged)?.take()
    }

    /// What an operator has changed since: a game, or bans and quotas.
    pub(crate) async fn notices(
        &self,
        after: i64,
    ) -> Result<Vec<(i64, Option<String>)>, QueryError> {
        let sql = "SELECT number, game FROM notice WHERE number > $1 ORDER BY number";
        let notice = |mut row: Row| Ok((row.take()?, row.take()?));
        self.rows(sql, vec![after.into()]).await?.into_iter().map(notice).collect()
    }
}
