//! The programme of a show: which level comes next. The next battle is set up on a thread, while the cards are shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};

/// Sets a battle up from a level, with the seed of its dice; an error in words.
type Open<M> = dyn Fn(&Path, u64) -> Result<M, String> + Send + Sync;

/// The levels, in turn, for ever.
pub(crate) struct Programme<M> {
    levels: Vec<PathBuf>,
    open: Arc<Open<M>>,
    /// The dice of the first battle; each has others.
    seed: u64,
    /// Battles that were opened, or tried.
    opened: usize,
    loading: Option<Task<Result<M, String>>>,
}

impl<M: Send + 'static> Programme<M> {
    /// A programme whose first battle is open already, with dice of this seed.
    pub fn new(
        levels: Vec<PathBuf>,
        seed: u64,
        open: impl Fn(&Path, u64) -> Result<M, String> + Send + Sync + 'static,
    ) -> Self {
        Self { levels, open: Arc::new(open), seed, opened: 1, loading: None }
    }

    /// The level that comes next.
    pub fn next_level(&self) -> Option<&Path> {
        let index = self.opened.checked_rem(self.levels.len())?;
        Some(&self.levels[index])
    }

    /// Begins to set the next battle up, unless that is being done.
    pub fn prepare(&mut self) {
        let Some(level) = self.next_level().map(Path::to_owned).filter(|_| self.loading.is_none()) else {
            return;
        };
        let (open, seed) = (Arc::clone(&self.open), self.seed.wrapping_add(self.opened as u64));
        self.opened += 1;
        self.loading = Some(AsyncComputeTaskPool::get().spawn(async move { open(&level, seed) }));
    }

    /// The next battle, once it is set up.
    pub fn take(&mut self) -> Option<Result<M, String>> {
        let done = block_on(poll_once(self.loading.as_mut()?))?;
        self.loading = None;
        Some(done)
    }
}
