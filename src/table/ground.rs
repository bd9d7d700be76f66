//! What lies under a path or a base: going, obstacles, the table's edge.
//!
//! Movement goes over clear and slow ground at the table's own height. Hills,
//! difficult ground and structures are told apart and named, but not crossed yet.

use super::piece::{Foundation, Going, Kind, Piece, Wall};
use super::plane::{Leg, Nearest};
use super::shape::Point;
use crate::rules::basics::Allowance;

/// Nearer than this a leg touches what it runs along, inches: far below the thousandths in which
/// places are stored, far above the rounding of distances.
const TOUCHING: f64 = 1e-6;

/// A piece of terrain that a path or a base meets, and the rule that speaks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met<'a> {
    /// The piece.
    pub piece: &'a Piece,
    /// The paragraph that gives its going.
    pub rule: &'static str,
    /// The first spot found, over the table.
    pub at: Point,
}

/// The going of a piece at ground level, and the paragraph that gives it.
///
/// A hill's is that of going up; a structure's that of its ground level.
///
/// Rule: GO-1, GO-2 (which pieces are slow), GO-3 (which pieces are difficult), HIL-1 (its going),
/// ARE-1 (its going), OBS-1 (its going), OBS-2 (its going), OBS-3, STR-4 (its going).
pub fn going(piece: &Piece) -> (Going, &'static str) {
    if let Some(going) = piece.going {
        return (going, rule_of(going));
    }
    match &piece.kind {
        Kind::Ground => (Going::Clear, "GO-1"),
        Kind::Hill { .. } => (Going::Slow, "HIL-1"),
        Kind::Wood { .. } | Kind::Bog | Kind::Field { .. } | Kind::Ruin { .. } => (Going::Slow, "ARE-1"),
        Kind::Linear { height } | Kind::Point { height } => match height.inches() {
            low if low <= 2.0 => (Going::Slow, "OBS-1"),
            middling if middling < 4.0 => (Going::SlowAndDifficult, "OBS-2"),
            _ => (Going::Impassable, "OBS-3"),
        },
        Kind::Structure { foundation: Foundation::Base, .. } => (Going::Slow, "STR-4"),
        Kind::Structure { foundation: Foundation::None, .. } => (Going::Clear, "STR-4"),
    }
}

fn rule_of(going: Going) -> &'static str {
    match going {
        Going::Clear => "GO-1",
        Going::Slow => "GO-2",
        Going::Difficult => "GO-3",
        Going::SlowAndDifficult => "GO-5",
        Going::Impassable => "GO-4",
    }
}

/// The first piece on which no model may come that a base moving along a leg
/// touches by any part.
///
/// Rule: GO-4, GO-5 (impassable ground is judged by the whole base).
pub fn impassable_on<'a>(
    pieces: &'a [Piece],
    leg: Leg,
    radius: f64,
    allowance: Allowance,
) -> Option<Met<'a>> {
    pieces.iter().find_map(|piece| {
        let (going, rule) = going(piece);
        let nearest = piece.footprint.nearest_to_leg(leg);
        let touched = !allowance.at_least(nearest.distance, radius);
        (going == Going::Impassable && touched).then_some(Met { piece, rule, at: nearest.on_leg })
    })
}

/// The first piece a base's centre moving along a leg touches whose ground is
/// not built yet: hills, structures, difficult ground, walls of ruins.
///
/// Rule: GO-5 (all but impassable ground is judged by the base's centre).
pub fn unbuilt_on(pieces: &[Piece], leg: Leg) -> Option<Met<'_>> {
    pieces.iter().find_map(|piece| {
        let (rule, nearest) = match (&piece.kind, going(piece)) {
            (Kind::Hill { .. }, _) => ("HIL-1", piece.footprint.nearest_to_leg(leg)),
            (Kind::Structure { .. }, _) => ("STR-1", piece.footprint.nearest_to_leg(leg)),
            (_, (Going::Difficult | Going::SlowAndDifficult, rule)) => {
                (rule, piece.footprint.nearest_to_leg(leg))
            }
            (Kind::Ruin { walls, .. }, _) => ("STR-1", nearest_wall(walls, leg)?),
            _ => return None,
        };
        (nearest.distance <= TOUCHING).then_some(Met { piece, rule, at: nearest.on_leg })
    })
}

