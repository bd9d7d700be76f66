//! Shares in view against shares sampled line by line.

use super::*;
use crate::plane::Leg;
use crate::sight::line::Segment;

/// The share in view, sampled by lines to a grid of points.
fn sampled(table: &Terrain, from: &SightBody, to: &SightBody) -> f64 {
    const SIDE: i32 = 24;
    let frame = ViewFrame::new(from, to);
    let [eye, body] = [from.foot.ground(), to.foot.ground()];
    let left = [(eye[1] - body[1]) / frame.distance, (body[0] - eye[0]) / frame.distance];
    let eyes = from.foot.z.inches() + from.eyes.inches();
    let middles = || (0..SIDE).map(|index| (f64::from(index) + 0.5) / f64::from(SIDE));
    let solids = table.sight.all().iter().filter(|occluder| occluder.kind == OccluderKind::Solid);
    let solids: Vec<_> =
        solids.map(|occluder| (occluder, frame.clearance_shift(occluder, table.touch_depth()))).collect();
    let open = |across: f64, up: f64| {
        let aside = (2.0 * across - 1.0) * to.radius;
        let end = [body[0] + aside * left[0], body[1] + aside * left[1]];
        let heights = [eyes, to.foot.z.inches() + up * to.height.inches()];
        let line = Segment { plan: Leg { from: eye, to: end }, heights, length: 1.0 };
        solids.iter().all(|(occluder, shift)| line.first_cut(occluder, *shift).is_none())
    };
    let lines = middles().flat_map(|across| middles().map(move |up| (across, up)));
    let open = lines.filter(|(across, up)| open(*across, *up)).count();
    open as f64 / f64::from(SIDE * SIDE)
}

/// Rule: VIS-1. Areas and sampled lines agree, whatever stands between.
#[test]
fn shares_agree_with_sampled_lines() {
    let table = busy();
    let mut partly = 0;
    for (index, [from, to]) in pairs(&table, 300).into_iter().enumerate() {
        let [found, expected] = [table.fraction_in_view(&from, &to), sampled(&table, &from, &to)];
        assert!(
            (found - expected).abs() < 0.03,
            "pair {index}: {found}, sampled {expected}: {from:?} {to:?}"
        );
        partly += usize::from(found > 0.01 && found < 0.99);
    }
    assert!(partly > 40, "only {partly} pairs are partly in view");
}
