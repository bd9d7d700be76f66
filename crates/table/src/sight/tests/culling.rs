//! Culling: only what can stand in the way is visited; and the parts of a shadow.

use std::cell::Cell;

use super::*;
use crate::region::Region;
use crate::sample::table;
use crate::sight::bvh::{Aabb, Bvh};
use crate::sight::occluders::Occluder;
use crate::sight::shadow::ShadowTrapezoid;

/// Rule: VIS-1. A box is visited if it may reach between the eyes, 1.1 up, and a body 1 wide and 1.25 high, 10 away.
#[test]
fn a_box_beside_the_line_is_skipped() {
    let here = soldier(0.0, 0.0, 0.0);
    let [east, aslant] = [soldier(10.0, 0.0, 0.0), soldier(6.0, 8.0, 0.0)];
    for (to, low, high, [bottom, top], expected, reason) in [
        (east, [4.0, -1.0], [6.0, 1.0], [0.0, 2.0], true, "across the line"),
        (east, [9.9, 0.4], [12.0, 3.0], [0.0, 2.0], true, "before the body's left edge"),
        (east, [9.0, 0.6], [12.0, 3.0], [0.0, 2.0], false, "a tenth beside it"),
        (east, [9.0, -3.0], [12.0, -0.6], [0.0, 2.0], false, "a tenth beside the other edge"),
        (east, [2.0, 0.4], [4.0, 3.0], [0.0, 2.0], false, "beside the view, which is narrow near the eyes"),
        (east, [10.1, -1.0], [12.0, 1.0], [0.0, 2.0], false, "behind the body"),
        (east, [-3.0, -1.0], [-0.1, 1.0], [0.0, 2.0], false, "behind the eyes"),
        (east, [4.0, -1.0], [6.0, 1.0], [0.0, 0.4], false, "under every line"),
        (east, [4.0, -1.0], [6.0, 1.0], [1.2, 2.0], false, "over every line"),
        (east, [4.0, -1.0], [6.0, 1.0], [0.0, 0.5], true, "as high as the lowest line at its end"),
        (east, [4.0, -1.0], [6.0, 1.0], [1.18, 2.0], true, "as low as the highest line at its end"),
        (aslant, [2.0, 3.0], [4.0, 5.0], [0.0, 2.0], true, "across a diagonal line"),
        (aslant, [6.5, 8.5], [7.5, 9.5], [0.0, 2.0], false, "behind a body, diagonally"),
        (aslant, [-1.5, -1.5], [-0.1, -0.1], [0.0, 2.0], false, "behind the eyes, diagonally"),
        (aslant, [5.0, 3.0], [6.0, 5.0], [0.0, 2.0], false, "beside a diagonal line"),
        (aslant, [6.6, 7.6], [7.6, 8.2], [0.0, 2.0], false, "beside a body and behind its plane, diagonally"),
    ] {
        let frame = ViewFrame::new(&here, &to);
        assert_eq!(frame.may_meet(&Aabb { bounds: [low, high], bottom, top }), expected, "{reason}");
    }
}

/// Rule: VIS-1. One line across a row of many rocks visits few boxes.
#[test]
fn a_line_visits_few_of_many_boxes() {
    for across in [0.3, 14.3, -20.7] {
        for turned in [false, true] {
            let at = |x: f64, y: f64| if turned { [y, x] } else { [x, y] };
            // In no particular order.
            let rocks = (0..64).map(|index| {
                let y = f64::from(index * 37 % 64) * 0.7 - 22.4;
                let [low, high] = [at(4.8, y), at(5.2, y + 0.3)];
                rock(
                    [low[0].min(high[0]), low[1].min(high[1])],
                    [low[0].max(high[0]), low[1].max(high[1])],
                    3000,
                )
            });
            let mut occluders: Vec<Occluder> = table(rocks.collect()).sight.all().to_vec();
            let bvh = Bvh::new(&mut occluders);
            let [from, to] = [at(0.0, across), at(10.0, across)];
            let frame = ViewFrame::new(&soldier(from[0], from[1], 0.0), &soldier(to[0], to[1], 0.0));
            let [tested, met] = [Cell::new(0), Cell::new(0)];
            let wanted = |aabb: &Aabb| {
                tested.set(tested.get() + 1);
                frame.may_meet(aabb)
            };
            let _ = bvh.visit(&wanted, &mut |leaf| {
                met.set(met.get() + leaf.len());
                ControlFlow::Continue(())
            });
            assert!(met.get() >= 1 && met.get() <= 6, "{} of 64 rocks are met at {across}", met.get());
            assert!(tested.get() <= 21, "{} boxes are tested at {across}", tested.get());
        }
    }
}

