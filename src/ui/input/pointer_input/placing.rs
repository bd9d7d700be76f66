//! What the pointer does while something is to be placed: objectives, obstacles, a table edge.

use bevy::prelude::*;

use super::PointerInput;
use crate::game::engine::command::Command;
use crate::game::phases::deployment::kinds::PickZone;
use crate::rules::ids::Side;
use crate::rules::measures::Place;
use crate::ui::drafts::by_word::{takes_word, tapped};
use crate::ui::drafts::placing::asks_for_zone;
use crate::ui::session::open_game::GameRequest;

/// How far round a token a press picks it up, inches.
const GRIP: f64 = 1.2;

impl PointerInput<'_, '_> {
    /// A press on the token that lies on the table picks it up; one that is in hand is put down by the release.
    pub(super) fn pick_up_token(&mut self, from: Vec2) -> bool {
        if self.placing.is_in_hand() {
            return true;
        }
        let at = self.picker.table_at(from);
        let is_near = at.is_some_and(|at| self.placing.lies_near(at, GRIP));
        if is_near {
            self.placing.take();
        }
        is_near
    }

    /// A tap on the bare table in a recorded game: the selected unit stands there now; whether it does.
    pub(super) fn tap_to_set(&mut self) -> bool {
        let opened = self.picker.opened();
        if !takes_word(opened) || self.dice.0.is_some() || self.drafting.0.is_some() {
            return false;
        }
        let Some(unit) = self.selection.unit else { return false };
        let Some((at, z)) = self.free_pixel().and_then(|pixel| self.spot(pixel)) else { return false };
        let Ok(flat) = Place::from_inches(at[0], at[1], 0.0) else { return false };
        let Some(command) = tapped(self.picker.opened(), unit, Place { z, ..flat }) else { return false };
        self.requests.write(GameRequest::Submit(vec![command]));
        true
    }

    /// A release over the table puts the token down there.
    pub(super) fn put_token_down(&mut self) {
        if let Some(at) = self.free_pixel().and_then(|pixel| self.picker.table_at(pixel)) {
            self.placing.put(at);
        }
    }

    /// A click on the bare table puts the token that is asked for there, or picks the edge of the zone there; whether it
    /// did either.
    pub(super) fn click_to_place(&mut self) -> bool {
        let Some(at) = self.free_pixel().and_then(|pixel| self.picker.table_at(pixel)) else { return false };
        if self.placing.token.is_some() && self.dice.0.is_none() {
            self.placing.put(at);
            return true;
        }
        let opened = self.picker.opened();
        let Some(player) = asks_for_zone(opened) else { return false };
        let level = &opened.game.setup().level;
        let zone = Side::BOTH.into_iter().find(|side| level.zones[side.index()].area.contains(at));
        let Some(zone) = zone else { return false };
        self.requests.write(GameRequest::Submit(vec![Command::new(player, PickZone { zone })]));
        true
    }
}
