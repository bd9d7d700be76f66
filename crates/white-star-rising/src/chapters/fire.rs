//! Chapters 4, 9 and 10: reconnaissance, ranged and opportunity fire.

use tabletop_hexes::hex::Hex;

use super::basics::{in_good_order, leadership, printed_fire, sight};
use super::breakdown::{Breakdown, Part};
use crate::card::{Fire, Flag};
use crate::data::ruleset::{Extended, Hides, Numbers, Switches};
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::order::{Price, Weapon};
use crate::play::Play;
use crate::setup::WsrSetup;

/// A fire at a unit, as it is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
    pub weapon: Weapon,
    pub lead: Option<HqId>,
    pub price: Price,
}

/// A fire worked out: dice to hit, and the target's save dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirePlan {
    pub hex: Hex,
    pub hit: Breakdown,
    pub saves: Saves,
    /// The target is at worst disrupted.
    pub spared: bool,
}

/// Save dice: those at the Save Number or in cover, then cover dice of another colour, if there are any.
pub type Saves = [Breakdown; 2];

/// Moment at which a unit fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    OwnImpulse,
    Opportunity,
}

/// A distance as a range has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// At most half the range.
    Reduced,
    Normal,
    /// Up to twice the range, paid for with the To Hit.
    ExtendedByFace,
    /// The same, paid for with firepower.
    ExtendedByPower,
}

/// The band of a distance; `None` beyond them.
///
/// Rule: WSR-FIR-3, WSR-FIR-4, WSR-FIR-5, WSR-FIR-6.
pub fn band(fire: Fire, distance: u32, price: Price, rules: (&Numbers, &Switches)) -> Option<Band> {
    let (numbers, switches) = rules;
    let range = u32::from(fire.range);
    if distance <= range {
        let is_reduced = !fire.underlined && 2 * distance <= range;
        return Some(if is_reduced { Band::Reduced } else { Band::Normal }).filter(|_| price == Price::Usual);
    }
    if fire.underlined || distance > 2 * range {
        return None;
    }
    let by_face = fire.to_hit < numbers.worst_face;
    let by_power = fire.power > 1;
    let picks = switches.extended == Extended::Choice && by_face;
    match price {
        Price::Usual if by_face => Some(Band::ExtendedByFace),
        Price::Usual if by_power => Some(Band::ExtendedByPower),
        Price::Firepower if by_power && picks => Some(Band::ExtendedByPower),
        Price::Usual | Price::Firepower => None,
    }
}

fn in_band(hit: Breakdown, band: Band) -> Breakdown {
    match band {
        Band::Normal => hit,
        Band::Reduced => hit.with("WSR-FIR-6", Part::Face, -1, "reduced range: at most half the range"),
        Band::ExtendedByFace => hit.with("WSR-FIR-5", Part::Face, 1, "extended range, paid with the To Hit"),
        Band::ExtendedByPower => hit.with("WSR-FIR-5", Part::Dice, -1, "extended range, paid with firepower"),
    }
}

/// Works a fire out, or says why it is not allowed.
///
/// Rule: WSR-FIR-1, WSR-FIR-2, WSR-AA-2, WSR-AA-3, WSR-ADD-6.
pub fn plan_fire(setup: &WsrSetup, play: &Play, moment: Moment, shot: Shot) -> Result<FirePlan, Mistake> {
    let Shot { unit: id, target, weapon, lead, price } = shot;
    let rules = &setup.rules;
    let from = may_fire(play, moment, id)?;
    let unit = play.unit(id).ok_or(Mistake::NotThere)?;
    let hex = play.hex_of(target).filter(|_| target.side != id.side).ok_or(Mistake::NoTarget { target })?;
    let card = setup.card(target);
    let suits = match weapon {
        Weapon::ArmourPiercing | Weapon::Flak => card.is_hard(),
        Weapon::HighExplosive => !card.is_hard() && !setup.card(id).is(Flag::Mortar),
    };
    let (mut fire, support) =
        printed_fire(setup, id, unit, weapon).filter(|_| suits).ok_or(Mistake::WrongWeapon { target })?;
    if weapon == Weapon::Flak {
        fire = Fire { to_hit: rules.numbers.flak_at_armour, underlined: true, ..fire };
    }
    let distance = from.distance(hex);
    let out_of_range = Mistake::OutOfRange { hex, distance, range: fire.range };
    let band = band(fire, distance, price, (&rules.numbers, &rules.switches)).ok_or(out_of_range)?;
    if let Some(blocker) = sight(setup, play, from, hex).blocker() {
        return Err(Mistake::NotSeen { hex, blocker });
    }
    let led = lead_of(setup, play, moment, id, lead)?;
    let hit = led_by(in_band(printed(fire, support, weapon), band), led, &rules.switches);
    let concealed = is_concealed(setup, play, target, moment == Moment::Opportunity);
    let spared = rules.switches.add_6.is_on() && concealed && card.is(Flag::Infantry);
    Ok(FirePlan { hex, hit, saves: saves(setup, play, target, hex, concealed), spared })
}

