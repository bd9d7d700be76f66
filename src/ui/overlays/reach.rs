//! All places within reach of the model in question, shaded on whatever they lie on:
//! evenly, and in stripes where only a way over difficult ground leads.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_egui::egui::Color32;

use crate::rules::ids::ModelId;
use crate::rules::measures::Thou;
use crate::table::paths::ReachArea;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::cutaway::Cutaway;
use crate::ui::input::draft::Drafting;
use crate::ui::move_planner::MovePlans;
use crate::ui::open_game::OpenGame;
use crate::ui::preview::RetreatPreview;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::GeometryBuilder;

/// A part of the shading.
#[derive(Component, Clone, Copy, Debug)]
struct Shade;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shades>().add_systems(PostUpdate, shade.before(TransformSystems::Propagate));
}

/// By what ways a place is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Led {
    /// Round difficult ground, or without any.
    Round,
    /// Only over difficult ground.
    Through,
}

impl Led {
    const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Round => [158, 230, 255],
            Self::Through => [255, 158, 64],
        }
    }

    /// The colour of its shade over the table.
    pub fn ink(self) -> Color32 {
        let [r, g, b] = self.rgb();
        Color32::from_rgb(r, g, b)
    }

    fn colour(self) -> Color {
        let [r, g, b] = self.rgb();
        Color::srgb_u8(r, g, b)
    }

    /// How dense the shade of a row is: one kind is even, the other has stripes, so that
    /// no one has to see the colours.
    fn density(self, row: i32) -> f32 {
        match self {
            Self::Round => 0.20,
            Self::Through if row.rem_euclid(3) == 0 => 0.60,
            Self::Through => 0.08,
        }
    }
}

/// The shades that are on the table now.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shades(pub Vec<Led>);

/// How finely areas are shaded, inches.
const GRAIN: f64 = 0.2;

/// How far over what bears the shading lies, inches.
const LIFT: f64 = 0.065;

fn shade(
    mut commands: Commands,
    plans: Res<MovePlans>,
    opened: Res<OpenGame>,
    cutaway: Res<Cutaway>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Shade>>,
    mut shades: ResMut<Shades>,
    (retreat_preview, drafting): (Res<RetreatPreview>, Res<Drafting>),
    mut shown: Local<Option<(ModelId, usize)>>,
) {
    if ![plans.is_changed(), cutaway.is_changed(), retreat_preview.is_changed(), drafting.is_changed()]
        .contains(&true)
    {
        return;
    }
    // Where a unit would fall back is seen without what it could reach, as long as nobody is dragged.
    let reach = plans.reach().filter(|_| retreat_preview.shown.is_none() || drafting.0.is_some());
    let wanted = reach.map(|(model, reach)| (model, std::ptr::from_ref(reach) as usize));
    if wanted == *shown && !cutaway.is_changed() {
        return;
    }
    *shown = wanted;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    shades.0.clear();
    let Some((_, reach)) = reach else { return };
    let view = opened.game.battle().view();
    for (areas, led) in [(&reach.around, Led::Round), (&reach.through, Led::Through)] {
        let nearer: &[ReachArea] = if led == Led::Through { &reach.around } else { &[] };
        let [fill, rim] = drawn(view.terrain(), &cutaway, areas, nearer, led);
        if !fill.is_empty() {
            shades.0.push(led);
        }
        for sketch in [fill, rim].into_iter().filter(|sketch| !sketch.is_empty()) {
            let look = (Mesh3d(meshes.add(sketch.finish())), MeshMaterial3d(paint.veil.clone()));
            commands.spawn((Shade, look, NotShadowCaster));
        }
    }
}

/// Areas as meshes, their insides and their edges, but for what lies in nearer areas.
fn drawn(
    terrain: &Terrain,
    cutaway: &Cutaway,
    areas: &[ReachArea],
    nearer: &[ReachArea],
    led: Led,
) -> [GeometryBuilder; 2] {
    let (mut fill, mut rim) = (GeometryBuilder::default(), GeometryBuilder::default());
    for area in areas {
        let without: Vec<&ReachArea> = nearer.iter().filter(|one| one.floor == area.floor).collect();
        let height = |at: Point| height_of(terrain, cutaway, area.floor, at);
        strips(&mut fill, area, &without, &height, led);
        let shown = |at: Point| height(at).filter(|_| !without.iter().any(|one| holds(one, at)));
        edges(&mut rim, area, &shown, led.colour().with_alpha(0.8));
    }
    [fill, rim]
}

/// The height at which an area is drawn at a point; `None` where it is not shown.
fn height_of(terrain: &Terrain, cutaway: &Cutaway, floor: Option<Thou>, at: Point) -> Option<Thou> {
    match floor {
        None => Some(terrain.ground_height(at)),
        Some(height) => cutaway.has_surface(terrain, at, height).then_some(height),
    }
}

/// The inside, in strips along the table's width.
fn strips(
    sketch: &mut GeometryBuilder,
    area: &ReachArea,
    without: &[&ReachArea],
    height: &impl Fn(Point) -> Option<Thou>,
    led: Led,
) {
    let rings = || area.polygons.iter().flatten().flatten();
    let low = rings().map(|at| at[1]).fold(f64::INFINITY, f64::min);
    let high = rings().map(|at| at[1]).fold(f64::NEG_INFINITY, f64::max);
    let rows = ((high - low) / GRAIN).ceil().clamp(0.0, 2000.0) as i32;
    for row in 0..rows {
        let colour = led.colour().with_alpha(led.density(row));
        let y = low + (f64::from(row) + 0.5) * GRAIN;
        let covered: Vec<[f64; 2]> = without.iter().flat_map(|one| spans(one, y)).collect();
        for span in spans(area, y) {
            for [from, to] in cut(span, &covered) {
                runs(sketch, [from, to], y, height, colour);
            }
        }
    }
}

/// A strip, cut where the height under it changes.
fn runs(
    sketch: &mut GeometryBuilder,
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
            sketch.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
        start = step;
    }
}

/// Where a line along the table's width lies in an area.
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

/// What of a span none of the others covers.
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

/// How wide an edge is drawn, inches.
const EDGE: f64 = 0.07;

/// The edges, as bands.
fn edges(
    sketch: &mut GeometryBuilder,
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
            sketch.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
    }
}
