//! The ids and names of all units, switched on and off by a key.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Pos2, Rect, vec2};

use super::labels::top_of;
use super::overlay::{Overlay, OverlayFrame};
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::side_look;

/// Height of a line of text, pixels.
const LINE: f32 = 18.0;

/// The names.
pub(super) struct UnitNames;

impl Overlay for UnitNames {
    const TOGGLE: Option<&'static str> = Some("unit names");

    type Inputs = (Res<'static, OpenGame>, Res<'static, Playback>);

    fn is_shown((_, playback): &SystemParamItem<Self::Inputs>) -> bool {
        !playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, (opened, _): &SystemParamItem<Self::Inputs>) {
        let (painter, view) = (&frame.painter, opened.game.battle().view());
        let mut taken: Vec<Rect> = Vec::new();
        for unit in view.units() {
            let Some(top) = top_of(painter, &view, unit) else { continue };
            let text = format!("{} {}", unit.id, unit.start.name);
            let size = vec2(text.chars().count() as f32 * 6.0 + 8.0, LINE);
            let is_free = |at: &Pos2| {
                let rect = Align2::CENTER_BOTTOM.anchor_size(*at, size);
                !taken.iter().any(|other| other.intersects(rect))
            };
            // Upward, until there is room.
            let lines = (0..8).map(|line| top - vec2(0.0, LINE * line as f32));
            let at = lines.into_iter().find(is_free).unwrap_or(top);
            let ink = side_look::light_ink(unit.id.side);
            taken.push(painter.small_text(at, Align2::CENTER_BOTTOM, &text, ink));
        }
    }
}
