//! Planning and playing an experiment.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use tabletop_lab::bench::{Bench, Way};
use tabletop_lab::findings::Watch;
use tabletop_lab::laboratory::{Laboratory, Prepared};
use tabletop_lab::merge::write_plan;
use tabletop_lab::plan::Plan;
use tabletop_lab::run::{Event, Goes, Runner};
use warstrike::standard_error::tell;

use super::{HowArgs, folder, open, reports, threads};
use crate::cli::{ToolError, ToolResult};

/// Writes the plan, and prints what is to be played as one JSON object.
pub(super) fn plan(
    experiment: &Path,
    how: &HowArgs,
    lab: &impl Laboratory,
    out: &mut impl Write,
) -> ToolResult {
    let Prepared { plan, .. } = open(experiment, lab)?;
    let folder = folder(how, &plan.name);
    let plan = write_plan(&folder, plan).map_err(|error| ToolError::Bad(error.to_string()))?;
    let [at_least, at_most] = plan.blocks();
    let games = plan.ways.iter().map(|ways| ways.len() * plan.arms.len());
    serde_json::to_writer(
        &mut *out,
        &serde_json::json!({
            "name": plan.name,
            "games": format!("{:016x}", plan.identity),
            "blocks": {"at_least": at_least, "at_most": at_most, "of_a_shard": plan.shard_blocks()},
            "games_of_a_block": games.collect::<Vec<_>>(),
            "folder": folder.display().to_string(),
        }),
    )?;
    Ok(writeln!(out)?)
}

/// Plays some blocks. What is there already is not played again.
pub(super) fn run(
    experiment: &Path,
    blocks: Option<(u64, u64)>,
    how: &HowArgs,
    lab: &impl Laboratory,
    out: &mut impl Write,
) -> ToolResult {
    let prepared = open(experiment, lab)?;
    let (from, to) = blocks.unwrap_or((0, prepared.plan.blocks()[0]));
    let played = play(&prepared, how, lab, (from, to), None)?;
    serde_json::to_writer(
        &mut *out,
        &serde_json::json!({"from": from, "to": to, "games_played": played.games}),
    )?;
    Ok(writeln!(out)?)
}

/// Plans, plays until enough is known, merges and reports.
pub(super) fn whole(
    experiment: &Path,
    how: &HowArgs,
    json: bool,
    lab: &impl Laboratory,
    out: &mut impl Write,
) -> ToolResult {
    let prepared = open(experiment, lab)?;
    let minutes = prepared.plan.games.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
    let to = prepared.plan.blocks()[1];
    let played = play(&prepared, how, lab, (0, to), minutes)?;
    tell_rate(played.games, played.took);
    reports::merge_folder(&folder(how, &prepared.plan.name), json, out)
}

/// Says how many games were played now, and how fast.
pub(super) fn tell_rate(games: u64, took: Duration) {
    if games > 0 {
        let seconds = took.as_secs_f64().max(1e-9);
        let rate = games as f64 / seconds;
        tell(format!("{games} games in {}, {rate:.1} a second", in_words(seconds)));
    }
}

/// What was played now.
struct PlayedNow {
    games: u64,
    took: Duration,
}

