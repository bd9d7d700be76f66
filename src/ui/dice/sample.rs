//! Dice that no battle has rolled, to measure what rolling dice cost.

use bevy::prelude::*;

use super::show::{AHEAD_SECONDS, DiceThrow};
use crate::game::engine::dice::{Draw, Needs, Roll};
use crate::rules::ids::Side;
use crate::ui::playback::throw_plan::ThrowPlanner;
use crate::ui::session::dice_pace::DicePace;

/// Throws so many dice.
pub(in crate::ui) fn throw_sample(world: &mut World, dice: usize) {
    let draw = |index: usize| Draw {
        roll: Roll::six("sample", Side::A, Needs::AtLeast(4)),
        face: (index % 6) as u8 + 1,
    };
    let draws: Vec<Draw> = (0..dice).map(draw).collect();
    let mut planner = ThrowPlanner::new(&draws, DicePace::Full);
    planner.rest(AHEAD_SECONDS);
    world.resource_scope(|world, mut thrown: Mut<DiceThrow>| {
        thrown.clear(&mut world.commands());
        thrown.throw(planner.throws, 1);
    });
}

/// Number of dice that roll now.
pub(in crate::ui) fn rolls(world: &World) -> usize {
    world.resource::<DiceThrow>().rolling()
}
