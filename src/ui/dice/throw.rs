//! A throw of dice simulated to its end by rigid bodies, and recorded.
//!
//! The battle's dice decide the faces; a throw only says how they tumble. Whichever side of a die comes to lie uppermost,
//! `die::turn_to` paints the decided value on it. A die that comes to rest askew or outside is knocked on, as a
//! player throws a cocked die again.

use bevy::math::{Quat, Vec2, Vec3};
use bevy_rapier3d::rapier::prelude::{
    ColliderBuilder, PhysicsWorld, Pose, RigidBody, RigidBodyBuilder, RigidBodyHandle,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::die::uppermost;
use super::tray::Tray;
use crate::ui::physics::colliders::Collider;

/// Steps of the simulation, a second.
const STEPS_PER_SECOND: usize = 120;
/// Steps between two recorded frames.
const STEPS_PER_FRAME: usize = 2;
/// A die lies flat where its uppermost side looks up by at least this much (the cosine of its tilt).
const FLAT: f32 = 0.99;
/// Highest speed of a die that counts as lying still, in inches a second.
const STILL: f32 = 0.4;
/// Highest spin of such a die, in radians a second.
const STILL_SPIN: f32 = 0.6;
/// Steps for which it has to lie still.
const STILL_STEPS: usize = 10;
/// Acceleration of fall, in inches a second squared.
const GRAVITY: f32 = 386.0;
/// The hand's height over the table, and half that of the tray's walls, in edges of a die.
const HAND: f32 = 4.0;
const WALL: f32 = 40.0;
/// The edge of a die on a real table, inches.
pub(super) const USUAL_EDGE: f32 = 0.75;
/// Knocks that a die gets at most.
const KNOCKS: usize = 30;
/// Seconds after which a throw is given up.
const SECONDS_AT_MOST: usize = 20;

/// A throw to simulate. Lengths in inches; `y` is up and the ground lies at 0.
pub(super) struct Throw<'a> {
    /// Number of dice.
    pub dice: usize,
    /// Length of a die's edge.
    pub edge: f32,
    /// Tray that no die leaves. They are thrown away from the viewer.
    pub tray: Tray,
    /// Colliders on the tray.
    pub obstacles: &'a [Collider],
    /// The throw's own seed: the same throw tumbles the same way.
    pub seed: u64,
}

/// Pose of a die in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DiePose {
    /// Its centre.
    pub at: Vec3,
    /// Its turn.
    pub rotation: Quat,
}

/// A throw from the hand to rest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recording {
    /// The poses of every die, frame by frame, at equal times.
    pub frames: Vec<Vec<DiePose>>,
    /// Knocks that dice left askew were given.
    pub knocks: usize,
}

impl Recording {
    /// The poses in which the dice lie in the end.
    pub fn rest(&self) -> &[DiePose] {
        self.frames.last().map_or(&[], Vec::as_slice)
    }
}

/// Simulates a throw; `None` if some die found no rest, or none on the tray.
pub(super) fn simulate(throw: &Throw) -> Option<Recording> {
    let mut rng = ChaCha8Rng::seed_from_u64(throw.seed);
    let mut world = PhysicsWorld { gravity: Vec3::NEG_Y * GRAVITY, ..PhysicsWorld::default() };
    world.integration_parameters.dt = 1.0 / STEPS_PER_SECOND as f32;
    stand_up(&mut world, throw);
    let dice = drop_dice(&mut world, throw, &mut rng);

    let mut frames = vec![poses(&world, &dice)];
    let mut still = vec![0; dice.len()];
    let mut knocked = vec![0; dice.len()];
    for step in 1..=SECONDS_AT_MOST * STEPS_PER_SECOND {
        world.step();
        if step % STEPS_PER_FRAME == 0 {
            frames.push(poses(&world, &dice));
        }
        let mut all_rest = true;
        let lie: Vec<Vec3> = dice.iter().map(|die| world.bodies[*die].translation()).collect();
        for (i, &die) in dice.iter().enumerate() {
            let body = &mut world.bodies[die];
            let moves = body.linvel().length() > STILL || body.angvel().length() > STILL_SPIN;
            still[i] = if moves { 0 } else { still[i] + 1 };
            if still[i] < STILL_STEPS {
                all_rest = false;
                continue;
            }
            let is_askew = uppermost(*body.rotation()).1 < FLAT;
            // Another die that holds it up is hidden by it.
            let is_on_another = lie.iter().any(|other| lies_on(lie[i], *other, throw.edge));
            if is_askew || is_on_another {
                if knocked[i] == KNOCKS {
                    return None;
                }
                all_rest = false;
                still[i] = 0;
                knocked[i] += 1;
                knock(body, throw, knocked[i], &mut rng);
            }
        }
        if all_rest && step % STEPS_PER_FRAME == 0 {
            let is_inside = |die: &DiePose| throw.tray.contains(Vec2::new(die.at.x, die.at.z));
            if !frames.last().is_some_and(|rest| rest.iter().all(is_inside)) {
                return None;
            }
            return Some(Recording { frames, knocks: knocked.iter().sum() });
        }
    }
    None
}

