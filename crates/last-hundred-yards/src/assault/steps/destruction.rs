//! Tries at vehicles, collateral damage, and unloading.

use std::cmp::Reverse;

use tabletop::dice::Needs;
use tabletop::ids::RuleId;

use crate::assault::fact::{Cause, Fact, Line};
use crate::assault::harm::collateral;
use crate::assault::machine::{Answer, Choice, ChoiceKind, Die, Next, Purpose};
use crate::assault::scene::Scene;
use crate::card::{Kind, Nation};
use crate::data::table::Role;

/// Rule: LHY-VDA-1, LHY-RES-6.
pub fn next(scene: Scene<'_, '_>) -> Option<Next> {
    let row = scene.row()?;
    let may = |role: &Role| {
        let is_open = row.destruction.has(*role) && !scene.now.progress.done[role.index()];
        is_open && is_able(scene, *role) && !targets(scene, *role).is_empty()
    };
    let role = Role::BOTH.into_iter().find(may)?;
    if let Some(vehicle) = scene.now.progress.target.and_then(|unit| scene.case.index(unit)) {
        let needed =
            i16::from(scene.case.rules.numbers.destroyed_from) - i16::from(sum(&lines(scene, role, vehicle)));
        let needs = Needs::AtLeast(needed.max(1) as u8);
        let unit = Some(scene.id(vehicle));
        return Some(Next::Die(Die { purpose: Purpose::Destruction, role, unit, needs }));
    }
    let targets = targets(scene, role);
    Some(match targets[..] {
        [index] => Next::Facts(vec![Fact::TargetChosen { role, vehicle: scene.id(index) }]),
        _ => {
            let answers = targets.iter().map(|index| Answer::Target(scene.id(*index))).collect();
            Next::Choice(Choice { role, kind: ChoiceKind::Target, answers })
        }
    })
}

/// A side has an undisrupted combat unit, LATW or FP in the assault.
///
/// Rule: LHY-VDA-1.
fn is_able(scene: Scene<'_, '_>, role: Role) -> bool {
    undisrupted(scene, role).iter().any(|index| {
        let kind = scene.card(*index).kind;
        kind.is_combat() || matches!(kind, Kind::Latw | Kind::Fortified)
    })
}

fn undisrupted(scene: Scene<'_, '_>, role: Role) -> Vec<usize> {
    scene.there(role).filter(|index| !scene.state(*index).disrupted).collect()
}

/// Enemy vehicles of the assault, the easiest first, then the one of the higher assault value.
fn targets(scene: Scene<'_, '_>, role: Role) -> Vec<usize> {
    let is_vehicle = |index: &usize| scene.card(*index).kind.is_vehicle();
    let mut targets: Vec<usize> = scene.there(role.other()).filter(is_vehicle).collect();
    targets.sort_by_cached_key(|index| {
        (Reverse(sum(&lines(scene, role, *index))), Reverse(scene.av(*index)), *index)
    });
    targets
}

fn sum(lines: &[Line]) -> i8 {
    lines.iter().map(|line| line.value).sum()
}

