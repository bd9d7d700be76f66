//! Clicks on the map. Drags belong to the camera.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::Pos2;
use tabletop::game::Game;
use tabletop_counters::{OnHexes, Scene};
use tabletop_hexes::hex::Hex;

use crate::map_ui::choosing::Choosing;
use crate::map_ui::session::{Free, Pointed, Shown, Table};
use crate::ui::frame::paint_layers::PaintLayers;

/// How far the pointer moves before a press is a drag, pixels.
const DRAG: f32 = 6.0;

/// Where buttons were pressed on the map.
pub struct Pressed<G: Game> {
    left: Option<Vec2>,
    right: Option<Vec2>,
    /// Counter on which the left button went down, and the hex there.
    on: Option<(G::Subject, Option<Hex>)>,
    /// The last hex of a way that is being drawn.
    draws: Option<Hex>,
}

impl<G: Game> Default for Pressed<G> {
    fn default() -> Self {
        Self { left: None, right: None, on: None, draws: None }
    }
}

/// What clicks read.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Map<'w, 's, G: OnHexes> {
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    layers: Res<'w, PaintLayers>,
    free: Res<'w, Free>,
    pointed: Res<'w, Pointed<G>>,
    shown: Res<'w, Shown<G>>,
}

impl<G: OnHexes> Map<'_, '_, G> {
    /// The pixel of the pointer, if it is on the map and nothing lies over it.
    fn pointer(&self) -> Option<Vec2> {
        let at = self.window.as_ref()?.cursor_position()?;
        let is_free = self.free.0.contains(at) && !self.layers.covers_table(Pos2::new(at.x, at.y));
        is_free.then_some(at)
    }
}

/// Follows the pointer, and handles clicks.
pub fn clicks<G: OnHexes>(
    map: Map<G>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut table: ResMut<Table<G>>,
    mut choosing: ResMut<Choosing<G>>,
    mut pressed: Local<Pressed<G>>,
) {
    let Some(at) = map.pointer() else {
        // What was pointed at last stays explained while the pointer is on its card.
        if buttons.any_just_released([MouseButton::Left, MouseButton::Right]) {
            *pressed = Pressed::default();
        }
        return;
    };
    let (scene, pointed) = (&map.shown.scene, *map.pointed);
    draw_way(&mut pressed, (pointed, at), &buttons, (&mut choosing, &mut table), scene);
    if pressed.draws.is_some() {
        return;
    }
    choosing.point(pointed, &table, scene);
    if buttons.just_pressed(MouseButton::Left) {
        pressed.left = Some(at);
        pressed.on = pointed.counter.map(|counter| (counter, pointed.hex));
    }
    if buttons.just_pressed(MouseButton::Right) {
        pressed.right = Some(at);
    }
    let is_click = |from: Option<Vec2>| from.is_some_and(|from| from.distance(at) <= DRAG);
    if buttons.just_released(MouseButton::Left) && is_click(pressed.left.take()) {
        let adds = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        choosing.click(pointed, adds, &mut table, scene);
    }
    if buttons.just_released(MouseButton::Right) && is_click(pressed.right.take()) {
        choosing.cancel(&mut table);
    }
}

/// A drag that begins on a counter draws its way through every hex that it enters; its end waits for Enter or a click.
fn draw_way<G: OnHexes>(
    pressed: &mut Pressed<G>,
    (pointed, at): (Pointed<G>, Vec2),
    buttons: &ButtonInput<MouseButton>,
    (choosing, table): (&mut Choosing<G>, &mut Table<G>),
    scene: &Scene<G>,
) {
    if buttons.just_released(MouseButton::Left) && pressed.draws.take().is_some() {
        (pressed.left, pressed.on) = (None, None);
        choosing.keep_drawn(table, scene);
        return;
    }
    if !buttons.pressed(MouseButton::Left) {
        pressed.draws = None;
        return;
    }
    let (Some(hex), Some((counter, from))) = (pointed.hex, pressed.on) else { return };
    let has_left = Some(hex) != from && pressed.left.is_some_and(|from| from.distance(at) > DRAG);
    if pressed.draws.is_none() && (!has_left || !choosing.take_hold(counter, table)) {
        return;
    }
    if pressed.draws != Some(hex) {
        pressed.draws = Some(hex);
        choosing.draw_to(hex, table, scene);
    }
}
