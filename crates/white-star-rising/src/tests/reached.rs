//! Paragraphs that a game reaches by the terms of dice and by what is refused; what happens names its own.

use tabletop_hexes::hex::Hex;

use crate::game::View;
use crate::ids::UnitId;
use crate::odds::Odds;
use crate::order::{Caller, Entry, Mission, Order, Price, Weapon};

/// Kinds of facts that must come up in a few games of each scenario and switch.
pub const KINDS: &[&str] = &[
    "Deployed",
    "HqDeployed",
    "Raised",
    "TurnBegan",
    "Drawn",
    "ImpulseBegan",
    "CommandChecked",
    "OutOfCommand",
    "RallyRolled",
    "Fired",
    "HexFired",
    "PositionHeld",
    "Saved",
    "Disrupted",
    "Reduced",
    "Eliminated",
    "HqRolled",
    "HqReduced",
    "HqEliminated",
    "Done",
    "Lent",
    "MarchBegan",
    "Moved",
    "FellBack",
    "Stopped",
    "MarchEnded",
    "Loaded",
    "Unloaded",
    "MinesLaid",
    "MinesStruck",
    "MissionCalled",
    "Smoked",
    "AssaultBegan",
    "AssaultRolled",
    "AssaultSettled",
    "FightEnded",
    "AirSent",
    "FlakFired",
    "AirAccuracy",
    "AirMisdirected",
    "AirEnded",
    "SmokeAged",
    "TurnEnded",
    "Over",
    "FateSpent",
    "DiceOffered",
    "DieChanged",
    "DiceKept",
    "DiceSettled",
];

/// Paragraphs that make up the dice of an order.
pub fn of_plan(odds: Option<&Odds>) -> Vec<&'static str> {
    let pools = odds.into_iter().flat_map(|odds| &odds.pools);
    pools.flat_map(|pool| pool.terms.iter().map(|term| term.rule)).collect()
}

/// Some orders that are mostly not allowed.
pub fn wild_orders(view: View<'_>, number: u64) -> Vec<Order> {
    let units: Vec<UnitId> = view.play.units.keys().copied().collect();
    let pick = |salt: u64| {
        let mixed = (number * 31 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        units[mixed as usize % units.len()]
    };
    let (unit, target) = (pick(1), pick(2));
    let hexes: Vec<Hex> = view.play.hex_of(unit).into_iter().flat_map(Hex::neighbours).collect();
    let near = hexes.get(number as usize % hexes.len().max(1)).copied();
    let there = near.or_else(|| view.play.hex_of(target));
    let fire = |weapon, price| Order::Fire { unit, target, weapon, lead: None, price };
    let mut all = vec![
        fire(Weapon::ArmourPiercing, Price::Usual),
        fire(Weapon::HighExplosive, Price::Firepower),
        Order::Load { carrier: unit, unit: target },
        Order::Unload { carrier: unit },
        Order::Raise { unit },
        Order::Refresh { unit },
        Order::Stop,
        Order::FlakFire { unit },
        Order::Done,
    ];
    if let Some(hex) = there {
        let march = |entry| Order::March { units: vec![unit], hq: None, to: hex, entry };
        all.extend([Entry::Walk, Entry::Assault, Entry::Overrun].map(march));
        all.extend([Entry::Walk, Entry::Assault, Entry::Overrun].map(|entry| Order::GoOn { to: hex, entry }));
        all.extend([
            Order::Bombard { unit, hex, spotter: Some(Caller::Unit(target)), lead: None },
            Order::Call { caller: Caller::Unit(unit), hex, mission: Mission::HighExplosive },
            Order::Clear { unit, hex },
            Order::Deploy { unit, hex },
            Order::Retreat { to: hex },
            Order::AirStrike { hex },
        ]);
    }
    all
}
