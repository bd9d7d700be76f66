//! The chance to win from a battle between two turns, by what can be counted: time, goals, who is left, and how near and strong the
//! attacker stands.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::atlas::Atlas;
use super::look::{faces_over, ready};
use crate::card::Kind;
use crate::chapters::cohesion;
use crate::chapters::declaring;
use crate::chapters::movement::holds;
use crate::data::ruleset::Building;
use crate::play::Place;
use crate::view::View;

/// Minutes of a turn in the mean.
///
/// Rule: LHY-TURN-3.
const MINUTES: f64 = 3.1;

/// Number of things that are counted.
pub const COUNT: usize = 22;

/// Things that are counted, from the attacker's side.
pub type Features = [f64; COUNT];

/// Assault value at a goal that makes no more difference.
const LARGEST_VALUE: f64 = 8.0;

/// Counts a battle between two turns.
pub fn features(view: View<'_>, atlas: &Atlas) -> Features {
    let View { setup, play, .. } = view;
    let level = &setup.level;
    let attacker = level.attacker;
    let left = f64::from(level.minutes.saturating_sub(play.minutes)) / MINUTES / 10.0;
    let [own, other] = [attacker, attacker.other()].map(|side| strength(view, side));
    let mut goals = Vec::new();
    for (number, goal) in level.goals.iter().enumerate() {
        goals.push(stands(view, atlas, number, *goal));
    }
    let count = goals.len().max(1) as f64;
    let held = goals.iter().filter(|goal| goal.held).count() as f64 / count;
    let open: Vec<&Goal> = goals.iter().filter(|goal| !goal.held).collect();
    let ease = goals.iter().map(|goal| goal.ease).sum::<f64>() / count;
    let hardest = open.iter().map(|goal| goal.ease).fold(1.0, f64::min);
    let best = open.iter().map(|goal| goal.ease).fold(0.0, f64::max);
    let far = open.iter().map(|goal| goal.far).sum::<f64>() / count;
    let farthest = open.iter().map(|goal| goal.far).fold(0.0, f64::max);
    let active = f64::from(u8::from(play.active == attacker));
    let [fires, suffers] = [attacker, attacker.other()].map(|side| strikes(view, atlas, side));
    [
        1.0,
        left,
        held,
        held * left,
        own[0],
        own[0] * left,
        own[1],
        other[0],
        other[0] * left,
        other[1],
        ease,
        ease * left,
        hardest,
        best,
        far,
        far * (1.0 - left),
        farthest,
        active,
        fires,
        fires * left,
        suffers,
        suffers * left,
    ]
}

/// Assault and small-arms values of who is ready, and of who is not, as a logarithm.
fn strength(view: View<'_>, side: Side) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for (_, unit, card) in view.play.of_side(view.setup, side) {
        if unit.place == Place::Gone {
            continue;
        }
        let values = card.av_with(unit.state.steps) + card.sav_with(unit.state.steps).unwrap_or(0);
        sums[usize::from(!ready(unit.state))] += f64::from(values) + 0.5;
    }
    [libm::log(1.0 + sums[0] + sums[1]), sums[1] / (1.0 + sums[0] + sums[1])]
}

/// Expected number of shots of a side that strike, if everybody who is ready fires where he strikes best.
///
/// Rule: LHY-SAF-1, LHY-SAF-2.
fn strikes(view: View<'_>, atlas: &Atlas, side: Side) -> f64 {
    let View { setup, play, .. } = view;
    let index = |hex: Hex| setup.level.map.index(hex);
    // Cohesion of those on foot in each hex of the enemy, the best of whom is struck.
    let mut marks: Vec<(usize, i8)> = Vec::new();
    for (id, unit, card) in play.of_side(setup, side.other()) {
        let Place::On(hex) = unit.place else { continue };
        let Some(place) = index(hex).filter(|_| !card.kind.is_vehicle()) else { continue };
        let shelter =
            if card.kind == Kind::Fortified { setup.rules.numbers.position_shelter as i8 } else { 0 };
        let limit = cohesion(setup, play, id) as i8 + shelter;
        match marks.iter_mut().find(|(known, _)| *known == place) {
            Some((_, best)) => *best = limit.max(*best),
            None => marks.push((place, limit)),
        }
    }
    let mut sum = 0.0;
    for (_, unit, card) in play.of_side(setup, side) {
        let (Place::On(hex), true) = (unit.place, ready(unit.state)) else { continue };
        let (Some(from), Some(sav)) = (index(hex), card.sav_with(unit.state.steps)) else { continue };
        let strike = |(to, limit): &(usize, i8)| {
            atlas.fire(from, *to).map_or(0.0, |(added, _)| faces_over(*limit, sav as i8 + added))
        };
        sum += marks.iter().map(strike).fold(0.0, f64::max);
    }
    sum / 4.0
}

/// A goal as the attacker stands to it.
struct Goal {
    held: bool,
    /// Share of the faces of the assault die with which those who are near would take it.
    ease: f64,
    /// Turns until somebody is near, up to three.
    far: f64,
}

fn stands(view: View<'_>, atlas: &Atlas, number: usize, goal: Hex) -> Goal {
    let View { setup, play, .. } = view;
    let attacker = setup.level.attacker;
    let held = holds(setup, play, attacker, goal);
    let (mut near, mut far) = (0.0, 3.0f64);
    for (id, unit, card) in play.of_side(setup, attacker) {
        let Some(hex) = play.hex_of(id) else { continue };
        let place = setup.level.map.index(hex).unwrap_or(0);
        let points = atlas.points_into(card.kind.is_vehicle(), number, place);
        let range = declaring::range(setup, view, id);
        let is_near = points <= f64::from(card.mp) && hex.distance(goal) <= u32::from(range);
        if is_near && ready(unit.state) {
            near += f64::from(card.av_with(unit.state.steps));
        }
        if card.kind.is_combat() && card.mp > 0 {
            let turns = if is_near { 0.0 } else { points / f64::from(card.mp) };
            far = far.min(turns + if ready(unit.state) { 0.0 } else { 1.0 });
        }
    }
    let mut against = 0.0;
    let mut defended = false;
    for (_, unit, card) in play.at(setup, goal, attacker.other()) {
        defended = true;
        against += f64::from(card.av_with(unit.state.steps));
    }
    let numbers = &setup.rules.numbers;
    let ground = match setup.terrain(goal).building {
        Building::Urban => numbers.drm_urban,
        Building::Rural => numbers.drm_cover,
        Building::None => 0,
    };
    let modifier = (f64::min(near, LARGEST_VALUE) - against - f64::from(ground)).clamp(-4.0, 4.0);
    let ease = match (held, defended, near > 0.0) {
        (true, ..) => 1.0,
        (false, _, false) => 0.0,
        (false, false, true) => 1.0,
        // The defenders suffer from a total of six on.
        (false, true, true) => (5.0 + modifier) / 10.0,
    };
    Goal { held, ease, far: if held { 0.0 } else { far } }
}

/// Chance of the attacker to win by what was counted.
pub fn chance(weights: &Features, features: &Features) -> f64 {
    let sum: f64 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    logistic(sum)
}

/// Chance that a sum stands for.
fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}
