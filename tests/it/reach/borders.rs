//! Points just inside and outside the borders of reach areas, on the shipped levels.

use std::collections::BTreeMap;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::phases::moving::check_path;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::plan::{ModelPlanner, ModelReach, PathKind, PlannedPath};
use warstrike::rules::action::Action;
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::movement::bodies::overlap;
use warstrike::table::paths::ReachArea;

use super::super::chance::Chance;
use super::super::support::{deployed, game, is_barred};
use super::{CLEARANCE, OFFSET, Point, distance, edges, from_border, is_inside};

const ACTIONS: [Action; 3] = [Action::Advance, Action::AtTheDouble, Action::OpenFire];

/// Which kind of area a point lies beside, and on which side of its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    InsideRound,
    OutsideRound,
    InsideThrough,
    OutsideThrough,
}

/// All rings of one layer: of the areas reached around difficult ground, and of those through it.
struct Layer {
    floor: Option<Thou>,
    round: Vec<Vec<Point>>,
    through: Vec<Vec<Point>>,
}

/// A model and its planner.
struct Mover<'a> {
    view: View<'a>,
    game: &'a Match,
    model: ModelView<'a>,
    action: Action,
    planner: ModelPlanner<'a>,
}

fn layers(reach: ModelReach) -> Vec<Layer> {
    let mut layers: BTreeMap<Option<Thou>, Layer> = BTreeMap::new();
    let mut add = |areas: Vec<ReachArea>, through: bool| {
        for area in areas {
            let floor = area.floor;
            let new = || Layer { floor, round: Vec::new(), through: Vec::new() };
            let layer = layers.entry(floor).or_insert_with(new);
            let rings = if through { &mut layer.through } else { &mut layer.round };
            rings.extend(area.polygons.into_iter().flatten());
        }
    };
    add(reach.around, false);
    add(reach.through, true);
    layers.into_values().collect()
}

impl Layer {
    /// The kind of a point 0.1 beside a border, if it is clear of all borders.
    fn kind(&self, at: Point, through: bool) -> Option<Kind> {
        let clear_of = |rings: &[Vec<Point>]| from_border(at, rings) >= CLEARANCE;
        let rings = if through { &self.through } else { &self.round };
        match is_inside(at, rings) && clear_of(rings) {
            true if through => return Some(Kind::InsideThrough),
            true => return Some(Kind::InsideRound),
            false => {}
        }
        let outside = |rings: &[Vec<Point>]| !is_inside(at, rings) && clear_of(rings);
        let kind = if through { Kind::OutsideThrough } else { Kind::OutsideRound };
        (outside(&self.round) && outside(&self.through)).then_some(kind)
    }
}

/// A point at that distance from a random point of some rings.
fn beside(rings: &[Vec<Point>], chance: &mut Chance) -> Option<Point> {
    let all: Vec<[Point; 2]> = edges(rings).collect();
    let length = |[a, b]: &[Point; 2]| distance(*a, *b);
    let mut remaining = all.iter().map(length).sum::<f64>() * chance.share();
    let edge = all.iter().find(|edge| {
        remaining -= length(edge);
        remaining <= 0.0
    })?;
    let [[ax, ay], [bx, by]] = *edge;
    let (share, side) = (chance.share(), if chance.one_in(2) { OFFSET } else { -OFFSET });
    let (dx, dy) = (bx - ax, by - ay);
    let length_of_edge = length(edge).max(1e-12);
    Some([ax + share * dx - side * dy / length_of_edge, ay + share * dy + side * dx / length_of_edge])
}

impl<'a> Mover<'a> {
    fn new(game: &'a Match, model: ModelView<'a>, action: Action) -> Self {
        let view = game.battle().view();
        let planner = ModelPlanner::new(view, model, action).unwrap();
        Self { view, game, model, action, planner }
    }

    /// The place over a point on a layer; `None` where the layer has no floor.
    fn place(&self, [x, y]: Point, floor: Option<Thou>) -> Option<Place> {
        let at = Place::from_inches(x, y, 0.0).unwrap();
        let z = floor.unwrap_or_else(|| self.view.terrain().ground_height(at.ground()));
        self.view.terrain().heights_at(at.ground()).contains(&z).then_some(Place { z, ..at })
    }

    /// Whether the model may stand at a place, reachable or not: its own unit may make room.
    fn has_room(&self, at: Place) -> bool {
        let (view, body) = (self.view, self.model.body_at(at));
        let mut others = view.standing_others(self.model.id.unit);
        view.terrain().check_room(at, self.model.mover()).is_ok()
            && !others.any(|other| overlap(body, other.body_at(other.pose.at), view.allowance()))
    }

