//! The parts of a body in view, and cross-sections.

use super::*;
use crate::plane::Leg;
use crate::sight::line::Segment;

/// Rule: VIS-1. The parts fill the body; the open ones have the area of the share in view.
#[test]
fn the_parts_have_the_area_of_the_share() {
    let table = busy();
    let mut partly = 0;
    for [from, to] in pairs(&table, 400) {
        let view = table.body_view(&from, &to);
        let share = table.fraction_in_view(&from, &to);
        let whole: f64 = view.parts.iter().map(BodyPart::area).sum();
        assert!((whole - 2.0 * to.radius * to.height.inches()).abs() < 1e-9, "{whole}: {from:?} {to:?}");
        assert!((view.share() - share).abs() < 1e-9, "{} for {share}: {from:?} {to:?}", view.share());
        assert!(view.parts.iter().all(|part| part.area() > 0.0), "{view:?}");
        assert_eq!(view.seen_point().is_some(), view.share() > 0.0);
        partly += usize::from(share > 0.01 && share < 0.99);
    }
    assert!(partly > 40, "only {partly} pairs are partly in view");
}

/// Rule: VIS-1. A line to the middle of a part is open if the part is, and cut if it lies in shadow; so the point that a
/// sight line is drawn to really can be seen.
#[test]
fn lines_to_open_parts_are_open_and_others_are_cut() {
    let table = busy();
    let mut counted = [0, 0];
    for [from, to] in pairs(&table, 200) {
        let frame = ViewFrame::new(&from, &to);
        let solids = table.sight.all().iter().filter(|occluder| occluder.kind == OccluderKind::Solid);
        let solids: Vec<_> =
            solids.map(|occluder| (occluder, frame.clearance_shift(occluder, table.touch_depth()))).collect();
        let view = table.body_view(&from, &to);
        // The middle of a sliver is too near to its edges for lines to be exact.
        for part in view.parts.iter().filter(|part| part.area() > 1e-3) {
            let [left, up] = part.middle();
            let [x, y, z] = view.point(left, up);
            let eyes = from.foot.z.inches() + from.eyes.inches();
            let line = Segment {
                plan: Leg { from: from.foot.ground(), to: [x, y] },
                heights: [eyes, z],
                length: 1.0,
            };
            let open = solids.iter().all(|(occluder, shift)| line.first_cut(occluder, *shift).is_none());
            assert_eq!(open, part.light == Light::Open, "{part:?}: {from:?} {to:?}");
            counted[usize::from(open)] += 1;
        }
    }
    assert!(counted.iter().all(|count| *count > 100), "{counted:?}");
}

/// Rule: VIS-1. A wall in front of the right half: left is the observer's left.
#[test]
fn left_is_the_observers_left() {
    let view = table(vec![rock([4.0, -8.0], [6.0, 0.0], 5000)])
        .body_view(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    let expected = [([-0.5, 0.0], Light::Shadow), ([0.0, 0.5], Light::Open)];
    assert_eq!(view.parts.len(), expected.len(), "{view:?}");
    for (part, (sides, light)) in view.parts.iter().zip(expected) {
        assert_eq!((part.low, part.high, part.light), ([0.0; 2], [1.25; 2], light), "{part:?}");
        assert!((0..2).all(|side| (part.sides[side] - sides[side]).abs() < 1e-9), "{part:?}");
    }
    assert_eq!(view.seen_point(), Some([10.0, 0.25, 0.625]));
}

/// Rule: VIS-1, VIS-2. A rock and a wood in the plane and a rock beside it; eyes 1.1 up, 10 away.
#[test]
fn a_profile_shows_what_the_plane_cuts() {
    let wood = piece("wood", rectangle([1.0, -1.0], [3.0, 1.0]), Kind::Wood { height: Thou(6000) });
    let table = table(vec![rock([4.0, -4.0], [5.0, 4.0], 800), wood, rock([6.0, 2.0], [7.0, 4.0], 5000)]);
    let profile = table.profile(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    assert_eq!(profile.length, 10.0);
    assert_eq!((profile.eyes, profile.observer, profile.body), (1.1, [0.0, 1.25], [0.0, 1.25]));
    let cut = |piece, by, [from, to]: [f64; 2], top| ProfileCut { piece, by, from, to, bottom: 0.0, top };
    let expected = [cut(1, CutBy::Trees, [1.0, 3.0], 6.0), cut(0, CutBy::Solid, [4.0, 5.0], 0.8)];
    assert_eq!(profile.cuts, expected);
    // The line to the foot is down to 0.8 after 0.3 / 1.1 of its length, before the rock; it meets the rock's side.
    let [foot, middle, top] = profile.rays;
    assert_eq!((foot.to, middle.to, top.to), (0.0, 0.625, 1.25));
    let (piece, after, height) = foot.blocked.unwrap();
    assert_eq!((piece, after), (0, 4.0));
    assert!((height - 0.66).abs() < 1e-9, "{height}");
    assert_eq!((middle.blocked, top.blocked), (None, None));
}

/// Rule: VIS-1. The ray to the middle is the sight line: the same piece cuts it at the same place.
#[test]
fn the_middle_ray_is_the_sight_line() {
    let table = busy();
    let mut cut = 0;
    for [from, to] in pairs(&table, 300) {
        let line = table.sight_line(&from, &to);
        let profile = table.profile(&from, &to);
        let found = profile.rays[1].blocked.map(|(piece, after, _)| (piece, after / profile.length));
        assert_eq!(found.map(|met| met.0), line.blocked.map(|met| met.0), "{from:?} {to:?}");
        if let (Some(found), Some(expected)) = (found, line.blocked) {
            assert!((found.1 - expected.1).abs() < 1e-9, "{found:?} {expected:?}");
            cut += 1;
        }
    }
    assert!(cut > 40, "only {cut} lines are cut");
}
