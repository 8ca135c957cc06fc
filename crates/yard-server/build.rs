//! Lists the files of the page, so that release builds embed them.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

#[path = "src/web/page_files.rs"]
mod page_files;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/web/page_files.rs");
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let web = Path::new(&root).join("../../web");
    let files = list(&web);
    assert!(files.iter().any(|file| file == "index.html"), "there is no page in {}", web.display());
    // Debug builds read the files when they are asked for, so what changes there builds nothing again.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let tops: BTreeSet<_> = files.iter().filter_map(|file| file.split('/').next()).collect();
        for top in tops {
            println!("cargo::rerun-if-changed={}", web.join(top).display());
        }
    }
    let lines = files.iter().map(|file| {
        let path = web.join(file);
        format!("    ({file:?}, include_bytes!({path:?})),\n")
    });
    let text = format!("&[\n{}]\n", lines.collect::<String>());
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("page.rs"), text).expect("the folder for built files");
}

/// The files of the page below a folder, by their paths from there, sorted.
fn list(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    walk(folder, "", &mut found);
    found.sort();
    found
}

fn walk(folder: &Path, before: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{before}{name}");
        if page_files::kind(&path).is_some() {
            found.push(path);
        } else if entry.path().is_dir() && path != "tests" && name != "node_modules" {
            walk(&entry.path(), &format!("{path}/"), found);
        }
    }
}
