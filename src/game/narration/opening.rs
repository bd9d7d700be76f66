//! Announcement of dice before they decide.

use super::units;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::{deployment, shooting};
use crate::level::setup::Setup;

/// Purpose of the dice with which some facts begin that are narrated together, before they have decided: "First rifles (A1) open fire on
/// Gate guard (B1)", "Both sides roll off for the first turn". `None` if no dice are rolled.
pub fn opening(setup: &Setup, facts: &[Fact]) -> Option<String> {
    facts.iter().find_map(|fact| match fact {
        Fact::Shooting(ShootingFact::SalvoFired { unit, at, manner, .. }) => {
            Some(shooting::opening(setup, *unit, *at, *manner))
        }
        Fact::Deployment(DeploymentFact::RollOffHeld { purpose, .. }) => {
            Some(deployment::of_roll_off(setup, *purpose))
        }
        Fact::Unit(UnitFact::LeadershipTested { unit, purpose, .. }) => {
            Some(units::opening(setup, *unit, *purpose))
        }
        _ => None,
    })
}
