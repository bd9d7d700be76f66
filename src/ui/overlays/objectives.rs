//! Objectives on the table: a flag in the colour of who holds it, its name, and how near one has to be.

use std::f64::consts::TAU;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2, Rect};

use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::game::phases::turn::victory::{holder, near};
use crate::level::scenario::Objective;
use crate::rules::measures::Place;
use crate::rules::victory::Hold;
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::looks::side_look;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// Width of the ring within which models hold an objective, inches.
const RING: f64 = 0.07;

/// Points of the ring that are looked at to find its far edge.
const RIM_POINTS: u32 = 24;

/// The objectives.
pub(super) struct Objectives;

/// An objective as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnObjective {
    at: Place,
    hold: Hold,
}

impl MeshOverlay for Objectives {
    type Inputs = (Res<'static, OpenGame>, Res<'static, ShownBattle>);

    type Key = Vec<DrawnObjective>;

    fn key((opened, shown): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let view = shown.view(opened);
        let drawn = |(at, hold): (Place, Hold)| DrawnObjective { at, hold };
        let all: Vec<DrawnObjective> = held(view).map(|(one, hold)| drawn((one.at, hold))).collect();
        (!all.is_empty()).then_some(all)
    }

    fn build(meshes: &mut OverlayMeshes, key: &Self::Key, (opened, _): &mut SystemParamItem<Self::Inputs>) {
        let radius = opened.game.setup().ruleset.mission.holding_distance;
        for objective in key {
            let at = Transform::from_translation(axes::place_in_scene(objective.at));
            meshes.add_at(flag(cloth(objective.hold)), MeshLook::Opaque, at);
            meshes.add_at(ring(radius, cloth(objective.hold)), MeshLook::Translucent, at);
        }
    }
}

impl Overlay for Objectives {
    type Inputs = (Res<'static, OpenGame>, Res<'static, ShownBattle>, Res<'static, WindowLayout>);

    fn paint(frame: &mut OverlayFrame, (opened, shown, layout): &SystemParamItem<<Self as Overlay>::Inputs>) {
        let (painter, setup) = (frame.painter, opened.game.setup());
        for (objective, hold) in held(shown.view(opened)) {
            let (id, at) = (objective.id.as_str(), objective.at);
            let Some(flag) = flag_in_picture(&painter, at) else { continue };
            let name = words::objective_on_table(setup, id);
            let (ink, rim, text) = match hold {
                Hold::Held(side) => {
                    (side_look::light_ink(side), Some(side_look::ink(side)), format!("{name} · {side}"))
                }
                Hold::Contested => (Color32::from_rgb(255, 160, 150), None, format!("{name} · contested")),
                Hold::Free => {
                    // Whoever stands there and does not hold it.
                    let there = near(shown.view(opened), objective).first().copied();
                    let text = there.map_or(name.clone(), |unit| format!("{name} · {unit} is suppressed"));
                    (Color32::from_rgb(245, 226, 150), None, text)
                }
            };
            // Above the ring it hides nobody who holds it.
            let ring = ring_in_picture(&painter, at, setup.ruleset.mission.holding_distance);
            let around = ring.map_or(flag, |top| flag.with_min_y(top.min(flag.top())));
            let [long, short] = [&text, &name].map(|text| match **layout {
                WindowLayout::Show => Face::text(&painter, text, ink, Some(rim.unwrap_or(ink))),
                WindowLayout::WithPanels | WindowLayout::TableOnly => {
                    Face::small_rimmed(&painter, text, ink, rim)
                }
            });
            frame.signs.add(Sign::about(around, Usual::Above, long).or(short).rank(Rank::Fixed));
        }
    }
}

/// The part of the picture that a flag covers; `None` of one that is not in it.
fn flag_in_picture(painter: &OverlayPainter, at: Place) -> Option<Rect> {
    let corner = |across: f32, up: f32| {
        painter.scene(axes::place_in_scene(at) + painter.right * across + Vec3::Y * up)
    };
    let flag = Rect::from_two_pos(corner(-0.5, 0.0)?, corner(0.5, 2.0)?);
    painter.egui.clip_rect().contains(flag.center()).then_some(flag)
}

/// The height in the picture of the far edge of an objective's ring.
fn ring_in_picture(painter: &OverlayPainter, at: Place, radius: f64) -> Option<f32> {
    let [x, y] = at.ground();
    let around = (0..RIM_POINTS).filter_map(|index| {
        let angle = f64::from(index) / f64::from(RIM_POINTS) * TAU;
        painter.point([x + radius * libm::cos(angle), y + radius * libm::sin(angle)], at.z.inches())
    });
    around.map(|point: Pos2| point.y).min_by(f32::total_cmp)
}

/// Each objective, and who holds it.
fn held(view: View<'_>) -> impl Iterator<Item = (&Objective, Hold)> {
    view.objectives().iter().map(move |one| (one, holder(view, one)))
}

/// The colour of a flag.
fn cloth(hold: Hold) -> Color {
    match hold {
        Hold::Held(side) => side_look::colour(side),
        Hold::Contested => Color::srgb(0.80, 0.26, 0.22),
        Hold::Free => Color::srgb(0.93, 0.86, 0.62),
    }
}

/// A pole with a flag on a round foot.
fn flag(cloth: Color) -> GeometryBuilder {
    let mut flag = GeometryBuilder::default();
    let brass = Color::srgb(0.72, 0.60, 0.30);
    let foot = Shape::Circle { centre: [0.0, 0.0], radius: 0.5 };
    flag.prism(&foot, [0.0, 0.07], [Color::srgb(0.30, 0.27, 0.20), brass]);
    let pole = Cylinder::new(0.045, 1.9).mesh().resolution(8).build();
    flag.add(pole, Transform::from_xyz(0.0, 0.95, 0.0), brass);
    flag.block(Vec3::new(0.4, 1.6, 0.0), Vec3::new(0.8, 0.5, 0.03), cloth);
    flag
}

/// The ring within which models hold an objective.
///
/// Rule: MIS-4.
fn ring(radius: f64, cloth: Color) -> GeometryBuilder {
    let ring = Annulus::new((radius - RING) as f32, (radius + RING) as f32).mesh().resolution(72).build();
    let flat = Transform::from_xyz(0.0, 0.03, 0.0)
        .with_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let mut geometry = GeometryBuilder::default();
    geometry.add(ring, flat, cloth.with_alpha(0.5));
    geometry
}
