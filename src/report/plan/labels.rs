//! Places for labels: each beside what it belongs to, over no other label and, where there is room, over no model.

use crate::table::shape::Point;

/// Size of a label, inches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
}

impl Size {
    /// Of a text in letters so high.
    pub(super) fn of_text(text: &str, letters: f64) -> Self {
        Self { width: 0.58 * letters * text.chars().count() as f64, height: 1.3 * letters }
    }
}

/// The places that are taken.
pub(super) struct Labels {
    /// Half the size of the drawing.
    half: Point,
    /// Middles and sizes.
    taken: Vec<(Point, Size)>,
    models: Vec<Point>,
}

impl Labels {
    pub(super) fn new(half: Point) -> Self {
        Self { half, taken: Vec::new(), models: Vec::new() }
    }

    /// Models that labels should not hide.
    pub(super) fn avoid_models(&mut self, models: impl Iterator<Item = Point>) {
        self.models.extend(models);
    }

    /// Takes a place.
    pub(super) fn take(&mut self, at: Point, size: Size) {
        self.taken.push((at, size));
    }

    /// The best place for a label beside something that reaches so far from its middle. It is then taken.
    pub(super) fn place(&mut self, [x, y]: Point, [dx, dy]: Point, size: Size) -> Point {
        let (across, along) = (dx + size.width / 2.0 + 0.1, dy + size.height / 2.0 + 0.1);
        let mut best = ([x, y + along], f64::INFINITY);
        for step in 0..4 {
            let further = f64::from(step) * 1.2;
            let (across, along) = (across + further, along + further);
            for [sx, sy] in [
                [0.0, 1.0],
                [0.0, -1.0],
                [1.0, 0.0],
                [-1.0, 0.0],
                [0.7, 1.0],
                [-0.7, 1.0],
                [0.7, -1.0],
                [-0.7, -1.0],
            ] {
                let at = self.inside([x + sx * across, y + sy * along], size);
                let cost = self.cost(at, size) + 0.4 * further;
                if cost < best.1 - 1e-9 {
                    best = (at, cost);
                }
            }
        }
        self.take(best.0, size);
        best.0
    }

    /// The best place for a label on a line. It is then taken.
    pub(super) fn place_along(&mut self, [from, to]: [Point; 2], size: Size) -> Point {
        let mut best = (to, f64::INFINITY);
        for share in [0.6, 0.5, 0.7, 0.4, 0.8, 0.3] {
            let at = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
            let cost = self.cost(at, size);
            if cost < best.1 - 1e-9 {
                best = (at, cost);
            }
        }
        self.take(best.0, size);
        best.0
    }

    fn inside(&self, [x, y]: Point, size: Size) -> Point {
        let [w, h] = [self.half[0] - size.width / 2.0, self.half[1] - size.height / 2.0];
        [x.clamp(-w, w), y.clamp(-h, h)]
    }

    /// Cost of a label there: other labels and models under it.
    fn cost(&self, at: Point, size: Size) -> f64 {
        let overlap = |other: &(Point, Size)| {
            let along = |axis: usize, own: f64, its: f64| {
                ((own + its) / 2.0 - (at[axis] - other.0[axis]).abs()).max(0.0)
            };
            along(0, size.width, other.1.width) * along(1, size.height, other.1.height)
        };
        let labels: f64 = self.taken.iter().map(overlap).sum();
        let hides = |model: &&Point| {
            (model[0] - at[0]).abs() < size.width / 2.0 + 0.3
                && (model[1] - at[1]).abs() < size.height / 2.0 + 0.3
        };
        10.0 * labels + self.models.iter().filter(hides).count() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four labels of one place lie beside each other.
    #[test]
    fn no_label_lies_over_another() {
        let mut labels = Labels::new([30.0, 20.0]);
        let size = Size { width: 4.0, height: 1.7 };
        let places: Vec<Point> = (0..6).map(|_| labels.place([0.0, 0.0], [1.0, 1.0], size)).collect();
        for (index, a) in places.iter().enumerate() {
            for b in &places[index + 1..] {
                assert!((a[0] - b[0]).abs() >= 3.99 || (a[1] - b[1]).abs() >= 1.69, "{places:?}");
            }
        }
    }
}
