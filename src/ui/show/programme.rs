//! The battles of a show, level after level.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::engine::play::{DiceChoice, Match};
use crate::level::data_folder::{DataFolder, load_level};
use crate::ui::background::programme::Programme;

/// A programme whose first battle is open already, with dice of this seed.
pub(super) fn programme(levels: Vec<PathBuf>, data: DataFolder, seed: u64) -> Programme<Match> {
    Programme::new(levels, seed, move |level: &Path, seed| {
        let setup = load_level(level, &data, None).map_err(|faults| faults.to_string())?;
        Match::start(Arc::new(setup), DiceChoice::Seed(seed))
            .map_err(|error| format!("{}: {error}", level.display()))
    })
}

#[cfg(test)]
mod tests {
    use bevy::tasks::AsyncComputeTaskPool;

    use super::*;

    fn wait(programme: &mut Programme<Match>) -> Result<Match, String> {
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
        let mut programme = programme(levels, data, 5);
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
