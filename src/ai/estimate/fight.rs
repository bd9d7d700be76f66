//! What a close combat is about worth: its first round by mean numbers, with every model that finds an enemy to strike.

use super::{Estimate, Estimator, UnitGlance, UnitSpot, posture};
use crate::rules::close_combat::{Charge, CombatMove, MeleeWeapon, charge};
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;
use crate::table::plane::distance;

/// How many models find room around one enemy.
const AROUND_ONE: usize = 3;

/// What an enemy may do to a unit by charging it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ai) struct ChargeThreat {
    pub(in crate::ai) by: UnitId,
    /// Expected hits of its first blows.
    pub(in crate::ai) hits: f64,
    /// What it would gain, in points.
    pub(in crate::ai) points: f64,
}

impl<'a> Estimator<'a> {
    /// The enemies that may gain by charging a unit where it stands in their next turn. Those that it fights already are left
    /// out.
    ///
    /// Rule: CC-1.
    pub(in crate::ai) fn charges_at(&self, unit: UnitId) -> Vec<ChargeThreat> {
        let Some(unit) = self.glance(unit) else { return Vec::new() };
        let spot = UnitSpot::of(unit);
        let linked = self.view().setup().ruleset.close_combat.linking_path;
        let of = |enemy: &UnitGlance<'a>| {
            let points = self.charge_by(enemy, unit, &spot);
            if points <= 0.0 || self.nearest_models([unit, enemy], &spot) <= linked {
                return None;
            }
            let charge = self.first_blows([enemy, unit], &UnitSpot::of(enemy));
            let hits = self.blows([enemy, unit], &spot, charge).hits;
            Some(ChargeThreat { by: enemy.unit.id, hits, points })
        };
        self.enemies(unit.unit.id).filter_map(of).collect()
    }

    /// What it is worth to a unit, in points, to be in close combat where it would stand after a move; 0 where it would be in
    /// none. Of several enemies the nearest counts.
    ///
    /// Rule: CC-1 (within 6).
    pub(in crate::ai) fn fight(&self, unit: &UnitGlance, spot: &UnitSpot) -> f64 {
        let linked = self.view().setup().ruleset.close_combat.linking_path;
        let gap = |enemy: &UnitGlance| self.nearest_models([unit, enemy], spot);
        // Spreads are means: models may stand farther out.
        let may_be_near =
            |enemy: &&UnitGlance| self.gap([unit, enemy], [spot, &UnitSpot::of(enemy)]) <= 2.0 * linked;
        let near = self.enemies(unit.unit.id).filter(may_be_near).map(|enemy| (gap(enemy), enemy));
        let near = near.filter(|(gap, _)| *gap <= linked);
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.id.cmp(&b.1.unit.id)));
        nearest.map_or(0.0, |(_, enemy)| self.charge([unit, enemy], [spot, &UnitSpot::of(enemy)]))
    }

    /// What it would be worth to a unit to charge another, with the defensive fire that it would meet.
    ///
    /// Rule: CC-3, CC-6.
    pub(in crate::ai) fn charge(&self, [unit, enemy]: [&UnitGlance; 2], [from, at]: [&UnitSpot; 2]) -> f64 {
        let forced_out = self.judgement.combat.forced_out;
        let cost = |blows: Estimate, of: &UnitGlance| blows.points + forced_out * blows.breaks * of.worth();
        let dealt = cost(self.blows([unit, enemy], at, self.first_blows([unit, enemy], from)), enemy);
        let suffered = cost(self.blows([enemy, unit], from, Charge::No), unit);
        let is_steady = !enemy.unit.morale.suppressed();
        let fire = is_steady.then(|| self.fire([enemy, unit], [at, from], Manner::SnapFire)).flatten();
        dealt - suffered - fire.map_or(0.0, |fire| fire.points)
    }

    /// Whether a unit that would attack another from where it stands strikes first as one that charges: by the usual moves
    /// it comes into contact as soon as it can.
    ///
    /// Rule: CC-6 (attackers that moved into contact).
    fn first_blows(&self, [unit, enemy]: [&UnitGlance; 2], spot: &UnitSpot) -> Charge {
        let ruleset = &self.view().setup().ruleset;
        let reach = CombatMove::AttackerConsolidation.terms(unit.unit.card.characteristics.movement, ruleset);
        let by = match self.nearest_models([unit, enemy], spot) <= reach.allowance {
            true => CombatMove::AttackerConsolidation,
            false => CombatMove::ClosingIn,
        };
        charge(by, 1, &ruleset.close_combat)
    }

    /// What one unit's blows in a round would do to another.
    ///
    /// Rule: CC-6.
    fn blows(&self, [from, at]: [&UnitGlance; 2], target: &UnitSpot, charge: Charge) -> Estimate {
        let ruleset = &self.view().setup().ruleset;
        let skill = from.unit.card.characteristics.weapon_skill;
        let toughness = at.unit.card.characteristics.toughness + posture(self.view(), target.posture).1;
        let weapons = MeleeWeapon::carried(from.unit.card, from.leader.id.number, &ruleset.close_combat);
        let of = |weapon: &MeleeWeapon| {
            let needs = weapon.needs(skill, at.unit.card, toughness, ruleset);
            let fails = |face: Option<u8>| face.map_or(1.0, |face| f64::from(face - 1) / 6.0);
            let dice = f64::from(weapon.dice(charge, &ruleset.close_combat));
            let hit = needs.hit.chance();
            (dice, hit, dice * hit * fails(needs.armour) * fails(needs.toughness))
        };
        let (dice, hit, wounds) =
            weapons.iter().map(of).max_by(|a, b| a.2.total_cmp(&b.2)).unwrap_or((0.0, 0.0, 0.0));
        let strikers = from.models().min(AROUND_ONE * at.models()) as f64;
        let missed = libm::pow(1.0 - hit, strikers * dice);
        self.estimate(at, (strikers * dice * hit, strikers * wounds), 1.0 - missed)
    }

    /// The gap between the nearest models of two units, the first where it would stand, inches.
    pub(super) fn nearest_models(&self, [unit, enemy]: [&UnitGlance; 2], spot: &UnitSpot) -> f64 {
        let [x, y] = spot.step;
        let enemies = enemy.places();
        let to = |place: &[f64; 2]| {
            let at = [place[0] + x, place[1] + y];
            enemies.iter().map(|enemy| distance(at, *enemy)).fold(f64::INFINITY, f64::min)
        };
        let bases = unit.leader.card.base.radius() + enemy.leader.card.base.radius();
        (unit.places().iter().map(to).fold(f64::INFINITY, f64::min) - bases).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::level::judgement_file::Judgement;

    /// A position of the exam.
    fn position(name: &str) -> Battle {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join(format!("tests/exam/{name}.ron")).display().to_string();
        let setup = Arc::new(load_level(&level, &data, None).unwrap());
        Battle::new(setup, Dice::seeded(1)).unwrap().0
    }

    fn judgement() -> Judgement {
        Judgement::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    fn charge(battle: &Battle, unit: &str, enemy: &str) -> f64 {
        let judgement = judgement();
        let estimator = Estimator::new(battle.view(), &judgement);
        let [unit, enemy] = [unit, enemy].map(|id| estimator.glance(id.parse().unwrap()).unwrap());
        estimator.charge([unit, enemy], [unit, enemy].map(UnitSpot::of).each_ref())
    }

    /// Rule: CC-3, CC-6. Both are worked out by hand in the exam.
    #[test]
    fn knights_gain_by_a_charge_and_rifles_lose_by_one() {
        let shaken = position("charge-the-shaken");
        assert!(charge(&shaken, "A1", "B1") > 50.0, "most of the unit falls, and the rest flees");
        let steady = position("not-the-steady");
        assert!(charge(&steady, "A1", "B1") < -50.0, "six rifles against six Knights");
    }

    /// Rule: CC-1.
    #[test]
    fn knights_within_a_move_threaten_to_charge() {
        let (battle, judgement) = (position("not-the-steady"), judgement());
        let threats = |id: &str| Estimator::new(battle.view(), &judgement).charges_at(id.parse().unwrap());
        let on_the_rifles = threats("A1");
        assert_eq!(on_the_rifles.len(), 1);
        assert_eq!(on_the_rifles[0].by.to_string(), "B1");
        assert!(on_the_rifles[0].hits > 5.0 && on_the_rifles[0].points > 0.0, "{on_the_rifles:?}");
        assert_eq!(threats("B1"), [], "rifles gain nothing by charging Knights");
    }
}
