//! A shape cut into strips along its longest edge: furrows, boards, courses of paving.

use crate::table::shape::{Point, Shape};
use crate::ui::miniatures::geometry_builder::outline;

/// The directions of strips and across them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub along: Point,
    pub across: Point,
}

/// A strip: from and to, in both directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strip {
    pub along: [f64; 2],
    pub across: [f64; 2],
}

impl Rows {
    /// Along the longest edge of a shape.
    pub fn of(shape: &Shape) -> Self {
        let length = |way: Point| (way[0] * way[0] + way[1] * way[1]).sqrt();
        let edges = shape.edges().map(|edge| [edge.to[0] - edge.from[0], edge.to[1] - edge.from[1]]);
        let longest = edges.max_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or([1.0, 0.0]);
        let along = longest.map(|part| part / length(longest).max(1e-9));
        Self { along, across: [-along[1], along[0]] }
    }

    /// The same turned by a quarter.
    pub fn crossed(self) -> Self {
        Self { along: self.across, across: [-self.along[0], -self.along[1]] }
    }

    /// A point of the table.
    pub fn at(&self, along: f64, across: f64) -> Point {
        [0, 1].map(|axis| self.along[axis] * along + self.across[axis] * across)
    }

    fn of_point(&self, point: Point) -> Point {
        [self.along, self.across].map(|way| point[0] * way[0] + point[1] * way[1])
    }

    /// The lowest and highest extent of a shape, along and across.
    pub fn extent(&self, shape: &Shape) -> [[f64; 2]; 2] {
        let corners: Vec<Point> = outline(shape).into_iter().map(|corner| self.of_point(corner)).collect();
        [0, 1].map(|axis| {
            let reach = corners.iter().map(|corner| corner[axis]);
            reach.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
        })
    }

    /// A shape in strips about so wide, each as long as both its sides lie in the shape.
    pub fn strips(&self, shape: &Shape, wide: f64) -> Vec<Strip> {
        let corners: Vec<Point> = outline(shape).into_iter().map(|corner| self.of_point(corner)).collect();
        let [_, [low, high]] = self.extent(shape);
        let count = ((high - low) / wide).round().clamp(1.0, 160.0);
        let each = (high - low) / count;
        let strip = |index: usize| {
            let across = [low + each * index as f64, low + each * (index + 1) as f64];
            let [near, far] = [0.02, 0.98].map(|share| crossings(&corners, across[0] + each * share));
            let both = near.into_iter().zip(far).map(|(a, b)| [a[0].max(b[0]), a[1].min(b[1])]);
            let strips = both.filter(|[from, to]| to - from > 0.05).map(move |along| Strip { along, across });
            strips.collect::<Vec<_>>()
        };
        (0..count as usize).flat_map(strip).collect()
    }
}

/// Stretches of a line across that lie inside of corners.
fn crossings(corners: &[Point], across: f64) -> Vec<[f64; 2]> {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next).filter(|(a, b)| (a[1] > across) != (b[1] > across));
    let mut at: Vec<f64> =
        edges.map(|(a, b)| a[0] + (b[0] - a[0]) * (across - a[1]) / (b[1] - a[1])).collect();
    at.sort_by(f64::total_cmp);
    at.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strips lie in their shape and cover most of it, also where it has a notch.
    #[test]
    fn strips_cover_a_shape_from_inside() {
        let notched = vec![
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 4.0],
            [6.0, 4.0],
            [6.0, 2.0],
            [3.0, 2.0],
            [3.0, 4.0],
            [0.0, 4.0],
        ];
        for (shape, area) in [
            (Shape::Polygon(notched), 30.0),
            (Shape::Circle { centre: [2.0, 1.0], radius: 3.0 }, std::f64::consts::PI * 9.0),
        ] {
            let rows = Rows::of(&shape);
            let mut covered = 0.0;
            for Strip { along, across } in rows.strips(&shape, 0.5) {
                covered += (along[1] - along[0]) * (across[1] - across[0]);
                for at in along.into_iter().flat_map(|a| across.map(|c| rows.at(a, c))) {
                    assert!(shape.depth_inside(at) > -0.06, "{at:?}");
                }
            }
            assert!(covered > 0.85 * area && covered < 1.001 * area, "{covered} of {area}");
        }
    }
}
