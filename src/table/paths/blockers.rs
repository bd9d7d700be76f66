//! Discs that bar a leg on whatever surface it is walked: an early test for edges of the visibility graph.

use super::PathPlanner;
use super::corner::{Corner, Tangent};
use super::search::EVEN;
use crate::rules::basics::Disc;
use crate::rules::movement::enemies::ring_radius;
use crate::table::outline::{Bounds, are_near};
use crate::table::plane::{Leg, distance, dot, subtract};
use crate::table::shape::Point;

/// A leg is barred if more of it than this lies in a disc, inches: touching one is left to the exact test.
const MIN_CHORD_INCHES: f64 = 0.001;

/// How far from a disc the ground must be level for the disc to bar everywhere, inches: more than any allowance.
const MARGIN_INCHES: f64 = 0.1;

/// Rings around enemies, where the ground is level and no floor lies above it.
#[derive(Clone, Debug, Default)]
pub(super) struct Blockers(Vec<Blocker>);

#[derive(Clone, Copy, Debug)]
struct Blocker {
    centre: Point,
    radius: f64,
}

/// The same, nearest to a corner first.
pub(super) struct SortedBlockers {
    /// Each with how far it is from the corner's rim at least, inches.
    discs: Vec<(f64, Blocker)>,
}

impl Blockers {
    /// The rings around some enemies, none of them one to which the path begins too near.
    ///
    /// Rule: MOV-5.
    pub(super) fn new<'a>(routes: &PathPlanner, enemies: impl Iterator<Item = &'a Disc>) -> Self {
        let blocker = |enemy: &Disc| {
            let centre = enemy.at.ground();
            let ring = ring_radius(0.0, routes.mover.radius, *enemy, routes.others.enemy_gap)?;
            let radius = ring - routes.slack() - EVEN;
            let around = [[centre[0] - ring, centre[1] - ring], [centre[0] + ring, centre[1] + ring]];
            (radius > 0.0 && is_level(routes, around)).then_some(Blocker { centre, radius })
        };
        Self(enemies.filter_map(blocker).collect())
    }

    /// Whether a leg is surely barred; false where it takes the exact test to tell.
    pub(super) fn bar(&self, leg: Leg) -> bool {
        let way = subtract(leg.to, leg.from);
        let length = dot(way, way).sqrt();
        if length <= MIN_CHORD_INCHES {
            return false;
        }
        let along = way.map(|part| part / length);
        self.0.iter().any(|disc| disc.bars(leg.from, along, length))
    }

    /// The same discs for legs that leave a corner.
    pub(super) fn around(&self, corner: &Corner) -> SortedBlockers {
        let gap = |disc: &Blocker| distance(disc.centre, corner.centre) - disc.radius - corner.radius;
        let mut discs: Vec<(f64, Blocker)> = self.0.iter().map(|disc| (gap(disc), *disc)).collect();
        discs.sort_by(|a, b| a.0.total_cmp(&b.0));
        SortedBlockers { discs }
    }
}

impl SortedBlockers {
    /// Whether a tangent that leaves the corner is surely barred.
    pub(super) fn bar(&self, tangent: &Tangent) -> bool {
        let near = self.discs.iter().take_while(|(gap, _)| *gap < tangent.length);
        near.into_iter().any(|(_, disc)| disc.bars(tangent.from, tangent.along, tangent.length))
    }
}

impl Blocker {
    fn bars(&self, from: Point, along: Point, length: f64) -> bool {
        let way = subtract(self.centre, from);
        let ahead = dot(way, along);
        let squared = self.radius * self.radius - (dot(way, way) - ahead * ahead);
        if squared <= 0.0 {
            return false;
        }
        let half = squared.sqrt();
        (ahead + half).min(length) - (ahead - half).max(0.0) > MIN_CHORD_INCHES
    }
}

/// Whether a rectangle holds nothing but level ground at the height of the table.
fn is_level(routes: &PathPlanner, around: Bounds) -> bool {
    let terrain = routes.terrain;
    let by = MARGIN_INCHES + terrain.touch();
    !terrain.steps.iter().any(|step| are_near(step.region.bounds, around, by))
        && !terrain.floors.iter().any(|floor| are_near(floor.region.bounds, around, by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::table::paths::patch::Patch;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::sample::{SOLDIER, at, hill, table};
    use crate::table::walk::{Footing, Surface};

    /// Rule: MOV-5. No leg that the exact test lets pass is barred; where the ground is level, most that it bars are.
    #[test]
    fn blockers_bar_only_what_the_exact_test_bars() {
        let ground = Surface { height: Thou(0), footing: Footing::Ground };
        let enemy = |x, y| Disc { at: at(x, y, 0.0), radius: 0.5 };
        for (pieces, is_level, reason) in [(vec![], true, "open ground"), (vec![hill()], false, "at a hill")]
        {
            let terrain = table(pieces);
            let enemies = vec![enemy(3.0, 1.0), enemy(-2.0, -4.0), enemy(0.5, 0.0)];
            let others = Others { enemies, enemy_gap: 2.0, friends: Vec::new() };
            let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, others.clone(), 0.002);
            let from = [-9.0, 0.3];
            let patch = Patch::new(&routes, [[-24.0, -24.0], [24.0, 24.0]], (from, ground));
            // The same table without the early test.
            let mut exact = Patch::new(&routes, [[-24.0, -24.0], [24.0, 24.0]], (from, ground));
            exact.blockers = Blockers::default();
            let [mut barred, mut early] = [0, 0];
            for step in 0..720 {
                let angle = f64::from(step) * std::f64::consts::TAU / 720.0;
                let to = [from[0] + 14.0 * libm::cos(angle), from[1] + 14.0 * libm::sin(angle)];
                let is_free = !exact.treads(from, ground, to).is_empty();
                let is_early = patch.blockers.bar(Leg { from, to });
                assert!(!(is_free && is_early), "{reason}: {to:?}");
                barred += usize::from(!is_free && exact.on_table(to));
                early += usize::from(is_early && exact.on_table(to));
            }
            assert!(barred > 100, "{reason}: {barred}");
            assert!(!is_level || early + 4 > barred, "{reason}: {early} of {barred}");
        }
    }
}
