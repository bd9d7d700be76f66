//! Measures some frames in a row: whether a level of quality is drawn fast enough.

use bevy::prelude::*;

/// Frames that are not counted: things are still arriving.
const SKIPPED: usize = 6;

/// Frames that are counted; their median decides, so that one slow frame does not.
const COUNTED: usize = 15;

/// A frame that takes longer is slow, seconds.
const SLOW: f32 = 0.034;

/// A frame that takes longer is so slow that the next cheaper level will not do either.
const CRAWLING: f32 = 8.0 * SLOW;

/// The frames so far.
#[derive(Resource, Default, Debug)]
pub(super) struct FrameProbe {
    seconds: Vec<f32>,
    skipped: usize,
    said: Option<Pace>,
}

/// What the frames say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Fast enough.
    Smooth,
    /// Too slow.
    Slow,
    /// Much too slow.
    Crawling,
}

impl FrameProbe {
    /// Whether enough frames have been counted.
    pub fn is_done(&self) -> bool {
        self.said.is_some()
    }

    /// Adds a frame; what all of them say, once there are enough.
    pub fn add(&mut self, seconds: f32) -> Option<Pace> {
        if self.skipped < SKIPPED {
            self.skipped += 1;
            return None;
        }
        self.seconds.push(seconds);
        self.said = self.judge();
        self.said
    }

    /// Does not wait for all frames where they are slow: once more than half of them are, so is the median.
    fn judge(&self) -> Option<Pace> {
        let median_exceeds =
            |limit: f32| self.seconds.iter().filter(|seconds| **seconds > limit).count() > COUNTED / 2;
        if median_exceeds(CRAWLING) {
            Some(Pace::Crawling)
        } else if median_exceeds(SLOW) {
            Some(Pace::Slow)
        } else {
            (self.seconds.len() == COUNTED).then_some(Pace::Smooth)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is said before the median is known, and a stumble at the start or in the middle does not count.
    #[test]
    fn the_median_of_the_counted_frames_decides() {
        let (all, half) = (SKIPPED + COUNTED, SKIPPED + COUNTED / 2 + 1);
        for (usual, stumbles, expected, frames, case) in [
            (0.016, vec![], Pace::Smooth, all, "sixty frames a second"),
            (0.1, vec![], Pace::Slow, half, "ten"),
            (1.0, vec![], Pace::Crawling, half, "one"),
            (0.016, vec![0, 1, 2, 3, 4, 5], Pace::Smooth, all, "a slow start"),
            (0.016, vec![8, 12], Pace::Smooth, all, "two stumbles"),
            (0.1, vec![8, 12], Pace::Slow, half, "ten frames a second, and two stumbles"),
        ] {
            let mut probe = FrameProbe::default();
            let mut add = |frame| probe.add(if stumbles.contains(&frame) { 1.0 } else { usual });
            assert!((0..frames - 1).all(|frame| add(frame).is_none()), "{case}");
            assert_eq!(add(frames - 1), Some(expected), "{case}");
            assert!(probe.is_done(), "{case}");
        }
    }
}
