//! Exact probabilities of a salvo's effects, from the same rules by which it is rolled.

use std::collections::BTreeMap;

use super::card::Card;
use super::leadership::{Morale, Salvo, Struck, WillRules, is_shaken, struck};

/// Dice with the same chances: each may hit, a hit may fail its save, and a failed save may wound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volley {
    /// Number of dice.
    pub dice: u32,
    /// The chance of each to hit.
    pub hits: f64,
    /// The chance of a hit to fail its saving throw.
    pub fails_save: f64,
    /// The chance of a failed save to be a wound.
    pub wounds: f64,
}

impl Volley {
    /// The mean number of wounds.
    pub fn mean_wounds(self) -> f64 {
        f64::from(self.dice) * self.hits * self.fails_save * self.wounds
    }
}

/// The joint distribution of a salvo's outcome: hits, whether a save failed, wounds.
///
/// Rule: SHO-3, SHO-5, BAS-8 (a salvo is all shooting of one unit at another).
#[derive(Clone, Debug, PartialEq)]
pub struct SalvoOdds {
    /// By hits, then [no save failed, some did], then wounds up to the largest number that matters.
    chances: Vec<[Vec<f64>; 2]>,
}

impl SalvoOdds {
    /// The distribution for some volleys. Wounds beyond `max_wounds` make no difference and count as that many.
    pub fn of(volleys: &[Volley], max_wounds: u32) -> Self {
        let mut chances = vec![[vec![0.0; max_wounds as usize + 1], vec![0.0; max_wounds as usize + 1]]];
        chances[0][0][0] = 1.0;
        let mut odds = Self { chances };
        odds.add(volleys);
        odds
    }

    /// Rolls more dice.
    fn add(&mut self, volleys: &[Volley]) {
        let none = vec![0.0; self.chances[0][0].len()];
        for volley in volleys {
            for _ in 0..volley.dice {
                let rolled = self.chances.len() - 1;
                self.chances.push([none.clone(), none.clone()]);
                self.roll(rolled, *volley);
            }
        }
    }

    /// Adds the chances of other cases, each times a factor.
    fn mix(&mut self, other: &Self, factor: f64) {
        let max_wounds = self.chances[0][0].len();
        let rows = self.chances.len().max(other.chances.len());
        self.chances.resize_with(rows, || [vec![0.0; max_wounds], vec![0.0; max_wounds]]);
        for (row, more) in self.chances.iter_mut().zip(&other.chances) {
            for (by_wounds, more) in row.iter_mut().zip(more) {
                for (chance, more) in by_wounds.iter_mut().zip(more) {
                    *chance += factor * more;
                }
            }
        }
    }

    /// Adds one die to those already rolled. Goes from the highest counts down, so that nothing is counted twice.
    fn roll(&mut self, rolled: usize, die: Volley) {
        let miss = 1.0 - die.hits;
        let saved = die.hits * (1.0 - die.fails_save);
        let stands = die.hits * die.fails_save * (1.0 - die.wounds);
        let falls = die.hits * die.fails_save * die.wounds;
        let max_wounds = self.chances[0][0].len() - 1;
        for hits in (0..=rolled).rev() {
            for failed in [1, 0] {
                for wounds in (0..=max_wounds).rev() {
                    let chance = std::mem::replace(&mut self.chances[hits][failed][wounds], 0.0);
                    if chance == 0.0 {
                        continue;
                    }
                    self.chances[hits][failed][wounds] += chance * miss;
                    self.chances[hits + 1][failed][wounds] += chance * saved;
                    self.chances[hits + 1][1][wounds] += chance * stands;
                    self.chances[hits + 1][1][(wounds + 1).min(max_wounds)] += chance * falls;
                }
            }
        }
    }

