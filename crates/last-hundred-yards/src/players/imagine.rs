//! What a side may think of those whom it does not see: each sample puts other units of the enemy where somebody is concealed.

use tabletop::dice::{Dice, Die};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::chapters::ground::has_room;
use crate::game::{Lhy, LhySnapshot};
use crate::ids::UnitId;
use crate::play::{Place, Play};
use crate::setup::LhySetup;
use crate::view::View;

/// Any fixed seed: the same position is imagined alike.
const SEED: u64 = 1_944;

/// Numbers by lot.
struct Lots {
    dice: Dice<Lhy>,
    drawn: u64,
}

impl Lots {
    /// One below a number.
    fn below(&mut self, number: usize) -> usize {
        let Some(die) = u8::try_from(number).ok().and_then(Die::new) else { return 0 };
        let face = self.dice.faces_ahead(die, self.drawn, 1).first().copied();
        self.drawn += 1;
        face.map_or(0, |face| usize::from(face) - 1)
    }
}

/// The battle as it may be, as far as a side knows; `None` where it knows all.
///
/// It knows the enemy's units, which of them it has seen, and in which hexes somebody is concealed: not who, nor how many. Who fights in
/// an assault has been seen.
///
/// Rule: LHY-STA-5.
pub fn imagined(setup: &LhySetup, start: &LhySnapshot, player: Side, sample: u32) -> Option<LhySnapshot> {
    let view = View::of(setup, &start.play).seen_by(player);
    let enemy = player.other();
    let fights = |unit: UnitId| start.play.fights.iter().any(|fight| fight.has(unit));
    let unseen = start.play.on_map(setup, enemy).filter(|(id, ..)| !view.knows(*id) && !fights(*id));
    let (mut units, mut hexes): (Vec<UnitId>, Vec<Hex>) = unseen.map(|(id, _, hex)| (id, hex)).unzip();
    hexes.sort_unstable();
    hexes.dedup();
    if hexes.len() < 2 {
        return None;
    }
    let mut lots = Lots { dice: Dice::seeded(SEED ^ (u64::from(sample) << 32)), drawn: 0 };
    for last in (1..units.len()).rev() {
        units.swap(last, lots.below(last + 1));
    }
    let mut imagined = start.clone();
    let have_acted: Vec<bool> = hexes.iter().map(|hex| has_acted(setup, &start.play, &units, *hex)).collect();
    lift(&mut imagined.play, &units);
    for (place, unit) in units.iter().enumerate() {
        // One in each hex, and the others anywhere among them.
        let first = if place < hexes.len() { place } else { lots.below(hexes.len()) };
        let fits = |index: &usize| has_room(setup, &imagined.play, &[*unit], enemy, hexes[*index]).is_ok();
        let index = (first..hexes.len()).chain(0..first).find(fits).unwrap_or(first);
        put(setup, &mut imagined.play, *unit, hexes[index], have_acted[index]);
    }
    aim(setup, &mut imagined.play, &start.play, &units, enemy);
    Some(imagined)
}

/// Whether somebody who is concealed in a hex has acted, which the other side was told.
fn has_acted(setup: &LhySetup, play: &Play, units: &[UnitId], hex: Hex) -> bool {
    let there = units.iter().filter(|unit| play.hex_of(**unit) == Some(hex));
    there.into_iter().any(|unit| play.unit(*unit).is_some_and(|unit| unit.acted))
        && setup.level.map.contains(hex)
}

fn lift(play: &mut Play, units: &[UnitId]) {
    for unit in units {
        if let Some(unit) = play.units.get_mut(unit) {
            unit.place = Place::Reserve;
        }
    }
}

/// A concealed unit has lost no step since the battle began: that would have shown it.
fn put(setup: &LhySetup, play: &mut Play, id: UnitId, hex: Hex, has_acted: bool) {
    let fresh = Play::new(setup);
    let Some(state) = fresh.unit(id).map(|unit| unit.state) else { return };
    if let Some(unit) = play.units.get_mut(&id) {
        unit.place = Place::On(hex);
        unit.state = crate::state::State { concealed: true, ..state };
        (unit.acted, unit.moved, unit.advanced) = (has_acted, false, false);
    }
}

/// Fire of somebody concealed is that of somebody who may be where it came from.
fn aim(setup: &LhySetup, play: &mut Play, before: &Play, units: &[UnitId], enemy: Side) {
    let armed = |from: Hex| {
        let there = play.at(setup, from, enemy).filter(|(id, ..)| units.contains(id));
        there.filter_map(|(id, unit, card)| Some((id, card.sav_with(unit.state.steps)?))).next()
    };
    let shots = before.shots.iter().map(|shot| {
        let mut shot = shot.clone();
        if units.contains(&shot.unit) {
            // Nobody there can fire in this sample: then as much is expected of him as of anybody.
            let (unit, sav) = armed(shot.from).unwrap_or((units[0], 2));
            (shot.unit, shot.sav) = (unit, sav);
        }
        shot
    });
    let shots = shots.collect();
    play.shots = shots;
}
