//! A side's look at the battle: what units are worth, who can fire where, and what a place is worth to a unit.

use std::cell::{OnceCell, RefCell};

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::atlas::Atlas;
use super::style::Weights;
use crate::card::{Card, Kind};
use crate::chapters::movement::{Moment, Ways, own_ways};
use crate::chapters::{cohesion, declaring};
use crate::ids::UnitId;
use crate::play::Place;
use crate::state::State;
use crate::view::View;

/// Small-arms value that is expected of somebody concealed.
const UNKNOWN_SAV: i8 = 2;

/// Share of his fire that is expected of somebody who has to recover first.
const AFTER_RECOVERY: f64 = 0.3;

/// Points that speak for an order, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Harm to the enemy.
    pub harm: f64,
    /// Harm to oneself, as a loss.
    pub risk: f64,
    pub goals: f64,
    /// Fire that it makes possible.
    pub support: f64,
    /// Recovery.
    pub order: f64,
    /// Concealment lost, and reactions that the enemy gets.
    pub shown: f64,
}

impl Terms {
    pub fn value(&self) -> f64 {
        self.harm - self.risk + self.goals + self.support + self.order - self.shown
    }

    /// A share of these points.
    pub fn times(&self, share: f64) -> Self {
        Self {
            harm: self.harm * share,
            risk: self.risk * share,
            goals: self.goals * share,
            support: self.support * share,
            order: self.order * share,
            shown: self.shown * share,
        }
    }

    /// These points more than others.
    pub fn over(&self, other: &Self) -> Self {
        Self {
            harm: self.harm - other.harm,
            risk: self.risk - other.risk,
            goals: self.goals - other.goals,
            support: self.support - other.support,
            order: self.order - other.order,
            shown: self.shown - other.shown,
        }
    }
}

/// Somebody of the enemy who may fire.
#[derive(Clone, Copy, Debug)]
pub struct Shooter {
    pub place: usize,
    pub sav: i8,
    /// Chance that he is able to.
    pub able: f64,
}

/// Sums of fire, each with its chance.
type Threat = Vec<(i8, f64)>;

/// A Cohesion, with the chances that no shot strikes a unit of it, and that none brings a casualty.
type Spared = (i8, (f64, f64));

/// The battle as a side sees it, with what it has looked up in this moment.
pub struct Look<'a> {
    pub view: View<'a>,
    pub player: Side,
    pub weights: Weights,
    pub atlas: &'a Atlas,
    pub shooters: Vec<Shooter>,
    /// Number of units of the side, and of the enemy, that nobody carries, by the places of the hexes.
    stand: [Vec<u8>; 2],
    /// Places in which the side has a fortified position, and the enemy has one that is known.
    positions: [Vec<usize>; 2],
    objective: OnceCell<Option<Hex>>,
    /// Sums of the enemy's fire at each hex that was asked about, with the chance that it comes.
    threats: RefCell<Vec<Option<Threat>>>,
    /// Chances to be spared in each hex that was asked about, with the Cohesion that was asked for last.
    spared: RefCell<Vec<Option<Spared>>>,
    /// Ways of the unit that was asked about last.
    ways: RefCell<Option<(UnitId, Option<Ways>)>>,
}

impl<'a> Look<'a> {
    pub fn new(view: View<'a>, player: Side, weights: Weights, atlas: &'a Atlas) -> Self {
        let mut look = Self {
            view,
            player,
            weights,
            atlas,
            shooters: Vec::new(),
            stand: [player, player.other()].map(|side| standing(view, side)),
            positions: [player, player.other()].map(|side| positions(view, side)),
            objective: OnceCell::new(),
            threats: RefCell::new(vec![None; atlas.hexes.len()]),
            spared: RefCell::new(vec![None; atlas.hexes.len()]),
            ways: RefCell::new(None),
        };
        look.shooters = look.find_shooters();
        look
    }

