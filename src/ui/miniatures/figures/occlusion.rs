//! Share of the sky that the parts of a figure hide from each other: the closed form for capsules, which has no noise.

use bevy::math::Vec3;

/// A capsule that shades what is near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocker {
    pub ends: [Vec3; 2],
    pub radius: f32,
    /// The part of the figure that it stands for, and does not shade.
    pub part: u16,
}

impl Blocker {
    /// The share of the light that reaches a point with a normal past this capsule, taken as a sphere about its nearest
    /// point.
    fn lets_through(&self, at: Vec3, normal: Vec3) -> f32 {
        let [from, to] = self.ends;
        let along = to - from;
        let share = ((at - from).dot(along) / along.length_squared().max(1e-8)).clamp(0.0, 1.0);
        let toward = from + along * share - at;
        // Inside it counts as on its surface.
        let distance = toward.length().max(self.radius);
        let faces = toward.normalize_or_zero().dot(normal).max(0.0);
        let hidden = faces * (self.radius / distance) * (self.radius / distance);
        1.0 - hidden.clamp(0.0, 1.0)
    }
}

/// The share of light that reaches a corner of a part, 0 to 1. The ground at a height hides the lower half of the sky
/// near it.
pub(super) fn openness(blockers: &[Blocker], (at, normal, part): (Vec3, Vec3, u16), ground: f32) -> f32 {
    let others = blockers.iter().filter(|blocker| blocker.part != part);
    let past: f32 = others.map(|blocker| blocker.lets_through(at, normal)).product();
    let near_ground = (-(at.y - ground).max(0.0) * 7.0).exp();
    past * (1.0 - 0.55 * near_ground * (0.5 - 0.5 * normal.y))
}
