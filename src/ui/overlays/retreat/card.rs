//! The card of a retreat preview: what would happen in one sentence, then why, with links to the rules. It lies in the column of
//! panels; in a picture without panels, in the corner of the table where it hides least.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Frame, Margin, Order, Pos2, Rect, RichText, Sense, Stroke,
    TextStyle, Ui, Vec2, vec2,
};

use super::safe_position::paint_sight_line;
use super::{Inputs, LOST, OTHER_RULESET, PINNED, SAFE, ink};
use crate::game::engine::view::View;
use crate::game::narration::foresight;
use crate::game::narration::words::listed;
use crate::game::phases::fall_back::retreat::{RetreatOutcome, SafePosition};
use crate::game::phases::fall_back::threat::ThreatAssessment;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes::place_in_scene;
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::side_look;
use crate::ui::looks::sight_look;
use crate::ui::overlays::overlay::OverlayFrame;
use crate::ui::overlays::overlay_painter::{OverlayPainter, PLATE};
use crate::ui::questions::retreat::{Preview, RetreatPreview, RetreatPreviewQuery, text};

/// Width of the card over a picture, pixels.
const CARD_WIDTH_PX: f32 = 330.0;

/// Most enemy units that are listed one by one.
const MAX_WATCHERS: usize = 5;

/// The cost of hiding a model of the unit itself; another model costs 1.
const OWN_COST: usize = 4;

/// The colour of minor text.
const FAINT: Color32 = Color32::from_rgb(170, 178, 190);

/// Forecast of the retreat in a sentence, and its colour.
pub(in crate::ui) fn says(preview: &Preview) -> (String, Color32) {
    let bad = matches!(
        preview.retreat.outcome,
        RetreatOutcome::Destroyed | RetreatOutcome::Rout { .. } | RetreatOutcome::RunForEdge { .. }
    );
    let text = foresight::retreat(&preview.retreat, preview.there.as_ref());
    (text, if bad { LOST } else { Color32::WHITE })
}

/// Occasion of the retreat, and its colour.
pub(in crate::ui) fn when(previews: &RetreatPreviewQuery, is_drafted: bool) -> (&'static str, Color32) {
    match (previews.is_what_if(), is_drafted) {
        (true, _) => ("if the models were where their ghosts are", Color32::from_rgb(140, 233, 148)),
        (false, true) => ("as the rules have it; drag followers to change it (FB-5)", Color32::WHITE),
        (false, false) => ("if it had to fall back now", FAINT),
    }
}

/// All below that sentence: why, the enemies that can shoot at it, comparisons.
pub(in crate::ui) fn card_ui(
    ui: &mut Ui,
    preview: &Preview,
    (shown, previews): (&RetreatPreview, &RetreatPreviewQuery),
    open: &mut Option<String>,
) {
    ui.spacing_mut().item_spacing = vec2(5.0, 3.0);
    ui.scope(|ui| {
        ui.style_mut().override_text_style = Some(TextStyle::Small);
        threat_assessment_ui(ui, preview, open);
        ui.separator();
        outcome_ui(ui, preview, open);
    });
    if let Some(pinned) = &shown.pinned {
        ui.separator();
        ui.label(RichText::new(text::pinned(preview, pinned)).color(PINNED));
    }
    if let Some((ruleset, other)) = previews.by_other_rules() {
        ui.separator();
        let text = format!("Under {ruleset}: {}", text::difference(other, preview, ["here", "there"]));
        ui.label(RichText::new(text).color(OTHER_RULESET));
    }
}

