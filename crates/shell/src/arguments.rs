//! The command line of the tools: the same words for every game.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use tabletop::ids::Side;

use crate::tools::report::{Form, parse_player};

#[derive(Parser)]
#[command(disable_version_flag = true)]
struct Arguments {
    /// Folder with the shipped data
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    tool: Tool,
}

/// A tool and what it is asked.
#[derive(Subcommand, Debug)]
pub enum Tool {
    /// Play commands from a file or standard input, or let the computer play; prints facts as JSON lines
    Run(RunArgs),
    /// Replay a save: print its facts as JSON lines, or compare every state hash
    Replay(ReplayArgs),
    /// Answer a question about a level or a save; prints one JSON object
    Show(ShowArgs),
    /// Say what a computer player would do now, why, and what else there was
    Advise(AdviseArgs),
    /// Write the report of a battle as a page, Markdown or JSON
    Report(ReportArgs),
    /// The rulebook as this program plays it
    Rules(RulesArgs),
}

/// Opening of a battle.
#[derive(Args, Clone, Debug, Default)]
pub struct OpeningArgs {
    /// Ruleset to play by, instead of the level's: a name or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub ruleset: Option<PathBuf>,
    /// Seed of the dice; 1 unless it is given. With --dice FACES, the seed rolls once the faces are used up
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Faces the dice show, in order, as in 3,4,1; rolling more is an error unless --seed is given.
    /// "hand": real dice, the program asks for their faces. "none": no die may be rolled
    #[arg(long, value_name = "FACES|hand|none", value_parser = parse_dice)]
    pub dice: Option<DiceArg>,
    /// On a save: how it stood after this entry, by the numbers that `run` and `replay` print; 0 is the opening
    #[arg(long, value_name = "ENTRY")]
    pub at: Option<usize>,
}

/// The value of `--dice`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceArg {
    /// These faces first; then the seed's, if one is given, else no more.
    Faces(Vec<u8>),
    /// Rolled by hand.
    Hand,
    /// Nothing may be rolled.
    Forbidden,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// A level, by path or shipped name, or a save to continue
    pub level: PathBuf,
    /// Commands, one JSON object a line; - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "computer")]
    pub orders: Option<PathBuf>,
    /// Let the computer play a side by a style; repeat for both sides
    #[arg(long, value_name = "SIDE=STYLE", value_parser = parse_side_style)]
    pub computer: Vec<(Side, String)>,
    /// Opening of the battle.
    #[command(flatten)]
    pub opening: OpeningArgs,
    /// Record the game to this new save
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Let --save replace a file
    #[arg(long, requires = "save")]
    pub overwrite: bool,
    /// Stop at the first refusal; fail if faces of --dice are left over
    #[arg(long)]
    pub strict: bool,
    /// Print what happened as sentences instead of JSON, and what is asked next
    #[arg(long)]
    pub say: bool,
    /// Print one line only: which game it is, who won, the hash of the end
    #[arg(long, conflicts_with = "end_state")]
    pub result: bool,
    /// At the end, print all that is on the table as one JSON object
    #[arg(long)]
    pub end_state: bool,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The save: its path, or its name in the folder of saves
    pub save: PathBuf,
    /// Roll its seed again and compare every face and state hash
    #[arg(long)]
    pub check: bool,
    /// Print what happened as sentences instead of JSON
    #[arg(long, conflicts_with = "check")]
    pub say: bool,
    /// Print one line only: which game it is, who won, the hash of the end
    #[arg(long, conflicts_with = "check")]
    pub result: bool,
    /// Print only what this player may see
    #[arg(long, value_name = "SIDE", value_parser = parse_side, conflicts_with = "check")]
    pub side: Option<Side>,
    /// Write the intact part of a damaged save to another file
    #[arg(long, value_name = "FILE")]
    pub recover: Option<PathBuf>,
    /// Let --recover replace a file
    #[arg(long, requires = "recover")]
    pub overwrite: bool,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// One of the game's questions
    pub question: String,
    /// A level, by path or shipped name, or a save
    pub level: PathBuf,
    /// What is asked about: units, hexes
    pub words: Vec<String>,
    /// Print the answer as sentences instead of JSON
    #[arg(long)]
    pub say: bool,
    /// As this player may see the battle
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub side: Option<Side>,
    /// Opening of the battle.
    #[command(flatten)]
    pub opening: OpeningArgs,
}

