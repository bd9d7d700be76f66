//! Traces a path over the terrain, leg by leg: heights, floors, going, walls, and the rule behind each.
//!
//! The check of commands, the window and the path search all use it.

use super::piece::OpeningKind;
use super::plane::{Interval, Leg};
use super::region::{Intervals, Region, subtract_intervals};
use super::shape::Point;
use super::terrain::{Floor, GoingAndRule, Terrain};
use super::walls::WallPart;
use warstrike_rules::card::Card;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::going::{Climb, Gait, Going, climbing_going};
use warstrike_rules::movement::{LevelSegment, legs};

/// Dimensions and gait of a model for movement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Radius of its base, inches.
    pub radius: f64,
    /// Height of the model.
    pub height: Thou,
    /// Whether it leaps.
    pub gait: Gait,
}

impl Mover {
    /// A model of a card.
    ///
    /// Rule: BAS-2.
    #[inline]
    pub fn of(card: &Card) -> Self {
        Self { radius: card.base.radius(), height: card.base.height, gait: Gait::of(card) }
    }

    /// Its bottom and top when it stands at a height.
    #[inline]
    pub fn heights_at(self, stands: Thou) -> [Thou; 2] {
        [stands, Thou(stands.0 + self.height.0)]
    }
}

/// Ground or floor under a base's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    /// The table or a hill; also a structure's ground level.
    Ground,
    /// A floor or roof above it.
    Floor {
        /// Index of the structure.
        piece: usize,
        /// 0 is the ground level; the roof is one above the highest.
        level: usize,
    },
}

/// A height, and the ground or floor there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Over the table.
    pub height: Thou,
    /// Ground or floor at that height.
    pub footing: Footing,
}

/// A part of a leg on one surface, in shares of the leg's length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceSpan {
    /// Start, from 0 to 1.
    pub from: f64,
    /// End, from 0 to 1.
    pub to: f64,
    /// The surface it is on.
    pub surface: Surface,
}

/// Something a leg leads over, through, up or down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Index of the piece.
    pub piece: usize,
    /// Kind of crossing.
    pub kind: CrossingKind,
    /// Its going.
    pub going: Going,
    /// The rule that gives the going.
    pub rule: &'static str,
    /// Start on the leg, as a share of its length.
    pub from: f64,
    /// End on the leg, as a share of its length.
    pub to: f64,
}

/// Kind of thing that a leg can cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossingKind {
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

/// A leg and everything it crosses.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkedLeg {
    /// Start of the leg.
    pub from: Place,
    /// End of the leg, after any change of level.
    pub to: Place,
    /// In order, from 0 to 1.
    pub spans: Vec<SurfaceSpan>,
    /// In order of where they begin.
    pub crossings: Vec<Crossing>,
}

/// A path and everything it crosses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// In order.
    pub legs: Vec<WalkedLeg>,
}

/// A corner at a height where there is no surface.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMismatch {
    /// Index of the corner.
    pub corner: usize,
    /// The corner.
    pub at: Place,
    /// Heights that exist there, lowest first.
    pub heights: Vec<Thou>,
}

impl Walk {
    /// The first crossing of slow going.
    #[inline]
    pub fn first_slow(&self) -> Option<(&WalkedLeg, &Crossing)> {
        self.first(|crossing| crossing.going.is_slow())
    }

    /// The first crossing of difficult going.
    #[inline]
    pub fn first_difficult(&self) -> Option<(&WalkedLeg, &Crossing)> {
        self.first(|crossing| crossing.going.is_difficult())
    }

    fn first(&self, wanted: impl Fn(&Crossing) -> bool) -> Option<(&WalkedLeg, &Crossing)> {
        let all = self.legs.iter().flat_map(|leg| leg.crossings.iter().map(move |crossing| (leg, crossing)));
        all.into_iter().find(|(_, crossing)| wanted(crossing))
    }

