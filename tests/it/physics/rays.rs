//! Sight: the parts of bodies in view, and the lines from eyes to the middles of bodies, against rays.

use bevy::math::{Dir3, Ray3d, Vec3};
use warstrike::table::plane::Leg;
use warstrike::table::prisms::Prism;
use warstrike::table::region::Region;
use warstrike::table::sight::{BodyPart, BodyView, Light, SightBody};
use warstrike::ui::axes;

use super::scenes::{FLOOR, Scene, on_all};

/// Rays along each side of a body.
const CELLS: usize = 100;
/// The same in a debug build.
const FEW_CELLS: usize = 20;

/// A ray that passes a solid's edge nearer than this may go either way, inches: the engine counts in single precision, and
/// its circles have chords.
const PRECISION: f64 = 0.002;

fn cells() -> usize {
    let all = !cfg!(debug_assertions) || std::env::var_os("WARSTRIKE_TABLES").is_some();
    if all { CELLS } else { FEW_CELLS }
}

/// A point in space: x, y and height, inches.
type Spot = [f64; 3];

fn eyes(of: &SightBody) -> Spot {
    let [x, y] = of.foot.ground();
    [x, y, of.foot.z.inches() + of.eyes.inches()]
}

fn middle(of: &SightBody) -> Spot {
    let [x, y] = of.foot.ground();
    [x, y, of.foot.z.inches() + of.height.inches() / 2.0]
}

fn in_scene([x, y, height]: Spot) -> Vec3 {
    axes::in_scene([x, y], height)
}

/// The prism that a ray meets first on the way from one point to another, and how far along it, inches.
fn stop(scene: &Scene, from: Spot, to: Spot) -> Option<(usize, f64)> {
    let [from, to] = [from, to].map(in_scene);
    let ray = Ray3d::new(from, Dir3::new(to - from).unwrap());
    let (&prism, distance) = scene.faces.first_hit(ray, |_| true)?;
    (distance < from.distance(to)).then_some((prism, f64::from(distance)))
}

/// Whether a line only touches a prism, seen from above: by the rules that does not block it.
fn touches(scene: &Scene, prism: usize, from: Spot, to: Spot) -> bool {
    let outline = scene.prisms()[prism].outline.clone();
    let leg = Leg { from: [from[0], from[1]], to: [to[0], to[1]] };
    Region::new(outline).intervals_inside(leg, PRECISION).is_empty()
}

/// The point and six that lie around it, each the precision away.
fn nearby([x, y, z]: Spot) -> [Spot; 7] {
    let h = PRECISION;
    [[x, y, z], [x + h, y, z], [x - h, y, z], [x, y + h, z], [x, y - h, z], [x, y, z + h], [x, y, z - h]]
}

/// How far a point of a body lies from the parts in the other light, inches.
fn from_edge(view: &BodyView, [left, up]: [f64; 2], light: Light) -> f64 {
    let others = view.parts.iter().filter(|part| part.light != light);
    others.map(|part| outside(part, [left, up])).fold(f64::INFINITY, f64::min)
}

