//! Prisms that touch: nothing shows through where they meet, and together they hide what their union hides.

use super::*;
use crate::sample::table;
use crate::sight::exposure::{Grid, Observers};
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::SightState;

/// A reproducible random generator.
struct Draw(u64);

impl Draw {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.share() * (high - low)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }
}

/// A concave shape, whole and cut into touching parts.
struct Cut {
    whole: Terrain,
    parts: Terrain,
    /// The ends of the seams between parts.
    seams: Vec<[Point; 2]>,
}

/// An L with random arms, at a random place; half of them are rotated, the others square to the table.
fn bent(draw: &mut Draw) -> Cut {
    let [w, h] = [0; 2].map(|_| draw.between(1.0, 6.0));
    let [t, s] = [h, w].map(|length| length * draw.between(0.1, 0.8));
    let height = 400 + draw.below(3000) as i32;
    let turn = if draw.below(2) == 0 { 0.0 } else { draw.between(0.0, 6.3) };
    let at = [draw.between(-3.0, 3.0), draw.between(-3.0, 3.0)];
    let [c, d] = [libm::cos(turn), libm::sin(turn)];
    let place = |[x, y]: Point| [at[0] + x * c - y * d, at[1] + x * d + y * c];
    let ring = |corners: &[Point]| corners.iter().map(|corner| place(*corner)).collect::<Vec<_>>();
    let boxed = |[x, y]: Point, [right, top]: Point| ring(&[[x, y], [right, y], [right, top], [x, top]]);
    let whole = ring(&[[0.0, 0.0], [w, 0.0], [w, t], [s, t], [s, h], [0.0, h]]);
    let [across, along] = [[[0.0, t], [s, t]], [[s, 0.0], [s, t]]];
    let (rings, seams) = match draw.below(3) {
        0 => (vec![boxed([0.0, 0.0], [w, t]), boxed([0.0, t], [s, h])], vec![across]),
        1 => (vec![boxed([0.0, 0.0], [s, h]), boxed([s, 0.0], [w, t])], vec![along]),
        _ => (
            vec![boxed([0.0, 0.0], [s, t]), boxed([s, 0.0], [w, t]), boxed([0.0, t], [s, h])],
            vec![across, along],
        ),
    };
    Cut {
        whole: table(vec![bend(&whole, height)]),
        parts: table(rings.iter().map(|ring| bend(ring, height)).collect()),
        seams: seams.into_iter().map(|seam: [Point; 2]| seam.map(place)).collect(),
    }
}

/// Two soldiers: anywhere, on either side along a seam, or across one of its ends.
fn observers(draw: &mut Draw, cut: &Cut) -> [SightBody; 2] {
    let [a, b] = cut.seams[draw.below(cut.seams.len())];
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    let long = (x * x + y * y).sqrt();
    let mut beyond = || draw.between(0.05, 8.0) / long;
    let [before, after] = [beyond(), 1.0 + beyond()];
    let along = [-before, after].map(|share| [a[0] + share * x, a[1] + share * y]);
    let ends = match draw.below(4) {
        0 => [0; 2].map(|_| [draw.between(-10.0, 10.0), draw.between(-10.0, 10.0)]),
        // Past an end of the seam, at any angle.
        1 => {
            let end = if draw.below(2) == 0 { a } else { b };
            let (angle, distance) = (draw.between(0.0, 6.3), draw.between(1.0, 8.0));
            let offset = [distance * libm::cos(angle), distance * libm::sin(angle)];
            [[end[0] + offset[0], end[1] + offset[1]], [end[0] - offset[0], end[1] - offset[1]]]
        }
        _ => along,
    };
    let [from, to] = ends.map(|[x, y]| soldier(x, y, 0.0));
    if draw.below(2) == 0 { [from, to] } else { [to, from] }
}

