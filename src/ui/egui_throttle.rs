//! Lays out the egui panels and overlays only when something they show may have changed.
//!
//! In between, every frame shows what was painted last.

use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::egui::{ClippedPrimitive, Event, Modifiers};
use bevy_egui::{
    EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiRenderOutput, PrimaryEguiContext,
};

use super::input::draft::Drafting;
use super::open_game::OpenGame;
use super::scene::camera::TableCamera;
use super::scene::viewport::TableViewport;
use super::view_resource::{NoteChanges, ViewChanges};

/// Frames that are laid out after a change: some parts know their size only in the second.
const LAYOUT_FRAMES: u32 = 2;

/// Longest time that a layout is kept, seconds: some parts go by the clock.
const MAX_LAYOUT_AGE_SECONDS: f32 = 0.5;

/// Whether this frame is laid out, and what was painted last.
#[derive(Resource, Default)]
pub(super) struct EguiThrottle {
    /// Frames still to be laid out.
    due: u32,
    /// Seconds since the last layout.
    age: f32,
    /// Where the camera stood, and the size of the window.
    view: Option<(GlobalTransform, Vec2)>,
    /// Shift, Ctrl and the like, as egui reported them last.
    modifiers: Option<Modifiers>,
    painted: Vec<ClippedPrimitive>,
}

impl EguiThrottle {
    /// Whether the last frame was laid out.
    pub fn was_due(&self) -> bool {
        self.due > 0
    }
}

/// Whether there was any input, or what it acts on may have changed; otherwise input need not be handled.
pub(super) fn input_pending(
    mut events: MessageReader<WindowEvent>,
    throttle: Res<EguiThrottle>,
    time: Res<Time<Real>>,
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
) -> bool {
    events.read().count() > 0
        || throttle.due > 0
        || throttle.age + time.delta_secs() > MAX_LAYOUT_AGE_SECONDS
        || opened.is_changed()
        || drafting.is_changed()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EguiThrottle>()
        .init_resource::<ViewChanges>()
        .configure_sets(PreUpdate, EguiPreUpdateSet::ProcessInput.run_if(input_pending))
        .configure_sets(
            PostUpdate,
            (EguiPostUpdateSet::EndPass, EguiPostUpdateSet::ProcessOutput).run_if(is_due),
        )
        .configure_sets(PostUpdate, NoteChanges.after(TransformSystems::Propagate))
        .add_systems(PostUpdate, mark_dirty.after(NoteChanges).before(EguiPostUpdateSet::EndPass))
        .add_systems(Last, reuse_paint_jobs);
}

fn is_due(throttle: Res<EguiThrottle>) -> bool {
    throttle.was_due()
}

fn mark_dirty(
    time: Res<Time<Real>>,
    viewport: TableViewport,
    camera: Single<&GlobalTransform, With<TableCamera>>,
    mut panels: Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>,
    (mut throttle, mut changes): (ResMut<EguiThrottle>, ResMut<ViewChanges>),
) {
    let (context, input) = &mut *panels;
    // egui reports the modifiers in every frame; only a change of them is an event.
    input.events.retain(|event| match event {
        Event::ModifiersChanged(now) => throttle.modifiers.replace(*now) != Some(*now),
        _ => true,
    });
    let view = Some((**camera, viewport.size()));
    let age = throttle.age + time.delta_secs();
    let is_dirty = changes.take()
        || throttle.view != view
        || !input.events.is_empty()
        || context.get_mut().has_requested_repaint();
    throttle.due = if is_dirty { LAYOUT_FRAMES } else { throttle.due.saturating_sub(1) };
    if age > MAX_LAYOUT_AGE_SECONDS {
        throttle.due = throttle.due.max(1);
    }
    throttle.age = if throttle.due > 0 { 0.0 } else { age };
    throttle.view = view;
}

/// The renderer takes what was painted away with it; it gets the same again.
fn reuse_paint_jobs(
    mut throttle: ResMut<EguiThrottle>,
    mut output: Single<&mut EguiRenderOutput, With<PrimaryEguiContext>>,
) {
    if throttle.due > 0 {
        throttle.painted.clone_from(&output.paint_jobs);
    } else {
        output.paint_jobs.clone_from(&throttle.painted);
    }
}
