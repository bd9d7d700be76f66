//! A model that falls: when it is thrown over, how long it lies, and when it is cleared to the tray of losses.

use bevy::prelude::*;

use crate::rules::ids::ModelId;

/// Seconds that a body takes to fall, that it lies, and in which it is cleared away.
const FALLING: f32 = 0.95;
const LYING: f32 = 0.75;
const CLEARING: f32 = 0.5;

/// The fall of a model as it is planned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct PlannedFall {
    pub model: ModelId,
    /// As it stood.
    pub upright: Transform,
    /// Push that throws it: level, along the shot; its length is the force, 1 for a rifle's shot.
    pub push: Vec3,
    pub(super) start: f32,
    falling: f32,
    /// Time at which it is taken up, seconds.
    clears: f32,
    clearing: f32,
}

/// Stage of a model's fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) enum FallStage {
    /// It stands still.
    Stands,
    /// It falls: the share that has passed.
    Falls(f32),
    /// It lies.
    Lies,
    /// It is cleared away: the share that has passed.
    Clears(f32),
}

impl PlannedFall {
    /// A fall that begins after so many seconds, each of its times `scale` as long.
    pub fn new(model: ModelId, upright: Transform, push: Vec3, [start, scale]: [f32; 2]) -> Self {
        let clears = start + (FALLING + LYING) * scale;
        Self { model, upright, push, start, falling: FALLING * scale, clears, clearing: CLEARING * scale }
    }

    /// Lies until a time, seconds.
    pub fn lies_until(&mut self, time: f32) {
        self.clears = self.clears.max(time);
    }

    /// Time at which it lies still, seconds.
    pub fn lies(&self) -> f32 {
        self.start + self.falling
    }

    /// Time at which it lies in the tray.
    pub fn end(&self) -> f32 {
        self.clears + self.clearing
    }

    /// Its beginning, seconds from the start of playback.
    pub fn start(&self) -> f32 {
        self.start
    }

    /// Stage after so many seconds.
    pub fn stage(&self, elapsed: f32) -> FallStage {
        if elapsed < self.start {
            FallStage::Stands
        } else if elapsed < self.lies() {
            FallStage::Falls((elapsed - self.start) / self.falling)
        } else if elapsed < self.clears {
            FallStage::Lies
        } else {
            FallStage::Clears(((elapsed - self.clears) / self.clearing).clamp(0.0, 1.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_falls_lies_and_is_cleared() {
        let model = "A1.1".parse().unwrap();
        let mut fall = PlannedFall::new(model, Transform::IDENTITY, Vec3::X, [2.0, 1.0]);
        assert_eq!(fall.stage(1.9), FallStage::Stands);
        assert_eq!(fall.stage(2.0), FallStage::Falls(0.0));
        assert_eq!(fall.stage(3.0), FallStage::Lies);
        assert!(matches!(fall.stage(fall.end() - 0.01), FallStage::Clears(share) if share > 0.9));
        fall.lies_until(9.0);
        assert_eq!(fall.stage(8.9), FallStage::Lies, "until its unit has run by");
        let short = PlannedFall::new(model, Transform::IDENTITY, Vec3::X, [0.0, 0.5]);
        assert!((short.end() - (FALLING + LYING + CLEARING) / 2.0).abs() < 1e-6);
    }
}