/// The dice that a card prints for a fire.
///
/// Rule: WSR-FIR-10, WSR-SUP-3, WSR-SUP-4.
fn printed(fire: Fire, support: u8, weapon: Weapon) -> Breakdown {
    let (rule, why) = match weapon {
        Weapon::ArmourPiercing | Weapon::HighExplosive => ("WSR-FIR-2", "firepower and To Hit of the card"),
        Weapon::Flak => ("WSR-AA-2", "blue firepower, at armour"),
    };
    let printed = Breakdown::new(rule, fire.power - support, fire.to_hit, why);
    let printed = printed.with("WSR-SUP-3", Part::Dice, i16::from(support), "support weapon");
    if fire.augmented { printed.augmented("WSR-FIR-10", 1, "augmented firepower") } else { printed }
}

/// Leadership in firepower.
///
/// Rule: WSR-FIR-9, WSR-ADD-2.
pub fn led_by(hit: Breakdown, led: u8, switches: &Switches) -> Breakdown {
    if switches.add_2.is_on() {
        hit.augmented("WSR-ADD-2", led, "leadership augments the firepower")
    } else {
        hit.with("WSR-FIR-9", Part::Dice, i16::from(led), "leadership of the headquarters")
    }
}

/// Checks that a unit may fire at all; returns its hex.
///
/// Rule: WSR-FIR-1, WSR-FIR-7 (nobody fires after moving), WSR-DIS-1, WSR-OPP-3 (Out of Command.)
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

/// A target is concealed from the other side.
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
/// Rule: WSR-FIR-12, WSR-FIR-13, WSR-ADD-5, WSR-ADD-7.
pub fn saves(setup: &WsrSetup, play: &Play, target: UnitId, hex: Hex, concealed: bool) -> Saves {
    let (card, terrain, rules) = (setup.card(target), setup.terrain(hex), &setup.rules);
    let (face, concealed) = (rules.numbers.cover_face, i16::from(concealed));
    let hidden = |saves: Breakdown| saves.with("WSR-FIR-8", Part::Dice, concealed, "the target is concealed");
    let Some(armour) = card.armour else {
        let beside = rules.switches.add_5.is_on()
            && play.in_hex(hex, target.side).iter().any(|unit| setup.card(*unit).is_hard());
        let cover = Breakdown::new("WSR-FIR-12", terrain.soft, face, "cover of the terrain");
        let cover = hidden(cover).with("WSR-ADD-5", Part::Dice, i16::from(beside), "armour is beside it");
        return [cover, Breakdown::NONE];
    };
    let limit = i16::from(rules.numbers.hard_bonus_limit);
    let bonus = i16::from(terrain.hard) + concealed;
    let limited = |saves: Breakdown| {
        let too_much = (bonus - limit).max(0);
        saves.with("WSR-FIR-13", Part::Dice, -too_much, "the bonus of a hard target is limited")
    };
    let own = Breakdown::new("WSR-FIR-13", armour.factor, armour.save, "armour factor and Save Number");
    if rules.switches.add_7.is_on() {
        let cover = Breakdown::new("WSR-ADD-7", terrain.hard, face, "cover dice of another colour");
        return [own, limited(hidden(cover))];
    }
    let cover = own.with("WSR-FIR-13", Part::Dice, i16::from(terrain.hard), "cover of the terrain");
    [limited(hidden(cover)), Breakdown::NONE]
}

/// Firepower and face at a distance, without leadership.
#[cfg(test)]
pub fn at_distance(fire: Fire, distance: u32, price: Price, rules: (&Numbers, &Switches)) -> Option<[u8; 2]> {
    let band = band(fire, distance, price, rules)?;
    let pool = in_band(printed(fire, 0, Weapon::HighExplosive), band).pool(rules.0);
    Some([pool.dice, pool.face])
}
