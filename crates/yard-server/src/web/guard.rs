//! Who may ask: checks of `Host` and `Origin`, and the headers of every answer.
//!
//! A page of another site can make a browser send requests here. It cannot forge `Origin`, so requests
//! from other origins are refused. A site can also point its own name to this address (DNS rebinding);
//! then `Host` is that name, so only names that were given and plain addresses are served.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::door::DoorState;
use crate::error::ApiError;

/// Which names the server answers to.
pub(crate) struct Guard {
    port: u16,
    loopback: bool,
    hosts: Vec<String>,
    /// The door to the local network.
    door: Arc<DoorState>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: Vec<String>, door: Arc<DoorState>) -> Guard {
        let hosts = hosts.into_iter().map(|host| host.to_ascii_lowercase()).collect();
        Guard { port: address.port(), loopback: address.ip().is_loopback(), hosts, door }
    }

    /// Looks at a request before anything else does.
    fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let host = one(headers, header::HOST).filter(|host| self.knows(host));
        let Some(host) = host else {
            return Err(ApiError::forbidden(
                "this server does not answer to that name; start it with --host NAME",
            ));
        };
        if headers.contains_key(header::ORIGIN) {
            let own = one(headers, header::ORIGIN).and_then(|origin| {
                origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
            });
            if own.is_none_or(|own| !own.eq_ignore_ascii_case(host)) {
                return Err(ApiError::forbidden("requests from other sites are refused"));
            }
        }
        let cross = |site: &HeaderValue| site == "cross-site" || site == "same-site";
        let from_elsewhere = headers.get_all("sec-fetch-site").iter().any(cross);
        // Following a link to the page is fine; everything else from another site is not.
        let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        match from_elsewhere && !navigates {
            true => Err(ApiError::forbidden("requests from other sites are refused")),
            false => Ok(()),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = split(&host);
        if port.is_some_and(|port| port != self.port) && self.loopback {
            return false;
        }
        let plain = name.trim_start_matches('[').trim_end_matches(']');
        match plain.parse::<IpAddr>() {
            Ok(address) => !self.loopback || address.is_loopback() || self.door.has(address),
            Err(_) => name == "localhost" || self.hosts.iter().any(|known| known == name),
        }
    }
}

/// The name and the port of a host, which may be an address of version 6 in brackets.
fn split(host: &str) -> (&str, Option<u16>) {
    let end = host.rfind(']').map_or(0, |at| at + 1);
    match host[end..].rfind(':') {
        Some(at) => (&host[..end + at], Some(host[end + at + 1..].parse().unwrap_or(0))),
        None => (host, None),
    }
}

/// A header that is there exactly once.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    match all.next() {
        None => first.to_str().ok(),
        Some(_) => None,
    }
}

/// Nothing from elsewhere is loaded, and nobody frames the page. Pictures are drawn by the page itself.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Refuses what comes from elsewhere, and puts the headers on every answer.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // What a seat sees is for nobody's cache.
    let free = headers.contains_key(header::CACHE_CONTROL);
    if !free {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap(), vec!["Games.example".to_owned()], Arc::default())
    }

    fn allowed(guard: &Guard, pairs: &[(&str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        guard.check(&headers).is_ok()
    }

    #[test]
    fn a_local_server_answers_to_local_names_only() {
        let guard = guard("127.0.0.1:7199");
        for host in ["127.0.0.1:7199", "localhost:7199", "[::1]:7199", "games.example:7199"] {
            assert!(allowed(&guard, &[("host", host)]), "{host}");
        }
        for host in ["evil.example:7199", "192.168.0.5:7199", "localhost:80", "localhost.:7199", ""]
        {
            assert!(!allowed(&guard, &[("host", host)]), "{host}");
        }
        assert!(!allowed(&guard, &[]), "a request without a host");
        assert!(!allowed(&guard, &[("host", "localhost:7199"), ("host", "localhost:7199")]));
    }

    #[test]
    fn an_open_server_answers_to_addresses_but_not_to_strange_names() {
        let guard = guard("0.0.0.0:7199");
        assert!(allowed(&guard, &[("host", "192.168.0.5:7199")]));
        assert!(allowed(&guard, &[("host", "games.example")]), "behind a proxy");
        assert!(!allowed(&guard, &[("host", "rebound.example:7199")]));
    }

    #[test]
    fn other_origins_are_refused() {
        let guard = guard("127.0.0.1:7199");
        let host = ("host", "localhost:7199");
        assert!(allowed(&guard, &[host, ("origin", "http://localhost:7199")]));
        for origin in ["http://evil.example", "null", "http://localhost:8000", "localhost:7199"] {
            assert!(!allowed(&guard, &[host, ("origin", origin)]), "{origin}");
        }
        let own = ("origin", "http://localhost:7199");
        assert!(!allowed(&guard, &[host, own, ("origin", "http://evil.example")]), "the second");
        assert!(!allowed(&guard, &[host, ("sec-fetch-site", "cross-site")]));
        let sites = [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")];
        assert!(!allowed(&guard, &[host, sites[0], sites[1]]));
        let link = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(allowed(&guard, &link));
    }
}
