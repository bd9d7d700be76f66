//! A unit that must fall back and everything around it, as plain values.

use warstrike::game::engine::view::{ModelView, View};
use warstrike::rules::basics::Disc;
use warstrike::rules::card::SpecialRule;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::movement::bodies::Body;
use warstrike::rules::movement::going::Going;
use warstrike::rules::ruleset::FallBackProcedure;
use warstrike::table::paths::{DifficultGoing, GoingPolicy, OtherModels};
use warstrike::table::piece::{Kind, Level, Piece, Wall};
use warstrike::table::sight::SightBody;

use crate::paths::figures::{Figure, Point, apart};
use crate::paths::parts::{parts, steps_of};
use crate::paths::tables::Table;
use crate::paths::world::{ALLOWANCE, Surface, World, going_of};
use crate::sight::world::World as Sights;

use super::home::Home;

/// What a model that falls back may cross while it avoids difficult ground.
///
/// Rule: FB-3.
pub const AROUND: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
/// The same with difficult ground.
pub const THROUGH: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

/// A model as the oracle knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OracleModel {
    pub id: ModelId,
    pub body: SightBody,
}

/// What its leader seeks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seeks {
    /// A safe position. Rule: FB-2.
    Safety,
    /// Cover from enemies within so many inches.
    Cover { awareness: f64 },
}

/// Everything about one unit that must fall back.
pub struct Scene {
    pub table: Table,
    /// The unit, leader first.
    pub unit: Vec<OracleModel>,
    pub enemies: Vec<OracleModel>,
    pub friends: Vec<OracleModel>,
    pub movement: f64,
    pub coherency: f64,
    pub seeks: Seeks,
    pub home: Home,
    /// The table as sight knows it.
    pub sights: Sights,
    /// The table as paths know it, avoiding difficult ground and crossing it.
    pub around: World,
    pub through: World,
    /// Obstacles, and the parts of walls under and over their openings, from which height to which, thousandths.
    frames: Vec<(Figure, [i32; 2])>,
    /// Woods, bogs and fields by their indices: their parts and the height of the ground under each, thousandths.
    pub growth: Vec<(usize, Vec<(Figure, i32)>)>,
}

fn model(model: ModelView) -> OracleModel {
    OracleModel { id: model.id, body: model.sight_body() }
}

impl OracleModel {
    pub fn at(&self) -> Place {
        self.body.foot
    }

    pub fn centre(&self) -> Point {
        self.body.foot.ground()
    }

    pub fn there(&self, at: Place) -> Self {
        Self { body: SightBody { foot: at, ..self.body }, ..*self }
    }

    fn disc(&self) -> Disc {
        Disc { at: self.body.foot, radius: self.body.radius }
    }

    /// Whether two models overlap; touching is allowed, and so is a little less than touching.
    ///
    /// Rule: MOV-4, BAS-10.
    pub fn overlaps(&self, other: &Self, slack: f64) -> bool {
        let [a, b] = [self, other].map(|one| one.body.foot.z.0);
        let level = a < b + other.body.height.0 && b < a + self.body.height.0;
        level && apart(self.centre(), other.centre()) < self.body.radius + other.body.radius - slack
    }
}

/// The straight distance between two places.
pub fn straight(a: Place, b: Place) -> f64 {
    let (level, rise) = (apart(a.ground(), b.ground()), a.z.inches() - b.z.inches());
    (level * level + rise * rise).sqrt()
}

