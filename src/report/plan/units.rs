//! A unit on a plan: the ground that it stands on, its models, its tag.

use super::labels::{Labels, Size};
use super::shapes::{class_of, upside_down};
use super::{circle, is_suppressed, translate};
use crate::level::setup::Setup;
use crate::report::data::{Report, Standing};
use crate::rules::ids::Side;
use crate::table::plane::hull;
use crate::table::shape::Point;
use tabletop::text::markup::{Markup, number, point_into};

/// Margin of a block beyond the bases of its models, inches.
const BLOCK_MARGIN: f64 = 0.45;

/// The ground that a unit stands on.
pub(super) fn block(page: &mut Markup, setup: &Setup, unit: &Standing) {
    let Some(start) = setup.unit(unit.unit) else { return };
    let radius = setup.card(start).base.radius() + BLOCK_MARGIN;
    let places: Vec<Point> = unit.models.iter().map(|model| upside_down(model.at.ground())).collect();
    let mut corners = String::new();
    let around = if places.len() > 2 { hull(&places) } else { places };
    for [x, y] in &around {
        point_into(&mut corners, [*x, *y]);
    }
    let suppressed = if is_suppressed(unit) { " suppressed" } else { "" };
    let class = format!("block{suppressed} {}", class_of(unit.unit.side));
    // A point has no edge to draw round.
    if let [x, y] = around.first().copied().unwrap_or_default()
        && around.len() == 1
    {
        let [x, y, r] = [x, y, radius].map(number);
        return page
            .empty("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &r), ("stroke-width", "0")]);
    }
    let wide = number(2.0 * radius);
    page.empty("polygon", &[("class", &class), ("points", corners.trim_end()), ("stroke-width", &wide)]);
}

/// A unit's models: A's bases are round, B's six-sided, as in the window.
pub(super) fn models(page: &mut Markup, setup: &Setup, unit: &Standing) {
    let Some(start) = setup.unit(unit.unit) else { return };
    let (side, base) = (unit.unit.side, setup.card(start).base);
    let radius = base.radius();
    let word = format!(
        "{} ({}): {} of {} models, {}",
        start.name,
        unit.unit,
        unit.models.len(),
        unit.of,
        unit.state
    );
    let (class, id) = (format!("unit {}", class_of(side)), unit.unit.to_string());
    page.within("g", &[("class", &class), ("data-unit", &id)], |page| {
        page.element("title", &[], &word);
        let mut looks = String::new();
        for model in &unit.models {
            let at = model.at.ground();
            let [x, y] = upside_down(at).map(number);
            match side {
                Side::A => page.empty("circle", &[("cx", &x), ("cy", &y), ("r", &number(radius))]),
                Side::B => {
                    let base = format!("#base-{}", base.diameter.0);
                    page.empty("use", &[("href", &base), ("x", &x), ("y", &y)]);
                }
            }
            let ahead = model.facing.direction();
            let nose = [at[0] + radius * ahead[0], at[1] + radius * ahead[1]];
            for (command, point) in [('M', at), ('L', nose)] {
                looks.push(command);
                point_into(&mut looks, upside_down(point));
            }
        }
        page.empty("path", &[("class", "looks"), ("d", looks.trim_end())]);
        for leader in unit.models.iter().filter(|model| model.leads && unit.models.len() > 1) {
            circle(page, "leader", leader.at.ground(), 0.45 * radius);
        }
    });
}

/// Beside a unit: its id, on the shape of its side, and what is left of it.
pub(super) fn tag(page: &mut Markup, report: &Report, unit: &Standing, labels: &mut Labels) {
    let places: Vec<Point> = unit.models.iter().map(|model| model.at.ground()).collect();
    let Some(start) = report.setup.unit(unit.unit) else { return };
    let radius = report.setup.card(start).base.radius();
    let spread = |axis: usize| {
        let along = || places.iter().map(move |place| place[axis]);
        let (low, high) = (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max));
        [(low + high) / 2.0, (high - low) / 2.0 + radius + 0.2]
    };
    let [[x, dx], [y, dy]] = [spread(0), spread(1)];
    let left = if unit.models.len() < unit.of {
        format!("{}/{}", unit.models.len(), unit.of)
    } else {
        unit.of.to_string()
    };
    let (id, class) = (unit.unit.to_string(), format!("tag {}", class_of(unit.unit.side)));
    let badge = if id.len() > 2 { 3.2 } else { 2.6 };
    let text = 0.68 * left.len() as f64;
    let at = labels.place([x, y], [dx, dy], Size { width: badge + text + 0.3, height: 1.7 });
    let (from, half) = (-(badge + text) / 2.0, 0.85);
    page.within("g", &[("class", &class), ("transform", &translate(at))], |page| {
        let [x, y, wide, high] = [from, -half, badge, 2.0 * half].map(number);
        match unit.unit.side {
            Side::A => page.empty(
                "rect",
                &[
                    ("class", "badge"),
                    ("x", &x),
                    ("y", &y),
                    ("width", &wide),
                    ("height", &high),
                    ("rx", "0.85"),
                ],
            ),
            Side::B => {
                let corners = [
                    [from, 0.0],
                    [from + 0.5, -half],
                    [from + badge - 0.5, -half],
                    [from + badge, 0.0],
                    [from + badge - 0.5, half],
                    [from + 0.5, half],
                ];
                let mut points = String::new();
                corners.iter().for_each(|corner| point_into(&mut points, *corner));
                page.empty("polygon", &[("class", "badge"), ("points", points.trim_end())]);
            }
        }
        page.element("text", &[("class", "id"), ("x", &number(from + badge / 2.0)), ("y", "0.5")], &id);
        page.element("text", &[("class", "left"), ("x", &number(from + badge + 0.25)), ("y", "0.5")], &left);
    });
}
