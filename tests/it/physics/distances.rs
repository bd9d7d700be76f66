//! Distances: between bases, and from bases to everything solid.

use bevy_rapier3d::rapier::parry::query::distance;
use warstrike::rules::basics::{Disc, gap};
use warstrike::table::plane::Leg;
use warstrike::ui::physics::colliders::{self, Collider};

use super::scenes::{Scene, on_all};

/// How far the two may differ, inches: single precision has seven digits, and a table is up to 100 inches long.
const PRECISION: f64 = 5e-5;

/// The same as a share of a distance: the engine narrows a distance between solids down (by the algorithm of Gilbert, Johnson
/// and Keerthi) until the share by which it may be off is the root of ten times the rounding of single precision.
const SHARE: f64 = 1.1e-3;

/// How thick floors are here, inches: the engine measures no distance to a sheet.
const FLOOR: f64 = 0.2;

fn between(a: &Collider, b: &Collider) -> f64 {
    f64::from(distance(&a.pose, &*a.shape, &b.pose, &*b.shape).unwrap())
}

/// How many distances agree, and by how much they differ at worst.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    count: usize,
    worst: f64,
}

impl Agreement {
    fn add(&mut self, [rules, physics]: [f64; 2], what: impl Fn() -> String) {
        let off = (rules - physics).abs();
        assert!(
            off <= PRECISION + SHARE * rules,
            "{rules} by the rules, {physics} by the physics: {}",
            what()
        );
        *self = Self { count: self.count + 1, worst: self.worst.max(off) };
    }

    fn sum(all: Vec<Self>) -> Self {
        let add = |a: Self, b: Self| Self { count: a.count + b.count, worst: a.worst.max(b.worst) };
        all.into_iter().fold(Self::default(), add)
    }
}

/// Rule: BAS-1.
#[test]
fn gaps_between_bases_agree() {
    let gaps = |scene: &Scene| {
        let mut found = Agreement::default();
        for [a, b] in scene.pairs() {
            let [one, other] = [a, b].map(|body| Disc { at: body.foot, radius: body.radius });
            let [flat, second] = [a, b].map(|body| {
                let height = body.foot.z.inches();
                colliders::upright(body.foot.ground(), body.radius, [height, height])
            });
            found.add([gap(one, other), between(&flat, &second)], || format!("{}: {a:?}, {b:?}", scene.name));
        }
        found
    };
    let Agreement { count, worst } = Agreement::sum(on_all(gaps));
    println!("{count} gaps, {worst:.1e} apart at worst");
    assert!(count > 1000);
}

/// Rule: MOV-4, BAS-1.
#[test]
fn distances_from_bases_to_solids_agree() {
    let distances = |scene: &Scene| {
        let mut found = Agreement::default();
        for model in &scene.models {
            let at = model.foot.ground();
            for prism in scene.prisms() {
                // Beside the middle of its height, only what lies between them over the table counts.
                let middle = (prism.bottom.min(prism.top - FLOOR) + prism.top) / 2.0;
                let heights = [middle - FLOOR / 4.0, middle + FLOOR / 4.0];
                let base = colliders::upright(at, model.radius, heights);
                let parts = colliders::of_prism_with(prism, FLOOR);
                let nearest = parts.iter().map(|part| between(part, &base)).fold(f64::INFINITY, f64::min);
                let outline = prism.outline.nearest_to_leg(Leg::point(at)).distance;
                let rules = (outline - model.radius).max(0.0);
                found.add([rules, nearest], || format!("{}: {model:?}, {prism:?}", scene.name));
            }
        }
        found
    };
    let Agreement { count, worst } = Agreement::sum(on_all(distances));
    println!("{count} distances, {worst:.1e} apart at worst");
    assert!(count > 1000);
}