    /// Its parts of constant height, in order.
    #[inline]
    pub fn level_segments(&self) -> impl Iterator<Item = LevelSegment> + '_ {
        self.legs.iter().flat_map(WalkedLeg::level_segments)
    }

    /// Its parts on the ground, in order.
    #[inline]
    pub fn on_ground(&self) -> impl Iterator<Item = Leg> + '_ {
        self.legs.iter().flat_map(|leg| {
            let ground = leg.spans.iter().filter(|span| span.surface.footing == Footing::Ground);
            ground.map(|span| leg.part(span))
        })
    }
}

impl WalkedLeg {
    /// Seen from above.
    #[inline]
    pub fn plan(&self) -> Leg {
        Leg { from: self.from.ground(), to: self.to.ground() }
    }

    fn part(&self, span: &SurfaceSpan) -> Leg {
        let plan = self.plan();
        Leg { from: plan.at(span.from), to: plan.at(span.to) }
    }

    /// Its parts of constant height; the last has the height of its end.
    #[inline]
    pub fn level_segments(&self) -> impl Iterator<Item = LevelSegment> + '_ {
        let end = LevelSegment { from: self.to.ground(), to: self.to.ground(), height: self.to.z };
        let parts = self.spans.iter().map(|span| {
            let leg = self.part(span);
            LevelSegment { from: leg.from, to: leg.to, height: span.surface.height }
        });
        parts.chain([end])
    }
}

impl Terrain {
    /// Follows a path corner by corner, from a place on a surface.
    ///
    /// A leg stays on the surface it starts on; where that ends it drops to the next floor or the ground, or
    /// steps up onto a hill. At its end the model climbs or descends to the corner's height, if a floor is
    /// there.
    ///
    /// Rule: MOV-1, GO-5.
    ///
    /// # Errors
    /// The first corner without a surface at its height, or with one that cannot be reached.
    pub fn walk(&self, mover: Mover, start: Place, corners: &[Place]) -> Result<Walk, HeightMismatch> {
        let mut surface =
            self.surface_at(start.ground(), start.z).ok_or_else(|| self.height_mismatch(0, start))?;
        let mut walked = Vec::with_capacity(corners.len());
        for (index, (from, to)) in legs(start, corners).enumerate() {
            let leg = Leg { from: from.ground(), to: to.ground() };
            let spans = self.spans(leg, surface);
            let mut crossings = self.crossings(mover, leg, surface, &spans);
            let arrived = spans.last().map_or(surface, |span| span.surface);
            surface = self.surface_at(to.ground(), to.z).ok_or_else(|| self.height_mismatch(index, to))?;
            if arrived.height != surface.height {
                let change = level_change(mover.gait, arrived, surface);
                crossings.push(change.ok_or_else(|| self.height_mismatch(index, to))?);
                if surface.footing == Footing::Ground {
                    self.areas_entered_at_end(mover, to.ground(), &mut crossings);
                }
            }
            walked.push(WalkedLeg { from, to, spans, crossings });
        }
        Ok(Walk { legs: walked })
    }

    fn height_mismatch(&self, corner: usize, at: Place) -> HeightMismatch {
        HeightMismatch { corner, at, heights: self.heights_at(at.ground()) }
    }

    /// The surface at a height over a point, if there is one.
    #[inline]
    pub fn surface_at(&self, at: Point, height: Thou) -> Option<Surface> {
        let ground = self.ground_height(at);
        if height == ground {
            return Some(Surface { height, footing: Footing::Ground });
        }
        let floor = self.floor_at(at, height).filter(|_| height > ground)?;
        Some(Surface { height, footing: Footing::Floor { piece: floor.piece, level: floor.level } })
    }

    /// The floor that a place lies on, if it is above the ground.
    #[inline]
    pub(super) fn floor_of(&self, at: Place) -> Option<&Floor> {
        let point = at.ground();
        self.floor_at(point, at.z).filter(|floor| floor.height > self.ground_height(point))
    }

    /// The first floor of a height that supports a point.
    fn floor_at(&self, at: Point, height: Thou) -> Option<&Floor> {
        self.floors.iter().find(|floor| floor.height == height && self.supports(floor, at))
    }

    /// The height reached by a straight move to a point without changing level; `None` if the start is on no
    /// surface.
    ///
    /// Rule: HIL-1, HIL-2, STR-3.
    #[inline]
    pub fn arrival_height(&self, from: Place, to: Point) -> Option<Thou> {
        let start = self.surface_at(from.ground(), from.z)?;
        let spans = self.spans(Leg { from: from.ground(), to }, start);
        spans.last().map(|span| span.surface.height)
    }

