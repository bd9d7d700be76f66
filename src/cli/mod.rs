//! The command line: the name of each tool and its arguments.
//!
//! Only tools that exist are listed, so `--help` never promises one.

mod analyse;
mod check;
mod computer;
#[cfg(feature = "gui")]
mod demo;
mod duel;
mod end_state;
#[cfg(feature = "gui")]
mod film;
mod games;
mod generate;
mod hand_over;
#[cfg(feature = "gui")]
mod hex_plan;
mod lab;
mod level;
mod listed;
#[cfg(feature = "gui")]
mod map_show;
#[cfg(feature = "gui")]
mod map_window;
mod new;
#[cfg(not(feature = "gui"))]
mod no_window;
mod notes;
mod open;
mod own;
mod paths;
#[cfg(feature = "gui")]
mod picture;
#[cfg(feature = "gui")]
mod play;
#[cfg(feature = "gui")]
mod progress;
mod replay;
mod report;
mod result_line;
mod rules;
mod run;
mod show;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};

use warstrike::game::measure::Mark;
use warstrike::level::data_folder::DataFolder;
use warstrike::standard_error::tell;
use warstrike::version::Version;

#[cfg(feature = "gui")]
use tabletop_shell::arguments::parse_side;
use tabletop_shell::arguments::{DiceArg, parse_dice, parse_seed};
use tabletop_shell::closable_output::{ClosableOutput, unless_closed};
use tabletop_shell::{ToolError, ToolResult};

/// The WarStrike table: plays the miniatures wargame WarStrike by its rules. Without a command it opens the start screen.
#[derive(Parser)]
#[command(version, propagate_version = true)]
#[cfg_attr(not(feature = "gui"), command(subcommand_required = true, arg_required_else_help = true))]
struct Arguments {
    /// Folder with the shipped data: the one that holds `assets` and `levels`
    #[arg(long, global = true, env = "WARSTRIKE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    tool: Option<Tool>,
}

/// Fields of orders that are lists: each may be empty, but has to be there.
const LISTS: tabletop_shell::orders::Lists = &["moves", "turns", "models"];

#[derive(Subcommand)]
enum Tool {
    /// Open the start screen; with a level or a save, that table
    #[cfg(feature = "gui")]
    Play(play::PlayArgs),
    /// Draw a level or a save as a PNG, without a window
    #[cfg(feature = "gui")]
    Picture(picture::PictureArgs),
    /// Let the computer play level after level, for people to watch and take over
    #[cfg(feature = "gui")]
    Demo(demo::DemoArgs),
    /// Film a save, or a battle of two computer players, without a display
    #[cfg(feature = "gui")]
    Film(film::FilmArgs),
    /// Not in this build: it was built without the window
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Demo(no_window::AnyArgs),
    /// Not in this build: it was built without the window
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Film(no_window::AnyArgs),
    /// Not in this build: it was built without the window
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Play(no_window::AnyArgs),
    /// Not in this build: it was built without the window
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Picture(no_window::AnyArgs),
    /// Play commands from a file or standard input; prints facts as JSON lines
    Run(run::RunArgs),
    /// Measure things on a level or a save; prints one JSON object
    Show(show::ShowArgs),
    /// Replay a save: print its facts as JSON lines, or compare every state hash
    Replay(replay::ReplayArgs),
    /// Write the report of a battle: a page to send, with plans, losses and the save in it; also Markdown and JSON
    Report(report::ReportArgs),
    /// What players noted in saves, and what the rules refused them, by paragraph: the rule most often misunderstood first
    Notes(notes::NotesArgs),
    /// Say what a computer player would do now, why, and what else there was
    Advise(computer::AdviseArgs),
    /// What the orders of a recorded game gained, and what its dice
    Analyse(analyse::AnalyseArgs),
    /// Write a level that opens at a moment of a save
    Level(level::LevelArgs),
    /// Begin a level, card, ruleset or style of your own: writes a file with comments, which `check` accepts
    New(new::NewArgs),
    /// Play an experiment: the same games by several rules, thousands of times, and what can be said of them
    Lab(lab::LabArgs),
    /// Every card against every card, exactly, without players: what a changed number or another ruleset does to each pair
    Duel(duel::DuelArgs),
    /// Check data files: levels, cards, rulesets, styles, experiments, saves
    Check(check::CheckArgs),
    /// The rulebook as this program plays it
    Rules(rules::RulesArgs),
    /// Where the data, the saves, the settings and everything else lie
    Paths,
    /// Write man pages or completions: for packages
    #[command(hide = true)]
    Generate(generate::GenerateArgs),
}

