//! Ways of a retreat over the land.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use tabletop_hexes::hex::Hex;

use super::fact::Cause;
use super::scene::Scene;
use crate::card::{Card, Kind};
use crate::data::table::Role;

/// A way of a retreat: the hexes entered, the last of which it ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Hexes entered; never empty.
    pub hexes: Vec<Hex>,
    /// It leaves a hex that limits a retreat, or it is night.
    limited: bool,
}

/// Hexes that a way may enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course<'c> {
    /// Each farther from the assault hex than the last, the first among these.
    From(&'c [Hex]),
    /// Each farther from the assault hex than the last.
    Away,
    /// Any that is free.
    Any,
}

impl Way {
    /// The hex it ends in.
    pub fn end(&self) -> Option<Hex> {
        self.hexes.last().copied()
    }
}

/// All ways of a unit, or the cause of its loss.
pub type Ways = Result<Rc<[Way]>, Cause>;

/// Inputs of the ways of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    index: usize,
    steps: u8,
    hexes: [u8; 2],
    /// Friends outside the assault hex: their hex, steps on foot and vehicles.
    friends: Vec<(Hex, [u32; 2])>,
    /// Hexes of enemies.
    enemies: Vec<Hex>,
}

/// Ways that were found before.
#[derive(Debug, Default)]
pub struct KnownWays(RefCell<BTreeMap<Question, Ways>>);

/// Ways of a unit that must retreat, the default first: not next to an enemy, then short, then into cover; one for each end.
///
/// # Errors
/// It has none: the cause of its loss.
///
/// Rule: LHY-RET-1, LHY-RET-4, LHY-RET-5, LHY-RET-6.
pub fn ways(scene: Scene<'_, '_>, index: usize) -> Ways {
    let Some(KnownWays(known)) = scene.case.land.known_ways() else { return found(scene, index) };
    let question = question(scene, index);
    if let Some(ways) = known.borrow().get(&question) {
        return ways.clone();
    }
    let ways = found(scene, index);
    known.borrow_mut().insert(question, ways.clone());
    ways
}

fn question(scene: Scene<'_, '_>, index: usize) -> Question {
    let role = scene.role(index);
    let outside = |other: usize| scene.at(other).filter(|hex| *hex != scene.case.hex);
    let friend = |other: usize| {
        let load = load(scene.card(other), scene.state(other).steps);
        outside(other).map(|hex| (hex, load))
    };
    let mut friends: Vec<(Hex, [u32; 2])> = scene.left(role).filter_map(friend).collect();
    friends.sort_unstable();
    let mut enemies: Vec<Hex> = scene.left(role.other()).filter_map(|other| scene.at(other)).collect();
    enemies.sort_unstable();
    enemies.dedup();
    let hexes = scene.now.progress.retreat.map_or([0; 2], |(_, hexes)| hexes);
    Question { index, steps: scene.state(index).steps, hexes, friends, enemies }
}

fn found(scene: Scene<'_, '_>, index: usize) -> Ways {
    let mut ways = if scene.card(index).kind.is_vehicle() {
        by_vehicle(scene, index)?
    } else {
        on_foot(scene, index).ok_or(Cause::NoWay)?
    };
    let role = scene.role(index);
    ways.sort_by_cached_key(|way| {
        let end = way.end().unwrap_or(scene.case.hex);
        let is_bare = !scene.case.land.terrain(end).cover;
        (is_beside(scene, role, end), way.hexes.len(), is_bare, end)
    });
    Ok(ways.into())
}

/// An enemy of a side is next to a hex, the assault hex included.
///
/// Rule: LHY-RET-6.
pub fn is_beside(scene: Scene<'_, '_>, role: Role, hex: Hex) -> bool {
    scene.case.land.neighbours(hex).into_iter().any(|beside| has_any(scene, role.other(), beside))
}

