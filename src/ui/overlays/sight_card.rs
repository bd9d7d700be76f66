//! The card of one line of sight: its state in a sentence, then the reasons, the target as it is seen, and a side view. It lies in
//! the column of panels; in a picture without panels, in a lower corner of the table, away from the target.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Frame, Margin, Order, RichText, Sense, Stroke, Ui, Vec2,
    pos2, vec2,
};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::PLATE;
use super::sight::figure;
use crate::game::engine::view::View;
use crate::table::sight::Profile;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::rule_link::{linked_text, rule_link};
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::text::{distance, effect, per_cent, reason, unit_tally};
use crate::ui::questions::sight::{SightOverlay, SightQuery, SightReport, SightRequest, Sightline};
use crate::ui::session::open_game::OpenGame;

/// Width of the card over a picture, pixels.
const CARD_WIDTH_PX: f32 = 540.0;

/// Height of the two pictures on it.
const PICTURE: f32 = 132.0;

/// Most reasons that are listed.
const MAX_REASONS: usize = 4;

/// The card of the line in question, over a picture without panels.
pub(super) struct SightCard;

inputs! {
    /// Inputs of the card.
    pub(super) struct Inputs {
        opened: OpenGame, sight_overlay: SightOverlay, sight_query: SightQuery, layout: WindowLayout,
    }
}

impl Overlay for SightCard {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        *inputs.layout == WindowLayout::TableOnly
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        if let Some(found) = of_one(&inputs.sight_overlay, &inputs.sight_query) {
            show(frame, &inputs.opened.game.battle().view(), found);
        }
    }
}

/// The lines between a unit and one model, if it is those that the player has asked for.
pub(in crate::ui) fn of_one<'a>(overlay: &SightOverlay, query: &'a SightQuery) -> Option<&'a SightReport> {
    let (request, found) = query.shown().filter(|_| overlay.direction.is_some())?;
    matches!(request, SightRequest::One(..)).then_some(found)
}

/// The best line with its side view.
fn detailed(found: &SightReport) -> Option<(&Sightline, &Profile)> {
    let (at, profile) = found.detailed.as_ref()?;
    Some((found.lines.get(*at)?, profile))
}

/// The line and its state in a sentence, and its colour.
pub(in crate::ui) fn says(found: &SightReport) -> Option<(String, Color32)> {
    let seen = &detailed(found)?.0.seen;
    let state = sight_look::word(seen.state);
    let text =
        format!("From {} to {}: {state}, {} in view", seen.from, seen.to, per_cent(seen.sighting.in_view));
    Some((text, sight_look::ink(seen.state)))
}

/// Shows the card in a lower corner of the table, away from the target.
fn show(frame: &mut OverlayFrame, view: &View, found: &SightReport) {
    let (context, painter, open) = (frame.context, &frame.painter, &mut frame.open_rule);
    let (Some((line, _)), Some((says, ink))) = (detailed(found), says(found)) else { return };
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
        .stroke(Stroke::new(1.2_f32, ink))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 7));
    egui::Area::new("sight".into()).order(Order::Middle).pivot(pivot).fixed_pos(corner).show(context, |ui| {
        plate.show(ui, |ui| {
            ui.set_width(CARD_WIDTH_PX.min(room.width() - 24.0));
            ui.label(RichText::new(says).strong().color(ink));
            card_ui(ui, view, found, open);
        });
    });
}

/// All below the sentence: the reasons, the target as it is seen, and the side view.
pub(in crate::ui) fn card_ui(ui: &mut Ui, view: &View, found: &SightReport, open: &mut Option<String>) {
    let Some((line, profile)) = detailed(found) else { return };
    ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
    if found.lines.len() > 1 {
        let all = format!("best of {} ({})", found.lines.len(), unit_tally(found));
        ui.label(RichText::new(all).small().color(Color32::from_rgb(170, 178, 190)));
    }
    reasons_ui(ui, view, line, open);
    pictures_ui(ui, view, line, profile);
}

/// The reasons with their rules, the worst first; then the effect of the distance.
fn reasons_ui(ui: &mut Ui, view: &View, line: &Sightline, open: &mut Option<String>) {
    let reasons = &line.seen.judged.reasons;
    for one in reasons.iter().take(MAX_REASONS) {
        ui.horizontal_wrapped(|ui| {
            rule_link(ui, one.rule, open);
            ui.label(RichText::new(reason(view, one)).color(Color32::WHITE));
        });
    }
    if reasons.is_empty() {
        ui.horizontal_wrapped(|ui| {
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
fn pictures_ui(ui: &mut Ui, view: &View, line: &Sightline, profile: &Profile) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), PICTURE), Sense::hover());
    let egui = ui.painter().with_clip_rect(rect);
    let figure_width = (rect.width() / 4.0).min(104.0);
    let (left, right) = rect.split_left_right_at_x(rect.left() + figure_width);
    super::profile::draw(&egui, right, view, line, profile);
    let target = &line.seen.target;
    let (wide, high) = (2.0 * target.radius as f32, target.height.inches() as f32);
    let scale = ((left.width() - 10.0) / wide).min((left.height() - 20.0) / high);
    let foot = pos2(left.left() + 2.0 + wide * scale / 2.0, left.bottom() - 18.0);
    // Left in the picture is left as the eyes see it.
    let point = |aside: f64, up: f64| Some(foot - Vec2::new(aside as f32, up as f32) * scale);
    figure(&egui, &line.body, sight_look::ink(line.seen.judged.state), &point);
    let (font, ink) = (FontId::proportional(10.5), Color32::from_rgb(170, 178, 190));
    egui.text(foot + vec2(0.0, 4.0), Align2::CENTER_TOP, "as seen", font, ink);
}
