//! Clicking and dragging: select, take up, put down, pan.
//!
//! Mouse events are taken in the order in which they came, each at its own
//! pixel, so that nothing goes astray where pictures come slowly.

mod firing;

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_panorbit_camera::PanOrbitCamera;

use super::draft::{Draft, Drafting, Hold, Purpose};
use super::orders::draft_of;
use super::picker::Picker;
use super::ruler::{Pointed, Ruler, mark_at};
use super::{Screen, Selection};
use crate::game::measure::distance;
use crate::rules::action::Action;
use crate::rules::ids::ModelId;
use crate::ui::egui_throttle::EguiThrottle;
use crate::ui::hand_dice::HandDice;

/// What the left button is doing.
#[derive(Resource, Default, Debug, PartialEq, Clone, Copy)]
pub(in crate::ui) enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// Pressed, and not yet moved far enough to be a drag.
    Pressed {
        /// Where, pixels.
        from: Vec2,
        /// The model there.
        on: Option<ModelId>,
    },
    /// Moving a draft.
    Dragging,
    /// Moving the camera.
    Panning,
    /// Giving models a target, from one of them to an enemy.
    Aiming {
        /// Where, pixels.
        from: Vec2,
    },
    /// Picking models in a box.
    Boxing {
        /// One corner, pixels.
        from: Vec2,
    },
}

/// How far the mouse moves before a press becomes a drag, pixels.
const THRESHOLD: f32 = 4.0;

/// The player's hand over the table.
#[derive(SystemParam)]
pub(super) struct PointerInput<'w, 's> {
    sight: Picker<'w, 's>,
    gesture: ResMut<'w, Gesture>,
    drafting: ResMut<'w, Drafting>,
    selection: ResMut<'w, Selection>,
    ruler: ResMut<'w, Ruler>,
    dice: Res<'w, HandDice>,
    pointed: ResMut<'w, Pointed>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    throttle: Res<'w, EguiThrottle>,
    pixel: Local<'s, Option<Vec2>>,
}

/// Follows the mouse, event by event.
pub(super) fn handle_pointer(mut events: MessageReader<WindowEvent>, mut hand: PointerInput) {
    let rests = events.is_empty() && !hand.throttle.was_due();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => hand.moved(moved.position),
            WindowEvent::CursorLeft(_) => *hand.pixel = None,
            WindowEvent::MouseButtonInput(input)
                if input.button == MouseButton::Right && input.state == ButtonState::Pressed =>
            {
                hand.pressed_right();
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => match input.state {
                ButtonState::Pressed => hand.pressed(),
                ButtonState::Released => hand.released(),
            },
            _ => {}
        }
    }
    // What lies under a mouse that rests is another only where what is seen has changed.
    if !rests {
        hand.hover();
    }
}

impl PointerInput<'_, '_> {
    /// The pixel under the mouse, if the table is seen there.
    fn free_pixel(&mut self) -> Option<Vec2> {
        let pixel = (*self.pixel).or_else(|| self.sight.cursor())?;
        self.sight.is_free(pixel).then_some(pixel)
    }