/// Units of a side are in a hex.
pub fn has_any(scene: Scene<'_, '_>, role: Role, hex: Hex) -> bool {
    scene.left(role).any(|index| scene.at(index) == Some(hex))
        || !scene.case.land.others(hex, role).is_empty()
}

/// A unit may enter a hex at all: it is not prohibited to it, and has no enemies.
fn is_free(scene: Scene<'_, '_>, index: usize, from: Hex, to: Hex) -> bool {
    to != scene.case.hex
        && scene.case.land.cost(scene.card(index), from, to).is_some()
        && !has_any(scene, scene.role(index).other(), to)
}

/// Steps on foot and vehicles.
fn load(card: &Card, steps: u8) -> [u32; 2] {
    match (card.kind, card.kind.is_vehicle()) {
        (Kind::Fortified, _) => [0, 0],
        (_, true) => [0, 1],
        (_, false) => [u32::from(steps), 0],
    }
}

/// A side has room for a unit in a hex.
///
/// Rule: LHY-FRM-5.
pub fn has_room(scene: Scene<'_, '_>, index: usize, hex: Hex) -> bool {
    let role = scene.role(index);
    let numbers = &scene.case.rules.numbers;
    let own = load(scene.card(index), scene.state(index).steps);
    let fighters = scene
        .left(role)
        .filter(|other| *other != index && scene.at(*other) == Some(hex))
        .map(|other| load(scene.card(other), scene.state(other).steps));
    let others = scene.case.land.others(hex, role).into_iter().map(|(card, state)| load(card, state.steps));
    let sum = fighters.chain(others).fold(own, |sum, load| [sum[0] + load[0], sum[1] + load[1]]);
    (own[0] == 0 || sum[0] <= u32::from(numbers.stack_steps))
        && (own[1] == 0 || sum[1] <= u32::from(numbers.stack_vehicles))
}

/// Rule: LHY-RET-6.
fn on_foot(scene: Scene<'_, '_>, index: usize) -> Option<Vec<Way>> {
    let (_, hexes) = scene.now.progress.retreat?;
    let came_from: Vec<Hex> =
        scene.case.fighters.iter().filter_map(|fighter| fighter.entry).map(|entry| entry.from).collect();
    let own: Vec<Hex> = scene.case.fighters[index].entry.map(|entry| entry.from).into_iter().collect();
    let attackers = [Course::From(&own), Course::From(&came_from), Course::Away, Course::Any];
    let courses = if scene.role(index) == Role::Attacker { &attackers[..] } else { &attackers[2..] };
    courses.iter().map(|course| search(scene, index, hexes, *course)).find(|ways| !ways.is_empty())
}

/// Ways of a course to every end, the shortest to each.
fn search(scene: Scene<'_, '_>, index: usize, hexes: [u8; 2], course: Course<'_>) -> Vec<Way> {
    let limited = scene.case.site.terrain.hinders_retreat || scene.case.circumstances.night;
    let mut edge = vec![Way { hexes: Vec::new(), limited }];
    let mut found: BTreeMap<Hex, Way> = BTreeMap::new();
    for _ in 0..hexes[1] {
        let mut next: BTreeMap<(Hex, bool), Way> = BTreeMap::new();
        for way in &edge {
            for longer in extended(scene, index, way, course) {
                let end = longer.end().unwrap_or(scene.case.hex);
                if may_end(scene, index, &longer, hexes) && has_room(scene, index, end) {
                    found.entry(end).or_insert_with(|| longer.clone());
                }
                next.entry((end, longer.limited)).or_insert(longer);
            }
        }
        edge = next.into_values().collect();
    }
    found.into_values().collect()
}

