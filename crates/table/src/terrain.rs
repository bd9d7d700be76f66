//! The table prepared for movement and sight: the areas with a going of their own, the steps of hills, the
//! floors of structures, and the solid parts of their walls.

use std::sync::Arc;

use super::drops::{Drop, drops};
use super::ground_parts::{GroundPart, Seams, parts_by_ground};
use super::outline::are_near;
use super::paths::{CornerCache, LinkingWays};
use super::piece::{Foundation, Kind, Level, OpeningKind, Piece, Roof, Wall};
use super::region::Region;
use super::shape::{Point, Shape};
use super::sight::{Occluders, SightingCache};
use super::walk::Mover;
use super::walls::{SolidPart, WallPart, opening_region, solid_parts};
use warstrike_rules::basics::Allowance;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::going::{Climb, Gait, Going, climbing_going, obstacle_going};
use warstrike_rules::ruleset::{MovementRules, Openings};

/// The table and its terrain, prepared for movement and sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Width and depth, inches.
    pub size: Point,
    /// The pieces, as the level has them.
    pub pieces: Arc<[Piece]>,
    pub(super) allowance: Allowance,
    pub(super) areas: Vec<Area>,
    pub(super) steps: Vec<Step>,
    pub(super) floors: Vec<Floor>,
    /// Edges of the floors at which a model could fall; none if the ruleset asks for no margin.
    pub(super) drops: Vec<Drop>,
    /// Minimum distance of a standing base's centre from a drop, inches.
    pub(super) edge_margin: f64,
    pub(super) solids: Vec<Solid>,
    pub(super) openings: Vec<WallOpening>,
    /// Models that an opening lets through.
    passable: Openings,
    pub(super) standing: Vec<Standing>,
    pub(super) sight: Occluders,
    pub(super) corner_cache: CornerCache,
    pub(super) sighting_cache: SightingCache,
    pub(super) linking_ways: LinkingWays,
}

/// A going and the id of the rule that gives it.
pub type GoingAndRule = (Going, &'static str);

/// Ground with the going of a piece, over its footprint.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) piece: usize,
    pub(super) region: Region,
    /// For a walker and for a leaper.
    goings: [GoingAndRule; 2],
}

/// A step of a hill.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) piece: usize,
    pub(super) region: Region,
    pub(super) top: Thou,
    /// Of climbing it, for a walker and for a leaper.
    goings: [GoingAndRule; 2],
}

/// A floor above the ground on a level of a structure, or its roof; on a hill, a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Floor {
    pub(super) piece: usize,
    /// From 0, the lowest; the roof's is one above the highest.
    pub(super) level: usize,
    pub(super) height: Thou,
    pub(super) region: Region,
}

/// A solid part of a wall, between two heights over the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solid {
    pub(super) piece: usize,
    /// The level of the structure on which its wall stands.
    pub(super) level: Option<usize>,
    pub(super) region: Region,
    /// The height of the ground under it.
    pub(super) ground: Thou,
    pub(super) bottom: Thou,
    pub(super) top: Thou,
    pub(super) part: WallPart,
}

/// An opening in a wall.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WallOpening {
    pub(super) piece: usize,
    pub(super) kind: OpeningKind,
    pub(super) region: Region,
    pub(super) bottom: Thou,
    pub(super) top: Thou,
    /// Width and height of the opening.
    clear: [Thou; 2],
}

/// An obstacle or growth that stands on its footprint from the ground up; on a hill, a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Standing {
    pub(super) piece: usize,
    pub(super) region: Region,
    /// The height of the ground under it.
    pub(super) bottom: Thou,
    /// The same for a bog.
    pub(super) top: Thou,
    pub(super) kind: StandingKind,
}

/// Kind of obstacle or growth on a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StandingKind {
    /// A linear or point obstacle.
    Obstacle,
    /// A wood.
    Trees,
    /// A bog or a field.
    LowGrowth,
}

/// Upper bound of how deep a base's centre may be in a shape and still only touch it, inches: a quarter of
/// the thinnest wall.
const MAX_TOUCH_DEPTH: f64 = 0.0125;

