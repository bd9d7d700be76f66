//! Plays blocks on all cores and writes shards. What comes of it does not depend on the threads, on what was there already, or
//! on when it was killed.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use crate::bench::{Bench, End, GameOrder, Played};
use crate::plan::Plan;
use crate::shard::{Block, Shard, ShardFault, path};

/// News while blocks are played.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many games were played just now: a block.
    Played(usize),
    /// The next blocks are complete: all those before have been reported. Played now, or found on the disk.
    Complete(&'a [Block]),
}

/// Going on, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// On.
    On,
    /// Enough is known, or the time is over.
    Enough,
}

/// Reason why playing ended early. Shards that were complete are on the disk.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A shard could not be written.
    #[error(
        "blocks {from}..{to} were played, but {path} could not be written: {error}; the shards before it are kept"
    )]
    Write {
        /// Its first block.
        from: u64,
        /// The block after its last.
        to: u64,
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file that is there already could not be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is no shard of this experiment.
    #[error("{path}: {fault}; remove it to have its blocks played again")]
    Shard {
        /// The file.
        path: PathBuf,
        /// Its fault.
        fault: ShardFault,
    },
    /// Another program played it.
    #[error(
        "{path}: it was played by a program that plays otherwise ({theirs:016x} in place of {ours:016x})"
    )]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// Hash of that one's play.
        theirs: u64,
        /// Hash of this one's.
        ours: u64,
    },
    /// The same game came out differently.
    #[error(
        "block {0}: its first game, played twice, ended differently: the program depends on more than the seed"
    )]
    Twice(u64),
}

/// A player of blocks.
pub struct Runner<'a, B: Bench> {
    /// The game.
    pub bench: &'a B,
    /// The plan.
    pub plan: &'a Plan,
    /// Hash of this program's play.
    pub program: u64,
    /// By how many threads.
    pub threads: usize,
    /// Folder of the shards.
    pub folder: &'a Path,
}