/// The modifier of a try, line by line.
///
/// Rule: LHY-VDA-3, LHY-VDA-4.
pub fn lines(scene: Scene<'_, '_>, role: Role, vehicle: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line_if = |holds: bool, rule: &'static str, value: i8, why: &str| {
        if holds {
            lines.push(Line { rule: RuleId(rule), value, why: why.to_owned() });
        }
    };
    let numbers = &scene.case.rules.numbers;
    let own = undisrupted(scene, role);
    let any = |is: &dyn Fn(usize) -> bool| own.iter().any(|index| is(*index));
    let squad = any(&|index| closes_in(scene, index));
    line_if(squad, "LHY-VDA-3", numbers.try_squad as i8, "squad, fortified position or the like");
    let weapon =
        any(&|index| scene.card(index).atv.is_some() || is_late_german(scene, index, LateGerman::Weapon));
    line_if(weapon, "LHY-VDA-3", numbers.try_weapon as i8, "anti-tank value, or a late German squad");
    let heroic = any(&|index| {
        scene.state(index).heroic
            || scene.av(index) > numbers.try_av_over
            || (is_full_squad(scene, index) && scene.card(index).nation.is_steadfast())
    });
    line_if(
        heroic,
        "LHY-VDA-3",
        numbers.try_heroic as i8,
        "Heroic, high assault value, or Japanese or Russian squad",
    );
    let (card, state) = (scene.card(vehicle), scene.state(vehicle));
    let is_with = |index: &usize| {
        *index != vehicle && scene.card(*index).kind.is_combat() && scene.in_good_order(*index)
    };
    let alone = scene.case.site.near_cover && !scene.there(role.other()).any(|index| is_with(&index));
    line_if(alone, "LHY-VDA-4", numbers.try_alone as i8, "no combat unit with it, near cover");
    let weak = card.kind == Kind::Carrier || (card.kind == Kind::Afv && state.shocked);
    line_if(weak, "LHY-VDA-4", numbers.try_shocked as i8, "carrier, or Shocked");
    let sunken = card.kind == Kind::Afv && state.sunken;
    line_if(sunken, "LHY-VDA-4", numbers.try_sunken as i8, "entered a sunken road through the hedgerows");
    line_if(state.in_motion, "LHY-VDA-4", -(numbers.try_motion as i8), "in motion");
    lines
}

/// A squad with all its steps; a reduced one is named by the rules where it counts.
fn is_full_squad(scene: Scene<'_, '_>, index: usize) -> bool {
    let card = scene.card(index);
    card.kind == Kind::Squad && !card.is_reduced(scene.state(index).steps)
}

/// The two lines that a German unit after September 1943 adds to.
#[derive(Clone, Copy)]
enum LateGerman {
    Squad,
    Weapon,
}

fn is_late_german(scene: Scene<'_, '_>, index: usize, line: LateGerman) -> bool {
    let card = scene.card(index);
    let is_late = scene.case.circumstances.after_september_1943 && card.nation == Nation::German;
    is_late
        && match line {
            LateGerman::Squad => matches!(card.kind, Kind::MachineGun | Kind::Section),
            LateGerman::Weapon => is_full_squad(scene, index) || card.kind == Kind::Fortified,
        }
}

/// Rule: LHY-VDA-3 (the first line.)
fn closes_in(scene: Scene<'_, '_>, index: usize) -> bool {
    let card = scene.card(index);
    let steadfast = card.nation.is_steadfast() && matches!(card.kind, Kind::Squad | Kind::Section);
    is_full_squad(scene, index)
        || card.kind == Kind::Fortified
        || steadfast
        || is_late_german(scene, index, LateGerman::Squad)
}

/// Rule: LHY-VDA-2, LHY-VDA-5.
pub fn rolled(scene: Scene<'_, '_>, face: u8) -> Vec<Fact> {
    let Some(vehicle) = scene.now.progress.target.and_then(|unit| scene.case.index(unit)) else {
        return Vec::new();
    };
    let (unit, role) = (scene.id(vehicle), scene.role(vehicle).other());
    let lines = lines(scene, role, vehicle);
    let total = face as i8 + sum(&lines);
    let destroyed = total >= scene.case.rules.numbers.destroyed_from as i8;
    let mut facts = vec![Fact::VehicleTried { role, vehicle: unit, lines, face, destroyed }];
    if destroyed {
        let aboard =
            || scene.there(role.other()).filter(|index| scene.now.units[*index].aboard == Some(unit));
        facts.extend(aboard().map(|index| Fact::Unloaded { unit: scene.id(index), carrier: unit }));
        facts.push(Fact::Eliminated { unit, cause: Cause::Destruction });
        facts.extend(aboard().flat_map(|index| collateral(scene.card(index), scene.state(index))));
    }
    facts
}

/// Rule: LHY-UNL-1.
pub fn unload(scene: Scene<'_, '_>) -> Option<Next> {
    let both = Role::BOTH.into_iter().flat_map(|role| scene.there(role));
    let facts: Vec<Fact> = both
        .filter_map(|index| {
            let carrier = scene.now.units[index].aboard?;
            Some(Fact::Unloaded { unit: scene.id(index), carrier })
        })
        .collect();
    (!facts.is_empty()).then_some(Next::Facts(facts))
}
