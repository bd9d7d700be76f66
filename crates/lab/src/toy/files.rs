//! Shards: whatever happens to them, what is merged is the same, or refused by name.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Change, Toy, plan};
use crate::bench::{Bench, GameOrder, Played};
use crate::findings::{Findings, Gatherer};
use crate::merge::{MergeError, merge, read_plan, walk, write_plan};
use crate::plan::Plan;
use crate::report::{Report, html, text};
use crate::rows::{Csv, Parquet, Rows};
use crate::run::{Event, Goes, RunError, Runner};
use crate::shard::{Block, Shard, ShardFault};

const PROGRAM: u64 = 7;

fn run(plan: &Plan, folder: &Path, threads: usize, range: std::ops::Range<u64>) -> Result<(), RunError> {
    let bench = Toy(Change::More);
    let runner = Runner { bench: &bench, plan, program: PROGRAM, threads, folder };
    runner.run(range, &mut |_| Goes::On)
}

/// Everything that is written of merged games.
fn reported(plan: &Plan, folder: &Path) -> Result<[String; 5], MergeError> {
    let merged = merge(folder, plan)?;
    let mut gatherer = Gatherer::new(plan);
    let [csv, rows] = [Rows::Games, Rows::Kind(1)].map(|rows| {
        let mut bytes = Vec::new();
        let mut csv = Csv::new(&mut bytes, plan, rows).unwrap();
        let take = |block: &Block| {
            rows.of(plan, block, |cells| csv.row(cells)).unwrap();
            Ok::<(), MergeError>(())
        };
        walk(folder, plan, merged.blocks.len() as u64, take).unwrap();
        bytes
    });
    walk(folder, plan, merged.blocks.len() as u64, |block| {
        gatherer.take(block);
        Ok::<(), MergeError>(())
    })?;
    let report = Report::of(Findings::of(plan, &merged.blocks, gatherer.pictures()));
    let [csv, rows] = [csv, rows].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(csv.lines().count() - 1, rows.lines().count() - 1, "each game has a row");
    Ok([text(&report), html(&report), report.json().unwrap(), csv, rows])
}

