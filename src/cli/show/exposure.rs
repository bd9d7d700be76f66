//! `show exposure`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabletop_data::numeral::parse_number;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::exposure::{CellExposure, Exposure, ExposureQuery, Room, StandingLevel, Vantage};
use warstrike::game::measure::Mark;
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::ModelId;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::sight::SightState;
use warstrike::table::sight::exposure::Grid;

use super::say::{say_exposure, say_exposure_at};
use super::{Form, OpeningArgs, ToolError, ToolResult, answer, open_whole, thousandths};

#[derive(Args)]
pub(super) struct ExposureArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The observers: a side (A), a unit (A1) or a model (A1.3)
    #[arg(long)]
    by: Mark,
    /// The target is a model like this one [default: the first of the other side]
    #[arg(long)]
    like: Option<ModelId>,
    /// Size of a cell, inches
    #[arg(long, default_value = "0.5", allow_hyphen_values = true, value_parser = edge)]
    cell: Thou,
    /// The target stands on the ground or the floor nearest to this height, inches
    #[arg(long, default_value = "0", allow_hyphen_values = true, value_parser = length)]
    height: Thou,
    /// Also from all positions that the observers can reach by an Advance (ACT-2)
    #[arg(long)]
    after_advance: bool,
    /// Distance between those positions, inches
    #[arg(long, default_value = "2", allow_hyphen_values = true, requires = "after_advance", value_parser = length)]
    spacing: Thou,
    /// With --at POINT, as in 12.5,-3: only these points, each with what every observer sees of it
    #[command(flatten)]
    opening: OpeningArgs,
}

fn edge(text: &str) -> Result<Thou, String> {
    let inches = parse_number(text).map_err(|error| error.to_string())?;
    Grid::edge(inches).map_err(|error| error.to_string())
}

fn length(text: &str) -> Result<Thou, String> {
    let inches = parse_number(text).map_err(|error| error.to_string())?;
    Thou::from_inches(inches).map_err(|error| error.to_string())
}

/// The output of `show exposure`.
#[derive(Serialize)]
struct ShownExposure {
    by: Mark,
    like: ModelId,
    /// Distance between the positions after an Advance, inches.
    after_advance: Option<Thou>,
    height: Thou,
    #[serde(flatten)]
    what: Shown,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Shown {
    Map(ShownMap),
    Places { places: Vec<ShownPlace> },
}

/// Every cell; rows in order of y, cells in order of x.
#[derive(Serialize)]
struct ShownMap {
    low: [Thou; 2],
    cell: Thou,
    columns: usize,
    rows: usize,
    observers: usize,
    viewpoints: usize,
    /// A letter for each cell.
    states: Vec<String>,
    in_view: Vec<Vec<f64>>,
    seen_by: Vec<Vec<u16>>,
    shot_by: Vec<Vec<u16>>,
}

/// One place.
#[derive(Serialize)]
struct ShownPlace {
    at: Place,
    room: bool,
    state: SightState,
    in_view: f64,
    seen_by: u16,
    shot_by: u16,
    clearest: Option<ModelId>,
    viewpoints: usize,
    observations: Vec<ShownObservation>,
}

/// What one observer sees of a place.
#[derive(Serialize)]
struct ShownObservation {
    by: ModelId,
    state: SightState,
    in_view: f64,
}

pub(super) fn show_exposure(
    args: &ExposureArgs,
    data: &DataFolder,
    form: Form,
    out: &mut impl Write,
) -> ToolResult {
    let mut opening = args.opening.clone();
    let points = opening.take_points();
    let opened = open_whole(&args.level, &opening, data)?;
    let view = opened.game.battle().view();
    let like = like(view, args)?;
    let map = |grid: Grid| {
        let vantage = if args.after_advance { Vantage::Advance(args.spacing) } else { Vantage::Standing };
        let asked = ExposureQuery {
            by: args.by.clone(),
            like: like.card,
            grid,
            level: StandingLevel::Near(args.height),
            vantage,
        };
        Exposure::new(view, &asked).map_err(|error| ToolError::Bad(error.to_string()))
    };
    let mut says = Vec::new();
    let what = if points.is_empty() {
        let grid =
            Grid::over(view.terrain().size, args.cell).map_err(|error| ToolError::Bad(error.to_string()))?;
        let map = map(grid)?;
        says.extend(say_exposure(view, &args.by, like.id, &map));
        Shown::Map(shown_map(&map))
    } else {
        let place = |mark: &Mark| {
            let map = map(grid_of_one(mark)?)?;
            says.extend(say_exposure_at(view, &args.by, like.id, &map));
            Ok(shown_place(&map))
        };
        Shown::Places { places: points.iter().map(place).collect::<Result<_, ToolError>>()? }
    };
    let after_advance = args.after_advance.then_some(args.spacing);
    let shown =
        ShownExposure { by: args.by.clone(), like: like.id, after_advance, height: args.height, what };
    answer(out, form, &shown, || says)
}

/// The model that stands for the target.
fn like<'a>(view: View<'a>, args: &ExposureArgs) -> Result<ModelView<'a>, ToolError> {
    if let Some(id) = args.like {
        return view.model(id).ok_or_else(|| ToolError::Bad(format!("there is no {id} in this battle")));
    }
    let side = match &args.by {
        Mark::Side(side) => Some(*side),
        Mark::Unit(unit) => Some(unit.side),
        Mark::Model(model) => Some(model.unit.side),
        Mark::Objective(_) | Mark::Point(_) => None,
    };
    let first = side.and_then(|side| view.standing_of(side.other()).chain(view.standing_of(side)).next());
    first.ok_or_else(|| ToolError::Bad(format!("there are no models of {} on the table", args.by)))
}