/// A way with one hex more, for each hex that the course allows.
///
/// Rule: LHY-RET-3, LHY-RET-6.
fn extended(scene: Scene<'_, '_>, index: usize, way: &Way, course: Course<'_>) -> Vec<Way> {
    let (start, land) = (scene.case.hex, scene.case.land);
    let from = way.end().unwrap_or(start);
    let allows = |to: Hex| match course {
        Course::From(firsts) if way.hexes.is_empty() => firsts.contains(&to),
        Course::From(_) | Course::Away => start.distance(to) > start.distance(from),
        Course::Any => !way.hexes.contains(&to),
    };
    let limited = way.limited || (from != start && land.terrain(from).hinders_retreat);
    let ways = land.neighbours(from).into_iter().filter(|to| allows(*to) && is_free(scene, index, from, *to));
    ways.map(|to| Way { hexes: [&way.hexes[..], &[to]].concat(), limited }).collect()
}

/// A way may end where it does: it has the hexes of the row, fewer if it is limited, or one that shelters.
///
/// Rule: LHY-RET-1, LHY-RET-3.
fn may_end(scene: Scene<'_, '_>, index: usize, way: &Way, [few, many]: [u8; 2]) -> bool {
    let limit = if way.limited { scene.case.rules.numbers.retreat_limit } else { u8::MAX };
    let length = way.hexes.len() as u8;
    if (few.min(limit)..=many.min(limit)).contains(&length) {
        return true;
    }
    let land = scene.case.land;
    length == 1
        && few < many
        && way.end().is_some_and(|end| {
            land.terrain(end).cover
                || land.has_wall(scene.case.hex, end)
                || has_vehicle(scene, scene.role(index), end)
        })
}

fn has_vehicle(scene: Scene<'_, '_>, role: Role, hex: Hex) -> bool {
    let is_there = |index: usize| scene.at(index) == Some(hex) && scene.card(index).kind.is_vehicle();
    scene.left(role).any(is_there)
        || scene.case.land.others(hex, role).iter().any(|(card, _)| card.kind.is_vehicle())
}

/// Rule: LHY-RET-4, LHY-RET-5.
fn by_vehicle(scene: Scene<'_, '_>, index: usize) -> Result<Vec<Way>, Cause> {
    let off_road = |from: Hex, to: Hex| {
        matches!(scene.card(index).kind, Kind::Fv | Kind::Carrier)
            && scene.case.land.terrain(to).forest
            && !scene.case.land.has_road(from, to)
    };
    let ways = driven(scene, index, &|from, to| !off_road(from, to));
    if !ways.is_empty() {
        return Ok(ways);
    }
    let is_forced = !driven(scene, index, &|_, _| true).is_empty();
    Err(if is_forced { Cause::Forest } else { Cause::NoWay })
}

/// The cheapest way of a vehicle to every hex that its points reach.
fn driven(scene: Scene<'_, '_>, index: usize, allows: &dyn Fn(Hex, Hex) -> bool) -> Vec<Way> {
    let (land, card, start) = (scene.case.land, scene.card(index), scene.case.hex);
    let points = u32::from(scene.case.rules.numbers.retreat_points) * 2;
    let mut reached: BTreeMap<Hex, (u32, Vec<Hex>)> = BTreeMap::from([(start, (0, Vec::new()))]);
    let mut edge = vec![start];
    while let Some(from) = edge.pop() {
        let Some((spent, way)) = reached.get(&from).cloned() else { continue };
        for to in land.neighbours(from) {
            let Some(cost) = land.cost(card, from, to) else { continue };
            let total = spent + u32::from(cost);
            let known = reached.get(&to).map(|(spent, way)| (*spent, way.len()));
            let is_better = known.is_none_or(|known| (total, way.len() + 1) < known);
            if total <= points && is_better && allows(from, to) && is_free(scene, index, from, to) {
                reached.insert(to, (total, [&way[..], &[to]].concat()));
                edge.push(to);
            }
        }
    }
    reached.remove(&start);
    reached.retain(|hex, _| has_room(scene, index, *hex));
    reached.into_values().map(|(_, hexes)| Way { hexes, limited: false }).collect()
}
