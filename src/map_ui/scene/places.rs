//! Hexes and counters in the window: for words beside them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tabletop::game::Game;
use tabletop_counters::Target;
use tabletop_hexes::hex::Hex;

use super::board::Board;
use super::counters::{CounterModel, Counters, SIDE};
use crate::ui::camera::pose::TableCamera;
use crate::ui::camera::projector::Projector;

/// Where hexes and counters are seen, logical pixels of the window. Asked after [`TransformSystems::Propagate`], it is of the
/// picture that is being drawn; before, of the last one.
#[derive(SystemParam)]
pub struct MapProjector<'w, 's, G: Game> {
    board: Option<Res<'w, Board>>,
    counters: Option<Res<'w, Counters<G>>>,
    models: Query<'w, 's, &'static GlobalTransform, (With<CounterModel<G>>, Without<TableCamera>)>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<TableCamera>>,
}

impl<G: Game> MapProjector<'_, '_, G> {
    fn projector(&self) -> Option<Projector> {
        Projector::new(self.camera.0, self.camera.1)
    }

    /// Middle of a hex.
    pub fn hex(&self, hex: Hex) -> Option<Vec2> {
        self.projector()?.pixel(self.board.as_ref()?.centre(hex))
    }

    /// The rectangle around a counter.
    pub fn counter(&self, id: G::Subject) -> Option<Rect> {
        let at = self.models.get(self.counters.as_ref()?.entity(id)?).ok()?;
        let projector = self.projector()?;
        let half = SIDE / 2.0;
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let mut pixels = corners.iter().filter_map(|(x, z)| {
            let pixel = projector.pixel(at.transform_point(Vec3::new(*x, 0.0, *z)))?;
            Some(Rect { min: pixel, max: pixel })
        });
        let first = pixels.next()?;
        Some(pixels.fold(first, |all, one| all.union(one)))
    }

    /// The pixel over which words about a target stand.
    pub fn above(&self, target: Target<G>) -> Option<Vec2> {
        match target {
            Target::Hex(hex) => self.hex(hex),
            Target::Counter(id) => self.counter(id).map(|at| Vec2::new(at.center().x, at.min.y)),
        }
    }
}