/// A cell around a point.
fn grid_of_one(mark: &Mark) -> Result<Grid, ToolError> {
    match mark {
        Mark::Point(at) if at.z.0 != 0 => Err(ToolError::Bad(format!(
            "{mark} has a height, but --height gives one to all points; decimals have a point, as in 6.5,-3"
        ))),
        Mark::Point(at) => {
            let low = [at.x, at.y].map(|middle| Thou(middle.0 - 1));
            Ok(Grid { low, cell: Thou(2), columns: 1, rows: 1 })
        }
        other => Err(ToolError::Bad(format!("{other} is not a point: write x,y in inches"))),
    }
}

fn shown_map(map: &Exposure) -> ShownMap {
    let grid = map.grid();
    let rows = || map.cells().chunks(grid.columns);
    ShownMap {
        low: grid.low,
        cell: grid.cell,
        columns: grid.columns,
        rows: grid.rows,
        observers: map.observers().count(),
        viewpoints: map.viewpoints(),
        states: rows().map(|row| row.iter().map(letter).collect()).collect(),
        in_view: rows().map(|row| row.iter().map(|cell| thousandths(cell.in_view)).collect()).collect(),
        seen_by: rows().map(|row| row.iter().map(|cell| cell.seen_by).collect()).collect(),
        shot_by: rows().map(|row| row.iter().map(|cell| cell.shot_by).collect()).collect(),
    }
}

/// In lower case where a model has no room.
fn letter(cell: &CellExposure) -> char {
    let letter = match cell.state {
        SightState::Clear => 'C',
        SightState::Obscured => 'O',
        SightState::Concealed => 'N',
        SightState::Hidden => 'H',
    };
    if cell.room == Room::Free { letter } else { letter.to_ascii_lowercase() }
}

fn shown_place(map: &Exposure) -> ShownPlace {
    let cell = map.cells()[0];
    let observation = |by: ModelId| {
        let seen = map.visibility(by, 0)?;
        Some(ShownObservation { by, state: seen.state, in_view: thousandths(seen.in_view) })
    };
    ShownPlace {
        at: cell.at,
        room: cell.room == Room::Free,
        state: cell.state,
        in_view: thousandths(cell.in_view),
        seen_by: cell.seen_by,
        shot_by: cell.shot_by,
        clearest: cell.clearest,
        viewpoints: map.viewpoints(),
        observations: map.observers().filter_map(observation).collect(),
    }
}
