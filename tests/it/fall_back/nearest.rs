//! Ends of followers that can be worked out by hand, on tables of a few pieces: heights weigh as much as lengths, and
//! whoever has to go past his leader ends just as far away as he must.

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

/// On bases so wide, inches; Mv 6.
fn squad(side: Side, number: u8, wide: f64, places: &[Point]) -> Squad {
    let base = Base { diameter: Thou::from_inches(wide).unwrap(), height: Thou(1250), eyes: Thou(1100) };
    let models = places.iter().map(|place| Some(at(*place))).collect();
    Squad { id: UnitId { side, number }, base, movement: 6, special: Vec::new(), models }
}

fn piece(id: String, kind: Kind, footprint: Shape) -> Piece {
    Piece { id, footprint, kind, going: None, danger: Danger::None }
}

/// Where the leader of a unit of two ends, and the other one: who start at (0, 0) and somewhere, an enemy at (0, 20).
fn ends(pieces: &[Piece], other: Point, friends: &[Squad]) -> [Place; 2] {
    let mut units = vec![squad(Side::A, 1, 1.0, &[[0.0, 0.0], other])];
    units.extend(friends.iter().cloned());
    units.push(squad(Side::B, 1, 1.0, &[[0.0, 20.0]]));
    let battle = Draft { size: [48.0, 48.0], pieces: pieces.to_vec(), units }.battle();
    let found = retreat(battle.view(), UNIT, Occasion::Action).unwrap();
    let runs = found.course.runs();
    assert_eq!(runs.len(), 2);
    [0, 1].map(|nth| *runs[nth].path.last().unwrap_or_else(|| panic!("{found:?}")))
}

/// A ridge along x, of some stretches, so high; 0.2 wide.
fn ridge(stretches: &[[f64; 2]], high: i32) -> Vec<Piece> {
    let of = |[from, to]: &[f64; 2]| {
        let outline = Shape::Polygon(vec![[*from, -8.1], [*to, -8.1], [*to, -7.9], [*from, -7.9]]);
        let steps = vec![Step { outline: outline.clone(), top: Thou(high) }];
        piece(format!("ridge from {from}"), Kind::Hill { steps }, outline)
    };
    stretches.iter().map(of).collect()
}

/// The leader goes up on the ridge, where he is Obscured, 7.945 away, and one follows him.
///
/// - On a ridge 1 high he stands beside him on it, 1 away: at its foot it would be √(1² + 1²) = 1.414.
/// - On one 1.24 high that has a gap from 0.1 to 1.66 he stands at its foot, √(1² + 1.24²) = 1.593 away: on the other side
///   of the gap it would be 1.66 less at most 0.05, for the leader stands on a top 0.2 long.
/// - At the foot of one 1.5 high a body ends below the leader's: there he stands under him, 1.5 away.
///
/// Rule: FB-5 (nearest the leader's), MOV-4.
#[test]
fn a_follower_ends_where_it_is_nearest_in_space() {
    for (stretches, high, own, far, reason) in [
        (vec![[-4.0, 4.0]], 1000, 1.0, 1.0, "beside him"),
        (vec![[-0.1, 0.1], [1.66, 4.0]], 1240, 0.0, 1.593, "at the foot"),
        (vec![[-0.1, 0.1], [1.66, 4.0]], 1500, 0.0, 1.5, "under him"),
    ] {
        let [leader, other] = ends(&ridge(&stretches, high), [1.5, 0.5], &[]);
        assert_eq!((leader.z, other.z.inches()), (Thou(high), own), "{reason}: {leader}, {other}");
        let rise = leader.z.inches() - other.z.inches();
        let level = apart(leader.ground(), other.ground());
        let off = (level * level + rise * rise).sqrt() - far;
        assert!((-0.006..0.03).contains(&off), "{reason}: {off} off, {other} from {leader}");
    }
}

/// A field, in which he is Obscured, in whose middle the leader would have gone 8.
fn field() -> Vec<Piece> {
    vec![piece(
        "field".into(),
        Kind::Field { height: Thou(2000) },
        Shape::Circle { centre: [0.0, -8.0], radius: 0.3 },
    )]
}

/// So far from where the leader ends the other starts, and it has to go 6.
const SHORT: f64 = 4.7;
const LEAST: f64 = 6.0;

/// Where one starts in a direction from where the leader ends, degrees, and where it ends if it goes straight past him
/// as far as it must.
fn past(leader: Place, direction: f64) -> [Point; 2] {
    let (sin, cos) = (libm::sin(direction.to_radians()), libm::cos(direction.to_radians()));
    let [x, y] = leader.ground();
    [SHORT, SHORT - LEAST].map(|far| [x + far * cos, y + far * sin])
}

/// It goes straight past him. Where a friend stands there whom it may not come nearer than 1.25 it turns off by the angle
/// between two places 6 away that are 1.25 from each other.
///
/// Rule: FB-5 (at least Mv, nearest the leader's), MOV-4.
#[test]
fn a_follower_goes_past_its_leader_no_farther_than_it_must() {
    for direction in [3.0, 17.0, 38.5, 61.0, 76.0, 101.0, 123.0, 149.0, 164.5, 178.0] {
        // Where the leader ends does not depend on whom he leads.
        let [leader, _] = ends(&field(), [1.0, 0.5], &[]);
        let [start, straight] = past(leader, direction);
        let friend = squad(Side::A, 2, 1.5, &[straight]);
        let turned = 2.0 * libm::asin(1.25 / (2.0 * LEAST));
        for (friends, turned, slack) in [(vec![], 0.0, 0.001), (vec![friend], turned, 0.01)] {
            let [his, other] = ends(&field(), start, &friends);
            assert!(his.ground_distance(leader) < 0.01, "he ends at {his}, not at {leader}");
            let square = LEAST * LEAST + SHORT * SHORT - 2.0 * LEAST * SHORT * libm::cos(turned);
            let off = other.ground_distance(his) - square.sqrt();
            assert!(
                (-0.015..slack).contains(&off),
                "{direction}, {} friends: ends {off} farther from {his} than it must, at {other}",
                friends.len()
            );
        }
    }
}
