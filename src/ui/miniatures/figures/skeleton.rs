//! The skeleton of a man: a posture says where his hips, feet and hands are and how his back bends, and the joints follow from
//! it. He looks along +x, +z is his right; lengths are shares of his height, upright.

use bevy::math::{Affine3A, Quat, Vec3, Vec3A};

/// Lengths of the bones.
const THIGH: f32 = 0.225;
const SHIN: f32 = 0.21;
const UPPER_ARM: f32 = 0.165;
const FOREARM: f32 = 0.16;
/// From the hips to the waist, from there to the shoulders and to the neck.
const WAIST: f32 = 0.085;
const SHOULDERS: f32 = 0.215;
const NECK: f32 = 0.255;
/// The size of a head; life's is 0.85.
const HEAD: f32 = 1.13;
/// Half the width of hips and shoulders.
const HIP: f32 = 0.066;
const SHOULDER: f32 = 0.148;
/// No joint is lower than this over the ground.
const LOWEST: f32 = 0.045;

/// Position of a foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    /// The ankle over the ground: ahead, up, to the right.
    pub at: [f32; 3],
    /// Degrees: to the left, and toes up.
    pub turn: f32,
    pub pitch: f32,
}

/// Carry of a weapon: its grip, from the middle between the shoulders, and its direction, degrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carry {
    pub at: [f32; 3],
    /// To the left, up, and rolled to the right.
    pub turn: f32,
    pub pitch: f32,
    pub roll: f32,
}

/// Work of a hand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hand {
    /// It holds the weapon: this far along it from its grip.
    Holds(f32),
    /// It is somewhere, from its own shoulder: ahead, up, away from the body.
    At([f32; 3]),
}

/// Posture of a man; degrees and shares of his height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posture {
    /// Position of his hips over the ground, and his turn to the left.
    pub hips: [f32; 3],
    pub turn: f32,
    /// Lean ahead from the hips, and additional bend of his back.
    pub lean: f32,
    pub bend: f32,
    /// Twist of his chest to the left against his hips.
    pub twist: f32,
    /// Turn of his head to the left, and its nod.
    pub head: [f32; 2],
    /// Left and right.
    pub feet: [Foot; 2],
    pub hands: [Hand; 2],
    pub carry: Carry,
}

/// An arm or a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    pub root: Vec3,
    pub middle: Vec3,
    pub end: Vec3,
}

/// Position of every joint.
#[derive(Clone, Debug)]
pub(super) struct Joints {
    /// Frames at the hips, the waist and the neck; x ahead, y along the back, z to the right.
    pub pelvis: Affine3A,
    pub chest: Affine3A,
    pub head: Affine3A,
    /// Left and right.
    pub legs: [Limb; 2],
    pub arms: [Limb; 2],
    /// Frames of the feet, at the ankles.
    pub feet: [Affine3A; 2],
    /// The weapon: x along its barrel, y up, its grip at the origin.
    pub weapon: Affine3A,
}

