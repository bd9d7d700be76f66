//! When pictures are drawn: without pause until everything is prepared, then only while
//! something moves.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};

use super::display::started;

/// Whether everything that is to be drawn can be.
pub(super) fn is_warmed_up() -> bool {
    TO_PREPARE.load(Ordering::Relaxed) == 0
}

/// The window rests while nothing happens, and asks for pictures when it moves.
pub(super) fn reactive_updates() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(Duration::from_secs(1)),
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs(2)),
    }
}

/// Pictures shown, once nothing is left to prepare, until the window counts as
/// ready: more than any system keeps in flight.
const OPENING_PICTURES: u32 = 6;

/// Longest that the window prepares before it counts as ready anyway.
const WARM_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// What still has to be compiled before everything can be drawn.
static TO_PREPARE: AtomicUsize = AtomicUsize::new(usize::MAX);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, (warm_up, keep_rendering));
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, count_pipelines.in_set(RenderSystems::Cleanup));
    }
}

fn count_pipelines(pipelines: Res<PipelineCache>) {
    TO_PREPARE.store(pipelines.waiting_pipelines().count(), Ordering::Relaxed);
}

/// Draws the first pictures without pause, then says that the window is ready.
fn warm_up(time: Res<Time<Real>>, mut shown: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *shown > OPENING_PICTURES {
        return;
    }
    redraw.write(RequestRedraw);
    let prepared = TO_PREPARE.load(Ordering::Relaxed) == 0 || time.elapsed() > WARM_UP_TIMEOUT;
    *shown = if prepared { *shown + 1 } else { 0 };
    if *shown > OPENING_PICTURES {
        started();
        info!("the window is ready");
    }
}

/// Pictures drawn after the player did something, so that what he set off is
/// seen at once.
const AWAKE: u32 = 4;

/// Mouse and keys keep the window awake for a moment.
fn keep_rendering(
    mut events: MessageReader<WindowEvent>,
    mut left: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let did_something = events.read().any(|event| {
        use WindowEvent::{CursorMoved, KeyboardInput, MouseButtonInput, MouseWheel};
        matches!(event, CursorMoved(_) | KeyboardInput(_) | MouseButtonInput(_) | MouseWheel(_))
    });
    *left = if did_something { AWAKE } else { left.saturating_sub(1) };
    if *left > 0 {
        redraw.write(RequestRedraw);
    }
}
