//! On My Target: the teardrop as it lies on the table, following the ground, and the models under it
//! in the order in which hits go to them.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Shape, Stroke};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::phases::shooting::declare::teardrop;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Thou;
use crate::rules::teardrop::Teardrop;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::fire_odds::{FireOdds, OddsReport};
use crate::ui::open_game::OpenGame;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::GeometryBuilder;
use crate::ui::target_look;

/// The teardrop on the table.
#[derive(Component, Clone, Copy, Debug)]
struct Laid;

/// Pieces along it, and across a half.
const ALONG: u32 = 48;
const ACROSS: i32 = 5;

/// How high over the ground it is drawn, and how broad its rim is, inches.
const OVER: f64 = 0.05;
const RIM: f64 = 0.09;

/// Pieces a ring round a base is cut into.
const RING: u32 = 28;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, lay.before(TransformSystems::Propagate));
}

/// Lays it where the fire that is looked at is On My Target.
fn lay(
    mut commands: Commands,
    opened: Res<OpenGame>,
    fire_odds: Res<FireOdds>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut lies: Local<Option<(UnitId, ModelId)>>,
    old: Query<Entity, With<Laid>>,
) {
    if !fire_odds.is_changed() && !opened.is_changed() {
        return;
    }
    let wanted = fire_odds.considered().and_then(|(fire, _)| Some((fire.unit(), fire.marked()?)));
    if *lies == wanted && !opened.is_changed() {
        return;
    }
    *lies = wanted;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let view = opened.game.battle().view();
    let drop = wanted.and_then(|(unit, at)| Some((teardrop(view, unit, at)?, view.model(at)?.pose.at.z)));
    let Some((drop, height)) = drop else { return };
    for (mesh, paint) in draped(view.terrain(), &drop, height).into_iter().zip([&paint.veil, &paint.mark]) {
        commands.spawn((
            Laid,
            Mesh3d(meshes.add(mesh.finish())),
            MeshMaterial3d(paint.clone()),
            NotShadowCaster,
        ));
    }
}

/// Its face and its rim, following the ground nearest to a height.
fn draped(terrain: &Terrain, drop: &Teardrop, height: Thou) -> [GeometryBuilder; 2] {
    let [large, small] = drop.centres;
    let axis = [small[0] - large[0], small[1] - large[1]];
    let length = libm::hypot(axis[0], axis[1]);
    if length == 0.0 {
        return [GeometryBuilder::default(), GeometryBuilder::default()];
    }
    let along = axis.map(|part| part / length);
    let point = |x: f64, y: f64| {
        let at = [large[0] + along[0] * x - along[1] * y, large[1] + along[1] * x + along[0] * y];
        axes::in_scene(at, terrain.height_near(at, height).inches() + OVER)
    };
    let ends = [-drop.radii[0], length + drop.radii[1]];
    // Close together at the round ends, where the edge turns.
    let station = |index: u32| {
        let turn = std::f64::consts::PI * f64::from(index) / f64::from(ALONG);
        ends[0] + (ends[1] - ends[0]) * (1.0 - libm::cos(turn)) / 2.0
    };
    let (mut face, mut rim) = (GeometryBuilder::default(), GeometryBuilder::default());
    let gold = Color::srgb(1.0, 0.82, 0.33);
    for index in 0..ALONG {
        let xs = [station(index), station(index + 1)];
        let wide = xs.map(|x| half_width(drop, length, x));
        for step in -ACROSS..ACROSS {
            let shares = [step, step + 1].map(|step| f64::from(step) / f64::from(ACROSS));
            let corner = |end: usize, share: f64| point(xs[end], wide[end] * share);
            let quad =
                [corner(0, shares[0]), corner(1, shares[0]), corner(1, shares[1]), corner(0, shares[1])];
            face.flat(quad, gold.with_alpha(0.26));
        }
        for side in [-1.0, 1.0] {
            let inner = wide.map(|wide| (wide - RIM).max(0.0) * side);
            let outer = wide.map(|wide| wide * side);
            let quad = [
                point(xs[0], inner[0]),
                point(xs[1], inner[1]),
                point(xs[1], outer[1]),
                point(xs[0], outer[0]),
            ];
            let quad = if side > 0.0 { quad } else { [quad[3], quad[2], quad[1], quad[0]] };
            rim.flat(quad, gold);
        }
    }
    [face, rim]
}

/// Half its width so far along from the middle of its large end, inches.
fn half_width(drop: &Teardrop, length: f64, x: f64) -> f64 {
    let [large, small] = drop.radii;
    let slope = ((large - small) / length).clamp(-1.0, 1.0);
    let cosine = (1.0 - slope * slope).sqrt();
    let round = |radius: f64, x: f64| (radius * radius - x * x).max(0.0).sqrt();
    let [from, to] = [large * slope, length + small * slope];
    if x <= from {
        round(large, x)
    } else if x >= to {
        round(small, x - length)
    } else {
        let share = (x - from) / (to - from);
        (large + (small - large) * share) * cosine
    }
}

/// Rings and numbers the models that hits go to, in order.
pub(super) fn paint(lens: &OverlayPainter, view: &View, fire: &Fire, told: &OddsReport) {
    let (Some(_), Ok(targets)) = (fire.marked(), &told.odds) else { return };
    for (index, model) in targets.iter().flat_map(|(_, odds)| &odds.order).enumerate() {
        let Some(model) = view.model(*model) else { continue };
        let ink = target_look::ink(0);
        ring(lens, model.pose.at.ground(), model.pose.at.z.inches(), model.card.base.radius() + 0.1, ink);
        let top =
            lens.point(model.pose.at.ground(), model.pose.at.z.inches() + model.card.base.height.inches());
        let Some(at) = top.map(|top| top - bevy_egui::egui::vec2(0.0, 11.0)) else { continue };
        lens.painter.circle(at, 9.0, Color32::from_rgb(24, 27, 33), Stroke::new(1.6_f32, ink));
        let font = FontId::proportional(12.0);
        lens.painter.text(at, Align2::CENTER_CENTER, index + 1, font, ink);
    }
}

/// A ring flat over the table.
pub(super) fn ring(lens: &OverlayPainter, [x, y]: [f64; 2], height: f64, radius: f64, ink: Color32) {
    let points = (0..RING).map(|index| {
        let turn = std::f64::consts::TAU * f64::from(index) / f64::from(RING);
        lens.point([x + radius * libm::cos(turn), y + radius * libm::sin(turn)], height + 0.08)
    });
    let Some(points) = points.collect::<Option<Vec<Pos2>>>() else { return };
    for (width, ink) in [(4.4_f32, Color32::from_black_alpha(140)), (2.2, ink)] {
        lens.painter.add(Shape::closed_line(points.clone(), Stroke::new(width, ink)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::ActionRules;

    /// Rule: ACT-3. The edge that is drawn is the edge of the teardrop by which models are touched.
    #[test]
    fn the_edge_that_is_drawn_is_that_of_the_rules() {
        let drop = Teardrop::on([0.0, 0.0], [-10.0, 0.0], &ActionRules::COMBINED).unwrap();
        let length = drop.centres[1][0];
        for index in 0..=100 {
            let x = -drop.radii[0] + (length + drop.radii[0] + drop.radii[1]) * f64::from(index) / 100.0;
            let off = drop.distance_to([x, half_width(&drop, length, x)]);
            assert!(off.abs() < 1e-7, "{x}: {off}");
        }
    }
}
