//! Counts what comes of the fights that are fought to find a forecast's chances.

use std::collections::BTreeMap;

use super::{CombatForecast, EndChances};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::rules::ids::UnitId;

/// Running totals of the samples.
#[derive(Default)]
pub(super) struct ForecastTally {
    lost: BTreeMap<UnitId, BTreeMap<usize, u32>>,
    fates: BTreeMap<UnitId, [u32; 4]>,
    /// By the lowest id of a combat's units: how often A and B won.
    wins: BTreeMap<UnitId, [u32; 2]>,
}

impl ForecastTally {
    /// Adds one sample: the combats that had begun, by number with their first attacker, and what happened.
    pub(super) fn add(&mut self, mut combats: BTreeMap<u8, UnitId>, facts: &[Fact]) {
        let mut lost: BTreeMap<UnitId, usize> = BTreeMap::new();
        let mut leaving: Option<UnitId> = None;
        for fact in facts {
            match fact {
                Fact::Unit(UnitFact::ModelLost { model, why: None, .. }) => {
                    *lost.entry(model.unit).or_default() += 1;
                }
                Fact::Unit(UnitFact::UnitWipedOut { unit }) if leaving != Some(*unit) => {
                    self.fates.entry(*unit).or_default()[0] += 1;
                }
                Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
                    leaving = Some(*unit);
                    let fate = match goes {
                        Goes::Nowhere => 1,
                        Goes::Routs { .. } => 2,
                        _ => 3,
                    };
                    self.fates.entry(*unit).or_default()[fate] += 1;
                }
                Fact::CloseCombat(CombatFact::CombatJoined { combat, attackers, .. }) => {
                    combats.extend(attackers.first().map(|first| (*combat, *first)));
                }
                Fact::CloseCombat(CombatFact::CombatEnded { combat, winner: Some(winner), .. }) => {
                    if let Some(first) = combats.get(combat) {
                        self.wins.entry(*first).or_default()[winner.index()] += 1;
                    }
                }
                _ => {}
            }
        }
        for (unit, lost) in lost {
            *self.lost.entry(unit).or_default().entry(lost).or_default() += 1;
        }
    }

    /// Writes the chances.
    pub(super) fn write(&self, samples: u32, combats: &mut [CombatForecast]) {
        let share = |count: u32| f64::from(count) / f64::from(samples.max(1));
        for combat in combats {
            for unit in &mut combat.units {
                let none = BTreeMap::new();
                let lost = self.lost.get(&unit.unit).unwrap_or(&none);
                let some: u32 = lost.values().sum();
                unit.lost[0] = share(samples - some);
                for (models, count) in lost {
                    if let Some(chance) = unit.lost.get_mut(*models) {
                        *chance = share(*count);
                    }
                }
                let [wiped_out, destroyed, routs, falls_back] =
                    self.fates.get(&unit.unit).copied().unwrap_or_default().map(share);
                unit.fates = EndChances { wiped_out, destroyed, routs, falls_back };
            }
            let won = combat.group.attackers.iter().find_map(|first| self.wins.get(first));
            combat.wins = won.copied().unwrap_or_default().map(share);
        }
    }
}
