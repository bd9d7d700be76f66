//! Finds the lines of sight to draw, with `game::sight`.

use crate::game::engine::view::View;
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::{Observation, PlacementOverride, sight_with_overrides};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::table::sight::{BodyView, Profile, SightBody};
use crate::table::terrain::Terrain;

/// Request for lines of sight.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum SightRequest {
    /// Between a unit and each enemy unit: of all pairs of models, that with the best view.
    Units(UnitId, SightDirection),
    /// Between every model of a unit and that model of another of which it has the best view.
    Pair(UnitId, UnitId),
    /// Between every model of a unit and one model.
    One(UnitId, ModelId, SightDirection),
    /// Between the eyes of one model and every enemy.
    Eyes(ModelId),
    /// From every enemy that would see a model at a place.
    Spot(ModelId, Place),
}

/// Direction of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum SightDirection {
    /// From the unit to its enemies.
    Sees,
    /// From its enemies to the unit.
    IsSeen,
}

/// A line of sight to draw.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Sightline {
    /// The observer, the target and the state.
    pub seen: Observation,
    /// The parts of the target that are in view.
    pub body: BodyView,
    /// From the eyes to a part of the target that is in view; if none is, to its middle.
    pub ends: [[f64; 3]; 2],
    /// Obstacle if nothing is in view: the piece, and the point.
    pub cut: Option<(usize, [f64; 3])>,
}

/// The lines that were found.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct SightReport {
    /// Of [`SightRequest::Units`] one for each enemy unit, of the others one for each pair.
    pub lines: Vec<Sightline>,
    /// For each line, how many observers have anything in view, and how many observers there are.
    pub counts: Vec<[usize; 2]>,
    /// The line to show in detail, with its side view.
    pub detailed: Option<(usize, Profile)>,
    /// Of [`SightRequest::Spot`] and [`SightRequest::Eyes`]: the number of enemies.
    pub enemies: usize,
}

/// Finds the lines.
///
/// # Errors
/// A model is neither on the table nor placed there by an override.
pub(super) fn find_lines(
    view: View,
    request: &SightRequest,
    overrides: &[PlacementOverride],
) -> Result<SightReport, MarkError> {
    match request {
        SightRequest::Units(unit, direction) => units(view, *unit, *direction, overrides),
        SightRequest::Pair(unit, other) => pair(view, *unit, *other, overrides),
        SightRequest::One(unit, other, direction) => one(view, *unit, *other, *direction, overrides),
        SightRequest::Eyes(model) => eyes(view, *model, overrides),
        SightRequest::Spot(model, at) => spot(view, *model, *at),
    }
}

fn units(
    view: View,
    unit: UnitId,
    direction: SightDirection,
    overrides: &[PlacementOverride],
) -> Result<SightReport, MarkError> {
    let mut found = SightReport::default();
    let enemies = view.units().filter(|other| other.id.side != unit.side);
    for enemy in enemies.filter(|other| view.standing(other.id).next().is_some()) {
        let (from, to) = in_order(Mark::Unit(unit), Mark::Unit(enemy.id), direction);
        let pairs = sight_with_overrides(view, &from, &to, overrides)?;
        let count = count(&pairs);
        if let Some(best) = pairs.into_iter().min_by(Observation::by_view) {
            found.lines.push(drawn(view.terrain(), best));
            found.counts.push(count);
        }
    }
    Ok(found)
}

fn pair(
    view: View,
    unit: UnitId,
    other: UnitId,
    overrides: &[PlacementOverride],
) -> Result<SightReport, MarkError> {
    let pairs = sight_with_overrides(view, &Mark::Unit(unit), &Mark::Unit(other), overrides)?;
    let count = count(&pairs);
    let mut best: Vec<Observation> = Vec::new();
    for seen in pairs {
        match best.iter_mut().find(|known| known.from == seen.from) {
            Some(known) if seen.by_view(known).is_lt() => *known = seen,
            Some(_) => {}
            None => best.push(seen),
        }
    }
    let counts = vec![count; best.len()];
    let lines = best.into_iter().map(|seen| drawn(view.terrain(), seen)).collect();
    Ok(SightReport { lines, counts, detailed: None, enemies: 0 })
}

