//! Objectives: placed in turn by the players, or laid by the mission.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, Fact, Mistake, PlaceObjective, Step};
use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::step::StepContext;
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::game::table_edge::{from_any_edge, middle};
use crate::level::scenario::{MissionKind, Objective};
use crate::rules::ids::Side;
use crate::rules::measures::Place;
use crate::rules::mission::{DEBRIS_FIELD, places_next};
use crate::rules::movement::going::{Gait, Going};
use crate::table::piece::Piece;
use crate::table::plane::distance;
use crate::table::room::{Curve, meeting_points, outside};
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;

/// The steps in which the search for an objective's place goes, inches.
const SEARCH_STEP: f64 = 0.5;

/// Distance from impassable ground at which an objective with little room is tried, inches.
const BESIDE: f64 = 0.002;

/// Whether a player may place an objective there.
///
/// Rule: MIS-2, MIS-3.
pub(super) fn check(view: View, player: Side, at: Place) -> Result<(), Refusal> {
    let point = at.ground();
    if let Some(over) = view.terrain().overhang(point, 0.0) {
        return Err(Refusal::new(GeneralMistake::ObjectiveOverEdge).at(point).measured(over, 0.0));
    }
    match view.setup().level.mission.kind {
        MissionKind::BrokenArrow => check_in_debris_field(view, point)?,
        _ => check_in_enemy_zone(view, player, point)?,
    }
    impassable_piece(view.terrain(), point).map_or(Ok(()), |piece| {
        Err(Refusal::new(GeneralMistake::ObjectiveOn { piece: piece.id.clone() }).at(point))
    })
}

/// Rule: MIS-3.
fn check_in_debris_field(view: View, point: Point) -> Result<(), Refusal> {
    let inside = debris_field(view).depth_inside(point);
    if view.allowance().falls_short(inside, 0.0) {
        return Err(Refusal::new(Mistake::OutsideDebrisField).at(point).measured(-inside, 0.0));
    }
    Ok(())
}

/// Rule: MIS-2.
fn check_in_enemy_zone(view: View, player: Side, point: Point) -> Result<(), Refusal> {
    let (rules, allowance) = (&view.setup().ruleset.mission, view.allowance());
    let enemy = player.other();
    let inside = view.zone(enemy).depth_inside(point);
    if allowance.falls_short(inside, 0.0) {
        return Err(Refusal::new(Mistake::OutsideEnemyZone { enemy }).at(point).measured(-inside, 0.0));
    }
    let from_edge = from_any_edge(view.terrain().size, point);
    if allowance.falls_short(from_edge, rules.objective_edge_gap) {
        let refusal = Refusal::new(Mistake::NearEdge).at(point);
        return Err(refusal.measured(from_edge, rules.objective_edge_gap));
    }
    let gap = |other: &&Objective| distance(other.at.ground(), point);
    let near = view.objectives().iter().find(|other| allowance.falls_short(gap(other), rules.objective_gap));
    near.map_or(Ok(()), |other| {
        let refusal =
            Refusal::new(Mistake::NearObjective { other: words::objective(view.setup(), &other.id) })
                .at(point);
        Err(refusal.measured(gap(&other), rules.objective_gap))
    })
}

/// The debris field: the level's piece of that name, else a circle round the middle.
///
/// Rule: MIS-3.
pub(super) fn debris_field(view: View) -> Shape {
    let named = view.terrain().pieces.iter().find(|piece| piece.id == DEBRIS_FIELD);
    let radius = view.setup().ruleset.mission.debris_radius;
    named.map_or(Shape::Circle { centre: [0.0, 0.0], radius }, |piece| piece.footprint.clone())
}

/// The impassable piece under a point.
///
/// Rule: MIS-2.
fn impassable_piece(terrain: &Terrain, point: Point) -> Option<&Piece> {
    let bars = |index: &usize| {
        terrain.going_of(*index, Gait::Walker).0 == Going::Impassable
            && terrain.pieces[*index].footprint.contains(point)
    };
    (0..terrain.pieces.len()).find(bars).map(|index| &terrain.pieces[index])
}

