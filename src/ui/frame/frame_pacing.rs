//! Frame pacing: frames without pause until every pipeline is compiled, then only while something moves.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::view::screenshot::Screenshot;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};

use super::display::started;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Whether every pipeline is compiled.
pub(crate) fn is_warmed_up() -> bool {
    PENDING_PIPELINES.load(Ordering::Relaxed) == 0
}

/// How long the window rests at most: without a graphics card a picture takes a fifth of a second of a processor's time.
pub const LONGEST_REST: Duration = Duration::from_secs(15);

/// The window rests while nothing happens, and asks for frames when something moves.
pub(crate) fn reactive_updates() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(LONGEST_REST),
        unfocused_mode: UpdateMode::reactive_low_power(LONGEST_REST),
    }
}

/// Frames shown, once every pipeline is compiled, until the window counts as ready: more than any system keeps
/// in flight.
const WARM_UP_FRAMES: u32 = 6;

/// The window counts as ready after this time in any case.
const WARM_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// Pipelines that still have to be compiled.
static PENDING_PIPELINES: AtomicUsize = AtomicUsize::new(usize::MAX);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, (warm_up, keep_rendering));
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, count_pipelines.in_set(RenderSystems::Cleanup));
    }
}

fn count_pipelines(pipelines: Res<PipelineCache>) {
    PENDING_PIPELINES.store(pipelines.waiting_pipelines().count(), Ordering::Relaxed);
}

/// Draws the first frames without pause, then reports that the window is ready.
fn warm_up(time: Res<Time<Real>>, mut shown: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *shown > WARM_UP_FRAMES {
        return;
    }
    redraw.write(RequestRedraw);
    let warm = is_warmed_up() || time.elapsed() > WARM_UP_TIMEOUT;
    *shown = if warm { *shown + 1 } else { 0 };
    if *shown > WARM_UP_FRAMES {
        started();
        emit(&UiEvent::Ready);
    }
}

/// Frames drawn after every input and every change of the battle, so that the effect is seen at once: panels know some sizes
/// only in the second.
pub(crate) const FRAMES_AFTER_CHANGE: u32 = 4;

/// Draws some frames after every change, and until every picture has been taken.
fn keep_rendering(
    mut events: MessageReader<WindowEvent>,
    opened: Option<Res<OpenGame>>,
    pictures: Query<(), With<Screenshot>>,
    mut left: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let has_changed = events.read().count() > 0 || opened.is_some_and(|opened| opened.is_changed());
    *left = if has_changed { FRAMES_AFTER_CHANGE } else { left.saturating_sub(1) };
    if *left > 0 || !pictures.is_empty() {
        redraw.write(RequestRedraw);
    }
}
