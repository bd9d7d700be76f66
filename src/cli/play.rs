//! `warstrike play`: the window.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use clap::Args;
use rand::TryRng;
use rand::rngs::SysRng;

use warstrike::game::engine::play::Match;
use warstrike::level::data_folder::DataFolder;
use warstrike::ui::{
    self, ComputerOptions, Opens, Quality, ShowOptions, ShowSource, StartOptions, WindowMode, WindowOptions,
};

use super::computer::{ShippedStyles, SideStyle, SideStyleParser, styles_of_sides};
use super::demo::{ShowArgs, show_options};
use super::hand_over;
use super::open::{damage_message, is_save, open};
use super::own::Written;
use super::{DiceArg, OpeningArgs, ToolError, ToolResult};

#[derive(Args, Default)]
pub(super) struct PlayArgs {
    /// A level, by path or shipped name, or a save; without one the start screen opens
    pub(super) level: Option<PathBuf>,
    #[command(flatten)]
    pub(super) opening: OpeningArgs,
    /// Let the computer play a side by a style: one of `assets/styles`, or a file; repeat for both sides
    #[arg(long, value_name = "SIDE=STYLE", value_parser = SideStyleParser)]
    pub(super) computer: Vec<SideStyle>,
    /// Where saves, recordings and pictures are kept, and the settings with them [default: as `warstrike paths` says]
    #[arg(long, value_name = "DIR")]
    pub(super) saves: Option<PathBuf>,
    /// Size of the window in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    pub(super) window_size: Option<(u32, u32)>,
    /// How finely the table is drawn: software, low, good or fine [default: your choice in the window, or what the
    /// machine draws fast enough]
    #[arg(long, value_name = "LEVEL")]
    quality: Option<Quality>,
}

pub(super) fn play(args: &PlayArgs, data: &DataFolder) -> ToolResult {
    if args.opening.dice == Some(DiceArg::Forbidden) {
        return Err(ToolError::Bad("--dice none is for other tools: a game in the window needs dice".into()));
    }
    let folders = Written::with_saves(args.saves.as_deref())?;
    if args.opening.record && !args.computer.is_empty() {
        let why = "--record takes down what people play at a real table: leave out --computer";
        return Err(ToolError::Bad(why.to_owned()));
    }
    let Some(level) = &args.level else { return start(args, &folders, data) };
    let mut opened = open(level, &for_the_window(args, level)?, data)?;
    if args.opening.dice == Some(DiceArg::Hand) || args.opening.record {
        opened.game.roll_by_hand();
    }
    // A table without a start screen to go back to can be played all the same.
    let show = show(data, BACKDROPS).ok();
    let start = show.is_some().then(|| start_options(Opens::Game, args, data));
    let options = WindowOptions {
        title: opened.game.setup().level.name.clone(),
        saves: folders.saves.clone(),
        own: folders.own(),
        size: args.window_size,
        file: opened.save.clone(),
        data: Some(data.root().to_owned()),
        computers: ComputerOptions {
            advisers: Some(Arc::new(ShippedStyles {
                data: data.clone(),
                files: args.computer.iter().map(|one| one.style.clone()).collect(),
            })),
            styles: styles_of_sides(&args.computer, data)?,
        },
        quality: args.quality,
        mode: WindowMode::Framed,
        show,
        start,
        message: opened.damage.as_ref().map(|damage| damage_message(level, &opened.game, damage)),
    };
    run_window(opened.game, options, (args, data))
}

/// Levels on which battles are shown behind the start screen: first those where something happens at once.
const BACKDROPS: [&str; 5] = ["mid-battle", "street", "watermill", "chapel", "crash-site"];

/// The start screen, over the first of these battles.
fn start(args: &PlayArgs, folders: &Written, data: &DataFolder) -> ToolResult {
    let OpeningArgs { ruleset, dice, record, .. } = &args.opening;
    if ruleset.is_some() || dice.is_some() || *record || !args.computer.is_empty() {
        let why = "--ruleset, --dice, --record and --computer go with a level: name one, or choose them on the start \
                   screen";
        return Err(ToolError::Bad(why.to_owned()));
    }
    let show = show(data, BACKDROPS)?;
    let seed = args.opening.seed.map_or_else(random_seed, Ok)?;
    let opening = OpeningArgs { seed: Some(seed), ..OpeningArgs::default() };
    let game = open(&show.levels[0], &opening, data)?.game;
    let options = WindowOptions {
        title: "WarStrike".to_owned(),
        saves: folders.saves.clone(),
        own: folders.own(),
        size: args.window_size,
        file: None,
        data: Some(data.root().to_owned()),
        message: None,
        computers: ComputerOptions {
            advisers: Some(Arc::new(ShippedStyles { data: data.clone(), files: Vec::new() })),
            styles: [None, None],
        },
        quality: args.quality,
        mode: WindowMode::Framed,
        show: Some(show),
        start: Some(start_options(Opens::Start, args, data)),
    };
    run_window(game, options, (args, data))
}

