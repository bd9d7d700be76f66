//! The paths of a draft: coloured by their going, with the rule where it changes, and the length.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Rect, Shape, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign as Written, Usual};
use crate::rules::ids::ModelId;
use crate::rules::movement::going::Going;
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting, Hold, Stop};
use crate::ui::drafts::draft_check::{CheckedDraft, CheckedPath, DraftCheck, Halved, PathLegality};
use crate::ui::drafts::draft_model::DraftModel;
use crate::ui::looks::drawn_path::{Sign, Trail, trail};
use crate::ui::looks::going_look;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::turn_flow::question_waits::question_waits;

/// The colour of what is refused.
pub(super) const REFUSED: Color32 = Color32::from_rgb(255, 123, 114);

/// The colour of what stops short of where it was drawn to.
const STOPPED: Color32 = Color32::from_rgb(255, 214, 120);

/// Height of the paths over the ground, inches.
const PATH_LIFT_INCHES: f32 = 0.06;

/// Reach of a rule's name from the place where a path meets it, pixels.
const CROSSING_REACH_PX: f32 = 31.0;

/// The paths of the draft.
pub(super) struct Paths;

impl Overlay for Paths {
    type Inputs =
        (Res<'static, Drafting>, Res<'static, DraftCheck>, Res<'static, Playback>, Res<'static, OpenGame>);

    fn is_shown((_, _, playback, opened): &SystemParamItem<Self::Inputs>) -> bool {
        !playback.shows_fight() && !question_waits(opened, playback)
    }

    fn paint(frame: &mut OverlayFrame, (drafting, check, _, opened): &SystemParamItem<Self::Inputs>) {
        if let (Some(draft), Some(checked)) = (&drafting.0, &check.0) {
            let ghosts = ghosts(&frame.painter, opened, draft);
            frame.signs.spare(ghosts.iter().copied());
            paint(frame, draft, checked, &ghosts);
        }
    }
}

/// The parts of the picture that the ghosts of a draft cover.
fn ghosts(painter: &OverlayPainter, opened: &OpenGame, draft: &Draft) -> Vec<Rect> {
    let setup = opened.game.setup();
    let Some(unit) = setup.unit(draft.unit) else { return Vec::new() };
    let base = setup.card(unit).base;
    let foot = |model: &DraftModel| axes::in_scene(model.at, model.height.inches());
    draft.models.iter().filter_map(|model| painter.figure(foot(model), base)).collect()
}

/// Paints every path, the rules along them, and the length of the tightest. Who falls back has its ribbon and its ghosts; what
/// it crosses is on its card.
fn paint(frame: &mut OverlayFrame, draft: &Draft, checked: &CheckedDraft, ghosts: &[Rect]) {
    let painter = &frame.painter;
    let culprit = checked.answer.as_ref().err().and_then(|refusal| refusal.about?.model());
    // Unless the player changes where its followers go.
    let is_plain = draft.falls_back() && draft.hold == Hold::Resting;
    let is_drawn = |path: &&CheckedPath| {
        !is_plain || path.legality == PathLegality::Illegal || culprit == Some(path.model)
    };
    let trails: Vec<(&CheckedPath, Trail)> = checked
        .paths
        .iter()
        .filter(is_drawn)
        .filter_map(|path| Some((path, trail(path.walk.as_ref()?))))
        .collect();
    for (path, trail) in &trails {
        segments(painter, path, trail, culprit);
    }
    corners(painter, draft);
    // A refusal names its own limit: another one beside it would contradict it.
    if checked.answer.is_ok() && !is_plain {
        measure(frame, draft, checked, ghosts);
    }
    if !draft.falls_back() {
        crossings(frame, trails.iter().flat_map(|(_, trail)| &trail.signs));
    }
}

/// The path of one model: solid if it is legal, dashed if not.
fn segments(painter: &OverlayPainter, path: &CheckedPath, trail: &Trail, culprit: Option<ModelId>) {
    let refused = path.legality == PathLegality::Illegal || culprit == Some(path.model);
    let width = if culprit == Some(path.model) { 3.4 } else { 2.4 };
    let seen = |point: Vec3| painter.scene(point + Vec3::Y * PATH_LIFT_INCHES);
    let mut shapes = Vec::with_capacity(2 * trail.segments.len());
    for segment in &trail.segments {
        let (Some(from), Some(to)) = (seen(segment.from), seen(segment.to)) else { continue };
        let (casing, stroke) = (
            Stroke::new(width + 2.4_f32, Color32::from_black_alpha(130)),
            Stroke::new(width, going_look::ink(segment.going)),
        );
        if refused {
            shapes.extend(Shape::dashed_line(&[from, to], casing, 8.0, 5.0));
            shapes.extend(Shape::dashed_line(&[from, to], stroke, 8.0, 5.0));
        } else {
            shapes.extend([casing, stroke].map(|stroke| Shape::line_segment([from, to], stroke)));
        }
    }
    painter.egui.extend(shapes);
    if let Some(start) = trail.segments.first().and_then(|segment| seen(segment.from)) {
        painter.dot(start, 3.2, Color32::WHITE, Stroke::new(1.2_f32, Color32::from_black_alpha(160)));
    }
}

