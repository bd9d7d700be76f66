//! The battle as everyone but `apply_facts` sees it: read only, by id, in id order.
//!
//! Systems get it from [`Roster`], everyone else from [`super::battle::Battle::view`];
//! what reads it cannot tell which.

use std::ops::Deref;
use std::sync::Arc;

use bevy_ecs::prelude::{Entity, Query, Res, Resource};
use bevy_ecs::system::SystemParam;

use super::components::{Activity, Condition, Fate, Index, ModelState, Pose, UnitEntry, UnitState};
use super::may_estimate::MayEstimate;
use super::table_state::{BattleTerrain, TableState};
use crate::level::scenario::{Objective, UnitStart};
use crate::level::setup::Setup;
use crate::rules::basics::{Allowance, Disc, Strength};
use crate::rules::card::Card;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::leadership::Morale;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::bodies::Body;
use crate::rules::turn::{Phase, Turn};
use crate::rules::victory::BattleResult;
use crate::table::shape::Shape;
use crate::table::sight::SightBody;
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;

/// Present turn. Rule: TURN-1.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentTurn(pub Turn);

/// The level, cards and ruleset the battle is fought with.
#[derive(Resource, Clone, Debug)]
pub struct BattleSetup(pub Arc<Setup>);

impl Deref for BattleSetup {
    type Target = Setup;

    fn deref(&self) -> &Setup {
        &self.0
    }
}

/// All of a battle that an answer can depend on; dice and agenda are not.
#[derive(PartialEq)]
pub(in crate::game) struct Position {
    turn: Turn,
    table: TableState,
    units: Vec<UnitState>,
    models: Vec<ModelState>,
}

/// The cached answers of a battle.
pub(in crate::game) type Answers = tabletop::answer_cache::AnswerCache<Position>;

/// The only door of systems to units and models.
#[derive(SystemParam)]
pub struct Roster<'w, 's> {
    setup: Res<'w, BattleSetup>,
    index: Res<'w, Index>,
    turn: Res<'w, CurrentTurn>,
    table: Res<'w, TableState>,
    terrain: Res<'w, BattleTerrain>,
    units: Query<'w, 's, &'static UnitState>,
    models: Query<'w, 's, &'static ModelState>,
    answers: Res<'w, Answers>,
    may_estimate: Res<'w, MayEstimate>,
}

impl Roster<'_, '_> {
    /// The battle now.
    pub fn view(&self) -> View<'_> {
        View {
            setup: &self.setup.0,
            index: &self.index,
            turn: self.turn.0,
            table: &self.table,
            terrain: self.terrain.of(&self.setup.0),
            units: self.units,
            models: self.models,
            answers: &self.answers,
            may_estimate: &self.may_estimate,
            poses: &[],
        }
    }
}

/// The battle now, read only.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(in crate::game) setup: &'a Setup,
    pub(in crate::game) index: &'a Index,
    pub(in crate::game) turn: Turn,
    pub(in crate::game) table: &'a TableState,
    pub(in crate::game) terrain: &'a Terrain,
    pub(in crate::game) units: Query<'a, 'a, &'static UnitState>,
    pub(in crate::game) models: Query<'a, 'a, &'static ModelState>,
    pub(in crate::game) answers: &'a Answers,
    pub(in crate::game) may_estimate: &'a MayEstimate,
    /// Models that are taken to stand and look elsewhere.
    pub(in crate::game) poses: &'a [(ModelId, Pose)],
}

/// A unit as it stands.
#[derive(Clone, Copy, Debug)]
pub struct UnitView<'a> {
    /// Its id.
    pub id: UnitId,
    /// Its start in the level.
    pub start: &'a UnitStart,
    /// Its card.
    pub card: &'a Card,
    /// Hit-die, nerve markers, suppression markers.
    pub morale: Morale,
    /// Its activity so far.
    pub activity: Activity,
}

/// A model as it stands.
#[derive(Clone, Copy, Debug)]
pub struct ModelView<'a> {
    /// Its id.
    pub id: ModelId,
    /// Its unit's card.
    pub card: &'a Card,
    /// Position and facing, if its fate is to stand.
    pub pose: Pose,
    /// Fate and wounds of the model, and its part in close combat.
    pub condition: Condition,
}

impl<'a> View<'a> {
    /// Level, cards and ruleset.
    pub fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Present turn and phase.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Tolerance in comparisons of lengths. Rule: BAS-10.
    pub fn allowance(&self) -> Allowance {
        Allowance(self.setup.ruleset.basics.allowance)
    }

