//! `warstrike play`: the window.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rand::TryRng;
use rand::rngs::SysRng;

use warstrike::level::data_folder::DataFolder;
use warstrike::ui::{self, ComputerOptions, Quality, WindowMode, WindowOptions};

use super::computer::{ShippedStyles, SideStyle, SideStyleParser, styles_of_sides};
use super::open::{damage_message, is_save, open};
use super::{DiceArg, OpeningArgs, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct PlayArgs {
    /// A level, by path or shipped name, or a save
    #[arg(default_value = "street")]
    level: PathBuf,
    #[command(flatten)]
    opening: OpeningArgs,
    /// Let the computer play a side by a style: one of `assets/styles`, or a file; repeat for both sides
    #[arg(long, value_name = "SIDE=STYLE", value_parser = SideStyleParser)]
    computer: Vec<SideStyle>,
    /// Where saves, recordings and pictures are kept
    #[arg(long, value_name = "DIR")]
    saves: Option<PathBuf>,
    /// Size of the window in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    window_size: Option<(u32, u32)>,
    /// How finely the table is drawn: software, low, good or fine [default: your choice in the window, or what the
    /// machine draws fast enough]
    #[arg(long, value_name = "LEVEL")]
    quality: Option<Quality>,
}

pub(super) fn play(args: &PlayArgs, data: &DataFolder) -> ToolResult {
    if args.opening.dice == Some(DiceArg::Forbidden) {
        return Err(ToolError::Bad("--dice none is for other tools: a game in the window needs dice".into()));
    }
    let mut opened = open(&args.level, &for_the_window(args)?, data)?;
    if args.opening.dice == Some(DiceArg::Hand) {
        opened.game.roll_by_hand();
    }
    let saves = match &args.saves {
        Some(folder) => folder.clone(),
        None => usual_saves()?,
    };
    let file = args.level.clone();
    let options = WindowOptions {
        title: opened.game.setup().level.name.clone(),
        saves,
        size: args.window_size,
        file: is_save(&file).then_some(file),
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
        show: None,
        message: opened.damage.as_ref().map(|damage| damage_message(&args.level, &opened.game, damage)),
    };
    ui::run(opened.game, options).map_err(|error| ToolError::Bad(error.to_string()))
}

/// A level gets a random seed unless one is given. With dice by hand, the program rolls those of the
/// opening and the window asks for the others.
fn for_the_window(args: &PlayArgs) -> Result<OpeningArgs, ToolError> {
    let mut opening = args.opening.clone();
    if opening.dice == Some(DiceArg::Hand) {
        opening.dice = None;
    }
    if opening.seed.is_none() && opening.dice.is_none() && !is_save(&args.level) {
        opening.seed = Some(random_seed()?);
    }
    Ok(opening)
}

/// A seed of the system's.
pub(super) fn random_seed() -> Result<u64, ToolError> {
    SysRng.try_next_u64().map_err(|error| ToolError::Bad(format!("no random seed is available: {error}")))
}

/// The user's folder for saves.
pub(super) fn usual_saves() -> Result<PathBuf, ToolError> {
    let folder = dirs::data_dir().map(|folder| folder.join("warstrike").join("saves"));
    folder.ok_or_else(|| {
        ToolError::Bad("there is no home folder for saves: name a folder with --saves DIR".into())
    })
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
