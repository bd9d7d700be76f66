//! `show path`, `show reach`, `show move`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabletop_data::numeral::parse_number;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::refusal::{Refusal, Spot};
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::measure::{Mark, MarkError};
use warstrike::game::phases::moving::check_path;
use warstrike::game::plan::{ModelPlanner, PathKind, PlanQuality, PlannedPath, UnitPlanner};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::allowance::MoveTerms;
use warstrike::rules::movement::going::Going;
use warstrike::table::paths::ReachArea;
use warstrike::table::walk::{Crossing, CrossingKind, WalkedLeg};

use super::say::{say_move, say_path, say_reach};
use super::{Form, OfAction, OpeningArgs, ToolError, ToolResult, answer, open_whole, thousandths};

#[derive(Args)]
pub(super) struct PathArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The model (A1.3)
    model: ModelId,
    /// A point (12.5,-3); a third number names a floor or roof by its height
    #[arg(allow_hyphen_values = true)]
    to: Mark,
    /// The action it moves by
    #[arg(long, value_enum, default_value = "advance")]
    action: OfAction,
    #[command(flatten)]
    opening: OpeningArgs,
}

#[derive(Args)]
pub(super) struct ReachArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The model (A1.3)
    model: ModelId,
    /// The action it moves by
    #[arg(long, value_enum, default_value = "advance")]
    action: OfAction,
    #[command(flatten)]
    opening: OpeningArgs,
}

#[derive(Args)]
pub(super) struct MoveArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The unit (A1)
    unit: UnitId,
    /// The destination of its leader, a point (12.5,-3); a third number names a floor
    #[arg(allow_hyphen_values = true, required_unless_present = "restore_coherency")]
    to: Option<Mark>,
    /// The action it moves by
    #[arg(long, value_enum, default_value = "advance")]
    action: OfAction,
    /// Turn the formation, degrees counter-clockwise
    #[arg(long, default_value_t = 0.0, allow_hyphen_values = true, value_parser = degrees)]
    turn: f64,
    /// Bring the unit back into coherency instead (COH-1)
    #[arg(long, conflicts_with_all = ["to", "turn"])]
    restore_coherency: bool,
    #[command(flatten)]
    opening: OpeningArgs,
}

fn degrees(text: &str) -> Result<f64, String> {
    let turn = parse_number(text).map_err(|error| error.to_string())?;
    if turn.abs() <= 360.0 { Ok(turn) } else { Err("degrees from -360 to 360".to_owned()) }
}

/// The output of `show path`.
#[derive(Serialize)]
struct ShownPath {
    model: ModelId,
    action: Action,
    /// Without and with difficult ground, inches.
    allowance: f64,
    allowance_on_difficult: f64,
    way: Way,
    length: f64,
    from: Place,
    path: Vec<Place>,
    legs: Vec<ShownLeg>,
    refused: Option<Refusal>,
}

/// A leg of a path and what it crosses.
#[derive(Serialize)]
struct ShownLeg {
    from: Place,
    to: Place,
    length: f64,
    over: Vec<ShownCrossing>,
}

/// Something that a leg crosses.
#[derive(Serialize)]
struct ShownCrossing {
    piece: String,
    what: String,
    going: Going,
    rule: &'static str,
    from: Spot,
    to: Spot,
}

/// The output of `show reach`.
#[derive(Serialize)]
struct ShownReach {
    model: ModelId,
    action: Action,
    from: Place,
    areas: Vec<ShownArea>,
}

/// An area, and whether difficult ground is crossed to reach it.
#[derive(Serialize)]
struct ShownArea {
    way: &'static str,
    /// Inches.
    allowance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<Thou>,
    /// Each an outer ring of corners, then its holes.
    polygons: Vec<Vec<Vec<Spot>>>,
}

/// The output of `show move`.
#[derive(Serialize)]
struct ShownMove {
    unit: UnitId,
    action: Action,
    kept: &'static str,
    command: Command,
}

/// What kind of path it is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) enum Way {
    #[serde(rename = "no difficult ground")]
    Clear,
    #[serde(rename = "round difficult ground")]
    Detour,
    #[serde(rename = "through difficult ground")]
    Through,
    #[serde(rename = "too long")]
    TooLong,
    #[serde(rename = "barred")]
    Barred,
}

/// A path that was asked for, and what became of it.
pub(super) struct AskedPath<'a> {
    pub model: ModelId,
    pub action: Action,
    pub terms: MoveTerms,
    pub way: Way,
    pub path: &'a PlannedPath,
    pub legs: &'a [WalkedLeg],
    /// Why it would be refused.
    pub refused: Option<&'a Refusal>,
}

pub(super) fn show_path(args: &PathArgs, data: &DataFolder, form: Form, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    let (model, planner) = planned(view, args.model, args.action)?;
    let way = planner.path_to(place(view, &args.to, model.pose.at.z)?);
    let terms = planner.terms();
    let checked = check_path(view, model, &terms, &way.corners);
    let walk = view.terrain().walk(model.mover(), model.pose.at, &way.corners);
    let walked = walk.map(|walk| walk.legs).unwrap_or_default();
    let kind = match way.kind {
        PathKind::Around if planner.is_detour(&way) => Way::Detour,
        PathKind::Around => Way::Clear,
        PathKind::Through => Way::Through,
        PathKind::TooLong => Way::TooLong,
        PathKind::NoPath => Way::Barred,
    };
    let refused = checked.err();
    let asked = AskedPath {
        model: model.id,
        action: args.action.into(),
        terms,
        way: kind,
        path: &way,
        legs: &walked,
        refused: refused.as_ref(),
    };
    let says = say_path(view, &asked);
    let shown = ShownPath {
        model: model.id,
        action: args.action.into(),
        allowance: terms.allowance,
        allowance_on_difficult: terms.on_difficult,
        way: kind,
        length: thousandths(way.length),
        from: model.pose.at,
        path: way.corners,
        legs: walked.iter().map(|leg| shown_leg(view, leg)).collect(),
        refused,
    };
    answer(out, form, &shown, || says)
}

