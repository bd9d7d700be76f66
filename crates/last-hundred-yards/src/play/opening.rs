//! The battle before its opening.

use std::collections::BTreeSet;

use super::{Place, Play, Unit};
use crate::data::level::Placed;
use crate::setup::LhySetup;
use crate::state::State;

impl Play {
    /// A battle before its opening.
    ///
    /// Rule: LHY-SCN-1.
    pub fn new(setup: &LhySetup) -> Self {
        let units = setup.level.forces.iter().flat_map(|force| &force.units);
        Self {
            turn: 0,
            minutes: 0,
            units: units.map(|placed| (placed.unit, unit(setup, placed))).collect(),
            active: setup.level.first,
            acting: Vec::new(),
            activated: BTreeSet::new(),
            noticed: BTreeSet::new(),
            shots: Vec::new(),
            arrows: Vec::new(),
            fights: Vec::new(),
            winner: None,
        }
    }
}

fn unit(setup: &LhySetup, placed: &Placed) -> Unit {
    let place = match (placed.aboard, placed.hex) {
        (Some(carrier), _) => Place::Aboard(carrier),
        (None, Some(hex)) => Place::On(hex),
        (None, None) => Place::Reserve,
    };
    let [concealed, shocked, out_of_command, regrouping] = placed.marks;
    let steps = setup.card(placed.unit).steps.saturating_sub(placed.lost);
    let state = State { steps, concealed, shocked, out_of_command, regrouping, ..State::default() };
    Unit { place, state, acted: false, moved: false, advanced: false }
}
