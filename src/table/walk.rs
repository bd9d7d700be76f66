//! What a path leads over, leg by leg: heights, floors, going, walls, and the
//! paragraph each thing comes from.
//!
//! One routine for the check of a command, for what the window shows under a
//! path, and for the search of paths.

use super::piece::OpeningKind;
use super::plane::Leg;
use super::region::{Parts, Region, without};
use super::shape::Point;
use super::terrain::{GoingBy, Terrain};
use super::walls::WallPart;
use crate::rules::card::Card;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::meet_in_height;
use crate::rules::movement::going::{Climb, Gait, Going, climbing_going};
use crate::rules::movement::{LevelSegment, legs};

/// What of a model matters to the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Of its base, inches.
    pub radius: f64,
    /// Of the model over its base.
    pub height: Thou,
    /// Whether it leaps.
    pub gait: Gait,
}

impl Mover {
    /// A model of a card.
    ///
    /// Rule: BAS-2.
    pub fn of(card: &Card) -> Self {
        Self { radius: card.base.radius(), height: card.base.height, gait: Gait::of(card) }
    }

    /// Its lowest and its highest where it stands at a height.
    pub fn heights_at(self, stands: Thou) -> [Thou; 2] {
        [stands, Thou(stands.0 + self.height.0)]
    }
}

/// What a base's centre stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    /// The table or a hill; a structure's ground level too.
    Ground,
    /// A floor or roof over it.
    Floor {
        /// Index of the structure.
        piece: usize,
        /// From 0, the ground level; the roof is one more than the highest.
        level: usize,
    },
}

/// A height and what bears there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Over the table.
    pub height: Thou,
    /// What bears.
    pub footing: Footing,
}

/// A part of a leg on one surface; shares of the leg's length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Where it begins, from 0 to 1.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// What it runs on.
    pub surface: Surface,
}

/// Something a leg leads over, through, up or down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Index of the piece.
    pub piece: usize,
    /// What it is.
    pub what: What,
    /// How hard.
    pub going: Going,
    /// The paragraph that says so.
    pub rule: &'static str,
    /// Where on the leg it begins, a share of its length.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// What a leg can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Ground with a going of its own: area terrain, obstacles.
    Area,
    /// Up onto a hill or a step of it.
    StepUp,
    /// Down from one.
    StepDown,
    /// Through a wall.
    Wall,
    /// Through an opening of a wall.
    Opening(OpeningKind),
    /// Up a level.
    LevelUp,
    /// Down a level.
    LevelDown,
}

/// A leg and all it meets.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkedLeg {
    /// Where it starts.
    pub from: Place,
    /// Where it ends, on whatever level.
    pub to: Place,
    /// In order, from 0 to 1.
    pub stretches: Vec<Stretch>,
    /// In order of where they begin.
    pub crossings: Vec<Crossing>,
}

/// A path and all it meets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// In order.
    pub legs: Vec<WalkedLeg>,
}

/// Where a path names a height at which it cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMismatch {
    /// Index of the corner.
    pub corner: usize,
    /// The corner.
    pub at: Place,
    /// Heights that would do there, lowest first.
    pub heights: Vec<Thou>,
}

impl Walk {
    /// Whether any of it is slow going.
    pub fn slow(&self) -> Option<(&WalkedLeg, &Crossing)> {
        self.first(|crossing| crossing.going.is_slow())
    }

    /// Whether any of it is difficult going.
    pub fn difficult(&self) -> Option<(&WalkedLeg, &Crossing)> {
        self.first(|crossing| crossing.going.is_difficult())
    }

    fn first(&self, wanted: impl Fn(&Crossing) -> bool) -> Option<(&WalkedLeg, &Crossing)> {
        let all = self.legs.iter().flat_map(|leg| leg.crossings.iter().map(move |crossing| (leg, crossing)));
        all.into_iter().find(|(_, crossing)| wanted(crossing))
    }

