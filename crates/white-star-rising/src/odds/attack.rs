//! Odds of fire, at a unit or at a hex.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::harm::{Stack, unit_odds};
use super::{HqOdds, Odds, Outcome, PoolOdds, Purpose, UnitOdds, percent, spread};
use crate::chapters::breakdown::{Breakdown, Part};
use crate::chapters::fire::{Moment, Saves, Shot, plan_fire};
use crate::chapters::hex_fire::{
    at_units, fails, hex_saves, ignored_by_armour, plan_mortar, struck, struck_by_mortar, struck_units,
};
use crate::chapters::mines::after_position;
use crate::game::View;
use crate::order::{Caller, Mission, Order};
use crate::resolve::Ignores;

pub use crate::resolve::moment;

/// The chances of the hits that are left of an attack on a hex after an improved position and saves.
///
/// Rule: WSR-IMP-1.
pub fn left_of(view: View<'_>, hex: Hex, hits: &[f64], saves: &Saves) -> Vec<f64> {
    let left = spread::mapped(hits, |hits| after_position(view.play, hex, hits));
    let pools = saves.map(|saves| saves.pool(&view.setup.rules.numbers));
    pools.into_iter().fold(left, |left, pool| spread::after_saves(&left, pool))
}

/// Rule: WSR-FIR-11, WSR-FIR-12, WSR-FIR-13, WSR-FIR-14.
pub fn fire(view: View<'_>, moment: Moment, order: &Order) -> Option<Odds> {
    let Order::Fire { unit, target, weapon, lead, price } = *order else { return None };
    let shot = Shot { unit, target, weapon, lead, price };
    let plan = plan_fire(view.setup, view.play, moment, shot).ok()?;
    let mut pools = vec![PoolOdds::new(unit, Purpose::Hit, &plan.hit, view.setup)];
    let left = left_of(view, plan.hex, &pools[0].successes, &plan.saves);
    pools.extend(saving(view, plan.hex, &plan.saves));
    let stack = Stack { spared: plan.spared, ..Stack::under_fire(view, target.side, plan.hex, vec![target]) };
    let harm = stack.of(&left);
    let units: Vec<UnitOdds> = harm.units.iter().map(unit_odds).collect();
    let sentence = format!("{unit} fires at {target} with {}: {}", dice(&pools), ends(&units));
    Some(Odds {
        sentence,
        pools,
        units,
        headquarters: stack.hq_odds(harm.hq).into_iter().collect(),
        ..Odds::default()
    })
}

/// Rule: WSR-MTR-2, WSR-MTR-3, WSR-MTR-5.
pub fn mortar(view: View<'_>, moment: Moment, order: &Order) -> Option<Odds> {
    let Order::Bombard { unit, hex, spotter, lead } = *order else { return None };
    let dice = plan_mortar(view.setup, view.play, moment, unit, hex, spotter, lead).ok()?;
    let hexes = match spotter {
        None => vec![hex],
        Some(_) => struck_by_mortar(view.setup, hex),
    };
    let mut all = at_hexes(view, unit.side, &hexes, dice, spotter.map(|_| Ignores::Nothing));
    all.sentence = format!("{unit} fires at hex {hex}{}: {}", failing(view, spotter), ends(&all.units));
    Some(all)
}

/// Rule: WSR-ART-3, WSR-ART-4, WSR-ART-5, WSR-ART-6.
pub fn mission(view: View<'_>, side: Side, caller: Caller, hex: Hex, mission: Mission) -> Option<Odds> {
    let what = failing(view, Some(caller));
    match mission {
        Mission::Smoke => Some(Odds {
            sentence: format!("Smoke on hex {hex}{what}"),
            pools: vec![mission_die(view, hex)],
            outcomes: Outcome::two("the mission fails", "it is fired", "works", 1.0 - chance_to_fail(view)),
            ..Odds::default()
        }),
        Mission::HighExplosive => {
            let dice = crate::chapters::hex_fire::mission(view.setup, side);
            let mut all = at_hexes(view, side, &struck(view.setup, hex), dice, Some(Ignores::FirstAtArmour));
            all.sentence = format!("Fire on hex {hex}{what}: {}", ends(&all.units));
            Some(all)
        }
    }
}

fn failing(view: View<'_>, caller: Option<Caller>) -> String {
    match caller {
        None => String::new(),
        Some(_) => format!(" ({} chance that the mission fails)", percent(chance_to_fail(view))),
    }
}

/// Rule: WSR-ART-3.
fn chance_to_fail(view: View<'_>) -> f64 {
    (1..=6).filter(|face| fails(*face, view.setup)).count() as f64 / 6.0
}

