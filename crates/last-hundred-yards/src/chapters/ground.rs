//! Hexes and room in them.
//!
//! Rule: LHY-FRM-1.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::line::{Crossing, crossings};

use crate::card::Kind;
use crate::data::ruleset::SideKind;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// Whether units have room in a hex beside those of their side.
///
/// Rule: LHY-FRM-5.
pub fn has_room(
    setup: &LhySetup,
    play: &Play,
    units: &[UnitId],
    side: Side,
    hex: Hex,
) -> Result<(), Mistake> {
    let there = play.in_hex(setup, hex, side);
    let all = || there.iter().chain(units.iter().filter(|unit| !there.contains(unit)));
    let foot = all().filter(|unit| setup.card(**unit).kind.is_foot());
    let steps: u32 = foot.map(|unit| u32::from(play.state(*unit).steps)).sum();
    let vehicles = all().filter(|unit| setup.card(**unit).kind.is_vehicle()).count();
    let numbers = &setup.rules.numbers;
    let fits = steps <= u32::from(numbers.stack_steps) && vehicles <= usize::from(numbers.stack_vehicles);
    // Who takes no room may always come.
    let counts = units.iter().any(|unit| {
        let card = setup.card(*unit);
        card.kind.is_vehicle() || card.kind.is_foot() && play.state(*unit).steps > 0
    });
    if fits || !counts { Ok(()) } else { Err(Mistake::Full { hex }) }
}

/// The hex from which a line comes into its last hex, or both where it comes along their side.
pub fn last_before(from: Hex, to: Hex) -> Vec<Hex> {
    if from.distance(to) <= 1 {
        return vec![from];
    }
    let way = to.axial().minus(from.axial());
    let at = |step| Hex::at(from.axial().plus(step));
    let beside = |hex: &Hex| hex.distance(to) == 1;
    let found: Vec<(Vec<Hex>, usize)> = crossings(way)
        .into_iter()
        .map(|crossing| match crossing {
            Crossing::Inside(step) => at(step).into_iter().collect::<Vec<_>>(),
            Crossing::Along(one, other) => at(one).into_iter().chain(at(other)).collect(),
        })
        .filter(|hexes| hexes.iter().any(beside))
        .map(|hexes| {
            let far =
                hexes.iter().map(|hex| hex.distance(from) as usize).sum::<usize>() * 2 / hexes.len().max(1);
            (hexes, far)
        })
        .collect();
    let farthest = found.iter().map(|(_, far)| *far).max();
    found
        .into_iter()
        .filter(|(_, far)| Some(*far) == farthest)
        .flat_map(|(hexes, _)| hexes)
        .filter(beside)
        .collect()
}

/// Hexsides behind which a hex lies, seen from another.
pub fn hexsides_before(setup: &LhySetup, from: Hex, to: Hex) -> Vec<&SideKind> {
    last_before(from, to).into_iter().filter_map(|hex| setup.between(hex, to)).collect()
}

/// Whether a hex is cover terrain by itself or by improvement.
///
/// Rule: LHY-STA-5, LHY-VDA-4 (cover terrain.)
pub fn is_cover(setup: &LhySetup, hex: Hex) -> bool {
    setup.terrain(hex).cover || setup.level.improved.contains(&hex)
}

/// Whether a side has a fortified position in a hex.
pub fn is_fortified(setup: &LhySetup, play: &Play, hex: Hex, side: Side) -> bool {
    play.in_hex(setup, hex, side).iter().any(|unit| setup.card(*unit).kind == Kind::Fortified)
}
