//! Odds of mines: to clear them, and what they do to whom they are laid under.

use tabletop_hexes::hex::Hex;

use super::attack::ends;
use super::harm::{Stack, unit_odds};
use super::{Odds, Outcome, PoolOdds, Purpose, percent};
use crate::chapters::breakdown::Breakdown;
use crate::chapters::mines::{is_cleared, may_clear};
use crate::game::View;
use crate::ids::UnitId;
use crate::odds::words::dice;

/// Rule: WSR-MIN-5.
pub fn clearing(view: View<'_>, unit: UnitId, hex: Hex) -> Option<Odds> {
    let count = may_clear(view.setup, view.play, unit, hex).ok()?;
    let chance = chance_to_clear(view, count);
    Some(Odds {
        sentence: format!(
            "{unit} has a chance of {} to clear the mines in {hex}: {}",
            percent(chance),
            dice(count)
        ),
        outcomes: Outcome::two("the mines stay", "the mines are cleared", "cleared", chance),
        ..Odds::default()
    })
}

/// The share of all throws of so many dice that clear mines.
fn chance_to_clear(view: View<'_>, count: u8) -> f64 {
    let mut throws: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..count {
        throws =
            throws.iter().flat_map(|throw| (1..=6).map(move |face| [&throw[..], &[face]].concat())).collect();
    }
    let cleared = throws.iter().filter(|throw| is_cleared(throw, view.setup.rules.switches.engineer_even));
    cleared.count() as f64 / throws.len() as f64
}

/// Mines that are laid under the stack that moves strike it at once.
///
/// Rule: WSR-MIN-1, WSR-MIN-2, WSR-MIN-3.
pub fn laid(view: View<'_>) -> Option<Odds> {
    let march = view.play.march.as_ref()?;
    let (hex, side) = (march.hex?, march.units.first()?.side);
    let numbers = &view.setup.rules.numbers;
    let pool = Breakdown::new("WSR-MIN-2", numbers.mine_dice, numbers.mine_face, "dice of a minefield");
    let pool = PoolOdds::new(hex, Purpose::Hit, &pool, view.setup);
    let stack = Stack::under_fire(view, side, hex, view.play.in_hex(hex, side));
    let harm = stack.of(&pool.successes);
    let units: Vec<_> = harm.units.iter().map(unit_odds).collect();
    Some(Odds {
        sentence: format!("Mines in {hex}: {}", ends(&units)),
        headquarters: stack.hq_odds(harm.hq).into_iter().collect(),
        pools: vec![pool],
        units,
        ..Odds::default()
    })
}
