//! The exposure map: thin red where a model would be seen clearly, amber where it would be seen badly, denser the more
//! models see it; nothing where it is safe. Full, in stripes or in dots, so that it can be read without colours.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;
use bevy_egui::egui::{self, CornerRadius, pos2, vec2};

use super::legend::Row;
use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::exposure::{CellExposure, Exposure, Room};
use crate::rules::sight::SightState;
use crate::table::piece::Piece;
use crate::ui::axes;
use crate::ui::background::computing::{Computing, Task};
use crate::ui::drafts::ruler::UnderPointer;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::sight_look;
use crate::ui::looks::terrain_names;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::questions::sight::{ExposureMapQuery, ExposureMapQuestion, ExposureMapRequest, When};
use crate::ui::scene::cutaway::{Cutaway, LookInto};
use crate::ui::session::open_game::OpenGame;

/// The map that is shown.
pub(super) struct ExposureMap;

/// Height of the shading over its surface, inches: under the area within reach.
const SHADING_LIFT_INCHES: f64 = 0.055;

/// The density of the shading where one model sees a place, and where all do: the table stays visible below it. What
/// is shaded all over is thinner than stripes and dots.
const DENSITY: [f32; 2] = [0.12, 0.30];
const FULL_DENSITY: [f32; 2] = [0.07, 0.20];

/// Colours of places where a model would be seen clearly, and where Obscured or Concealed.
const RED: [u8; 3] = [222, 52, 40];
const AMBER: [u8; 3] = [255, 178, 56];

/// The colour of a state.
const fn rgb(state: SightState) -> [u8; 3] {
    match state {
        SightState::Clear => RED,
        SightState::Obscured | SightState::Concealed | SightState::Hidden => AMBER,
    }
}

inputs! {
    /// Inputs of its mesh.
    pub(super) struct MeshInputs { map: ExposureMapQuery, cutaway: Cutaway, opened: OpenGame }
}

impl MeshOverlay for ExposureMap {
    type Inputs = MeshInputs<'static>;
    type Key = [Tick; 2];

    fn key(inputs: &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        inputs.map.last()?.1.as_ref().ok()?;
        Some([inputs.map.last_changed(), inputs.cutaway.last_changed()])
    }

    fn build(meshes: &mut OverlayMeshes, _: &Self::Key, inputs: &mut SystemParamItem<Self::Inputs>) {
        let Some((_, Ok(exposure))) = inputs.map.last() else { return };
        let view = inputs.opened.game.battle().view();
        // Until the map of other levels comes, cells of this one on a level that is now hidden would float.
        let is_shown = |cell: &CellExposure| inputs.cutaway.shows_at(view.terrain(), cell.at);
        meshes.add(drawn(exposure, &is_shown), MeshLook::Translucent);
    }
}

inputs! {
    /// Inputs of its legend.
    pub(super) struct LegendInputs {
        map: ExposureMapQuery, opened: OpenGame, pointed: UnderPointer, computing: Computing,
    }
}

impl Overlay for ExposureMap {
    type Inputs = LegendInputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let view = inputs.opened.game.battle().view();
        frame.legend.extend(legend(&view, inputs));
    }
}

/// All cells that are seen, as one mesh; equal neighbours share one face.
fn drawn(exposure: &Exposure, is_shown: &dyn Fn(&CellExposure) -> bool) -> GeometryBuilder {
    let (grid, cells) = (exposure.grid(), exposure.cells());
    let (mut geometry, all) = (GeometryBuilder::default(), exposure.observers().count().max(1));
    for row in 0..grid.rows {
        let of_row = &cells[grid.index(0, row)..][..grid.columns];
        let looks: Vec<_> = of_row.iter().map(|cell| look(cell, all).filter(|_| is_shown(cell))).collect();
        let mut first = 0;
        for next in 1..=grid.columns {
            if next < grid.columns && looks[next] == looks[first] {
                continue;
            }
            if let Some((state, tenths, _)) = looks[first] {
                let run = [&of_row[first], &of_row[next - 1]];
                faces(&mut geometry, run, next - first, grid.cell.inches(), state, tenths);
            }
            first = next;
        }
    }
    geometry
}

/// Look of a cell: its state, the number of models that see it in tenths of all, its height; `None` where nothing is drawn.
fn look(cell: &CellExposure, all: usize) -> Option<(SightState, u32, i32)> {
    let shown = cell.room == Room::Free && cell.state != SightState::Hidden;
    let tenths = (10 * usize::from(cell.seen_by)).div_ceil(all).min(10) as u32;
    shown.then_some((cell.state, tenths, cell.at.z.0))
}

/// Shades cells in a row: the first and the last, how many, and the width of each.
fn faces(
    geometry: &mut GeometryBuilder,
    [first, last]: [&CellExposure; 2],
    cells: usize,
    wide: f64,
    state: SightState,
    tenths: u32,
) {
    let [r, g, b] = rgb(state);
    let share = tenths as f32 / 10.0;
    let [min, max] = if state == SightState::Clear { FULL_DENSITY } else { DENSITY };
    let colour = Color::srgb_u8(r, g, b).with_alpha(min.lerp(max, share));
    let ([x, y], height) = (first.at.ground(), first.at.z.inches() + SHADING_LIFT_INCHES);
    let mut face = |[left, right]: [f64; 2], [low, high]: [f64; 2]| {
        let corner = |x: f64, y: f64| axes::in_scene([x, y], height);
        geometry
            .flat([corner(left, low), corner(right, low), corner(right, high), corner(left, high)], colour);
    };
    let ends = [x - wide / 2.0, last.at.ground()[0] + wide / 2.0];
    match state {
        SightState::Clear => face(ends, [y - wide / 2.0, y + wide / 2.0]),
        SightState::Obscured => {
            for at in [-0.25, 0.25] {
                face(ends, [y + (at - 0.14) * wide, y + (at + 0.14) * wide]);
            }
        }
        SightState::Concealed | SightState::Hidden => {
            for index in 0..cells {
                let middle = x + index as f64 * wide;
                face([middle - 0.22 * wide, middle + 0.22 * wide], [y - 0.22 * wide, y + 0.22 * wide]);
            }
        }
    }
}

