//! The rows of a game: what each unit did and suffered in each round, which paragraphs were used, where models stood and fell.

use std::collections::BTreeMap;

use tabletop_lab::instruments::{Chart, Ground, RowColumn, RowKind};

use super::count::{ENDINGS, is_idle};
use super::uses::{PARAGRAPHS, uses};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::table::piece::Kind;
use crate::table::shape::Shape;

/// The side of a square of the plan, inches.
const SQUARE: f64 = 2.0;

/// A model that moved less has not moved, thousandths of an inch.
const AN_INCH: i64 = 1000;

/// What a unit did and suffered in a round.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    /// The number of its last action among [`Action::ALL`].
    action: Option<usize>,
    /// How often it was activated: an enemy's fire may send it back in the same round.
    activations: i64,
    /// The longest path of one of its models, thousandths of an inch.
    moved: i64,
    salvos: i64,
    hits_made: i64,
    hits_taken: i64,
    models_lost: i64,
    nerve: i64,
    shaken: i64,
    fall_backs: i64,
    routs: i64,
}

/// The columns of [`Round`] and what is looked up when a round ends.
const UNIT_COLUMNS: [&str; 18] = [
    "round",
    "side",
    "unit",
    "last_action",
    "activations",
    "moved_thou",
    "salvos",
    "hits_made",
    "hits_taken",
    "models_lost",
    "nerve",
    "shaken",
    "fall_backs",
    "routs",
    "suppressed",
    "models_left",
    "leader_x_tenths",
    "leader_y_tenths",
];

/// The kinds of rows that every game has.
pub fn kinds() -> Vec<RowKind> {
    let actions: Vec<String> = Action::ALL.iter().map(|(_, action)| action.name().to_owned()).collect();
    let sides = || Side::BOTH.map(|side| side.to_string()).to_vec();
    let column = |name: &str| RowColumn {
        name: name.to_owned(),
        names: match name {
            "side" => sides(),
            "action" => actions.clone(),
            "last_action" => actions.iter().cloned().chain(["none".to_owned()]).collect(),
            "paragraph" => PARAGRAPHS.map(str::to_owned).to_vec(),
            _ => Vec::new(),
        },
    };
    let kind = |name: &str, columns: &[&str]| RowKind {
        name: name.to_owned(),
        columns: columns.iter().map(|name| column(name)).collect(),
    };
    vec![
        kind("units", &UNIT_COLUMNS),
        kind("uses", &["paragraph", "by_a", "by_b"]),
        kind("places", &["square", "stood_a", "stood_b", "fell_a", "fell_b"]),
        kind("orders", &["action", "by_a", "by_b"]),
    ]
}

fn unit_column(name: &str) -> usize {
    UNIT_COLUMNS.iter().position(|column| *column == name).unwrap_or_default()
}

/// What is drawn of all games.
pub(super) fn charts() -> Vec<Chart> {
    let sum = |name: &str, words: &str| (unit_column(name), words.to_owned());
    let endings =
        ENDINGS.iter().flat_map(|ending| ["A", "B", "nobody"].map(|whom| format!("{ending}, for {whom}")));
    let by_side =
        |a: usize, b: usize, words: &str| vec![(a, format!("A {words}")), (b, format!("B {words}"))];
    vec![
        Chart::Course {
            title: "Round by round".to_owned(),
            rows: 0,
            by: unit_column("round"),
            sums: vec![
                sum("models_lost", "models lost"),
                sum("suppressed", "units suppressed at its end"),
                sum("shaken", "units shaken"),
                sum("nerve", "nerve markers"),
                sum("fall_backs", "fall backs"),
                sum("routs", "routs"),
            ],
        },
        Chart::Uses { title: "Orders".to_owned(), rows: 3, by: 0, sums: vec![1, 2] },
        Chart::Shares { title: "How games end".to_owned(), column: 1, names: endings.collect() },
        Chart::Places {
            title: "Where models stood and fell".to_owned(),
            rows: 2,
            square: 0,
            shades: by_side(1, 2, "stood at a round's end"),
            dots: by_side(3, 4, "fell"),
        },
        Chart::Uses { title: "Paragraphs".to_owned(), rows: 1, by: 0, sums: vec![1, 2] },
    ]
}

