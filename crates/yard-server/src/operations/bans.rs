//! Who is not served.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::lock::lock;
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
    now: Mutex<Banned>,
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
        *lock(&self.now) = Banned { networks, owners: owners.map(str::to_lowercase).collect() };
    }

    fn has(&self, address: IpAddr, owner: Option<TokenHash>) -> bool {
        let now = lock(&self.now);
        let known = owner.map(owner_name);
        now.networks.iter().any(|network| network.contains(address))
            || known.is_some_and(|name| {
                now.owners.iter().any(|owner| name.starts_with(owner) || owner.starts_with(&name))
            })
    }
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
        true => {
            ApiError::forbidden("the operator of this server does not serve you").into_response()
        }
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