/// A ring at every corner that the player has fixed.
fn corners(painter: &OverlayPainter, draft: &Draft) {
    for corner in draft.models.iter().flat_map(|model| &model.corners) {
        if let Some(at) = painter.scene(axes::place_in_scene(*corner) + Vec3::Y * PATH_LIFT_INCHES) {
            painter.egui.circle(
                at,
                4.2,
                Color32::from_black_alpha(120),
                Stroke::new(1.6_f32, Color32::WHITE),
            );
        }
    }
}

/// Dots where the going of paths changes, with the rule about each piece once.
fn crossings<'a>(frame: &mut OverlayFrame, signs: impl Iterator<Item = &'a Sign>) {
    let mut named: Vec<&Sign> = Vec::new();
    for sign in signs {
        let Some(at) = frame.painter.scene(sign.at + Vec3::Y * PATH_LIFT_INCHES) else { continue };
        if !frame.painter.egui.clip_rect().contains(at) {
            continue;
        }
        let ink = going_look::ink(sign.going);
        frame.painter.dot(at, 3.6, ink, Stroke::new(1.2_f32, Color32::from_black_alpha(200)));
        if named.iter().any(|one| one.piece == sign.piece && one.rule == sign.rule) {
            continue;
        }
        named.push(sign);
        let rule = Face::small(&frame.painter, sign.rule, ink);
        let written = match sign.going {
            // An opening, which costs nothing.
            Going::Clear => Written::at(at, 4.0, Usual::Right, rule),
            going => {
                let words = format!("{} ({})", going_look::word(going), sign.rule);
                Written::at(at, 4.0, Usual::Right, Face::small(&frame.painter, &words, ink)).or(rule)
            }
        };
        let written = written.rank(Rank::Detail);
        frame.signs.add(written.within(CROSSING_REACH_PX));
    }
}

/// The inches used and left, below the ghosts.
fn measure(frame: &mut OverlayFrame, draft: &Draft, checked: &CheckedDraft, ghosts: &[Rect]) {
    let painter = &frame.painter;
    let around = ghosts.iter().copied().reduce(Rect::union);
    let (Some(around), Some(path), Some(action)) = (around, checked.tightest(), draft.action()) else {
        return;
    };
    let (face, ink) = match &draft.stop {
        Some(stop) => {
            let text = format!("{} {}", action.name(), stop_text(path, stop));
            (Face::text(painter, &text, STOPPED, Some(STOPPED)), STOPPED)
        }
        None => {
            let (parts, ink) = length_text(path);
            let action = format!("{}: ", action.name());
            let parts = [action.as_str()].into_iter().chain(parts.iter().map(String::as_str));
            (Face::row(painter, &parts.collect::<Vec<_>>(), ink), ink)
        }
    };
    let sign = Written::about(around, Usual::Below, face).with_line(around.center_bottom(), ink);
    frame.signs.add(sign.rank(Rank::Order).anywhere());
}

/// That the draft stops short of where it was drawn to, after how long a path, and why.
fn stop_text(path: &CheckedPath, stop: &Stop) -> String {
    let used = format!("stops here: {:.1}\" of {}\" used", path.length, path.limit);
    match stop {
        Stop::Limit { rule, .. } => format!("{used}, it may go no farther ({rule})"),
        Stop::Refused(refusal) => format!("{used}. Farther on: {} ({})", refusal.text(), refusal.rule()),
    }
}

/// The length of a path against its limit, in parts, and the colour of good or bad news.
fn length_text(path: &CheckedPath) -> ([String; 4], Color32) {
    let (length, limit, left) = (path.length, path.limit, path.left());
    let limit = match path.halved {
        Halved::Yes => format!("{limit}\", halved by difficult going (GO-3)"),
        Halved::No => format!("{limit}\""),
    };
    // The battle decides, not the length: the rules allow a little more.
    if path.legality == PathLegality::Legal || left >= 0.0 {
        let left = format!("{:.1}", left.max(0.0));
        (
            [format!("{length:.1}"), "\" used, ".to_owned(), left, format!("\" left of {limit}")],
            Color32::WHITE,
        )
    } else {
        let beyond = format!("{:.1}", -left);
        ([format!("{length:.1}"), "\" used, ".to_owned(), beyond, format!("\" beyond {limit}")], REFUSED)
    }
}
