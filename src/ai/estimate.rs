//! What places, fire and fights are about worth: by what leaders see and by mean numbers. An estimate takes microseconds where
//! exact odds take a hundred.

mod errands;
mod fight;

use std::cell::OnceCell;

use super::values::{nearness, on_the_way, points};
use crate::game::engine::components::Posture;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::leadership::test_terms;
use crate::level::judgement_file::Judgement;
use crate::level::scenario::MissionKind;
use crate::rules::card::{Card, Handling, Weapon};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::salvo::{Manner, armour_save, toughness_test, weapon_dice};
use crate::rules::shooting::{Aim, barred, to_hit};
use crate::rules::sight::{awareness, evasion_bonus, state};
use crate::table::plane::distance;
use crate::table::shape::Point;
pub(in crate::ai) use errands::{Errand, ErrandKind};

/// What fire may be expected to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ai) struct Estimate {
    /// To which unit.
    pub(in crate::ai) at: UnitId,
    /// Expected hits.
    pub(in crate::ai) hits: f64,
    /// The chance that it is suppressed.
    pub(in crate::ai) suppressed: f64,
    /// The chance that it is suppressed and fails its next test.
    pub(in crate::ai) breaks: f64,
    /// All of it, in points.
    pub(in crate::ai) points: f64,
}

/// A unit as estimates see it.
pub(in crate::ai) struct UnitGlance<'a> {
    pub(in crate::ai) unit: UnitView<'a>,
    pub(in crate::ai) leader: ModelView<'a>,
    /// Where its models stand, the leader's place too.
    places: Vec<Point>,
    arms: Vec<Arm<'a>>,
    /// How far its models stand from the leader on average, inches.
    spread: f64,
    /// The chance that it fails its next leadership test.
    fails: f64,
    /// From it to each objective, inches.
    to_objectives: Vec<f64>,
    /// The points of one of its models.
    each: f64,
}

/// A firearm of a unit.
struct Arm<'a> {
    weapon: &'a Weapon,
    /// Who carries it, as indices of places.
    by: Vec<usize>,
}

/// Where a unit would stand: all models moved as its leader is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ai) struct UnitSpot {
    pub(in crate::ai) leader: Place,
    pub(in crate::ai) step: Point,
    pub(in crate::ai) posture: Posture,
}

impl UnitSpot {
    /// Where a unit stands now.
    pub(in crate::ai) fn of(glance: &UnitGlance) -> Self {
        Self { leader: glance.leader.pose.at, step: [0.0; 2], posture: glance.unit.activity.posture }
    }
}

/// Everybody on the table at a glance.
pub(in crate::ai) struct Estimator<'a> {
    view: View<'a>,
    judgement: &'a Judgement,
    glances: Vec<UnitGlance<'a>>,
    /// How near each side is to each objective, inches.
    nearest: Vec<[f64; 2]>,
    /// What share of a side's points each objective is worth now.
    stakes: Vec<f64>,
    /// The points that each side began with.
    points: [f64; 2],
    /// What each side has still to do, once somebody asks.
    errands: [OnceCell<Vec<Errand>>; 2],
}

impl<'a> Estimator<'a> {
    pub(in crate::ai) fn new(view: View<'a>, judgement: &'a Judgement) -> Self {
        let glances: Vec<UnitGlance> = view.units().filter_map(|unit| UnitGlance::of(view, unit)).collect();
        let nearest = |index: usize, side: Side| {
            let own = glances.iter().filter(|glance| glance.unit.id.side == side);
            own.map(|glance| glance.to_objectives[index]).fold(f64::INFINITY, f64::min)
        };
        let objectives = 0..view.objectives().len();
        let nearest = objectives.map(|index| Side::BOTH.map(|side| nearest(index, side))).collect();
        // What is held late counts more.
        let late = 1.0 + f64::from(view.turn().round) / f64::from(view.rounds().max(1));
        let meets = view.setup().level.mission.kind == MissionKind::MeetingEngagement;
        let stake = |at: Point| {
            let decides = meets && Side::BOTH.iter().any(|side| view.zone(*side).contains(at));
            let worth = &judgement.objectives;
            late * if decides { worth.decides } else { 1.0 / worth.in_a_force }
        };
        let stakes = view.objectives().iter().map(|objective| stake(objective.at.ground())).collect();
        let points = Side::BOTH.map(|side| points(view, side));
        Self {
            view,
            judgement,
            glances,
            nearest,
            stakes,
            points,
            errands: [OnceCell::new(), OnceCell::new()],
        }
    }

