//! The yardstick: one ray cast by parry against a table of 40 solids.

use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::Cuboid;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Median time of a ray, seconds.
pub fn ray(seed: u64) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut between = |low: f32, high: f32| low + (high - low) * (random.next_u32() as f32 / u32::MAX as f32);
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
    let mut next = 0;
    super::median(2000, || {
        let ray = &rays[next % rays.len()];
        next += 1;
        let hits = solids.iter().filter_map(|(pose, solid)| solid.cast_ray(pose, ray, 1.0, true));
        std::hint::black_box(hits.fold(f32::INFINITY, f32::min));
    })
}
