//! The paragraph of the rulebook that is in play where something happens.

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::close_combat::kinds::{Fact as CombatFact, LeftFor};
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::ids::RuleId;
use crate::rules::salvo::Manner;

/// The paragraph of the first fact that has one.
pub fn of_facts(facts: &[Fact]) -> Option<RuleId> {
    facts.iter().find_map(of_fact)
}

/// The paragraph by which a manner of firing is allowed.
pub fn of_manner(manner: Manner) -> RuleId {
    RuleId(match manner {
        Manner::OpenFire | Manner::SnapInOpenFire => "ACT-1",
        Manner::Advance => "ACT-2",
        Manner::OnMyTarget => "ACT-3",
        Manner::AfterRunning => "ACT-4",
        Manner::SnapFire => "RE-1",
        Manner::FallingBack => "FB-1",
        Manner::CloseFire | Manner::Melee => "CC-6",
    })
}

fn of_fact(fact: &Fact) -> Option<RuleId> {
    let id = match fact {
        Fact::Unit(fact) => return of_unit_fact(fact),
        Fact::Shooting(ShootingFact::SalvoFired { manner, .. }) => return Some(of_manner(*manner)),
        Fact::Shooting(ShootingFact::UnitSnapFired { .. }) => "RE-1",
        Fact::FallBack(FallBackFact::FallBackForced { goes, .. }) => match goes {
            Goes::Routs { .. } => "ROU-1",
            Goes::ToSafePosition { .. } => "FB-2",
            Goes::ToCover { .. } | Goes::ToEdge { .. } => "OFB-3",
            Goes::StaysInCover => "OFB-2",
            Goes::Crawls => "OFB-1",
            Goes::Stays { .. } | Goes::Nowhere => "FB-1",
        },
        Fact::FallBack(FallBackFact::UnitLeftTable { .. }) => "OFB-6",
        Fact::CloseCombat(fact) => match fact {
            CombatFact::CombatStarted { .. }
            | CombatFact::CombatJoined { .. }
            | CombatFact::CombatLapsed { .. } => "CC-1",
            CombatFact::UnitDefended { .. } | CombatFact::DefenceFailed { .. } => "CC-3",
            CombatFact::ModelCharged { .. } => "CC-4",
            CombatFact::CombatRoundBegan { .. } => "CC-5",
            CombatFact::CombatRoundEnded { .. } => "CC-7",
            CombatFact::UnitLeftCombat { why: LeftFor::FailedTest, .. } => "CC-7",
            CombatFact::UnitLeftCombat { .. } | CombatFact::CombatEnded { .. } => "CC-8",
        },
        Fact::Turn(TurnFact::ObjectivesCounted { .. }) => "MIS-4",
        Fact::Turn(TurnFact::ForceWavered { .. }) => "MIS-5",
        Fact::Turn(TurnFact::BattleEnded(_)) => "TURN-6",
        Fact::Turn(TurnFact::PhaseBegan { .. }) => return None,
        _ => return None,
    };
    Some(RuleId(id))
}

fn of_unit_fact(fact: &UnitFact) -> Option<RuleId> {
    let id = match fact {
        UnitFact::UnitActivated { action, .. } => return Some(action.rule()),
        UnitFact::ModelMoved { .. } => "MOV-1",
        UnitFact::NerveMarkersDropped { .. } => "NRV-3",
        UnitFact::LeadershipTested { purpose, .. } => return Some(purpose.rule()),
        UnitFact::HitDieRemoved { .. } => "SUP-5",
        UnitFact::HitDieRaised { .. } => "SUP-1",
        UnitFact::SuppressionMarkersGained { .. } | UnitFact::SuppressionMarkersRemoved { .. } => "ACT-7",
        UnitFact::NerveMarkersGained { rule, .. } => return Some(*rule),
        UnitFact::ModelLost { .. } | UnitFact::UnitWipedOut { .. } => "SHO-6",
        UnitFact::ModelTurned { .. }
        | UnitFact::HitsTaken { .. }
        | UnitFact::ModelWounded { .. }
        | UnitFact::UnitActed { .. } => return None,
    };
    Some(RuleId(id))
}
