//! A salvo's dice: to hit, to save on armour, to stand; who falls; what it does to hit-die and nerve.
//!
//! Changes nothing. The engine, the samples of the odds and the tests all roll here.

use std::collections::BTreeMap;

use super::casualties::mark;
use super::declare::{AimedSalvo, Falls};
use super::kinds::{AimedShot, SaveRolled, ThrowRolled, VolleyRolled};
use super::throw::{blast_needs, deviated, in_blast};
use crate::game::engine::dice::{Dice, DiceError, Needs, Roll};
use crate::game::engine::subject::roller;
use crate::game::engine::view::{UnitView, View};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::{Begun, Salvo, Struck, WillRules, struck, struck_by_the_rest};
use crate::rules::salvo::{CasualtyCandidate, Rank, in_order_of_loss, losses};
use crate::rules::shooting::HitRoll;

/// Purpose of the dice to hit.
pub const TO_HIT: &str = "to hit";
/// The first six of a "6+6".
pub const FIRST_SIX: &str = "first six to hit";
/// The second.
pub const SECOND_SIX: &str = "second six to hit";
/// Hits are saved on armour.
pub const ARMOUR: &str = "saving throw on armour";
/// Failed saves are tested on toughness.
pub const TOUGHNESS: &str = "test on toughness";

/// All dice of a salvo, and what came of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// The dice that were rolled to hit.
    pub volleys: Vec<VolleyRolled>,
    /// Landing points of throws.
    pub throws: Vec<ThrowRolled>,
    /// Damage to each unit hit, the target first, then by id.
    pub suffered: Vec<SalvoDamage>,
}

/// Damage to a unit from a salvo.
#[derive(Clone, Debug, PartialEq)]
pub struct SalvoDamage {
    /// The unit.
    pub unit: UnitId,
    /// Hits scored on it.
    pub hits: u32,
    /// Saving throws on armour.
    pub armour: Vec<SaveRolled>,
    /// Tests on toughness of those that failed.
    pub toughness: Vec<SaveRolled>,
    /// Models that fell.
    pub lost: Vec<(ModelId, Rank)>,
    /// Models that stand, with the wounds they have now lost.
    pub wounded: Vec<(ModelId, u8)>,
    /// Effect on its will; `None` for friends of the shooters.
    pub will: Option<Struck>,
}

impl SalvoDamage {
    /// Hits on a unit of which nobody is left: they count, and harm nobody.
    ///
    /// Rule: CC-7 (settled together).
    fn by_nobody(unit: UnitId, hits: u32) -> Self {
        let (armour, toughness, lost, wounded) = Default::default();
        Self { unit, hits, armour, toughness, lost, wounded, will: None }
    }
}

/// A hit that has to be saved: what armour and toughness need, and on whom it is dealt.
type Hit = ([Option<u8>; 2], Option<ModelId>);

/// Rolls a salvo.
///
/// Rule: SHO-1, SHO-3, SHO-4, SHO-5, SHO-6, SHO-7, BAS-8.
///
/// # Errors
/// Fed dice ran out.
pub fn roll(dice: &mut Dice, view: View, from: UnitId, salvo: &AimedSalvo) -> Result<Rolled, DiceError> {
    let mut hits = BTreeMap::<UnitId, Vec<Hit>>::new();
    let mut volleys = Vec::new();
    let (thrown, fired): (Vec<&AimedShot>, Vec<&AimedShot>) =
        salvo.shots.iter().partition(|shot| shot.thrown_at.is_some());
    for alike in groups(&fired, |shot| shot.needs) {
        let volley = to_hit(dice, from, &alike)?;
        let needs = [alike[0].needs.armour, alike[0].needs.toughness];
        hits.entry(salvo.at).or_default().extend((0..volley.hits).map(|_| (needs, None)));
        volleys.push(volley);
    }
    if let Falls::InTurn(marks) = &salvo.falls {
        deal(hits.entry(salvo.at).or_default(), marks);
    }
    let mut throws = Vec::new();
    for shot in thrown {
        let volley = to_hit(dice, from, &[shot])?;
        throws.push(land(dice, view, shot, &volley, &mut hits)?);
        volleys.push(volley);
    }
    let mut suffered = Vec::new();
    let mut units: Vec<UnitId> = hits.keys().copied().collect();
    units.sort_by_key(|unit| (*unit != salvo.at, *unit));
    for unit in units {
        let (Some(target), Some(hits)) = (view.unit(unit), hits.get(&unit)) else { continue };
        if view.standing(unit).next().is_none() {
            suffered.push(SalvoDamage::by_nobody(unit, hits.len() as u32));
            continue;
        }
        let order: &[CasualtyCandidate] = if unit == salvo.at { salvo.falls.marks() } else { &[] };
        if !hits.is_empty() {
            let begun = salvo.begun.iter().find(|(struck, _)| *struck == unit).map(|(_, begun)| *begun);
            suffered.push(suffer(dice, view, [from, unit], target, (hits, order, begun))?);
        }
    }
    Ok(Rolled { volleys, throws, suffered })
}

