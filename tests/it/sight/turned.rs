//! Mirroring or turning a table does not change what is in view.

use warstrike::table::sight::SightBody;

use crate::paths::in_parallel;
use crate::paths::turned::Symmetry;

use super::tables::scene;
use super::terrain;

/// How much equal shares may differ: on a mirrored table they are summed in another order.
const SHARE_TOLERANCE: f64 = 1e-6;

/// Rule: VIS-1.
#[test]
fn mirrored_and_turned_tables_show_as_much() {
    let changes = in_parallel(500, |index| {
        let scene = scene(index, 3);
        let plain = terrain(&scene.table);
        let mut largest: f64 = 0.0;
        for seen in [Symmetry::Mirrored, Symmetry::Turned] {
            let other = terrain(&seen.table(&scene.table));
            let moved = |model: &SightBody| SightBody { foot: seen.place(model.foot), ..*model };
            for [a, b] in scene.pairs() {
                let [c, d] = [a, b].map(moved);
                let [before, after] = [plain.fraction_in_view(a, b), other.fraction_in_view(&c, &d)];
                largest = largest.max((before - after).abs());
                assert!(
                    (before - after).abs() < SHARE_TOLERANCE,
                    "table {index} {seen:?}: {before} and {after}, {a:?} to {b:?}"
                );
                let sees = [plain.can_see(a, b), other.can_see(&c, &d)];
                assert_eq!(sees[0], sees[1], "table {index} {seen:?}: {a:?} and {b:?}");
            }
        }
        largest
    });
    let largest = changes.iter().map(|(_, largest)| *largest).fold(0.0, f64::max);
    println!("the largest difference is {largest}");
}
