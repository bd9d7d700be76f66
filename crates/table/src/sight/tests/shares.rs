//! Shares in view worked out by hand.

use super::*;
use crate::piece::OpeningKind;
use crate::sample::{hill, opening, table};

fn check(pieces: &[Piece], from: SightBody, to: SightBody, expected: f64, reason: &str) {
    let found = table(pieces.to_vec()).fraction_in_view(&from, &to);
    assert!((found - expected).abs() < 2e-4, "{reason}: {found}, expected {expected}");
}

/// Rule: VIS-1, BAS-2. From eyes 1.1 up and usually 10 away, at a body 1 wide and 1.25 high.
#[test]
fn what_stands_between_hides_its_share() {
    let [here, there] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    let level_eyes = SightBody { eyes: Thou(625), ..here };
    for (pieces, from, expected, reason) in [
        (vec![], here, 1.0, "nothing between"),
        (vec![rock([4.9, -4.0], [5.1, 4.0], 625)], level_eyes, 0.5, "half as high, eyes level with its top"),
        (
            vec![rock([4.9, -4.0], [5.1, 4.0], 625)],
            here,
            1.0 - (1.1 - 0.475 / 0.51) / 1.25,
            "half as high: its far edge limits the line down",
        ),
        (
            vec![rock([4.0, -4.0], [5.0, 4.0], 1120)],
            here,
            (0.15 - 0.02 / 0.4) / 1.25,
            "higher than the eyes: its near edge counts",
        ),
        (vec![rock([4.9, -4.0], [5.1, 4.0], 3000)], here, 0.0, "high and wide"),
        (
            vec![rock([4.0, 0.0], [5.0, 0.1], 5000)],
            here,
            0.75,
            "a pillar in front of a quarter: its near corner counts",
        ),
        (vec![round(5.0, 0.0, 0.1, 5000)], here, 1.0 - 0.40008, "a round pillar between its tangents"),
        (
            vec![round(10.8, 0.8, 1.0, 5000)],
            here,
            0.7,
            "a tower beside the body and behind it: only the part beside it counts",
        ),
        (vec![rock([4.0, 0.0], [6.0, 8.0], 5000)], here, 0.5, "along a face to the middle"),
        (vec![rock([4.0, -8.0], [6.0, 0.0], 5000)], here, 0.5, "and along the other one"),
        (vec![rock([4.0, 0.5], [8.0, 1.0], 5000)], here, 1.0, "along a face beside the body"),
        (vec![rock([4.0, 0.0], [6.0, 8.0], 5000), rock([4.0, -8.0], [6.0, 0.0], 5000)], here, 0.0, "a seam"),
        (
            vec![rock([4.0, 0.0], [5.0, 0.1], 5000), rock([5.0, 0.05], [6.0, 0.1], 5000)],
            here,
            0.75,
            "a second one in the shadow of the first hides nothing more",
        ),
        (vec![rock([10.6, -4.0], [11.0, 4.0], 5000)], here, 1.0, "behind the body"),
        (vec![rock([-2.0, -4.0], [-0.6, 4.0], 5000)], here, 1.0, "behind the eyes"),
        (vec![rock([-1.0, -4.0], [1.0, 4.0], 5000)], here, 0.0, "eyes inside it"),
        (vec![rock([9.0, 0.2], [11.0, 4.0], 5000)], here, 1.0 - (0.5 - 0.2), "a body leaning into it"),
        (vec![round(10.5, 0.0, 0.5, 5000)], here, 1.0, "a pillar behind the body that touches its plane"),
        (vec![round(0.4, 0.3, 0.3, 5000)], here, 0.5, "a thin pillar close by, its side on the line"),
        (
            vec![bend(
                &[
                    [9.0, -0.4],
                    [11.0, -0.4],
                    [11.0, 0.4],
                    [9.0, 0.4],
                    [9.0, 0.3],
                    [10.5, 0.3],
                    [10.5, -0.3],
                    [9.0, -0.3],
                ],
                5000,
            )],
            here,
            1.0 - 2.0 * (4.0 / 9.0 - 0.3),
            "a body between two arms, joined behind it",
        ),
    ] {
        check(&pieces, from, there, expected, reason);
    }
}

