//! The layers that egui paints over the scene, each laid out only when something that it shows has changed. In between,
//! every frame shows what was painted last.
//!
//! Overlays and panels have an egui context each, so that an overlay that moves does not lay out the panels: `overlay_pass.rs`
//! runs those of the overlays, `bevy_egui` that of the panels. `last_paint.rs` puts their triangles together for the renderer.

mod last_paint;
mod overlay_pass;

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy_egui::egui::{self, Event, Modifiers, Order, Pos2, RawInput};
use bevy_egui::{
    EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext,
};

use super::frame_order::WhileAwake;
use super::input::draft::Drafting;
use super::open_game::OpenGame;
use super::scene::camera::TableCamera;
use super::scene::viewport::TableViewport;
use super::view_resource::{self, NoteChanges, PaintLayer, ViewChanges};
pub(super) use overlay_pass::OverlayPass;

/// Frames in which the panels are laid out after a change: some parts know their size only in the second.
const PANEL_FRAMES: u32 = 2;

/// Panels show what goes on by itself at most this often, and so does what is written of the place under the pointer: nobody
/// reads faster. What the player does to a panel it shows at once.
const PANEL_INTERVAL: Duration = Duration::from_millis(100);

/// Longest time that a layout of the panels is kept: some parts go by the clock.
const MAX_PANEL_AGE: Duration = Duration::from_millis(500);

/// The layers, and what they depend on apart from view resources.
#[derive(Resource, Default)]
pub(super) struct PaintLayers {
    layers: [Layer; PaintLayer::ALL.len()],
    /// Where the camera stood, and the size of the window.
    view: Option<(GlobalTransform, Vec2)>,
    /// Shift, Ctrl and the like, as egui reported them last.
    modifiers: Option<Modifiers>,
    /// Where the pointer was last.
    pointer: Option<Pos2>,
    /// What the panels have open over the table: cards make room for it.
    open: Vec<egui::Rect>,
}

/// Whether anything may be painted where the pointer is, wherever it goes: `input` says so.
#[derive(Resource, Default)]
pub(super) struct PointerFollowed(pub bool);

/// A layer.
#[derive(Default)]
struct Layer {
    context: egui::Context,
    /// Frames in which it is still to be laid out.
    due: u32,
    /// Whether something has changed since it was laid out.
    is_stale: bool,
    /// Whether nothing was painted when it was laid out.
    is_empty: bool,
    /// When it was laid out last, since the start of the program.
    laid_out: Duration,
    /// Input that it has not seen yet.
    events: Vec<Event>,
    /// What has been painted and not been drawn yet.
    fresh: Option<Vec<egui::ClippedPrimitive>>,
    /// Its fonts, as far as they have changed.
    textures: egui::TexturesDelta,
    /// The shape that it gives the pointer.
    cursor: egui::CursorIcon,
}

impl PaintLayers {
    /// Whether any layer was laid out in the last frame.
    pub fn were_due(&self) -> bool {
        self.layers.iter().any(|layer| layer.due > 0)
    }

    fn is_due(&self, layer: PaintLayer) -> bool {
        self.layer(layer).due > 0
    }

    /// The context of a layer.
    pub fn context(&self, layer: PaintLayer) -> &egui::Context {
        &self.layer(layer).context
    }

    /// Whether a card or a panel that takes the pointer lies over the table at a pixel.
    pub fn covers_table(&self, at: Pos2) -> bool {
        self.layers.iter().any(|layer| layer.has_area_at(at))
    }

    fn layer(&self, layer: PaintLayer) -> &Layer {
        &self.layers[layer as usize]
    }

    fn layer_mut(&mut self, layer: PaintLayer) -> &mut Layer {
        &mut self.layers[layer as usize]
    }
}

impl Layer {
    /// Whether a card, a dialog or the like takes the pointer there.
    fn has_area_at(&self, at: Pos2) -> bool {
        self.context.layer_id_at(at).is_some_and(|layer| layer.order != Order::Background)
    }

    /// Adds input; of several moves of the pointer the last is enough.
    fn add_events(&mut self, events: &[Event]) {
        for event in events {
            if let (Some(Event::PointerMoved(last)), Event::PointerMoved(now)) =
                (self.events.last_mut(), event)
            {
                *last = *now;
            } else {
                self.events.push(event.clone());
            }
        }
    }
}

/// Whether there was any input, or what it acts on may have changed; otherwise input need not be handled.
pub(super) fn input_pending(
    mut events: MessageReader<WindowEvent>,
    layers: Res<PaintLayers>,
    time: Res<Time<Real>>,
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
) -> bool {
    events.read().count() > 0
        || layers.were_due()
        || layers.layer(PaintLayer::Panels).age(time.elapsed()) > MAX_PANEL_AGE
        || opened.is_changed()
        || drafting.is_changed()
}