    fn find_shooters(&self) -> Vec<Shooter> {
        let View { setup, play, .. } = self.view;
        let enemy = self.player.other();
        let mut found: Vec<Shooter> = Vec::new();
        let mut hidden: Vec<usize> = Vec::new();
        for (id, unit, card) in play.of_side(setup, enemy) {
            let Place::On(hex) = unit.place else { continue };
            let Some(place) = setup.level.map.index(hex) else { continue };
            if !self.view.knows(id) {
                // Somebody is there: who and how many is not known.
                if !hidden.contains(&place) {
                    hidden.push(place);
                    found.push(Shooter { place, sav: UNKNOWN_SAV, able: 1.0 });
                }
            } else if let Some(sav) = card.sav_with(unit.state.steps) {
                let able = if ready(unit.state) { 1.0 } else { AFTER_RECOVERY };
                found.push(Shooter { place, sav: sav as i8, able });
            }
        }
        // Sums of fractions depend on their order, which must not tell who is concealed.
        found.sort_by(|a, b| (a.place, a.sav).cmp(&(b.place, b.sav)).then(a.able.total_cmp(&b.able)));
        found
    }

    pub fn place_of(&self, hex: Hex) -> usize {
        self.view.setup.level.map.index(hex).unwrap_or(0)
    }

    /// Sum of fire out of a place at another, in which units of a side stand; `None` where nobody can fire.
    ///
    /// Rule: LHY-SAF-1.
    pub fn added(&self, sav: i8, from: usize, to: usize, of: Side) -> Option<i8> {
        let (sum, shelter) = self.atlas.fire(from, to)?;
        let fortified = self.view.setup.rules.numbers.position_shelter;
        let more = match self.positions[usize::from(of != self.player)].contains(&to) {
            true => fortified.saturating_sub(shelter) as i8,
            false => 0,
        };
        Some(sav + sum - more)
    }

    /// Points of a unit in a state.
    pub fn worth_as(&self, card: &Card, steps: u8, disrupted: bool) -> f64 {
        worth_of(&self.weights, card, steps, disrupted)
    }

    /// Points of a unit as it is.
    pub fn worth(&self, unit: UnitId) -> f64 {
        let state = self.view.play.state(unit);
        self.worth_as(self.view.setup.card(unit), state.steps, state.disrupted)
    }

    pub fn is_attacker(&self) -> bool {
        self.view.setup.level.attacker == self.player
    }

    /// Share of the time that is gone.
    pub fn lapsed(&self) -> f64 {
        f64::from(self.view.play.minutes) / f64::from(self.view.setup.level.minutes)
    }

    /// How much more goals are worth to the side that has to take them.
    fn pressure(&self) -> f64 {
        1.0 + self.weights.urgency * self.lapsed()
    }