/// A place where a player may place the next objective, near the middle of where it has to lie and, where there is room, as
/// far from other objectives as MIS-2 wants; `None` if none was found.
pub(super) fn suggested(view: View, player: Side) -> Option<Place> {
    let area = match view.setup().level.mission.kind {
        MissionKind::BrokenArrow => debris_field(view),
        _ => view.zone(player.other()).clone(),
    };
    let ([low, high], centre) = (area.bounds(), middle(&area));
    let steps = |axis: usize| ((high[axis] - low[axis]) / 2.0 / SEARCH_STEP).ceil() as i32;
    let along = |axis: usize| {
        (-steps(axis)..=steps(axis)).map(move |index| centre[axis] + f64::from(index) * SEARCH_STEP)
    };
    let mut points: Vec<Point> = along(0).flat_map(|x| along(1).map(move |y| [x, y])).collect();
    points.sort_by(|a, b| distance(*a, centre).total_cmp(&distance(*b, centre)));
    let gap = view.setup().ruleset.mission.objective_gap;
    let is_apart =
        |point: Point| view.objectives().iter().all(|other| distance(other.at.ground(), point) >= gap);
    let (apart, near): (Vec<Point>, Vec<Point>) = points.into_iter().partition(|point| is_apart(*point));
    let places = apart.into_iter().chain(near).filter_map(|[x, y]| Place::from_inches(x, y, 0.0).ok());
    let is_legal = |place: &Place| check(view, player, *place).is_ok();
    places.into_iter().find(is_legal).or_else(|| at_the_limits(view, &area).find(is_legal))
}

/// Places that just keep to what an objective has to keep to: where there is room only in corners and strips, it is there.
///
/// Rule: MIS-2, MIS-3.
fn at_the_limits(view: View, area: &Shape) -> impl Iterator<Item = Place> {
    let (rules, terrain) = (&view.setup().ruleset.mission, view.terrain());
    let mut curves = outside(area, 0.0);
    let [x, y] = terrain.size.map(|size| (size / 2.0 - rules.objective_edge_gap).max(0.0));
    curves.extend(outside(&Shape::Polygon(vec![[-x, -y], [x, -y], [x, y], [-x, y]]), 0.0));
    let others = view.objectives().iter().map(|other| other.at.ground());
    curves.extend(others.map(|centre| Curve::Circle(centre, rules.objective_gap)));
    let barred = (0..terrain.pieces.len())
        .filter(|index| terrain.going_of(*index, Gait::Walker).0 == Going::Impassable);
    curves.extend(barred.flat_map(|index| outside(&terrain.pieces[index].footprint, BESIDE)));
    meeting_points(&curves).into_iter().filter_map(|[x, y]| Place::from_inches(x, y, 0.0).ok())
}

/// Asks the next player to place an objective. A player for whom there is no place has none left.
///
/// Rule: MIS-2, MIS-3.
pub(super) fn offer_next(In((last, mut left)): In<(Side, [u8; 2])>, mut cx: StepContext) {
    let view = cx.roster.view();
    for side in Side::BOTH {
        if left[side.index()] > 0 && suggested(view, side).is_none() {
            left[side.index()] = 0;
        }
    }
    if let Some(player) = places_next(left.map(usize::from), last) {
        cx.agenda.ask(Decision { player, choice: Choice::PlaceObjective { left }.into() });
    }
}

/// Rule: MIS-2, MIS-3.
pub(super) fn resolve_place(
    In((order, decision)): In<(PlaceObjective, Decision)>,
    mut cx: StepContext,
) -> Result {
    let AnyChoice::Deployment(Choice::PlaceObjective { mut left }) = decision.choice else {
        return Err("an objective is placed that nobody was asked to place".into());
    };
    let player = decision.player;
    left[player.index()] -= 1;
    let view = cx.roster.view();
    let objective = on_ground(view, view.objectives().len() + 1, order.at.ground())?;
    cx.facts.push(Fact::ObjectivePlaced { by: Some(player), objective });
    cx.agenda.push(Step::NextObjective { last: player, left });
    Ok(())
}

/// Lays the objectives of a Skirmish, unless the level has some.
///
/// Rule: MIS-8.
pub(super) fn lay(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    if !view.objectives().is_empty() {
        return Ok(());
    }
    let zones = view.setup().level.zones.each_ref().map(|zone| middle(&zone.area));
    for (number, point) in (1..).zip([[0.0, 0.0], zones[0], zones[1]]) {
        let at = nearest_passable(view.terrain(), point);
        cx.facts.push(Fact::ObjectivePlaced { by: None, objective: on_ground(view, number, at)? });
    }
    Ok(())
}

