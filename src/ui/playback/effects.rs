//! Flashes, bursts and jolts while facts are played back.

use bevy::prelude::*;

use crate::rules::ids::ModelId;

/// Backward tip of a model that is hit, radians, and lunge of one that strikes, inches.
const FLINCH: f32 = 0.42;
const LUNGE: f32 = 0.5;

/// Something that is seen for a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Effect {
    pub kind: EffectKind,
    /// Position in the scene.
    pub at: Vec3,
    /// Seconds from the start of playback, and for which it is seen.
    pub(super) start: f32,
    pub(super) seconds: f32,
}

/// Kind of a visible effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum EffectKind {
    /// Fire at a muzzle, with a little smoke.
    MuzzleFlash,
    /// A grenade that goes off.
    Burst,
    /// Weapons that meet.
    Clash,
    /// Dust that feet in flight throw up.
    Dust,
}

impl EffectKind {
    /// Seconds for which it is seen.
    pub fn seconds(self) -> f32 {
        match self {
            Self::MuzzleFlash => 0.5,
            Self::Burst => 0.95,
            Self::Clash => 0.4,
            Self::Dust => 0.7,
        }
    }
}

impl Effect {
    /// Its share that has passed after so many seconds, from 0 to 1; `None` before and after.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        let share = (elapsed - self.start) / self.seconds;
        (0.0..1.0).contains(&share).then_some(share)
    }

    pub(super) fn end(&self) -> f32 {
        self.start + self.seconds
    }
}

/// A grenade in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Grenade {
    /// From the hand to where it bursts, in the scene.
    pub ends: [Vec3; 2],
    pub(super) start: f32,
    pub(super) seconds: f32,
}

/// Parts of a grenade's time: in the air, on its first bounce and on its second; what is left it lies.
const FLIGHT: [f32; 3] = [0.62, 0.17, 0.09];
/// Parts of its way on the ground that each of them takes.
const WAY: [f32; 3] = [0.8, 0.15, 0.05];
/// Height of its rise in each, as a share of the whole way.
const RISE: [f32; 3] = [0.42, 0.05, 0.015];

impl Grenade {
    /// Position after so many seconds; `None` before it leaves the hand and once it has burst.
    pub fn at(&self, elapsed: f32) -> Option<Vec3> {
        let share = (elapsed - self.start) / self.seconds;
        (0.0..1.0).contains(&share).then(|| self.point(share))
    }

    /// Position after a share of its time.
    fn point(&self, share: f32) -> Vec3 {
        let [hand, ground] = self.ends;
        let length = hand.with_y(0.0).distance(ground.with_y(0.0)).max(2.0);
        let (mut time, mut way) = (0.0, 0.0);
        for part in 0..FLIGHT.len() {
            if share < time + FLIGHT[part] {
                let local = (share - time) / FLIGHT[part];
                let along = hand.lerp(ground, way + WAY[part] * local);
                let low = if part == 0 { hand.y + (ground.y - hand.y) * local } else { ground.y };
                return along.with_y(low + 4.0 * RISE[part] * length * local * (1.0 - local));
            }
            time += FLIGHT[part];
            way += WAY[part];
        }
        ground
    }

    pub(super) fn end(&self) -> f32 {
        self.start + self.seconds
    }
}

/// A model that is jolted on the spot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Jolt {
    pub model: ModelId,
    pub kind: JoltKind,
    /// Level, of length 1.
    pub along: Vec3,
    pub start: f32,
    pub seconds: f32,
}

/// Kind of a model's jolt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JoltKind {
    /// It tips back, hit.
    Flinch,
    /// It lunges at an enemy.
    Lunge,
}

impl JoltKind {
    pub fn seconds(self) -> f32 {
        match self {
            Self::Flinch => 0.4,
            Self::Lunge => 0.32,
        }
    }
}

impl Jolt {
    /// Its addition to the transform of its figure after so many seconds; `None` before and after.
    pub fn sway(&self, elapsed: f32) -> Option<Transform> {
        let share = (elapsed - self.start) / self.seconds;
        if !(0.0..1.0).contains(&share) {
            return None;
        }
        // Out quickly, back slowly.
        let out = (std::f32::consts::PI * share.sqrt()).sin();
        Some(match self.kind {
            JoltKind::Flinch => {
                let axis = Vec3::Y.cross(self.along).normalize_or(Vec3::X);
                Transform::from_rotation(Quat::from_axis_angle(axis, FLINCH * out))
            }
            JoltKind::Lunge => Transform::from_translation(self.along * LUNGE * out),
        })
    }

    pub fn end(&self) -> f32 {
        self.start + self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grenade leaves the hand, touches the ground on its way, and ends where the battle says it does.
    #[test]
    fn a_grenade_flies_bounces_and_comes_to_lie() {
        let ends = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(6.0, 0.5, 0.0)];
        let grenade = Grenade { ends, start: 2.0, seconds: 1.0 };
        assert_eq!((grenade.at(1.9), grenade.at(3.1)), (None, None));
        assert!(grenade.at(2.0).unwrap().distance(ends[0]) < 1e-5);
        assert!(grenade.at(2.999).unwrap().distance(ends[1]) < 1e-3);
        let heights: Vec<f32> =
            (0..100).map(|step| grenade.at(2.0 + step as f32 / 100.0).unwrap().y).collect();
        let touches = heights.windows(3).filter(|y| y[1] <= y[0] && y[1] < y[2] && y[1] < 0.6).count();
        assert_eq!(touches, 2, "{heights:?}");
        assert!(heights.iter().all(|height| *height >= 0.5));
        assert!(heights.iter().copied().fold(0.0, f32::max) > 2.0, "over what stands in the way");
    }

    #[test]
    fn a_jolt_begins_and_ends_on_the_spot() {
        let model = "A1.1".parse().unwrap();
        for kind in [JoltKind::Flinch, JoltKind::Lunge] {
            let jolt = Jolt { model, kind, along: Vec3::X, start: 1.0, seconds: 0.5 };
            assert_eq!((jolt.sway(0.9), jolt.sway(1.5)), (None, None));
            let top = |elapsed: f32| jolt.sway(elapsed).unwrap() * Vec3::Y;
            assert!(top(1.0).distance(Vec3::Y) < 1e-5);
            assert!(top(1.12).x > 0.2, "away from what hit it, or toward whom it strikes");
        }
    }
}
