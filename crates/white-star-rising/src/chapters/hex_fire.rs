//! Chapters 14 and 16: fire at a hex, by mortars and artillery.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::basics::{in_good_order, printed_fire, sight};
use super::breakdown::{Breakdown, Part};
use super::fire::{Moment, Saves, lead_of, led_by, may_fire};
use crate::card::Flag;
use crate::data::ruleset::{MortarArea, Switches};
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Mission, Weapon};
use crate::play::Play;
use crate::setup::WsrSetup;

/// A mortar's fire worked out.
///
/// Rule: WSR-MTR-1, WSR-MTR-2, WSR-MTR-4, WSR-MTR-5, WSR-MTR-6.
pub fn plan_mortar(
    setup: &WsrSetup,
    play: &Play,
    moment: Moment,
    id: UnitId,
    hex: Hex,
    spotter: Option<Caller>,
    lead: Option<HqId>,
) -> Result<Breakdown, Mistake> {
    let from = may_fire(play, moment, id)?;
    let unit = play.unit(id).ok_or(Mistake::NotThere)?;
    let fire =
        printed_fire(setup, id, unit, Weapon::HighExplosive).filter(|_| setup.card(id).is(Flag::Mortar));
    let (fire, _) = fire.ok_or(Mistake::NoMortar)?;
    if play.in_hex(hex, id.side.other()).is_empty() {
        return Err(Mistake::NobodyThere { hex });
    }
    let distance = from.distance(hex);
    if distance > u32::from(fire.range) {
        return Err(Mistake::OutOfRange { hex, distance, range: fire.range });
    }
    match (sight(setup, play, from, hex).blocker(), spotter) {
        (None, None) => {}
        (Some(blocker), None) => return Err(Mistake::NotSeen { hex, blocker }),
        (None, Some(_)) => return Err(Mistake::NeedsNoSpotter { hex }),
        (Some(_), Some(caller)) if moment == Moment::OwnImpulse => {
            may_call(setup, play, id.side, caller, hex)?
        }
        (Some(blocker), Some(_)) => return Err(Mistake::NotSeen { hex, blocker }),
    }
    let led = lead_of(setup, play, moment, id, lead)?;
    let hit = Breakdown::new("WSR-MTR-2", fire.power, fire.to_hit, "firepower and To Hit of the card");
    Ok(led_by(hit, led, &setup.rules.switches))
}

/// Checks that somebody may call a mission, or see for a mortar, on a hex.
///
/// Rule: WSR-ART-1, WSR-ART-2, WSR-REC-2, WSR-MTR-4.
pub fn may_call(setup: &WsrSetup, play: &Play, side: Side, caller: Caller, hex: Hex) -> Result<(), Mistake> {
    let limit = setup.rules.numbers.missions_a_caller;
    let (owner, at, calls, is_able) = match caller {
        Caller::Unit(id) => {
            let unit = play.unit(id).ok_or(Mistake::NotThere)?;
            let able =
                setup.card(id).is(Flag::Recon) && in_good_order(unit) && !unit.done && !unit.out_of_command;
            (id.side, play.hex_of(id), unit.calls, able)
        }
        Caller::Hq(id) => {
            let calls = play.hqs.get(&id).map_or(0, |hq| hq.calls);
            let at = play.hq_hex(id);
            let lost = |hex: Hex| {
                let mut here = play.in_hex(hex, id.side).into_iter().filter_map(|unit| play.unit(unit));
                here.any(|unit| unit.out_of_command)
            };
            (id.side, at, calls, at.is_some_and(|hex| !lost(hex)))
        }
    };
    let at = at.filter(|_| owner == side && is_able).ok_or(Mistake::CannotCall)?;
    if calls >= limit {
        return Err(Mistake::CalledEnough { limit });
    }
    if play.missions[side.index()] == 0 {
        return Err(Mistake::NoMissions);
    }
    match sight(setup, play, at, hex).blocker() {
        Some(blocker) => Err(Mistake::NotSeen { hex, blocker }),
        None => Ok(()),
    }
}

