//! Urban assault.

use super::lots;
use crate::assault::fact::{Cause, Fact};
use crate::assault::harm::lose_step;
use crate::assault::machine::Next;
use crate::assault::scene::Scene;
use crate::data::table::Role;

/// The side whose turn it is to lose, and its combat units on foot of the best Cohesion.
fn open(scene: Scene<'_, '_>) -> Option<(Role, Vec<usize>)> {
    let losers = scene.now.progress.urban?;
    Role::BOTH.into_iter().find_map(|role| {
        let units: Vec<usize> = scene.there(role).filter(|index| scene.is_foot_combat(*index)).collect();
        let is_open = losers.has(role) && !scene.now.progress.done[role.index()] && !units.is_empty();
        is_open.then(|| (role, scene.highest(&units)))
    })
}

/// Rule: LHY-URB-1.
pub fn next(scene: Scene<'_, '_>) -> Option<Next> {
    let (role, best) = open(scene)?;
    match best[..] {
        [index] => Some(Next::Facts(lose(scene, role, index))),
        _ => Some(lots::die(role)),
    }
}

/// Rule: LHY-URB-1, LHY-RES-5.
pub fn lot(scene: Scene<'_, '_>, face: u8) -> Vec<Fact> {
    let Some((role, best)) = open(scene) else { return Vec::new() };
    let (fact, drawn) = lots::cast(scene, &best, face);
    let lost = drawn.map(|index| lose(scene, role, index)).unwrap_or_default();
    [vec![fact], lost].concat()
}

fn lose(scene: Scene<'_, '_>, role: Role, index: usize) -> Vec<Fact> {
    let mut facts = vec![Fact::UrbanLost { role, unit: scene.id(index) }];
    facts.extend(lose_step(scene.card(index), scene.state(index), Cause::Urban));
    facts
}
