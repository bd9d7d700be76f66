//! A throw of dice for onlookers: its purpose and the face that each die needs, its result stage by stage, and the outcome in plain
//! words.

use super::words::{capitalised, dice_count};
use super::{Passage, units};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::narration::opening::opening;
use crate::game::narration::who::Who;
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::fall_back::kinds::Fact as FallBackFact;
use crate::game::phases::shooting::kinds::{
    Fact as ShootingFact, Moment, Save, SaveRolled, ThrowRolled, VolleyRolled,
};
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;
use crate::rules::shooting::HitRoll;

/// Remark on a throw, made once a number of facts of its command have been shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Number of facts, from the beginning of the command.
    pub after: usize,
    /// The words, with the ids of units.
    pub text: String,
}

/// Remarks on a passage of a command's facts while its dice roll, in order, the outcome last; none where nothing is rolled.
pub fn remarks(setup: &Setup, all: &[Fact], passage: &Passage) -> Vec<Remark> {
    let facts = &all[passage.facts.clone()];
    let Some(begins) = opening(setup, facts) else { return Vec::new() };
    let outcome = passage.sentences.iter().map(|sentence| sentence.text.trim_end_matches('.'));
    let outcome = outcome.collect::<Vec<_>>().join(". ");
    let (first, last) = (passage.facts.start, passage.facts.end);
    let of_salvo = facts.iter().find_map(|fact| match fact {
        Fact::Shooting(ShootingFact::SalvoFired { unit, at, volleys, throws, .. }) => {
            Some((*unit, *at, volleys, throws))
        }
        _ => None,
    });
    if let Some((unit, at, volleys, throws)) = of_salvo {
        let why = reason(setup, &all[..first], unit, at);
        return salvo((&begins, &why, &outcome), (volleys, throws), facts, [first, last]);
    }
    let tested = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::LeadershipTested { unit, purpose, faces, nerve, passed, .. }) => {
            Some((*unit, *purpose, faces.len(), *nerve, *passed))
        }
        _ => None,
    });
    let [begins, outcome] = match tested {
        Some((unit, purpose, dice, nerve, passed)) => {
            let ends = if purpose == TestedFor::Recovery { recovery(setup, unit, passed) } else { outcome };
            let begins = match purpose {
                TestedFor::Recovery => recovers(setup, unit),
                _ => units::opening(setup, unit, purpose),
            };
            [format!("{begins}: {}", low_enough(dice, nerve)), ends]
        }
        None => [begins, outcome],
    };
    vec![Remark { after: first, text: begins }, Remark { after: last, text: outcome }]
}

/// Remarks on a salvo: the faces that its dice need; the hits and the saves; the outcome.
///
/// Rule: SHO-3, SHO-5.
fn salvo(
    (begins, why, outcome): (&str, &str, &str),
    (volleys, throws): (&[VolleyRolled], &[ThrowRolled]),
    facts: &[Fact],
    [first, last]: [usize; 2],
) -> Vec<Remark> {
    let begins = format!("{begins}{why}");
    let mut said = vec![Remark { after: first, text: format!("{begins}: {}", needed(volleys)) }];
    let mut done = hits(volleys, throws);
    let mut shown = 0;
    for (index, fact) in facts.iter().enumerate() {
        let Fact::Shooting(ShootingFact::SavesRolled { on, rolls, .. }) = fact else { continue };
        let text = format!("{begins}: {done}. {}", saves_on(*on, rolls));
        said.push(Remark { after: first + shown + 1, text });
        done = format!("{done}, {}", stopped(*on, rolls));
        shown = index;
    }
    let came_of = outcome.split_once(": ").map_or(outcome, |(_, came_of)| came_of);
    let text = match volleys.iter().map(|volley| volley.hits).sum::<u32>() {
        0 if throws.is_empty() => format!("{begins}: {done}"),
        _ => format!("{begins}: {done}. {}", capitalised(came_of)),
    };
    said.push(Remark { after: last, text });
    said
}

