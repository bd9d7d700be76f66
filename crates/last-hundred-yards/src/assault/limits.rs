//! Chapter 5, limits: how much of each side counts.

use std::cmp::Reverse;

use super::scene::Scene;
use crate::card::Kind;
use crate::data::table::Role;
use crate::ids::UnitId;

/// Group of kinds of which only so many count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Foot,
    Leaders,
    Latws,
    Flamethrowers,
    Vehicles,
    Positions,
}

const GROUPS: [Group; 6] =
    [Group::Foot, Group::Leaders, Group::Latws, Group::Flamethrowers, Group::Vehicles, Group::Positions];

impl Group {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Squad | Kind::Section | Kind::MachineGun | Kind::TowedGun => Self::Foot,
            Kind::Leader => Self::Leaders,
            Kind::Latw => Self::Latws,
            Kind::Flamethrower => Self::Flamethrowers,
            Kind::Afv | Kind::HalfTrack | Kind::Carrier | Kind::Fv => Self::Vehicles,
            Kind::Fortified => Self::Positions,
        }
    }
}

/// Heroic markers that come off: all but one of each nationality of a side. The unit of the highest assault value, then
/// Cohesion, keeps it.
///
/// Rule: LHY-LIM-1.
pub fn surplus_heroes(scene: Scene<'_, '_>) -> Vec<UnitId> {
    let mut off = Vec::new();
    for role in Role::BOTH {
        let mut heroes: Vec<usize> = scene.there(role).filter(|index| scene.state(*index).heroic).collect();
        heroes.sort_by_key(|index| {
            (
                scene.card(*index).nation,
                Reverse(scene.av(*index)),
                Reverse(scene.card(*index).cohesion),
                *index,
            )
        });
        let kept = usize::from(scene.case.rules.numbers.heroic_markers);
        for nation in heroes.chunk_by(|one, other| scene.card(*one).nation == scene.card(*other).nation) {
            off.extend(nation.iter().skip(kept).map(|index| scene.id(*index)));
        }
    }
    off
}

/// Number of a group that counts: steps of units on foot, else units.
fn limit(scene: Scene<'_, '_>, group: Group) -> u8 {
    let numbers = &scene.case.rules.numbers;
    match group {
        Group::Foot => numbers.counted_steps,
        Group::Leaders => numbers.counted_leaders,
        Group::Latws => numbers.counted_latws,
        Group::Flamethrowers => numbers.counted_flamethrowers,
        Group::Vehicles => numbers.counted_vehicles,
        Group::Positions => numbers.counted_positions,
    }
}

fn weight(scene: Scene<'_, '_>, index: usize) -> u8 {
    match Group::of(scene.card(index).kind) {
        Group::Foot => scene.state(index).steps,
        Group::Leaders | Group::Latws | Group::Flamethrowers | Group::Vehicles | Group::Positions => 1,
    }
}

/// Units of a side may be the ones that count.
///
/// Rule: LHY-LIM-2.
pub fn fits(scene: Scene<'_, '_>, role: Role, units: &[UnitId]) -> bool {
    let there: Vec<usize> = scene.there(role).filter(|index| units.contains(&scene.id(*index))).collect();
    let within = |group: Group| {
        let of_group = there.iter().filter(|index| Group::of(scene.card(**index).kind) == group);
        let sum: u32 = of_group.map(|index| u32::from(weight(scene, *index))).sum();
        sum <= u32::from(limit(scene, group))
    };
    there.len() == units.len() && GROUPS.into_iter().all(within)
}

/// Ways to fill the limit of a group, to which none of its other units could be added.
fn fillings(scene: Scene<'_, '_>, units: &[usize], limit: u8) -> Vec<Vec<usize>> {
    let mut all = vec![(Vec::new(), 0u8)];
    for unit in units {
        let weight = weight(scene, *unit);
        let with: Vec<(Vec<usize>, u8)> = all
            .iter()
            .filter(|(_, sum)| sum + weight <= limit)
            .map(|(chosen, sum)| ([&chosen[..], &[*unit]].concat(), sum + weight))
            .collect();
        all.extend(with);
    }
    let is_full = |chosen: &Vec<usize>, sum: u8| {
        units.iter().all(|unit| chosen.contains(unit) || sum + weight(scene, *unit) > limit)
    };
    all.retain(|(chosen, sum)| is_full(chosen, *sum));
    all.into_iter().map(|(chosen, _)| chosen).collect()
}

/// Values of a unit that enter the modifier: units that agree in them are interchangeable.
fn signature(scene: Scene<'_, '_>, index: usize) -> impl Ord + use<> {
    let (card, state) = (scene.card(index), scene.state(index));
    let entry = scene.case.fighters[index].entry.map(|entry| (entry.uphill, entry.wall));
    let markers = (state.regrouping, state.concealed, state.heroic, state.in_motion);
    (card.kind, card.nation, scene.av(index), scene.cohesion(index), markers, entry)
}

/// The units that may count, the default first: the greatest sum of assault values, then of Cohesion. Picks that differ only
/// in interchangeable units are one.
///
/// Rule: LHY-LIM-2.
pub fn picks(scene: Scene<'_, '_>, role: Role) -> Vec<Vec<UnitId>> {
    let there: Vec<usize> = scene.there(role).collect();
    let mut picks = vec![Vec::new()];
    for group in GROUPS {
        let units: Vec<usize> =
            there.iter().copied().filter(|index| Group::of(scene.card(*index).kind) == group).collect();
        let fillings = fillings(scene, &units, limit(scene, group));
        picks = picks
            .iter()
            .flat_map(|pick| fillings.iter().map(move |filling| [&pick[..], &filling[..]].concat()))
            .collect();
    }
    for pick in &mut picks {
        pick.sort_unstable();
    }
    let sum = |pick: &[usize], value: &dyn Fn(usize) -> u8| -> u32 {
        pick.iter().map(|index| u32::from(value(*index))).sum()
    };
    picks.sort_by_cached_key(|pick| {
        let av = sum(pick, &|index| scene.av(index));
        let cohesion = sum(pick, &|index| scene.cohesion(index).unwrap_or(0));
        (Reverse(av), Reverse(cohesion), pick.clone())
    });
    let mut seen = Vec::new();
    picks.retain(|pick| {
        let mut kinds: Vec<_> = pick.iter().map(|index| signature(scene, *index)).collect();
        kinds.sort();
        let is_new = !seen.contains(&kinds);
        if is_new {
            seen.push(kinds);
        }
        is_new
    });
    picks.iter().map(|pick| scene.ids(pick)).collect()
}
