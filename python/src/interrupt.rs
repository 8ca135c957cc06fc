//! Long work that Ctrl-C can stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python is asked whether somebody wants to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Does the work on another thread, without Python's lock, and looks for signals meanwhile. `tick` is called now
/// and then with Python's lock, for progress bars. Hands out what was done, and the `KeyboardInterrupt` after which
/// the work stopped by its flag, or what `tick` raised.
///
/// # Errors
/// When the work breaks down.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<(T, PyResult<()>)> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| work(&stop));
            let mut wanted = Ok(());
            while !worker.is_finished() {
                std::thread::sleep(LOOK);
                if wanted.is_ok() {
                    wanted = Python::attach(|py| py.check_signals().and_then(|()| tick(py)));
                    stop.store(wanted.is_err(), Ordering::Relaxed);
                }
            }
            let broken = |_| pyo3::exceptions::PyRuntimeError::new_err("the work broke down");
            worker.join().map(|done| (done, wanted)).map_err(broken)
        })
    })
}
