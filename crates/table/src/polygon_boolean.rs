//! Polygon booleans on a grid: the union and difference of areas within reach, on thousandths, and the division of
//! footprints, on millionths.
//!
//! On one grid, corners that nearly coincide do coincide, whatever the order of the unions; otherwise
//! hundreds of overlapping polygons would leave countless slivers.

use std::collections::BTreeMap;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::i_shape::int::shape::{IntContour, IntShape, IntShapes};

use super::outline::signed_area;
use super::plane::{Leg, cross, distance, subtract};
use super::shape::Point;

const GRID_PER_INCH: f64 = 1000.0;

/// The grid on which footprints are divided: what is off by so little cannot be told apart on the table.
const FINE_GRID_PER_INCH: f64 = 1e6;

/// Number of polygons united at a time: the edges of one meet those of all others, which grows with the square of their number.
const GROUP_SIZE: usize = 2;

/// Corners closer than this to the line between kept ones are dropped, inches: twice the grid.
const FLATNESS_INCHES: f64 = 0.002;

/// Upper bound of corners dropped in a row: each is checked against every new line.
const MAX_RUN: usize = 32;

/// The union of some polygons minus the union of others; the result has outer rings, each with its holes. All
/// input rings run counter-clockwise.
pub(super) fn union_minus(rings: &[Vec<Point>], removed: &[Vec<Point>]) -> Vec<Vec<Vec<Point>>> {
    let of = |rings: &[Vec<Point>]| rings.iter().map(|ring| vec![vec![on_grid(ring)]]).collect();
    let difference = Overlay::with_shapes(&union(of(rings)), &union(of(removed)))
        .overlay(OverlayRule::Difference, FillRule::NonZero);
    let off_grid =
        |ring: IntContour| ring.into_iter().map(|at| [at.x, at.y].map(|x| f64::from(x) / GRID_PER_INCH));
    let polygon = |rings: Vec<IntContour>| rings.into_iter().map(|ring| off_grid(ring).collect()).collect();
    difference.into_iter().map(polygon).collect()
}

fn union(mut figures: Vec<IntShapes>) -> IntShapes {
    while figures.len() > 1 {
        let union = |some: &[IntShapes]| {
            Overlay::with_shapes(&some.concat(), &[]).overlay(OverlayRule::Subject, FillRule::NonZero)
        };
        figures = figures.chunks(GROUP_SIZE).map(union).collect();
    }
    figures.pop().unwrap_or_default()
}

/// A ring without its nearly collinear corners: rays that end along one edge produce many.
fn simplified(ring: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(ring.len());
    let mut dropped: Vec<Point> = Vec::new();
    let mut last: Option<Point> = None;
    for &corner in ring {
        let (Some(&from), Some(previous)) = (kept.last(), last) else {
            (kept, last) = (vec![corner], Some(corner));
            continue;
        };
        dropped.push(previous);
        let line = Leg { from, to: corner };
        let is_flat = |at: &Point| distance(line.nearest_to(*at), *at) <= FLATNESS_INCHES;
        if dropped.len() > MAX_RUN || !dropped.iter().all(is_flat) {
            kept.push(previous);
            dropped.clear();
        }
        last = Some(corner);
    }
    kept.extend(last.filter(|last| kept.last() != Some(last)));
    kept
}

fn on_grid(ring: &[Point]) -> IntContour {
    let ring = simplified(ring);
    ring.iter()
        .map(|at| at.map(|x| (x * GRID_PER_INCH).round() as i32))
        .map(|[x, y]| IntPoint::new(x, y))
        .collect()
}

/// One layer of the division of a polygon.
pub(super) struct Layer {
    /// Rings of the layer; it consists of everything in any of them.
    pub(super) within: Vec<Vec<Point>>,
    /// Rings removed from the polygon: whatever lies in none of these is left for the next layer. They lie in the rings of `within`, or are
    /// the same.
    pub(super) taken: Vec<Vec<Point>>,
    /// Thinner parts of the layer, and of what is left, inches, are none: they stay with what is beside them.
    pub(super) thinnest: [f64; 2],
}

/// Divides a polygon: the first result is its parts in the first layer, the next those of what that leaves in the next
/// layer, and so on; the last is what is left.
///
/// All rings, of the input and the result, run counter-clockwise. A part around a hole is cut in two.
pub(super) fn divide(ring: &[Point], layers: &[Layer]) -> Vec<Vec<Vec<Point>>> {
    let mut grid = FineGrid::default();
    let mut rest: IntShapes = vec![vec![grid.contour(ring)]];
    let mut divided = Vec::with_capacity(layers.len() + 1);
    for Layer { within, taken, thinnest: [thinnest_in, thinnest_out] } in layers {
        let cuts =
            [(within, OverlayRule::Intersect, *thinnest_in), (taken, OverlayRule::Difference, *thinnest_out)];
        let parts = cuts.map(|(rings, rule, thinnest)| {
            let rings: IntShapes = rings.iter().map(|ring| vec![grid.contour(ring)]).collect();
            let parts = overlay(&rest, &rings, rule);
            parts.into_iter().partition::<IntShapes, _>(|shape| is_thin(shape, thinnest))
        });
        let [(thin_inside, inside), (thin_outside, outside)] = parts;
        let inside = joined(inside, thin_outside, *thinnest_in);
        let outside = joined(outside, thin_inside, *thinnest_out);
        divided.push(inside);
        rest = outside;
    }
    divided.push(rest);
    divided
        .into_iter()
        .map(|shapes| without_holes(shapes).iter().map(|one| grid.ring(one)).collect())
        .collect()
}

