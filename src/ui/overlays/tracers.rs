//! Shots in the air, and the trails they leave, while a salvo is played back.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use crate::ui::playback::{Fate, Playback};

/// Length of a tracer, as a share of its way.
const LENGTH: f32 = 0.24;

/// Every shot in the air.
pub(super) struct Tracers;

impl Overlay for Tracers {
    type Inputs = Res<'static, Playback>;

    fn is_shown(playback: &SystemParamItem<Self::Inputs>) -> bool {
        !playback.tracers().is_empty()
    }

    fn paint(frame: &mut OverlayFrame, playback: &SystemParamItem<Self::Inputs>) {
        let painter = frame.painter;
        let elapsed = playback.elapsed();
        for tracer in playback.tracers() {
            let Some(share) = tracer.share(elapsed) else { continue };
            let [from, to] = tracer.ends;
            let at = |share: f32| painter.scene(from.lerp(to, share.clamp(0.0, 1.0)));
            let (Some(muzzle), Some(tail), Some(head)) = (at(0.0), at(share - LENGTH), at(share)) else {
                continue;
            };
            let ink = match tracer.fate {
                Fate::Hits => Color32::from_rgb(255, 226, 120),
                Fate::Misses => Color32::from_rgb(206, 200, 186),
            };
            let trail = ink.gamma_multiply(0.45 * tracer.trail(elapsed));
            painter.egui.line_segment([muzzle, head], Stroke::new(1.4_f32, trail));
            if share < 1.0 {
                for (width, ink) in [(4.6_f32, Color32::from_black_alpha(120)), (2.4, ink)] {
                    painter.egui.line_segment([tail, head], Stroke::new(width, ink));
                }
            }
            let struck = tracer.trail(elapsed);
            if tracer.fate == Fate::Hits && share >= 1.0 && struck > 0.6 {
                let ink = Color32::from_rgb(255, 176, 88).gamma_multiply((struck - 0.6) / 0.4);
                painter.egui.circle_filled(head, 5.5, ink);
            }
        }
    }
}
