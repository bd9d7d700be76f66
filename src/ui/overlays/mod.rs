//! What is drawn over the table: proposals, marks, names.
//!
//! Flat things lie on the table as meshes; lines and words are painted on the
//! picture, so that they stay sharp from any distance.

mod callout;
pub(super) use callout::sentence;
mod ghosts;
mod ground;
mod labels;
mod lens;
mod paths;
mod rings;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::input::Selection;
use super::input::draft::Drafting;
use super::input::verdict::Verdict;
use super::open_game::OpenGame;
use super::playback::Playback;
use super::scene::camera::{TableCamera, free_rectangle};

/// Painting over the table comes before the panels are drawn over that.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Painted;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((ghosts::plugin, ground::plugin, rings::plugin))
        .add_systems(EguiPrimaryContextPass, paint_over.in_set(Painted));
}

/// Paints lines and words over the table.
fn paint_over(
    mut contexts: EguiContexts,
    window: Single<&Window, With<bevy::window::PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    verdict: Res<Verdict>,
    playback: Res<Playback>,
) -> Result {
    let free = free_rectangle(window.size());
    let corner = |at: Vec2| egui::pos2(at.x, at.y);
    let clip = egui::Rect::from_min_max(corner(free.min), corner(free.max));
    let painter = contexts.ctx_mut()?.layer_painter(egui::LayerId::background()).with_clip_rect(clip);
    let lens = lens::Lens { camera: camera.0, from: camera.1, painter: &painter };
    labels::objectives(&lens, &opened);
    if !playback.plays() {
        labels::units(&lens, &opened, *selection, drafting.0.as_ref());
    }
    if let Some(draft) = &drafting.0 {
        paths::paint(&lens, draft, verdict.0.as_ref());
        callout::paint(&lens, draft, verdict.0.as_ref());
    }
    Ok(())
}