/// A table from above.
pub(super) fn ground(setup: &Setup) -> Ground {
    let terrain = &setup.level.terrain;
    let lies = |kind: &Kind| match kind {
        Kind::Ground | Kind::Pavement => false,
        Kind::Hill { .. }
        | Kind::Wood { .. }
        | Kind::Ruin { .. }
        | Kind::Bog
        | Kind::Field { .. }
        | Kind::Linear { .. }
        | Kind::Point { .. }
        | Kind::Structure { .. } => true,
    };
    let outline = |shape: &Shape| match shape {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Circle { centre: [x, y], radius } => (0..16)
            .map(|corner| {
                let (sin, cos) = libm::sincos(f64::from(corner) * std::f64::consts::TAU / 16.0);
                [x + radius * cos, y + radius * sin]
            })
            .collect(),
    };
    let pieces = terrain.pieces.iter().filter(|piece| lies(&piece.kind));
    Ground {
        size: terrain.size,
        square: SQUARE,
        outlines: pieces.map(|piece| outline(&piece.footprint)).collect(),
    }
}

/// Writes the rows of a game.
pub(super) struct Chronicle {
    ground: Ground,
    round: u8,
    present: BTreeMap<UnitId, Round>,
    /// Of a round that has ended in the present command; its ends are looked up after it.
    ended: Option<(u8, BTreeMap<UnitId, Round>)>,
    /// Who fired last: the hits that follow are his.
    fires: Option<UnitId>,
    /// The unit whose activation lasts, and what it did.
    acting: Option<(UnitId, Action, Round)>,
    without_effect: Vec<Side>,
    fallen: Vec<ModelId>,
    units: Vec<i64>,
    uses: Vec<[i64; 2]>,
    orders: Vec<[i64; 2]>,
    places: BTreeMap<usize, [i64; 4]>,
}

impl Chronicle {
    /// Of a game that has not begun.
    pub(super) fn new(ground: Ground) -> Self {
        Self {
            ground,
            round: 0,
            present: BTreeMap::new(),
            ended: None,
            fires: None,
            acting: None,
            without_effect: Vec::new(),
            fallen: Vec::new(),
            units: Vec::new(),
            uses: vec![[0; 2]; PARAGRAPHS.len()],
            orders: vec![[0; 2]; Action::ALL.len()],
            places: BTreeMap::new(),
        }
    }

    /// A level may open in the middle of a round.
    pub(super) fn begin(&mut self, view: View) {
        self.round = view.turn().round;
    }

    fn of(&mut self, unit: UnitId) -> &mut Round {
        self.present.entry(unit).or_default()
    }

    /// Adds to a unit's round and, if it is acting, to its activation.
    fn add(&mut self, unit: UnitId, change: impl Fn(&mut Round)) {
        change(self.of(unit));
        if let Some((_, _, round)) = self.acting.as_mut().filter(|acting| acting.0 == unit) {
            change(round);
        }
    }

