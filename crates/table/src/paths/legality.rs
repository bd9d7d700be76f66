//! The final legality check of a stored path: the same rules as for a command.

use super::PathPlanner;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Place;
use warstrike_rules::movement::allowance::SlowGoing;
use warstrike_rules::movement::bodies::{Body, passes_through};
use warstrike_rules::movement::enemies::too_close;

impl PathPlanner<'_> {
    /// Whether a model may walk a path, whatever its length: searches use some of the allowance, and round
    /// corners to thousandths.
    ///
    /// Rule: MOV-1, MOV-3, MOV-4, MOV-5, GO-2, GO-3, GO-4.
    pub(super) fn is_legal(&self, from: Place, corners: &[Place]) -> bool {
        let (terrain, mover) = (self.terrain, self.mover);
        let allowance = terrain.allowance();
        let Ok(walk) = terrain.walk(mover, from, corners) else { return false };
        let mut crossings = walk.legs.iter().flat_map(|leg| &leg.crossings);
        let mut friends = self.others.friends.iter();
        let through =
            |friend: &Body| passes_through(walk.level_segments(), mover.height, *friend, allowance).is_some();
        let near = |enemy: &Disc| {
            too_close(walk.level_segments(), mover.radius, *enemy, self.others.enemy_gap, allowance).is_some()
        };
        crossings.all(|crossing| self.policy.allows(crossing.going))
            && corners.iter().all(|corner| terrain.overhang(corner.ground(), mover.radius).is_none())
            && terrain.first_impassable(&walk, mover).is_none()
            && !(self.policy.slow == SlowGoing::Barred && friends.any(through))
            && !self.others.enemies.iter().any(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::sample::{SOLDIER, at, ground, hill, house, table};
    use warstrike_rules::measures::Thou;
    use warstrike_rules::movement::going::Going;

    const RUN: GoingPolicy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
    const WALK: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
    const CLAMBER: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

    /// Rule: MOV-1, MOV-3, MOV-4, MOV-5, GO-2, GO-3, GO-4, BAS-10.
    #[test]
    fn every_rule_is_checked_with_the_whole_allowance() {
        let [west, east] = [at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0)];
        let along = |y: f64| (at(-6.0, y, 0.0), vec![at(6.0, y, 0.0)]);
        let across = (west, vec![east]);
        let enemy = OtherModels {
            enemies: vec![Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 }],
            enemy_gap: 2.0,
            friends: Vec::new(),
        };
        let friend = Body { disc: Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 }, height: Thou(1250) };
        let friend = OtherModels { friends: vec![friend], ..OtherModels::default() };
        let impassable = crate::piece::Piece { going: Some(Going::Impassable), ..house() };
        let none = OtherModels::default;
        let upstairs = at(2.0, 2.0, 3.0);
        for (pieces, policy, others, (from, corners), expected, reason) in [
            (vec![], RUN, none(), across.clone(), true, "over open ground"),
            (vec![ground(Going::Slow)], RUN, none(), across.clone(), false, "running over slow"),
            (vec![ground(Going::Slow)], RUN, none(), along(1.995), true, "0.005 inside it"),
            (vec![ground(Going::Slow)], RUN, none(), along(1.994), false, "0.006 inside it"),
            (vec![ground(Going::Slow)], WALK, none(), across.clone(), true, "walking over slow"),
            (vec![hill()], RUN, none(), across.clone(), false, "running up a hill"),
            (vec![ground(Going::Difficult)], WALK, none(), across.clone(), false, "walking over difficult"),
            (vec![ground(Going::Difficult)], CLAMBER, none(), across.clone(), true, "with difficulty"),
            (vec![ground(Going::Impassable)], CLAMBER, none(), along(2.495), true, "0.005 on it"),
            (vec![ground(Going::Impassable)], CLAMBER, none(), along(2.494), false, "0.006 on it"),
            (vec![], RUN, none(), (west, vec![at(23.505, 0.0, 0.0)]), true, "0.005 over the edge"),
            (vec![], RUN, none(), (west, vec![at(23.506, 0.0, 0.0), east]), false, "0.006 over"),
            (vec![], WALK, enemy.clone(), along(2.995), true, "0.005 too close to an enemy"),
            (vec![], WALK, enemy, along(2.994), false, "0.006 too close"),
            (vec![], RUN, friend.clone(), along(0.495), true, "0.005 inside a friend"),
            (vec![], RUN, friend.clone(), along(0.494), false, "0.006 inside one"),
            (vec![], WALK, friend, across.clone(), true, "walking through one"),
            (vec![house()], CLAMBER, none(), (west, vec![upstairs]), true, "through a wall and up"),
            (vec![house()], WALK, none(), (west, vec![upstairs]), false, "without difficulty"),
            (
                vec![impassable],
                WALK,
                none(),
                (upstairs, vec![at(2.0, 1.0, 3.0)]),
                false,
                "in an impassable building",
            ),
            (vec![], WALK, none(), (west, vec![at(0.0, 0.0, 3.0)]), false, "where there is no surface"),
            (
                vec![house()],
                WALK,
                none(),
                (at(0.0, 0.0, 9.0), vec![east]),
                false,
                "from where there is no surface",
            ),
        ] {
            let terrain = table(pieces);
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, others, 0.002);
            assert_eq!(planner.is_legal(from, &corners), expected, "{reason}: {corners:?}");
        }
    }
}
