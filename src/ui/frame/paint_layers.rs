//! What egui paints over the scene, in two contexts: that of the table's camera has the overlays, and that of the camera over
//! it has the panels. Both are laid out in every frame that is drawn.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy_egui::egui::{self, Event, Order, Pos2};
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext};

/// The schedule in which the overlays over the table are painted.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OverlayPass;

/// The two contexts.
#[derive(Resource, Default)]
pub(crate) struct PaintLayers {
    /// That of the overlays.
    pub table: egui::Context,
    /// That of the panels around the table, and of what they open over it.
    pub panels: egui::Context,
}

impl PaintLayers {
    /// Whether a card, a dialog or the like that takes the pointer lies over the table at a pixel.
    pub fn covers_table(&self, at: Pos2) -> bool {
        let areas = [&self.table, &self.panels].map(|context| context.layer_id_at(at));
        areas.into_iter().flatten().any(|area| area.order != Order::Background)
    }
}

impl PaintLayers {
    /// The cards, questions and dialogs that are open over the table, logical pixels of the window.
    pub fn areas_over_table(&self) -> Vec<egui::Rect> {
        let of = |context: &egui::Context| -> Vec<egui::Rect> {
            let layers = context.memory(|memory| memory.areas().visible_layer_ids());
            let over =
                layers.into_iter().filter(|layer| matches!(layer.order, Order::Middle | Order::Foreground));
            over.filter_map(|layer| Some(egui::AreaState::load(context, layer.id)?.rect())).collect()
        };
        let mut areas: Vec<egui::Rect> = [&self.table, &self.panels].into_iter().flat_map(of).collect();
        areas.retain(|rect| rect.is_finite() && rect.is_positive());
        // In an order that does not depend on chance.
        areas.sort_by(|a, b| {
            let key = |rect: &egui::Rect| [rect.min.x, rect.min.y, rect.max.x, rect.max.y];
            key(a)
                .into_iter()
                .zip(key(b))
                .map(|(a, b)| a.total_cmp(&b))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        areas
    }
}

pub(crate) fn plugin(app: &mut App) {
    // A picture has no panels, but the pass in which they would be laid out has to exist.
    app.init_resource::<PaintLayers>()
        .init_schedule(EguiPrimaryContextPass)
        .add_systems(PostStartup, note_contexts)
        .add_systems(
            PreUpdate,
            keep_new_modifiers.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        );
}

fn note_contexts(
    mut layers: ResMut<PaintLayers>,
    mut contexts: Query<(&mut EguiContext, Has<PrimaryEguiContext>)>,
) {
    for (mut context, has_panels) in &mut contexts {
        let layer = if has_panels { &mut layers.panels } else { &mut layers.table };
        layer.clone_from(context.get_mut());
    }
}

/// `bevy_egui` reports Shift, Ctrl and the like in every frame, and egui asks for another frame after every event: without
/// this the window would never rest.
fn keep_new_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Option<egui::Modifiers>>) {
    let mut now = *last;
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            Event::ModifiersChanged(modifiers) => {
                now = Some(*modifiers);
                now != *last
            }
            _ => true,
        });
    }
    *last = now;
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Modifiers;

    use super::*;

    /// Modifiers that are reported again and again are one event for each context.
    #[test]
    fn only_new_modifiers_are_events() {
        let mut app = App::new();
        app.add_systems(PreUpdate, keep_new_modifiers);
        let contexts = [(); 2].map(|()| app.world_mut().spawn(EguiInput::default()).id());
        for (modifiers, expected, reason) in [
            (Modifiers::NONE, 2, "the first report"),
            (Modifiers::NONE, 1, "the same again"),
            (Modifiers::SHIFT, 2, "Shift is pressed"),
            (Modifiers::SHIFT, 1, "and held"),
            (Modifiers::NONE, 2, "and released"),
        ] {
            let events = vec![Event::ModifiersChanged(modifiers), Event::PointerGone];
            for context in contexts {
                app.world_mut()
                    .entity_mut(context)
                    .insert(EguiInput(egui::RawInput { events: events.clone(), ..Default::default() }));
            }
            app.update();
            for context in contexts {
                let left = app.world().get::<EguiInput>(context).map(|input| input.events.len());
                assert_eq!(left, Some(expected), "{reason}");
            }
        }
    }
}