impl Scene {
    /// The scene of a unit in a battle.
    pub fn of(view: View, id: UnitId) -> Self {
        let entry = view.unit(id).unwrap();
        let mut unit: Vec<OracleModel> = view.standing(id).map(model).collect();
        let first = leader(&unit, entry.start.leader);
        unit.swap(0, first);
        unit[1..].sort_by_key(|model| model.id);
        let others = |same: bool| {
            let side = if same { id.side } else { id.side.other() };
            view.standing_of(side).filter(move |model| model.id.unit != id).map(model).collect::<Vec<_>>()
        };
        let (enemies, friends) = (others(false), others(true));
        let level = &view.setup().level;
        let body = |model: &OracleModel| Body { disc: model.disc(), height: model.body.height };
        let table = Table {
            size: [level.table.width.inches(), level.table.depth.inches()],
            pieces: view.terrain().pieces.to_vec(),
            mover: view.leader(id).unwrap().mover(),
            others: OtherModels {
                enemies: enemies.iter().map(OracleModel::disc).collect(),
                enemy_gap: 2.0,
                friends: friends.iter().map(body).collect(),
            },
            from: unit[0].at(),
            to: unit[0].at(),
        };
        let spread = entry.card.special.iter().find_map(|rule| match rule {
            SpecialRule::Spread(distance) => Some(distance.inches()),
            _ => None,
        });
        let characteristics = &entry.card.characteristics;
        let seeks = match view.setup().ruleset.falling_back.procedure {
            FallBackProcedure::SafePosition => Seeks::Safety,
            FallBackProcedure::Outline => Seeks::Cover { awareness: f64::from(characteristics.awareness) },
        };
        Self {
            home: Home::of(view.zone(id.side), table.size),
            sights: Sights::new(&table.pieces),
            around: World::new(&table, AROUND),
            through: World::new(&table, THROUGH),
            frames: frames(&table.pieces),
            growth: growth(&table.pieces),
            table,
            unit,
            enemies,
            friends,
            movement: f64::from(characteristics.movement),
            coherency: spread.unwrap_or(2.0),
            seeks,
        }
    }

    /// Lower and upper limits of paths around difficult ground, and of paths through it.
    ///
    /// Rule: FB-2, FB-3, OFB-3 (up to 2 × Mv), GO-3, BAS-4.
    pub fn limits(&self) -> [[f64; 2]; 2] {
        let min = if self.seeks == Seeks::Safety { self.movement } else { 0.0 };
        let whole = [min, 2.0 * self.movement];
        [whole, whole.map(|length| (length / 2.0).floor())]
    }

    /// Checks a base of the unit on a surface against the terrain alone.
    ///
    /// Rule: MOV-4, GO-4, GO-5.
    pub fn room(&self, at: Point, on: Surface, slack: f64) -> Result<(), String> {
        let radius = self.table.mover.radius;
        let over = (0..2)
            .map(|axis| at[axis].abs() + radius - self.around.half[axis])
            .fold(f64::NEG_INFINITY, f64::max);
        if over > slack {
            return Err(format!("{over} over the table's edge"));
        }
        let on_wall = self.around.obstacles.iter().any(|obstacle| {
            obstacle.is_prism()
                && self.around.keep_out(obstacle, on).is_some()
                && obstacle.figure.outside(at) < radius - slack
        });
        if on_wall {
            return Err("in a wall".to_owned());
        }
        let body = [on.height, on.height + self.table.mover.height.0];
        let in_frame = self.frames.iter().any(|(figure, [bottom, top])| {
            body[0] < *top && *bottom < body[1] && figure.outside(at) < radius - slack
        });
        if in_frame {
            return Err("in a window, too low a door or an obstacle".to_owned());
        }
        let ground = on.floor.is_none();
        let bad = self.table.pieces.iter().find(|piece| {
            let is_barred = ground && going_of(piece, self.table.mover.gait) == Going::Impassable;
            is_barred && Figure::of(&piece.footprint).outside(at) < radius - slack
        });
        bad.map_or(Ok(()), |piece| Err(format!("on {} ({:?})", piece.id, piece.kind)))
    }

    /// Checks an end of a model, with the models of other units.
    ///
    /// Rule: MOV-4, MOV-5, OFB-5.
    pub fn end(&self, model: &OracleModel, at: Place, slack: f64) -> Result<Surface, String> {
        let on = self.around.surface(at).or_else(|| self.through.surface(at));
        let on = on.ok_or_else(|| format!("no surface at {at}"))?;
        self.room(at.ground(), on, slack)?;
        if let Some(piece) = self.danger(at.ground(), on, slack) {
            return Err(format!("in {}, which is dangerous", piece.id));
        }
        let there = model.there(at);
        let mut others = self.enemies.iter().chain(&self.friends);
        match others.find(|other| there.overlaps(other, slack)) {
            Some(other) => Err(format!("on {}", other.id)),
            None => Ok(on),
        }
    }

    /// Whether a model starts within 2 of an enemy, or nearly so: then what blocks it changes on its path,
    /// which the oracle's paths do not model.
    pub fn starts_close(&self, model: &OracleModel) -> bool {
        let near = |enemy: &OracleModel| {
            let level = apart(enemy.centre(), model.centre()) - enemy.body.radius - model.body.radius;
            let rise = enemy.at().z.inches() - model.at().z.inches();
            length(level.max(0.0), rise) < 2.003
        };
        self.enemies.iter().any(near)
    }