/// The leg's nearest point to any wall, measured to the wall's faces.
fn nearest_wall(walls: &[Wall], leg: Leg) -> Option<Nearest> {
    walls
        .iter()
        .map(|wall| {
            let nearest = leg.nearest_to_leg(Leg { from: wall.from, to: wall.to });
            let distance = (nearest.distance - wall.thickness.inches() / 2.0).max(0.0);
            Nearest { distance, ..nearest }
        })
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// The first obstacle or wall that a base at rest would overlap.
///
/// Rule: MOV-4 (walls and obstacles).
pub fn obstacle_under(pieces: &[Piece], at: Point, radius: f64, allowance: Allowance) -> Option<Met<'_>> {
    let spot = Leg::point(at);
    pieces.iter().find_map(|piece| {
        let distance = match &piece.kind {
            Kind::Linear { .. } | Kind::Point { .. } => piece.footprint.nearest_to_leg(spot).distance,
            Kind::Ruin { walls, .. } => nearest_wall(walls, spot)?.distance,
            Kind::Structure { levels, .. } => nearest_wall(&levels.first()?.walls, spot)?.distance,
            _ => return None,
        };
        let overlapped = !allowance.at_least(distance, radius);
        overlapped.then_some(Met { piece, rule: "MOV-4", at })
    })
}

