//! What the pointer does while something is to be placed: objectives, obstacles, a table edge.

use bevy::prelude::*;

use super::PointerInput;
use crate::game::engine::command::Command;
use crate::game::phases::deployment::kinds::PickZone;
use crate::rules::ids::Side;
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