fn overlay(subject: &[IntShape], clip: &[IntShape], rule: OverlayRule) -> IntShapes {
    Overlay::with_shapes(subject, clip).overlay(rule, FillRule::NonZero)
}

/// Some shapes with thin ones beside them. A thin one that is beside none of them is left out.
fn joined(shapes: IntShapes, thin: IntShapes, thinnest: f64) -> IntShapes {
    if thin.is_empty() {
        return shapes;
    }
    let mut all = overlay(&[shapes, thin].concat(), &[], OverlayRule::Subject);
    all.retain(|shape| !is_thin(shape, thinnest));
    all
}

/// Maximum distance of a crossing on the fine grid from the true one of its edges, inches.
const FINE_GRID_ERROR: f64 = 4.0 / FINE_GRID_PER_INCH;

/// Points on the fine grid, which of them are rounded from which corners, and the edges between those.
#[derive(Default)]
struct FineGrid {
    corners: BTreeMap<[i32; 2], Point>,
    edges: Vec<Leg>,
}

impl FineGrid {
    fn contour(&mut self, ring: &[Point]) -> IntContour {
        let next = ring.iter().cycle().skip(1);
        self.edges.extend(ring.iter().zip(next).map(|(from, to)| Leg { from: *from, to: *to }));
        let mut place = |corner: &Point| {
            let [x, y] = corner.map(|x| (x * FINE_GRID_PER_INCH).round() as i32);
            self.corners.entry([x, y]).or_insert(*corner);
            IntPoint::new(x, y)
        };
        ring.iter().map(&mut place).collect()
    }

    /// The ring with the corners it was made of, and with the true crossings of its edges.
    fn ring(&self, contour: &IntContour) -> Vec<Point> {
        let corner = |at: &IntPoint| {
            let exact = self.corners.get(&[at.x, at.y]).copied();
            exact.unwrap_or_else(|| self.crossing([at.x, at.y].map(|x| f64::from(x) / FINE_GRID_PER_INCH)))
        };
        contour.iter().map(corner).collect()
    }

    /// The true crossing of edges near a point of the grid; the point if there is none.
    fn crossing(&self, at: Point) -> Point {
        let near = |edge: &&Leg| distance(edge.nearest_to(at), at) < FINE_GRID_ERROR;
        let near: Vec<&Leg> = self.edges.iter().filter(near).collect();
        let pairs = near.iter().enumerate().flat_map(|(index, a)| near[..index].iter().map(move |b| (a, b)));
        let mut crossings = pairs.filter_map(|(a, b)| {
            let (along, across) = (subtract(a.to, a.from), subtract(b.to, b.from));
            let turn = cross(along, across);
            let share = cross(subtract(b.from, a.from), across) / turn;
            Some(a.at(share)).filter(|found| turn != 0.0 && distance(*found, at) < FINE_GRID_ERROR)
        });
        crossings.next().unwrap_or(at)
    }
}

fn inches(contour: &IntContour) -> Vec<Point> {
    contour.iter().map(|at| [at.x, at.y].map(|x| f64::from(x) / FINE_GRID_PER_INCH)).collect()
}

/// Whether a shape is thinner than a width, inches, on the mean.
fn is_thin(shape: &IntShape, width: f64) -> bool {
    let rings: Vec<Vec<Point>> = shape.iter().map(inches).collect();
    // Holes run the other way.
    let area: f64 = rings.iter().map(|ring| signed_area(ring)).sum();
    let next = |ring: &[Point], index: usize| ring[(index + 1) % ring.len()];
    let around = |ring: &Vec<Point>| -> f64 {
        (0..ring.len()).map(|index| distance(ring[index], next(ring, index))).sum()
    };
    area.abs() * 2.0 <= width * rings.iter().map(around).sum::<f64>()
}

