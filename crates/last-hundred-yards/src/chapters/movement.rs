//! Movement: costs, ways, withdrawal.

use std::collections::{BTreeMap, VecDeque};

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ground::has_room;
use crate::card::{Card, Kind};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// When a unit acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Action,
    Reaction,
}

/// Ways to hexes: half points spent and the hex before.
pub type Ways = BTreeMap<Hex, (u8, Hex)>;

/// Half points that a step to a neighbour costs; `None` where it is barred.
///
/// Rule: LHY-MAN-1.
pub fn step_cost(setup: &LhySetup, card: &Card, from: Hex, to: Hex) -> Option<u8> {
    let (terrain, is_vehicle) = (setup.terrain(to), card.kind.is_vehicle());
    let side = setup.between(from, to);
    if side.is_some_and(|side| side.prohibited || is_vehicle && side.bars_vehicles) {
        return None;
    }
    if setup.level.map.has_road(from, to) {
        return Some(setup.rules.road[usize::from(is_vehicle)]);
    }
    let cost = if is_vehicle { terrain.vehicle } else { terrain.foot };
    let uphill = !is_vehicle && terrain.level > setup.terrain(from).level;
    (cost > 0).then(|| cost + if uphill { setup.rules.numbers.uphill_halves } else { 0 })
}

/// Half points of a unit.
///
/// Rule: LHY-MAN-1 (in action and in reaction.)
pub fn allowance(setup: &LhySetup, card: &Card, moment: Moment) -> u8 {
    let numbers = &setup.rules.numbers;
    let limit = match (moment, card.kind.is_vehicle()) {
        (Moment::Action, _) => card.mp,
        (Moment::Reaction, false) => numbers.foot_reaction,
        (Moment::Reaction, true) => numbers.vehicle_reaction,
    };
    2 * card.mp.min(limit)
}

/// The cheapest ways of a unit to every hex within its points, past enemies. Of ways that cost the same the one by lower hexes counts.
///
/// Rule: LHY-MAN-1.
pub fn ways(setup: &LhySetup, play: &Play, unit: UnitId, start: Hex, points: u8) -> Ways {
    let (card, enemy) = (setup.card(unit), setup.side(unit).other());
    let mut found = Ways::from([(start, (0, start))]);
    let mut open = vec![start];
    while let Some(from) = open.pop() {
        let spent = found.get(&from).map_or(0, |(spent, _)| *spent);
        for to in setup.level.map.neighbours(from) {
            let Some(cost) = step_cost(setup, card, from, to) else { continue };
            let after = spent.saturating_add(cost);
            let known = found.get(&to).copied();
            let is_better =
                known.is_none_or(|(known, before)| after < known || after == known && from < before);
            if after > points || to == start || !is_better || play.has_units(setup, to, enemy) {
                continue;
            }
            found.insert(to, (after, from));
            if known.is_none_or(|(known, _)| after < known) {
                open.push(to);
            }
        }
    }
    found
}

/// The hexes of a way, without the first.
pub fn path_to(ways: &Ways, to: Hex) -> Vec<Hex> {
    let mut path = Vec::new();
    let mut at = to;
    while let Some((_, before)) = ways.get(&at).filter(|(_, before)| *before != at) {
        path.push(at);
        at = *before;
    }
    path.reverse();
    path
}

/// Every hex to which a unit may maneuver, with the way.
///
/// Rule: LHY-MAN-1, LHY-FRM-5.
pub fn maneuvers(setup: &LhySetup, play: &Play, unit: UnitId, moment: Moment) -> BTreeMap<Hex, Vec<Hex>> {
    let (card, side) = (setup.card(unit), setup.side(unit));
    let Some(start) = play.hex_of(unit).filter(|_| card.mp > 0) else { return BTreeMap::new() };
    let ways = ways(setup, play, unit, start, allowance(setup, card, moment));
    let ends = ways.keys().copied().filter(|to| *to != start);
    let free = ends.filter(|to| has_room(setup, play, &[unit], side, *to).is_ok());
    free.map(|to| (to, path_to(&ways, to))).collect()
}