    /// The goal that the attacker takes next: held weakly, near to his units, and seen by few.
    pub fn objective(&self) -> Option<Hex> {
        *self.objective.get_or_init(|| {
            let enemy = self.player.other();
            let held = |goal: &&Hex| self.view.play.has_units(self.view.setup, **goal, enemy);
            let goals = self.view.setup.level.goals.iter().filter(|_| self.is_attacker()).filter(held);
            let rated = goals.map(|goal| (*goal, self.rate(*goal)));
            rated.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(goal, _)| goal)
        })
    }

    /// Ease of an objective, in points of the assault die.
    fn rate(&self, goal: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        let into = setup.level.goals.iter().position(|known| *known == goal).unwrap_or(0);
        let own = play.on_map(setup, self.player).filter(|(id, ..)| setup.card(*id).kind.is_combat());
        let far = |(id, _, hex): (UnitId, _, Hex)| {
            let is_vehicle = setup.card(id).kind.is_vehicle();
            self.atlas.points_into(is_vehicle, into, self.place_of(hex))
        };
        let (count, sum) = own.map(far).fold((0, 0.0), |(count, sum), far| (count + 1, sum + far));
        let beside =
            setup.level.map.neighbours(goal).filter(|hex| !play.has_units(setup, *hex, self.player.other()));
        let threat = beside.map(|hex| self.struck(hex, 6)).fold(f64::INFINITY, f64::min);
        -self.defence(goal)
            - sum / f64::from(count.max(1))
            - 2.0 * if threat.is_finite() { threat } else { 0.0 }
    }

    /// What counts against an assault on a hex, as far as it is known.
    ///
    /// Rule: LHY-DRM-1, LHY-DRM-3, LHY-DRM-5, LHY-DRM-6.
    fn defence(&self, hex: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        let numbers = &setup.rules.numbers;
        let enemy = self.player.other();
        let known = play.at(setup, hex, enemy).filter(|(id, ..)| self.view.knows(*id));
        let values: f64 = known.map(|(_, unit, card)| f64::from(card.av_with(unit.state.steps))).sum();
        let hidden = if self.view.hides(hex, enemy) { 2.5 + f64::from(numbers.drm_concealed) } else { 0.0 };
        let ground = match setup.terrain(hex).building {
            crate::data::ruleset::Building::Urban => f64::from(numbers.drm_urban),
            crate::data::ruleset::Building::Rural => f64::from(numbers.drm_cover),
            crate::data::ruleset::Building::None if setup.level.improved.contains(&hex) => {
                f64::from(numbers.drm_cover)
            }
            crate::data::ruleset::Building::None => 0.0,
        };
        values + hidden + ground
    }

    /// Worth of a hex to a unit: to hold it, or to come near to what is to be taken.
    fn goals(&self, unit: UnitId, hex: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        let card = setup.card(unit);
        let share = if card.kind.is_combat() { 1.0 } else { 0.6 };
        let now = play.unit(unit).map(|unit| unit.place);
        let [own, enemies] = [0, 1].map(|side| move |goal: &Hex| self.stand[side][self.place_of(*goal)]);
        let alone = |goal: &Hex| own(goal) == u8::from(now == Some(Place::On(*goal)));
        if !self.is_attacker() {
            let goals = &setup.level.goals;
            let distance = |goal: &Hex| f64::from(goal.distance(hex));
            let bare = goals.iter().filter(|goal| alone(goal));
            let nearest = bare.chain(goals).map(distance).fold(f64::INFINITY, f64::min);
            let guards = goals.contains(&hex) && alone(&hex);
            return share * (if guards { self.weights.guard } else { 0.0 } - self.weights.near * nearest);
        }
        let is_open = |goal: &&Hex| own(goal) == 0 || enemies(goal) > 0 || alone(goal);
        let (place, is_vehicle) = (self.place_of(hex), card.kind.is_vehicle());
        let mut best = f64::NEG_INFINITY;
        for (number, goal) in setup.level.goals.iter().enumerate().filter(|(_, goal)| is_open(goal)) {
            if *goal == hex {
                return self.pressure() * self.weights.goal;
            }
            // What others hold is one unit's to fill; only the objective is everybody's.
            let is_wanted = Some(*goal) == self.objective() || enemies(goal) == 0;
            if is_wanted && own(goal) == 0 {
                let points = self.atlas.points_into(is_vehicle, number, place);
                let far = match Some(*goal) == self.objective() {
                    true => self.short_of(unit, points, goal.distance(hex)),
                    false => points,
                };
                best = best.max(-far);
            }
        }
        if best.is_finite() { share * self.pressure() * self.weights.near * best } else { 0.0 }
    }

    /// What a unit lacks of being where it can assault from: maneuver points, or hexes.
    ///
    /// Rule: LHY-ASB-1.
    fn short_of(&self, unit: UnitId, points: f64, distance: u32) -> f64 {
        let setup = self.view.setup;
        let range = f64::from(declaring::range(setup, self.view, unit));
        (points - f64::from(setup.card(unit).mp)).max(f64::from(distance) - range).max(0.0)
    }

    /// Chance that fire of a unit out of a hex strikes the objective.
    fn support(&self, unit: UnitId, hex: Hex) -> f64 {
        let (Some(objective), card) = (self.objective(), self.view.setup.card(unit)) else { return 0.0 };
        let Some(sav) = card.sav_with(self.view.play.state(unit).steps) else { return 0.0 };
        let to = self.place_of(objective);
        let added = self.added(sav as i8, self.place_of(hex), to, self.player.other());
        // What fire does not harm can go near.
        let share = if card.kind.is_vehicle() { 1.0 + self.weights.drive } else { 1.0 };
        share * added.map_or(0.0, |added| faces_over(6, added))
    }

    /// Expected number of the enemy's shots that strike a hex, held against a Cohesion.
    pub fn struck(&self, hex: Hex, limit: i8) -> f64 {
        self.with_threat(hex, |threat| {
            threat.iter().map(|(added, able)| able * faces_over(limit, *added)).sum()
        })
    }

    fn with_threat<T>(&self, hex: Hex, ask: impl FnOnce(&[(i8, f64)]) -> T) -> T {
        let place = self.place_of(hex);
        let mut threats = self.threats.borrow_mut();
        let threat = threats[place].get_or_insert_with(|| {
            let sum = |shooter: &Shooter| {
                let added = self.added(shooter.sav, shooter.place, place, self.player)?;
                Some((added, shooter.able))
            };
            self.shooters.iter().filter_map(sum).collect()
        });
        ask(threat)
    }

    /// Expected number of shots that strike units in some hexes, if every enemy fires at the one of them that he strikes best.
    pub fn reactions(&self, hexes: &[Hex], limit: i8) -> f64 {
        let places: Vec<usize> = hexes.iter().map(|hex| self.place_of(*hex)).collect();
        let best = |shooter: &Shooter| {
            let added =
                places.iter().filter_map(|to| self.added(shooter.sav, shooter.place, *to, self.player));
            let strikes = added.max().map_or(0.0, |added| faces_over(limit, added));
            shooter.able * strikes
        };
        self.shooters.iter().map(best).sum()
    }

    /// What leaving a hex gives up, if nobody but these is there: a goal that its side then no longer holds.
    pub fn given_up(&self, hex: Hex, leave: &[UnitId]) -> f64 {
        let View { setup, play, .. } = self.view;
        let stays = play.at(setup, hex, self.player).any(|(id, ..)| !leave.contains(&id));
        match setup.level.goals.contains(&hex) && !stays {
            true if self.is_attacker() => self.pressure() * self.weights.goal,
            true => self.weights.guard,
            false => 0.0,
        }
    }

    /// Chances that no shot strikes a unit of this Cohesion in a hex, and that none brings a casualty to one in good order.
    fn spared(&self, hex: Hex, limit: i8) -> (f64, f64) {
        let place = self.place_of(hex);
        let known = self.spared.borrow()[place].filter(|(of, _)| *of == limit);
        if let Some((_, spared)) = known {
            return spared;
        }
        let from = self.view.setup.rules.numbers.casualty_from as i8 - 1;
        let (mut safe, mut whole) = (1.0, 1.0);
        self.with_threat(hex, |threat| {
            for (added, able) in threat {
                let aimed = self.weights.aimed * able;
                safe *= 1.0 - aimed * faces_over(limit, *added);
                whole *= 1.0 - aimed * faces_over(limit.max(from), *added);
            }
        });
        self.spared.borrow_mut()[place] = Some((limit, (safe, whole)));
        (safe, whole)
    }

    /// Points that fire of enemies should cost a unit in a hex.
    pub fn exposure(&self, unit: UnitId, hex: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        let (card, state) = (setup.card(unit), play.state(unit));
        if card.kind.is_vehicle() {
            return 0.0;
        }
        // Fire at a hex is felt by all in it, and sought where it finds many; steadfast units do not check beside the one that is struck.
        let beside = match card.nation.is_steadfast() {
            true => 0,
            false => {
                let own = u8::from(play.unit(unit).is_some_and(|unit| unit.place == Place::On(hex)));
                self.stand[0][self.place_of(hex)].saturating_sub(own)
            }
        };
        let crowd = 1.0 + self.weights.crowd * f64::from(beside);
        let (safe, whole) = self.spared(hex, cohesion(setup, play, unit) as i8);
        let hard = card.nation.is_steadfast() || state.disrupted;
        let casualties = 1.0 - if hard { safe } else { whole };
        let worth = self.worth_as(card, state.steps, state.disrupted);
        let after = if state.steps > 1 {
            self.worth_as(card, state.steps - 1, !card.nation.is_steadfast())
        } else {
            0.0
        };
        let disrupted = ((1.0 - safe) - casualties).max(0.0);
        crowd * (casualties * (worth - after) + disrupted * worth * (1.0 - self.weights.disrupted))
    }

    /// Worth of a place to a unit.
    pub fn place(&self, unit: UnitId, hex: Hex) -> Terms {
        Terms {
            goals: self.goals(unit, hex),
            risk: self.weights.risk * self.exposure(unit, hex),
            support: self.weights.support * self.support(unit, hex),
            ..Terms::default()
        }
    }

    /// The way of a maneuver; empty where there is none.
    pub fn path(&self, unit: UnitId, to: Hex, moment: Moment) -> Vec<Hex> {
        let mut ways = self.ways.borrow_mut();
        if ways.as_ref().is_none_or(|(known, _)| *known != unit) {
            *ways = Some((unit, own_ways(self.view.setup, self.view.play, unit, moment)));
        }
        let known = ways.as_ref().and_then(|(_, ways)| ways.as_ref());
        known.map(|ways| ways.path_to(self.view.setup, to)).unwrap_or_default()
    }
}

