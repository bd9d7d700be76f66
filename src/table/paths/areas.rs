//! Unions of rings of corners, in whole thousandths.
//!
//! On one grid what nearly coincides coincides, whatever is united first; figures that lie
//! upon each other by the hundred would else leave slivers without end.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::i_shape::int::shape::{IntContour, IntShapes};

use crate::table::shape::Point;

/// Thousandths of an inch.
const GRID: f64 = 1000.0;

/// How many figures are united at a time: what each edge of one meets of all others grows with
/// the square of their number.
const TOGETHER: usize = 8;

/// The union of some rings, without others, as polygons: an outer ring of corners and its holes.
/// All rings run counter-clockwise.
pub(super) fn united_without(rings: &[Vec<Point>], taken: &[Vec<Point>]) -> Vec<Vec<Vec<Point>>> {
    let of = |rings: &[Vec<Point>]| rings.iter().map(|ring| vec![vec![on_grid(ring)]]).collect();
    let left = Overlay::with_shapes(&united(of(rings)), &united(of(taken)))
        .overlay(OverlayRule::Difference, FillRule::NonZero);
    let off_grid = |ring: IntContour| ring.into_iter().map(|at| [at.x, at.y].map(|x| f64::from(x) / GRID));
    let polygon = |rings: Vec<IntContour>| rings.into_iter().map(|ring| off_grid(ring).collect()).collect();
    left.into_iter().map(polygon).collect()
}

fn united(mut figures: Vec<IntShapes>) -> IntShapes {
    while figures.len() > 1 {
        let union = |some: &[IntShapes]| {
            Overlay::with_shapes(&some.concat(), &[]).overlay(OverlayRule::Subject, FillRule::NonZero)
        };
        figures = figures.chunks(TOGETHER).map(union).collect();
    }
    figures.pop().unwrap_or_default()
}

fn on_grid(ring: &[Point]) -> IntContour {
    ring.iter().map(|at| at.map(|x| (x * GRID).round() as i32)).map(|[x, y]| IntPoint::new(x, y)).collect()
}
