//! The card of one line of sight: its state with the reasons, the target as it is seen, and a side view.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Frame, Margin, Order, RichText, Sense, Stroke, Ui, Vec2,
    pos2, vec2,
};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};
use super::sight::figure;
use crate::game::engine::view::View;
use crate::table::sight::Profile;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::rule_link::{linked_text, rule_link};
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::text::{distance, effect, per_cent, reason, unit_tally};
use crate::ui::questions::sight::{SightOverlay, SightQuery, SightReport, SightRequest, Sightline};
use crate::ui::session::open_game::OpenGame;

/// Width of the card, pixels.
const CARD_WIDTH_PX: f32 = 540.0;

/// Height of the two pictures on it.
const PICTURE: f32 = 132.0;

/// Most reasons that are listed.
const MAX_REASONS: usize = 4;

/// The card of the line in question.
pub(super) struct SightCard;

inputs! {
    /// What it depends on.
    pub(super) struct Inputs { opened: OpenGame, sight_overlay: SightOverlay, sight_query: SightQuery }
}

impl Overlay for SightCard {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        inputs.sight_overlay.direction.is_some()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        if let Some((SightRequest::One(..), found)) = inputs.sight_query.shown() {
            // While the pointer is over the target, clicks go to the table.
            let is_clickable = inputs.sight_overlay.pinned.is_some();
            show(frame, &inputs.opened.game.battle().view(), found, is_clickable);
        }
    }
}

/// Shows the card in a lower corner of the table, away from the target.
fn show(frame: &mut OverlayFrame, view: &View, found: &SightReport, is_clickable: bool) {
    let (context, painter, open) = (frame.context, frame.painter, &mut frame.open_rule);
    let Some((at, profile)) = &found.detailed else { return };
    let Some(line) = found.lines.get(*at) else { return };
    let room = painter.egui.clip_rect().shrink(8.0);
    let target = painter.point(line.seen.target.foot.ground(), line.seen.target.foot.z.inches());
    let low_left = target.is_some_and(|at| at.y > room.bottom() - 300.0 && at.x < room.center().x);
    let (corner, pivot) = if low_left {
        (room.right_bottom(), Align2::RIGHT_BOTTOM)
    } else {
        // Above the tooltip of the spot under the pointer.
        (room.left_bottom() - vec2(0.0, 34.0), Align2::LEFT_BOTTOM)
    };
    let plate = Frame::new()
        .fill(PLATE.to_opaque())
        .stroke(Stroke::new(1.2_f32, sight_look::ink(line.seen.state)))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 7));
    egui::Area::new("sight".into())
        .order(Order::Middle)
        .pivot(pivot)
        .fixed_pos(corner)
        .interactable(is_clickable)
        .show(context, |ui| {
            plate.show(ui, |ui| {
                ui.set_width(CARD_WIDTH_PX.min(room.width() - 24.0));
                ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
                head_ui(ui, line, found);
                reasons_ui(ui, view, line, open);
                pictures_ui(ui, &painter, view, line, profile);
            });
        });
}

fn head_ui(ui: &mut Ui, line: &Sightline, found: &SightReport) {
    let seen = &line.seen;
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("From {} to {}:", seen.from, seen.to)).strong().color(Color32::WHITE));
        let state = format!("{} {}", sight_look::word(seen.state), per_cent(seen.sighting.in_view));
        ui.label(RichText::new(state).strong().color(sight_look::ink(seen.state)));
        if found.lines.len() > 1 {
            let all = format!("best of {} ({})", found.lines.len(), unit_tally(found));
            ui.label(RichText::new(all).small().color(Color32::from_rgb(170, 178, 190)));
        }
    });
}

/// The reasons with their rules, the worst first; then the effect of the distance.
fn reasons_ui(ui: &mut Ui, view: &View, line: &Sightline, open: &mut Option<String>) {
    let reasons = &line.seen.judged.reasons;
    for one in reasons.iter().take(MAX_REASONS) {
        ui.horizontal(|ui| {
            rule_link(ui, one.rule, open);
            ui.label(RichText::new(reason(view, one)).color(Color32::WHITE));
        });
    }
    if reasons.is_empty() {
        ui.horizontal(|ui| {
            rule_link(ui, "VIS-2", open);
            ui.label(RichText::new("Clear: all in view, on open ground").color(Color32::WHITE));
        });
    }
    if line.seen.state != line.seen.judged.state {
        linked_text(ui, "Concealed from the unit: another of its models sees part of it (VIS-2)", open);
    }
    let last = format!("{} · {}", distance(&line.seen), effect(&line.seen));
    linked_text(ui, &last, open);
}

/// The target as it is seen, and the line from the side.
fn pictures_ui(ui: &mut Ui, painter: &OverlayPainter, view: &View, line: &Sightline, profile: &Profile) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), PICTURE), Sense::hover());
    let egui = ui.painter().with_clip_rect(rect);
    let (left, right) = rect.split_left_right_at_x(rect.left() + 104.0);
    super::profile::draw(&egui, right, view, line, profile);
    let target = &line.seen.target;
    let (wide, high) = (2.0 * target.radius as f32, target.height.inches() as f32);
    let scale = ((left.width() - 10.0) / wide).min((left.height() - 20.0) / high);
    let foot = pos2(left.left() + 2.0 + wide * scale / 2.0, left.bottom() - 18.0);
    // Left in the picture is left as the eyes see it.
    let point = |aside: f64, up: f64| Some(foot - Vec2::new(aside as f32, up as f32) * scale);
    let body_painter = OverlayPainter { egui: &egui, ..*painter };
    figure(&body_painter, &line.body, sight_look::ink(line.seen.judged.state), &point);
    let (font, ink) = (FontId::proportional(10.5), Color32::from_rgb(170, 178, 190));
    egui.text(foot + vec2(0.0, 4.0), Align2::CENTER_TOP, "as seen", font, ink);
}