/// Rule: VIS-1. The planes through the eyes and the body cut a concave piece in two, in any direction: what joins its arms
/// behind them hides nothing.
#[test]
fn arms_around_eyes_or_body_hide_nothing_between_them() {
    const ARMS: [Point; 8] = [
        [-1.0, -0.7],
        [2.0, -0.75],
        [2.0, -0.65],
        [-0.7, -0.6],
        [-0.7, 0.6],
        [2.0, 0.65],
        [2.0, 0.75],
        [-1.0, 0.7],
    ];
    for turn in 0..73 {
        let (sine, cosine) = libm::sincos(f64::from(turn) / 73.0 * std::f64::consts::TAU);
        let turned = |[x, y]: Point| [cosine * x - sine * y, sine * x + cosine * y];
        let arms = table(vec![bend(&ARMS.map(turned), 5000)]);
        let soldier = |place: Point| soldier(turned(place)[0], turned(place)[1], 0.0);
        for inside in [[0.0, 0.0], [-0.05, 0.02], [0.5, 0.1]] {
            for outside in [[10.0, 0.0], [9.0, 0.5], [7.3, -0.4]] {
                for (from, to) in [(inside, outside), (outside, inside)] {
                    let found = arms.fraction_in_view(&soldier(from), &soldier(to));
                    assert!(found > 1.0 - 1e-6, "{from:?} to {to:?}, turned {turn}: {found}");
                }
            }
        }
    }
}

