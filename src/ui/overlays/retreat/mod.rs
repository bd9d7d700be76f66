//! Where units would fall back or rout, drawn over the table.
//!
//! The leader's way is a ribbon on the table, where they would end stand ghosts; lines, marks and words are
//! painted on the picture, and a card tells the rest.

mod card;
mod ghosts;
mod many;
mod safe_position;
mod ways;

pub(super) use ghosts::plugin;

use bevy_egui::egui::{self, Color32, Pos2, Rect, Shape, Stroke};

use super::legend::{Row, Sample};
use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{Reachability, RetreatOutcome};
use crate::rules::ids::Side;
use crate::rules::sight::SightState;
use crate::ui::preview::{RetreatPreview, RetreatPreviewQuery};
use crate::ui::side_look;
use crate::ui::sight_look;

/// Of a preview that is pinned.
const PINNED: Color32 = Color32::from_rgb(206, 160, 255);

/// Of one by other rules.
const EDITION: Color32 = Color32::from_rgb(255, 150, 206);

/// Of the place where a unit is safe.
const SAFE: Color32 = Color32::from_rgb(96, 240, 214);

/// Of what is lost.
const LOST: Color32 = Color32::from_rgb(255, 98, 88);

/// How far over the ground lines are drawn, inches.
const LIFT: f32 = 0.09;

/// Paints what is shown, and the card; a click on a paragraph opens it.
pub(super) fn paint(
    context: &egui::Context,
    lens: &OverlayPainter,
    view: &View,
    (retreat_preview, previews): (&RetreatPreview, &RetreatPreviewQuery),
    open: &mut Option<String>,
) {
    if let Some((_, all)) = previews.of_all() {
        many::paint(lens, view, all);
    }
    if let Some(pinned) = &retreat_preview.pinned {
        ways::paint_other(lens, pinned, PINNED, "pinned");
    }
    if let Some((edition, other)) = previews.by_other_rules() {
        ways::paint_other(lens, other, EDITION, edition);
    }
    let Some(preview) = previews.of_one() else { return };
    let mut taken: Vec<Rect> = Vec::new();
    safe_position::paint_watched(lens, preview, &mut taken);
    ways::paint(lens, view, preview, &mut taken);
    safe_position::paint_mark(lens, preview);
    safe_position::paint_edge(lens, preview);
    card::show(context, lens, view, preview, (retreat_preview, previews), open);
}

/// What the marks of what is shown mean.
pub(super) fn legend(view: &View, previews: &RetreatPreviewQuery) -> Vec<Row> {
    if let Some((side, all)) = previews.of_all() {
        let who = view.setup().force_name(side);
        return vec![(
            Sample::None,
            format!("Where {} units of {who} ({side}) would fall back or rout", all.len()),
        )];
    }
    let shown = previews.of_one().filter(|preview| !preview.retreat.outcome.retreats().is_empty());
    let Some(preview) = shown else { return Vec::new() };
    let ribbon = match preview.retreat.outcome {
        RetreatOutcome::Rout { .. } => {
            "ribbon: its leader's way; thin dashes: straight away from whom it saw"
        }
        RetreatOutcome::FallBack { .. } => "ribbon: its leader's way, brighter from the least he must go",
        _ => "ribbon: its leader's way; beyond Mv enemies may snap fire at the unit",
    };
    let mut rows = vec![(Sample::None, ribbon.to_owned())];
    if let Some(safe_position) = preview.retreat.outcome.safe_position() {
        let states = sight_look::STATES.into_iter();
        let seen = states.filter(|state| preview.watchers.iter().any(|(one, _)| one.state == *state));
        rows.extend(seen.map(|state| {
            let sample =
                if state == SightState::Hidden { Sample::Faint(state) } else { Sample::Sight(state) };
            (sample, format!("sees him {} there", sight_look::word(state)))
        }));
        if safe_position.reachability == Reachability::TooFar {
            rows.push((Sample::None, "dashed ribbon: the way on, beyond the most he may go".to_owned()));
        }
    }
    rows
}

/// The colour of a unit's preview.
fn ink(side: Side) -> Color32 {
    side_look::light_ink(side)
}

/// A line light on dark.
fn line(lens: &OverlayPainter, points: &[Pos2], width: f32, ink: Color32) {
    for (width, ink) in [(width + 2.0, Color32::from_black_alpha(140)), (width, ink)] {
        lens.painter.add(Shape::line(points.to_vec(), Stroke::new(width, ink)));
    }
}

/// A head at the end of a line.
fn head(lens: &OverlayPainter, from: Pos2, to: Pos2, size: f32, ink: Color32) {
    let along = to - from;
    if along.length() < 2.0 {
        return;
    }
    let along = along.normalized();
    let across = along.rot90();
    let back = to - along * size;
    let corners = vec![to, back + across * size * 0.55, back - across * size * 0.55];
    lens.painter.add(Shape::convex_polygon(
        corners,
        ink,
        Stroke::new(1.0_f32, Color32::from_black_alpha(170)),
    ));
}

/// A cross over someone who is lost.
fn cross(lens: &OverlayPainter, at: Pos2, arm: f32) {
    for (width, ink) in [(5.0_f32, Color32::from_black_alpha(190)), (2.6, LOST)] {
        for turn in [1.0, -1.0] {
            let reach = egui::vec2(arm, arm * turn);
            lens.painter.line_segment([at - reach, at + reach], Stroke::new(width, ink));
        }
    }
}

/// Small words where there is room for them; whether there was.
fn tell(lens: &OverlayPainter, at: Pos2, text: &str, ink: Color32, taken: &mut Vec<Rect>) -> bool {
    if !lens.painter.clip_rect().contains(at) {
        return false;
    }
    let size = egui::vec2(text.chars().count() as f32 * 5.8 + 8.0, 17.0);
    let spots = [(0.0, 12.0), (0.0, -26.0), (size.x / 2.0 + 10.0, -8.0), (-size.x / 2.0 - 10.0, -8.0)];
    for (x, y) in spots {
        let top = at + egui::vec2(x, y);
        let room = Rect::from_min_size(top - egui::vec2(size.x / 2.0, 0.0), size);
        if taken.iter().any(|other| other.intersects(room)) {
            continue;
        }
        taken.push(lens.small(top, egui::Align2::CENTER_TOP, text, ink));
        return true;
    }
    false
}