    fn in_hand(&self) -> bool {
        self.drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)))
    }

    /// A press selects what is under it.
    fn pressed(&mut self) {
        let Some(from) = self.free_pixel() else { return };
        if self.in_hand() {
            *self.gesture = Gesture::Dragging;
            return;
        }
        let on = self.sight.model_at(from, self.drafting.0.as_ref());
        *self.gesture = Gesture::Pressed { from, on };
        if let Some(unit) = on.map(|model| model.unit)
            && !self.ruler.is_out()
            && self.selection.unit != Some(unit)
            && on.is_none_or(|model| self.draft_to_aim(model).is_none())
        {
            self.selection.unit = Some(unit);
            info!("selected {unit}");
        }
    }

    /// While a draft is in hand the right button fixes a corner of the way.
    fn pressed_right(&mut self) {
        if self.in_hand()
            && self.free_pixel().is_some()
            && let Some(draft) = &mut self.drafting.0
        {
            fix_corner(draft);
        }
    }

    /// A press that moves takes up the unit under it, or pans.
    fn moved(&mut self, to: Vec2) {
        *self.pixel = Some(to);
        if let Gesture::Pressed { from, on } = *self.gesture
            && from.distance(to) > THRESHOLD
        {
            if self.begin_split(from, on) {
                return;
            }
            let taken = !self.ruler.is_out() && on.is_some_and(|model| self.take_up(model, from));
            *self.gesture = if taken { Gesture::Dragging } else { Gesture::Panning };
        }
        let Some(table) = self.free_pixel().and_then(|pixel| self.sight.table_at(pixel)) else { return };
        if self.in_hand()
            && let Some(draft) = &mut self.drafting.0
        {
            draft.follow(table);
        }
    }

    /// Takes a unit up by one of its models; with Ctrl only that model. None is while dice are asked
    /// for: the battle waits for them.
    fn take_up(&mut self, model: ModelId, from: Vec2) -> bool {
        let stays = |draft: &Draft| draft.action() == Some(Action::OnMyTarget);
        let may_not_move = match &self.drafting.0 {
            Some(draft) => stays(draft),
            None => self.selection.action == Action::OnMyTarget,
        };
        if self.dice.0.is_some() || may_not_move || self.draft_to_aim(model).is_some() {
            return false;
        }
        let fits = self.drafting.0.as_ref().is_some_and(|draft| draft.unit == model.unit);
        if !fits {
            if self.drafting.0.as_ref().is_some_and(|draft| draft.purpose == Purpose::Deploy) {
                return false;
            }
            let draft = draft_of(self.sight.opened(), model.unit, self.selection.action);
            self.drafting.0 = draft;
        }
        let (alone, table) = (self.alone(), self.sight.table_at(from));
        let Some(draft) = &mut self.drafting.0 else { return false };
        if alone {
            draft.hold_one(model)
        } else {
            draft.hold_all()
        }
        draft.hold = Hold::InHand(table);
        info!("dragging {}", model.unit);
        true
    }

    /// A click on a model of the draft says whom keys move: with Ctrl that model alone,
    /// else the whole unit.
    fn choose(&mut self, model: ModelId) {
        let alone = self.alone();
        let draft = self.drafting.0.as_mut().filter(|draft| draft.unit == model.unit);
        match draft {
            Some(draft) if alone => draft.hold_one(model),
            Some(draft) => draft.hold_all(),
            None => {}
        }
    }

    fn alone(&self) -> bool {
        self.keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight])
    }

    /// Letting go over the table puts the draft down there; a click on nothing
    /// deselects.
    fn released(&mut self) {
        let was = std::mem::take(&mut *self.gesture);
        if let (Gesture::Pressed { .. }, true) = (was, self.ruler.is_out()) {
            self.lay_ruler();
            return;
        }
        match was {
            Gesture::Aiming { .. } => return self.end_aim(),
            Gesture::Boxing { from } => return self.pick_in_box(from),
            Gesture::Pressed { on, .. } if self.splits() => {
                if let Some(model) = on.filter(|model| self.is_own_shooter(*model)) {
                    self.change_fire(|draft| draft.fire.pick(model));
                }
                return;
            }
            Gesture::Pressed { .. } if self.throws() => return self.throw(),
            Gesture::Pressed { on: None, .. } if self.drafting.0.is_none() => self.selection.unit = None,
            Gesture::Pressed { on: Some(model), .. } => match self.draft_to_aim(model) {
                Some(draft) => self.aim(draft, model),
                None => self.choose(model),
            },
            _ => {}
        }
        let over_table = self.free_pixel().is_some();
        if let Some(draft) = self.drafting.0.as_mut()
            && matches!(draft.hold, Hold::InHand(Some(_)))
            && over_table
        {
            draft.hold = Hold::Resting;
            info!("put down");
        }
    }

    /// Lays an end of the ruler at what is under the mouse.
    fn lay_ruler(&mut self) {
        self.hover();
        if let Some(mark) = self.pointed.mark.clone() {
            self.ruler.lay(mark);
        }
        if let Ruler::Laid(from, to) = &*self.ruler
            && let Ok(measured) = distance(self.sight.opened().game.battle().view(), from, to)
        {
            info!("measured {:.2}\"", measured.gap);
        }
    }

    /// Notes what is under the mouse.
    fn hover(&mut self) {
        let pixel = self.free_pixel();
        let hovered = pixel.and_then(|pixel| self.sight.model_at(pixel, self.drafting.0.as_ref()));
        if self.selection.hovered != hovered {
            self.selection.hovered = hovered;
        }
        let spot = pixel.and_then(|pixel| self.sight.spot(pixel));
        let view = self.sight.opened().game.battle().view();
        let mark = mark_at(&view, self.drafting.0.as_ref(), hovered, spot);
        self.pointed.set_if_neq(Pointed { spot, mark });
    }
}

/// Fixes a corner of the way where the held models are.
pub(super) fn fix_corner(draft: &mut Draft) {
    draft.add_corner();
    info!("a corner of the way of {}", draft.unit);
}

/// The camera follows the mouse only where the table has it, and pans by the
/// left button while that drags the table.
pub(super) fn gate_camera(
    mut sight: Picker,
    screen: Res<Screen>,
    gesture: Res<Gesture>,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    let over_table = sight.cursor().is_some_and(|pixel| sight.is_free(pixel));
    camera.enabled = screen.dialog.is_none() && (over_table || *gesture == Gesture::Panning);
    camera.button_pan = if *gesture == Gesture::Panning { MouseButton::Left } else { MouseButton::Middle };
}