impl Terrain {
    /// Prepares a table of a width and depth in inches.
    pub fn new(size: Point, pieces: Arc<[Piece]>, rules: &MovementRules, allowance: Allowance) -> Self {
        let mut terrain = Self {
            size,
            pieces: Arc::clone(&pieces),
            allowance,
            areas: Vec::new(),
            steps: Vec::new(),
            floors: Vec::new(),
            drops: Vec::new(),
            edge_margin: rules.edge_margin,
            solids: Vec::new(),
            openings: Vec::new(),
            passable: rules.openings,
            standing: Vec::new(),
            sight: Occluders::default(),
            corner_cache: CornerCache::default(),
            sighting_cache: SightingCache::default(),
            linking_ways: LinkingWays::default(),
        };
        // Hills first: all else stands on them.
        for (index, piece) in pieces.iter().enumerate() {
            terrain.add_ground(index, piece, rules);
        }
        for (index, piece) in pieces.iter().enumerate() {
            terrain.add_standing(index, piece);
        }
        terrain.drops = terrain.all_drops();
        terrain.solids = terrain.walls_by_ground(Seams::Overlapping);
        terrain.sight = Occluders::of(&terrain, terrain.walls_by_ground(Seams::Touching));
        terrain
    }

    /// Adds the going of a piece, and the steps of a hill.
    fn add_ground(&mut self, index: usize, piece: &Piece, rules: &MovementRules) {
        let goings = [Gait::Walker, Gait::Leaper].map(|gait| going(piece, gait, rules));
        let impassable = goings.iter().any(|(going, _)| *going == Going::Impassable);
        let hill = matches!(piece.kind, Kind::Hill { .. });
        if impassable || (!hill && goings.iter().any(|(going, _)| *going != Going::Clear)) {
            self.areas.push(Area { piece: index, region: Region::new(piece.footprint.clone()), goings });
        }
        if let Kind::Hill { steps } = &piece.kind {
            self.steps.extend(steps.iter().map(|step| Step {
                piece: index,
                region: Region::new(step.outline.clone()),
                top: step.top,
                goings,
            }));
        }
    }

    /// Adds what of a piece stands on the ground.
    ///
    /// Rule: HIL-3.
    fn add_standing(&mut self, index: usize, piece: &Piece) {
        let (height, kind) = match &piece.kind {
            Kind::Linear { height } | Kind::Point { height } => (*height, StandingKind::Obstacle),
            Kind::Wood { height } => (*height, StandingKind::Trees),
            Kind::Field { height } => (*height, StandingKind::LowGrowth),
            Kind::Bog => (Thou(0), StandingKind::LowGrowth),
            Kind::Ruin { walls, .. } => return self.add_openings(index, Thou(0), walls),
            Kind::Structure { levels, roof, .. } => return self.add_structure(index, piece, levels, *roof),
            Kind::Hill { .. } | Kind::Ground | Kind::Pavement => return,
        };
        let parts = self.parts_by_ground(Region::new(piece.footprint.clone()), Seams::Touching).into_iter();
        self.standing.extend(parts.map(|GroundPart { region, ground }| Standing {
            piece: index,
            region,
            bottom: ground,
            top: over(ground, height),
            kind,
        }));
    }

    fn add_structure(&mut self, index: usize, piece: &Piece, levels: &[Level], roof: Roof) {
        for level in levels {
            self.add_openings(index, level.floor, &level.walls);
        }
        let outline = |level: &Level| level.outline.clone().unwrap_or(piece.footprint.clone());
        for (number, level) in levels.iter().enumerate() {
            self.add_floor((index, number), level.floor, outline(level));
        }
        let highest = levels.iter().max_by_key(|level| level.top());
        if let (Some(highest), Roof::Flat) = (highest, roof) {
            self.add_floor((index, levels.len()), highest.top(), outline(highest));
        }
    }

    /// Rule: HIL-3.
    fn add_floor(&mut self, (piece, level): (usize, usize), height: Thou, outline: Shape) {
        // A floor that lies on the ground is the ground.
        if height > Thou(0) {
            let parts = self.parts_by_ground(Region::new(outline), Seams::Touching).into_iter();
            self.floors.extend(parts.map(|GroundPart { region, ground }| Floor {
                piece,
                level,
                height: over(ground, height),
                region,
            }));
        }
    }

