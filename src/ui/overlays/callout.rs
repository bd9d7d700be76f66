//! The callout of a refused draft: the reason, at the spot that it is about.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{self, Color32, CornerRadius, Frame, Margin, Order, Pos2, Stroke, Vec2, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};
use super::paths::REFUSED;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::subject::Subject;
use crate::ui::drafts::draft::{Draft, Drafting, Hold};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::looks::rule_link::rule_link;

/// The id of the callout's area, and the name of its sign.
const AREA: &str = "refusal";

/// Assumed size of the callout before it is laid out, pixels.
const FIRST_SIZE_PX: Vec2 = vec2(300.0, 44.0);

/// From the middle of the cross to the rim of what the callout keeps clear of, pixels.
const CROSS_RADIUS_PX: f32 = 14.0;

/// The cross of a refused draft. It asks for a place for the callout.
pub(super) struct RefusalCallout;

impl Overlay for RefusalCallout {
    type Inputs = (Res<'static, Drafting>, Res<'static, DraftCheck>);

    fn paint(frame: &mut OverlayFrame, (drafting, check): &SystemParamItem<Self::Inputs>) {
        let refused = drafting.0.as_ref().zip(check.0.as_ref());
        let Some((draft, Err(refusal))) = refused.map(|(draft, checked)| (draft, &checked.answer)) else {
            return;
        };
        let Some(spot) = pixel_of(&frame.painter, draft, refusal) else { return };
        cross(&frame.painter, spot);
        let area = egui::AreaState::load(frame.context, AREA.into());
        let size = area.and_then(|area| area.size).unwrap_or(FIRST_SIZE_PX);
        let sign = Sign::at(spot, CROSS_RADIUS_PX, Usual::Above, Face::new(AREA, size, |_, _| {}));
        frame.signs.add(sign.rank(Rank::Order).anywhere().named(AREA));
    }
}

/// The callout of a refused draft, where there is a place for it.
pub(super) struct RefusalText;

impl Overlay for RefusalText {
    type Inputs = (Res<'static, Drafting>, Res<'static, DraftCheck>);

    fn paint(frame: &mut OverlayFrame, (drafting, check): &SystemParamItem<Self::Inputs>) {
        if let (Some(draft), Some(checked)) = (&drafting.0, &check.0)
            && let Err(refusal) = &checked.answer
            && let Some(place) = frame.signs.place_of(AREA)
        {
            show(frame, draft, refusal, place.min);
        }
    }
}

/// Shows the reason with a link to the rule, and a line to the spot. While the draft is dragged the text lets the pointer
/// through.
fn show(frame: &mut OverlayFrame, draft: &Draft, refusal: &Refusal, corner: Pos2) {
    let (context, painter, open) = (frame.context, &frame.painter, &mut frame.open_rule);
    let room = painter.egui.clip_rect().shrink(4.0);
    let plate = Frame::new()
        .fill(PLATE.to_opaque())
        .stroke(Stroke::new(1.2_f32, REFUSED))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::symmetric(9, 5));
    let area = egui::Area::new(AREA.into())
        .order(Order::Middle)
        .fixed_pos(corner)
        .constrain_to(room)
        .interactable(draft.hold == Hold::Resting)
        .show(context, |ui| {
            plate.show(ui, |ui| {
                ui.set_max_width((room.width() * 0.42).clamp(220.0, 380.0));
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    rule_link(ui, &refusal.rule().to_string(), open);
                    ui.colored_label(Color32::WHITE, sentence(&refusal.text()));
                });
            });
        });
    let Some(spot) = pixel_of(painter, draft, refusal) else { return };
    let from = area.response.rect.clamp(spot);
    if from.distance(spot) > CROSS_RADIUS_PX {
        let to = spot + (from - spot).normalized() * (CROSS_RADIUS_PX - 1.0);
        painter.egui.line_segment([from, to], Stroke::new(1.2_f32, REFUSED));
    }
}

/// The pixel of the spot that a refusal is about.
fn pixel_of(painter: &OverlayPainter, draft: &Draft, refusal: &Refusal) -> Option<Pos2> {
    let (at, height) = spot_of(draft, refusal);
    painter.point(at, height + 0.1)
}

/// A sentence: with a capital and a full stop.
pub(in crate::ui) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

/// The spot of a refusal and its height: its own, else the drafted place of its model, else the middle of the draft.
fn spot_of(draft: &Draft, refusal: &Refusal) -> ([f64; 2], f64) {
    let model = draft.models.iter().find(|model| Some(model.model) == refusal.about.and_then(Subject::model));
    let height = model.map_or(0.0, |model| model.height.inches());
    let of_model = || model.map(|model| model.at);
    let at = refusal.at.map(|spot| spot.0).or_else(of_model).unwrap_or_else(|| draft.middle());
    (at, height)
}

/// A cross in a ring, with a dark outline that shows on any ground.
fn cross(painter: &OverlayPainter, at: Pos2) {
    let arm = 6.0;
    for (width, ink) in [(5.5_f32, Color32::from_black_alpha(190)), (2.6, REFUSED)] {
        let stroke = Stroke::new(width, ink);
        painter.egui.circle_stroke(at, 11.0, stroke);
        for turn in [1.0, -1.0] {
            let reach = Vec2::new(arm, arm * turn);
            painter.egui.line_segment([at - reach, at + reach], stroke);
        }
    }
}