    /// Its parts at one height each, in order.
    pub fn strides(&self) -> impl Iterator<Item = LevelSegment> + '_ {
        self.legs.iter().flat_map(WalkedLeg::strides)
    }

    /// Its parts on the ground, in order.
    pub fn on_ground(&self) -> impl Iterator<Item = Leg> + '_ {
        self.legs.iter().flat_map(|leg| {
            let ground = leg.stretches.iter().filter(|stretch| stretch.surface.footing == Footing::Ground);
            ground.map(|stretch| leg.part(stretch))
        })
    }
}

impl WalkedLeg {
    /// Seen from above.
    pub fn plan(&self) -> Leg {
        Leg { from: self.from.ground(), to: self.to.ground() }
    }

    fn part(&self, stretch: &Stretch) -> Leg {
        let plan = self.plan();
        Leg { from: plan.at(stretch.from), to: plan.at(stretch.to) }
    }

    /// Its parts at one height each; the height of its end is the last.
    pub fn strides(&self) -> impl Iterator<Item = LevelSegment> + '_ {
        let end = LevelSegment { from: self.to.ground(), to: self.to.ground(), height: self.to.z };
        let parts = self.stretches.iter().map(|stretch| {
            let leg = self.part(stretch);
            LevelSegment { from: leg.from, to: leg.to, height: stretch.surface.height }
        });
        parts.chain([end])
    }
}

impl Terrain {
    /// Follows a path from a place on a surface, corner by corner.
    ///
    /// A leg keeps to what its start stands on; where that ends it steps down to
    /// the next floor or the ground, or up onto a hill. At its end the model goes up
    /// or down to the height the corner names, if there is floor.
    ///
    /// Rule: MOV-1, GO-5.
    ///
    /// # Errors
    /// The first corner at whose height nothing bears or that cannot be come to.
    pub fn walk(&self, mover: Mover, start: Place, corners: &[Place]) -> Result<Walk, HeightMismatch> {
        let mut surface = self.surface_at(start.ground(), start.z).ok_or_else(|| self.misstep(0, start))?;
        let mut walked = Vec::with_capacity(corners.len());
        for (nth, (from, to)) in legs(start, corners).enumerate() {
            let leg = Leg { from: from.ground(), to: to.ground() };
            let stretches = self.stretches(leg, surface);
            let mut crossings = self.crossings(mover, leg, surface, &stretches);
            let arrived = stretches.last().map_or(surface, |stretch| stretch.surface);
            surface = self.surface_at(to.ground(), to.z).ok_or_else(|| self.misstep(nth, to))?;
            if arrived.height != surface.height {
                let change = level_change(mover.gait, arrived, surface);
                crossings.push(change.ok_or_else(|| self.misstep(nth, to))?);
                if surface.footing == Footing::Ground {
                    self.areas_come_down_into(mover, to.ground(), &mut crossings);
                }
            }
            walked.push(WalkedLeg { from, to, stretches, crossings });
        }
        Ok(Walk { legs: walked })
    }

    fn misstep(&self, corner: usize, at: Place) -> HeightMismatch {
        HeightMismatch { corner, at, heights: self.heights_at(at.ground()) }
    }

    /// What bears at a height over a point, if something does.
    pub fn surface_at(&self, at: Point, height: Thou) -> Option<Surface> {
        let ground = self.ground_height(at);
        if height == ground {
            return Some(Surface { height, footing: Footing::Ground });
        }
        let floor = self
            .floors
            .iter()
            .find(|floor| floor.height == height && height > ground && self.bears(floor, at))?;
        Some(Surface { height, footing: Footing::Floor { piece: floor.piece, level: floor.level } })
    }

    /// The height at which one arrives who walks straight to a point and changes no level; `None`
    /// where nothing bears at the start.
    ///
    /// Rule: HIL-1, HIL-2, STR-3.
    pub fn height_arrived(&self, from: Place, to: Point) -> Option<Thou> {
        let start = self.surface_at(from.ground(), from.z)?;
        let stretches = self.stretches(Leg { from: from.ground(), to }, start);
        stretches.last().map(|stretch| stretch.surface.height)
    }

