//! A shard: a file with the games of some blocks.
//!
//! JSON Lines: a head that says what was played and by whom, a line a game, for audited blocks what the first game gave when it
//! was played again, and a checksum of all that. The file gets its name only when it is complete and on the disk, so it is
//! there whole or not at all.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

use crate::bench::{Played, Way, hex};
use crate::instruments::RowKind;
use crate::plan::{FORMAT, Plan};

/// The games of a block: arm by arm, and way by way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number.
    pub number: u64,
    /// Its games.
    pub games: Vec<Played>,
    /// The last state of the first game when it was played again in another world.
    pub again: Option<u64>,
}

impl Block {
    /// The same without the rows of its games, which are many: for who keeps blocks.
    #[must_use]
    pub fn without_rows(mut self) -> Self {
        self.games.iter_mut().for_each(|game| game.rows = Vec::new());
        self
    }
}

/// The games of some blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The plan's identity.
    pub identity: u64,
    /// Hash of the program's play: the last state of a game that every program plays first.
    pub program: u64,
    /// Its blocks, one after the other.
    pub blocks: Vec<Block>,
}

/// Reason why a file is no shard of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardFault {
    /// Bytes are not those that were written.
    #[error("it is damaged: {0}; remove it, and its blocks are played again")]
    Damaged(String),
    /// It is of other games.
    #[error(
        "it is of another experiment, or of files that have changed since ({found:016x} in place of {wanted:016x})"
    )]
    Foreign {
        /// The number in it.
        found: u64,
        /// The number looked for.
        wanted: u64,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    shard: u32,
    #[serde(with = "hex")]
    of: u64,
    #[serde(with = "hex")]
    program: u64,
    from: u64,
    to: u64,
}

/// The line of a game; it is written from a game that is lent.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine<P> {
    block: u64,
    arm: usize,
    way: Way,
    played: P,
}

/// The line of an audited block.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AgainLine {
    block: u64,
    #[serde(with = "hex")]
    again: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sum {
    #[serde(with = "hex")]
    sum: u64,
}

/// Path of the shard of some blocks.
pub fn path(folder: &Path, identity: u64, (from, to): (u64, u64)) -> PathBuf {
    folder.join(format!("{identity:016x}-{from:07}-{to:07}.jsonl"))
}

/// A file is named as shards are, whatever it holds.
pub fn is_named_so(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let Some(stem) = name.strip_suffix(".jsonl") else { return false };
    let parts: Vec<&str> = stem.split('-').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    parts.len() == 3 && parts[0].len() == 16 && parts.iter().all(digits)
}

impl Shard {
    /// Its bytes, the same whoever played it.
    ///
    /// # Errors
    /// The encoder's.
    pub fn bytes(&self, plan: &Plan) -> serde_json::Result<Vec<u8>> {
        let (from, to) = self.range();
        let mut bytes = Vec::new();
        line(&mut bytes, &Head { shard: FORMAT, of: self.identity, program: self.program, from, to })?;
        for block in &self.blocks {
            for (order, played) in plan.block(block.number).iter().zip(&block.games) {
                let (block, arm, way) = (block.number, order.arm, order.way);
                line(&mut bytes, &GameLine { block, arm, way, played })?;
            }
            if let Some(again) = block.again {
                line(&mut bytes, &AgainLine { block: block.number, again })?;
            }
        }
        let sum = xxh3_64(&bytes);
        line(&mut bytes, &Sum { sum })?;
        Ok(bytes)
    }

    /// First block, and the one after the last.
    pub fn range(&self) -> (u64, u64) {
        let from = self.blocks.first().map_or(0, |block| block.number);
        (from, from + self.blocks.len() as u64)
    }

    /// Writes it into a folder, whole or not at all.
    ///
    /// # Errors
    /// The system's; then no file has its name.
    pub fn write(&self, folder: &Path, plan: &Plan) -> io::Result<()> {
        write_whole(&path(folder, self.identity, self.range()), &self.bytes(plan)?)
    }

    /// Reads one from its bytes.
    ///
    /// # Errors
    /// They are not those of a shard of the plan.
    pub fn read(bytes: &[u8], plan: &Plan) -> Result<Self, ShardFault> {
        let damaged = |what: &str| ShardFault::Damaged(what.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).map_or("", |end| &text[..=end]);
        let last: Sum =
            serde_json::from_str(&text[body.len()..]).map_err(|_| damaged("its checksum is missing"))?;
        if last.sum != xxh3_64(body.as_bytes()) {
            return Err(damaged("its checksum is another"));
        }
        let mut lines = body.lines();
        let head: Head = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .ok_or_else(|| damaged("its first line is none of a shard"))?;
        if head.shard != FORMAT {
            return Err(damaged("it has another form"));
        }
        if head.of != plan.identity {
            return Err(ShardFault::Foreign { found: head.of, wanted: plan.identity });
        }
        let blocks = read_blocks(lines, plan, (head.from, head.to))?;
        Ok(Self { identity: head.of, program: head.program, blocks })
    }
}

fn read_blocks<'l>(
    lines: impl Iterator<Item = &'l str>,
    plan: &Plan,
    (from, to): (u64, u64),
) -> Result<Vec<Block>, ShardFault> {
    let damaged = |what: &str| ShardFault::Damaged(what.to_owned());
    let mut lines = lines.peekable();
    let mut blocks = Vec::new();
    for number in from..to {
        let mut games = Vec::new();
        for order in plan.block(number) {
            let game = lines.next().and_then(|line| serde_json::from_str::<GameLine<Played>>(line).ok());
            let of_order = |game: &GameLine<Played>| {
                (game.block, game.arm, game.way) == (number, order.arm, order.way)
                    && is_whole(&game.played, plan)
            };
            match game.filter(of_order) {
                Some(game) => games.push(game.played),
                None => return Err(damaged(&format!("block {number} is not whole"))),
            }
        }
        // The line of a game is known as none of these at its third field.
        let again = lines.peek().and_then(|line| serde_json::from_str::<AgainLine>(line).ok());
        let again = again.map(|line| line.again);
        if again.is_some() {
            lines.next();
        }
        blocks.push(Block { number, games, again });
    }
    if lines.next().is_some() { Err(damaged("it has more lines than games")) } else { Ok(blocks) }
}

/// A game has every number that the plan counts. A game that could not be played has no rows.
fn is_whole(played: &Played, plan: &Plan) -> bool {
    let kinds = &plan.instruments.rows;
    let whole = |(rows, kind): (&Vec<i64>, &RowKind)| rows.len().is_multiple_of(kind.columns.len().max(1));
    played.values.len() == plan.columns.len()
        && (played.rows.is_empty() || played.rows.len() == kinds.len())
        && played.rows.iter().zip(kinds).all(whole)
}

fn line(bytes: &mut Vec<u8>, value: &impl Serialize) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *bytes, value)?;
    bytes.push(b'\n');
    Ok(())
}

/// Writes a file under a passing name, brings it to the disk and then gives it its name.
///
/// # Errors
/// The system's; then what had the name has it still.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Unfinished::new(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file in the making. It has a passing name until it is finished; one that is dropped before leaves nothing behind.
pub struct Unfinished {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl Unfinished {
    /// One that is to have this name, in the same folder.
    ///
    /// # Errors
    /// The system's.
    pub fn new(path: &Path) -> io::Result<Self> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".unfinished-").tempfile_in(folder)?;
        Ok(Self { file: BufWriter::new(file), path: path.to_owned() })
    }

    /// Brings it to the disk and gives it its name.
    ///
    /// # Errors
    /// The system's; then what had the name has it still.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
