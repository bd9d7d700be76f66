//! Chapters 1 and 3: dice pools, shares of hits, damage, headquarters.

use tabletop_hexes::hex::Hex;
use tabletop_hexes::sight::Sight;

use crate::card::{Assault, Fire, Support};
use crate::data::ruleset::Numbers;
use crate::fact::Fact;
use crate::ids::{HqId, UnitId};
use crate::order::Weapon;
use crate::play::{Play, Unit};
use crate::setup::WsrSetup;

/// Dice to roll, and the face each needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    pub dice: u8,
    pub face: u8,
    /// So many of the lowest are ignored.
    pub ignored: u8,
}

/// A needed face after all changes.
///
/// Rule: WSR-BAS-2.
pub fn needed_face(face: i16, numbers: &Numbers) -> u8 {
    face.clamp(i16::from(numbers.best_face), i16::from(numbers.worst_face)) as u8
}

/// Counts the dice that reach the needed face; of an augmented pool the lowest are ignored.
///
/// Rule: WSR-BAS-1, WSR-FIR-11.
pub fn hits(faces: &[u8], pool: Pool) -> u8 {
    scored(faces.iter().filter(|face| **face >= pool.face).count() as u8, pool)
}

/// Hits of so many dice that reach the needed face. Those that do are the highest, so ignoring the lowest costs a hit only where
/// more reach it than are left.
///
/// Rule: WSR-FIR-10.
pub fn scored(successes: u8, pool: Pool) -> u8 {
    successes.min(pool.dice.saturating_sub(pool.ignored))
}

/// Shares of hits that everybody takes, and the number of odd ones that dice give out.
///
/// Rule: WSR-BAS-9.
pub const fn shares(hits: u8, units: u8) -> [u8; 2] {
    match (hits.checked_div(units), hits.checked_rem(units)) {
        (Some(each), Some(odd)) => [each, odd],
        _ => [0, 0],
    }
}

/// The place that a die gives an odd hit, among so many that have none yet: equal parts of the die.
///
/// Rule: WSR-BAS-9.
pub fn odd_place(face: u8, left: usize) -> usize {
    (usize::from(face.saturating_sub(1)) * left / 6).min(left.saturating_sub(1))
}

/// Effect of an unsaved hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wound {
    Disrupted,
    Reduced,
    Eliminated,
}

/// Effects of unsaved hits on a unit, one by one.
///
/// Rule: WSR-FIR-14, WSR-BAS-4.
pub fn wounds(unit: &Unit, hits: u8) -> Vec<Wound> {
    let open = [(!unit.disrupted, Wound::Disrupted), (!unit.reduced, Wound::Reduced)];
    let open = open.into_iter().filter_map(|(is_open, wound)| is_open.then_some(wound));
    open.chain([Wound::Eliminated]).take(usize::from(hits)).collect()
}

/// The same as facts.
pub fn damage(id: UnitId, unit: &Unit, hits: u8) -> Vec<Fact> {
    let fact = |wound: Wound| match wound {
        Wound::Disrupted => Fact::Disrupted { unit: id },
        Wound::Reduced => Fact::Reduced { unit: id },
        Wound::Eliminated => Fact::Eliminated { unit: id },
    };
    wounds(unit, hits).into_iter().map(fact).collect()
}

/// Hits that count on a target; one that is spared is at worst disrupted.
///
/// Rule: WSR-ADD-6.
pub fn spared(hits: u8, unit: &Unit, is_spared: bool) -> u8 {
    if is_spared { hits.min(u8::from(in_good_order(unit))) } else { hits }
}

/// A unit is in Good Order.
///
/// Rule: WSR-BAS-7.
pub const fn in_good_order(unit: &Unit) -> bool {
    !unit.disrupted
}

/// Leadership of an (s)HQ.
///
/// Rule: WSR-HQ-12.
pub fn leadership(setup: &WsrSetup, play: &Play, hq: HqId) -> u8 {
    hq_values(setup, play, hq)[0]
}

/// Leadership and command range of the side that lies up.
pub fn hq_values(setup: &WsrSetup, play: &Play, hq: HqId) -> [u8; 2] {
    let reduced = play.hqs.get(&hq).is_some_and(|hq| hq.reduced);
    setup.hq_card(hq).map_or([0, 0], |card| if reduced { card.reduced } else { card.full })
}

/// A die reduces an (s)HQ in whose hex an attack did harm.
///
/// Rule: WSR-HQ-7.
pub fn hq_is_hit(face: u8, has_loss: bool, numbers: &Numbers) -> bool {
    let bonus = if has_loss { numbers.hq_loss_bonus } else { 0 };
    face <= numbers.hq_hit_at + bonus
}

/// A unit's fire with one of its weapons, its support weapon included; and the firepower that this adds.
///
/// Rule: WSR-SUP-3, WSR-SUP-4, WSR-AA-1.
pub fn printed_fire(setup: &WsrSetup, id: UnitId, unit: &Unit, weapon: Weapon) -> Option<(Fire, u8)> {
    let card = setup.card(id);
    let face = if unit.reduced { card.reduced } else { card.full };
    let fire = match weapon {
        Weapon::HighExplosive => face.he,
        Weapon::Flak => face.flak,
        Weapon::ArmourPiercing => face.ap,
    }?;
    let support = card.support.as_ref().filter(|_| weapon == Weapon::ArmourPiercing);
    let with = |support: &Support| Fire {
        power: fire.power + support.ap,
        range: fire.range + support.range,
        augmented: fire.augmented || support.augments,
        ..fire
    };
    Some((support.map_or(fire, with), support.map_or(0, |support| support.ap)))
}

/// A unit's assault of the side that lies up.
pub fn printed_assault(setup: &WsrSetup, id: UnitId, unit: &Unit) -> Option<Assault> {
    let card = setup.card(id);
    if unit.reduced { card.reduced.assault } else { card.full.assault }
}

/// Sight between two hexes as smoke leaves it.
///
/// Rule: WSR-LOS-5, WSR-ART-7.
pub fn sight(setup: &WsrSetup, play: &Play, from: Hex, to: Hex) -> Sight {
    if play.smoke.is_empty() {
        return setup.sights.sight(from, to);
    }
    setup.sights.sight_through(from, to, &play.smoked(), setup.rules.switches.smoke_near)
}