    /// Cuts a leg into parts on one surface each, for a model that starts on a given one.
    ///
    /// Rule: HIL-1, STR-3.
    #[inline]
    pub(super) fn spans(&self, leg: Leg, start: Surface) -> Vec<SurfaceSpan> {
        let intervals = self.leg_intervals(leg);
        let end =
            self.interval_at_end(leg.to, &all_indices(self.steps.len()), &all_indices(self.floors.len()));
        let mut spans: Vec<SurfaceSpan> = Vec::with_capacity(intervals.len());
        let mut surface = start;
        for interval in intervals.into_iter().chain([end]) {
            surface = self.next_surface(surface, interval.ground, &interval.floors);
            match spans.last_mut() {
                Some(last) if last.surface == surface => last.to = interval.to,
                _ => spans.push(SurfaceSpan { from: interval.from, to: interval.to, surface }),
            }
        }
        spans
    }

    /// The ground and the floors at the end of a leg, if only these steps and floors can be there.
    #[inline]
    pub(super) fn interval_at_end(&self, at: Point, steps: &[usize], floors: &[usize]) -> LegInterval {
        let supports = |floor: &usize| self.supports(&self.floors[*floor], at);
        let ground = self.ground_height_among(at, steps);
        LegInterval { from: 1.0, to: 1.0, ground, floors: floors.iter().copied().filter(supports).collect() }
    }

    /// The surface a model moves on to from another: the highest floor that is no higher, else the ground,
    /// even if that is higher.
    #[inline]
    pub(super) fn next_surface(&self, from: Surface, ground: Thou, floors: &[usize]) -> Surface {
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

    /// The height of the ground along a leg, part by part.
    ///
    /// Rule: HIL-3.
    #[inline]
    pub fn ground_along(&self, leg: Leg) -> Vec<(Interval, Thou)> {
        let intervals = self.leg_intervals_among(leg, &all_indices(self.steps.len()), &[]);
        intervals.into_iter().map(|part| (Interval::new(part.from, part.to), part.ground)).collect()
    }

    /// The leg, cut where the ground or the floors under it change.
    fn leg_intervals(&self, leg: Leg) -> Vec<LegInterval> {
        self.leg_intervals_among(leg, &all_indices(self.steps.len()), &all_indices(self.floors.len()))
    }

    /// The same, if only these steps and floors can lie under the leg.
    #[inline]
    pub(super) fn leg_intervals_among(
        &self,
        leg: Leg,
        steps: &[usize],
        floors: &[usize],
    ) -> Vec<LegInterval> {
        let inside =
            |&index: &usize| (index, self.steps[index].region.intervals_inside(leg, self.touch_depth()));
        self.leg_intervals_over(leg, steps.iter().map(inside).collect(), floors)
    }

    /// The same for a leg whose ends are yet to be rounded, which moves it by up to `by` inches: with all
    /// steps it may then cross and, if it may miss some of them, also without those.
    pub(super) fn leg_intervals_if_moved(
        &self,
        leg: Leg,
        steps: &[usize],
        floors: &[usize],
        by: f64,
    ) -> (Vec<LegInterval>, Option<Vec<LegInterval>>) {
        let mut grazed: Vec<usize> = Vec::new();
        let inside = |&index: &usize| {
            let parts = |depth: f64| self.steps[index].region.intervals_inside(leg, depth);
            let found = parts(self.touch_depth());
            let moved =
                parts(if found.is_empty() { self.touch_depth() - by } else { self.touch_depth() + by });
            if found.is_empty() == moved.is_empty() {
                return (index, found);
            }
            grazed.push(index);
            (index, if found.is_empty() { moved } else { found })
        };
        let over: Vec<(usize, Intervals)> = steps.iter().map(inside).collect();
        let past = (!grazed.is_empty()).then(|| {
            let past = over.iter().filter(|(index, _)| !grazed.contains(index));
            self.leg_intervals_over(leg, past.cloned().collect(), floors)
        });
        (self.leg_intervals_over(leg, over, floors), past)
    }

    /// The leg, cut at the ends of the given intervals inside steps and of those on floors.
    fn leg_intervals_over(
        &self,
        leg: Leg,
        steps: Vec<(usize, Intervals)>,
        floors: &[usize],
    ) -> Vec<LegInterval> {
        let steps: Vec<(usize, Intervals)> =
            steps.into_iter().filter(|(_, parts)| !parts.is_empty()).collect();
        let inside =
            |&index: &usize| (index, self.floors[index].region.intervals_inside(leg, -self.touch_depth()));
        let floors = floors.iter().map(inside);
        let floors: Vec<(usize, Intervals)> = floors.filter(|(_, parts)| !parts.is_empty()).collect();
        if steps.is_empty() && floors.is_empty() {
            return vec![LegInterval { from: 0.0, to: 1.0, ground: Thou(0), floors: Vec::new() }];
        }
        let mut cuts: Vec<f64> =
            steps.iter().chain(&floors).flat_map(|(_, parts)| parts).flat_map(|part| part.ends()).collect();
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|b, a| *b - *a < MIN_INTERVAL);
        if let Some(last) = cuts.last_mut() {
            *last = 1.0;
        }
        let under = |all: &[(usize, Intervals)], share: f64| -> Vec<usize> {
            let here = all
                .iter()
                .filter(|(_, parts)| parts.iter().any(|part| part.from <= share && share <= part.to));
            here.map(|(index, _)| *index).collect()
        };
        cuts.windows(2)
            .map(|cut| {
                let middle = (cut[0] + cut[1]) / 2.0;
                let tops = under(&steps, middle).into_iter().map(|step| self.steps[step].top);
                let ground = tops.max().unwrap_or(Thou(0));
                LegInterval { from: cut[0], to: cut[1], ground, floors: under(&floors, middle) }
            })
            .collect()
    }

