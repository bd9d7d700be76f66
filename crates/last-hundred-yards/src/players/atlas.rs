//! What a computer player looks up about the land of a level, worked out once.

use tabletop_hexes::hex::Hex;

use crate::chapters::fire::over_ground;
use crate::setup::LhySetup;

/// Half points that nothing has.
const FAR: u8 = u8::MAX;

/// Half points as which a way counts that there is not.
const UNREACHED: u8 = 60;

/// The land of a level by the places of its hexes.
#[derive(Clone, Debug)]
pub struct Atlas {
    pub hexes: Vec<Hex>,
    /// Sum of fire for distance and ground, and the shelter in it, by the places of both ends; `None` where nobody can fire.
    fire: Vec<Option<(i8, u8)>>,
    /// Half points into each goal of the level, in its order, from every hex: on foot and in a vehicle.
    ways: [Vec<Vec<u8>>; 2],
}

impl Atlas {
    pub fn new(setup: &LhySetup) -> Self {
        let hexes: Vec<Hex> = setup.level.map.hexes().collect();
        let pairs = hexes.iter().flat_map(|from| hexes.iter().map(|to| (*from, *to)));
        let fire = pairs.map(|(from, to)| over_ground(setup, from, to)).collect();
        let ways = [false, true].map(|is_vehicle| {
            let goals = setup.level.goals.iter().filter_map(|goal| setup.level.map.index(*goal));
            goals.map(|goal| costs_into(setup, hexes.len(), is_vehicle, goal)).collect()
        });
        Self { hexes, fire, ways }
    }

    /// Sum of fire for distance and ground, and the shelter in it.
    pub fn fire(&self, from: usize, to: usize) -> Option<(i8, u8)> {
        self.fire[from * self.hexes.len() + to]
    }

    /// Maneuver points into a goal, by its place in the level's list, whoever stands on the way.
    pub fn points_into(&self, is_vehicle: bool, goal: usize, from: usize) -> f64 {
        f64::from(self.ways[usize::from(is_vehicle)][goal][from].min(UNREACHED)) / 2.0
    }
}

/// Half points from every hex into one.
///
/// Rule: LHY-MAN-1.
fn costs_into(setup: &LhySetup, count: usize, is_vehicle: bool, to: usize) -> Vec<u8> {
    let mut found = vec![FAR; count];
    found[to] = 0;
    let mut open = vec![to];
    while let Some(place) = open.pop() {
        // Roads and barred sides are the same in both directions, slopes and terrain are not: the step back is looked up.
        for neighbour in setup.tables.steps(place) {
            let back = setup.tables.steps(neighbour.place).iter().find(|step| step.place == place);
            let Some(cost) = back.and_then(|step| step.cost(is_vehicle)) else { continue };
            let after = found[place].saturating_add(cost);
            if after < found[neighbour.place] {
                found[neighbour.place] = after;
                open.push(neighbour.place);
            }
        }
    }
    found
}
