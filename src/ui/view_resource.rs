//! View resources: what is painted over the scene. Whenever what a layer shows of one changes, that layer is laid out again.

use std::collections::BTreeMap;

use bevy::ecs::component::ComponentId;
use bevy::prelude::*;

use super::frame_order::WhileAwake;

/// A layer of what is painted over the scene. Each is laid out by itself, and shown again as it is while nothing that it shows
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PaintLayer {
    /// What marks the table as the battle stands: objectives, tags of units, dice at rest, losses. A draft changes none of it.
    Marks,
    /// All other overlays over the table.
    Table,
    /// What is under the pointer, in words, in a corner of the table.
    Readout,
    /// Overlays that follow the pointer.
    Pointer,
    /// The panels around the table, and what they open.
    Panels,
}

impl PaintLayer {
    /// All of them, the lowest first.
    pub const ALL: [Self; 5] = [Self::Marks, Self::Table, Self::Readout, Self::Pointer, Self::Panels];

    /// Those that show what the player does, such as drafts and answers to questions about them.
    pub const ABOVE_MARKS: [Self; 3] = [Self::Table, Self::Pointer, Self::Panels];

    /// Those of the overlays.
    pub const OVERLAYS: [Self; 4] = [Self::Marks, Self::Table, Self::Readout, Self::Pointer];
}

/// Adds to a list the layers that show something else since a resource has changed.
type Watch = Box<dyn FnMut(&World, &mut Vec<PaintLayer>) + Send + Sync>;

/// The view resources that are watched, and the layers whose view has changed.
#[derive(Resource, Default)]
pub(super) struct ViewChanges {
    watches: BTreeMap<ComponentId, Vec<Watch>>,
    changed: Vec<PaintLayer>,
}

impl ViewChanges {
    /// Whether the view of a layer has changed since they were taken.
    pub fn concern(&self, layer: PaintLayer) -> bool {
        self.changed.contains(&layer)
    }

    /// The layers whose view has changed since the last call.
    pub fn take(&mut self) -> Vec<PaintLayer> {
        std::mem::take(&mut self.changed)
    }
}

/// Changes of view resources are noted, before anything follows them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NoteChanges;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ViewChanges>().add_systems(
        PostUpdate,
        note_changes.in_set(NoteChanges).in_set(WhileAwake).before(TransformSystems::Propagate),
    );
}

/// Adds view resources.
pub(super) trait AppViewExt {
    /// Adds a resource with its default value that every layer shows.
    fn init_view_resource<R: Resource + FromWorld>(&mut self) -> &mut Self;

    /// Adds a resource with its default value that every layer shows, except the marks and the corner's words.
    fn init_resource_above_marks<R: Resource + FromWorld>(&mut self) -> &mut Self;

    /// Lays every layer out whenever a resource changes.
    fn lay_out_on_change_of<R: Resource>(&mut self) -> &mut Self;

    /// Lays one layer out whenever a resource changes.
    fn lay_out_layer_on_change_of<R: Resource>(&mut self, layer: PaintLayer) -> &mut Self;

    /// Lays one layer out whenever a resource changes while the layer shows it.
    fn lay_out_layer_while<R: Resource>(&mut self, layer: PaintLayer, shows: fn(&World) -> bool)
    -> &mut Self;

    /// Lays one layer out whenever what it shows of a resource changes. For what changes more often than it shows.
    fn lay_out_layer_by<R: Resource, Shown: PartialEq + Send + Sync + 'static>(
        &mut self,
        layer: PaintLayer,
        shown: fn(&R) -> Shown,
    ) -> &mut Self;
}

impl AppViewExt for App {
    fn init_view_resource<R: Resource + FromWorld>(&mut self) -> &mut Self {
        self.init_resource::<R>().lay_out_on_change_of::<R>()
    }

    fn init_resource_above_marks<R: Resource + FromWorld>(&mut self) -> &mut Self {
        watch::<R>(self.init_resource::<R>(), |_, changed| changed.extend(PaintLayer::ABOVE_MARKS))
    }

    fn lay_out_on_change_of<R: Resource>(&mut self) -> &mut Self {
        watch::<R>(self, |_, changed| changed.extend(PaintLayer::ALL))
    }

    fn lay_out_layer_on_change_of<R: Resource>(&mut self, layer: PaintLayer) -> &mut Self {
        self.lay_out_layer_while::<R>(layer, |_| true)
    }

    fn lay_out_layer_while<R: Resource>(
        &mut self,
        layer: PaintLayer,
        shows: fn(&World) -> bool,
    ) -> &mut Self {
        watch::<R>(self, move |world, changed| {
            if shows(world) {
                changed.push(layer);
            }
        })
    }

    fn lay_out_layer_by<R: Resource, Shown: PartialEq + Send + Sync + 'static>(
        &mut self,
        layer: PaintLayer,
        shown: fn(&R) -> Shown,
    ) -> &mut Self {
        let mut last = None;
        watch::<R>(self, move |world, changed| {
            let now = world.get_resource::<R>().map(shown);
            if last != now {
                last = now;
                changed.push(layer);
            }
        })
    }
}

/// Calls for every change of a resource.
fn watch<R: Resource>(
    app: &mut App,
    watch: impl FnMut(&World, &mut Vec<PaintLayer>) + Send + Sync + 'static,
) -> &mut App {
    let world = app.world_mut();
    let resource = world.register_component::<R>();
    let mut changes = world.get_resource_or_init::<ViewChanges>();
    changes.watches.entry(resource).or_default().push(Box::new(watch));
    app
}

/// One system for all, since most of them have nothing to note.
fn note_changes(world: &mut World) {
    world.resource_scope(|world, mut changes: Mut<ViewChanges>| {
        let ViewChanges { watches, changed } = &mut *changes;
        for (resource, watches) in watches {
            if world.is_resource_changed_by_id(*resource) {
                watches.iter_mut().for_each(|watch| watch(world, changed));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Clock(f32);

    #[derive(Resource, Default)]
    struct Battle;

    #[derive(Resource, Default)]
    struct Draft;

    /// A layer is laid out again when what it shows of a resource is another, and not whenever the resource is.
    #[test]
    fn only_what_shows_something_else_is_laid_out() {
        use PaintLayer::{Marks, Panels, Pointer, Readout, Table};
        let mut app = App::new();
        app.add_plugins(plugin)
            .init_resource::<Clock>()
            .init_view_resource::<Battle>()
            .init_resource_above_marks::<Draft>()
            .lay_out_layer_on_change_of::<Clock>(Table)
            .lay_out_layer_by(Panels, |clock: &Clock| clock.0.floor());
        let mut after = |act: fn(&mut World)| {
            act(app.world_mut());
            app.update();
            let mut changed = app.world_mut().resource_mut::<ViewChanges>().take();
            changed.sort();
            changed.dedup();
            changed
        };
        assert_eq!(after(|_| ()), [Marks, Table, Readout, Pointer, Panels], "everything is new");
        assert_eq!(after(|_| ()), []);
        assert_eq!(after(|world| world.resource_mut::<Clock>().0 = 0.5), [Table]);
        assert_eq!(after(|world| world.resource_mut::<Clock>().0 = 1.5), [Table, Panels]);
        assert_eq!(after(|world| world.resource_mut::<Draft>().set_changed()), [Table, Pointer, Panels]);
        let of_battle = after(|world| world.resource_mut::<Battle>().set_changed());
        assert_eq!(of_battle, [Marks, Table, Readout, Pointer, Panels]);
        assert_eq!(after(|_| ()), []);
    }
}
