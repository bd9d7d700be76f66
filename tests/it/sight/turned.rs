//! On mirrored and turned tables as much is in view.

use warstrike::table::sight::SightBody;

use crate::paths::in_parallel;
use crate::paths::turned::Symmetry;

use super::tables::scene;
use super::terrain;

/// How much two shares may differ that are one: a mirrored table is summed up in another order.
const SAME: f64 = 1e-6;

/// Rule: VIS-1.
#[test]
fn mirrored_and_turned_tables_show_as_much() {
    let changes = in_parallel(500, |nth| {
        let scene = scene(nth, 3);
        let plain = terrain(&scene.table);
        let mut most: f64 = 0.0;
        for seen in [Symmetry::Mirrored, Symmetry::Turned] {
            let other = terrain(&seen.table(&scene.table));
            let moved = |model: &SightBody| SightBody { foot: seen.place(model.foot), ..*model };
            for [a, b] in scene.pairs() {
                let [c, d] = [a, b].map(moved);
                let [before, after] = [plain.fraction_in_view(a, b), other.fraction_in_view(&c, &d)];
                most = most.max((before - after).abs());
                assert!(
                    (before - after).abs() < SAME,
                    "table {nth} {seen:?}: {before} and {after}, {a:?} to {b:?}"
                );
                let sees = [plain.can_see(a, b), other.can_see(&c, &d)];
                assert_eq!(sees[0], sees[1], "table {nth} {seen:?}: {a:?} and {b:?}");
            }
        }
        most
    });
    let most = changes.iter().map(|(_, most)| *most).fold(0.0, f64::max);
    println!("at most {most} more or less");
}