    /// The drops of all floors. The parts of one floor, which lie on different steps of a hill, continue each other.
    ///
    /// Rule: STR-5, HIL-3.
    fn all_drops(&self) -> Vec<Drop> {
        if self.edge_margin <= 0.0 {
            return Vec::new();
        }
        let of = |(index, own): (usize, &Floor)| {
            let continues = |(other_index, other): &(usize, &Floor)| {
                let is_part = (other.piece, other.level) == (own.piece, own.level);
                *other_index != index && (is_part || other.height == own.height)
            };
            let floors = self.floors.iter().enumerate().filter(continues).map(|(_, other)| &other.region);
            let steps = self.steps.iter().filter(|step| step.top == own.height).map(|step| &step.region);
            let beside: Vec<&Region> = floors.chain(steps).collect();
            drops(&own.region, own.height, &beside, self.touch_depth())
        };
        self.floors.iter().enumerate().flat_map(of).collect()
    }

    /// Rule: HIL-3.
    fn add_openings(&mut self, piece: usize, floor: Thou, walls: &[Wall]) {
        for (wall, opening) in walls.iter().flat_map(|wall| wall.openings.iter().map(move |one| (wall, one)))
        {
            let parts = self.parts_by_ground(opening_region(wall, opening), Seams::Overlapping).into_iter();
            self.openings.extend(parts.map(|GroundPart { region, ground }| {
                let bottom = over(ground, floor);
                let clear = [opening.width, Thou(opening.top.0 - opening.sill.0)];
                WallOpening {
                    piece,
                    kind: opening.kind,
                    region,
                    bottom,
                    top: over(bottom, wall.height),
                    clear,
                }
            }));
        }
    }

    /// The solid parts of all walls. They overlap where models meet them, and touch where lines of sight do: no path slips
    /// between two, and they hide no more than the wall.
    ///
    /// Rule: HIL-3.
    fn walls_by_ground(&self, seams: Seams) -> Vec<Solid> {
        let mut solids = Vec::new();
        let mut add = |piece: usize, level: Option<usize>, floor: Thou, wall: &Wall| {
            for SolidPart { region, heights, part } in solid_parts(wall) {
                let parts = self.parts_by_ground(region, seams).into_iter();
                solids.extend(parts.map(|GroundPart { region, ground }| {
                    let [bottom, top] = heights.map(|height| over(ground, over(floor, height)));
                    Solid { piece, level, region, ground, bottom, top, part }
                }));
            }
        };
        for (index, piece) in self.pieces.iter().enumerate() {
            match &piece.kind {
                Kind::Ruin { walls, .. } => walls.iter().for_each(|wall| add(index, None, Thou(0), wall)),
                Kind::Structure { levels, .. } => {
                    for (number, level) in levels.iter().enumerate() {
                        level.walls.iter().for_each(|wall| add(index, Some(number), level.floor, wall));
                    }
                }
                Kind::Linear { .. }
                | Kind::Point { .. }
                | Kind::Wood { .. }
                | Kind::Field { .. }
                | Kind::Bog
                | Kind::Hill { .. }
                | Kind::Ground
                | Kind::Pavement => {}
            }
        }
        solids
    }

    /// Divides a footprint by the ground under it.
    ///
    /// Rule: HIL-3.
    pub(super) fn parts_by_ground(&self, region: Region, seams: Seams) -> Vec<GroundPart> {
        let steps = self.steps.iter().map(|step| (&step.region, step.top));
        parts_by_ground(region, steps, self.touch_depth(), seams)
    }

    /// A piece's footprint, cut along the edges of steps under it, with the height of the ground under each part. A hill
    /// stands on the table.
    ///
    /// Rule: HIL-3.
    pub fn footprint_parts(&self, piece: usize) -> Vec<(Shape, Thou)> {
        let Piece { footprint, kind, .. } = &self.pieces[piece];
        if matches!(kind, Kind::Hill { .. }) {
            return vec![(footprint.clone(), Thou(0))];
        }
        let parts = self.parts_by_ground(Region::new(footprint.clone()), Seams::Touching);
        parts.into_iter().map(|part| (part.region.shape, part.ground)).collect()
    }

    /// The openings that are no way through their walls for a model.
    ///
    /// Rule: STR-1 (through a door, window or hole).
    pub(super) fn too_small_for(&self, mover: Mover) -> impl Iterator<Item = &WallOpening> {
        self.openings.iter().filter(move |opening| !self.lets_through(opening, mover))
    }