/// Arguments of `advise`.
#[derive(Args, Debug)]
pub struct AdviseArgs {
    /// A level, by path or shipped name, or a save
    pub level: PathBuf,
    /// The style to ask
    #[arg(long)]
    pub style: Option<String>,
    /// Print the advice as sentences instead of JSON
    #[arg(long)]
    pub say: bool,
    /// Print the advice as JSON: the default without --say
    #[arg(long, conflicts_with = "say")]
    pub json: bool,
    /// For this player, who has to be the one who decides
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub side: Option<Side>,
    /// Opening of the battle.
    #[command(flatten)]
    pub opening: OpeningArgs,
}

/// Arguments of `report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The save: its path, or its name in the folder of saves
    pub save: PathBuf,
    /// The file to write, replaced if it is there; - for standard output [default: the save's name with .html]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The form of the report [default: by the ending of FILE, else html]
    #[arg(long, value_enum)]
    pub format: Option<Form>,
    /// Who played a side, as in A=Anna; repeat for both sides
    #[arg(long, value_name = "SIDE=NAME", value_parser = parse_player)]
    pub player: Vec<(Side, String)>,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// The game's name for all its paragraphs, or one of them
    #[arg(value_name = "GAME|PARAGRAPH|WORD")]
    pub asked: Vec<String>,
    /// Print the differences between two rulesets, each by path or by name
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub diff: Option<Vec<PathBuf>>,
    /// Print every decision taken where the rulebook is silent or unclear
    #[arg(long, conflicts_with = "diff")]
    pub rulings: bool,
    /// Set the switches of the rulings as in this ruleset, by path or by name
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "diff")]
    pub ruleset: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// The tools of [`Tool`].
pub const TOOLS: [&str; 6] = ["run", "replay", "show", "advise", "report", "rules"];

/// Reads a command line; `program` is what help calls the program.
///
/// # Errors
/// The fault, or the help that it asks for.
pub fn parse(words: &[OsString], program: &'static str) -> Result<Tool, clap::Error> {
    let command = Arguments::command().name(program).bin_name(program);
    let matches = command.try_get_matches_from(words)?;
    Arguments::from_arg_matches(&matches).map(|arguments| arguments.tool)
}

/// Reads a seed.
///
/// # Errors
/// The text is no seed; says what one is.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {}, without separators", u64::MAX))
}

/// Reads a side.
///
/// # Errors
/// The text names none.
pub fn parse_side(text: &str) -> Result<Side, String> {
    match text {
        "A" | "a" => Ok(Side::A),
        "B" | "b" => Ok(Side::B),
        _ => Err("the sides are A and B".to_owned()),
    }
}

fn parse_side_style(text: &str) -> Result<(Side, String), String> {
    let read = text.split_once('=').and_then(|(side, style)| {
        let style = style.trim();
        Some((parse_side(side.trim()).ok()?, style.to_owned())).filter(|_| !style.is_empty())
    });
    read.ok_or_else(|| "expected a side and a style, as in B=random".to_owned())
}

/// Reads the value of `--dice`.
///
/// # Errors
/// The text is no such value; says what one is.
pub fn parse_dice(text: &str) -> Result<DiceArg, String> {
    match text {
        "hand" => return Ok(DiceArg::Hand),
        "none" => return Ok(DiceArg::Forbidden),
        _ => {}
    }
    // A game refuses a face that its die does not have.
    let face = |word: &str| word.parse().ok().filter(|face| (1..=100).contains(face));
    let faces: Option<Vec<u8>> = text.split(',').map(face).collect();
    faces.map(DiceArg::Faces).ok_or_else(|| "expected faces, as in 3,4,1, or hand, or none".to_owned())
}
