//! Part of the table and its terrain under the pointer.

use std::sync::Arc;

use bevy::prelude::*;

use crate::rules::measures::Thou;
use crate::table::piece::Piece;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::physics::colliders::{self, Collider};
use crate::ui::physics::ray_index::RayIndex;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::open_game::{GameSystems, OpenGame};

/// The colliders of the table and of every solid part of its terrain.
#[derive(Resource, Default)]
pub(in crate::ui) struct TableSurfaces {
    pieces: Option<Arc<[Piece]>>,
    index: RayIndex<SolidPart>,
}

/// A solid part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum SolidPart {
    /// The table top.
    Table,
    /// A part of a piece.
    Piece {
        /// Its index.
        piece: usize,
        /// The level of the structure that it belongs to; the roof's is one above the highest.
        level: Option<usize>,
    },
}

impl SolidPart {
    fn is_shown(self, cutaway: &Cutaway) -> bool {
        match self {
            Self::Piece { piece, level: Some(level) } => cutaway.shows(piece, level),
            Self::Table | Self::Piece { level: None, .. } => true,
        }
    }
}

/// Point at which a ray meets the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct SurfaceHit {
    /// Part of the table.
    pub part: SolidPart,
    /// Point in the scene, inches.
    pub at: Vec3,
    /// Distance along the ray, inches.
    pub distance: f32,
}

/// Depth below the edge of a surface within which a point counts as seen on it, inches.
const RIM: f64 = 0.2;

impl TableSurfaces {
    /// The surfaces of a table.
    pub fn new(terrain: &Terrain) -> Self {
        let part = |prism| {
            let colliders = colliders::of_prism(prism).into_iter();
            let part = SolidPart::Piece { piece: prism.piece, level: prism.level };
            colliders.map(move |collider| (part, collider))
        };
        let table = (SolidPart::Table, colliders::of_table(terrain.size));
        let index = RayIndex::new(terrain.prisms().flat_map(part).chain([table]));
        Self { pieces: Some(Arc::clone(&terrain.pieces)), index }
    }

    /// First hit of a ray, of the parts that the cutaway shows; `None` if it misses the table.
    pub fn under(&self, ray: Ray3d, cutaway: &Cutaway) -> Option<SurfaceHit> {
        let (&part, distance) = self.index.first_hit(ray, |part| part.is_shown(cutaway))?;
        Some(SurfaceHit { part, at: ray.get_point(distance), distance })
    }

    /// The colliders of what the cutaway shows.
    pub fn shown<'a>(&'a self, cutaway: &'a Cutaway) -> impl Iterator<Item = &'a Collider> + 'a {
        self.index.iter().filter(|(part, _)| part.is_shown(cutaway)).map(|(_, collider)| collider)
    }

    /// The spot of the table that a ray shows: where a model could stand, inches, and its height. Pointing at a wall or
    /// an obstacle is pointing at its foot. Beyond the table, it is a point in the plane of the table top.
    pub fn spot(&self, ray: Ray3d, terrain: &Terrain, cutaway: &Cutaway) -> Option<(Point, Thou)> {
        let Some(hit) = self.under(ray, cutaway) else {
            let beyond = ray.plane_intersection_point(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y))?;
            return Some((axes::on_table(beyond), Thou(0)));
        };
        let at = axes::on_table(hit.at);
        let highest = f64::from(hit.at.y) + RIM;
        let heights = terrain.heights_at(at).into_iter().rev();
        let mut shown = heights.filter(|height| cutaway.has_surface(terrain, at, *height));
        let height = shown.find(|height| height.inches() <= highest).unwrap_or_default();
        Some((at, height))
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<TableSurfaces>().add_systems(PreUpdate, follow_terrain.after(GameSystems));
}

/// Builds the colliders of the terrain again when that has changed: another game, an obstacle that was placed.
fn follow_terrain(opened: Res<OpenGame>, mut surfaces: ResMut<TableSurfaces>) {
    if !opened.is_changed() {
        return;
    }
    let view = opened.game.battle().view();
    let terrain = view.terrain();
    if surfaces.pieces.as_ref().is_none_or(|pieces| !Arc::ptr_eq(pieces, &terrain.pieces)) {
        *surfaces = TableSurfaces::new(terrain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::piece::Kind;
    use crate::table::sample::{hill, house, piece, rectangle, table};

    /// A ray from a point over the table to another, heights last.
    fn ray(from: [f64; 3], to: [f64; 3]) -> Ray3d {
        let [from, to] = [from, to].map(|[x, y, z]| axes::in_scene([x, y], z));
        Ray3d::new(from, Dir3::new(to - from).unwrap())
    }

    /// Looking straight down at a point.
    fn down(at: Point) -> Ray3d {
        ray([at[0], at[1], 40.0], [at[0], at[1], 0.0])
    }

    fn spot(terrain: &Terrain, cutaway: &Cutaway, ray: Ray3d) -> (Point, i32) {
        let (at, height) = TableSurfaces::new(terrain).spot(ray, terrain, cutaway).unwrap();
        (at.map(|axis| (axis * 100.0).round() / 100.0), height.0)
    }

    #[test]
    fn one_points_at_what_one_sees_first() {
        let hedge = piece("hedge", rectangle([10.0, -4.0], [11.0, 4.0]), Kind::Linear { height: Thou(2000) });
        let terrain = table(vec![hill(), hedge]);
        for (ray, expected, reason) in [
            (down([0.0, 0.0]), ([0.0, 0.0], 2000), "a hill's top"),
            (down([3.0, 0.0]), ([3.0, 0.0], 1000), "its lower step"),
            (down([-8.0, 7.0]), ([-8.0, 7.0], 0), "the table"),
            (down([10.5, 0.0]), ([10.5, 0.0], 0), "the foot of what is on top of a hedge"),
            (
                ray([20.0, 0.0, 2.0], [0.0, 0.0, 0.0]),
                ([11.0, 0.0], 0),
                "the foot of the hedge before the hill",
            ),
            (ray([20.0, 0.0, 20.0], [0.0, 0.0, 2.0]), ([0.0, 0.0], 2000), "over the hedge"),
            (down([30.0, 2.0]), ([30.0, 2.0], 0), "beside the table"),
        ] {
            assert_eq!(spot(&terrain, &Cutaway::default(), ray), expected, "{reason}");
        }
    }

    /// Parts hidden by the cutaway are not pointed at.
    #[test]
    fn one_points_through_what_is_hidden() {
        let terrain = table(vec![house()]);
        let covered = Cutaway::default();
        let mut ground = Cutaway::default();
        ground.look_further();
        for (cutaway, ray, expected, reason) in [
            (&covered, down([2.0, 0.0]), ([2.0, 0.0], 3000), "the upper floor"),
            (&ground, down([2.0, 0.0]), ([2.0, 0.0], 0), "the ground level under it"),
            (&covered, down([-2.0, 0.0]), ([-2.0, 0.0], 0), "where the floor is gone"),
            (&covered, ray([0.0, -20.0, 0.9], [0.0, 4.0, 0.9]), ([0.0, 3.9], 0), "in by the door"),
            (&covered, ray([2.0, -20.0, 1.0], [2.0, 4.0, 1.0]), ([2.0, -4.1], 0), "the wall beside it"),
        ] {
            assert_eq!(spot(&terrain, cutaway, ray), expected, "{reason}");
        }
    }
}
