//! What the pointer does to the fire of a draft: aiming, splitting, picking shooters, throwing.

use bevy::prelude::*;

use super::{Gesture, PointerInput};
use crate::rules::action::Action;
use crate::rules::card::Handling;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::orders;
use crate::ui::input::picker::Pointed;
use crate::ui::session::events::{UiEvent, emit};

impl PointerInput<'_, '_> {
    /// The draft that a click on a model would aim at it, if it would.
    pub(super) fn draft_to_aim(&self, at: ModelId) -> Option<Draft> {
        orders::draft_to_aim(self.picker.opened(), &self.selection, &self.drafting, at)
    }

    /// A click on an enemy gives the unit that is ordered its target.
    pub(super) fn aim(&mut self, mut draft: Draft, at: ModelId) {
        draft.aim(at);
        emit(&UiEvent::Aimed { unit: draft.unit, at });
        // A draft without a target and without a move is none.
        let is_worth_keeping = draft.fire.is_some() || draft.changes_any_model();
        self.drafting.0 = is_worth_keeping.then_some(draft);
    }

    /// With Shift, a drag gives models a target or picks them, if the unit is to fire.
    pub(super) fn begin_split(&mut self, from: Vec2, on: Option<Pointed>) -> bool {
        if !self.splits() || self.in_hand() {
            return false;
        }
        match on.and_then(Pointed::exactly).filter(|model| self.is_own_shooter(*model)) {
            Some(model) => {
                self.change_fire(|draft| {
                    draft.fire.picked.insert(model);
                });
                *self.gesture = Gesture::Aiming { from };
            }
            None => *self.gesture = Gesture::Boxing { from },
        }
        true
    }

    /// Whether the pointer splits fire: Shift is held, and the unit is to fire.
    pub(super) fn splits(&self) -> bool {
        self.keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) && self.draft_that_fires().is_some()
    }

    fn draft_that_fires(&self) -> Option<Draft> {
        let draft = orders::draft_that_fires(self.picker.opened(), &self.selection, &self.drafting)?;
        (draft.action() != Some(Action::OnMyTarget) && !self.ruler.is_out()).then_some(draft)
    }

    pub(super) fn is_own_shooter(&self, model: ModelId) -> bool {
        self.draft_that_fires().is_some_and(|draft| draft.unit == model.unit)
    }

    /// Changes the fire of the draft; without one, drafts the selected unit as it stands.
    pub(super) fn change_fire(&mut self, change: impl FnOnce(&mut Draft)) {
        let Some(mut draft) = self.draft_that_fires() else { return };
        change(&mut draft);
        emit(&UiEvent::Picked { unit: draft.unit, models: draft.fire.picked.len() });
        self.drafting.0 = Some(draft);
    }

    /// A release over an enemy makes it the target of the picked models.
    pub(super) fn end_aim(&mut self) {
        let on = self.free_pixel().and_then(|pixel| self.pointed(pixel));
        if let Some(at) = on.map(|on| on.model)
            && let Some(draft) = self.draft_to_aim(at)
        {
            self.aim(draft, at);
        }
    }

    /// Picks the models of the unit whose centres are in the box.
    pub(super) fn pick_in_box(&mut self, from: Vec2) {
        let (Some(to), Some(draft)) = (*self.pixel, self.draft_that_fires()) else { return };
        let selected = Rect::from_corners(from, to);
        let inside: Vec<ModelId> = draft
            .models
            .iter()
            .filter(|model| {
                self.picker.pixel_of(model.at, model.height).is_some_and(|at| selected.contains(at))
            })
            .map(|model| model.model)
            .collect();
        self.change_fire(|draft| draft.fire.picked = inside.into_iter().collect());
    }

    /// Whether a click throws: Alt is held and models are picked.
    pub(super) fn throws(&self) -> bool {
        let picked = self.drafting.0.as_ref().is_some_and(|draft| !draft.fire.picked.is_empty());
        picked && self.keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight])
    }

    /// The picked models throw at the point under the pointer.
    pub(super) fn throw(&mut self) {
        let spot = self.free_pixel().and_then(|pixel| self.picker.spot(pixel));
        let Some(([x, y], height)) = spot else { return };
        let Ok(at) = Place::from_inches(x, y, height.inches()) else { return };
        let Some(mut draft) = self.draft_that_fires() else { return };
        let view = self.picker.opened().game.battle().view();
        let enemies = view.standing_of(draft.unit.side.other());
        let nearest =
            enemies.min_by(|a, b| a.pose.at.ground_distance(at).total_cmp(&b.pose.at.ground_distance(at)));
        let thrown = |model: ModelId| {
            let card = view.model(model)?.card;
            let mut carried = card.carried(model.number);
            carried.find(|weapon| weapon.handling == Handling::Thrown).map(|weapon| weapon.name.clone())
        };
        if let Some(near) = nearest.map(|model| model.id.unit) {
            draft.fire.throw(thrown, near, at);
            emit(&UiEvent::ThrowAimed { unit: draft.unit, at });
            self.drafting.0 = Some(draft);
        }
    }
}
