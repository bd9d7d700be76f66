//! The board: places of hexes in the scene, and the hex that a ray meets. Pure geometry.

use std::sync::Arc;

use bevy::math::{Ray3d, Vec2, Vec3};
use bevy::prelude::{InfinitePlane3d, Resource};
use tabletop_counters::{Land, Look};
use tabletop_hexes::geometry;
use tabletop_hexes::hex::{Axial, Hex};

use crate::level::scenario::TableSize;
use crate::rules::measures::Thou;

/// Distance from the centre of a hex to its corners, inches.
pub const RADIUS: f32 = 1.5;
/// Distance from the centre of a hex to its sides, inches.
pub const APOTHEM: f32 = RADIUS * 0.866_025_4;
/// Height of the tiles on level 0 over the board, and that of each level, inches.
pub const TILE: f32 = 0.20;
pub const LEVEL: f32 = 0.50;
/// Height of counters over houses and trees, inches.
const CLEARANCE: f32 = 0.24;
/// Width of the board around the tiles, inches.
const MARGIN: f32 = 0.9;

/// The map as it lies on the table, its middle at the origin.
#[derive(Resource, Clone, Debug)]
pub struct Board {
    land: Arc<Land>,
    /// Place of the first hex's centre.
    first: Vec2,
    /// Width and depth of the tiles.
    tiles: Vec2,
}

impl Board {
    /// The board of a land.
    pub fn new(land: Arc<Land>) -> Self {
        let [columns, rows] = [land.map.columns(), land.map.rows()].map(f32::from);
        let lower = if columns > 1.0 { 0.5 } else { 0.0 };
        let tiles = Vec2::new((1.5 * columns + 0.5) * RADIUS, (rows + lower) * 2.0 * APOTHEM);
        let first = Vec2::new(RADIUS, APOTHEM) - tiles / 2.0;
        Self { land, first, tiles }
    }

    /// The ground.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// Width and depth of the board, inches.
    pub fn size(&self) -> Vec2 {
        self.tiles + 2.0 * MARGIN
    }

    /// The same as the size of a table.
    pub fn table(&self) -> TableSize {
        let [width, depth] = self.size().to_array().map(thousandths);
        TableSize { width, depth }
    }

    /// The part that views of the whole map show: the tiles, not the frame around the board. Views add a frame's width, inches.
    pub fn framed(&self) -> TableSize {
        const FRAME: f32 = 1.2;
        let [width, depth] = (self.tiles - 2.0 * FRAME).max(self.tiles * 0.6).to_array().map(thousandths);
        TableSize { width, depth }
    }

    /// Height of the ground of a level, inches.
    pub fn height(level: u8) -> f32 {
        TILE + LEVEL * f32::from(level)
    }

    /// Level of a hex; 0 off the map.
    pub fn level(&self, hex: Hex) -> u8 {
        self.land.ground(hex).map_or(0, |ground| ground.level)
    }

    /// Middle of a hex's ground.
    pub fn centre(&self, hex: Hex) -> Vec3 {
        let at = self.plan(geometry::centre(hex.axial()));
        Vec3::new(at.x, Self::height(self.level(hex)), at.y)
    }

    /// Where counters lie in a hex: over houses and trees, whose tops would hide their numbers, a little higher than elsewhere.
    pub fn seat(&self, hex: Hex) -> Vec3 {
        let rise = match self.land.ground(hex).map(|ground| ground.look) {
            Some(Look::Town | Look::Farm | Look::Woods) => CLEARANCE,
            Some(Look::Open | Look::Field | Look::Rough | Look::Hill | Look::Water) | None => 0.0,
        };
        self.centre(hex) + Vec3::Y * rise
    }

    /// Corners of a hex's ground, counter-clockwise as seen from above, from the right.
    pub fn corners(&self, hex: Hex) -> [Vec3; 6] {
        let height = Self::height(self.level(hex));
        let corners = geometry::corners(hex.axial()).map(|corner| {
            let at = self.plan(corner);
            Vec3::new(at.x, height, at.y)
        });
        std::array::from_fn(|index| corners[(6 - index) % 6])
    }

    /// Place of a point of the hexes' own plane.
    fn plan(&self, point: geometry::Point) -> Vec2 {
        self.first + Vec2::new(point.x as f32 * RADIUS / 2.0, point.y as f32 * APOTHEM)
    }

    /// The hex over which a point lies; `None` off the map.
    pub fn hex_at(&self, point: Vec2) -> Option<Hex> {
        let at = point - self.first;
        let q = at.x / (1.5 * RADIUS);
        let r = at.y / (2.0 * APOTHEM) - q / 2.0;
        let hex = Hex::at(rounded(q, r))?;
        self.land.map.contains(hex).then_some(hex)
    }