/// Reason for fire in the enemy's turn, by the facts before it: " as they charge"; empty without one.
///
/// Rule: RE-1, CC-3, FB-1.
fn reason(setup: &Setup, before: &[Fact], from: UnitId, target: UnitId) -> String {
    let of = |does: [&'static str; 2]| Who::unit(setup, target).verb(does).to_owned();
    let found = before.iter().rev().find_map(|fact| match fact {
        Fact::Shooting(ShootingFact::UnitSnapFired { unit, at, moment })
            if (*unit, *at) == (from, target) =>
        {
            Some(match moment {
                Moment::BeforeMove => of([" as it starts to run", " as they start to run"]),
                Moment::AfterMove => of([" after its run", " after their run"]),
            })
        }
        Fact::CloseCombat(CombatFact::UnitDefended { unit, at, .. }) if (*unit, *at) == (from, target) => {
            Some(of([" as it charges", " as they charge"]))
        }
        Fact::FallBack(FallBackFact::FallBackForced { unit, .. }) if *unit == from => {
            Some(" instead of falling back".to_owned())
        }
        _ => None,
    });
    found.unwrap_or_default()
}

/// "9 dice, each hits on 4 or more"; of unlike dice the number of each.
fn needed(volleys: &[VolleyRolled]) -> String {
    let mut kinds: Vec<(HitRoll, usize)> = Vec::new();
    for volley in volleys {
        match kinds.iter_mut().find(|(needs, _)| *needs == volley.needs) {
            Some((_, dice)) => *dice += volley.faces.len(),
            None => kinds.push((volley.needs, volley.faces.len())),
        }
    }
    let on = |needs: HitRoll| match needs {
        HitRoll::Needs(face) => or_more(face),
        HitRoll::TwoSixes => "a six and another six".to_owned(),
    };
    let all: usize = kinds.iter().map(|(_, dice)| dice).sum();
    match &kinds[..] {
        [] => "where does it land?".to_owned(),
        [(needs, 1)] => format!("1 die, it hits on {}", on(*needs)),
        [(needs, dice)] => format!("{dice} dice, each hits on {}", on(*needs)),
        several => {
            let parts = several.iter().map(|(needs, dice)| format!("{dice} hit on {}", on(*needs)));
            format!("{}, {}", dice_count(all), parts.collect::<Vec<_>>().join(", "))
        }
    }
}

fn or_more(face: u8) -> String {
    if face >= 6 { "a 6".to_owned() } else { format!("{face} or more") }
}

/// "4 of 9 hit".
fn hits(volleys: &[VolleyRolled], throws: &[ThrowRolled]) -> String {
    let hits: u32 = volleys.iter().map(|volley| volley.hits).sum();
    let dice: usize = volleys.iter().map(|volley| volley.faces.len()).sum();
    match (hits, dice) {
        _ if !throws.is_empty() => "it has landed".to_owned(),
        (0, 1) => "the shot misses".to_owned(),
        (0, dice) => format!("none of {dice} hits"),
        (1, 1) => "the shot hits".to_owned(),
        (hits, dice) if hits as usize == dice => format!("all {dice} hit"),
        (1, dice) => format!("1 of {dice} hits"),
        (hits, dice) => format!("{hits} of {dice} hit"),
    }
}

/// "Armour saves on 2 or more".
fn saves_on(on: Save, rolls: &[SaveRolled]) -> String {
    let what = match on {
        Save::Armour => "Armour",
        Save::Toughness => "Toughness",
    };
    let mut faces: Vec<u8> = rolls.iter().filter_map(|roll| roll.needs).collect();
    faces.sort_unstable();
    faces.dedup();
    match &faces[..] {
        [] => format!("{what} cannot save"),
        faces => {
            let on: Vec<String> = faces.iter().map(|face| or_more(*face)).collect();
            format!("{what} saves on {}", on.join(" and "))
        }
    }
}

/// "armour stops 3 of 4".
fn stopped(on: Save, rolls: &[SaveRolled]) -> String {
    let what = match on {
        Save::Armour => "armour",
        Save::Toughness => "toughness",
    };
    let (of, failed) = rolls.iter().fold((0, 0), |(of, failed), roll| (of + roll.of, failed + roll.failed));
    match (of, failed) {
        (1, 0) => format!("{what} stops it"),
        (1, _) => format!("{what} does not stop it"),
        (2, 0) => format!("{what} stops both"),
        (of, 0) => format!("{what} stops all {of}"),
        (of, failed) if of == failed => format!("{what} stops none"),
        (of, failed) => format!("{what} stops {} of {of}", of - failed),
    }
}

fn recovers(setup: &Setup, unit: UnitId) -> String {
    let who = Who::unit(setup, unit);
    let tries = who.does(["tries to recover from the fire that", "try to recover from the fire that"]);
    format!("{tries} suppressed {}", who.verb(["it", "them"]))
}

fn recovery(setup: &Setup, unit: UnitId, passed: bool) -> String {
    let who = Who::unit(setup, unit);
    match passed {
        true => {
            let recovers = who.does(["recovers from the fire", "recover from the fire"]);
            format!("{recovers}: {} {} no longer suppressed", who.it(), who.is())
        }
        false => {
            let fails = who.does(["does not recover", "do not recover"]);
            format!("{fails}: {} {} suppressed", who.it(), who.verb(["stays", "stay"]))
        }
    }
}

/// "3 or less on one of 2 dice is needed".
///
/// Rule: LD-1.
fn low_enough(dice: usize, nerve: u8) -> String {
    let face = match nerve {
        0 => return "no face is low enough".to_owned(),
        1 => "a 1".to_owned(),
        nerve => format!("{nerve} or less"),
    };
    match dice {
        0 => "no dice are left to roll".to_owned(),
        1 => format!("{face} is needed"),
        dice => format!("{face} is needed on one of {dice} dice"),
    }
}
