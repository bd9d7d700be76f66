//! What is drawn over the table: proposals, marks, names.
//!
//! Flat things lie on the table as meshes; lines and words are painted on the
//! picture, so that they stay sharp from any distance.

mod aiming;
mod aware;
mod callout;
pub(super) use callout::sentence;
mod coherency;
mod enemies;
mod exposure;
mod fire_lines;
mod ghosts;
mod ground;
mod labels;
mod legend;
mod lens;
mod markers;
mod paths;
mod profile;
pub(super) mod question_frame;
mod reach;
mod retreat;
mod rings;
mod ruler;
mod running;
mod sight;
mod sight_card;
mod teardrop;
mod tracers;
mod underfoot;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::fire_odds::FireOdds;
use super::input::draft::{Draft, Drafting};
use super::input::draft_check::DraftCheck;
use super::input::pointer_input::Gesture;
use super::input::ruler::{Ruler, UnderPointer};
use super::input::{Screen, Selection};
use super::move_planner::MovePlans;
use super::open_game::OpenGame;
use super::playback::Playback;
use super::preview::{RetreatPreview, RetreatPreviewQuery};
use super::scene::camera::TableCamera;
use super::scene::canvas::Canvas;
use super::watch::{Look, Map, SightOverlay, SightQuery};

/// Painting over the table comes before the panels are drawn over that.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OverlaySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((enemies::plugin, exposure::plugin, ghosts::plugin, ground::plugin))
        .add_plugins((reach::plugin, retreat::plugin, rings::plugin, teardrop::plugin))
        .add_systems(EguiPrimaryContextPass, paint_over.in_set(OverlaySystems));
}

/// Paints lines and words over the table.
fn paint_over(
    mut contexts: EguiContexts,
    canvas: Canvas,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    verdict: Res<DraftCheck>,
    playback: Res<Playback>,
    ruler: Res<Ruler>,
    pointed: Res<UnderPointer>,
    (plans, shades, gesture): (Res<MovePlans>, Res<reach::Shades>, Res<Gesture>),
    keys: Res<ButtonInput<KeyCode>>,
    (watch, sights, map, fire_odds): (Res<SightOverlay>, Res<SightQuery>, Res<Map>, Res<FireOdds>),
    (retreat_preview, previews): (Res<RetreatPreview>, Res<RetreatPreviewQuery>),
    mut screen: ResMut<Screen>,
) -> Result {
    let free = canvas.free();
    let corner = |at: Vec2| egui::pos2(at.x, at.y);
    let clip = egui::Rect::from_min_max(corner(free.min), corner(free.max));
    let context = contexts.ctx_mut()?.clone();
    let painter = context.layer_painter(egui::LayerId::background()).with_clip_rect(clip);
    let lens = lens::OverlayPainter { camera: camera.0, from: camera.1, painter: &painter };
    labels::objectives(&lens, &opened);
    if !playback.plays() {
        // The selected unit's name would hide the shading of its reach, and its lines of sight.
        let bare = shades.0.is_empty() && sights.shown().is_none() && previews.of_one().is_none();
        let selected = selection.unit.filter(|_| bare);
        labels::units(&lens, &opened, selection.hovered, selected, drafting.0.as_ref());
    }
    let view = opened.game.battle().view();
    if !playback.plays() {
        markers::paint(&lens, &view);
    }
    question_frame::paint(&lens, &opened);
    tracers::paint(&lens, &playback);
    let action = drafting.0.as_ref().map_or(Some(selection.action), Draft::action);
    let mut rows = action.map(|action| legend::reach(&view, &plans, &shades, action)).unwrap_or_default();
    if let Some((look, found)) = sights.shown() {
        let unit = drafting.0.as_ref().map(|draft| draft.unit).or(selection.unit);
        if let (Some(unit), Some(_)) = (unit, watch.way) {
            let wide = aware::paint(&lens, &view, unit, drafting.0.as_ref());
            rows.extend(legend::awareness(&view, unit, wide));
        }
        rows.extend(legend::states(found));
        sight::paint(&lens, &view, look, found);
    }
    rows.extend(exposure::legend(&view, &map, &pointed));
    if !playback.plays() {
        rows.extend(retreat::legend(&view, &previews));
        let mut open = None;
        retreat::paint(&context, &lens, &view, (&retreat_preview, &previews), &mut open);
        if open.is_some() {
            screen.rule = open;
        }
    }
    legend::paint(&lens, &rows);
    if let Some(draft) = &drafting.0 {
        coherency::paint(&lens, &view, draft);
        running::paint(&lens, &view, draft);
        if let Some(judged) = &verdict.0 {
            paths::paint(&lens, draft, judged);
            let mut open = None;
            callout::show(&context, &lens, draft, judged, &mut open);
            if open.is_some() {
                screen.rule = open;
            }
        }
    }
    if let Some((asked, answers)) = fire_odds.found() {
        if let Some((fire, told)) = asked.drafted.as_ref().zip(answers.drafted.as_ref()) {
            fire_lines::paint(&lens, &view, fire, told);
        }
        if let Some((fire, told)) = fire_odds.considered() {
            teardrop::paint(&lens, &view, fire, told);
        }
        if let Some((_, fire)) = asked.options.iter().find(|(unit, _)| screen.option == Some(*unit))
            && let Some((_, told)) = answers.options.iter().find(|(unit, _)| screen.option == Some(*unit))
        {
            fire_lines::paint(&lens, &view, fire, told);
        }
    }
    if let (Some((Look::One(..), found)), Some(_)) = (sights.shown(), watch.way) {
        let touch = match watch.pinned {
            Some(_) => sight_card::Touch::Takes,
            None => sight_card::Touch::LetsThrough,
        };
        let mut open = None;
        sight_card::show(&context, &lens, &view, found, touch, &mut open);
        if open.is_some() {
            screen.rule = open;
        }
    }
    let cursor = canvas.cursor().map(corner);
    let alt = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let throw = if alt { aiming::Throw::Chosen } else { aiming::Throw::No };
    aiming::paint(&lens, &view, drafting.0.as_ref(), (&gesture, cursor), (&pointed, throw));
    ruler::paint(&lens, &view, &ruler, &pointed);
    underfoot::paint(&lens, &view, &pointed, selection.unit);
    Ok(())
}