fn shards(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    files
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn threads_ranges_order_and_repetition_do_not_matter() {
    let plan = plan(10);
    let undisturbed = folder();
    run(&plan, undisturbed.path(), 1, 0..40).unwrap();
    let expected = reported(&plan, undisturbed.path()).unwrap();
    let names = |folder: &Path| -> Vec<_> {
        shards(folder)
            .into_iter()
            .map(|file| (file.file_name().unwrap().to_owned(), std::fs::read(&file).unwrap()))
            .collect()
    };
    let threaded = folder();
    run(&plan, threaded.path(), 3, 0..40).unwrap();
    assert_eq!(names(threaded.path()), names(undisturbed.path()));
    // In pieces that are cut elsewhere, the last first, and one of them twice.
    let pieces = folder();
    for range in [29..40, 11..29, 0..11, 3..13, 0..11] {
        run(&plan, pieces.path(), 2, range).unwrap();
    }
    assert!(names(pieces.path()) != names(undisturbed.path()), "the pieces are cut where shards are");
    assert_eq!(reported(&plan, pieces.path()).unwrap(), expected);
}

#[test]
fn what_is_there_is_not_played_again() {
    let plan = plan(10);
    let folder = folder();
    run(&plan, folder.path(), 2, 0..40).unwrap();
    std::fs::remove_file(&shards(folder.path())[2]).unwrap();
    let (mut played, mut complete) = (0, 0);
    let bench = Toy(Change::More);
    let runner = Runner { bench: &bench, plan: &plan, program: PROGRAM, threads: 2, folder: folder.path() };
    let mut count = |event: Event| {
        match event {
            Event::Played(games) => played += games,
            Event::Complete(blocks) => {
                assert!(blocks.iter().all(|block| block.number >= complete), "out of order");
                complete += blocks.len() as u64;
            }
        }
        Goes::On
    };
    runner.run(0..40, &mut count).unwrap();
    // Eight blocks of two tables: each with two players by two rulesets, half of them both ways.
    assert_eq!((played, complete), (8 * 3, 40));
}

/// A toy that plays the first seeds, and the next only when somebody has said that it is enough.
struct Waiting(AtomicBool);

impl Bench for Waiting {
    type Worker = u64;

    fn worker(&self) -> u64 {
        0
    }

    fn play(&self, worker: &mut u64, order: &GameOrder) -> Played {
        while order.seed > 8 && !self.0.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        Toy(Change::More).play(worker, order)
    }
}

/// Whoever stops leaves whole shards without a gap, and who goes on ends where he would have.
#[test]
fn a_run_that_was_ended_early_goes_on() {
    let plan = plan(40);
    let [early, undisturbed] = [folder(), folder()];
    let bench = Waiting(AtomicBool::new(false));
    let runner = Runner { bench: &bench, plan: &plan, program: PROGRAM, threads: 3, folder: early.path() };
    let mut left = 20;
    let mut stop = |_: Event| {
        left -= 1;
        if left > 0 {
            return Goes::On;
        }
        bench.0.store(true, Ordering::Relaxed);
        Goes::Enough
    };
    runner.run(0..160, &mut stop).unwrap();
    let there = shards(early.path()).len() as u64;
    assert!(there >= 2, "{there} shards");
    match merge(early.path(), &plan) {
        Err(MergeError::Missing { from, to, .. }) => {
            assert_eq!((from, to), (there * 8, 160), "there is a gap")
        }
        // The threads were all quicker than the one that stopped them.
        Ok(_) => assert_eq!(there, 20),
        Err(other) => panic!("{other}"),
    }
    run(&plan, early.path(), 2, 0..160).unwrap();
    run(&plan, undisturbed.path(), 1, 0..160).unwrap();
    assert_eq!(reported(&plan, early.path()).unwrap(), reported(&plan, undisturbed.path()).unwrap());
}

#[test]
fn a_missing_shard_is_named() {
    let plan = plan(10);
    let folder = folder();
    run(&plan, folder.path(), 2, 0..40).unwrap();
    let files = shards(folder.path());
    for (removed, from, to) in [(1, 8, 16), (4, 32, 40), (0, 0, 8)] {
        let bytes = std::fs::read(&files[removed]).unwrap();
        std::fs::remove_file(&files[removed]).unwrap();
        let words = merge(folder.path(), &plan).unwrap_err().to_string();
        assert!(words.contains(&format!("--blocks {from}..{to}")), "{words}");
        std::fs::write(&files[removed], bytes).unwrap();
    }
    merge(folder.path(), &plan).unwrap();
}

/// Every byte of a shard, changed, is noticed, by whoever merges and whoever goes on.
#[test]
fn a_changed_byte_is_noticed() {
    let plan = plan(2);
    let folder = folder();
    run(&plan, folder.path(), 1, 0..8).unwrap();
    let file = shards(folder.path()).remove(0);
    let bytes = std::fs::read(&file).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let read = Shard::read(&changed, &plan);
        assert!(matches!(read, Err(ShardFault::Damaged(_))), "byte {at}: {read:?}");
        assert!(Shard::read(&bytes[..at], &plan).is_err(), "cut at {at}");
    }
    let mut changed = bytes;
    changed[200] ^= 1;
    std::fs::write(&file, changed).unwrap();
    let merged = merge(folder.path(), &plan).unwrap_err();
    assert!(
        matches!(&merged, MergeError::Shard { path, fault: ShardFault::Damaged(_) } if *path == file),
        "{merged}"
    );
    let gone_on = run(&plan, folder.path(), 1, 0..8).unwrap_err();
    assert!(matches!(&gone_on, RunError::Shard { path, .. } if *path == file), "{gone_on}");
}

#[test]
fn foreign_shards_and_other_programs_are_named() {
    let plan = plan(4);
    let folder = folder();
    run(&plan, folder.path(), 1, 0..16).unwrap();
    let mut other = plan.clone();
    other.identity += 1;
    run(&other, folder.path(), 1, 0..8).unwrap();
    let foreign = merge(folder.path(), &plan).unwrap_err();
    assert!(matches!(&foreign, MergeError::Shard { fault: ShardFault::Foreign { .. }, .. }), "{foreign}");
    std::fs::remove_file(shards(folder.path()).pop().unwrap()).unwrap();
    let bench = Toy(Change::More);
    let runner =
        Runner { bench: &bench, plan: &plan, program: PROGRAM + 1, threads: 1, folder: folder.path() };
    let gone_on = runner.run(0..16, &mut |_| Goes::On).unwrap_err();
    assert!(matches!(gone_on, RunError::OtherProgram { theirs: 7, ours: 8, .. }), "{gone_on}");
    runner.run(16..17, &mut |_| Goes::On).unwrap();
    let merged = merge(folder.path(), &plan).unwrap_err();
    assert!(matches!(merged, MergeError::OtherProgram { .. }), "{merged}");
}

#[test]
fn two_results_for_a_block_are_named() {
    let plan = plan(4);
    let folder = folder();
    run(&plan, folder.path(), 1, 0..16).unwrap();
    let bytes = std::fs::read(&shards(folder.path())[0]).unwrap();
    let mut shard = Shard::read(&bytes, &plan).unwrap();
    shard.blocks.drain(..3);
    shard.blocks.truncate(2);
    shard.write(folder.path(), &plan).unwrap();
    merge(folder.path(), &plan).unwrap();
    shard.blocks[1].games[0].values[0] += 1;
    shard.write(folder.path(), &plan).unwrap();
    let merged = merge(folder.path(), &plan).unwrap_err();
    assert!(matches!(merged, MergeError::Contradiction { block: 4, .. }), "{merged}");
}