    /// Every possible outcome with its chance: hits, whether a save failed, wounds.
    pub fn cases(&self) -> impl Iterator<Item = (Salvo, u32, f64)> + '_ {
        self.chances.iter().enumerate().flat_map(|(hits, by_saves)| {
            by_saves.iter().enumerate().flat_map(move |(failed, by_wounds)| {
                by_wounds.iter().enumerate().filter(|(_, chance)| **chance > 0.0).map(
                    move |(wounds, chance)| {
                        let salvo = Salvo { hits: hits as u32, failed_saves: failed as u32 };
                        (salvo, wounds as u32, *chance)
                    },
                )
            })
        })
    }

    /// The chance of each number of hits, starting at 0.
    pub fn hits(&self) -> Vec<f64> {
        self.chances.iter().map(|by_saves| by_saves.iter().flatten().sum()).collect()
    }

    /// The chance of each number of wounds, from 0 to the largest that matters.
    pub fn wounds(&self) -> Vec<f64> {
        let mut wounds = vec![0.0; self.chances[0][0].len()];
        for by_wounds in self.chances.iter().flatten() {
            for (total, chance) in wounds.iter_mut().zip(by_wounds) {
                *total += chance;
            }
        }
        wounds
    }

    /// Computes its possible effects on a unit's will.
    ///
    /// Rule: SUP-1 (the chance), SUP-3, NRV-1, NRV-2.
    pub fn will(&self, before: Morale, card: &Card, rules: WillRules) -> WillOdds {
        let mut odds = WillOdds { markers: vec![0.0], ..WillOdds::default() };
        for (salvo, _, chance) in self.cases() {
            let Struck { after, .. } = struck(before, salvo, card, rules);
            odds.suppressed += if after.suppressed() { chance } else { 0.0 };
            odds.shaken += if is_shaken(after, card, rules.leadership) { chance } else { 0.0 };
            let gained = usize::from(after.nerve_markers - before.nerve_markers);
            odds.markers.resize(odds.markers.len().max(gained + 1), 0.0);
            odds.markers[gained] += chance;
        }
        odds
    }
}

/// The odds of a salvo that groups of shooters may join, each by itself with a chance.
///
/// What else depends on who has joined, such as which models they see, is a key: cases are kept apart by it. With `k`
/// different keys, `n` groups and `d` dice in all this takes time in proportion to `n k d²` and not to `2ⁿ`.
///
/// Rule: ACT-2 (may fire only at the first target).
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedOdds<K> {
    by_key: BTreeMap<K, SalvoOdds>,
}

impl<K: Ord + Clone> JoinedOdds<K> {
    /// Of the shooters who fire in any case.
    pub fn of(volleys: &[Volley], max_wounds: u32, key: K) -> Self {
        Self { by_key: BTreeMap::from([(key, SalvoOdds::of(volleys, max_wounds))]) }
    }

    /// More shooters join with a chance; then a key becomes that which `joined` makes of it.
    pub fn may_join(&mut self, volleys: &[Volley], chance: f64, joined: impl Fn(&K) -> K) {
        for (key, odds) in std::mem::take(&mut self.by_key) {
            let mut with = odds.clone();
            with.add(volleys);
            self.mix(joined(&key), &with, chance);
            self.mix(key, &odds, 1.0 - chance);
        }
    }

    fn mix(&mut self, key: K, odds: &SalvoOdds, factor: f64) {
        if factor > 0.0 {
            let none = || SalvoOdds { chances: vec![[(); 2].map(|()| vec![0.0; odds.chances[0][0].len()])] };
            self.by_key.entry(key).or_insert_with(none).mix(odds, factor);
        }
    }

    /// The number of different keys.
    pub fn keys(&self) -> usize {
        self.by_key.len()
    }

    /// The cases of every key.
    pub fn by_key(&self) -> impl Iterator<Item = (&K, &SalvoOdds)> {
        self.by_key.iter()
    }
}

/// Chances of a salvo's effects on a unit's will.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WillOdds {
    /// The chance that it is suppressed.
    pub suppressed: f64,
    /// The chance that it is shaken.
    pub shaken: f64,
    /// The chance of each number of nerve markers gained, starting at 0.
    pub markers: Vec<f64>,
}