/// Rule: VIS-1. Two low walls that cross: the shadow of each slopes, and halfway the other becomes the higher one. Lines over
/// the far edge of either have a `1 / share` of 1.8125 at one side of the body, 1.4375 at the other and 1.625 in the middle.
#[test]
fn where_sloping_shadows_cross_is_found_exactly() {
    let walls = vec![
        bend(&[[4.9, -0.5], [5.0, -0.5], [8.0, 0.8], [7.9, 0.8]], 600),
        bend(&[[4.9, 0.5], [7.9, -0.8], [8.0, -0.8], [5.0, 0.5]], 600),
    ];
    let found = table(walls).fraction_in_view(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    let expected = 1.0 - (1.1 - 0.5 * (1.4375 + 1.625) / 2.0) / 1.25;
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

/// Rule: VIS-1, BAS-10. Only a piece with the eyes inside it is shifted, by at most the allowance.
#[test]
fn a_piece_below_the_eyes_is_not_shifted() {
    let near = soldier(1.0, 0.0, 0.0);
    for (height, expected, reason) in [
        (1000, 1.0 - (1.1 - 0.1 / 0.096) / 1.25, "above it, 0.004 from its edge: it ends 0.096 ahead"),
        (5000, 0.0, "in it: it is shifted, and is still in front of them"),
    ] {
        check(&[rock([-0.004, -4.0], [0.096, 4.0], height)], soldier(0.0, 0.0, 0.0), near, expected, reason);
    }
}

/// Rule: VIS-1. From the middle of a round step across its rim, 6 away: on a body 10 away the shadow rises to
/// `2.1 - 1.1 x sqrt(100 + left x left) / 6`, on average 0.26362 over a body 2 wide.
#[test]
fn eyes_on_a_round_step_see_over_its_rim() {
    let broad = SightBody { radius: 1.0, ..soldier(10.0, 0.0, 0.0) };
    let up = soldier(0.0, 0.0, 1.0);
    check(&[round(0.0, 0.0, 6.0, 1000)], up, broad, 1.0 - 0.26362 / 1.25, "from its middle");
}

/// Rule: VIS-1. A drum begins 0.01 before the eyes, 0.5 lower: on a body 3 away the shadow of its far rim rises to
/// `1.1 - 0.5 x (9 + x x x) / (3.03 + sqrt(3.03 x 3.03 - 0.0201 x (9 + x x x)))` where `x` is left of the middle, on average
/// 0.34679 over a body 1 wide. One chord from side to side would leave out 0.0139 of that.
#[test]
fn a_rim_close_to_the_eyes_bends() {
    let drum = round(1.01, 0.0, 1.0, 600);
    check(&[drum], soldier(0.0, 0.0, 0.0), soldier(3.0, 0.0, 0.0), 1.0 - 0.34679 / 1.25, "over its far rim");
}

/// Rule: VIS-1. Over the rim of a low round rock, 2 in radius and 0.01 higher than the eyes, lines rise to 0.2 ten
/// inches away if it begins 0.5 ahead. Posts leave open what is less than 0.18 aside, where the rim is nearly level;
/// the coarse chords of the rim lie some 0.00002 lower there.
#[test]
fn a_rim_leaves_no_false_slit_open() {
    let low = SightBody { eyes: Thou(1000), ..soldier(0.0, 0.0, 0.0) };
    let broad = SightBody { radius: 1.0, height: Thou(1200), eyes: Thou(900), ..soldier(10.0, 0.0, 0.0) };
    for (begins, expected, reason) in [
        (0.4998, false, "0.00008 over its head in the middle, 0.00007 at the posts"),
        (
            0.5,
            false,
            "level with its head in the middle, 0.00001 under it at the posts: too little for an open line",
        ),
        (0.5002, true, "0.00008 under its head"),
    ] {
        let posts = [rock([5.0, 0.09], [5.1, 0.7], 5000), rock([5.0, -0.7], [5.1, -0.09], 5000)];
        let [left, right] = posts;
        let table = table(vec![round(begins + 2.0, 0.0, 2.0, 1010), left, right]);
        let in_view = table.fraction_in_view(&low, &broad);
        assert_eq!(in_view > MIN_OPEN_SHARE, expected, "{reason}: {in_view}");
        assert_eq!(table.body_view(&low, &broad).share() > MIN_OPEN_SHARE, expected, "{reason}: its parts");
    }
}

/// Rule: VIS-1. Trees, bog and crops hide nothing.
#[test]
fn what_grows_hides_nothing() {
    for kind in [Kind::Wood { height: Thou(6000) }, Kind::Field { height: Thou(2000) }, Kind::Bog] {
        let grown = vec![piece("grown", rectangle([2.0, -4.0], [12.0, 4.0]), kind)];
        check(&grown, soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0), 1.0, "grown");
    }
}

/// Rule: VIS-1. Through a window 2 wide from 1 to 2 high, under a lintel, over a sill.
#[test]
fn openings_are_open() {
    let [window, door] = [OpeningKind::Window, OpeningKind::Door].map(|kind| opening(kind, 4000));
    let narrow = Opening { width: Thou(200), ..door };
    let slit = Opening { sill: Thou(3000), top: Thou(3500), ..window };
    let there = soldier(10.0, 0.0, 0.0);
    let through = (0.15 + 0.1 / 0.51) / 1.25;
    for (openings, height, from, expected, reason) in [
        (vec![], 3000, soldier(0.0, 0.0, 0.0), 0.0, "no opening"),
        (vec![window], 3000, soldier(0.0, 0.0, 0.0), through, "over the sill's inner edge"),
        (vec![window, slit], 4000, soldier(0.0, 0.0, 0.0), through, "the same below a slit"),
        (vec![door], 3000, soldier(0.0, 0.0, 0.0), 1.0, "the door is high and wide enough"),
        (vec![narrow], 3000, soldier(0.0, 0.0, 0.0), 2.0 * 0.1 / 0.51, "a door of 0.2, by its inner edges"),
        (vec![window], 3000, soldier(4.3, 0.0, 0.0), (0.15 + 0.1 * 5.7 / 0.8) / 1.25, "leaning on the sill"),
        (vec![window], 3000, soldier(4.3, 3.0, 0.0), 0.0, "leaning on the wall beside it"),
    ] {
        check(&[front(5.0, height, openings)], from, there, expected, reason);
    }
}

/// Rule: VIS-1. Eyes on a corner or a face of a piece see past it and along it, not through it.
#[test]
fn eyes_may_touch_a_piece() {
    let square = rock([0.0, 0.0], [2.0, 2.0], 3000);
    let disc = round(0.0, 2.0, 2.0, 3000);
    let low = rock([0.0, 0.0], [2.0, 2.0], 1000);
    let [corner, face] = [soldier(0.0, 0.0, 0.0), soldier(0.0, 1.0, 0.0)];
    for (piece, from, to, expected, reason) in [
        (&square, corner, soldier(-5.0, 0.0, 0.0), 1.0, "away from the corner"),
        (&square, corner, soldier(-5.0, 5.0, 0.0), 1.0, "away from it, diagonally"),
        (&square, corner, soldier(5.0, 0.0, 0.0), 0.5, "along one face of it"),
        (&square, corner, soldier(0.0, 5.0, 0.0), 0.5, "along the other"),
        (&square, corner, soldier(5.0, 5.0, 0.0), 0.0, "through it"),
        (&square, face, soldier(-5.0, 4.0, 0.0), 1.0, "away from a face"),
        (&square, face, soldier(0.0, 6.0, 0.0), 0.5, "along the face"),
        (&square, face, soldier(0.01, -6.0, 0.0), 0.5 - 0.01, "along it, at a body a little behind it"),
        (&square, face, soldier(6.0, 1.0, 0.0), 0.0, "through the face"),
        (&disc, corner, soldier(0.0, -5.0, 0.0), 1.0, "away from a round one"),
        (&disc, corner, soldier(5.0, 0.0, 0.0), 0.5, "along its tangent"),
        (&disc, corner, soldier(0.0, 9.0, 0.0), 0.0, "through it"),
        (&disc, corner, soldier(6.0, 9.0, 0.0), 0.0, "through it, diagonally"),
        (&disc, soldier(0.0, 2.0, 0.0), soldier(6.0, 9.0, 0.0), 0.0, "from its middle"),
        (
            &low,
            face,
            soldier(6.0, 1.0, 0.0),
            (0.15 + 0.1 * 3.0) / 1.25,
            "over a low one: its far face counts",
        ),
    ] {
        check(std::slice::from_ref(piece), from, to, expected, reason);
    }
}

/// Rule: VIS-1. Floors hide what is below them from above, and what is on them from below.
#[test]
fn floors_and_roofs_are_solid() {
    let up = soldier(1.2, 0.0, 3.0);
    let down = soldier(-2.8, 0.0, 0.0);
    let level_with_it = SightBody { eyes: Thou(3000), ..soldier(-4.0, 0.0, 0.0) };
    for (from, to, expected, reason) in [
        (up, down, 1.0 - (4.1 - 1.1 * 4.0 / 1.2) / 1.25, "from a roof, its edge hides the feet"),
        (down, up, 1.0 - (1.9 * 4.0 / 2.8 - 1.9) / 1.25, "from below, it hides more"),
        (soldier(0.0, 0.0, 3.0), down, 1.0, "from the very edge"),
        (up, soldier(1.2, 0.0, 0.0), 0.0, "straight through it"),
        (soldier(1.2, 0.0, 0.0), up, 0.0, "straight up through it"),
        (soldier(-2.0, 0.0, 3.0), soldier(-2.0, 0.0, 0.0), 1.0, "straight down, beside it"),
        (soldier(2.0, 0.0, 0.0), down, 1.0, "from under it"),
        (soldier(5.0, 0.0, 3.0), up, 1.0, "both on it"),
        (level_with_it, up, 1.0, "eyes level with it see all that is on it"),
        (level_with_it, soldier(3.0, 0.0, 0.0), 1.0, "and all that is under it"),
    ] {
        check(&[loft()], from, to, expected, reason);
    }
}

/// Rule: VIS-1, BAS-10. A model on the very edge of a step is not yet on it, and is neither blind nor hidden.
#[test]
fn the_edge_of_a_step_neither_blinds_nor_hides() {
    let distant = soldier(-10.0, 0.0, 0.0);
    let diagonal = soldier(-10.0, 8.0, 0.0);
    for (at_edge, other, expected, reason) in [
        (soldier(-2.0, 0.0, 0.0), distant, 1.0, "exactly on the edge"),
        (soldier(-1.996, 0.0, 0.0), distant, 1.0, "a little inside"),
        (soldier(-1.996, 0.0, 0.0), diagonal, 1.0, "and diagonally"),
        (soldier(-1.98, 0.0, 0.0), distant, 0.0, "deeper, where no model can stand: inside the hill"),
        (soldier(0.0, -1.996, 0.0), soldier(0.0, -10.0, 0.0), 1.0, "a little inside its south side"),
        (soldier(0.0, 1.996, 0.0), soldier(0.0, 10.0, 0.0), 1.0, "a little inside its north side"),
        (soldier(-1.9, 0.0, 3.0), distant, 1.0, "on top of it, at its edge"),
    ] {
        check(&[cliff(3000)], at_edge, other, expected, reason);
    }
    check(&[cliff(3000)], distant, soldier(-1.996, 0.0, 0.0), 1.0, "seen a little inside");
    check(&[cliff(3000)], distant, soldier(-1.98, 0.0, 0.0), 0.0, "and inside the hill");
    check(
        &[cliff(3000)],
        distant,
        soldier(-1.8, 0.0, 3.0),
        1.0 - 1.9 * (0.2 / 8.0) / 1.25,
        "on top, 0.2 from the edge",
    );
    check(&[hill()], distant, soldier(0.0, 0.0, 2.0), 0.8215, "on top of a round hill, over its crest");
    check(&[hill()], distant, soldier(-3.0, 0.0, 1.0), 1.0, "on a step lower than the eyes");
}

/// Rule: VIS-1. Whether models can see each other is the same both ways, even if shares are not.
#[test]
fn can_see_is_mutual() {
    let table = table(vec![rock([4.0, -4.0], [5.0, 4.0], 1600), rock([4.0, 5.0], [3.0, 12.0], 5000)]);
    let low = soldier(0.0, 0.0, 0.0);
    let tall = SightBody { height: Thou(2500), eyes: Thou(300), ..soldier(6.0, 0.0, 0.0) };
    assert!(table.fraction_in_view(&low, &tall) > 0.05, "its head shows over the rock");
    assert_eq!(table.fraction_in_view(&tall, &low), 0.0, "but its eyes are too low");
    for (a, b, expected, reason) in [
        (low, tall, true, "by the eyes of one of them"),
        (low, soldier(6.0, 0.0, 0.0), false, "both are lower than the rock"),
        (soldier(0.0, 8.0, 0.0), soldier(6.0, 8.0, 0.0), false, "behind a high wall"),
        (low, soldier(0.0, 8.0, 0.0), true, "on the same side"),
    ] {
        assert_eq!(table.can_see(&a, &b), expected, "{reason}");
        assert_eq!(table.can_see(&b, &a), expected, "{reason}, the other way");
    }
}

/// Rule: VIS-1. Each piece has its own share, whatever others hide.
#[test]
fn every_piece_that_hides_something_is_listed() {
    let pieces = vec![
        rock([4.0, 0.0], [5.0, 0.1], 5000),
        rock([7.0, 5.0], [8.0, 6.0], 5000),
        rock([5.0, 0.05], [6.0, 0.1], 5000),
    ];
    let occlusions = table(pieces).occlusions(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    let found: Vec<(usize, f64)> =
        occlusions.iter().map(|occlusion| (occlusion.piece, occlusion.share)).collect();
    assert_eq!(found.iter().map(|occlusion| occlusion.0).collect::<Vec<_>>(), [0, 2]);
    let expected = [0.25, 0.2 - 0.05 / 0.6];
    assert!(
        found.iter().zip(expected).all(|(occlusion, share)| (occlusion.1 - share).abs() < 1e-9),
        "{found:?}"
    );
    // A rim has many chords; all of them belong to one piece.
    let low = table(vec![round(5.0, 0.0, 1.0, 800)]);
    let occlusions = low.occlusions(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    let in_view = low.fraction_in_view(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    assert_eq!(occlusions.iter().map(|occlusion| occlusion.piece).collect::<Vec<_>>(), [0]);
    assert!((occlusions[0].share + in_view - 1.0).abs() < 1e-9, "{occlusions:?}");
}
