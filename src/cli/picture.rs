//! `warstrike picture`: a battle as a PNG, without a window.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::UnitId;
use warstrike::ui::{self, PictureOptions, PictureView};

use super::open::{damage_message, open};
use super::play::parse_size;
use super::{Done, Opening, Stop};

#[derive(Args)]
pub(super) struct PictureArgs {
    /// A level, by path or shipped name, or a save
    level: String,
    #[command(flatten)]
    opening: Opening,
    /// The PNG file to write; the level's name with `.png` where it is left out
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// From where
    #[arg(long, value_enum, default_value_t = From::Slant)]
    view: From,
    /// A unit to select, such as A1
    #[arg(long, value_name = "UNIT")]
    select: Option<UnitId>,
    /// Width and height in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, default_value = "1440x900")]
    size: (u32, u32),
}

#[derive(Clone, Copy, ValueEnum)]
enum From {
    /// From straight above
    Top,
    /// At a slant
    Slant,
}

pub(super) fn picture(args: &PictureArgs, data: &DataFolder) -> Done {
    let opened = open(&args.level, &args.opening, data)?;
    if let Some(damage) = &opened.damage {
        eprintln!("{}", damage_message(&args.level, &opened.game, damage));
    }
    if let Some(unit) = args.select.filter(|unit| opened.game.setup().unit(*unit).is_none()) {
        return Err(Stop::Bad(format!("{}: there is no unit {unit} in it", args.level)));
    }
    let options = PictureOptions {
        out: args.out.clone().unwrap_or_else(|| usual_name(&args.level)),
        size: args.size,
        view: match args.view {
            From::Top => PictureView::Top,
            From::Slant => PictureView::Slant,
        },
        select: args.select,
    };
    ui::picture(opened.game, options).map_err(|error| Stop::Bad(error.to_string()))
}

/// In the folder one is in, called as the level or save.
fn usual_name(level: &str) -> PathBuf {
    let stem = Path::new(level).file_stem().unwrap_or_default();
    PathBuf::from(stem).with_extension("png")
}
