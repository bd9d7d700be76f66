//! Vertices where boundaries on different surfaces intersect: overlapping hills, enemies on and beside hills,
//! floors and what lies under them.

use std::borrow::Cow;

use super::PathPlanner;
use super::obstacles::ObstaclePrism;
use super::offset_boundaries::{BlockedSide, OffsetBoundary, Support, boundary_intersections};
use super::tangent_vertex::{Layer, TangentVertex};
use crate::region::Region;
use crate::shape::{Point, Shape};
use warstrike_rules::basics::Disc;
use warstrike_rules::basics::nearest_whole;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::enemies::ring_radius;

/// Every vertex at which a path changes from one surface to another because of the terrain.
pub(super) fn of_terrain(planner: &PathPlanner, found: &mut Vec<TangentVertex>) {
    let finder = LayerIntersections { planner };
    let mut points: Vec<(Layer, Point)> = Vec::new();
    let mut add = |at: Point, on: Support| points.push((finder.layer(on), at));
    finder.between_steps(&mut add);
    finder.at_step_edges(&finder.prisms_near_steps(&planner.obstacles.walls), &mut add);
    for group in finder.floor_groups() {
        pairs(&finder.terrain_near_floors(&group), &mut add);
    }
    push_unique(points, found);
}

/// Every vertex at which it does so because of another model.
pub(super) fn of_models(planner: &PathPlanner, found: &mut Vec<TangentVertex>) {
    let finder = LayerIntersections { planner };
    let mut points: Vec<(Layer, Point)> = Vec::new();
    let mut add = |at: Point, on: Support| points.push((finder.layer(on), at));
    let mut near_steps = finder.rings_near_steps();
    near_steps.extend(finder.prisms_near_steps(&planner.obstacles.friends));
    finder.at_step_edges(&near_steps, &mut add);
    for group in finder.floor_groups() {
        let others = finder.models_near_floors(&group);
        if !others.is_empty() {
            pairs(&others, &mut add);
            for boundary in finder.terrain_near_floors(&group) {
                others.iter().for_each(|other| boundary_intersections(other, &boundary, &mut add));
            }
        }
    }
    push_unique(points, found);
}

/// Points closer than this along each axis are one, inches: far below the thousandths of places.
const SAME_POINT_INCHES: f64 = 1e-7;

/// Adds a vertex per point; two steps, or two floors with the same things nearby, give the same one but for rounding.
fn push_unique(mut points: Vec<(Layer, Point)>, found: &mut Vec<TangentVertex>) {
    let near =
        |(layer, at): &(Layer, Point)| (*layer, at.map(|axis| nearest_whole(axis / SAME_POINT_INCHES)));
    points.sort_by(|a, b| {
        let exactly = || a.1[0].total_cmp(&b.1[0]).then_with(|| a.1[1].total_cmp(&b.1[1]));
        near(a).cmp(&near(b)).then_with(exactly)
    });
    points.dedup_by_key(|point| near(point));
    found.extend(points.into_iter().map(|(layer, at)| TangentVertex::point(at, layer)));
}

fn pairs(boundaries: &[OffsetBoundary], add: &mut impl FnMut(Point, Support)) {
    for (index, boundary) in boundaries.iter().enumerate() {
        for other in &boundaries[..index] {
            boundary_intersections(boundary, other, add);
        }
    }
}

struct LayerIntersections<'r> {
    planner: &'r PathPlanner<'r>,
}

impl<'r> LayerIntersections<'r> {
    fn layer(&self, on: Support) -> Layer {
        match on {
            Support::Table | Support::Step(_) => Layer::Ground,
            Support::Floor(floor) => Layer::Floor(self.planner.terrain.floors[floor].height),
        }
    }

