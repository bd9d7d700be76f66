//! A move foretold hex by hex: who may fire at it, and the chance that it arrives in Good Order.
//!
//! The enemy is taken to do his best: at each hex at most one unit fires, no unit twice, and together they stop the stack as often as
//! they can. Mines that may still be laid are not counted: nobody but their owner knows of them.

use serde::Serialize;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;

use super::harm::Stack;
use super::{attack, percent, spread, uncounted};
use crate::chapters::basics::Pool;
use crate::chapters::fire::{Moment, Shot, plan_fire};
use crate::chapters::hex_fire::plan_mortar;
use crate::chapters::movement::{Pace, may_begin, plan_step};
use crate::fact::Fact;
use crate::game::{View, Wsr};
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::listing::weapons;
use crate::order::{Entry, Price, Weapon};
use crate::play::{Place, Play};

/// A move foretold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// In a sentence.
    pub sentence: String,
    /// Hexes of the move, as far as it is allowed.
    pub steps: Vec<Step>,
    /// The chance that the whole stack arrives in Good Order at the last of them.
    pub arrives: f64,
    /// The chance that it stays in Good Order there if every enemy that can then fires at it in his own impulse.
    pub there: f64,
    /// The same where it stands now.
    pub here: f64,
    /// Reason why it goes no farther.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// One hex of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The hex.
    pub hex: Hex,
    /// Movement factors that each unit has spent then.
    pub spent: Vec<u8>,
    /// The chance that mines there harm nobody; 1 without mines.
    pub mines: f64,
    /// Enemies who may fire, the most dangerous first.
    pub fires: Vec<FireThreat>,
    /// The chance that the stack goes on from here in Good Order, having come so far.
    pub arrives: f64,
}

/// An enemy that may fire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FireThreat {
    /// The enemy.
    pub unit: UnitId,
    /// Its target; none where it fires at the hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The chance that it harms somebody.
    pub harms: f64,
    /// It fires here if the enemy does his best.
    pub expected: bool,
}

/// Foretells the move of a stack along a path: the hexes that it enters, one after the other.
///
/// # Errors
/// The refusal, if it may not move at all.
///
/// Rule: WSR-OPP-1, WSR-OPP-3, WSR-MIN-2.
pub fn forecast(
    view: View<'_>,
    units: &[UnitId],
    hq: Option<HqId>,
    path: &[Hex],
) -> Result<Forecast, Refusal<Wsr>> {
    let first = *units.first().ok_or_else(|| Refusal::new(Mistake::NotThere))?;
    let begun = view.play.march.as_ref().filter(|march| march.units == units);
    let begin = match begun {
        Some(march) => march.hex.ok_or(Mistake::NotThere).map(|hex| (hex, march.spent.clone())),
        None => may_begin(view.play, first.side, units, hq).map(|hex| (hex, vec![0; units.len()])),
    };
    let (start, spent) = begin.map_err(|mistake| Refusal::new(mistake).about(first))?;
    let (mut steps, refused) = walked(view, units, hq, (start, spent), path);
    let fires: Vec<Vec<f64>> = chosen_fires(&mut steps);
    let mut arrives = 1.0;
    for (step, fired) in steps.iter_mut().zip(fires) {
        arrives *= step.mines * fired.iter().product::<f64>();
        step.arrives = arrives;
    }
    let end = steps.last().map_or(start, |step| step.hex);
    let here = unharmed_by_all(view, view.play, units);
    let there = match steps.is_empty() {
        true => here,
        false => unharmed_by_all(view, &moved(view, units, hq, end, true), units),
    };
    let names: Vec<String> = units.iter().map(UnitId::to_string).collect();
    let able = steps.iter().flat_map(|step| &step.fires).map(|fire| fire.unit);
    let able: std::collections::BTreeSet<UnitId> = able.collect();
    let firing = match able.len() {
        0 => "nobody can fire at it".to_owned(),
        1 => "1 enemy may fire at it".to_owned(),
        count => format!("{count} enemies may fire at it"),
    };
    let sentence = format!(
        "{} {} a chance of {} to arrive in {end} in Good Order: {firing} on the way; the chance to keep it under fire of all who \
         see the hex is {} there, {} at the start{}",
        names.join(" and "),
        if names.len() == 1 { "has" } else { "have" },
        percent(arrives),
        percent(there),
        percent(here),
        uncounted(view)
    );
    Ok(Forecast { sentence, steps, arrives, there, here, refused })
}