    /// The table as movement sees it, with the obstacles that players placed.
    pub fn terrain(&self) -> &'a Terrain {
        self.terrain
    }

    /// Things on the table beside units, and the result of the battle.
    pub fn table_state(&self) -> &'a TableState {
        self.table
    }

    /// The points to hold.
    pub fn objectives(&self) -> &'a [Objective] {
        &self.table.objectives
    }

    /// The area in which a side deploys.
    ///
    /// Rule: MIS-1, MIS-2.
    pub fn zone(&self, side: Side) -> &'a Shape {
        &self.setup.level.zones[self.table.zones[side.index()].index()].area
    }

    /// Result of the battle; `None` while it lasts.
    pub fn result(&self) -> Option<&'a BattleResult> {
        self.table.result.as_ref()
    }

    /// Units that have not arrived yet, in id order.
    ///
    /// Rule: MIS-3.
    pub fn reserves(&self) -> &'a [UnitId] {
        &self.table.reserves
    }

    /// Units that arrived from reserve in the present turn.
    ///
    /// Rule: MIS-3.
    pub fn arrivals(&self) -> &'a [UnitId] {
        &self.table.arrivals
    }

    /// Rounds of this battle. Rule: TURN-6.
    pub fn rounds(&self) -> u8 {
        self.setup.level.mission.rounds.unwrap_or(self.setup.ruleset.turn.rounds)
    }

    /// Every unit of both sides.
    pub fn units(&self) -> impl Iterator<Item = UnitView<'a>> + use<'a> {
        let view = *self;
        view.index.units.iter().filter_map(move |entry| view.unit_at(entry))
    }

    /// A unit by its id.
    pub fn unit(&self, id: UnitId) -> Option<UnitView<'a>> {
        self.unit_at(self.index.unit(id)?)
    }

    fn unit_at(&self, entry: &UnitEntry) -> Option<UnitView<'a>> {
        let state = self.units.get_inner(entry.entity).ok()?;
        let start = self.setup.unit(entry.id)?;
        Some(UnitView {
            id: entry.id,
            start,
            card: self.setup.card(start),
            morale: state.morale(),
            activity: state.activity,
        })
    }

    /// Every model of a unit, lost and waiting ones too.
    pub fn models(&self, unit: UnitId) -> impl Iterator<Item = ModelView<'a>> + use<'a> {
        let view = *self;
        let card = view.card(unit);
        let span = view.index.unit(unit).map_or(0..0, |entry| entry.models.clone());
        let parts = view.index.models[span].iter();
        parts.filter_map(move |(id, entity)| view.model_at(*id, *entity, card?))
    }

    /// A model by its id.
    pub fn model(&self, id: ModelId) -> Option<ModelView<'a>> {
        self.model_at(id, self.index.model(id)?, self.card(id.unit)?)
    }

    fn model_at(&self, id: ModelId, entity: Entity, card: &'a Card) -> Option<ModelView<'a>> {
        let state = self.models.get_inner(entity).ok()?;
        let elsewhere = self.poses.iter().find(|(model, _)| *model == id).map(|(_, pose)| *pose);
        Some(ModelView { id, card, pose: elsewhere.unwrap_or(state.pose), condition: state.condition })
    }

    /// The card of a unit.
    fn card(&self, unit: UnitId) -> Option<&'a Card> {
        Some(self.setup.card(self.setup.unit(unit)?))
    }

    /// The models of a unit that are on the table.
    pub fn standing(&self, unit: UnitId) -> impl Iterator<Item = ModelView<'a>> + use<'a> {
        self.models(unit).filter(ModelView::stands)
    }

    /// The models of a side that are on the table.
    pub fn standing_of(&self, side: Side) -> impl Iterator<Item = ModelView<'a>> + use<'a> {
        let view = *self;
        view.units().filter(move |unit| unit.id.side == side).flat_map(move |unit| view.standing(unit.id))
    }

    /// Every model on the table that is not of this unit.
    pub fn standing_others(&self, unit: UnitId) -> impl Iterator<Item = ModelView<'a>> + use<'a> {
        let view = *self;
        view.units().filter(move |other| other.id != unit).flat_map(move |other| view.standing(other.id))
    }

    /// Smallest distance between a model and an enemy model, inches. In close combat bases may touch.
    ///
    /// Rule: MOV-5, CC-4 (MOV-5's 2 inches do not hold), FB-3 (MOV-5 in the Action phase).
    pub fn enemy_gap(&self) -> f64 {
        match self.turn.phase {
            Phase::CloseCombat => 0.0,
            _ => self.setup.ruleset.movement.enemy_gap,
        }
    }

    /// The battle as if its Close-Combat phase had come: what a unit would do that is forced out of combat.
    ///
    /// Rule: CC-4 (MOV-5's 2 inches do not hold).
    pub fn as_in_close_combat(&self) -> Self {
        Self { turn: Turn { phase: Phase::CloseCombat, ..self.turn }, ..*self }
    }

    /// The battle as if some models stood and looked elsewhere: where an order would take them.
    pub fn with_poses<'b>(&self, poses: &'b [(ModelId, Pose)]) -> View<'b>
    where
        'a: 'b,
    {
        View { poses, ..*self }
    }

    /// The answer to a question that depends on nothing but the position, computed if it is not cached.
    pub(in crate::game) fn cached<Q, A>(&self, question: Q, find: impl FnOnce() -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        self.answers.get_or_find(self.position(), question, find)
    }

    /// Whether the rules are carried out in a rehearsal, where what takes long may be estimated.
    pub(in crate::game) fn may_estimate(&self) -> bool {
        self.may_estimate.is_allowed()
    }

    /// All of it that an answer can depend on.
    fn position(&self) -> Position {
        let units = self.index.units.iter().filter_map(|entry| self.units.get_inner(entry.entity).ok());
        let models = self.index.models.iter().filter_map(|(_, entity)| self.models.get_inner(*entity).ok());
        let moved = |model: &ModelState| {
            let elsewhere = self.poses.iter().find(|(id, _)| *id == model.id);
            ModelState { pose: elsewhere.map_or(model.pose, |(_, pose)| *pose), ..*model }
        };
        Position {
            turn: self.turn,
            table: self.table.clone(),
            units: units.copied().collect(),
            models: models.map(moved).collect(),
        }
    }

    /// Whether a unit still waits to be placed. Reserves that have not arrived do not.
    pub fn waits(&self, unit: UnitId) -> bool {
        !self.reserves().contains(&unit)
            && self.models(unit).any(|model| model.condition.fate == Fate::Waiting)
    }

    /// Strength left to a unit.
    ///
    /// Rule: BAS-6.
    pub fn strength(&self, unit: UnitId) -> Strength {
        let count = |models: usize| models as u32;
        Strength { standing: count(self.standing(unit).count()), started: count(self.models(unit).count()) }
    }

    /// Number of a side's units that still wait to be deployed.
    pub fn waiting_units(&self, side: Side) -> usize {
        self.units().filter(|unit| unit.id.side == side && self.waits(unit.id)).count()
    }

    /// The model that leads a unit now: its leader, or where that is lost the one
    /// nearest the mean of the base centres, the lower id of two as near.
    ///
    /// Rule: BAS-7 (who stands in).
    pub fn leader(&self, unit: UnitId) -> Option<ModelView<'a>> {
        let named = ModelId { unit, number: self.unit(unit)?.start.leader };
        if let Some(leader) = self.model(named).filter(ModelView::stands) {
            return Some(leader);
        }
        let standing: Vec<_> = self.standing(unit).collect();
        let count = i64::try_from(standing.len()).ok().filter(|count| *count > 0)?;
        let sum = |axis: fn(Place) -> i32| -> i64 {
            standing.iter().map(|model| i64::from(axis(model.pose.at))).sum()
        };
        let (x, y) = (sum(|at| at.x.0), sum(|at| at.y.0));
        // Compared as whole numbers, scaled by the count: ties are exact ties.
        standing.into_iter().min_by_key(|model| {
            let dx = i64::from(model.pose.at.x.0) * count - x;
            let dy = i64::from(model.pose.at.y.0) * count - y;
            (dx * dx + dy * dy, model.id)
        })
    }
}

impl ModelView<'_> {
    /// Whether it is on the table.
    pub fn stands(&self) -> bool {
        self.condition.fate == Fate::Standing
    }

    /// Its base where it stands. Rule: BAS-2.
    pub fn disc(&self) -> Disc {
        self.disc_at(self.pose.at)
    }

    /// Its base where it might stand.
    pub fn disc_at(&self, at: Place) -> Disc {
        Disc { at, radius: self.card.base.radius() }
    }

    /// Its base and height where it might stand.
    pub fn body_at(&self, at: Place) -> Body {
        Body { disc: self.disc_at(at), height: self.card.base.height }
    }

    /// Footprint and abilities for movement.
    pub fn mover(&self) -> Mover {
        Mover::of(self.card)
    }

    /// Body of the model for sight. Rule: BAS-2, VIS-1.
    pub fn sight_body(&self) -> SightBody {
        self.sight_body_at(self.pose.at)
    }

    /// The same where it might stand.
    pub fn sight_body_at(&self, at: Place) -> SightBody {
        let base = self.card.base;
        SightBody { foot: at, radius: base.radius(), height: base.height, eyes: base.eyes }
    }

    /// Facing of the model.
    pub fn facing(&self) -> Facing {
        self.pose.facing
    }
}
