//! The command behind `scripts/site`.
//!
//! ```text
//! yard-site join WEB OUT ENTRY..   writes all modules of WEB below OUT, and each ENTRY as one file with all it imports
//! yard-site pack FILE PACKED       compresses a file for `web/local/unpack.js`
//! ```

mod join;
mod module;
mod pack;

use std::path::Path;
use std::process::ExitCode;

/// Why nothing was made.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("usage: yard-site join WEB OUT ENTRY.. | pack FILE PACKED")]
    Usage,
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    #[error("{0}:{1}: {2}")]
    Module(String, usize, &'static str),
    #[error("modules import each other in a circle: {0}")]
    Circle(String),
    #[error("{0} imports {1}, which is not there")]
    Missing(String, String),
    #[error("{0} imports {1} later, but it is in the page's own file: import it at the top")]
    Joined(String, String),
}

impl Fault {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Fault {
        let path = path.display().to_string();
        move |error| Fault::File(path, error)
    }
}

fn run(args: &[&str]) -> Result<(), Fault> {
    match args {
        ["join", web, out, entries @ ..] if !entries.is_empty() => {
            join::join(Path::new(web), Path::new(out), entries)
        }
        ["pack", file, packed] => pack::pack(Path::new(file), Path::new(packed)),
        _ => Err(Fault::Usage),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(2)
        }
    }
}
