//! Threat assessment: which enemy units can shoot at a unit, and the exact odds that it is suppressed, or
//! wiped out, if each of them does so once.

use serde::Serialize;

use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{next_test_if, standing_leader};
use crate::game::phases::shooting::declare::{AimedSalvo, declare};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::snap_fire::may_snap_fire;
use crate::rules::ids::UnitId;
use crate::rules::leadership::{Leadership, Morale, WillRules, struck};
use crate::rules::odds::{SalvoOdds, Volley, mean};
use crate::rules::ruleset::Suppression;
use crate::rules::salvo::{CasualtyCandidate, Manner, Rank, losses};

/// The enemy units that can shoot at a unit, and the odds if each of them does so once.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThreatAssessment {
    /// The enemy units that can shoot at it, by id.
    pub threats: Vec<Threat>,
    /// The odds; `None` for a unit that is not on the table.
    pub odds: Option<SuppressionOdds>,
}

/// An enemy unit that can shoot at a unit from where it stands, at full rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// The enemy unit.
    pub unit: UnitId,
    /// How many dice it rolls. Rule: SHO-4.
    pub dice: u32,
    /// Expected hits. Rule: SHO-3.
    pub hits: f64,
    /// The chance of at least one hit.
    pub hit: f64,
    /// Whether it could snap fire at a unit that runs now.
    pub snap: Snap,
}

/// Whether a unit is free to snap fire.
///
/// Rule: RE-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Snap {
    /// It may snap fire.
    Free,
    /// It may not.
    Barred,
}

/// The odds if each enemy that can shoot at a unit does so once at full rate, all from where they stand and
/// regardless of what the others hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SuppressionOdds {
    /// The chance that it then has a hit-die or markers, and a model left. Rule: SUP-1, SUP-2, ACT-7.
    pub hit: f64,
    /// The chance that it then fails its next test and must fall back when activated: the test of TURN-4
    /// or, where hits leave markers, of ACT-7. Rule: TURN-4, SUP-5, ACT-7.
    pub suppressed: f64,
    /// The chance that no model of it is left.
    pub wiped_out: f64,
}

/// The threats to a unit with all models where they stand; none to a unit that is not on the table.
///
/// Every enemy unit uses Open Fire at full rate; suppressed units do not shoot (SUP-4).
///
/// Rule: SUP-1, SUP-2, TURN-4, ACT-1, ACT-7.
pub fn assess_threat(view: View, unit: UnitId) -> ThreatAssessment {
    let Some(target) = view.unit(unit).filter(|_| view.standing(unit).next().is_some()) else {
        return ThreatAssessment::default();
    };
    let enemies = view.units().filter(|other| other.id.side != unit.side && !other.morale.suppressed());
    let salvos: Vec<(UnitView, AimedSalvo)> =
        enemies.filter_map(|enemy| Some((enemy, salvo(view, enemy, unit)?))).collect();
    let threats = salvos.iter().map(|(enemy, salvo)| threat(view, *enemy, salvo)).collect();
    let salvos: Vec<&AimedSalvo> = salvos.iter().map(|(_, salvo)| salvo).collect();
    ThreatAssessment { threats, odds: Some(suppression_odds(view, target, &salvos)) }
}

/// All shots of one unit at another, if it has any.
fn salvo(view: View, enemy: UnitView, at: UnitId) -> Option<AimedSalvo> {
    let fire = [FireAt { at, by: None }];
    declare(view, &[], enemy, &fire, FireMode::of(enemy, Manner::OpenFire)).ok()?.into_iter().next()
}

fn threat(view: View, enemy: UnitView, salvo: &AimedSalvo) -> Threat {
    let hits = SalvoOdds::of(&volleys(salvo), 0).hits();
    let dice = salvo.shots.iter().map(|shot| u32::from(shot.dice)).sum();
    let snap = if may_snap_fire(view, enemy).is_ok() { Snap::Free } else { Snap::Barred };
    Threat { unit: enemy.id, dice, hits: mean(&hits), hit: 1.0 - hits[0], snap }
}

fn volleys(salvo: &AimedSalvo) -> Vec<Volley> {
    salvo.shots.iter().map(|shot| shot.needs.volley(u32::from(shot.dice))).collect()
}