impl<B: Bench> Runner<'_, B> {
    /// Plays the blocks of a range that are not there yet, and reports all of them in order.
    ///
    /// # Errors
    /// A shard cannot be written or read, or two games that must be equal are not.
    pub fn run(&self, range: Range<u64>, report: &mut dyn FnMut(Event) -> Goes) -> Result<(), RunError> {
        let mut pieces: BTreeMap<u64, Piece> = BTreeMap::new();
        for (from, to) in self.plan.shards(range.start, range.end) {
            let is_there = path(self.folder, self.plan.identity, (from, to)).is_file();
            pieces.insert(from, Piece { to, is_there, played: BTreeMap::new() });
        }
        let [next, end] = [range.start, range.end].map(AtomicU64::new);
        let wanted: Vec<Range<u64>> =
            pieces.iter().filter(|piece| !piece.1.is_there).map(|(from, piece)| *from..piece.to).collect();
        std::thread::scope(|scope| {
            let (done, played) = channel();
            for _ in 0..self.threads.max(1) {
                let (done, blocks, wanted) = (done.clone(), (&next, &end), &wanted);
                scope.spawn(move || self.work(wanted, blocks, &done));
            }
            drop(done);
            // A shard that has been begun is played to its end, so that there is no gap before one that is complete.
            let stop =
                || end.store(self.end_of_shard(next.load(Ordering::Relaxed), range.end), Ordering::Relaxed);
            let result = self.collect(&mut pieces, played.iter(), report, &stop);
            end.store(0, Ordering::Relaxed);
            result
        })
    }

    /// End of the shard to which the last block before this one belongs.
    fn end_of_shard(&self, next: u64, end: u64) -> u64 {
        next.div_ceil(self.plan.shard_blocks()).saturating_mul(self.plan.shard_blocks()).min(end)
    }

    /// One thread: takes the next block that is wanted, until there is none.
    fn work(&self, wanted: &[Range<u64>], (next, end): (&AtomicU64, &AtomicU64), done: &Sender<Block>) {
        let mut worker = self.bench.worker();
        let mut piece = 0;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end.load(Ordering::Relaxed) {
                return;
            }
            while wanted.get(piece).is_some_and(|range| range.end <= number) {
                piece += 1;
            }
            if wanted.get(piece).is_some_and(|range| range.contains(&number))
                && done.send(self.play_block(&mut worker, number)).is_err()
            {
                return;
            }
        }
    }

    /// Plays the games of a block.
    fn play_block(&self, worker: &mut B::Worker, number: u64) -> Block {
        let orders = self.plan.block(number);
        let games = orders.iter().map(|order| self.play(worker, order)).collect();
        let audited = orders.first().filter(|_| self.plan.is_audited(number));
        let again = audited.map(|order| self.play(&mut self.bench.worker(), order).state);
        Block { number, games, again }
    }

    /// Plays a game. One in which the program fails is a result too, and the thread goes on with new worlds.
    fn play(&self, worker: &mut B::Worker, order: &GameOrder) -> Played {
        catch_unwind(AssertUnwindSafe(|| self.bench.play(worker, order))).unwrap_or_else(|_| {
            *worker = self.bench.worker();
            let end = End::Refused("the program failed".to_owned());
            Played { end, commands: 0, state: 0, values: vec![0; self.plan.columns.len()], rows: Vec::new() }
        })
    }

    /// Writes shards as they become complete and reports them in order.
    fn collect(
        &self,
        pieces: &mut BTreeMap<u64, Piece>,
        mut played: impl Iterator<Item = Block>,
        report: &mut dyn FnMut(Event) -> Goes,
        stop: &dyn Fn(),
    ) -> Result<(), RunError> {
        let mut goes = Goes::On;
        let mut tell = |event: Event| {
            if goes == Goes::On && report(event) == Goes::Enough {
                goes = Goes::Enough;
                stop();
            }
            goes
        };
        loop {
            while let Some(first) = pieces.first_entry() {
                let (from, to) = (*first.key(), first.get().to);
                let blocks = match first.get() {
                    piece if piece.is_there => self.read((from, to))?,
                    piece if piece.is_complete(from) => piece.played.values().cloned().collect(),
                    _ => break,
                };
                first.remove();
                if tell(Event::Complete(&blocks)) == Goes::Enough {
                    break;
                }
            }
            let Some(block) = played.next() else { return Ok(()) };
            if block.again.is_some_and(|state| Some(state) != block.games.first().map(|game| game.state)) {
                return Err(RunError::Twice(block.number));
            }
            let games = block.games.len();
            self.keep(pieces, block)?;
            tell(Event::Played(games));
        }
    }

    /// Takes a block into its shard, and writes that once it is complete.
    fn keep(&self, pieces: &mut BTreeMap<u64, Piece>, block: Block) -> Result<(), RunError> {
        let Some((from, piece)) = pieces.range_mut(..=block.number).next_back() else { return Ok(()) };
        piece.played.insert(block.number, block);
        if !piece.is_complete(*from) {
            return Ok(());
        }
        let (identity, program) = (self.plan.identity, self.program);
        let shard = Shard { identity, program, blocks: piece.played.values().cloned().collect() };
        let written = shard.write(self.folder, self.plan);
        let path = path(self.folder, identity, (*from, piece.to));
        written.map_err(|error| RunError::Write { from: *from, to: piece.to, path, error })
    }

    fn read(&self, range: (u64, u64)) -> Result<Vec<Block>, RunError> {
        let path = path(self.folder, self.plan.identity, range);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => return Err(RunError::Read { path, error }),
        };
        match Shard::read(&bytes, self.plan) {
            Ok(shard) if shard.program != self.program => {
                Err(RunError::OtherProgram { path, theirs: shard.program, ours: self.program })
            }
            Ok(shard) if shard.range() != range => {
                let fault = ShardFault::Damaged("its name says other blocks".to_owned());
                Err(RunError::Shard { path, fault })
            }
            Ok(shard) => Ok(shard.blocks),
            Err(fault) => Err(RunError::Shard { path, fault }),
        }
    }
}

/// A shard to be.
struct Piece {
    /// The block after its last.
    to: u64,
    /// It lies on the disk.
    is_there: bool,
    /// Blocks of it that have been played.
    played: BTreeMap<u64, Block>,
}

impl Piece {
    fn is_complete(&self, from: u64) -> bool {
        !self.is_there && self.played.len() as u64 == self.to - from
    }
}
