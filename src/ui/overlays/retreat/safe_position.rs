//! Sign at the end of a retreat: whether the unit is safe there, its distance, and the losses on the way.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};

use super::{LINE_LIFT_INCHES, LOST, SAFE, SHORT_INCHES, ink};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{Edge, Leaves, Reachability, RetreatOutcome};
use crate::rules::sight::SightState;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::looks::sight_look;
use crate::ui::overlays::overlay::OverlayFrame;
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::overlays::signs::{Face, Rank, Sign, Usual};
use crate::ui::questions::retreat::Preview;
use crate::ui::questions::retreat::text::{lost, verdict};

/// From the end of the leader's path to the rim of what its sign keeps clear of, pixels.
const END_RADIUS_PX: f32 = 14.0;

/// Asks for the sign at the end of a retreat. A short one has none: its ghosts stand beside its men, and its card says the rest.
pub(super) fn add_sign(frame: &mut OverlayFrame, view: &View, preview: &Preview, layout: WindowLayout) {
    let said = match layout {
        // Who watches has not asked how far it is to safety.
        WindowLayout::Show if !preview.tracks.is_empty() => {
            Some(("would fall back here".to_owned(), Look::Plain))
        }
        WindowLayout::Show => None,
        WindowLayout::WithPanels | WindowLayout::TableOnly => words(preview),
    };
    let Some((text, look)) = said else { return };
    let painter = &frame.painter;
    let leader = view.model(preview.retreat.leader).map(|leader| leader.pose.at);
    let Some(end) = preview.tracks.first().map(|track| track.end).or(leader) else { return };
    let lift = bevy::math::Vec3::Y * LINE_LIFT_INCHES;
    let Some(at) = painter.scene(axes::place_in_scene(end) + lift) else { return };
    let colour = match look {
        Look::Safe => SAFE,
        Look::Bad => LOST,
        Look::Plain => ink(preview.retreat.unit.side),
    };
    let sign = Sign::at(at, END_RADIUS_PX, Usual::Above, face(painter, &text, (look, colour)));
    frame.signs.add(sign.rank(Rank::Order).anywhere().with_line(at, colour));
}

/// Quality of the news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Safe,
    Plain,
    Bad,
}

/// Text of the sign; `None` where path and ghosts say it all.
fn words(preview: &Preview) -> Option<(String, Look)> {
    let outcome = &preview.retreat.outcome;
    let retreats = outcome.retreats();
    let length = retreats.first().map_or(0.0, |run| run.length.0);
    let gone = lost(retreats);
    let (text, look) = match outcome {
        RetreatOutcome::FallBack { safe_position, .. }
        | RetreatOutcome::RunForCover { safe_position, .. } => {
            if length > 0.0 && length < SHORT_INCHES && gone == 0 {
                return None;
            }
            let is_cover = matches!(outcome, RetreatOutcome::RunForCover { .. });
            let is_in_danger = preview.there.as_ref().is_some_and(|there| !there.is_none());
            match (safe_position.reachability, is_cover) {
                // What its card says of who can harm it there must not be called safe.
                (Reachability::InRange | Reachability::TooNear, false) if is_in_danger => {
                    (format!("harder to see here · {length:.1}\""), Look::Plain)
                }
                (Reachability::Here, false) if is_in_danger => {
                    ("harder to see where it is".to_owned(), Look::Plain)
                }
                (Reachability::InRange | Reachability::TooNear, false) => {
                    (format!("safe here · {length:.1}\""), Look::Safe)
                }
                (Reachability::InRange | Reachability::TooNear, true) => {
                    (format!("in cover here · {length:.1}\""), Look::Safe)
                }
                (Reachability::Here, false) => ("safe where it is".to_owned(), Look::Safe),
                (Reachability::Here, true) => ("in cover where it is".to_owned(), Look::Safe),
                (Reachability::TooFar, false) => {
                    (format!("{length:.1}\" of {:.1}\" to safety", safe_position.length.0), Look::Plain)
                }
                (Reachability::TooFar, true) => {
                    (format!("{length:.1}\" of {:.1}\" to cover", safe_position.length.0), Look::Plain)
                }
            }
        }
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => {
            (format!("leaves the table · {length:.1}\""), Look::Bad)
        }
        RetreatOutcome::RunForEdge { edge: Edge::At { length: all, .. }, .. } => {
            (format!("{length:.1}\" of {:.1}\" to its table edge", all.0), Look::Bad)
        }
        RetreatOutcome::RunForEdge { edge: Edge::Unreachable, .. } | RetreatOutcome::Destroyed => {
            (format!("{} {}", preview.retreat.unit, verdict(preview)), Look::Bad)
        }
        RetreatOutcome::Rout { .. } => (format!("{} routs · {length:.1}\"", preview.retreat.unit), Look::Bad),
        RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover => return None,
    };
    match gone {
        0 => Some((text, look)),
        gone => Some((format!("{text} · {gone} lost"), Look::Bad)),
    }
}

/// The text, after a shield where the unit is safe.
fn face(painter: &OverlayPainter, text: &str, (look, colour): (Look, Color32)) -> Face {
    let words = Face::text(painter, text, colour, Some(colour));
    if look != Look::Safe {
        return words;
    }
    let size = words.size + vec2(SHIELD_WIDTH_PX + 6.0, 0.0);
    Face::new(text, size, move |painter, rect| {
        words.paint(painter, rect.with_min_x(rect.left() + SHIELD_WIDTH_PX + 6.0));
        shield(painter, Pos2::new(rect.left() + SHIELD_WIDTH_PX / 2.0 + 1.0, rect.center().y));
    })
}

/// Width of a shield, pixels.
const SHIELD_WIDTH_PX: f32 = 18.0;

/// A shield with a tick.
fn shield(painter: &OverlayPainter, at: Pos2) {
    let corner = |x: f32, y: f32| at + vec2(x, y);
    let rim = [(-9.0, -10.0), (9.0, -10.0), (9.0, 1.0), (5.5, 7.5), (0.0, 11.5), (-5.5, 7.5), (-9.0, 1.0)];
    let rim = rim.map(|(x, y)| corner(x, y)).to_vec();
    let dark = Color32::from_black_alpha(190);
    painter.egui.add(Shape::convex_polygon(rim, SAFE, Stroke::new(2.0_f32, dark)));
    let tick = vec![corner(-4.5, -0.5), corner(-1.0, 4.0), corner(5.0, -5.0)];
    painter.egui.add(Shape::line(tick, Stroke::new(2.4_f32, Color32::from_rgb(12, 44, 40))));
}

/// The line of a watcher, by the state in which it sees the position; faint if it sees nothing.
pub(super) fn paint_sight_line(egui: &Painter, ends: [Pos2; 2], state: SightState) {
    if state == SightState::Hidden {
        let faint = Stroke::new(1.5_f32, sight_look::ink(state));
        egui.extend(Shape::dashed_line(&ends, faint, 2.0, 6.0));
    } else {
        sight_look::line(egui, ends, state, 1.4);
    }
}
