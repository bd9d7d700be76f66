//! Odds of an assault or overrun.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::attack::ends;
use super::harm::{Harm, Stack, unit_odds};
use super::{FightOdds, HqOdds, Odds, PoolOdds, Purpose, UnitOdds, percent, spread};
use crate::chapters::assault::{attacker_stays, dice_of, retreats};
use crate::chapters::basics::leadership;
use crate::chapters::breakdown::Breakdown;
use crate::chapters::mines::after_position;
use crate::chapters::overrun;
use crate::game::View;
use crate::ids::{HqId, UnitId};
use crate::order::Entry;
use crate::play::Fight;

/// The two stacks of a fight, with the chances of their hits.
struct Sides<'a> {
    stacks: [Stack<'a>; 2],
    pools: Vec<PoolOdds>,
    /// Hits of attackers and defenders.
    hits: [Vec<f64>; 2],
}

/// Odds of the fight that entering a hex begins.
pub fn entering(view: View<'_>, entry: Entry, units: &[UnitId], hq: Option<HqId>, hex: Hex) -> Option<Odds> {
    match entry {
        Entry::Walk => None,
        Entry::Assault => assault(view, units, hq, hex),
        Entry::Overrun => overrun(view, units, hq, hex),
    }
}

/// An assault that units would make from where they stand, if nobody lends leadership.
pub fn assault(view: View<'_>, units: &[UnitId], hq: Option<HqId>, hex: Hex) -> Option<Odds> {
    let from = view.play.hex_of(*units.first()?)?;
    let attackers = units.to_vec();
    let fight = Fight { hex, from, attackers, lent: Vec::new(), settled: None, hits: [0; 2] };
    of_fight(view, &fight, hq)
}

/// The assault under way, if a headquarters lends its leadership so.
pub fn under_way(view: View<'_>, more: Option<(HqId, UnitId)>) -> Option<Odds> {
    let mut fight = view.play.fight.clone()?;
    fight.lent.extend(more);
    let hq = view.play.hq_in(fight.hex, fight.attackers.first()?.side);
    of_fight(view, &fight, hq)
}

fn sides<'a>(
    view: View<'a>,
    hex: Hex,
    hq: Option<HqId>,
    stacks: [Vec<UnitId>; 2],
    dice: impl Fn(usize, UnitId) -> Option<Breakdown>,
) -> Option<Sides<'a>> {
    let attacker = stacks[0].first()?.side;
    let (mut pools, mut hits) = (Vec::new(), [vec![1.0], vec![1.0]]);
    for (index, stack) in stacks.iter().enumerate() {
        for unit in stack {
            let Some(dice) = dice(index, *unit) else { continue };
            let pool = PoolOdds::new(*unit, Purpose::Hit, &dice, view.setup);
            hits[index] = spread::sum(&hits[index], &pool.successes);
            pools.push(pool);
        }
    }
    hits[0] = spread::mapped(&hits[0], |hits| after_position(view.play, hex, hits));
    let hqs = [hq, view.play.hq_in(hex, attacker.other())];
    let mut hqs = hqs.into_iter();
    let stacks = stacks.map(|units| {
        let (present, hq) = (units.clone(), hqs.next().flatten());
        Stack { view, units, present, hq, spared: false }
    });
    Some(Sides { stacks, pools, hits })
}

/// Rule: WSR-ASL-7, WSR-ASL-8, WSR-ASL-9, WSR-ASL-10, WSR-ASL-11, WSR-ASL-14, WSR-ASL-15.
fn of_fight(view: View<'_>, fight: &Fight, hq: Option<HqId>) -> Option<Odds> {
    let attacker = fight.attackers.first()?.side;
    let stacks = [fight.attackers.clone(), view.play.in_hex(fight.hex, attacker.other())];
    let enemies = [stacks[1].clone(), stacks[0].clone()];
    let sides = sides(view, fight.hex, hq, stacks, |index, unit| {
        let lent = fight.lent.iter().find(|(_, to)| *to == unit);
        let lead = lent.map_or(0, |(hq, _)| leadership(view.setup, view.play, *hq));
        dice_of(view.setup, view.play, unit, &enemies[index], fight.hex, lead)
    })?;
    let harms = sides.harms();
    let mut outcome = Outcome::default();
    let trapped: Vec<UnitId> = enemies[0]
        .iter()
        .copied()
        .filter(|unit| retreats(view.setup, view.play, fight, *unit).is_empty())
        .collect();
    let mut caught = vec![[0.0; 3]; trapped.len()];
    let mut caught_hq = [0.0; 2];
    for (scored, chance) in sides.hits[0].iter().enumerate() {
        for (taken, other) in sides.hits[1].iter().enumerate() {
            let stays = attacker_stays(scored as u8, taken as u8, &view.setup.rules.switches);
            let (defence, attack) = (&harms[1][scored], &harms[0][taken]);
            outcome.add(chance * other, stays, attack.wiped, defence.wiped);
            if stays {
                let pressed = chance * other * (1.0 - attack.wiped);
                for (sums, unit) in caught.iter_mut().zip(&trapped) {
                    let ends = ends_of(defence, *unit);
                    sums.iter_mut().zip(ends).for_each(|(sum, end)| *sum += pressed * end);
                }
                caught_hq[0] += pressed * defence.hq[0];
                caught_hq[1] += pressed * (1.0 - defence.hq[1]);
            }
        }
    }
    let mut odds = sides.odds(harms);
    for (unit, ends) in trapped.iter().zip(caught) {
        odds.units.iter_mut().filter(|odds| odds.unit == *unit).for_each(|odds| lose(odds, ends));
    }
    if trapped.len() == enemies[0].len() {
        lose_hq(&mut odds, attacker.other(), caught_hq);
    }
    let ways: std::collections::BTreeSet<Hex> =
        enemies[0].iter().flat_map(|unit| retreats(view.setup, view.play, fight, *unit)).collect();
    odds.sentence = format!(
        "The assault on {} has a chance of {} to take the hex; {}",
        fight.hex,
        percent(outcome.taken),
        ends(&odds.units)
    );
    odds.fight = Some(FightOdds {
        attacker_hits: sides.hits[0].clone(),
        defender_hits: sides.hits[1].clone(),
        taken: outcome.taken,
        held: outcome.held,
        empty: outcome.empty,
        retreats: ways.into_iter().collect(),
    });
    Some(odds)
}

