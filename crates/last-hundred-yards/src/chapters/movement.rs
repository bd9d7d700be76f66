//! Movement: costs, ways, withdrawal.

use std::collections::{BTreeMap, VecDeque};

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ground::{Room, has_room};
use crate::card::{Card, Kind};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// Moment at which a unit acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Action,
    Reaction,
}

/// Ways from a hex, by the places of the hexes that they reach: half points spent, and the hex before.
#[derive(Clone, Debug)]
pub struct Ways(Vec<Option<(u8, Hex)>>);

impl Ways {
    /// Half points spent up to a hex; `None` where no way leads.
    pub fn spent(&self, setup: &LhySetup, hex: Hex) -> Option<u8> {
        self.at(setup, hex).map(|(spent, _)| spent)
    }

    fn at(&self, setup: &LhySetup, hex: Hex) -> Option<(u8, Hex)> {
        self.0[setup.level.map.index(hex)?]
    }

    /// The hexes of the way to a hex, without the first.
    pub fn path_to(&self, setup: &LhySetup, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut at = to;
        while let Some((_, before)) = self.at(setup, at).filter(|(_, before)| *before != at) {
            path.push(at);
            at = before;
        }
        path.reverse();
        path
    }
}

/// Half points that a step to a neighbour costs; `None` where it is barred.
///
/// Rule: LHY-MAN-1.
pub fn step_cost(setup: &LhySetup, card: &Card, from: Hex, to: Hex) -> Option<u8> {
    let (is_vehicle, step) = (card.kind.is_vehicle(), setup.steps(from).iter().find(|step| step.to == to));
    step.map_or_else(|| reckoned_cost(setup, is_vehicle, from, to), |step| step.cost(is_vehicle))
}

/// The same from the map itself, for the table of the level.
///
/// Rule: LHY-MAN-1.
pub fn reckoned_cost(setup: &LhySetup, is_vehicle: bool, from: Hex, to: Hex) -> Option<u8> {
    let terrain = setup.terrain(to);
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

/// Hexes with units of a side, by their places.
fn held_by(setup: &LhySetup, play: &Play, side: Side) -> Vec<bool> {
    let mut held = vec![false; setup.level.map.len()];
    for place in play.on_map(setup, side).filter_map(|(_, _, hex)| setup.level.map.index(hex)) {
        held[place] = true;
    }
    held
}

/// The cheapest ways of a unit to every hex within its points, past enemies. Of ways that cost the same the one by lower hexes counts.
///
/// Rule: LHY-MAN-1.
pub fn ways(setup: &LhySetup, play: &Play, unit: UnitId, start: Hex, points: u8) -> Ways {
    let is_vehicle = setup.card(unit).kind.is_vehicle();
    let enemies = held_by(setup, play, setup.side(unit).other());
    let mut found = Ways(vec![None; enemies.len()]);
    let Some(first) = setup.level.map.index(start) else { return found };
    found.0[first] = Some((0, start));
    let mut open = vec![(first, start)];
    while let Some((place, from)) = open.pop() {
        let spent = found.0[place].map_or(0, |(spent, _)| spent);
        for step in setup.tables.steps(place) {
            let Some(cost) = step.cost(is_vehicle) else { continue };
            let after = spent.saturating_add(cost);
            let known = found.0[step.place];
            let is_better =
                known.is_none_or(|(known, before)| after < known || after == known && from < before);
            if after > points || step.place == first || !is_better || enemies[step.place] {
                continue;
            }
            found.0[step.place] = Some((after, from));
            if known.is_none_or(|(known, _)| after < known) {
                open.push((step.place, step.to));
            }
        }
    }
    found
}

/// Ways of a unit in its action or reaction; `None` of what cannot move.
pub fn own_ways(setup: &LhySetup, play: &Play, unit: UnitId, moment: Moment) -> Option<Ways> {
    let card = setup.card(unit);
    let start = play.hex_of(unit).filter(|_| card.mp > 0)?;
    Some(ways(setup, play, unit, start, allowance(setup, card, moment)))
}

/// Every hex to which a unit may maneuver by its ways, in order.
///
/// Rule: LHY-MAN-1, LHY-FRM-5.
pub fn maneuver_ends<'a>(
    setup: &'a LhySetup,
    play: &'a Play,
    unit: UnitId,
    ways: &'a Ways,
) -> impl Iterator<Item = Hex> + 'a {
    let (start, room) = (play.hex_of(unit), Room::of(setup, play, unit));
    let ends = setup.level.map.hexes().zip(&ways.0).enumerate().filter(|(_, (_, found))| found.is_some());
    ends.filter(move |(place, (to, _))| Some(*to) != start && room.fits(*place)).map(|(_, (to, _))| to)
}

/// Every hex to which a unit may maneuver, with the way.
///
/// Rule: LHY-MAN-1, LHY-FRM-5.
pub fn maneuvers(setup: &LhySetup, play: &Play, unit: UnitId, moment: Moment) -> BTreeMap<Hex, Vec<Hex>> {
    let Some(ways) = own_ways(setup, play, unit, moment) else { return BTreeMap::new() };
    maneuver_ends(setup, play, unit, &ways).map(|to| (to, ways.path_to(setup, to))).collect()
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
    let ways = own_ways(setup, play, unit, moment).filter(|ways| ways.spent(setup, to).is_some());
    Ok(ways.ok_or(too_far)?.path_to(setup, to))
}