    /// Steps that may not be climbed.
    fn unclimbable_steps(&self) -> impl Iterator<Item = usize> + '_ {
        let steps = self.planner.terrain.steps.iter().enumerate();
        let is_unclimbable = |going| !self.planner.policy.allows(going);
        steps
            .filter(move |(_, step)| is_unclimbable(step.going(self.planner.mover.gait).0))
            .map(|(index, _)| index)
    }

    /// Boundary at which a model on a step leaves it.
    fn step_edge_from_above(&self, step: usize) -> OffsetBoundary<'r> {
        let offset = -self.planner.clearance - self.planner.terrain.touch_depth();
        let region = Cow::Borrowed(&self.planner.terrain.steps[step].region);
        OffsetBoundary {
            region,
            offset,
            blocked_side: BlockedSide::Outside,
            supports: vec![Support::Step(step)],
        }
    }

    /// Boundary at which a model on the table, or on one of some floors below the step's top, comes onto a step.
    fn step_edge_from_below(&self, step: usize, floors: &[usize]) -> OffsetBoundary<'r> {
        let (terrain, index) = (self.planner.terrain, step);
        let step = &terrain.steps[index];
        let lower = floors.iter().filter(|floor| terrain.floors[**floor].height < step.top);
        let supports =
            std::iter::once(Support::Table).chain(lower.map(|floor| Support::Floor(*floor))).collect();
        OffsetBoundary {
            region: Cow::Borrowed(&step.region),
            offset: self.planner.clearance,
            blocked_side: BlockedSide::Inside,
            supports,
        }
    }

    /// Adds the intersections of overlapping hills: a model that may not climb back onto one of them turns where it crosses to the other,
    /// or passes the other by.
    fn between_steps(&self, add: &mut impl FnMut(Point, Support)) {
        let count = self.planner.terrain.steps.len();
        let upper: Vec<OffsetBoundary> = (0..count).map(|step| self.step_edge_from_above(step)).collect();
        let lower: Vec<OffsetBoundary> =
            (0..count).map(|step| self.step_edge_from_below(step, &[])).collect();
        for (index, edge) in upper.iter().enumerate() {
            upper[..index].iter().for_each(|other| boundary_intersections(edge, other, add));
            lower.iter().for_each(|other| boundary_intersections(edge, other, add));
        }
    }

    /// The edges of steps, where obstacles change with the model's height: the ring around an enemy has
    /// another size, a wall is too low or too high to block.
    fn at_step_edges(&self, boundaries: &[OffsetBoundary], add: &mut impl FnMut(Point, Support)) {
        for (index, step) in self.planner.terrain.steps.iter().enumerate() {
            let near =
                |boundary: &&OffsetBoundary| step.region.is_near(boundary.region.bounds, boundary.offset);
            let mut near = boundaries.iter().filter(near).peekable();
            if near.peek().is_some() {
                let edges = [self.step_edge_from_above(index), self.step_edge_from_below(index, &[])];
                near.for_each(|boundary| {
                    edges.iter().for_each(|edge| boundary_intersections(boundary, edge, add))
                });
            }
        }
    }

    /// The rings around enemies that reach steps.
    fn rings_near_steps(&self) -> Vec<OffsetBoundary<'r>> {
        let terrain = self.planner.terrain;
        let mut boundaries: Vec<OffsetBoundary> = Vec::new();
        for enemy in &self.planner.others.enemies {
            let (at, widest) = (enemy.at.ground(), self.planner.ring_reach(enemy));
            let near = |step: &usize| terrain.steps[*step].region.is_near([at, at], widest);
            let steps: Vec<usize> = (0..terrain.steps.len()).filter(near).collect();
            if !steps.is_empty() {
                boundaries.extend(self.rings(enemy, &steps, &[]));
            }
        }
        boundaries
    }

    fn prisms_near_steps(&self, prisms: &'r [ObstaclePrism]) -> Vec<OffsetBoundary<'r>> {
        self.prisms(prisms, &|region| self.steps_near(region), &[])
    }

    fn steps_near(&self, region: &Region) -> Vec<usize> {
        let steps = self.planner.terrain.steps.iter().enumerate();
        steps.filter(|(_, step)| step.region.is_near(region.bounds, 0.0)).map(|(index, _)| index).collect()
    }

    /// The rings around an enemy, one for each height nearby.
    fn rings(&self, enemy: &Disc, steps: &[usize], floors: &[usize]) -> Vec<OffsetBoundary<'r>> {
        let ring = |on: Support| {
            let height = self.height(on).inches();
            let gap = self.planner.others.enemy_gap;
            let radius = ring_radius(height, self.planner.mover.radius, *enemy, gap)?;
            Some(self.disc(enemy.at.ground(), radius, vec![on]))
        };
        ground_supports(steps)
            .chain(floors.iter().map(|floor| Support::Floor(*floor)))
            .filter_map(ring)
            .collect()
    }

    fn disc(&self, centre: Point, radius: f64, supports: Vec<Support>) -> OffsetBoundary<'r> {
        let region = Cow::Owned(Region::new(Shape::Circle { centre, radius }));
        OffsetBoundary { region, offset: self.planner.clearance, blocked_side: BlockedSide::Inside, supports }
    }

    fn height(&self, on: Support) -> Thou {
        match on {
            Support::Table => Thou(0),
            Support::Step(step) => self.planner.terrain.steps[step].top,
            Support::Floor(floor) => self.planner.terrain.floors[floor].height,
        }
    }

    /// For each structure, its floors and those of others nearby.
    fn floor_groups(&self) -> Vec<Vec<usize>> {
        let floors = &self.planner.terrain.floors;
        let mut pieces: Vec<usize> = floors.iter().map(|floor| floor.piece).collect();
        pieces.dedup();
        let group = |piece: usize| {
            let own = |index: &usize| floors[*index].piece == piece;
            let own: Vec<usize> = (0..floors.len()).filter(own).collect();
            let near = |index: &usize| {
                own.iter().any(|own| floors[*index].region.is_near(floors[*own].region.bounds, 0.0))
            };
            (0..floors.len()).filter(near).collect()
        };
        pieces.into_iter().map(group).collect()
    }

    fn steps_near_floors(&self, floors: &[usize]) -> Vec<usize> {
        let terrain = self.planner.terrain;
        (0..terrain.steps.len())
            .filter(|step| self.is_near_floors(floors, &terrain.steps[*step].region, 0.0))
            .collect()
    }

    fn is_near_floors(&self, floors: &[usize], region: &Region, reach: f64) -> bool {
        let floors = floors.iter().map(|floor| &self.planner.terrain.floors[*floor]);
        floors.into_iter().any(|floor| floor.region.is_near(region.bounds, reach))
    }

    /// All boundaries of terrain near some floors.
    fn terrain_near_floors(&self, floors: &[usize]) -> Vec<OffsetBoundary<'r>> {
        let planner = self.planner;
        let steps = self.steps_near_floors(floors);
        let mut boundaries: Vec<OffsetBoundary> =
            floors.iter().map(|floor| self.floor_edge(*floor)).collect();
        for step in self.unclimbable_steps().filter(|step| steps.contains(step)) {
            boundaries.extend([self.step_edge_from_above(step), self.step_edge_from_below(step, floors)]);
        }
        let areas = planner
            .obstacles
            .areas
            .iter()
            .filter(|(region, keep_out)| self.is_near_floors(floors, region, *keep_out));
        boundaries.extend(areas.map(|&(region, keep_out)| OffsetBoundary {
            region: Cow::Borrowed(region),
            offset: keep_out + planner.clearance,
            blocked_side: BlockedSide::Inside,
            supports: ground_supports(&steps).collect(),
        }));
        boundaries.extend(self.prisms_near_floors(&planner.obstacles.walls, floors, &steps));
        boundaries
    }

    /// The boundaries of all models that block near some floors.
    fn models_near_floors(&self, floors: &[usize]) -> Vec<OffsetBoundary<'r>> {
        let planner = self.planner;
        let near = |enemy: &&Disc| {
            let (at, reach) = (enemy.at.ground(), planner.ring_reach(enemy));
            floors.iter().any(|floor| planner.terrain.floors[*floor].region.is_near([at, at], reach))
        };
        let mut enemies = planner.others.enemies.iter().filter(near).peekable();
        let friend = |friend: &ObstaclePrism| self.is_near_floors(floors, &friend.region, 0.0);
        if enemies.peek().is_none() && !planner.obstacles.friends.iter().any(friend) {
            return Vec::new();
        }
        let steps = self.steps_near_floors(floors);
        let mut boundaries: Vec<OffsetBoundary> =
            enemies.flat_map(|enemy| self.rings(enemy, &steps, floors)).collect();
        boundaries.extend(self.prisms_near_floors(&planner.obstacles.friends, floors, &steps));
        boundaries
    }

    fn prisms_near_floors(
        &self,
        prisms: &'r [ObstaclePrism],
        floors: &[usize],
        steps: &[usize],
    ) -> Vec<OffsetBoundary<'r>> {
        let steps = |region: &Region| {
            if self.is_near_floors(floors, region, 0.0) { steps.to_vec() } else { Vec::new() }
        };
        self.prisms(prisms, &steps, floors)
    }

    /// Boundaries of walls or friends, on everything from which a model overlaps them in height; those with
    /// neither steps nor floors nearby are left out.
    fn prisms(
        &self,
        prisms: &'r [ObstaclePrism],
        steps: &dyn Fn(&Region) -> Vec<usize>,
        floors: &[usize],
    ) -> Vec<OffsetBoundary<'r>> {
        let (planner, terrain) = (self.planner, self.planner.terrain);
        let mut boundaries = Vec::new();
        let floors_near = |region: &Region| {
            let near = |floor: &&usize| terrain.floors[**floor].region.is_near(region.bounds, 0.0);
            floors.iter().filter(near).map(|floor| Support::Floor(*floor)).collect::<Vec<Support>>()
        };
        for ObstaclePrism { region, heights } in prisms {
            let (steps, floors) = (steps(region), floors_near(region));
            if steps.is_empty() && floors.is_empty() {
                continue;
            }
            let beside = |on: &Support| meet_in_height(planner.mover.heights_at(self.height(*on)), *heights);
            let supports: Vec<Support> = ground_supports(&steps).chain(floors).filter(beside).collect();
            let region = Cow::Borrowed(region.as_ref());
            boundaries.push(OffsetBoundary {
                region,
                offset: planner.clearance,
                blocked_side: BlockedSide::Inside,
                supports,
            });
        }
        boundaries
    }

    fn floor_edge(&self, floor: usize) -> OffsetBoundary<'r> {
        let region = Cow::Borrowed(&self.planner.terrain.floors[floor].region);
        OffsetBoundary {
            region,
            offset: -self.planner.clearance,
            blocked_side: BlockedSide::Outside,
            supports: vec![Support::Floor(floor)],
        }
    }
}

