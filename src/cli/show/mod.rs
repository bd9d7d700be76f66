//! `warstrike show`: measures and plans; one JSON object, or sentences.

mod combat;
mod compare;
mod exposure;
mod fallback;
mod luck;
mod moves;
mod odds;
mod say;
mod sight;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use warstrike::game::engine::view::View;
use warstrike::game::measure::{Mark, distance};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::action::Action;
use warstrike::rules::measures::Thou;

use super::open::{Opened, damage_message, open};
use super::{OpeningArgs, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct ShowArgs {
    #[command(subcommand)]
    what: Shown,
    /// Print the answer as sentences instead of JSON
    #[arg(long, global = true)]
    say: bool,
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Sentences,
}

#[derive(Subcommand)]
enum Shown {
    /// The gap between two things, edge to edge, inches (BAS-1)
    Distance(DistanceArgs),
    /// The shortest legal path of a model to a place, and what it crosses (MOV-1)
    Path(moves::PathArgs),
    /// All places a model can reach by an action, as polygons
    Reach(moves::ReachArgs),
    /// Places and paths for all models of a unit, as a command to play
    Move(moves::MoveArgs),
    /// How much of a target is in view, its state and why (VIS-1, VIS-2)
    Sight(sight::SightArgs),
    /// How exposed a model would be at every place (VIS-1, VIS-4)
    Exposure(exposure::ExposureArgs),
    /// Where units would fall back or rout if they had to now, which models would be lost and why (FB-1)
    Fallback(fallback::FallBackArgs),
    /// The probable effect of one unit's fire at another (SHO-1)
    Odds(odds::OddsArgs),
    /// Who would be in close combat with whom, and how it may go (CC-1)
    Combat(combat::CombatArgs),
    /// How lucky each side's dice have been: successes compared with their expected number
    Luck(luck::LuckArgs),
}

/// An action in which a unit moves and shoots.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OfAction {
    /// Move up to Mv, fire at half rate (ACT-2)
    Advance,
    /// Move up to 2 Mv, not over slow ground; one-handed weapons fire at half rate (ACT-4)
    AtTheDouble,
    /// Move up to half Mv, fire at full rate (ACT-1)
    OpenFire,
}

impl From<OfAction> for Action {
    fn from(action: OfAction) -> Self {
        match action {
            OfAction::Advance => Self::Advance,
            OfAction::AtTheDouble => Self::AtTheDouble,
            OfAction::OpenFire => Self::OpenFire,
        }
    }
}

#[derive(Args)]
struct DistanceArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// A model (A1.3), a unit (A1), an objective's id, or a point (12.5,-3)
    #[arg(allow_hyphen_values = true)]
    from: Mark,
    /// Likewise
    #[arg(allow_hyphen_values = true)]
    to: Mark,
    #[command(flatten)]
    opening: OpeningArgs,
}

pub(super) fn show(args: &ShowArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let form = if args.say { Form::Sentences } else { Form::Json };
    match &args.what {
        Shown::Distance(args) => show_distance(args, data, form, out),
        Shown::Path(args) => moves::show_path(args, data, form, out),
        Shown::Reach(args) => moves::show_reach(args, data, form, out),
        Shown::Move(args) => moves::show_move(args, data, form, out),
        Shown::Sight(args) => sight::show_sight(args, data, form, out),
        Shown::Exposure(args) => exposure::show_exposure(args, data, form, out),
        Shown::Fallback(args) => fallback::show_fall_back(args, data, form, out),
        Shown::Odds(args) => odds::show_odds(args, data, form, out),
        Shown::Combat(args) => combat::show_combat(args, data, form, out),
        Shown::Luck(args) => luck::show_luck(args, data, form, out),
    }
}

fn show_distance(args: &DistanceArgs, data: &DataFolder, form: Form, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    [&args.from, &args.to].into_iter().try_for_each(|mark| check_height(view, mark))?;
    let measured = distance(view, &args.from, &args.to);
    let measured = measured.map_err(|error| ToolError::Bad(error.to_string()))?;
    answer(out, form, &measured, || say::say_distance(view, &measured))
}

/// A point with a height is one of a floor or roof: a third number may be what a decimal comma left.
fn check_height(view: View, mark: &Mark) -> Result<(), ToolError> {
    let Mark::Point(at) = mark else { return Ok(()) };
    let heights = view.terrain().heights_at(at.ground());
    if at.z.0 == 0 || heights.contains(&at.z) {
        return Ok(());
    }
    let [x, y] = [at.x, at.y];
    let heights: Vec<String> = heights.iter().map(Thou::to_string).collect();
    Err(ToolError::Bad(format!(
        "nothing can stand {} high at {x},{y}, only {}; decimals have a point, as in 6.5,-3",
        at.z,
        heights.join(" or ")
    )))
}

/// Opens a level or a save; a damaged save shows nothing.
fn open_whole(level: &Path, opening: &OpeningArgs, data: &DataFolder) -> Result<Opened, ToolError> {
    let opened = open(level, opening, data)?;
    match &opened.damage {
        Some(damage) => Err(ToolError::Bad(damage_message(level, &opened.game, damage))),
        None => Ok(opened),
    }
}

/// One JSON object on a line, or the same in sentences.
fn answer(
    out: &mut impl Write,
    form: Form,
    shown: &impl Serialize,
    says: impl FnOnce() -> Vec<String>,
) -> ToolResult {
    match form {
        Form::Sentences => Ok(says().iter().try_for_each(|line| writeln!(out, "{line}"))?),
        Form::Json => write_json(out, shown),
    }
}

/// One JSON object on a line.
pub(super) fn write_json(out: &mut impl Write, shown: &impl Serialize) -> ToolResult {
    serde_json::to_writer(&mut *out, shown)?;
    Ok(out.write_all(b"\n")?)
}

/// A chance or a share, to a millionth.
fn millionths(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}

fn thousandths(inches: f64) -> f64 {
    (inches * 1000.0).round() / 1000.0
}
