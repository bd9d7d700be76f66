//! The retreat preview: where units would fall back or rout.
//!
//! The leader's path is a ribbon on the table, and ghosts stand where the models would end; lines, marks and short
//! texts are painted over the picture, and a card has the details.

pub(in crate::ui) mod card;
mod paths;
mod ribbon;
mod safe_position;
mod side_summary;

pub(super) use ribbon::{Ribbon, plugin};

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{self, Color32, Pos2, Rect, Shape, Stroke};

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
use crate::ui::looks::sight_look;
use crate::ui::playback::Playback;
use crate::ui::questions::retreat::{RetreatPreview, RetreatPreviewQuery};
use crate::ui::session::open_game::OpenGame;

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
    /// What they depend on.
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
        let (painter, view) = (&frame.painter, &inputs.opened.game.battle().view());
        let previews = &inputs.previews;
        frame.legend.extend(legend(view, previews));
        if let Some((_, all)) = previews.of_all() {
            side_summary::paint(painter, view, all);
        }
        if let Some(pinned) = &inputs.retreat_preview.pinned {
            paths::paint_other(painter, pinned, PINNED, "pinned");
        }
        if let Some((ruleset, other)) = previews.by_other_rules() {
            paths::paint_other(painter, other, OTHER_RULESET, ruleset);
        }
        let Some(preview) = previews.of_one() else { return };
        let mut taken: Vec<Rect> = Vec::new();
        safe_position::paint_watchers(painter, preview, &mut taken);
        let followers =
            if inputs.is_drafted(preview.retreat.unit) { Followers::Drafted } else { Followers::Foreseen };
        paths::paint(painter, view, preview, followers, &mut taken);
        safe_position::paint_mark(painter, preview);
        safe_position::paint_edge(painter, preview);
        if *inputs.layout == WindowLayout::TableOnly {
            card::show(frame, view, preview, inputs);
        }
    }
}

/// Who draws the paths of followers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Followers {
    /// The preview.
    Foreseen,
    /// The draft, in which the player may change them (FB-5).
    Drafted,
}

/// What the marks mean.
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
    let ribbon = match preview.retreat.outcome {
        RetreatOutcome::Rout { .. } => {
            "ribbon: path of the leader; thin dashes: straight away from the enemies it sees"
        }
        RetreatOutcome::FallBack { .. } => "ribbon: path of the leader, brighter beyond its minimum move",
        _ => "ribbon: path of the leader; beyond Mv, enemies may snap fire at the unit",
    };
    let mut rows = vec![Row::text(ribbon)];
    if let Some(safe_position) = preview.retreat.outcome.safe_position() {
        let states = sight_look::STATES.into_iter();
        let seen = states.filter(|state| preview.watchers.iter().any(|(one, _)| one.state == *state));
        rows.extend(seen.map(|state| {
            Row::line(format!("sees it {} there", sight_look::word(state)), move |painter, rect| {
                let ends = [rect.left_center(), rect.right_center()];
                safe_position::paint_sight_line(painter.egui, ends, state);
            })
        }));
        if safe_position.reachability == Reachability::TooFar {
            rows.push(Row::text("dashed ribbon: the rest of the path, beyond its maximum move"));
        }
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

/// A small text near a point, if there is room for it; returns whether there was.
fn text_where_free(
    painter: &OverlayPainter,
    at: Pos2,
    text: &str,
    ink: Color32,
    taken: &mut Vec<Rect>,
) -> bool {
    if !painter.egui.clip_rect().contains(at) {
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
        taken.push(painter.small_text(top, egui::Align2::CENTER_TOP, text, ink));
        return true;
    }
    false
}
