//! Text about a close combat that is foreseen.

pub(in crate::ui) use crate::game::combat_forecast::words::{fate, way_out};
use crate::game::combat_forecast::{CombatForecast, SalvoForecast};
use crate::game::phases::close_combat::groups::CombatGroup;
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;
use crate::ui::questions::fire_odds::text::{all_dice, mean};
use crate::ui::questions::sight::text::per_cent;

/// The name of a unit without its id.
pub(in crate::ui) fn name(setup: &Setup, unit: UnitId) -> String {
    setup.unit(unit).map_or_else(|| unit.to_string(), |start| start.name.clone())
}

fn names<'a>(setup: &Setup, units: impl Iterator<Item = &'a UnitId>) -> String {
    units.map(|unit| name(setup, *unit)).collect::<Vec<_>>().join(", ")
}

/// The units that a unit fights itself, and those that are drawn in: "Fights Gate guard; draws in Second rifles".
pub(in crate::ui) fn tag(setup: &Setup, group: &CombatGroup, unit: UnitId) -> String {
    let linked = |other: &&UnitId| {
        group.links.iter().any(|link| {
            let pair = [link.attacker.unit, link.defender.unit];
            pair.contains(&unit) && pair.contains(other)
        })
    };
    let all = || group.attackers.iter().chain(&group.defenders).filter(|other| **other != unit);
    let fights = names(setup, all().filter(linked));
    let drawn_in = names(setup, all().filter(|other| !linked(other)));
    match drawn_in.is_empty() {
        true => format!("Fights {fights}"),
        false => format!("Fights {fights}; draws in {drawn_in}"),
    }
}

/// "First rifles, Second rifles" for one side of a combat.
pub(in crate::ui) fn side(setup: &Setup, units: &[UnitId]) -> String {
    names(setup, units.iter())
}

/// Likely effect of one unit on another in the next round.
pub(in crate::ui) fn salvo(setup: &Setup, salvo: &SalvoForecast) -> [String; 2] {
    let odds = &salvo.odds;
    let who = format!("{} ▶ {}", name(setup, salvo.unit), name(setup, salvo.at));
    let what = format!(
        "{} dice: {:.1} hits, {:.1} lost; must test {}",
        all_dice(odds),
        mean(&odds.hits),
        mean(&odds.lost),
        per_cent(odds.will.suppressed),
    );
    [who, what]
}

/// The chance that a unit goes where its arrow ends, in words.
pub(in crate::ui) fn out_chance(chance: f64) -> String {
    format!("goes here {}", per_cent(chance))
}

/// "400 fights, ± 3 %".
pub(in crate::ui) fn sampled(samples: u32, error: f64) -> String {
    format!("The whole fight, from {samples} trial fights (± {})", per_cent(error))
}

/// The three chances of who wins.
pub(in crate::ui) fn wins(combat: &CombatForecast) -> [f64; 3] {
    let [a, b] = combat.wins;
    [a, combat.undecided(), b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::combat_forecast::{EndChances, UnitForecast};

    #[test]
    fn what_never_happens_is_not_said() {
        let unit = "A1".parse().unwrap();
        let of = |fates| UnitForecast { unit, lost: vec![0.5, 0.5], fates, retreat: None };
        for (fates, expected) in [
            (EndChances::default(), "loses 0.5 models; stays 100 %"),
            (
                EndChances { routs: 0.25, falls_back: 0.5, ..EndChances::default() },
                "loses 0.5 models; routs 25 %, falls back 50 %, stays 25 %",
            ),
            (EndChances { wiped_out: 1.0, ..EndChances::default() }, "loses 0.5 models; is wiped out 100 %"),
        ] {
            assert_eq!(fate(&of(fates)), expected);
        }
    }
}