/// How far a base reaches over the edge of a table of this width and depth;
/// `None` where it lies wholly on it.
///
/// Rule: MOV-4, GO-5 (the edge is judged by the whole base).
pub fn over_edge(size: [f64; 2], at: Point, radius: f64, allowance: Allowance) -> Option<f64> {
    let over = |axis: usize| at[axis].abs() + radius - size[axis] / 2.0;
    let furthest = over(0).max(over(1));
    (!allowance.at_most(furthest, 0.0)).then_some(furthest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::{Danger, Step};
    use crate::table::shape::Shape;

    const ALLOWANCE: Allowance = Allowance(0.005);

    fn square(kind: Kind, going: Option<Going>) -> Piece {
        let corners = vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let footprint = Shape::Polygon(corners);
        Piece { id: "piece".into(), footprint, kind, going, danger: Danger::None }
    }

    fn linear(height: i32) -> Kind {
        Kind::Linear { height: Thou(height) }
    }

    /// Rule: GO-1, GO-2, GO-3, GO-4, HIL-1, ARE-1, OBS-1, OBS-2, OBS-3, STR-4. Exactly 2 high is
    /// slow, exactly 4 impassable.
    #[test]
    fn the_kind_of_a_piece_gives_its_going_unless_the_level_does() {
        let step = Step { outline: Shape::Circle { centre: [0.0, 0.0], radius: 1.0 }, top: Thou(1000) };
        let building = |foundation| Kind::Structure { levels: vec![], foundation, roof: Default::default() };
        for (kind, own, expected, rule, reason) in [
            (Kind::Ground, None, Going::Clear, "GO-1", "open ground"),
            (Kind::Hill { steps: vec![step] }, None, Going::Slow, "HIL-1", "onto a hill"),
            (Kind::Wood { height: Thou(4000) }, None, Going::Slow, "ARE-1", "area terrain"),
            (Kind::Bog, None, Going::Slow, "ARE-1", "area terrain"),
            (Kind::Field { height: Thou(1000) }, None, Going::Slow, "ARE-1", "area terrain"),
            (Kind::Ruin { height: Thou(3000), walls: vec![] }, None, Going::Slow, "ARE-1", "area terrain"),
            (linear(2000), None, Going::Slow, "OBS-1", "exactly 2 high"),
            (linear(2001), None, Going::SlowAndDifficult, "OBS-2", "over 2"),
            (linear(3999), None, Going::SlowAndDifficult, "OBS-2", "under 4"),
            (linear(4000), None, Going::Impassable, "OBS-3", "exactly 4"),
            (Kind::Point { height: Thou(1000) }, None, Going::Slow, "OBS-1", "a low rock"),
            (building(Foundation::Base), None, Going::Slow, "STR-4", "a building on a base"),
            (building(Foundation::None), None, Going::Clear, "STR-4", "a building without"),
            (Kind::Bog, Some(Going::Impassable), Going::Impassable, "GO-4", "a bottomless bog"),
            (Kind::Ground, Some(Going::Difficult), Going::Difficult, "GO-3", "rubble"),
            (Kind::Wood { height: Thou(4000) }, Some(Going::Clear), Going::Clear, "GO-1", "a tended park"),
        ] {
            assert_eq!(going(&square(kind, own)), (expected, rule), "{reason}");
        }
    }

    /// Rule: GO-4, GO-5. Impassable ground by the whole base, all else by its centre.
    #[test]
    fn what_a_leg_meets_is_judged_by_base_or_centre() {
        let pond = [square(Kind::Bog, Some(Going::Impassable))];
        let rubble = [square(Kind::Ground, Some(Going::Difficult))];
        let past = |y: f64| Leg { from: [-5.0, y], to: [5.0, y] };
        for (y, pond_met, rubble_met, reason) in [
            (1.6, false, false, "passes clear of both"),
            (1.5, false, false, "the base touches the edge"),
            (1.4, true, false, "the base overlaps the edge"),
            (1.0, true, true, "the centre touches the edge"),
            (0.0, true, true, "right across"),
        ] {
            assert_eq!(impassable_on(&pond, past(y), 0.5, ALLOWANCE).is_some(), pond_met, "pond: {reason}");
            assert_eq!(unbuilt_on(&rubble, past(y)).is_some(), rubble_met, "rubble: {reason}");
        }
        assert!(unbuilt_on(&[square(Kind::Bog, None)], past(0.0)).is_none(), "slow ground is walked on");
    }

    /// Rule: MOV-4.
    #[test]
    fn no_base_ends_on_a_wall_or_an_obstacle() {
        let wall = Wall {
            from: [-1.0, 0.0],
            to: [1.0, 0.0],
            height: Thou(2000),
            thickness: Thou(200),
            openings: vec![],
        };
        let ruin = [square(Kind::Ruin { height: Thou(2000), walls: vec![wall] }, None)];
        let hedge = [square(linear(1000), None)];
        let wood = [square(Kind::Wood { height: Thou(4000) }, None)];
        for (pieces, y, overlapped, reason) in [
            (&hedge, 1.5, false, "touches the hedge"),
            (&hedge, 1.4, true, "overlaps the hedge"),
            (&ruin, 0.6, false, "inside the ruin, touches the wall's face"),
            (&ruin, 0.5, true, "inside the ruin, overlaps the wall"),
            (&wood, 0.0, false, "stands among trees"),
        ] {
            assert_eq!(obstacle_under(pieces, [0.0, y], 0.5, ALLOWANCE).is_some(), overlapped, "{reason}");
        }
    }

    /// Rule: MOV-4.
    #[test]
    fn a_base_lies_wholly_on_the_table() {
        for (at, over, reason) in [
            ([11.5, 0.0], false, "touches the edge"),
            ([11.504, 0.0], false, "0.004 over is allowed for"),
            ([11.51, 0.0], true, "a hundredth over"),
            ([0.0, -7.6], true, "over the near edge"),
            ([0.0, 0.0], false, "in the middle"),
        ] {
            assert_eq!(over_edge([24.0, 16.0], at, 0.5, ALLOWANCE).is_some(), over, "{reason}");
        }
    }
}
