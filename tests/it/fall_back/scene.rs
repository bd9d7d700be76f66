//! A unit that is forced to fall back and all that stands around it, as plain values.

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
use crate::paths::tables::Table;
use crate::paths::world::{ALLOWANCE, Surface, World, going_of};
use crate::sight::world::World as Sights;

use super::home::Home;

/// What does not bar one who falls back, so far as he keeps off difficult ground.
///
/// Rule: FB-3.
pub const AROUND: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
/// The same, difficult ground and all.
pub const THROUGH: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

/// A model, as the oracle knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Man {
    pub id: ModelId,
    pub body: SightBody,
}

/// What its leader looks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seeks {
    /// A safe position. Rule: FB-2.
    Safety,
    /// Cover from who is within so many inches. Rule: OFB-3.
    Cover { awareness: f64 },
}

/// Everything about one unit that is forced to fall back.
pub struct Scene {
    pub table: Table,
    /// The unit, its leader first.
    pub unit: Vec<Man>,
    pub enemies: Vec<Man>,
    pub friends: Vec<Man>,
    pub movement: f64,
    pub coherency: f64,
    pub seeks: Seeks,
    pub home: Home,
    /// The table as eyes find it.
    pub sights: Sights,
    /// As feet find it that keep off difficult ground, and as others do.
    pub around: World,
    pub through: World,
    /// What of walls is left under and over their openings, and from what height to what, thousandths.
    frames: Vec<(Figure, [i32; 2])>,
}

fn man(model: ModelView) -> Man {
    Man { id: model.id, body: model.viewed() }
}

impl Man {
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

    /// Whether two stand on one another; touching is not, nor is a little less than touching.
    ///
    /// Rule: MOV-4, BAS-10.
    pub fn overlaps(&self, other: &Self, slack: f64) -> bool {
        let [a, b] = [self, other].map(|one| one.body.foot.z.0);
        let level = a < b + other.body.height.0 && b < a + self.body.height.0;
        level && apart(self.centre(), other.centre()) < self.body.radius + other.body.radius - slack
    }
}

/// Between two places, straight.
pub fn straight(a: Place, b: Place) -> f64 {
    let (level, rise) = (apart(a.ground(), b.ground()), a.z.inches() - b.z.inches());
    (level * level + rise * rise).sqrt()
}