/// Whether a die whose middle is at a point lies on another rather than beside it.
fn lies_on(upper: Vec3, lower: Vec3, edge: f32) -> bool {
    let aside = Vec2::new(upper.x - lower.x, upper.z - lower.z).length();
    upper.y - lower.y > 0.5 * edge && aside < edge
}

/// The ground, walls around it that dice bounce off, and the obstacles.
fn stand_up(world: &mut PhysicsWorld, throw: &Throw) {
    let tray = throw.tray;
    let turn = Quat::from_rotation_y(tray.yaw);
    let block = |local: Vec2, y: f32, half: Vec3| {
        let at = tray.at(local);
        ColliderBuilder::cuboid(half.x, half.y, half.z)
            .position(Pose::from_parts(Vec3::new(at.x, y, at.y), turn))
            .restitution(0.3)
            .friction(0.2)
    };
    // A wall is as thick as it has to be for no die to slip through it.
    let thick = throw.edge.max(0.5);
    let tall = WALL * throw.edge;
    let Vec2 { x, y } = tray.half;
    let outer = tray.half + 2.0 * thick;
    let mut fixed = vec![
        block(Vec2::ZERO, -thick, Vec3::new(outer.x, thick, outer.y)).friction(0.6),
        block(Vec2::new(-x - thick, 0.0), tall, Vec3::new(thick, tall, outer.y)),
        block(Vec2::new(x + thick, 0.0), tall, Vec3::new(thick, tall, outer.y)),
        block(Vec2::new(0.0, -y - thick), tall, Vec3::new(outer.x, tall, thick)),
        block(Vec2::new(0.0, y + thick), tall, Vec3::new(outer.x, tall, thick)),
    ];
    fixed.extend(throw.obstacles.iter().map(|obstacle| {
        ColliderBuilder::new(obstacle.shape.clone()).position(obstacle.pose).restitution(0.3).friction(0.4)
    }));
    for collider in fixed {
        world.insert(RigidBodyBuilder::fixed(), collider);
    }
}

