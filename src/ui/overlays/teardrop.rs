//! The teardrop of On My Target, draped over the ground, and the models under it in the order in which they take hits.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Shape, Stroke};

use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::phases::shooting::declare::teardrop;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Thou;
use crate::rules::teardrop::Teardrop;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::looks::target_look;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::questions::fire_odds::{FireOdds, OddsReport};
use crate::ui::session::open_game::OpenGame;

/// The teardrop of the fire that the player considers.
pub(super) struct TeardropOverlay;

/// Quads along the teardrop, and across half of it.
const ALONG: u32 = 48;
const ACROSS: i32 = 5;

/// Height over the ground, and width of the rim, inches.
const RIM_LIFT_INCHES: f64 = 0.05;
const RIM: f64 = 0.09;

/// Segments of a ring round a base.
const RING_SEGMENTS: u32 = 28;

impl MeshOverlay for TeardropOverlay {
    type Inputs = (Res<'static, OpenGame>, Res<'static, FireOdds>);
    type Key = (UnitId, ModelId, Tick);

    fn key((opened, fire_odds): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let (fire, _) = fire_odds.considered()?;
        Some((fire.unit(), fire.marked()?, opened.last_changed()))
    }

    fn build(
        meshes: &mut OverlayMeshes,
        (unit, at, _): &Self::Key,
        (opened, _): &mut SystemParamItem<Self::Inputs>,
    ) {
        let view = opened.game.battle().view();
        let placed = teardrop(view, *unit, *at).zip(view.model(*at));
        let Some((drop, target)) = placed else { return };
        let [face, rim] = draped(view.terrain(), &drop, target.pose.at.z);
        meshes.add(face, MeshLook::Translucent);
        meshes.add(rim, MeshLook::Opaque);
    }
}

impl Overlay for TeardropOverlay {
    type Inputs = (Res<'static, OpenGame>, Res<'static, FireOdds>);

    fn paint(frame: &mut OverlayFrame, (opened, fire_odds): &SystemParamItem<Self::Inputs>) {
        if let Some((fire, report)) = fire_odds.considered() {
            paint(&frame.painter, &opened.game.battle().view(), fire, report);
        }
    }
}

/// The face and the rim, following the surface nearest to a height.
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
        axes::in_scene(at, terrain.height_near(at, height).inches() + RIM_LIFT_INCHES)
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

/// Half the width at `x` inches from the centre of the large end along the axis, inches.
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

/// Rings and numbers the models that take hits, in order.
fn paint(painter: &OverlayPainter, view: &View, fire: &Fire, report: &OddsReport) {
    let (Some(_), Ok(targets)) = (fire.marked(), &report.odds) else { return };
    for (index, model) in targets.iter().flat_map(|(_, odds)| &odds.order).enumerate() {
        let Some(model) = view.model(*model) else { continue };
        let ink = target_look::ink(0);
        ring(painter, model.pose.at.ground(), model.pose.at.z.inches(), model.card.base.radius() + 0.1, ink);
        let top =
            painter.point(model.pose.at.ground(), model.pose.at.z.inches() + model.card.base.height.inches());
        let Some(at) = top.map(|top| top - bevy_egui::egui::vec2(0.0, 11.0)) else { continue };
        painter.egui.circle(at, 9.0, Color32::from_rgb(24, 27, 33), Stroke::new(1.6_f32, ink));
        let font = FontId::proportional(12.0);
        painter.egui.text(at, Align2::CENTER_CENTER, index + 1, font, ink);
    }
}

/// A ring flat over the table.
pub(super) fn ring(painter: &OverlayPainter, [x, y]: [f64; 2], height: f64, radius: f64, ink: Color32) {
    let points = (0..RING_SEGMENTS).map(|index| {
        let turn = std::f64::consts::TAU * f64::from(index) / f64::from(RING_SEGMENTS);
        painter.point([x + radius * libm::cos(turn), y + radius * libm::sin(turn)], height + 0.08)
    });
    let Some(points) = points.collect::<Option<Vec<Pos2>>>() else { return };
    for (width, ink) in [(4.4_f32, Color32::from_black_alpha(140)), (2.2, ink)] {
        painter.egui.add(Shape::closed_line(points.clone(), Stroke::new(width, ink)));
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
