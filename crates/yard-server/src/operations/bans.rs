//! Who is not served.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;

use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::secret::TokenHash;
use crate::store::{Ban, owner_name};
use crate::web::Network;

/// Looks whether somebody can be banned under this name.
pub(crate) fn is_banable(who: &str) -> bool {
    match who.strip_prefix("owner:") {
        Some(name) => name.len() >= 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => who.parse::<Network>().is_ok(),
    }
}

/// Everybody who is not served now.
#[derive(Default)]
pub(crate) struct Bans {
    now: watch::Sender<Banned>,
}

#[derive(Default)]
struct Banned {
    networks: Vec<Network>,
    owners: Vec<String>,
}

impl Bans {
    /// Takes over what the operator has decided.
    pub(crate) fn set(&self, bans: &[Ban]) {
        let networks = bans.iter().filter_map(|ban| ban.who.parse().ok()).collect();
        let owners = bans.iter().filter_map(|ban| ban.who.strip_prefix("owner:"));
        let owners = owners.map(str::to_lowercase).collect();
        self.now.send_replace(Banned { networks, owners });
    }

    fn has(&self, address: IpAddr, owner: Option<TokenHash>) -> bool {
        let now = self.now.borrow();
        let known = owner.map(owner_name);
        now.networks.iter().any(|network| network.contains(address))
            || known.is_some_and(|name| {
                now.owners.iter().any(|owner| name.starts_with(owner) || owner.starts_with(&name))
            })
    }
}

impl Bans {
    /// Waits until an address is banned: whoever is in must go, too.
    pub(crate) async fn reach(&self, address: IpAddr) {
        let mut now = self.now.subscribe();
        let banned = |now: &Banned| now.networks.iter().any(|network| network.contains(address));
        if now.wait_for(banned).await.is_err() {
            // The server has gone, and with it everybody.
            std::future::pending::<()>().await;
        }
    }
}

/// What somebody is told who is not served.
pub(crate) fn banned() -> ApiError {
    ApiError::forbidden("the operator of this server does not serve you")
}

/// Refuses those who are banned.
pub(crate) async fn ban(
    State(lobby): State<Arc<Lobby>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let owner = request.headers().get("x-yard-owner").and_then(|owner| owner.to_str().ok());
    match lobby.ops.bans.has(from.ip(), owner.map(TokenHash::of)) {
        true => banned().into_response(),
        false => next.run(request).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_known_by_the_beginning_of_a_hash() {
        let bans = Bans::default();
        let owner = TokenHash::of("a token of an owner");
        let here = IpAddr::from([127, 0, 0, 1]);
        assert!(!bans.has(here, Some(owner)));
        let who = format!("owner:{}", owner_name(owner));
        bans.set(&[Ban { who, reason: String::new(), created: 0 }]);
        assert!(bans.has(here, Some(owner)));
        assert!(!bans.has(here, Some(TokenHash::of("another"))) && !bans.has(here, None));
        assert!(
            is_banable("owner:0123456789ab") && !is_banable("owner:xyz") && !is_banable("owner:12")
        );
    }
}