/// Rule: VIS-1. Within half a thousandth of an inch a rim has few chords, even on a body as broad as a house.
#[test]
fn a_rim_has_few_chords() {
    for (radius, height) in [(2.0, 600), (2.0, 1150), (0.3, 600)] {
        let frame =
            ViewFrame::new(&soldier(0.0, 0.0, 0.0), &SightBody { radius: 9.0, ..soldier(10.0, 0.0, 0.0) });
        let mut shadows = Shadows::new(frame);
        shadows.cast(&table(vec![round(5.0, 0.0, radius, height)]).sight.all()[0], [0.0; 2]);
        let chords = shadows.trapezoids.len();
        assert!((16..=64).contains(&chords), "{chords} chords for a radius of {radius}");
    }
}

/// Rule: VIS-1. Only convex solids are joined like the walls of one house.
#[test]
fn trees_and_concave_shapes_have_no_joints() {
    let bend = bend(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [3.0, 1.0]], 5000);
    let wood = piece("wood", rectangle([-2.0, -2.0], [2.0, 2.0]), Kind::Wood { height: Thou(5000) });
    let table =
        table(vec![rock([0.0, 0.0], [1.0, 1.0], 5000), rock([1.0, 0.0], [2.0, 1.0], 5000), bend, wood]);
    let all = || table.sight.all().iter().enumerate();
    for (index, a) in all() {
        for (other, b) in all() {
            let expected = index != other && a.piece < 2 && b.piece < 2;
            assert_eq!(table.sight.joint(index, other).is_some(), expected, "{} and {}", a.piece, b.piece);
        }
    }
}

/// Rule: VIS-1, BAS-10. An occluder that a model is barely inside is shifted, but only if it is level with the model's eyes
/// or with some of its body.
#[test]
fn only_an_occluder_around_eyes_or_body_is_shifted() {
    let frame = ViewFrame::new(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    let at_eyes = rectangle([-0.004, -1.0], [1.0, 1.0]);
    let at_body = rectangle([9.0, -0.004], [11.0, 1.0]);
    let tower = Shape::Circle { centre: [1.1976, 1.5968], radius: 2.0 };
    for (shape, [bottom, top], expected, reason) in [
        (&at_eyes, [0.0, 5.0], [0.004, 0.0], "around the eyes"),
        (&at_eyes, [0.0, 1.1], [0.0; 2], "up to the eyes"),
        (&at_eyes, [1.1, 5.0], [0.0; 2], "upward from the eyes"),
        (&at_eyes, [1.0, 1.2], [0.004, 0.0], "a beam before the eyes"),
        (&rectangle([-0.006, -1.0], [1.0, 1.0]), [0.0, 5.0], [0.0; 2], "deeper in"),
        // 0.004 along (0.6, 0.8), toward its centre.
        (&tower, [0.0, 5.0], [0.0024, 0.0032], "a round one around the eyes"),
        (&at_body, [0.0, 5.0], [0.0, 0.004], "around the body"),
        (&at_body, [0.0, 0.1], [0.0, 0.004], "around its feet"),
        (&at_body, [1.2, 5.0], [0.0, 0.004], "around its head"),
        (&at_body, [1.25, 5.0], [0.0; 2], "upward from its head"),
        (&at_body, [-1.0, 0.0], [0.0; 2], "up to its feet"),
    ] {
        let region = Region::new(shape.clone());
        let occluder = Occluder {
            piece: 0,
            level: None,
            region,
            bottom,
            top,
            kind: OccluderKind::Solid,
            is_convex: true,
        };
        let found = frame.clearance_shift(&occluder, 0.005);
        assert!((0..2).all(|axis| (found[axis] - expected[axis]).abs() < 1e-12), "{reason}: {found:?}");
    }
}

/// Rule: VIS-1. Intervals in which the full height of a body, 0.5 to either side, is hidden, in the order in which they are
/// found.
#[test]
fn full_height_shadows_that_join_hide_the_body() {
    for (full_heights, expected, reason) in [
        (vec![[-0.5, 0.5]], true, "one"),
        (vec![[-9.0, 0.1], [0.1, 9.0]], true, "end to end"),
        (vec![[0.1, 0.5], [-0.5, 0.2]], true, "overlapping, from the left"),
        (vec![[-0.5, 0.0], [0.1, 0.5]], false, "a gap"),
        (vec![[-0.5, -0.05], [0.3, 0.4], [-0.05, 0.5]], true, "a small one apart from the first"),
        (vec![[0.3, 0.4], [-0.5, -0.05], [-0.05, 0.5]], true, "a larger one apart from the first"),
    ] {
        let mut shadows = Shadows::new(ViewFrame::new(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0)));
        for [from, to] in full_heights {
            shadows.cast_full_height(from, to);
        }
        assert_eq!(shadows.all_hidden, expected, "{reason}");
    }
}

