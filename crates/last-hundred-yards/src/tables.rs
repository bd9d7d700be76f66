//! Tables of a level, worked out once when it opens: steps between neighbours, and hexsides that shelter.

use tabletop_hexes::hex::Hex;

use crate::chapters::ground::hexsides_before;
use crate::chapters::movement::reckoned_cost;
use crate::data::ruleset::SideKind;
use crate::setup::LhySetup;

/// A step to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub to: Hex,
    /// Place of the neighbour among the hexes of the map.
    pub place: usize,
    /// Half points on foot and in a vehicle; `None` where it is barred.
    costs: [Option<u8>; 2],
}

impl Step {
    pub fn cost(&self, is_vehicle: bool) -> Option<u8> {
        self.costs[usize::from(is_vehicle)]
    }
}

/// Tables of a level, by the places of its hexes.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Steps to the neighbours, clockwise from the top.
    steps: Vec<Vec<Step>>,
    /// Kind of the hexside that shelters best from fire, by the places of both ends.
    shelters: Vec<Option<u8>>,
}

impl Tables {
    pub fn new(setup: &LhySetup) -> Self {
        let map = &setup.level.map;
        let step = |from: Hex, to: Hex| {
            let costs = [false, true].map(|is_vehicle| reckoned_cost(setup, is_vehicle, from, to));
            map.index(to).map(|place| Step { to, place, costs })
        };
        let steps = map.hexes().map(|from| map.neighbours(from).filter_map(|to| step(from, to)).collect());
        let steps = steps.collect();
        let ends = map.hexes().flat_map(|from| map.hexes().map(move |to| (from, to)));
        // Most levels have few hexsides, and a hex without any needs no look.
        let has_sides = |hex: Hex| map.neighbours(hex).any(|other| setup.between(hex, other).is_some());
        let sheltered: Vec<bool> = map.hexes().map(has_sides).collect();
        let best = |(from, to): (Hex, Hex)| {
            let lies_behind = map.index(to).is_some_and(|place| sheltered[place]);
            if lies_behind { best_side(setup, from, to) } else { None }
        };
        Self { steps, shelters: ends.map(best).collect() }
    }

    /// Steps to the neighbours of a hex, clockwise from the top.
    pub fn steps(&self, place: usize) -> &[Step] {
        &self.steps[place]
    }
}

/// The first of the best of the hexsides behind which a hex lies.
///
/// Rule: LHY-SAF-1 (shelter.)
fn best_side(setup: &LhySetup, from: Hex, to: Hex) -> Option<u8> {
    let sides = hexsides_before(setup, from, to);
    let best = sides.into_iter().filter(|(_, side)| side.shelter > 0);
    let best = best.reduce(|best, next| if next.1.shelter > best.1.shelter { next } else { best });
    best.map(|(kind, _)| kind)
}

impl LhySetup {
    /// Steps from a hex; none of a hex off the map.
    pub(crate) fn steps(&self, from: Hex) -> &[Step] {
        self.level.map.index(from).map_or(&[], |place| self.tables.steps(place))
    }

    /// The hexside that shelters a hex best from fire out of another.
    pub(crate) fn sheltering_side(&self, from: Hex, to: Hex) -> Option<&SideKind> {
        let map = &self.level.map;
        let place = map.index(from)? * map.len() + map.index(to)?;
        self.rules.hexsides.get(usize::from(self.tables.shelters[place]?))
    }
}

#[cfg(test)]
mod tests {
    use crate::chapters::ground::hexsides_before;
    use crate::chapters::movement::reckoned_cost;
    use crate::tests::setup_of;

    /// Every entry is what the rules say. Rule: LHY-MAN-1, LHY-SAF-1.
    #[test]
    fn the_tables_say_what_the_rules_say() {
        for level in ["mill", "farm-track"] {
            let setup = setup_of(level, "lhy-book");
            let map = &setup.level.map;
            let mut sheltered = 0;
            for from in map.hexes() {
                for step in setup.steps(from) {
                    assert_eq!(map.index(step.to), Some(step.place));
                    for is_vehicle in [false, true] {
                        assert_eq!(step.cost(is_vehicle), reckoned_cost(&setup, is_vehicle, from, step.to));
                    }
                }
                assert_eq!(setup.steps(from).len(), map.neighbours(from).count());
                for to in map.hexes() {
                    let sides = hexsides_before(&setup, from, to);
                    let best = sides.iter().map(|(_, side)| side.shelter).max().unwrap_or(0);
                    let found = setup.sheltering_side(from, to).map_or(0, |side| side.shelter);
                    assert_eq!(found, best, "{level}: {from} to {to}");
                    sheltered += u32::from(best > 0);
                }
            }
            assert!(sheltered > 10, "{level} has walls or hedgerows");
        }
    }
}
