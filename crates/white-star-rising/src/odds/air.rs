//! Odds of an air strike and of the flak against it.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::attack::{ends, left_of, saving};
use super::harm::{Stack, unit_odds};
use super::{Odds, Outcome, PoolOdds, Purpose, percent, spread};
use crate::chapters::air;
use crate::chapters::breakdown::Breakdown;
use crate::chapters::hex_fire::struck_units;
use crate::data::ruleset::AirDisrupted;
use crate::game::View;
use crate::ids::UnitId;
use crate::play::Strike;

/// A strike that no flak stops. One that goes wrong falls on another hex, which the other side picks: it is not counted here.
///
/// Rule: WSR-CAS-6, WSR-CAS-7, WSR-CAS-8, WSR-CAS-9.
pub fn strike(view: View<'_>, side: Side, hex: Hex) -> Option<Odds> {
    let aircraft = view.setup.force(side).aircraft?;
    let mut hits = vec![1.0 / 6.0];
    for accuracy in 2..=6 {
        let pool = spread::of(air::strike(aircraft, accuracy).pool(&view.setup.rules.numbers));
        hits.resize(hits.len().max(pool.len()), 0.0);
        pool.iter().zip(&mut hits).for_each(|(chance, sum)| *sum += chance / 6.0);
    }
    let die = Breakdown::new("WSR-CAS-6", 1, 2, "the accuracy die; with a 2 the strike has a die less");
    let die = PoolOdds::new(hex, Purpose::Accuracy, &die, view.setup);
    let full = PoolOdds::new(hex, Purpose::Hit, &air::strike(aircraft, 6), view.setup);
    let coming = Strike { side, hex, flak_hits: 0, accuracy: None, misdirected: false };
    let flak = view
        .play
        .on_map(side.other())
        .filter(|(unit, ..)| air::flak(view.setup, view.play, &coming, *unit).is_some());
    let flak = match flak.count() {
        0 => "no flak can fire at it".to_owned(),
        1 => "1 flak unit may fire at it first".to_owned(),
        count => format!("{count} flak units may fire at it first"),
    };
    let mut odds = at(view, side, hex, &hits)?;
    odds.sentence = format!(
        "The strike on {hex} has a chance of {} to go wrong; {flak}: {}",
        percent(1.0 / 6.0),
        ends(&odds.units)
    );
    odds.pools.splice(0..0, [die, full]);
    Some(odds)
}

/// A wrong strike on the hex that the other side picks.
///
/// Rule: WSR-CAS-6, WSR-CAS-8.
pub fn misdirected(view: View<'_>, hex: Hex) -> Option<Odds> {
    let side = view.play.strike.as_ref()?.side;
    let dice = air::strike(view.setup.force(side).aircraft?, 1);
    let pool = PoolOdds::new(hex, Purpose::Hit, &dice, view.setup);
    let mut odds = at(view, side, hex, &pool.successes)?;
    odds.sentence = format!("The strike falls on {hex}: {}", ends(&odds.units));
    odds.pools.insert(0, pool);
    Some(odds)
}

/// Hits on whoever is in a hex, with the save dice there.
fn at(view: View<'_>, by: Side, hex: Hex, hits: &[f64]) -> Option<Odds> {
    let Some((side, units)) = struck_units(view.play, hex, by) else { return Some(Odds::default()) };
    let saves = air::strike_saves(view.setup, view.play, &units, hex);
    let left = left_of(view, hex, hits, &saves);
    let stack = Stack::under_fire(view, side, hex, units);
    let harm = stack.of(&left);
    Some(Odds {
        pools: saving(view, hex, &saves),
        units: harm.units.iter().map(unit_odds).collect(),
        headquarters: stack.hq_odds(harm.hq).into_iter().collect(),
        ..Odds::default()
    })
}

/// Fire of a flak unit at the aircraft, with what earlier flak has done to it.
///
/// Rule: WSR-CAS-3, WSR-CAS-4, WSR-CAS-5.
pub fn flak(view: View<'_>, unit: UnitId) -> Option<Odds> {
    let strike = view.play.strike.as_ref()?;
    let aircraft = view.setup.force(strike.side).aircraft?;
    let pool =
        PoolOdds::new(unit, Purpose::Hit, &air::flak(view.setup, view.play, strike, unit)?, view.setup);
    let armour = air::aircraft_saves(aircraft);
    let unsaved = spread::after_saves(&pool.successes, armour.pool(&view.setup.rules.numbers));
    let steps = view.setup.rules.numbers.aircraft_steps;
    let chance = |wanted: &dyn Fn(u8) -> bool| -> f64 {
        let all = unsaved.iter().enumerate().filter(|(hits, _)| wanted(strike.flak_hits + *hits as u8));
        all.map(|(_, chance)| chance).sum()
    };
    let hit = match view.setup.rules.switches.air_disrupted {
        AirDisrupted::Aborts => "it is hit and makes no strike",
        AirDisrupted::Strikes => "it is hit and strikes all the same",
    };
    let (unharmed, down) = (chance(&|hits| hits == 0), chance(&|hits| hits >= steps));
    Some(Odds {
        sentence: format!(
            "{unit} fires at the aircraft: {} chance to hit it, {} to shoot it down",
            percent(1.0 - unharmed),
            percent(down)
        ),
        pools: vec![pool, PoolOdds::new(strike.hex, Purpose::Save, &armour, view.setup)],
        outcomes: vec![
            Outcome { what: "it is not hit", short: "", chance: unharmed },
            Outcome { what: hit, short: "hit", chance: 1.0 - unharmed - down },
            Outcome { what: "it is shot down", short: "shot down", chance: down },
        ],
        ..Odds::default()
    })
}
