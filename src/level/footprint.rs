//! Footprints in files: rectangle, circle, polygon, or a line with a thickness.
//!
//! A footprint is written in the coordinates of its piece; a [`Frame`] transforms
//! it to those of the table.

use super::node_measures::NodeMeasures as _;
use super::ron::{Fields, Node};
use crate::table::outline::{first_crossing_edges, first_repeated_corner, signed_area};
use crate::table::plane::distance;
use crate::table::shape::{Point, Shape};

/// The fields of footprints; a file uses those of one form.
pub(super) const FOOTPRINT_FIELDS: [&str; 5] = ["size", "radius", "corners", "line", "thickness"];

/// Corners of a polygon.
pub(super) const MAX_CORNERS: usize = 256;

/// The smallest footprint allowed.
const MIN_AREA_SQUARE_INCHES: f64 = 0.01;

/// Position and rotation of a piece: a rigid transform to the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    at: Point,
    cos: f64,
    sin: f64,
}

impl Frame {
    /// The table itself.
    pub(super) const TABLE: Self = Self { at: [0.0, 0.0], cos: 1.0, sin: 0.0 };

    /// At a point, turned counter-clockwise by so many degrees.
    pub(super) fn new(at: Point, turn: f64) -> Self {
        let radians = turn.to_radians();
        // Quarter turns are exact, so that square pieces stay square.
        let (cos, sin) = match turn.rem_euclid(360.0) {
            0.0 => (1.0, 0.0),
            90.0 => (0.0, 1.0),
            180.0 => (-1.0, 0.0),
            270.0 => (0.0, -1.0),
            _ => (libm::cos(radians), libm::sin(radians)),
        };
        Self { at, cos, sin }
    }

    /// A point of the piece on the table, in whole thousandths.
    pub(super) fn place(&self, [x, y]: Point) -> Point {
        rounded([self.at[0] + x * self.cos - y * self.sin, self.at[1] + x * self.sin + y * self.cos])
    }

    /// The same frame with its origin moved, for parts of a piece.
    pub(super) fn moved(&self, by: Point) -> Self {
        Self { at: self.place(by), ..*self }
    }
}

/// A point in whole thousandths of an inch.
fn rounded(point: Point) -> Point {
    point.map(|inches| (inches * 1000.0).round() / 1000.0)
}

/// A footprint that was read.
pub(super) struct Footprint<'a> {
    /// On the table; `None` after a fault.
    pub(super) shape: Option<Shape>,
    /// The third number of `size`, not yet read.
    pub(super) height: Option<Node<'a>>,
}

impl Footprint<'_> {
    /// The shape of something that has no height of its own.
    pub(super) fn flat(self) -> Option<Shape> {
        if let Some(height) = self.height {
            height.fault("this has no height", "two numbers: width and depth");
            return None;
        }
        self.shape
    }
}

impl From<Option<Shape>> for Footprint<'_> {
    fn from(shape: Option<Shape>) -> Self {
        Self { shape, height: None }
    }
}

/// Reads the one footprint that the fields describe.
pub(super) fn read_footprint<'a>(fields: &Fields<'a>, frame: Frame) -> Footprint<'a> {
    let forms = ["size", "radius", "corners", "line"];
    let given: Vec<&str> = forms.into_iter().filter(|name| fields.get(name).is_some()).collect();
    let (&[form], node) = (given.as_slice(), given.first().and_then(|form| fields.get(form))) else {
        let what = match given.len() {
            0 => "the footprint is missing".to_owned(),
            _ => format!("{} each give a footprint", given.join(" and ")),
        };
        fields.node.fault(what, "exactly one of size, radius, corners, line");
        return None.into();
    };
    if let (Some(thickness), true) = (fields.get("thickness"), form != "line") {
        thickness.fault("only a line has a thickness", "no thickness, or a line");
    }
    match (form, node) {
        (_, None) => None.into(),
        ("size", Some(node)) => read_size(node, frame),
        ("radius", Some(node)) => read_circle(node, frame).into(),
        ("corners", Some(node)) => read_corners(node, frame).into(),
        (_, Some(node)) => read_line(node, fields, frame).into(),
    }
}

/// A rectangle around the origin.
fn read_size<'a>(node: Node<'a>, frame: Frame) -> Footprint<'a> {
    let Some(sides) = node.tuple(2..=3) else { return None.into() };
    let half = |side: &Node| Some(side.inches(0.1..=240.0)?.inches() / 2.0);
    let shape = match (half(&sides[0]), half(&sides[1])) {
        (Some(x), Some(y)) => {
            let corners = [[-x, -y], [x, -y], [x, y], [-x, y]];
            Some(Shape::Polygon(corners.map(|corner| frame.place(corner)).to_vec()))
        }
        _ => None,
    };
    Footprint { shape, height: sides.get(2).copied() }
}

