//! A battle put together for a test: units where the test wants them.

use std::sync::Arc;

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::setup_of;
use crate::ids::UnitId;
use crate::play::{Place, Play};
use crate::setup::LhySetup;
use crate::state::State;
use crate::view::View;

pub fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

pub fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// A level with only the units that a test puts on it.
pub struct Table {
    pub setup: Arc<LhySetup>,
    pub play: Play,
}

impl Table {
    pub fn new(level: &str, units: &[(&str, &str)]) -> Self {
        let setup = setup_of(level, "lhy-book");
        let mut play = Play::new(&setup);
        for unit in play.units.values_mut() {
            unit.place = Place::Gone;
            unit.state = State { steps: unit.state.steps, ..State::default() };
        }
        let mut table = Self { setup, play };
        for (id, at) in units {
            table.place(id, at);
        }
        table
    }

    pub fn place(&mut self, id: &str, at: &str) {
        self.play.units.get_mut(&unit(id)).unwrap().place = Place::On(hex(at));
    }

    pub fn state(&mut self, id: &str) -> &mut State {
        &mut self.play.units.get_mut(&unit(id)).unwrap().state
    }

    /// Lets the platoon of a unit act.
    pub fn activate(&mut self, id: &str) {
        let platoon = self.setup.card(unit(id)).platoon.clone();
        self.play.acting = vec![platoon];
        self.play.active = self.setup.side(unit(id));
    }

    pub fn view(&self) -> View<'_> {
        View::of(&self.setup, &self.play)
    }

    pub fn seen_by(&self, side: Side) -> View<'_> {
        self.view().seen_by(side)
    }
}
