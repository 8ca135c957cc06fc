//! Files that commands write beside what they print.

use std::path::Path;

use yard_plot::PlotError;
use yard_report::NamedPlot;

use super::progress::make_folder;
use crate::exit::{CliError, say};

/// Writes a file of our own into a folder, replacing an older one.
pub(crate) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), CliError> {
    yard_files::replace(&folder.join(name), bytes).map_err(CliError::bad)
}

/// Writes a file of the user's choice. The path is the user's, so one that cannot be written is bad input.
pub(crate) fn save(file: &Path, text: &str) -> Result<(), CliError> {
    yard_files::save(file, text.as_bytes()).map_err(CliError::bad)
}

/// Refuses a place where [`save`] could not write, before the work for it is done.
pub(crate) fn check_place(file: &Path) -> Result<(), CliError> {
    yard_files::check_place(file).map_err(CliError::bad)
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