impl Joints {
    pub fn of(posture: &Posture) -> Self {
        let yaw = Quat::from_rotation_y(posture.turn.to_radians());
        let upright = Quat::from_rotation_z(-posture.lean.to_radians());
        let pelvis = frame(yaw * upright, Vec3::from_array(posture.hips));
        let bent = Quat::from_rotation_y(posture.twist.to_radians())
            * Quat::from_rotation_z(-posture.bend.to_radians());
        let chest = pelvis * frame(bent, Vec3::Y * WAIST);
        let [turned, nod] = posture.head.map(f32::to_radians);
        // The head stays level: it does not follow the back.
        let level = Quat::from_rotation_z((0.75 * (posture.lean + posture.bend)).to_radians());
        let nodding = level * Quat::from_rotation_y(turned) * Quat::from_rotation_z(-nod);
        let head = chest
            * Affine3A::from_scale_rotation_translation(
                Vec3::splat(HEAD),
                nodding,
                Vec3::new(0.008, NECK, 0.0),
            );
        let shoulders =
            [-1.0, 1.0].map(|side| chest.transform_point3(Vec3::new(0.0, SHOULDERS, side * SHOULDER)));
        let mut weapon = posture.carry.frame(yaw, (shoulders[0] + shoulders[1]) / 2.0);
        // A weapon that a hand does not reach comes nearer, and none goes into the ground.
        for _ in 0..8 {
            for (hand, shoulder) in posture.hands.iter().zip(shoulders) {
                if let Hand::Holds(along) = hand {
                    let grip = weapon.transform_point3(Vec3::X * *along);
                    let way = grip - shoulder;
                    let short = (way.length() - 0.97 * (UPPER_ARM + FOREARM)).max(0.0);
                    let lifted = Vec3::Y * (LOWEST - grip.y).max(0.0);
                    weapon.translation += Vec3A::from(lifted - way.normalize_or_zero() * short);
                }
            }
        }
        let arm = |side: usize| {
            let out = if side == 0 { -1.0 } else { 1.0 };
            let hand = match posture.hands[side] {
                Hand::Holds(along) => weapon.transform_point3(Vec3::X * along),
                Hand::At([ahead, up, away]) => shoulders[side] + yaw * Vec3::new(ahead, up, away * out),
            };
            let pole = chest.transform_vector3(Vec3::new(-0.45, -0.8, 0.75 * out));
            bent_to((shoulders[side], hand.max(Vec3::new(-9.0, LOWEST, -9.0))), [UPPER_ARM, FOREARM], pole)
        };
        let feet = [0, 1].map(|side| posture.feet[side].frame());
        let leg = |side: usize| {
            let out = if side == 0 { -1.0 } else { 1.0 };
            let hip = pelvis.transform_point3(Vec3::new(0.0, -0.005, out * HIP));
            let ankle = Vec3::from(feet[side].translation);
            let toes = feet[side].transform_vector3(Vec3::X).with_y(0.0).normalize_or_zero();
            let ahead = (toes + yaw * Vec3::X).normalize_or(Vec3::X);
            let pole = ahead + pelvis.transform_vector3(Vec3::new(0.35, 0.0, 0.25 * out));
            bent_to((hip, ankle), [THIGH, SHIN], pole)
        };
        Self { pelvis, chest, head, legs: [leg(0), leg(1)], arms: [arm(0), arm(1)], feet, weapon }
    }

    /// A point between the thighs, from the hips at 0 to the knees at 1.
    pub fn lap(&self, share: f32) -> Vec3 {
        let point = |leg: &Limb| leg.root.lerp(leg.middle, share);
        (point(&self.legs[0]) + point(&self.legs[1])) / 2.0
    }
}

pub(super) fn frame(turned: Quat, at: Vec3) -> Affine3A {
    Affine3A::from_rotation_translation(turned, at)
}

impl Foot {
    fn frame(&self) -> Affine3A {
        let turned =
            Quat::from_rotation_y(self.turn.to_radians()) * Quat::from_rotation_z(self.pitch.to_radians());
        frame(turned, Vec3::from_array(self.at) + Vec3::Y * LOWEST)
    }
}

impl Carry {
    fn frame(&self, yaw: Quat, shoulders: Vec3) -> Affine3A {
        let points = Quat::from_rotation_y(self.turn.to_radians())
            * Quat::from_rotation_z(self.pitch.to_radians())
            * Quat::from_rotation_x(self.roll.to_radians());
        frame(yaw * points, shoulders + yaw * Vec3::from_array(self.at))
    }
}

/// The limb of two bones from a root to an end, bent toward a pole. One that is too short ends on the way.
fn bent_to((root, end): (Vec3, Vec3), [upper, lower]: [f32; 2], pole: Vec3) -> Limb {
    let way = end - root;
    let length = way.length().clamp(0.02, 0.995 * (upper + lower));
    let along = way.normalize_or(Vec3::NEG_Y);
    let end = root + along * length;
    let share = (upper * upper - lower * lower + length * length) / (2.0 * length);
    let aside = (upper * upper - share * share).max(0.0).sqrt();
    let out = (pole - along * pole.dot(along)).normalize_or(along.any_orthonormal_vector());
    let middle = root + along * share + out * aside;
    Limb { root, middle: middle.max(Vec3::new(-9.0, LOWEST, -9.0)), end }
}
