//! Sight and reach: questions that a player asks before he orders anything.

use std::collections::BTreeMap;

use serde::Serialize;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::sight::Sight;

use crate::chapters::basics::sight;
use crate::chapters::movement::{Pace, has_room, may_begin, plan_step};
use crate::game::{View, Wsr};
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::order::Entry;

/// Sight between two hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SightAnswer {
    /// In a sentence.
    pub sentence: String,
    /// One end.
    pub from: Hex,
    /// The other end.
    pub to: Hex,
    /// Fewest steps between them.
    pub distance: u32,
    /// Each sees the other.
    pub seen: bool,
    /// The hex that blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<Hex>,
    /// It blocks by smoke alone.
    pub smoke: bool,
}

/// Reach of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// In a sentence.
    pub sentence: String,
    /// The units.
    pub units: Vec<UnitId>,
    /// Hexes in order of their ids.
    pub hexes: Vec<ReachedHex>,
}

/// A hex that a stack may enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedHex {
    /// The hex.
    pub hex: Hex,
    /// Way of entering it.
    pub entry: Entry,
    /// Movement factors that each unit has spent then.
    pub spent: Vec<u8>,
    /// The hexes on the way, this one last.
    pub path: Vec<Hex>,
}

/// Sight between two hexes, as smoke leaves it.
///
/// # Errors
/// A hex is off the map.
///
/// Rule: WSR-LOS-2, WSR-LOS-4, WSR-LOS-5.
pub fn sight_between(view: View<'_>, from: Hex, to: Hex) -> Result<SightAnswer, Refusal<Wsr>> {
    let View { setup, play, .. } = view;
    if let Some(hex) = [from, to].into_iter().find(|hex| !setup.level.map.contains(*hex)) {
        return Err(Refusal::new(Mistake::OffMap { hex }));
    }
    let (distance, found) = (from.distance(to), sight(setup, play, from, to));
    let smoke = setup.sights.sight(from, to).is_clear() && !found.is_clear();
    let sentence = match found {
        Sight::Clear => format!("{from} and {to} see each other, {distance} apart"),
        Sight::Blocked(hex) if smoke => format!("{from} and {to} do not see each other: smoke in {hex}"),
        Sight::Blocked(hex) => {
            format!("{from} and {to} do not see each other: {} in {hex}", setup.terrain(hex).id)
        }
    };
    Ok(SightAnswer { sentence, from, to, distance, seen: found.is_clear(), blocker: found.blocker(), smoke })
}

/// Reach of a stack, if nothing stops it: each hex by the cheapest way.
///
/// # Errors
/// The refusal, if it may not move at all.
///
/// Rule: WSR-MOV-1.
pub fn reach(view: View<'_>, units: &[UnitId], hq: Option<HqId>) -> Result<Reach, Refusal<Wsr>> {
    let about = units.first().map(|unit| (*unit).into());
    let hexes = reached(view, units, hq).map_err(|mistake| Refusal::new(mistake).about_any(about))?;
    let names: Vec<String> = units.iter().map(UnitId::to_string).collect();
    let attacks = hexes.iter().filter(|hex| hex.entry != Entry::Walk).count();
    let sentence = match (hexes.len() - attacks, attacks) {
        (0, 0) => format!("{} cannot move", names.join(" and ")),
        (walks, 0) => format!("{} can reach {walks} hexes", names.join(" and ")),
        (walks, attacks) => {
            format!("{} can reach {walks} hexes and attack in {attacks} ways", names.join(" and "))
        }
    };
    Ok(Reach { sentence, units: units.to_vec(), hexes })
}

fn reached(view: View<'_>, units: &[UnitId], hq: Option<HqId>) -> Result<Vec<ReachedHex>, Mistake> {
    let play = view.play;
    let first = *units.first().ok_or(Mistake::NotThere)?;
    let (start, spent) = match play.march.as_ref().filter(|march| march.units == units) {
        Some(march) => (march.hex, march.spent.clone()),
        None => (Some(may_begin(play, first.side, units, hq)?), vec![0; units.len()]),
    };
    Ok(ways_from(view, units, hq, start.ok_or(Mistake::NotThere)?, spent))
}

/// The cheapest ways of a stack to every hex, in order of the hexes.
pub(crate) fn ways_from(
    view: View<'_>,
    units: &[UnitId],
    hq: Option<HqId>,
    start: Hex,
    spent: Vec<u8>,
) -> Vec<ReachedHex> {
    let mut found: BTreeMap<Hex, (Vec<u8>, Hex)> = BTreeMap::from([(start, (spent.clone(), start))]);
    let mut attacks: BTreeMap<(Hex, bool), ReachedHex> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(from) = open.pop() {
        let spent = found[&from].0.clone();
        for to in view.setup.level.map.neighbours(from) {
            let step = |entry| {
                let pace = Pace { units, spent: &spent, hq, from, to, entry };
                plan_step(view.setup, view.play, pace)
            };
            if let Ok(after) = step(Entry::Walk)
                && found.get(&to).is_none_or(|(known, _)| dearest(&after) < dearest(known))
            {
                found.insert(to, (after, from));
                open.push(to);
            }
            for entry in [Entry::Assault, Entry::Overrun] {
                if let Ok(after) = step(entry) {
                    let key = (to, entry == Entry::Overrun);
                    if attacks.get(&key).is_none_or(|known| dearest(&after) < dearest(&known.spent)) {
                        let path = path_to(&found, start, from).into_iter().chain([to]).collect();
                        attacks.insert(key, ReachedHex { hex: to, entry, spent: after, path });
                    }
                }
            }
        }
    }
    // A full hex is on the way, but no end of it.
    let has_room = |hex: Hex| match units.first() {
        Some(unit) => has_room(view.setup, view.play, units.len(), hq, hex, unit.side).is_ok(),
        None => false,
    };
    let walks = found.iter().filter(|(hex, _)| **hex != start && has_room(**hex)).map(|(hex, (spent, _))| {
        ReachedHex { hex: *hex, entry: Entry::Walk, spent: spent.clone(), path: path_to(&found, start, *hex) }
    });
    let mut all: Vec<ReachedHex> = walks.chain(attacks.into_values()).collect();
    all.sort_by_key(|reached| reached.hex);
    all
}

/// Factors spent by who has spent most, then by all.
fn dearest(spent: &[u8]) -> (u8, u32) {
    (spent.iter().copied().max().unwrap_or(0), spent.iter().map(|spent| u32::from(*spent)).sum())
}

fn path_to(found: &BTreeMap<Hex, (Vec<u8>, Hex)>, start: Hex, to: Hex) -> Vec<Hex> {
    let mut path = Vec::new();
    let mut at = to;
    while at != start {
        path.push(at);
        match found.get(&at) {
            Some((_, before)) => at = *before,
            None => break,
        }
    }
    path.reverse();
    path
}
