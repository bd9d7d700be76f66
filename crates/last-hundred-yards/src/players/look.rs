//! A side's look at the battle: what units are worth, and what a place is worth to one of them.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::style::Weights;
use crate::card::Kind;
use crate::chapters::fire::terms;
use crate::chapters::movement::holds;
use crate::chapters::{cohesion, sum};
use crate::ids::UnitId;
use crate::play::Shot;
use crate::view::View;

/// Small-arms value that is expected of somebody concealed.
const UNKNOWN_SAV: u8 = 2;

/// Points that speak for an order, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Harm to the enemy.
    pub harm: f64,
    /// Harm to oneself, as a loss.
    pub risk: f64,
    pub goals: f64,
    /// Recovery.
    pub order: f64,
    /// Concealment lost.
    pub shown: f64,
}

impl Terms {
    pub fn value(&self) -> f64 {
        self.harm - self.risk + self.goals + self.order - self.shown
    }
}

/// The battle as a side sees it.
pub struct Look<'a> {
    pub view: View<'a>,
    pub player: Side,
    pub weights: Weights,
}

impl Look<'_> {
    /// Points of a unit as it is.
    pub fn worth(&self, unit: UnitId) -> f64 {
        let (card, state) = (self.view.setup.card(unit), self.view.play.state(unit));
        let base = match card.kind {
            Kind::Leader => 3.0,
            Kind::Latw | Kind::Flamethrower => 2.0,
            Kind::Fortified => 3.0,
            Kind::Afv => 6.0,
            Kind::HalfTrack | Kind::Carrier | Kind::Fv => 2.0,
            Kind::Squad | Kind::Section | Kind::MachineGun | Kind::TowedGun => 1.0,
        };
        let values = card.av_with(state.steps) + card.sav_with(state.steps).unwrap_or(0);
        let points = base + f64::from(values);
        if state.disrupted { points * self.weights.disrupted } else { points }
    }

    fn is_attacker(&self) -> bool {
        self.view.setup.level.attacker == self.player
    }

    /// Share of the time that is gone, as it presses the attacker.
    fn pressure(&self) -> f64 {
        let (play, level) = (self.view.play, &self.view.setup.level);
        1.0 + self.weights.urgency * f64::from(play.minutes) / f64::from(level.minutes)
    }

    /// Worth of a hex to hold or to come near to.
    pub fn goals(&self, unit: UnitId, hex: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        let goals = &setup.level.goals;
        let combat = setup.card(unit).kind.is_combat();
        let share = if combat { 1.0 } else { 0.4 };
        let alone = |goal: &Hex| {
            let own = play.in_hex(setup, *goal, self.player);
            own.iter().all(|other| *other == unit)
        };
        let distance = |goal: &Hex| f64::from(goal.distance(hex));
        if self.is_attacker() {
            let open = goals.iter().filter(|goal| !holds(setup, play, self.player, **goal) || alone(goal));
            let nearest = open.map(distance).fold(f64::INFINITY, f64::min);
            if nearest == f64::INFINITY {
                return 0.0;
            }
            let there = if nearest == 0.0 { self.weights.goal } else { 0.0 };
            return share * self.pressure() * (there - self.weights.near * nearest);
        }
        let bare = goals.iter().filter(|goal| alone(goal));
        let nearest = bare.chain(goals).map(distance).fold(f64::INFINITY, f64::min);
        let guards = goals.iter().any(|goal| *goal == hex && alone(goal));
        share * (if guards { self.weights.guard } else { 0.0 } - self.weights.near * nearest)
    }

    /// Points that fire of enemies in sight should cost a unit in a hex.
    pub fn exposure(&self, unit: UnitId, hex: Hex) -> f64 {
        let View { setup, play, .. } = self.view;
        if setup.card(unit).kind.is_vehicle() {
            return 0.0;
        }
        let enemy = self.player.other();
        let limit = i32::from(cohesion(setup, play, unit));
        let mut left = 1.0;
        for from in play.hexes_of(setup, enemy) {
            let range = u32::from(setup.rules.numbers.fire_range);
            if from.distance(hex) > range || !setup.sights.sight(from, hex).is_clear() {
                continue;
            }
            let known = self.view.known_in(from, enemy);
            let ready = known.into_iter().filter(|other| !play.state(*other).disrupted);
            let mut savs: Vec<(UnitId, u8)> = ready
                .filter_map(|other| Some((other, setup.card(other).sav_with(play.state(other).steps)?)))
                .collect();
            if self.view.hides(from, enemy) {
                savs.extend(
                    setup
                        .cards
                        .iter()
                        .find(|(side, _)| *side == enemy)
                        .map(|(_, card)| (card.id, UNKNOWN_SAV)),
                );
            }
            for (other, sav) in savs {
                let shot = Shot { unit: other, from, hex, sav, regrouping: false };
                let added = i32::from(sum(&terms(self.view, &shot)));
                let faces = (10 - (limit - added)).clamp(0, 10);
                // Not everybody fires at the same target.
                left *= 1.0 - 0.5 * f64::from(faces) / 10.0;
            }
        }
        (1.0 - left) * self.worth(unit) * (1.0 - self.weights.disrupted)
    }

    /// Worth of a place to a unit.
    pub fn place(&self, unit: UnitId, hex: Hex) -> Terms {
        let risk = self.weights.risk * self.exposure(unit, hex);
        Terms { goals: self.goals(unit, hex), risk, ..Terms::default() }
    }
}
