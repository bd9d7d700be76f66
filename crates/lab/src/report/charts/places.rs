//! The tables from above.

use tabletop::text::markup::{Markup, number};

use super::{about, dot, points};
use crate::findings::{Findings, Layer, Mean};
use crate::instruments::Ground;
use crate::report::numbers::{Form, count};
use crate::report::words::sheets::shown_arms;

/// A table from above for each ruleset that is shown.
pub(super) fn places(
    page: &mut Markup,
    findings: &Findings,
    (table, blocks): (usize, u64),
    layers: (&[Layer], &[Layer]),
) {
    let Some(ground) = findings.grounds.get(table) else { return };
    about(
        page,
        &format!(
            "{}: the fuller of colour a square and the larger a dot, the more often; each drawing by its own fullest square; {}.{}",
            findings.tables[table],
            count(blocks, "block", "blocks"),
            equal(findings, layers)
        ),
    );
    page.within("div", &[("class", "places")], |page| {
        for (arm, name) in findings.arms.iter().take(shown_arms(findings)).enumerate() {
            page.within("figure", &[], |page| {
                page.element("figcaption", &[], &format!("{}, {}", findings.tables[table], name.name));
                place(page, ground, arm, layers);
            });
        }
    });
    page.within("p", &[("class", "legend")], |page| {
        for (index, layer) in layers.0.iter().chain(layers.1).enumerate() {
            let shape = if index < layers.0.len() { "rect" } else { "circle" };
            let side = index % layers.0.len().max(1);
            page.within("span", &[], |page| {
                page.within("svg", &[("viewBox", "0 0 10 10"), ("width", "10"), ("height", "10")], |page| {
                    let class = format!("shade side-{side}");
                    match shape {
                        "rect" => page.empty("rect", &[("class", &class), ("width", "10"), ("height", "10")]),
                        _ => fallen(page, side, [5.0, 5.0], 3.5),
                    }
                });
                page.text(&format!(" {}", layer.words));
            });
        }
    });
}

/// The mark of a layer of dots: the second has corners, for who sees no colours.
fn fallen(page: &mut Markup, side: usize, [x, y]: [f64; 2], radius: f64) {
    let class = format!("fallen side-{side}");
    if side == 0 {
        return dot(page, &class, [x, y], radius);
    }
    let far = 1.25 * radius;
    let corners = [[x, y - far], [x + far, y], [x, y + far], [x - far, y]];
    page.empty("polygon", &[("class", &class), ("points", &points(corners.into_iter()))]);
}

/// The fullest square of each layer, and how far apart it is in two equal arms.
fn equal(findings: &Findings, (shades, dots): (&[Layer], &[Layer])) -> String {
    let said = shades.iter().chain(dots).filter_map(|layer| {
        let Mean { value, interval, noise, .. } = layer.fullest;
        let form = Form::of_interval(interval, false);
        Some(format!("{} {} ± {}", layer.words, form.level(value), form.plain(noise?)))
    });
    let said: Vec<String> = said.collect();
    match (said.is_empty(), findings.arms.first()) {
        (false, Some(first)) => format!(
            " The fullest squares of {}, a game, and how far apart they are in two equal arms with dice of their own: {}.",
            first.name,
            said.join(", ")
        ),
        _ => String::new(),
    }
}

fn place(page: &mut Markup, ground: &Ground, arm: usize, (shades, dots): (&[Layer], &[Layer])) {
    let [width, depth] = ground.size;
    let [columns, _] = ground.squares();
    let view = [0.0, 0.0, width, depth].map(number).join(" ");
    // The y axis of a drawing runs down.
    let corner = |square: usize| {
        let [column, row] = [square % columns, square / columns];
        [column as f64 * ground.square, depth - (row + 1) as f64 * ground.square]
    };
    page.within("svg", &[("viewBox", &view), ("class", "place"), ("role", "img")], |page| {
        page.element("title", &[], "the table from above");
        let [w, h, side] = [width, depth, ground.square].map(number);
        page.empty("rect", &[("class", "ground"), ("width", &w), ("height", &h)]);
        for (index, layer) in shades.iter().enumerate() {
            let top = layer.arms[arm].iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            for (square, value) in layer.arms[arm].iter().enumerate().filter(|(_, value)| **value > 0.0) {
                let [x, y] = corner(square).map(number);
                let opacity = number(0.75 * (value / top).sqrt());
                let class = format!("shade side-{index}");
                page.empty(
                    "rect",
                    &[
                        ("class", &class),
                        ("x", &x),
                        ("y", &y),
                        ("width", &side),
                        ("height", &side),
                        ("opacity", &opacity),
                    ],
                );
            }
        }
        for outline in &ground.outlines {
            let corners = outline.iter().map(|[x, y]| [x + width / 2.0, depth / 2.0 - y]);
            page.empty("polygon", &[("class", "outline"), ("points", &points(corners))]);
        }
        for (index, layer) in dots.iter().enumerate() {
            let top = layer.arms[arm].iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            for (square, value) in layer.arms[arm].iter().enumerate().filter(|(_, value)| **value > 0.0) {
                let [x, y] = corner(square);
                // Dots of two sides stand beside each other.
                let x = x + ground.square * (0.3 + 0.4 * index as f64);
                let radius = 0.42 * ground.square * (value / top).sqrt();
                fallen(page, index, [x, y + ground.square / 2.0], radius);
            }
        }
    });
}
