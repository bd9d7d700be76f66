//! `warstrike picture`: a battle as a PNG, without a window.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use warstrike::game::engine::play::Match;
use warstrike::game::measure::Mark;
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::sight::{Observation, sight};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::card::Figure;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::standard_error::tell;
use warstrike::ui::{
    self, Outlines, PictureExposure, PictureFallBack, PictureOptions, PictureSight, PictureView, Quality,
    SheetOptions, SheetPage, Tags,
};

use super::open::{damage_message, open};
use super::play::parse_size;
use super::{OpeningArgs, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct PictureArgs {
    /// A level, by path or shipped name, or a save
    #[arg(required_unless_present = "contact_sheet")]
    pub(super) level: Option<PathBuf>,
    /// Draw every figure in every pose and stance, and every piece of the level from the chair and from a model's eyes
    #[arg(long)]
    contact_sheet: bool,
    /// Only one kind of figure, or only the pieces, of the contact sheet
    #[arg(long, value_enum, requires = "contact_sheet")]
    only: Option<OnlyArg>,
    #[command(flatten)]
    pub(super) opening: OpeningArgs,
    /// The PNG file to write [default: the level's name with .png]
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// The camera
    #[arg(long, value_enum, default_value_t = Viewpoint::Slant)]
    view: Viewpoint,
    /// A unit to select, such as A1
    #[arg(long, value_name = "UNIT")]
    select: Option<UnitId>,
    /// Lines of sight: from a unit to every enemy unit (A1), to one model (A1:B1.4), or to the
    /// model of a unit that it sees best (A1:B1)
    #[arg(long, value_name = "UNIT[:TARGET]", value_parser = parse_sight)]
    sight: Option<SightArg>,
    /// The exposure map: how exposed each place is to a side where it stands (A), or after an Advance (A:advance)
    #[arg(long, value_name = "SIDE[:advance]", value_parser = parse_exposure)]
    exposure: Option<PictureExposure>,
    /// Where a unit (A1), or each unit of a side (A), would fall back or rout now
    #[arg(long, value_name = "UNIT|SIDE", value_parser = parse_fall_back)]
    fallback: Option<PictureFallBack>,
    /// The close combats of these units as things stand: who fights whom, and how it may go
    #[arg(long, value_name = "UNIT", num_args = 1..)]
    combat: Vec<UnitId>,
    /// What is written beside units
    #[arg(long, value_enum, default_value_t = TagArg::Off)]
    tags: TagArg,
    /// Leave out the outlines of models behind walls, under trees and under roofs
    #[arg(long)]
    no_outlines: bool,
    /// Width and height in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, default_value = "1440x900")]
    pub(super) size: (u32, u32),
    /// How finely it is drawn: software, low, good or fine
    #[arg(long, value_name = "LEVEL", default_value = "fine")]
    pub(super) quality: Quality,
    /// End as soon as standard input is closed: for a program that wants no picture any more once it is gone
    #[arg(long, hide = true)]
    ends_with_input: bool,
}

impl PictureArgs {
    /// The file to write.
    pub(super) fn out(&self) -> PathBuf {
        let level = self.level.as_deref().unwrap_or(Path::new(SHEET_LEVEL));
        self.out.clone().unwrap_or_else(|| usual_name(level))
    }

    /// Whether the camera looks from straight above.
    pub(super) fn is_from_above(&self) -> bool {
        matches!(self.view, Viewpoint::Top)
    }

    /// An option that only pictures of WarStrike have.
    pub(super) fn of_warstrike_only(&self) -> Option<&'static str> {
        let given = [
            (self.contact_sheet, "--contact-sheet"),
            (self.select.is_some(), "--select"),
            (self.sight.is_some(), "--sight"),
            (self.exposure.is_some(), "--exposure"),
            (self.fallback.is_some(), "--fallback"),
            (!self.combat.is_empty(), "--combat"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}

/// What a process that was told to end with its input ends with, when it does.
const UNWANTED: i32 = 1;

/// Ends the process when standard input is closed, however the program that holds its other end has ended.
fn end_with_input() {
    let wait = || {
        // What is written there says nothing; an error is as good as its end.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        std::process::exit(UNWANTED);
    };
    if let Err(error) = std::thread::Builder::new().name("input".to_owned()).spawn(wait) {
        tell(format!("the end of standard input will not be noticed: {error}"));
    }
}

/// The level whose pieces a contact sheet shows unless it is told another.
const SHEET_LEVEL: &str = "terrain-gallery";

/// A part of a contact sheet.
#[derive(Clone, Copy, ValueEnum)]
enum OnlyArg {
    Rifles,
    Militia,
    Officers,
    Knights,
    Scouts,
    Guns,
    Vehicles,
    Pieces,
}

#[derive(Clone, Copy, ValueEnum)]
enum TagArg {
    /// Only markers, where there are any
    Off,
    /// Sign, id and strength
    Signs,
    /// The name as well
    Names,
}

#[derive(Clone, Copy, ValueEnum)]
enum Viewpoint {
    /// From straight above
    Top,
    /// At a slant
    Slant,
    /// For print: from low down, without marks, with the level's name; units that wait are deployed
    Poster,
}

pub(super) fn picture(args: &PictureArgs, data: &DataFolder) -> ToolResult {
    if args.ends_with_input {
        end_with_input();
    }
    let path = args.level.as_deref().unwrap_or(Path::new(SHEET_LEVEL));
    let level = path.display();
    let opened = open(path, &args.opening, data)?;
    if let Some(damage) = &opened.damage {
        tell(damage_message(path, &opened.game, damage));
    }
    if args.contact_sheet {
        return contact_sheet(opened.game, args);
    }
    if let Some(unit) = args.select.filter(|unit| opened.game.setup().unit(*unit).is_none()) {
        return Err(ToolError::Bad(format!("{level}: there is no unit {unit}")));
    }
    let sight = args.sight.as_ref().map(|arg| lines_of(&opened.game, arg)).transpose();
    let sight = sight.map_err(|why| ToolError::Bad(format!("{level}: {why}")))?;
    if let Some(PictureFallBack::Unit(unit)) = args.fallback
        && opened.game.battle().view().standing(unit).next().is_none()
    {
        return Err(ToolError::Bad(format!("{level}: there is no unit {unit} on the table")));
    }
    check_combat(&opened.game, &args.combat).map_err(|why| ToolError::Bad(format!("{level}: {why}")))?;
    let options = PictureOptions {
        out: args.out.clone().unwrap_or_else(|| usual_name(path)),
        size: args.size,
        view: match args.view {
            Viewpoint::Top => PictureView::Top,
            Viewpoint::Slant => PictureView::Slant,
            Viewpoint::Poster => PictureView::Poster,
        },
        select: args.select,
        sight,
        exposure: args.exposure,
        fall_back: args.fallback,
        combat: args.combat.clone(),
        tags: match args.tags {
            TagArg::Off => Tags::Off,
            TagArg::Signs => Tags::Signs,
            TagArg::Names => Tags::Names,
        },
        outlines: if args.no_outlines { Outlines::Off } else { Outlines::Shown },
        quality: args.quality,
    };
    ui::picture(opened.game, options).map_err(|error| ToolError::Bad(error.to_string()))
}

/// Every figure and piece in one picture.
fn contact_sheet(game: Match, args: &PictureArgs) -> ToolResult {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("contact-sheet.png"));
    let only = args.only.map(|only| match only {
        OnlyArg::Rifles => SheetPage::Figure(Figure::Rifleman),
        OnlyArg::Militia => SheetPage::Figure(Figure::Militia),
        OnlyArg::Officers => SheetPage::Figure(Figure::Officer),
        OnlyArg::Knights => SheetPage::Figure(Figure::Armoured),
        OnlyArg::Scouts => SheetPage::Figure(Figure::Scout),
        OnlyArg::Guns => SheetPage::Figure(Figure::GunTeam),
        OnlyArg::Vehicles => SheetPage::Figure(Figure::Vehicle),
        OnlyArg::Pieces => SheetPage::Pieces,
    });
    let options = SheetOptions { out, only };
    ui::contact_sheet(game, options).map_err(|error| ToolError::Bad(error.to_string()))
}

/// The observing unit and its target.
#[derive(Clone)]
struct SightArg {
    from: UnitId,
    to: Option<Mark>,
}

/// `A1`, `A1:B1` or `A1:B1.4`.
fn parse_sight(text: &str) -> Result<SightArg, String> {
    let (from, to) = text.split_once(':').map_or((text, None), |(from, to)| (from, Some(to)));
    let from: UnitId = from.parse().map_err(|why| format!("{from}: {why}"))?;
    let to = to.map(|to| to.parse().map_err(|why| format!("{to}: {why}"))).transpose()?;
    Ok(SightArg { from, to })
}

/// `A`, or `A:advance`.
fn parse_exposure(text: &str) -> Result<PictureExposure, String> {
    let (side, when) = text.split_once(':').unwrap_or((text, ""));
    let side = Side::BOTH.into_iter().find(|one| one.to_string() == side);
    match (side, when) {
        (Some(side), "") => Ok(PictureExposure::Now(side)),
        (Some(side), "advance") => Ok(PictureExposure::AfterAdvance(side)),
        _ => Err("expected A or B, or, after an Advance, A:advance or B:advance".to_owned()),
    }
}

/// `A1`, or `A`.
fn parse_fall_back(text: &str) -> Result<PictureFallBack, String> {
    if let Some(side) = Side::BOTH.into_iter().find(|side| side.to_string() == text) {
        return Ok(PictureFallBack::Side(side));
    }
    let unit = text.parse().map_err(|why| format!("{text}: {why}"))?;
    Ok(PictureFallBack::Unit(unit))
}

/// The lines of sight asked for; observer and target must be on the table and on different
/// sides.
fn lines_of(game: &Match, arg: &SightArg) -> Result<PictureSight, String> {
    let (view, from) = (game.battle().view(), arg.from);
    let look = |to: &Mark| sight(view, &Mark::Unit(from), to).map_err(|error| error.to_string());
    let Some(to) = &arg.to else {
        look(&Mark::Unit(from))?;
        return Ok(PictureSight { from, to: None });
    };
    let best = look(to)?.into_iter().min_by(Observation::by_view).map(|seen| seen.to);
    match best.filter(|best| best.unit.side != from.side) {
        Some(best) => Ok(PictureSight { from, to: Some(best) }),
        None => Err(format!("{from} and {to} are on the same side")),
    }
}

/// Whether each of some units would be in a close combat as things stand.
fn check_combat(game: &Match, units: &[UnitId]) -> Result<(), String> {
    let view = game.battle().view();
    let combats = groups(view);
    for unit in units {
        if view.standing(*unit).next().is_none() {
            return Err(format!("there is no unit {unit} on the table"));
        }
        if !combats.iter().any(|group| group.attackers.contains(unit) || group.defenders.contains(unit)) {
            return Err(format!("{unit} is in no close combat as things stand"));
        }
    }
    Ok(())
}

/// In the working directory, with the name of the level or save.
fn usual_name(level: &Path) -> PathBuf {
    let stem = level.file_stem().unwrap_or_default();
    PathBuf::from(stem).with_extension("png")
}
