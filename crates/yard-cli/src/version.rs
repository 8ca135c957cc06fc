//! What `yard --version` tells.

/// Version, commit, target and features, one a line.
pub(crate) fn long() -> String {
    let features = if cfg!(feature = "postgres") { "postgres" } else { "none" };
    let kind = if cfg!(debug_assertions) { ", a debug build" } else { "" };
    format!(
        "{}\ncommit: {}\ntarget: {}{kind}\nfeatures: {features}",
        env!("CARGO_PKG_VERSION"),
        env!("YARD_BUILT_FROM"),
        env!("YARD_TARGET"),
    )
}
