//! The retreat preview: where units would fall back or rout.
//!
//! The leader's path is a ribbon on the table, and ghosts stand where the models would end. One sign at the end says what comes
//! of it; a short retreat has none. A card has the details.

pub(in crate::ui) mod card;
mod paths;
mod ribbon;
mod safe_position;
mod side_summary;

pub(super) use ribbon::{Ribbon, plugin};

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{self, Color32, Pos2, Shape, Stroke};

use super::legend::Row;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::narration::words::counted;
use crate::game::phases::fall_back::retreat::{Reachability, RetreatOutcome};
use crate::rules::ids::{Side, UnitId};
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::draft::Drafting;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::side_look;
use crate::ui::playback::Playback;
use crate::ui::questions::retreat::text::lost;
use crate::ui::questions::retreat::{RetreatPreview, RetreatPreviewQuery};
use crate::ui::session::open_game::OpenGame;

/// A retreat whose leader goes less far has its path and its ghosts, no more, inches.
const SHORT_INCHES: f64 = 4.0;

/// The colour of a pinned preview.
const PINNED: Color32 = Color32::from_rgb(206, 160, 255);

/// The colour of a preview by another ruleset.
const OTHER_RULESET: Color32 = Color32::from_rgb(255, 150, 206);

/// The colour of the safe position.
const SAFE: Color32 = Color32::from_rgb(96, 240, 214);

/// The colour of losses.
const LOST: Color32 = Color32::from_rgb(255, 98, 88);

/// Height of the lines over the ground, inches.
const LINE_LIFT_INCHES: f32 = 0.09;

/// The previews that are shown, with the card of one.
pub(super) struct Retreat;

inputs! {
    /// Inputs of the overlay.
    pub(super) struct Inputs {
        opened: OpenGame, playback: Playback, retreat_preview: RetreatPreview,
        previews: RetreatPreviewQuery, drafting: Drafting, layout: WindowLayout,
    }
}

impl Inputs<'_> {
    /// Whether this is the real fall back of a unit, which has its own ghosts and paths.
    fn is_drafted(&self, unit: UnitId) -> bool {
        self.drafting.0.as_ref().is_some_and(|draft| draft.unit == unit && draft.falls_back())
    }
}

impl Overlay for Retreat {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        !inputs.playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let view = &inputs.opened.game.battle().view();
        let previews = &inputs.previews;
        frame.legend.extend(legend(view, previews));
        if let Some((_, all)) = previews.of_all() {
            side_summary::paint(frame, view, all);
        }
        if let Some(pinned) = &inputs.retreat_preview.pinned {
            paths::paint_other(frame, pinned, PINNED, "pinned");
        }
        if let Some((ruleset, other)) = previews.by_other_rules() {
            paths::paint_other(frame, other, OTHER_RULESET, ruleset);
        }
        let Some(preview) = previews.of_one() else { return };
        paths::paint(&frame.painter, view, preview);
        safe_position::add_sign(frame, view, preview, *inputs.layout);
        if *inputs.layout == WindowLayout::TableOnly {
            card::show(frame, view, preview, inputs);
        }
    }
}

/// Legend of the marks.
fn legend(view: &View, previews: &RetreatPreviewQuery) -> Vec<Row> {
    if let Some((side, all)) = previews.of_all() {
        let force = view.setup().force_name(side);
        return vec![Row::text(format!(
            "Where {} of {force} ({side}) would fall back or rout",
            counted(all.len(), "unit")
        ))];
    }
    let shown = previews.of_one().filter(|preview| !preview.retreat.outcome.retreats().is_empty());
    let Some(preview) = shown else { return Vec::new() };
    let (unit, outcome) = (preview.retreat.unit, &preview.retreat.outcome);
    let retreats = outcome.retreats();
    let length = retreats.first().map_or(0.0, |run| run.length.0);
    let is_marked = preview.marks().first().is_some_and(|(mark, _)| length > *mark);
    if length < SHORT_INCHES && lost(retreats) == 0 && !matches!(outcome, RetreatOutcome::Rout { .. }) {
        return Vec::new();
    }
    let ribbon = match outcome {
        RetreatOutcome::Rout { .. } => "leader; thin arrows: ways of the others",
        RetreatOutcome::FallBack { .. } if is_marked => "leader, brighter beyond its minimum move",
        RetreatOutcome::RunForCover { .. } | RetreatOutcome::RunForEdge { .. } if is_marked => {
            "leader; beyond the first bar, enemies may snap fire"
        }
        _ => "leader",
    };
    let mut rows = vec![Row::text(format!("{unit}, ribbon: way of its {ribbon}"))];
    if matches!(outcome.safe_position(), Some(position) if position.reachability == Reachability::TooFar) {
        rows.push(Row::text(format!("{unit}, dashed ribbon: the rest of the way, for later")));
    }
    if lost(retreats) > 0 {
        rows.push(Row::text(format!("{unit}, red crosses: models that are lost")));
    }
    rows
}

/// The colour of a unit's preview.
fn ink(side: Side) -> Color32 {
    side_look::light_ink(side)
}

/// A bright line with a dark outline.
fn line(painter: &OverlayPainter, points: &[Pos2], width: f32, ink: Color32) {
    for (width, ink) in [(width + 2.0, Color32::from_black_alpha(140)), (width, ink)] {
        painter.egui.add(Shape::line(points.to_vec(), Stroke::new(width, ink)));
    }
}

/// An arrowhead at the end of a line.
fn arrowhead(painter: &OverlayPainter, from: Pos2, to: Pos2, size: f32, ink: Color32) {
    let along = to - from;
    if along.length() < 2.0 {
        return;
    }
    let along = along.normalized();
    let across = along.rot90();
    let back = to - along * size;
    let corners = vec![to, back + across * size * 0.55, back - across * size * 0.55];
    painter.egui.add(Shape::convex_polygon(
        corners,
        ink,
        Stroke::new(1.0_f32, Color32::from_black_alpha(170)),
    ));
}

/// A cross over a model that is lost.
fn cross(painter: &OverlayPainter, at: Pos2, arm: f32) {
    for (width, ink) in [(5.0_f32, Color32::from_black_alpha(190)), (2.6, LOST)] {
        for turn in [1.0, -1.0] {
            let reach = egui::vec2(arm, arm * turn);
            painter.egui.line_segment([at - reach, at + reach], Stroke::new(width, ink));
        }
    }
}