/// The hexes that a stack may walk through, with who may fire there.
fn walked(
    view: View<'_>,
    units: &[UnitId],
    hq: Option<HqId>,
    (start, mut spent): (Hex, Vec<u8>),
    path: &[Hex],
) -> (Vec<Step>, Option<String>) {
    let mut steps = Vec::new();
    let mut from = start;
    for to in path {
        let pace = Pace { units, spent: &spent, hq, from, to: *to, entry: Entry::Walk };
        match plan_step(view.setup, view.play, pace) {
            Ok(after) => {
                spent = after;
                let play = moved(view, units, hq, *to, false);
                let mut fires = fires_at(view, &play, units, *to);
                fires.sort_by(|a, b| b.harms.total_cmp(&a.harms));
                let mines = unharmed_by_mines(view, &play, *to, units);
                steps.push(Step { hex: *to, spent: spent.clone(), mines, fires, arrives: 1.0 });
                from = *to;
            }
            Err(mistake) => {
                return (steps, Some(Refusal::<Wsr>::new(mistake).about(units[0]).to_string()));
            }
        }
    }
    (steps, None)
}

/// The battle with a stack in another hex.
pub fn moved(view: View<'_>, units: &[UnitId], hq: Option<HqId>, to: Hex, is_done: bool) -> Play {
    let mut play = view.play.clone();
    let (units, spent) = (units.to_vec(), vec![0; units.len()]);
    let facts = [
        Fact::MarchBegan { units: units.clone(), hq },
        Fact::Moved { units: units.clone(), hq, to, spent, entry: Entry::Walk },
    ];
    let ends = is_done.then_some(Fact::MarchEnded);
    for fact in facts.iter().chain(&ends) {
        play.apply(view.setup, fact);
    }
    play
}

/// Best fire of each enemy at a stack that has entered a hex.
fn fires_at(view: View<'_>, play: &Play, units: &[UnitId], hex: Hex) -> Vec<FireThreat> {
    let view = View { play, ..view };
    let enemy = units[0].side.other();
    let able = play.on_map(enemy).filter(|(_, unit, at)| !unit.done && !unit.disrupted && *at != hex);
    able.filter_map(|(unit, _, _)| best_threat(view, Moment::Opportunity, unit, units, hex)).collect()
}

/// The most dangerous fire of a unit at a stack, leadership included.
fn best_threat(
    view: View<'_>,
    moment: Moment,
    unit: UnitId,
    targets: &[UnitId],
    hex: Hex,
) -> Option<FireThreat> {
    let hq = view.play.hex_of(unit).and_then(|at| view.play.hq_in(at, unit.side));
    let lead =
        hq.filter(|hq| moment == Moment::Opportunity || view.play.hqs.get(hq).is_some_and(|hq| !hq.lent));
    let mut all: Vec<FireThreat> = Vec::new();
    for target in targets {
        for weapon in weapons(view, unit, *target) {
            let harms = harm_of_shot(view, moment, unit, *target, weapon, lead);
            all.extend(harms.map(|harms| FireThreat { unit, target: Some(*target), harms, expected: false }));
        }
    }
    if let Ok(dice) = plan_mortar(view.setup, view.play, moment, unit, hex, None, lead) {
        let stays = attack::nobody_harmed(view, hex, unit.side, dice);
        all.push(FireThreat { unit, target: None, harms: 1.0 - stays, expected: false });
    }
    all.into_iter().max_by(|a, b| a.harms.total_cmp(&b.harms)).filter(|threat| threat.harms > 0.0)
}