/// The outer rings of some shapes, cut through their holes until none is left.
fn without_holes(mut shapes: IntShapes) -> Vec<IntContour> {
    let mut rings = Vec::with_capacity(shapes.len());
    while let Some(mut shape) = shapes.pop() {
        if let Some(hole) = shape.get(1) {
            let x = |at: &IntPoint| at.x;
            let middle = (hole.iter().map(x).min().unwrap_or(0) + hole.iter().map(x).max().unwrap_or(0)) / 2;
            let reach = shape[0].iter().map(|at| at.x.abs().max(at.y.abs())).max().unwrap_or(0) + 1;
            for [left, right] in [[-reach, middle], [middle, reach]] {
                let corners = [(left, -reach), (right, -reach), (right, reach), (left, reach)];
                let side = vec![vec![corners.map(|(x, y)| IntPoint::new(x, y)).to_vec()]];
                shapes.extend(overlay(std::slice::from_ref(&shape), &side, OverlayRule::Intersect));
            }
        } else if !shape.is_empty() {
            rings.push(shape.swap_remove(0));
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: HIL-3.
    #[test]
    fn a_polygon_is_divided_layer_by_layer() {
        let square = |low: f64, high: f64| vec![[low, low], [high, low], [high, high], [low, high]];
        let strip = |from: f64, to: f64| vec![[from, -9.0], [to, -9.0], [to, 9.0], [from, 9.0]];
        let area = |rings: &Vec<Vec<Point>>| rings.iter().map(|ring| signed_area(ring)).sum::<f64>();
        for (layers, areas, counts, reason) in [
            (vec![], vec![16.0], vec![1], "nothing divides it"),
            (vec![vec![strip(1.0, 9.0)]], vec![12.0, 4.0], vec![1, 1], "one layer"),
            (vec![vec![strip(1.0, 2.0), strip(1.5, 3.0)]], vec![8.0, 8.0], vec![1, 2], "rings that overlap"),
            (
                vec![vec![strip(3.0, 9.0)], vec![strip(1.0, 9.0)]],
                vec![4.0, 8.0, 4.0],
                vec![1, 1, 1],
                "the first layer takes what it covers",
            ),
            (vec![vec![square(1.0, 2.0)]], vec![1.0, 15.0], vec![1, 2], "around a hole it is cut in two"),
            (vec![vec![strip(3.996, 9.0)]], vec![0.0, 16.0], vec![0, 1], "a part of 0.004 is none"),
            (vec![vec![strip(0.004, 9.0)]], vec![16.0, 0.0], vec![1, 0], "nor is it on the other side"),
            (vec![vec![strip(4.0, 9.0)]], vec![0.0, 16.0], vec![0, 1], "what only touches it"),
        ] {
            let layer = |rings: &Vec<Vec<Point>>| Layer {
                within: rings.clone(),
                taken: rings.clone(),
                thinnest: [0.005; 2],
            };
            let layers: Vec<Layer> = layers.iter().map(layer).collect();
            let found = divide(&square(0.0, 4.0), &layers);
            let found_areas: Vec<f64> = found.iter().map(area).collect();
            let near = found_areas.iter().zip(&areas).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(near && found_areas.len() == areas.len(), "{reason}: {found_areas:?}");
            assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), counts, "{reason}");
        }
    }

    /// Corners that are on no grid stay as they are; both parts share the new ones.
    #[test]
    fn corners_of_a_divided_polygon_are_exact() {
        let third = 1.0 / 3.0;
        let ring = [[0.0, 0.0], [4.0, third], [4.0, 2.0 + third], [0.0, 2.0]];
        let step = vec![vec![[third, -1.0], [9.0, -1.0], [9.0, 5.0], [third, 5.0]]];
        let layer = Layer { within: step.clone(), taken: step, thinnest: [0.005; 2] };
        let [inside, outside] = <[_; 2]>::try_from(divide(&ring, &[layer])).unwrap();
        let corners = [inside, outside].map(|rings: Vec<Vec<Point>>| rings.concat());
        assert!(ring.iter().all(|corner| corners.concat().contains(corner)), "{corners:?}");
        let mut shared: Vec<Point> =
            corners[0].iter().filter(|corner| corners[1].contains(corner)).copied().collect();
        shared.sort_by(|a, b| a[1].total_cmp(&b[1]));
        for (found, y) in shared.iter().zip([third * third / 4.0, 2.0 + third * third / 4.0]) {
            assert!(distance(*found, [third, y]) < 1e-12, "{shared:?}");
        }
        assert_eq!(shared.len(), 2, "{corners:?}");
    }

    #[test]
    fn nearly_collinear_corners_are_dropped() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for (ring, expected, reason) in [
            (square.to_vec(), square.to_vec(), "a square"),
            (
                vec![[0.0, 0.0], [1.0, 0.0002], [2.0, -0.0002], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]],
                square.to_vec(),
                "with corners on an edge, to within twice the grid",
            ),
            (
                vec![[0.0, 0.0], [2.0, 0.003], [4.0, 0.0]],
                vec![[0.0, 0.0], [2.0, 0.003], [4.0, 0.0]],
                "a corner off the line",
            ),
            (
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                "an edge that folds back",
            ),
        ] {
            assert_eq!(simplified(&ring), expected, "{reason}");
        }
    }
}
