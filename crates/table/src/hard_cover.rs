//! Hard cover: walls and obstacles that a model stands behind (SHO-9).

use super::piece::Kind;
use super::plane::Leg;
use super::region::Region;
use super::sight::SightBody;
use super::terrain::{StandingKind, Terrain};
use super::walls::WallPart;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;

impl Terrain {
    /// The piece that gives a model hard cover against a shooter: a ruin that its centre is in, or a wall or
    /// obstacle that its base touches and that the line between the two centres crosses, seen from above. It
    /// must stand as high as some of the model's body: the wall of another level does not count. Through an
    /// opening the line crosses no wall, not even the sill of a window.
    ///
    /// Rule: SHO-9, BAS-10, HIL-3.
    pub fn hard_cover(&self, from: &SightBody, to: &SightBody) -> Option<usize> {
        let at = to.foot.ground();
        let line = Leg { from: from.foot.ground(), to: at };
        let body = [to.foot.z, Thou(to.foot.z.0 + to.height.0)];
        let covers = |region: &Region, heights: [Thou; 2]| {
            let gap = region.shape.nearest_to_leg(Leg::point(at)).distance;
            self.allowance.at_most(gap, to.radius)
                && meet_in_height(body, heights)
                && !region.intervals_inside(line, self.touch_depth()).is_empty()
        };
        let ruin = || {
            self.pieces
                .iter()
                .position(|piece| matches!(piece.kind, Kind::Ruin { .. }) && piece.footprint.contains(at))
        };
        let wall = || {
            let solids = self.solids.iter().filter(|solid| solid.part == WallPart::Wall);
            let mut near =
                solids.filter(|solid| solid.region.is_near([at, at], self.allowance.farthest(to.radius)));
            near.find(|solid| covers(&solid.region, [solid.bottom, solid.top])).map(|solid| solid.piece)
        };
        let obstacle = || {
            let mut obstacles = self.standing.iter().filter(|part| part.kind == StandingKind::Obstacle);
            obstacles.find(|part| covers(&part.region, [part.bottom, part.top])).map(|part| part.piece)
        };
        ruin().or_else(wall).or_else(obstacle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{OpeningKind, Piece};
    use crate::sample::{at, house, opening, piece, plateau, rectangle, table, wall};

    fn soldier(x: f64, y: f64, z: f64) -> SightBody {
        SightBody { foot: at(x, y, z), radius: 0.5, height: Thou(1250), eyes: Thou(1100) }
    }

    /// A hedge along the y axis, 1 thick and 8 long.
    fn hedge(height: i32) -> Piece {
        piece("hedge", rectangle([-0.5, -4.0], [0.5, 4.0]), Kind::Linear { height: Thou(height) })
    }

    fn ruin() -> Piece {
        let walls = vec![wall([0.0, -4.0], [0.0, 4.0], vec![opening(OpeningKind::Door, 4000)])];
        piece("ruin", rectangle([0.0, -4.0], [6.0, 4.0]), Kind::Ruin { height: Thou(3000), walls })
    }

    /// Rule: SHO-9, BAS-10.
    #[test]
    fn cover_is_touched_and_crosses_the_line() {
        for (from, to, covered, reason) in [
            (soldier(-10.0, 0.0, 0.0), soldier(1.0, 0.0, 0.0), true, "touches the hedge in front of it"),
            (soldier(-10.0, 0.0, 0.0), soldier(1.005, 0.0, 0.0), true, "0.005 is allowed for"),
            (soldier(-10.0, 0.0, 0.0), soldier(1.01, 0.0, 0.0), false, "not touching it"),
            (soldier(10.0, 0.0, 0.0), soldier(1.0, 0.0, 0.0), false, "the hedge is behind it"),
            (soldier(1.0, 10.0, 0.0), soldier(1.0, 0.0, 0.0), false, "fired at along the hedge"),
            (soldier(-10.0, 8.6, 0.0), soldier(1.0, 3.9, 0.0), false, "the line passes the hedge's end"),
            (soldier(-10.0, 6.0, 0.0), soldier(1.0, 3.4, 0.0), true, "the line crosses near its end"),
        ] {
            assert_eq!(table(vec![hedge(1000)]).hard_cover(&from, &to).is_some(), covered, "{reason}");
        }
    }

    /// Rule: SHO-9. A wall below a model's feet or above its head gives none.
    #[test]
    fn cover_is_as_high_as_some_of_the_body() {
        let terrain = table(vec![house()]);
        for (from, to, covered, reason) in [
            (soldier(-10.0, 0.0, 0.0), soldier(-3.4, 0.0, 0.0), true, "at the wall, inside"),
            (soldier(-10.0, 0.0, 0.0), soldier(-4.6, 0.0, 0.0), false, "at the wall, outside"),
            (soldier(0.0, -12.0, 0.0), soldier(0.0, -3.4, 0.0), false, "behind the open door"),
            (soldier(0.0, 12.0, 0.0), soldier(0.0, 3.4, 0.0), false, "through the window, over its sill"),
            (soldier(0.0, 12.0, 0.0), soldier(1.0, 3.4, 0.0), false, "through the window, past its jamb"),
            (soldier(5.0, 5.0, 0.0), soldier(1.0, 3.4, 0.0), true, "through the wall beside the window"),
            (
                soldier(2.0, 12.0, 0.0),
                soldier(2.0, 3.4, 3.0),
                false,
                "upstairs, over the wall of the ground level",
            ),
        ] {
            assert_eq!(terrain.hard_cover(&from, &to).is_some(), covered, "{reason}");
        }
    }

    /// Rule: SHO-9. From every side; the piece is returned.
    #[test]
    fn a_ruin_is_cover_anywhere_inside() {
        let terrain = table(vec![hedge(1000), ruin()]);
        for (to, piece, reason) in [
            (soldier(4.0, 2.0, 0.0), Some(1), "in the middle of it, touching nothing"),
            (soldier(5.9, 0.0, 0.0), Some(1), "its centre just inside"),
            (soldier(6.1, 0.0, 0.0), None, "its centre just outside, fired at across the ruin"),
        ] {
            assert_eq!(terrain.hard_cover(&soldier(12.0, 0.0, 0.0), &to), piece, "{reason}");
        }
    }

    /// Rule: SHO-9, HIL-3. A hedge 1 high across the edge of a hill 2 high, and the walls of a ruin on it.
    #[test]
    fn cover_stands_on_its_ground() {
        let hill = || plateau([-9.0, 0.0], [9.0, 9.0], 2000);
        let hedge = || table(vec![hedge(1000), hill()]);
        for (terrain, from, to, covered, reason) in [
            (hedge(), soldier(-10.0, 3.0, 0.0), soldier(1.0, 3.0, 2.0), true, "on the hill, behind it"),
            (hedge(), soldier(-10.0, -3.0, 0.0), soldier(1.0, -3.0, 0.0), true, "on the table, behind it"),
            (
                table(vec![
                    piece("low", rectangle([-4.0, -0.4], [4.0, 0.0]), Kind::Linear { height: Thou(1000) }),
                    hill(),
                ]),
                soldier(0.0, -10.0, 0.0),
                soldier(0.0, 0.3, 2.0),
                false,
                "on the hill, over a hedge at its foot",
            ),
        ] {
            assert_eq!(terrain.hard_cover(&from, &to).is_some(), covered, "{reason}");
        }
    }
}