fn one(
    view: View,
    unit: UnitId,
    other: ModelId,
    direction: SightDirection,
    overrides: &[PlacementOverride],
) -> Result<SightReport, MarkError> {
    let (from, to) = in_order(Mark::Unit(unit), Mark::Model(other), direction);
    let pairs = sight_with_overrides(view, &from, &to, overrides)?;
    let counts = vec![count(&pairs); pairs.len()];
    let best = (0..pairs.len()).min_by(|a, b| pairs[*a].by_view(&pairs[*b]));
    let detailed = best.map(|at| (at, view.terrain().profile(&pairs[at].observer, &pairs[at].target)));
    let lines = pairs.into_iter().map(|seen| drawn(view.terrain(), seen)).collect();
    Ok(SightReport { lines, counts, detailed, enemies: 0 })
}

fn eyes(view: View, model: ModelId, overrides: &[PlacementOverride]) -> Result<SightReport, MarkError> {
    let pairs =
        sight_with_overrides(view, &Mark::Model(model), &Mark::Side(model.unit.side.other()), overrides)?;
    let counts = vec![count(&pairs); pairs.len()];
    let enemies = pairs.len();
    let lines = pairs.into_iter().map(|seen| drawn(view.terrain(), seen)).collect();
    Ok(SightReport { lines, counts, detailed: None, enemies })
}

fn spot(view: View, model: ModelId, at: Place) -> Result<SightReport, MarkError> {
    let mut found = SightReport::default();
    let enemies = view.units().filter(|other| other.id.side != model.unit.side);
    for enemy in enemies.filter(|other| view.standing(other.id).next().is_some()) {
        let pairs = sight_with_overrides(view, &Mark::Unit(enemy.id), &Mark::Model(model), &[(model, at)])?;
        found.enemies += pairs.len();
        let seeing = pairs.into_iter().filter(Observation::is_seen_alone);
        found.lines.extend(seeing.map(|seen| drawn(view.terrain(), seen)));
    }
    found.counts = vec![[found.lines.len(), found.enemies]; found.lines.len()];
    Ok(found)
}

fn in_order(unit: Mark, other: Mark, direction: SightDirection) -> (Mark, Mark) {
    match direction {
        SightDirection::Sees => (unit, other),
        SightDirection::IsSeen => (other, unit),
    }
}

/// Number of observers that see anything, and number of all observers.
fn count(pairs: &[Observation]) -> [usize; 2] {
    let distinct = |of: &mut dyn Iterator<Item = &Observation>| {
        let mut observers: Vec<ModelId> = of.map(|seen| seen.from).collect();
        observers.dedup();
        observers.len()
    };
    [distinct(&mut pairs.iter().filter(|seen| seen.is_seen_alone())), distinct(&mut pairs.iter())]
}

fn drawn(terrain: &Terrain, seen: Observation) -> Sightline {
    let body = terrain.body_view(&seen.observer, &seen.target);
    let eyes = up(&seen.observer, seen.observer.eyes.inches());
    let aim = body.seen_point();
    let middle = up(&seen.target, seen.target.height.inches() / 2.0);
    let cut = seen.line(terrain).blocked.filter(|_| aim.is_none()).map(|(piece, share)| {
        (piece, [0, 1, 2].map(|axis| eyes[axis] + share * (middle[axis] - eyes[axis])))
    });
    Sightline { seen, body, ends: [eyes, aim.unwrap_or(middle)], cut }
}

/// A point above the foot of a model.
fn up(model: &SightBody, height: f64) -> [f64; 3] {
    let [x, y] = model.foot.ground();
    [x, y, model.foot.z.inches() + height]
}