impl Scene {
    /// The unit as a battle has it.
    pub fn of(view: View, id: UnitId) -> Self {
        let entry = view.unit(id).unwrap();
        let mut unit: Vec<Man> = view.standing(id).map(man).collect();
        let first = leader(&unit, entry.start.leader);
        unit.swap(0, first);
        unit[1..].sort_by_key(|man| man.id);
        let others = |same: bool| {
            let side = if same { id.side } else { id.side.other() };
            view.standing_of(side).filter(move |model| model.id.unit != id).map(man).collect::<Vec<_>>()
        };
        let (enemies, friends) = (others(false), others(true));
        let level = &view.setup().level;
        let body = |man: &Man| Body { disc: man.disc(), height: man.body.height };
        let table = Table {
            size: [level.table.width.inches(), level.table.depth.inches()],
            pieces: level.terrain.pieces.to_vec(),
            mover: view.leader(id).unwrap().mover(),
            others: OtherModels {
                enemies: enemies.iter().map(Man::disc).collect(),
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
            home: Home::of(&level.zones[id.side.index()].area, table.size),
            sights: Sights::new(&table.pieces),
            around: World::new(&table, AROUND),
            through: World::new(&table, THROUGH),
            frames: frames(&table.pieces),
            table,
            unit,
            enemies,
            friends,
            movement: f64::from(characteristics.movement),
            coherency: spread.unwrap_or(2.0),
            seeks,
        }
    }

    /// Least and most of a path that keeps off difficult ground, and of one that does not.
    ///
    /// Rule: FB-2, FB-3, OFB-3 (up to 2 × Mv), GO-3, BAS-4.
    pub fn limits(&self) -> [[f64; 2]; 2] {
        let least = if self.seeks == Seeks::Safety { self.movement } else { 0.0 };
        let whole = [least, 2.0 * self.movement];
        [whole, whole.map(|length| (length / 2.0).floor())]
    }

    /// What is wrong with a base of the unit standing on a surface, of the ground alone.
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
            return Err("in a window or too low a door".to_owned());
        }
        let ground = on.floor.is_none();
        let bad = self.table.pieces.iter().find(|piece| {
            let stands = match &piece.kind {
                Kind::Linear { height: top } | Kind::Point { height: top } => ground || on.height < top.0,
                _ => ground && going_of(piece, self.table.mover.gait) == Going::Impassable,
            };
            stands && Figure::of(&piece.footprint).outside(at) < radius - slack
        });
        bad.map_or(Ok(()), |piece| Err(format!("on {} ({:?})", piece.id, piece.kind)))
    }

    /// What is wrong with a model ending at a place, others than its own unit's considered.
    ///
    /// Rule: MOV-4, MOV-5, OFB-5.
    pub fn end(&self, man: &Man, at: Place, slack: f64) -> Result<Surface, String> {
        let on = self.around.surface(at).or_else(|| self.through.surface(at));
        let on = on.ok_or_else(|| format!("nothing bears at {at}"))?;
        self.room(at.ground(), on, slack)?;
        if let Some(piece) = self.danger(at.ground(), on, slack) {
            return Err(format!("in {}, which is dangerous", piece.id));
        }
        let there = man.there(at);
        let mut others = self.enemies.iter().chain(&self.friends);
        match others.find(|other| there.overlaps(other, slack)) {
            Some(other) => Err(format!("on {}", other.id)),
            None => Ok(on),
        }
    }

    /// Whether someone starts nearer than 2 to an enemy, or as good as: then what bars him changes
    /// on his way, which the oracle's paths do not know.
    pub fn starts_close(&self, man: &Man) -> bool {
        let near = |enemy: &Man| {
            let level = apart(enemy.centre(), man.centre()) - enemy.body.radius - man.body.radius;
            let rise = enemy.at().z.inches() - man.at().z.inches();
            length(level.max(0.0), rise) < 2.003
        };
        self.enemies.iter().any(near)
    }

    /// Whether one is in coherency with another that has moved; stricter than the rule by so much.
    /// Within a structure's levels only what lies between them over the table counts.
    ///
    /// Rule: COH-1, COH-2.
    pub fn holds(&self, man: &Man, other: &Man, strict: f64) -> bool {
        let level = (apart(man.centre(), other.centre()) - man.body.radius - other.body.radius).max(0.0);
        let (rise, most) = (man.at().z.inches() - other.at().z.inches(), self.coherency - strict);
        // Kind to what is told: whether levels are neighbours the oracle does not look at.
        let is_up = |man: &Man| self.through.surface(man.at()).is_some_and(|on| on.floor.is_some());
        length(level, rise) <= most || (strict <= 0.0 && level <= most && (is_up(man) || is_up(other)))
    }

    pub fn place(&self, at: Point, on: Surface) -> Place {
        Place::from_inches(at[0], at[1], f64::from(on.height) / 1000.0).unwrap()
    }
}

/// Rule: MOV-4 (a wall).
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
    frames
}

/// BAS-10's allowance, and what rounding adds.
pub const SLACK: f64 = ALLOWANCE + 1e-6;

/// The index of who leads: the named one, else the one nearest the mean.
///
/// Rule: BAS-7.
fn leader(unit: &[Man], named: u8) -> usize {
    let mean = |axis: usize| unit.iter().map(|man| man.centre()[axis]).sum::<f64>() / unit.len() as f64;
    let middle = [mean(0), mean(1)];
    unit.iter().position(|man| man.id.number == named).unwrap_or_else(|| {
        let far = |nth: &usize| (apart(unit[*nth].centre(), middle) * 1e6).round() as i64;
        (0..unit.len()).min_by_key(far).unwrap()
    })
}

/// In space, over the table and up.
pub fn length(level: f64, rise: f64) -> f64 {
    (level * level + rise * rise).sqrt()
}
