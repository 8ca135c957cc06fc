//! How much room is left on a disk.

use std::path::Path;

/// Bytes that this user may still write where a folder lies.
#[cfg(unix)]
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = nix::sys::statvfs::statvfs(folder).ok()?;
    // The widths of these differ between systems.
    #[expect(clippy::useless_conversion, reason = "narrower on some systems")]
    let free = u64::from(disk.blocks_available()) * u64::from(disk.fragment_size());
    Some(free)
}

/// Elsewhere nobody says.
#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
}
