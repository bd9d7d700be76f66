//! Puts the shards of a folder together. What is missing, damaged, foreign or contradictory is refused by name.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::findings::is_settled;
use crate::plan::Plan;
use crate::shard::{Block, Shard, ShardFault, is_named_so, write_whole};
use crate::shell_word::as_word;

/// The plan's file beside the shards.
pub const PLAN: &str = "plan.json";

/// All games of an experiment, without a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// Hash of their program's play.
    pub program: u64,
    /// The blocks from the first, without the rows of their games: [`walk`] reads those.
    pub blocks: Vec<Block>,
}

/// Reason why shards cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The system's.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// There is no plan.
    #[error("{0}: this is no folder of an experiment: it has no readable plan.json ({1})")]
    NoPlan(PathBuf, String),
    /// A folder or its plan cannot be written.
    #[error("{path} cannot be written: {error}; name another folder with --out")]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A folder has the games of another plan.
    #[error(
        "{path} has games that are none of this experiment: {why}. They are kept; name another folder with --out, or remove this one"
    )]
    OtherGames {
        /// The folder.
        path: PathBuf,
        /// The difference, as far as the plans tell it.
        why: String,
    },
    /// A file that is named as a shard is none of this experiment.
    #[error("{path}: {fault}")]
    Shard {
        /// The file.
        path: PathBuf,
        /// Its fault.
        fault: ShardFault,
    },
    /// Two programs played.
    #[error("{path}: it was played by a program that plays otherwise than the one of {other}")]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// One of the others.
        other: PathBuf,
    },
    /// Two results for a block.
    #[error(
        "{path} and {other} have different results for block {block}: remove the one that is wrong, or both, and the same command \
         plays its blocks again"
    )]
    Contradiction {
        /// The block.
        block: u64,
        /// A file.
        path: PathBuf,
        /// The other.
        other: PathBuf,
    },
    /// Blocks are missing.
    #[error("the shard of blocks {from}..{to} is missing: `{plays}` plays them")]
    Missing {
        /// The first.
        from: u64,
        /// The one after the last.
        to: u64,
        /// The command that plays them.
        plays: String,
    },
}

/// Reads the plan of a folder.
///
/// # Errors
/// There is none that can be read.
pub fn read_plan(folder: &Path) -> Result<Plan, MergeError> {
    let refused = |why: String| MergeError::NoPlan(folder.to_owned(), why);
    let text = std::fs::read(folder.join(PLAN)).map_err(|error| refused(error.to_string()))?;
    let plan: Plan = serde_json::from_slice(&text).map_err(|error| refused(error.to_string()))?;
    let wrong = plan.strata() == 0 || plan.ways.len() as u64 != plan.strata() || plan.arms.is_empty();
    if wrong { Err(refused("it contradicts itself".to_owned())) } else { Ok(plan) }
}

/// Writes a plan into its folder. Where one of the same games lies already and games have been played, a change in what is
/// watched or bet is remembered.
///
/// # Errors
/// The system's, and [`MergeError::NoPlan`] for a folder of other games.
pub fn write_plan(folder: &Path, plan: Plan) -> Result<Plan, MergeError> {
    let io = |error| MergeError::Unwritable { path: folder.to_owned(), error };
    std::fs::create_dir_all(folder).map_err(io)?;
    let plan = match read_plan(folder) {
        Ok(before) if before.identity == plan.identity => {
            let any_games = !shard_files(folder)?.is_empty();
            plan.after(&before, any_games)
        }
        Ok(before) if !shard_files(folder)?.is_empty() => {
            return Err(MergeError::OtherGames { path: folder.to_owned(), why: other_games(&before, &plan) });
        }
        _ => plan,
    };
    let text = serde_json::to_vec_pretty(&plan).map_err(|error| io(error.into()))?;
    // Several machines may play into one folder: whoever has nothing new to say leaves the file alone.
    if std::fs::read(folder.join(PLAN)).is_ok_and(|there| there == text) {
        return Ok(plan);
    }
    write_whole(&folder.join(PLAN), &text).map_err(io)?;
    Ok(plan)
}

/// The difference between the games of two plans.
fn other_games(before: &Plan, now: &Plan) -> String {
    let names = |plan: &Plan| plan.arms.iter().map(|arm| arm.name.clone()).collect::<Vec<_>>();
    let changed: Vec<&str> = before
        .arms
        .iter()
        .zip(&now.arms)
        .filter(|(before, now)| before != now)
        .map(|(_, now)| now.name.as_str())
        .collect();
    let other = |what: &str| format!("they were played with other {what}");
    if names(before) != names(now) {
        return other(&format!("rules ({})", names(before).join(", ")));
    }
    if !changed.is_empty() {
        return format!("the rules {} have changed since", changed.join(", "));
    }
    if before.tables != now.tables {
        return other(&format!("tables ({})", before.tables.join(", ")));
    }
    if before.players != now.players {
        return other("players");
    }
    if before.ways != now.ways {
        return "other sides are swapped in them (`both_ways`)".to_owned();
    }
    if before.games.from_seed != now.games.from_seed {
        return format!("they begin with seed {}", before.games.from_seed);
    }
    if before.columns != now.columns || before.instruments.rows != now.instruments.rows {
        return "this program counts something else in a game".to_owned();
    }
    "a file has changed since: the first ruleset, a table, a card or a style".to_owned()
}

