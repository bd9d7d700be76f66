//! Chapter 5, what needs no die.

use super::fact::{AtOnce, Cause, Fact};
use super::scene::{Scene, is_soft};
use crate::card::Kind;
use crate::data::ruleset::SoftAlone;
use crate::data::table::Role;

/// The first case without a die that fits, in the order of the rules.
///
/// Rule: LHY-IMM-1, LHY-IMM-2, LHY-IMM-3, LHY-IMM-4.
pub fn case_of(scene: Scene<'_, '_>) -> Option<AtOnce> {
    let [attackers, defenders] = Role::BOTH.map(|role| scene.there(role).collect::<Vec<_>>());
    let all =
        |units: &[usize], is: &dyn Fn(Kind) -> bool| units.iter().all(|index| is(scene.card(*index).kind));
    let both = |is: &dyn Fn(Kind) -> bool| all(&attackers, is) && all(&defenders, is);
    let any = |is: &dyn Fn(usize) -> bool| attackers.iter().any(|index| is(*index));
    let strong = any(&|index| {
        let is_kind =
            scene.case.rules.switches.soft_alone == SoftAlone::AnyUnit || scene.card(index).kind == Kind::Afv;
        is_kind && !scene.state(index).shocked
    });
    if defenders.iter().all(|index| is_soft(scene.card(*index).kind, scene.state(*index))) && strong {
        return Some(AtOnce::SoftAlone);
    }
    let able = any(&|index| !scene.state(index).disrupted && !scene.state(index).shocked);
    if all(&defenders, &|kind| kind == Kind::Latw) && able {
        return Some(AtOnce::LatwsAlone);
    }
    if both(&|kind| !kind.is_combat()) {
        return Some(AtOnce::NoCombatUnits);
    }
    both(&|kind| kind == Kind::Afv).then_some(AtOnce::OnlyAfvs)
}

/// The side that must retreat; `None` if a lot decides.
///
/// Rule: LHY-IMM-3, LHY-IMM-4.
pub fn weaker(scene: Scene<'_, '_>, why: AtOnce) -> Option<Role> {
    let value = |role: Role| {
        scene
            .there(role)
            .map(|index| match why {
                AtOnce::OnlyAfvs => scene.card(index).atv,
                AtOnce::NoCombatUnits | AtOnce::SoftAlone | AtOnce::LatwsAlone => scene.cohesion(index),
            })
            .max()
            .flatten()
    };
    let [attacker, defender] = Role::BOTH.map(value);
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Less => Some(Role::Attacker),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Role::Defender),
    }
}

/// The retreat of a side that loses without a die: as far as in the mildest row that it suffers.
///
/// Rule: LHY-IMM-3, LHY-IMM-4, LHY-RET-1.
pub fn must_retreat(scene: Scene<'_, '_>, role: Role) -> Fact {
    let rows = scene.case.rules.table.iter().filter(|row| row.suffers == role);
    let hexes = rows.map(|row| row.retreat).min().unwrap_or_default();
    Fact::MustRetreat { role, hexes }
}

/// Defenders that are destroyed.
///
/// Rule: LHY-IMM-1, LHY-IMM-2.
pub fn destroyed(scene: Scene<'_, '_>, why: AtOnce) -> Vec<Fact> {
    let cause = Cause::AtOnce(why);
    scene.there(Role::Defender).map(|index| Fact::Eliminated { unit: scene.id(index), cause }).collect()
}