    /// Whether a model is in coherency with one that has moved, stricter than the rule by `strict`. Between
    /// levels of one structure only the horizontal distance counts.
    ///
    /// Rule: COH-1, COH-2.
    pub fn holds(&self, model: &OracleModel, other: &OracleModel, strict: f64) -> bool {
        let level = (apart(model.centre(), other.centre()) - model.body.radius - other.body.radius).max(0.0);
        let (rise, max) = (model.at().z.inches() - other.at().z.inches(), self.coherency - strict);
        // Lenient: the oracle does not check whether levels are neighbours.
        let is_up =
            |model: &OracleModel| self.through.surface(model.at()).is_some_and(|on| on.floor.is_some());
        length(level, rise) <= max || (strict <= 0.0 && level <= max && (is_up(model) || is_up(other)))
    }

    pub fn place(&self, at: Point, on: Surface) -> Place {
        Place::from_inches(at[0], at[1], f64::from(on.height) / 1000.0).unwrap()
    }
}

/// The woods, bogs and fields, by their indices, with their parts and the ground under each.
///
/// Rule: HIL-3.
fn growth(pieces: &[Piece]) -> Vec<(usize, Vec<(Figure, i32)>)> {
    let steps = steps_of(pieces);
    let grows = |piece: &Piece| matches!(piece.kind, Kind::Wood { .. } | Kind::Bog | Kind::Field { .. });
    let growing = pieces.iter().enumerate().filter(|(_, piece)| grows(piece));
    growing.map(|(index, piece)| (index, parts(Figure::of(&piece.footprint), &steps))).collect()
}

/// What no base may overlap besides walls: the frames of openings, and obstacles.
///
/// Rule: MOV-4 (a wall or obstacle), HIL-3.
fn frames(pieces: &[Piece]) -> Vec<(Figure, [i32; 2])> {
    let walls = |piece: &Piece| -> Vec<(i32, Wall)> {
        match &piece.kind {
            Kind::Ruin { walls, .. } => walls.iter().map(|wall| (0, wall.clone())).collect(),
            Kind::Structure { levels, .. } => {
                let of = |level: &Level| {
                    let floor = level.floor.0;
                    level.walls.clone().into_iter().map(move |wall| (floor, wall))
                };
                levels.iter().flat_map(of).collect()
            }
            _ => Vec::new(),
        }
    };
    let mut frames = Vec::new();
    for (floor, wall) in pieces.iter().flat_map(walls) {
        for opening in &wall.openings {
            let (middle, half) = (opening.along.inches(), opening.width.inches() / 2.0);
            let figure = || Figure::of_wall(&wall, middle - half, middle + half);
            let [sill, lintel, top] =
                [opening.sill.0.min(wall.height.0), opening.top.0, wall.height.0].map(|high| floor + high);
            let solid = [[floor, sill], [lintel, top]].into_iter().filter(|[bottom, top]| bottom < top);
            frames.extend(solid.map(|heights| (figure(), heights)));
        }
    }
    frames.extend(pieces.iter().filter_map(|piece| match &piece.kind {
        Kind::Linear { height } | Kind::Point { height } => {
            Some((Figure::of(&piece.footprint), [0, height.0]))
        }
        _ => None,
    }));
    let steps = steps_of(pieces);
    let on_ground = |(figure, heights): (Figure, [i32; 2])| {
        let over = move |(part, ground)| (part, heights.map(|height: i32| ground + height));
        parts(figure, &steps).into_iter().map(over).collect::<Vec<_>>()
    };
    frames.into_iter().flat_map(on_ground).collect()
}

/// BAS-10's allowance plus rounding.
pub const SLACK: f64 = ALLOWANCE + 1e-6;

/// The index of the leader: the named model, else the one nearest to the centroid.
///
/// Rule: BAS-7.
fn leader(unit: &[OracleModel], named: u8) -> usize {
    let mean = |axis: usize| unit.iter().map(|model| model.centre()[axis]).sum::<f64>() / unit.len() as f64;
    let middle = [mean(0), mean(1)];
    unit.iter().position(|model| model.id.number == named).unwrap_or_else(|| {
        let distance = |index: &usize| (apart(unit[*index].centre(), middle) * 1e6).round() as i64;
        (0..unit.len()).min_by_key(distance).unwrap()
    })
}

/// The length of a vector with a horizontal and a vertical part.
pub fn length(level: f64, rise: f64) -> f64 {
    (level * level + rise * rise).sqrt()
}
