//! A choice in words, with its reasons and what else there was.

use tabletop::agenda::Decision;
use tabletop::command::Command;
use tabletop::portfolio::{ALTERNATIVES, Alternative, Chosen};
use tabletop_hexes::hex::Hex;

use super::look::{Look, Terms};
use super::weigh::Weighed;
use crate::game::{Lhy, words};
use crate::odds::{odds, percent};
use crate::order::{Choice, Order};

/// Differences of fewer points are no reason.
const REASON_POINTS: f64 = 0.15;

/// A command that was chosen from what was ranked: the first of `ranked`.
pub fn explained(
    look: &Look<'_>,
    decision: Decision<Lhy>,
    command: Command<Lhy>,
    ranked: &[Weighed],
) -> Chosen<Lhy, f64> {
    let Some(best) = ranked.first() else { return Chosen::plain(command, String::new()) };
    let others = ranked[1..].iter().take(ALTERNATIVES).map(|other| Alternative {
        does: words(&other.order),
        command: Command { player: decision.player, order: other.order.clone() },
        less: (best.value - other.value).max(0.0),
        lacks: lacks(&best.terms, &other.terms),
        why: why(look, decision, other),
    });
    Chosen {
        does: words(&command.order),
        why: why(look, decision, best),
        appraisal: (ranked.len() > 1).then_some(best.value),
        alternatives: others.collect(),
        command,
    }
}

/// Reasons of an order: exact odds where dice decide, else what speaks for it.
fn why(look: &Look<'_>, decision: Decision<Lhy>, one: &Weighed) -> String {
    if let Ok(Some(odds)) = odds(look.view, look.player, &one.order) {
        return with_plan(look, one, odds.sentence());
    }
    match (decision.choice, &one.order) {
        (_, Order::Done) => return "nothing else is worth its risk".to_owned(),
        (_, Order::Activate { .. }) => return "most units are left to act there".to_owned(),
        (_, Order::EndActivations) => return "every platoon has acted".to_owned(),
        (_, Order::Stay) => return "no hex is worth the advance".to_owned(),
        (Choice::InAssault { .. }, Order::PressHome | Order::Feint) => return going_in(one),
        (Choice::InAssault { .. }, Order::Retreat { .. }) => {
            return "it is the way out of reach of the enemy".to_owned();
        }
        (Choice::InAssault { .. }, Order::Count { .. }) => return "they have the highest values".to_owned(),
        _ => {}
    }
    let Terms { goals, risk, support, shown, .. } = one.terms;
    let objective = look.objective().map(|hex| look.view.setup.place(hex));
    let goal = match (&objective, ends_in(&one.order)) {
        (_, Some(hex)) if look.view.setup.level.goals.contains(&hex) => {
            "it stands in a goal there".to_owned()
        }
        (Some(objective), _) => format!("it comes nearer to {objective}, which is to be taken first"),
        (None, _) => "it serves a goal".to_owned(),
    };
    let fires =
        objective.map_or_else(String::new, |objective| format!("it can fire at {objective} from there"));
    let said = [(goals, goal), (support, fires), (-risk, "fewer can fire at it there".to_owned())];
    let mut said: Vec<(f64, String)> =
        said.into_iter().filter(|(points, _)| *points > REASON_POINTS).collect();
    said.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut why = said.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join("; ");
    let against = [(risk, "more can fire at it there"), (shown, "it is seen")];
    if let Some((_, words)) = against.into_iter().find(|(points, _)| *points > REASON_POINTS)
        && !why.is_empty()
    {
        why = format!("{why}, though {words}");
    }
    why
}

/// Words for going in with those who are left, or staying out.
fn going_in(one: &Weighed) -> String {
    let Some(takes) = one.takes else { return "those in vehicles go in whatever the others do".to_owned() };
    let takes = format!("with those who are left the hex is taken with {}", percent(takes));
    match one.order {
        Order::Feint => format!("{takes}: that is not worth what it should cost"),
        _ => takes,
    }
}

/// The odds of an order and its part in what the side is about.
fn with_plan(look: &Look<'_>, one: &Weighed, odds: &str) -> String {
    let place = |hex| look.view.setup.place(hex);
    match (&one.order, one.takes) {
        (Order::Assault { .. }, Some(takes)) => {
            format!("{odds}; with all who come it is taken with {}", percent(takes))
        }
        (Order::Fire { hex, .. }, _) if look.objective() == Some(*hex) => {
            format!("{odds}; {} is to be taken first", place(*hex))
        }
        _ => odds.to_owned(),
    }
}

/// The hex in which a movement ends.
fn ends_in(order: &Order) -> Option<Hex> {
    match order {
        Order::Deploy { hex, .. } => Some(*hex),
        Order::Maneuver { to, .. } | Order::Withdraw { to, .. } | Order::Advance { to, .. } => Some(*to),
        Order::Activate { .. }
        | Order::EndActivations
        | Order::Fire { .. }
        | Order::Recover { .. }
        | Order::Assault { .. }
        | Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::PressHome
        | Order::Feint
        | Order::Stay
        | Order::Done => None,
    }
}

/// The kind of points in which another order is farthest behind.
fn lacks(best: &Terms, other: &Terms) -> String {
    let behind = [
        (best.harm - other.harm, "it does the enemy less harm"),
        (other.risk - best.risk, "it is more exposed"),
        (best.goals - other.goals, "it does less for the goals"),
        (best.support - other.support, "less can be fired at from there"),
        (best.order - other.order, "it brings fewer units into order"),
        (other.shown - best.shown, "it gives concealment away"),
    ];
    let farthest = behind.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    farthest.filter(|(points, _)| *points > 0.0).map_or(String::new(), |(_, words)| words.to_owned())
}