    pub(in crate::ai) fn view(&self) -> View<'a> {
        self.view
    }

    pub(in crate::ai) fn glance(&self, unit: UnitId) -> Option<&UnitGlance<'a>> {
        self.glances.iter().find(|glance| glance.unit.id == unit)
    }

    /// The enemies of a unit on the table.
    pub(in crate::ai) fn enemies(&self, unit: UnitId) -> impl Iterator<Item = &UnitGlance<'a>> {
        self.glances.iter().filter(move |glance| glance.unit.id.side != unit.side)
    }

    /// About how far one unit is from another, inches.
    pub(in crate::ai) fn gap(&self, [from, to]: [&UnitGlance; 2], spots: [&UnitSpot; 2]) -> f64 {
        let [one, other] = spots.map(|spot| spot.leader.ground());
        let bases = from.leader.card.base.radius() + to.leader.card.base.radius();
        (distance(one, other) - from.spread - to.spread - bases).max(0.0)
    }

    /// What the fire of one unit at another would do, if it could fire at all.
    pub(in crate::ai) fn fire(
        &self,
        [from, at]: [&UnitGlance; 2],
        spots: [&UnitSpot; 2],
        manner: Manner,
    ) -> Option<Estimate> {
        let [near, far] = spots;
        let reach = from.arms.iter().map(|arm| arm.weapon.range.inches()).fold(0.0, f64::max);
        if self.gap([from, at], spots) > reach {
            return None;
        }
        let (ruleset, allowance, terrain) =
            (&self.view.setup().ruleset, self.view.allowance(), self.view.terrain());
        let sighting =
            terrain.sighting(&from.leader.sight_body_at(near.leader), &at.leader.sight_body_at(far.leader));
        let state = state(&sighting, &ruleset.sight, allowance);
        let aware = awareness(from.unit.card.characteristics.awareness, sighting.rise, &ruleset.sight)
            * manner.awareness(&ruleset.actions);
        let apart = distance(near.leader.ground(), far.leader.ground());
        let bases = from.leader.card.base.radius() + at.leader.card.base.radius();
        let gap = (apart - at.spread - bases).max(0.0);
        let aim = Aim { gap, range: Some(reach), mutual: sighting.mutual, state, awareness: aware };
        if barred(&aim, allowance).is_some() {
            return None;
        }
        let (harder, tougher) = posture(self.view, far.posture);
        let card = at.unit.card;
        let evasion = card.characteristics.evasion
            + evasion_bonus(state, gap, aware, &ruleset.sight, allowance)
            + harder;
        let hit = to_hit(from.unit.card.characteristics.ballistic_skill, evasion, &ruleset.shooting).chance();
        let (mut hits, mut wounds, mut missed) = (0.0, 0.0, 1.0);
        for arm in &from.arms {
            let rolled = u32::from(weapon_dice(arm.weapon, manner, ruleset));
            let reaches = arm.weapon.range.inches() + bases + at.spread;
            let target = far.leader.ground();
            let in_range = |index: &&usize| {
                let [x, y] = from.places[**index];
                distance([x + near.step[0], y + near.step[1]], target) <= reaches
            };
            let rolled = rolled * arm.by.iter().filter(in_range).count() as u32;
            if rolled == 0 {
                continue;
            }
            let fails = |face: Option<u8>| face.map_or(1.0, |face| f64::from(face - 1) / 6.0);
            let armour = armour_save(card.characteristics.armour, arm.weapon.penetration, &ruleset.shooting);
            let toughness = card.characteristics.toughness + tougher;
            let falls = toughness_test(toughness, arm.weapon.strength, &ruleset.shooting);
            hits += f64::from(rolled) * hit;
            wounds += f64::from(rolled) * hit * fails(armour) * fails(falls);
            missed *= libm::pow(1.0 - hit, f64::from(rolled));
        }
        (hits > 0.0).then(|| self.estimate(at, (hits, wounds), 1.0 - missed))
    }

    /// What so many hits and wounds mean to a unit, given the chance that it is hit at all.
    pub(in crate::ai) fn estimate(&self, at: &UnitGlance, (hits, wounds): (f64, f64), hit: f64) -> Estimate {
        let models = at.places.len() as f64;
        let lost = (wounds / f64::from(at.unit.card.wounds.max(1))).min(models);
        let suppressed = if at.unit.morale.suppressed() { 0.0 } else { hit };
        let breaks = hit * at.fails;
        let worth = &self.judgement.estimate;
        let will = worth.suppresses * suppressed + worth.forces_back * suppressed * at.fails;
        let points = at.each * (lost + will * (models - lost));
        Estimate { at: at.unit.id, hits, suppressed, breaks, points }
    }

    /// What the enemy's next fire at a unit may do, in points, once the unit has fired.
    pub(in crate::ai) fn risk(&self, unit: &UnitGlance, spot: &UnitSpot, fire: Option<&Estimate>) -> f64 {
        let (worth, spares) = (&self.judgement.risk, self.judgement.estimate.spares);
        let of = |enemy: &UnitGlance| {
            let here = UnitSpot::of(enemy);
            let harm = self.fire([enemy, unit], [&here, spot], Manner::OpenFire);
            let harm = harm.map_or(0.0, |harm| harm.points).max(self.charge_by(enemy, unit, spot));
            let ready = if enemy.unit.morale.suppressed() { worth.suppressed } else { 1.0 };
            let spared = fire.filter(|fire| fire.at == enemy.unit.id).map_or(0.0, |fire| fire.suppressed);
            worth.shared * ready * (1.0 - spares * spared) * harm
        };
        self.enemies(unit.unit.id).map(of).sum()
    }

    /// What an enemy would gain by charging a unit at a spot, if it comes so far.
    fn charge_by(&self, enemy: &UnitGlance, unit: &UnitGlance, spot: &UnitSpot) -> f64 {
        let here = UnitSpot::of(enemy);
        let reach = f64::from(enemy.unit.card.characteristics.movement)
            + self.view.setup().ruleset.close_combat.linking_path;
        match self.gap([enemy, unit], [&here, spot]) <= reach {
            true => self.charge([enemy, unit], [&here, spot]).max(0.0),
            false => 0.0,
        }
    }

    /// What a place means for the objectives, in points.
    pub(in crate::ai) fn objectives(&self, unit: &UnitGlance, spot: &UnitSpot) -> f64 {
        let id = unit.unit.id;
        let (holding, judged) =
            (self.view.setup().ruleset.mission.holding_distance, &self.judgement.objectives);
        let worth = |index: usize| {
            let friend = self.friend_of(unit, index);
            let own = unit.nearest_to(self.view.objectives()[index].at.ground(), spot);
            let is_contested = self.nearest[index][id.side.other().index()] <= holding;
            let share = if own <= holding && !unit.unit.morale.suppressed() {
                match (friend <= holding, is_contested) {
                    (true, _) => judged.held_by_a_friend,
                    (false, true) => judged.contested,
                    (false, false) => 1.0,
                }
            } else {
                let free = match friend {
                    near if near <= holding => judged.held_by_a_friend,
                    near if near < own => judged.friend_is_nearer,
                    _ => 1.0,
                };
                free * on_the_way(own, judged)
            };
            share * self.stakes[index]
        };
        (0..self.nearest.len()).map(worth).fold(0.0, f64::max) * self.points[id.side.index()]
    }

    /// Nearness to the nearest enemy, in points.
    pub(in crate::ai) fn approach(&self, unit: &UnitGlance, spot: &UnitSpot) -> f64 {
        let gaps =
            self.enemies(unit.unit.id).map(|enemy| self.gap([unit, enemy], [spot, &UnitSpot::of(enemy)]));
        let nearest = gaps.fold(f64::INFINITY, f64::min);
        nearness(nearest, &self.judgement.approach) * unit.worth()
    }
}