fn ends_of(harm: &Harm, unit: UnitId) -> [f64; 4] {
    harm.units.iter().find(|(known, _)| *known == unit).map_or([1.0, 0.0, 0.0, 0.0], |(_, ends)| *ends)
}

/// A headquarters is lost with the last of its units that finds no retreat.
fn lose_hq(odds: &mut Odds, side: Side, [reduced, eliminated]: [f64; 2]) {
    odds.headquarters.iter_mut().filter(|odds| odds.hq.side == side).for_each(|odds| {
        odds.reduced -= reduced;
        odds.eliminated += eliminated;
    });
}

/// A unit that finds no retreat is eliminated, whatever the dice made of it: chances of the other ends are lost to that.
fn lose(odds: &mut UnitOdds, caught: [f64; 3]) {
    for (part, chance) in [&mut odds.unharmed, &mut odds.disrupted, &mut odds.reduced].into_iter().zip(caught)
    {
        *part -= chance;
        odds.eliminated += chance;
    }
}

/// Chances of how an assault ends.
#[derive(Default)]
struct Outcome {
    taken: f64,
    held: f64,
    empty: f64,
}

impl Outcome {
    fn add(&mut self, chance: f64, stays: bool, attackers_gone: f64, defenders_gone: f64) {
        let both_left = (1.0 - attackers_gone) * (1.0 - defenders_gone);
        let [stays, back] = if stays { [1.0, 0.0] } else { [0.0, 1.0] };
        self.empty += chance * attackers_gone * defenders_gone;
        self.taken += chance * ((1.0 - attackers_gone) * defenders_gone + both_left * stays);
        self.held += chance * (attackers_gone * (1.0 - defenders_gone) + both_left * back);
    }
}

/// Odds of an overrun.
///
/// Rule: WSR-OVR-2, WSR-OVR-3, WSR-OVR-4, WSR-OVR-5, WSR-OVR-6.
pub fn overrun(view: View<'_>, units: &[UnitId], hq: Option<HqId>, hex: Hex) -> Option<Odds> {
    let attacker = units.first()?.side;
    let stacks = [units.to_vec(), view.play.in_hex(hex, attacker.other())];
    let sides = sides(view, hex, hq, stacks, |index, unit| match index {
        0 => overrun::attack(view.setup, view.play, unit),
        _ => overrun::defence(view.setup, view.play, unit),
    })?;
    let harms = sides.harms();
    let gone = |hits: &[f64], harms: &[Harm]| -> f64 {
        hits.iter().zip(harms).map(|(chance, harm)| chance * harm.wiped).sum()
    };
    let [attackers, defenders] = [gone(&sides.hits[1], &harms[0]), gone(&sides.hits[0], &harms[1])];
    let fight = FightOdds {
        attacker_hits: sides.hits[0].clone(),
        defender_hits: sides.hits[1].clone(),
        taken: (1.0 - attackers) * defenders,
        held: 1.0 - defenders,
        empty: attackers * defenders,
        retreats: Vec::new(),
    };
    let mut odds = sides.odds(harms);
    odds.sentence = format!(
        "The overrun of {hex} has a chance of {} to leave nobody there; {}",
        percent(defenders),
        ends(&odds.units)
    );
    odds.fight = Some(fight);
    Some(odds)
}

impl Sides<'_> {
    /// Harm to attackers and defenders, by the hits that the others score.
    fn harms(&self) -> [Vec<Harm>; 2] {
        [0, 1].map(|index| {
            let largest = self.hits[1 - index].len();
            (0..largest).map(|hits| self.stacks[index].by(hits as u8)).collect()
        })
    }

    fn odds(&self, harms: [Vec<Harm>; 2]) -> Odds {
        let none = || Harm { units: Vec::new(), hq: [0.0; 2], wiped: 0.0 };
        let sums = [0, 1].map(|index| {
            let chances = self.hits[1 - index].iter().zip(&harms[index]);
            chances.fold(none(), |sum, (chance, harm)| sum.plus(*chance, harm))
        });
        let units = sums.iter().flat_map(|harm| harm.units.iter().map(unit_odds)).collect();
        let headquarters: Vec<HqOdds> =
            sums.iter().zip(&self.stacks).filter_map(|(harm, stack)| stack.hq_odds(harm.hq)).collect();
        Odds { pools: self.pools.clone(), units, headquarters, ..Odds::default() }
    }
}