/// The mean of a number, given the chance of each value from 0.
pub fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(count, chance)| count as f64 * chance).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{LeadershipRules, OutlineRules, ShootingRules};
    use crate::salvo::{armour_save, toughness_test};

    fn near(a: f64, b: f64, within: f64, reason: &str) {
        assert!((a - b).abs() <= within, "{reason}: {a} and {b}");
    }

    fn chance(face: Option<u8>) -> f64 {
        face.map_or(0.0, |face| f64::from(7 - face) / 6.0)
    }

    /// Every combination of faces of two different dice: 6³ for each, which has a roll to hit, one to save and one to
    /// stand.
    ///
    /// Rule: SHO-3, SHO-5.
    #[test]
    fn chances_agree_with_enumerating_all_faces() {
        let kinds = [(4, 3, 5), (2, 6, 4)];
        let volley = |dice, (hit, save, stand): (u8, u8, u8)| Volley {
            dice,
            hits: chance(Some(hit)),
            fails_save: 1.0 - chance(Some(save)),
            wounds: 1.0 - chance(Some(stand)),
        };
        let odds = SalvoOdds::of(&[volley(1, kinds[0]), volley(1, kinds[1])], 1);
        let mut counted = std::collections::BTreeMap::<(u32, u32, u32), u32>::new();
        for number in 0..6u32.pow(6) {
            let face = |index: u32| (number / 6u32.pow(index)) % 6 + 1;
            let (mut hits, mut failed, mut wounds) = (0, 0, 0);
            for (index, (hit, save, stand)) in (0..).zip(kinds) {
                if face(3 * index) >= u32::from(hit) {
                    hits += 1;
                    if face(3 * index + 1) < u32::from(save) {
                        failed = 1;
                        wounds += u32::from(face(3 * index + 2) < u32::from(stand));
                    }
                }
            }
            *counted.entry((hits, failed, wounds.min(1))).or_default() += 1;
        }
        let cases: Vec<_> = odds.cases().collect();
        assert_eq!(cases.len(), counted.len());
        for (salvo, wounds, chance) in cases {
            let share =
                f64::from(counted[&(salvo.hits, salvo.failed_saves, wounds)]) / f64::from(6u32.pow(6));
            near(chance, share, 1e-12, &format!("{salvo:?}, {wounds} wounds"));
        }
    }

    /// Rule: SHO-3, SHO-5, SUP-1, SUP-3. Ten rifles at ten LaansGuard, as the rulebook's chapter 11 calculates
    /// them: hits, lost, shaken, suppressed for Ev +0 to +3.
    #[test]
    fn ten_rifles_do_what_the_rulebook_calculates() {
        let rules = ShootingRules::COMBINED;
        let leadership = LeadershipRules::COMBINED;
        let fails = |face| 1.0 - chance(face);
        for (hit, expected) in [
            (0.5, [10.0, 2.5, 0.98, 1.0]),
            (1.0 / 3.0, [6.7, 1.7, 0.70, 1.0]),
            (1.0 / 6.0, [3.3, 0.83, 0.10, 0.97]),
            (1.0 / 36.0, [0.56, 0.14, 0.0, 0.43]),
        ] {
            let volley = Volley {
                dice: 20,
                hits: hit,
                fails_save: fails(armour_save(5, 5, &rules)),
                wounds: fails(toughness_test(5, 5, &rules)),
            };
            let odds = SalvoOdds::of(&[volley], 10);
            let outline = OutlineRules::COMBINED;
            let rules_of_will = WillRules { leadership: &leadership, outline: &outline };
            let will = odds.will(Morale::default(), &Card::of_tests(), rules_of_will);
            let got = [mean(&odds.hits()), mean(&odds.wounds()), will.shaken, will.suppressed];
            for (got, expected) in got.into_iter().zip(expected) {
                near(
                    got,
                    expected,
                    if expected >= 1.0 { 0.05 } else { 0.005 },
                    &format!("{hit}: {expected}"),
                );
            }
            near(odds.hits().iter().sum(), 1.0, 1e-12, "the chances add up to 1");
            near(odds.wounds().iter().sum(), 1.0, 1e-12, "the chances add up to 1");
            near(will.markers.iter().sum(), 1.0, 1e-12, "the chances add up to 1");
        }
    }

    /// By this a shooter chooses its weapon.
    #[test]
    fn mean_wounds_are_the_product_of_all_chances() {
        let volley = Volley { dice: 3, hits: 0.5, fails_save: 0.25, wounds: 0.125 };
        near(volley.mean_wounds(), 3.0 * 0.5 * 0.25 * 0.125, 1e-15, "three dice");
    }

    /// Twelve groups of one die each, which join with a chance of a third, against all 4,096 ways in which they may. A group
    /// of an even number is seen by one more model.
    ///
    /// Rule: ACT-2.
    #[test]
    fn joined_odds_agree_with_enumerating_who_joins() {
        let group = |index: u32| Volley {
            dice: 1 + index % 2,
            hits: f64::from(index + 1) / 14.0,
            fails_save: 0.5,
            wounds: 0.75,
        };
        let base = [Volley { dice: 2, hits: 0.5, fails_save: 0.5, wounds: 0.5 }];
        let mut joined = JoinedOdds::of(&base, 3, 0_u32);
        (0..12).for_each(|index| joined.may_join(&[group(index)], 1.0 / 3.0, |seen| seen + 1 - index % 2));
        assert_eq!(joined.keys(), 7, "none to six of the even groups");
        let mut counted: BTreeMap<u32, SalvoOdds> = BTreeMap::new();
        for joins in 0..1_u32 << 12 {
            let volleys = (0..12).filter(|index| joins >> index & 1 == 1).map(group);
            let odds = SalvoOdds::of(&base.into_iter().chain(volleys).collect::<Vec<_>>(), 3);
            let chance: f64 =
                (0..12).map(|index| f64::from(if joins >> index & 1 == 1 { 1 } else { 2 }) / 3.0).product();
            let key = (joins & 0b0101_0101_0101).count_ones();
            let none = || SalvoOdds { chances: vec![[vec![0.0; 4], vec![0.0; 4]]] };
            counted.entry(key).or_insert_with(none).mix(&odds, chance);
        }
        for ((key, found), (expected_key, expected)) in joined.by_key().zip(&counted) {
            assert_eq!(key, expected_key);
            for (a, b) in
                found.chances.iter().flatten().flatten().zip(expected.chances.iter().flatten().flatten())
            {
                near(*a, *b, 1e-12, &format!("key {key}"));
            }
            assert_eq!(found.chances.len(), expected.chances.len());
        }
    }

    /// Nineteen groups that may join have 524,288 ways to do so. Each sees what those before it see and one model more:
    /// twenty keys. The mean is the sum of the means.
    ///
    /// Rule: ACT-2.
    #[test]
    fn many_groups_are_few_cases() {
        let volley = Volley { dice: 2, hits: 0.5, fails_save: 0.5, wounds: 0.5 };
        let mut joined = JoinedOdds::of(&[volley], 10, 0_u32);
        (1..20).for_each(|index| joined.may_join(&[volley], 0.25, |seen| index.max(*seen)));
        assert_eq!(joined.keys(), 20);
        let hits: f64 = joined.by_key().map(|(_, odds)| mean(&odds.hits())).sum();
        near(hits, 1.0 + 19.0 * 0.25, 1e-9, "hits");
        let all: f64 = joined.by_key().flat_map(|(_, odds)| odds.hits()).sum();
        near(all, 1.0, 1e-12, "the chances add up to 1");
    }

    /// A group that certainly joins, or certainly does not, leaves one key.
    #[test]
    fn what_is_certain_has_one_case() {
        let volley = Volley { dice: 1, hits: 0.5, fails_save: 0.5, wounds: 0.5 };
        let mut joined = JoinedOdds::of(&[volley], 1, 0);
        joined.may_join(&[volley], 1.0, |_| 1);
        joined.may_join(&[volley], 0.0, |_| 2);
        let found: Vec<_> = joined.by_key().collect();
        assert_eq!(found, [(&1, &SalvoOdds::of(&[volley, volley], 1))]);
    }

    /// A salvo without dice certainly does nothing.
    #[test]
    fn no_dice_no_harm() {
        let odds = SalvoOdds::of(&[], 3);
        assert_eq!(odds.cases().collect::<Vec<_>>(), [(Salvo { hits: 0, failed_saves: 0 }, 0, 1.0)]);
    }
}
