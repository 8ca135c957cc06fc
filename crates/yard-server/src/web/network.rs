//! Ranges of addresses: those of proxies that are believed, of visitors that are not served, and of a local network.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A range of addresses, such as `10.0.0.0/8` or `::1`.
///
/// All addresses count as those of version 6, so that `::ffff:10.0.0.1` does not slip past `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    first: u128,
    /// How many bits of the first address count.
    bits: u32,
}

/// A text that is no range of addresses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no address or range of addresses, such as 127.0.0.1 or 10.0.0.0/8")]
pub struct BadNetwork(String);

/// Bits in front of an address of version 4 that is written as one of version 6.
const MAPPED: u32 = 96;

/// An address as one of version 6.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(four) => four.to_ipv6_mapped().to_bits(),
        IpAddr::V6(six) => six.to_bits(),
    }
}

fn mask(bits: u32) -> u128 {
    u128::MAX.checked_shl(128 - bits).unwrap_or(0)
}

impl Network {
    /// The addresses that share so many bits with this one; `None` when it has not so many.
    pub(crate) fn new(address: IpAddr, bits: u32) -> Option<Network> {
        let (width, before) = if address.is_ipv4() { (32, MAPPED) } else { (128, 0) };
        let counted = before + bits;
        (bits <= width).then(|| Network { first: number(address) & mask(counted), bits: counted })
    }

    /// Whether an address is one of these.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        number(address) & mask(self.bits) == self.first
    }
}

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Network, BadNetwork> {
        let bad = || BadNetwork(text.chars().take(60).collect());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| bad())?)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| bad())?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        Network::new(address, bits.unwrap_or(all)).ok_or_else(bad)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = IpAddr::V6(Ipv6Addr::from_bits(self.first)).to_canonical();
        let bits =
            if first.is_ipv4() && self.bits >= MAPPED { self.bits - MAPPED } else { self.bits };
        write!(f, "{first}/{bits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(network: &str, address: &str) -> bool {
        network.parse::<Network>().unwrap().contains(address.parse().unwrap())
    }

    #[test]
    fn a_network_has_its_addresses_and_no_others() {
        assert!(holds("192.0.2.7", "192.0.2.7") && !holds("192.0.2.7", "192.0.2.8"));
        assert!(holds("192.0.2.0/24", "192.0.2.255") && !holds("192.0.2.0/24", "192.0.3.0"));
        assert!(holds("192.0.2.9/24", "192.0.2.200"), "the bits behind do not count");
        assert!(holds("192.0.2.0/24", "::ffff:192.0.2.9"), "written as version 6");
        assert!(holds("::ffff:192.0.2.0/120", "192.0.2.9"), "the other way round");
        assert!(holds("2001:db8::/32", "2001:db8:5::1") && !holds("2001:db8::/32", "2001:db9::1"));
        assert!(holds("0.0.0.0/0", "10.1.2.3") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("::/0", "2001:db8::1") && holds("::1", "::1") && !holds("::1", "::2"));
    }

    #[test]
    fn networks_are_written_as_they_are_read_and_wrong_ones_refused() {
        for (text, shown) in [
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("192.0.2.7", "192.0.2.7/32"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("2001:db8::5/64", "2001:db8::/64"),
            ("::/0", "::/0"),
        ] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), shown);
        }
        let wrong = [
            "",
            "x",
            "192.0.2",
            "192.0.2.7/33",
            "::/129",
            "::1/129",
            "10.0.0.0/-1",
            "10.0.0/8",
            "10.0.0.0/x",
            "somebody",
        ];
        for wrong in wrong {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
