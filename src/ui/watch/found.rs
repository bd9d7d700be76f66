//! What is found out about sight: the lines that are worth drawing, from the battle's own answers.

use crate::game::engine::view::View;
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::{Observation, PlacementOverride, sight_with_overrides};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::table::sight::{BodyView, Profile, SightBody};
use crate::table::terrain::Terrain;

/// What is to be found out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum Look {
    /// Between a unit and each enemy unit: of all pairs of models, that with the best view.
    Units(UnitId, Way),
    /// Between every model of a unit and that model of another of which it has the best view.
    Pair(UnitId, UnitId),
    /// Between every model of a unit and one model.
    One(UnitId, ModelId, Way),
    /// Who would see a model if it stood at a place.
    Spot(ModelId, Place),
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Way {
    /// The unit in question looks at its enemies.
    Sees,
    /// Its enemies look at it.
    IsSeen,
}

/// A line of sight that is worth drawing.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Sightline {
    /// The pair and all that the battle says of it.
    pub seen: Observation,
    /// What of the target is in view.
    pub body: BodyView,
    /// From the eyes to a part of the body that is in view; where none is, to its middle.
    pub ends: [[f64; 3]; 2],
    /// Where a solid cuts it, if nothing is in view: its piece, and the point.
    pub cut: Option<(usize, [f64; 3])>,
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Found {
    /// Of [`Look::Units`] one for each enemy unit, of the others one for each pair.
    pub lines: Vec<Sightline>,
    /// For each line, how many of the models that look have anything in view, and of how many.
    pub counts: Vec<[usize; 2]>,
    /// The line to look at closely, and what it leads over.
    pub closely: Option<(usize, Profile)>,
    /// Of [`Look::Spot`]: how many models were asked.
    pub asked: usize,
}

/// Finds out.
///
/// # Errors
/// Someone is not on the table, nor thought of there.
pub(super) fn found(view: View, look: &Look, instead: &[PlacementOverride]) -> Result<Found, MarkError> {
    match look {
        Look::Units(unit, way) => units(view, *unit, *way, instead),
        Look::Pair(unit, other) => pair(view, *unit, *other, instead),
        Look::One(unit, other, way) => one(view, *unit, *other, *way, instead),
        Look::Spot(model, at) => spot(view, *model, *at),
    }
}

fn units(view: View, unit: UnitId, way: Way, instead: &[PlacementOverride]) -> Result<Found, MarkError> {
    let mut found = Found::default();
    let enemies = view.units().filter(|other| other.id.side != unit.side);
    for enemy in enemies.filter(|other| view.standing(other.id).next().is_some()) {
        let (from, to) = in_order(Mark::Unit(unit), Mark::Unit(enemy.id), way);
        let pairs = sight_with_overrides(view, &from, &to, instead)?;
        let count = count(&pairs);
        if let Some(best) = pairs.into_iter().min_by(Observation::by_view) {
            found.lines.push(drawn(view.terrain(), best));
            found.counts.push(count);
        }
    }
    Ok(found)
}

fn pair(view: View, unit: UnitId, other: UnitId, instead: &[PlacementOverride]) -> Result<Found, MarkError> {
    let pairs = sight_with_overrides(view, &Mark::Unit(unit), &Mark::Unit(other), instead)?;
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
    Ok(Found { lines, counts, closely: None, asked: 0 })
}

fn one(
    view: View,
    unit: UnitId,
    other: ModelId,
    way: Way,
    instead: &[PlacementOverride],
) -> Result<Found, MarkError> {
    let (from, to) = in_order(Mark::Unit(unit), Mark::Model(other), way);
    let pairs = sight_with_overrides(view, &from, &to, instead)?;
    let counts = vec![count(&pairs); pairs.len()];
    let best = (0..pairs.len()).min_by(|a, b| pairs[*a].by_view(&pairs[*b]));
    let closely = best.map(|at| (at, view.terrain().profile(&pairs[at].observer, &pairs[at].target)));
    let lines = pairs.into_iter().map(|seen| drawn(view.terrain(), seen)).collect();
    Ok(Found { lines, counts, closely, asked: 0 })
}

fn spot(view: View, model: ModelId, at: Place) -> Result<Found, MarkError> {
    let mut found = Found::default();
    let enemies = view.units().filter(|other| other.id.side != model.unit.side);
    for enemy in enemies.filter(|other| view.standing(other.id).next().is_some()) {
        let pairs = sight_with_overrides(view, &Mark::Unit(enemy.id), &Mark::Model(model), &[(model, at)])?;
        found.asked += pairs.len();
        let seeing = pairs.into_iter().filter(Observation::is_seen_alone);
        found.lines.extend(seeing.map(|seen| drawn(view.terrain(), seen)));
    }
    found.counts = vec![[found.lines.len(), found.asked]; found.lines.len()];
    Ok(found)
}

fn in_order(unit: Mark, other: Mark, way: Way) -> (Mark, Mark) {
    match way {
        Way::Sees => (unit, other),
        Way::IsSeen => (other, unit),
    }
}

/// Of models that look: how many see anything of anyone, and how many there are.
fn count(pairs: &[Observation]) -> [usize; 2] {
    let distinct = |of: &mut dyn Iterator<Item = &Observation>| {
        let mut lookers: Vec<ModelId> = of.map(|seen| seen.from).collect();
        lookers.dedup();
        lookers.len()
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

/// A point so far over a model's foot.
fn up(model: &SightBody, height: f64) -> [f64; 3] {
    let [x, y] = model.foot.ground();
    [x, y, model.foot.z.inches() + height]
}
