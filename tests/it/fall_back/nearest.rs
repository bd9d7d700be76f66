//! Ends of followers computed by hand, on tables of a few pieces: height counts as much as length, and a
//! follower that must go past its leader goes no farther than it must.

use warstrike::game::phases::fall_back::retreat;
use warstrike::rules::card::Base;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::table::piece::{Danger, Kind, Piece, Step};
use warstrike::table::shape::Shape;

use super::tables::{Draft, Squad, UNIT};
use crate::paths::figures::{Point, apart};

fn at([x, y]: Point) -> Place {
    Place::from_inches(x, y, 0.0).unwrap()
}

/// A squad on bases of a width in inches; Mv 6.
fn squad(side: Side, number: u8, wide: f64, places: &[Point]) -> Squad {
    let base = Base { diameter: Thou::from_inches(wide).unwrap(), height: Thou(1250), eyes: Thou(1100) };
    let models = places.iter().map(|place| Some(at(*place))).collect();
    Squad { id: UnitId { side, number }, base, movement: 6, special: Vec::new(), models }
}

fn piece(id: String, kind: Kind, footprint: Shape) -> Piece {
    Piece { id, footprint, kind, going: None, danger: Danger::None }
}

/// The ends of a unit of two: the leader starts at (0, 0), the other somewhere, an enemy stands at (0, 20).
fn ends(pieces: &[Piece], other: Point, friends: &[Squad]) -> [Place; 2] {
    let mut units = vec![squad(Side::A, 1, 1.0, &[[0.0, 0.0], other])];
    units.extend(friends.iter().cloned());
    units.push(squad(Side::B, 1, 1.0, &[[0.0, 20.0]]));
    let battle = Draft { size: [48.0, 48.0], pieces: pieces.to_vec(), units }.battle();
    let found = retreat(battle.view(), UNIT, Occasion::Action).unwrap();
    let retreats = found.outcome.retreats();
    assert_eq!(retreats.len(), 2);
    [0, 1].map(|index| *retreats[index].path.last().unwrap_or_else(|| panic!("{found:?}")))
}

/// A ridge along x in several stretches, 0.2 wide.
fn ridge(stretches: &[[f64; 2]], high: i32) -> Vec<Piece> {
    let of = |[from, to]: &[f64; 2]| {
        let outline = Shape::Polygon(vec![[*from, -8.1], [*to, -8.1], [*to, -7.9], [*from, -7.9]]);
        let steps = vec![Step { outline: outline.clone(), top: Thou(high) }];
        piece(format!("ridge from {from}"), Kind::Hill { steps }, outline)
    };
    stretches.iter().map(of).collect()
}

/// The leader goes up on the ridge, where it is Obscured, 7.945 away, and one model follows it.
///
/// - On a ridge 1 high it stands beside the leader on it, 1 away: at its foot it would be √(1² + 1²) = 1.414.
/// - On one 1.24 high that has a gap from 0.1 to 1.66 it stands at its foot, √(1² + 1.24²) = 1.593 away: on the other side
///   of the gap it would be 1.66 less at most 0.05, for the leader stands on a top 0.2 long.
/// - At the foot of one 1.5 high a body ends below the leader's: there it stands under the leader, 1.5 away.
///
/// Rule: FB-5 (nearest the leader's), MOV-4.
#[test]
fn a_follower_ends_where_it_is_nearest_in_space() {
    for (stretches, high, own, distance, reason) in [
        (vec![[-4.0, 4.0]], 1000, 1.0, 1.0, "beside it"),
        (vec![[-0.1, 0.1], [1.66, 4.0]], 1240, 0.0, 1.593, "at the foot"),
        (vec![[-0.1, 0.1], [1.66, 4.0]], 1500, 0.0, 1.5, "under it"),
    ] {
        let [leader, other] = ends(&ridge(&stretches, high), [1.5, 0.5], &[]);
        assert_eq!((leader.z, other.z.inches()), (Thou(high), own), "{reason}: {leader}, {other}");
        let rise = leader.z.inches() - other.z.inches();
        let level = apart(leader.ground(), other.ground());
        let off = (level * level + rise * rise).sqrt() - distance;
        assert!((-0.006..0.03).contains(&off), "{reason}: off by {off}, {other} from {leader}");
    }
}

/// A field in which the leader is Obscured; its centre is 8 away.
fn field() -> Vec<Piece> {
    vec![piece(
        "field".into(),
        Kind::Field { height: Thou(2000) },
        Shape::Circle { centre: [0.0, -8.0], radius: 0.3 },
    )]
}

/// The other's distance from the leader's end, and how far it must go.
const SHORT: f64 = 4.7;
const MIN_MOVE: f64 = 6.0;

/// The other's start in a direction from the leader's end, degrees, and its end if it goes straight past it no
/// farther than it must.
fn past(leader: Place, direction: f64) -> [Point; 2] {
    let (sin, cos) = (libm::sin(direction.to_radians()), libm::cos(direction.to_radians()));
    let [x, y] = leader.ground();
    [SHORT, SHORT - MIN_MOVE].map(|distance| [x + distance * cos, y + distance * sin])
}

/// It goes straight past the leader. If a friend stands there, whose centre it may not come nearer to than
/// 1.25, it turns by the angle between two places 6 away that are 1.25 apart.
///
/// Rule: FB-5 (at least Mv, nearest the leader's), MOV-4.
#[test]
fn a_follower_goes_past_its_leader_no_farther_than_it_must() {
    for direction in [3.0, 17.0, 38.5, 61.0, 76.0, 101.0, 123.0, 149.0, 164.5, 178.0] {
        // The leader's end does not depend on its followers.
        let [leader, _] = ends(&field(), [1.0, 0.5], &[]);
        let [start, straight] = past(leader, direction);
        let friend = squad(Side::A, 2, 1.5, &[straight]);
        let turned = 2.0 * libm::asin(1.25 / (2.0 * MIN_MOVE));
        for (friends, turned, slack) in [(vec![], 0.0, 0.001), (vec![friend], turned, 0.01)] {
            let [leaders, other] = ends(&field(), start, &friends);
            assert!(leaders.ground_distance(leader) < 0.01, "it ends at {leaders}, not at {leader}");
            let square = MIN_MOVE * MIN_MOVE + SHORT * SHORT - 2.0 * MIN_MOVE * SHORT * libm::cos(turned);
            let off = other.ground_distance(leaders) - square.sqrt();
            assert!(
                (-0.015..slack).contains(&off),
                "{direction}, {} friends: ends {off} farther from {leaders} than it must, at {other}",
                friends.len()
            );
        }
    }
}
