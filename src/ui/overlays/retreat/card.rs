//! The card beside the table: what the preview comes to, in words with their paragraphs.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Frame, Margin, Order, Pos2, Rect, RichText, Sense, Stroke,
    TextStyle, Ui, Vec2, vec2,
};

use super::safe_position::watched;
use super::{EDITION, LOST, PINNED, SAFE, ink};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{RetreatOutcome, SafePosition};
use crate::game::phases::fall_back::threat::ThreatAssessment;
use crate::rules::ids::Side;
use crate::ui::axes::place_in_scene;
use crate::ui::overlays::lens::{OverlayPainter, PLATE};
use crate::ui::overlays::question_frame;
use crate::ui::preview::{Preview, RetreatPreview, RetreatPreviewQuery, words};
use crate::ui::rule_link::linked_text;
use crate::ui::side_look;
use crate::ui::sight_look;
use crate::ui::watch::words::per_cent;

/// Width of the card, pixels.
const WIDTH: f32 = 330.0;

/// Most enemy units that are told one by one.
const WATCHERS: usize = 5;

/// How much more it counts to hide one of the unit itself.
const OWN: usize = 4;

/// How much it counts to hide a question: more than all who could stand there.
const ASKED: usize = 10_000;

/// So many more it hides where it is before it goes elsewhere.
const STAYS: usize = 2;

/// Words beside the point.
const FAINT: Color32 = Color32::from_rgb(170, 178, 190);

/// Shows it in the upper corner of the table's picture, next to the unit's own card.
pub(super) fn show(
    context: &egui::Context,
    lens: &OverlayPainter,
    view: &View,
    preview: &Preview,
    (retreat_preview, previews): (&RetreatPreview, &RetreatPreviewQuery),
    open: &mut Option<String>,
) {
    let room = lens.painter.clip_rect().shrink(8.0);
    let frame = Frame::new()
        .fill(PLATE.to_opaque())
        .stroke(Stroke::new(1.2_f32, ink(preview.retreat.unit.side)))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8));
    let id = egui::Id::new("fall back");
    let last = egui::AreaState::load(context, id).and_then(|area| area.size).unwrap_or(vec2(WIDTH, 400.0));
    let Some((pivot, corner)) = free_corner(context, lens, view, preview, last) else { return };
    egui::Area::new(id).order(Order::Middle).pivot(pivot).fixed_pos(corner).constrain_to(room).show(
        context,
        |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(room.width() * 0.4));
                ui.spacing_mut().item_spacing = vec2(5.0, 3.0);
                dress(ui);
                head_ui(ui, view, preview, previews);
                course_ui(ui, preview, open);
                threat_assessment_ui(ui, preview, open);
                if let Some(pinned) = &retreat_preview.pinned {
                    ui.separator();
                    let told = words::pinned(preview, pinned);
                    ui.label(RichText::new(told).color(PINNED));
                }
                if let Some((edition, other)) = previews.by_other_rules() {
                    ui.separator();
                    let told =
                        format!("By {edition}: {}", words::difference(other, preview, ["here", "there"]));
                    ui.label(RichText::new(told).color(EDITION));
                }
            });
        },
    );
}

