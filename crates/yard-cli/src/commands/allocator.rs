//! Gives freed memory back to the system, in a server that runs for months.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What glibc is told. By itself it moves these limits up with the largest table that was ever freed, to 32 and 64 MiB at most
/// (mallopt(3)), and then keeps as much in the heap of every thread. `yard load --abuse` measures a server with these limits
/// beside one with the largest (research/results/load).
const LIMITS: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "262144"), ("MALLOC_TRIM_THRESHOLD_", "262144")];

/// Starts the program again with the same arguments and process number, since glibc reads its limits only once. Limits that
/// are already set stay. A program with musl has another allocator (`main.rs`) and none of this. Returns where the program cannot be started again.
pub(super) fn give_memory_back() {
    if LIMITS.iter().any(|(name, _)| env::var_os(name).is_some()) {
        return;
    }
    let Ok(program) = env::current_exe() else {
        return;
    };
    let mut arguments = env::args_os();
    let mut again = Command::new(program);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // Only returns if it fails, and then the server runs as it is.
    let _ = again.args(arguments).envs(LIMITS).exec();
}
