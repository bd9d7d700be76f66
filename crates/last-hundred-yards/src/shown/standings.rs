//! What players want to know beside the map: goals, time, platoons, fire and assaults that are declared.

use tabletop::ids::Side;
use tabletop_counters::Standing;

use crate::chapters::movement::holds;
use crate::ending::ending;
use crate::gate::platoons;
use crate::ids::UnitId;
use crate::play::{Arrow, Place};
use crate::view::View;

/// The battle in a sentence.
pub fn sentence(view: View<'_>) -> String {
    let View { setup, play, .. } = view;
    if let Some(ending) = ending(view) {
        return ending;
    }
    if play.turn == 0 {
        return "Setting up".to_owned();
    }
    let attacker = setup.level.attacker;
    let held = setup.level.goals.iter().filter(|hex| holds(setup, play, attacker, **hex)).count();
    format!(
        "The {} have the initiative; the {} hold {held} of {} goals",
        setup.force(play.active).name,
        setup.force(attacker).name,
        setup.level.goals.len()
    )
}

/// The cards beside the map.
pub fn standings(view: View<'_>) -> Vec<Standing> {
    let all = [Some(goals(view)), Some(time(view)), Some(losses(view)), activated(view), declared(view)];
    all.into_iter().flatten().collect()
}

/// Rule: LHY-SCN-1.
fn goals(view: View<'_>) -> Standing {
    let View { setup, play, .. } = view;
    let [attacker, defender] =
        [setup.level.attacker, setup.level.attacker.other()].map(|side| &setup.force(side).name);
    let lines = setup.level.goals.iter().map(|hex| {
        let holder = Side::BOTH.into_iter().find(|side| holds(setup, play, *side, *hex));
        let name = holder.map_or("nobody alone", |side| &setup.force(side).name);
        format!("{}: {name}", setup.place(*hex))
    });
    let all = match setup.level.goals.len() {
        1 => "the goal".to_owned(),
        2 => "both goals".to_owned(),
        count => format!("all {count} goals"),
    };
    Standing {
        title: "Goals".to_owned(),
        sentence: format!(
            "The {attacker} win if they alone are in {all} before {} minutes have passed, else the {defender} (LHY-SCN-1)",
            setup.level.minutes
        ),
        lines: lines.collect(),
    }
}

/// Rule: LHY-TURN-3.
fn time(view: View<'_>) -> Standing {
    let (numbers, left) =
        (&view.setup.rules.numbers, view.setup.level.minutes.saturating_sub(view.play.minutes));
    let shortest = numbers.lapse_shortest;
    let turns = |minutes: u8| left.div_ceil(minutes.max(1));
    Standing {
        title: "Time".to_owned(),
        sentence: match [turns(shortest + 3), turns(shortest)] {
            [1, 1] => "This is the last turn (LHY-TURN-3)".to_owned(),
            [few, many] if few == many => format!("{left} minutes are left: {many} turns (LHY-TURN-3)"),
            [few, many] => format!("{left} minutes are left: {few} to {many} turns (LHY-TURN-3)"),
        },
        lines: vec![
            format!("A turn takes {shortest} minutes on a die of 1–{}", numbers.lapse_two),
            format!("{} minutes on {}–{}", shortest + 1, numbers.lapse_two + 1, numbers.lapse_three),
            format!("{} minutes on {}–{}", shortest + 2, numbers.lapse_three + 1, numbers.lapse_four),
            format!("{} minutes on {} or more", shortest + 3, numbers.lapse_four + 1),
        ],
    }
}

/// Rule: LHY-FRM-3.
fn losses(view: View<'_>) -> Standing {
    let lines = Side::BOTH.into_iter().map(|side| {
        let own = view.play.units.iter().filter(|(id, _)| view.setup.side(*id) == side);
        let gone = own.clone().filter(|(_, unit)| unit.place == Place::Gone).count();
        format!("{}: {gone} of {} units lost", view.setup.force(side).name, own.count())
    });
    Standing {
        title: "Losses".to_owned(),
        sentence: "Units that are out of the battle (LHY-FRM-3)".to_owned(),
        lines: lines.collect(),
    }
}

/// Rule: LHY-TURN-2.
fn activated(view: View<'_>) -> Option<Standing> {
    let View { play, .. } = view;
    if play.turn == 0 || play.winner.is_some() {
        return None;
    }
    let lines = platoons(view, play.active).into_iter().map(|name| {
        let now = match (play.acting.contains(&name), play.activated.contains(&name)) {
            (true, _) => "acts now",
            (false, true) => "has acted",
            (false, false) => "may still be activated",
        };
        format!("{name}: {now}")
    });
    Some(Standing {
        title: "Platoons".to_owned(),
        sentence: format!(
            "The {} activate platoon by platoon (LHY-TURN-2)",
            view.setup.force(play.active).name
        ),
        lines: lines.collect(),
    })
}

fn name(view: View<'_>, unit: UnitId) -> String {
    if view.knows(unit) { unit.to_string() } else { "somebody concealed".to_owned() }
}

/// "The Americans assault 0604 with US-1, US-L".
pub fn say_arrow(view: View<'_>, arrow: &Arrow) -> String {
    let units: Vec<String> = arrow.attackers.iter().map(|(unit, _)| name(view, *unit)).collect();
    format!("The {} assault {} with {}", view.setup.force(arrow.by).name, arrow.hex, units.join(", "))
}

/// Rule: LHY-TURN-2, LHY-ASB-2.
fn declared(view: View<'_>) -> Option<Standing> {
    let View { play, .. } = view;
    let shots = play.shots.iter().map(|shot| format!("{} fires at {}", name(view, shot.unit), shot.hex));
    let arrows = play.arrows.iter().map(|arrow| say_arrow(view, arrow));
    let lines: Vec<String> = shots.chain(arrows).collect();
    let sentence = "Fire is resolved together after the reactions, then every assault (LHY-TURN-2)";
    (!lines.is_empty()).then(|| Standing {
        title: "Declared".to_owned(),
        sentence: sentence.to_owned(),
        lines,
    })
}