pub(super) fn show_reach(
    args: &ReachArgs,
    data: &DataFolder,
    form: Form,
    out: &mut impl Write,
) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    let (model, planner) = planned(view, args.model, args.action)?;
    let (reach, terms) = (planner.reach(), planner.terms());
    let [around, through] = [(&reach.around[..], terms.allowance), (&reach.through[..], terms.on_difficult)];
    let says = say_reach(&model.id.to_string(), args.action.into(), [around, through]);
    let shown = |way, allowance| {
        move |area: ReachArea| ShownArea {
            way,
            allowance,
            floor: area.floor,
            polygons: area.polygons.into_iter().map(|rings| rings.into_iter().map(spots).collect()).collect(),
        }
    };
    let round = reach.around.into_iter().map(shown("round difficult ground", terms.allowance));
    let through = reach.through.into_iter().map(shown("through difficult ground", terms.on_difficult));
    let areas = round.chain(through).collect();
    let shown = ShownReach { model: model.id, action: args.action.into(), from: model.pose.at, areas };
    answer(out, form, &shown, || says)
}

pub(super) fn show_move(args: &MoveArgs, data: &DataFolder, form: Form, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let battle = opened.game.battle();
    let view = battle.view();
    let unknown = || absent(Mark::Unit(args.unit), view.unit(args.unit).is_some());
    let leader = view.leader(args.unit).ok_or_else(unknown)?;
    let planner = UnitPlanner::new(battle, args.unit, args.action.into()).ok_or_else(unknown)?;
    let path_trees = planner.path_trees();
    let plan = match &args.to {
        Some(to) => path_trees.plan_to(place(view, to, leader.pose.at.z)?, args.turn),
        None => path_trees.restore_coherency(),
    };
    let none = || ToolError::Failed(format!("no legal move was found for {}", args.unit));
    let plan = plan.ok_or_else(none)?;
    let kept = match plan.quality {
        PlanQuality::Formation => "formation",
        PlanQuality::Leader => "leader's place",
        PlanQuality::Direction => "direction",
    };
    let says = say_move(view, args.unit, args.action.into(), &plan);
    let shown = ShownMove { unit: args.unit, action: args.action.into(), kept, command: plan.command };
    answer(out, form, &shown, || says)
}

fn planned<'a>(
    view: View<'a>,
    model: ModelId,
    action: OfAction,
) -> Result<(ModelView<'a>, ModelPlanner<'a>), ToolError> {
    let gone = || absent(Mark::Model(model), view.model(model).is_some());
    let model = view.model(model).filter(ModelView::stands).ok_or_else(gone)?;
    let planner = ModelPlanner::new(view, model, action.into()).ok_or_else(gone)?;
    Ok((model, planner))
}

/// A unit or model that is not on the table, or that the battle does not have.
fn absent(mark: Mark, is_known: bool) -> ToolError {
    let error = if is_known { MarkError::NotOnTable(mark) } else { MarkError::Unknown(mark) };
    ToolError::Bad(error.to_string())
}

/// The place of a mark, at its own height or the possible height nearest to another one.
fn place(view: View, mark: &Mark, near: Thou) -> Result<Place, ToolError> {
    match mark {
        Mark::Point(at) if at.z.0 != 0 => Ok(*at),
        Mark::Point(at) => Ok(Place { z: view.terrain().height_near(at.ground(), near), ..*at }),
        other => Err(ToolError::Bad(format!("{other} is not a point: write x,y or x,y,z in inches"))),
    }
}

fn shown_leg(view: View, leg: &WalkedLeg) -> ShownLeg {
    let over = leg.crossings.iter().map(|one| shown_crossing(view, leg, one)).collect();
    ShownLeg { from: leg.from, to: leg.to, length: thousandths(leg.plan().length()), over }
}

fn shown_crossing(view: View, leg: &WalkedLeg, crossing: &Crossing) -> ShownCrossing {
    let what = match crossing.kind {
        CrossingKind::Area => "area",
        CrossingKind::StepUp => "step up",
        CrossingKind::StepDown => "step down",
        CrossingKind::Wall => "wall",
        CrossingKind::Opening(_) => "opening",
        CrossingKind::LevelUp => "level up",
        CrossingKind::LevelDown => "level down",
    };
    ShownCrossing {
        piece: view.terrain().pieces[crossing.piece].id.clone(),
        what: what.to_owned(),
        going: crossing.going,
        rule: crossing.rule,
        from: Spot(leg.plan().at(crossing.from)),
        to: Spot(leg.plan().at(crossing.to)),
    }
}

fn spots(ring: Vec<[f64; 2]>) -> Vec<Spot> {
    ring.into_iter().map(Spot).collect()
}
