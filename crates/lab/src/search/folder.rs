//! A search on the disk: what is looked for beside a folder for each stage, and what has been played of it.

use std::io;
use std::path::{Path, PathBuf};

use super::{PlayedStage, Search, Stage};
use crate::findings::judged;
use crate::merge::{MergeError, PLAN, merge};
use crate::run::RunError;
use crate::shard::write_whole;

/// The file of what is looked for.
pub const SEARCH: &str = "search.json";

/// Reasons that keep a search from being played or put together.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// In a stage.
    #[error("{0}")]
    Run(#[from] RunError),
    /// In a stage that has been played.
    #[error("{0}")]
    Merge(#[from] MergeError),
    /// Nothing has been played that could be judged.
    #[error("the first blocks of the first stage are missing: the same command again plays them")]
    Unfinished,
    /// The file of what is looked for.
    #[error("{path}: {why}")]
    File {
        /// Its path, or that of the folder.
        path: PathBuf,
        /// The reason it cannot be read or written.
        why: String,
    },
}

/// Reads what is looked for.
///
/// # Errors
/// There is nothing that can be read.
pub fn read_search_file(folder: &Path) -> Result<Search, SearchError> {
    let path = folder.join(SEARCH);
    let failed = |why: String| SearchError::File { path: path.clone(), why };
    let text = std::fs::read(&path).map_err(|error| failed(error.to_string()))?;
    let search: Search = serde_json::from_slice(&text).map_err(|error| failed(error.to_string()))?;
    let plan = &search.plan;
    let wrong = plan.strata() == 0
        || plan.ways.len() as u64 != plan.strata()
        || search.combinations.len() != plan.arms.len()
        || search.combinations.iter().any(|values| values.len() != search.numbers.len())
        || search.target.iter().any(|aim| aim.measure >= plan.measures.len());
    if wrong { Err(failed("it contradicts itself".to_owned())) } else { Ok(search) }
}

/// Writes what is looked for into its folder. A target that is changed when games have been played is remembered.
///
/// # Errors
/// The system's, and a folder that has other games.
pub fn write_search(folder: &Path, mut search: Search) -> Result<Search, SearchError> {
    let failed = |error: io::Error| {
        let why = format!("it cannot be written: {error}; name another folder with --out");
        SearchError::File { path: folder.to_owned(), why }
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    if folder.join(PLAN).exists() {
        let why = "it has the games of an experiment; name another folder with --out".to_owned();
        return Err(SearchError::File { path: folder.to_owned(), why });
    }
    if let Ok(before) = read_search_file(folder) {
        let any_games = has_stages(folder).map_err(failed)?;
        if any_games && before.plan.identity != search.plan.identity {
            let why = "its games are of another search, or of files that have changed since; name another folder with \
                       --out, or remove this one"
                .to_owned();
            return Err(SearchError::File { path: folder.to_owned(), why });
        }
        search.changed_late = any_games && (before.changed_late || before.target != search.target);
    }
    let text = serde_json::to_vec_pretty(&search).map_err(|error| failed(error.into()))?;
    let path = folder.join(SEARCH);
    if std::fs::read(&path).is_ok_and(|there| there == text) {
        return Ok(search);
    }
    write_whole(&path, &text).map_err(failed)?;
    Ok(search)
}

/// True once a stage has been begun.
fn has_stages(folder: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        if entry?.path().join(PLAN).exists() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A stage with its games; `None` where some are missing.
pub(super) fn complete(folder: &Path, stage: Stage) -> Result<Option<PlayedStage>, MergeError> {
    let wanted = stage.plan.blocks()[0];
    let played = begun(folder, stage)?;
    Ok(played.filter(|played| played.blocks.len() as u64 == wanted))
}

/// As much of a stage as was played without a gap, in whole rounds of tables and players.
fn begun(folder: &Path, stage: Stage) -> Result<Option<PlayedStage>, MergeError> {
    if !folder.join(PLAN).exists() {
        return Ok(None);
    }
    // With a clock, a stage may end anywhere: here it is the one who goes on that decides.
    let mut plan = stage.plan.clone();
    plan.games.minutes = Some(1);
    // What is missing is played by that one too, and no reason to stop.
    plan.stage = None;
    let mut blocks = match merge(folder, &plan) {
        Ok(merged) => merged.blocks,
        Err(MergeError::Missing { .. }) => return Ok(None),
        Err(other) => return Err(other),
    };
    let (count, _) = judged(&plan, &blocks);
    blocks.truncate(count);
    Ok(Some(PlayedStage { stage, blocks }))
}

/// All stages that have been played, the last one as far as it goes.
///
/// # Errors
/// Anything about their shards that is not as it must be, and too few games to say anything.
pub fn gathered(folder: &Path, search: &Search) -> Result<Vec<PlayedStage>, SearchError> {
    let mut played: Vec<PlayedStage> = Vec::new();
    while let Some(stage) = search.next(&played) {
        let wanted = stage.plan.blocks()[0];
        let Some(here) = begun(&folder.join(stage.folder()), stage)? else { break };
        let there = here.blocks.len() as u64;
        played.push(here);
        if there < wanted {
            break;
        }
    }
    match played.first() {
        Some(_) => Ok(played),
        None => Err(SearchError::Unfinished),
    }
}
