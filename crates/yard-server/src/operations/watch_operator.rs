//! Learns what an operator changes while the server runs: games ended or deleted, bans.

use std::sync::Weak;
use std::time::Duration;

use crate::lobby::Lobby;
use crate::store::QueryError;

/// How often somebody looks.
const EACH: Duration = Duration::from_secs(1);

/// Looks every second, as long as there is a lobby.
pub(crate) async fn watch_operator(lobby: Weak<Lobby>) {
    let mut seen = None;
    while let Some(lobby) = lobby.upgrade() {
        if let Ok(number) = look(&lobby, seen).await {
            seen = Some(number);
        }
        drop(lobby);
        tokio::time::sleep(EACH).await;
    }
}

/// Looks once; returns the number of the last notice.
pub(crate) async fn look(lobby: &Lobby, seen: Option<i64>) -> Result<i64, QueryError> {
    let Some(seen) = seen else {
        let number = lobby.store.last_notice().await?;
        lobby.ops.bans.set(&lobby.store.bans().await?);
        return Ok(number);
    };
    let notices = lobby.store.notices(seen).await?;
    if notices.is_empty() {
        return Ok(seen);
    }
    lobby.ops.bans.set(&lobby.store.bans().await?);
    let mut last = seen;
    for (number, game) in notices {
        last = number;
        if let Some(table) = game.and_then(|id| lobby.in_memory(&id)) {
            // It is found again as the operator has left it.
            table.end().await;
        }
    }
    Ok(last)
}