    /// The hex whose ground, or whose slope, a ray meets first, and the point.
    pub fn under(&self, ray: Ray3d) -> Option<(Hex, Vec3)> {
        let highest = self.land.grounds.iter().map(|ground| ground.level).max().unwrap_or(0);
        (0..=highest).rev().find_map(|level| {
            let plane = InfinitePlane3d::new(Vec3::Y);
            let point = ray.plane_intersection_point(Vec3::Y * Self::height(level), plane)?;
            let hex = self.hex_at(Vec2::new(point.x, point.z))?;
            // Below the level of a higher hex, the ray is in its slope.
            (self.level(hex) >= level).then_some((hex, point))
        })
    }
}

fn thousandths(inches: f32) -> Thou {
    Thou((inches * 1000.0) as i32)
}

/// The hex nearest to fractional axial coordinates.
fn rounded(q: f32, r: f32) -> Axial {
    let s = -q - r;
    let [mut whole_q, mut whole_r, whole_s] = [q, r, s].map(f32::round);
    let [off_q, off_r, off_s] = [q - whole_q, r - whole_r, s - whole_s].map(f32::abs);
    if off_q > off_r && off_q > off_s {
        whole_q = -whole_r - whole_s;
    } else if off_r > off_s {
        whole_r = -whole_q - whole_s;
    }
    Axial { q: whole_q as i32, r: whole_r as i32 }
}

#[cfg(test)]
pub mod sample {
    use std::collections::BTreeSet;

    use tabletop_counters::Ground;
    use tabletop_hexes::map::{HexMap, TerrainKind};

    use super::*;

    /// A land of so many columns and rows, whose hexes of some ids are a hill of level 2.
    pub fn land(columns: u8, rows: u8, hills: &[&str]) -> Arc<Land> {
        let map = HexMap::new(columns, rows, BTreeSet::new(), |_| TerrainKind(0)).unwrap();
        let grounds = map.hexes().map(|hex| {
            let is_hill = hills.contains(&hex.to_string().as_str());
            let (look, name, level) = if is_hill { (Look::Hill, "hill", 2) } else { (Look::Open, "open", 0) };
            Ground { look, name: name.to_owned(), level, effects: Vec::new() }
        });
        let grounds = grounds.collect();
        Arc::new(Land { map, grounds, boundaries: Vec::new(), names: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Dir3;

    use super::*;

    fn board() -> Board {
        Board::new(sample::land(7, 5, &["0403"]))
    }

    /// Every hex is found from its centre and from near each corner, and the tiles fill their rectangle.
    #[test]
    fn a_hex_is_found_from_every_part_of_it() {
        let board = board();
        let (mut low, mut high) = (Vec2::MAX, Vec2::MIN);
        for hex in board.land().map.hexes() {
            let centre = board.centre(hex);
            for corner in board.corners(hex) {
                let near = centre.lerp(corner, 0.97);
                assert_eq!(board.hex_at(Vec2::new(near.x, near.z)), Some(hex), "{hex}");
                (low, high) =
                    (low.min(Vec2::new(corner.x, corner.z)), high.max(Vec2::new(corner.x, corner.z)));
            }
        }
        assert!((low + high).length() < 1e-4, "the middle is the origin: {low} {high}");
        assert!((high - low - (board.size() - 2.0 * MARGIN)).length() < 1e-4);
        assert_eq!(board.hex_at(high + 0.2), None, "off the map");
    }

    /// Neighbours share two corners, and the corners run counter-clockwise as seen from above.
    #[test]
    fn tiles_meet_at_their_sides() {
        let board = Board::new(sample::land(7, 5, &[]));
        for hex in board.land().map.hexes() {
            let corners = board.corners(hex);
            let centre = board.centre(hex);
            assert!((corners[0] - centre).cross(corners[1] - centre).y > 0.0);
            for other in board.land().map.neighbours(hex) {
                let theirs = board.corners(other);
                let shared =
                    corners.iter().filter(|one| theirs.iter().any(|other| one.distance(*other) < 1e-3));
                assert_eq!(shared.count(), 2, "{hex} {other}");
            }
        }
    }

    /// A slanting ray meets the hill and not the hex behind it; elsewhere the ground.
    #[test]
    fn a_ray_meets_what_it_comes_to_first() {
        let board = board();
        let hill: Hex = "0403".parse().unwrap();
        let top = board.centre(hill);
        assert!((top.y - (TILE + 2.0 * LEVEL)).abs() < 1e-5);
        let eye = top + Vec3::new(0.0, 20.0, 20.0);
        let ray = |to: Vec3| Ray3d::new(eye, Dir3::new(to - eye).unwrap());
        assert_eq!(board.under(ray(top)).map(|(hex, _)| hex), Some(hill));
        let slope = top + Vec3::new(0.0, -LEVEL, APOTHEM * 0.99);
        assert_eq!(board.under(ray(slope)).map(|(hex, _)| hex), Some(hill), "its slope");
        for hex in board.land().map.hexes() {
            let seen = board.under(ray(board.centre(hex))).map(|(hex, _)| hex);
            // The hill hides part of the hex behind it.
            assert!(seen == Some(hex) || hex.to_string() == "0402", "{hex}: {seen:?}");
        }
        assert_eq!(board.under(Ray3d::new(eye, Dir3::Y)), None, "the ceiling");
    }
}
