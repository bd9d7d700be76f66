//! Paragraphs that every game reaches, and orders that reach others by being refused.

use tabletop_hexes::hex::Hex;

use crate::card::Kind;
use crate::ids::UnitId;
use crate::order::Order;
use crate::setup::LhySetup;
use crate::view::View;

/// Paragraphs that every game of a setup plays by.
pub fn of_setup(_: &LhySetup) -> &'static [&'static str] {
    &["LHY-TRM-1", "LHY-TRM-2", "LHY-TRM-3", "LHY-TRM-4", "LHY-FRM-1", "LHY-FRM-2"]
}

/// Some orders that are mostly not allowed.
pub fn wild_orders(view: View<'_>, number: u64) -> Vec<Order> {
    let units: Vec<UnitId> = view.play.units.keys().copied().collect();
    let pick = |salt: u64| {
        let mixed = (number * 31 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        units[mixed as usize % units.len()]
    };
    let (unit, other, target) = (pick(1), pick(2), pick(3));
    let hexes: Vec<Hex> = view.setup.level.map.hexes().collect();
    let hex = view.play.hex_of(target).unwrap_or(hexes[number as usize % hexes.len()]);
    let from = hex.neighbours().nth(number as usize % 2).unwrap_or(hex);
    let leader = units.iter().copied().find(|id| view.setup.card(*id).kind == Kind::Leader).unwrap_or(unit);
    vec![
        Order::Deploy { unit, hex },
        Order::Activate { platoons: vec![view.setup.card(unit).platoon.clone()] },
        Order::Activate { platoons: vec![String::new()] },
        Order::Maneuver { unit, to: hex },
        Order::Fire { unit, hex },
        Order::Recover { unit },
        Order::Withdraw { unit, to: from },
        Order::Assault { units: vec![unit], hex, from },
        Order::Assault { units: vec![unit, other], hex, from },
        Order::Assault { units: vec![leader], hex, from },
        Order::Assault { units: Vec::new(), hex, from },
        Order::Retreat { to: hex },
        Order::Advance { unit, to: from },
        Order::Count { units: vec![unit] },
    ]
}
