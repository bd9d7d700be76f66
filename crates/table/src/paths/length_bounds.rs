//! Upper bounds of the lengths of shortest paths to the cells of a grid. A ray of a visibility fan may end where
//! its path is longer than the bound: whatever lies behind has a shorter path too, in another node's fan.

use crate::outline::{Bounds, bounds_of};
use crate::plane::Leg;
use crate::shape::Point;

/// The side of a cell, and the steps in which a ray is followed, inches.
const CELL_INCHES: f64 = 0.5;

/// From a cell's centre to its corners, inches.
const HALF_DIAGONAL_INCHES: f64 = CELL_INCHES * std::f64::consts::FRAC_1_SQRT_2;

/// More than the borders of fans and rounding deviate, inches.
const MARGIN_INCHES: f64 = 0.05;

/// The bounds for all cells of a rectangle of open ground.
pub(super) struct LengthBounds {
    low: Point,
    /// Columns and rows.
    size: [usize; 2],
    /// Row by row, inches; infinite for a cell that lies in no fan.
    lengths: Vec<f64>,
    /// Whether any cell has a bound.
    has_bounds: bool,
    /// Maximum distance of a place between two rays from the nearer one, and from any path to that, as a share of the place's distance:
    /// such places count as well.
    spread: f64,
}

impl LengthBounds {
    /// For a rectangle, and rays between which there are at most `angle` radians; no cell has a bound yet.
    pub(super) fn new([low, high]: Bounds, angle: f64) -> Self {
        let size = [0, 1].map(|axis| ((high[axis] - low[axis]) / CELL_INCHES).ceil().max(1.0) as usize);
        let lengths = vec![f64::INFINITY; size[0] * size[1]];
        Self { low, size, lengths, has_bounds: false, spread: 2.0 * angle }
    }

    /// Finds the distance from which a ray, with everything between it and its neighbours, surely has longer paths than others. `None` if
    /// it has to be followed to its end.
    ///
    /// `length` is that of the path to its start, which lies on a circle of a radius; `is_on_ground` says of a point
    /// of the ray whether it lies on the ground and nowhere else.
    pub(super) fn end_of_ray(
        &self,
        length: f64,
        radius: f64,
        max_distance: f64,
        point: impl Fn(f64) -> Point,
        is_on_ground: impl Fn(f64) -> bool,
    ) -> Option<f64> {
        if !self.has_bounds {
            return None;
        }
        let steps = 1..(max_distance / CELL_INCHES).ceil() as usize;
        let mut distances = steps.map(|step| step as f64 * CELL_INCHES);
        distances.find(|distance| {
            let margin = MARGIN_INCHES + self.spread * (radius + distance);
            self.in_cell(point(*distance)) + margin <= length + distance && is_on_ground(*distance)
        })
    }

    /// Lowers the bounds of all cells that lie wholly in a polygon of a fan. `length_to` is the length of the path by
    /// the fan's node to a place in it.
    pub(super) fn lower_within(&mut self, ring: &[Point], length_to: impl Fn(Point) -> Option<f64>) {
        self.has_bounds = true;
        let [low, high] = bounds_of(ring);
        let [first, last] = [low, high].map(|corner| self.index(corner, 1));
        let mut rows = vec![Row::default(); last - first + 1];
        for index in 0..ring.len() {
            let edge = Leg { from: ring[index], to: ring[(index + 1) % ring.len()] };
            self.enter_edge(edge, first, &mut rows);
        }
        for (index, mut row) in rows.into_iter().enumerate() {
            row.crossings.sort_by(f64::total_cmp);
            for part in row.crossings.chunks_exact(2) {
                let [from, to] = [part[0], part[1]].map(|x| self.index([x, 0.0], 0));
                for column in from..=to {
                    if row.borders.iter().any(|[from, to]| (*from..=*to).contains(&column)) {
                        continue;
                    }
                    let centre = [column, first + index].map(|index| (index as f64 + 0.5) * CELL_INCHES);
                    let centre = [self.low[0] + centre[0], self.low[1] + centre[1]];
                    let slot = &mut self.lengths[(first + index) * self.size[0] + column];
                    if let Some(length) = length_to(centre) {
                        *slot = slot.min(length + HALF_DIAGONAL_INCHES);
                    }
                }
            }
        }
    }

