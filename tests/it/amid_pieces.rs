//! Battles on the stress level, and on generated tables, with units placed among the terrain. Shared by tests
//! and benchmarks.

use std::sync::Arc;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::level::generator::StressSize;
use warstrike::level::setup::Setup;
use warstrike::rules::basics::gap;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::Place;

use crate::chance::Chance;

/// A battle and the units of the player to move, deployed as in the level, before the first move.
pub fn at_the_start(setup: &Arc<Setup>, seed: u64) -> (Battle, Vec<UnitId>) {
    let (battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let units = of_player(&battle, battle.view().units().map(|unit| unit.id));
    (battle, units)
}

/// The same, with some units of each side placed among the terrain, in formation, at random free places; only
/// these are returned.
pub fn amid_pieces(
    setup: &Arc<Setup>,
    size: StressSize,
    each_side: usize,
    seed: u64,
) -> (Battle, Vec<UnitId>) {
    let (mut battle, _) = at_the_start(setup, seed);
    let mut chance = Chance::new(seed);
    let ids: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
    let (ours, theirs) = ids.split_at(ids.len() / 2);
    let pairs = ours.iter().zip(theirs).take(each_side);
    let chosen: Vec<UnitId> = pairs.flat_map(|(our, their)| [*our, *their]).collect();
    for unit in &chosen {
        set_down(&mut battle, *unit, size, &mut chance);
    }
    let units = of_player(&battle, chosen.into_iter());
    (battle, units)
}

fn of_player(battle: &Battle, units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    let player = battle.decision().unwrap().player;
    units.filter(|unit| unit.side == player).collect()
}

/// Tries before giving up on a unit.
const TRIES: usize = 100_000;

fn set_down(battle: &mut Battle, unit: UnitId, size: StressSize, chance: &mut Chance) {
    let mut snapshot = battle.snapshot();
    let [width, depth] = size.grid();
    let view = battle.view();
    let models: Vec<ModelView> = view.standing(unit).collect();
    let [lx, ly] = models[0].pose.at.ground();
    let places = (0..TRIES).find_map(|_| {
        let by = [width * (chance.share() - 0.5) - lx, depth * (chance.share() - 0.5) - ly];
        models.iter().map(|model| stand(view, *model, by)).collect::<Option<Vec<Place>>>()
    });
    let places = places.unwrap_or_else(|| panic!("no room for {unit}"));
    for (model, place) in models.iter().zip(places) {
        let state = snapshot.models.iter_mut().find(|state| state.id == model.id).unwrap();
        state.pose.at = place;
    }
    battle.restore(&snapshot).unwrap();
}

/// A model's place after a shift over the table, if it may stand there.
fn stand(view: View, model: ModelView, by: [f64; 2]) -> Option<Place> {
    let [x, y] = model.pose.at.ground();
    let at = [x + by[0], y + by[1]];
    let place = Place::from_inches(at[0], at[1], view.terrain().ground_height(at).inches()).ok()?;
    let min_gap = view.setup().ruleset.movement.enemy_gap;
    let mut others = view.standing_others(model.id.unit);
    let is_clear = others.all(|other| gap(model.disc_at(place), other.disc()) > min_gap);
    (is_clear && view.terrain().check_room(place, model.mover()).is_ok()).then_some(place)
}