/// The dice leave the hand: a loose block of them over the near side of the tray, each turned, spun and thrown a little
/// differently.
fn drop_dice(world: &mut PhysicsWorld, throw: &Throw, rng: &mut ChaCha8Rng) -> Vec<RigidBodyHandle> {
    let (tray, edge) = (throw.tray, throw.edge);
    let step = edge * 1.8;
    let room = (((2.0 * tray.half.x - edge) / step).floor() as usize).max(1);
    let across = ((throw.dice as f32).sqrt().ceil() as usize).max(1);
    let columns = (across.div_ceil(2) * 2).min(room);
    let [side, aim] = tray.axes();
    let near = (tray.half.y - edge).max(0.0);
    let distance = 1.6 * near;
    let highest = throw.obstacles.iter().map(Collider::top).fold(0.0, f32::max);
    let height = highest + HAND * edge;
    // The time to fall to the ground decides the speed.
    let fall = (2.0 * height / GRAVITY).sqrt();
    let speed = distance / (fall + 0.25);
    let keeps = (tray.half - 0.9 * edge).max(Vec2::ZERO);
    (0..throw.dice)
        .map(|i| {
            let (column, row) = (i % columns, i / columns);
            let spread = (column as f32 - (columns.min(throw.dice) as f32 - 1.0) / 2.0) * step;
            let local = Vec2::new(spread, -near).clamp(-keeps, keeps);
            let at = tray.at(local);
            let up = height + row as f32 * step;
            let mut jitter = || rng.random_range(-1.0_f32..1.0);
            let velocity =
                aim * speed * (1.0 + 0.18 * jitter()) + side * (spread * 0.4 + speed * 0.12 * jitter());
            let spin = Vec3::new(jitter(), jitter(), jitter()) * 25.0;
            let turn = Quat::from_xyzw(jitter(), jitter(), jitter(), jitter()).normalize();
            let body = RigidBodyBuilder::dynamic()
                .pose(Pose::from_parts(Vec3::new(at.x, up, at.y), turn))
                .linvel(Vec3::new(velocity.x, 0.0, velocity.y))
                .angvel(spin)
                .angular_damping(0.6)
                .ccd_enabled(true)
                .can_sleep(false);
            let half = throw.edge / 2.0;
            let round = throw.edge * 0.08;
            let collider = ColliderBuilder::round_cuboid(half - round, half - round, half - round, round)
                .density(1.0)
                .restitution(0.25)
                .friction(0.5);
            world.insert(body, collider).0
        })
        .collect()
}

/// Knocks a die that rests askew: up, on toward the middle of the tray, harder each time.
fn knock(body: &mut RigidBody, throw: &Throw, times: usize, rng: &mut ChaCha8Rng) {
    let at = body.translation();
    let harder = 1.0 + 0.15 * times as f32;
    let angle = rng.random_range(0.0..std::f32::consts::TAU);
    let away = Vec2::from_angle(angle) * 6.0 * harder;
    let toward = (throw.tray.middle - Vec2::new(at.x, at.z)) * 0.5;
    let push = away + toward;
    // High enough to turn over, whatever its size.
    let up = 45.0 * (harder * throw.edge / USUAL_EDGE).sqrt();
    body.set_linvel(Vec3::new(push.x, up, push.y), true);
    let mut jitter = || rng.random_range(-1.0_f32..1.0);
    body.set_angvel(Vec3::new(jitter(), jitter(), jitter()) * 25.0, true);
}

