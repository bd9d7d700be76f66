//! The table as it lies under every plan: ground, terrain, hills, buildings, and the squares of the atlas. Drawn once in a page.

use super::MARGIN;
use super::labels::{Labels, Size};
use super::shapes::{area, polyline, shape, upside_down};
use crate::game::narration::words::{capitalised, piece as piece_name};
use crate::game::table_edge::middle;
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::table::piece::{Kind, OpeningKind, Piece, Wall};
use crate::table::plane::Leg;
use crate::table::shape::Point;
use tabletop::text::markup::{Markup, number, point_into};

/// Width of the squares of the atlas, inches.
const SQUARE: f64 = 12.0;

/// Writes what all plans of a page have in common: the table, patterns, arrows, six-sided bases.
pub(in crate::report) fn definitions(page: &mut Markup, setup: &Setup) {
    page.within(
        "svg",
        &[("class", "definitions"), ("width", "0"), ("height", "0"), ("aria-hidden", "true")],
        |page| {
            page.within("defs", &[], |page| {
                page.fixed(include_str!("patterns.svg"));
                bases(page, setup);
                page.within("g", &[("id", "table")], |page| table(page, setup));
            });
        },
    );
    page.line();
}

/// The six-sided bases of side B, by their size in thousandths.
fn bases(page: &mut Markup, setup: &Setup) {
    let units = setup.level.forces[Side::B.index()].units.iter();
    let mut sizes: Vec<i32> = units.map(|unit| setup.card(unit).base.diameter.0).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let radius = f64::from(size) / 2000.0;
        let mut points = String::new();
        for [x, y] in [[1.0, 0.0], [0.5, 0.866], [-0.5, 0.866], [-1.0, 0.0], [-0.5, -0.866], [0.5, -0.866]] {
            point_into(&mut points, [radius * x, radius * y]);
        }
        page.empty("polygon", &[("id", &format!("base-{size}")), ("points", points.trim_end())]);
    }
}

fn table(page: &mut Markup, setup: &Setup) {
    let terrain = &setup.level.terrain;
    let [width, depth] = terrain.size;
    let [x, y, w, h] = [-width / 2.0, -depth / 2.0, width, depth].map(number);
    page.empty("rect", &[("class", "ground"), ("x", &x), ("y", &y), ("width", &w), ("height", &h)]);
    for layer in 0..=LAST_LAYER {
        for piece in terrain.pieces.iter().filter(|piece| layer_of(&piece.kind) == layer) {
            draw(page, piece);
        }
    }
    squares(page, [width, depth]);
    names(page, &terrain.pieces, [width, depth]);
    page.empty("rect", &[("class", "rim"), ("x", &x), ("y", &y), ("width", &w), ("height", &h)]);
}

const LAST_LAYER: u8 = 4;

/// Later layers lie over earlier ones.
fn layer_of(kind: &Kind) -> u8 {
    match kind {
        Kind::Hill { .. } => 0,
        Kind::Ground | Kind::Pavement | Kind::Bog | Kind::Field { .. } => 1,
        Kind::Ruin { .. } | Kind::Structure { .. } => 2,
        Kind::Linear { .. } | Kind::Point { .. } => 3,
        Kind::Wood { .. } => LAST_LAYER,
    }
}

fn draw(page: &mut Markup, piece: &Piece) {
    match &piece.kind {
        Kind::Hill { steps } => {
            for (index, step) in steps.iter().enumerate() {
                shape(page, &format!("hill step-{}", index.min(3)), &step.outline);
            }
        }
        Kind::Ground => {
            let class = if piece.going.is_some() { "rough" } else { "plain" };
            shape(page, class, &piece.footprint);
        }
        Kind::Pavement => shape(page, "road", &piece.footprint),
        Kind::Bog => grown(page, ["bog", "reeds"], piece),
        Kind::Field { .. } => grown(page, ["field", "furrows"], piece),
        Kind::Wood { .. } => grown(page, ["wood", "trees"], piece),
        Kind::Linear { .. } => shape(page, "linear", &piece.footprint),
        Kind::Point { .. } => shape(page, "point", &piece.footprint),
        Kind::Ruin { walls: standing, .. } => {
            grown(page, ["ruin", "rubble"], piece);
            standing.iter().for_each(|wall| draw_wall(page, wall));
        }
        Kind::Structure { levels, .. } => {
            shape(page, "floor", &piece.footprint);
            for upper in levels.iter().skip(1) {
                shape(page, "upper", upper.outline.as_ref().unwrap_or(&piece.footprint));
            }
            levels.iter().take(1).flat_map(|level| &level.walls).for_each(|wall| draw_wall(page, wall));
        }
    }
}

