//! What may come of fire, close combat and falling back, and how lucky dice have been, in sentences.

use tabletop::luck::SideLuck;

use warstrike::game::after_retreat::danger_after;
use warstrike::game::combat_forecast::words::{fate, way_out};
use warstrike::game::combat_forecast::{CombatForecast, Question};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::View;
use warstrike::game::narration::words::{capitalised, counted, dice_count, force, per_cent, unit};
use warstrike::game::narration::{dice, foresight, safety};
use warstrike::game::phases::fall_back::retreat::Retreat;
use warstrike::game::phases::shooting::odds::{Found, Odds};
use warstrike::game::phases::shooting::shots_in_words;
use warstrike::level::setup::Setup;
use warstrike::rules::ids::UnitId;
use warstrike::rules::odds::mean;

/// What goes with the sentence before it.
const BELOW: &str = "    ";

/// Where a unit falls back, who is lost, and why it is safe there.
///
/// Rule: FB-1, FB-2.
pub(in crate::cli::show) fn say_retreat(game: &Match, retreat: &Retreat) -> Vec<String> {
    let battle = game.battle();
    // The snapshot is of this battle: it is taken.
    let there = danger_after(game.setup(), &battle.snapshot(), retreat).ok().flatten();
    let lines = safety::retreat(battle.view(), retreat, there.as_ref());
    indented(lines)
}

/// The first line as it is, the others below it.
fn indented(lines: Vec<String>) -> Vec<String> {
    let below = |(index, line): (usize, String)| if index == 0 { line } else { format!("{BELOW}{line}") };
    lines.into_iter().enumerate().map(below).collect()
}

/// What some fire may do, and its shots.
pub(in crate::cli::show) fn say_fire(view: View, [from, at]: [UnitId; 2], odds: &Odds) -> Vec<String> {
    let setup = view.setup();
    let is_suppressed = view.unit(at).is_some_and(|unit| unit.morale.suppressed());
    let mut lines = vec![format!("{}.", foresight::fire(setup, from, at, odds, is_suppressed))];
    if odds.shots.is_empty() {
        return lines;
    }
    let dice = dice_count(odds.shots.iter().map(|shot| usize::from(shot.dice)).sum());
    let sampled = match odds.found {
        Found::Exactly => String::new(),
        Found::Sampled { rolls, error } => format!(", from {rolls} trials (± {})", per_cent(error)),
    };
    lines.push(format!(
        "{dice}: {:.1} hits and {:.1} models lost on average{sampled}.",
        mean(&odds.hits),
        mean(&odds.lost)
    ));
    lines.push(format!(
        "Suppressed {}, shaken {}, its leader lost {}; {:.1} nerve markers on average; still suppressed after its test {}.",
        per_cent(odds.will.suppressed),
        per_cent(odds.will.shaken),
        per_cent(odds.leader_lost),
        mean(&odds.will.markers),
        per_cent(odds.stays_suppressed)
    ));
    lines.extend(shots_in_words(setup, &odds.shots, &[]));
    indented(lines)
}

/// A leadership test before fire at another target, and its chance.
pub(in crate::cli::show) fn say_ordered_fire(
    view: View,
    from: UnitId,
    tests: &[(UnitId, u8, u8, f64)],
    salvos: &[(UnitId, Odds)],
) -> Vec<String> {
    let test = |(at, dice, nerve, passes): &(UnitId, u8, u8, f64)| {
        let (who, at) = (unit(view.setup(), from), unit(view.setup(), *at));
        let needs = format!("{}, one of {nerve} or less", dice_count(usize::from(*dice)));
        format!("{who} must pass a leadership test to fire at {at}: {needs}, {} (LD-1).", per_cent(*passes))
    };
    let tests = tests.iter().map(test);
    tests.chain(salvos.iter().flat_map(|(at, odds)| say_fire(view, [from, *at], odds))).collect()
}

/// How close combats may go.
///
/// Rule: CC-1.
pub(in crate::cli::show) fn say_combats(
    setup: &Setup,
    question: &Question,
    combats: &[CombatForecast],
    samples: u32,
) -> Vec<String> {
    if combats.is_empty() {
        return vec!["There is no close combat (CC-1).".to_owned()];
    }
    let mut lines = Vec::new();
    for combat in combats {
        let mover = question.mover.filter(|mover| combat.group.attackers.contains(mover));
        let fights = counted(samples as usize, "trial fight");
        lines.push(format!("{} (of {fights}).", foresight::combat(setup, &combat.group, combat.wins, mover)));
        for salvo in &combat.round {
            let odds = &salvo.odds;
            let dice = dice_count(odds.shots.iter().map(|shot| usize::from(shot.dice)).sum());
            lines.push(format!(
                "{BELOW}Next round, {} at {}: {dice}, {:.1} hits and {:.1} models lost on average.",
                unit(setup, salvo.unit),
                unit(setup, salvo.at),
                mean(&odds.hits),
                mean(&odds.lost)
            ));
        }
        for one in &combat.units {
            lines.push(format!("{BELOW}In the whole fight {} {}.", unit(setup, one.unit), fate(one)));
            lines.extend(
                one.retreat.as_ref().map(|out| format!("{BELOW}{BELOW}{}.", capitalised(&way_out(out)))),
            );
        }
    }
    lines
}

/// How lucky each side has been, in all and by what the dice were for.
pub(in crate::cli::show) fn say_luck(setup: &Setup, sides: &[SideLuck]) -> Vec<String> {
    let mut lines = Vec::new();
    for side in sides {
        let who = force(setup, side.side);
        lines.push(match side.all.dice {
            0 => format!("{who} has rolled no die yet that needed a face."),
            _ => format!("{who}: {}", dice::luck(&side.all)),
        });
        for (purpose, luck) in &side.purposes {
            let (all, short) = (dice_count(luck.dice as usize), dice::short_luck(luck));
            lines.push(format!("{BELOW}{purpose}: {} of {all} succeeded ({short})", luck.successes));
        }
    }
    lines
}
