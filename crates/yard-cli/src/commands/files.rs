//! Files that commands write beside what they print.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use yard_plot::PlotError;
use yard_report::NamedPlot;

use super::progress::make_folder;
use crate::exit::{CliError, say};

/// Writes a file so that a reader finds the old or the new one, never half of it.
pub(crate) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), CliError> {
    let fresh = folder.join(format!(".{name}.new"));
    let path = folder.join(name);
    fs::write(&fresh, bytes)
        .and_then(|()| fs::rename(&fresh, &path))
        .map_err(|error| CliError::bad(format!("cannot write {}: {error}", path.display())))
}

/// Writes a file of the user's choice as a whole or not at all, so that a full disk leaves an older one alone.
pub(crate) fn save(file: &Path, text: &str) -> Result<(), CliError> {
    let written = match draft_of(file) {
        // A link, a device or a folder: let the system write or complain.
        None => fs::write(file, text),
        Some(draft) => {
            let written = File::create_new(&draft)
                .and_then(|mut part| part.write_all(text.as_bytes()))
                .and_then(|()| fs::rename(&draft, file));
            if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::AlreadyExists) {
                let _ = fs::remove_file(&draft);
            }
            written
        }
    };
    written.map_err(|error| unwritable(file, &error))
}

/// Refuses a place where [`save`] could not write, before the work for it is done.
pub(crate) fn check_place(file: &Path) -> Result<(), CliError> {
    let tried = match draft_of(file) {
        None if file.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        None => Ok(()),
        Some(draft) => File::create_new(&draft).and_then(|_| fs::remove_file(&draft)),
    };
    tried.map_err(|error| unwritable(file, &error))
}

/// Where a file is written before it takes its place; `None` when it is nothing that may be replaced.
fn draft_of(file: &Path) -> Option<PathBuf> {
    let special = fs::symlink_metadata(file).is_ok_and(|about| !about.is_file());
    let mut name = file.file_name().filter(|_| !special)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    Some(file.with_file_name(name))
}

/// The path is the user's, so a file that cannot be written is bad input.
fn unwritable(file: &Path, error: &io::Error) -> CliError {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    };
    CliError::bad(format!("cannot write {}: {reason}", file.display()))
}

/// Writes pictures, each as SVG and PNG.
pub(crate) fn write_plots(folder: &Path, plots: &[NamedPlot]) -> Result<(), CliError> {
    for (path, plot) in plots {
        let (inner, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = folder.join(inner);
        make_folder(&folder)?;
        replace(&folder, &format!("{name}.svg"), plot.svg().as_bytes())?;
        match plot.png() {
            Ok(bytes) => replace(&folder, &format!("{name}.png"), &bytes)?,
            Err(PlotError::Size(..)) => {
                say(format_args!("warning: {path} is too large for a PNG; there is an SVG"));
            }
            Err(error @ (PlotError::Draw(_) | PlotError::Encode(_))) => {
                return Err(CliError::Internal(error.to_string()));
            }
        }
    }
    Ok(())
}