/// Files that are named as shards, sorted.
fn shard_files(folder: &Path) -> Result<Vec<PathBuf>, MergeError> {
    let io = |error| MergeError::Io { path: folder.to_owned(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        files.extend(is_named_so(&path).then_some(path));
    }
    files.sort();
    Ok(files)
}

/// Puts all shards of a folder together.
///
/// # Errors
/// Anything about them that is not as it must be.
pub fn merge(folder: &Path, plan: &Plan) -> Result<Merged, MergeError> {
    let mut blocks: BTreeMap<u64, (Block, u64, PathBuf)> = BTreeMap::new();
    let mut program: Option<(u64, PathBuf)> = None;
    for path in shard_files(folder)? {
        let shard = read_shard(&path, plan)?;
        match &program {
            Some((first, other)) if *first != shard.program => {
                return Err(MergeError::OtherProgram { path, other: other.clone() });
            }
            Some(_) => {}
            None => program = Some((shard.program, path.clone())),
        }
        for block in shard.blocks {
            let (number, rows) = (block.number, digest(&block));
            let block = block.without_rows();
            match blocks.get(&number) {
                Some((before, there, other)) if before.games != block.games || *there != rows => {
                    return Err(MergeError::Contradiction { block: number, path, other: other.clone() });
                }
                Some(_) => {}
                None => drop(blocks.insert(number, (block, rows, path.clone()))),
            }
        }
    }
    let there: Vec<u64> = blocks.keys().copied().collect();
    let mut blocks: Vec<Block> = blocks.into_values().map(|(block, ..)| block).collect();
    let complete = there.iter().zip(0..).take_while(|(number, wanted)| *number == wanted).count();
    blocks.truncate(complete);
    refuse_gaps(folder, &there, &blocks, plan)?;
    Ok(Merged { program: program.map_or(0, |(program, _)| program), blocks })
}

fn read_shard(path: &Path, plan: &Plan) -> Result<Shard, MergeError> {
    let bytes = std::fs::read(path).map_err(|error| MergeError::Io { path: path.to_owned(), error })?;
    Shard::read(&bytes, plan).map_err(|fault| MergeError::Shard { path: path.to_owned(), fault })
}

/// Identifies the rows of a block.
fn digest(block: &Block) -> u64 {
    let mut hash = Xxh3::new();
    let numbers = block.games.iter().flat_map(|game| &game.rows).flatten();
    numbers.for_each(|number| hash.update(&number.to_le_bytes()));
    hash.digest()
}

/// Goes through the first blocks of a folder that has been merged, one after the other and with all their rows, and holds no more
/// of them than a shard.
///
/// # Errors
/// A shard cannot be read any more, and what `take` gives back.
pub fn walk<E: From<MergeError>>(
    folder: &Path,
    plan: &Plan,
    count: u64,
    mut take: impl FnMut(&Block) -> Result<(), E>,
) -> Result<(), E> {
    let mut files: Vec<(u64, PathBuf)> = Vec::new();
    for path in shard_files(folder)? {
        files.push((first_block(&path), path));
    }
    files.sort();
    let mut next = 0;
    for (from, path) in files {
        if from > next || next >= count {
            break;
        }
        for block in read_shard(&path, plan)?.blocks {
            if block.number == next && next < count {
                take(&block)?;
                next += 1;
            }
        }
    }
    Ok(())
}

/// The first block of a shard by its name.
fn first_block(path: &Path) -> u64 {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    name.split('-').nth(1).and_then(|from| from.parse().ok()).unwrap_or_default()
}

/// Blocks after a gap may be left aside only where the experiment needs no more than those before it.
fn refuse_gaps(folder: &Path, there: &[u64], complete: &[Block], plan: &Plan) -> Result<(), MergeError> {
    let from = complete.len() as u64;
    // A clock may end an experiment early, so only one without must have all.
    let at_least = if plan.games.minutes.is_some() { 1 } else { plan.blocks()[0] };
    let next = there.get(complete.len()).copied();
    let missing = |to: u64| {
        let file = as_word(&plan.file);
        let plays = match plan.stage {
            Some(_) => format!("warstrike lab search {file}"),
            None => {
                let out = as_word(&folder.display().to_string());
                format!("warstrike lab run {file} --blocks {from}..{to} --out {out}")
            }
        };
        MergeError::Missing { from, to, plays }
    };
    if from < at_least {
        return Err(missing(next.unwrap_or(at_least)));
    }
    match next {
        Some(to) if !is_settled(plan, complete) => Err(missing(to)),
        Some(_) | None => Ok(()),
    }
}
