//! Shares in view counted line by line.

use super::*;
use crate::table::plane::Leg;
use crate::table::sight::line::Line;

/// The share in view counted line by line.
fn counted(table: &Terrain, from: &SightBody, to: &SightBody) -> f64 {
    const SIDE: i32 = 24;
    let look = Look::new(from, to);
    let [eye, body] = [from.foot.ground(), to.foot.ground()];
    let left = [(eye[1] - body[1]) / look.distance, (body[0] - eye[0]) / look.distance];
    let eyes = from.foot.z.inches() + from.eyes.inches();
    let middles = || (0..SIDE).map(|nth| (f64::from(nth) + 0.5) / f64::from(SIDE));
    let solids = table.sight.all().iter().filter(|block| block.matter == OccluderKind::Solid);
    let solids: Vec<_> = solids.map(|block| (block, look.clearing(block, table.touch_depth()))).collect();
    let open = |across: f64, up: f64| {
        let aside = (2.0 * across - 1.0) * to.radius;
        let end = [body[0] + aside * left[0], body[1] + aside * left[1]];
        let heights = [eyes, to.foot.z.inches() + up * to.height.inches()];
        let line = Line { plan: Leg { from: eye, to: end }, heights, length: 1.0 };
        solids.iter().all(|(block, moved)| line.first_cut(block, *moved).is_none())
    };
    let lines = middles().flat_map(|across| middles().map(move |up| (across, up)));
    let seen = lines.filter(|(across, up)| open(*across, *up)).count();
    seen as f64 / f64::from(SIDE * SIDE)
}

/// Rule: VIS-1. Areas and counted lines agree, whatever stands between.
#[test]
fn shares_are_those_of_lines_counted_one_by_one() {
    let table = busy();
    let mut partly = 0;
    for (nth, [from, to]) in pairs(&table, 300).into_iter().enumerate() {
        let [found, expected] = [table.fraction_in_view(&from, &to), counted(&table, &from, &to)];
        assert!((found - expected).abs() < 0.03, "pair {nth}: {found}, counted {expected}: {from:?} {to:?}");
        partly += usize::from(found > 0.01 && found < 0.99);
    }
    assert!(partly > 40, "only {partly} pairs are partly in view");
}
