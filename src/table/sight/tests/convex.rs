//! Shadows of convex prisms against those of the same prisms taken to be of any figure.

use super::*;
use crate::table::sight::blocks::Occluder;
use crate::table::sight::look::Figure;
use crate::table::sight::seen::Seen;

/// The share of a body that one prism hides.
fn hidden(look: Look, cast: impl FnOnce(&mut Shadows)) -> f64 {
    let mut shadows = Shadows::new(look);
    cast(&mut shadows);
    shadows.covered()
}

/// Walls with openings, steps, floors and rocks of every height, turned this way and that.
fn prisms() -> Terrain {
    let turned = |[x, y]: Point, turn: f64, height: i32| {
        let [c, s] = [libm::cos(turn), libm::sin(turn)];
        let corner = |[a, b]: Point| [x + a * c - b * s, y + a * s + b * c];
        let corners = [[-1.5, -0.2], [1.0, -0.4], [1.7, 0.1], [0.3, 0.6], [-1.2, 0.5]].map(corner);
        piece("rock", Shape::Polygon(corners.to_vec()), Kind::Point { height: Thou(height) })
    };
    let rocks = (0..12).map(|nth| {
        let at = [f64::from(nth % 4) * 5.0 - 8.0, f64::from(nth / 4) * 6.0 - 6.5];
        turned(at, f64::from(nth) * 0.7, 400 + 350 * nth)
    });
    table(
        rocks
            .chain([house(), cliff(900), round(6.0, -5.0, 1.5, 900), round(-6.0, 2.0, 1.0, 5000), loft()])
            .collect(),
    )
}

/// How far over a model's eyes another one's are.
fn rise_of_eyes(from: &SightBody, to: &SightBody) -> f64 {
    Figure::new(to).eyes - Figure::new(from).eyes
}

/// Rule: VIS-1.
#[test]
fn a_convex_prism_hides_what_it_hides_as_any_figure() {
    let table = prisms();
    let [mut partly, mut wholly, mut back_counted] = [0; 3];
    for [from, to] in pairs(&table, 1500) {
        let look = Look::new(&from, &to);
        // Of what the eyes are in only chains tell what is level with them exactly; nobody stands so.
        let fits = |block: &&Occluder| block.is_convex && !block.region.contains(from.foot.ground(), 0.0);
        for block in table.sight.all().iter().filter(fits) {
            let moved = look.clearing(block, table.touch_depth());
            let found = hidden(look, |shadows| shadows.cast(block, moved));
            let plain = Occluder { is_convex: false, ..block.clone() };
            let expected = hidden(look, |shadows| shadows.cast(&plain, moved));
            assert!((found - expected).abs() < 1e-9, "{found}, not {expected}: {block:?}, {from:?} {to:?}");
            // And as eyes see it that look at many bodies.
            let seen = Seen::new(&from, block);
            let found = hidden(look, |shadows| {
                if !seen.is_missed_by(&look) {
                    shadows.cast_seen(&seen, block, table.touch_depth());
                }
            });
            assert!((found - expected).abs() < 1e-9, "{found}, not {expected}: {seen:?}, {from:?} {to:?}");
            partly += usize::from(expected > 0.01 && expected < 0.99);
            wholly += usize::from(expected > 0.99);
            if let Some([right, left]) = seen.hides_back(&look, rise_of_eyes(&from, &to)) {
                let back = Look::new(&to, &from);
                let share =
                    hidden(back, |shadows| shadows.cast(block, back.clearing(block, table.touch_depth())));
                let wide = left.min(back.half) - right.max(-back.half);
                assert!(share > wide / (2.0 * back.half) - 1e-9, "{share} back: {block:?}, {from:?} {to:?}");
                back_counted += usize::from(wide > 0.0);
            }
        }
    }
    assert!(partly > 300 && wholly > 100, "{partly} partly, {wholly} wholly");
    assert!(back_counted > 100, "{back_counted} back");
}

/// Rule: VIS-1. From eyes 10 away lines to a model 1 wide are 0.275 to either side where they pass 4.5 before it.
#[test]
fn one_wide_and_high_prism_hides_a_model() {
    let [from, to] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    for (low, high, height, expected, reason) in [
        ([4.5, -0.28], [4.55, 0.28], 5000, true, "hardly wide enough"),
        ([4.5, -0.27], [4.55, 0.28], 5000, false, "his right side shows"),
        ([4.5, -0.28], [4.55, 0.27], 5000, false, "his left side shows"),
        ([4.5, -0.28], [4.55, 0.28], 1300, true, "hardly high enough"),
        ([4.5, -0.28], [4.55, 0.28], 1150, false, "his head shows"),
        ([-2.0, -3.0], [-1.0, 3.0], 5000, false, "behind the model"),
        ([10.5, -3.0], [11.0, 3.0], 5000, false, "behind the body"),
    ] {
        let table = table(vec![rock(low, high, height)]);
        let seen = Seen::new(&from, &table.sight.all()[0]);
        let found = seen.hides_back(&Look::new(&from, &to), rise_of_eyes(&from, &to));
        let wholly = found.is_some_and(|[right, left]| right <= -from.radius && left >= from.radius);
        assert_eq!(wholly, expected, "{reason}: {found:?}");
        assert_eq!(table.fraction_in_view(&to, &from) == 0.0, expected, "{reason}");
    }
}
