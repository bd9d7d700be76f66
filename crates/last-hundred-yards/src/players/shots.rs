//! What fire at a hex is worth, with the fire that is declared at it already: the second shot finds Disrupted units.

use std::cell::RefCell;

use tabletop_hexes::hex::Hex;

use super::look::{Look, faces_over};
use crate::card::{Card, Kind};
use crate::chapters::cohesion;
use crate::ids::UnitId;
use crate::view::View;

/// Targets that are looked at in a hex; a hex holds few more.
const MAX_TARGETS: usize = 6;

/// Steps and Disruption of each target.
type Standing = [(u8, bool); MAX_TARGETS];

/// A target in a hex.
#[derive(Clone, Copy)]
struct Target<'a> {
    card: &'a Card,
    limit: i8,
    heroic: bool,
    /// Share by which harm to it counts more.
    more: f64,
}

/// A hex under fire.
struct Mark<'a> {
    targets: Vec<Target<'a>>,
    /// What has come of the fire that is declared, with chances, and the points that this costs.
    after: Vec<(Standing, f64)>,
    cost: f64,
}

/// Hexes that were looked at in this moment.
#[derive(Default)]
pub struct Marks<'a>(RefCell<Vec<(Hex, Mark<'a>)>>);

impl<'a> Marks<'a> {
    /// Points that a shot of a unit at a hex should cost the enemy beside those declared.
    pub fn worth_of(&self, look: &Look<'a>, unit: UnitId, hex: Hex) -> f64 {
        let View { setup, play, .. } = look.view;
        let state = play.state(unit);
        let sav = setup.card(unit).sav_with(state.steps).unwrap_or(0) as i8;
        let Some(from) = play.hex_of(unit) else { return 0.0 };
        let Some(added) = added(look, from, hex, sav, state.regrouping) else { return 0.0 };
        let mut marks = self.0.borrow_mut();
        let known = marks.iter().position(|(known, _)| *known == hex);
        let place = known.unwrap_or_else(|| {
            marks.push((hex, Mark::new(look, hex)));
            marks.len() - 1
        });
        let mark = &marks[place].1;
        mark.shot(look, &mark.after, added).1
    }
}

/// Rule: LHY-SAF-1, LHY-REG-2.
fn added(look: &Look<'_>, from: Hex, hex: Hex, sav: i8, regrouping: bool) -> Option<i8> {
    let loss = if regrouping { look.view.setup.rules.numbers.regrouping_fire as i8 } else { 0 };
    let (from, to) = (look.place_of(from), look.place_of(hex));
    look.added(sav - loss, from, to, look.player.other())
}

impl<'a> Mark<'a> {
    fn new(look: &Look<'a>, hex: Hex) -> Self {
        let View { setup, play, .. } = look.view;
        let comes =
            |unit: UnitId| play.arrows.iter().any(|arrow| arrow.attackers.iter().any(|(id, _)| *id == unit));
        let enemy = look.player.other();
        let known = play
            .at(setup, hex, enemy)
            .filter(|(id, _, card)| !card.kind.is_vehicle() && look.view.knows(*id));
        let mut begin: Standing = [(0, false); MAX_TARGETS];
        let mut targets = Vec::new();
        for (index, (id, unit, card)) in known.take(MAX_TARGETS).enumerate() {
            // Those who have no step are one hit away as well.
            begin[index] = (unit.state.steps.max(1), unit.state.disrupted);
            let more = if comes(id) { look.weights.halt } else { 0.0 };
            targets.push(Target {
                card,
                limit: cohesion(setup, play, id) as i8,
                heroic: unit.state.heroic,
                more,
            });
        }
        let mut mark = Self { targets, after: vec![(begin, 1.0)], cost: 0.0 };
        for shot in play.shots.iter().filter(|shot| shot.hex == hex && setup.side(shot.unit) == look.player) {
            if let Some(added) = added(look, shot.from, hex, shot.sav as i8, shot.regrouping) {
                let (after, cost) = mark.shot(look, &mark.after, added);
                mark.after = after;
                mark.cost += cost;
            }
        }
        mark
    }

    /// What a shot makes of standings, and the points that it costs. The checks of those beside the target are in the points alone.
    ///
    /// Rule: LHY-SAF-2.
    fn shot(&self, look: &Look<'_>, before: &[(Standing, f64)], added: i8) -> (Vec<(Standing, f64)>, f64) {
        let mut after: Vec<(Standing, f64)> = Vec::with_capacity(before.len() + 2);
        let mut put = |standing: Standing, chance: f64| {
            if chance > 0.0 {
                match after.iter_mut().find(|(known, _)| *known == standing) {
                    Some((_, sum)) => *sum += chance,
                    None => after.push((standing, chance)),
                }
            }
        };
        let mut cost = 0.0;
        for (standing, chance) in before {
            let Some(best) = self.best(standing) else {
                put(*standing, *chance);
                continue;
            };
            let target = &self.targets[best];
            let strikes = faces_over(target.limit, added);
            let hard = target.heroic || standing[best].1 || target.card.nation.is_steadfast();
            let from = look.view.setup.rules.numbers.casualty_from as i8 - 1;
            let casualty = if hard { strikes } else { faces_over(target.limit.max(from), added) };
            put(*standing, chance * (1.0 - strikes));
            for (share, is_casualty) in [(casualty, true), (strikes - casualty, false)] {
                let mut then = *standing;
                then[best] = harmed(target, standing[best], is_casualty);
                cost += chance * share * self.loss(look, best, standing[best], then[best]);
                put(then, chance * share);
            }
            for (other, beside) in self.targets.iter().enumerate().filter(|(other, _)| *other != best) {
                if beside.card.kind.is_foot() && !beside.card.nation.is_steadfast() && standing[other].0 > 0 {
                    let then = harmed(beside, standing[other], standing[other].1);
                    let fails = 1.0 - f64::from(beside.limit.clamp(0, 10)) / 10.0;
                    cost += chance * strikes * fails * self.loss(look, other, standing[other], then);
                }
            }
        }
        (after, cost)
    }

    fn loss(&self, look: &Look<'_>, index: usize, before: (u8, bool), after: (u8, bool)) -> f64 {
        let target = &self.targets[index];
        let worth = |(steps, disrupted): (u8, bool)| match steps {
            0 => 0.0,
            steps => look.worth_as(target.card, steps.min(target.card.steps), disrupted),
        };
        (1.0 + target.more) * (worth(before) - worth(after))
    }

    /// The first of the best targets: undisrupted combat units on foot, then anybody on foot, then a fortified position.
    ///
    /// Rule: LHY-SAF-2.
    fn best(&self, standing: &Standing) -> Option<usize> {
        let rank = |index: &usize| {
            let (target, disrupted) = (&self.targets[*index], standing[*index].1);
            let class =
                match (target.card.kind == Kind::Fortified, target.card.kind.is_combat() && !disrupted) {
                    (true, _) => 0,
                    (false, false) => 1,
                    (false, true) => 2,
                };
            (class, target.limit)
        };
        let left = (0..self.targets.len()).filter(|index| standing[*index].0 > 0);
        left.reduce(|best, next| if rank(&next) > rank(&best) { next } else { best })
    }
}

/// Rule: LHY-FRM-3, LHY-STA-7.
fn harmed(target: &Target<'_>, (steps, disrupted): (u8, bool), is_casualty: bool) -> (u8, bool) {
    let steadfast = target.card.nation.is_steadfast();
    match is_casualty || steadfast {
        true if steps <= 1 => (0, true),
        true => (steps - 1, disrupted || !steadfast),
        false => (steps, true),
    }
}
