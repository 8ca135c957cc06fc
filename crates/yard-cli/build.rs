//! Hands target and commit to the program, for `yard --version`.
//!
//! It asks neither git nor the clock: the same source gives the same program, and a new commit builds nothing again. The commit
//! is what `scripts/release` says, or what `git archive` wrote into `src/source.txt`; otherwise it is not known.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/source.txt");
    println!("cargo::rerun-if-env-changed=YARD_COMMIT");
    let given = env::var("YARD_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(archived).unwrap_or_else(|| "not recorded".to_owned());
    println!("cargo::rustc-env=YARD_BUILT_FROM={commit}");
    println!("cargo::rustc-env=YARD_TARGET={}", env::var("TARGET").unwrap_or_default());
}

/// The commit in a source archive; none in a clone, where the place is still to be filled.
fn archived() -> Option<String> {
    let text = fs::read_to_string("src/source.txt").ok()?;
    let commit = text.split_whitespace().next()?;
    let whole = commit.len() >= 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    whole.then(|| commit.to_owned())
}