/// How far a point lies outside a part, at most.
fn outside(part: &BodyPart, [left, up]: [f64; 2]) -> f64 {
    let [from, to] = part.sides;
    let across = (from - left).max(left - to).max(0.0);
    let share = if to > from { ((left - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    let at = |[a, b]: [f64; 2]| a + share * (b - a);
    across.max(at(part.low) - up).max(up - at(part.high))
}

fn light_at(view: &BodyView, at: [f64; 2]) -> Light {
    let holds = view.parts.iter().min_by(|a, b| outside(a, at).total_cmp(&outside(b, at)));
    holds.map_or(Light::Shadow, |part| part.light)
}

/// What was found of all rays.
#[derive(Clone, Debug, Default)]
struct Count {
    rays: usize,
    hidden: usize,
    /// Rays that differ only because they graze an edge.
    grazing: usize,
    /// How far a share by rays is from the exact one, at worst.
    worst_share: f64,
    faults: Vec<String>,
}

impl Count {
    fn sum(all: Vec<Self>) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, one| {
            sum.rays += one.rays;
            sum.hidden += one.hidden;
            sum.grazing += one.grazing;
            sum.worst_share = sum.worst_share.max(one.worst_share);
            sum.faults.extend(one.faults);
            sum
        })
    }
}

fn compare_body(scene: &Scene, [from, to]: [&SightBody; 2], count: &mut Count) {
    let cells = cells();
    let (view, eye) = (scene.terrain.body_view(from, to), eyes(from));
    let share = |index: usize| (index as f64 + 0.5) / cells as f64;
    let mut open = 0;
    for index in 0..cells * cells {
        let left = (2.0 * share(index % cells) - 1.0) * to.radius;
        let up = share(index / cells) * to.height.inches();
        let goal = view.point(left, up);
        let expected = light_at(&view, [left, up]);
        let seen = |eye: Spot| if stop(scene, eye, goal).is_none() { Light::Open } else { Light::Shadow };
        let found = seen(eye);
        open += usize::from(found == Light::Open);
        count.rays += 1;
        count.hidden += usize::from(expected == Light::Shadow);
        if found == expected {
            continue;
        }
        let is_at_edge = from_edge(&view, [left, up], expected) < PRECISION;
        let met = stop(scene, eye, goal).map(|(prism, _)| prism);
        let is_touched = met.is_some_and(|prism| touches(scene, prism, eye, goal));
        if is_at_edge || is_touched || nearby(eye).into_iter().any(|eye| seen(eye) == expected) {
            count.grazing += 1;
        } else {
            let name = &scene.name;
            let by = stop(scene, eye, goal).map(|(prism, way)| (scene.prisms()[prism], way));
            count.faults.push(format!(
                "{name}: {expected:?}, not {found:?}, at {goal:?} from {from:?} to {to:?}, stopped by {by:?}"
            ));
        }
    }
    let rays = open as f64 / (cells * cells) as f64;
    let exact = scene.terrain.fraction_in_view(from, to);
    count.worst_share = count.worst_share.max((rays - exact).abs());
}

/// Rule: VIS-1.
#[test]
fn what_is_in_view_is_what_rays_reach() {
    let counts = on_all(|scene| {
        let mut count = Count::default();
        scene.pairs().for_each(|pair| compare_body(scene, pair, &mut count));
        count
    });
    let Count { rays, hidden, grazing, worst_share, faults } = Count::sum(counts);
    println!("{rays} rays, {hidden} hidden, {grazing} grazing, shares {worst_share:.4} apart at worst");
    assert!(faults.is_empty(), "{} faults, among them {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    assert!(grazing * 1000 <= rays, "{grazing} of {rays} rays graze an edge");
    assert!(hidden * 20 > rays, "too little is hidden");
    // A column of cells may fall to either side of an edge.
    assert!(worst_share < 2.0 / cells() as f64, "{worst_share}");
}

/// How far along a line the places may be where it stops, inches: it may meet a face at a sharp angle.
const NEAR: f64 = 0.01;

/// How much sooner a line that rises meets a floor from below if it has the thickness of its collider, inches.
fn thickness_along(prism: &Prism, from: Spot, to: Spot) -> f64 {
    let rise = to[2] - from[2];
    let is_floor = prism.top <= prism.bottom;
    if is_floor && rise > 0.0 { FLOOR * f64::from(in_scene(from).distance(in_scene(to))) / rise } else { 0.0 }
}

/// Rule: VIS-1, VIS-2.
#[test]
fn sight_lines_stop_where_rays_do() {
    let counts = on_all(|scene| {
        let mut count = Count::default();
        for [from, to] in scene.pairs() {
            let line = scene.terrain.sight_line(from, to);
            let rules = line.blocked.map(|(_, share)| share * line.length);
            let agrees = |eye: Spot| match (rules, stop(scene, eye, middle(to))) {
                (Some(a), Some((prism, b))) => {
                    let sooner = thickness_along(&scene.prisms()[prism], eye, middle(to));
                    (-NEAR..NEAR + sooner).contains(&(a - b))
                }
                (a, b) => a.is_none() && b.is_none(),
            };
            count.rays += 1;
            count.hidden += usize::from(rules.is_some());
            if agrees(eyes(from)) {
                continue;
            }
            let found = stop(scene, eyes(from), middle(to));
            let is_touched = found.is_some_and(|(prism, _)| touches(scene, prism, eyes(from), middle(to)));
            if is_touched || nearby(eyes(from)).into_iter().any(agrees) {
                count.grazing += 1;
            } else {
                let name = &scene.name;
                count.faults.push(format!("{name}: {rules:?}, not {found:?}, from {from:?} to {to:?}"));
            }
        }
        count
    });
    let Count { rays, hidden, grazing, faults, .. } = Count::sum(counts);
    println!("{rays} lines, {hidden} blocked, {grazing} grazing");
    assert!(faults.is_empty(), "{} faults, among them {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    assert!(grazing * 100 <= rays && hidden * 10 > rays);
}
