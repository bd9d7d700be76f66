//! The programme of a show: which level comes next. The next battle is set up on a thread, while the cards are shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};

use crate::game::engine::play::{DiceChoice, Match};
use crate::level::data_folder::{DataFolder, load_level};

/// The levels, in turn, for ever.
pub(super) struct Programme {
    levels: Vec<PathBuf>,
    data: DataFolder,
    /// The dice of the first battle; each has others.
    seed: u64,
    /// Battles that were opened, or tried.
    opened: usize,
    loading: Option<Task<Result<Match, String>>>,
}

impl Programme {
    /// A programme whose first battle is open already.
    pub fn new(levels: Vec<PathBuf>, data: DataFolder, seed: u64) -> Self {
        Self { levels, data, seed, opened: 1, loading: None }
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
        let (data, seed) = (self.data.clone(), self.seed.wrapping_add(self.opened as u64));
        self.opened += 1;
        let open = move || {
            let setup = load_level(&level, &data, None).map_err(|faults| faults.to_string())?;
            Match::start(Arc::new(setup), DiceChoice::Seed(seed))
                .map_err(|error| format!("{}: {error}", level.display()))
        };
        self.loading = Some(AsyncComputeTaskPool::get().spawn(async move { open() }));
    }

    /// The next battle, once it is set up.
    pub fn take(&mut self) -> Option<Result<Match, String>> {
        let done = block_on(poll_once(self.loading.as_mut()?))?;
        self.loading = None;
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(programme: &mut Programme) -> Result<Match, String> {
        AsyncComputeTaskPool::get_or_init(bevy::tasks::TaskPool::new);
        programme.prepare();
        loop {
            if let Some(done) = programme.take() {
                return done;
            }
            std::thread::yield_now();
        }
    }

    /// Level after level, for ever, each time with other dice; what cannot be opened is said, and the next comes.
    #[test]
    fn levels_follow_each_other_for_ever() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let levels = ["street", "no-such-level", "mid-battle"].map(PathBuf::from).to_vec();
        let mut programme = Programme::new(levels, data, 5);
        for (expected, seed) in
            [(None, 6), (Some("mid-battle"), 7), (Some("street"), 8), (None, 9), (Some("mid-battle"), 10)]
        {
            let announced = programme.next_level().unwrap().to_owned();
            match (wait(&mut programme), expected) {
                (Ok(game), Some(level)) => {
                    assert_eq!((announced.as_path(), game.seed()), (Path::new(level), seed));
                }
                (Err(why), None) => assert!(why.contains("no-such-level"), "{why}"),
                (Ok(_), None) => panic!("it was opened"),
                (Err(why), Some(_)) => panic!("{why}"),
            }
        }
    }
}