/// A circle around the origin.
fn read_circle(node: Node<'_>, frame: Frame) -> Option<Shape> {
    Some(Shape::Circle { centre: frame.place([0.0, 0.0]), radius: node.inches(0.1..=120.0)?.inches() })
}

/// A polygon; one that runs clockwise is turned round.
fn read_corners(node: Node<'_>, frame: Frame) -> Option<Shape> {
    let (nodes, corners) = read_points(node, 3, frame)?;
    if let Some((first, second)) = first_crossing_edges(&corners) {
        let what = format!(
            "the edge from corner {} touches or crosses the edge from corner {}",
            second + 1,
            first + 1
        );
        nodes[second].fault(what, "corners in order around the piece, so that no edge meets another");
        return None;
    }
    if signed_area(&corners).abs() < MIN_AREA_SQUARE_INCHES {
        node.fault(
            "this polygon has no area",
            format!("corners around at least {MIN_AREA_SQUARE_INCHES} square inches"),
        );
        return None;
    }
    Some(Shape::Polygon(counter_clockwise(corners)))
}

/// The same ring from the same corner, the other way round if need be.
fn counter_clockwise(mut corners: Vec<Point>) -> Vec<Point> {
    if signed_area(&corners) < 0.0 {
        corners[1..].reverse();
    }
    corners
}

/// Points with no two neighbours on the same spot.
fn read_points<'a>(node: Node<'a>, min: usize, frame: Frame) -> Option<(Vec<Node<'a>>, Vec<Point>)> {
    let nodes = node.items(min..=MAX_CORNERS)?;
    let points: Vec<Option<Point>> = nodes.iter().map(Node::point).collect();
    let points = points.into_iter().collect::<Option<Vec<Point>>>()?;
    let placed: Vec<Point> = points.iter().map(|&point| frame.place(point)).collect();
    // The closing edge of a line of two points is harmless.
    if let Some(at) = first_repeated_corner(&placed).filter(|&at| at > 0 || min > 2) {
        nodes[at].fault(
            "this point lies on the one before it",
            "each point once, and the first one not again at the end",
        );
        return None;
    }
    Some((nodes, placed))
}

/// A wall or hedge along a line of points.
fn read_line(node: Node<'_>, fields: &Fields<'_>, frame: Frame) -> Option<Shape> {
    let thickness = fields.need("thickness").and_then(|node| node.inches(0.1..=12.0));
    let (_, points) = read_points(node, 2, frame)?;
    if points.len() * 2 > MAX_CORNERS {
        node.fault(format!("this line has {} points", points.len()), format!("at most {}", MAX_CORNERS / 2));
        return None;
    }
    let corners = around_line(&points, thickness?.inches() / 2.0);
    if first_crossing_edges(&corners).is_some() {
        node.fault("this line turns too sharply or touches itself", "gentler turns, or several pieces");
        return None;
    }
    Some(Shape::Polygon(counter_clockwise(corners)))
}

/// Corners of the band on both sides of a line of points.
fn around_line(points: &[Point], half: f64) -> Vec<Point> {
    let right = (0..points.len()).map(|index| beside(points, index, half));
    let left = (0..points.len()).rev().map(|index| beside(points, index, -half));
    right.chain(left).map(rounded).collect()
}

/// The corner of the band right (left if negative) of a point of its line.
fn beside(points: &[Point], index: usize, half: f64) -> Point {
    let before = direction(points[index.saturating_sub(1)], points[index]);
    let after = points.get(index + 1).and_then(|&next| direction(points[index], next));
    let (Some(one), Some(other)) = (before.or(after), after.or(before)) else {
        return points[index];
    };
    let sum = [one[0] + other[0], one[1] + other[1]];
    // The sum has length 2 cos(turn / 2); the mitre has length half / cos(turn / 2).
    let reach = half * 2.0 / (sum[0] * sum[0] + sum[1] * sum[1]).max(0.1);
    [points[index][0] + sum[1] * reach, points[index][1] - sum[0] * reach]
}

/// The unit vector from one point to another; `None` if they coincide.
fn direction(from: Point, to: Point) -> Option<Point> {
    let length = distance(from, to);
    if length == 0.0 { None } else { Some([(to[0] - from[0]) / length, (to[1] - from[1]) / length]) }
}
