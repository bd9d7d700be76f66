//! Bodies that are thrown over, simulated to their end by rigid bodies, and recorded.
//!
//! Bodies that fall at the same time fall together and come to lie on each other. The simulation decides no rule.

use bevy::math::{Quat, Vec3};
use bevy_rapier3d::rapier::prelude::{
    ColliderBuilder, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::ui::miniatures::figures::BASE_HEIGHT;
use crate::ui::physics::colliders::Collider;

/// Steps of the simulation a second, and between two recorded frames.
const STEPS_PER_SECOND: usize = 120;
const STEPS_PER_FRAME: usize = 2;
/// Shortest and longest time of a fall, seconds.
const SECONDS: [usize; 2] = [1, 3];
/// What falls, falls by this, inches in a second squared: slower than in life, so that it can be watched.
const GRAVITY: f32 = 190.0;
/// Speed along the push and upward, inches a second, and the speed of toppling, radians a second.
const THROWN: f32 = 9.0;
const RAISED: f32 = 13.0;
const TOPPLING: f32 = 8.5;
/// A body that is still as upright as this, the cosine of its tilt, is pushed again; so often at most.
const UPRIGHT: f32 = 0.75;
const PUSHES: usize = 6;
/// Steps between two pushes.
const BETWEEN: usize = STEPS_PER_SECOND * 2 / 3;
/// How fast a body may move where it counts as lying still, inches a second.
const STILL: f32 = 0.6;

/// A body before its fall, in inches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// The middle of its foot.
    pub foot: Vec3,
    /// How it is turned.
    pub rotation: Quat,
    pub height: f32,
    /// Of its base.
    pub radius: f32,
    /// What throws it: level; its length is how hard, 1 for a rifle's shot.
    pub push: Vec3,
}

/// Where a body is in a frame: its foot, and how it is turned.
pub(super) type BodyPose = (Vec3, Quat);

/// The poses of each body, frame by frame, at equal times.
pub(super) fn simulate(bodies: &[Body], obstacles: &[Collider], seed: u64) -> Vec<Vec<BodyPose>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut world = PhysicsWorld { gravity: Vec3::NEG_Y * GRAVITY, ..PhysicsWorld::default() };
    world.integration_parameters.dt = 1.0 / STEPS_PER_SECOND as f32;
    let ground = ColliderBuilder::cuboid(500.0, 1.0, 500.0).translation(Vec3::NEG_Y).friction(0.9);
    world.insert(RigidBodyBuilder::fixed(), ground);
    for obstacle in obstacles {
        let collider = ColliderBuilder::new(obstacle.shape.clone()).position(obstacle.pose).friction(0.6);
        world.insert(RigidBodyBuilder::fixed(), collider);
    }
    let handles: Vec<RigidBodyHandle> = bodies.iter().map(|body| stand_up(&mut world, body)).collect();
    for (body, &handle) in bodies.iter().zip(&handles) {
        push(&mut world, handle, body.push, &mut rng);
    }
    let pose = |world: &PhysicsWorld, handle: RigidBodyHandle| {
        let pose = world.bodies[handle].position();
        (pose.translation, pose.rotation)
    };
    let mut frames: Vec<Vec<BodyPose>> = handles.iter().map(|&one| vec![pose(&world, one)]).collect();
    let mut pushes = 1;
    for step in 1..=SECONDS[1] * STEPS_PER_SECOND {
        world.step();
        if step % STEPS_PER_FRAME == 0 {
            for (frames, &handle) in frames.iter_mut().zip(&handles) {
                frames.push(pose(&world, handle));
            }
        }
        if step % BETWEEN == 0 && pushes < PUSHES {
            let upright: Vec<usize> =
                (0..handles.len()).filter(|body| stands(&world, handles[*body])).collect();
            pushes += 1;
            for body in upright {
                push(&mut world, handles[body], bodies[body].push * 1.3, &mut rng);
            }
        }
        let is_still = |&handle: &RigidBodyHandle| {
            world.bodies[handle].linvel().length() < STILL && !stands(&world, handle)
        };
        if step >= SECONDS[0] * STEPS_PER_SECOND && handles.iter().all(is_still) {
            break;
        }
    }
    frames
}

fn stands(world: &PhysicsWorld, body: RigidBodyHandle) -> bool {
    (*world.bodies[body].rotation() * Vec3::Y).y > UPRIGHT
}