    /// The parts of a leg on one surface each, for a model that starts on one.
    ///
    /// Rule: HIL-1, STR-3.
    pub(super) fn stretches(&self, leg: Leg, start: Surface) -> Vec<Stretch> {
        let strips = self.strips(leg);
        let end = self.strip_at(leg.to, &every(self.steps.len()), &every(self.floors.len()));
        let mut stretches: Vec<Stretch> = Vec::with_capacity(strips.len());
        let mut surface = start;
        for strip in strips.into_iter().chain([end]) {
            surface = self.followed(surface, strip.ground, &strip.floors);
            match stretches.last_mut() {
                Some(last) if last.surface == surface => last.to = strip.to,
                _ => stretches.push(Stretch { from: strip.from, to: strip.to, surface }),
            }
        }
        stretches
    }

    /// The ground and the floors at the end of a leg, where only these steps and floors can be.
    pub(super) fn strip_at(&self, at: Point, steps: &[usize], floors: &[usize]) -> Strip {
        let bears = |floor: &usize| self.bears(&self.floors[*floor], at);
        let ground = self.ground_height_among(at, steps);
        Strip { from: 1.0, to: 1.0, ground, floors: floors.iter().copied().filter(bears).collect() }
    }

    /// The surface on which one who comes from another goes on: a floor no higher
    /// than his own, the highest; else the ground, be it higher.
    pub(super) fn followed(&self, from: Surface, ground: Thou, floors: &[usize]) -> Surface {
        let floors = floors.iter().map(|floor| &self.floors[*floor]);
        let bearing = floors.filter(|floor| floor.height > ground && floor.height <= from.height);
        match bearing.max_by_key(|floor| floor.height) {
            Some(floor) => Surface {
                height: floor.height,
                footing: Footing::Floor { piece: floor.piece, level: floor.level },
            },
            None => Surface { height: ground, footing: Footing::Ground },
        }
    }

    /// The leg cut where ground or floors under it change.
    fn strips(&self, leg: Leg) -> Vec<Strip> {
        self.strips_among(leg, &every(self.steps.len()), &every(self.floors.len()))
    }

    /// The same, where only these steps and floors can lie under the leg.
    pub(super) fn strips_among(&self, leg: Leg, steps: &[usize], floors: &[usize]) -> Vec<Strip> {
        let inside = |&nth: &usize| (nth, self.steps[nth].region.parts_inside(leg, self.touch()));
        self.strips_over(leg, steps.iter().map(inside).collect(), floors)
    }

    /// The same of a leg whose ends are still to be rounded, which moves it by up to `by` inches: with all steps that it
    /// then may lead over and, where it may lead past some of them, without those.
    pub(super) fn strips_moved(
        &self,
        leg: Leg,
        steps: &[usize],
        floors: &[usize],
        by: f64,
    ) -> (Vec<Strip>, Option<Vec<Strip>>) {
        let mut grazed: Vec<usize> = Vec::new();
        let inside = |&nth: &usize| {
            let parts = |depth: f64| self.steps[nth].region.parts_inside(leg, depth);
            let found = parts(self.touch());
            let moved = parts(if found.is_empty() { self.touch() - by } else { self.touch() + by });
            if found.is_empty() == moved.is_empty() {
                return (nth, found);
            }
            grazed.push(nth);
            (nth, if found.is_empty() { moved } else { found })
        };
        let over: Vec<(usize, Parts)> = steps.iter().map(inside).collect();
        let past = (!grazed.is_empty()).then(|| {
            let past = over.iter().filter(|(nth, _)| !grazed.contains(nth));
            self.strips_over(leg, past.cloned().collect(), floors)
        });
        (self.strips_over(leg, over, floors), past)
    }