fn nearest_enemy(enemies: &[Hex], hex: Hex) -> u32 {
    enemies.iter().map(|enemy| enemy.distance(hex)).min().unwrap_or(u32::MAX)
}

/// Ways of a withdrawal: no step brings the unit nearer to the enemy, and its end is farther.
///
/// Rule: LHY-REC-2.
pub fn withdrawals(setup: &LhySetup, play: &Play, unit: UnitId) -> BTreeMap<Hex, Vec<Hex>> {
    let back = Back::new(setup, play, unit);
    back.ends(setup, play).map(|to| (to, back.path_to(setup, to))).collect()
}

/// Every hex to which a unit may withdraw, in order.
///
/// Rule: LHY-REC-2.
pub fn withdrawal_ends(setup: &LhySetup, play: &Play, unit: UnitId) -> Vec<Hex> {
    Back::new(setup, play, unit).ends(setup, play).collect()
}

/// Ways back of a unit.
struct Back {
    unit: UnitId,
    /// By the places of hexes: steps to them, the hex before, and how far the nearest enemy is.
    found: Vec<Option<(u8, Hex, u32)>>,
    /// Distance of the nearest enemy now.
    begin: u32,
    has_enemies: bool,
}

impl Back {
    /// Rule: LHY-REC-2.
    fn new(setup: &LhySetup, play: &Play, unit: UnitId) -> Self {
        let (card, map) = (setup.card(unit), &setup.level.map);
        let mut back = Self { unit, found: vec![None; map.len()], begin: 0, has_enemies: false };
        let start = play.hex_of(unit).filter(|_| may_withdraw(card));
        let Some((start, first)) = start.and_then(|start| Some((start, map.index(start)?))) else {
            return back;
        };
        let enemies = play.hexes_of(setup, setup.side(unit).other());
        (back.begin, back.has_enemies) = (nearest_enemy(&enemies, start), !enemies.is_empty());
        back.found[first] = Some((0, start, back.begin));
        let mut open = VecDeque::from([(first, start)]);
        while let Some((place, from)) = open.pop_front() {
            let Some((steps, _, far)) = back.found[place] else { continue };
            if steps >= setup.rules.numbers.withdraw_hexes {
                continue;
            }
            for step in setup.tables.steps(place) {
                if back.found[step.place].is_some() || step.cost(card.kind.is_vehicle()).is_none() {
                    continue;
                }
                // Where an enemy is, none is farther than he.
                let near = nearest_enemy(&enemies, step.to);
                if near >= far && near > 0 {
                    back.found[step.place] = Some((steps + 1, from, near));
                    open.push_back((step.place, step.to));
                }
            }
        }
        back
    }

    /// Rule: LHY-REC-2, LHY-FRM-5.
    fn ends<'a>(&'a self, setup: &'a LhySetup, play: &'a Play) -> impl Iterator<Item = Hex> + 'a {
        let room = Room::of(setup, play, self.unit);
        let ends = setup.level.map.hexes().zip(&self.found).enumerate();
        ends.filter_map(move |(place, (hex, found))| {
            let (steps, _, near) = (*found)?;
            let is_end = steps > 0 && (!self.has_enemies || near > self.begin);
            (is_end && room.fits(place)).then_some(hex)
        })
    }

    fn path_to(&self, setup: &LhySetup, to: Hex) -> Vec<Hex> {
        let before = |hex: Hex| self.found[setup.level.map.index(hex)?].filter(|(steps, ..)| *steps > 0);
        let mut path = vec![to];
        while let Some((_, from, _)) = path.last().and_then(|last| before(*last)) {
            path.push(from);
        }
        path.pop();
        path.reverse();
        path
    }
}

/// Rule: LHY-REC-2 (who.)
pub fn may_withdraw(card: &Card) -> bool {
    card.kind.is_foot() && card.kind != Kind::TowedGun
}

/// Ways of a unit, within its points, lead into a hex by a neighbour of it.
///
/// Rule: LHY-ASB-1 (by a path it has the points for.)
pub fn comes_by(setup: &LhySetup, unit: UnitId, ways: &Ways, hex: Hex, from: Hex) -> bool {
    let card = setup.card(unit);
    let whole = ways.spent(setup, from).zip(step_cost(setup, card, from, hex));
    whole.is_some_and(|(spent, step)| spent.saturating_add(step) <= allowance(setup, card, Moment::Action))
}

/// Ways of a unit on which it may come to assault; `None` of one that is nowhere.
pub fn ways_to_assault(setup: &LhySetup, play: &Play, unit: UnitId) -> Option<Ways> {
    let points = allowance(setup, setup.card(unit), Moment::Action);
    Some(ways(setup, play, unit, play.hex_of(unit)?, points))
}

/// A side alone has units in a hex.
pub fn holds(setup: &LhySetup, play: &Play, side: Side, hex: Hex) -> bool {
    play.has_units(setup, hex, side) && !play.has_units(setup, hex, side.other())
}
