//! Random bytes for tests: the same in every run.

use std::sync::atomic::{AtomicU64, Ordering};

use yard_agents::Seed;

use crate::secret::{Chance, NoChance};

/// Draws from a stream of its own at each call.
#[derive(Default)]
pub(crate) struct TestChance(AtomicU64);

impl Chance for TestChance {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        let call = self.0.fetch_add(1, Ordering::Relaxed);
        let mut rng = Seed(call).stream("test");
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&rng.bits().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}