pub(super) fn plugin(app: &mut App) {
    let panels_are_due = |layers: Res<PaintLayers>| layers.is_due(PaintLayer::Panels);
    // A picture has no panels, but the pass in which they would be laid out has to exist.
    app.init_resource::<PaintLayers>()
        .init_resource::<PointerFollowed>()
        .init_schedule(EguiPrimaryContextPass)
        .add_plugins((view_resource::plugin, last_paint::plugin))
        .configure_sets(PreUpdate, EguiPreUpdateSet::ProcessInput.run_if(input_pending))
        .configure_sets(
            PreUpdate,
            (EguiPreUpdateSet::InitContexts, EguiPreUpdateSet::BeginPass).in_set(WhileAwake),
        )
        .configure_sets(
            PostUpdate,
            (EguiPostUpdateSet::EndPass, EguiPostUpdateSet::ProcessOutput).run_if(panels_are_due),
        )
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.in_set(WhileAwake))
        .add_systems(
            PostUpdate,
            (find_due, overlay_pass::lay_out_overlays)
                .chain()
                .in_set(WhileAwake)
                .after(NoteChanges)
                .after(TransformSystems::Propagate)
                .before(EguiPostUpdateSet::EndPass),
        );
}

/// Finds the layers that have to be laid out in this frame.
fn find_due(
    time: Res<Time<Real>>,
    viewport: TableViewport,
    camera: Single<&GlobalTransform, With<TableCamera>>,
    panels: Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>,
    mut layers: ResMut<PaintLayers>,
    followed: Res<PointerFollowed>,
    mut changes: ResMut<ViewChanges>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (mut context, mut input) = panels.into_inner();
    layers.layer_mut(PaintLayer::Panels).context = context.get_mut().clone();
    for layer in changes.take() {
        layers.layer_mut(layer).is_stale = true;
    }
    let size = viewport.size();
    let view = layers.view.replace((**camera, size));
    let is_resized = view.is_none_or(|(_, before)| before != size);
    if is_resized || view.is_none_or(|(before, _)| before != **camera) {
        for layer in PaintLayer::OVERLAYS {
            layers.layer_mut(layer).is_stale = true;
        }
    }
    if layers.is_due(PaintLayer::Panels) {
        let open = open_areas(context.get_mut());
        let is_other = layers.open != open;
        layers.layer_mut(PaintLayer::Table).is_stale |= is_other;
        layers.open = open;
    }
    let events = layers.new_events(&mut input);
    let is_followed = followed.0 || !layers.layer(PaintLayer::Pointer).is_empty;
    let touched = layers.touch(&events, viewport.free(), is_followed.then_some(PaintLayer::Pointer));
    for layer in PaintLayer::ALL {
        let at_once = is_resized || touched.contains(&layer);
        layers.layer_mut(layer).find_due(layer, at_once, time.elapsed());
    }
    let panels = layers.layer_mut(PaintLayer::Panels);
    if panels.due > 0 {
        input.events = std::mem::take(&mut panels.events);
    }
    if layers.layers.iter().any(|layer| layer.is_stale || layer.due > 1) {
        redraw.write(RequestRedraw);
    }
}

/// What lies over the table of a context.
fn open_areas(context: &egui::Context) -> Vec<egui::Rect> {
    let mut open: Vec<egui::Rect> = context.memory(|memory| {
        let visible = memory.areas().visible_layer_ids().into_iter();
        visible
            .filter(|area| area.order == Order::Middle)
            .filter_map(|area| memory.area_rect(area.id))
            .collect()
    });
    open.sort_by(|a, b| a.min.x.total_cmp(&b.min.x).then(a.min.y.total_cmp(&b.min.y)));
    open
}

impl PaintLayers {
    /// The input of this frame. egui reports the modifiers in every frame; only a change of them is an event.
    fn new_events(&mut self, input: &mut RawInput) -> Vec<Event> {
        let mut events = std::mem::take(&mut input.events);
        events.retain(|event| match event {
            Event::ModifiersChanged(now) => self.modifiers.replace(*now) != Some(*now),
            _ => true,
        });
        if !events.is_empty() {
            self.layers.iter_mut().for_each(|layer| layer.add_events(&events));
        }
        events
    }

    /// The layers that some input matters to. Where the pointer is matters to what it is over, or was before, and to the layer that
    /// follows it, if one does.
    fn touch(&mut self, events: &[Event], free: Rect, follower: Option<PaintLayer>) -> Vec<PaintLayer> {
        let mut touched = Vec::new();
        for event in events {
            let before = self.pointer;
            match event {
                Event::PointerMoved(to) => self.pointer = Some(*to),
                Event::PointerGone => self.pointer = None,
                Event::MouseWheel { .. } => {}
                _ => {
                    touched.extend(PaintLayer::ABOVE_MARKS);
                    continue;
                }
            }
            touched.extend(follower);
            for layer in [PaintLayer::Table, PaintLayer::Panels] {
                let is_over = |at: Pos2| {
                    let is_beside = layer == PaintLayer::Panels && !free.contains(Vec2::new(at.x, at.y));
                    is_beside || self.layer(layer).has_area_at(at)
                };
                let is_held = self.layer(layer).context.egui_is_using_pointer();
                if is_held || [before, self.pointer].into_iter().flatten().any(is_over) {
                    touched.push(layer);
                }
            }
        }
        touched
    }
}