/// A heavy base with a body on it.
fn stand_up(world: &mut PhysicsWorld, body: &Body) -> RigidBodyHandle {
    let rigid = RigidBodyBuilder::dynamic()
        .pose(Pose::from_parts(body.foot, body.rotation))
        .angular_damping(0.8)
        .ccd_enabled(true)
        .can_sleep(false);
    let half = BASE_HEIGHT as f32 / 2.0;
    let base = ColliderBuilder::cylinder(half, body.radius)
        .translation(Vec3::Y * half)
        .density(1.2)
        .restitution(0.15)
        .friction(0.7);
    let handle = world.insert(rigid, base).0;
    let thick = (0.17 * body.height).min(0.8 * body.radius);
    let long = (body.height / 2.0 - half - thick).max(0.05);
    let trunk = ColliderBuilder::capsule_y(long, thick)
        .translation(Vec3::Y * (half + body.height / 2.0))
        .density(1.0)
        .restitution(0.2)
        .friction(0.6);
    world.insert_collider(trunk, Some(handle));
    handle
}

/// Throws a body over, each a little differently.
fn push(world: &mut PhysicsWorld, handle: RigidBodyHandle, push: Vec3, rng: &mut ChaCha8Rng) {
    let mut jitter = || rng.random_range(-1.0_f32..1.0);
    let turned = Quat::from_rotation_y(0.3 * jitter()) * push;
    let hard = 1.0 + 0.15 * jitter();
    let axis = Vec3::Y.cross(turned);
    let spin = axis * TOPPLING * hard + Vec3::Y * 2.0 * jitter();
    let body = &mut world.bodies[handle];
    body.set_linvel(turned * THROWN * hard + Vec3::Y * RAISED * push.length().min(1.5), true);
    body.set_angvel(spin, true);
}

#[cfg(test)]
mod tests {
    use bevy_rapier3d::rapier::prelude::SharedShape;

    use super::*;

    fn body(foot: Vec3, push: Vec3) -> Body {
        Body { foot, rotation: Quat::from_rotation_y(1.0), height: 1.25, radius: 0.5, push }
    }

    /// A wall behind, and models beside.
    fn obstacles() -> Vec<Collider> {
        let wall = SharedShape::cuboid(3.0, 1.0, 0.2);
        let model = SharedShape::cylinder(0.6, 0.5);
        let at = |shape: SharedShape, at: Vec3| Collider::new(shape, Pose::from_parts(at, Quat::IDENTITY));
        vec![at(wall, Vec3::new(0.0, 1.0, 2.5)), at(model, Vec3::new(1.05, 0.6, 0.0))]
    }

    #[test]
    fn who_is_thrown_over_lies_the_way_he_was_thrown() {
        for seed in 0..60 {
            let angle = seed as f32;
            let push = Vec3::new(angle.cos(), 0.0, angle.sin());
            let fallen = simulate(&[body(Vec3::ZERO, push)], &[], seed);
            let (foot, rotation) = *fallen[0].last().unwrap();
            let head = foot + rotation * Vec3::Y;
            assert!((rotation * Vec3::Y).y < UPRIGHT, "seed {seed}: he stands");
            assert!(head.y > 0.0 && foot.y > -0.1 && foot.y < 1.0, "seed {seed}: {foot} {head}");
            assert!(head.dot(push) > 0.3, "seed {seed}: his head lies at {head}, thrown along {push}");
            assert!(foot.length() < 6.0, "seed {seed}: flung as far as {foot}");
        }
    }

    /// Among walls, models and each other nobody stays upright or is squeezed through the table.
    #[test]
    fn bodies_lie_among_obstacles_and_on_each_other() {
        for seed in 0..20 {
            let bodies: Vec<Body> = (0..4)
                .map(|index| body(Vec3::new(-1.05 * index as f32, 0.0, 0.0), Vec3::new(0.2, 0.0, 1.0)))
                .collect();
            for frames in simulate(&bodies, &obstacles(), seed) {
                let (foot, rotation) = *frames.last().unwrap();
                assert!((rotation * Vec3::Y).y < UPRIGHT + 0.05, "seed {seed}");
                assert!(foot.y > -0.15, "seed {seed}: {foot}");
            }
        }
    }

    #[test]
    fn a_fall_is_the_same_every_time() {
        let fall = |seed| simulate(&[body(Vec3::ZERO, Vec3::X)], &obstacles(), seed);
        assert_eq!(fall(3), fall(3));
        assert_ne!(fall(3), fall(4));
    }
}
