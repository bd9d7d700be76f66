//! The painter's three steps: a base coat, a dark wash where little light gets, a light brush over edges and tops.

use bevy::prelude::*;

/// Colour that light brushes leave on every other: a warm off-white.
const DUST: LinearRgba = LinearRgba::rgb(0.50, 0.45, 0.34);

/// Colour that a wash leaves: a warm near-black.
const WASH: LinearRgba = LinearRgba::rgb(0.009, 0.007, 0.005);

/// A base coat, by the parts of a screen colour.
pub(crate) fn coat(red: f32, green: f32, blue: f32) -> LinearRgba {
    LinearRgba::from(Srgba::rgb(red, green, blue))
}

/// Steps of painting over a coat.
pub(crate) trait Brush: Sized {
    /// Washed dark, 0 to 1.
    fn washed(self, share: f32) -> Self;
    /// Brushed light, 0 to 1.
    fn brushed(self, share: f32) -> Self;
    /// Lighter or darker by a share: 0.1 is a tenth lighter.
    fn toned(self, by: f32) -> Self;
    /// A mixture with another coat.
    fn mixed(self, other: Self, share: f32) -> Self;
}

impl Brush for LinearRgba {
    fn washed(self, share: f32) -> Self {
        self.mixed(WASH, share)
    }

    fn brushed(self, share: f32) -> Self {
        self.mixed(DUST, share)
    }

    fn toned(self, by: f32) -> Self {
        let light = (1.0 + by).max(0.0);
        Self::new(self.red * light, self.green * light, self.blue * light, self.alpha)
    }

    fn mixed(self, other: Self, share: f32) -> Self {
        let part = |from: f32, to: f32| from + (to - from) * share.clamp(0.0, 1.0);
        let [red, green, blue] = [(self.red, other.red), (self.green, other.green), (self.blue, other.blue)]
            .map(|(from, to)| part(from, to));
        Self::new(red, green, blue, self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(colour: LinearRgba) -> f32 {
        colour.luminance()
    }

    /// A wash darkens, a brush lightens, whatever the coat.
    #[test]
    fn a_wash_darkens_and_a_brush_lightens() {
        for base in [coat(0.3, 0.4, 0.2), coat(0.6, 0.5, 0.4), coat(0.1, 0.1, 0.1)] {
            assert!(value(base.washed(0.4)) < value(base) && value(base.brushed(0.2)) > value(base));
            assert!(value(base.toned(-0.2)) < value(base) && value(base.toned(0.2)) > value(base));
        }
    }
}