impl Layer {
    /// Whether it is laid out in this frame: at once if the player does something to it.
    fn find_due(&mut self, layer: PaintLayer, at_once: bool, now: Duration) {
        let age = self.age(now);
        self.is_stale |= at_once;
        let (frames, has_waited) = match layer {
            PaintLayer::Panels => (PANEL_FRAMES, age >= PANEL_INTERVAL),
            PaintLayer::Readout => (1, age >= PANEL_INTERVAL),
            PaintLayer::Marks | PaintLayer::Table | PaintLayer::Pointer => (1, true),
        };
        if self.is_stale && (at_once || has_waited) {
            (self.due, self.is_stale) = (frames, false);
        } else {
            // Once, for the sake of the clock: where frames take long, more would never come to an end.
            let is_old = layer == PaintLayer::Panels && age > MAX_PANEL_AGE;
            self.due = self.due.saturating_sub(1).max(u32::from(is_old || self.is_moving(layer)));
        }
        if self.due > 0 {
            self.laid_out = now;
        }
    }

    /// How long ago it was laid out.
    fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.laid_out)
    }

    /// Whether something in it is on the move, such as a button that changes its colour. Of overlays only cards can be.
    fn is_moving(&self, layer: PaintLayer) -> bool {
        let is_card = |area: &egui::LayerId| area.order != Order::Background;
        let has_cards =
            || self.context.memory(|memory| memory.areas().visible_layer_ids().iter().any(is_card));
        self.context.has_requested_repaint() && (layer == PaintLayer::Panels || has_cards())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of what a layer shows is laid out at once the first time, and then at the pace of the layer.
    #[test]
    fn panels_keep_their_pace_and_overlays_do_not() {
        let frame = Duration::from_millis(16);
        for (layer, expected) in
            [(PaintLayer::Table, 60), (PaintLayer::Readout, 9), (PaintLayer::Panels, 2 * 9)]
        {
            let mut shown = Layer::default();
            let lay_out = |context: &egui::Context| {
                context.run_ui(RawInput::default(), |_| ()).drop_without_applying_deltas();
            };
            // egui asks for another picture after its first ones.
            (0..4).for_each(|_| lay_out(&shown.context));
            let laid_out = (0..60).filter(|count| {
                shown.is_stale = true;
                shown.find_due(layer, false, Duration::from_secs(1) + *count * frame);
                if shown.due > 0 {
                    lay_out(&shown.context);
                }
                shown.due > 0
            });
            let count = laid_out.count();
            assert!(count.abs_diff(expected) <= 2, "{layer:?}: {count} of 60 frames");
            assert!(shown.is_stale || layer == PaintLayer::Table, "what is left is not forgotten");
        }
    }

    /// A pointer that moves lays out what follows it, and nothing where it is over the bare table.
    #[test]
    fn a_pointer_touches_what_follows_it() {
        let mut layers = PaintLayers::default();
        let free = Rect::new(0.0, 0.0, 100.0, 100.0);
        let moved = [Event::PointerMoved(Pos2::new(50.0, 50.0))];
        assert_eq!(layers.touch(&moved, free, None), []);
        assert_eq!(layers.touch(&moved, free, Some(PaintLayer::Pointer)), [PaintLayer::Pointer]);
        let beside = [Event::PointerMoved(Pos2::new(150.0, 50.0))];
        assert_eq!(layers.touch(&beside, free, None), [PaintLayer::Panels]);
        let pressed = [Event::Key {
            key: egui::Key::A,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        }];
        assert_eq!(layers.touch(&pressed, free, None), PaintLayer::ABOVE_MARKS);
    }

    #[test]
    fn what_the_player_does_to_a_panel_shows_at_once() {
        let mut panels = Layer::default();
        panels.find_due(PaintLayer::Panels, true, Duration::ZERO);
        assert_eq!(panels.due, PANEL_FRAMES);
    }

    #[test]
    fn of_many_moves_of_the_pointer_the_last_is_kept() {
        let mut layer = Layer::default();
        let moved = |x: f32| Event::PointerMoved(Pos2::new(x, 0.0));
        layer.add_events(&[moved(1.0), moved(2.0), Event::PointerGone]);
        layer.add_events(&[moved(3.0)]);
        layer.add_events(&[moved(4.0)]);
        assert_eq!(layer.events, [moved(2.0), Event::PointerGone, moved(4.0)]);
    }
}