/// Shows the card over a picture without panels.
pub(super) fn show(frame: &mut OverlayFrame, view: &View, preview: &Preview, inputs: &Inputs) {
    let (context, painter) = (frame.context, &frame.painter);
    let (previews, open) = (&inputs.previews, &mut frame.open_rule);
    let room = painter.egui.clip_rect().shrink(8.0);
    let plate = Frame::new()
        .fill(PLATE.to_opaque())
        .stroke(Stroke::new(1.2_f32, ink(preview.retreat.unit.side)))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8));
    let id = egui::Id::new("fall back");
    let last =
        egui::AreaState::load(context, id).and_then(|area| area.size).unwrap_or(vec2(CARD_WIDTH_PX, 400.0));
    let (pivot, corner) = free_corner(painter, view, preview, last);
    egui::Area::new(id).order(Order::Middle).pivot(pivot).fixed_pos(corner).constrain_to(room).show(
        context,
        |ui| {
            plate.show(ui, |ui| {
                ui.set_width(CARD_WIDTH_PX.min(room.width() * 0.4));
                ui.spacing_mut().item_spacing = vec2(5.0, 3.0);
                apply_style(ui);
                head_ui(ui, view, preview, inputs);
                card_ui(ui, preview, (&inputs.retreat_preview, previews), open);
            });
        },
    );
}

/// The corner in which it hides the fewest models, now and at their ends.
fn free_corner(painter: &OverlayPainter, view: &View, preview: &Preview, size: Vec2) -> (Align2, Pos2) {
    let room = painter.egui.clip_rect().shrink(8.0);
    // At the left: above the text about the ground, below the legend.
    let corners = [
        (Align2::RIGHT_TOP, room.right_top()),
        (Align2::RIGHT_BOTTOM, room.right_bottom()),
        (Align2::LEFT_BOTTOM, room.left_bottom() - vec2(0.0, 34.0)),
    ];
    let own = preview.tracks.iter().flat_map(|track| [track.start, track.end]);
    let standing = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let all = own.map(|at| (at, OWN_COST)).chain(standing.map(|model| (model.pose.at, 1)));
    let seen: Vec<(Pos2, usize)> =
        all.filter_map(|(at, weight)| Some((painter.scene(place_in_scene(at))?, weight))).collect();
    let hidden = corners.map(|(pivot, corner)| hidden(pivot.anchor_size(corner, size), &seen));
    corners[(0..corners.len()).min_by_key(|index| hidden[*index]).unwrap_or(0)]
}

/// The cost of the models that a plate would hide.
fn hidden(plate: Rect, models: &[(Pos2, usize)]) -> usize {
    let plate = plate.expand(6.0);
    models.iter().filter(|(at, _)| plate.contains(*at)).map(|(_, weight)| weight).sum()
}

/// In a picture without panels their style is missing.
fn apply_style(ui: &mut Ui) {
    let style = ui.style_mut();
    style.visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(222, 226, 232);
    style.text_styles.insert(TextStyle::Body, FontId::proportional(13.5));
    style.text_styles.insert(TextStyle::Small, FontId::proportional(11.5));
}

fn head_ui(ui: &mut Ui, view: &View, preview: &Preview, inputs: &Inputs) {
    let unit = preview.retreat.unit;
    let name = view.unit(unit).map_or("", |unit| unit.start.name.as_str());
    let (says, ink) = says(preview);
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        side_look::badge(ui.painter(), rect.center(), 9.0, unit.side);
        ui.vertical(|ui| ui.label(RichText::new(says).size(15.0).strong().color(ink)));
    });
    let (when, colour) = when(&inputs.previews, inputs.is_drafted(unit));
    ui.label(RichText::new(format!("{name} ({unit}), {when}")).small().color(colour));
}

/// The outcome.
fn outcome_ui(ui: &mut Ui, preview: &Preview, open: &mut Option<String>) {
    linked_text(ui, &text::strength(preview), open);
    match &preview.retreat.outcome {
        RetreatOutcome::FallBack { safe_position, .. } => {
            linked_text(ui, &text::safe_position(preview, safe_position), open)
        }
        RetreatOutcome::Rout { .. } => linked_text(ui, "No safe position: it routs (ROU-1)", open),
        _ => text::run(preview).iter().for_each(|row| linked_text(ui, row, open)),
    }
    if let Some(safe_position) = preview.retreat.outcome.safe_position() {
        safe_position_ui(ui, preview, safe_position, open);
    }
    let retreats = preview.retreat.outcome.retreats();
    let losses = text::losses(retreats);
    for row in &losses {
        bullet_ui(ui, LOST, row, open);
    }
    if losses.is_empty() && !retreats.is_empty() {
        linked_text(ui, "No models are lost", open);
    }
    for row in text::notes(retreats) {
        bullet_ui(ui, FAINT, &row, open);
    }
}

