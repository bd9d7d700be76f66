//! Clicking and dragging: select, take up, put down, pan.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_panorbit_camera::PanOrbitCamera;

use super::draft::{Draft, Drafting, Hold, Purpose};
use super::pointer::Pointer;
use super::{Screen, Selection};
use crate::rules::ids::ModelId;
use crate::ui::session::Session;

/// What the left button is doing.
#[derive(Resource, Default, Debug, PartialEq, Clone, Copy)]
pub(super) enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// Pressed, and not yet moved far enough to be a drag.
    Pressed {
        /// Where, pixels.
        from: Vec2,
        /// The point of the table there.
        table: Option<[f64; 2]>,
        /// The model there.
        on: Option<ModelId>,
    },
    /// Moving a draft.
    Dragging,
    /// Moving the camera.
    Panning,
}

/// How far the mouse moves before a press becomes a drag, pixels.
const THRESHOLD: f32 = 4.0;

/// A press selects what is under it.
pub(super) fn press(
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<Pointer>,
    drafting: Res<Drafting>,
    mut gesture: ResMut<Gesture>,
    mut selection: ResMut<Selection>,
) {
    let Some(from) = pointer.pixel.filter(|_| buttons.just_pressed(MouseButton::Left)) else { return };
    let carried = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    if carried {
        *gesture = Gesture::Dragging;
        return;
    }
    *gesture = Gesture::Pressed { from, table: pointer.table, on: pointer.model };
    if let Some(model) = pointer.model
        && selection.unit != Some(model.unit)
    {
        selection.unit = Some(model.unit);
        info!("selected {}", model.unit);
    }
}

/// A press that moves takes up the unit under it, or pans.
pub(super) fn drag(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    pointer: Res<Pointer>,
    mut gesture: ResMut<Gesture>,
    mut drafting: ResMut<Drafting>,
    mut camera: Single<&mut PanOrbitCamera>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let (Gesture::Pressed { from, table, on }, Some(pixel)) = (*gesture, pointer.pixel)
        && from.distance(pixel) > THRESHOLD
    {
        let alone = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let taken = on.is_some_and(|model| take_up(&session, &mut drafting, model, table, alone));
        *gesture = if taken { Gesture::Dragging } else { Gesture::Panning };
        camera.button_pan = if taken { MouseButton::Middle } else { MouseButton::Left };
    }
    let in_hand = drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    camera.zoom_sensitivity = if in_hand { 0.0 } else { 0.6 };
    if let (true, Some(table)) = (in_hand, pointer.table)
        && let Some(draft) = &mut drafting.bypass_change_detection().0
        && draft.hold != Hold::InHand(Some(table))
    {
        draft.follow(table);
        drafting.set_changed();
        redraw.write(RequestRedraw);
    }
}

/// Takes a unit up by one of its models; with `alone` only that model.
fn take_up(
    session: &Session,
    drafting: &mut Drafting,
    model: ModelId,
    table: Option<[f64; 2]>,
    alone: bool,
) -> bool {
    let fits = drafting.0.as_ref().is_some_and(|draft| draft.unit == model.unit);
    if !fits {
        if drafting.0.as_ref().is_some_and(|draft| draft.purpose == Purpose::Deploy) {
            return false;
        }
        drafting.0 = Draft::of_standing(&session.game.battle().view(), model.unit);
    }
    let Some(draft) = &mut drafting.0 else { return false };
    if alone {
        draft.hold_one(model)
    } else {
        draft.hold_all()
    }
    draft.hold = Hold::InHand(table);
    info!("dragging {}", model.unit);
    true
}

/// Letting go over the table puts the draft down there.
pub(super) fn release(
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<Pointer>,
    screen: Res<Screen>,
    mut gesture: ResMut<Gesture>,
    mut drafting: ResMut<Drafting>,
    mut selection: ResMut<Selection>,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    if screen.dialog.is_none() && camera.enabled == (pointer.pixel.is_none() && *gesture == Gesture::Idle) {
        camera.enabled = !camera.enabled;
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    if let Gesture::Pressed { on: None, .. } = *gesture
        && drafting.0.is_none()
    {
        selection.unit = None;
    }
    camera.button_pan = MouseButton::Middle;
    *gesture = Gesture::Idle;
    let over_table = pointer.pixel.is_some();
    if let Some(draft) = drafting.bypass_change_detection().0.as_mut()
        && matches!(draft.hold, Hold::InHand(Some(_)))
        && over_table
    {
        draft.hold = Hold::Resting;
        drafting.set_changed();
        info!("put down");
    }
}
