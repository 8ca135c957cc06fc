//! Who asks: the address that counts for limits and for turns in queues.
//!
//! Behind a proxy every connection comes from the proxy. Where the operator trusts it, its header says who stands
//! behind it. Each proxy adds the address that it was called from at the end, so only the end of the list can be
//! believed: the last address that is no trusted proxy is the client. What stands before it the client wrote himself.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;

use super::network::Network;
use crate::cluster::HandedOn;

/// One client: an address of version 4, or a network of 64 bits of version 6, which one household or machine has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Client(IpAddr);

/// The bits of an address of version 6 that tell one client from another.
const NETWORK: u128 = u128::MAX << 64;

impl Client {
    /// The server itself, for games that nobody has asked for since it started.
    pub(crate) const NOBODY: Client = Client(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    /// The client at an address.
    pub(crate) fn of(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits() & NETWORK).into(),
            four @ IpAddr::V4(_) => four,
        })
    }
}

/// The header in which a proxy tells who called it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For: client, proxy`, which nginx and Caddy write.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=client, for=proxy` (RFC 7239).
    Forwarded,
}

impl FromStr for ForwardedHeader {
    type Err = String;

    fn from_str(text: &str) -> Result<ForwardedHeader, String> {
        match text {
            "x-forwarded-for" => Ok(ForwardedHeader::XForwardedFor),
            "forwarded" => Ok(ForwardedHeader::Forwarded),
            _ => Err(format!("the header is x-forwarded-for or forwarded, not \"{text}\"")),
        }
    }
}

impl fmt::Display for ForwardedHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().as_str())
    }
}

impl ForwardedHeader {
    fn name(self) -> HeaderName {
        match self {
            ForwardedHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ForwardedHeader::Forwarded => HeaderName::from_static("forwarded"),
        }
    }

    /// The address in one element of the header; `None` where it hides or mistakes it.
    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            ForwardedHeader::XForwardedFor => host(element.trim()),
            ForwardedHeader::Forwarded => element.split(';').find_map(|pair| {
                let (key, value) = pair.split_once('=')?;
                let value = value.trim().trim_matches('"');
                key.trim().eq_ignore_ascii_case("for").then(|| host(value)).flatten()
            }),
        }
    }
}

/// An address with or without a port: `1.2.3.4`, `1.2.3.4:5`, `2001:db8::1`, `[2001:db8::1]:5`.
fn host(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

/// The proxies that are believed.
#[derive(Clone, Default, Debug)]
pub struct TrustedProxies {
    /// Where they are.
    pub ranges: Vec<Network>,
    /// What they write.
    pub header: ForwardedHeader,
}

impl TrustedProxies {
    /// Whether an address is that of a proxy of ours.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.ranges.iter().any(|range| range.contains(address))
    }

    /// The address of whoever asks, given who has called us and what the headers say.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return peer;
        }
        let lines = headers.get_all(self.header.name()).iter().rev();
        let elements = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        let mut last = peer;
        for element in elements {
            // Whoever the proxy cannot name counts as the proxy that called last.
            let Some(address) = self.header.address(element) else { break };
            last = address.to_canonical();
            if !self.trusts(last) {
                break;
            }
        }
        last
    }
}

/// Notes on every request who asks: the address, and the client for limits and turns. What another process of this
/// server hands on has the address already.
pub(crate) async fn name_client(
    State(proxies): State<Arc<TrustedProxies>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let handed_on = request.extensions().get::<HandedOn>().is_some();
    let address = match handed_on {
        true => peer.ip(),
        false => proxies.address(peer.ip(), request.headers()),
    };
    let extensions = request.extensions_mut();
    extensions.insert(ConnectInfo(SocketAddr::new(address, peer.port())));
    extensions.insert(Client::of(address));
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn client(header: ForwardedHeader, peer: &str, values: &[&str]) -> Client {
        let ranges = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|range| range.parse().unwrap());
        let proxies = TrustedProxies { ranges: ranges.to_vec(), header };
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header.name(), value.parse().unwrap());
        }
        Client::of(proxies.address(ip(peer), &headers))
    }

    #[test]
    fn addresses_of_version_six_count_by_their_network() {
        let same = |a: &str, b: &str| Client::of(ip(a)) == Client::of(ip(b));
        assert!(same("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
    }

    #[test]
    fn the_last_address_that_is_no_proxy_of_ours_counts() {
        let of = |peer: &str, values: &[&str]| client(ForwardedHeader::XForwardedFor, peer, values);
        let is = |text: &str| Client::of(ip(text));
        assert_eq!(of("127.0.0.1", &["192.0.2.7"]), is("192.0.2.7"));
        assert_eq!(of("127.0.0.1", &["6.6.6.6, 192.0.2.7"]), is("192.0.2.7"), "he wrote the first");
        assert_eq!(of("127.0.0.1", &["6.6.6.6, 192.0.2.7, 10.1.2.3"]), is("192.0.2.7"));
        assert_eq!(of("127.0.0.1", &["6.6.6.6", "192.0.2.7"]), is("192.0.2.7"), "two lines");
        assert_eq!(of("192.0.2.9", &["6.6.6.6"]), is("192.0.2.9"), "nobody trusts him");
        assert_eq!(of("127.0.0.1", &[]), is("127.0.0.1"), "the proxy itself");
        assert_eq!(of("10.0.0.1", &["6.6.6.6, unknown"]), is("10.0.0.1"), "nothing before counts");
        assert_eq!(of("127.0.0.1", &["192.0.2.7:4711"]), is("192.0.2.7"));
        assert_eq!(of("::ffff:127.0.0.1", &["[2001:db8::5]:4711"]), is("2001:db8::99"));
        assert_eq!(of("fd00::1", &["2001:db8::5"]), is("2001:db8::5"));
    }

    #[test]
    fn the_standard_header_is_read_where_it_was_chosen() {
        let of = |values: &[&str]| client(ForwardedHeader::Forwarded, "127.0.0.1", values);
        let is = |text: &str| Client::of(ip(text));
        assert_eq!(of(&["for=6.6.6.6, for=192.0.2.7;proto=https"]), is("192.0.2.7"));
        assert_eq!(of(&["proto=https;For=\"[2001:db8::5]:47\""]), is("2001:db8::5"));
        assert_eq!(of(&["for=6.6.6.6, for=_hidden"]), is("127.0.0.1"));
    }
}
