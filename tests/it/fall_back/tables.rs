//! Random tables with two sides, one unit of which must fall back.

use std::sync::Arc;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::level::scenario::{
    ActivityStart, ArrivalStart, DeedsStart, ModelStart, Opening, TableSize, UnitStart,
};
use warstrike::level::setup::Setup;
use warstrike::rules::basics::Allowance;
use warstrike::rules::card::{Base, Card, SpecialRule};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::rules::turn::Phase;
use warstrike::table::paths::OtherModels;
use warstrike::table::piece::{Danger, Kind, Piece};
use warstrike::table::terrain::Terrain;
use warstrike::table::walk::Mover;

use crate::paths::figures::{Point, apart};
use crate::paths::room;
use crate::paths::tables::{Draw, Table, figure, piece, put_on_hills};

/// The unit that falls back.
pub const UNIT: UnitId = UnitId { side: Side::A, number: 1 };

/// A table and its forces, independent of the program.
#[derive(Clone, Debug)]
pub struct Draft {
    pub size: Point,
    pub pieces: Vec<Piece>,
    /// The units, A1 first.
    pub units: Vec<Squad>,
}

/// A unit on a draft.
#[derive(Clone, Debug)]
pub struct Squad {
    pub id: UnitId,
    pub base: Base,
    pub movement: u8,
    pub special: Vec<SpecialRule>,
    /// `None` for a model that is lost; the first is the leader.
    pub models: Vec<Option<Place>>,
}

/// The kind of a random table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// Full of pieces, often near an edge of the table.
    Crowded,
    /// Wide, with few pieces: no place is safe, and there is room to run.
    Open,
    /// The crowded table of the same number with some dangerous ground.
    Perilous,
}

/// The crowded draft of a number.
pub fn draft(number: u64) -> Draft {
    draft_on(Ground::Crowded, number)
}

/// The draft of a number.
pub fn draft_on(ground: Ground, number: u64) -> Draft {
    let draw = &mut Draw::new(9_000_000 + number);
    let (size, max) = match ground {
        Ground::Perilous => return draft(number).with_danger(number),
        Ground::Crowded => ([draw.between(20.0, 34.0), draw.between(18.0, 30.0)], 10),
        Ground::Open => ([60.0, 56.0], 5),
    };
    let half = size.map(|long| long / 2.0);
    let count = draw.below(max) + if ground == Ground::Open { 0 } else { 2 };
    // On wide tables pieces lie around the centre too, where the unit is.
    let spread = half.map(|distance: f64| distance.min(17.0));
    let mut pieces: Vec<Piece> = (0..count).map(|index| any_piece(draw, index, spread)).collect();
    put_on_hills(number, &mut pieces);
    let mut draft = Draft { size, pieces, units: Vec::new() };
    let near_edge = ground == Ground::Crowded && draw.one_in(5);
    let aside = if ground == Ground::Open { [3.0, 3.0] } else { half.map(|distance| distance - 1.5) };
    let mut place = draw.point(aside);
    if near_edge {
        let axis = draw.below(2);
        place[axis] = place[axis].signum() * (half[axis] - draw.between(0.6, 3.0));
    }
    let own = 1 + draw.below(10);
    draft.muster(draw, UNIT, own, place, 2.6);
    if draft.units.is_empty() {
        return draft;
    }
    let leader = draft.units[0].models[0].unwrap().ground();
    if draw.one_in(7) {
        let count = 4 + draw.below(5);
        draft.ring(draw, leader, count);
    } else {
        for number in 1..=1 + draw.below(2) as u8 {
            let (angle, distance) = (draw.between(0.0, std::f64::consts::TAU), draw.between(3.5, 16.0));
            let at = [leader[0] + distance * libm::cos(angle), leader[1] + distance * libm::sin(angle)];
            let at = [0, 1].map(|axis| at[axis].clamp(0.6 - half[axis], half[axis] - 0.6));
            let count = 1 + draw.below(if number == 1 { 8 } else { 3 });
            draft.muster(draw, UnitId { side: Side::B, number }, count, at, 3.0);
        }
    }
    if draw.one_in(2) {
        let (angle, distance) = (draw.between(0.0, std::f64::consts::TAU), draw.between(2.0, 7.0));
        let at = [leader[0] + distance * libm::cos(angle), leader[1] + distance * libm::sin(angle)];
        let count = 1 + draw.below(5);
        draft.muster(draw, UnitId { side: Side::A, number: 2 }, count, at, 2.6);
    }
    // Some units have lost a few models, never so many that they are destroyed (FB-1).
    if draw.one_in(2) {
        let models = &mut draft.units[0].models;
        let lost = draw.below(2 * models.len() + 1);
        models.extend(std::iter::repeat_n(None, lost));
        let count = models.len();
        let leads = models.iter().flatten().count();
        if draw.one_in(3) && leads < count {
            models.swap(0, count - 1);
        }
    }
    draft.units.sort_by_key(|squad| squad.id);
    draft
}

