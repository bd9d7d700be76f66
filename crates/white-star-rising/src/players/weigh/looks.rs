//! The battle as one side looks at it, gathered once for a decision.

use std::collections::BTreeSet;

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::super::style::Weights;
use super::super::tables::{Counter, Tables, unsaved};
use crate::card::Flag;
use crate::chapters::basics::hq_values;
use crate::data::ruleset::Hides;
use crate::game::View;
use crate::ids::UnitId;
use crate::play::Unit;

/// A unit on the map.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub id: UnitId,
    pub state: &'a Unit,
    pub hex: Hex,
    /// Place of its hex among the tables.
    pub place: usize,
    pub counter: &'a Counter,
}

/// Look of a side at the battle.
pub struct Look<'a> {
    pub view: View<'a>,
    pub tables: &'a Tables,
    pub weights: Weights,
    pub side: Side,
    pub own: Vec<Seen<'a>>,
    pub enemies: Vec<Seen<'a>>,
    /// Hexes under smoke; without any, sights are looked up.
    pub smoked: BTreeSet<Hex>,
    /// Number of own units and of enemies in each place.
    pub crowd: Vec<[u8; 2]>,
    /// (s)HQs of the side, with their command ranges.
    commanders: Vec<(Hex, u32)>,
}

impl<'a> Look<'a> {
    pub fn new(view: View<'a>, tables: &'a Tables, weights: Weights, side: Side) -> Self {
        let map = &view.setup.level.map;
        let seen = |of: Side| {
            let all = view.play.on_map(of);
            let seen = all.filter_map(|(id, state, hex)| {
                Some(Seen { id, state, hex, place: map.index(hex)?, counter: tables.counter(id)? })
            });
            seen.collect::<Vec<_>>()
        };
        let (own, enemies) = (seen(side), seen(side.other()));
        let mut crowd = vec![[0; 2]; map.len()];
        own.iter().for_each(|unit| crowd[unit.place][0] += 1);
        enemies.iter().for_each(|unit| crowd[unit.place][1] += 1);
        let hqs = view.play.hqs.keys().filter(|hq| hq.side == side);
        let commanders = hqs.filter_map(|hq| {
            Some((view.play.hq_hex(*hq)?, u32::from(hq_values(view.setup, view.play, *hq)[1])))
        });
        let (smoked, commanders) = (view.play.smoked(), commanders.collect());
        Self { view, tables, weights, side, own, enemies, smoked, crowd, commanders }
    }

    /// Own units that may still act in this impulse.
    pub fn able(&self) -> impl Iterator<Item = Seen<'a>> + '_ {
        self.own.iter().copied().filter(|unit| !unit.state.done && !unit.state.out_of_command)
    }

