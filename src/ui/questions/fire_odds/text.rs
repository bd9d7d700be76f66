//! Odds as text.

use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::odds::{Found, Odds};
use crate::rules::shooting::HitRoll;
use crate::rules::sight::SightState;
use crate::ui::looks::sight_look;

/// Face needed.
pub(in crate::ui) fn needs(roll: HitRoll) -> String {
    match roll {
        HitRoll::Needs(face) => format!("{face}+"),
        HitRoll::TwoSixes => "two sixes".to_owned(),
    }
}

/// The mean of a number; `chances` are those of 0, 1, 2 and so on.
pub(in crate::ui) fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
}

/// The chance of at least one.
pub(in crate::ui) fn at_least_one(chances: &[f64]) -> f64 {
    chances.iter().skip(1).sum()
}

/// Dice by what they need: "12 need 5+, 8 need two sixes".
pub(in crate::ui) fn dice(odds: &Odds) -> String {
    let mut alike: Vec<(HitRoll, u32)> = Vec::new();
    for shot in &odds.shots {
        match alike.iter_mut().find(|(needs, _)| *needs == shot.needs.hit) {
            Some((_, dice)) => *dice += u32::from(shot.dice),
            None => alike.push((shot.needs.hit, u32::from(shot.dice))),
        }
    }
    alike.sort();
    let each = alike.iter().map(|(roll, dice)| match dice {
        1 => format!("1 needs {}", needs(*roll)),
        many => format!("{many} need {}", needs(*roll)),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The number of dice.
pub(in crate::ui) fn all_dice(odds: &Odds) -> u32 {
    odds.shots.iter().map(|shot| u32::from(shot.dice)).sum()
}

/// Number of shots at targets in each state: "8 Obscured, 2 Clear".
pub(in crate::ui) fn states(odds: &Odds) -> String {
    let count = |state: SightState| odds.shots.iter().filter(|shot| shot.state == state).count();
    let counts = sight_look::STATES.into_iter().map(|state| (count(state), sight_look::word(state)));
    counts
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Needs of a shot, with the reasons, in one line.
pub(in crate::ui) fn shot(shot: &AimedShot) -> String {
    let mut parts = String::new();
    if let Some(evasion) = shot.evasion {
        parts += &format!("Ev {}", evasion.card);
        for (bonus, what) in [(evasion.sight, sight_look::word(shot.state)), (evasion.posture, "down")] {
            if bonus > 0 {
                parts += &format!(" +{bonus} {what}");
            }
        }
    }
    format!(
        "{} at {}: {} × {}, needs {} (BS {} against {parts})",
        shot.from,
        shot.at,
        shot.dice,
        shot.weapon,
        needs(shot.needs.hit),
        shot.skill
    )
}

/// Method by which the odds were found, unless exact.
pub(in crate::ui) fn found(odds: &Odds) -> Option<String> {
    match odds.found {
        Found::Exactly => None,
        Found::Sampled { rolls, error } => Some(format!("of {rolls} rolls, ± {:.1} %", error * 100.0)),
    }
}
