//! Advance into neighbouring hexes, and second assaults.

use tabletop_hexes::hex::Hex;

use crate::assault::case::{Ahead, Others};
use crate::assault::eligible::{Attacker, Target, faults};
use crate::assault::machine::{Answer, Choice, ChoiceKind, Next};
use crate::assault::scene::Scene;
use crate::assault::ways::{has_any, has_room};
use crate::data::table::Role;
use crate::ids::UnitId;

/// Units advance one by one until the player ends it; then each second assault is resolved.
///
/// Rule: LHY-ADV-1, LHY-RES-4.
pub fn next(scene: Scene<'_, '_>) -> Option<Next> {
    let role = scene.row()?.advance?;
    if scene.now.progress.done != [true; 2] {
        let advances = advances(scene, role);
        if !advances.is_empty() {
            let answers = [Answer::Stay].into_iter().chain(advances).collect();
            return Some(Next::Choice(Choice { role, kind: ChoiceKind::Advance, answers }));
        }
    }
    let (_, hex, _) = scene.now.progress.advanced.iter().find(|(_, _, ahead)| *ahead == Ahead::Enemies)?;
    let units: Vec<UnitId> =
        scene.now.progress.advanced.iter().filter(|(_, to, _)| to == hex).map(|(unit, _, _)| *unit).collect();
    Some(Next::Second { hex: *hex, units })
}

/// Hexes ahead of a side in a hex.
///
/// Rule: LHY-ADV-1, LHY-ASB-2.
pub fn ahead(scene: Scene<'_, '_>, role: Role, hex: Hex) -> Ahead {
    if !has_any(scene, role.other(), hex) {
        Ahead::Free
    } else if scene.case.land.declared(hex, role).is_empty() {
        Ahead::Enemies
    } else {
        Ahead::Reinforces
    }
}

fn advances(scene: Scene<'_, '_>, role: Role) -> Vec<Answer> {
    let land = scene.case.land;
    let mut all = Vec::new();
    for index in scene.there(role).filter(|index| may_advance(scene, *index)) {
        for to in land.neighbours(scene.case.hex) {
            let is_open = land.cost(scene.card(index), scene.case.hex, to).is_some()
                && has_room(scene, index, to)
                && (ahead(scene, role, to) == Ahead::Free || may_assault(scene, index, to));
            all.extend(is_open.then(|| Answer::Advance(scene.id(index), to)));
        }
    }
    all
}

/// Once a turn; not who may only recover or withdraw, and not who cannot move.
///
/// Rule: LHY-ADV-1, LHY-STA-1, LHY-STA-3, LHY-REG-2.
fn may_advance(scene: Scene<'_, '_>, index: usize) -> bool {
    !scene.now.units[index].advanced && scene.in_good_order(index) && scene.card(index).mp > 0
}

/// A unit may join those who advance against a hex.
///
/// Rule: LHY-ELI-1, LHY-ELI-2, LHY-ELI-3, LHY-ELI-4, LHY-ELI-5, LHY-ELI-6, LHY-ELI-7.
fn may_assault(scene: Scene<'_, '_>, index: usize, to: Hex) -> bool {
    let role = scene.role(index);
    let has_riders = |index: usize| {
        let unit = Some(scene.id(index));
        scene.left(role).any(|other| scene.now.units[other].aboard == unit)
    };
    let attacker = |index: usize| Attacker {
        card: scene.card(index),
        state: scene.state(index),
        has_riders: has_riders(index),
    };
    let with: Vec<Attacker<'_>> = scene
        .left(role)
        .filter(|other| *other != index && scene.at(*other) == Some(to))
        .chain([index])
        .map(attacker)
        .collect();
    let enemies = scene.left(role.other()).filter(|other| scene.at(*other) == Some(to));
    let known: Others<'_> = enemies.map(|index| (scene.card(index), scene.state(index))).collect();
    let there = scene.case.land.others(to, role.other());
    let defenders = known.iter().chain(&there).map(|(card, _)| *card).collect();
    let declared = scene.case.land.declared(to, role).iter().map(|(card, _)| *card).collect();
    let target = Target { defenders, declared };
    !faults(&with, &target).iter().any(|fault| fault.unit == scene.id(index))
}
