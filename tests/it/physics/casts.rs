//! Movement: a base cast along every leg of a path, against the distances that the rules measure.

use bevy::math::Vec3;
use warstrike::rules::movement::LevelSegment;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::movement::going::Gait;
use warstrike::table::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
use warstrike::table::plane::Leg;
use warstrike::table::prisms::Prism;
use warstrike::table::sight::SightBody;
use warstrike::table::walk::Mover;
use warstrike::ui::axes;
use warstrike::ui::physics::colliders;

use super::scenes::{Scene, on_all};

/// How far the place where a base is stopped may be from touching, inches.
const PRECISION: f64 = 0.002;

/// A body is cast this much above its foot and below its head, inches, so that it slides over what it stands on.
const LIFT: f64 = 0.003;

/// Longer paths are not looked for, inches.
const FARTHEST: f64 = 16.0;

/// The policies under which paths are looked for: around everything difficult, and over it.
const POLICIES: [GoingPolicy; 2] = [
    GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided },
    GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed },
];

#[derive(Clone, Debug, Default)]
struct Count {
    legs: usize,
    stopped: usize,
    /// How far a base that is stopped is from touching, or how deep one that is not stopped gets, at worst.
    worst: f64,
    faults: Vec<String>,
}

/// The paths of all models to each other, as far as there are any, cut where their height changes.
fn segments(scene: &Scene) -> Vec<(SightBody, LevelSegment)> {
    let mut found = Vec::new();
    for [from, to] in scene.pairs() {
        if from.foot.ground_distance(to.foot) > FARTHEST {
            continue;
        }
        let mover = Mover { radius: from.radius, height: from.height, gait: Gait::Walker };
        for policy in POLICIES {
            let planner = PathPlanner::new(&scene.terrain, mover, policy, OtherModels::default(), 0.002);
            let Some(route) = planner.shortest_path(from.foot, to.foot, FARTHEST) else { continue };
            let Ok(walk) = scene.terrain.walk(mover, from.foot, &route.corners) else { continue };
            let long = walk
                .level_segments()
                .filter(|segment| Leg { from: segment.from, to: segment.to }.length() > 0.01);
            found.extend(long.map(|segment| (*from, segment)));
        }
        // Straight through everything.
        let height = from.foot.z;
        found.push((*from, LevelSegment { from: from.foot.ground(), to: to.foot.ground(), height }));
    }
    found
}

/// How far a base that moves along a leg stays from touching a solid, inches; below 0 where it runs into one.
fn clearance(prisms: &[Prism], leg: Leg, radius: f64) -> f64 {
    let gaps = prisms.iter().map(|prism| prism.outline.nearest_to_leg(leg).distance - radius);
    gaps.fold(f64::INFINITY, f64::min)
}

fn compare(scene: &Scene, body: &SightBody, segment: LevelSegment, count: &mut Count) {
    let heights = [LIFT, body.height.inches() - LIFT].map(|up| segment.height.inches() + up);
    let leg = Leg { from: segment.from, to: segment.to };
    let is_clear_cut = |prism: &Prism| {
        let edges = [prism.top - heights[0], prism.bottom - heights[1]];
        edges.iter().all(|edge| edge.abs() > LIFT / 2.0)
    };
    let reaches = |prism: &Prism| prism.outline.nearest_to_leg(leg).distance < body.radius + PRECISION;
    let mut prisms = scene.prisms();
    if !prisms.iter().all(|prism| is_clear_cut(prism) || !reaches(prism)) {
        return;
    }
    prisms.retain(|prism| prism.top > heights[0] && prism.bottom < heights[1]);
    let base = colliders::upright(leg.from, body.radius, heights);
    let motion: Vec3 = axes::in_scene(leg.to, 0.0) - axes::in_scene(leg.from, 0.0);
    let stopped = scene.solids.first_touch(&base, motion).map(|(_, share)| f64::from(share));
    let free = Leg { from: leg.from, to: leg.at(stopped.unwrap_or(1.0)) };
    // Up to where it is stopped it must run into nothing, and there it must touch something.
    let deep = (-clearance(&prisms, free, body.radius)).max(0.0);
    let overlaps = stopped == Some(0.0);
    let short = stopped.map_or(0.0, |_| clearance(&prisms, Leg::point(free.to), body.radius).max(0.0));
    let off = if overlaps { short } else { short.max(deep) };
    count.legs += 1;
    count.stopped += usize::from(stopped.is_some());
    if off <= PRECISION {
        count.worst = count.worst.max(off);
    } else {
        count.faults.push(format!("{}: {off} off at {stopped:?}, {body:?} along {segment:?}", scene.name));
    }
}

/// Rule: MOV-4, STR-1, GO-4.
#[test]
fn a_base_cast_along_a_path_is_stopped_where_the_rules_find_a_solid() {
    let counts = on_all(|scene| {
        let mut count = Count::default();
        for (body, segment) in segments(scene) {
            compare(scene, &body, segment, &mut count);
        }
        count
    });
    let mut sum = Count::default();
    for one in counts {
        sum.legs += one.legs;
        sum.stopped += one.stopped;
        sum.worst = sum.worst.max(one.worst);
        sum.faults.extend(one.faults);
    }
    let Count { legs, stopped, worst, faults } = sum;
    println!("{legs} legs, {stopped} stopped, {worst:.1e} off at worst");
    assert!(faults.is_empty(), "{} faults, among them {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    assert!(stopped > 50 && legs > 2 * stopped);
}