    /// Whether a model may go through an opening.
    ///
    /// Rule: STR-1 (through a door, window or hole).
    pub(super) fn lets_through(&self, opening: &WallOpening, mover: Mover) -> bool {
        let [width, height] = opening.clear;
        match self.passable {
            Openings::Any => true,
            Openings::Fitting => {
                self.allowance.at_most(2.0 * mover.radius, width.inches()) && mover.height <= height
            }
        }
    }

    /// Tolerance for comparisons of lengths. Rule: BAS-10.
    pub fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// Maximum depth at which a centre in a shape still only touches it, inches.
    ///
    /// Rule: BAS-10.
    pub fn touch_depth(&self) -> f64 {
        self.allowance.farthest(0.0).min(MAX_TOUCH_DEPTH)
    }

    /// The going of a piece at ground level for a gait, and its rule; for a hill, that of climbing it.
    pub fn going_of(&self, piece: usize, gait: Gait) -> GoingAndRule {
        let area = self.areas.iter().find(|area| area.piece == piece).map(|area| area.going(gait));
        let step = || self.steps.iter().find(|step| step.piece == piece).map(|step| step.going(gait));
        area.or_else(step).unwrap_or((Going::Clear, clear_rule(&self.pieces[piece])))
    }

    /// Whether anything on the table is difficult for a gait: ground, walls, levels to climb.
    pub fn has_difficult(&self, gait: Gait) -> bool {
        let ground = self.areas.iter().any(|area| area.going(gait).0.is_difficult());
        let hills = self.steps.iter().any(|step| step.going(gait).0.is_difficult());
        let levels = !self.floors.is_empty() && climbing_going(Climb::Level, gait).0.is_difficult();
        ground || hills || levels || self.solids.iter().any(|solid| solid.part == WallPart::Wall)
    }

    /// Height of the open ground at a point: the table, or a hill's highest step there.
    ///
    /// Rule: HIL-1, BAS-10.
    pub fn ground_height(&self, at: Point) -> Thou {
        let under = self.steps.iter().filter(|step| step.region.contains(at, self.touch_depth()));
        under.map(|step| step.top).max().unwrap_or(Thou(0))
    }

    /// The same, if only these steps can lie under the point.
    pub(super) fn ground_height_among(&self, at: Point, steps: &[usize]) -> Thou {
        let under = steps
            .iter()
            .map(|step| &self.steps[*step])
            .filter(|step| step.region.contains(at, self.touch_depth()));
        under.map(|step| step.top).max().unwrap_or(Thou(0))
    }

    /// Every height at which a base's centre may stand at a point, lowest first: the ground, then floors and
    /// roofs above it.
    pub fn heights_at(&self, at: Point) -> Vec<Thou> {
        let ground = self.ground_height(at);
        let over = self.floors.iter().filter(|floor| floor.height > ground && self.supports(floor, at));
        let mut heights: Vec<Thou> = std::iter::once(ground).chain(over.map(|floor| floor.height)).collect();
        heights.sort();
        heights.dedup();
        heights
    }

    /// The height at which a base's centre stands at a point, closest to the one wanted: of the ground or a
    /// floor, the lower of a tie.
    pub fn height_near(&self, at: Point, wanted: Thou) -> Thou {
        let ground = self.ground_height(at);
        let over = self.floors.iter().filter(|floor| floor.height > ground && self.supports(floor, at));
        let off = |height: Thou| ((height.0 - wanted.0).abs(), height);
        over.map(|floor| floor.height).fold(ground, |a, b| if off(b) < off(a) { b } else { a })
    }

    /// Whether a base's centre at a point of a floor is too near to its edge for a model to stand there; never on the ground.
    ///
    /// Rule: STR-5 (BAS-10's allowance is not given there).
    pub fn is_too_near_to_drop(&self, at: Point, height: Thou) -> bool {
        let mut drops = self.drops.iter().filter(|drop| drop.height == height);
        drops.any(|drop| drop.is_nearer(at, self.edge_margin)) && height != self.ground_height(at)
    }

    /// Whether a floor supports a centre at a point: up to its edge, including the allowance.
    pub(super) fn supports(&self, floor: &Floor, at: Point) -> bool {
        floor.region.contains(at, -self.touch_depth())
    }

