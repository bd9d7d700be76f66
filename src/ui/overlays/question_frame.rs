//! The frame around the table in the colour of the player who has to decide: thin in that player's own turn, broad in the
//! other's, so that at one screen nobody answers for the other by mistake.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{Local, MessageWriter, Res};
use bevy::window::RequestRedraw;
use bevy_egui::egui::{Context, CornerRadius, Rect, Stroke, StrokeKind};

use super::overlay::{Audience, Overlay, OverlayFrame};
use crate::rules::turn::Phase;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::looks::side_look;
use crate::ui::looks::time_look::LOOKING_BACK;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::turn_flow::asked_areas::{DICE, open_areas};

/// Width of the frame in the other player's turn, and in one's own, pixels.
const FRAME_WIDTH_PX: f32 = 7.0;
const OWN_TURN_FRAME_WIDTH_PX: f32 = 2.5;

/// The areas that ask for something and are open now.
pub(super) fn open_questions(context: &Context) -> Vec<Rect> {
    open_areas(context, &[DICE])
}

/// Cards and the legend make room for a question in the frame after.
pub(super) fn draw_again(
    layers: Res<PaintLayers>,
    mut last: Local<Vec<Rect>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let open = open_questions(&layers.panels);
    if *last != open {
        *last = open;
        redraw.write(RequestRedraw);
    }
}

/// The frame. While something is still played back it is that of the turn, for nobody is asked yet.
pub(super) struct QuestionFrame;

impl Overlay for QuestionFrame {
    const FOR: Audience = Audience::Players;
    type Inputs = (
        Res<'static, OpenGame>,
        Res<'static, ShownBattle>,
        Res<'static, Playback>,
        Res<'static, WindowLayout>,
    );

    fn paint(frame: &mut OverlayFrame, (opened, shown, playback, layout): &SystemParamItem<Self::Inputs>) {
        let battle = opened.game.battle();
        let clip = frame.painter.egui.clip_rect();
        // In a picture of an earlier moment nobody looks back.
        if opened.is_looking() && **layout == WindowLayout::TableOnly {
            return;
        }
        if opened.is_looking() {
            let stroke = Stroke::new(FRAME_WIDTH_PX, LOOKING_BACK);
            frame.painter.egui.rect_stroke(clip, CornerRadius::ZERO, stroke, StrokeKind::Inside);
            return;
        }
        let turn = playback.turn().unwrap_or_else(|| shown.view(opened).turn());
        let Some(decision) = battle.decision() else { return };
        let player =
            if playback.runs() && turn.phase != Phase::Deployment { turn.side } else { decision.player };
        let interrupts = turn.phase != Phase::Deployment && player != turn.side;
        let width = if interrupts { FRAME_WIDTH_PX } else { OWN_TURN_FRAME_WIDTH_PX };
        let (egui, stroke) = (frame.painter.egui, Stroke::new(width, side_look::ink(player)));
        egui.rect_stroke(egui.clip_rect(), CornerRadius::ZERO, stroke, StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Area, Order, pos2, vec2};

    use super::*;

    /// A question is found while it is open, and not afterwards.
    #[test]
    fn a_question_is_found_while_it_is_open() {
        let context = Context::default();
        let frame = |asked: &[&'static str]| {
            let output = context.run_ui(Default::default(), |ui| {
                for (index, id) in asked.iter().enumerate() {
                    let area = Area::new((*id).into()).order(Order::Middle);
                    area.fixed_pos(pos2(10.0, 200.0 * index as f32)).show(ui.ctx(), |ui| {
                        ui.allocate_space(vec2(120.0, 50.0));
                    });
                }
            });
            output.drop_without_applying_deltas();
        };
        for asked in [&[][..], &[DICE], &[]] {
            // An area learns its size as it is first laid out, and one that is gone is remembered for a frame.
            (0..3).for_each(|_| frame(asked));
            let found = open_questions(&context);
            let expected: Vec<Rect> = (0..asked.len())
                .map(|index| Rect::from_min_size(pos2(10.0, 200.0 * index as f32), vec2(120.0, 50.0)))
                .collect();
            assert_eq!(found, expected, "{asked:?}");
        }
    }
}
