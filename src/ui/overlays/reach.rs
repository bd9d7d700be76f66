//! The area within reach of a model: shaded evenly, and in stripes where every path crosses difficult ground.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::{SystemParam, SystemParamItem};
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke, StrokeKind, pos2};

use super::legend::Row;
use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::plan::ModelReach;
use crate::game::terms::terms_of;
use crate::rules::action::Action;

use crate::rules::ids::ModelId;
use crate::rules::measures::Thou;
use crate::table::paths::ReachArea;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::cutaway::Cutaway;
use crate::ui::input::Selection;
use crate::ui::input::draft::{Draft, Drafting};
use crate::ui::move_planner::{MovePlans, Subject};
use crate::ui::open_game::OpenGame;
use crate::ui::retreat_preview::RetreatPreview;
use crate::ui::scene::geometry_builder::GeometryBuilder;

/// The area within reach that is shown.
pub(super) struct Reach;

/// What it depends on.
#[derive(SystemParam)]
pub(super) struct Inputs<'w> {
    plans: Res<'w, MovePlans>,
    retreat_preview: Res<'w, RetreatPreview>,
    drafting: Res<'w, Drafting>,
}

impl Inputs<'_> {
    /// The area to show. A retreat preview hides it, unless a unit is dragged.
    pub fn shown(&self) -> Option<(ModelId, &ModelReach)> {
        self.plans.reach().filter(|_| self.retreat_preview.shown.is_none() || self.drafting.0.is_some())
    }
}

/// How a place is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReachKind {
    /// Without crossing difficult ground.
    Around,
    /// Only across difficult ground.
    Through,
}

impl ReachKind {
    const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Around => [158, 230, 255],
            Self::Through => [255, 158, 64],
        }
    }

    /// Its colour.
    fn ink(self) -> Color32 {
        let [r, g, b] = self.rgb();
        Color32::from_rgb(r, g, b)
    }

    fn colour(self) -> Color {
        let [r, g, b] = self.rgb();
        Color::srgb_u8(r, g, b)
    }

    /// The density of a row of the shading: one kind is even, the other has stripes, so that both can be told apart
    /// without colours.
    fn density(self, row: i32) -> f32 {
        match self {
            Self::Around => 0.20,
            Self::Through if row.rem_euclid(3) == 0 => 0.60,
            Self::Through => 0.08,
        }
    }
}

/// The kinds of reach that the meshes show.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ShownKinds(Vec<ReachKind>);

/// Width of a row of the shading, inches.
const GRAIN: f64 = 0.2;

/// Height of the shading over its surface, inches.
const LIFT: f64 = 0.065;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownKinds>();
}

impl MeshOverlay for Reach {
    type Inputs =
        (Inputs<'static>, Res<'static, OpenGame>, Res<'static, Cutaway>, ResMut<'static, ShownKinds>);
    type Key = (ModelId, Option<Subject>, Tick);

    fn key((inputs, _, cutaway, _): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let (model, _) = inputs.shown()?;
        Some((model, inputs.plans.subject(), cutaway.last_changed()))
    }

    fn build(
        meshes: &mut OverlayMeshes,
        _: &Self::Key,
        (inputs, opened, cutaway, kinds): &mut SystemParamItem<Self::Inputs>,
    ) {
        kinds.0.clear();
        let Some((_, reach)) = inputs.shown() else { return };
        let view = opened.game.battle().view();
        for (areas, kind) in [(&reach.around, ReachKind::Around), (&reach.through, ReachKind::Through)] {
            let nearer: &[ReachArea] = if kind == ReachKind::Through { &reach.around } else { &[] };
            let [fill, rim] = drawn(view.terrain(), cutaway, areas, nearer, kind);
            if !fill.is_empty() {
                kinds.0.push(kind);
            }
            meshes.add(fill, MeshLook::Translucent);
            meshes.add(rim, MeshLook::Translucent);
        }
    }
}

impl Overlay for Reach {
    type Inputs =
        (Inputs<'static>, Res<'static, OpenGame>, Res<'static, Selection>, Res<'static, ShownKinds>);

    fn paint(frame: &mut OverlayFrame, (inputs, opened, selection, kinds): &SystemParamItem<Self::Inputs>) {
        let action = inputs.drafting.0.as_ref().map_or(Some(selection.action), Draft::action);
        if let (Some((model, _)), Some(action)) = (inputs.shown(), action) {
            frame.legend.extend(legend(&opened.game.battle().view(), model, action, &kinds.0));
        }
    }
}

/// What the shading means for a move of a model by an action.
fn legend(view: &View, model: ModelId, action: Action, kinds: &[ReachKind]) -> Vec<Row> {
    let Some(unit) = view.unit(model.unit) else { return Vec::new() };
    let Some(terms) = terms_of(*view, unit, action) else { return Vec::new() };
    let text = |kind| match kind {
        ReachKind::Around => format!("within reach of {model} ({}), {}\"", unit.start.name, terms.allowance),
        ReachKind::Through => format!("only across difficult ground, {}\" (GO-3)", terms.on_difficult),
    };
    let row = |kind| Row::shading(text(kind), move |painter, rect| sample(painter, rect, kind));
    kinds.iter().map(|kind| row(*kind)).collect()
}