    /// One hex sees another, as smoke leaves it.
    ///
    /// Rule: WSR-LOS-5.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        let setup = self.view.setup;
        if self.smoked.is_empty() {
            return setup.sights.sight(from, to).is_clear();
        }
        setup.sights.sight_through(from, to, &self.smoked, setup.rules.switches.smoke_near).is_clear()
    }

    /// A unit that stands still in a place is concealed from who is not near.
    pub fn may_hide(&self, unit: &Counter, id: UnitId, place: usize) -> bool {
        let (hex, play) = (self.tables.places[place].hex, self.view.play);
        let hides = match self.tables.places[place].hides {
            Hides::Nobody => false,
            Hides::Infantry => !unit.hard && self.view.setup.card(id).is(Flag::Infantry),
            Hides::All => true,
        };
        hides || play.positions.contains(&hex) || play.wrecks.contains(&hex)
    }

    /// Points that an enemy's fire should cost a unit of this side in a place.
    pub fn danger(&self, unit: &Seen<'_>, place: usize, stays: bool) -> f64 {
        let hex = self.tables.places[place].hex;
        let hidden = stays && !unit.state.done && self.may_hide(unit.counter, unit.id, place);
        let saves = self.tables.saves(unit.counter, place, hidden);
        let mut hits = 0.0;
        for enemy in self.enemies.iter().filter(|enemy| !enemy.state.disrupted) {
            let distance = enemy.hex.distance(hex);
            let mean = enemy.counter.hits(enemy.state.reduced, unit.counter.hard, distance);
            if mean > 0.0 && self.sees(enemy.hex, hex) {
                hits += unsaved(mean, saves);
            }
        }
        if self.view.play.positions.contains(&hex) {
            hits *= 0.6;
        }
        unit.counter.cost_of(unit.state, hits, &self.weights)
    }

    /// Points that this unit's next fire from a place should cost an enemy.
    pub fn threat(&self, unit: &Seen<'_>, place: usize) -> f64 {
        self.enemies.iter().map(|enemy| self.threat_to(unit, place, enemy)).fold(0.0, f64::max)
    }

    /// The same of its fire at one enemy.
    pub fn threat_to(&self, unit: &Seen<'_>, place: usize, enemy: &Seen<'_>) -> f64 {
        if unit.state.disrupted {
            return 0.0;
        }
        let hex = self.tables.places[place].hex;
        let mean = unit.counter.hits(unit.state.reduced, enemy.counter.hard, hex.distance(enemy.hex));
        if mean > 0.0 && self.sees(hex, enemy.hex) {
            let saves = self.tables.saves(enemy.counter, enemy.place, false);
            enemy.counter.cost_of(enemy.state, unsaved(mean, saves), &self.weights)
        } else {
            0.0
        }
    }

    /// Steps to the nearest goal that is wanted: one that the side does not hold, else any.
    pub fn steps_to_goal(&self, hex: Hex) -> Option<u32> {
        let wanted = |goal: &Hex| self.view.play.held.get(goal) != Some(&self.side);
        let any_wanted = self.tables.goals.iter().any(|(goal, _)| wanted(goal));
        let goals = self.tables.goals.iter().filter(|(goal, _)| wanted(goal) || !any_wanted);
        goals.map(|(goal, _)| goal.distance(hex)).min()
    }

    /// Points of the goals for a unit in a place.
    pub fn goals(&self, unit: &Seen<'_>, place: usize) -> f64 {
        let hex = self.tables.places[place].hex;
        let mut stands = 0.0;
        for (goal, at) in self.tables.goals.iter().filter(|(_, at)| *at == place) {
            // Who is thought of in another place than his own is not counted there.
            let is_there = self.view.play.hex_of(unit.id) == Some(*goal);
            let others = self.crowd[*at][0].saturating_sub(u8::from(is_there));
            let is_held = self.view.play.held.get(goal) == Some(&self.side);
            let value = if is_held { self.weights.guard } else { self.weights.goal };
            stands = if others == 0 { value } else { value * 0.2 };
        }
        let near = self.steps_to_goal(hex).map_or(0.0, |steps| f64::from(steps.min(20)));
        self.urgency() * (stands - self.weights.near * near)
    }

    /// Factor of goals, which grows with every turn for the side that does not hold them from the start.
    pub fn urgency(&self) -> f64 {
        let level = &self.view.setup.level;
        if self.side == level.holder {
            return 1.0;
        }
        1.0 + self.weights.urgency * f64::from(self.view.play.turn) / f64::from(level.turns)
    }

    /// Hexes that a unit in a place is outside command range.
    pub fn lost(&self, unit: &Seen<'_>, place: usize) -> f64 {
        let hex = self.tables.places[place].hex;
        let times = if unit.counter.recon { 2 } else { 1 };
        let beyond = |(at, range): &(Hex, u32)| at.distance(hex).saturating_sub(times * range);
        self.commanders.iter().map(beyond).min().map_or(0.0, f64::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::Fact;
    use crate::players::sensible;
    use crate::tests::scene::Scene;

    /// The worth of a wanted goal to a unit, wherever it is: who is thought of there is not counted among those who are.
    #[test]
    fn a_goal_is_worth_as_much_to_who_is_elsewhere() {
        let goal = "0804".parse().unwrap();
        for (placed, of, share, why) in [
            (
                &[("A1", "0105")][..],
                "A1",
                1.0,
                "nobody is there, and A1 is elsewhere: none less none, never less than none",
            ),
            (&[("A1", "0804")], "A1", 1.0, "A1 itself is there"),
            (&[("A1", "0105"), ("A2", "0804")], "A1", 0.2, "A2 is there"),
            (&[("A1", "0804"), ("A2", "0804")], "A1", 0.2, "A2 is there as well"),
        ] {
            let mut scene = Scene::new(Side::A, placed);
            scene.state.play.held.insert(goal, Side::B);
            let (view, tables) = (scene.view(), Tables::new(scene.view().setup));
            let look = Look::new(view, &tables, sensible(), Side::A);
            let unit = look.own.iter().find(|unit| unit.id.to_string() == of).unwrap();
            let place = view.setup.level.map.index(goal).unwrap();
            let expected = look.urgency() * look.weights.goal * share;
            assert!((look.goals(unit, place) - expected).abs() < 1e-9, "{why}: {}", look.goals(unit, place));
        }
    }

    /// A unit that waits to be set up, or is aboard, is thought of in a goal hex without being on the map.
    #[test]
    fn a_unit_off_the_map_may_be_thought_of_in_a_goal() {
        let mut scene = Scene::new(Side::A, &[("A6", "0105"), ("A4", "0105")]);
        scene.make(Fact::MarchBegan { units: vec!["A6".parse().unwrap()], hq: None });
        scene.make(Fact::Loaded { carrier: "A6".parse().unwrap(), unit: "A4".parse().unwrap() });
        let (view, tables) = (scene.view(), Tables::new(scene.view().setup));
        let look = Look::new(view, &tables, sensible(), Side::A);
        let (goal, id) = ("0804".parse().unwrap(), "A4".parse().unwrap());
        let place = view.setup.level.map.index(goal).unwrap();
        let (state, counter) = (view.play.unit(id).unwrap(), tables.counter(id).unwrap());
        let aboard = Seen { id, state, hex: goal, place, counter };
        assert!((look.goals(&aboard, place) - look.urgency() * look.weights.goal).abs() < 1e-9);
    }
}