    /// Enters an edge of a polygon into the rows of cells it touches.
    fn enter_edge(&self, edge: Leg, first: usize, rows: &mut [Row]) {
        let [below, above] =
            if edge.from[1] <= edge.to[1] { [edge.from, edge.to] } else { [edge.to, edge.from] };
        for index in self.index(below, 1)..=self.index(above, 1) {
            let x = |y: f64| {
                let share = if above[1] > below[1] { (y - below[1]) / (above[1] - below[1]) } else { 0.0 };
                below[0] + share * (above[0] - below[0])
            };
            let bottom = self.low[1] + index as f64 * CELL_INCHES;
            let row = &mut rows[index - first];
            let ends = if above[1] > below[1] {
                [x(bottom.max(below[1])), x((bottom + CELL_INCHES).min(above[1]))]
            } else {
                [below[0], above[0]]
            };
            let [left, right] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            row.borders.push([left - TOUCH_INCHES, right + TOUCH_INCHES].map(|x| self.index([x, 0.0], 0)));
            let middle = bottom + CELL_INCHES / 2.0;
            if below[1] <= middle && middle < above[1] {
                row.crossings.push(x(middle));
            }
        }
    }

    fn in_cell(&self, at: Point) -> f64 {
        self.lengths[self.index(at, 1) * self.size[0] + self.index(at, 0)]
    }

    /// The column or row of a point; that of the nearest one in the rectangle.
    fn index(&self, at: Point, axis: usize) -> usize {
        let index = ((at[axis] - self.low[axis]) / CELL_INCHES).max(0.0) as usize;
        index.min(self.size[axis] - 1)
    }
}

/// An edge that comes so close to a cell counts as touching it, inches.
const TOUCH_INCHES: f64 = 1e-9;

/// Border of a polygon within one row of cells.
#[derive(Clone, Default)]
struct Row {
    /// Crossings with the middle of the row.
    crossings: Vec<f64>,
    /// The first and the last column of each edge.
    borders: Vec<[usize; 2]>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::distance;

    /// A square 8 wide, all of which is in view from its lowest corner.
    fn square() -> LengthBounds {
        let mut bounds = LengthBounds::new([[0.0; 2], [10.0, 8.0]], 0.08);
        let ring = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
        bounds.lower_within(&ring, |at| Some(distance([0.0; 2], at)));
        bounds
    }

    #[test]
    fn rays_end_where_other_paths_are_shorter() {
        let shortest = distance([0.0; 2], [4.0; 2]);
        let (east, back) = ([1.0, 0.0], [-0.5_f64.sqrt(); 2]);
        for (length, along, is_on_ground, expected, reason) in [
            (10.0, east, true, Some(0.5), "a long way round"),
            (10.0, east, false, None, "on a floor, above the shorter paths"),
            (shortest, [-back[0], -back[1]], true, None, "straight on"),
            (shortest, back, true, Some(0.5), "back where it came from"),
        ] {
            let point = |distance: f64| [4.0 + along[0] * distance, 4.0 + along[1] * distance];
            let found = square().end_of_ray(length, 0.0, 5.0, point, |_| is_on_ground);
            assert_eq!(found, expected, "{reason}");
        }
    }

    /// Whatever is said of a cell holds all over it.
    #[test]
    fn only_cells_that_lie_wholly_in_a_polygon_have_bounds() {
        let mut bounds = LengthBounds::new([[-5.0, -4.0], [5.0, 4.0]], 0.08);
        let ring = [[-4.1, -3.3], [3.7, -2.9], [2.2, 0.1], [4.4, 3.6], [-1.0, 1.5]];
        let from = [-3.0, -2.5];
        bounds.lower_within(&ring, |at| Some(distance(from, at)));
        let (mut bounded, shape) = (0, crate::shape::Shape::Polygon(ring.to_vec()));
        for index in 0..320 {
            let low = [f64::from(index % 20) * CELL_INCHES - 5.0, f64::from(index / 20) * CELL_INCHES - 4.0];
            let found = bounds.in_cell([low[0] + 0.25, low[1] + 0.25]);
            if found == f64::INFINITY {
                continue;
            }
            bounded += 1;
            for [x, y] in [[0.001, 0.001], [0.499, 0.001], [0.499, 0.499], [0.001, 0.499], [0.25, 0.001]] {
                let at = [low[0] + x, low[1] + y];
                assert!(shape.contains(at) && found >= distance(from, at), "{at:?}: {found}");
            }
        }
        assert!(bounded > 60, "{bounded}");
    }
}
