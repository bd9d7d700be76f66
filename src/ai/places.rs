//! What a player knows of a place: how a model stands there, who sees it, what terrain it lies in.

use crate::game::engine::view::{ModelView, View};
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::rules::sight::{SightState, state};
use crate::table::piece::{Kind, Piece};
use crate::table::plane::distance;
use crate::table::shape::Point;

/// How many models stand for all of a unit.
const OUTPOSTS: usize = 3;

/// Where a model ends that goes straight to a point; `None` where it cannot.
pub(super) fn place_for(view: View, model: ModelView, at: Point) -> Option<Place> {
    let height = view.terrain().arrival_height(model.pose.at, at)?;
    Place::from_inches(at[0], at[1], height.inches()).ok()
}

/// Models that stand for all of their unit: its leader, whoever stands farthest from him, and whoever stands farthest from both.
pub(super) fn outposts<'a>(view: View<'a>, unit: UnitId) -> Vec<ModelView<'a>> {
    let mut found: Vec<ModelView> = view.leader(unit).into_iter().collect();
    let apart = |model: &ModelView, found: &[ModelView]| {
        let gaps = found.iter().map(|one| distance(one.pose.at.ground(), model.pose.at.ground()));
        gaps.fold(f64::INFINITY, f64::min)
    };
    for _ in 1..OUTPOSTS {
        let others = view.standing(unit).filter(|model| apart(model, &found) > 0.0);
        let farthest =
            others.reduce(|best, next| if apart(&next, &found) > apart(&best, &found) { next } else { best });
        found.extend(farthest);
    }
    found
}

/// Whether no enemy's leader sees a model at a place.
pub(super) fn is_covered(view: View, model: ModelView, at: Place) -> bool {
    watchers(view, model).all(|watcher| is_hidden_from(view, &[watcher], model, at))
}

/// The leaders of a model's enemies.
pub(super) fn watchers<'a>(view: View<'a>, model: ModelView) -> impl Iterator<Item = ModelView<'a>> {
    let side = model.id.unit.side;
    view.units().filter(move |enemy| enemy.id.side != side).filter_map(move |enemy| view.leader(enemy.id))
}

pub(super) fn is_hidden_from(view: View, watchers: &[ModelView], model: ModelView, at: Place) -> bool {
    let (rules, body) = (&view.setup().ruleset.sight, model.sight_body_at(at));
    watchers.iter().all(|watcher| {
        let sighting = view.terrain().sighting(&watcher.sight_body(), &body);
        state(&sighting, rules, view.allowance()) == SightState::Hidden
    })
}

/// The terrain in which a point lies, in words: "in the wood".
pub(super) fn whereabouts(view: View, at: Point) -> Option<&'static str> {
    let lies_in = |piece: &Piece| noun(&piece.kind).filter(|_| piece.footprint.contains(at));
    view.terrain().pieces.iter().find_map(lies_in)
}

fn noun(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Hill { .. } => Some("on the hill"),
        Kind::Wood { .. } => Some("in the wood"),
        Kind::Ruin { .. } => Some("in the ruin"),
        Kind::Bog => Some("in the bog"),
        Kind::Field { .. } => Some("in the crops"),
        Kind::Structure { .. } => Some("in the building"),
        Kind::Linear { .. } | Kind::Point { .. } | Kind::Ground | Kind::Pavement => None,
    }
}

/// The point at a distance toward another, or that one if it is nearer.
pub(super) fn toward(from: Point, to: Point, way: f64) -> Point {
    let whole = distance(from, to);
    if whole <= way || whole == 0.0 {
        return to;
    }
    let share = way / whole;
    [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}