/// How a battle is opened from a level.
#[derive(Args, Clone, Debug, Default)]
struct OpeningArgs {
    /// Ruleset to play by, instead of the level's: a name or a file. On a save: what if it were played on from there by this one
    #[arg(long, value_name = "NAME|FILE")]
    ruleset: Option<String>,
    /// Seed of the dice; `play` picks a new one each time, other tools use 1. With --dice FACES, the
    /// seed rolls once the faces are used up. On a save: what if it were played on from there with these dice
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    seed: Option<u64>,
    /// Faces the dice show, in order, as in 3,4,1; rolling more is an error unless --seed is given.
    /// "hand": real dice, the program asks for their faces. "none": no die may be rolled
    #[arg(long, value_name = "FACES|hand|none", value_parser = parse_dice)]
    dice: Option<DiceArg>,
    /// Record a game that is played at a real table: dice are rolled by hand, and where the rules would have it otherwise the
    /// players' word is taken
    #[arg(long)]
    record: bool,
    /// On a save: how it stood after this entry, by the numbers that `run` and `replay` print; 0 is the opening
    #[arg(id = "moment", long = "at", value_name = "ENTRY", allow_hyphen_values = true)]
    at: Vec<AtArg>,
}

/// The value of `--at`: an entry of a save; for `show exposure` also points, which have a comma.
#[derive(Clone, Debug, PartialEq)]
enum AtArg {
    Entry(usize),
    Point(Mark),
}

impl FromStr for AtArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(entry) = text.parse() {
            return Ok(Self::Entry(entry));
        }
        text.parse().map(Self::Point).map_err(|error: <Mark as FromStr>::Err| error.to_string())
    }
}

impl OpeningArgs {
    /// The entry of a save at which it is opened.
    fn entry(&self) -> Result<Option<usize>, ToolError> {
        match self.at.as_slice() {
            [] => Ok(None),
            [AtArg::Entry(entry)] => Ok(Some(*entry)),
            [AtArg::Entry(_), AtArg::Entry(_), ..] => Err(ToolError::Bad("--at names two entries".into())),
            [AtArg::Point(point), ..] | [_, AtArg::Point(point), ..] => {
                Err(ToolError::Bad(format!("--at {point}: expected the number of an entry, from 0")))
            }
        }
    }

    /// Takes out the points of `--at`.
    fn take_points(&mut self) -> Vec<Mark> {
        let (points, entries) =
            std::mem::take(&mut self.at).into_iter().partition(|at| matches!(at, AtArg::Point(_)));
        self.at = entries;
        let points: Vec<AtArg> = points;
        points
            .into_iter()
            .filter_map(|at| if let AtArg::Point(point) = at { Some(point) } else { None })
            .collect()
    }

    /// Whether the players roll the dice, and the program asks for their faces. At a real table they do unless it is said who does.
    fn rolls_by_hand(&self) -> bool {
        let at_table = self.record && self.dice.is_none() && self.seed.is_none();
        at_table || self.dice == Some(DiceArg::Hand)
    }
}