impl Rolled {
    /// Units that the unit's fire has struck so far in this action, and the effect, once this is rolled.
    ///
    /// Rule: BAS-8.
    pub(super) fn begun_after(&self, view: View, salvo: &AimedSalvo) -> Vec<(UnitId, Begun)> {
        let mut begun = salvo.begun.clone();
        for suffered in &self.suffered {
            let failed_saves = suffered.armour.iter().map(|save| save.failed).sum();
            let now = Salvo { hits: suffered.hits, failed_saves };
            match begun.iter_mut().find(|(unit, _)| *unit == suffered.unit) {
                Some((_, begun)) => begun.salvo = begun.salvo.and(now),
                None => {
                    let before = view.unit(suffered.unit).map(|unit| unit.morale).unwrap_or_default();
                    begun.push((suffered.unit, Begun { before, salvo: now }));
                }
            }
        }
        begun
    }
}

/// Puts together what is alike, in the order in which it comes up first.
fn groups<T: Copy, K: PartialEq>(items: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for item in items {
        let kind = key(item);
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, group)) => group.push(*item),
            None => groups.push((kind, vec![*item])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The dice of shots that need the same.
///
/// Rule: SHO-3, SHO-4.
fn to_hit(dice: &mut Dice, from: UnitId, alike: &[&AimedShot]) -> Result<VolleyRolled, DiceError> {
    let needs = alike[0].needs.hit;
    let by: Vec<ModelId> = alike.iter().flat_map(|shot| (0..shot.dice).map(|_| shot.from)).collect();
    let mut roll =
        |purpose, face, count| dice.roll_alike(Roll::six(purpose, roller(from), Needs::AtLeast(face)), count);
    let count = by.len() as u32;
    let at_least = |faces: &[u8], min: u8| faces.iter().filter(|face| **face >= min).count() as u32;
    match needs {
        HitRoll::Needs(face) => {
            let faces = roll(TO_HIT, face, count)?;
            let hits = at_least(&faces, face);
            Ok(VolleyRolled { needs, by, faces, again: Vec::new(), hits })
        }
        HitRoll::TwoSixes => {
            let faces = roll(FIRST_SIX, 6, count)?;
            let again = match at_least(&faces, 6) {
                0 => Vec::new(),
                sixes => roll(SECOND_SIX, 6, sixes)?,
            };
            let hits = at_least(&again, 6);
            Ok(VolleyRolled { needs, by, faces, again, hits })
        }
    }
}

/// Deals hits one each in turn to models.
///
/// Rule: ACT-3.
fn deal(hits: &mut [Hit], marks: &[CasualtyCandidate]) {
    for (hit, mark) in hits.iter_mut().zip(marks.iter().cycle()) {
        hit.1 = Some(mark.model);
    }
}

/// A throw comes down, and hits all round it.
///
/// Rule: SHO-10.
fn land(
    dice: &mut Dice,
    view: View,
    shot: &AimedShot,
    volley: &VolleyRolled,
    hits: &mut BTreeMap<UnitId, Vec<Hit>>,
) -> Result<ThrowRolled, DiceError> {
    let aimed = shot.thrown_at.unwrap_or_default();
    let mut deviation = Vec::new();
    if volley.hits == 0 {
        let roll = |purpose| Roll::six(purpose, roller(shot.from.unit), Needs::Nothing);
        deviation = dice.roll_alike(roll("how far a throw deviates"), 1)?;
        deviation.extend(dice.roll_alike(roll("which way a throw deviates"), 2)?);
    }
    let at = match deviation[..] {
        [far, tens, ones] => deviated(view, aimed, [far, tens, ones]),
        _ => aimed,
    };
    let hit = in_blast(view, at);
    for model in &hit {
        let needs = blast_needs(view, shot, *model);
        let each = view.setup().ruleset.shooting.blast_hits;
        hits.entry(model.id.unit).or_default().extend((0..each).map(|_| (needs, Some(model.id))));
    }
    Ok(ThrowRolled { by: shot.from, aimed, deviation, at, hit: hit.iter().map(|model| model.id).collect() })
}

/// Saves, wounds, and what becomes of the will of a unit that was hit.
///
/// Rule: SHO-5, SHO-6, SHO-7, SHO-10.
fn suffer(
    dice: &mut Dice,
    view: View,
    [from, unit]: [UnitId; 2],
    target: UnitView,
    (hits, order, begun): (&[Hit], &[CasualtyCandidate], Option<Begun>),
) -> Result<SalvoDamage, DiceError> {
    let (mut armour, mut toughness) = (Vec::new(), Vec::new());
    let (mut loose, mut placed) = (0, BTreeMap::<ModelId, u32>::new());
    let alike = groups(hits, |hit| *hit);
    for group in &alike {
        let ([needs, _], model) = group[0];
        armour.push(save(dice, ARMOUR, unit, (needs, model), group.len() as u32)?);
    }
    for (group, saved) in alike.iter().zip(&armour).filter(|(_, saved)| saved.failed > 0) {
        let ([_, needs], model) = group[0];
        let stood = save(dice, TOUGHNESS, unit, (needs, model), saved.failed)?;
        match model {
            Some(model) => *placed.entry(model).or_default() += stood.failed,
            None => loose += stood.failed,
        }
        toughness.push(stood);
    }
    let (lost, wounded) = fallen(view, target, order, loose, &placed);
    let failed_saves = armour.iter().map(|save: &SaveRolled| save.failed).sum();
    let salvo = Salvo { hits: hits.len() as u32, failed_saves };
    let rules = WillRules::of(&view.setup().ruleset);
    let will = (from.side != unit.side).then(|| match begun {
        Some(begun) => struck_by_the_rest(begun, salvo, target.card, rules),
        None => struck(target.morale, salvo, target.card, rules),
    });
    Ok(SalvoDamage { unit, hits: hits.len() as u32, armour, toughness, lost, wounded, will })
}

/// Rule: SHO-5.
fn save(
    dice: &mut Dice,
    purpose: &'static str,
    unit: UnitId,
    (needs, model): (Option<u8>, Option<ModelId>),
    of: u32,
) -> Result<SaveRolled, DiceError> {
    let Some(face) = needs else {
        return Ok(SaveRolled { needs, model, of, faces: Vec::new(), failed: of });
    };
    let roll = Roll::six(purpose, roller(unit), Needs::AtLeast(face));
    let faces = dice.roll_alike(roll, of)?;
    let failed = faces.iter().filter(|rolled| **rolled < face).count() as u32;
    Ok(SaveRolled { needs, model, of, faces, failed })
}

/// Models that fall, and those left with fewer wounds: first by wounds dealt to models, then by the order of loss, in which those already
/// fallen no longer count.
///
/// Rule: SHO-6, ACT-3, SHO-10, BAS-9 (wounds).
fn fallen(
    view: View,
    target: UnitView,
    order: &[CasualtyCandidate],
    loose: u32,
    placed: &BTreeMap<ModelId, u32>,
) -> (Vec<(ModelId, Rank)>, Vec<(ModelId, u8)>) {
    let (mut lost, mut wounded) = (Vec::new(), BTreeMap::<ModelId, u8>::new());
    for (model, wounds) in placed.iter().filter(|(_, wounds)| **wounds > 0) {
        let Some(model) = view.model(*model) else { continue };
        let mark = mark(view, target, model, 0.0);
        match losses(&[mark], *wounds) {
            (0, kept) => drop(wounded.insert(mark.model, mark.wounds_lost + kept)),
            _ => lost.push((mark.model, mark.rank)),
        }
    }
    let left = |mark: &CasualtyCandidate| {
        let now = wounded.get(&mark.model).copied().unwrap_or(mark.wounds_lost);
        let wounds = (mark.wounds + mark.wounds_lost).saturating_sub(now);
        CasualtyCandidate { wounds, wounds_lost: now, ..*mark }
    };
    let standing = order.iter().filter(|mark| !lost.iter().any(|(model, _)| *model == mark.model));
    let standing = in_order_of_loss(standing.map(left).collect());
    let (fall, kept) = losses(&standing, loose);
    if let Some(next) = standing.get(fall).filter(|_| kept > 0) {
        wounded.insert(next.model, next.wounds_lost + kept);
    }
    lost.extend(standing[..fall].iter().map(|mark| (mark.model, mark.rank)));
    wounded.retain(|model, _| !lost.iter().any(|(fell, _)| fell == model));
    (lost, wounded.into_iter().collect())
}
