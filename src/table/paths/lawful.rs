//! A path as it is stored, held against the rules as a command's is.

use super::PathPlanner;
use crate::rules::basics::Disc;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::SlowGoing;
use crate::rules::movement::bodies::{Body, passes_through};
use crate::rules::movement::enemies::too_close;

impl PathPlanner<'_> {
    /// Whether a model may walk a path, whatever its length: searches plan with some of the allowance, and round the
    /// corners they find to thousandths.
    ///
    /// Rule: MOV-1, MOV-3, MOV-4, MOV-5, GO-2, GO-3, GO-4.
    pub(super) fn allows(&self, from: Place, corners: &[Place]) -> bool {
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
        crossings.all(|crossing| self.ways.allow(crossing.going))
            && corners.iter().all(|corner| terrain.overhang(corner.ground(), mover.radius).is_none())
            && terrain.first_impassable(&walk, mover).is_none()
            && !(self.ways.slow == SlowGoing::Barred && friends.any(through))
            && !self.others.enemies.iter().any(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::sample::{SOLDIER, at, ground, hill, house, table};

    const RUN: Ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
    const WALK: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
    const CLAMBER: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

    /// Rule: MOV-1, MOV-3, MOV-4, MOV-5, GO-2, GO-3, GO-4, BAS-10.
    #[test]
    fn a_path_is_held_against_every_rule_with_the_whole_allowance() {
        let [west, east] = [at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0)];
        let along = |y: f64| (at(-6.0, y, 0.0), vec![at(6.0, y, 0.0)]);
        let across = (west, vec![east]);
        let enemy = Others {
            enemies: vec![Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 }],
            enemy_gap: 2.0,
            friends: Vec::new(),
        };
        let friend = Body { disc: Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 }, height: Thou(1250) };
        let friend = Others { friends: vec![friend], ..Others::default() };
        let impassable = house();
        let impassable = crate::table::piece::Piece { going: Some(Going::Impassable), ..impassable };
        let upstairs = at(2.0, 2.0, 3.0);
        for (pieces, ways, others, (from, corners), expected, reason) in [
            (vec![], RUN, Others::default(), across.clone(), true, "over open ground"),
            (vec![ground(Going::Slow)], RUN, Others::default(), across.clone(), false, "running over slow"),
            (vec![ground(Going::Slow)], RUN, Others::default(), along(1.995), true, "0.005 within it"),
            (vec![ground(Going::Slow)], RUN, Others::default(), along(1.994), false, "0.006 within it"),
            (vec![ground(Going::Slow)], WALK, Others::default(), across.clone(), true, "walking over slow"),
            (vec![hill()], RUN, Others::default(), across.clone(), false, "running up a hill"),
            (vec![ground(Going::Difficult)], WALK, Others::default(), across.clone(), false, "difficult"),
            (vec![ground(Going::Difficult)], CLAMBER, Others::default(), across.clone(), true, "allowed"),
            (vec![ground(Going::Impassable)], CLAMBER, Others::default(), along(2.495), true, "0.005 on it"),
            (vec![ground(Going::Impassable)], CLAMBER, Others::default(), along(2.494), false, "0.006 on it"),
            (vec![], RUN, Others::default(), (west, vec![at(23.505, 0.0, 0.0)]), true, "0.005 over the edge"),
            (vec![], RUN, Others::default(), (west, vec![at(23.506, 0.0, 0.0), east]), false, "0.006 over"),
            (vec![], WALK, enemy.clone(), along(2.995), true, "0.005 too near to an enemy"),
            (vec![], WALK, enemy, along(2.994), false, "0.006 too near"),
            (vec![], RUN, friend.clone(), along(0.495), true, "0.005 within a friend"),
            (vec![], RUN, friend.clone(), along(0.494), false, "0.006 within one"),
            (vec![], WALK, friend, across.clone(), true, "walking through one"),
            (
                vec![house()],
                CLAMBER,
                Others::default(),
                (west, vec![upstairs]),
                true,
                "through a wall and up",
            ),
            (vec![house()], WALK, Others::default(), (west, vec![upstairs]), false, "without difficulty"),
            (vec![impassable], WALK, Others::default(), (upstairs, vec![at(2.0, 1.0, 3.0)]), false, "within"),
            (vec![], WALK, Others::default(), (west, vec![at(0.0, 0.0, 3.0)]), false, "where nothing bears"),
            (vec![house()], WALK, Others::default(), (at(0.0, 0.0, 9.0), vec![east]), false, "from there"),
        ] {
            let terrain = table(pieces);
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, others, 0.002);
            assert_eq!(routes.allows(from, &corners), expected, "{reason}: {corners:?}");
        }
    }
}