/// An objective on the ground at a point, named after its number.
fn on_ground(view: View, number: usize, [x, y]: Point) -> Result<Objective> {
    let height = view.terrain().ground_height([x, y]);
    let at = Place::from_inches(x, y, height.inches())?;
    let taken = |id: &String| view.objectives().iter().any(|other| other.id == *id);
    let ids = (number..).map(|number| format!("objective-{number}"));
    let id = ids.into_iter().find(|id| !taken(id)).ok_or("no number is left for an objective")?;
    Ok(Objective { id, at })
}

/// The width of the rings searched for ground that is not impassable, and how finely one is searched; inches.
const RING_STEP: f64 = 0.05;
const RING_TOLERANCE: f64 = 1e-6;

/// Smallest depth of an objective behind the edge of impassable ground, so that rounding does not put it back; inches.
const SAFE_DEPTH_INCHES: f64 = 0.001;

/// The point on passable ground nearest to a point, to within a few thousandths of an inch; the point itself if there is
/// none.
///
/// Rings grow round the point until one has passable ground; each direction of that ring is then bisected.
///
/// Rule: MIS-8.
fn nearest_passable(terrain: &Terrain, from: Point) -> Point {
    let serves =
        |point: Point| terrain.overhang(point, 0.0).is_none() && impassable_piece(terrain, point).is_none();
    if serves(from) {
        return from;
    }
    let at =
        |radius: f64, angle: f64| [from[0] + radius * libm::cos(angle), from[1] + radius * libm::sin(angle)];
    let furthest = (distance(terrain.size, [0.0, 0.0]) / RING_STEP) as i32;
    for radius in (1..=furthest).map(|ring| f64::from(ring) * RING_STEP) {
        // Fours, so that the table's own directions are among them.
        let count = 4.0 * (std::f64::consts::FRAC_PI_2 * radius / RING_STEP).ceil();
        let angles = (0..count as i32).map(|index| std::f64::consts::TAU * f64::from(index) / count);
        let open = angles.filter(|angle| serves(at(radius, *angle)));
        let nearest = open.map(|angle| {
            let (mut barred, mut free) = (radius - RING_STEP, radius);
            while free - barred > RING_TOLERANCE {
                let middle = (barred + free) / 2.0;
                if serves(at(middle, angle)) { free = middle } else { barred = middle }
            }
            (free, at((free + SAFE_DEPTH_INCHES).min(radius), angle))
        });
        if let Some((_, point)) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)) {
            return point;
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::basics::Allowance;
    use crate::rules::ruleset::MovementRules;
    use crate::table::piece::{Danger, Kind};

    /// Rule: MIS-8.
    #[test]
    fn an_objective_leaves_impassable_ground() {
        let pond = |radius| Piece {
            id: "pond".to_owned(),
            footprint: Shape::Circle { centre: [1.0, 0.0], radius },
            kind: Kind::Bog,
            going: Some(Going::Impassable),
            danger: Danger::None,
        };
        let lies = |pieces: Vec<Piece>| {
            let terrain =
                Terrain::new([24.0, 24.0], pieces.into(), &MovementRules::COMBINED, Allowance(0.005));
            nearest_passable(&terrain, [0.0, 0.0])
        };
        assert_eq!(lies(vec![]), [0.0, 0.0], "nothing in the way");
        let [x, y] = lies(vec![pond(2.0)]);
        assert!((-1.01..=-1.0).contains(&x) && y.abs() < 0.05, "straight out to the west: {x}, {y}");
        // Its rim is 2 − √2 = 0.586 away on the diagonal, 0.732 straight west or south.
        let aslant = Piece { footprint: Shape::Circle { centre: [1.0, 1.0], radius: 2.0 }, ..pond(2.0) };
        let [x, y] = lies(vec![aslant]);
        assert!((x + 0.414).abs() < 0.03 && (y + 0.414).abs() < 0.03, "out on the diagonal: {x}, {y}");
        assert_eq!(lies(vec![pond(60.0)]), [0.0, 0.0], "no ground at all");
    }
}
