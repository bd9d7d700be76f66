//! Rectangles about whose paths all is known at a look: nothing blocks any leg inside, or nothing ends there.

use super::PathPlanner;
use super::obstacles::ObstaclePrism;
use crate::outline::{Bounds, are_near};
use crate::plane::distance;
use crate::region::Region;
use crate::shape::Point;
use crate::terrain::Step;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;

impl PathPlanner<'_> {
    /// Whether surely nothing blocks a straight leg between any two places on the open ground of a rectangle.
    ///
    /// Rule: MOV-5, GO-2, GO-3, GO-4.
    pub fn is_open(&self, bounds: Bounds) -> bool {
        let [low, high] = bounds;
        let mut steps = self.terrain.steps.iter();
        let barred = |step: &Step| !self.policy.allows(step.going(self.mover.gait).0);
        !self.obstacles.areas.iter().any(|(region, reach)| self.is_beside(region, bounds, *reach))
            && !self.obstacles.prisms().any(|prism| self.is_beside(&prism.region, bounds, 0.0))
            && !self.others.enemies.iter().any(|enemy| self.may_bar(enemy, bounds))
            && steps.all(|step| !barred(step) || !self.is_beside(&step.region, bounds, 0.0))
            && self.terrain.overhang(low, self.mover.radius).is_none()
            && self.terrain.overhang(high, self.mover.radius).is_none()
    }

    /// The same on a floor at a height.
    ///
    /// Rule: MOV-5, STR-2, STR-3.
    pub fn is_open_floor(&self, bounds: Bounds, height: Thou) -> bool {
        let [low, high] = bounds;
        let (middle, touching) = (centre_of(bounds), self.terrain.touch_depth());
        let depth = distance(low, high) / 2.0 + self.clearance + touching;
        let (mut floors, mut steps) = (self.terrain.floors.iter(), self.terrain.steps.iter());
        let model = self.mover.heights_at(height);
        let meets = |prism: &&ObstaclePrism| meet_in_height(model, prism.heights);
        let Some(own) = floors.find(|floor| floor.height == height && floor.region.contains(middle, depth))
        else {
            return false;
        };
        let mut others = self.terrain.floors.iter().filter(|floor| floor.piece != own.piece);
        !others.any(|floor| self.is_beside(&floor.region, bounds, touching))
            && steps.all(|step| step.top < height || !self.is_beside(&step.region, bounds, touching))
            && !self.obstacles.prisms().filter(meets).any(|prism| self.is_beside(&prism.region, bounds, 0.0))
            && !self.others.enemies.iter().any(|enemy| self.may_bar(enemy, bounds))
            && self.terrain.overhang(low, self.mover.radius).is_none()
            && self.terrain.overhang(high, self.mover.radius).is_none()
    }

    /// Whether a region may reach into a rectangle, if it is grown by `reach`, inches.
    fn is_beside(&self, region: &Region, bounds: Bounds, reach: f64) -> bool {
        let around = distance(bounds[0], bounds[1]) / 2.0 + self.clearance;
        are_near(region.bounds, bounds, reach + self.clearance)
            && region.shape.depth_inside(centre_of(bounds)) >= -around - reach
    }

    /// Whether an enemy's ring may reach into a rectangle.
    ///
    /// Rule: MOV-5.
    fn may_bar(&self, enemy: &Disc, bounds: Bounds) -> bool {
        let around = distance(bounds[0], bounds[1]) / 2.0 + self.clearance;
        distance(enemy.at.ground(), centre_of(bounds)) <= self.ring_reach(enemy) + around
    }

    /// Whether surely no path ends anywhere on the open ground of a rectangle, which lies deep in ground that the policy bars.
    ///
    /// Rule: GO-2, GO-3, GO-4.
    pub fn is_barred(&self, bounds: Bounds) -> bool {
        let depth = distance(bounds[0], bounds[1]) / 2.0 + self.slack() + self.clearance;
        self.obstacles.areas.iter().any(|(region, _)| region.contains(centre_of(bounds), depth))
    }
}

/// The middle of a rectangle.
fn centre_of([low, high]: Bounds) -> Point {
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::sample::{SOLDIER, at, ground, hill, house, table};
    use warstrike_rules::measures::Place;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    const POLICIES: [GoingPolicy; 3] = [
        GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided },
        GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided },
        GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed },
    ];

    /// Between any two places of an open rectangle, on the ground or on a floor, the straight path is legal; nothing ends in
    /// a rectangle that is barred. Squares all over tables with a house, a hill, a bog, an enemy.
    ///
    /// Rule: MOV-5, GO-3, STR-2, STR-3.
    #[test]
    fn rectangles_are_open_and_barred_as_paths_find() {
        let bog = || ground(Going::Difficult);
        let (mut open, mut on_floors, mut barred) = (0, 0, 0);
        for (pieces, heights) in
            [(vec![house()], &[0.0, 3.0][..]), (vec![hill()], &[0.0]), (vec![bog()], &[0.0])]
        {
            let terrain = table(pieces);
            let disc = Disc { at: at(3.0, 1.5, 0.0), radius: 0.5 };
            let enemy = OtherModels { enemies: vec![disc], enemy_gap: 2.0, friends: Vec::new() };
            for policy in POLICIES {
                let planner = PathPlanner::new(&terrain, SOLDIER, policy, enemy.clone(), 0.002);
                for index in 0..900 {
                    let (x, y) = (f64::from(index % 30) * 0.6 - 9.0, f64::from(index / 30) * 0.6 - 9.0);
                    let bounds = [[x - 0.25, y - 0.25], [x + 0.25, y + 0.25]];
                    let corners = [[x - 0.25, y - 0.25], [x + 0.25, y - 0.25], [x - 0.25, y + 0.25], [x, y]];
                    for height in heights {
                        let on_ground = *height == 0.0;
                        let floor = Place::from_inches(0.0, 0.0, *height).unwrap().z;
                        let is_open = match on_ground {
                            true => planner.is_open(bounds),
                            false => planner.is_open_floor(bounds, floor),
                        };
                        if is_open {
                            let level = |[x, y]: Point| match on_ground {
                                true => at(x, y, terrain.ground_height([x, y]).inches()),
                                false => at(x, y, *height),
                            };
                            let [a, b, c, d] = corners.map(level);
                            for (from, to) in [(a, d), (b, c), (d, b), (c, a)] {
                                let length = planner.shortest_path(from, to, 5.0).map(|route| route.length);
                                let straight = from.ground_distance(to);
                                assert!(
                                    length.is_some_and(|length| (length - straight).abs() < 1e-6),
                                    "{policy:?}: {from:?} to {to:?}: {length:?} for {straight}"
                                );
                            }
                            open += 1;
                            on_floors += usize::from(!on_ground);
                        }
                    }
                    if planner.is_barred(bounds) {
                        let far = at(-11.0, -11.0, 0.0);
                        for to in corners {
                            let to = at(to[0], to[1], terrain.ground_height(to).inches());
                            assert_eq!(planner.shortest_path(far, to, 60.0), None, "{policy:?}: {to:?}");
                        }
                        barred += 1;
                    }
                }
            }
        }
        assert!(
            open > 1000 && on_floors > 20 && barred > 20,
            "{open}, {on_floors} on floors, {barred} barred"
        );
    }
}
