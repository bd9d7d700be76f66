//! `warstrike picture`: a battle as a PNG, without a window.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use warstrike::game::measure::Mark;
use warstrike::game::play::Game;
use warstrike::game::sight::sight;
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::ui::{self, PictureOptions, PictureSight, PictureView};

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
    /// Lines of sight: of a unit to every enemy unit (A1), or to one model (A1:B1.4)
    #[arg(long, value_name = "UNIT[:MODEL]", value_parser = parse_sight)]
    sight: Option<PictureSight>,
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
    if let Some(sight) = args.sight {
        check_sight(&opened.game, sight).map_err(|why| Stop::Bad(format!("{}: {why}", args.level)))?;
    }
    let options = PictureOptions {
        out: args.out.clone().unwrap_or_else(|| usual_name(&args.level)),
        size: args.size,
        view: match args.view {
            From::Top => PictureView::Top,
            From::Slant => PictureView::Slant,
        },
        select: args.select,
        sight: args.sight,
    };
    ui::picture(opened.game, options).map_err(|error| Stop::Bad(error.to_string()))
}

/// `A1`, or `A1:B1.4`.
fn parse_sight(text: &str) -> Result<PictureSight, String> {
    let (from, to) = text.split_once(':').map_or((text, None), |(from, to)| (from, Some(to)));
    let from: UnitId = from.parse().map_err(|why| format!("{from}: {why}"))?;
    let to: Option<ModelId> = to.map(|to| to.parse().map_err(|why| format!("{to}: {why}"))).transpose()?;
    Ok(PictureSight { from, to })
}

/// Who looks and who is looked at have to be on the table, on two sides.
fn check_sight(game: &Game, PictureSight { from, to }: PictureSight) -> Result<(), String> {
    let view = game.battle().view();
    let marks = [Mark::Unit(from), to.map_or(Mark::Unit(from), Mark::Model)];
    sight(view, &marks[0], &marks[1]).map_err(|error| error.to_string())?;
    match to.filter(|to| to.unit.side == from.side) {
        Some(to) => Err(format!("{from} and {to} are of one side")),
        None => Ok(()),
    }
}

/// In the folder one is in, called as the level or save.
fn usual_name(level: &str) -> PathBuf {
    let stem = Path::new(level).file_stem().unwrap_or_default();
    PathBuf::from(stem).with_extension("png")
}
