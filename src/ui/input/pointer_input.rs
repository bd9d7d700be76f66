//! The pointer's state machine: selecting, dragging units, panning.
//!
//! Events are handled in order, each at its own pixel, so that nothing is lost at low frame rates.

mod firing;
mod placing;

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::picker::{Part, Picker, Pointed};
use crate::game::measure::distance;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::ui::camera::Steer;
use crate::ui::drafts::draft::{Draft, Drafting, Hold, Purpose};
use crate::ui::drafts::orders::{draft_of, is_to_move};
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::ruler::{Ruler, UnderPointer, mark_at};
use crate::ui::drafts::selection::{HoveredModel, Selection};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::GameRequest;

/// What the left button does.
#[derive(Resource, Default, Debug, PartialEq, Clone, Copy)]
pub(in crate::ui) enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// Pressed, but not yet moved far enough for a drag.
    Pressed {
        /// Where, pixels.
        from: Vec2,
        /// The unit there.
        on: Option<Pointed>,
    },
    /// Moving a draft.
    Dragging,
    /// Moving an objective or an obstacle that is to be placed.
    Placing,
    /// Moving the camera.
    Panning,
    /// Dragging from a picked model to a target.
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

/// How far the pointer moves before a press becomes a drag.
const DRAG_THRESHOLD_PIXELS: f32 = 4.0;

/// What the pointer acts on.
#[derive(SystemParam)]
pub(super) struct PointerInput<'w, 's> {
    picker: Picker<'w, 's>,
    gesture: ResMut<'w, Gesture>,
    drafting: ResMut<'w, Drafting>,
    selection: ResMut<'w, Selection>,
    hovered: ResMut<'w, HoveredModel>,
    ruler: ResMut<'w, Ruler>,
    dice: Res<'w, HandDice>,
    pointed: ResMut<'w, UnderPointer>,
    placing: ResMut<'w, Placing>,
    requests: MessageWriter<'w, GameRequest>,
    steers: MessageWriter<'w, Steer>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    pixel: Local<'s, Option<Vec2>>,
    /// The spot that was looked for last in this frame, and at which pixel.
    looked: Local<'s, Option<(Vec2, Option<Spot>)>>,
}

/// A point of the table, inches, and its height.
type Spot = ([f64; 2], Thou);

/// Handles the events of the pointer in order.
pub(super) fn handle_pointer(mut events: MessageReader<WindowEvent>, mut pointer: PointerInput) {
    *pointer.looked = None;
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => pointer.moved(moved.position),
            WindowEvent::CursorLeft(_) => *pointer.pixel = None,
            WindowEvent::MouseButtonInput(input)
                if input.button == MouseButton::Right && input.state == ButtonState::Pressed =>
            {
                pointer.pressed_right();
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => match input.state {
                ButtonState::Pressed => pointer.pressed(),
                ButtonState::Released => pointer.released(),
            },
            _ => {}
        }
    }
    pointer.hover();
}

impl PointerInput<'_, '_> {
    /// The pointer's pixel, if it is over the table.
    fn free_pixel(&mut self) -> Option<Vec2> {
        let pixel = (*self.pixel).or_else(|| self.picker.cursor())?;
        self.picker.is_free(pixel).then_some(pixel)
    }

    /// The spot of the table at a pixel. Moving and hovering ask for the same one.
    fn spot(&mut self, pixel: Vec2) -> Option<Spot> {
        if let Some((at, spot)) = *self.looked
            && at == pixel
        {
            return spot;
        }
        let spot = self.picker.spot(pixel);
        *self.looked = Some((pixel, spot));
        spot
    }

    /// The unit at a pixel, by whichever of its parts.
    fn pointed(&mut self, pixel: Vec2) -> Option<Pointed> {
        let spot = self.spot(pixel);
        self.picker.pointed_at(pixel, spot, self.drafting.0.as_ref())
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
        if self.pick_up_token(from) {
            *self.gesture = Gesture::Placing;
            return;
        }
        let on = self.pointed(from);
        *self.gesture = Gesture::Pressed { from, on };
        if let Some(Pointed { model, .. }) = on
            && let unit = model.unit
            && !self.ruler.is_out()
            && self.selection.unit != Some(unit)
            && self.draft_to_aim(model).is_none()
        {
            self.selection.unit = Some(unit);
            emit(&UiEvent::Selected { unit });
        }
    }

    /// While a draft is dragged, the right button adds a corner to its path.
    fn pressed_right(&mut self) {
        if self.in_hand()
            && self.free_pixel().is_some()
            && let Some(draft) = &mut self.drafting.0
        {
            draft.fix_corner();
        }
    }

    /// A press that moves drags the unit under it, or pans.
    fn moved(&mut self, to: Vec2) {
        let mut last = self.pixel.replace(to);
        if let Gesture::Pressed { from, on } = *self.gesture
            && from.distance(to) > DRAG_THRESHOLD_PIXELS
        {
            if self.begin_split(from, on) {
                return;
            }
            let taken = !self.ruler.is_out() && on.is_some_and(|on| self.start_drag(on, from));
            *self.gesture = if taken { Gesture::Dragging } else { Gesture::Panning };
            last = Some(from);
        }
        if let (Gesture::Panning, Some(from)) = (*self.gesture, last) {
            self.steers.write(Steer::Drag { from, to });
        }
        if !self.in_hand() && !self.placing.is_in_hand() {
            return;
        }
        let Some((table, _)) = self.free_pixel().and_then(|pixel| self.spot(pixel)) else { return };
        if self.in_hand()
            && let Some(draft) = &mut self.drafting.0
        {
            draft.follow(table);
        }
        if self.placing.is_in_hand() {
            self.placing.follow(table);
        }
    }

