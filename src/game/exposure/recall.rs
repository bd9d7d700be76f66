//! How someone who works on an answer is told that nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a question was taken back. Clones are one: he who asked keeps one, he who works looks at another.
#[derive(Clone, Debug, Default)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// Takes the question back, for good.
    pub fn recall(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was.
    pub fn is_recalled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