fn harm_of_shot(
    view: View<'_>,
    moment: Moment,
    unit: UnitId,
    target: UnitId,
    weapon: Weapon,
    lead: Option<HqId>,
) -> Option<f64> {
    let shot = Shot { unit, target, weapon, lead, price: Price::Usual };
    let plan = plan_fire(view.setup, view.play, moment, shot).ok()?;
    let hits = spread::of(plan.hit.pool(&view.setup.rules.numbers));
    let left = attack::left_of(view, plan.hex, &hits, &plan.saves);
    Some(1.0 - left[0])
}

/// Rule: WSR-MIN-2.
fn unharmed_by_mines(view: View<'_>, play: &Play, hex: Hex, units: &[UnitId]) -> f64 {
    if !play.mines.contains(&hex) {
        return 1.0;
    }
    let numbers = &view.setup.rules.numbers;
    let hits = spread::of(Pool { dice: numbers.mine_dice, face: numbers.mine_face, ignored: 0 });
    let view = View { play, ..view };
    let there = play.in_hex(hex, units[0].side);
    let stack = Stack::under_fire(view, units[0].side, hex, there);
    let safe = |hits: usize| stack.unharmed_by(hits as u8, units);
    hits.iter().enumerate().map(|(hits, chance)| chance * safe(hits)).sum()
}

/// The chance that nobody of a stack is harmed if every enemy who can fires at it in his own impulse.
fn unharmed_by_all(view: View<'_>, play: &Play, units: &[UnitId]) -> f64 {
    let view = View { play, ..view };
    let Some(hex) = units.first().and_then(|unit| match play.units.get(unit)?.place {
        Place::On(hex) => Some(hex),
        Place::Reserve | Place::Aboard(_) | Place::Gone => None,
    }) else {
        return 1.0;
    };
    let mut rested = play.clone();
    // Their impulse takes their markers off.
    rested.apply(view.setup, &Fact::ImpulseBegan { side: units[0].side.other() });
    let view = View { play: &rested, ..view };
    let able = rested.on_map(units[0].side.other()).filter(|(_, unit, _)| !unit.disrupted);
    let threats = able.filter_map(|(unit, ..)| best_threat(view, Moment::OwnImpulse, unit, units, hex));
    threats.map(|threat| 1.0 - threat.harms).product()
}

/// Marks who fires where if the enemy does his best, and returns for each hex the chance that nobody is harmed there: the assignment of
/// enemies to hexes that makes the product of these chances least.
fn chosen_fires(steps: &mut [Step]) -> Vec<Vec<f64>> {
    let mut firers: Vec<UnitId> = steps.iter().flat_map(|step| &step.fires).map(|fire| fire.unit).collect();
    firers.sort();
    firers.dedup();
    let cost = |step: &Step, firer: Option<&UnitId>| {
        let found = firer.and_then(|firer| step.fires.iter().find(|fire| fire.unit == *firer));
        // What is certain to harm is bounded, so that sums stay finite.
        found.map_or(0.0, |fire| libm::log((1.0 - fire.harms).max(1e-12)))
    };
    // As many idle columns as hexes: at any of them nobody may fire.
    let columns = firers.len() + steps.len();
    let costs: Vec<Vec<f64>> = steps
        .iter()
        .map(|step| (0..columns).map(|column| cost(step, firers.get(column))).collect())
        .collect();
    let assigned = super::assignment::cheapest(&costs);
    let mut all = Vec::new();
    for (step, column) in steps.iter_mut().zip(assigned) {
        let firer = firers.get(column);
        let fires = step.fires.iter_mut().find(|fire| Some(&fire.unit) == firer);
        all.push(fires.map_or(Vec::new(), |fire| {
            fire.expected = true;
            vec![1.0 - fire.harms]
        }));
    }
    all
}