/// A text after a coloured dot.
fn bullet_ui(ui: &mut Ui, colour: Color32, text: &str, open: &mut Option<String>) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 14.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.2, colour);
        ui.vertical(|ui| linked_text(ui, text, open));
    });
}

/// Reasons for the safety of the position: all enemies in a line, then the best observer of each enemy unit.
fn safe_position_ui(ui: &mut Ui, preview: &Preview, safe_position: &SafePosition, open: &mut Option<String>) {
    bullet_ui(ui, SAFE, &text::safety(preview, safe_position), open);
    let watchers = &preview.watchers;
    for (watcher, _) in watchers.iter().take(MAX_WATCHERS) {
        ui.horizontal(|ui| {
            ui.add_space(13.0);
            let (rect, _) = ui.allocate_exact_size(vec2(34.0, 14.0), Sense::hover());
            paint_sight_line(ui.painter(), [rect.left_center(), rect.right_center()], watcher.state);
            ui.label(RichText::new(text::watcher(watcher)).small().color(sight_look::ink(watcher.state)));
        });
    }
    if watchers.len() > MAX_WATCHERS {
        let more = watchers.len() - MAX_WATCHERS;
        ui.label(RichText::new(format!("      and {more} more units, farther away")).small().color(FAINT));
    }
}

/// Shows the enemies that can shoot at it, after and before, and the likely effect of that fire if it stays.
fn threat_assessment_ui(ui: &mut Ui, preview: &Preview, open: &mut Option<String>) {
    if let Some(there) = &preview.there {
        threats_ui(ui, "Enemies that could shoot at it where it ends", &there.threats, open);
        chargers_ui(ui, &there.chargers, open);
    }
    let Some(now) = &preview.now else { return };
    threats_ui(ui, "Enemies that can shoot at it now", now, open);
    if let Some(chance) = now.odds {
        ui.label(RichText::new(text::if_it_stays(preview, &chance)).color(Color32::WHITE));
        linked_text(ui, text::assumed(preview), open);
        linked_text(ui, &text::hit_chances(preview, &chance), open);
    }
}

/// Shows the enemies whose next action may lead to close combat with it.
fn chargers_ui(ui: &mut Ui, chargers: &[UnitId], open: &mut Option<String>) {
    if !chargers.is_empty() {
        let ids: Vec<String> = chargers.iter().map(UnitId::to_string).collect();
        linked_text(ui, &format!("Could charge it where it ends: {} (CC-1)", listed(&ids)), open);
    }
}

fn threats_ui(ui: &mut Ui, title: &str, assessment: &ThreatAssessment, open: &mut Option<String>) {
    let rows = text::threats(assessment);
    if rows.is_empty() {
        return drop(ui.label(RichText::new(format!("{title}: none")).color(SAFE)));
    }
    ui.label(RichText::new(format!("{title}:")).color(Color32::WHITE));
    ui.scope(|ui| {
        ui.style_mut().override_text_style = Some(TextStyle::Small);
        rows.iter().for_each(|row| bullet_ui(ui, LOST, row, open));
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// A plate hides what lies under it and at its edge.
    #[test]
    fn hidden_models_cost() {
        let plate = Rect::from_min_size(pos2(100.0, 100.0), vec2(300.0, 200.0));
        let models =
            [(pos2(150.0, 150.0), OWN_COST), (pos2(403.0, 290.0), 1), (pos2(450.0, 150.0), OWN_COST)];
        assert_eq!(hidden(plate, &models), OWN_COST + 1);
        assert_eq!(hidden(plate, &[]), 0);
    }
}
