//! Facts of close combat made so, written anew from what the facts' docs say.

use warstrike::game::engine::components::{CombatPart, InCombat};
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::phases::close_combat::kinds::Fact;
use warstrike::rules::ids::UnitId;

/// Makes a fact so.
pub fn tell(told: &mut Snapshot, fact: &Fact) {
    match fact {
        Fact::CombatStarted { combat, attackers, defenders, .. }
        | Fact::CombatJoined { combat, attackers, defenders, .. } => {
            assert!(!attackers.is_empty() && !defenders.is_empty(), "a combat of one side");
            for unit in told.units.iter_mut() {
                if attackers.contains(&unit.id) || defenders.contains(&unit.id) {
                    unit.activity.combat = Some(InCombat { number: *combat, has_tested: false });
                }
            }
        }
        Fact::UnitDefended { unit, .. } => {
            let unit = told.units.iter_mut().find(|other| other.id == *unit).unwrap();
            assert!(!unit.activity.has_defended, "{} defends itself twice", unit.id);
            unit.activity.has_defended = true;
            unit.activity.has_snap_fired = true;
        }
        Fact::DefenceFailed { unit } => {
            told.units.iter_mut().find(|other| other.id == *unit).unwrap().activity.has_defended = true;
        }
        Fact::CombatLapsed { units } => units.iter().for_each(|unit| leave(told, *unit)),
        Fact::ModelCharged { model } => part(told, |other| other == *model, CombatPart::Charges),
        Fact::CombatRoundBegan { combat, round, fighters } => {
            assert!(*round >= 1 && !fighters.is_empty());
            for unit in told.units.iter_mut() {
                if let Some(its) = &mut unit.activity.combat
                    && its.number == *combat
                {
                    its.has_tested = false;
                }
            }
            let charging: Vec<_> = told
                .models
                .iter()
                .filter(|model| model.condition.combat == CombatPart::Charges)
                .map(|model| model.id)
                .collect();
            part(told, |id| fighters.contains(&id) && !charging.contains(&id), CombatPart::Fights);
        }
        Fact::CombatRoundEnded { combat, .. } => {
            for unit in units_of(told, *combat) {
                part(told, |model| model.unit == unit, CombatPart::None);
            }
        }
        Fact::UnitLeftCombat { unit, .. } => leave(told, *unit),
        Fact::CombatEnded { combat, .. } => {
            for unit in units_of(told, *combat) {
                leave(told, unit);
            }
        }
    }
}

fn units_of(told: &Snapshot, combat: u8) -> Vec<UnitId> {
    let its = told.units.iter().filter(|unit| unit.activity.combat.is_some_and(|its| its.number == combat));
    its.map(|unit| unit.id).collect()
}

fn leave(told: &mut Snapshot, id: UnitId) {
    let unit = told.units.iter_mut().find(|unit| unit.id == id).unwrap();
    assert!(unit.activity.combat.is_some(), "{id} leaves a combat that it is not in");
    unit.activity.combat = None;
    part(told, |model| model.unit == id, CombatPart::None);
}

fn part(told: &mut Snapshot, is: impl Fn(warstrike::rules::ids::ModelId) -> bool, part: CombatPart) {
    for model in told.models.iter_mut().filter(|model| is(model.id)) {
        model.condition.combat = part;
    }
}
