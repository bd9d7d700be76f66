//! The exposure map: every place of the table shaded by how well it is seen, denser the more see
//! it; whole, in stripes, in dots, so that no one has to see the colours.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::legend::{Row, Sample};
use crate::game::engine::view::View;
use crate::game::exposure::{CellExposure, Exposure, Room};
use crate::rules::sight::SightState;
use crate::table::piece::Piece;
use crate::ui::axes;
use crate::ui::cutaway::{Cutaway, LookInto};
use crate::ui::input::ruler::UnderPointer;
use crate::ui::open_game::OpenGame;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::GeometryBuilder;
use crate::ui::sight_look;
use crate::ui::terrain_words;
use crate::ui::watch::{Answer, Map, MapQuestion, MapWish, When};

/// The map's shading.
#[derive(Component, Clone, Copy, Debug)]
struct Shading;

/// How far over what bears it lies, inches: under what is within reach.
const LIFT: f64 = 0.055;

/// How dense the shade is where one sees a place, and where all do.
const DENSITY: [f32; 2] = [0.24, 0.62];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, shade.before(TransformSystems::Propagate));
}

fn shade(
    mut commands: Commands,
    map: Res<Map>,
    cutaway: Res<Cutaway>,
    opened: Res<OpenGame>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Shading>>,
) {
    if !map.is_changed() && !cutaway.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some((_, Ok(exposure))) = map.last() else { return };
    let view = opened.game.battle().view();
    // Until the map of other levels is there, what of this one lies on what is taken away would float.
    let sketch = drawn(exposure, &|cell: &CellExposure| cutaway.shows_at(view.terrain(), cell.at));
    if !sketch.is_empty() {
        let look = (Mesh3d(meshes.add(sketch.finish())), MeshMaterial3d(paint.veil.clone()));
        commands.spawn((Shading, look, NotShadowCaster));
    }
}

/// All cells that are seen, as one mesh; neighbours that look alike as one face.
fn drawn(exposure: &Exposure, is_shown: &dyn Fn(&CellExposure) -> bool) -> GeometryBuilder {
    let (grid, cells) = (exposure.grid(), exposure.cells());
    let (mut sketch, all) = (GeometryBuilder::default(), exposure.observers().count().max(1));
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
                faces(&mut sketch, run, next - first, grid.cell.inches(), state, tenths);
            }
            first = next;
        }
    }
    sketch
}

/// How a cell looks: its state, how many see it in tenths of all, its height; `None` where nothing is drawn.
fn look(cell: &CellExposure, all: usize) -> Option<(SightState, u32, i32)> {
    let shown = cell.room == Room::Free && cell.state != SightState::Hidden;
    let tenths = (10 * usize::from(cell.seen_by)).div_ceil(all).min(10) as u32;
    shown.then_some((cell.state, tenths, cell.at.z.0))
}

/// Shades cells in a row: their first and last, how many, how wide each is.
fn faces(
    sketch: &mut GeometryBuilder,
    [first, last]: [&CellExposure; 2],
    cells: usize,
    wide: f64,
    state: SightState,
    tenths: u32,
) {
    let [r, g, b] = sight_look::rgb(state);
    let share = tenths as f32 / 10.0;
    let colour = Color::srgb_u8(r, g, b).with_alpha(DENSITY[0] + share * (DENSITY[1] - DENSITY[0]));
    let ([x, y], height) = (first.at.ground(), first.at.z.inches() + LIFT);
    let mut face = |[left, right]: [f64; 2], [low, high]: [f64; 2]| {
        let corner = |x: f64, y: f64| axes::in_scene([x, y], height);
        sketch.flat([corner(left, low), corner(right, low), corner(right, high), corner(left, high)], colour);
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
            for nth in 0..cells {
                let middle = x + nth as f64 * wide;
                face([middle - 0.22 * wide, middle + 0.22 * wide], [y - 0.22 * wide, y + 0.22 * wide]);
            }
        }
    }
}

/// What the shading means, and what it says of the spot under the mouse.
pub(super) fn legend(view: &View, map: &Map, pointed: &UnderPointer) -> Vec<Row> {
    let found = map.last();
    let mut rows = Vec::new();
    if let Some((question, answer)) = found {
        rows.extend(title(view, question, answer).into_iter().map(|text| (Sample::None, text)));
    }
    if let Some(coming) = map.coming() {
        let text = match found {
            Some((shown, _)) if shown.wish == coming => "… being made anew".to_owned(),
            _ => format!("… being made: exposure to {}", looking(view, coming)),
        };
        rows.push((Sample::None, text));
    }
    let Some((question, Ok(exposure))) = found else { return rows };
    for state in sight_look::STATES.into_iter().filter(|state| *state != SightState::Hidden) {
        rows.push((Sample::Cell(state), format!("{} at best", sight_look::word(state))));
    }
    rows.push((Sample::None, "unshaded: Hidden from all, or no room".to_owned()));
    let grid = exposure.grid();
    let cell = pointed.spot.and_then(|(at, _)| grid.cell_at(at));
    let cell = cell.map(|[column, row]| &exposure.cells()[grid.index(column, row)]);
    // An old map may lie on a level that is no longer shown.
    let shown = |cell: &&CellExposure| question.cutaway.shows_at(view.terrain(), cell.at);
    if let Some(cell) = cell.filter(shown) {
        rows.push((Sample::None, here(view, cell, exposure.observers().count())));
    }
    rows
}

/// What there is to say of one place, of so many who look.
fn here(view: &View, cell: &CellExposure, all: usize) -> String {
    let terrain = view.terrain();
    let on = terrain.level_at(cell.at.ground(), cell.at.z).map_or(String::new(), |(piece, level)| {
        let piece = &terrain.pieces[piece];
        format!(", {} of {}", terrain_words::level(&piece.kind, level), piece.id)
    });
    let (word, seen, shot) = (sight_look::word(cell.state), cell.seen_by, cell.shot_by);
    format!("here{on}: {word} at best, {seen} of {all} see it, {shot} may shoot (VIS-4)")
}

/// Who looks, and from where.
fn looking(view: &View, MapWish { by, when }: MapWish) -> String {
    let from = match when {
        When::Now => "where they stand",
        When::AfterAdvance => "after an Advance",
    };
    format!("{} ({by}), {from}", view.setup().force_name(by))
}

fn title(view: &View, question: &MapQuestion, answer: &Answer) -> Vec<String> {
    let looking = looking(view, question.wish);
    let mut rows = vec![format!("Exposure of one like {} to {looking}", question.like)];
    match answer {
        Ok(exposure) => {
            rows.push(levels(&view.terrain().pieces, &question.cutaway));
            rows.push(format!("{} models look; denser: more see it", exposure.observers().count()));
        }
        Err(why) => rows.push(format!("no map: {why}")),
    }
    rows
}

/// On which levels the map lies.
fn levels(pieces: &[Piece], cutaway: &Cutaway) -> String {
    let mut words = match cutaway.look {
        LookInto::Covered => "on the ground, and on roofs and floors seen from above".to_owned(),
        LookInto::Storey(0) => "on the ground level".to_owned(),
        LookInto::Storey(_) => format!("on the highest floors shown ({})", cutaway.words().to_lowercase()),
    };
    for (piece, level) in cutaway.opened() {
        let piece = &pieces[piece];
        words.push_str(&format!("; in {}: {}", piece.id, terrain_words::level(&piece.kind, level)));
    }
    words
}