fn poses(world: &PhysicsWorld, dice: &[RigidBodyHandle]) -> Vec<DiePose> {
    dice.iter()
        .map(|&die| {
            let pose = world.bodies[die].position();
            DiePose { at: pose.translation, rotation: pose.rotation }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use bevy_rapier3d::rapier::prelude::SharedShape;

    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{house, piece, rectangle, table};
    use crate::ui::dice::die::{SIDES, turn_to, value_of};
    use crate::ui::physics::colliders::of_terrain;

    /// Throws that are simulated; `WARSTRIKE_THROWS` asks for more.
    const THROWS: u64 = 150;

    /// A tray on the table, large enough for so many dice.
    fn tray(dice: usize, edge: f32, yaw: f32) -> Tray {
        Tray { middle: Vec2::new(24.0, 8.0), half: Tray::half_for(dice, edge, 1.6), yaw }
    }

    /// Bases and walls here and there on a table of 48 by 36 inches.
    fn obstacles(rng: &mut ChaCha8Rng, count: usize) -> Vec<Collider> {
        let mut obstacle = |index: usize| {
            let at = Vec3::new(rng.random_range(0.0..48.0), 0.5, rng.random_range(0.0..36.0));
            let turn = Quat::from_rotation_y(rng.random_range(0.0..3.0));
            let shape = match index % 2 {
                0 => SharedShape::cylinder(0.5, 0.5),
                _ => SharedShape::cuboid(3.0, 1.0, 0.2),
            };
            Collider::new(shape, Pose::from_parts(at, turn))
        };
        (0..count).map(&mut obstacle).collect()
    }

    /// The value that a die shows.
    fn shown(rotation: Quat) -> u8 {
        let (side, _) = uppermost(rotation);
        value_of(SIDES.iter().position(|other| *other == side).unwrap())
    }

    #[test]
    fn the_decided_face_comes_up_and_no_die_is_left_askew_or_outside() {
        let asked = std::env::var("WARSTRIKE_THROWS").ok().and_then(|count| count.parse().ok());
        let mut given_up = 0;
        let throws = asked.unwrap_or(THROWS);
        for seed in 0..throws {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let count = rng.random_range(0..40);
            let obstacles = obstacles(&mut rng, count);
            let dice = rng.random_range(1..=if seed % 10 == 0 { 60 } else { 8 });
            let edge = rng.random_range(0.25..2.5);
            let tray = tray(dice, edge, rng.random_range(-3.0..3.0));
            let throw = Throw { dice, edge, tray, obstacles: &obstacles, seed };
            let Some(recording) = simulate(&throw) else {
                given_up += 1;
                continue;
            };
            let rest = recording.rest();
            for (index, die) in rest.iter().enumerate() {
                let hidden = rest.iter().find(|other| lies_on(die.at, other.at, edge));
                assert!(hidden.is_none(), "seed {seed}: {die:?} lies on {hidden:?}");
                let place = Vec2::new(die.at.x, die.at.z);
                assert!(tray.contains(place), "seed {seed}: outside");
                assert!(die.at.y > 0.45 * edge, "seed {seed}: in the table");
                let (slot, upright) = uppermost(die.rotation);
                assert!(upright >= FLAT, "seed {seed}: askew");
                let decided = rng.random_range(1..=6);
                assert_eq!(shown(die.rotation * turn_to(decided, slot, index as u8)), decided, "seed {seed}");
            }
        }
        // Another seed is tried for these.
        assert!(given_up * 20 <= throws, "{given_up} of {throws} throws came to no rest");
    }

    /// Sixty dice onto a table full of woods and a house: trees are decoration, so dice fall between them.
    #[test]
    fn sixty_dice_find_rest_in_the_woods() {
        let wood = |x: f64| {
            let outline = rectangle([x, -24.0], [x + 5.5, 24.0]);
            piece(&format!("wood {x}"), outline, Kind::Wood { height: Thou(6000) })
        };
        let woods = [-24.0, -18.0, -12.0, 6.0, 12.0, 18.0].map(wood);
        let terrain = table(woods.into_iter().chain([house()]).collect());
        let obstacles = of_terrain(&terrain);
        let tray = Tray { middle: Vec2::new(0.0, 9.0), half: Tray::half_for(60, 0.55, 1.6), yaw: 0.4 };
        let throw = |seed| Throw { dice: 60, edge: 0.55, tray, obstacles: &obstacles, seed };
        let rest = (0..8).find_map(|seed| simulate(&throw(seed))).expect("a throw that comes to rest");
        for die in rest.frames.last().unwrap() {
            assert!(uppermost(die.rotation).1 >= FLAT, "askew: {die:?}");
            assert!(tray.contains(Vec2::new(die.at.x, die.at.z)), "outside");
        }
    }

    /// As many as a hand holds lie side by side, none on another, so that all are read.
    #[test]
    fn a_hundred_dice_lie_side_by_side() {
        let tray = tray(100, 0.8, 0.3);
        let throw = |seed| Throw { dice: 100, edge: 0.8, tray, obstacles: &[], seed };
        let rest = (0..8).find_map(|seed| simulate(&throw(seed))).expect("a throw that comes to rest");
        for die in rest.frames.last().unwrap() {
            assert!(tray.contains(Vec2::new(die.at.x, die.at.z)) && die.at.y < 0.8 * 0.8, "{die:?}");
        }
    }

    #[test]
    fn a_throw_tumbles_the_same_way_every_time() {
        let throw = |seed| {
            let tray = tray(5, 0.7, 0.0);
            simulate(&Throw { dice: 5, edge: 0.7, tray, obstacles: &[], seed }).unwrap()
        };
        assert_eq!(throw(3), throw(3));
        assert_ne!(throw(3), throw(4));
    }
}
