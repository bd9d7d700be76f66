//! A check mark at every unit that has acted in the present turn, of one size at any distance.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Painter, Pos2, Stroke, vec2};

use super::overlay::{Overlay, OverlayFrame};
use crate::game::phases::turn::may_still_act;
use crate::rules::turn::Phase;
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::side_look;

/// Radius of a mark, pixels.
const RADIUS: f32 = 9.0;

/// The marks.
pub(super) struct ActedMarks;

impl Overlay for ActedMarks {
    type Inputs = (Res<'static, OpenGame>, Res<'static, Playback>);

    fn is_shown((opened, playback): &SystemParamItem<Self::Inputs>) -> bool {
        !playback.plays() && opened.game.battle().view().turn().phase == Phase::Action
    }

    fn paint(frame: &mut OverlayFrame, (opened, _): &SystemParamItem<Self::Inputs>) {
        let (painter, view) = (&frame.painter, opened.game.battle().view());
        let own = view.units().filter(|unit| unit.id.side == view.turn().side);
        for unit in own.filter(|unit| !may_still_act(view, *unit)) {
            let Some(leader) = view.leader(unit.id) else { continue };
            let Some(foot) = painter.point(leader.pose.at.ground(), leader.pose.at.z.inches()) else {
                continue;
            };
            let at = foot + vec2(0.0, RADIUS + 4.0);
            if painter.egui.clip_rect().contains(at) {
                check_mark(painter.egui, at, RADIUS, side_look::ink(unit.id.side));
            }
        }
    }
}

/// A check mark on a dark disc.
pub(in crate::ui) fn check_mark(painter: &Painter, at: Pos2, radius: f32, rim: Color32) {
    painter.circle(at, radius, Color32::from_rgb(24, 28, 34), Stroke::new(1.6_f32, rim));
    let points = [vec2(-0.48, 0.02), vec2(-0.12, 0.40), vec2(0.50, -0.38)].map(|offset| at + radius * offset);
    for leg in points.windows(2) {
        painter.line_segment([leg[0], leg[1]], Stroke::new(2.4_f32, Color32::WHITE));
    }
}