/// A sample of the shading: even, or in stripes.
fn sample(painter: &OverlayPainter, rect: egui::Rect, kind: ReachKind) {
    let ink = kind.ink();
    match kind {
        ReachKind::Around => {
            painter.egui.rect_filled(rect, CornerRadius::ZERO, ink.gamma_multiply(0.45));
        }
        ReachKind::Through => {
            for row in [0.15, 0.5, 0.85] {
                let y = rect.top() + row * rect.height();
                let stroke = Stroke::new(2.4_f32, ink.gamma_multiply(0.8));
                painter.egui.line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], stroke);
            }
        }
    }
    painter.egui.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0_f32, ink), StrokeKind::Inside);
}

/// Areas as meshes, insides and edges, without what lies in nearer areas.
fn drawn(
    terrain: &Terrain,
    cutaway: &Cutaway,
    areas: &[ReachArea],
    nearer: &[ReachArea],
    kind: ReachKind,
) -> [GeometryBuilder; 2] {
    let (mut fill, mut rim) = (GeometryBuilder::default(), GeometryBuilder::default());
    for area in areas {
        let without: Vec<&ReachArea> = nearer.iter().filter(|one| one.floor == area.floor).collect();
        let height = |at: Point| height_of(terrain, cutaway, area.floor, at);
        strips(&mut fill, area, &without, &height, kind);
        let shown = |at: Point| height(at).filter(|_| !without.iter().any(|one| holds(one, at)));
        edges(&mut rim, area, &shown, kind.colour().with_alpha(0.8));
    }
    [fill, rim]
}

/// The height of an area at a point; `None` where it is not shown.
fn height_of(terrain: &Terrain, cutaway: &Cutaway, floor: Option<Thou>, at: Point) -> Option<Thou> {
    match floor {
        None => Some(terrain.ground_height(at)),
        Some(height) => cutaway.has_surface(terrain, at, height).then_some(height),
    }
}

/// The inside, in rows along the width of the table.
fn strips(
    geometry: &mut GeometryBuilder,
    area: &ReachArea,
    without: &[&ReachArea],
    height: &impl Fn(Point) -> Option<Thou>,
    kind: ReachKind,
) {
    let rings = || area.polygons.iter().flatten().flatten();
    let low = rings().map(|at| at[1]).fold(f64::INFINITY, f64::min);
    let high = rings().map(|at| at[1]).fold(f64::NEG_INFINITY, f64::max);
    let rows = ((high - low) / GRAIN).ceil().clamp(0.0, 2000.0) as i32;
    for row in 0..rows {
        let colour = kind.colour().with_alpha(kind.density(row));
        let y = low + (f64::from(row) + 0.5) * GRAIN;
        let covered: Vec<[f64; 2]> = without.iter().flat_map(|one| spans(one, y)).collect();
        for span in spans(area, y) {
            for [from, to] in cut(span, &covered) {
                runs(geometry, [from, to], y, height, colour);
            }
        }
    }
}

/// A row, cut where the height of the surface changes.
fn runs(
    geometry: &mut GeometryBuilder,
    [from, to]: [f64; 2],
    y: f64,
    height: &impl Fn(Point) -> Option<Thou>,
    colour: Color,
) {
    let steps = ((to - from) / GRAIN).ceil().max(1.0) as i32;
    let at = |step: i32| from + (to - from) * f64::from(step) / f64::from(steps);
    let on = |step: i32| height([(at(step) + at(step + 1)) / 2.0, y]);
    let mut start = 0;
    for step in 1..=steps {
        if step < steps && on(step) == on(start) {
            continue;
        }
        if let Some(level) = on(start) {
            let over = level.inches() + LIFT;
            let corner = |x: f64, side: f64| axes::in_scene([x, y + side * GRAIN / 2.0], over);
            let [a, b] = [at(start), at(step)];
            geometry.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
        start = step;
    }
}

/// The spans of a line along the width of the table that lie in an area.
fn spans(area: &ReachArea, y: f64) -> Vec<[f64; 2]> {
    let mut found = Vec::new();
    for polygon in &area.polygons {
        let mut crossed = Vec::new();
        for ring in polygon {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                if (a[1] <= y) != (b[1] <= y) {
                    crossed.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
                }
            }
        }
        crossed.sort_by(f64::total_cmp);
        found.extend(crossed.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    found
}

/// Whether a point lies in an area.
fn holds(area: &ReachArea, [x, y]: Point) -> bool {
    spans(area, y).iter().any(|[from, to]| *from <= x && x <= *to)
}

/// The parts of a span that no other span covers.
fn cut(span: [f64; 2], others: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut left = vec![span];
    for [from, to] in others {
        left = left
            .into_iter()
            .flat_map(|[a, b]| [[a, b.min(*from)], [a.max(*to), b]])
            .filter(|[a, b]| b - a > 1e-6)
            .collect();
    }
    left
}

/// Width of an edge, inches.
const EDGE: f64 = 0.07;

/// The edges, as bands.
fn edges(
    geometry: &mut GeometryBuilder,
    area: &ReachArea,
    height: &impl Fn(Point) -> Option<Thou>,
    colour: Color,
) {
    for ring in area.polygons.iter().flatten() {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = (dx * dx + dy * dy).sqrt();
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let Some(level) = height(middle).filter(|_| length > 1e-6) else { continue };
            let [sx, sy] = [-dy / length * EDGE / 2.0, dx / length * EDGE / 2.0];
            let over = level.inches() + LIFT + 0.01;
            let corner = |at: &Point, side: f64| axes::in_scene([at[0] + side * sx, at[1] + side * sy], over);
            geometry.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
    }
}