    /// The structure and the index of its level that a place lies on; the ground level extends over the whole
    /// footprint.
    pub fn level_at(&self, at: Point, height: Thou) -> Option<(usize, usize)> {
        let found = self.floors.iter().find(|floor| floor.height == height && self.supports(floor, at));
        found.map(|floor| (floor.piece, floor.level)).or_else(|| {
            let inside = |piece: &Piece| {
                matches!(piece.kind, Kind::Structure { .. })
                    // Most are far away.
                    && are_near(piece.footprint.bounds(), [at; 2], self.touch_depth())
                    && piece.footprint.depth_inside(at) >= -self.touch_depth()
            };
            let piece = self.pieces.iter().position(inside)?;
            (height == self.ground_height(at)).then_some((piece, 0))
        })
    }
}

/// A height over another.
fn over(ground: Thou, height: Thou) -> Thou {
    Thou(ground.0 + height.0)
}

impl Area {
    pub(super) fn going(&self, gait: Gait) -> GoingAndRule {
        self.goings[gait as usize]
    }
}

impl Step {
    pub(super) fn going(&self, gait: Gait) -> GoingAndRule {
        self.goings[gait as usize]
    }
}

impl Terrain {
    /// The pavement under the centre of a model's base.
    ///
    /// Rule: VIS-5 (pavement), GO-5.
    pub fn pavement(&self, at: Place) -> Option<usize> {
        let point = at.ground();
        let paved = |piece: &Piece| piece.kind == Kind::Pavement && piece.footprint.contains(point);
        self.pieces.iter().position(paved).filter(|_| self.ground_height(point) == at.z)
    }
}

/// The going of a piece at ground level, and its rule; one given by the level overrides the kind's.
///
/// For a hill, that of climbing it; for a structure, that of its ground level.
///
/// Rule: GO-1, GO-2, GO-3, HIL-1,
/// ARE-1, OBS-1, OBS-2, OBS-3, STR-4, SPR-1.
pub fn going(piece: &Piece, gait: Gait, rules: &MovementRules) -> GoingAndRule {
    if let Some(going) = piece.going {
        return (going, going.rule());
    }
    match &piece.kind {
        Kind::Hill { .. } => climbing_going(Climb::Step, gait),
        Kind::Wood { .. } | Kind::Bog | Kind::Field { .. } | Kind::Ruin { .. } => (Going::Slow, "ARE-1"),
        Kind::Linear { height } | Kind::Point { height } => obstacle_going(height.inches(), gait, rules),
        Kind::Structure { foundation: Foundation::Base, .. } => (Going::Slow, "STR-4"),
        Kind::Ground | Kind::Pavement | Kind::Structure { foundation: Foundation::None, .. } => {
            (Going::Clear, clear_rule(piece))
        }
    }
}

