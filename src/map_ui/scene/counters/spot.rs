//! Places of counters: piles, fans, and what is lifted off the map. Pure geometry.
//!
//! Counters lean toward the camera, wherever it is, so that their numbers are read from the chair: a [`Spot`] is where a counter
//! is apart from that, and a [`Lean`] is what the camera makes of it.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::{Quat, Vec2, Vec3};
use bevy::prelude::Transform;

/// Side and thickness of a counter, inches.
pub const SIDE: f32 = 1.74;
pub const THICK: f32 = 0.18;

/// Shift of a pile from the middle of its hex toward the viewer, so that the id of the hex is seen; inches.
const NEARER: f32 = 0.12;
/// Shift of a counter for each one over it, to the left and away from the viewer: the ids at their upper edges are seen.
const ASIDE: f32 = 0.10;
const BEHIND: f32 = 0.15;
/// Distance of two counters in a fan, as a share of their side, and its height over the ground; inches.
const APART: f32 = 1.07;
const FAN_HEIGHT: f32 = 1.15;
/// Greatest width of a row of those who fight, inches.
const FIGHT_WIDTH: f32 = 4.0 * SIDE * APART;
/// The most counters in a row of a fan.
const FAN_ROW: usize = 4;
/// Lifted counters: their size, and their height over the upper left of their hex; inches.
const SMALL: f32 = 0.27;
const LIFTED_HEIGHT: f32 = 0.45;
/// Turn of a counter that has acted, radians.
const SPENT: f32 = -0.16;

/// Place of a counter, apart from its lean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Point of the ground at which its pile stands, raised by its height.
    pub base: Vec3,
    /// Shift along the counter's own right, its normal, and down its face; inches.
    pub shift: Vec3,
    /// Size.
    pub scale: f32,
    /// Turn about its normal, radians.
    pub turn: f32,
}

/// Lean of all counters: the view's turn about the vertical, and the tilt of their faces toward the viewer; radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lean {
    /// As that of the camera.
    pub yaw: f32,
    /// 0 is flat on the table.
    pub tilt: f32,
}

impl Lean {
    /// For a camera that looks down at a pitch, radians: seen from straight above, counters lie flat.
    pub fn toward(yaw: f32, pitch: f32) -> Self {
        Self { yaw, tilt: ((FRAC_PI_2 - pitch) * 0.62).clamp(0.0, 0.75) }
    }

    fn turn(self) -> Quat {
        Quat::from_rotation_y(self.yaw)
    }

    /// Turn of a face.
    pub fn rotation(self) -> Quat {
        self.turn() * Quat::from_rotation_x(self.tilt)
    }
}

impl Spot {
    /// In a pile on the ground, under so many others.
    pub fn in_pile(ground: Vec3, count: usize, above: usize) -> Self {
        let [under, above] = [(count - 1 - above) as f32, above as f32];
        Self {
            base: ground,
            shift: Vec3::new(-ASIDE * above, THICK * (under + 0.5), NEARER - BEHIND * above),
            scale: 1.0,
            turn: 0.0,
        }
    }

    /// In a fan over its hex: in rows, the uppermost of the pile at the upper left.
    pub fn in_fan(ground: Vec3, count: usize, above: usize) -> Self {
        let pitch = SIDE * APART;
        let (row, column) = (above / FAN_ROW, above % FAN_ROW);
        let rows = count.div_ceil(FAN_ROW);
        let in_row = FAN_ROW.min(count - row * FAN_ROW);
        let across = (column as f32 - (in_row as f32 - 1.0) / 2.0) * pitch;
        let up = ((rows - 1) as f32 / 2.0 - row as f32) * pitch;
        Self {
            base: ground + Vec3::Y * FAN_HEIGHT,
            shift: Vec3::new(across, 0.0, -up),
            scale: 1.0,
            turn: 0.0,
        }
    }