/// Plays blocks until they are played, enough is known, or the time is over.
fn play<L: Laboratory>(
    prepared: &Prepared<L::Bench>,
    how: &HowArgs,
    lab: &L,
    (from, to): (u64, u64),
    time: Option<Duration>,
) -> Result<PlayedNow, ToolError> {
    let folder = folder(how, &prepared.plan.name);
    let bad = |error: &dyn std::fmt::Display| ToolError::Bad(error.to_string());
    let plan = write_plan(&folder, prepared.plan.clone()).map_err(|error| bad(&error))?;
    let program = lab.program(&prepared.bench).map_err(|faults| bad(&faults))?;
    let runner =
        Runner { bench: &prepared.bench, plan: &plan, program, threads: threads(how), folder: &folder };
    let bar = bar(&plan, (from, to));
    let (begun, mut games, mut watch) = (Instant::now(), 0, Watch::new(&plan));
    // Only who plays from the first block on can know when it is enough.
    let is_whole = from == 0;
    let result = runner.run(from..to, &mut |event| {
        match event {
            Event::Played(count) => {
                games += count as u64;
                bar.set_message(format!(
                    "{:.1} games a second",
                    games as f64 / begun.elapsed().as_secs_f64()
                ));
            }
            Event::Complete(blocks) => {
                bar.inc(blocks.len() as u64);
                if is_whole && watch.take(blocks) {
                    return Goes::Enough;
                }
            }
        }
        if time.is_some_and(|time| begun.elapsed() >= time) { Goes::Enough } else { Goes::On }
    });
    bar.finish_and_clear();
    result.map_err(|error| bad(&error))?;
    Ok(PlayedNow { games, took: begun.elapsed() })
}

/// The bar on a terminal; elsewhere nothing is drawn.
fn bar(plan: &Plan, (from, to): (u64, u64)) -> ProgressBar {
    let waits = plan.games.until.is_some() || plan.games.minutes.is_some();
    // Where it ends when enough is known, nobody can say how long it takes.
    let template = match waits {
        true => "{bar:30} {pos} blocks, at most {len}; {msg}; {elapsed}",
        false => "{bar:30} {pos} of {len} blocks; {msg}; {eta} left",
    };
    bar_of(to - from, template)
}

/// A bar of so many blocks.
pub(super) fn bar_of(blocks: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(blocks), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Plays one game of each table and players under each ruleset, and says what the experiment takes.
pub(super) fn dry(
    experiment: &Path,
    how: &HowArgs,
    lab: &impl Laboratory,
    out: &mut impl Write,
) -> ToolResult {
    let Prepared { plan, bench } = open(experiment, lab)?;
    let mut worker = bench.worker();
    let mut seconds: BTreeMap<u64, f64> = BTreeMap::new();
    for block in 0..plan.strata() {
        for order in plan.block(block) {
            let begun = Instant::now();
            let played = bench.play(&mut worker, &order);
            let took = begun.elapsed().as_secs_f64();
            *seconds.entry(block).or_default() += took;
            let [a, b] = plan.styles(&order);
            writeln!(
                out,
                "{} on {}, {a} against {b}{}: {} after {} commands, {took:.1} s",
                plan.arms[order.arm].name,
                plan.tables[order.table],
                swapped(order.way),
                played.end,
                played.commands
            )?;
        }
    }
    let [at_least, at_most] = plan.blocks();
    let round: f64 = seconds.values().sum();
    let takes = |blocks: u64| round * (blocks / plan.strata()) as f64 / threads(how) as f64;
    let games: usize = plan.ways.iter().map(|ways| ways.len() * plan.arms.len()).sum();
    writeln!(
        out,
        "{at_least} blocks, {} games, about {} on {} threads",
        games as u64 * plan.games.at_least,
        in_words(takes(at_least)),
        threads(how)
    )?;
    if let Some(minutes) = plan.games.minutes {
        writeln!(out, "no new games after {minutes} minutes")?;
    } else if at_most > at_least {
        writeln!(out, "at most {at_most} blocks, about {}", in_words(takes(at_most)))?;
    }
    Ok(())
}

/// What is swapped beside the players, who are named.
fn swapped(way: Way) -> String {
    match way {
        Way::AsWritten | Way::PlayersSwapped => String::new(),
        Way::FirstTurnSwapped | Way::ForcesSwapped => format!(", {}", way.words()),
    }
}

pub(super) fn in_words(seconds: f64) -> String {
    match seconds {
        short if short < 90.0 => format!("{short:.0} seconds"),
        middle if middle < 5400.0 => format!("{:.0} minutes", middle / 60.0),
        long => format!("{:.1} hours", long / 3600.0),
    }
}