/// A random piece of any kind: those of the path tests, bogs and fields.
fn any_piece(draw: &mut Draw, index: usize, half: Point) -> Piece {
    if draw.below(8) > 0 {
        return piece(draw, index, half);
    }
    let at = draw.point(half);
    let kind = if draw.one_in(2) { Kind::Bog } else { Kind::Field { height: Thou(2000) } };
    let footprint = figure(draw, at, 0.6, 3.0);
    Piece { id: format!("piece-{index}"), footprint, kind, going: None, danger: Danger::None }
}

/// The radius around the leader of most dangerous ground, inches.
const DANGER_RADIUS_INCHES: f64 = 9.0;

impl Draft {
    /// The same with some pieces dangerous, and ash that blocks no model.
    fn with_danger(mut self, number: u64) -> Self {
        let draw = &mut Draw::new(21_000_000 + number);
        for piece in &mut self.pieces {
            piece.danger = if draw.one_in(4) { Danger::Dangerous } else { Danger::None };
        }
        let leader = self.units.first().and_then(|squad| squad.models.iter().flatten().next());
        let [x, y] = leader.map_or([0.0, 0.0], |at| at.ground());
        for index in 0..2 + draw.below(4) {
            let [dx, dy] = draw.point([DANGER_RADIUS_INCHES, DANGER_RADIUS_INCHES]);
            let at = [0, 1].map(|axis| {
                ([x, y][axis] + [dx, dy][axis]).clamp(-self.size[axis] / 2.0, self.size[axis] / 2.0)
            });
            let going = draw.one_in(4).then_some(Going::Difficult);
            let footprint = figure(draw, at, 0.8, 4.0);
            let id = format!("ash-{index}");
            self.pieces.push(Piece { id, footprint, kind: Kind::Ground, going, danger: Danger::Dangerous });
        }
        self
    }

    /// The same without dangerous ground.
    pub fn safe(mut self) -> Self {
        self.pieces.iter_mut().for_each(|piece| piece.danger = Danger::None);
        self
    }

    /// Adds a unit of up to `count` models around a point, as far as there is room; none if no model has room.
    fn muster(&mut self, draw: &mut Draw, id: UnitId, count: usize, around: Point, wide: f64) {
        let mut squad = squad(draw, id);
        for index in 0..count {
            let around = match squad.models.last() {
                Some(Some(last)) if index > 0 => last.ground(),
                _ => around,
            };
            self.join(draw, &mut squad, around, wide);
        }
        if !squad.models.is_empty() {
            self.units.push(squad);
        }
    }

    /// Adds enemies all around a point.
    fn ring(&mut self, draw: &mut Draw, around: Point, count: usize) {
        let mut squad = squad(draw, UnitId { side: Side::B, number: 1 });
        for index in 0..count {
            let angle = std::f64::consts::TAU * index as f64 / count as f64;
            let distance = draw.between(3.5, 8.0);
            let at = [around[0] + distance * libm::cos(angle), around[1] + distance * libm::sin(angle)];
            self.join(draw, &mut squad, at, 0.5);
        }
        if !squad.models.is_empty() {
            self.units.push(squad);
        }
    }

    /// Adds one more model, if there is room for it.
    fn join(&self, draw: &mut Draw, squad: &mut Squad, around: Point, wide: f64) {
        let table = self.table_for(squad);
        for _ in 0..30 {
            let aside = draw.point([wide, wide]);
            // Models stand at whole thousandths, on a surface there.
            let Ok(flat) = Place::from_inches(around[0] + aside[0], around[1] + aside[1], 0.0) else {
                continue;
            };
            let at = flat.ground();
            let off = (0..2).any(|axis| at[axis].abs() > self.size[axis] / 2.0 - table.mover.radius);
            if off || self.is_taken(squad, at) {
                continue;
            }
            let heights = room::standing(&table, at);
            if !heights.is_empty() {
                let height = f64::from(draw.pick(&heights)) / 1000.0;
                squad.models.push(Some(Place::from_inches(at[0], at[1], height).unwrap()));
                return;
            }
        }
    }

    fn is_taken(&self, squad: &Squad, at: Point) -> bool {
        self.units.iter().chain([squad]).any(|other| {
            let keep = squad.base.radius() + other.base.radius();
            // Few models start within 2 of an enemy.
            let keep = if other.id.side == squad.id.side { keep } else { keep + 2.01 };
            other.models.iter().flatten().any(|place| apart(place.ground(), at) < keep)
        })
    }

