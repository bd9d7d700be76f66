//! Which paragraphs a fact is a use of, and whose: for what is never reached in any number of games.

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::close_combat::kinds::{Fact as CombatFact, LeftFor};
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::get_down::kinds::Fact as GetDownFact;
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::ids::Side;
use crate::rules::movement::going::Going;

/// The paragraphs whose use a fact can show, in the rulebook's order.
pub(super) const PARAGRAPHS: [&str; 47] = [
    "BAS-9", "TURN-4", "TURN-6", "LD-1", "LD-4", "SUP-1", "SUP-3", "SUP-5", "NRV-1", "NRV-2", "NRV-3",
    "ACT-1", "ACT-2", "ACT-3", "ACT-4", "ACT-5", "ACT-6", "ACT-7", "RE-1", "MOV-1", "FAC-2", "GO-2", "GO-3",
    "GO-5", "FB-1", "FB-4", "ROU-1", "OFB-1", "OFB-2", "OFB-3", "OFB-6", "SHO-1", "SHO-5", "SHO-6", "SHO-7",
    "CC-1", "CC-3", "CC-5", "CC-6", "CC-7", "CC-8", "CC-9", "MIS-1", "MIS-2", "MIS-3", "MIS-5", "MIS-6",
];

/// Calls `used` for each paragraph that a fact is a use of.
pub(super) fn uses(fact: &Fact, mut used: impl FnMut(&str, Side)) {
    match fact {
        Fact::Unit(fact) => of_unit(fact, &mut used),
        Fact::Shooting(ShootingFact::UnitSnapFired { unit, .. }) => used("RE-1", unit.side),
        Fact::Shooting(ShootingFact::SalvoFired { unit, .. }) => used("SHO-1", unit.side),
        Fact::Shooting(ShootingFact::SavesRolled { unit, .. }) => used("SHO-5", unit.side),
        Fact::CloseCombat(fact) => of_combat(fact, &mut used),
        Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
            let paragraph = match goes {
                Goes::Nowhere | Goes::Stays { .. } => "FB-1",
                Goes::Crawls => "OFB-1",
                Goes::StaysInCover => "OFB-2",
                Goes::ToSafePosition { .. } => "FB-4",
                Goes::ToCover { .. } | Goes::ToEdge { .. } => "OFB-3",
                Goes::Routs { .. } => "ROU-1",
            };
            used(paragraph, unit.side);
        }
        Fact::FallBack(FallBackFact::UnitLeftTable { unit, .. }) => used("OFB-6", unit.side),
        Fact::Deployment(fact) => of_deployment(fact, &mut used),
        Fact::Turn(TurnFact::ForceWavered { side, .. }) => used("MIS-5", *side),
        Fact::Turn(TurnFact::BattleEnded(result)) => {
            used(result.reason.rule().0, result.winner.unwrap_or(Side::A));
        }
        // What frames the battle, what an action says already, and the players' word, which no game of a laboratory has.
        Fact::Turn(TurnFact::PhaseBegan { .. } | TurnFact::ObjectivesCounted { .. })
        | Fact::GetDown(GetDownFact::UnitGotDown { .. })
        | Fact::Word(_) => {}
    }
}

fn of_unit(fact: &UnitFact, used: &mut impl FnMut(&str, Side)) {
    match fact {
        UnitFact::UnitActivated { unit, action } => used(action.rule().0, unit.side),
        UnitFact::ModelMoved { model, going, .. } => {
            used("MOV-1", model.unit.side);
            match going {
                Going::Clear | Going::Impassable => {}
                Going::Slow | Going::Difficult | Going::SlowAndDifficult => {
                    used(going.rule(), model.unit.side);
                }
            }
        }
        UnitFact::ModelTurned { model, .. } => used("FAC-2", model.unit.side),
        UnitFact::NerveMarkersDropped { unit, .. } => used("NRV-3", unit.side),
        UnitFact::LeadershipTested { unit, purpose, inspired_by, .. } => {
            used("LD-1", unit.side);
            if inspired_by.is_some() {
                used("LD-4", unit.side);
            }
            used(purpose.rule().0, unit.side);
        }
        UnitFact::HitDieRemoved { unit, .. } => used("SUP-5", unit.side),
        UnitFact::HitsTaken { unit, .. } => used("SHO-7", unit.side),
        UnitFact::HitDieRaised { unit, shaken, .. } => {
            used("SUP-1", unit.side);
            if *shaken {
                used("SUP-3", unit.side);
            }
        }
        UnitFact::SuppressionMarkersGained { unit, .. }
        | UnitFact::SuppressionMarkersRemoved { unit, .. } => used("ACT-7", unit.side),
        UnitFact::ModelWounded { model, .. } => used("BAS-9", model.unit.side),
        UnitFact::ModelLost { model, why, .. } => {
            // What is lost on the way is counted by what sent it there.
            if why.is_none() {
                used("SHO-6", model.unit.side);
            }
        }
        UnitFact::NerveMarkersGained { unit, rule, .. } => used(rule.0, unit.side),
        UnitFact::UnitWipedOut { .. } | UnitFact::UnitActed { .. } => {}
    }
}

fn of_combat(fact: &CombatFact, used: &mut impl FnMut(&str, Side)) {
    match fact {
        CombatFact::CombatStarted { attackers, .. } => {
            attackers.first().into_iter().for_each(|first| used("CC-1", first.side));
        }
        CombatFact::UnitDefended { unit, .. } | CombatFact::DefenceFailed { unit } => used("CC-3", unit.side),
        CombatFact::ModelCharged { model } => used("CC-6", model.unit.side),
        CombatFact::CombatRoundBegan { fighters, .. } => {
            fighters.first().into_iter().for_each(|first| used("CC-5", first.unit.side));
        }
        CombatFact::UnitLeftCombat { unit, why } => {
            let paragraph = match why {
                LeftFor::FailedTest => "CC-7",
                LeftFor::LongCombat => "CC-8",
            };
            used(paragraph, unit.side);
        }
        CombatFact::CombatEnded { winner, .. } => {
            winner.iter().for_each(|winner| used("CC-9", *winner));
        }
        CombatFact::CombatJoined { .. }
        | CombatFact::CombatLapsed { .. }
        | CombatFact::CombatRoundEnded { .. } => {}
    }
}

fn of_deployment(fact: &DeploymentFact, used: &mut impl FnMut(&str, Side)) {
    match fact {
        DeploymentFact::UnitDeployed { unit, .. } => used("MIS-1", unit.side),
        DeploymentFact::UnitHeldBack { unit, .. }
        | DeploymentFact::ReserveRolled { unit, .. }
        | DeploymentFact::ReserveEntered { unit, .. }
        | DeploymentFact::ReserveWaits { unit, .. } => used("MIS-3", unit.side),
        // Before the first unit stands.
        DeploymentFact::RollOffHeld { .. }
        | DeploymentFact::ZonePicked { .. }
        | DeploymentFact::ObjectivePlaced { .. }
        | DeploymentFact::ObstaclePlaced { .. }
        | DeploymentFact::ObstaclesEnded { .. }
        | DeploymentFact::UnitsChosen { .. } => {}
    }
}