    /// The leg cut where it comes onto some parts inside steps or leaves them, and onto floors.
    fn strips_over(&self, leg: Leg, steps: Vec<(usize, Parts)>, floors: &[usize]) -> Vec<Strip> {
        let steps: Vec<(usize, Parts)> = steps.into_iter().filter(|(_, parts)| !parts.is_empty()).collect();
        let inside = |&nth: &usize| (nth, self.floors[nth].region.parts_inside(leg, -self.touch()));
        let floors = floors.iter().map(inside);
        let floors: Vec<(usize, Parts)> = floors.filter(|(_, parts)| !parts.is_empty()).collect();
        if steps.is_empty() && floors.is_empty() {
            return vec![Strip { from: 0.0, to: 1.0, ground: Thou(0), floors: Vec::new() }];
        }
        let mut cuts: Vec<f64> = steps.iter().chain(&floors).flat_map(|(_, parts)| parts.concat()).collect();
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|b, a| *b - *a < LEAST_STRIP);
        if let Some(last) = cuts.last_mut() {
            *last = 1.0;
        }
        let under = |all: &[(usize, Parts)], share: f64| -> Vec<usize> {
            let here =
                all.iter().filter(|(_, parts)| parts.iter().any(|part| part[0] <= share && share <= part[1]));
            here.map(|(nth, _)| *nth).collect()
        };
        cuts.windows(2)
            .map(|cut| {
                let middle = (cut[0] + cut[1]) / 2.0;
                let tops = under(&steps, middle).into_iter().map(|step| self.steps[step].top);
                let ground = tops.max().unwrap_or(Thou(0));
                Strip { from: cut[0], to: cut[1], ground, floors: under(&floors, middle) }
            })
            .collect()
    }

    /// All that a leg meets, in order.
    fn crossings(&self, mover: Mover, leg: Leg, start: Surface, stretches: &[Stretch]) -> Vec<Crossing> {
        let mut found = self.steps_crossed(mover, leg, start, stretches);
        self.areas_crossed(mover, leg, stretches, &mut found);
        self.walls_crossed(mover, leg, stretches, &mut found);
        found.sort_by(|a, b| a.from.total_cmp(&b.from));
        found
    }

    /// Rule: HIL-1, HIL-2, STR-3, SPR-1.
    fn steps_crossed(&self, mover: Mover, leg: Leg, start: Surface, stretches: &[Stretch]) -> Vec<Crossing> {
        let mut found = Vec::new();
        let mut from = start;
        for stretch in stretches {
            let to = stretch.surface;
            let (share, middle) = (stretch.from, leg.at((stretch.from + stretch.to) / 2.0));
            if to.height > from.height {
                let step = self
                    .steps
                    .iter()
                    .find(|step| step.top == to.height && step.region.holds(middle, self.touch()));
                if let Some(step) = step {
                    let (going, rule) = step.going(mover.gait);
                    found.push(Crossing {
                        piece: step.piece,
                        what: What::StepUp,
                        going,
                        rule,
                        from: share,
                        to: share,
                    });
                }
            } else if to.height < from.height {
                let (piece, what, rule) = match from.footing {
                    Footing::Floor { piece, .. } => (Some(piece), What::LevelDown, "STR-3"),
                    Footing::Ground => (self.step_left(leg, share, from.height), What::StepDown, "HIL-2"),
                };
                let left = piece.map(|piece| Crossing {
                    piece,
                    what,
                    going: Going::Clear,
                    rule,
                    from: share,
                    to: share,
                });
                found.extend(left);
            }
            from = to;
        }
        found
    }

    /// The hill whose step of a height a leg leaves at a share of its length.
    fn step_left(&self, leg: Leg, share: f64, top: Thou) -> Option<usize> {
        let at = leg.at(share);
        let steps = self.steps.iter().filter(|step| step.top == top);
        steps
            .min_by(|a, b| {
                let outside = |step: &super::terrain::Step| -step.region.shape.depth_inside(at);
                outside(a).total_cmp(&outside(b))
            })
            .map(|step| step.piece)
    }

    /// Rule: GO-2, GO-3, ARE-1, OBS-1, OBS-2, STR-4.
    fn areas_crossed(&self, mover: Mover, leg: Leg, stretches: &[Stretch], found: &mut Vec<Crossing>) {
        let around = leg.bounds();
        for area in self.areas.iter().filter(|area| area.region.is_near(around, 0.0)) {
            let (going, rule) = area.going(mover.gait);
            if matches!(going, Going::Clear | Going::Impassable) {
                continue;
            }
            let parts = area.region.parts_inside(leg, self.touch());
            let on_ground = |stretch: &&Stretch| stretch.surface.footing == Footing::Ground;
            for [from, to] in shared(&parts, stretches.iter().filter(on_ground)) {
                found.push(Crossing { piece: area.piece, what: What::Area, going, rule, from, to });
            }
        }
    }

    /// What one who comes down to the ground at the end of a leg enters there.
    ///
    /// Rule: GO-2, GO-3, ARE-1, STR-4.
    fn areas_come_down_into(&self, mover: Mover, at: Point, found: &mut Vec<Crossing>) {
        for area in self.areas.iter().filter(|area| area.region.holds(at, self.touch())) {
            let (going, rule) = area.going(mover.gait);
            if !matches!(going, Going::Clear | Going::Impassable) {
                found.push(Crossing { piece: area.piece, what: What::Area, going, rule, from: 1.0, to: 1.0 });
            }
        }
    }

    /// Rule: STR-1.
    fn walls_crossed(&self, mover: Mover, leg: Leg, stretches: &[Stretch], found: &mut Vec<Crossing>) {
        let around = leg.bounds();
        let mut met = |region: &Region, piece, heights: [Thou; 2], what, going| {
            if !region.is_near(around, 0.0) {
                return;
            }
            let parts = region.parts_inside(leg, self.touch());
            let beside =
                |stretch: &&Stretch| meet_in_height(mover.heights_at(stretch.surface.height), heights);
            for [from, to] in shared(&parts, stretches.iter().filter(beside)) {
                found.push(Crossing { piece, what, going, rule: "STR-1", from, to });
            }
        };
        for solid in self.solids.iter().filter(|solid| solid.part == WallPart::Wall) {
            met(&solid.region, solid.piece, [solid.bottom, solid.top], What::Wall, Going::Difficult);
        }
        for gap in &self.openings {
            met(&gap.region, gap.piece, [gap.bottom, gap.top], What::Opening(gap.kind), Going::Clear);
        }
    }

    /// The going of one spot to a gait: each thing there and its paragraph, for one who
    /// looks what is under the cursor.
    ///
    /// Rule: GO-5.
    pub fn going_at(&self, at: Point, gait: Gait) -> Vec<(usize, GoingBy)> {
        let here = self.pieces.iter().enumerate().filter(|(_, piece)| piece.footprint.contains(at));
        here.map(|(nth, _)| (nth, self.going_of(nth, gait))).collect()
    }
}

