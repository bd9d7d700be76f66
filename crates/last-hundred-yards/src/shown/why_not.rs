//! Why a group can do nothing at a target: what the gate says of the orders that come nearest.

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::Target;
use tabletop_hexes::hex::Hex;

use crate::game::Lhy;
use crate::gate::judge;
use crate::ids::{Subject, UnitId};
use crate::order::{Choice, Order};
use crate::view::View;

/// An order that comes near, and why it is refused.
pub type Why = (String, Refusal<Lhy>);

/// The refusals of a group's fire, assault and move at a target; empty where nothing comes near.
///
/// Rule: LHY-SAF-1, LHY-ASB-1, LHY-MAN-1, LHY-FRM-5, LHY-SCN-1.
pub fn why_not(view: View<'_>, decision: Decision<Lhy>, group: &[Subject], target: Target<Lhy>) -> Vec<Why> {
    let hex = match target {
        Target::Hex(hex) | Target::Counter(Subject::Hex(hex)) => Some(hex),
        Target::Counter(Subject::Unit(unit)) => view.play.hex_of(unit).filter(|_| view.knows(unit)),
    };
    let units: Vec<UnitId> = group
        .iter()
        .filter_map(|subject| match subject {
            Subject::Unit(unit) => Some(*unit),
            Subject::Hex(_) => None,
        })
        .collect();
    let (Some(hex), Some(unit)) = (hex, units.first().copied()) else { return Vec::new() };
    let why = |name: &str, order: &Order| {
        let refused = judge(view, decision.player, order, decision.choice)?.err()?;
        Some((name.to_owned(), refused))
    };
    let enemies = view.play.has_units(view.setup, hex, decision.player.other());
    let fire = || why("fire", &Order::Fire { unit, hex });
    let found = match (decision.choice, enemies) {
        (Choice::SetUp, _) => vec![why("set up", &Order::Deploy { unit, hex })],
        (Choice::Act, true) => {
            let from = beside(view, unit, hex);
            let assault = from.and_then(|from| why("assault", &Order::Assault { units, hex, from }));
            vec![fire(), assault]
        }
        (Choice::React, true) => vec![fire()],
        (Choice::Act | Choice::React, false) => vec![why("move", &Order::Maneuver { unit, to: hex })],
        (Choice::InAssault { .. }, _) => vec![
            why("retreat", &Order::Retreat { to: hex }),
            why("advance", &Order::Advance { unit, to: hex }),
        ],
        (Choice::Activate, _) => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// The neighbour of a hex that is nearest to a unit.
fn beside(view: View<'_>, unit: UnitId, hex: Hex) -> Option<Hex> {
    let at = view.play.hex_of(unit)?;
    view.setup.level.map.neighbours(hex).min_by_key(|from| (from.distance(at), *from))
}