    /// Everything a leg crosses, in order.
    fn crossings(&self, mover: Mover, leg: Leg, start: Surface, spans: &[SurfaceSpan]) -> Vec<Crossing> {
        let mut found = self.steps_crossed(mover, leg, start, spans);
        self.areas_crossed(mover, leg, spans, &mut found);
        self.walls_crossed(mover, leg, spans, &mut found);
        found.sort_by(|a, b| a.from.total_cmp(&b.from));
        found
    }

    /// Rule: HIL-1, HIL-2, STR-3, SPR-1.
    fn steps_crossed(&self, mover: Mover, leg: Leg, start: Surface, spans: &[SurfaceSpan]) -> Vec<Crossing> {
        let mut found = Vec::new();
        let mut from = start;
        for span in spans {
            let to = span.surface;
            let (share, middle) = (span.from, leg.at((span.from + span.to) / 2.0));
            if to.height > from.height {
                let step = self
                    .steps
                    .iter()
                    .find(|step| step.top == to.height && step.region.contains(middle, self.touch_depth()));
                if let Some(step) = step {
                    let (going, rule) = step.going(mover.gait);
                    found.push(Crossing {
                        piece: step.piece,
                        kind: CrossingKind::StepUp,
                        going,
                        rule,
                        from: share,
                        to: share,
                    });
                }
            } else if to.height < from.height {
                let (piece, kind, rule) = match from.footing {
                    Footing::Floor { piece, .. } => (Some(piece), CrossingKind::LevelDown, "STR-3"),
                    Footing::Ground => {
                        (self.step_left(leg, share, from.height), CrossingKind::StepDown, "HIL-2")
                    }
                };
                let left = piece.map(|piece| Crossing {
                    piece,
                    kind,
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

    /// The hill whose step, of a given height, a leg leaves at a share of its length.
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
    fn areas_crossed(&self, mover: Mover, leg: Leg, spans: &[SurfaceSpan], found: &mut Vec<Crossing>) {
        let around = leg.bounds();
        for area in self.areas.iter().filter(|area| area.region.is_near(around, 0.0)) {
            let (going, rule) = area.going(mover.gait);
            if matches!(going, Going::Clear | Going::Impassable) {
                continue;
            }
            let parts = area.region.intervals_inside(leg, self.touch_depth());
            let on_ground = |span: &&SurfaceSpan| span.surface.footing == Footing::Ground;
            for Interval { from, to } in clip_to_spans(&parts, spans.iter().filter(on_ground)) {
                found.push(Crossing { piece: area.piece, kind: CrossingKind::Area, going, rule, from, to });
            }
        }
    }

    /// Adds the areas that a model enters by dropping to the ground at the end of a leg.
    ///
    /// Rule: GO-2, GO-3, ARE-1, STR-4.
    fn areas_entered_at_end(&self, mover: Mover, at: Point, found: &mut Vec<Crossing>) {
        for area in self.areas.iter().filter(|area| area.region.contains(at, self.touch_depth())) {
            let (going, rule) = area.going(mover.gait);
            if !matches!(going, Going::Clear | Going::Impassable) {
                found.push(Crossing {
                    piece: area.piece,
                    kind: CrossingKind::Area,
                    going,
                    rule,
                    from: 1.0,
                    to: 1.0,
                });
            }
        }
    }

    /// Rule: STR-1.
    fn walls_crossed(&self, mover: Mover, leg: Leg, spans: &[SurfaceSpan], found: &mut Vec<Crossing>) {
        let around = leg.bounds();
        let mut add = |region: &Region, piece, heights: [Thou; 2], kind, going| {
            if !region.is_near(around, 0.0) {
                return;
            }
            let parts = region.intervals_inside(leg, self.touch_depth());
            let beside = |span: &&SurfaceSpan| meet_in_height(mover.heights_at(span.surface.height), heights);
            for Interval { from, to } in clip_to_spans(&parts, spans.iter().filter(beside)) {
                found.push(Crossing { piece, kind, going, rule: "STR-1", from, to });
            }
        };
        for solid in self.solids.iter().filter(|solid| solid.part == WallPart::Wall) {
            add(&solid.region, solid.piece, [solid.bottom, solid.top], CrossingKind::Wall, Going::Difficult);
        }
        for gap in &self.openings {
            let (kind, going) = match self.lets_through(gap, mover) {
                true => (CrossingKind::Opening(gap.kind), Going::Clear),
                false => (CrossingKind::Wall, Going::Difficult),
            };
            add(&gap.region, gap.piece, [gap.bottom, gap.top], kind, going);
        }
    }

    /// The going at one point for a gait, with its rule: for the tooltip under the cursor.
    ///
    /// Rule: GO-5.
    #[inline]
    pub fn going_at(&self, at: Point, gait: Gait) -> Vec<(usize, GoingAndRule)> {
        let here = self.pieces.iter().enumerate().filter(|(_, piece)| piece.footprint.contains(at));
        here.map(|(index, _)| (index, self.going_of(index, gait))).collect()
    }
}

/// The crossing from one surface to another over the same point, if one structure has both.
///
/// Rule: MOV-1, STR-2, STR-3, SPR-1.
#[inline]
pub(super) fn level_change(gait: Gait, from: Surface, to: Surface) -> Option<Crossing> {
    let piece = match (from.footing, to.footing) {
        (Footing::Floor { piece, .. }, Footing::Floor { piece: other, .. }) if piece == other => piece,
        (Footing::Ground, Footing::Floor { piece, .. }) | (Footing::Floor { piece, .. }, Footing::Ground) => {
            piece
        }
        _ => return None,
    };
    let (kind, (going, rule)) = if to.height > from.height {
        (CrossingKind::LevelUp, climbing_going(Climb::Level, gait))
    } else {
        (CrossingKind::LevelDown, (Going::Clear, "STR-3"))
    };
    Some(Crossing { piece, kind, going, rule, from: 1.0, to: 1.0 })
}

/// A part of a leg along which ground and floors stay the same.
#[derive(Clone, Debug)]
pub(super) struct LegInterval {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ground: Thou,
    /// Indices of the floors there.
    pub(super) floors: Vec<usize>,
}

/// A shorter part of a leg is dropped, as a share of its length.
const MIN_INTERVAL: f64 = 1e-9;

fn all_indices(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// The parts of the intervals that lie on any of the spans.
fn clip_to_spans<'a>(parts: &Intervals, spans: impl Iterator<Item = &'a SurfaceSpan>) -> Intervals {
    let on: Intervals =
        super::region::merge_intervals(spans.map(|span| Interval::new(span.from, span.to)).collect());
    let off = subtract_intervals(&vec![Interval::WHOLE], &on);
    // A leg without length is a part of its own.
    parts
        .iter()
        .flat_map(|part| if off.is_empty() { vec![*part] } else { subtract_intervals(&vec![*part], &off) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Kind, Piece};
    use crate::sample::{LEAPER, SOLDIER, at, ground, hill, house, piece, plateau, rectangle, table};

    /// Crossings of a model's path, as text: kind, going, rule, and inches along its leg.
    fn crossings_of(pieces: Vec<Piece>, mover: Mover, path: &[Place]) -> Vec<String> {
        let terrain = table(pieces);
        match terrain.walk(mover, path[0], &path[1..]) {
            Err(height_mismatch) => {
                vec![format!("height_mismatch at {}: {:?}", height_mismatch.at, height_mismatch.heights)]
            }
            Ok(walk) => {
                let all = walk.legs.iter().flat_map(|leg| leg.crossings.iter().map(move |one| (leg, one)));
                let describe = |(leg, one): (&WalkedLeg, &Crossing)| {
                    let inches = one.from * leg.plan().length();
                    format!("{:?} {:?} {} {inches:.1}", one.kind, one.going, one.rule)
                };
                all.map(describe).collect()
            }
        }
    }

    fn check(pieces: Vec<Piece>, mover: Mover, path: &[Place], expected: &[&str], reason: &str) {
        assert_eq!(crossings_of(pieces, mover, path), expected, "{reason}");
    }

    /// Rule: HIL-1, STR-3. What is on one surface is one span, whatever lies above or below it.
    #[test]
    fn a_leg_is_cut_by_surface() {
        for (pieces, from, to, heights, reason) in [
            (vec![], [-9.0, 0.0], [9.0, 0.0], &[0][..], "open ground"),
            (vec![house()], [-9.0, 2.0], [9.0, 2.0], &[0], "under the floors of a house"),
            (vec![hill()], [-9.0, 0.0], [9.0, 0.0], &[0, 1000, 2000, 1000, 0], "over a hill"),
            (vec![hill()], [0.0, 0.0], [9.0, 0.0], &[2000, 1000, 0], "down from it"),
        ] {
            let terrain = table(pieces);
            let start = terrain.surface_at(from, terrain.ground_height(from)).unwrap();
            let spans = terrain.spans(Leg { from, to }, start);
            let found: Vec<i32> = spans.iter().map(|span| span.surface.height.0).collect();
            assert_eq!(found, heights, "{reason}");
            assert_eq!((spans[0].from, spans[spans.len() - 1].to), (0.0, 1.0), "{reason}");
        }
    }

    /// Rule: HIL-3, STR-1, STR-2, STR-3, OBS-1, OBS-2. A hill 2 high under the house, or from x = 2 on. The house has its
    /// walls at x = -4 and 4 and a floor at 3 over its half at +x.
    #[test]
    fn what_stands_on_a_hill_is_crossed_there() {
        let whole = || vec![house(), plateau([-12.0, -12.0], [12.0, 12.0], 2000)];
        let half = || vec![house(), plateau([2.0, -12.0], [12.0, 12.0], 2000)];
        let wall = |height| {
            let wall =
                piece("wall", rectangle([-0.5, -4.0], [0.5, 4.0]), Kind::Linear { height: Thou(height) });
            vec![wall, plateau([-12.0, -12.0], [12.0, 12.0], 3000)]
        };
        for (pieces, path, expected, reason) in [
            (
                whole(),
                [at(-6.0, 2.0, 2.0), at(-1.0, 2.0, 2.0)],
                &["Wall Difficult STR-1 1.9"][..],
                "through a wall on the hill",
            ),
            (
                whole(),
                [at(0.0, -6.0, 2.0), at(0.0, -1.0, 2.0)],
                &["Opening(Door) Clear STR-1 1.9"],
                "through its door",
            ),
            (
                whole(),
                [at(1.0, 0.0, 2.0), at(2.0, 0.0, 5.0)],
                &["LevelUp Difficult STR-2 1.0"],
                "up to the floor 3 over the hill",
            ),
            (
                whole(),
                [at(1.0, 0.0, 2.0), at(2.0, 0.0, 3.0)],
                &["height_mismatch at (2, 0, 3): [Thou(2000), Thou(5000)]"],
                "there is none 3 over the table",
            ),
            (
                half(),
                [at(-6.0, 2.0, 0.0), at(-1.0, 2.0, 0.0)],
                &["Wall Difficult STR-1 1.9"],
                "a house across the edge: through its wall on the table",
            ),
            (
                half(),
                [at(6.0, 2.0, 2.0), at(3.0, 2.0, 2.0)],
                &["Wall Difficult STR-1 1.9"],
                "through its wall on the hill",
            ),
            (
                half(),
                [at(3.0, 0.0, 5.0), at(1.0, 0.0, 3.0)],
                &["LevelDown Clear STR-3 1.0"],
                "down to the lower part of its floor",
            ),
            (
                half(),
                [at(1.0, 0.0, 3.0), at(3.0, 0.0, 2.0)],
                &["LevelDown Clear STR-3 1.0"],
                "from there onto the hill, under the higher part",
            ),
            (wall(2000), [at(-6.0, 0.0, 3.0), at(6.0, 0.0, 3.0)], &["Area Slow OBS-1 5.5"], "a wall 2 high"),
            (
                wall(2500),
                [at(-6.0, 0.0, 3.0), at(6.0, 0.0, 3.0)],
                &["Area SlowAndDifficult OBS-2 5.5"],
                "2.5 high: its own height counts",
            ),
        ] {
            check(pieces, SOLDIER, &path, expected, reason);
        }
    }

    /// Rule: GO-5, ARE-1, GO-2, GO-3. All but impassable ground is judged by the base's centre.
    #[test]
    fn areas_are_judged_by_the_centre() {
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
        let path = |from: f64, to: f64| [step(from), step(to)];
        for (mover, path, expected, reason) in [
            (SOLDIER, path(-9.0, -3.0), &["StepUp Slow HIL-1 5.0"][..], "onto the hill"),
            (SOLDIER, path(-3.0, 0.0), &["StepUp Slow HIL-1 1.0"], "up a step"),
            (SOLDIER, path(-9.0, 0.0), &["StepUp Slow HIL-1 5.0", "StepUp Slow HIL-1 7.0"], "up both"),
            (SOLDIER, path(0.0, 9.0), &["StepDown Clear HIL-2 2.0", "StepDown Clear HIL-2 4.0"], "down both"),
            (SOLDIER, path(-3.0, -2.5), &[], "along the same step"),
            (LEAPER, path(-9.0, -3.0), &["StepUp Clear SPR-1 5.0"], "a leaper"),
            (
                SOLDIER,
                path(-9.0, 9.0),
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
            &["height_mismatch at (0, 0): [Thou(2000)]"],
            "into the hill",
        );
    }

    /// Rule: OBS-1, OBS-2, SPR-1.
    #[test]
    fn crossing_an_obstacle_is_judged_by_the_centre() {
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
                &["height_mismatch at (-2, 0, 3): [Thou(0)]"],
                "up where no floor is",
            ),
            (
                SOLDIER,
                vec![at(2.0, 0.0, 3.0), at(-2.0, 0.0, 3.0)],
                &["height_mismatch at (-2, 0, 3): [Thou(0)]"],
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
            *foundation = crate::piece::Foundation::Base;
        }
        let by_door = [at(0.0, -6.0, 0.0), at(0.0, 0.0, 0.0)];
        let expected = ["Area Slow STR-4 1.9", "Opening(Door) Clear STR-1 1.9"];
        let found = crossings_of(vec![based.clone()], SOLDIER, &by_door);
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

    /// Rule: MOV-1. From one building's floor onto another's of the same height.
    #[test]
    fn floors_of_equal_height_connect() {
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