/// The going of a change from one surface to another over the same point, if one
/// structure has both.
///
/// Rule: MOV-1, STR-2, STR-3, SPR-1.
pub(super) fn level_change(gait: Gait, from: Surface, to: Surface) -> Option<Crossing> {
    let piece = match (from.footing, to.footing) {
        (Footing::Floor { piece, .. }, Footing::Floor { piece: other, .. }) if piece == other => piece,
        (Footing::Ground, Footing::Floor { piece, .. }) | (Footing::Floor { piece, .. }, Footing::Ground) => {
            piece
        }
        _ => return None,
    };
    let (what, (going, rule)) = if to.height > from.height {
        (What::LevelUp, climbing_going(Climb::Level, gait))
    } else {
        (What::LevelDown, (Going::Clear, "STR-3"))
    };
    Some(Crossing { piece, what, going, rule, from: 1.0, to: 1.0 })
}

/// A piece of a leg over which ground and floors stay the same.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ground: Thou,
    /// Indices of the floors there.
    pub(super) floors: Vec<usize>,
}

/// A strip shorter than this share of its leg is none.
const LEAST_STRIP: f64 = 1e-9;

/// All indices below a count.
fn every(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// What of the parts lies on any of the stretches.
fn shared<'a>(parts: &Parts, stretches: impl Iterator<Item = &'a Stretch>) -> Parts {
    let on: Parts = super::region::merged(stretches.map(|stretch| [stretch.from, stretch.to]).collect());
    let off = without(&vec![[0.0, 1.0]], &on);
    // A point of a leg that has no length is a part of its own.
    parts
        .iter()
        .flat_map(|part| if off.is_empty() { vec![*part] } else { without(&vec![*part], &off) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::piece::{Kind, Piece};
    use crate::table::sample::{LEAPER, SOLDIER, at, ground, hill, house, piece, rectangle, table};

    /// What a path of a model meets, as words: what, going, rule, and how far along its leg.
    fn met(pieces: Vec<Piece>, mover: Mover, path: &[Place]) -> Vec<String> {
        let terrain = table(pieces);
        match terrain.walk(mover, path[0], &path[1..]) {
            Err(misstep) => vec![format!("misstep at {}: {:?}", misstep.at, misstep.heights)],
            Ok(walk) => {
                let all = walk.legs.iter().flat_map(|leg| leg.crossings.iter().map(move |one| (leg, one)));
                let told = |(leg, one): (&WalkedLeg, &Crossing)| {
                    let inches = one.from * leg.plan().length();
                    format!("{:?} {:?} {} {inches:.1}", one.what, one.going, one.rule)
                };
                all.map(told).collect()
            }
        }
    }

    fn check(pieces: Vec<Piece>, mover: Mover, path: &[Place], expected: &[&str], reason: &str) {
        assert_eq!(met(pieces, mover, path), expected, "{reason}");
    }

    /// Rule: HIL-1, STR-3. What is on one surface is one stretch, whatever lies over or under it.
    #[test]
    fn a_leg_falls_into_stretches_by_surface() {
        for (pieces, from, to, heights, reason) in [
            (vec![], [-9.0, 0.0], [9.0, 0.0], &[0][..], "open ground"),
            (vec![house()], [-9.0, 2.0], [9.0, 2.0], &[0], "under the floors of a house"),
            (vec![hill()], [-9.0, 0.0], [9.0, 0.0], &[0, 1000, 2000, 1000, 0], "over a hill"),
            (vec![hill()], [0.0, 0.0], [9.0, 0.0], &[2000, 1000, 0], "down from it"),
        ] {
            let terrain = table(pieces);
            let start = terrain.surface_at(from, terrain.ground_height(from)).unwrap();
            let stretches = terrain.stretches(Leg { from, to }, start);
            let found: Vec<i32> = stretches.iter().map(|stretch| stretch.surface.height.0).collect();
            assert_eq!(found, heights, "{reason}");
            assert_eq!((stretches[0].from, stretches[stretches.len() - 1].to), (0.0, 1.0), "{reason}");
        }
    }

    /// Rule: GO-5, ARE-1, GO-2, GO-3. All but impassable ground is judged by the base's centre.
    #[test]
    fn areas_are_entered_by_the_centre() {
        let across = |y: f64| [at(-9.0, y, 0.0), at(9.0, y, 0.0)];
        for (going, y, expected, reason) in [
            (Going::Slow, 0.0, &["Area Slow GO-2 7.0"][..], "right across"),
            (Going::Slow, 2.0, &[], "along its edge"),
            (Going::Slow, 1.996, &[], "0.004 in is allowed for"),
            (Going::Slow, 1.99, &["Area Slow GO-2 7.0"], "a hundredth in"),
            (Going::Slow, 2.3, &[], "only the base reaches over it"),
            (Going::Difficult, 0.0, &["Area Difficult GO-3 7.0"], "rubble"),
            (Going::SlowAndDifficult, 0.0, &["Area SlowAndDifficult GO-5 7.0"], "both at once"),
            (Going::Clear, 0.0, &[], "a road"),
        ] {
            check(vec![ground(going)], SOLDIER, &across(y), expected, reason);
        }
        let inside = [at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0)];
        check(
            vec![ground(Going::Slow)],
            SOLDIER,
            &inside,
            &["Area Slow GO-2 0.0"],
            "moving inside is crossing",
        );
        let out = [at(0.0, 0.0, 0.0), at(9.0, 0.0, 0.0)];
        check(vec![ground(Going::Slow)], SOLDIER, &out, &["Area Slow GO-2 0.0"], "leaving is slow too");
    }

    /// Rule: HIL-1, HIL-2, SPR-1.
    #[test]
    fn up_a_hill_is_slow_and_down_is_clear() {
        let step = |x: f64| {
            at(
                x,
                0.0,
                if x.abs() > 4.0 {
                    0.0
                } else if x.abs() > 2.0 {
                    1.0
                } else {
                    2.0
                },
            )
        };
        let way = |from: f64, to: f64| [step(from), step(to)];
        for (mover, path, expected, reason) in [
            (SOLDIER, way(-9.0, -3.0), &["StepUp Slow HIL-1 5.0"][..], "onto the hill"),
            (SOLDIER, way(-3.0, 0.0), &["StepUp Slow HIL-1 1.0"], "up a step"),
            (SOLDIER, way(-9.0, 0.0), &["StepUp Slow HIL-1 5.0", "StepUp Slow HIL-1 7.0"], "up both"),
            (SOLDIER, way(0.0, 9.0), &["StepDown Clear HIL-2 2.0", "StepDown Clear HIL-2 4.0"], "down both"),
            (SOLDIER, way(-3.0, -2.5), &[], "along the same step"),
            (LEAPER, way(-9.0, -3.0), &["StepUp Clear SPR-1 5.0"], "a leaper"),
            (
                SOLDIER,
                way(-9.0, 9.0),
                &[
                    "StepUp Slow HIL-1 5.0",
                    "StepUp Slow HIL-1 7.0",
                    "StepDown Clear HIL-2 11.0",
                    "StepDown Clear HIL-2 13.0",
                ],
                "over the whole hill",
            ),
        ] {
            check(vec![hill()], mover, &path, expected, reason);
        }
        check(
            vec![hill()],
            SOLDIER,
            &[at(-9.0, 0.0, 0.0), at(0.0, 0.0, 0.0)],
            &["misstep at (0, 0): [Thou(2000)]"],
            "into the hill",
        );
    }

    /// Rule: OBS-1, OBS-2, SPR-1.
    #[test]
    fn obstacles_are_crossed_by_the_centre() {
        for (height, mover, expected) in [
            (1500, SOLDIER, "Area Slow OBS-1 4.0"),
            (3000, SOLDIER, "Area SlowAndDifficult OBS-2 4.0"),
            (3000, LEAPER, "Area Slow SPR-1 4.0"),
        ] {
            let fence =
                piece("fence", rectangle([-5.0, -0.1], [5.0, 0.1]), Kind::Linear { height: Thou(height) });
            let over = [at(0.0, -4.1, 0.0), at(0.0, 4.0, 0.0)];
            check(vec![fence], mover, &over, &[expected], "over a fence");
        }
    }

    /// Rule: STR-1, STR-2, STR-3, MOV-1, SPR-1.
    #[test]
    fn a_house_is_entered_climbed_and_left() {
        for (mover, path, expected, reason) in [
            (
                SOLDIER,
                vec![at(0.0, -6.0, 0.0), at(0.0, 0.0, 0.0)],
                &["Opening(Door) Clear STR-1 1.9"][..],
                "by the door",
            ),
            (
                SOLDIER,
                vec![at(0.9, -6.0, 0.0), at(0.9, 0.0, 0.0)],
                &["Opening(Door) Clear STR-1 1.9"],
                "the centre by the door, the base not",
            ),
            (
                SOLDIER,
                vec![at(0.0, 6.0, 0.0), at(0.0, 0.0, 0.0)],
                &["Opening(Window) Clear STR-1 1.9"],
                "by the window",
            ),
            (
                SOLDIER,
                vec![at(-6.0, 0.0, 0.0), at(-2.0, 0.0, 0.0)],
                &["Wall Difficult STR-1 1.9"],
                "through the wall",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 0.0), at(2.0, 0.0, 3.0)],
                &["LevelUp Difficult STR-2 0.0"],
                "up on the spot",
            ),
            (
                LEAPER,
                vec![at(2.0, 0.0, 0.0), at(2.0, 0.0, 3.0)],
                &["LevelUp Clear SPR-1 0.0"],
                "a leaper, up on the spot",
            ),
            (
                SOLDIER,
                vec![at(-2.0, 0.0, 0.0), at(2.0, 0.0, 3.0)],
                &["LevelUp Difficult STR-2 4.0"],
                "up at the end of a leg",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 3.0), at(2.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 0.0"],
                "down on the spot",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 3.0), at(-2.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 2.0"],
                "off the edge inside",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 3.0), at(9.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 2.1"],
                "off the edge, over the wall below",
            ),
            (
                SOLDIER,
                vec![at(-2.0, 0.0, 0.0), at(-2.0, 0.0, 3.0)],
                &["misstep at (-2, 0, 3): [Thou(0)]"],
                "up where no floor is",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 3.0), at(-2.0, 0.0, 3.0)],
                &["misstep at (-2, 0, 3): [Thou(0)]"],
                "on into the air",
            ),
        ] {
            check(vec![house()], mover, &path, expected, reason);
        }
    }

    /// Rule: STR-4.
    #[test]
    fn a_base_makes_the_ground_level_area_terrain() {
        let mut based = house();
        if let Kind::Structure { foundation, .. } = &mut based.kind {
            *foundation = crate::table::piece::Foundation::Base;
        }
        let by_door = [at(0.0, -6.0, 0.0), at(0.0, 0.0, 0.0)];
        let expected = ["Area Slow STR-4 1.9", "Opening(Door) Clear STR-1 1.9"];
        let found = met(vec![based.clone()], SOLDIER, &by_door);
        assert_eq!(found, expected, "in by the door");
        for (path, expected, reason) in [
            ([at(1.0, 0.0, 3.0), at(3.0, 0.0, 3.0)], &[][..], "upstairs it is not"),
            (
                [at(1.0, 0.0, 3.0), at(3.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 2.0", "Area Slow STR-4 2.0"],
                "down into it at the end of a leg",
            ),
            (
                [at(1.0, 0.0, 3.0), at(1.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 0.0", "Area Slow STR-4 0.0"],
                "down into it on the spot",
            ),
            (
                [at(1.0, 0.0, 0.0), at(1.0, 0.0, 3.0)],
                &["Area Slow STR-4 0.0", "LevelUp Difficult STR-2 0.0"],
                "up out of it on the spot",
            ),
            (
                [at(1.0, 0.0, 3.0), at(-1.0, 0.0, 0.0)],
                &["LevelDown Clear STR-3 1.0", "Area Slow STR-4 1.0"],
                "off the edge into it",
            ),
        ] {
            check(vec![based.clone()], SOLDIER, &path, expected, reason);
        }
    }

    /// Rule: MOV-1. From one building's floor onto another's as high.
    #[test]
    fn floors_of_one_height_join() {
        let [mut east, mut west] = [house(), house()];
        for (piece, id, [x, y], [right, top]) in
            [(&mut east, "east", [0.0, -4.0], [4.0, 4.0]), (&mut west, "west", [-4.0, -4.0], [0.0, 4.0])]
        {
            piece.id = id.into();
            if let Kind::Structure { levels, .. } = &mut piece.kind {
                levels[1].outline = Some(rectangle([x, y], [right, top]));
            }
        }
        check(vec![east, west], SOLDIER, &[at(2.0, 0.0, 3.0), at(-2.0, 0.0, 3.0)], &[], "across the seam");
    }
}
