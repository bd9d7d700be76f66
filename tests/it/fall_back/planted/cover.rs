//! Tests of the oracle of cover: it accepts right answers that can be computed by hand, and rejects wrong ones.

use warstrike::game::engine::unit_fact::Length;
use warstrike::game::phases::fall_back::retreat::{
    DrawsFire, Edge, Leaves, Reachability, Retreat, RetreatOutcome,
};
use warstrike::rules::ids::Side;
use warstrike::rules::measures::{Place, Thou};
use warstrike::table::piece::{Danger, Kind, Piece, Wall};
use warstrike::table::shape::Shape;

use super::{at, fall_back, retreat, run, says, squad, stands, wall};
use crate::fall_back::cover;
use crate::fall_back::scene::Scene;
use crate::fall_back::tables::{Draft, UNIT};

/// A scene by the outline; Mv 5, Aw 12.
pub fn scene(pieces: Vec<Piece>, unit: &[Place], enemies: &[Place]) -> Scene {
    let units = vec![squad(Side::A, 5, unit), squad(Side::B, 5, enemies)];
    let battle = Draft { size: [40.0, 34.0], pieces, units }.weakened(0).unwrap().battle_by("outline-2012");
    Scene::of(battle.view(), UNIT)
}

/// A run to cover by a path.
pub fn retreats(scene: &Scene, reachability: Reachability, path: &[Place]) -> Retreat {
    let RetreatOutcome::FallBack { safe_position, retreats } = fall_back(scene, reachability, path).outcome
    else {
        panic!("no haven")
    };
    retreat(scene, RetreatOutcome::RunForCover { safe_position, retreats, draws: DrawsFire::No })
}

/// A point at a distance on the line to the edge of the wall's shadow nearest to (0, 0).
pub fn toward_shadow(distance: f64) -> Place {
    at(0.9155 * distance, 0.4024 * distance)
}

/// Half an inch high, in the place of the high wall.
const LOW: Thou = Thou(500);

fn strip(kind: Kind) -> Piece {
    Piece { id: "strip".into(), kind, ..wall() }
}

/// A ruin of which one wall is left.
fn ruin() -> Kind {
    let wall =
        Wall { from: [4.0, 3.0], to: [8.0, 3.0], height: LOW, thickness: Thou(200), openings: Vec::new() };
    Kind::Ruin { height: LOW, walls: vec![wall] }
}

/// A wood whose edge lies at this depth in front of the enemy.
fn wood(deep: f64) -> Piece {
    let footprint = Shape::Polygon(vec![[-20.0, 8.0 - deep], [20.0, 8.0 - deep], [20.0, 8.0], [-20.0, 8.0]]);
    Piece {
        id: "wood".into(),
        footprint,
        kind: Kind::Wood { height: Thou(5000) },
        going: None,
        danger: Danger::None,
    }
}

/// The wall hides all beyond the line from (0, 12) past its corner at (4, 2.9), which is 4.829 from (0, 0); a
/// model with its centre beyond the line is half hidden. Of a model behind a ruin's wall half an inch high a
/// hundredth is enough, the outermost 0.03 by up to a third of the height: 4.408 away, moved any way.
///
/// Rule: OFB-3, VIS-2.
#[test]
fn the_oracle_rejects_wrong_cover() {
    let enemy = at(0.0, 12.0);
    for (piece, distance, expected, reason) in [
        (wall(), 4.88, "right", "just in the shadow"),
        (wall(), 4.95, "right", "0.07 farther"),
        (wall(), 5.2, "wrong", "0.3 farther"),
        (wall(), 4.7, "wrong", "more than half of it is in view"),
        (wall(), 4.4, "wrong", "less than half of it is hidden, by no ruin"),
        (strip(ruin()), 4.42, "right", "behind a ruin's edge"),
        (strip(ruin()), 4.2, "wrong", "beside it"),
        (strip(ruin()), 4.88, "wrong", "farther behind it than necessary"),
        (strip(Kind::Linear { height: LOW }), 4.88, "wrong", "a fence hides a third of it"),
    ] {
        let scene = scene(vec![piece], &[at(0.0, 0.0)], &[enemy]);
        let verdict =
            cover::judge(&scene, &retreats(&scene, Reachability::InRange, &[toward_shadow(distance)]));
        assert_eq!(says(&verdict), expected, "{reason}: {verdict:?}");
    }
}

fn for_edge(scene: &Scene) -> Retreat {
    let path = vec![at(0.0, -10.0)];
    let edge = Edge::At { at: at(0.0, -16.5), path: path.clone(), length: Length(16.5) };
    let retreats = vec![run(&scene.unit[0], &path, stands())];
    retreat(scene, RetreatOutcome::RunForEdge { edge, leaves: Leaves::NotYet, retreats })
}

/// Rule: OFB-2 (within its Aw, 12), OFB-3 (no closer to the enemy), VIS-2 (more than 1 through woods).
#[test]
fn the_oracle_rejects_wrong_outcomes_of_a_weakened_unit() {
    let stays = |scene: &Scene| retreat(scene, RetreatOutcome::StayInCover);
    let near = |scene: &Scene| retreats(scene, Reachability::InRange, &[toward_shadow(4.88)]);
    let here = |scene: &Scene| retreats(scene, Reachability::Here, &[]);
    let closer = |scene: &Scene| retreats(scene, Reachability::InRange, &[at(6.0, 2.3)]);
    let rows: [(Vec<Piece>, Place, fn(&Scene) -> Retreat, &str, &str); 13] = [
        (vec![wall()], at(0.0, 12.0), stays, "wrong", "it stays in the open"),
        (vec![wall()], at(0.0, 12.0), here, "wrong", "the open is no cover"),
        (vec![wall()], at(0.0, 12.0), for_edge, "wrong", "to the edge, though there is cover"),
        (vec![], at(0.0, 12.0), for_edge, "right", "to the edge where there is no cover"),
        (vec![], at(0.0, 12.0), near, "wrong", "to cover where there is none"),
        (vec![wall()], at(0.0, 13.1), stays, "right", "the enemy is 12.1 away"),
        (vec![wall()], at(0.0, 13.1), near, "wrong", "it runs, with no enemy near"),
        (vec![wall()], at(0.0, 12.9), stays, "wrong", "the enemy is 11.9 away"),
        (vec![wall()], at(6.0, 6.0), closer, "wrong", "behind the wall, but closer to the enemy"),
        (vec![wood(1.1)], at(0.0, 12.0), stays, "right", "behind 1.1 of wood"),
        (vec![wood(1.1)], at(0.0, 12.0), for_edge, "wrong", "it runs from behind 1.1 of wood"),
        (vec![wood(0.9)], at(0.0, 12.0), stays, "wrong", "behind 0.9 of wood"),
        (
            vec![wood(0.9)],
            at(0.0, 12.0),
            for_edge,
            "wrong",
            "farther aside, where the line through the wood is longer",
        ),
    ];
    for (pieces, enemy, outcome, expected, reason) in rows {
        let scene = scene(pieces, &[at(0.0, 0.0)], &[enemy]);
        let verdict = cover::judge(&scene, &outcome(&scene));
        assert_eq!(says(&verdict), expected, "{reason}: {verdict:?}");
    }
}
