//! Writes the book as a folder of files: `cargo run -p yard-book --example write_book -- dist/docs`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let Some(folder) = env::args().nth(1) else {
        return Err(io::Error::other("usage: write_book FOLDER"));
    };
    let mut files = 0;
    for (path, file) in yard_book::book().files() {
        let place = Path::new(&folder).join(path);
        fs::create_dir_all(place.parent().unwrap_or(Path::new(&folder)))?;
        fs::write(place, &file.content)?;
        files += 1;
    }
    println!("{folder}: {files} files");
    Ok(())
}
