//! Declaration of an assault: who may come, by which way.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ground::has_room;
use super::movement::{Ways, comes_by, ways_to_assault};
use crate::assault::eligible::{Attacker, Target, assault_distance, faults};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Arrow;
use crate::setup::LhySetup;
use crate::view::View;

/// Ways of the attackers to the hex before.
pub type Approaches = Vec<(UnitId, Vec<Hex>)>;

/// Hexes from which a unit may assault.
///
/// Rule: LHY-ASB-1.
pub fn range(setup: &LhySetup, view: View<'_>, unit: UnitId) -> u8 {
    assault_distance(&setup.rules.numbers, setup.card(unit), view.play.state(unit))
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
    plan_by(view, player, units, hex, from, |unit| {
        let ways = ways_to_assault(view.setup, view.play, unit)?;
        comes_by(view.setup, unit, &ways, hex, from).then(|| ways.path_to(view.setup, from))
    })
}

/// The same for who knows the ways: `approach` gives that of a unit to the hex before, if it has the points to come in.
///
/// Rule: LHY-ASB-1, LHY-ASB-2, LHY-ELI-1.
pub fn plan_by(
    view: View<'_>,
    player: Side,
    units: &[UnitId],
    hex: Hex,
    from: Hex,
    approach: impl Fn(UnitId) -> Option<Vec<Hex>>,
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
    if units.iter().any(|unit| play.is_aboard(*unit)) {
        return Err(Mistake::Aboard);
    }
    eligible(view, player, units, hex)?;
    let mut ways = Approaches::new();
    for unit in units {
        let at = play.hex_of(*unit).ok_or(Mistake::NotThere)?;
        let range = range(setup, view, *unit);
        if at.distance(hex) > u32::from(range) {
            return Err(Mistake::TooFarToAssault { unit: *unit, hex, range });
        }
        let way = approach(*unit);
        ways.push((*unit, way.ok_or(Mistake::NoWayToAssault { unit: *unit, from, hex })?));
    }
    let all = play.arrow(hex).into_iter().flat_map(|arrow| &arrow.attackers).map(|(unit, _)| *unit);
    let all: Vec<UnitId> = all.chain(units.iter().copied()).collect();
    has_room(setup, play, &all, player, hex)?;
    let comers: Vec<UnitId> = ways.iter().filter(|(_, way)| !way.is_empty()).map(|(unit, _)| *unit).collect();
    if !comers.is_empty() {
        has_room(setup, play, &comers, player, from)?;
    }
    Ok(ways)
}

/// Checks that units may assault together, as far as their player knows the defenders.
///
/// Rule: LHY-ELI-1, LHY-ELI-2, LHY-ELI-3, LHY-ELI-4, LHY-ELI-5, LHY-ELI-6, LHY-ELI-7, LHY-ASB-2.
fn eligible(view: View<'_>, player: Side, units: &[UnitId], hex: Hex) -> Result<(), Mistake> {
    let View { setup, play, .. } = view;
    let arrow = play.arrow(hex);
    let declared = arrow.into_iter().flat_map(|arrow| &arrow.attackers).map(|(unit, _)| setup.card(*unit));
    let defenders = view.known_in(hex, player.other()).into_iter().map(|unit| setup.card(unit));
    let target = Target { defenders: defenders.collect(), declared: declared.collect() };
    let attacker = |unit: &UnitId| Attacker {
        card: setup.card(*unit),
        state: play.state(*unit),
        has_riders: !play.riders(*unit).is_empty(),
    };
    let attackers: Vec<Attacker<'_>> = units.iter().map(attacker).collect();
    if let Some(found) = faults(&attackers, &target).first() {
        let (rule, why) = (found.reason.rule(), found.reason.words());
        return Err(Mistake::Ineligible { unit: found.unit, rule, why });
    }
    match arrow {
        Some(arrow) if !units.iter().all(|unit| reinforces(view, arrow, *unit)) => {
            Err(Mistake::UnderArrow { hex })
        }
        _ => Ok(()),
    }
}

/// A unit may join an assault that is declared: a combat unit of its platoon is in it, or one of the platoon that is
/// activated together with its own.
///
/// Rule: LHY-ASB-2, LHY-ELI-6, LHY-DRM-11.
fn reinforces(view: View<'_>, arrow: &Arrow, unit: UnitId) -> bool {
    let own = &view.setup.card(unit).platoon;
    let together = |platoon: &String| arrow.together.contains(own) && arrow.together.contains(platoon);
    arrow
        .attackers
        .iter()
        .map(|(other, _)| view.setup.card(*other))
        .any(|other| other.kind.is_combat() && (other.platoon == *own || together(&other.platoon)))
}

/// Ways of a unit that is in good order to assault.
///
/// Rule: LHY-ASB-1, LHY-ELI-1.
pub fn ready_ways(view: View<'_>, unit: UnitId) -> Option<Ways> {
    let state = view.play.state(unit);
    let ready = !(state.disrupted || state.regrouping || state.shocked || view.play.is_aboard(unit));
    ready.then(|| ways_to_assault(view.setup, view.play, unit)).flatten()
}