fn start_options(opens: Opens, args: &PlayArgs, data: &DataFolder) -> StartOptions {
    StartOptions {
        opens,
        seed: args.opening.seed,
        here: std::env::current_dir().ok(),
        others: hand_over::levels(data),
        leaves_for: Arc::default(),
    }
}

/// Runs the window; where the player has chosen a level of another game, its window follows.
fn run_window(game: Match, options: WindowOptions, (args, data): (&PlayArgs, &DataFolder)) -> ToolResult {
    let leaves_for = options.start.as_ref().map(|start| Arc::clone(&start.leaves_for));
    ui::run(game, options).map_err(|error| ToolError::Bad(error.to_string()))?;
    match leaves_for.as_deref().and_then(OnceLock::get) {
        Some(level) => begin_anew(level, args, data),
        None => Ok(()),
    }
}

/// The program again, in place of itself: a process opens one window.
fn begin_anew(level: &Path, args: &PlayArgs, data: &DataFolder) -> ToolResult {
    let failed =
        |error: std::io::Error| ToolError::Bad(format!("{} cannot be opened: {error}", level.display()));
    let mut again = Command::new(std::env::current_exe().map_err(failed)?);
    again.arg("--data").arg(data.root()).arg("play").arg(level);
    if let Some(saves) = &args.saves {
        again.arg("--saves").arg(saves);
    }
    if let Some((width, height)) = args.window_size {
        again.arg("--window-size").arg(format!("{width}x{height}"));
    }
    again_in_place(&mut again).map_err(failed)
}

#[cfg(unix)]
fn again_in_place(again: &mut Command) -> std::io::Result<()> {
    use std::os::unix::process::CommandExt;
    Err(again.exec())
}

#[cfg(not(unix))]
fn again_in_place(again: &mut Command) -> std::io::Result<()> {
    again.status().map(drop)
}

/// Battles of computer players on some of these levels: those that the data folder has.
fn show(data: &DataFolder, levels: [&str; 5]) -> Result<ShowOptions, ToolError> {
    let known = data.levels();
    let levels: Vec<PathBuf> =
        levels.into_iter().filter(|level| known.iter().any(|one| one == level)).map(PathBuf::from).collect();
    if levels.is_empty() {
        return Err(ToolError::Bad(format!("{} has none of the shipped levels", data.root().display())));
    }
    show_options(&ShowArgs::default(), data, levels, ShowSource::Players)
}

/// A level gets a random seed unless one is given. With dice by hand, the program rolls those of the
/// opening and the window asks for the others.
fn for_the_window(args: &PlayArgs, level: &Path) -> Result<OpeningArgs, ToolError> {
    let mut opening = args.opening.clone();
    if opening.dice == Some(DiceArg::Hand) {
        opening.dice = None;
    }
    if opening.seed.is_none() && opening.dice.is_none() && !is_save(level) {
        opening.seed = Some(random_seed()?);
    }
    Ok(opening)
}

/// A seed of the system's.
pub(super) fn random_seed() -> Result<u64, ToolError> {
    SysRng.try_next_u64().map_err(|error| ToolError::Bad(format!("no random seed is available: {error}")))
}

/// A width and a height as in `1280x800`.
pub(super) fn parse_size(text: &str) -> Result<(u32, u32), String> {
    const RANGE: std::ops::RangeInclusive<u32> = 320..=16_384;
    let parse = || {
        let (width, height) = text.split_once('x')?;
        let size = (width.parse().ok()?, height.parse().ok()?);
        (RANGE.contains(&size.0) && RANGE.contains(&size.1)).then_some(size)
    };
    parse().ok_or_else(|| format!("expected 1280x800, each number from {} to {}", RANGE.start(), RANGE.end()))
}
