//! The battle as somebody sees it.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::UnitId;
use crate::play::{Play, Unit};
use crate::setup::LhySetup;

/// The battle, read only.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) setup: &'a LhySetup,
    pub(crate) play: &'a Play,
    /// The side that looks; everybody's view without one.
    pub(crate) viewer: Option<Side>,
}

impl<'a> View<'a> {
    pub(crate) fn of(setup: &'a LhySetup, play: &'a Play) -> Self {
        Self { setup, play, viewer: None }
    }

    pub(crate) fn seen_by(self, side: Side) -> Self {
        Self { viewer: Some(side), ..self }
    }

    /// The viewer knows which unit it is: concealed ones are known to their side alone.
    ///
    /// Rule: LHY-STA-5.
    pub(crate) fn knows(self, unit: UnitId) -> bool {
        let own = self.viewer.is_none_or(|viewer| viewer == self.setup.side(unit));
        own || !self.play.state(unit).concealed
    }

    /// The same of a unit of a side.
    fn knows_of(self, side: Side, unit: &Unit) -> bool {
        self.viewer.is_none_or(|viewer| viewer == side) || !unit.state.concealed
    }

    /// Units of a side in a hex that the viewer knows.
    pub(crate) fn known_in(self, hex: Hex, side: Side) -> Vec<UnitId> {
        let there = self.play.at(self.setup, hex, side);
        there.filter(|(_, unit, _)| self.knows_of(side, unit)).map(|(id, ..)| id).collect()
    }

    /// Somebody is in a hex whom the viewer does not know.
    pub(crate) fn hides(self, hex: Hex, side: Side) -> bool {
        self.play.at(self.setup, hex, side).any(|(_, unit, _)| !self.knows_of(side, unit))
    }
}
