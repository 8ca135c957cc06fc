//! Files that commands write beside what they print.

use std::path::Path;

use clap::Args;
use yard_plot::PlotError;
use yard_report::NamedPlot;

use super::progress::make_folder;
use crate::exit::{CliError, say};

/// Writes a file of our own into a folder, replacing an older one.
pub(crate) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), CliError> {
    yard_files::replace(&folder.join(name), bytes).map_err(CliError::bad)
}

/// Whether files that exist may be overwritten.
#[derive(Args, Clone, Copy, Default, Debug)]
pub(crate) struct Overwrite {
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

impl Overwrite {
    /// Refuses a place where [`save`](Overwrite::save) would not write, before the work for it is done.
    ///
    /// One rule for all commands: a file that exists is left alone unless `--force` is given. Devices and pipes are
    /// no files, and are written to.
    pub(crate) fn check(self, file: &Path) -> Result<(), CliError> {
        let exists = std::fs::metadata(file).is_ok_and(|about| about.is_file());
        if exists && !self.force {
            let text = format!("{} exists already; --force overwrites it", file.display());
            return Err(CliError::bad(text));
        }
        yard_files::check_place(file).map_err(CliError::bad)
    }

    /// Writes a file of the user's choice. The path is the user's, so one that cannot be written is bad input.
    pub(crate) fn save(self, file: &Path, text: &str) -> Result<(), CliError> {
        self.check(file)?;
        yard_files::save(file, text.as_bytes()).map_err(CliError::bad)
    }
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