/// Rule: VIS-1, VIS-2. However a concave shape is cut, it hides the same: in the share, in whether two models can see each
/// other, in the state, in the viewshed and for a set of observers.
#[test]
fn nothing_shows_through_a_seam() {
    let draw = &mut Draw(5);
    let rules = SightRules::COMBINED;
    let [mut partly, mut hidden] = [0; 2];
    for _ in 0..400 {
        let cut = bent(draw);
        for _ in 0..12 {
            let [from, to] = observers(draw, &cut);
            if from.foot.ground_distance(to.foot) < 0.1 {
                continue;
            }
            let buried = [from, to].iter().any(|model| {
                let at = model.foot.ground();
                cut.whole.sight.all()[0].region.contains(at, -0.01)
            });
            if buried {
                continue;
            }
            let [whole, parts] = [&cut.whole, &cut.parts].map(|table| table.fraction_in_view(&from, &to));
            assert!((whole - parts).abs() < 1e-9, "{whole} of the whole, {parts}: {from:?} {to:?}");
            let [whole_seen, seen] = [&cut.whole, &cut.parts].map(|table| table.can_see(&from, &to));
            assert_eq!(whole_seen, seen, "{whole} {from:?} {to:?}");
            let [visibility, other] =
                [&cut.whole, &cut.parts].map(|table| table.visibility(&from, &to, &rules));
            assert_eq!(visibility.state, other.state, "{from:?} {to:?}");
            let grid = Grid {
                low: [to.foot.x, to.foot.y].map(|at| Thou(at.0 - 500)),
                cell: Thou(1000),
                columns: 1,
                rows: 1,
            };
            let body_grid = cut.parts.body_grid(grid, &to, |_| Thou(0), &rules).unwrap();
            let mapped = cut.parts.viewshed(&from, &body_grid, &rules)[0];
            assert_eq!(body_grid.body(0), to);
            assert!((mapped.in_view - whole).abs() < 1e-9, "{mapped:?}, not {whole}: {from:?} {to:?}");
            assert_eq!(mapped.state, visibility.state, "{from:?} {to:?}");
            let mut observers = Observers::new(&cut.parts, &rules, &[from], &to, SightState::Obscured);
            let undecided = observers.undecided();
            let is_clear = visibility.state == SightState::Clear;
            assert_eq!(observers.is_covered(to.foot, &undecided), !is_clear, "{from:?} {to:?}");
            let lines = [&cut.whole, &cut.parts].map(|table| table.sight_line(&from, &to).blocked);
            let apart = lines[0].zip(lines[1]).map_or(0.0, |(a, b)| (a.1 - b.1).abs());
            assert_eq!(lines[0].is_some(), lines[1].is_some(), "{lines:?}: {from:?} {to:?}");
            assert!(apart < 1e-4, "{lines:?}: {from:?} {to:?}");
            partly += usize::from(whole > 0.01 && whole < 0.99);
            hidden += usize::from(whole == 0.0);
        }
    }
    assert!(partly > 200 && hidden > 500, "{partly} partly, {hidden} hidden");
}

/// Rule: VIS-1. A line along the seam of two rocks is cut where they begin; a line along the face of one is not.
#[test]
fn a_line_along_a_seam_is_cut() {
    let [here, there] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    let level = SightBody { eyes: Thou(625), ..here };
    let left = rock([4.0, 0.0], [6.0, 3.0], 2000);
    for (pieces, expected, reason) in [
        (vec![left.clone()], None, "along a face"),
        (vec![left.clone(), rock([4.0, -3.0], [6.0, 0.0], 2000)], Some((0, 0.4)), "along a seam"),
        (
            vec![left.clone(), rock([5.0, -3.0], [7.0, 0.0], 2000)],
            Some((0, 0.5)),
            "from where both have begun",
        ),
        (vec![left.clone(), rock([6.0, -3.0], [7.0, 0.0], 2000)], None, "they touch only at a corner"),
        (vec![left.clone(), rock([4.0, -3.0], [6.0, -0.002], 2000)], None, "through a very narrow slit"),
        (vec![left.clone(), rock([4.0, -3.0], [6.0, 0.0], 625)], None, "over the right one"),
        (
            vec![rock([3.0, -1.0], [3.5, 1.0], 2000), left.clone(), rock([4.0, -3.0], [6.0, 0.0], 2000)],
            Some((0, 0.3)),
            "another before it",
        ),
    ] {
        let table = table(pieces);
        let found = table.sight_line(&level, &there).blocked;
        assert_eq!(found.map(|cut| cut.0), expected.map(|cut| cut.0), "{reason}: {found:?}");
        let [share, expected] = [found, expected].map(|cut| cut.map_or(0.0, |cut| cut.1));
        assert!((share - expected).abs() < 1e-6, "{reason}: cut at {share}");
        let ray = table.profile(&level, &there).rays[1].blocked;
        assert_eq!(ray.map(|met| met.0), found.map(|cut| cut.0), "{reason}");
    }
}

/// Rule: VIS-2 (the length of a line inside woods). Two touching woods are one for a line along their seam.
#[test]
fn a_line_along_the_seam_of_two_woods_runs_through_them() {
    let wood =
        |low: Point, high: Point| piece("wood", rectangle(low, high), Kind::Wood { height: Thou(4000) });
    let [here, there] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    for (pieces, expected, reason) in [
        (vec![wood([4.0, 0.0], [8.0, 3.0])], 0.0, "along an edge"),
        (vec![wood([4.0, 0.0], [8.0, 3.0]), wood([4.0, -3.0], [8.0, 0.0])], 4.0, "along a seam"),
        (vec![wood([4.0, 0.0], [8.0, 3.0]), wood([6.0, -3.0], [9.0, 0.0])], 2.0, "as far as both reach"),
        (
            vec![wood([4.0, 0.0], [8.0, 3.0]), wood([8.0, -3.0], [9.0, 0.0])],
            0.0,
            "they touch only at a corner",
        ),
    ] {
        let table = table(pieces);
        let line = table.sight_line(&here, &there);
        let length = expected * (1.0_f64 + 0.0475 * 0.0475).sqrt();
        assert!((line.in_woods - length).abs() < 1e-5, "{reason}: {}", line.in_woods);
        let rules = SightRules::COMBINED;
        let judged = warstrike_rules::sight::judge(&table.sighting(&here, &there), &rules, table.allowance());
        assert_eq!(table.visibility(&here, &there, &rules).state, judged.state, "{reason}");
        let is_deep = expected > rules.wood_depth;
        assert_eq!(
            judged.state == warstrike_rules::sight::SightState::Concealed,
            is_deep,
            "{reason}: {judged:?}"
        );
    }
}