/// A toy that does not play the same game twice.
struct Fickle(AtomicU64);

impl Bench for Fickle {
    type Worker = u64;

    fn worker(&self) -> u64 {
        0
    }

    fn play(&self, worker: &mut u64, order: &GameOrder) -> Played {
        let state = self.0.fetch_add(1, Ordering::Relaxed);
        Played { state, ..Toy(Change::Nothing).play(worker, order) }
    }
}

#[test]
fn a_game_that_comes_out_twice_differently_ends_the_run() {
    let (plan, folder, bench) = (plan(4), folder(), Fickle(AtomicU64::new(0)));
    let runner = Runner { bench: &bench, plan: &plan, program: PROGRAM, threads: 1, folder: folder.path() };
    let ended = runner.run(0..16, &mut |_| Goes::On).unwrap_err();
    assert!(matches!(ended, RunError::Twice(0)), "{ended}");
    assert!(shards(folder.path()).is_empty());
}

/// A bet that is written after the first game is not judged; a plan of other games does not lie in the same folder.
#[test]
fn a_plan_remembers_what_was_bet_before_the_first_game() {
    let folder = folder();
    let first = write_plan(folder.path(), plan(4)).unwrap();
    let mut changed = plan(4);
    changed.bets.pop();
    // Nothing has been played: he may think again.
    assert!(!write_plan(folder.path(), changed.clone()).unwrap().changed_late);
    assert_eq!(write_plan(folder.path(), first.clone()).unwrap(), first);
    run(&first, folder.path(), 1, 0..16).unwrap();
    assert!(!write_plan(folder.path(), first.clone()).unwrap().changed_late);
    // More games are no other bet.
    assert!(!write_plan(folder.path(), plan(6)).unwrap().changed_late);
    let late = write_plan(folder.path(), changed).unwrap();
    assert!(late.changed_late && read_plan(folder.path()).unwrap().changed_late);
    // And it stays so.
    let back = write_plan(folder.path(), first.clone()).unwrap();
    assert!(back.changed_late);
    let report =
        text(&Report::of(Findings::of(&back, &merge(folder.path(), &back).unwrap().blocks, Vec::new())));
    assert!(report.contains("not judged"), "{report}");
    let mut other = first.clone();
    other.identity += 1;
    let mut edited = other.clone();
    edited.arms[1].differs = vec!["more 0 → 2".to_owned()];
    let mut moved = other.clone();
    moved.tables[1] = "north".to_owned();
    for (plan, why) in [
        (other, "a file has changed since: the first ruleset, a table"),
        (edited, "the rules other have changed since"),
        (moved, "they were played with other tables (east, west)"),
    ] {
        let refused = write_plan(folder.path(), plan).unwrap_err();
        assert!(matches!(&refused, MergeError::OtherGames { .. }), "{refused}");
        assert!(refused.to_string().contains(why), "{refused}");
    }
    assert_eq!(
        write_plan(folder.path(), first.clone()).unwrap().identity,
        first.identity,
        "the games are kept"
    );
}

/// Parquet has what CSV has, value by value, in several groups of rows.
#[test]
fn parquet_has_what_csv_has() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let (plan, folder) = (plan(900), folder());
    run(&plan, folder.path(), 2, 0..3600).unwrap();
    for rows in Rows::all(&plan) {
        let [mut text, mut bytes] = [Vec::new(), Vec::new()];
        let mut csv = Csv::new(&mut text, &plan, rows).unwrap();
        let mut parquet = Parquet::new(&mut bytes, &plan, rows).unwrap();
        walk(folder.path(), &plan, 3600, |block| {
            rows.of(&plan, block, |cells| csv.row(cells)).unwrap();
            rows.of(&plan, block, |cells| parquet.row(cells)).unwrap();
            Ok::<(), MergeError>(())
        })
        .unwrap();
        parquet.finish().unwrap();
        let read = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert!(read.num_row_groups() > 1);
        let text = String::from_utf8(text).unwrap();
        let mut lines = text.lines();
        let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
        let mut read = read.get_row_iter(None).unwrap();
        for line in lines {
            let row = read.next().unwrap().unwrap();
            let there: Vec<(String, String)> =
                row.get_column_iter().map(|(name, field)| (name.clone(), field.to_string())).collect();
            let expected: Vec<(String, String)> = heads
                .iter()
                .zip(line.split(','))
                .map(|(head, cell)| {
                    let is_word = cell.parse::<i64>().is_err() || *head == "state";
                    ((*head).to_owned(), if is_word { format!("\"{cell}\"") } else { cell.to_owned() })
                })
                .collect();
            assert_eq!(there, expected, "{}", rows.name(&plan));
        }
        assert!(read.next().is_none());
    }
}