/// A possible state after some salvos: morale, wounds taken, and its probability.
type Case = (Morale, u32, f64);

/// The odds after some salvos in turn, by enumerating every case. All wounds fall in the order of the salvo
/// that can reach the most models (SHO-6).
///
/// Rule: SUP-1, SUP-2, SUP-3, NRV-1, NRV-2, TURN-4, LD-1, LD-3, ACT-7.
fn suppression_odds(view: View, target: UnitView, salvos: &[&AimedSalvo]) -> SuppressionOdds {
    let rules = &view.setup().ruleset.leadership;
    let is_tested = rules.recovery_test || rules.suppression == Suppression::Markers;
    let will = WillRules::of(&view.setup().ruleset);
    let order: &[CasualtyCandidate] =
        salvos.iter().map(|salvo| salvo.falls.marks()).max_by_key(|marks| marks.len()).unwrap_or(&[]);
    let max_wounds: u32 = order.iter().map(|mark| u32::from(mark.wounds)).sum();
    let mut cases: Vec<Case> = vec![(target.morale, 0, 1.0)];
    for salvo in salvos {
        let odds = SalvoOdds::of(&volleys(salvo), max_wounds);
        let mut after: Vec<Case> = Vec::new();
        for (morale, wounds, probability) in cases {
            for (result, more, share) in odds.cases() {
                let morale = struck(morale, result, target.card, will).after;
                let wounds = (wounds + more).min(max_wounds);
                match after.iter_mut().find(|(other, had, _)| (*other, *had) == (morale, wounds)) {
                    Some((.., sum)) => *sum += probability * share,
                    None => after.push((morale, wounds, probability * share)),
                }
            }
        }
        cases = after;
    }
    let standing = view.standing(target.id).count();
    let was_led = standing_leader(view, target).is_some();
    let mut odds = SuppressionOdds::default();
    for (morale, wounds, probability) in cases {
        let (fallen, _) = losses(order, wounds);
        if fallen == standing {
            odds.wiped_out += probability;
        } else if morale.suppressed() {
            let leader_falls = order[..fallen].iter().any(|mark| mark.rank == Rank::Leader);
            let led = if was_led && !leader_falls { Leadership::Led } else { Leadership::Leaderless };
            let passes = if is_tested { next_test_if(view, target, morale, led).chance() } else { 0.0 };
            odds.hit += probability;
            odds.suppressed += probability * (1.0 - passes);
        }
    }
    odds
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::components::Fate;
    use crate::game::engine::dice::Dice;
    use crate::game::phases::shooting::odds::odds;
    use crate::level::data_folder::{DataFolder, load_level};

    fn battle(ruleset: Option<&str>) -> Battle {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("mid-battle", &data, ruleset).unwrap_or_else(|faults| panic!("{faults}"));
        Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap().0
    }

    fn near(a: f64, b: f64, reason: &str) {
        assert!((a - b).abs() < 1e-9, "{reason}: {a} and {b}");
    }

    /// For one enemy the odds are those of its fire; for several, at least one hit has the chance that not
    /// all miss. A suppressed unit stays so unless it passes its test.
    ///
    /// Rule: SUP-1, SUP-2, TURN-4, SUP-4.
    #[test]
    fn the_odds_of_all_enemies_combine() {
        let mut battle = battle(None);
        let units: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
        let begun = battle.snapshot();
        let mut shot_at = [0; 3];
        for unit in units {
            battle.restore(&begun).unwrap();
            if battle.view().standing(unit).next().is_none() {
                assert_eq!(
                    assess_threat(battle.view(), unit),
                    ThreatAssessment::default(),
                    "{unit} is not on the table"
                );
                continue;
            }
            let all = assess_threat(battle.view(), unit);
            let (Some(combined), target) = (all.odds, battle.view().unit(unit).unwrap()) else {
                panic!("{unit}: no odds")
            };
            let miss: f64 = all.threats.iter().map(|threat| 1.0 - threat.hit).product();
            let expected = if target.morale.suppressed() { 1.0 } else { 1.0 - miss };
            near(combined.hit + combined.wiped_out, expected, &format!("{unit}: by {}", all.threats.len()));
            assert!(combined.suppressed <= combined.hit, "{unit}");
            shot_at[all.threats.len().min(2)] += 1;
            for threat in &all.threats {
                assert!(!battle.view().unit(threat.unit).unwrap().morale.suppressed(), "{}", threat.unit);
                // Remove all other enemies.
                let mut alone = begun.clone();
                for model in &mut alone.models {
                    if model.id.unit.side != unit.side && model.id.unit != threat.unit {
                        model.condition.fate = Fate::Lost;
                    }
                }
                battle.restore(&alone).unwrap();
                let odds = odds(battle.view(), threat.unit, unit, Manner::OpenFire).unwrap();
                let alone = assess_threat(battle.view(), unit);
                assert_eq!(alone.threats.len(), 1, "{unit} by {}", threat.unit);
                near(alone.threats[0].hit, odds.hits[1..].iter().sum(), "at least one hit");
                near(alone.odds.unwrap().suppressed, odds.stays_suppressed, "and the test failed");
                battle.restore(&begun).unwrap();
            }
        }
        assert!(shot_at[1] > 0 && shot_at[2] > 0, "by none, one, several: {shot_at:?}");
    }

    /// Where hits leave markers, each salvo with a hit leaves one, and the unit tests with all it has by then, with
    /// its leader or, if that can fall, perhaps without.
    ///
    /// Rule: ACT-7 (markers, the test), LD-1.
    #[test]
    fn with_markers_the_odds_are_those_of_the_test() {
        let mut battle = battle(Some("outline-2012"));
        let mut begun = battle.snapshot();
        for unit in &mut begun.units {
            unit.suppression_markers = 0;
        }
        battle.restore(&begun).unwrap();
        let units: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
        let (mut exact, mut led_or_not) = (0, 0);
        for unit in units {
            for before in [0, 2] {
                let mut marked = begun.clone();
                for one in marked.units.iter_mut().filter(|one| one.id == unit) {
                    one.suppression_markers = before;
                }
                battle.restore(&marked).unwrap();
                let view = battle.view();
                let all = assess_threat(view, unit);
                let (Some(odds), Some(target)) = (all.odds, view.unit(unit)) else { continue };
                let by_hand = |led: Leadership| {
                    let fails = |markers: u8| {
                        let morale = Morale { suppression_markers: markers, ..target.morale };
                        let passes = next_test_if(view, target, morale, led).chance();
                        if markers == 0 { 0.0 } else { 1.0 - passes }
                    };
                    Some(match all.threats.as_slice() {
                        [] => fails(before),
                        [one] => (1.0 - one.hit) * fails(before) + one.hit * fails(before + 1),
                        [one, other] => {
                            let (both, none) = (one.hit * other.hit, (1.0 - one.hit) * (1.0 - other.hit));
                            none * fails(before)
                                + both * fails(before + 2)
                                + (1.0 - both - none) * fails(before + 1)
                        }
                        _ => return None,
                    })
                };
                let present =
                    standing_leader(view, target).map_or(Leadership::Leaderless, |_| Leadership::Led);
                let (Some(low), Some(high)) = (by_hand(present), by_hand(Leadership::Leaderless)) else {
                    continue;
                };
                let salvos = all.threats.iter().map(|one| salvo(view, view.unit(one.unit).unwrap(), unit));
                let leads = |mark: &CasualtyCandidate| mark.rank == Rank::Leader;
                let may_fall = salvos.flatten().any(|salvo| salvo.falls.marks().iter().any(leads));
                if may_fall {
                    let [low_bound, high_bound] = [odds.suppressed, odds.suppressed + odds.wiped_out];
                    assert!(
                        high_bound >= low - 1e-9 && low_bound <= high + 1e-9,
                        "{unit}: {low}, {odds:?}, {high}"
                    );
                    led_or_not += 1;
                } else {
                    near(odds.suppressed, low, &format!("{unit} with {before}"));
                    exact += usize::from(!all.threats.is_empty());
                }
            }
        }
        assert!(exact > 0 && led_or_not > 0, "{exact}, {led_or_not} that may lose their leader");
    }
}
