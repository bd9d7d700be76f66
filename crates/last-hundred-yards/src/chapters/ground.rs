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
use crate::play::{Place, Play};
use crate::setup::LhySetup;

/// Checks that units have room in a hex beside those of their side.
///
/// Rule: LHY-FRM-5.
pub fn has_room(
    setup: &LhySetup,
    play: &Play,
    units: &[UnitId],
    side: Side,
    hex: Hex,
) -> Result<(), Mistake> {
    let (mut steps, mut vehicles) = (0, 0);
    let mut add = |kind: Kind, of: u8| {
        let load = load(kind, of);
        (steps, vehicles) = (steps + load[0], vehicles + load[1]);
    };
    for (id, unit, card) in play.at(setup, hex, side) {
        if !units.contains(&id) {
            add(card.kind, unit.state.steps);
        }
    }
    units.iter().for_each(|unit| add(setup.card(*unit).kind, play.state(*unit).steps));
    let numbers = &setup.rules.numbers;
    let fits = steps <= u32::from(numbers.stack_steps) && vehicles <= u32::from(numbers.stack_vehicles);
    // Who takes no room may always come.
    let counts = units.iter().any(|unit| {
        let card = setup.card(*unit);
        card.kind.is_vehicle() || card.kind.is_foot() && play.state(*unit).steps > 0
    });
    if fits || !counts { Ok(()) } else { Err(Mistake::Full { hex }) }
}

/// Room for one unit in every hex, by the places of the hexes: for who asks about many.
///
/// Rule: LHY-FRM-5.
pub struct Room {
    /// Steps on foot and vehicles of its side, without the unit itself.
    taken: Vec<[u32; 2]>,
    own: [u32; 2],
    limits: [u32; 2],
}

/// Steps on foot and vehicles that a unit counts as.
fn load(kind: Kind, steps: u8) -> [u32; 2] {
    [if kind.is_foot() { u32::from(steps) } else { 0 }, u32::from(kind.is_vehicle())]
}

impl Room {
    pub fn of(setup: &LhySetup, play: &Play, unit: UnitId) -> Self {
        let mut taken = vec![[0; 2]; setup.level.map.len()];
        for (id, there, card) in play.of_side(setup, setup.side(unit)) {
            let Place::On(hex) = there.place else { continue };
            if let Some(place) = setup.level.map.index(hex).filter(|_| id != unit) {
                let [steps, vehicles] = load(card.kind, there.state.steps);
                taken[place] = [taken[place][0] + steps, taken[place][1] + vehicles];
            }
        }
        let numbers = &setup.rules.numbers;
        let limits = [numbers.stack_steps, numbers.stack_vehicles].map(u32::from);
        Self { taken, own: load(setup.card(unit).kind, play.state(unit).steps), limits }
    }

    /// The unit has room in a hex. One that takes no room may always come.
    pub fn fits(&self, place: usize) -> bool {
        let [steps, vehicles] = self.taken[place];
        let fits = steps + self.own[0] <= self.limits[0] && vehicles + self.own[1] <= self.limits[1];
        fits || self.own == [0, 0]
    }
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

/// Hexsides behind which a hex lies, seen from another, with their number in the ruleset.
pub fn hexsides_before(setup: &LhySetup, from: Hex, to: Hex) -> Vec<(u8, &SideKind)> {
    last_before(from, to).into_iter().filter_map(|hex| setup.kind_between(hex, to)).collect()
}

/// A hex is cover terrain by itself or by improvement.
///
/// Rule: LHY-STA-5, LHY-VDA-4 (cover terrain.)
pub fn is_cover(setup: &LhySetup, hex: Hex) -> bool {
    setup.terrain(hex).cover || setup.level.improved.contains(&hex)
}