/// The corner in which it hides no question, and least of who stands on the table and would end there, the one next to
/// the unit's own card first; it stays where it is until another is clearly better. None where each would hide a question.
fn free_corner(
    context: &egui::Context,
    lens: &OverlayPainter,
    view: &View,
    preview: &Preview,
    size: Vec2,
) -> Option<(Align2, Pos2)> {
    let room = lens.painter.clip_rect().shrink(8.0);
    // Over the line about the ground at the left, under the legend there.
    let corners = [
        (Align2::RIGHT_TOP, room.right_top()),
        (Align2::RIGHT_BOTTOM, room.right_bottom()),
        (Align2::LEFT_BOTTOM, room.left_bottom() - vec2(0.0, 34.0)),
    ];
    let own = preview.tracks.iter().flat_map(|track| [track.start, track.end]);
    let standing = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let all = own.map(|at| (at, OWN)).chain(standing.map(|model| (model.pose.at, 1)));
    let seen: Vec<(Pos2, usize)> =
        all.filter_map(|(at, weight)| Some((lens.scene(place_in_scene(at))?, weight))).collect();
    let asked = question_frame::asked_at(context);
    let hidden = corners.map(|(pivot, corner)| hidden(pivot.anchor_size(corner, size), &seen, &asked));
    let best = (0..corners.len()).min_by_key(|index| hidden[*index]).unwrap_or(0);
    let memory = egui::Id::new("corner of the fall back card");
    let here = context.data(|data| data.get_temp::<usize>(memory)).unwrap_or(best);
    let chosen = if hidden[best] + STAYS < hidden[here] { best } else { here };
    context.data_mut(|data| data.insert_temp(memory, chosen));
    (hidden[chosen] < ASKED).then_some(corners[chosen])
}

/// How much a plate would hide of models, each with what it counts, and of questions.
fn hidden(plate: Rect, models: &[(Pos2, usize)], asked: &[Rect]) -> usize {
    let plate = plate.expand(6.0);
    let models = models.iter().filter(|(at, _)| plate.contains(*at)).map(|(_, weight)| weight);
    let questions = asked.iter().filter(|asked| plate.intersects(**asked));
    models.sum::<usize>() + questions.count() * ASKED
}

/// A picture without panels wears no dress of theirs.
fn dress(ui: &mut Ui) {
    let style = ui.style_mut();
    style.visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(222, 226, 232);
    style.text_styles.insert(TextStyle::Body, FontId::proportional(13.5));
    style.text_styles.insert(TextStyle::Small, FontId::proportional(11.5));
}

fn head_ui(ui: &mut Ui, view: &View, preview: &Preview, previews: &RetreatPreviewQuery) {
    let unit = preview.retreat.unit;
    let name = view.unit(unit).map_or("", |unit| unit.start.name.as_str());
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        side_look::badge(ui.painter(), rect.center(), 9.0, unit.side);
        let bad = matches!(
            preview.retreat.outcome,
            RetreatOutcome::Destroyed | RetreatOutcome::Rout { .. } | RetreatOutcome::RunForEdge { .. }
        );
        let text = format!("{unit} {}", words::verdict(preview));
        ui.label(RichText::new(text).size(17.0).strong().color(if bad { LOST } else { Color32::WHITE }));
    });
    let (when, colour) = match (previews.is_what_if(), previews.is_thinking()) {
        (true, _) => {
            ("if it falls back with the models where their ghosts are", Color32::from_rgb(140, 233, 148))
        }
        (false, true) => ("if it falls back now …", FAINT),
        (false, false) => ("if it falls back now", FAINT),
    };
    ui.label(RichText::new(format!("{name}, {when}")).small().color(colour));
}

/// What the battle says.
fn course_ui(ui: &mut Ui, preview: &Preview, open: &mut Option<String>) {
    linked_text(ui, &words::strength(preview), open);
    match &preview.retreat.outcome {
        RetreatOutcome::FallBack { safe_position, .. } => {
            linked_text(ui, &words::safe_position(preview, safe_position), open)
        }
        RetreatOutcome::Rout { .. } => linked_text(ui, "No safe position that counts: a rout (ROU-1)", open),
        _ => words::run(preview).iter().for_each(|row| linked_text(ui, row, open)),
    }
    if let Some(safe_position) = preview.retreat.outcome.safe_position() {
        safe_position_ui(ui, preview, safe_position, open);
    }
    let retreats = preview.retreat.outcome.retreats();
    let losses = words::losses(retreats);
    for row in &losses {
        marked(ui, LOST, row, open);
    }
    if losses.is_empty() && !retreats.is_empty() {
        linked_text(ui, "Nobody is lost", open);
    }
    for row in words::besides(retreats) {
        marked(ui, FAINT, &row, open);
    }
}