    /// The way to a place where it may stand, if the check takes it; looked for by a search of its
    /// own, not by the one that found the area.
    fn way(&self, at: Place) -> Option<PlannedPath> {
        if !self.has_room(at) {
            return None;
        }
        let way = self.planner.path_to(at);
        if !matches!(way.kind, PathKind::Around | PathKind::Through) {
            return None;
        }
        let walk = check_path(self.view, self.model, &self.planner.terms(), &way.corners);
        let walk = walk.map_err(|refusal| println!("{}: {at}: {refusal}: {way:?}", self.model.id)).ok()?;
        if way.kind == PathKind::Around {
            assert!(walk.first_difficult().is_none(), "{}: round difficult ground to {at}", self.model.id);
        }
        self.check_command(&way);
        Some(way)
    }

    /// A unit of one model whose turn it is can be held against the gate itself.
    fn check_command(&self, way: &PlannedPath) {
        let (battle, unit) = (self.game.battle(), self.model.id.unit);
        let mine = battle.decision().is_some_and(|decision| decision.player == unit.side);
        let fresh = !self.view.unit(unit).unwrap().activity.acted;
        let barred = self.action == Action::OpenFire && is_barred(self.game, unit);
        if !mine || !fresh || barred || self.view.standing(unit).count() > 1 {
            return;
        }
        let end = way.corners.last().copied().unwrap_or(self.model.pose.at);
        let ahead = Facing::toward(self.model.pose.at, end).unwrap_or(self.model.facing());
        let facing = if self.action == Action::AtTheDouble { ahead } else { self.model.facing() };
        let one = ModelMove { model: self.model.id, path: way.corners.clone(), facing };
        let order = Order::of_move(self.action, unit, vec![one]).unwrap();
        let checked = battle.check(&Command { player: unit.side, order });
        assert_eq!(checked, Ok(()), "{}: {:?}", self.model.id, way);
    }

    /// Tries points beside all borders, up to a number of each kind.
    fn try_borders(
        &self,
        max_per_kind: usize,
        chance: &mut Chance,
        tried: &mut BTreeMap<(Kind, String), usize>,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        for layer in layers(self.planner.reach()) {
            let mut own: BTreeMap<Kind, usize> = BTreeMap::new();
            for index in 0..8 * max_per_kind {
                let through = index % 2 == 1;
                let rings = if through { &layer.through } else { &layer.round };
                let Some(at) = beside(rings, chance) else { continue };
                let Some(kind) = layer.kind(at, through) else { continue };
                let count = own.entry(kind).or_default();
                if *count >= max_per_kind {
                    continue;
                }
                *count += 1;
                *tried.entry((kind, format!("{:?}", self.action))).or_default() += 1;
                wrong.extend(self.misjudged(at, layer.floor, kind));
            }
        }
        wrong
    }

    fn misjudged(&self, at: Point, floor: Option<Thou>, kind: Kind) -> Option<String> {
        let way = self.place(at, floor).and_then(|place| self.way(place));
        let right = match kind {
            Kind::InsideRound => way.as_ref().is_some_and(|way| way.kind == PathKind::Around),
            Kind::InsideThrough => way.is_some(),
            Kind::OutsideRound | Kind::OutsideThrough => way.is_none(),
        };
        let message =
            || format!("{} {:?} {at:?} on {floor:?}, {kind:?}: {way:?}", self.model.id, self.action);
        (!right).then(message)
    }
}

/// Rule: MOV-1, MOV-4, MOV-5, GO-2, GO-3, ACT-1 (how far), ACT-2 (how far), ACT-4 (how far). Everything
/// within an area can be reached, and nothing outside it.
#[test]
fn the_check_agrees_with_the_borders_of_reach_areas() {
    let battles = [
        ("street", game("street", 3), 6),
        ("crossroads", deployed("crossroads", 5), 9),
        ("mid-battle", game("mid-battle", 1), 7),
        ("movement-gallery", game("movement-gallery", 1), 28),
        ("stress", game("stress", 1), 3),
    ];
    let mut chance = Chance::new(7);
    let mut tried = BTreeMap::new();
    let mut wrong = Vec::new();
    for (level, game, models) in &battles {
        let view = game.battle().view();
        let standing: Vec<ModelView> = view.units().flat_map(|unit| view.standing(unit.id)).collect();
        for action in ACTIONS {
            for model in chance.shuffled(&standing).into_iter().take(*models) {
                let mover = Mover::new(game, model, action);
                let found = mover.try_borders(40, &mut chance, &mut tried);
                wrong.extend(found.into_iter().map(|message| format!("{level}: {message}")));
            }
        }
    }
    let total: usize = tried.values().sum();
    println!("{total} points, {} misjudged: {tried:?}", wrong.len());
    assert!(wrong.is_empty(), "{} of {total} points misjudged:\n{}", wrong.len(), wrong.join("\n"));
    for kind in [Kind::InsideRound, Kind::OutsideRound, Kind::InsideThrough, Kind::OutsideThrough] {
        let of_kind = tried.iter().filter(|((other, _), _)| *other == kind);
        let times: usize = of_kind.map(|(_, times)| times).sum();
        assert!(times >= 1000, "{kind:?}: only {times} points");
    }
}