    /// Starts to drag a unit; with Ctrl, the model under the pointer alone. Not while the battle waits for dice. By its tag or
    /// its block only a unit that may move is dragged: elsewhere the table is.
    fn start_drag(&mut self, on: Pointed, from: Vec2) -> bool {
        let Pointed { model, part } = on;
        let stays = |draft: &Draft| draft.action() == Some(Action::OnMyTarget);
        let may_not_move = match &self.drafting.0 {
            Some(draft) => stays(draft),
            None => self.selection.action == Action::OnMyTarget,
        };
        let is_handle = part == Part::Model || self.may_be_moved(model.unit);
        if self.dice.0.is_some() || may_not_move || !is_handle || self.draft_to_aim(model).is_some() {
            return false;
        }
        let fits = self.drafting.0.as_ref().is_some_and(|draft| draft.unit == model.unit);
        if !fits {
            let other = self.drafting.0.as_ref().map(|draft| draft.purpose);
            if matches!(other, Some(Purpose::Deploy | Purpose::Combat(_))) {
                return false;
            }
            let draft = draft_of(self.picker.opened(), model.unit, self.selection.action);
            self.drafting.0 = draft;
        }
        let alone = self.alone() && part != Part::Tag;
        let table = self.spot(from).map(|(at, _)| at);
        let Some(draft) = &mut self.drafting.0 else { return false };
        draft.take_up();
        if alone {
            draft.hold_one(model)
        } else {
            draft.hold_all()
        }
        draft.hold = Hold::InHand(table);
        emit(&UiEvent::Dragging { unit: model.unit });
        true
    }

    /// Whether a unit is in the draft, or the battle waits for it to move.
    fn may_be_moved(&self, unit: UnitId) -> bool {
        let drafted = self.drafting.0.as_ref().is_some_and(|draft| draft.unit == unit);
        drafted || is_to_move(self.picker.opened(), unit)
    }

    /// A click on a unit of the draft chooses what the keys move: with Ctrl the model there alone, else the whole unit.
    fn choose(&mut self, Pointed { model, part }: Pointed) {
        let alone = self.alone() && part != Part::Tag;
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

    /// A release over the table puts the draft down there; a click on nothing deselects.
    fn released(&mut self) {
        let gesture = std::mem::take(&mut *self.gesture);
        if let (Gesture::Pressed { .. }, true) = (gesture, self.ruler.is_out()) {
            self.set_ruler_end();
            return;
        }
        match gesture {
            Gesture::Placing => return self.put_token_down(),
            Gesture::Pressed { on, .. } if is_bare(on) && self.click_to_place() => return,
            // What is on a unit has selected it.
            Gesture::Pressed { on: None, .. } if self.tap_to_set() => return,
            Gesture::Aiming { .. } => return self.end_aim(),
            Gesture::Boxing { from } => return self.pick_in_box(from),
            Gesture::Pressed { on, .. } if self.splits() => {
                let model = on.and_then(Pointed::exactly);
                if let Some(model) = model.filter(|model| self.is_own_shooter(*model)) {
                    self.change_fire(|draft| draft.fire.pick(model));
                }
                return;
            }
            Gesture::Pressed { .. } if self.throws() => return self.throw(),
            Gesture::Pressed { on: None, .. } if self.drafting.0.is_none() => self.selection.unit = None,
            Gesture::Pressed { on: Some(on), .. } => match self.draft_to_aim(on.model) {
                Some(draft) => self.aim(draft, on.model),
                None => self.choose(on),
            },
            _ => {}
        }
        let over_table = self.free_pixel().is_some();
        if let Some(draft) = self.drafting.0.as_mut()
            && matches!(draft.hold, Hold::InHand(Some(_)))
            && over_table
        {
            draft.hold = Hold::Resting;
            emit(&UiEvent::PutDown);
        }
    }

    /// Sets an end of the ruler at what is under the pointer.
    fn set_ruler_end(&mut self) {
        self.hover();
        if let Some(mark) = self.pointed.mark.clone() {
            self.ruler.lay(mark);
        }
        if let Ruler::Laid(from, to) = &*self.ruler
            && let Ok(measured) = distance(self.picker.opened().game.battle().view(), from, to)
        {
            emit(&UiEvent::Measured { gap: measured.gap });
        }
    }

    /// Notes what is under the pointer.
    fn hover(&mut self) {
        let pixel = self.free_pixel();
        // What is in hand lies under the pointer in any case.
        let over = pixel.filter(|_| !self.in_hand());
        let pointed = over.and_then(|pixel| self.pointed(pixel));
        let unit = pointed.map(|on| on.model.unit);
        if self.hovered.unit() != unit {
            emit(&UiEvent::PointedAt { unit });
        }
        self.hovered.set_if_neq(HoveredModel(pointed.map(|on| on.model)));
        let spot = pixel.and_then(|pixel| self.spot(pixel));
        let view = self.picker.opened().game.battle().view();
        // Between models one measures from the ground.
        let model = pointed.and_then(Pointed::exactly);
        let mark = mark_at(&view, self.drafting.0.as_ref(), model, spot);
        self.pointed.set_if_neq(UnderPointer { spot, mark });
    }
}

/// Whether the pointer is on the table as far as things are placed there: the ground of a block is ground.
fn is_bare(on: Option<Pointed>) -> bool {
    on.is_none_or(|on| on.part == Part::Block)
}
