//! Shots in the air, while a salvo is played back.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use crate::ui::playback::{Fate, Playback};

/// How long a tracer is, as a share of its way.
const LENGTH: f32 = 0.22;

/// Every shot in the air.
pub(super) struct Tracers;

impl Overlay for Tracers {
    type Inputs = Res<'static, Playback>;

    fn paint(frame: &mut OverlayFrame, playback: &SystemParamItem<Self::Inputs>) {
        let painter = frame.painter;
        for (tracer, share) in playback.tracers() {
            let [from, to] = tracer.ends;
            let at = |share: f32| painter.scene(from.lerp(to, share.clamp(0.0, 1.0)));
            let (Some(muzzle), Some(tail), Some(head)) = (at(0.0), at(share - LENGTH), at(share)) else {
                continue;
            };
            let ink = match tracer.fate {
                Fate::Hits => Color32::from_rgb(255, 226, 120),
                Fate::Misses => Color32::from_rgb(196, 190, 176),
            };
            painter.egui.line_segment([muzzle, head], Stroke::new(1.0_f32, ink.gamma_multiply(0.25)));
            for (width, ink) in [(4.6_f32, Color32::from_black_alpha(120)), (2.4, ink)] {
                painter.egui.line_segment([tail, head], Stroke::new(width, ink));
            }
            if share < 0.25 {
                painter.egui.circle_filled(muzzle, 4.5, Color32::from_rgb(255, 240, 190));
            }
            if tracer.fate == Fate::Hits && share > 0.85 {
                painter.egui.circle_filled(head, 5.5, Color32::from_rgb(255, 176, 88));
            }
        }
    }
}