/// A piece with what grows or lies on it.
fn grown(page: &mut Markup, classes: [&str; 2], piece: &Piece) {
    classes.iter().for_each(|class| shape(page, class, &piece.footprint));
}

fn draw_wall(page: &mut Markup, wall: &Wall) {
    let leg = Leg { from: wall.from, to: wall.to };
    let length = leg.length();
    polyline(page, "wall", &[wall.from, wall.to]);
    for opening in wall.openings.iter().filter(|_| length > 0.0) {
        let class = match opening.kind {
            OpeningKind::Door => "door",
            OpeningKind::Window => "window",
            OpeningKind::Hole => "hole",
        };
        let half = opening.width.inches() / 2.0;
        let ends = [-half, half].map(|off| leg.at(((opening.along.inches() + off) / length).clamp(0.0, 1.0)));
        polyline(page, class, &ends);
    }
}

/// A square's lines every foot from the table's middle, with letters and numbers in the margin.
fn squares(page: &mut Markup, [width, depth]: Point) {
    let lines = |size: f64| {
        let count = (size / SQUARE).ceil() as i32;
        (0..=count)
            .map(move |index| (f64::from(index) * SQUARE - size / 2.0).min(size / 2.0))
            .collect::<Vec<f64>>()
    };
    let (columns, rows) = (lines(width), lines(depth));
    for x in columns.iter().filter(|x| x.abs() < width / 2.0) {
        polyline(page, "square", &[[*x, -depth / 2.0], [*x, depth / 2.0]]);
    }
    for y in rows.iter().filter(|y| y.abs() < depth / 2.0) {
        polyline(page, "square", &[[-width / 2.0, *y], [width / 2.0, *y]]);
    }
    for (column, letter) in columns.windows(2).zip('A'..='Z') {
        let x = (column[0] + column[1]) / 2.0;
        note(page, [x - (column[1] - column[0]) / 2.0 + 1.0, depth / 2.0 - 0.35 - 1.0], &letter.to_string());
    }
    for (index, row) in rows.iter().rev().collect::<Vec<_>>().windows(2).enumerate() {
        let y = (row[0] + row[1]) / 2.0;
        note(page, [-width / 2.0 - MARGIN / 2.0 + 2.0, y - 0.35], &(index + 1).to_string());
    }
}

fn note(page: &mut Markup, at: Point, text: &str) {
    let [x, y] = upside_down(at).map(number);
    page.element("text", &[("class", "square-name"), ("x", &x), ("y", &y)], text);
}

/// The names of larger pieces.
fn names(page: &mut Markup, pieces: &[Piece], [width, depth]: Point) {
    const SMALLEST: f64 = 5.0;
    const LETTERS: f64 = 1.05;
    let mut labels = Labels::new([width / 2.0, depth / 2.0]);
    let mut placed: Vec<(Point, Size)> = Vec::new();
    for piece in pieces {
        let [low, high] = piece.footprint.bounds();
        let size = Size::of_text(&piece.id, LETTERS);
        let at = middle(&piece.footprint);
        let covers = placed.iter().any(|(other, its)| {
            (at[0] - other[0]).abs() < (size.width + its.width) / 2.0
                && (at[1] - other[1]).abs() < (size.height + its.height) / 2.0
        });
        let is_large = (high[0] - low[0]).max(high[1] - low[1]) >= SMALLEST;
        if !is_large || covers || matches!(piece.kind, Kind::Linear { .. }) {
            continue;
        }
        placed.push((at, size));
        labels.take(at, size);
        let [x, y] = upside_down([at[0], at[1] - 0.35]).map(number);
        page.element(
            "text",
            &[("class", "place"), ("x", &x), ("y", &y)],
            &capitalised(&piece_name(&piece.id)),
        );
    }
    let scale = [[width / 2.0 - 7.0, -depth / 2.0 + 0.9], [width / 2.0 - 1.0, -depth / 2.0 + 0.9]];
    area(page, "scale", &scale);
    let [x, y] = upside_down([width / 2.0 - 4.0, -depth / 2.0 + 1.3]).map(number);
    page.element("text", &[("class", "square-name"), ("x", &x), ("y", &y)], "6 inches");
}