/// Legend of the shading, in four lines: the observers, red, amber, and the spot under the pointer or the meaning of bare places.
fn legend(view: &View, inputs: &LegendInputs) -> Vec<Row> {
    let (map, found) = (&inputs.map, inputs.map.last());
    let computing =
        map.requested().filter(|_| inputs.computing.shows(Task::ExposureMap)).map(|requested| match found {
            Some((shown, _)) if shown.request == requested => Task::ExposureMap.text().to_owned(),
            _ => format!("{} ({})", Task::ExposureMap.text(), observers(view, requested)),
        });
    let Some((question, answer)) = found else { return computing.map(Row::text).into_iter().collect() };
    let exposure = match answer {
        Ok(exposure) => exposure,
        Err(why) => return vec![Row::text(format!("No map: {why}"))],
    };
    let sample = |state| move |painter: &OverlayPainter, rect| cell_sample(painter, rect, state);
    let amber = |painter: &OverlayPainter, rect: egui::Rect| {
        let (left, right) = rect.split_left_right_at_fraction(0.5);
        cell_sample(painter, left, SightState::Obscured);
        cell_sample(painter, right, SightState::Concealed);
    };
    vec![
        Row::text(computing.unwrap_or_else(|| title(view, question))),
        Row::shading("red: Clear; denser: to more models", sample(SightState::Clear)),
        Row::shading("amber: stripes Obscured, dots Concealed at best", amber),
        Row::text(
            here(view, inputs, question, exposure)
                .unwrap_or_else(|| "bare: Hidden from everybody".to_owned()),
        ),
    ]
}

/// A cell as a sample: full, in stripes, a dot.
fn cell_sample(painter: &OverlayPainter, rect: egui::Rect, state: SightState) {
    let [r, g, b] = rgb(state);
    let (ink, side) = (egui::Color32::from_rgb(r, g, b).gamma_multiply(0.8), rect.height());
    let stripe = |low: f32, high: f32| {
        let min = rect.min + vec2(0.0, low * side);
        egui::Rect::from_min_max(min, pos2(rect.right(), rect.top() + high * side))
    };
    let parts = match state {
        SightState::Clear => vec![rect],
        SightState::Obscured => vec![stripe(0.11, 0.39), stripe(0.61, 0.89)],
        SightState::Concealed | SightState::Hidden => {
            vec![egui::Rect::from_center_size(rect.center(), egui::Vec2::splat(0.44 * side))]
        }
    };
    for part in parts {
        painter.egui.rect_filled(part, CornerRadius::ZERO, ink);
    }
}

/// Visibility of the place under the pointer, and the number of observers that see it, of all; `None` where the map says nothing.
fn here(
    view: &View,
    inputs: &LegendInputs,
    question: &ExposureMapQuestion,
    exposure: &Exposure,
) -> Option<String> {
    let grid = exposure.grid();
    let [column, row] = inputs.pointed.spot.and_then(|(at, _)| grid.cell_at(at))?;
    let cell = &exposure.cells()[grid.index(column, row)];
    let terrain = view.terrain();
    // An old map may lie on a level that is no longer shown.
    if !question.cutaway.shows_at(terrain, cell.at) {
        return None;
    }
    let on = terrain.level_at(cell.at.ground(), cell.at.z).map_or(String::new(), |(piece, level)| {
        let piece = &terrain.pieces[piece];
        format!(", {} of {}", terrain_names::level(&piece.kind, level), piece.id)
    });
    let (all, seen, shot) = (exposure.observers().count(), cell.seen_by, cell.shot_by);
    let state = match (cell.room, cell.state) {
        (room, _) if room != Room::Free => return Some(format!("here{on}: no room to stand")),
        (_, SightState::Hidden) => return Some(format!("here{on}: Hidden from all {all}")),
        (_, state) => sight_look::word(state),
    };
    Some(format!("here{on}: {state} at best; {seen} of {all} see it, {shot} may shoot (VIS-4)"))
}

/// Observers, and their moment.
fn observers(view: &View, ExposureMapRequest { by, when }: ExposureMapRequest) -> String {
    let time = match when {
        When::Now => "now",
        When::AfterAdvance => "after an Advance",
    };
    format!("{} ({by}) {time}", view.setup().force_name(by))
}

fn title(view: &View, question: &ExposureMapQuestion) -> String {
    let levels = levels(&view.terrain().pieces, &question.cutaway).map(|levels| format!(", {levels}"));
    let observers = observers(view, question.request);
    format!("A model like {}, seen by {observers}{}", question.like, levels.unwrap_or_default())
}

/// The levels that the map covers; `None` if it covers what is seen from above.
fn levels(pieces: &[Piece], cutaway: &Cutaway) -> Option<String> {
    let shown = match cutaway.look {
        LookInto::Covered => None,
        LookInto::Storey(0) => Some("on the ground level".to_owned()),
        LookInto::Storey(_) => {
            Some(format!("on the highest floors shown ({})", cutaway.words().to_lowercase()))
        }
    };
    let opened = cutaway.opened().map(|(piece, level)| {
        let piece = &pieces[piece];
        format!("in {}: {}", piece.id, terrain_names::level(&piece.kind, level))
    });
    let texts: Vec<String> = shown.into_iter().chain(opened).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}
