//! The trays of losses on the table's frame: a strip in the side's colour under the fallen of each unit, and how many they
//! are.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{Color, Cuboid, Mix, Quat, Res, Transform, Vec3};
use bevy_egui::egui::Align2;

use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use crate::ui::casualties::{Casualties, TrayRow};
use crate::ui::playback::Playback;
use crate::ui::scene::geometry_builder::GeometryBuilder;
use crate::ui::side_look;

/// How broad a strip is, and how thick, inches.
const STRIP: [f32; 2] = [1.45, 0.05];

/// From the middle of a row to its label, away from the table; inches.
const LABEL: f32 = 1.5;

/// The trays.
pub(super) struct Losses;

impl MeshOverlay for Losses {
    type Inputs = (Res<'static, Casualties>, Res<'static, Playback>);

    type Key = Vec<TrayRow>;

    fn key((casualties, playback): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let rows: Vec<TrayRow> = casualties.rows(playback).map(|(row, _)| row.clone()).collect();
        (!rows.is_empty()).then_some(rows)
    }

    fn build(meshes: &mut OverlayMeshes, key: &Self::Key, _: &mut SystemParamItem<Self::Inputs>) {
        for row in key {
            let mut strip = GeometryBuilder::default();
            let [broad, thick] = STRIP;
            let colour = side_look::colour(row.unit.side).mix(&Color::BLACK, 0.45);
            strip.add(Cuboid::new(row.length, thick, broad), Transform::IDENTITY, colour);
            let turn = Quat::from_rotation_arc(Vec3::X, row.along);
            let at = Transform::from_translation(row.middle).with_rotation(turn);
            meshes.add_at(strip, MeshLook::Opaque, at);
        }
    }
}

impl Overlay for Losses {
    type Inputs = (Res<'static, Casualties>, Res<'static, Playback>);

    fn paint(frame: &mut OverlayFrame, (casualties, playback): &SystemParamItem<<Self as Overlay>::Inputs>) {
        let painter = frame.painter;
        for (row, count) in casualties.rows(playback) {
            let at = painter.scene(row.middle + row.out * LABEL);
            let Some(at) = at.filter(|at| painter.egui.clip_rect().expand(12.0).contains(*at)) else {
                continue;
            };
            let text = format!("{}: {count} lost", row.unit);
            painter.small_text(at, Align2::CENTER_CENTER, &text, side_look::light_ink(row.unit.side));
        }
    }
}
