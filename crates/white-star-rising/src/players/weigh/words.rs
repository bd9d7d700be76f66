//! A choice in words, with its reasons and what else there was.

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::ids::Side;
use tabletop::portfolio::{ALTERNATIVES, Alternative, Chosen};
use tabletop_hexes::hex::Hex;

use super::{Terms, Weighed};
use crate::game::{View, Wsr, words};
use crate::odds::{percent, unchecked};
use crate::order::{Mission, Order};

/// Differences of fewer points are no reason.
const REASON_POINTS: f64 = 0.15;

/// A command that was chosen from what was ranked: the first of `ranked`.
pub fn explained(
    battle: &Battle<Wsr>,
    decision: Decision<Wsr>,
    command: Command<Wsr>,
    ranked: Vec<Weighed>,
) -> Chosen<Wsr, f64> {
    let Some(best) = ranked.first() else { return Chosen::plain(command, String::new()) };
    let why = |one: &Weighed| why(battle, decision, one);
    let legal =
        |one: &&Weighed| battle.check(&Command { player: decision.player, order: one.order.clone() }).is_ok();
    let others = ranked[1..].iter().filter(legal).take(ALTERNATIVES);
    let alternatives = others.map(|other| Alternative {
        does: words(&other.order),
        command: Command { player: decision.player, order: other.order.clone() },
        less: (best.value - other.value).max(0.0),
        lacks: lacks(&best.terms, &other.terms),
        why: why(other),
    });
    let alternatives: Vec<Alternative<Wsr>> = alternatives.collect();
    Chosen {
        does: words(&command.order),
        why: why(best),
        appraisal: (ranked.len() > 1).then_some(best.value),
        alternatives,
        command,
    }
}

/// Enemies whom smoke on a hex takes the sight.
fn blinded(view: View<'_>, player: Side, hex: Hex) -> String {
    let near = view.play.on_map(player.other()).filter(|(.., at)| at.distance(hex) <= 1);
    let names: Vec<String> = near.map(|(unit, ..)| unit.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => format!("{last} then sees nobody who comes"),
        Some((last, others)) => format!("{} and {last} then see nobody who comes", others.join(", ")),
        None => "nobody is there".to_owned(),
    }
}

/// Reasons of an order: exact odds where dice decide, else what speaks for it.
fn why(battle: &Battle<Wsr>, decision: Decision<Wsr>, one: &Weighed) -> String {
    let view = battle.view();
    if let Some(odds) = unchecked(view, decision, &one.order) {
        if let Order::Call { hex, mission: Mission::Smoke, .. } = one.order {
            return format!("{}: {}", odds.sentence, blinded(view, decision.player, hex));
        }
        return match &odds.fight {
            Some(fight) => format!("{} ({} to take the hex)", odds.sentence, percent(fight.taken)),
            None => odds.sentence,
        };
    }
    if let Order::Load { unit, .. } = one.order {
        return format!("{unit} comes sooner to a goal if it is carried");
    }
    if let Order::Unload { .. } = one.order {
        return "it is near enough to go on by itself".to_owned();
    }
    if one.order == Order::Done {
        return "nothing else is worth its risk".to_owned();
    }
    let Terms { harm, risk, goals, threat, command } = one.terms;
    let said = [
        (harm, "it should harm the enemy"),
        (goals, "it comes nearer to a goal"),
        (threat, "it has a better target from there"),
        (-risk, "fewer can fire at it there"),
        (-command, "it is in command there"),
    ];
    let mut said: Vec<(f64, &str)> = said.into_iter().filter(|(points, _)| *points > REASON_POINTS).collect();
    said.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut why = said.iter().take(2).map(|(_, words)| *words).collect::<Vec<_>>().join("; ");
    let against = [(risk, "more can fire at it there"), (command, "it leaves command range")];
    if let Some((_, words)) = against.into_iter().find(|(points, _)| *points > REASON_POINTS)
        && !why.is_empty()
    {
        why = format!("{why}, though {words}");
    }
    why
}

/// The kind of points in which another order is farthest behind.
fn lacks(best: &Terms, other: &Terms) -> String {
    let behind = [
        (best.harm - other.harm, "it does the enemy less harm"),
        (other.risk - best.risk, "it is more exposed"),
        (best.goals - other.goals, "it does less for the goals"),
        (best.threat - other.threat, "it has a worse target from there"),
        (other.command - best.command, "it is farther from its headquarters"),
    ];
    let farthest = behind.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    farthest.filter(|(points, _)| *points > 0.0).map_or(String::new(), |(_, words)| words.to_owned())
}