/// Reads the arguments and runs the tool they name.
pub fn run() -> ExitCode {
    // Not locked: the window writes its events to the same output.
    let mut out = ClosableOutput::new(std::io::BufWriter::new(std::io::stdout()));
    let words: Vec<OsString> = std::env::args_os().collect();
    let result =
        hand_over::serve(&words, &mut out).unwrap_or_else(|| match Arguments::try_parse_from(&words) {
            Ok(arguments) => run_tool(arguments, &mut out),
            Err(words) if words.kind() == clap::error::ErrorKind::DisplayVersion => print_version(&mut out),
            Err(words) => print_usage(&words),
        });
    // What was printed before an error belongs before its message.
    let flushed = out.flush().map_err(ToolError::from);
    match result.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(ToolError::Failed(why)) => exit_with(&why, 1),
        Err(ToolError::Bad(why)) => exit_with(&why, 2),
    }
}

/// Prints what was asked for with `--help` or `--version`, or what is wrong with the arguments.
fn print_usage(words: &clap::Error) -> ToolResult {
    // `print` knows whether a terminal shows colours.
    match (words.use_stderr(), words.print()) {
        (false, printed) => Ok(unless_closed(printed)?),
        // Nobody has to hear it.
        (true, _) => Err(ToolError::Bad(String::new())),
    }
}

/// Prints the version, the commit and the hash of the data that the program finds.
fn print_version(out: &mut impl Write) -> ToolResult {
    let data = DataFolder::find(None).ok();
    Ok(writeln!(out, "warstrike {}", Version::with(data.as_ref()))?)
}

fn exit_with(message: &str, status: u8) -> ExitCode {
    if !message.is_empty() {
        tell(message);
    }
    ExitCode::from(status)
}

/// The start screen.
#[cfg(feature = "gui")]
fn without_tool(data: impl FnOnce() -> Result<DataFolder, ToolError>) -> ToolResult {
    play::play(&play::PlayArgs::default(), &data()?)
}

/// Without the window there is no start screen, and the tools have been listed already.
#[cfg(not(feature = "gui"))]
fn without_tool(_: impl FnOnce() -> Result<DataFolder, ToolError>) -> ToolResult {
    Err(no_window::error("play"))
}

fn run_tool(arguments: Arguments, out: &mut impl Write) -> ToolResult {
    let data = || own::find_data(arguments.data.as_deref());
    let Some(tool) = arguments.tool else { return without_tool(data) };
    match tool {
        #[cfg(feature = "gui")]
        Tool::Play(args) => play::play(&args, &data()?),
        #[cfg(feature = "gui")]
        Tool::Picture(args) => picture::picture(&args, &data()?),
        #[cfg(feature = "gui")]
        Tool::Demo(args) => demo::demo(&args, &data()?),
        #[cfg(feature = "gui")]
        Tool::Film(args) => film::film(&args, &data()?),
        #[cfg(not(feature = "gui"))]
        Tool::Demo(_) => Err(no_window::error("demo")),
        #[cfg(not(feature = "gui"))]
        Tool::Film(_) => Err(no_window::error("film")),
        #[cfg(not(feature = "gui"))]
        Tool::Play(_) => Err(no_window::error("play")),
        #[cfg(not(feature = "gui"))]
        Tool::Picture(_) => Err(no_window::error("picture")),
        Tool::Run(args) => run::run(&args, &data()?, out),
        Tool::Show(args) => show::show(&args, &data()?, out),
        Tool::Replay(args) => replay::replay(&args, out),
        Tool::Report(args) => report::report(&args, data, out),
        Tool::Notes(args) => notes::notes(&args, out),
        Tool::Advise(args) => computer::advise(&args, &data()?, out),
        Tool::Analyse(args) => analyse::analyse(&args, &data()?, out),
        Tool::Level(args) => level::level(&args, &data()?, out),
        Tool::New(args) => new::new(&args, &data()?, out),
        Tool::Lab(args) => lab::lab(&args, data, out),
        Tool::Duel(args) => duel::duel(&args, &data()?, out),
        Tool::Check(args) => check::check(&args, &data()?, out),
        Tool::Rules(args) => rules::rules(&args, data, out),
        Tool::Paths => paths::paths(arguments.data.as_deref(), out),
        Tool::Generate(args) => generate::generate(&args, out),
    }
}
