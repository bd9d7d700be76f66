//! Followers without a place beside their leader, by the outline of 2012: computed by hand, on tables of a few
//! pieces.

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{ModelEnd, Retreat, RetreatOutcome};
use warstrike::rules::card::Base;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::going::Going;
use warstrike::table::piece::{Danger, Kind, Piece};
use warstrike::table::shape::Shape;

use super::tables::{Draft, Squad, UNIT};
use crate::paths::figures::Point;

/// Mv 5.
fn squad(side: Side, places: &[Point]) -> Squad {
    let base = Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) };
    let models = places.iter().map(|[x, y]| Some(Place::from_inches(*x, *y, 0.0).unwrap())).collect();
    Squad { id: UnitId { side, number: 1 }, base, movement: 5, special: Vec::new(), models }
}

fn piece(id: &str, kind: Kind, going: Option<Going>, [low, high]: [Point; 2]) -> Piece {
    let footprint = Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]]);
    Piece { id: id.into(), footprint, kind, going, danger: Danger::None }
}

/// The retreat of a unit of which half stands at some places, leader first. Its edge is at y −17.
fn found(pieces: Vec<Piece>, unit: &[Point], enemy: Point) -> Retreat {
    let units = vec![squad(Side::A, unit), squad(Side::B, &[enemy])];
    let draft = Draft { size: [40.0, 34.0], pieces, units }.weakened(0).unwrap();
    retreat(draft.battle_by("outline-2012").view(), UNIT, Occasion::Action).unwrap()
}

/// The leader hides behind a pillar 0.6 wide, at (9.3, 0.27), with a pond behind it: there is no cover for
/// another model. The nearest to it at the start, at (−3.8, 0), gets as far as (6.2, 0), 3.11 from the leader:
/// more than the 3 that keep it in coherency. The other gets to the leader's side, about (8.5, 0.85), 2.45 from
/// there: so the first can stand with that one.
///
/// Rule: OFB-3, COH-1.
#[test]
fn a_model_stands_with_one_that_moves_after_it() {
    let pillar = piece("pillar", Kind::Linear { height: Thou(5000) }, None, [[8.2, -0.3], [8.8, 0.3]]);
    let pond = piece("pond", Kind::Bog, Some(Going::Impassable), [[9.85, -3.0], [14.0, 3.0]]);
    let found = found(vec![pillar, pond], &[[0.0, 0.2], [-3.8, 0.0], [3.0, 3.0]], [-12.0, 0.0]);
    assert!(matches!(found.outcome, RetreatOutcome::RunForCover { .. }), "{found:?}");
    let apart =
        found.outcome.retreats().iter().filter(|run| !matches!(run.end, ModelEnd::Stands { .. })).count();
    assert_eq!((found.outcome.retreats().len(), apart), (3, 0), "{found:?}");
}

/// The leader goes 10 to (0, −10), beyond ash that begins at y −7. A model that starts at (0, 4) in the ash
/// would get no nearer than y −6: out of coherency, and still in it. Where the ash ends behind it at y 4.8 it
/// leaves it and stands 0.5 beside it. Where the ash goes on to the table's edge, the shortest way out is south, 11.5: it
/// goes 10 of them, to y −6.
///
/// Rule: OFB-5.
#[test]
fn a_model_that_cannot_cross_dangerous_ground_leaves_it_if_it_can() {
    for (upto, end, reason) in [(4.8, 5.3, "back out of it"), (17.0, -6.0, "as far as it can")] {
        let ash = Piece {
            danger: Danger::Dangerous,
            ..piece("ash", Kind::Ground, None, [[-20.0, -7.0], [20.0, upto]])
        };
        let found = found(vec![ash], &[[0.0, 0.0], [0.0, 4.0]], [0.0, 12.0]);
        assert!(matches!(found.outcome, RetreatOutcome::RunForEdge { .. }), "{reason}: {found:?}");
        let [leader, other] = found.outcome.retreats() else { panic!("{reason}: {found:?}") };
        assert_eq!(leader.path, [Place::from_inches(0.0, -10.0, 0.0).unwrap()], "{reason}");
        let at = other.end_from(Place::from_inches(0.0, 4.0, 0.0).unwrap()).unwrap();
        let off = at.ground_distance(*leader.path.last().unwrap()) - (10.0 + end);
        assert!(
            matches!(other.end, ModelEnd::Apart { .. }) && (-0.006..0.03).contains(&off),
            "{reason}: {other:?}"
        );
    }
}