/// Running text after a dot.
fn marked(ui: &mut Ui, colour: Color32, text: &str, open: &mut Option<String>) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 16.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.2, colour);
        ui.vertical(|ui| linked_text(ui, text, open));
    });
}

/// Why it is safe: all in a line, then of each enemy unit who sees most there, as his line is drawn.
fn safe_position_ui(ui: &mut Ui, preview: &Preview, safe_position: &SafePosition, open: &mut Option<String>) {
    marked(ui, SAFE, &words::safety(preview, safe_position), open);
    let watchers = &preview.watchers;
    for (watcher, _) in watchers.iter().take(WATCHERS) {
        ui.horizontal(|ui| {
            ui.add_space(13.0);
            let (rect, _) = ui.allocate_exact_size(vec2(34.0, 14.0), Sense::hover());
            watched(ui.painter(), [rect.left_center(), rect.right_center()], watcher.state);
            ui.label(RichText::new(words::watcher(watcher)).small().color(sight_look::ink(watcher.state)));
        });
    }
    if watchers.len() > WATCHERS {
        let more = watchers.len() - WATCHERS;
        ui.label(RichText::new(format!("      and {more} units farther away")).small().color(FAINT));
    }
}

/// Who can shoot at it, before and after, and the chance that it comes to this.
fn threat_assessment_ui(ui: &mut Ui, preview: &Preview, open: &mut Option<String>) {
    if let Some(now) = &preview.now {
        ui.separator();
        if let Some(chance) = now.odds {
            ui.horizontal(|ui| {
                let number = per_cent(chance.suppressed);
                ui.label(RichText::new(number).size(20.0).strong().color(Color32::WHITE));
                ui.label(RichText::new(words::chance_of(preview)).color(Color32::WHITE));
            });
            ui.scope(|ui| {
                ui.style_mut().override_text_style = Some(TextStyle::Small);
                linked_text(ui, words::assumed(preview), open);
                linked_text(ui, &words::struck(preview, &chance), open);
            });
        }
        threats_ui(ui, "Can shoot at it where it stands", now, open);
    }
    if let Some(there) = &preview.there {
        threats_ui(ui, "Could where it ends", there, open);
    }
}

fn threats_ui(ui: &mut Ui, title: &str, assessment: &ThreatAssessment, open: &mut Option<String>) {
    let rows = words::threats(assessment);
    if rows.is_empty() {
        return drop(ui.label(RichText::new(format!("{title}: nobody")).color(SAFE)));
    }
    ui.label(RichText::new(format!("{title}:")).color(Color32::WHITE));
    ui.scope(|ui| {
        ui.style_mut().override_text_style = Some(TextStyle::Small);
        rows.iter().for_each(|row| marked(ui, LOST, row, open));
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    #[test]
    fn a_question_counts_more_than_whoever_stands_there() {
        let plate = Rect::from_min_size(pos2(100.0, 100.0), vec2(300.0, 200.0));
        let question = |x: f32| Rect::from_min_size(pos2(x, 0.0), vec2(90.0, 120.0));
        let models = [(pos2(150.0, 150.0), OWN), (pos2(390.0, 290.0), 1), (pos2(450.0, 150.0), OWN)];
        let crowd = [(pos2(200.0, 200.0), 1); 240];
        for (models, asked, expected, reason) in [
            (&models[..], vec![], OWN + 1, "two of three models"),
            (&models, vec![question(0.0)], OWN + 1, "a question beside it"),
            (&[], vec![question(20.0)], ASKED, "one under its corner"),
            (&models, vec![question(20.0), question(350.0)], OWN + 1 + 2 * ASKED, "two of them"),
            (&crowd, vec![], 240, "a whole side"),
        ] {
            assert_eq!(hidden(plate, models, &asked), expected, "{reason}");
        }
    }
}
