//! How long an agent's move takes at least, which people change while they wait.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Waits until the pace, in milliseconds, has passed since the turn began. A change of the pace counts at once.
pub(crate) async fn hold(begun: Instant, mut pace: watch::Receiver<u32>) {
    loop {
        let until = begun + Duration::from_millis((*pace.borrow_and_update()).into());
        tokio::select! {
            () = sleep_until(until) => return,
            changed = pace.changed() => {
                // Nobody changes it any more once the table is gone.
                if changed.is_err() {
                    return sleep_until(until).await;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time that passes, on a clock of the test's own, when the pace changes from the first to the second after 500 ms.
    fn held(first: u32, second: Option<u32>) -> u128 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(async {
            let begun = Instant::now();
            let pace = watch::Sender::new(first);
            let change = async {
                tokio::time::sleep(Duration::from_millis(500)).await;
                if let Some(second) = second {
                    pace.send_replace(second);
                }
            };
            let wait = hold(begun, pace.subscribe());
            let ended = async {
                wait.await;
                begun.elapsed().as_millis()
            };
            tokio::join!(ended, change).0
        })
    }

    #[test]
    fn a_change_of_pace_counts_at_once() {
        assert_eq!(held(20_000, None), 20_000);
        assert_eq!(held(20_000, Some(0)), 500);
        assert_eq!(held(20_000, Some(2_000)), 2_000);
        assert_eq!(held(1_000, Some(3_000)), 3_000);
        assert_eq!(held(200, Some(3_000)), 200, "it had passed");
    }
}
