//! Lists the files of the book, so that release builds embed them.

use std::path::Path;
use std::{env, fs};

#[path = "src/sources.rs"]
mod sources;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/sources.rs");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let exists = |path: &str| root.join(path).is_file();
    let files = sources::list(&read, &exists);
    assert!(files.len() > 10, "docs/SUMMARY.md names no pages");
    // Debug builds read the pages from the disk, so a change there builds nothing again.
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if release {
        for file in &files {
            println!("cargo::rerun-if-changed={}", root.join(file).display());
        }
    }
    let lines = files.iter().filter(|_| release).map(|file| {
        let path = root.join(file);
        format!("    ({file:?}, include_bytes!({path:?})),\n")
    });
    let text = format!("&[\n{}]\n", lines.collect::<String>());
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("files.rs"), text).expect("the folder for built files");
}