    /// Side against side in the hex for which they fight: a row for each, the side of the uppermost nearer to the viewer. A row of many
    /// is laid closer.
    pub fn in_fight(ground: Vec3, [near, far]: [usize; 2], above: usize) -> Self {
        let (place, count, row) = if above < near { (above, near, 0.5) } else { (above - near, far, -0.5) };
        let pitch = SIDE * APART;
        let across = pitch.min(FIGHT_WIDTH / count as f32);
        // What is laid closer overlaps: each lies a little over the one before.
        let over = if across < pitch { THICK * place as f32 } else { 0.0 };
        Self {
            base: ground + Vec3::Y * FAN_HEIGHT,
            shift: Vec3::new((place as f32 - (count as f32 - 1.0) / 2.0) * across, over, row * pitch),
            scale: 1.0,
            turn: 0.0,
        }
    }

    /// Off the map: small, over the upper left of its hex.
    pub fn lifted(ground: Vec3, count: usize, above: usize) -> Self {
        let under = (count - 1 - above) as f32;
        Self {
            base: ground + Vec3::Y * LIFTED_HEIGHT,
            shift: Vec3::new(-0.62 + 0.16 * above as f32, THICK * SMALL * (under + 0.5), -0.34),
            scale: SMALL,
            turn: 0.0,
        }
    }

    /// Turned as one that has acted.
    pub fn spent(self) -> Self {
        Self { turn: SPENT, ..self }
    }

    /// A share of the way to another place, in a low arc.
    pub fn toward(self, to: Self, share: f32) -> Self {
        let way = Vec2::new(to.base.x - self.base.x, to.base.z - self.base.z).length();
        let arc = (0.35 + 0.06 * way).min(0.8) * bevy::math::ops::sin(share * TAU / 2.0);
        let arc = if way > 0.1 { arc } else { 0.0 };
        Self {
            base: self.base.lerp(to.base, share) + Vec3::Y * arc,
            shift: self.shift.lerp(to.shift, share),
            scale: self.scale + (to.scale - self.scale) * share,
            turn: self.turn + (to.turn - self.turn) * share,
        }
    }

