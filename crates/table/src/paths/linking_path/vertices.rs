//! Points at which a way that links two models can bend: the corners of barriers, and the intersections of boundaries that block on
//! different surfaces, where it passes each on the other's.

use std::borrow::Cow;
use std::f64::consts::TAU;

use super::barriers::{Barrier, Barriers, CLEARANCE, Extent};
use crate::paths::offset_boundaries::{BlockedSide, OffsetBoundary, Support, boundary_intersections};
use crate::paths::vertices::{corner_triples, orientation};
use crate::plane::{cross, distance, dot, subtract};
use crate::region::Region;
use crate::shape::{Point, Shape};
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;

/// A point at which a way can bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) at: Point,
    /// The directions of the two edges that meet there, as unit vectors; `None` where a way may bend to any side.
    edges: Option<[Point; 2]>,
}

/// A direction nearer to an edge than this runs along it, as the sine of the angle.
const PARALLEL: f64 = 1e-9;

impl Vertex {
    /// One without edges.
    pub(super) fn free(at: Point) -> Self {
        Self { at, edges: None }
    }

    /// Whether a leg in a direction, of some length, leaves both edges on one side: a taut way bends around them.
    pub(super) fn is_tangent(&self, along: Point, length: f64) -> bool {
        self.edges.is_none_or(|edges| {
            let sides = edges.map(|edge| cross(along, edge));
            let by = PARALLEL * length;
            !(sides[0] > by && sides[1] < -by || sides[0] < -by && sides[1] > by)
        })
    }
}

/// Every vertex on the table that a way of at most some length between two points can pass.
pub(super) fn vertices(barriers: &Barriers, foci: [Point; 2], max_length: f64) -> Vec<Vertex> {
    let mut found = Vec::new();
    barriers.all.iter().for_each(|barrier| convex_corners(&barrier.region, &mut found));
    let terrain = barriers.terrain;
    for floor in barriers.floors.iter().map(|floor| &terrain.floors[*floor]) {
        reflex_corners(&floor.region, &mut found);
        let steps = barriers.steps.iter().map(|step| &terrain.steps[*step]);
        // A floor ends at a hill that is higher.
        steps
            .filter(|step| step.top >= floor.height)
            .for_each(|step| convex_corners(&step.region, &mut found));
    }
    let boundaries = boundaries(barriers);
    for (index, boundary) in boundaries.iter().enumerate() {
        for other in &boundaries[..index] {
            boundary_intersections(boundary, other, &mut |at, _| found.push(Vertex::free(at)));
        }
    }
    found.retain(|vertex| {
        let is_on_table = (0..2).all(|axis| vertex.at[axis].abs() <= terrain.size[axis] / 2.0);
        is_on_table
            && distance(foci[0], vertex.at) + distance(vertex.at, foci[1]) <= max_length
            && !barriers.bury(vertex.at)
    });
    found.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]).then(a.at[1].total_cmp(&b.at[1])));
    // Walls stand one above another.
    found.dedup();
    found
}

/// Corners of the polygon around a circle.
const CIRCLE_CORNERS: usize = 72;

fn convex_corners(region: &Region, found: &mut Vec<Vertex>) {
    match &region.shape {
        Shape::Circle { centre: [x, y], radius } => {
            let step = TAU / CIRCLE_CORNERS as f64;
            // Its edges touch the circle.
            let out = (radius + CLEARANCE) / libm::cos(step / 2.0);
            let corner = |index: usize| {
                let angle = step * index as f64;
                [x + out * libm::cos(angle), y + out * libm::sin(angle)]
            };
            let ring: Vec<Point> = (0..CIRCLE_CORNERS).map(corner).collect();
            found.extend(corner_triples(&ring).map(|corners| vertex(corners, 0.0)));
        }
        Shape::Polygon(corners) => {
            let convex = corner_triples(corners).filter(|&[a, b, c]| orientation(a, b, c) > 0.0);
            found.extend(convex.map(|corners| vertex(corners, CLEARANCE)));
        }
    }
}

fn reflex_corners(region: &Region, found: &mut Vec<Vertex>) {
    if let Shape::Polygon(corners) = &region.shape {
        let reflex = corner_triples(corners).filter(|&[a, b, c]| orientation(a, b, c) < 0.0);
        found.extend(reflex.map(|corners| vertex(corners, CLEARANCE)));
    }
}

/// The smallest sine of half a corner's angle for which its vertex lies on both lines beside its edges.
const MIN_SINE: f64 = 0.01;

/// The vertex at a corner, `by` inches off both its edges on the far side of the angle between them.
fn vertex([previous, corner, next]: [Point; 3], by: f64) -> Vertex {
    let unit = |to: Point| {
        let length = distance(corner, to);
        subtract(to, corner).map(|part| part / length)
    };
    let edges = [unit(previous), unit(next)];
    let inward = [edges[0][0] + edges[1][0], edges[0][1] + edges[1][1]];
    let length = dot(inward, inward).sqrt();
    let sine = (1.0 - length * length / 4.0).max(0.0).sqrt().max(MIN_SINE);
    let out = if length > PARALLEL { by / sine / length } else { 0.0 };
    Vertex { at: [corner[0] - out * inward[0], corner[1] - out * inward[1]], edges: Some(edges) }
}

/// Boundaries of barriers, floors and steps, with the surfaces on which they matter.
fn boundaries<'b>(barriers: &'b Barriers) -> Vec<OffsetBoundary<'b>> {
    let terrain = barriers.terrain;
    let steps = || barriers.steps.iter().map(|step| (Support::Step(*step), terrain.steps[*step].top));
    let floors =
        || barriers.floors.iter().map(|floor| (Support::Floor(*floor), terrain.floors[*floor].height));
    let supports = |barrier: &Barrier| -> Vec<Support> {
        let ground = std::iter::once((Support::Table, Thou(0))).chain(steps());
        let blocks = |stands: Thou| match barrier.extent {
            Extent::Ground => true,
            Extent::Heights(heights) => meet_in_height(barriers.mover.heights_at(stands), heights),
        };
        let floors = floors().filter(|_| barrier.extent != Extent::Ground);
        ground.chain(floors).filter(|(_, stands)| blocks(*stands)).map(|(support, _)| support).collect()
    };
    let mut found: Vec<OffsetBoundary> = Vec::new();
    let mut add = |region: &'b Region, offset: f64, blocked_side: BlockedSide, supports: Vec<Support>| {
        found.push(OffsetBoundary { region: Cow::Borrowed(region), offset, blocked_side, supports });
    };
    // Alone they cross nothing that ends on another surface.
    if barriers.steps.is_empty() && barriers.floors.is_empty() {
        return found;
    }
    for barrier in &barriers.all {
        add(&barrier.region, CLEARANCE, BlockedSide::Inside, supports(barrier));
    }
    for floor in &barriers.floors {
        let region = &terrain.floors[*floor].region;
        add(region, -CLEARANCE, BlockedSide::Outside, vec![Support::Floor(*floor)]);
    }
    for (support, top) in steps() {
        let Support::Step(step) = support else { continue };
        let region = &terrain.steps[step].region;
        add(region, -CLEARANCE - terrain.touch_depth(), BlockedSide::Outside, vec![support]);
        let lower = floors().filter(|(_, height)| *height <= top).map(|(support, _)| support);
        let lower = std::iter::once(Support::Table).chain(lower).collect();
        add(region, CLEARANCE, BlockedSide::Inside, lower);
    }
    found
}