    /// Takes note of a fact.
    pub(super) fn note(&mut self, fact: &Fact) {
        uses(fact, |paragraph, side| {
            if let Some(index) = PARAGRAPHS.iter().position(|known| *known == paragraph) {
                self.uses[index][side.index()] += 1;
            }
        });
        match fact {
            Fact::Unit(fact) => self.note_unit(fact),
            Fact::Shooting(ShootingFact::SalvoFired { unit, .. }) => {
                self.fires = Some(*unit);
                self.add(*unit, |round| round.salvos += 1);
            }
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
                let routs = matches!(goes, Goes::Routs { .. });
                self.add(*unit, |round| {
                    round.routs += i64::from(routs);
                    round.fall_backs += i64::from(!routs);
                });
            }
            Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.round != self.round => {
                let before = std::mem::replace(&mut self.round, turn.round);
                self.ended = Some((before, std::mem::take(&mut self.present)));
            }
            // What is of no unit, or follows from what is noted.
            Fact::Turn(_)
            | Fact::Shooting(ShootingFact::UnitSnapFired { .. } | ShootingFact::SavesRolled { .. })
            | Fact::FallBack(FallBackFact::UnitLeftTable { .. })
            | Fact::CloseCombat(_)
            | Fact::Deployment(_)
            | Fact::GetDown(_)
            | Fact::Word(_) => {}
        }
    }

    fn note_unit(&mut self, fact: &UnitFact) {
        match fact {
            UnitFact::UnitActivated { unit, action } => {
                self.end_activation();
                let number = Action::ALL.iter().position(|known| known.1 == *action);
                let round = self.of(*unit);
                round.action = number;
                round.activations += 1;
                if let Some(number) = number {
                    self.orders[number][unit.side.index()] += 1;
                }
                self.acting = Some((*unit, *action, Round::default()));
            }
            UnitFact::UnitActed { unit } => {
                if self.acting.is_some_and(|(acting, ..)| acting == *unit) {
                    self.end_activation();
                }
            }
            UnitFact::ModelMoved { model, length, .. } => {
                let moved = (length.0 * 1000.0).round() as i64;
                self.add(model.unit, |round| round.moved = round.moved.max(moved));
            }
            UnitFact::HitsTaken { unit, hits } => {
                let hits = i64::from(*hits);
                self.add(*unit, |round| round.hits_taken += hits);
                if let Some(fires) = self.fires.filter(|fires| fires.side != unit.side) {
                    self.add(fires, |round| round.hits_made += hits);
                }
            }
            UnitFact::HitDieRaised { unit, shaken, .. } => {
                let shaken = i64::from(*shaken);
                // Shaken once a round, however often it is hit.
                self.add(*unit, |round| round.shaken = round.shaken.max(shaken));
            }
            UnitFact::NerveMarkersGained { unit, gained, .. } => {
                let gained = i64::from(*gained);
                self.add(*unit, |round| round.nerve += gained);
            }
            UnitFact::ModelLost { model, .. } => {
                self.fallen.push(*model);
                self.add(model.unit, |round| round.models_lost += 1);
            }
            UnitFact::ModelTurned { .. }
            | UnitFact::NerveMarkersDropped { .. }
            | UnitFact::LeadershipTested { .. }
            | UnitFact::HitDieRemoved { .. }
            | UnitFact::SuppressionMarkersGained { .. }
            | UnitFact::SuppressionMarkersRemoved { .. }
            | UnitFact::ModelWounded { .. }
            | UnitFact::UnitWipedOut { .. } => {}
        }
    }

    fn end_activation(&mut self) {
        let Some((unit, action, did)) = self.acting.take() else { return };
        if is_idle(action) && did.moved < AN_INCH && did.hits_made == 0 {
            self.without_effect.push(unit.side);
        }
    }

    /// Activations that brought nothing about since this was last asked.
    pub(super) fn take_without_effect(&mut self) -> Vec<Side> {
        std::mem::take(&mut self.without_effect)
    }

    /// After a command: what can be seen only on the table.
    pub(super) fn look(&mut self, view: View) {
        for model in std::mem::take(&mut self.fallen) {
            // Where it stood last is still known.
            if let Some(fallen) = view.model(model) {
                let square = self.ground.square_of(fallen.pose.at.ground());
                self.places.entry(square).or_default()[2 + model.unit.side.index()] += 1;
            }
        }
        if let Some((round, units)) = self.ended.take().filter(|ended| ended.0 > 0) {
            self.end_round(view, round, units);
        }
    }

    /// After the last command.
    pub(super) fn end(&mut self, view: View) {
        self.end_activation();
        self.look(view);
        let units = std::mem::take(&mut self.present);
        // A battle that is over is in no round any more; the last one ended with it.
        let round = view.result().map_or(self.round, |result| result.rounds);
        if !units.is_empty() || self.round == round {
            self.end_round(view, round, units);
        }
    }

    fn end_round(&mut self, view: View, round: u8, units: BTreeMap<UnitId, Round>) {
        for unit in view.units() {
            let did = units.get(&unit.id).copied();
            let left = view.standing(unit.id).count() as i64;
            for model in view.standing(unit.id) {
                let square = self.ground.square_of(model.pose.at.ground());
                self.places.entry(square).or_default()[unit.id.side.index()] += 1;
            }
            if left == 0 && did.is_none() {
                continue;
            }
            let did = did.unwrap_or_default();
            let [x, y] = view.leader(unit.id).map_or([0.0; 2], |leader| leader.pose.at.ground());
            let [x, y] = [x, y].map(|along| (10.0 * along).round() as i64);
            self.units.extend([
                i64::from(round),
                unit.id.side.index() as i64,
                i64::from(unit.id.number),
                did.action.unwrap_or(Action::ALL.len()) as i64,
                did.activations,
                did.moved,
                did.salvos,
                did.hits_made,
                did.hits_taken,
                did.models_lost,
                did.nerve,
                did.shaken,
                did.fall_backs,
                did.routs,
                i64::from(left > 0 && unit.morale.suppressed()),
                left,
                x,
                y,
            ]);
        }
    }

    /// The rows, kind by kind.
    pub(super) fn finish(self) -> Vec<Vec<i64>> {
        let named = |counts: &[[i64; 2]]| {
            let counts = counts.iter().enumerate().filter(|(_, count)| **count != [0; 2]);
            counts.flat_map(|(name, [a, b])| [name as i64, *a, *b]).collect::<Vec<_>>()
        };
        let places = self.places.iter().flat_map(|(square, [a, b, c, d])| [*square as i64, *a, *b, *c, *d]);
        vec![self.units, named(&self.uses), places.collect(), named(&self.orders)]
    }
}
