//! The yardstick: one ray cast by parry against a table of 40 solids.

use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::Cuboid;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A table, and rays to cast over it in turn.
pub struct Rays {
    solids: Vec<(Pose, Cuboid)>,
    rays: Vec<Ray>,
    next: usize,
}

impl Rays {
    pub fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut between =
            |low: f32, high: f32| low + (high - low) * (random.next_u32() as f32 / u32::MAX as f32);
        let solids: Vec<(Pose, Cuboid)> = (0..40)
            .map(|_| {
                let at = Vector::new(between(-36.0, 36.0), between(-24.0, 24.0), 1.5);
                let turned = Vector::new(0.0, 0.0, between(0.0, 3.0));
                let half = Vector::new(between(0.5, 4.0), between(0.5, 4.0), 1.5);
                (Pose::new(at, turned), Cuboid::new(half))
            })
            .collect();
        let rays: Vec<Ray> = (0..1000)
            .map(|_| {
                let from = Vector::new(between(-36.0, 36.0), between(-24.0, 24.0), 1.1);
                let to = Vector::new(between(-36.0, 36.0), between(-24.0, 24.0), 1.1);
                Ray::new(from, to - from)
            })
            .collect();
        Self { solids, rays, next: 0 }
    }

    pub fn cast(&mut self) {
        let ray = &self.rays[self.next % self.rays.len()];
        self.next += 1;
        let hits = self.solids.iter().filter_map(|(pose, solid)| solid.cast_ray(pose, ray, 1.0, true));
        std::hint::black_box(hits.fold(f32::INFINITY, f32::min));
    }
}