impl<'a> UnitGlance<'a> {
    fn of(view: View<'a>, unit: UnitView<'a>) -> Option<Self> {
        let leader = view.leader(unit.id)?;
        let models: Vec<ModelView> = view.standing(unit.id).collect();
        let places: Vec<Point> = models.iter().map(|model| model.pose.at.ground()).collect();
        let middle = leader.pose.at.ground();
        let spread = places.iter().map(|at| distance(*at, middle)).sum::<f64>() / places.len() as f64;
        let radius = leader.card.base.radius();
        let nearest = |to: Point| places.iter().map(|at| distance(*at, to)).fold(f64::INFINITY, f64::min);
        let to_objectives = view.objectives().iter().map(|objective| nearest(objective.at.ground()) - radius);
        let to_objectives = to_objectives.map(|gap| gap.max(0.0)).collect();
        let arms = arms(unit.card, &models);
        let fails = 1.0 - test_terms(view, unit).chance();
        let each = f64::from(unit.card.points) / f64::from(unit.card.models.max(1));
        Some(Self { unit, leader, places, arms, spread, fails, to_objectives, each })
    }

    /// How near its bases are to a point from a spot, inches.
    fn nearest_to(&self, at: Point, spot: &UnitSpot) -> f64 {
        let [x, y] = spot.step;
        let far = self.places.iter().map(|place| distance([place[0] + x, place[1] + y], at));
        (far.fold(f64::INFINITY, f64::min) - self.leader.card.base.radius()).max(0.0)
    }

