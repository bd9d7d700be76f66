//! The four edges of the table, and whose is which.

use super::engine::view::View;
use crate::rules::ids::Side;
use crate::table::shape::{Point, Shape};

/// An edge of the table: its unit normal pointing outward, and its distance from the table's centre, inches.
pub type TableEdge = [f64; 3];

/// The four edges of a table: south, north, west, east.
pub fn edges([width, depth]: Point) -> [TableEdge; 4] {
    let (x, y) = (width / 2.0, depth / 2.0);
    [[0.0, -1.0, y], [0.0, 1.0, y], [-1.0, 0.0, x], [1.0, 0.0, x]]
}

/// Distance from a point to an edge, inches.
pub fn from_edge([nx, ny, offset]: TableEdge, [x, y]: Point) -> f64 {
    offset - nx * x - ny * y
}

/// Distance from a point to the nearest edge, inches.
pub fn from_any_edge(size: Point, at: Point) -> f64 {
    edges(size).map(|edge| from_edge(edge, at)).into_iter().fold(f64::INFINITY, f64::min)
}

/// A side's own edge: the one nearest to the centre of its deployment zone.
///
/// Rule: MIS-2.
pub fn own_edge(view: View, side: Side) -> TableEdge {
    edge_of_zone(view.terrain().size, view.zone(side))
}

/// The edge nearest to the centre of a zone.
pub fn edge_of_zone(size: Point, zone: &Shape) -> TableEdge {
    let centre = middle(zone);
    let mut edges = edges(size);
    edges.sort_by(|a, b| from_edge(*a, centre).total_cmp(&from_edge(*b, centre)));
    edges[0]
}

/// The centre of what bounds a shape.
pub fn middle(shape: &Shape) -> Point {
    let [low, high] = shape.bounds();
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

/// An edge in words: x runs east, y north.
pub fn name([nx, ny, _]: TableEdge) -> &'static str {
    match (nx > 0.0, nx < 0.0, ny > 0.0) {
        (true, _, _) => "eastern",
        (_, true, _) => "western",
        (_, _, true) => "northern",
        _ => "southern",
    }
}

/// The point so far along an edge from its middle, counter-clockwise, and so far inside it; inches.
pub fn point_at([nx, ny, offset]: TableEdge, along: f64, inside: f64) -> Point {
    let out = offset - inside;
    [nx * out - ny * along, ny * out + nx * along]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: MIS-2.
    #[test]
    fn a_zone_lies_at_its_nearest_edge() {
        let size = [72.0, 48.0];
        let strip =
            |low: Point, high: Point| Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]]);
        for (zone, edge) in [
            (strip([-36.0, -24.0], [36.0, -12.0]), "southern"),
            (strip([-36.0, 12.0], [36.0, 24.0]), "northern"),
            (strip([-36.0, -24.0], [-26.0, 24.0]), "western"),
            (Shape::Circle { centre: [30.0, 0.0], radius: 5.0 }, "eastern"),
        ] {
            let nearest = edge_of_zone(size, &zone);
            assert_eq!(name(nearest), edge);
            let [at, further] = [0.0, 3.0].map(|along| point_at(nearest, along, 2.0));
            assert_eq!([from_edge(nearest, at), from_edge(nearest, further)], [2.0; 2]);
            assert_eq!(crate::table::plane::distance(at, further), 3.0);
            assert_eq!(from_any_edge(size, at), 2.0);
        }
    }
}
