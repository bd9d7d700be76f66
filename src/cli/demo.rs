//! `warstrike demo`: two computer players, level after level, for a stand.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::director_file::DirectorRules;
use warstrike::level::styles::Styles;
use warstrike::ui::{self, ComputerOptions, Quality, ShowOptions, ShowSource, WindowMode, WindowOptions};

use super::computer::{ShippedStyles, SideStyle, SideStyleParser, name_of};
use super::open::open;
use super::own::Written;
use super::play::{parse_size, random_seed};
use super::{OpeningArgs, ToolError, ToolResult, parse_seed};

/// The levels that are shown if none is named.
const LEVELS: [&str; 4] = ["watermill", "chapel", "street", "crash-site"];

/// The styles by which the sides are played, unless others are named.
const STYLES: [&str; 2] = ["objective-minded", "aggressive"];

/// Seconds without input after which the demo goes on, unless others are given.
pub(super) const IDLE: u64 = 60;

#[derive(Args)]
pub(super) struct DemoArgs {
    /// The levels, by path or shipped name, all of one game; they follow one another endlessly [default: watermill chapel street crash-site]
    #[arg(value_name = "LEVEL")]
    pub(super) levels: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) show: ShowArgs,
    /// Seconds without mouse or keys after which the demo goes on [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(3..=86_400))]
    pub(super) idle: Option<u64>,
    /// Fill the whole screen
    #[arg(long)]
    fullscreen: bool,
    /// Seed of the dice of the first battle; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    pub(super) seed: Option<u64>,
    /// Where games that people take over are recorded
    #[arg(long, value_name = "DIR")]
    pub(super) saves: Option<PathBuf>,
    /// How finely it is drawn: software, low, good or fine [default: the player's choice, or what the machine draws fast enough]
    #[arg(long, value_name = "LEVEL")]
    pub(super) quality: Option<Quality>,
    /// Size of the window in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, conflicts_with = "fullscreen")]
    pub(super) window_size: Option<(u32, u32)>,
}

impl DemoArgs {
    /// Whether the demo fills the screen.
    pub(super) fn mode(&self) -> WindowMode {
        if self.fullscreen { WindowMode::Fullscreen } else { WindowMode::Framed }
    }
}

/// By what styles a show is played.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ShowArgs {
    /// The styles by which the sides are played [default: A=objective-minded,B=aggressive; of another game its usual style]
    #[arg(long, value_name = "A=STYLE,B=STYLE", value_delimiter = ',', value_parser = SideStyleParser)]
    pub(super) styles: Vec<SideStyle>,
}

pub(super) fn demo(args: &DemoArgs, data: &DataFolder) -> ToolResult {
    let mut levels = args.levels.clone();
    if levels.is_empty() {
        levels = LEVELS.map(PathBuf::from).to_vec();
    }
    // A stand is set up once: every mistake is said before the window opens.
    let faults: Vec<String> = levels
        .iter()
        .filter_map(|level| load_level(level, data, None).err())
        .map(|faults| faults.to_string())
        .collect();
    if !faults.is_empty() {
        return Err(ToolError::Bad(faults.join("\n")));
    }
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let opening = OpeningArgs { seed: Some(seed), ..OpeningArgs::default() };
    let show = show_options(&args.show, data, levels.clone(), ShowSource::Players)?;
    let game = open(&levels[0], &opening, data)?.game;
    let folders = Written::with_saves(args.saves.as_deref())?;
    let options = WindowOptions {
        title: game.setup().level.name.clone(),
        saves: folders.saves.clone(),
        own: folders.own(),
        size: args.window_size,
        file: None,
        data: Some(data.root().to_owned()),
        message: None,
        computers: computers(&args.show, data),
        quality: args.quality,
        mode: args.mode(),
        show: Some(ShowOptions { idle: Duration::from_secs(args.idle.unwrap_or(IDLE)), ..show }),
        start: None,
    };
    ui::run(game, options).map_err(|error| ToolError::Bad(error.to_string()))
}

/// Computer players of the shipped styles; the show says who plays.
pub(super) fn computers(args: &ShowArgs, data: &DataFolder) -> ComputerOptions {
    let files = args.styles.iter().map(|one| one.style.clone()).collect();
    let advisers = ShippedStyles { data: data.clone(), files };
    ComputerOptions { advisers: Some(Arc::new(advisers)), styles: [None, None] }
}

/// The options of a show; a style or a file of rules that cannot be read is an error.
pub(super) fn show_options(
    args: &ShowArgs,
    data: &DataFolder,
    levels: Vec<PathBuf>,
    source: ShowSource,
) -> Result<ShowOptions, ToolError> {
    let mut styles = STYLES.map(str::to_owned);
    let mut named = [false; 2];
    for SideStyle { side, style } in &args.styles {
        Styles::load(style, data).map_err(|faults| ToolError::Bad(faults.to_string()))?;
        if std::mem::replace(&mut named[side.index()], true) {
            return Err(ToolError::Bad(format!("--styles names side {side} twice")));
        }
        styles[side.index()] = name_of(style);
    }
    let director = DirectorRules::load(data.root()).map_err(|faults| ToolError::Bad(faults.to_string()))?;
    Ok(ShowOptions { levels, data: data.clone(), director, styles, idle: Duration::MAX, source })
}
