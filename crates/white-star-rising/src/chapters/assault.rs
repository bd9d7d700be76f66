//! Chapter 11: assault.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::basics::{in_good_order, printed_assault};
use super::breakdown::{Breakdown, Part};
use super::movement::{cost, has_room};
use crate::card::Flag;
use crate::data::ruleset::{AssaultLoser, AssaultTie, Switches};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::{Fight, Play};
use crate::setup::WsrSetup;

/// Checks that a stack may assault.
///
/// Rule: WSR-ASL-1, WSR-ASL-2, WSR-ASL-3.
pub fn may_assault(setup: &WsrSetup, play: &Play, units: &[UnitId], to: Hex) -> Result<(), Mistake> {
    for id in units {
        let unit = play.unit(*id).ok_or(Mistake::NotThere)?;
        if printed_assault(setup, *id, unit).is_none_or(|assault| assault.starred) {
            return Err(Mistake::CannotAssault { unit: *id });
        }
        if !in_good_order(unit) {
            return Err(Mistake::Disrupted);
        }
        if unit.out_of_command {
            return Err(Mistake::OutOfCommand);
        }
        closes_in(setup, play, *id, to)?;
    }
    Ok(())
}

/// Infantry is near enough to assault armour in the open: terrain where AFVs may overrun.
///
/// Rule: WSR-ADD-1.
fn closes_in(setup: &WsrSetup, play: &Play, id: UnitId, to: Hex) -> Result<(), Mistake> {
    let in_the_open = setup.terrain(to).overrun;
    let applies = setup.rules.switches.add_1.is_on() && in_the_open && setup.card(id).is(Flag::Infantry);
    let armour = || play.in_hex(to, id.side.other()).iter().any(|enemy| setup.card(*enemy).is(Flag::Afv));
    let beside = play.unit(id).and_then(|unit| unit.began).is_some_and(|hex| hex.distance(to) == 1);
    if applies && armour() && !beside { Err(Mistake::NotNextTo { unit: id, hex: to }) } else { Ok(()) }
}

/// Dice of a unit against a stack of enemies, leadership included.
///
/// Rule: WSR-ASL-4, WSR-ASL-5, WSR-ASL-6, WSR-ASL-7, WSR-DIS-4.
pub fn dice_of(
    setup: &WsrSetup,
    play: &Play,
    id: UnitId,
    enemies: &[UnitId],
    hex: Hex,
    lead: u8,
) -> Option<Breakdown> {
    let unit = play.unit(id)?;
    let assault = printed_assault(setup, id, unit)?;
    let led = |dice: Breakdown| {
        dice.with("WSR-ASL-5", Part::Dice, i16::from(lead), "leadership of the headquarters")
    };
    if !in_good_order(unit) {
        let face = setup.rules.numbers.disrupted_face;
        let why = "Assault factor of a disrupted unit";
        return Some(led(Breakdown::new("WSR-ASL-4", assault.factor, face, why)));
    }
    let only_armour = !enemies.is_empty() && enemies.iter().all(|enemy| setup.card(*enemy).is(Flag::Afv));
    let closes_in = only_armour && setup.card(id).is(Flag::Infantry);
    let in_city = closes_in && setup.terrain(hex).id == "city";
    let dice = led(Breakdown::new("WSR-ASL-7", assault.factor, assault.to_hit, "Assault factor and To Hit"));
    let dice = dice.with("WSR-ASL-6", Part::Face, -i16::from(closes_in), "infantry against armour alone");
    Some(dice.with("WSR-ASL-6", Part::Dice, i16::from(in_city), "infantry against armour in a city"))
}

/// The attacker stays in the hex.
///
/// Rule: WSR-ASL-10, WSR-ASL-11.
pub fn attacker_stays(attacker_hits: u8, defender_hits: u8, switches: &Switches) -> bool {
    if attacker_hits == defender_hits {
        return switches.assault_tie == AssaultTie::Attacker;
    }
    let scored_more = attacker_hits > defender_hits;
    match switches.assault_loser {
        AssaultLoser::Scored => scored_more,
        AssaultLoser::Letter => !scored_more,
    }
}

/// Hexes into which a defender may retreat, straight on first.
///
/// Rule: WSR-ASL-12, WSR-ASL-13, WSR-ASL-14.
pub fn retreats(setup: &WsrSetup, play: &Play, fight: &Fight, unit: UnitId) -> Vec<Hex> {
    let Some(direction) = fight.from.direction_of(fight.hex) else { return Vec::new() };
    let enemy = unit.side.other();
    let ways = [0, -1, 1].into_iter().filter_map(|turn| fight.hex.neighbour(direction.turned(turn)));
    let is_free = |to: &Hex| {
        let beside = setup.level.map.neighbours(*to).filter(|hex| *hex != fight.hex);
        cost(setup, unit, fight.hex, *to).is_some()
            && play.in_hex(*to, enemy).is_empty()
            && beside.into_iter().all(|hex| play.in_hex(hex, enemy).is_empty())
            && has_room(setup, play, 1, None, *to, unit.side).is_ok()
    };
    ways.filter(is_free).collect()
}

/// The side that attacks.
pub fn attacker(fight: &Fight) -> Option<Side> {
    fight.attackers.first().map(|unit| unit.side)
}
