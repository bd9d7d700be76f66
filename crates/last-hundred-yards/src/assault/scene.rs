//! An assault at a moment, as the rules look at it.

use tabletop_hexes::hex::Hex;

use super::case::Case;
use super::progress::Standing;
use crate::card::{Card, Kind};
use crate::data::ruleset::{BestOf, Building, Motion};
use crate::data::table::{Role, Row};
use crate::ids::UnitId;
use crate::state::State;

/// A case and where it stands. Fighters are named by their place in [`Case::fighters`].
#[derive(Clone, Copy)]
pub struct Scene<'c, 'a> {
    /// The case.
    pub case: &'c Case<'a>,
    /// Its standing.
    pub now: &'c Standing,
}

impl<'c, 'a> Scene<'c, 'a> {
    /// Values of a unit.
    pub fn card(self, index: usize) -> &'a Card {
        self.case.fighters[index].card
    }

    /// Name of a unit.
    pub fn id(self, index: usize) -> UnitId {
        self.card(index).id
    }

    /// Names of units.
    pub fn ids(self, units: &[usize]) -> Vec<UnitId> {
        units.iter().map(|index| self.id(*index)).collect()
    }

    /// Side of a unit.
    pub fn role(self, index: usize) -> Role {
        self.case.fighters[index].role
    }

    /// Steps and markers of a unit.
    pub fn state(self, index: usize) -> State {
        self.now.units[index].state
    }

    /// The hex of a unit that is left.
    pub fn at(self, index: usize) -> Option<Hex> {
        self.now.units[index].at
    }

    /// Fighters of a side that are left, wherever they are.
    pub fn left(self, role: Role) -> impl Iterator<Item = usize> + use<'c, 'a> {
        (0..self.case.fighters.len())
            .filter(move |index| self.role(*index) == role && self.at(*index).is_some())
    }

    /// Fighters of a side in the assault hex.
    pub fn there(self, role: Role) -> impl Iterator<Item = usize> + use<'c, 'a> {
        self.left(role).filter(move |index| self.at(*index) == Some(self.case.hex))
    }

    /// The row that the die has given.
    pub fn row(self) -> Option<&'c Row> {
        self.case.rules.table.get(usize::from(self.now.progress.row?))
    }

    /// Cohesion of a unit; `None` of one without.
    ///
    /// Rule: LHY-STA-4.
    pub fn cohesion(self, index: usize) -> Option<u8> {
        let printed = self.card(index).cohesion;
        if self.state(index).heroic {
            return printed.map(|_| self.case.rules.numbers.heroic_cohesion);
        }
        printed
    }

    /// Assault value of a unit.
    ///
    /// Rule: LHY-TRM-2, LHY-DRM-8.
    pub fn av(self, index: usize) -> u8 {
        let (card, state) = (self.card(index), self.state(index));
        let printed = card.av_with(state.steps);
        let is_reduced =
            self.case.rules.switches.motion == Motion::Twice && card.kind.is_vehicle() && state.in_motion;
        printed.saturating_sub(if is_reduced { self.case.rules.numbers.drm_motion } else { 0 })
    }

    /// It is not Disrupted, Regrouping or Shocked.
    ///
    /// Rule: LHY-ELI-1, LHY-VDA-4.
    pub fn in_good_order(self, index: usize) -> bool {
        in_good_order(self.state(index))
    }

    /// It is a combat unit on foot.
    pub fn is_foot_combat(self, index: usize) -> bool {
        let kind = self.card(index).kind;
        kind.is_combat() && !kind.is_vehicle()
    }

    /// The fight is for an urban building.
    pub fn is_urban(self) -> bool {
        self.case.site.terrain.building == Building::Urban
    }

    /// Those of the best Cohesion among units, among the combat units if there are any: more than one if they tie.
    ///
    /// Rule: LHY-RES-5.
    pub fn best(self, units: &[usize]) -> Vec<usize> {
        let combat: Vec<usize> =
            units.iter().copied().filter(|index| self.card(*index).kind.is_combat()).collect();
        let all_count = self.case.rules.switches.best_of == BestOf::All || combat.is_empty();
        self.highest(if all_count { units } else { &combat })
    }

    /// Those of the highest Cohesion.
    pub fn highest(self, units: &[usize]) -> Vec<usize> {
        let top = units.iter().map(|index| self.cohesion(*index)).max();
        units.iter().copied().filter(|index| Some(self.cohesion(*index)) == top).collect()
    }
}

/// A unit is not Disrupted, Regrouping or Shocked.
///
/// Rule: LHY-ELI-1.
pub fn in_good_order(state: State) -> bool {
    !(state.disrupted || state.regrouping || state.shocked)
}

/// A kind of unit is destroyed when it defends by itself.
///
/// Rule: LHY-IMM-1.
pub fn is_soft(kind: Kind, state: State) -> bool {
    match kind {
        Kind::TowedGun | Kind::Carrier | Kind::Fv => true,
        Kind::Afv => state.shocked,
        Kind::Squad
        | Kind::Section
        | Kind::MachineGun
        | Kind::HalfTrack
        | Kind::Leader
        | Kind::Latw
        | Kind::Flamethrower
        | Kind::Fortified => false,
    }
}