/// Rule: VIS-1. The part of a trapezoid that others leave keeps its edges.
#[test]
fn a_part_of_a_trapezoid_keeps_its_edges() {
    let trapezoid = ShadowTrapezoid { piece: 3, from: 1.0, to: 5.0, low: [0.0, 4.0], high: [6.0, 4.0] };
    for (from, to, expected, reason) in [
        (
            2.0,
            4.0,
            Some(ShadowTrapezoid { from: 2.0, to: 4.0, low: [1.0, 3.0], high: [5.5, 4.5], ..trapezoid }),
            "within it",
        ),
        (0.0, 9.0, Some(trapezoid), "all of it"),
        (4.0, 4.0, None, "nothing"),
    ] {
        assert_eq!(trapezoid.part(from, to), expected, "{reason}");
    }
}

/// Rule: VIS-1. Only full-height shadows that leave no gap over a body's width hide all of it.
#[test]
fn shadows_over_the_whole_body_end_the_search() {
    for (pieces, expected, reason) in [
        (vec![rock([4.0, -4.0], [5.0, 4.0], 5000)], true, "a wall"),
        (vec![round(5.0, 0.0, 2.0, 5000), rock([4.0, 3.0], [5.0, 4.0], 5000)], true, "a tower"),
        (vec![round(5.0, 0.0, 2.0, 600), rock([4.0, 3.0], [5.0, 4.0], 5000)], false, "a low tower"),
        (vec![rock([4.0, 0.0], [5.0, 4.0], 5000)], false, "a wall before one half"),
        (vec![rock([4.0, -4.0], [5.0, 4.0], 600)], false, "a low wall"),
        (vec![rock([4.0, -4.0], [5.0, 0.1], 5000), rock([6.0, 0.0], [7.0, 4.0], 5000)], true, "two walls"),
        (vec![rock([4.0, 0.0], [5.0, 4.0], 5000), rock([4.0, -4.0], [5.0, 0.0], 5000)], true, "end to end"),
        (vec![rock([4.0, 0.1], [5.0, 4.0], 5000), rock([4.0, -4.0], [5.0, 0.0], 5000)], false, "with a gap"),
        (vec![rock([4.0, 0.0], [5.0, 4.0], 600), rock([4.0, -4.0], [5.0, 0.0], 5000)], false, "one is low"),
        (
            vec![rock([4.0, -4.0], [5.0, 4.0], 5000), rock([6.0, 0.0], [7.0, 0.1], 5000)],
            true,
            "a wall and something behind it",
        ),
    ] {
        let frame = ViewFrame::new(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
        let mut shadows = Shadows::new(frame);
        let table = table(pieces);
        for occluder in table.sight.all() {
            shadows.cast(occluder, [0.0; 2]);
        }
        assert_eq!(shadows.all_hidden, expected, "{reason}");
    }
}
