//! Symmetry: tables turned by quarters or mirrored have turned or mirrored reach areas.

use std::sync::Arc;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::plan::ModelPlanner;
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::ids::ModelId;
use warstrike::table::paths::ReachArea;

use super::super::chance::Chance;
use super::super::level_files::bundle;
use super::{Point, from_border, is_inside};

/// An exact exchange of coordinates.
type Exchange = fn(Point) -> Point;

/// A small table with one piece of most kinds, in exchanged coordinates.
fn table(exchange: Exchange) -> Match {
    let point = |x: f64, y: f64| {
        let [x, y] = exchange([x, y]);
        format!("({x:?}, {y:?})")
    };
    let corners = |all: &[Point]| all.iter().map(|[x, y]| point(*x, *y)).collect::<Vec<_>>().join(", ");
    let square = |[x, y]: Point, [right, top]: Point| corners(&[[x, y], [right, y], [right, top], [x, top]]);
    let model = |x: f64, y: f64| {
        let [x, y] = exchange([x, y]);
        format!("(at: ({x:?}, {y:?}), facing: 0.0)")
    };
    let text = format!(
        r#"Level(name: "t", table: (width: 40.0, depth: 40.0), terrain: [
            (id: "mire", kind: Ground, going: Slow, corners: [{mire}]),
            (id: "rubble", kind: Ground, going: Difficult, corners: [{rubble}]),
            (id: "pond", kind: Ground, going: Impassable, at: {pond}, radius: 1.5),
            (id: "hill", kind: Hill(steps: [(top: 1.0), (top: 2.0, radius: 1.5)]), at: {hill}, radius: 3.0),
            (id: "wall", kind: Linear, height: 1.5, thickness: 0.5, line: [{wall}]),
            (id: "house", kind: Structure(roof: Open, levels: [
                (height: 3.0, walls: [(from: {a}, to: {b}, openings: [Door(along: 2.0, width: 1.2)]), (from: {b}, to: {c})]),
                (floor: 3.0),
            ]), corners: [{house}]),
        ], forces: (
            A: (name: "a", units: [(id: "A1", card: "officer", models: [{one}]), (id: "A2", card: "scouts", models: [{two}, Lost, Lost, Lost, Lost, Lost]),
                (id: "A3", card: "officer", models: [{three}])]),
            B: (name: "b", units: [(id: "B1", card: "officer", models: [{enemy}])]),
        ), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#,
        mire = square([-9.0, 3.0], [-4.0, 8.0]),
        rubble = corners(&[[2.0, -8.0], [7.5, -6.0], [6.0, -2.0], [3.0, -3.5]]),
        pond = point(-5.0, -4.5),
        hill = point(6.0, 5.0),
        wall = corners(&[[-3.0, -9.0], [1.0, -8.0], [1.5, -4.0]]),
        a = point(-2.0, 9.0),
        b = point(2.0, 9.0),
        c = point(2.0, 13.0),
        house = square([-2.2, 8.8], [2.2, 13.2]),
        one = model(0.0, 0.0),
        two = model(0.0, -6.0),
        three = model(0.0, 7.5),
        enemy = model(-11.0, 0.0),
    );
    let setup = Arc::new(Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}")));
    Match::start(setup, DiceChoice::Seed(1)).unwrap()
}

/// What a model can reach, around difficult ground and through it.
fn reach(game: &Match, model: ModelId, action: Action) -> Vec<ReachArea> {
    let view = game.battle().view();
    let reach = ModelPlanner::new(view, view.model(model).unwrap(), action).unwrap().reach();
    reach.around.into_iter().chain(reach.through).collect()
}

/// Area of polygons with holes, square inches.
fn size(area: &ReachArea) -> f64 {
    let ring = |ring: &Vec<Point>| {
        let next = |index: usize| ring[(index + 1) % ring.len()];
        (0..ring.len())
            .map(|index| ring[index][0] * next(index)[1] - next(index)[0] * ring[index][1])
            .sum::<f64>()
            / 2.0
    };
    let polygon = |rings: &Vec<Vec<Point>>| {
        ring(&rings[0]).abs() - rings[1..].iter().map(|hole| ring(hole).abs()).sum::<f64>()
    };
    area.polygons.iter().map(polygon).sum()
}

/// Rule: MOV-1, MOV-4, MOV-5, GO-2, GO-3. No direction of the table is special.
#[test]
fn turned_and_mirrored_tables_have_turned_and_mirrored_areas() {
    let exchanges: [(Exchange, &str); 4] = [
        (|[x, y]| [-y, x], "turned by a quarter"),
        (|[x, y]| [-x, -y], "turned by half"),
        (|[x, y]| [-x, y], "mirrored"),
        (|[x, y]| [y, x], "mirrored across"),
    ];
    let plain = table(|at| at);
    let mut chance = Chance::new(3);
    for (exchange, how) in exchanges {
        let other = table(exchange);
        for action in [Action::Advance, Action::AtTheDouble, Action::OpenFire] {
            for model in ["A1.1", "A2.1", "A3.1"].map(|id| id.parse().unwrap()) {
                let (areas, others) = (reach(&plain, model, action), reach(&other, model, action));
                let floors = |areas: &[ReachArea]| areas.iter().map(|area| area.floor).collect::<Vec<_>>();
                assert_eq!(floors(&areas), floors(&others), "{model} {action:?} {how}");
                for (area, other) in areas.iter().zip(&others) {
                    let context = format!("{model} {action:?} {how}, floor {:?}", area.floor);
                    let sizes = [size(area), size(other)];
                    assert!((sizes[0] - sizes[1]).abs() < 0.1 + 0.005 * sizes[0], "{context}: {sizes:?}");
                    same_points(area, other, exchange, &context, &mut chance);
                }
            }
        }
    }
}

/// Random points that are clear of a border lie on the same side of its image.
fn same_points(area: &ReachArea, other: &ReachArea, exchange: Exchange, context: &str, chance: &mut Chance) {
    let [rings, images] =
        [area, other].map(|area| area.polygons.iter().flatten().cloned().collect::<Vec<_>>());
    for _ in 0..200 {
        let at = [0, 1].map(|_| f64::from(chance.around(14_000)) / 1000.0);
        if from_border(at, &rings) > 0.08 {
            assert_eq!(is_inside(at, &rings), is_inside(exchange(at), &images), "{context}: {at:?}");
        }
    }
}
