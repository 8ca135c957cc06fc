//! Bytes as one number, the same on every machine.

/// FNV-1a with 64 bits: short, and the same everywhere. It guards against mix-ups, not against people.
///
/// ```
/// use yard_core::Checksum;
/// let mut sum = Checksum::default();
/// sum.add(b"foo");
/// sum.add(b"bar");
/// assert_eq!(sum, Checksum::of(b"foobar"));
/// assert_eq!(sum.value(), 0x85944171f73967e8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Checksum {
        let mut sum = Checksum::default();
        sum.add(bytes);
        sum
    }

    /// Takes in more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// The checksum of no bytes.
impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}
