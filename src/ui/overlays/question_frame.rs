//! While the player whose turn it is not decides, the table is framed in his colour: at one screen
//! nobody may answer for the other by mistake.

use bevy_egui::egui::{CornerRadius, Stroke, StrokeKind};

use super::lens::Lens;
use crate::rules::turn::Phase;
use crate::ui::open_game::OpenGame;
use crate::ui::side_look;

/// Width of the frame, pixels.
const WIDTH: f32 = 7.0;

/// Frames the table's picture, if the other player is asked.
pub(super) fn paint(lens: &Lens, opened: &OpenGame) {
    let battle = opened.game.battle();
    let turn = battle.view().turn();
    let Some(decision) = battle.decision() else { return };
    if turn.phase == Phase::Deployment || decision.player == turn.side {
        return;
    }
    let stroke = Stroke::new(WIDTH, side_look::ink(decision.player));
    lens.painter.rect_stroke(lens.painter.clip_rect(), CornerRadius::ZERO, stroke, StrokeKind::Inside);
}