    pub fn table_for(&self, squad: &Squad) -> Table {
        let leaps = squad.special.contains(&SpecialRule::Leaper);
        let gait = if leaps { Gait::Leaper } else { Gait::Walker };
        let mover = Mover { radius: squad.base.radius(), height: squad.base.height, gait };
        let flat = Place::flat(0, 0);
        let others = OtherModels::default();
        Table { size: self.size, pieces: self.pieces.clone(), mover, others, from: flat, to: flat }
    }

    /// The draft with its unit weakened to between half and a quarter: it must fall back and has no choice.
    /// `None` if no model of it stands.
    ///
    /// Rule: OFB-2.
    pub fn weakened(self, number: u64) -> Option<Self> {
        self.of_times(2 + number as usize % 3)
    }

    /// The draft with a fifth of its unit standing, so that it is destroyed. `None` if no model of it stands.
    ///
    /// Rule: FB-1, OFB-7.
    pub fn finished(self) -> Option<Self> {
        self.of_times(5)
    }

    /// The draft with its unit's starting strength a multiple of its standing models.
    fn of_times(mut self, times: usize) -> Option<Self> {
        let squad = self.units.first_mut().filter(|squad| squad.id == UNIT)?;
        squad.models.retain(Option::is_some);
        let standing = squad.models.len();
        squad.models.extend(std::iter::repeat_n(None, standing * (times - 1)));
        Some(self)
    }

    /// The battle when A1 is activated.
    pub fn battle(&self) -> Battle {
        self.battle_with(1, 0)
    }

    /// The same with hits on its unit's hit-die and nerve markers.
    pub fn battle_with(&self, hits: u8, markers: u8) -> Battle {
        let mut setup = self.setup();
        let mut units = setup.level.forces[UNIT.side.index()].units.iter_mut();
        if let Some(unit) = units.find(|unit| unit.id == UNIT) {
            (unit.hit_die, unit.nerve_markers) = (hits, markers);
        }
        Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap().0
    }

    /// The battle by another ruleset.
    pub fn battle_by(&self, ruleset: &str) -> Battle {
        Battle::new(Arc::new(self.setup_by(Some(ruleset))), Dice::seeded(1)).unwrap().0
    }

    fn setup(&self) -> Setup {
        self.setup_by(None)
    }

    fn setup_by(&self, ruleset: Option<&str>) -> Setup {
        let mut setup = (*crate::support::setup_under("duel", ruleset)).clone();
        let cards = self.units.iter().map(|squad| card_of(squad, &setup.cards[0]));
        setup.cards = cards.collect();
        let size = self.size.map(|long| Thou::from_inches(long).unwrap());
        setup.level.table = TableSize { width: size[0], depth: size[1] };
        let (rules, pieces) = (&setup.ruleset.movement, self.pieces.clone().into());
        setup.level.terrain = Terrain::new(self.size, pieces, rules, Allowance(0.005));
        setup.level.objectives.clear();
        for side in Side::BOTH {
            let units = self.units.iter().enumerate().filter(|(_, squad)| squad.id.side == side);
            setup.level.forces[side.index()].units = units.map(|(card, squad)| start(card, squad)).collect();
        }
        let phase = Phase::Action;
        setup.level.opening = Opening::InPlay { round: 1, side: Side::A, first: Side::A, phase };
        setup
    }
}

fn squad(draw: &mut Draw, id: UnitId) -> Squad {
    let usual = Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) };
    let base = if draw.below(4) > 0 {
        usual
    } else {
        let height = draw.thou(0.8, 2.4);
        let diameter = Thou(2 * draw.thou(0.4, 0.9).0);
        Base { diameter, height, eyes: Thou(height.0 * (70 + draw.below(30) as i32) / 100) }
    };
    let mut special = Vec::new();
    if draw.one_in(6) {
        special.push(SpecialRule::Leaper);
    }
    if draw.one_in(10) {
        special.push(SpecialRule::Spread(Thou(4000)));
    }
    Squad { id, base, movement: 3 + draw.below(4) as u8, special, models: Vec::new() }
}

fn card_of(squad: &Squad, like: &Card) -> Card {
    let mut card = Card { id: squad.id.to_string(), models: squad.models.len() as u8, ..like.clone() };
    card.base = squad.base;
    card.special = squad.special.clone();
    card.characteristics.movement = squad.movement;
    card
}

fn start(card: usize, squad: &Squad) -> UnitStart {
    let model = |place: &Option<Place>| match place {
        Some(at) => ModelStart::Standing { at: *at, facing: Facing::default(), wounds_lost: 0 },
        None => ModelStart::Lost,
    };
    UnitStart {
        id: squad.id,
        card,
        name: squad.id.to_string(),
        leader: 1,
        models: squad.models.iter().map(model).collect(),
        hit_die: if squad.id == UNIT { 1 } else { 0 },
        nerve_markers: 0,
        suppression_markers: 0,
        activity: ActivityStart::Fresh,
        last_action: None,
        deeds: DeedsStart::default(),
        arrival: ArrivalStart::Before,
    }
}
