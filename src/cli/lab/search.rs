//! `warstrike lab search`: which combinations of a few numbers meet a target.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use tabletop_lab::bench::Bench;
use tabletop_lab::laboratory::{Laboratory, PreparedSearch};
use tabletop_lab::run::{Event, Goes};
use tabletop_lab::search::{SearchEvent, Searcher, write_search};
use warstrike::level::fault::Faults;
use warstrike::level::text_file::read_text;

use super::play::{bar_of, in_words, tell_rate};
use super::{HowArgs, folder, reports, threads};
use crate::cli::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct SearchArgs {
    /// The search: its numbers with the values to try, and its target
    pub(super) search: PathBuf,
    /// Check every combination, play a game of each table and players by the rules of today, and say how long the search takes
    #[arg(long)]
    dry: bool,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "dry")]
    json: bool,
    #[command(flatten)]
    how: HowArgs,
}

/// Plays stage after stage, and reports. Given again, it goes on where it stopped.
pub(super) fn search(args: &SearchArgs, lab: &impl Laboratory, out: &mut impl Write) -> ToolResult {
    let prepared = open(&args.search, lab)?;
    if args.dry {
        return dry(&prepared, &args.how, out);
    }
    let folder = folder(&args.how, &prepared.search.plan.name);
    play(&prepared, &args.how, &folder, lab)?;
    reports::merge_folder(&folder, args.json, out)
}

/// Reads a search and all it names.
fn open<L: Laboratory>(file: &Path, lab: &L) -> Result<PreparedSearch<L::Bench>, ToolError> {
    let bad = |faults: Faults| ToolError::Bad(faults.to_string());
    let source = read_text(file, &file.display().to_string()).map_err(bad)?;
    lab.prepare_search(&source, file.parent().unwrap_or(Path::new(""))).map_err(bad)
}

fn play<L: Laboratory>(
    prepared: &PreparedSearch<L::Bench>,
    how: &HowArgs,
    folder: &Path,
    lab: &L,
) -> Result<(), ToolError> {
    let bad = |error: &dyn std::fmt::Display| ToolError::Bad(error.to_string());
    let search = write_search(folder, prepared.search.clone()).map_err(|error| bad(&error))?;
    let program = lab.program(&prepared.bench).map_err(|faults| bad(&faults))?;
    let searcher =
        Searcher { bench: &prepared.bench, search: &search, program, threads: threads(how), folder };
    let time = search.plan.games.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
    let (begun, mut games, mut bar) = (Instant::now(), 0_u64, ProgressBar::hidden());
    let result = searcher.run(&mut |event| {
        match event {
            SearchEvent::Begins(stage) => {
                bar.finish_and_clear();
                let what = format!(
                    "stage {} of {}, {} combinations:",
                    stage.number,
                    search.stages(),
                    stage.arms.len()
                );
                bar = bar_of(
                    stage.plan.blocks()[0],
                    &format!("{what} {{bar:30}} {{pos}} of {{len}} blocks; {{msg}}; {{eta}} left"),
                );
            }
            SearchEvent::Within(Event::Played(count)) => {
                games += count as u64;
                let rate = games as f64 / begun.elapsed().as_secs_f64();
                bar.set_message(format!("{rate:.1} games a second"));
            }
            SearchEvent::Within(Event::Complete(blocks)) => bar.inc(blocks.len() as u64),
        }
        if time.is_some_and(|time| begun.elapsed() >= time) { Goes::Enough } else { Goes::On }
    });
    bar.finish_and_clear();
    result.map_err(|error| bad(&error))?;
    tell_rate(games, begun.elapsed());
    Ok(())
}

/// Plays a game of each table and players, and says what the search takes.
fn dry<B: Bench>(prepared: &PreparedSearch<B>, how: &HowArgs, out: &mut impl Write) -> ToolResult {
    let PreparedSearch { search, bench } = prepared;
    let (mut worker, plan) = (bench.worker(), &search.plan);
    let (mut round, mut games) = (0.0, 0);
    for block in 0..plan.strata() {
        let orders = plan.block(block);
        games += orders.len() as u64;
        let Some(order) = orders.first() else { continue };
        let begun = Instant::now();
        let played = bench.play(&mut worker, order);
        let took = begun.elapsed().as_secs_f64();
        // Of each block one game is played here, and every combination has as many ways.
        round += took * orders.len() as f64;
        let [a, b] = plan.styles(order);
        writeln!(
            out,
            "{} on {}, {a} against {b}: {} after {} commands, {took:.1} s",
            plan.arms[0].name, plan.tables[order.table], played.end, played.commands
        )?;
    }
    let takes = |seeds: u64| in_words(round * seeds as f64 / threads(how) as f64);
    let (first, all) = (plan.games.at_least, plan.games.at_most);
    writeln!(
        out,
        "{} combinations, all right on every table\nthe first stage: {} games, about {} on {} threads\nall {} stages, if nothing is \
         ever left out: {} games, about {}",
        search.combinations.len(),
        games * first,
        takes(first),
        threads(how),
        search.stages(),
        games * all,
        takes(all)
    )?;
    if let Some(minutes) = plan.games.minutes {
        writeln!(out, "no new games after {minutes} minutes")?;
    }
    Ok(())
}
