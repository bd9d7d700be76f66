//! Small-arms fire.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{Term, cohesion};
use crate::card::{Card, Kind};
use crate::data::ruleset::Numbers;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::{Shot, Unit};
use crate::setup::LhySetup;
use crate::view::View;

/// The sum that is added to the die, as the viewer knows it: the enemy's shelter by a concealed position is not in it.
///
/// Rule: LHY-SAF-1.
pub fn terms(view: View<'_>, shot: &Shot) -> Vec<Term> {
    let View { setup, .. } = view;
    let numbers = &setup.rules.numbers;
    let distance = shot.from.distance(shot.hex);
    let mut terms = vec![Term::new("LHY-SAF-1", "small-arms value", shot.sav as i8)];
    let range = by_distance(numbers, distance);
    let label = if distance <= 1 { "a neighbour".to_owned() } else { format!("{distance} hexes") };
    terms.extend((range != 0).then(|| Term::new("LHY-SAF-1", label, range)));
    let (label, shelter) = shelter(view, shot);
    terms.extend((shelter > 0).then(|| Term::new("LHY-SAF-1", label, -(shelter as i8))));
    let regrouping = -(numbers.regrouping_fire as i8);
    terms.extend(shot.regrouping.then(|| Term::new("LHY-REG-2", "Regrouping", regrouping)));
    terms
}

/// Number for the distance.
///
/// Rule: LHY-SAF-1.
fn by_distance(numbers: &Numbers, distance: u32) -> i8 {
    match distance {
        0 | 1 => numbers.near_bonus as i8,
        far if far >= u32::from(numbers.farther_from) => -(numbers.farther_loss as i8),
        far if far >= u32::from(numbers.far_from) => -(numbers.far_loss as i8),
        _ => 0,
    }
}

/// Sum for distance and ground of fire out of one hex at another, without fortified positions; `None` where nobody can fire so far,
/// or sees it. Then the shelter that is in it.
///
/// Rule: LHY-SAF-1.
pub fn over_ground(setup: &LhySetup, from: Hex, hex: Hex) -> Option<(i8, u8)> {
    let (numbers, distance) = (&setup.rules.numbers, from.distance(hex));
    if distance > u32::from(numbers.fire_range) || !setup.sights.sight(from, hex).is_clear() {
        return None;
    }
    let (_, shelter) = ground_shelter(setup, from, hex);
    Some((by_distance(numbers, distance) - shelter as i8, shelter))
}

/// The best shelter of the ground of a hex against fire out of another.
///
/// Rule: LHY-SAF-1 (shelter.)
fn ground_shelter(setup: &LhySetup, from: Hex, hex: Hex) -> (&str, u8) {
    let terrain = setup.terrain(hex);
    let mut best = (terrain.id.as_str(), terrain.shelter);
    let side = setup.sheltering_side(from, hex).map(|side| (side.id.as_str(), side.shelter));
    let position = (setup.level.improved.contains(&hex))
        .then_some(("improved position", setup.rules.numbers.position_shelter));
    for offered in [side, position].into_iter().flatten() {
        if offered.1 > best.1 {
            best = offered;
        }
    }
    best
}

/// The best shelter of a hex against fire; one counts.
///
/// Rule: LHY-SAF-1 (shelter.)
fn shelter(view: View<'_>, shot: &Shot) -> (String, u8) {
    let View { setup, play, .. } = view;
    let numbers = &setup.rules.numbers;
    let target = setup.side(shot.unit).other();
    let (label, shelter) = ground_shelter(setup, shot.from, shot.hex);
    let is_known = |(id, _, card): (UnitId, &Unit, &Card)| card.kind == Kind::Fortified && view.knows(id);
    let fortified = numbers.position_shelter;
    match fortified > shelter && play.at(setup, shot.hex, target).any(is_known) {
        true => ("fortified position".to_owned(), fortified),
        false => (label.to_owned(), shelter),
    }
}

