//! Shapes of the table as the elements of a drawing, whose y axis runs down.

use crate::rules::ids::Side;
use crate::table::shape::{Point, Shape};
use tabletop::text::markup::{Markup, number, point_into};

/// The class of a side's colour.
pub(in crate::report) fn class_of(side: Side) -> &'static str {
    match side {
        Side::A => "a",
        Side::B => "b",
    }
}

/// A point of the table in the drawing.
pub(super) fn upside_down([x, y]: Point) -> Point {
    [x, -y]
}

/// A shape.
pub(super) fn shape(page: &mut Markup, class: &str, shape: &Shape) {
    match shape {
        Shape::Circle { centre, radius } => {
            let [x, y] = upside_down(*centre).map(number);
            page.empty("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &number(*radius))]);
        }
        Shape::Polygon(corners) => area(page, class, corners),
    }
}

/// A polygon.
pub(super) fn area(page: &mut Markup, class: &str, corners: &[Point]) {
    page.empty("polygon", &[("class", class), ("points", &points(corners))]);
}

/// A line of one or more legs.
pub(super) fn polyline(page: &mut Markup, class: &str, corners: &[Point]) {
    page.empty("polyline", &[("class", class), ("points", &points(corners))]);
}

fn points(corners: &[Point]) -> String {
    let mut text = String::new();
    corners.iter().for_each(|corner| point_into(&mut text, upside_down(*corner)));
    text.trim_end().to_owned()
}
