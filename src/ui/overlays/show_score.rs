//! The score of a show, small at the head of the picture: who is which colour, what each side holds and has left, the round, and
//! whose turn it is.

use std::sync::Arc;

use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Galley, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use bevy::ecs::system::SystemParamItem;

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::PaintedText;
use crate::game::engine::view::View;
use crate::game::narration::score as in_words;
use crate::game::score::score;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::ui::camera::free_area::SCORE_SHARE;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::side_look;
use crate::ui::playback::show_card::ShowCard;
use crate::ui::playback::subtitle::ScoreFlash;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::session::stage::Stage;

/// The place of the score: signs lie clear of it.
pub(super) struct ShowScore;

/// The name of its place.
pub(super) const SCORE: &str = "score of a show";

inputs! {
    /// Inputs of the overlay.
    pub(super) struct Inputs {
        opened: OpenGame, shown: ShownBattle, layout: WindowLayout, card: ShowCard, stage: Stage, flash: ScoreFlash,
    }
}

const PLATE: Color32 = Color32::from_rgb(12, 14, 18);
/// The ink and the ground of a score that has just changed.
const CHANGED: Color32 = Color32::from_rgb(255, 226, 110);
const FAINT: Color32 = Color32::from_rgb(186, 194, 205);

/// Sizes of its letters, as shares of its height.
const NAME: f32 = 0.36;
const SMALL: f32 = 0.28;

impl Overlay for ShowScore {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        *inputs.layout == WindowLayout::Show && inputs.card.0.is_none() && !inputs.stage.is_start()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let head = Head::of(frame.painter.egui, inputs.shown.view(&inputs.opened), *inputs.flash);
        frame.signs.note_named(SCORE, PaintedText { words: head.words(), at: head.plate });
    }
}

/// The score as it is painted: over the lines that lead to signs.
pub(super) struct ShowScorePlate;

impl Overlay for ShowScorePlate {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        ShowScore::is_shown(inputs)
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let egui = frame.painter.egui;
        Head::of(egui, inputs.shown.view(&inputs.opened), *inputs.flash).paint(egui);
    }
}

/// The score, laid out.
struct Head {
    plate: Rect,
    /// The side whose turn it is.
    turn: Option<Side>,
    /// The round, and whose turn.
    middle: [Arc<Galley>; 2],
    /// Of each side its name, and what it holds and has left.
    sides: [[Arc<Galley>; 2]; 2],
    badge: f32,
    /// Which scores have just changed.
    flash: ScoreFlash,
}

impl Head {
    fn of(egui: &Painter, view: View, flash: ScoreFlash) -> Self {
        let room = egui.clip_rect();
        let height = room.height() * SCORE_SHARE;
        let (turn, score) = (view.turn(), score(view));
        let text = |text: String, size: f32, ink: Color32, width: f32| {
            let mut job = bevy_egui::egui::text::LayoutJob::simple_singleline(
                text,
                FontId::proportional((height * size).max(10.0)),
                ink,
            );
            job.wrap.max_width = width;
            job.wrap.max_rows = 1;
            egui.layout_job(job)
        };
        let badge = height * 0.24;
        let column = room.width() * 0.3;
        let is_on = !matches!(turn.phase, Phase::Deployment | Phase::Over);
        let middle = [
            text(in_words::round_in_short(&view), NAME, Color32::WHITE, room.width() * 0.3),
            text(in_words::turn_in_short(&view), SMALL, FAINT, room.width() * 0.3),
        ];
        let sides = Side::BOTH.map(|side| {
            let name = view.setup().force_name(side).to_owned();
            let held = in_words::standing(&score, side, turn.phase);
            [
                text(name, NAME, side_look::light_ink(side), column - 3.0 * badge),
                text(held, SMALL, if flash.0[side.index()] { CHANGED } else { FAINT }, column - 3.0 * badge),
            ]
        });
        let width = |galleys: &[Arc<Galley>; 2]| galleys[0].size().x.max(galleys[1].size().x);
        // The round stands in the middle of the picture, however long the names are.
        let half =
            sides.iter().map(width).fold(0.0, f32::max) + 4.6 * badge + width(&middle) / 2.0 + height * 0.5;
        let size = vec2((2.0 * half).min(room.width() - 8.0), height - 6.0);
        let plate = Rect::from_center_size(pos2(room.center().x, room.top() + 2.0 + size.y / 2.0), size);
        Self { plate, turn: is_on.then_some(turn.side), middle, sides, badge, flash }
    }

    fn words(&self) -> String {
        let texts = self.middle.iter().chain(self.sides.iter().flatten()).map(|galley| galley.text());
        texts.collect::<Vec<_>>().join(" · ")
    }

    fn paint(&self, egui: &Painter) {
        let Self { plate, turn, middle, sides, badge, flash } = self;
        egui.rect_filled(*plate, CornerRadius::same(7), PLATE);
        let two = |[upper, lower]: &[Arc<Galley>; 2], x: f32, align: f32| {
            let top = plate.center().y - (upper.size().y + lower.size().y) / 2.0;
            let left = |galley: &Arc<Galley>| x - align * galley.size().x;
            egui.galley(pos2(left(upper), top), Arc::clone(upper), Color32::WHITE);
            egui.galley(pos2(left(lower), top + upper.size().y), Arc::clone(lower), Color32::WHITE);
        };
        two(middle, plate.center().x, 0.5);
        let inset = badge * 1.9;
        for side in Side::BOTH {
            let (rim, inward, align) = match side {
                Side::A => (plate.left(), 1.0, 0.0),
                Side::B => (plate.right(), -1.0, 1.0),
            };
            side_look::badge(egui, pos2(rim + inward * inset, plate.center().y), *badge, side);
            if flash.0[side.index()] {
                let half = plate.with_max_x(plate.center().x - middle_room(middle));
                let half = if side == Side::A {
                    half
                } else {
                    half.translate(vec2(plate.right() - half.right(), 0.0))
                };
                let stroke = Stroke::new((plate.height() * 0.06).max(2.0), CHANGED);
                egui.rect_stroke(half.shrink(2.0), CornerRadius::same(7), stroke, StrokeKind::Inside);
            }
            two(&sides[side.index()], rim + inward * (inset + 1.9 * badge), align);
            if *turn == Some(side) {
                let line = Stroke::new((plate.height() * 0.06).max(2.0), side_look::ink(side));
                let ends = [rim + inward * 8.0, plate.center().x - inward * middle_room(middle)];
                let y = plate.bottom() - line.width / 2.0;
                egui.line_segment(ends.map(|x| pos2(x, y)), line);
            }
        }
    }
}

/// From the middle of the plate to the end of the line under the side whose turn it is.
fn middle_room(middle: &[Arc<Galley>; 2]) -> f32 {
    let widths: Vec2 = vec2(middle[0].size().x, middle[1].size().x);
    widths.max_elem() / 2.0 + 8.0
}
