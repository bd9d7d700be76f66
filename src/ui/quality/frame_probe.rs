//! Measures some frames in a row: whether a level of quality is drawn fast enough.

use bevy::prelude::*;

/// Frames that are not counted: things are still arriving.
const SKIPPED: usize = 6;

/// Frames that are counted; their median decides, so that one slow frame does not.
const COUNTED: usize = 15;

/// A frame that takes longer is slow, seconds.
const SLOW: f32 = 0.034;

/// The frames so far.
#[derive(Resource, Default, Debug)]
pub(super) struct FrameProbe {
    seconds: Vec<f32>,
    skipped: usize,
}

/// What the frames say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Fast enough.
    Smooth,
    /// Too slow.
    Slow,
}

impl FrameProbe {
    /// Whether enough frames have been counted.
    pub fn is_done(&self) -> bool {
        self.seconds.len() == COUNTED
    }

    /// Adds a frame; what all of them say, once there are enough.
    pub fn add(&mut self, seconds: f32) -> Option<Pace> {
        if self.skipped < SKIPPED {
            self.skipped += 1;
            return None;
        }
        self.seconds.push(seconds);
        self.is_done().then(|| {
            let mut sorted = self.seconds.clone();
            sorted.sort_by(f32::total_cmp);
            if sorted[COUNTED / 2] > SLOW { Pace::Slow } else { Pace::Smooth }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is said before the last frame, and a stumble at the start or in the middle does not count.
    #[test]
    fn the_median_of_the_counted_frames_decides() {
        for (usual, stumbles, expected, case) in [
            (0.016, vec![], Pace::Smooth, "sixty frames a second"),
            (0.1, vec![], Pace::Slow, "ten"),
            (0.016, vec![0, 1, 2, 3, 4, 5], Pace::Smooth, "a slow start"),
            (0.016, vec![8, 12], Pace::Smooth, "two stumbles"),
        ] {
            let mut probe = FrameProbe::default();
            let said: Vec<Option<Pace>> = (0..SKIPPED + COUNTED)
                .map(|frame| probe.add(if stumbles.contains(&frame) { 1.0 } else { usual }))
                .collect();
            let (last, before) = said.split_last().unwrap();
            assert!(before.iter().all(Option::is_none), "{case}");
            assert_eq!(*last, Some(expected), "{case}");
            assert!(probe.is_done(), "{case}");
        }
    }
}
