//! `warstrike lab`: experiments.

mod doubts;
mod play;
mod reports;
mod search;
mod see;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use tabletop_data::ron::first_word;
use tabletop_lab::laboratory::{Laboratory, Prepared, PreparedSearch};
use warstrike::lab::WarStrikeLab;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::fault::Faults;
use warstrike::level::text_file::read_text;

use super::{ToolError, ToolResult, hand_over};

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

/// Serves a command line about an experiment of any game of the program.
pub(super) fn lab(
    args: &LabArgs,
    data: impl Fn() -> Result<DataFolder, ToolError>,
    out: &mut impl Write,
) -> ToolResult {
    if let Some(Part::Merge(merge)) = &args.part {
        return reports::merge_folder(&merge.folder, merge.json, out);
    }
    let data = data()?;
    let game = match (&args.part, &args.experiment) {
        (Some(Part::Doubts(asked)), _) => hand_over::of_names(&asked.names(), &data)?,
        (
            Some(Part::Plan(PlanArgs { experiment: file, .. }) | Part::Run(RunArgs { experiment: file, .. })),
            _,
        )
        | (Some(Part::See(see::SeeArgs { experiment: file, .. })), _)
        | (Some(Part::Search(search::SearchArgs { search: file, .. })), _)
        | (None, Some(file)) => hand_over::of_experiment(file, &data)?,
        (Some(Part::Merge(_)), _) | (None, None) => None,
    };
    match game {
        Some(game) => game.lab(args, &hand_over::folders(&data), out),
        None => serve(args, &WarStrikeLab(&data), out),
    }
}

/// Serves it for the game that it is about.
pub(super) fn serve<L: Laboratory>(args: &LabArgs, lab: &L, mut out: &mut dyn Write) -> ToolResult {
    let out = &mut out;
    match (&args.part, &args.experiment) {
        (Some(Part::Plan(plan)), _) => play::plan(&plan.experiment, &plan.how, lab, out),
        (Some(Part::Run(run)), _) => play::run(&run.experiment, run.blocks, &run.how, lab, out),
        (Some(Part::Merge(merge)), _) => reports::merge_folder(&merge.folder, merge.json, out),
        (Some(Part::See(see)), _) => see::see(see, lab, out),
        (Some(Part::Doubts(asked)), _) => doubts::doubts(asked, lab, out),
        (Some(Part::Search(asked)), _) => search::search(asked, lab, out),
        (None, Some(experiment)) if args.dry => play::dry(experiment, &args.how, lab, out),
        (None, Some(experiment)) => play::whole(experiment, &args.how, args.json, lab, out),
        (None, None) => Err(ToolError::Bad("name an experiment".to_owned())),
    }
}

/// Reads an experiment and all it names.
fn open<L: Laboratory>(experiment: &Path, lab: &L) -> Result<Prepared<L::Bench>, ToolError> {
    let bad = |faults: Faults| ToolError::Bad(faults.to_string());
    let source = read_text(experiment, &experiment.display().to_string()).map_err(bad)?;
    let folder = experiment.parent().unwrap_or(Path::new(""));
    lab.prepare(&source, folder).map_err(bad)
}

/// Checks an experiment or a search, and everything that it names.
///
/// # Errors
/// Every fault.
pub(super) fn check<L: Laboratory>(file: &Path, lab: &L) -> Result<String, Faults> {
    let source = read_text(file, &file.display().to_string())?;
    let folder = file.parent().unwrap_or(Path::new(""));
    if first_word(&source.text) == Some("Search") {
        let PreparedSearch { search, .. } = lab.prepare_search(&source, folder)?;
        return Ok(format!(
            "a search, \"{}\": {} combinations, {} tables, {} stages at most",
            search.plan.name,
            search.combinations.len(),
            search.plan.tables.len(),
            search.stages()
        ));
    }
    let Prepared { plan, .. } = lab.prepare(&source, folder)?;
    let games: usize = plan.ways.iter().map(|ways| ways.len() * plan.arms.len()).sum();
    let games = games as u64 * plan.games.at_least;
    Ok(format!(
        "an experiment, \"{}\": {} rulesets, {} tables, {games} games at least",
        plan.name,
        plan.arms.len(),
        plan.tables.len()
    ))
}

/// The folder of an experiment's games.
fn folder(how: &HowArgs, name: &str) -> PathBuf {
    how.out.clone().unwrap_or_else(|| Path::new("labs").join(name))
}

/// A folder that cannot be written.
fn unwritable(folder: &Path, error: &std::io::Error) -> ToolError {
    ToolError::Bad(format!("{} cannot be written: {error}; name another folder with --out", folder.display()))
}

/// How many threads play.
fn threads(how: &HowArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    how.threads.map_or_else(cores, usize::from)
}