/// Checks that artillery may be called so.
///
/// Rule: WSR-ART-1, WSR-ART-7.
pub fn may_call_mission(
    setup: &WsrSetup,
    play: &Play,
    side: Side,
    caller: Caller,
    hex: Hex,
    mission: Mission,
) -> Result<(), Mistake> {
    if !setup.level.map.contains(hex) {
        return Err(Mistake::OffMap { hex });
    }
    may_call(setup, play, side, caller, hex)?;
    match mission {
        Mission::Smoke if setup.force(side).missions.smoke => Ok(()),
        Mission::Smoke => Err(Mistake::NoSmoke),
        Mission::HighExplosive if play.in_hex(hex, side.other()).is_empty() => {
            Err(Mistake::NobodyThere { hex })
        }
        Mission::HighExplosive => Ok(()),
    }
}

/// The mission die lets a mission fail.
///
/// Rule: WSR-ART-3.
pub fn fails(face: u8, setup: &WsrSetup) -> bool {
    face <= setup.rules.numbers.mission_fails_at
}

/// The hexes that a mission strikes, in order.
///
/// Rule: WSR-ART-3, WSR-ART-4.
pub fn struck(setup: &WsrSetup, hex: Hex) -> Vec<Hex> {
    std::iter::once(hex).chain(setup.level.map.neighbours(hex)).collect()
}

/// The hexes that a mortar strikes without sight.
///
/// Rule: WSR-MTR-5.
pub fn struck_by_mortar(setup: &WsrSetup, hex: Hex) -> Vec<Hex> {
    match setup.rules.switches.mortar_area {
        MortarArea::Hex => vec![hex],
        MortarArea::Seven => struck(setup, hex),
    }
}

/// Dice of a mission.
///
/// Rule: WSR-ART-4.
pub fn mission(setup: &WsrSetup, side: Side) -> Breakdown {
    let missions = setup.force(side).missions;
    Breakdown::new("WSR-ART-4", missions.dice, missions.to_hit, "firepower and To Hit of the mission")
}

/// The side that fire at a hex strikes, and its units there: the enemy's, or one's own where there are none.
///
/// Rule: WSR-ART-4 (friends are hit too.)
pub fn struck_units(play: &Play, hex: Hex, by: Side) -> Option<(Side, Vec<UnitId>)> {
    let sides = [by.other(), by].into_iter();
    sides.map(|side| (side, play.in_hex(hex, side))).find(|(_, units)| !units.is_empty())
}

/// Dice of a fire when it strikes units of a hex.
///
/// Rule: WSR-ADD-3.
pub fn at_units(hit: Breakdown, units: &[UnitId], switches: &Switches) -> Breakdown {
    let more = switches.add_3.is_on() && units.len() > 1;
    hit.with("WSR-ADD-3", Part::Dice, i16::from(more), "more than one target")
}

/// Hits of a mission that armour standing alone ignores.
///
/// Rule: WSR-ADD-4.
pub fn ignored_by_armour(setup: &WsrSetup, units: &[UnitId]) -> u8 {
    let alone = units.iter().all(|unit| setup.card(*unit).is_hard());
    u8::from(setup.rules.switches.add_4.is_on() && alone)
}

/// Save dice of all that is in a hex.
///
/// Rule: WSR-MTR-3, WSR-ART-5, WSR-ADD-5.
pub fn hex_saves(setup: &WsrSetup, units: &[UnitId], hex: Hex) -> Saves {
    let [hard, soft] = [true, false].map(|hard| units.iter().any(|unit| setup.card(*unit).is_hard() == hard));
    let (face, dice) = (setup.rules.numbers.cover_face, setup.terrain(hex).soft);
    let cover = Breakdown::new("WSR-MTR-3", dice, face, "cover of the terrain, as for infantry");
    let both = hard && soft;
    let cover = if setup.rules.switches.add_5.is_on() {
        cover.with("WSR-ADD-5", Part::Dice, i16::from(both), "soft and hard targets together")
    } else {
        cover.with("WSR-MTR-3", Part::Dice, i16::from(hard), "a hard target is there")
    };
    [cover, Breakdown::NONE]
}