    /// Its placement under a lean: the near edge of the lowest counter rests on the ground.
    pub fn placed(&self, lean: Lean) -> Transform {
        let face = lean.rotation();
        let rise = SIDE / 2.0 * self.scale * bevy::math::ops::sin(lean.tilt);
        // What is shifted down its face would sink into the ground.
        let sink = (self.shift.z * bevy::math::ops::sin(lean.tilt)).max(0.0);
        let at = self.base + Vec3::Y * (rise + sink) + face * self.shift;
        Transform {
            translation: at,
            rotation: face * Quat::from_rotation_y(self.turn),
            scale: Vec3::splat(self.scale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_ui::scene::board::{APOTHEM, RADIUS};

    const LEANS: [(f32, f32); 4] = [(0.0, 0.87), (2.1, 0.87), (0.0, FRAC_PI_2), (-1.0, 0.4)];

    fn lowest(at: &Transform) -> f32 {
        let half = Vec3::new(SIDE, THICK, SIDE) / 2.0;
        let corners = (0..8).map(|bits| {
            let sign = |bit: i32| if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            at.transform_point(half * Vec3::new(sign(0), sign(1), sign(2))).y
        });
        corners.fold(f32::MAX, f32::min)
    }

    /// A pile stands on the ground, each counter on the one below, the uppermost nearest to the viewer, and none in the ground.
    #[test]
    fn a_pile_stands_on_the_ground() {
        let ground = Vec3::new(3.0, 0.7, -2.0);
        for (yaw, pitch) in LEANS {
            let lean = Lean::toward(yaw, pitch);
            let count = 5;
            let placed: Vec<Transform> =
                (0..count).map(|above| Spot::in_pile(ground, count, above).placed(lean)).collect();
            for at in &placed {
                assert!(lowest(at) > ground.y - 0.01, "{yaw} {pitch}: {}", lowest(at));
            }
            assert!(lowest(&placed[count - 1]) < ground.y + 0.5, "the lowest does not float");
            for pair in placed.windows(2) {
                let normal = lean.rotation() * Vec3::Y;
                let over = (pair[0].translation - pair[1].translation).dot(normal);
                assert!((over - THICK).abs() < 0.08, "{over}");
            }
        }
    }

    /// No counter of a fan covers another, as they are seen.
    #[test]
    fn a_fan_shows_every_counter() {
        for count in 1..=9 {
            let spots: Vec<Spot> = (0..count).map(|above| Spot::in_fan(Vec3::ZERO, count, above)).collect();
            for (index, one) in spots.iter().enumerate() {
                for other in &spots[index + 1..] {
                    let apart = (one.shift - other.shift).abs();
                    assert!(apart.x.max(apart.z) > SIDE, "{count}: {one:?} {other:?}");
                }
            }
            let middle = spots.iter().map(|spot| spot.shift).sum::<Vec3>() / count as f32;
            assert!(count > FAN_ROW && count % FAN_ROW != 0 || middle.length() < 1e-4, "{count}: {middle}");
        }
    }

    /// Those who fight lie side against side: rows apart, and nobody under another while there is room.
    #[test]
    fn both_sides_of_a_fight_are_seen() {
        for rows in [[1, 1], [2, 2], [3, 1], [4, 2], [6, 1]] {
            let count = rows[0] + rows[1];
            let spots: Vec<Spot> = (0..count).map(|above| Spot::in_fight(Vec3::ZERO, rows, above)).collect();
            for (index, one) in spots.iter().enumerate() {
                for (place, other) in spots.iter().enumerate().skip(index + 1) {
                    let apart = (one.shift - other.shift).abs();
                    match (index < rows[0]) == (place < rows[0]) {
                        true if rows[0] <= FAN_ROW => assert!(apart.x > SIDE, "{rows:?}"),
                        true => assert!(apart.x > SIDE / 2.0 && apart.y > 0.0, "{rows:?}"),
                        false => assert!(apart.z > SIDE, "{rows:?}"),
                    }
                }
            }
        }
    }

    /// From the chair, counters face the viewer nearly; from above they lie flat.
    #[test]
    fn counters_lean_toward_the_viewer() {
        for (yaw, pitch) in LEANS {
            let normal = Lean::toward(yaw, pitch).rotation() * Vec3::Y;
            let to_eye = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch) * Vec3::Z;
            let off = normal.angle_between(to_eye).to_degrees();
            assert!(off < 27.0, "{yaw} {pitch}: {off}");
            assert!(off < (Vec3::Y.angle_between(to_eye)).to_degrees() + 0.01);
        }
    }

    /// Piles and lifted counters keep to their hex, and what is lifted leaves most of it free.
    #[test]
    fn counters_keep_to_their_hex() {
        let lean = Lean::toward(0.0, 0.87);
        let pile = Spot::in_pile(Vec3::ZERO, 1, 0).placed(lean);
        for (x, z) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            let corner = pile.transform_point(Vec3::new(x * SIDE, 0.0, z * SIDE));
            assert!(corner.x.abs() < RADIUS * 0.75 && corner.z.abs() < APOTHEM, "{corner}");
        }
        let lifted = Spot::lifted(Vec3::ZERO, 2, 1);
        assert!((lifted.scale * SIDE).powi(2) < 0.05 * 6.0 * RADIUS * APOTHEM);
    }

    /// A glide begins and ends where it should.
    #[test]
    fn a_glide_ends_at_its_goal() {
        let [from, to] = [Spot::in_pile(Vec3::ZERO, 2, 1), Spot::in_pile(Vec3::X * 5.0, 1, 0).spent()];
        for (share, spot) in [(0.0, from), (1.0, to)] {
            let there = from.toward(to, share);
            assert!(there.base.distance(spot.base) < 1e-4 && there.shift.distance(spot.shift) < 1e-5);
            assert!((there.turn - spot.turn).abs() < 1e-5);
        }
        assert!(from.toward(to, 0.5).base.y > 0.2, "it is carried over the ground");
    }
}
