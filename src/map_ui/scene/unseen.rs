//! The scene without a picture, as tests measure it. No driver is needed.

use std::marker::PhantomData;
use std::time::Duration;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::PrimaryWindow;
use tabletop::game::Game;
use tabletop_counters::Scene;
use tabletop_hexes::hex::Hex;

use super::camera::LookAt;
use super::counters::CounterModel;
use super::fanned::Fan;
use super::picture::{PictureOf, add_scene};
use super::places::MapProjector;
use crate::map_ui::session::{Hands, Lit, Pointed, Shown};
use crate::ui::output::offscreen;

/// A map that nobody sees, on a clock of its own.
pub struct UnseenMap<G: Game>(App, PhantomData<G>);

/// Duration of a frame by its clock.
const FRAME: Duration = Duration::from_millis(50);

impl<G: Game> UnseenMap<G> {
    /// In a window of a size, pixels.
    pub fn new(of: PictureOf<G>, size: (u32, u32)) -> Self {
        let mut app = offscreen::unseen_engine(size);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        add_scene(&mut app, of);
        app.finish();
        app.cleanup();
        Self(app, PhantomData)
    }

    /// Goes on by so many frames.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.0.update();
        }
    }

    /// Shows another scene of the same battle.
    pub fn show(&mut self, scene: Scene<G>) {
        let mut shown = self.0.world_mut().resource_mut::<Shown<G>>();
        shown.scene = scene;
        shown.version += 1;
    }

    /// Changes the lights.
    pub fn light(&mut self, lit: Lit<G>) {
        self.0.insert_resource(lit);
    }

    /// Changes what the hands do.
    pub fn hold(&mut self, hands: Hands) {
        self.0.insert_resource(hands);
    }

    /// Sends the camera.
    pub fn look_at(&mut self, view: LookAt) {
        self.0.world_mut().write_message(view);
    }

    /// Brings the pointer to a pixel, or out of the window.
    pub fn point(&mut self, pixel: Option<Vec2>) {
        let mut windows = self.0.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
        for mut window in windows.iter_mut(self.0.world_mut()) {
            window.set_cursor_position(pixel);
        }
    }

    /// What the pointer is on.
    pub fn pointed(&self) -> Pointed<G> {
        *self.0.world().resource()
    }

    /// Hex whose pile the pointer has fanned out.
    pub fn fan(&self) -> Option<Hex> {
        self.0.world().resource::<Fan>().0
    }

    /// The pixel of the middle of a hex.
    pub fn pixel_of(&mut self, hex: Hex) -> Option<Vec2> {
        SystemState::<MapProjector<'_, '_, G>>::new(self.0.world_mut())
            .get(self.0.world())
            .ok()
            .and_then(|projector| projector.hex(hex))
    }

    /// The rectangle around a counter, pixels; `None` where it is not on the map.
    pub fn rectangle_of(&mut self, id: G::Subject) -> Option<Rect> {
        SystemState::<MapProjector<'_, '_, G>>::new(self.0.world_mut())
            .get(self.0.world())
            .ok()
            .and_then(|projector| projector.counter(id))
    }

    /// Counters that are drawn, those on their way off the map included, in order.
    pub fn drawn(&mut self) -> Vec<G::Subject> {
        let mut models = self.0.world_mut().query::<&CounterModel<G>>();
        let mut ids: Vec<G::Subject> = models.iter(self.0.world()).map(|model| model.0).collect();
        ids.sort();
        ids
    }

    /// Meshes, materials and drawn things there are: none are made while nothing changes.
    pub fn census(&mut self) -> [usize; 3] {
        let drawn = self.0.world_mut().query::<&Mesh3d>().iter(self.0.world()).count();
        let world = self.0.world();
        let surfaces = world.resource::<Assets<crate::ui::miniatures::surface::Surface>>().len();
        [world.resource::<Assets<Mesh>>().len(), surfaces, drawn]
    }
}
