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

/// A network: an address of which the first bits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Network {
    bits: u128,
    mask: u128,
}

/// All addresses as those of version 6, so that one way of writing does not slip past the other.
fn bits_of(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl Network {
    /// Reads `192.0.2.7`, `192.0.2.0/24` or the same of version 6; `None` when it is none of these.
    pub(crate) fn parse(text: &str) -> Option<Network> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length.parse::<u32>().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let length = length.unwrap_or(all);
        if length > all {
            return None;
        }
        let free = all - length;
        let mask = u128::MAX.checked_shl(free).unwrap_or(0);
        Some(Network { bits: bits_of(address) & mask, mask })
    }

    fn has(self, address: IpAddr) -> bool {
        bits_of(address) & self.mask == self.bits
    }
}

/// Looks whether somebody can be banned under this name.
pub(crate) fn is_banable(who: &str) -> bool {
    match who.strip_prefix("owner:") {
        Some(name) => name.len() >= 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => Network::parse(who).is_some(),
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
        let networks = bans.iter().filter_map(|ban| Network::parse(&ban.who)).collect();
        let owners = bans.iter().filter_map(|ban| ban.who.strip_prefix("owner:"));
        *lock(&self.now) = Banned { networks, owners: owners.map(str::to_lowercase).collect() };
    }

    fn has(&self, address: IpAddr, owner: Option<TokenHash>) -> bool {
        let now = lock(&self.now);
        let known = owner.map(owner_name);
        now.networks.iter().any(|network| network.has(address))
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
    fn a_network_has_its_addresses_and_no_others() {
        let has = |network: &str, address: &str| {
            Network::parse(network).unwrap().has(address.parse().unwrap())
        };
        assert!(has("192.0.2.7", "192.0.2.7") && !has("192.0.2.7", "192.0.2.8"));
        assert!(has("192.0.2.0/24", "192.0.2.255") && !has("192.0.2.0/24", "192.0.3.0"));
        assert!(has("192.0.2.0/24", "::ffff:192.0.2.9"), "written as version 6");
        assert!(has("2001:db8::/32", "2001:db8:5::1") && !has("2001:db8::/32", "2001:db9::1"));
        assert!(has("0.0.0.0/0", "10.1.2.3") && !has("0.0.0.0/0", "2001:db8::1"));
        for wrong in ["", "192.0.2", "192.0.2.7/33", "::/129", "10.0.0.0/x", "somebody"] {
            assert_eq!(Network::parse(wrong), None, "{wrong}");
        }
    }

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