/// Points of a unit in a state, by what a style thinks things are worth.
pub fn worth_of(weights: &Weights, card: &Card, steps: u8, disrupted: bool) -> f64 {
    let base = match card.kind {
        Kind::Leader | Kind::Fortified => 3.0,
        Kind::Latw | Kind::Flamethrower => 2.0,
        Kind::Afv => 6.0,
        Kind::HalfTrack | Kind::Carrier | Kind::Fv => 2.0,
        Kind::Squad | Kind::Section | Kind::MachineGun | Kind::TowedGun => 1.0,
    };
    let values = card.av_with(steps) + card.sav_with(steps).unwrap_or(0);
    let points = base + f64::from(values);
    if disrupted { points * weights.disrupted } else { points }
}

/// Whether a unit can fire and assault at once.
pub fn ready(state: State) -> bool {
    !(state.disrupted || state.regrouping || state.shocked)
}

/// Share of the faces with which a total is over a number.
pub fn faces_over(number: i8, added: i8) -> f64 {
    f64::from((10 - (number - added)).clamp(0, 10)) / 10.0
}

/// Number of units of a side that nobody carries, by the places of the hexes.
fn standing(view: View<'_>, side: Side) -> Vec<u8> {
    let mut stand = vec![0; view.setup.level.map.len()];
    for place in view.play.on_map(view.setup, side).filter_map(|(_, _, hex)| view.setup.level.map.index(hex))
    {
        stand[place] += 1;
    }
    stand
}

/// Places in which a side has a fortified position that is known.
fn positions(view: View<'_>, side: Side) -> Vec<usize> {
    let all = view.play.on_map(view.setup, side);
    let known = all.filter(|(id, ..)| view.setup.card(*id).kind == Kind::Fortified && view.knows(*id));
    known.filter_map(|(_, _, hex)| view.setup.level.map.index(hex)).collect()
}
