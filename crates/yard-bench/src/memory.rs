//! The most memory that the process has held, where the system tells it.

/// Lets the peak begin anew, so that a case is not charged with an earlier one.
///
/// Linux does so when 5 is written into `clear_refs` (proc(5)). Elsewhere, or where that is not
/// allowed, the peak is that of the whole process.
pub(super) fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The peak of the memory held, in MiB; `None` where the system does not tell.
pub fn peak_mib() -> Option<f64> {
    peak_in(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `VmHWM:    5120 kB` of a status text.
fn peak_in(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_a_status() {
        assert_eq!(peak_in("Name:\tyard\nVmHWM:\t    5120 kB\nVmRSS:\t 1 kB\n"), Some(5.0));
        assert_eq!(peak_in("Name:\tyard\n"), None);
        assert_eq!(peak_in("VmHWM:\tmuch\n"), None);
    }
}