/// The table top and some steps.
fn ground_supports(steps: &[usize]) -> impl Iterator<Item = Support> + '_ {
    std::iter::once(Support::Table).chain(steps.iter().map(|step| Support::Step(*step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::piece::{Foundation, Kind, Level, Piece, Roof};
    use crate::sample::{LEAPER, SOLDIER, ground, piece, plateau, rectangle, table};
    use crate::walk::Mover;
    use warstrike_rules::measures::Place;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    /// A building without walls, its upper floor 3 high.
    fn deck(low: Point, high: Point) -> Piece {
        let level = |floor| Level { floor: Thou(floor), outline: None, walls: vec![] };
        let levels = vec![level(0), level(3000)];
        let kind = Kind::Structure { levels, foundation: Foundation::None, roof: Roof::Open };
        piece("deck", rectangle(low, high), kind)
    }

    /// The vertices found: height of the layer (0 for the ground), x and y, in thousandths.
    fn found_vertices(pieces: Vec<Piece>, mover: Mover, others: OtherModels) -> Vec<[i32; 3]> {
        let terrain = table(pieces);
        let policy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let planner = PathPlanner::new(&terrain, mover, policy, others, 0.002);
        let mut found = Vec::new();
        of_terrain(&planner, &mut found);
        of_models(&planner, &mut found);
        let describe = |vertex: TangentVertex| {
            let height = match vertex.layer {
                Layer::Ground => 0,
                Layer::Floor(height) => height.0,
            };
            let [x, y] = vertex.centre.map(|inches| (inches * 1000.0).round() as i32);
            [height, x, y]
        };
        let mut vertices: Vec<[i32; 3]> = found.into_iter().map(describe).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }

    /// Rule: HIL-1, HIL-2, MOV-5, STR-3. Paths below a hill keep 0.002 outside its edge, those on it 0.007 inside: its
    /// surface begins 0.005 inside the edge.
    #[test]
    fn vertices_lie_where_boundaries_intersect() {
        let enemy = Disc { at: Place::flat(0, 0), radius: 0.5 };
        let enemy = || OtherModels { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let plateau = |low: Point, high: Point| plateau(low, high, 1000);
        let low = || plateau([-4.0, -1.0], [1.0, 1.0]);
        let across = || plateau([-1.0, -3.0], [4.0, 3.0]);
        let distant = || plateau([-20.0, -20.0], [-16.0, -16.0]);
        let beside = || plateau([2.0, -4.0], [8.0, 2.0]);
        let under = || deck([0.0, 0.0], [4.0, 4.0]);
        let disc = Shape::Circle { centre: [2.0, -1.2], radius: 1.0 };
        let pond = || Piece { footprint: disc.clone(), ..ground(Going::Impassable) };
        for (pieces, mover, others, expected, reason) in [
            (vec![low(), distant()], SOLDIER, OtherModels::default(), vec![], "two hills far apart"),
            (
                vec![low(), across()],
                SOLDIER,
                OtherModels::default(),
                vec![
                    // From one onto the other, and off the one beside the other.
                    [0, -1002, -993],
                    [0, -1002, 993],
                    [0, -993, -1002],
                    [0, -993, -993],
                    [0, -993, 993],
                    [0, -993, 1002],
                ],
                "two hills that overlap",
            ),
            (
                vec![distant(), plateau([1.0, -8.0], [9.0, 8.0])],
                SOLDIER,
                enemy(),
                vec![
                    // The ring is 3 on the table and, 1 higher, √3 + 1.
                    [0, 998, -2545],
                    [0, 998, 2545],
                    [0, 1007, -2828],
                    [0, 1007, 2828],
                ],
                "an enemy beside a hill",
            ),
            (
                vec![distant(), beside(), under()],
                SOLDIER,
                OtherModels::default(),
                vec![
                    // Where the hill's edge crosses the floor's, and where the floor's lower and higher parts, 3 and 4
                    // high, meet there and at the hill's corner.
                    [0, 1998, 2],
                    [0, 1998, 1997],
                    [0, 2003, 2002],
                    [0, 2007, 2],
                    [0, 2007, 1993],
                    [0, 3998, 1993],
                    [0, 3998, 2002],
                    [3000, 1998, 2],
                    [3000, 1998, 1997],
                    [3000, 2003, 2],
                    [3000, 2003, 2002],
                    [3000, 2007, 2],
                    [3000, 3998, 1993],
                    [3000, 3998, 1997],
                    [3000, 3998, 2002],
                    [4000, 1998, 2],
                    [4000, 2003, 2],
                    [4000, 2007, 2],
                    [4000, 2007, 1993],
                    [4000, 3998, 1993],
                    [4000, 3998, 1997],
                    [4000, 3998, 2002],
                ],
                "a floor across the edge of a hill",
            ),
            (
                vec![pond(), under()],
                SOLDIER,
                OtherModels::default(),
                vec![[0, 1099, 2], [0, 2901, 2], [3000, 1099, 2], [3000, 2901, 2]],
                "impassable ground 0.2 beside a floor: the base keeps half an inch off it",
            ),
            (
                vec![distant(), plateau([4.0, -4.0], [8.0, 2.0]), under()],
                LEAPER,
                OtherModels::default(),
                vec![],
                "no obstacle to a mover that may climb it",
            ),
        ] {
            assert_eq!(found_vertices(pieces, mover, others), expected, "{reason}");
        }
    }
}
