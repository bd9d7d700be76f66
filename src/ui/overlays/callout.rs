//! Why a proposal is refused, in words, at the spot it is about.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, Order, Pos2, Stroke, Vec2, vec2};

use super::lens::{OverlayPainter, PLATE};
use super::paths::REFUSED;
use crate::game::engine::refusal::Refusal;
use crate::ui::input::draft::{Draft, Hold};
use crate::ui::input::draft_check::CheckedDraft;
use crate::ui::rule_link::rule_link;

/// Paints a cross on the spot and shows the reason over it; a click on its paragraph
/// opens that. While the draft is in hand the words let the mouse through.
pub(super) fn show(
    context: &egui::Context,
    lens: &OverlayPainter,
    draft: &Draft,
    judged: &CheckedDraft,
    open: &mut Option<String>,
) {
    let Err(refusal) = &judged.answer else { return };
    let (at, height) = spot_of(draft, refusal);
    let Some(spot) = lens.point(at, height + 0.1) else { return };
    let room = lens.painter.clip_rect().shrink(4.0);
    cross(lens, spot);
    let frame = Frame::new()
        .fill(PLATE.to_opaque())
        .stroke(Stroke::new(1.2_f32, REFUSED))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::symmetric(9, 5));
    let area = egui::Area::new("refusal".into())
        .order(Order::Middle)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(spot - vec2(0.0, 46.0))
        .constrain_to(room)
        .interactable(draft.hold == Hold::Resting)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_max_width((room.width() * 0.42).clamp(220.0, 380.0));
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    rule_link(ui, &refusal.rule.to_string(), open);
                    ui.colored_label(Color32::WHITE, sentence(&refusal.text));
                });
            });
        });
    let plate = area.response.rect;
    let from = Pos2::new(spot.x.clamp(plate.min.x + 8.0, plate.max.x - 8.0), plate.max.y);
    if from.y < spot.y - 14.0 {
        lens.painter.line_segment([from, spot - vec2(0.0, 13.0)], Stroke::new(1.2_f32, REFUSED));
    }
}

/// Begins with a capital, ends with a full stop.
pub(in crate::ui) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

/// The spot of a refusal and its height: its own, else its model's proposed place, else
/// the middle of the draft.
fn spot_of(draft: &Draft, refusal: &Refusal) -> ([f64; 2], f64) {
    let model = draft.models.iter().find(|model| Some(model.model) == refusal.model);
    let height = model.map_or(0.0, |model| model.height.inches());
    let of_model = || model.map(|model| model.at);
    let at = refusal.at.map(|spot| spot.0).or_else(of_model).unwrap_or_else(|| draft.middle());
    (at, height)
}

/// A cross in a ring, dark under bright, so that it is seen on any ground.
fn cross(lens: &OverlayPainter, at: Pos2) {
    let arm = 6.0;
    for (width, ink) in [(5.5_f32, Color32::from_black_alpha(190)), (2.6, REFUSED)] {
        let stroke = Stroke::new(width, ink);
        lens.painter.circle_stroke(at, 11.0, stroke);
        for turn in [1.0, -1.0] {
            let reach = Vec2::new(arm, arm * turn);
            lens.painter.line_segment([at - reach, at + reach], stroke);
        }
    }
}
