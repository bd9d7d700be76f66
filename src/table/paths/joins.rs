//! Corners between things on different surfaces: hills that overlap, enemies on and beside
//! hills, floors and what lies under them.

use std::borrow::Cow;

use super::PathPlanner;
use super::bars::Upright;
use super::corner::{Corner, Layer};
use super::rims::{Bars, On, Rim, meetings};
use crate::rules::basics::Disc;
use crate::rules::measures::Thou;
use crate::rules::movement::bodies::meet_in_height;
use crate::rules::movement::enemies::ring_radius;
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};

/// Every corner at which a path changes from one surface to another between things of the terrain.
pub(super) fn of_terrain(routes: &PathPlanner, found: &mut Vec<Corner>) {
    let joins = Joins { routes };
    let mut meeting: Vec<(Layer, Point)> = Vec::new();
    let mut add = |at: Point, on: On| meeting.push((joins.layer(on), at));
    joins.between_steps(&mut add);
    joins.beside_steps(&joins.uprights_by_steps(&routes.bars.walls), &mut add);
    for group in joins.groups() {
        pairs(&joins.terrain_by_floors(&group), &mut add);
    }
    keep(meeting, found);
}

/// Every corner at which a path does so because of another model.
pub(super) fn of_others(routes: &PathPlanner, found: &mut Vec<Corner>) {
    let joins = Joins { routes };
    let mut meeting: Vec<(Layer, Point)> = Vec::new();
    let mut add = |at: Point, on: On| meeting.push((joins.layer(on), at));
    let mut by_steps = joins.rings_by_steps();
    by_steps.extend(joins.uprights_by_steps(&routes.bars.friends));
    joins.beside_steps(&by_steps, &mut add);
    for group in joins.groups() {
        let others = joins.others_by_floors(&group);
        if !others.is_empty() {
            pairs(&others, &mut add);
            for rim in joins.terrain_by_floors(&group) {
                others.iter().for_each(|other| meetings(other, &rim, &mut add));
            }
        }
    }
    keep(meeting, found);
}

/// Two steps, or the same things near two floors, give the same corner.
fn keep(mut meeting: Vec<(Layer, Point)>, found: &mut Vec<Corner>) {
    meeting.sort_by(|(layer, a), (other, b)| {
        layer.cmp(other).then_with(|| a[0].total_cmp(&b[0])).then_with(|| a[1].total_cmp(&b[1]))
    });
    meeting.dedup();
    found.extend(meeting.into_iter().map(|(layer, at)| Corner::point(at, layer)));
}

fn pairs(rims: &[Rim], add: &mut impl FnMut(Point, On)) {
    for (nth, rim) in rims.iter().enumerate() {
        for other in &rims[..nth] {
            meetings(rim, other, add);
        }
    }
}

struct Joins<'r> {
    routes: &'r PathPlanner<'r>,
}

impl<'r> Joins<'r> {
    fn layer(&self, on: On) -> Layer {
        match on {
            On::Table | On::Step(_) => Layer::Ground,
            On::Floor(floor) => Layer::Floor(self.routes.terrain.floors[floor].height),
        }
    }

