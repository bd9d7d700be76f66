//! View resources: what panels and overlays show. Whenever one changes, they are laid out again.

use bevy::prelude::*;

/// Whether a view resource has changed since the last frame.
#[derive(Resource, Default)]
pub(super) struct ViewChanges {
    has_changed: bool,
}

impl ViewChanges {
    /// Whether there was a change since the last call.
    pub fn take(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }
}

/// Changes of view resources are noted.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NoteChanges;

/// Adds view resources.
pub(super) trait AppViewExt {
    /// Adds a resource with its default value; whenever it changes, panels and overlays are laid out.
    fn init_view_resource<R: Resource + FromWorld>(&mut self) -> &mut Self;

    /// Lays panels and overlays out whenever a resource changes.
    fn lay_out_on_change_of<R: Resource>(&mut self) -> &mut Self;
}

impl AppViewExt for App {
    fn init_view_resource<R: Resource + FromWorld>(&mut self) -> &mut Self {
        self.init_resource::<R>().lay_out_on_change_of::<R>()
    }

    fn lay_out_on_change_of<R: Resource>(&mut self) -> &mut Self {
        let note = |resource: Res<R>, mut changes: ResMut<ViewChanges>| {
            changes.has_changed |= resource.is_changed();
        };
        self.init_resource::<ViewChanges>().add_systems(PostUpdate, note.in_set(NoteChanges))
    }
}
