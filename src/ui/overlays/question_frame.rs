//! While the player whose turn it is not decides, the table is framed in his colour: at one screen
//! nobody may answer for the other by mistake.

use bevy_egui::egui::{AreaState, Context, CornerRadius, Id, LayerId, Order, Rect, Stroke, StrokeKind};

use super::lens::Lens;
use crate::rules::turn::Phase;
use crate::ui::open_game::OpenGame;
use crate::ui::side_look;

/// Width of the frame, pixels.
const WIDTH: f32 = 7.0;

/// The area in which the question is put to him.
pub(in crate::ui) const QUESTION: &str = "question";

/// Where it lies, while it is put.
pub(super) fn asked_at(context: &Context) -> Option<Rect> {
    let id = Id::new(QUESTION);
    let is_put = context.memory(|memory| memory.areas().is_visible(&LayerId::new(Order::Middle, id)));
    AreaState::load(context, id).filter(|_| is_put).map(|area| area.rect())
}

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
