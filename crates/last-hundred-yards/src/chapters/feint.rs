//! Feints: attackers on foot who stay out of an assault that is declared, or withdraw from it.

use crate::assault::eligible::drops_out;
use crate::chapters::cohesion;
use crate::chapters::movement::withdrawals;
use crate::data::ruleset::Feint as Reading;
use crate::ids::UnitId;
use crate::order::Order;
use crate::play::{Arrow, Feint, Play};
use crate::setup::LhySetup;

/// Attackers on foot who still take part. Riders go along with what carries them.
///
/// Rule: LHY-ASB-5 (who.)
pub fn on_foot(setup: &LhySetup, play: &Play, arrow: &Arrow) -> Vec<UnitId> {
    let units = arrow.attackers.iter().map(|(unit, _)| *unit);
    let takes_part = |unit: &UnitId| play.hex_of(*unit).is_some() && !drops_out(play.state(*unit));
    units.filter(|unit| takes_part(unit) && setup.card(*unit).kind.is_foot()).collect()
}

/// Highest face of the die on which they stay out: the best Cohesion, of combat units if there are any.
///
/// Rule: LHY-ASB-5, LHY-RES-5 (the best.)
pub fn limit(setup: &LhySetup, play: &Play, units: &[UnitId]) -> u8 {
    let combat: Vec<UnitId> =
        units.iter().copied().filter(|unit| setup.card(*unit).kind.is_combat()).collect();
    let pool = if combat.is_empty() { units } else { &combat };
    pool.iter().map(|unit| cohesion(setup, play, *unit)).max().unwrap_or(0)
}

/// Answers to the question whether the assault that comes next is a feint, going in first; none where it is not put.
///
/// Rule: LHY-ASB-5.
pub fn answers(setup: &LhySetup, play: &Play) -> Vec<Order> {
    let Some(arrow) = play.arrows.first() else { return Vec::new() };
    let back = |units: &[UnitId]| -> Vec<Order> {
        let ways = |unit: &UnitId| {
            let unit = *unit;
            withdrawals(setup, play, unit).into_keys().map(move |to| Order::Withdraw { unit, to })
        };
        units.iter().flat_map(ways).collect()
    };
    let reading = setup.rules.switches.feint;
    match &arrow.feint {
        Feint::Open => {
            let units = on_foot(setup, play, arrow);
            if units.is_empty() || reading == Reading::None {
                return Vec::new();
            }
            let free = if reading == Reading::FreeWithdrawal { back(&units) } else { Vec::new() };
            [Order::PressHome, Order::Feint].into_iter().chain(free).collect()
        }
        Feint::Out(units) => {
            let back = back(units);
            if back.is_empty() { back } else { std::iter::once(Order::Done).chain(back).collect() }
        }
        Feint::Over => Vec::new(),
    }
}
