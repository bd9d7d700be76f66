//! A narrow wedge of safety, whose tip is worked out by hand: the nearest position lies beside the paths that are followed
//! to places of a grid.

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::Reachability;
use warstrike::rules::card::Base;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::going::Going;
use warstrike::table::piece::{Danger, Kind, Piece};
use warstrike::table::shape::Shape;

use super::tables::{Draft, Squad, UNIT};
use crate::paths::figures::Point;

/// A leader falls back from two enemies, each of whom a wall of his own hides from him beyond a line. Both lines meet
/// in a tip before him and part beyond it. A pond keeps him from what lies beside the walls.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    /// Of all, round the middle of the table, degrees.
    turn: f64,
    /// How far beside the wedge's axis the leader stands.
    aside: f64,
}

/// Where the tip is, how far up the axis the leader stands, and how far beside it and up it both enemies do: the wedge is 9°
/// wide.
const TIP: Point = [0.0, -5.0];
const LEADER: f64 = 2.5;
const ENEMIES: Point = [2.0, 20.0];

/// How far out of a shadow his middle may be: a hundredth of him is in it, and still is when he is moved.
///
/// Rule: VIS-1, FB-2.
const OUT: f64 = 0.49 - 0.05;

impl Wedge {
    fn turned(self, [x, y]: Point) -> Point {
        let (sin, cos) = (libm::sin(self.turn.to_radians()), libm::cos(self.turn.to_radians()));
        [cos * x - sin * y, sin * x + cos * y]
    }

    fn place(self, at: Point) -> Place {
        let [x, y] = self.turned(at);
        Place::from_inches(x, y, 0.0).unwrap()
    }

    fn piece(self, id: &str, kind: Kind, going: Option<Going>, corners: &[Point]) -> Piece {
        let footprint = Shape::Polygon(corners.iter().map(|at| self.turned(*at)).collect());
        Piece { id: id.into(), footprint, kind, going, danger: Danger::None }
    }

    /// The corner of the wall on one side, 1 or -1, past which an enemy on that side sees one on the edge of the wedge.
    fn corner(side: f64) -> Point {
        let (ex, ey) = (side * ENEMIES[0], ENEMIES[1]);
        let (dx, dy) = (TIP[0] - ex, TIP[1] - ey);
        let long = (dx * dx + dy * dy).sqrt();
        let seen = [TIP[0] - side * OUT * dy / long, TIP[1] + side * OUT * dx / long];
        [ex + 0.4 * (seen[0] - ex), ey + 0.4 * (seen[1] - ey)]
    }

    fn draft(self) -> Draft {
        let wall = |side: f64| {
            let [x, y] = Self::corner(side);
            let far = x + side * 0.8;
            let corners = [[x, y], [far, y], [far, y - 0.1], [x, y - 0.1]];
            self.piece(&format!("wall {side}"), Kind::Linear { height: Thou(5000) }, None, &corners)
        };
        let pond = [[-20.0, 3.6], [20.0, 3.6], [20.0, 11.8], [-20.0, 11.8]];
        let pond = self.piece("pond", Kind::Bog, Some(Going::Impassable), &pond);
        let squad = |side, places: &[Point]| Squad {
            id: UnitId { side, number: 1 },
            base: Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) },
            movement: 6,
            special: Vec::new(),
            models: places.iter().map(|at| Some(self.place(*at))).collect(),
        };
        let units = vec![
            squad(Side::A, &[[self.aside, LEADER]]),
            squad(Side::B, &[[-ENEMIES[0], ENEMIES[1]], ENEMIES]),
        ];
        Draft { size: [60.0, 60.0], pieces: vec![wall(1.0), wall(-1.0), pond], units }
    }
}

/// How much nearer than the tip the found one may be, which is moved in 16 directions and not in all; and how much
/// farther.
const NEARER: f64 = 0.02;
const FARTHER: f64 = 0.02;

/// He goes to the tip, which is as near as he can be safe, whichever way all is turned: FB-2's 0.05 are in it.
///
/// Rule: FB-2 (moved any way), FB-4 (nearest), VIS-1 (all in view).
#[test]
fn a_leader_goes_to_the_tip_of_a_narrow_wedge() {
    for turn in [0.0, 20.0, 45.0, 70.0, 120.0, 137.0, 160.0, 215.0, 250.0, 270.0, 290.0, 330.0] {
        for aside in [0.0, 0.3, -0.7] {
            let wedge = Wedge { turn, aside };
            let battle = wedge.draft().battle();
            let found = retreat(battle.view(), UNIT, Occasion::Action).unwrap();
            let haven = found.course.haven().unwrap();
            let (dx, dy) = (aside - TIP[0], LEADER - TIP[1]);
            let off = haven.length.0 - (dx * dx + dy * dy).sqrt();
            assert_eq!(haven.lies, Reachability::Within, "{wedge:?}: {haven:?}");
            assert!(
                (-NEARER..FARTHER).contains(&off),
                "{wedge:?}: {off} off, {} not {}",
                haven.at,
                wedge.place(TIP)
            );
        }
    }
}