/// The way of a maneuver.
///
/// Rule: LHY-MAN-1, LHY-FRM-5.
pub fn plan_maneuver(
    setup: &LhySetup,
    play: &Play,
    unit: UnitId,
    to: Hex,
    moment: Moment,
) -> Result<Vec<Hex>, Mistake> {
    let (card, side) = (setup.card(unit), setup.side(unit));
    if !setup.level.map.contains(to) {
        return Err(Mistake::OffMap { hex: to });
    }
    if card.mp == 0 {
        return Err(Mistake::CannotMove);
    }
    if play.has_units(setup, to, side.other()) {
        return Err(Mistake::EnemyThere { hex: to });
    }
    let too_far = Mistake::TooFar { hex: to, points: allowance(setup, card, moment) / 2 };
    if play.hex_of(unit) == Some(to) {
        return Err(too_far);
    }
    has_room(setup, play, &[unit], side, to)?;
    maneuvers(setup, play, unit, moment).remove(&to).ok_or(too_far)
}

fn nearest_enemy(enemies: &[Hex], hex: Hex) -> u32 {
    enemies.iter().map(|enemy| enemy.distance(hex)).min().unwrap_or(u32::MAX)
}

/// Ways of a withdrawal: no step brings the unit nearer to the enemy, and its end is farther.
///
/// Rule: LHY-REC-2.
pub fn withdrawals(setup: &LhySetup, play: &Play, unit: UnitId) -> BTreeMap<Hex, Vec<Hex>> {
    let (card, side) = (setup.card(unit), setup.side(unit));
    let Some(start) = play.hex_of(unit).filter(|_| may_withdraw(card)) else { return BTreeMap::new() };
    let enemies: Vec<Hex> = play.hexes_of(setup, side.other()).into_iter().collect();
    let begin = nearest_enemy(&enemies, start);
    let mut found: BTreeMap<Hex, Vec<Hex>> = BTreeMap::from([(start, Vec::new())]);
    let mut open = VecDeque::from([start]);
    while let Some(from) = open.pop_front() {
        let path = found.get(&from).cloned().unwrap_or_default();
        if path.len() >= usize::from(setup.rules.numbers.withdraw_hexes) {
            continue;
        }
        for to in setup.level.map.neighbours(from) {
            let near = nearest_enemy(&enemies, to);
            let is_open =
                step_cost(setup, card, from, to).is_some() && !play.has_units(setup, to, side.other());
            if is_open && near >= nearest_enemy(&enemies, from) && !found.contains_key(&to) {
                found.insert(to, path.iter().copied().chain([to]).collect());
                open.push_back(to);
            }
        }
    }
    found.retain(|hex, path| {
        let farther = enemies.is_empty() || nearest_enemy(&enemies, *hex) > begin;
        !path.is_empty() && farther && has_room(setup, play, &[unit], side, *hex).is_ok()
    });
    found
}

/// Rule: LHY-REC-2 (who.)
pub fn may_withdraw(card: &Card) -> bool {
    card.kind.is_foot() && card.kind != Kind::TowedGun
}

/// Neighbours of a hex from which a unit can come into it, with the half points that it spends all in all.
///
/// Rule: LHY-ASB-1 (by a path it has the points for.)
pub fn approach(setup: &LhySetup, play: &Play, unit: UnitId, hex: Hex, from: Hex) -> Option<Vec<Hex>> {
    let card = setup.card(unit);
    let start = play.hex_of(unit)?;
    let ways = ways(setup, play, unit, start, allowance(setup, card, Moment::Action));
    let (spent, _) = ways.get(&from)?;
    let whole = spent.saturating_add(step_cost(setup, card, from, hex)?);
    (whole <= allowance(setup, card, Moment::Action)).then(|| path_to(&ways, from))
}

/// Whether a side alone has units in a hex.
pub fn holds(setup: &LhySetup, play: &Play, side: Side, hex: Hex) -> bool {
    play.has_units(setup, hex, side) && !play.has_units(setup, hex, side.other())
}