/// The rule by which clear ground is clear.
fn clear_rule(piece: &Piece) -> &'static str {
    match piece.kind {
        Kind::Structure { .. } => "STR-4",
        _ => "GO-1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Step as HillStep;
    use crate::sample::{ground, hill, house, piece, plateau, rectangle, table, wall};

    fn square(kind: Kind, going: Option<Going>) -> Piece {
        Piece { going, ..piece("piece", rectangle([-1.0, -1.0], [1.0, 1.0]), kind) }
    }

    /// Rule: BAS-10, GO-5. Exactly 0.005 inside a step's edge a centre still touches it only, wherever on the table it lies.
    #[test]
    fn a_centre_is_on_a_step_from_a_thousandth_past_the_allowance_on() {
        for edge in (-12_000..12_000).step_by(35) {
            let corner = |x: i32| Thou(x).inches();
            let outline = rectangle([corner(edge), -9.0], [corner(edge) + 6.0, 9.0]);
            let step = HillStep { outline: outline.clone(), top: Thou(2000) };
            let terrain = table(vec![piece("hill", outline, Kind::Hill { steps: vec![step] })]);
            for (inside, expected) in [(0, 0), (5, 0), (6, 2000)] {
                let height = terrain.ground_height([corner(edge + inside), 1.0]);
                assert_eq!(height, Thou(expected), "{inside} inside an edge at {edge}");
            }
        }
    }

    /// Rule: GO-1, GO-2, GO-3, GO-4, HIL-1, ARE-1, OBS-1, OBS-2, OBS-3, STR-4, SPR-1. Exactly 2 high
    /// is slow, exactly 4 impassable.
    #[test]
    fn a_piece_has_its_kinds_going_unless_the_level_overrides_it() {
        let step = HillStep { outline: Shape::Circle { centre: [0.0, 0.0], radius: 1.0 }, top: Thou(1000) };
        let hill = || Kind::Hill { steps: vec![step.clone()] };
        let building = |foundation| Kind::Structure { levels: vec![], foundation, roof: Default::default() };
        let linear = |height| Kind::Linear { height: Thou(height) };
        let wood = || Kind::Wood { height: Thou(4000) };
        let field = || Kind::Field { height: Thou(1000) };
        let ruin = || Kind::Ruin { height: Thou(3000), walls: vec![] };
        for (kind, own, [walker, leaper], reason) in [
            (Kind::Ground, None, [(Going::Clear, "GO-1"); 2], "open ground"),
            (Kind::Pavement, None, [(Going::Clear, "GO-1"); 2], "a road"),
            (hill(), None, [(Going::Slow, "HIL-1"), (Going::Clear, "SPR-1")], "onto a hill"),
            (wood(), None, [(Going::Slow, "ARE-1"); 2], "area terrain"),
            (Kind::Bog, None, [(Going::Slow, "ARE-1"); 2], "area terrain"),
            (field(), None, [(Going::Slow, "ARE-1"); 2], "area terrain"),
            (ruin(), None, [(Going::Slow, "ARE-1"); 2], "area terrain"),
            (linear(2000), None, [(Going::Slow, "OBS-1"), (Going::Clear, "SPR-1")], "exactly 2 high"),
            (linear(2001), None, [(Going::SlowAndDifficult, "OBS-2"), (Going::Slow, "SPR-1")], "over 2"),
            (
                linear(4000),
                None,
                [(Going::Impassable, "OBS-3"), (Going::SlowAndDifficult, "SPR-1")],
                "exactly 4",
            ),
            (
                Kind::Point { height: Thou(1000) },
                None,
                [(Going::Slow, "OBS-1"), (Going::Clear, "SPR-1")],
                "a low rock",
            ),
            (building(Foundation::Base), None, [(Going::Slow, "STR-4"); 2], "a building on a base"),
            (building(Foundation::None), None, [(Going::Clear, "STR-4"); 2], "a building without"),
            (Kind::Bog, Some(Going::Impassable), [(Going::Impassable, "GO-4"); 2], "a bottomless bog"),
            (Kind::Ground, Some(Going::Difficult), [(Going::Difficult, "GO-3"); 2], "rubble"),
            (wood(), Some(Going::Clear), [(Going::Clear, "GO-1"); 2], "a tended park"),
            (hill(), Some(Going::Difficult), [(Going::Difficult, "GO-3"); 2], "a steep hill, to leapers too"),
        ] {
            let piece = square(kind, own);
            assert_eq!(going(&piece, Gait::Walker, &MovementRules::COMBINED), walker, "{reason}");
            assert_eq!(going(&piece, Gait::Leaper, &MovementRules::COMBINED), leaper, "{reason}, leaping");
        }
    }

    /// Rule: HIL-1, MOV-1, BAS-10. The edge of a step is not yet on it, the edge of a floor still is.
    #[test]
    fn heights_at_which_a_centre_stands() {
        let hills = table(vec![hill()]);
        let houses = table(vec![house()]);
        for (terrain, at, heights, reason) in [
            (&hills, [5.0, 0.0], &[0][..], "beside the hill"),
            (&hills, [4.0, 0.0], &[0], "on its foot"),
            (&hills, [3.996, 0.0], &[0], "0.004 in is allowed for"),
            (&hills, [3.99, 0.0], &[1000], "a hundredth in"),
            (&hills, [0.0, 0.0], &[2000], "on its top"),
            (&houses, [-2.0, 0.0], &[0], "in the half without upper floor"),
            (&houses, [2.0, 0.0], &[0, 3000], "under and on the upper floor"),
            (&houses, [0.0, 0.0], &[0, 3000], "on its edge"),
            (&houses, [-0.004, 0.0], &[0, 3000], "0.004 beyond is allowed for"),
            (&houses, [-0.01, 0.0], &[0], "a hundredth beyond"),
        ] {
            let heights: Vec<Thou> = heights.iter().map(|height| Thou(*height)).collect();
            assert_eq!(terrain.heights_at(at), heights, "{reason}");
            assert_eq!(terrain.ground_height(at), heights[0], "{reason}");
        }
    }

    /// A structure may stand on stilts: the table under its lowest floor is another place.
    #[test]
    fn a_raised_lowest_floor_supports_models() {
        let mut raised = house();
        if let Kind::Structure { levels, .. } = &mut raised.kind {
            levels.truncate(1);
            levels[0].floor = Thou(1000);
        }
        let terrain = table(vec![raised]);
        assert_eq!(terrain.heights_at([2.0, 0.0]), [Thou(0), Thou(1000)]);
        assert_eq!(terrain.level_at([2.0, 0.0], Thou(1000)), Some((0, 0)));
    }

    /// Rule: HIL-3. The house has a floor at 3 over its half at +x, and a roof at 6 over that.
    #[test]
    fn floors_and_roofs_count_from_the_ground_under_them() {
        let mut roofed = house();
        if let Kind::Structure { roof, levels, .. } = &mut roofed.kind {
            *roof = Roof::Flat;
            levels[1].walls.push(wall([1.0, 0.0], [3.0, 0.0], vec![]));
        }
        let on = |low: [f64; 2], top: i32| table(vec![roofed.clone(), plateau(low, [9.0, 9.0], top)]);
        let whole = || on([-9.0, -9.0], 2000);
        for (terrain, at, heights, level, reason) in [
            (whole(), [2.0, 0.0], &[2000, 5000, 8000][..], Some(1), "all of it on a hill"),
            (whole(), [-2.0, 0.0], &[2000], Some(0), "its half without upper floor"),
            (on([2.0, -9.0], 2000), [3.0, 0.0], &[2000, 5000, 8000], Some(1), "across an edge, on the hill"),
            (on([2.0, -9.0], 2000), [1.0, 0.0], &[0, 3000, 6000], Some(1), "across an edge, off the hill"),
            (
                on([2.0, -9.0], 4000),
                [1.0, 0.0],
                &[0, 3000, 6000],
                Some(1),
                "the floor is lower than the hill",
            ),
        ] {
            let heights: Vec<Thou> = heights.iter().map(|height| Thou(*height)).collect();
            assert_eq!(terrain.heights_at(at), heights, "{reason}");
            let on_level = heights.get(1).unwrap_or(&heights[0]);
            assert_eq!(terrain.level_at(at, *on_level).map(|(_, level)| level), level, "{reason}");
        }
    }

    /// Rule: COH-1.
    #[test]
    fn places_lie_on_levels_of_structures() {
        let mut roofed = house();
        if let Kind::Structure { roof, levels, .. } = &mut roofed.kind {
            *roof = Roof::Flat;
            levels[1].walls.push(wall([1.0, 0.0], [3.0, 0.0], vec![]));
        }
        let terrain = table(vec![ground(Going::Clear), roofed]);
        for (at, height, expected, reason) in [
            ([2.0, 0.0], 0, Some((1, 0)), "on its ground level"),
            ([-4.05, 0.0], 0, Some((1, 0)), "in its footprint, beyond its walls"),
            ([-4.104, 0.0], 0, Some((1, 0)), "0.004 beyond is allowed for"),
            ([-4.11, 0.0], 0, None, "a hundredth beyond"),
            ([2.0, 0.0], 3000, Some((1, 1)), "on its upper floor"),
            ([2.0, 0.0], 6000, Some((1, 2)), "on its roof, which covers the highest level"),
            ([-2.0, 0.0], 6000, None, "where no roof is"),
            ([6.0, 0.0], 0, None, "outside"),
        ] {
            assert_eq!(terrain.level_at(at, Thou(height)), expected, "{reason}");
        }
    }

    /// Rule: VIS-5, GO-5. By the centre of the base, on the ground and not on a floor over it.
    #[test]
    fn pavement_is_under_the_centre_of_the_base() {
        let road = piece("road", rectangle([-10.0, -1.0], [10.0, 1.0]), Kind::Pavement);
        let terrain = table(vec![ground(Going::Slow), road]);
        for (at, expected, reason) in [
            (Place::flat(0, 0), Some(1), "on the road, whatever lies there too"),
            (Place::flat(9000, 900), Some(1), "near its edge"),
            (Place::flat(9000, 1100), None, "its base reaches over it, its centre not"),
            (Place { z: Thou(3000), ..Place::flat(0, 0) }, None, "on a bridge over it"),
        ] {
            assert_eq!(terrain.pavement(at), expected, "{reason}");
        }
    }
}
