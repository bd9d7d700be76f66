//! The trays of losses on the table's frame: a strip of felt, edged in the side's colour, under the fallen of each unit, and
//! how many they are.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{Color, Cuboid, Mix, Quat, Res, Transform, Vec3};
use bevy_egui::egui::Pos2;

use super::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::casualties::{Casualties, TrayRow};
use crate::ui::looks::side_look;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;

/// Breadth and thickness of a strip, inches.
const STRIP: [f32; 2] = [1.2, 0.05];

/// From the middle of a row to its label, away from the table; inches.
const LABEL: f32 = 1.5;

/// Reach of a label from its row, pixels.
const LABEL_REACH_PX: f32 = 20.0;

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
            // Dark felt, so that the fallen stand out, with an edging of the side.
            let edging = side_look::colour(row.unit.side).mix(&Color::BLACK, 0.25);
            strip.add(Cuboid::new(row.length + 0.12, thick * 0.8, broad + 0.12), Transform::IDENTITY, edging);
            let felt = Color::srgb(0.075, 0.07, 0.065);
            strip.add(Cuboid::new(row.length, thick, broad), Transform::IDENTITY, felt);
            let turn = Quat::from_rotation_arc(Vec3::X, row.along);
            let at = Transform::from_translation(row.middle).with_rotation(turn);
            meshes.add_at(strip, MeshLook::Opaque, at);
        }
    }
}

impl Overlay for Losses {
    type Inputs = (
        Res<'static, Casualties>,
        Res<'static, Playback>,
        Res<'static, WindowLayout>,
        Res<'static, OpenGame>,
    );

    fn paint(
        frame: &mut OverlayFrame,
        (casualties, playback, layout, opened): &SystemParamItem<<Self as Overlay>::Inputs>,
    ) {
        let painter = frame.painter;
        for (row, count, at) in labels(&painter, casualties, playback) {
            let name = opened.game.setup().unit(row.unit).map(|unit| unit.name.as_str());
            let ink = side_look::light_ink(row.unit.side);
            let face = match name.filter(|_| **layout == WindowLayout::Show) {
                Some(name) => Face::text(&painter, &format!("{name}: {count} lost"), ink, None),
                None => Face::small(&painter, &format!("{} −{count}", row.unit), ink),
            };
            frame.signs.add(Sign::at(at, 0.0, Usual::On, face).rank(Rank::Fixed).within(LABEL_REACH_PX));
        }
    }
}

/// Label of each row: the number that lie there, and its place.
fn labels<'a>(
    painter: &OverlayPainter,
    casualties: &'a Casualties,
    playback: &'a Playback,
) -> impl Iterator<Item = (&'a TrayRow, usize, Pos2)> {
    // Outside; where the picture ends there, on the table.
    let room = painter.egui.clip_rect().shrink(10.0);
    casualties.rows(playback).filter_map(move |(row, count)| {
        let spots = [LABEL, -LABEL].map(|out| painter.scene(row.middle + row.out * out));
        Some((row, count, spots.into_iter().flatten().find(|at| room.contains(*at))?))
    })
}
