//! A narrow wedge of safety whose tip is computed by hand: the nearest position lies beside the paths that a
//! grid search follows.

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

/// A leader falls back from two enemies. A wall for each of them hides it beyond a line; the two lines meet in
/// a tip in front of it and part behind it. A pond keeps it from the places beside the walls.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    /// The rotation of everything about the table's centre, degrees.
    turn: f64,
    /// The leader's distance from the wedge's axis.
    aside: f64,
}

/// The tip, the leader's distance up the axis, and the enemies' offsets from the axis and along it: the wedge
/// is 9° wide.
const TIP: Point = [0.0, -5.0];
const LEADER: f64 = 2.5;
const ENEMIES: Point = [2.0, 20.0];

/// How far outside a shadow the leader's centre may be: a hundredth of it is inside, and still is when moved.
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

    /// The corner of the wall on one side (1 or −1) past which the enemy on that side sees a model on the
    /// boundary of the wedge.
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
            let distance = x + side * 0.8;
            let corners = [[x, y], [distance, y], [distance, y - 0.1], [x, y - 0.1]];
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

/// How much nearer than the tip the position found may be, which is moved in 16 directions instead of all; and
/// how much farther.
const NEARER: f64 = 0.02;
const FARTHER: f64 = 0.02;

/// The leader goes to the tip, the nearest safe position, however the table is rotated; FB-2's 0.05 is
/// included.
///
/// Rule: FB-2 (moved any way), FB-4 (nearest), VIS-1 (all in view).
#[test]
fn a_leader_goes_to_the_tip_of_a_narrow_wedge() {
    for turn in [0.0, 20.0, 45.0, 70.0, 120.0, 137.0, 160.0, 215.0, 250.0, 270.0, 290.0, 330.0] {
        for aside in [0.0, 0.3, -0.7] {
            let wedge = Wedge { turn, aside };
            let battle = wedge.draft().battle();
            let found = retreat(battle.view(), UNIT, Occasion::Action).unwrap();
            let safe_position = found.outcome.safe_position().unwrap();
            let (dx, dy) = (aside - TIP[0], LEADER - TIP[1]);
            let off = safe_position.length.0 - (dx * dx + dy * dy).sqrt();
            assert_eq!(safe_position.reachability, Reachability::InRange, "{wedge:?}: {safe_position:?}");
            assert!(
                (-NEARER..FARTHER).contains(&off),
                "{wedge:?}: {off} off, {} not {}",
                safe_position.at,
                wedge.place(TIP)
            );
        }
    }
}
