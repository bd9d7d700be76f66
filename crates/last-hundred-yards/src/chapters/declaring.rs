//! Declaration of an assault: who may come, by which way.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ground::has_room;
use super::movement::approach;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::setup::LhySetup;
use crate::view::View;

/// Ways of the attackers to the hex before.
pub type Approaches = Vec<(UnitId, Vec<Hex>)>;

/// Hexes from which a unit may assault.
///
/// Rule: LHY-ASB-1.
pub fn range(setup: &LhySetup, view: View<'_>, unit: UnitId) -> u8 {
    let numbers = &setup.rules.numbers;
    match (setup.card(unit).kind.is_vehicle(), view.play.state(unit).heroic) {
        (true, _) => numbers.assault_vehicle,
        (false, true) => numbers.assault_heroic,
        (false, false) => numbers.assault_foot,
    }
}

/// An assault of units by one hexside.
///
/// Rule: LHY-ASB-1, LHY-ASB-2, LHY-ELI-1.
pub fn plan(
    view: View<'_>,
    player: Side,
    units: &[UnitId],
    hex: Hex,
    from: Hex,
) -> Result<Approaches, Mistake> {
    let View { setup, play, .. } = view;
    if units.is_empty() || units.iter().enumerate().any(|(index, unit)| units[..index].contains(unit)) {
        return Err(Mistake::NoUnits);
    }
    if !setup.level.map.contains(hex) {
        return Err(Mistake::OffMap { hex });
    }
    if from.distance(hex) != 1 || !setup.level.map.contains(from) {
        return Err(Mistake::NotBeside { from, hex });
    }
    if !play.has_units(setup, hex, player.other()) {
        return Err(Mistake::NoEnemy { hex });
    }
    if play.has_units(setup, from, player.other()) {
        return Err(Mistake::EnemyThere { hex: from });
    }
    eligible(view, player, units, hex)?;
    let mut ways = Approaches::new();
    for unit in units {
        let at = play.hex_of(*unit).ok_or(Mistake::NotThere)?;
        let range = range(setup, view, *unit);
        if at.distance(hex) > u32::from(range) {
            return Err(Mistake::TooFarToAssault { unit: *unit, hex, range });
        }
        let way = approach(setup, play, *unit, hex, from);
        ways.push((*unit, way.ok_or(Mistake::NoWayToAssault { unit: *unit, from, hex })?));
    }
    let comers: Vec<UnitId> = ways.iter().filter(|(_, way)| !way.is_empty()).map(|(unit, _)| *unit).collect();
    if !comers.is_empty() {
        has_room(setup, play, &comers, player, from)?;
    }
    Ok(ways)
}

/// Whether units may assault together.
///
/// Rule: LHY-ELI-1.
fn eligible(view: View<'_>, _player: Side, units: &[UnitId], _hex: Hex) -> Result<(), Mistake> {
    for unit in units {
        let state = view.play.state(*unit);
        if state.disrupted {
            return Err(Mistake::Disrupted);
        }
        if state.regrouping {
            return Err(Mistake::Regrouping);
        }
        if state.shocked {
            return Err(Mistake::Shocked);
        }
    }
    Ok(())
}

/// Whether a unit in good order has a way into a hex by one hexside.
///
/// Rule: LHY-ASB-1.
pub fn can_come(view: View<'_>, unit: UnitId, hex: Hex, from: Hex) -> bool {
    let state = view.play.state(unit);
    let ready = !(state.disrupted || state.regrouping || state.shocked);
    ready && approach(view.setup, view.play, unit, hex, from).is_some()
}
