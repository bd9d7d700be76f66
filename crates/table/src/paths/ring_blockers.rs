//! An early rejection test for edges of the visibility graph: rings of enemies that block a leg on any
//! surface.

use super::PathPlanner;
use super::search::LENGTH_TOLERANCE;
use super::tangent_vertex::{Tangent, TangentVertex};
use crate::outline::{Bounds, are_near};
use crate::plane::{Leg, distance, dot, subtract};
use crate::shape::Point;
use warstrike_rules::basics::Disc;
use warstrike_rules::movement::enemies::ring_radius;

/// A leg is blocked if it has a longer chord in a disc, inches: grazing one is left to the exact test.
const MIN_CHORD_INCHES: f64 = 0.001;

/// Width of the level ground required around a disc for it to block everywhere, inches: more than any allowance.
const MARGIN_INCHES: f64 = 0.1;

/// Rings around enemies, where the ground is level and no floor lies above it.
#[derive(Clone, Debug, Default)]
pub(super) struct Blockers(Vec<Blocker>);

#[derive(Clone, Copy, Debug)]
struct Blocker {
    centre: Point,
    radius: f64,
}

/// The same, closest to a vertex first.
pub(super) struct SortedBlockers {
    /// Each with a lower bound of its distance from the vertex's circle, inches.
    discs: Vec<(f64, Blocker)>,
}

impl Blockers {
    /// The rings around some enemies, of which the start is too close to none.
    ///
    /// Rule: MOV-5.
    pub(super) fn new<'a>(planner: &PathPlanner, enemies: impl Iterator<Item = &'a Disc>) -> Self {
        let blocker = |enemy: &Disc| {
            let centre = enemy.at.ground();
            let ring = ring_radius(0.0, planner.mover.radius, *enemy, planner.others.enemy_gap)?;
            let radius = ring - planner.slack() - LENGTH_TOLERANCE;
            let around = [[centre[0] - ring, centre[1] - ring], [centre[0] + ring, centre[1] + ring]];
            (radius > 0.0 && is_level(planner, around)).then_some(Blocker { centre, radius })
        };
        Self(enemies.filter_map(blocker).collect())
    }

    /// Whether a leg is surely blocked; if false, the exact test decides.
    pub(super) fn blocks(&self, leg: Leg) -> bool {
        let between = subtract(leg.to, leg.from);
        let length = dot(between, between).sqrt();
        if length <= MIN_CHORD_INCHES {
            return false;
        }
        let along = between.map(|part| part / length);
        self.0.iter().any(|disc| disc.blocks(leg.from, along, length))
    }

    /// The same discs for legs that leave a vertex.
    pub(super) fn around(&self, vertex: &TangentVertex) -> SortedBlockers {
        let gap = |disc: &Blocker| distance(disc.centre, vertex.centre) - disc.radius - vertex.radius;
        let mut discs: Vec<(f64, Blocker)> = self.0.iter().map(|disc| (gap(disc), *disc)).collect();
        discs.sort_by(|a, b| a.0.total_cmp(&b.0));
        SortedBlockers { discs }
    }
}

impl SortedBlockers {
    /// Whether a tangent that leaves the vertex is surely blocked.
    pub(super) fn blocks(&self, tangent: &Tangent) -> bool {
        let near = self.discs.iter().take_while(|(gap, _)| *gap < tangent.length);
        near.into_iter().any(|(_, disc)| disc.blocks(tangent.from, tangent.along, tangent.length))
    }
}

impl Blocker {
    fn blocks(&self, from: Point, along: Point, length: f64) -> bool {
        let to_centre = subtract(self.centre, from);
        let ahead = dot(to_centre, along);
        let squared = self.radius * self.radius - (dot(to_centre, to_centre) - ahead * ahead);
        if squared <= 0.0 {
            return false;
        }
        let half = squared.sqrt();
        (ahead + half).min(length) - (ahead - half).max(0.0) > MIN_CHORD_INCHES
    }
}

/// Whether a point surely lies in an enemy's ring, whatever the surface.
///
/// Rule: MOV-5.
pub(super) fn is_in_ring(planner: &PathPlanner, enemy: &Disc, point: Point) -> bool {
    let at = enemy.at.ground();
    let apart = distance(at, point);
    let gap = planner.others.enemy_gap;
    apart < planner.ring_reach(enemy)
        && ring_radius(0.0, planner.mover.radius, *enemy, gap).is_some_and(|ring| {
            let around = [at.map(|part| part - ring), at.map(|part| part + ring)];
            apart < ring - MARGIN_INCHES && is_level(planner, around)
        })
}

/// Whether the ground in a rectangle is level, at the height of the table, with no floor above it.
fn is_level(planner: &PathPlanner, around: Bounds) -> bool {
    let terrain = planner.terrain;
    let by = MARGIN_INCHES + terrain.touch_depth();
    !terrain.steps.iter().any(|step| are_near(step.region.bounds, around, by))
        && !terrain.floors.iter().any(|floor| are_near(floor.region.bounds, around, by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::search_window::SearchWindow;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::sample::{SOLDIER, at, hill, table};
    use crate::walk::{Footing, Surface};
    use warstrike_rules::measures::Thou;
    use warstrike_rules::movement::allowance::SlowGoing;

    /// Rule: MOV-5. No free leg is rejected; on level ground, most of the blocked ones are.
    #[test]
    fn only_legs_that_the_exact_test_blocks_are_rejected() {
        let ground = Surface { height: Thou(0), footing: Footing::Ground };
        let enemy = |x, y| Disc { at: at(x, y, 0.0), radius: 0.5 };
        for (pieces, is_level, reason) in [(vec![], true, "open ground"), (vec![hill()], false, "at a hill")]
        {
            let terrain = table(pieces);
            let enemies = vec![enemy(3.0, 1.0), enemy(-2.0, -4.0), enemy(0.5, 0.0)];
            let others = OtherModels { enemies, enemy_gap: 2.0, friends: Vec::new() };
            let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, others.clone(), 0.002);
            let from = [-9.0, 0.3];
            let window = SearchWindow::new(&planner, [[-24.0, -24.0], [24.0, 24.0]], (from, ground));
            // The same table without the early test.
            let mut exact = SearchWindow::new(&planner, [[-24.0, -24.0], [24.0, 24.0]], (from, ground));
            exact.blockers = Blockers::default();
            let [mut blocked, mut rejected] = [0, 0];
            for step in 0..720 {
                let angle = f64::from(step) * std::f64::consts::TAU / 720.0;
                let to = [from[0] + 14.0 * libm::cos(angle), from[1] + 14.0 * libm::sin(angle)];
                let is_free = !exact.traversals(from, ground, to).is_empty();
                let is_rejected = window.blockers.blocks(Leg { from, to });
                assert!(!(is_free && is_rejected), "{reason}: {to:?}");
                blocked += usize::from(!is_free && exact.is_on_table(to));
                rejected += usize::from(is_rejected && exact.is_on_table(to));
            }
            assert!(blocked > 100, "{reason}: {blocked}");
            assert!(!is_level || rejected + 4 > blocked, "{reason}: {rejected} of {blocked}");
        }
    }
}
