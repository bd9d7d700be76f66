//! The command line: what each tool is called and what it takes.
//!
//! A tool that is not built yet is not here, so `--help` never promises one.

mod by_hand;
mod check;
mod open;
mod orders;
#[cfg(feature = "gui")]
mod picture;
#[cfg(feature = "gui")]
mod play;
mod replay;
mod rules;
mod run;
mod show;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use warstrike::level::data_folder::DataFolder;

/// The WarStrike table: plays the miniatures wargame WarStrike by its rules.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    /// Folder with the shipped data: the one that holds `assets` and `levels`
    #[arg(long, global = true, env = "WARSTRIKE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Open a level or a save in the window
    #[cfg(feature = "gui")]
    Play(play::PlayArgs),
    /// Draw a level or a save into a PNG, without a window
    #[cfg(feature = "gui")]
    Picture(picture::PictureArgs),
    /// Play commands from a file or standard input; facts as JSON lines
    Run(run::RunArgs),
    /// Measure on a level or a save; one JSON object
    Show(show::ShowArgs),
    /// Play a save again: its facts as JSON lines, or compare every state hash
    Replay(replay::ReplayArgs),
    /// Check data files: levels, cards, rulesets, saves
    Check(check::CheckArgs),
    /// The rulebook as this program plays it
    Rules(rules::RulesArgs),
}

/// How a battle is opened from a level.
#[derive(Args, Clone, Debug)]
struct Opening {
    /// Ruleset to play by, in place of the level's
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Seed of the dice; `play` takes a new one each time, other tools 1
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Faces the dice show, in order, as in 3,4,1, rolling more is an error; or "hand": real dice, whose
    /// faces are asked for
    #[arg(long, value_name = "FACES|hand", value_parser = parse_dice)]
    dice: Option<DiceArg>,
}

/// What `--dice` says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum DiceArg {
    /// These faces and no more.
    Faces(Vec<u8>),
    /// Rolled by hand.
    Hand,
}

fn parse_dice(text: &str) -> Result<DiceArg, String> {
    if text == "hand" {
        return Ok(DiceArg::Hand);
    }
    let face = |word: &str| word.parse().ok().filter(|face| (1..=6).contains(face));
    let faces: Option<Vec<u8>> = text.split(',').map(face).collect();
    faces.map(DiceArg::Faces).ok_or_else(|| "write faces from 1 to 6, as in 3,4,1, or hand".to_owned())
}

/// Why a tool ended without doing all it was asked.
enum Stop {
    /// Refused, or a check failed: status 1.
    Failed(String),
    /// Bad arguments or a bad file: status 2.
    Bad(String),
    /// Whoever read the output has gone away.
    OutputClosed,
}

impl From<std::io::Error> for Stop {
    /// Only writing to standard output is converted so; files have their own words.
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Bad(format!("the output could not be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Self {
        std::io::Error::from(error).into()
    }
}

/// What a tool leaves behind.
type Done = Result<(), Stop>;

/// Reads the arguments and runs the tool they name.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = run_tool(arguments, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) | Err(Stop::OutputClosed) => ExitCode::SUCCESS,
        Err(Stop::Failed(why)) => stop(&why, 1),
        Err(Stop::Bad(why)) => stop(&why, 2),
    }
}

fn stop(why: &str, status: u8) -> ExitCode {
    if !why.is_empty() {
        eprintln!("{why}");
    }
    ExitCode::from(status)
}

fn run_tool(arguments: Arguments, out: &mut impl Write) -> Done {
    let data = || DataFolder::find(arguments.data.as_deref()).map_err(|fault| Stop::Bad(fault.to_string()));
    match arguments.tool {
        #[cfg(feature = "gui")]
        Tool::Play(args) => play::play(&args, &data()?),
        #[cfg(feature = "gui")]
        Tool::Picture(args) => picture::picture(&args, &data()?),
        Tool::Run(args) => run::run(&args, &data()?, out),
        Tool::Show(args) => show::show(&args, &data()?, out),
        Tool::Replay(args) => replay::replay(&args, out),
        Tool::Check(args) => check::check(&args, &data()?, out),
        Tool::Rules(args) => rules::rules(&args, data, out),
    }
}
