//! `warstrike lab`: experiments.

mod doubts;
mod play;
mod reports;
mod search;
mod see;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use warstrike::lab::{Prepared, prepare};
use warstrike::level::data_folder::DataFolder;
use warstrike::level::text_file::read_text;

use super::{ToolError, ToolResult};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    part: Option<Part>,
    /// The experiment: its question, rules, tables, players
    #[arg(required = true)]
    experiment: Option<PathBuf>,
    #[command(flatten)]
    how: HowArgs,
    /// Check everything, play one game of each table and players, and say how long the experiment takes
    #[arg(long)]
    dry: bool,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "dry")]
    json: bool,
}

/// Where and how games are played.
#[derive(Args, Clone, Debug)]
struct HowArgs {
    /// Folder for games and reports [default: labs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The parts of a laboratory, for many machines.
#[derive(Subcommand)]
enum Part {
    /// Check an experiment and write its plan; prints the blocks to be played
    Plan(PlanArgs),
    /// Play blocks and keep their games
    Run(RunArgs),
    /// Put the games of a folder together and write the report
    Merge(MergeArgs),
    /// Play a game of an experiment once more under two rulesets, as saves to look at
    See(see::SeeArgs),
    /// Turn each switch of a ruleset alone, and list what changes anything at all
    Doubts(doubts::DoubtsArgs),
    /// Search values of one to four numbers of a ruleset that meet a target
    Search(search::SearchArgs),
}

#[derive(Args)]
struct PlanArgs {
    /// The experiment
    experiment: PathBuf,
    #[command(flatten)]
    how: HowArgs,
}

#[derive(Args)]
struct RunArgs {
    /// The experiment
    experiment: PathBuf,
    /// Blocks to play: from the first to before the last [default: as many as the experiment plays at least]
    #[arg(long, value_name = "A..B", value_parser = parse_blocks)]
    blocks: Option<(u64, u64)>,
    #[command(flatten)]
    how: HowArgs,
}

#[derive(Args)]
struct MergeArgs {
    /// The folder with the games
    folder: PathBuf,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

fn parse_blocks(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    ends.filter(|(from, to)| from < to).ok_or_else(|| "expected two whole numbers, as in 400..600".to_owned())
}

pub(super) fn lab(
    args: &LabArgs,
    data: impl Fn() -> Result<DataFolder, ToolError>,
    out: &mut impl Write,
) -> ToolResult {
    match (&args.part, &args.experiment) {
        (Some(Part::Plan(plan)), _) => play::plan(&plan.experiment, &plan.how, &data()?, out),
        (Some(Part::Run(run)), _) => play::run(&run.experiment, run.blocks, &run.how, &data()?, out),
        (Some(Part::Merge(merge)), _) => reports::merge_folder(&merge.folder, merge.json, out),
        (Some(Part::See(see)), _) => see::see(see, &data()?, out),
        (Some(Part::Doubts(asked)), _) => doubts::doubts(asked, &data()?, out),
        (Some(Part::Search(asked)), _) => search::search(asked, &data()?, out),
        (None, Some(experiment)) if args.dry => play::dry(experiment, &args.how, &data()?, out),
        (None, Some(experiment)) => play::whole(experiment, &args.how, args.json, &data()?, out),
        (None, None) => Err(ToolError::Bad("name an experiment".to_owned())),
    }
}

/// Reads an experiment and all it names.
fn open(experiment: &Path, data: &DataFolder) -> Result<Prepared, ToolError> {
    let bad = |faults: warstrike::level::fault::Faults| ToolError::Bad(faults.to_string());
    let source = read_text(experiment, &experiment.display().to_string()).map_err(bad)?;
    let folder = experiment.parent().unwrap_or(Path::new(""));
    prepare(&source, folder, data).map_err(bad)
}

/// The folder of an experiment's games.
fn folder(how: &HowArgs, name: &str) -> PathBuf {
    how.out.clone().unwrap_or_else(|| Path::new("labs").join(name))
}

/// How many threads play.
fn threads(how: &HowArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    how.threads.map_or_else(cores, usize::from)
}