    /// Steps that may not be gone up.
    fn barred_steps(&self) -> impl Iterator<Item = usize> + '_ {
        let steps = self.routes.terrain.steps.iter().enumerate();
        let barred = |going| !self.routes.ways.allow(going);
        steps.filter(move |(_, step)| barred(step.going(self.routes.mover.gait).0)).map(|(nth, _)| nth)
    }

    /// Where one who stands on a step comes down from it.
    fn end_of_step(&self, step: usize) -> Rim<'r> {
        let off = -self.routes.clearance - self.routes.terrain.touch_depth();
        let region = Cow::Borrowed(&self.routes.terrain.steps[step].region);
        Rim { region, off, bars: Bars::Outside, on: vec![On::Step(step)] }
    }

    /// Where one who stands on the table, or on one of some floors under its top, comes onto a step.
    fn foot_of_step(&self, step: usize, floors: &[usize]) -> Rim<'r> {
        let (terrain, nth) = (self.routes.terrain, step);
        let step = &terrain.steps[nth];
        let lower = floors.iter().filter(|floor| terrain.floors[**floor].height < step.top);
        let on = std::iter::once(On::Table).chain(lower.map(|floor| On::Floor(*floor))).collect();
        Rim { region: Cow::Borrowed(&step.region), off: self.routes.clearance, bars: Bars::Inside, on }
    }

    /// Where hills overlap: one who may not come back onto the one bends where he goes over to the
    /// other, or passes it by on the one.
    fn between_steps(&self, add: &mut impl FnMut(Point, On)) {
        let count = self.routes.terrain.steps.len();
        let ends: Vec<Rim> = (0..count).map(|step| self.end_of_step(step)).collect();
        let feet: Vec<Rim> = (0..count).map(|step| self.foot_of_step(step, &[])).collect();
        for (nth, end) in ends.iter().enumerate() {
            ends[..nth].iter().for_each(|other| meetings(end, other, add));
            feet.iter().for_each(|foot| meetings(end, foot, add));
        }
    }

    /// Where a step begins or ends and with it what a model reaches to: the ring around an enemy
    /// changes its size, a wall is too low or too high to be in the way.
    fn beside_steps(&self, rims: &[Rim], add: &mut impl FnMut(Point, On)) {
        for (nth, step) in self.routes.terrain.steps.iter().enumerate() {
            let near = |rim: &&Rim| step.region.is_near(rim.region.bounds, rim.off);
            let mut near = rims.iter().filter(near).peekable();
            if near.peek().is_some() {
                let ends = [self.end_of_step(nth), self.foot_of_step(nth, &[])];
                near.for_each(|rim| ends.iter().for_each(|end| meetings(rim, end, add)));
            }
        }
    }

    /// The rings around enemies that come near steps.
    fn rings_by_steps(&self) -> Vec<Rim<'r>> {
        let terrain = self.routes.terrain;
        let mut rims: Vec<Rim> = Vec::new();
        for enemy in &self.routes.others.enemies {
            let (at, widest) = (enemy.at.ground(), self.routes.ring_reach(enemy));
            let near = |step: &usize| terrain.steps[*step].region.is_near([at, at], widest);
            let steps: Vec<usize> = (0..terrain.steps.len()).filter(near).collect();
            if !steps.is_empty() {
                rims.extend(self.rings(enemy, &steps, &[]));
            }
        }
        rims
    }

    fn uprights_by_steps(&self, uprights: &'r [Upright]) -> Vec<Rim<'r>> {
        self.uprights(uprights, &|region| self.steps_near(region), &[])
    }

    fn steps_near(&self, region: &Region) -> Vec<usize> {
        let steps = self.routes.terrain.steps.iter().enumerate();
        steps.filter(|(_, step)| step.region.is_near(region.bounds, 0.0)).map(|(nth, _)| nth).collect()
    }

    /// The rings around an enemy, one for each height of what lies near.
    fn rings(&self, enemy: &Disc, steps: &[usize], floors: &[usize]) -> Vec<Rim<'r>> {
        let ring = |on: On| {
            let height = self.height(on).inches();
            let gap = self.routes.others.enemy_gap;
            let radius = ring_radius(height, self.routes.mover.radius, *enemy, gap)?;
            Some(self.disc(enemy.at.ground(), radius, vec![on]))
        };
        grounds(steps).chain(floors.iter().map(|floor| On::Floor(*floor))).filter_map(ring).collect()
    }

    fn disc(&self, centre: Point, radius: f64, on: Vec<On>) -> Rim<'r> {
        let region = Cow::Owned(Region::new(Shape::Circle { centre, radius }));
        Rim { region, off: self.routes.clearance, bars: Bars::Inside, on }
    }

    fn height(&self, on: On) -> Thou {
        match on {
            On::Table => Thou(0),
            On::Step(step) => self.routes.terrain.steps[step].top,
            On::Floor(floor) => self.routes.terrain.floors[floor].height,
        }
    }

    /// For each structure, its floors and those of others that come near.
    fn groups(&self) -> Vec<Vec<usize>> {
        let floors = &self.routes.terrain.floors;
        let mut pieces: Vec<usize> = floors.iter().map(|floor| floor.piece).collect();
        pieces.dedup();
        let group = |piece: usize| {
            let own = |nth: &usize| floors[*nth].piece == piece;
            let own: Vec<usize> = (0..floors.len()).filter(own).collect();
            let near = |nth: &usize| {
                own.iter().any(|own| floors[*nth].region.is_near(floors[*own].region.bounds, 0.0))
            };
            (0..floors.len()).filter(near).collect()
        };
        pieces.into_iter().map(group).collect()
    }

    fn steps_by_floors(&self, floors: &[usize]) -> Vec<usize> {
        let terrain = self.routes.terrain;
        (0..terrain.steps.len())
            .filter(|step| self.is_by(floors, &terrain.steps[*step].region, 0.0))
            .collect()
    }

    fn is_by(&self, floors: &[usize], region: &Region, reach: f64) -> bool {
        let floors = floors.iter().map(|floor| &self.routes.terrain.floors[*floor]);
        floors.into_iter().any(|floor| floor.region.is_near(region.bounds, reach))
    }

    /// Everything of the terrain that bars or ends near some floors.
    fn terrain_by_floors(&self, floors: &[usize]) -> Vec<Rim<'r>> {
        let routes = self.routes;
        let steps = self.steps_by_floors(floors);
        let mut rims: Vec<Rim> = floors.iter().map(|floor| self.end_of_floor(*floor)).collect();
        for step in self.barred_steps().filter(|step| steps.contains(step)) {
            rims.extend([self.end_of_step(step), self.foot_of_step(step, floors)]);
        }
        let areas = routes.bars.areas.iter().filter(|(region, keep)| self.is_by(floors, region, *keep));
        rims.extend(areas.map(|&(region, keep)| Rim {
            region: Cow::Borrowed(region),
            off: keep + routes.clearance,
            bars: Bars::Inside,
            on: grounds(&steps).collect(),
        }));
        rims.extend(self.uprights_by_floors(&routes.bars.walls, floors, &steps));
        rims
    }

    /// Every model that bars near some floors.
    fn others_by_floors(&self, floors: &[usize]) -> Vec<Rim<'r>> {
        let routes = self.routes;
        let near = |enemy: &&Disc| {
            let (at, reach) = (enemy.at.ground(), routes.ring_reach(enemy));
            floors.iter().any(|floor| routes.terrain.floors[*floor].region.is_near([at, at], reach))
        };
        let mut enemies = routes.others.enemies.iter().filter(near).peekable();
        let friend = |friend: &Upright| self.is_by(floors, &friend.region, 0.0);
        if enemies.peek().is_none() && !routes.bars.friends.iter().any(friend) {
            return Vec::new();
        }
        let steps = self.steps_by_floors(floors);
        let mut rims: Vec<Rim> = enemies.flat_map(|enemy| self.rings(enemy, &steps, floors)).collect();
        rims.extend(self.uprights_by_floors(&routes.bars.friends, floors, &steps));
        rims
    }

    fn uprights_by_floors(&self, uprights: &'r [Upright], floors: &[usize], steps: &[usize]) -> Vec<Rim<'r>> {
        let steps =
            |region: &Region| if self.is_by(floors, region, 0.0) { steps.to_vec() } else { Vec::new() };
        self.uprights(uprights, &steps, floors)
    }

    /// Walls or friends: they bar wherever a model that stands beside reaches to them. Those by
    /// which there are neither steps nor floors are left out.
    fn uprights(
        &self,
        uprights: &'r [Upright],
        steps: &dyn Fn(&Region) -> Vec<usize>,
        floors: &[usize],
    ) -> Vec<Rim<'r>> {
        let (routes, terrain) = (self.routes, self.routes.terrain);
        let mut rims = Vec::new();
        let floors_near = |region: &Region| {
            let near = |floor: &&usize| terrain.floors[**floor].region.is_near(region.bounds, 0.0);
            floors.iter().filter(near).map(|floor| On::Floor(*floor)).collect::<Vec<On>>()
        };
        for Upright { region, heights } in uprights {
            let (steps, floors) = (steps(region), floors_near(region));
            if steps.is_empty() && floors.is_empty() {
                continue;
            }
            let beside = |on: &On| meet_in_height(routes.mover.heights_at(self.height(*on)), *heights);
            let on: Vec<On> = grounds(&steps).chain(floors).filter(beside).collect();
            let region = Cow::Borrowed(region.as_ref());
            rims.push(Rim { region, off: routes.clearance, bars: Bars::Inside, on });
        }
        rims
    }

    fn end_of_floor(&self, floor: usize) -> Rim<'r> {
        let region = Cow::Borrowed(&self.routes.terrain.floors[floor].region);
        Rim { region, off: -self.routes.clearance, bars: Bars::Outside, on: vec![On::Floor(floor)] }
    }
}

