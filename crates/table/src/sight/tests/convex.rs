//! Shadows of convex prisms against those of the same prisms treated as concave.

use super::*;
use crate::sight::occluders::Occluder;
use crate::sight::prepared_occluder::PreparedOccluder;
use crate::sight::view_frame::BodyInches;

/// The share of a body that one prism hides.
fn hidden(frame: ViewFrame, cast: impl FnOnce(&mut Shadows)) -> f64 {
    let mut shadows = Shadows::new(frame);
    cast(&mut shadows);
    shadows.covered()
}

/// Walls with openings, steps, floors, and rocks of all heights at various angles.
fn prisms() -> Terrain {
    let turned = |[x, y]: Point, turn: f64, height: i32| {
        let [c, s] = [libm::cos(turn), libm::sin(turn)];
        let corner = |[a, b]: Point| [x + a * c - b * s, y + a * s + b * c];
        let corners = [[-1.5, -0.2], [1.0, -0.4], [1.7, 0.1], [0.3, 0.6], [-1.2, 0.5]].map(corner);
        piece("rock", Shape::Polygon(corners.to_vec()), Kind::Point { height: Thou(height) })
    };
    let rocks = (0..12).map(|index| {
        let at = [f64::from(index % 4) * 5.0 - 8.0, f64::from(index / 4) * 6.0 - 6.5];
        turned(at, f64::from(index) * 0.7, 400 + 350 * index)
    });
    table(
        rocks
            .chain([house(), cliff(900), round(6.0, -5.0, 1.5, 900), round(-6.0, 2.0, 1.0, 5000), loft()])
            .collect(),
    )
}

/// The second model's eyes relative to the first model's.
fn rise_of_eyes(from: &SightBody, to: &SightBody) -> f64 {
    BodyInches::new(to).eyes - BodyInches::new(from).eyes
}

/// Rule: VIS-1.
#[test]
fn a_convex_prism_hides_what_it_hides_as_a_concave_one() {
    let table = prisms();
    let [mut partly, mut wholly, mut reverse] = [0; 3];
    for [from, to] in pairs(&table, 1500) {
        let frame = ViewFrame::new(&from, &to);
        // If it contains the eyes, only the chains handle what is exactly level with them; no model stands like that.
        let fits =
            |occluder: &&Occluder| occluder.is_convex && !occluder.region.contains(from.foot.ground(), 0.0);
        for occluder in table.sight.all().iter().filter(fits) {
            let shift = frame.clearance_shift(occluder, table.touch_depth());
            let found = hidden(frame, |shadows| shadows.cast(occluder, shift));
            let plain = Occluder { is_convex: false, ..occluder.clone() };
            let expected = hidden(frame, |shadows| shadows.cast(&plain, shift));
            assert!(
                (found - expected).abs() < 1e-9,
                "{found}, not {expected}: {occluder:?}, {from:?} {to:?}"
            );
            // And prepared, for eyes that look at many bodies.
            let prepared = PreparedOccluder::new(&from, occluder);
            let found = hidden(frame, |shadows| {
                if !prepared.is_surely_missed_by(&frame) {
                    let _ = shadows.cast_prepared(&prepared, occluder, table.touch_depth());
                }
            });
            assert!(
                (found - expected).abs() < 1e-9,
                "{found}, not {expected}: {prepared:?}, {from:?} {to:?}"
            );
            partly += usize::from(expected > 0.01 && expected < 0.99);
            wholly += usize::from(expected > 0.99);
            if let Some([right, left]) = prepared.hidden_part_of_observer(&frame, rise_of_eyes(&from, &to)) {
                let back = ViewFrame::new(&to, &from);
                let share = hidden(back, |shadows| {
                    shadows.cast(occluder, back.clearance_shift(occluder, table.touch_depth()))
                });
                let width = left.min(back.half) - right.max(-back.half);
                assert!(
                    share > width / (2.0 * back.half) - 1e-9,
                    "{share} back: {occluder:?}, {from:?} {to:?}"
                );
                reverse += usize::from(width > 0.0);
            }
        }
    }
    assert!(partly > 300 && wholly > 100, "{partly} partly, {wholly} wholly");
    assert!(reverse > 100, "{reverse} in reverse");
}

/// Rule: VIS-1. From eyes 10 away, lines to a model 1 wide are 0.275 to either side where they pass 4.5 in front of it.
#[test]
fn one_wide_and_high_prism_hides_a_model() {
    let [from, to] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    for (low, high, height, expected, reason) in [
        ([4.5, -0.28], [4.55, 0.28], 5000, true, "barely wide enough"),
        ([4.5, -0.27], [4.55, 0.28], 5000, false, "its right side shows"),
        ([4.5, -0.28], [4.55, 0.27], 5000, false, "its left side shows"),
        ([4.5, -0.28], [4.55, 0.28], 1300, true, "barely high enough"),
        ([4.5, -0.28], [4.55, 0.28], 1150, false, "its head shows"),
        ([-2.0, -3.0], [-1.0, 3.0], 5000, false, "behind the model"),
        ([10.5, -3.0], [11.0, 3.0], 5000, false, "behind the body"),
    ] {
        let table = table(vec![rock(low, high, height)]);
        let prepared = PreparedOccluder::new(&from, &table.sight.all()[0]);
        let found = prepared.hidden_part_of_observer(&ViewFrame::new(&from, &to), rise_of_eyes(&from, &to));
        let wholly = found.is_some_and(|[right, left]| right <= -from.radius && left >= from.radius);
        assert_eq!(wholly, expected, "{reason}: {found:?}");
        assert_eq!(table.fraction_in_view(&to, &from) == 0.0, expected, "{reason}");
    }
}
