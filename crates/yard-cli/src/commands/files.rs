//! Files that commands write beside what they print.

use std::fs;
use std::path::Path;

use yard_arena::{NamedPlot, PlotError};

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