/// Fire of a unit at a hex.
///
/// Rule: LHY-SAF-1, LHY-REG-2.
pub fn plan(view: View<'_>, unit: UnitId, hex: Hex) -> Result<Shot, Mistake> {
    let View { setup, play, .. } = view;
    let (card, state) = (setup.card(unit), play.state(unit));
    let from = play.hex_of(unit).ok_or(Mistake::NotThere)?;
    if play.is_aboard(unit) {
        return Err(Mistake::Aboard);
    }
    if state.shocked {
        return Err(Mistake::Shocked);
    }
    if state.disrupted {
        return Err(Mistake::Disrupted);
    }
    let sav = card.sav_with(state.steps).ok_or(Mistake::NoFire)?;
    if !setup.level.map.contains(hex) {
        return Err(Mistake::OffMap { hex });
    }
    let (distance, range) = (from.distance(hex), setup.rules.numbers.fire_range);
    if distance > u32::from(range) {
        return Err(Mistake::OutOfRange { hex, distance, range });
    }
    if state.regrouping && distance > 1 {
        return Err(Mistake::OnlyNeighbours { hex });
    }
    if let Some(blocker) = setup.sights.sight(from, hex).blocker() {
        return Err(Mistake::NotSeen { hex, blocker });
    }
    let enemy = setup.side(unit).other();
    if !play.has_units(setup, hex, enemy) {
        return Err(Mistake::NobodyThere { hex });
    }
    let soft = |(id, _, card): (UnitId, &Unit, &Card)| !card.kind.is_vehicle() || !view.knows(id);
    if !play.at(setup, hex, enemy).any(soft) {
        return Err(Mistake::OnlyVehicles { hex });
    }
    Ok(Shot { unit, from, hex, sav, regrouping: state.regrouping })
}

/// Targets of fire at a hex: the best ones, and the others on foot.
///
/// Rule: LHY-SAF-2.
pub fn targets(view: View<'_>, hex: Hex, side: Side) -> (Vec<UnitId>, Vec<UnitId>) {
    let View { setup, play, .. } = view;
    let known: Vec<UnitId> =
        play.in_hex(setup, hex, side).into_iter().filter(|unit| view.knows(*unit)).collect();
    let foot: Vec<UnitId> = known.iter().copied().filter(|unit| setup.card(*unit).kind.is_foot()).collect();
    let ready = |unit: &UnitId| setup.card(*unit).kind.is_combat() && !play.state(*unit).disrupted;
    let first: Vec<UnitId> = foot.iter().copied().filter(ready).collect();
    let bunkers = known.into_iter().filter(|unit| setup.card(*unit).kind == Kind::Fortified).collect();
    let pool = [first, foot.clone(), bunkers].into_iter().find(|pool: &Vec<UnitId>| !pool.is_empty());
    let pool = pool.unwrap_or_default();
    let top = pool.iter().map(|unit| cohesion(setup, play, *unit)).max();
    let best = pool.into_iter().filter(|unit| Some(cohesion(setup, play, *unit)) == top).collect();
    (best, foot)
}

/// Effect of a total on the best target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    /// Its concealment goes.
    Found,
    Disrupted,
    Casualty,
}

/// Rule: LHY-SAF-2.
pub fn effect(view: View<'_>, unit: UnitId, total: i8) -> Effect {
    let View { setup, play, .. } = view;
    let (state, limit) = (play.state(unit), cohesion(setup, play, unit) as i8);
    if total < limit {
        return Effect::Nothing;
    }
    if total == limit {
        return Effect::Found;
    }
    let hard = state.heroic || state.disrupted || setup.card(unit).nation.is_steadfast();
    match hard || total >= setup.rules.numbers.casualty_from as i8 {
        true => Effect::Casualty,
        false => Effect::Disrupted,
    }
}

/// A unit beside the best one checks its Cohesion under effective fire.
///
/// Rule: LHY-SAF-2 (others.)
pub fn others_check(setup: &LhySetup, unit: UnitId) -> bool {
    !setup.card(unit).nation.is_steadfast()
}
