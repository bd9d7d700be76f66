//! Chapters 4, 9 and 10: reconnaissance, ranged and opportunity fire.

use tabletop_hexes::hex::Hex;

use super::basics::{Pool, in_good_order, leadership, needed_face, printed_fire, sight};
use crate::card::{Fire, Flag};
use crate::data::ruleset::{Hides, Numbers};
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::order::Weapon;
use crate::play::Play;
use crate::setup::WsrSetup;

/// A fire worked out: dice to hit, and the target's save dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirePlan {
    pub hex: Hex,
    pub hit: Pool,
    pub save: Pool,
}

/// When a unit fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    OwnImpulse,
    Opportunity,
}

/// Firepower and face at a distance, without leadership.
///
/// Rule: WSR-FIR-3, WSR-FIR-4, WSR-FIR-5, WSR-FIR-6.
pub fn at_distance(fire: Fire, distance: u32, numbers: &Numbers) -> Option<[u8; 2]> {
    let range = u32::from(fire.range);
    let face = i16::from(fire.to_hit);
    let may_vary = !fire.underlined;
    if distance > range {
        if !may_vary || distance > 2 * range {
            None
        } else if fire.to_hit < numbers.worst_face {
            Some([fire.power, needed_face(face + 1, numbers)])
        } else if fire.power > 1 {
            Some([fire.power - 1, fire.to_hit])
        } else {
            None
        }
    } else if may_vary && 2 * distance <= range {
        Some([fire.power, needed_face(face - 1, numbers)])
    } else {
        Some([fire.power, needed_face(face, numbers)])
    }
}

/// Works a fire out, or says why it is not allowed.
///
/// Rule: WSR-FIR-1, WSR-FIR-2, WSR-FIR-9, WSR-FIR-12, WSR-FIR-13, WSR-AA-2, WSR-AA-3.
pub fn plan_fire(
    setup: &WsrSetup,
    play: &Play,
    moment: Moment,
    [id, target]: [UnitId; 2],
    weapon: Weapon,
    lead: Option<HqId>,
) -> Result<FirePlan, Mistake> {
    let numbers = &setup.rules.numbers;
    let from = may_fire(play, moment, id)?;
    let unit = play.unit(id).ok_or(Mistake::NotThere)?;
    let hex = play.hex_of(target).filter(|_| target.side != id.side).ok_or(Mistake::NoTarget { target })?;
    let card = setup.card(target);
    let suits = match weapon {
        Weapon::ArmourPiercing | Weapon::Flak => card.is_hard(),
        Weapon::HighExplosive => !card.is_hard() && !setup.card(id).is(Flag::Mortar),
    };
    let mut fire =
        printed_fire(setup, id, unit, weapon).filter(|_| suits).ok_or(Mistake::WrongWeapon { target })?;
    if weapon == Weapon::Flak {
        fire = Fire { to_hit: numbers.flak_at_armour, underlined: true, ..fire };
    }
    if let Some(blocker) = sight(setup, play, from, hex).blocker() {
        return Err(Mistake::NotSeen { hex, blocker });
    }
    let distance = from.distance(hex);
    let out_of_range = Mistake::OutOfRange { hex, distance, range: fire.range };
    let [power, face] = at_distance(fire, distance, numbers).ok_or(out_of_range)?;
    let led = lead_of(setup, play, moment, id, lead)?;
    let more = u8::from(fire.augmented);
    let hit = Pool { dice: power + led + more, face, ignored: more };
    let is_moving = moment == Moment::Opportunity;
    let cover = is_concealed(setup, play, target, is_moving).into();
    Ok(FirePlan { hex, hit, save: saves(setup, target, hex, cover) })
}

/// Whether a unit may fire at all; returns its hex.
///
/// Rule: WSR-FIR-1, WSR-DIS-1, WSR-OPP-3 (Out of Command.)
pub fn may_fire(play: &Play, moment: Moment, id: UnitId) -> Result<Hex, Mistake> {
    let unit = play.unit(id).ok_or(Mistake::NotThere)?;
    let hex = play.hex_of(id).ok_or(Mistake::NotThere)?;
    if !in_good_order(unit) {
        return Err(Mistake::Disrupted);
    }
    if unit.done {
        return Err(Mistake::OpsComplete);
    }
    if unit.out_of_command && moment == Moment::OwnImpulse {
        return Err(Mistake::OutOfCommand);
    }
    Ok(hex)
}

/// Leadership that an (s)HQ adds.
///
/// Rule: WSR-FIR-9, WSR-HQ-10.
pub fn lead_of(
    setup: &WsrSetup,
    play: &Play,
    moment: Moment,
    id: UnitId,
    lead: Option<HqId>,
) -> Result<u8, Mistake> {
    let Some(hq) = lead else { return Ok(0) };
    let is_here = play.hq_hex(hq).is_some() && play.hq_hex(hq) == play.hex_of(id) && hq.side == id.side;
    if !is_here {
        return Err(Mistake::NoLeader { hq });
    }
    let has_lent = play.hqs.get(&hq).is_some_and(|hq| hq.lent);
    if has_lent && moment == Moment::OwnImpulse {
        return Err(Mistake::HasLent { hq });
    }
    Ok(leadership(setup, play, hq))
}

/// Whether a target is concealed from the other side.
///
/// Rule: WSR-FIR-8, WSR-REC-3, WSR-OPP-3.
pub fn is_concealed(setup: &WsrSetup, play: &Play, target: UnitId, is_moving: bool) -> bool {
    let (Some(unit), Some(hex)) = (play.unit(target), play.hex_of(target)) else { return false };
    let hides = match setup.terrain(hex).hides {
        Hides::Nobody => false,
        Hides::Infantry => setup.card(target).is(Flag::Infantry),
        Hides::All => true,
    } || play.wrecks.contains(&hex)
        || play.positions.contains(&hex);
    if !hides || unit.done || is_moving {
        return false;
    }
    let range = u32::from(setup.rules.numbers.spotting_range);
    let spotted = play.on_map(target.side.other()).any(|(enemy, unit, at)| {
        let is_scout = || setup.card(enemy).is(Flag::Recon) && !unit.out_of_command;
        let distance = at.distance(hex);
        in_good_order(unit)
            && (distance == 1 || distance <= range && is_scout() && sight(setup, play, at, hex).is_clear())
    });
    !spotted
}

/// Save dice of a unit against direct fire.
///
/// Rule: WSR-FIR-12, WSR-FIR-13.
pub fn saves(setup: &WsrSetup, target: UnitId, hex: Hex, concealed: u8) -> Pool {
    let (card, terrain) = (setup.card(target), setup.terrain(hex));
    match card.armour {
        None => Pool { dice: terrain.soft + concealed, face: setup.rules.numbers.cover_face, ignored: 0 },
        Some(armour) => {
            let bonus = (terrain.hard + concealed).min(setup.rules.numbers.hard_bonus_limit);
            Pool { dice: armour.factor + bonus, face: armour.save, ignored: 0 }
        }
    }
}