    /// The gap to another unit, inches, and where its nearest model stands.
    pub(in crate::ai) fn gap_to(&self, other: &Self) -> (f64, Point) {
        let bases = self.leader.card.base.radius() + other.leader.card.base.radius();
        let mut found = (f64::INFINITY, other.leader.pose.at.ground());
        for at in &other.places {
            let gap = self.nearest_to(*at, &UnitSpot::of(self)) + self.leader.card.base.radius() - bases;
            if gap < found.0 {
                found = (gap, *at);
            }
        }
        found
    }

    /// Where its models stand.
    pub(in crate::ai) fn places(&self) -> &[Point] {
        &self.places
    }

    /// How many they are.
    pub(in crate::ai) fn models(&self) -> usize {
        self.places.len()
    }

    /// The points of what is left of it.
    pub(in crate::ai) fn worth(&self) -> f64 {
        self.each * self.places.len() as f64
    }

    /// The longest range of its weapons, inches; 0 without one.
    pub(in crate::ai) fn range(&self) -> f64 {
        self.arms.iter().map(|arm| arm.weapon.range.inches()).fold(0.0, f64::max)
    }
}

/// The firearms of a unit; a model with several counts for the first it fires.
fn arms<'a>(card: &'a Card, models: &[ModelView<'a>]) -> Vec<Arm<'a>> {
    let mut arms: Vec<Arm> = Vec::new();
    for (index, model) in models.iter().enumerate() {
        let fired = |weapon: &&Weapon| matches!(weapon.handling, Handling::TwoHanded | Handling::OneHanded);
        let best = card.firearms(model.id.number).filter(fired).max_by(|a, b| {
            let power = |weapon: &Weapon| (weapon.rate, weapon.range, weapon.strength + weapon.penetration);
            power(a).cmp(&power(b))
        });
        let Some(weapon) = best else { continue };
        match arms.iter_mut().find(|arm| std::ptr::eq(arm.weapon, weapon)) {
            Some(arm) => arm.by.push(index),
            None => arms.push(Arm { weapon, by: vec![index] }),
        }
    }
    arms
}

/// What a posture adds to Ev and To.
pub(in crate::ai) fn posture(view: View, posture: Posture) -> (u8, u8) {
    let rules = &view.setup().ruleset;
    match posture {
        Posture::Up => (0, 0),
        Posture::Down => (rules.actions.get_down_evasion, rules.actions.get_down_toughness),
        Posture::InCover => (rules.outline.stay_evasion, rules.outline.stay_toughness),
    }
}