fn mission_die(view: View<'_>, hex: Hex) -> PoolOdds {
    let lowest = view.setup.rules.numbers.mission_fails_at + 1;
    PoolOdds::new(
        hex,
        Purpose::Mission,
        &Breakdown::new("WSR-ART-3", 1, lowest, "the mission die"),
        view.setup,
    )
}

/// Fire at each of some hexes; `mission` is there if a mission die is rolled before.
fn at_hexes(view: View<'_>, by: Side, hexes: &[Hex], dice: Breakdown, mission: Option<Ignores>) -> Odds {
    let View { setup, play, .. } = view;
    let works = mission.map_or(1.0, |_| 1.0 - chance_to_fail(view));
    let pools = mission.map(|_| mission_die(view, hexes[0])).into_iter().collect();
    let mut all = Odds { pools, ..Odds::default() };
    for hex in hexes {
        let Some((side, units)) = struck_units(play, *hex, by) else { continue };
        let hit = PoolOdds::new(*hex, Purpose::Hit, &at_units(dice, &units, &setup.rules.switches), setup);
        let ignored = match mission {
            Some(Ignores::FirstAtArmour) => ignored_by_armour(setup, &units),
            Some(Ignores::Nothing) | None => 0,
        };
        let hits = spread::mapped(&hit.successes, |hits| hits.saturating_sub(ignored));
        let saves = hex_saves(setup, &units, *hex);
        let left = left_of(view, *hex, &hits, &saves);
        all.pools.push(hit);
        all.pools.extend(saving(view, *hex, &saves));
        let stack = Stack::under_fire(view, side, *hex, units);
        let harm = stack.of(&left);
        all.units.extend(harm.units.iter().map(|(unit, ends)| {
            let mut odds = ends.map(|chance| chance * works);
            odds[0] += 1.0 - works;
            unit_odds(&(*unit, odds))
        }));
        let hq = stack.hq_odds(harm.hq.map(|chance| chance * works));
        all.headquarters.extend(hq.into_iter().collect::<Vec<HqOdds>>());
    }
    all
}

/// The chance that a fire at a hex harms nobody there.
pub fn nobody_harmed(view: View<'_>, hex: Hex, by: Side, dice: Breakdown) -> f64 {
    let Some((_, units)) = struck_units(view.play, hex, by) else { return 1.0 };
    let dice = at_units(dice, &units, &view.setup.rules.switches);
    let hits = spread::of(dice.pool(&view.setup.rules.numbers));
    left_of(view, hex, &hits, &hex_saves(view.setup, &units, hex))[0]
}

/// Save dice that there are.
pub fn saving(view: View<'_>, hex: Hex, saves: &Saves) -> Vec<PoolOdds> {
    let has_dice = |saves: &&Breakdown| saves.terms().any(|term| term.part == Part::Dice);
    saves.iter().filter(has_dice).map(|saves| PoolOdds::new(hex, Purpose::Save, saves, view.setup)).collect()
}

/// "3 dice at 5+ against 4 save dice at 5+".
fn dice(pools: &[PoolOdds]) -> String {
    let count = |purpose: Purpose, word: &str| {
        let all = pools.iter().filter(|pool| pool.purpose == purpose && pool.dice > 0);
        let say = |pool: &PoolOdds| match pool.dice {
            1 => format!("1 {word}die at {}+", pool.face),
            dice => format!("{dice} {word}dice at {}+", pool.face),
        };
        all.map(say).collect::<Vec<_>>().join(" and ")
    };
    match (count(Purpose::Hit, ""), count(Purpose::Save, "save ")) {
        (hit, save) if save.is_empty() => hit,
        (hit, save) => format!("{hit} against {save}"),
    }
}

/// "20 % chance that B2 is disrupted, 8 % that it is reduced, 1 % that it is eliminated".
pub fn ends(units: &[UnitOdds]) -> String {
    let say = |odds: &UnitOdds| {
        let chances =
            [("disrupted", odds.disrupted), ("reduced", odds.reduced), ("eliminated", odds.eliminated)];
        let mut some = chances.into_iter().filter(|(_, chance)| *chance > 0.0);
        let Some((word, chance)) = some.next() else { return format!("nothing happens to {}", odds.unit) };
        let first = format!("{} chance that {} is {word}", percent(chance), odds.unit);
        let others = some.map(|(word, chance)| format!("{} that it is {word}", percent(chance)));
        std::iter::once(first).chain(others).collect::<Vec<_>>().join(", ")
    };
    match units.is_empty() {
        true => "it harms nobody".to_owned(),
        false => units.iter().map(say).collect::<Vec<_>>().join("; "),
    }
}
