//! The solid shapes of terrain and models, as the rules measure them and as rays and dice meet them; switched on and off by
//! a key.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Stroke};

use super::legend::Row;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::ui::looks::side_look;
use crate::ui::physics::colliders::Collider;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::scene::figure_colliders::FigureColliders;
use crate::ui::scene::surfaces::TableSurfaces;

/// The edges of all colliders.
pub(super) struct SolidShapes;

/// Colour of the edges of terrain.
const TERRAIN: Color32 = Color32::from_rgb(80, 225, 235);

/// Width of the lines, pixels.
const LINE_WIDTH_PX: f32 = 1.1;

impl Overlay for SolidShapes {
    const TOGGLE: Option<&'static str> = Some("solid shapes");

    type Inputs = (Res<'static, TableSurfaces>, Res<'static, FigureColliders>, Res<'static, Cutaway>);

    fn paint(frame: &mut OverlayFrame, (surfaces, figures, cutaway): &SystemParamItem<Self::Inputs>) {
        for collider in surfaces.shown(cutaway) {
            paint_edges(&frame.painter, collider, TERRAIN);
        }
        for (model, collider) in figures.all() {
            paint_edges(&frame.painter, collider, side_look::ink(model.unit.side));
        }
        let sample = |painter: &OverlayPainter, rect: bevy_egui::egui::Rect| {
            painter
                .egui
                .line_segment([rect.left_center(), rect.right_center()], Stroke::new(LINE_WIDTH_PX, TERRAIN));
        };
        frame
            .legend
            .push(Row::line("solid by the rules: terrain; in its side\u{2019}s colour: a model", sample));
    }
}

fn paint_edges(painter: &OverlayPainter, collider: &Collider, ink: Color32) {
    for [from, to] in collider.edges() {
        if let (Some(from), Some(to)) = (painter.scene(from), painter.scene(to)) {
            painter.egui.line_segment([from, to], Stroke::new(LINE_WIDTH_PX, ink));
        }
    }
}