/// The table top and some steps.
fn grounds(steps: &[usize]) -> impl Iterator<Item = On> + '_ {
    std::iter::once(On::Table).chain(steps.iter().map(|step| On::Step(*step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Place;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::piece::{Foundation, Kind, Level, Piece, Roof, Step};
    use crate::table::sample::{LEAPER, SOLDIER, ground, piece, rectangle, table};
    use crate::table::walk::Mover;

    /// A hill of one step, 1 high.
    fn plateau(low: Point, high: Point) -> Piece {
        let step = Step { outline: rectangle(low, high), top: Thou(1000) };
        piece("plateau", rectangle(low, high), Kind::Hill { steps: vec![step] })
    }

    /// A building without walls, its upper floor 3 high.
    fn deck(low: Point, high: Point) -> Piece {
        let level = |floor| Level { floor: Thou(floor), outline: None, walls: vec![] };
        let levels = vec![level(0), level(3000)];
        let kind = Kind::Structure { levels, foundation: Foundation::None, roof: Roof::Open };
        piece("deck", rectangle(low, high), kind)
    }

    /// Where paths may change surface: height of the layer (0 for the ground), x and y, thousandths.
    fn bends(pieces: Vec<Piece>, mover: Mover, others: Others) -> Vec<[i32; 3]> {
        let terrain = table(pieces);
        let ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let routes = PathPlanner::new(&terrain, mover, ways, others, 0.002);
        let mut found = Vec::new();
        of_terrain(&routes, &mut found);
        of_others(&routes, &mut found);
        let bend = |corner: Corner| {
            let height = match corner.layer {
                Layer::Ground => 0,
                Layer::Floor(height) => height.0,
            };
            let [x, y] = corner.centre.map(|inches| (inches * 1000.0).round() as i32);
            [height, x, y]
        };
        let mut bends: Vec<[i32; 3]> = found.into_iter().map(bend).collect();
        bends.sort_unstable();
        bends
    }

    /// Rule: HIL-1, HIL-2, MOV-5, STR-3. Where hills begin paths keep 0.002 outside them, and 0.007
    /// inside where hills end: what they bear begins 0.005 in.
    #[test]
    fn paths_change_surface_where_what_bars_on_each_begins() {
        let enemy = Disc { at: Place::flat(0, 0), radius: 0.5 };
        let enemy = || Others { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let low = || plateau([-4.0, -1.0], [1.0, 1.0]);
        let across = || plateau([-1.0, -3.0], [4.0, 3.0]);
        let far = || plateau([-20.0, -20.0], [-16.0, -16.0]);
        let beside = || plateau([2.0, -4.0], [8.0, 2.0]);
        let under = || deck([0.0, 0.0], [4.0, 4.0]);
        let disc = Shape::Circle { centre: [2.0, -1.2], radius: 1.0 };
        let pond = || Piece { footprint: disc.clone(), ..ground(Going::Impassable) };
        for (pieces, mover, others, expected, reason) in [
            (vec![low(), far()], SOLDIER, Others::default(), vec![], "two hills far apart"),
            (
                vec![low(), across()],
                SOLDIER,
                Others::default(),
                vec![
                    // From the one onto the other, and off the one beside the other.
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
                vec![far(), plateau([1.0, -8.0], [9.0, 8.0])],
                SOLDIER,
                enemy(),
                vec![
                    // The ring is 3 on the table and, 1 higher, the root of 3 and 1 more.
                    [0, 998, -2545],
                    [0, 998, 2545],
                    [0, 1007, -2828],
                    [0, 1007, 2828],
                ],
                "an enemy beside a hill",
            ),
            (
                vec![far(), beside(), under()],
                SOLDIER,
                Others::default(),
                vec![
                    [0, 1998, 2],
                    [0, 2007, 2],
                    [0, 3998, 1993],
                    [0, 3998, 2002],
                    [3000, 1998, 2],
                    [3000, 2007, 2],
                    [3000, 3998, 1993],
                    [3000, 3998, 2002],
                ],
                "a hill under the edge of a floor",
            ),
            (
                vec![pond(), under()],
                SOLDIER,
                Others::default(),
                vec![[0, 1099, 2], [0, 2901, 2], [3000, 1099, 2], [3000, 2901, 2]],
                "impassable ground a fifth beside a floor: half a base is kept off it",
            ),
            (
                vec![far(), beside(), under()],
                LEAPER,
                Others::default(),
                vec![],
                "to one who may go up it, it is no bar",
            ),
        ] {
            assert_eq!(bends(pieces, mover, others), expected, "{reason}");
        }
    }
}
